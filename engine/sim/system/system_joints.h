/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of the compiled system, and what is measured about them; part of system.h. */
#ifndef SN_SIM_SYSTEM_SYSTEM_JOINTS_H
#define SN_SIM_SYSTEM_SYSTEM_JOINTS_H

#include "engine/base/function.h"
#include "engine/base/id.h"
#include "engine/geometry/polyline.h"
#include "engine/sim/system/joint_class.h"
#include "engine/sim/system/leader.h"
#include "engine/sim/system/system_rows.h"

#include <stdbool.h>

/* Numbers of one coordinate of a joint, or of what its class has instead (a swing limit). */
typedef struct SnJointCoordinate {
    double lower, upper; /* where the joint is limited */
    double stiffness, rest;
    double damping;
    double friction; /* Coulomb's: largest moment or force against the rate [N m or N] */
    double armature; /* inertia that goes along with it (joint/armature.h) [kg m2 or kg] */
} SnJointCoordinate;

typedef enum SnRollingSurface {
    SN_ROLLING_ON_PLANE,
    SN_ROLLING_ON_BALL,
    SN_ROLLING_IN_BOWL
} SnRollingSurface;

/* What rolls on what (joint_rolling.c). */
typedef struct SnRolling {
    SnRollingSurface surface;
    double base; /* radius of the ball or bowl [m] */
    double rim;  /* radius of the disc, without its edge; 0: a ball [m] */
    double edge; /* radius of its rounded edge, or of the ball [m] */
} SnRolling;

struct SnSystemJoint {
    const SnJointClass *class;
    SnId id;
    bool enabled;
    int frame_a, frame_b; /* of a surface: frame_a; -1 or unused: the class has none */
    int point;            /* on a surface: into points; else -1 */
    bool limited;
    bool one_sided; /* its rows are limits */
    /* these by sn_system_finish */
    int row; /* first bilateral row, -1: none; gear: its general row in G */
    int n_rows;
    int limit; /* first unilateral row, -1: none */
    int n_limits;
    int slots; /* stiffness and damping: into pairs.stiffness_slot, as for frame springs; where a
                  coordinate's axis is fixed in b a second time with the frames exchanged */
    int turns; /* offset in state.turns of the unwrapped angles (where the class has a motion: of
                  all coordinates, and which equations give them), then the class's own numbers and
                  friction; -1: none */
    int n_turns;
    int rub;           /* offset in state.turns of the forces of friction in the last step, on the
                          coordinates, or on b about the world's axes [N m or N] */
    double compliance; /* [m/N]; of gears: [rad or m of the second joint per N m or N on it] */
    double rotary_compliance; /* of rows of its orientation [rad/(N m)] */
    /* every step reads what stands before this of every joint: few lines of the cache */
    SnJointCoordinate coordinate[SN_MAX_COORDINATES];
    int armature_slots; /* of its armature: into pairs.stiffness_slot [finish] */
    int geared[2];      /* of two joints: into joints; drive: the second alone, the first -1 */
    int geared_coordinate[2];
    double ratio;               /* gear: travel of the second one for each unit of the first */
    int n_angles, n_distances;  /* coordinates, where the class lets the joint count them */
    int axes;                   /* custom: first of six into joints.axes */
    SnFunction function;        /* coupler: second coordinate as a function of the first ... */
    int terms, n_terms;         /* ... or, more than 0, of the value of these terms (terms.h): first
                                   into joints.numbers, of the first coordinate and ... */
    int leaders, n_leaders;     /* ... others: first into joints.leaders, count */
    int input;                  /* drive: the coordinate's value */
    double length;              /* distance: of the rod [m] */
    double size[3];             /* ellipsoid that its motion follows: semi-axes; beam: length [m] */
    double pin[3], pin_axis[3]; /* scapulothoracic: a pin in b's axes turned so far, unit axis;
                                   beam: its neutral angles about x, y, z */
    SnRolling rolling;          /* of what rolls */
    double restitution;
    int polyline, n_polyline; /* profile of a surface: first, count into polyline: corners (x, z), x
                                 increasing */
    double smoothing;         /* of the profile: radius of the rounded corners [m] */
};

/* One of the six axes of a custom joint (joint_custom.c): three of rotation, three of translation.
 */
typedef struct SnJointAxis {
    double direction[3]; /* unit */
    int coordinate;      /* number of the joint's coordinate that it follows; -1: of none */
    SnFunction function; /* angle [rad] or distance [m] of it */
    int terms, n_terms;  /* and of all coordinates (engine/base/terms.h): first into joints.numbers,
                            count; added */
} SnJointAxis;

/* Joins two frames. */
static inline bool sn_joins_frames(const SnSystemJoint *joint)
{
    return joint->class->ends == SN_JOINT_FRAMES;
}
static inline int sn_joint_n_coordinates(const SnSystemJoint *joint)
{
    return joint->class->counted ? joint->n_angles + joint->n_distances
                                 : joint->class->n_coordinates;
}
/* Forces of friction that the state keeps of it. */
static inline int sn_joint_n_rubs(const SnSystemJoint *joint)
{
    return joint->class->turning ? 3 : sn_joint_n_coordinates(joint);
}
/* A coordinate is an angle, not a distance. */
static inline bool sn_joint_is_angle(const SnSystemJoint *joint, int coordinate)
{
    return joint->class->counted ? coordinate < joint->n_angles
                                 : joint->class->coordinate[coordinate].angle;
}

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
    int first, count;      /* bodies beyond the joint: into arms.block */
    bool reversed;         /* they are on a's side: the world is on b's */
    int first_own, n_own;  /* blocks of spline and Cosserat strands that follow (strand_follow.h):
                              into arms.block */
    int first_row, n_rows; /* general rows that drag them: into arms.row */
    int n_own_u;           /* velocities of those blocks */
} SnSystemMomentArm;

/* The joints of a compiled system and their rows. */
typedef struct SnSystemJoints {
    int n;
    SnSystemJoint *joints;
    int n_polyline;
    double *polyline;  /* [n_polyline][2] */
    SnCorner *corners; /* [n_polyline] [finish] */
    bool armatures;    /* some joint has one [finish] */
    int n_axes;
    SnJointAxis *axes; /* of custom joints */
    int n_numbers;
    double *numbers; /* of functions and terms */
    int n_leaders;
    SnLeader *leaders; /* of couplers, beside their first */
    int n_rows;
    SnRow *rows; /* [n_rows] */
    int n_limits;
    SnRow *limits; /* [n_limits] */
} SnSystemJoints;

/* The moment arms that a compiled system works out. */
typedef struct SnSystemMomentArms {
    int n, n_blocks, n_rows;
    SnSystemMomentArm *arms;
    int *block; /* [n_blocks] [finish] */
    int *row;   /* [n_rows] into general.rows [finish] */
} SnSystemMomentArms;

#endif
