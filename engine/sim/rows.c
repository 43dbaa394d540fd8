/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of the joints: residuals that vanish where the joint is closed, and their exact
 * derivatives with respect to (position of the centre, small rotation in body axes) of both blocks,
 * also away from closure, so that correcting them is a Newton step. */
#include "engine/base/vec.h"
#include "engine/sim/polyline.h"
#include "engine/sim/wide_rows.h"
#include "engine/sim/work.h"

#include <math.h>

/* One side of a joint: a frame on a block (or in the world). */
typedef struct Side {
    bool moves;             /* rides on a block */
    const double *rotation; /* of the block, when it moves */
    const double *in_body;  /* frame to body */
    const double *local;    /* frame's origin in the body */
    double position[3];     /* world */
    double axes[9];         /* frame to world */
} Side;

static void side_of(const SnSystem *system, const SnWork *work, const double *q, int frame,
                    Side *side)
{
    const SnSystemFrame *f = &system->frames[frame];
    side->moves = f->block >= 0;
    side->rotation = side->moves ? work->rotation[f->block] : NULL;
    side->in_body = work->frame_rotation[frame];
    side->local = f->position;
    sn_frame_pose(system, work, q, frame, side->position, side->axes);
}

static void column(const double m[9], int k, double c[3])
{
    c[0] = m[k], c[1] = m[3 + k], c[2] = m[6 + k];
}

/* value = sign * (0, R' axis): the row measures rotation about a world axis. */
static void rotation_row(const Side *side, double sign, const double axis[3], double value[6])
{
    if (!side->moves)
        return;
    sn_v3_set(0, 0, 0, value);
    sn_m3_tmul_v3(side->rotation, axis, value + 3);
    sn_v3_scale(sign, value + 3, value + 3);
}

/* The same with the axis given in the side's frame. */
static void frame_rotation_row(const Side *side, double sign, const double axis[3], double value[6])
{
    if (!side->moves)
        return;
    sn_v3_set(0, 0, 0, value);
    sn_m3_mul_v3(side->in_body, axis, value + 3);
    sn_v3_scale(sign, value + 3, value + 3);
}

/* Three rows p_b - p_a = 0 in world axes. */
static void position_rows(const Side *a, const Side *b, bool jacobian, double (*row)[2][6],
                          double *residual)
{
    sn_v3_sub(b->position, a->position, residual);
    if (!jacobian)
        return;
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 2; s++) {
            const Side *side = s ? b : a;
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
static void hinge_rows(const Side *a, const Side *b, bool jacobian, double (*row)[2][6],
                       double *residual)
{
    double z[3];
    column(b->axes, 2, z);
    for (int k = 0; k < 2; k++) {
        double axis[3], across[3];
        column(a->axes, k, across);
        residual[k] = sn_v3_dot(z, across);
        if (!jacobian)
            continue;
        sn_v3_cross(z, across, axis);
        rotation_row(a, -1, axis, row[k][0]);
        rotation_row(b, 1, axis, row[k][1]);
    }
}

/* Quaternion of b's frame in a's. */
static void relative_quaternion(const Side *a, const Side *b, double q[4])
{
    double transposed[9], relative[9];
    sn_m3_transpose(a->axes, transposed);
    sn_m3_mul(transposed, b->axes, relative);
    sn_q_from_m3(relative, q);
}

/* Three rows 2 vec(q) = 0, q the relative quaternion: dq = 1/2 (q d_b - d_a q). */
static void fixed_rows(const Side *a, const Side *b, bool jacobian, double (*row)[2][6],
                       double *residual)
{
    double q[4];
    relative_quaternion(a, b, q);
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
        frame_rotation_row(b, 1, axis, row[k][1]);
        for (int i = 0; i < 3; i++)
            axis[i] = q[0] * unit[i] - crossed[i];
        frame_rotation_row(a, -1, axis, row[k][0]);
    }
}

static double unwrap(double raw, double remembered)
{
    const double change = raw - remembered;
    return remembered + change - 2 * M_PI * rint(change / (2 * M_PI));
}

double sn_hinge_angle(const SnSystem *system, const double *q, const SnSystemJoint *joint,
                      double remembered)
{
    double pose[2][4];
    for (int s = 0; s < 2; s++) {
        const SnSystemFrame *frame = &system->frames[s ? joint->frame_b : joint->frame_a];
        if (frame->block < 0)
            sn_q_copy(frame->orientation, pose[s]);
        else
            sn_q_mul(q + system->blocks[frame->block].q + 3, frame->orientation, pose[s]);
    }
    sn_q_conj(pose[0], pose[0]);
    sn_q_mul(pose[0], pose[1], pose[0]);
    return unwrap(2 * atan2(pose[0][3], pose[0][0]), remembered);
}

