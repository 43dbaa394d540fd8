/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of the joints: residuals that vanish where the joint is closed, and their exact
 * derivatives with respect to (position of the centre, small rotation in body axes) of both blocks,
 * also away from closure, so that correcting them is a Newton step. */
#include "engine/sim/general_rows.h"
#include "engine/sim/joint_side.h"
#include "engine/sim/polyline.h"

#include <math.h>

/* Three rows p_b - p_a = 0 in world axes. */
static void position_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
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

/* Two rows z_b . x_a = z_b . y_a = 0: the derivative is the rotation about z_b x (x_a or y_a). */
static void hinge_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
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
static void fixed_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
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

/* Two rows x_a . (p_b - p_a) = y_a . (p_b - p_a) = 0: b's origin stays on a's z axis. */
static void across_rows(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                        double (*row)[2][6], double *residual)
{
    for (int k = 0; k < 2; k++) {
        double axis[3];
        sn_side_axis(a, k, axis);
        residual[k] = sn_sides_along(a, b, axis, jacobian, jacobian ? row[k] : NULL);
    }
}

/* One row z_a . x_b = 0. */
static void universal_row(const SnJointSide *a, const SnJointSide *b, bool jacobian,
                          double (*row)[2][6], double *residual)
{
    double z[3], x[3], axis[3];
    sn_side_axis(a, 2, z);
    sn_side_axis(b, 0, x);
    *residual = sn_v3_dot(x, z);
    if (!jacobian)
        return;
    sn_v3_cross(x, z, axis);
    sn_side_rotation_row(a, -1, axis, row[0][0]);
    sn_side_rotation_row(b, 1, axis, row[0][1]);
}

/* Lower and upper limit of each limited coordinate. */
static void coordinate_limits(const SnSystemJoint *joint, const SnJointSide *a,
                              const SnJointSide *b, const double *turns, bool jacobian,
                              SnJointRows rows)
{
    for (int k = sn_joint_first_limited(joint); k < sn_joint_n_coordinates(joint); k++) {
        const SnJointCoordinate *c = &joint->coordinate[k];
        double(*limit)[2][6] = jacobian ? rows.limit : NULL;
        double value = sn_sides_coordinate(joint, k, a, b, jacobian, jacobian ? limit[0] : NULL);
        if (sn_joint_is_angle(joint, k))
            value = sn_unwrap(value, turns[joint->turns + k]);
        rows.gap[0] = value - c->lower;
        rows.gap[1] = c->upper - value;
        for (int s = 0; jacobian && s < 2; s++)
            for (int i = 0; (s ? b : a)->moves && i < 6; i++)
                limit[1][s][i] = -limit[0][s][i];
        rows.gap += 2, rows.limit += 2;
    }
}

/* Angle between the two z axes, at most `upper`. */
static void swing_limit(const SnSystemJoint *joint, const SnJointSide *a, const SnJointSide *b,
                        bool jacobian, double (*limit)[2][6], double *gap)
{
    double za[3], zb[3], axis[3];
    sn_side_axis(a, 2, za);
    sn_side_axis(b, 2, zb);
    sn_v3_cross(za, zb, axis);
    const double sine = sn_v3_norm(axis);
    gap[0] = joint->coordinate[0].upper - atan2(sine, sn_v3_dot(za, zb));
    if (!jacobian)
        return;
    sn_v3_scale(sine > 1e-9 ? 1 / sine : 0, axis, axis);
    sn_side_rotation_row(a, 1, axis, limit[0][0]);
    sn_side_rotation_row(b, -1, axis, limit[0][1]);
}

/* Distance of a point from the plane z = 0 or the extruded curve of frame a: n . (p - o), n moving
 * with frame a; its derivative is n . (motion of p - motion of a's material there). */
static double surface_row(const SnSystem *system, const SnWork *work, const double *q,
                          const SnSystemJoint *joint, const SnJointSide *a, bool jacobian,
                          double value[2][6])
{
    const double *p = work->point_position[joint->point];
    const SnSystemPoint *point = &system->points[joint->point];
    double offset[3], local[3], normal[3] = {0, 0, 1}, n[3], distance;
    sn_v3_sub(p, a->position, offset);
    sn_m3_tmul_v3(a->axes, offset, local);
    distance = local[2];
    if (joint->kind == SN_JOINT_POLYLINE) {
        const double flat[2] = {local[0], local[2]};
        double m[2];
        distance = sn_polyline_distance(joint->n_polyline, system->polyline + 2 * joint->polyline,
                                        system->corners + joint->polyline, flat, m);
        normal[0] = m[0], normal[2] = m[1];
    }
    if (!jacobian)
        return distance;
    sn_m3_mul_v3(a->axes, normal, n);
    if (a->moves) {
        const int block = system->frames[joint->frame_a].block;
        double arm[3], turn[3];
        sn_v3_sub(p, q + system->blocks[block].q, arm);
        sn_v3_scale(-1, n, value[0]);
        sn_v3_cross(n, arm, turn); /* -(arm x n) */
        sn_m3_tmul_v3(a->rotation, turn, value[0] + 3);
    }
    if (point->block >= 0) {
        sn_v3_copy(n, value[1]);
        if (system->blocks[point->block].kind == SN_BLOCK_BODY) {
            double in_body[3];
            sn_m3_tmul_v3(work->rotation[point->block], n, in_body);
            sn_v3_cross(point->local, in_body, value[1] + 3);
        }
    }
    return distance;
}

