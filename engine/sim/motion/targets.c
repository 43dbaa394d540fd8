/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <string.h>

/* Velocity of a kinematic body's centre from the motion of its frame: v + w x (R c), w in body
 * axes. */
static void set_body_velocity(const SnBlock *block, const double move[6], double h, const double *q,
                              double *u)
{
    double w[3], turn[3];
    sn_v3_scale(1 / h, move + 3, w);
    sn_q_unrotate(q + 3, w, u + 3);
    sn_v3_cross(u + 3, block->center, turn);
    sn_q_rotate(q + 3, turn, turn);
    sn_v3_scale(1 / h, move, u);
    sn_v3_add(u, turn, u);
}

static void set_velocity(const SnBlock *block, const double move[6], double h, SnState *state)
{
    double *u = sn_state_u(state) + block->u;
    if (block->kind == SN_BLOCK_BODY)
        set_body_velocity(block, move, h, sn_state_q(state) + block->q, u);
    else if (block->kind == SN_BLOCK_POINT)
        sn_v3_scale(1 / h, move, u);
}

void sn_targets_begin(const SnSystem *system, const double *poses, const double *velocities,
                      double h, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const int first = system->n_active + system->n_attached;
    for (int i = first; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double *move = work->motion.target_move[i - first];
        memset(move, 0, 6 * sizeof *move);
        if (block->target < 0) { /* it stays */
            memset(sn_state_u(state) + block->u, 0, (size_t)block->n * sizeof(double));
            continue;
        }
        const double *target = poses + block->target;
        const double *velocity = velocities + block->target;
        const double *last = sn_state_targets(state) + block->memory;
        sn_v3_sub(target, last, move);
        if (block->kind == SN_BLOCK_BODY) {
            /* turn = exp(h w) (target last*): what the target turned, then its velocity */
            double now[4], before[4], spin[3], carried[4], turn[4];
            sn_q_copy(target + 3, now);
            sn_q_normalize(now);
            sn_q_conj(last + 3, before);
            sn_q_mul(now, before, turn);
            sn_v3_scale(h, velocity + 10, spin);
            sn_q_exp(spin, carried);
            sn_q_mul(carried, turn, turn);
            sn_q_log(turn, move + 3);
            sn_v3_axpy(h, velocity + 7, move);
        } else {
            sn_v3_axpy(h, velocity + 3, move);
        }
        set_velocity(block, move, h, state);
    }
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
}

void sn_targets_move(const SnSystem *system, double h, double fraction, SnState *state,
                     const SnWorkspace *work)
{
    assert(!work || work->system == system);
    const int first = system->n_active + system->n_attached;
    for (int i = first; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->target < 0)
            continue;
        const double *move = work->motion.target_move[i - first];
        double *q = sn_state_q(state) + block->q;
        if (block->kind == SN_BLOCK_BODY) {
            double arm[3], turn[3], dq[4];
            sn_q_rotate(q + 3, block->center, arm);
            sn_v3_sub(q, arm, q);
            sn_v3_scale(fraction, move + 3, turn);
            sn_q_exp(turn, dq);
            sn_q_mul(dq, q + 3, q + 3);
            sn_q_normalize(q + 3);
            sn_q_rotate(q + 3, block->center, arm);
            sn_v3_add(q, arm, q);
        }
        sn_v3_axpy(fraction, move, q);
        set_velocity(block, move, h, state);
    }
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
}

void sn_targets_end(const SnSystem *system, const double *inputs, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    for (int i = system->n_active + system->n_attached; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->target < 0)
            continue;
        double *last = sn_state_targets(state) + block->memory;
        sn_v3_copy(inputs + block->target, last);
        if (block->kind == SN_BLOCK_BODY) {
            sn_q_copy(inputs + block->target + 3, last + 3);
            sn_q_normalize(last + 3);
        }
    }
}
