/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ball joint: b turns freely about the common origin, at most so far from a; a rotary spring and
 * damper alike about all axes. */
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/rigid/two_bodies.h"

static void rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *residual)
{
    sn_position_rows(&sides->a, &sides->b, jacobian, row, residual);
}

/* Angle between the two z axes, at most `upper`. */
static void swing_limit(const SnJointSides *sides, bool jacobian, double (*limit)[2][6],
                        double *gap)
{
    double za[3], zb[3], axis[3];
    sn_side_axis(&sides->a, 2, za);
    sn_side_axis(&sides->b, 2, zb);
    sn_v3_cross(za, zb, axis);
    const double sine = sn_v3_norm(axis);
    gap[0] = sides->joint->coordinate[0].upper - atan2(sine, sn_v3_dot(za, zb));
    if (!jacobian)
        return;
    sn_v3_scale(sine > 1e-9 ? 1 / sine : 0, axis, axis);
    sn_side_rotation_row(&sides->a, 1, axis, limit[0][0]);
    sn_side_rotation_row(&sides->b, -1, axis, limit[0][1]);
}

static void turning(const SnJointSides *sides, bool jacobian, double (*row)[2][6], double *value)
{
    (void)value;
    for (int k = 0; jacobian && k < 3; k++) {
        const double axis[3] = {k == 0, k == 1, k == 2};
        sn_side_rotation_row(&sides->a, -1, axis, row[k][0]);
        sn_side_rotation_row(&sides->b, 1, axis, row[k][1]);
    }
}

static void force(const SnSystem *system, const SnState *state, SnWorkspace *work,
                  const SnSystemJoint *joint, bool implicit, double d, double k)
{
    const SnJointCoordinate *c = &joint->coordinate[0];
    double moment[3];
    SnTwoBodies t;
    sn_two_bodies(system, state, work, joint->frame_a, joint->frame_b, &t);
    if (c->damping != 0) {
        double matrix[9];
        for (int i = 0; i < 9; i++)
            matrix[i] = i % 4 == 0 ? c->damping : 0;
        sn_rotary_damper(system, work, &t, matrix, joint->slots, implicit, d, k, moment);
    }
    if (c->stiffness != 0) {
        const bool stiff = implicit && k != 0 && !sn_two_bodies_uncoupled(system, &t, joint->slots);
        const double stiffness[3] = {c->stiffness, c->stiffness, c->stiffness};
        double wrench[12], jacobian[12][12] = {{0}};
        sn_rotary_spring(work, &t, joint->frame_a, joint->frame_b, stiffness, NULL, wrench,
                         stiff ? jacobian : NULL, moment);
        sn_two_bodies_push(system, &t, wrench, work->forces.applied);
        sn_two_bodies_push(system, &t, wrench, work->forces.explicit_force);
        if (stiff)
            sn_two_bodies_stiffen(system, work, &t, joint->slots, k, jacobian);
    }
}

static double energy(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnSystemJoint *joint)
{
    if (joint->coordinate[0].stiffness == 0)
        return 0;
    SnTwoBodies t;
    double relative[9], q[4], theta[3];
    sn_two_bodies(system, state, work, joint->frame_a, joint->frame_b, &t);
    sn_m3_transposed_times(t.frame[0], t.frame[1], relative);
    sn_q_from_m3(relative, q);
    sn_q_log(q, theta);
    return 0.5 * joint->coordinate[0].stiffness * sn_v3_dot(theta, theta);
}

const SnJointClass SN_JOINT_SPHERICAL = {
    .name = "spherical",
    .glyph = SN_GLYPH_BALL,
    .n_rows = 3,
    .shape = {SN_ROW_POSITION_X, SN_ROW_POSITION_Y, SN_ROW_POSITION_Z},
    .rows = rows,
    .takes_axes = true,
    .turning = turning,
    .n_own_limits = 1,
    .own_limit_shape = SN_ROW_ROTATION,
    .own_limits = swing_limit,
    .force = force,
    .energy = energy,
};
