/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two sides of a joint, and what the rows and coordinates of joints are made of: values with
 * derivatives with respect to (position of the centre, small rotation in body axes) of each side's
 * block. */
#ifndef SN_SIM_RIGID_JOINT_SIDE_H
#define SN_SIM_RIGID_JOINT_SIDE_H

#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"

#include <stdint.h>

#include <math.h>

/* A frame or a point on a block (or in the world). */
typedef struct SnJointSide {
    bool moves;             /* fixed to a block */
    bool turned;            /* axes are those below; else each follows from in_body */
    const double *rotation; /* of the block, when it moves; NULL: it is a point mass */
    const double *in_body;  /* frame to body */
    const double *local;    /* origin in the body */
    double center[3];       /* of the block, when it moves; world */
    double position[3];     /* world */
    double axes[9];         /* frame to world; not of a point */
} SnJointSide;

/* Pose of b's frame in a's for given coordinates, and how it moves with each. */
struct SnJointPose {
    double rotation[9];                  /* b's axes to a's */
    double position[3];                  /* of b's origin, a's axes */
    double turn[SN_MAX_COORDINATES][3];  /* rotation for each unit of a coordinate, b's axes */
    double shift[SN_MAX_COORDINATES][3]; /* motion of b's origin, a's axes */
};

/* What solving for coordinates leaves (joint_motion.h). */
typedef struct SnJointFit {
    bool solved, differentiated, converged;
    int n;                /* coordinates */
    int equation[6];      /* pivots first, n of them, then those of the rows, each ascending */
    double coordinate[6]; /* [n] */
    double misfit[6];     /* by equation */
    double slope[6][6];   /* E: by equation and coordinate */
    double inverse[6][6]; /* of its pivots: by coordinate and pivot */
    double by_pose[6][2][6];
    SnJointPose pose;
} SnJointFit;

/* Numbers that a fit depends on: places and axes of both sides, and what the state remembers. */
enum { SN_FIT_NUMBERS = 24 + SN_MAX_COORDINATES + 1 };

/* The last fit of a joint in a workspace, for what asks again where nothing has moved. */
typedef struct SnKnownFit {
    uint64_t round, writes; /* of SnMotionWorkspace and SnSystem */
    double from[SN_FIT_NUMBERS];
    SnJointFit fit; /* round 0: there is none */
} SnKnownFit;

struct SnJointSides {
    const SnSystem *system;
    const SnSystemJoint *joint;
    const double *turns; /* the state's; NULL: all zero */
    SnJointSide a, b;
    SnJointFit fit;    /* of joints with a motion */
    SnKnownFit *known; /* NULL: it is not kept */
    uint64_t round;    /* that of the workspace now */
};

/* Where the ends of a joint of frames, or of a frame and a point, are after sn_kinematics at q;
 * turns: of the state, NULL: none. */
void sn_joint_sides(const SnSystem *system, const SnWorkspace *work, const double *q,
                    const double *turns, const SnSystemJoint *joint, SnJointSides *sides);
/* The same for the rows of a joint alone: without axes where its class takes them one by one. */
void sn_joint_row_sides(const SnSystem *system, const SnWorkspace *work, const double *q,
                        const double *turns, const SnSystemJoint *joint, SnJointSides *sides);

/* Entries of axes for k = 0, 1, 2, in the same order of sums. */
static inline double sn_turned_entry(const double *row, const double *in_body, int k)
{
    return row[0] * in_body[k] + row[1] * in_body[3 + k] + row[2] * in_body[6 + k];
}

static inline void sn_side_axis(const SnJointSide *side, int k, double axis[3])
{
    if (!side->turned) {
        for (int i = 0; i < 3; i++)
            axis[i] = sn_turned_entry(side->rotation + 3 * i, side->in_body, k);
        return;
    }
    axis[0] = side->axes[k], axis[1] = side->axes[3 + k], axis[2] = side->axes[6 + k];
}

