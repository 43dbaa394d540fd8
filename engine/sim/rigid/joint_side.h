/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a joint, and the derivatives that its rows are made of: with respect to (position of
 * the centre, small rotation in body axes) of the side's block. */
#ifndef SN_SIM_RIGID_JOINT_SIDE_H
#define SN_SIM_RIGID_JOINT_SIDE_H

#include "engine/base/vec.h"
#include "engine/sim/system/work.h"

#include <math.h>

/* A frame on a block (or in the world). */
typedef struct SnJointSide {
    bool moves;             /* rides on a block */
    const double *rotation; /* of the block, when it moves */
    const double *in_body;  /* frame to body */
    const double *local;    /* frame's origin in the body */
    double center[3];       /* of the block, when it moves; world */
    double position[3];     /* world */
    double axes[9];         /* frame to world */
} SnJointSide;

static inline void sn_joint_side(const SnSystem *system, const SnWork *work, const double *q,
                                 int frame, SnJointSide *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    side->moves = f->block >= 0;
    side->rotation = side->moves ? work->rotation[f->block] : NULL;
    side->in_body = work->frame_rotation[frame];
    side->local = f->position;
    if (side->moves)
        sn_v3_copy(q + system->blocks[f->block].q, side->center);
    else
        sn_v3_set(0, 0, 0, side->center);
    sn_frame_pose(system, work, q, frame, side->position, side->axes);
}

static inline void sn_side_axis(const SnJointSide *side, int k, double axis[3])
{
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
        sn_m3_tmul_v3(b->rotation, n, in_body);
        sn_v3_cross(b->local, in_body, row[1] + 3);
    }
    return sn_v3_dot(n, offset);
}

/* Raw coordinate of two sides, angles within -pi .. pi; the row if asked (joint_coordinate.c). */
double sn_sides_coordinate(const SnSystemJoint *joint, int coordinate, const SnJointSide *a,
                           const SnJointSide *b, bool jacobian, double row[2][6]);
/* The angle nearest to the remembered one that differs from the raw one by full turns. */
static inline double sn_unwrap(double raw, double remembered)
{
    const double change = raw - remembered;
    return remembered + change - 2 * M_PI * rint(change / (2 * M_PI));
}
/* Quaternion of b's frame in a's. */
void sn_sides_quaternion(const SnJointSide *a, const SnJointSide *b, double q[4]);

#endif
