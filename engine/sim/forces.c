/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applied forces and the implicit matrix M-hat = M - d D - k K, D = df/du, K = df/dq with q varied
 * by (world displacement, rotation in body axes).  Gyroscopic moments are not here: the free drift
 * carries them exactly (drift.c), Runge-Kutta adds them itself.  At fixed velocities of the active
 * blocks those of attached ones turn with their masters; what dampers make of that is left out of
 * K. */
#include "engine/base/vec.h"
#include "engine/sim/rod_force.h"
#include "engine/sim/spline.h"
#include "engine/sim/strand_work.h"

#include <string.h>

void sn_add_force(const SnSystem *system, const SnWork *work, int block, const double local[3],
                  const double force[3], double *f)
{
    const SnBlock *b = &system->blocks[block];
    sn_v3_add(f + b->u, force, f + b->u);
    if (b->kind == SN_BLOCK_BODY) {
        double in_body[3], moment[3];
        sn_m3_tmul_v3(work->rotation[block], force, in_body);
        sn_v3_cross(local, in_body, moment);
        sn_v3_add(f + b->u + 3, moment, f + b->u + 3);
    }
}

void sn_pair_add(const SnSystem *system, SnWork *work, int pair, int r, int c, const double *values)
{
    if (pair < 0)
        return;
    const int nr = system->blocks[r].n, nc = system->blocks[c].n;
    double *target = work->pair + system->pair_value[pair];
    if (r == c) {
        for (int i = 0; i < nr; i++)
            for (int j = 0; j < nc; j++)
                target[nc * i + j] += 0.5 * (values[nc * i + j] + values[nc * j + i]);
    } else if (system->pair_row[pair] == r) {
        for (int i = 0; i < nr * nc; i++)
            target[i] += values[i];
    } else {
        for (int i = 0; i < nr; i++)
            for (int j = 0; j < nc; j++)
                target[nr * j + i] += values[nc * i + j];
    }
}

/* --- mass, gravity, damping of the blocks --- */

/* Of blocks that are no masses of their own: damping. */
static void place_forces(const SnSystem *system, const double *u, SnWork *work, bool matrix,
                         double d, int number)
{
    const SnBlock *block = &system->blocks[number];
    const int diagonal = sn_diagonal_pair(system, number);
    for (int k = 0; k < block->n; k++) {
        work->force[block->u + k] = -block->damping * u[block->u + k];
        work->explicit_force[block->u + k] = 0;
        if (matrix && diagonal >= 0)
            work->pair[system->pair_value[diagonal] + (block->n + 1) * k] = d * block->damping;
    }
}

static void block_forces(const SnSystem *system, const SnState *state, SnWork *work, bool matrix,
                         double d)
{
    const double *u = sn_state_u_const(state);
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double *force = work->force + block->u, *start = work->explicit_force + block->u;
        if (!sn_block_has_mass(block)) {
            place_forces(system, u, work, matrix, d, i);
            continue;
        }
        sn_v3_scale(block->mass, block->gravity, force);
        sn_v3_copy(force, start);
        sn_v3_axpy(-block->damping, u + block->u, force);
        if (block->kind == SN_BLOCK_BODY) {
            sn_v3_scale(-block->rotary_damping, u + block->u + 3, force + 3);
            sn_v3_set(0, 0, 0, start + 3);
        }
        const int diagonal = sn_diagonal_pair(system, i);
        if (!matrix || diagonal < 0)
            continue;
        double *pair = work->pair + system->pair_value[diagonal];
        for (int k = 0; k < 3; k++)
            pair[(block->n + 1) * k] = block->mass + d * block->damping;
        if (block->kind == SN_BLOCK_BODY)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    pair[6 * (3 + r) + 3 + c] =
                        block->inertia[3 * r + c] + (r == c ? d * block->rotary_damping : 0);
    }
}

/* A force fixed in the world at a point of a body: its moment turns with the body,
 * d (l x R'F) = [l][R'F] d theta. */