void sn_joint_rows(const SnSystem *system, const SnState *state, const SnWork *work, int number,
                   bool jacobian, SnJointRows rows)
{
    const SnSystemJoint *joint = &system->joints[number];
    const double *q = sn_state_q_const(state);
    SnJointSide a, b;
    if (joint->kind == SN_JOINT_GEAR) /* its row is a general one */
        return;
    sn_joint_side(system, work, q, joint->frame_a, &a);
    if (!sn_joins_frames(joint)) {
        if (joint->one_sided)
            *rows.gap = surface_row(system, work, q, joint, &a, jacobian, *rows.limit);
        else
            *rows.residual = surface_row(system, work, q, joint, &a, jacobian, *rows.row);
        return;
    }
    sn_joint_side(system, work, q, joint->frame_b, &b);
    if (joint->kind == SN_JOINT_SLIDER || joint->kind == SN_JOINT_CYLINDRICAL) {
        across_rows(&a, &b, jacobian, rows.row, rows.residual);
        rows.row += 2, rows.residual += 2;
    } else {
        position_rows(&a, &b, jacobian, rows.row, rows.residual);
        rows.row += 3, rows.residual += 3;
    }
    if (joint->kind == SN_JOINT_HINGE || joint->kind == SN_JOINT_CYLINDRICAL)
        hinge_rows(&a, &b, jacobian, rows.row, rows.residual);
    if (joint->kind == SN_JOINT_FIXED || joint->kind == SN_JOINT_SLIDER)
        fixed_rows(&a, &b, jacobian, rows.row, rows.residual);
    if (joint->kind == SN_JOINT_UNIVERSAL)
        universal_row(&a, &b, jacobian, rows.row, rows.residual);
    if (joint->kind == SN_JOINT_SPHERICAL && joint->limited)
        swing_limit(joint, &a, &b, jacobian, rows.limit, rows.gap);
    else if (joint->limited)
        coordinate_limits(joint, &a, &b, sn_state_turns_const(state), jacobian, rows);
}

void sn_rows(const SnSystem *system, const SnState *state, SnWork *work, bool jacobian,
             SnRowValues *rows)
{
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        const int row = joint->row < 0 ? 0 : joint->row,
                  limit = joint->limit < 0 ? 0 : joint->limit;
        if (joint->enabled)
            sn_joint_rows(system, state, work, i, jacobian,
                          (SnJointRows){.row = rows->row + row,
                                        .residual = rows->residual + row,
                                        .limit = rows->limit + limit,
                                        .gap = rows->gap + limit});
    }
    sn_fem_rows(system, state, work, jacobian, rows);
    sn_general_rows(system, state, work, jacobian, rows);
}

double sn_row_rate(const SnSystem *system, const SnRow *row, const double value[2][6],
                   const double *u)
{
    double sum = 0;
    for (int s = 0; s < 2; s++) {
        if (row->block[s] < 0)
            continue;
        const SnBlock *block = &system->blocks[row->block[s]];
        for (int i = 0; i < block->n; i++)
            sum += value[s][i] * u[block->u + i];
    }
    return sum;
}

double sn_bilateral_rate(const SnSystem *system, const SnRowValues *rows, int i, const double *u)
{
    if (i < system->n_joint_rows)
        return sn_row_rate(system, &system->rows[i], rows->row[i], u);
    const int general = i - (system->n_rows - system->n_general_rows);
    if (general >= 0)
        return sn_general_row_rate(system, &system->general_rows[general],
                                   rows->general + system->general_rows[general].value, u);
    double sum = 0;
    const double(*value)[3] = (const double(*)[3])rows->fem;
    for (int f = 0; f < system->n_fems; f++) {
        const SnSystemFem *fem = &system->fems[f];
        const SnFemSolid *solid = fem->solid;
        const int row = i - fem->first_row;
        if (row >= solid->n_constraints) {
            value += solid->n_constraints > 0 ? solid->constraint_start[solid->n_constraints] : 0;
            continue;
        }
        for (int k = solid->constraint_start[row]; k < solid->constraint_start[row + 1]; k++)
            sum += sn_v3_dot(value[k],
                             u + system->blocks[fem->node_block[solid->constraint_node[k]]].u);
        break;
    }
    return sum;
}