/* value = sign * (0, R' axis): the row measures rotation about a world axis. */
static inline void sn_side_rotation_row(const SnJointSide *side, double sign, const double axis[3],
                                        double value[6])
{
    if (!side->moves)
        return;
    sn_v3_set(0, 0, 0, value);
    sn_m3_tmul_v3(side->rotation, axis, value + 3);
    sn_v3_scale(sign, value + 3, value + 3);
}

/* The same with the axis given in the side's frame. */
static inline void sn_side_frame_rotation_row(const SnJointSide *side, double sign,
                                              const double axis[3], double value[6])
{
    if (!side->moves)
        return;
    sn_v3_set(0, 0, 0, value);
    sn_m3_mul_v3(side->in_body, axis, value + 3);
    sn_v3_scale(sign, value + 3, value + 3);
}

/* n . (p_b - p_a) with n fixed in a: n . (motion of p_b - motion of a's material there). */
static inline double sn_sides_along(const SnJointSide *a, const SnJointSide *b, const double n[3],
                                    bool jacobian, double row[2][6])
{
    double offset[3], arm[3], in_body[3];
    sn_v3_sub(b->position, a->position, offset);
    if (jacobian && a->moves) {
        sn_v3_scale(-1, n, row[0]);
        sn_v3_sub(b->position, a->center, arm);
        sn_v3_cross(n, arm, in_body); /* -(arm x n) */
        sn_m3_tmul_v3(a->rotation, in_body, row[0] + 3);
    }
    if (jacobian && b->moves) {
        sn_v3_copy(n, row[1]);
        if (b->rotation) {
            sn_m3_tmul_v3(b->rotation, n, in_body);
            sn_v3_cross(b->local, in_body, row[1] + 3);
        }
    }
    return sn_v3_dot(n, offset);
}

/* Raw coordinate of a joint of frames, angles within -pi .. pi; the row if asked. */
double sn_sides_coordinate(SnJointSides *sides, int coordinate, bool jacobian, double row[2][6]);
/* The angle nearest to the remembered one that differs from the raw one by full turns. */
static inline double sn_unwrap(double raw, double remembered)
{
    const double change = raw - remembered;
    return remembered + change - 2 * M_PI * rint(change / (2 * M_PI));
}
/* Quaternion of b's frame in a's. */
void sn_sides_quaternion(const SnJointSide *a, const SnJointSide *b, double q[4]);

/* Where what rolls touches, world (joint_rolling.c). */
void sn_rolling_contact(const SnJointSides *sides, double at[3]);

/* --- parts of coordinates (joint_coordinate.c) --- */

/* Twist about z of b relative to a. */
double sn_sides_twist(const SnJointSides *sides, bool jacobian, double row[2][6]);
/* The same from the orientations of the frames. */
double sn_orientations_twist(const double a[4], const double b[4]);
/* atan2(us . vs, uc . vc), u fixed in b, v in a, world axes. */
double sn_sides_angle(const SnJointSides *sides, const double us[3], const double vs[3],
                      const double uc[3], const double vc[3], bool jacobian, double row[2][6]);

/* --- parts of rows (joint_rows.c); values as in SnJointValues --- */

/* Three rows p_b - p_a = 0 in world axes. */
void sn_position_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                      double (*row)[2][6], double *residual);
/* Two rows x_a . (p_b - p_a) = y_a . (p_b - p_a) = 0: b's origin stays on a's z axis. */
void sn_across_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian, double (*row)[2][6],
                    double *residual);
/* Two rows z_b . x_a = z_b . y_a = 0: the derivative is the rotation about z_b x (x_a or y_a). */
void sn_parallel_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                      double (*row)[2][6], double *residual);
/* Three rows 2 vec(q) = 0, q the relative quaternion: dq = 1/2 (q d_b - d_a q). */
void sn_orientation_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                         double (*row)[2][6], double *residual);

#endif