static void turning_force(const SnSystem *system, SnWork *work, int block, const double local[3],
                          const double force[3], double k)
{
    if (system->blocks[block].kind != SN_BLOCK_BODY)
        return;
    double in_body[3], arm[9], cross[9], product[9], values[36] = {0};
    sn_m3_tmul_v3(work->rotation[block], force, in_body);
    sn_m3_cross(local, arm);
    sn_m3_cross(in_body, cross);
    sn_m3_mul(arm, cross, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            values[6 * (3 + r) + 3 + c] = -k * product[3 * r + c];
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

/* --- loads --- */

static void load_forces(const SnSystem *system, const double *inputs, SnWork *work, bool matrix,
                        double k)
{
    for (int i = 0; i < system->n_loads; i++) {
        const SnSystemLoad *load = &system->loads[i];
        double force[6] = {0};
        for (int j = 0; j < (load->point >= 0 ? 3 : 6); j++)
            force[j] = load->share * inputs[load->force + j];
        if (load->point >= 0) {
            const SnSystemPoint *point = &system->points[load->point];
            if (point->block < 0)
                continue;
            sn_add_force(system, work, point->block, point->local, force, work->force);
            sn_add_force(system, work, point->block, point->local, force, work->explicit_force);
            if (matrix && k != 0 && !work->filtered)
                turning_force(system, work, point->block, point->local, force, k);
        } else if (load->block >= 0) {
            const SnBlock *block = &system->blocks[load->block];
            const double center[3] = {0};
            double moment[3];
            sn_add_force(system, work, load->block, center, force, work->force);
            sn_add_force(system, work, load->block, center, force, work->explicit_force);
            if (block->kind != SN_BLOCK_BODY)
                continue;
            sn_m3_tmul_v3(work->rotation[load->block], force + 3, moment);
            sn_v3_add(work->force + block->u + 3, moment, work->force + block->u + 3);
            sn_v3_add(work->explicit_force + block->u + 3, moment,
                      work->explicit_force + block->u + 3);
            /* d (R'm) = [R'm] d theta is antisymmetric: nothing for M-hat */
        }
    }
}

/* --- the hand: force at a point of a block towards a fixed target --- */

/* J' S J with J = (I, -R[l]) added to the block's pair, S = s I. */
static void add_point_stiffness(const SnSystem *system, SnWork *work, int block,
                                const double local[3], double s)
{
    const int n = system->blocks[block].n;
    double jacobian[18] = {0}, values[36] = {0};
    for (int i = 0; i < 3; i++)
        jacobian[n * i + i] = 1;
    if (n == 6) {
        double cross[9], turn[9];
        sn_m3_cross(local, cross);
        sn_m3_mul(work->rotation[block], cross, turn);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                jacobian[6 * r + 3 + c] = -turn[3 * r + c];
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            for (int i = 0; i < 3; i++)
                values[n * r + c] += s * jacobian[n * i + r] * jacobian[n * i + c];
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

/* The point's velocity turns with the body: d (-c v) = c R [w x l] d theta. */
static void add_turning_velocity(const SnSystem *system, SnWork *work, int block,
                                 const double local[3], const double w[3], double scaled)
{
    if (system->blocks[block].kind != SN_BLOCK_BODY)
        return;
    double spin[3], cross[9], arm[9], linear[9], angular[9], values[36] = {0};
    sn_v3_cross(w, local, spin);
    sn_m3_cross(spin, cross);
    sn_m3_mul(work->rotation[block], cross, linear);
    sn_m3_cross(local, arm);
    sn_m3_mul(arm, cross, angular);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            values[6 * r + 3 + c] = -scaled * linear[3 * r + c];
            values[6 * (3 + r) + 3 + c] = -scaled * angular[3 * r + c];
        }
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

static void pull_force(const SnSystem *system, const SnState *state, SnWork *work, bool matrix,
                       double d, double k)
{
    const int number = work->pull_block;
    if (number < 0 || sn_is_kinematic(system, number))
        return;
    const SnBlock *block = &system->blocks[number];
    const double *q = sn_state_q_const(state) + block->q, *u = sn_state_u_const(state) + block->u;
    double p[3], v[3], spring[3], force[3];
    sn_v3_copy(q, p);
    sn_v3_copy(u, v);
    if (block->kind == SN_BLOCK_BODY) {
        double turn[3];
        sn_pose_point(q, q + 3, work->pull_local, p);
        sn_v3_cross(u + 3, work->pull_local, turn);
        sn_m3_mul_v3(work->rotation[number], turn, turn);
        sn_v3_add(v, turn, v);
    }
    sn_v3_sub(work->pull_target, p, spring);
    sn_v3_scale(work->pull_stiffness, spring, spring);
    sn_v3_copy(spring, force);
    sn_v3_axpy(-work->pull_damping, v, force);
    sn_add_force(system, work, number, work->pull_local, force, work->force);
    sn_add_force(system, work, number, work->pull_local, spring, work->explicit_force);
    if (matrix && (d != 0 || k != 0)) {
        add_point_stiffness(system, work, number, work->pull_local,
                            d * work->pull_damping + k * work->pull_stiffness);
        if (!work->filtered) {
            turning_force(system, work, number, work->pull_local, force, k);
            add_turning_velocity(system, work, number, work->pull_local, u + 3,
                                 k * work->pull_damping);
        }
    }
}

/* --- joints: the forces along position rows fixed in the world, on points of bodies --- */

static void joint_turning(const SnSystem *system, const SnState *state, SnWork *work, double k)
{
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        if (!joint->enabled || !sn_joint_pins_point(joint->class))
            continue; /* rows that turn with a are left out */
        const double *force = sn_state_lambda_const(state) + joint->row;
        for (int s = 0; s < 2; s++) {
            const SnSystemFrame *frame = &system->frames[s ? joint->frame_b : joint->frame_a];
            double on_side[3];
            sn_v3_scale(s ? 1 : -1, force, on_side);
            if (frame->block >= 0)
                turning_force(system, work, frame->block, frame->position, on_side, k);
        }
    }
}

/* --- attachments: a point on a body turns the force on it --- */

typedef struct Turning {
    const SnSystem *system;
    SnWork *work;
    const SnState *state;
    double k;
} Turning;

/* Along the guide or surface, and with the body that this is fixed to. */
static void turn_with_place(const Turning *t, int number, const double force[3])
{
    const SnSystemAttachment *a = &t->system->attachments[number];
    const bool guide = a->kind == SN_ATTACH_POINT_TO_GUIDE;
    const int carrier = !guide                              ? t->system->surfaces[a->place].carrier
                        : t->system->guides[a->place].rigid ? t->system->guides[a->place].carrier
                                                            : -1;
    sn_attachment_place_stiffness(t->system, t->state, t->work, number, force, t->k);
    if (carrier < 0)
        return;
    const double *body = sn_state_q_const(t->state) + t->system->blocks[carrier].q;
    const double *x = sn_state_q_const(t->state) + t->system->blocks[a->block].q;
    double arm[3];
    sn_pose_inverse_point(body, body + 3, x, arm);
    turning_force(t->system, t->work, carrier, arm, force, t->k);
}

static void turn_with_master(void *data, int number, const double force[6])
{
    const Turning *t = data;
    const SnSystemAttachment *a = &t->system->attachments[number];
    if (a->kind == SN_ATTACH_POINT_TO_BODY || a->kind == SN_ATTACH_BODY_TO_BODY)
        turning_force(t->system, t->work, t->system->attachment_master[a->first], a->local, force,
                      t->k);
    else if (a->kind == SN_ATTACH_POINT_TO_GUIDE || a->kind == SN_ATTACH_POINT_TO_SURFACE)
        turn_with_place(t, number, force);
    else if (a->kind == SN_ATTACH_BODY_TO_POINTS)
        sn_attachment_polar_stiffness(t->system, t->state, t->work, number, force, t->k);
}

static void attachment_stiffness(const SnSystem *system, const SnState *state, SnWork *work,
                                 double k)
{
    Turning turning = {system, work, state, k};
    if (system->n_attachments == 0 || k == 0 || work->filtered)
        return;
    memcpy(work->bias, work->force, (size_t)system->n_u * sizeof(double));
    sn_attachments_pass(system, sn_state_q_const(state), work, work->bias, turn_with_master,
                        &turning);
}

void sn_forces(const SnSystem *system, const double *inputs, const SnState *state, SnWork *work,
               bool matrix, double d, double k)
{
    if (matrix)
        memset(work->pair, 0, (size_t)system->n_pair_values * sizeof(double));
    block_forces(system, state, work, matrix, d);
    load_forces(system, inputs, work, matrix, k);
    sn_path_forces(system, inputs, state, work, matrix, d, k);
    sn_frame_spring_forces(system, state, work, matrix, d, k);
    sn_joint_forces(system, state, work, matrix, d, k);
    sn_rod_forces(system, state, work, matrix, d, k);
    sn_strand_forces(system, state, work, matrix, d, k);
    sn_spline_forces(system, state, work, matrix, d, k);
    pull_force(system, state, work, matrix, d, k);
    sn_phase_end(work, SN_PHASE_FORCES);
    sn_fem_forces(system, state, work, matrix, d, k);
    if (matrix) {
        if (work->turning_rows && !work->filtered)
            joint_turning(system, state, work, k);
        attachment_stiffness(system, state, work, k);
        sn_reduce_matrix(system, work);
    }
}

void sn_pair_multiply(const SnSystem *system, const SnWork *work, const double *x, double *y)
{
    memset(y, 0, (size_t)system->n_u_active * sizeof(double));
    for (int p = 0; p < system->n_pairs; p++) {
        const SnBlock *row = &system->blocks[system->pair_row[p]];
        const SnBlock *column = &system->blocks[system->pair_column[p]];
        const double *value = work->pair + system->pair_value[p];
        const bool mirror = row != column;
        for (int r = 0; r < row->n; r++)
            for (int c = 0; c < column->n; c++) {
                y[row->u + r] += value[column->n * r + c] * x[column->u + c];
                if (mirror)
                    y[column->u + c] += value[column->n * r + c] * x[row->u + r];
            }
    }
}
