/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of the compiled system, and what is measured about them; part of system.h. */
#ifndef SN_SIM_SYSTEM_JOINTS_H
#define SN_SIM_SYSTEM_JOINTS_H

#include "engine/base/id.h"

#include <stdbool.h>

typedef enum SnJointKind {
    SN_JOINT_HINGE,       /* 5 rows; coordinate: angle about the common z axis */
    SN_JOINT_SPHERICAL,   /* 3 rows, then a swing limit */
    SN_JOINT_FIXED,       /* 6 rows */
    SN_JOINT_SLIDER,      /* 5 rows; coordinate: place along a's z axis */
    SN_JOINT_UNIVERSAL,   /* 4 rows; coordinates: angle about a's z axis, then about b's x axis */
    SN_JOINT_CYLINDRICAL, /* 4 rows; coordinates: angle about, place along the common z axis */
    SN_JOINT_PLANE,       /* 1 row, bilateral or one-sided */
    SN_JOINT_POLYLINE,    /* 1 row */
    SN_JOINT_GEAR,        /* no frames: a general row between the coordinates of two other joints */
} SnJointKind;

#define SN_MAX_COORDINATES 2 /* of a joint */

/* What a joint lets vary, or has in its way: angles first [rad], then places [m]. */
typedef struct SnJointCoordinate {
    double lower, upper;    /* where the joint is limited; SPHERICAL: upper is the swing limit */
    double stiffness, rest; /* UNIVERSAL: stiffness and damping of the first hold for both */
    double damping;         /* SPHERICAL: stiffness towards equal frames, damping, all axes */
} SnJointCoordinate;

typedef struct SnSystemJoint {
    SnJointKind kind;
    SnId id;
    bool enabled;
    int frame_a, frame_b; /* HINGE SPHERICAL FIXED; PLANE POLYLINE: frame_a is the surface's */
    int point;            /* PLANE POLYLINE: into points; else -1 */
    bool limited;
    SnJointCoordinate coordinate[SN_MAX_COORDINATES];
    double compliance; /* [m/N]; GEAR: [rad or m of the second joint per N m or N on it] */
    int geared[2];     /* GEAR: into joints; their first coordinates */
    double ratio;      /* GEAR: travel of the second one for each unit of the first */
    bool one_sided;
    double restitution;
    int polyline, n_polyline; /* first, count into polyline: corners (x, z), x increasing */
    double smoothing;         /* POLYLINE: radius of the rounded corners [m] */
    /* the rest by sn_system_finish */
    int row; /* first bilateral row, -1: none; GEAR: its general row in G */
    int n_rows;
    int limit;    /* first unilateral row, -1: none */
    int n_limits; /* 2 (lower, upper) for each limited coordinate, SPHERICAL 1, one-sided 1 */
    int slots;    /* stiffness and damping: into stiffness_slot, as for frame springs, of UNIVERSAL
                     a second time with the frames exchanged; -1: none */
    int turns;    /* offset in state.turns of the unwrapped angles, GEAR: of its three numbers
                     (gear.h); else -1 */
    int n_turns;
} SnSystemJoint;

/* Holds two frames together. */
static inline bool sn_joins_frames(const SnSystemJoint *joint)
{
    return joint->kind < SN_JOINT_PLANE;
}
static inline int sn_joint_n_coordinates(const SnSystemJoint *joint)
{
    switch (joint->kind) {
    case SN_JOINT_HINGE:
    case SN_JOINT_SLIDER:
        return 1;
    case SN_JOINT_UNIVERSAL:
    case SN_JOINT_CYLINDRICAL:
        return 2;
    default:
        return 0;
    }
}
/* A coordinate is an angle, not a place. */
static inline bool sn_joint_is_angle(const SnSystemJoint *joint, int coordinate)
{
    return joint->kind != SN_JOINT_SLIDER &&
           !(joint->kind == SN_JOINT_CYLINDRICAL && coordinate == 1);
}
/* Its limits are those of the coordinates from this one on. */
static inline int sn_joint_first_limited(const SnSystemJoint *joint)
{
    return joint->kind == SN_JOINT_CYLINDRICAL ? 1 : 0;
}

/* Rounded corner of a polyline: an arc tangent to both segments. */
typedef struct SnCorner {
    double trim;      /* distance of its ends from the corner [m] */
    double radius;    /* [m] */
    double center[2]; /* x, z [m] */
    bool convex;      /* bulges to the normal's side */
} SnCorner;

/* What pulls along a line. */
typedef enum SnLineKind {
    SN_LINE_OF_PATH,   /* into paths */
    SN_LINE_OF_STRAND, /* into strands */
    SN_LINE_OF_SPLINE, /* into splines */
    SN_LINE_OF_ROD,    /* into rods */
} SnLineKind;

/* Moment arm of a path or strand about a joint's first coordinate (moment_arm.h). */
typedef struct SnSystemMomentArm {
    SnId id;
    SnLineKind kind;
    int line;  /* its number */
    int joint; /* into joints */
    /* by sn_system_finish */
    int first, count;      /* bodies beyond the joint: into moment_arm_block */
    bool reversed;         /* they are on a's side: the world is on b's */
    int first_own, n_own;  /* blocks of spline and Cosserat strands that follow (strand_follow.h):
                              into moment_arm_block */
    int first_row, n_rows; /* general rows that drag them: into moment_arm_row */
    int n_own_u;           /* velocities of those blocks */
} SnSystemMomentArm;

#endif
