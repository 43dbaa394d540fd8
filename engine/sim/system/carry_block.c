/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pose and velocity of a block taken over from another system. */
#include "engine/base/vec.h"
#include "engine/sim/system/state.h"

#include <string.h>

/* Moves one body's pose and velocity by way of its component frame. */
static void carry_body(const SnBlock *from, const double *q, const double *u, const SnBlock *to,
                       double *to_q, double *to_u)
{
    double shift[3], arm[3];
    sn_v3_sub(to->center, from->center, shift);
    if (sn_v3_norm(shift) == 0) { /* bit by bit: adding 0 would lose the sign of -0 */
        memcpy(to_q, q, 7 * sizeof *q);
        memcpy(to_u, u, 6 * sizeof *u);
        return;
    }
    sn_q_rotate(q + 3, shift, arm);
    sn_v3_add(q, arm, to_q);
    sn_q_copy(q + 3, to_q + 3);
    double turn[3];
    sn_v3_cross(u + 3, shift, turn);
    sn_q_rotate(q + 3, turn, turn);
    sn_v3_add(u, turn, to_u);
    sn_v3_copy(u + 3, to_u + 3);
}

void sn_carry_block(const SnBlock *old, const SnState *from, const SnBlock *block, SnState *to)
{
    const double *q = sn_state_q_const(from) + old->q, *u = sn_state_u_const(from) + old->u;
    double *to_q = sn_state_q(to) + block->q, *to_u = sn_state_u(to) + block->u;
    if (block->kind == SN_BLOCK_BODY) {
        carry_body(old, q, u, block, to_q, to_u);
    } else {
        memcpy(to_q, q, (size_t)sn_block_n_q(block) * sizeof *q);
        memcpy(to_u, u, (size_t)block->n * sizeof *u);
    }
    if (block->memory >= 0 && old->memory >= 0)
        memcpy(sn_state_targets(to) + block->memory, from->data + from->targets + old->memory,
               (block->kind == SN_BLOCK_BODY ? 7 : 3) * sizeof(double));
    memcpy(sn_state_acceleration(to) + block->u, sn_state_acceleration_const(from) + old->u,
           (size_t)block->n * sizeof(double));
}
