/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of joints: the parts that several kinds are made of, and one joint's rows by its
 * class. */
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"

#include <assert.h>
#include <math.h>

/* Three rows p_b - p_a = 0 in world axes. */
void sn_position_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                      double (*row)[2][6], double *residual)
{
    sn_v3_sub(b->position, a->position, residual);
    if (!jacobian)
        return;
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 2; s++) {
            const SnJointSide *side = s ? b : a;
            const double sign = s ? 1 : -1;
            if (!side->moves)
                continue;
            double *value = row[k][s];
            sn_v3_set(0, 0, 0, value);
            value[k] = sign;
            /* e . R (d x l) = d . (l x R'e) */
            sn_v3_cross(side->local, side->rotation + 3 * k, value + 3);
            sn_v3_scale(sign, value + 3, value + 3);
        }
}

/* Two rows x_a . (p_b - p_a) = y_a . (p_b - p_a) = 0: b's origin stays on a's z axis. */
void sn_across_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian, double (*row)[2][6],
                    double *residual)
{
    for (int k = 0; k < 2; k++) {
        double axis[3];
        sn_side_axis(a, k, axis);
        residual[k] = sn_sides_along(a, b, axis, jacobian, jacobian ? row[k] : NULL);
    }
}

/* Two rows z_b . x_a = z_b . y_a = 0: the derivative is the rotation about z_b x (x_a or y_a). */
void sn_parallel_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                      double (*row)[2][6], double *residual)
{
    double z[3];
    sn_side_axis(b, 2, z);
    for (int k = 0; k < 2; k++) {
        double axis[3], across[3];
        sn_side_axis(a, k, across);
        residual[k] = sn_v3_dot(z, across);
        if (!jacobian)
            continue;
        sn_v3_cross(z, across, axis);
        sn_side_rotation_row(a, -1, axis, row[k][0]);
        sn_side_rotation_row(b, 1, axis, row[k][1]);
    }
}

/* Three rows 2 vec(q) = 0, q the relative quaternion: dq = 1/2 (q d_b - d_a q). */
void sn_orientation_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                         double (*row)[2][6], double *residual)
{
    double q[4];
    sn_sides_quaternion(a, b, q);
    if (q[0] < 0)
        for (int i = 0; i < 4; i++)
            q[i] = -q[i];
    for (int k = 0; k < 3; k++) {
        residual[k] = 2 * q[1 + k];
        if (!jacobian)
            continue;
        double unit[3] = {0}, crossed[3], axis[3];
        unit[k] = 1;
        sn_v3_cross(unit, q + 1, crossed); /* row k of [v] */
        for (int i = 0; i < 3; i++)
            axis[i] = q[0] * unit[i] + crossed[i];
        sn_side_frame_rotation_row(b, 1, axis, row[k][1]);
        for (int i = 0; i < 3; i++)
            axis[i] = q[0] * unit[i] - crossed[i];
        sn_side_frame_rotation_row(a, -1, axis, row[k][0]);
    }
}

/* --- one joint --- */

/* Lower and upper limit of each limited coordinate; what comes after them. */
static SnJointRows coordinate_limits(SnJointSides *sides, const double *turns, bool jacobian,
                                     SnJointRows rows)
{
    const SnSystemJoint *joint = sides->joint;
    for (int k = 0; k < sn_joint_n_coordinates(joint); k++) {
        const SnJointCoordinate *c = &joint->coordinate[k];
        if (!joint->class->coordinate[k].limited)
            continue;
        double(*limit)[2][6] = jacobian ? rows.limit : NULL;
        double value = sn_sides_coordinate(sides, k, jacobian, jacobian ? limit[0] : NULL);
        if (sn_joint_is_angle(joint, k) && !joint->class->motion)
            value = sn_unwrap(value, turns[joint->turns + k]);
        rows.gap[0] = value - c->lower;
        rows.gap[1] = c->upper - value;
        for (int s = 0; jacobian && s < 2; s++)
            for (int i = 0; (s ? &sides->b : &sides->a)->moves && i < 6; i++)
                limit[1][s][i] = -limit[0][s][i];
        rows.gap += 2, rows.limit += 2;
    }
    return rows;
}

void sn_joint_rows(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int number, bool jacobian, const SnJointRows *rows)
{
    assert(!work || work->system == system);
    const SnSystemJoint *joint = &system->joints.joints[number];
    const SnJointClass *class = joint->class;
    SnJointSides sides;
    if (joint->n_rows + joint->n_limits == 0)
        return;
    sn_joint_row_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                       &sides);
    if (joint->one_sided)
        class->rows(&sides, jacobian, rows->limit, rows->gap);
    else if (class->motion)
        sn_motion_rows(&sides, jacobian, rows->row, rows->residual);
    else if (joint->n_rows > 0)
        class->rows(&sides, jacobian, rows->row, rows->residual);
    if (!joint->limited)
        return;
    const SnJointRows rest =
        coordinate_limits(&sides, sn_state_turns_const(state), jacobian, *rows);
    if (class->own_limits)
        class->own_limits(&sides, jacobian, rest.limit, rest.gap);
}
