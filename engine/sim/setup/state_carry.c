/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/state.h"

#include "engine/base/vec.h"
#include "engine/sim/bind/control.h"
#include "engine/sim/setup/strand_carry.h"
#include "engine/sim/system/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Places the arrays one after another; returns the count of numbers. */
static int place(const SnSystem *system, SnState *state)
{
    const int sizes[] = {system->n_q,        system->n_u,      system->n_activations,
                         system->n_rows,     system->n_limits, system->n_turns,
                         system->n_targets,  system->n_u,      system->n_history,
                         system->n_fems > 0, system->n_memory, system->n_strand_state};
    int *const offsets[] = {
        &state->q,       &state->u,       &state->activation, &state->lambda,
        &state->z,       &state->turns,   &state->targets,    &state->acceleration,
        &state->history, &state->caution, &state->memory,     &state->strands};
    int total = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *offsets[i] = total;
        total += sizes[i];
    }
    state->n_q = system->n_q, state->n_u = system->n_u;
    state->n_activation = system->n_activations;
    state->n_caution = system->n_fems > 0;
    state->n_lambda = system->n_rows, state->n_z = system->n_limits;
    state->n_turns = system->n_turns, state->n_targets = system->n_targets;
    state->n_history = system->n_history;
    state->n_memory = system->n_memory;
    state->n_strands = system->n_strand_state;
    if (state->n_strands == 0)
        state->strands = 0; /* models without strands keep their hashes */
    return total;
}

SnState *sn_state_new(const SnSystem *system)
{
    SnState head;
    memset(&head, 0, sizeof head); /* padding counts for the hash */
    const int total = place(system, &head);
    head.size = sizeof head + (size_t)total * sizeof(double);
    SnState *state = calloc(1, head.size);
    memcpy(state, &head, sizeof head);
    memcpy(sn_state_q(state), system->q0, (size_t)system->n_q * sizeof(double));
    memcpy(sn_state_u(state), system->u0, (size_t)system->n_u * sizeof(double));
    if (system->activation0)
        memcpy(sn_state_activation(state), system->activation0,
               (size_t)system->n_activations * sizeof(double));
    if (system->strand0)
        memcpy(sn_state_strands(state), system->strand0,
               (size_t)system->n_strand_state * sizeof(double));
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->memory >= 0 && block->kind == SN_BLOCK_BODY)
            sn_state_targets(state)[block->memory + 3] = 1;
    }
    sn_fem_rest_states(system, state);
    return state;
}

SnState *sn_state_copy(const SnState *state)
{
    SnState *copy = malloc(state->size);
    memcpy(copy, state, state->size);
    return copy;
}

uint64_t sn_state_hash(const SnState *state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < state->size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* --- carrying over to a system compiled anew --- */

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

/* Bodies and particles; nodes go with their fems. */
static void carry_blocks(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_blocks; i++) {
        const SnBlock *block = &to_system->blocks[i];
        const int k = block->id.entry != 0 ? -1 : sn_system_index(from_system, block->id);
        if (k >= 0 && k < from_system->n_blocks && from_system->blocks[k].kind == block->kind &&
            sn_id_equal(from_system->blocks[k].id, block->id))
            sn_carry_block(&from_system->blocks[k], from, block, to);
    }
}

static void carry_joints(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_joints; i++) {
        const SnSystemJoint *joint = &to_system->joints[i];
        const int k = sn_system_index(from_system, joint->id);
        if (k < 0 || k >= from_system->n_joints || from_system->joints[k].class != joint->class)
            continue;
        const SnSystemJoint *old = &from_system->joints[k];
        if (old->n_rows == joint->n_rows)
            for (int r = 0; r < joint->n_rows; r++)
                sn_state_lambda(to)[joint->row + r] = sn_state_lambda_const(from)[old->row + r];
        if (old->n_limits == joint->n_limits)
            for (int r = 0; r < joint->n_limits; r++)
                sn_state_z(to)[joint->limit + r] = sn_state_z_const(from)[old->limit + r];
        for (int r = 0; r < joint->n_turns; r++)
            sn_state_turns(to)[joint->turns + r] = sn_state_turns_const(from)[old->turns + r];
    }
}

/* What controllers and monitors that are in both remember. */
static void carry_memory(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_controllers; i++) {
        const int k = sn_system_index(from_system, to_system->controllers[i].id);
        if (k >= 0)
            memcpy(sn_state_memory(to) + to_system->controllers[i].memory,
                   sn_state_memory_const(from) + from_system->controllers[k].memory,
                   SN_CONTROLLER_MEMORY * sizeof(double));
    }
    for (int i = 0; i < to_system->n_monitors; i++) {
        const int k = sn_system_index(from_system, to_system->monitors[i].id);
        if (k >= 0)
            memcpy(sn_state_memory(to) + to_system->monitors[i].memory,
                   sn_state_memory_const(from) + from_system->monitors[k].memory,
                   SN_MONITOR_MEMORY * sizeof(double));
    }
}

void sn_state_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to)
{
    to->step = from->step, to->time = from->time, to->active = from->active;
    if (from->n_caution && to->n_caution)
        to->data[to->caution] = from->data[from->caution];
    carry_blocks(from_system, from, to_system, to);
    carry_joints(from_system, from, to_system, to);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->carry)
            (*force)->carry(from_system, from, to_system, to);
    carry_memory(from_system, from, to_system, to);
    sn_attachments_follow(to_system, sn_state_q(to), sn_state_u(to));
    sn_carry_turns(from_system, from, to_system, to);
}