/* Twist about z of the relative quaternion, theta = 2 atan2(z, w), within the limits. */
static void hinge_limits(const SnSystemJoint *joint, const Side *a, const Side *b,
                         double remembered, bool jacobian, double (*limit)[2][6], double *gap)
{
    double q[4];
    relative_quaternion(a, b, q);
    const double angle = unwrap(2 * atan2(q[3], q[0]), remembered);
    gap[0] = angle - joint->lower;
    gap[1] = joint->upper - angle;
    if (!jacobian)
        return;
    const double w = q[0], *v = q + 1, n = fmax(w * w + v[2] * v[2], 1e-12);
    double axis[3];
    sn_v3_set((-w * v[1] + v[2] * v[0]) / n, (w * v[0] + v[2] * v[1]) / n,
              (w * w + v[2] * v[2]) / n, axis);
    frame_rotation_row(b, 1, axis, limit[0][1]);
    frame_rotation_row(b, -1, axis, limit[1][1]);
    sn_v3_set((w * v[1] + v[2] * v[0]) / n, (-w * v[0] + v[2] * v[1]) / n,
              (w * w + v[2] * v[2]) / n, axis);
    frame_rotation_row(a, -1, axis, limit[0][0]);
    frame_rotation_row(a, 1, axis, limit[1][0]);
}

/* Angle between the two z axes, at most `upper`. */
static void swing_limit(const SnSystemJoint *joint, const Side *a, const Side *b, bool jacobian,
                        double (*limit)[2][6], double *gap)
{
    double za[3], zb[3], axis[3];
    column(a->axes, 2, za);
    column(b->axes, 2, zb);
    sn_v3_cross(za, zb, axis);
    const double sine = sn_v3_norm(axis);
    gap[0] = joint->upper - atan2(sine, sn_v3_dot(za, zb));
    if (!jacobian)
        return;
    sn_v3_scale(sine > 1e-9 ? 1 / sine : 0, axis, axis);
    rotation_row(a, 1, axis, limit[0][0]);
    rotation_row(b, -1, axis, limit[0][1]);
}

/* Distance of a point from the plane z = 0 or the extruded curve of frame a: n . (p - o), n moving
 * with frame a; its derivative is n . (motion of p - motion of a's material there). */
static double surface_row(const SnSystem *system, const SnWork *work, const double *q,
                          const SnSystemJoint *joint, const Side *a, bool jacobian,
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
    Side a, b;
    side_of(system, work, q, joint->frame_a, &a);
    if (joint->kind == SN_JOINT_PLANE || joint->kind == SN_JOINT_POLYLINE) {
        if (joint->one_sided)
            *rows.gap = surface_row(system, work, q, joint, &a, jacobian, *rows.limit);
        else
            *rows.residual = surface_row(system, work, q, joint, &a, jacobian, *rows.row);
        return;
    }
    side_of(system, work, q, joint->frame_b, &b);
    position_rows(&a, &b, jacobian, rows.row, rows.residual);
    if (joint->kind == SN_JOINT_HINGE)
        hinge_rows(&a, &b, jacobian, rows.row + 3, rows.residual + 3);
    if (joint->kind == SN_JOINT_FIXED)
        fixed_rows(&a, &b, jacobian, rows.row + 3, rows.residual + 3);
    if (joint->kind == SN_JOINT_HINGE && joint->limited)
        hinge_limits(joint, &a, &b, sn_state_turns_const(state)[joint->turns], jacobian, rows.limit,
                     rows.gap);
    if (joint->kind == SN_JOINT_SPHERICAL && joint->limited)
        swing_limit(joint, &a, &b, jacobian, rows.limit, rows.gap);
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
    sn_wide_rows(system, state, work, jacobian, rows);
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
    const int wide = i - (system->n_rows - system->n_wide_rows);
    if (wide >= 0)
        return sn_wide_row_rate(system, &system->wide_rows[wide],
                                rows->wide + system->wide_rows[wide].value, u);
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

double sn_limit_rate(const SnSystem *system, const SnRowValues *rows, int i, const double *u)
{
    const int wide = i - system->n_joint_limits;
    if (wide < 0)
        return sn_row_rate(system, &system->limits[i], rows->limit[i], u);
    return sn_wide_row_rate(system, &system->wide_limits[wide],
                            rows->wide_limit + system->wide_limits[wide].value, u);
}
