/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start state of a system. */
#include "engine/base/memory.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/system/workspace.h"

#include <stdlib.h>
#include <string.h>

/* Places the arrays one after another; returns the count of numbers. */
static int layout_state(const SnSystem *system, SnState *state)
{
    const int sizes[] = {system->n_q,
                         system->n_u,
                         system->state.n_activations,
                         system->rows.n,
                         system->rows.n_limits + sn_contacts_kept(&system->contacts),
                         system->state.n_turns,
                         system->state.n_targets,
                         system->n_u,
                         system->state.n_history,
                         system->fems.n > 0,
                         system->state.n_memory,
                         system->state.n_strands,
                         SN_N_PARTS};
    int *const offsets[] = {
        &state->q,      &state->u,       &state->activation,   &state->lambda,  &state->z,
        &state->turns,  &state->targets, &state->acceleration, &state->history, &state->fallback,
        &state->memory, &state->strands, &state->parts};
    int total = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *offsets[i] = total;
        total += sizes[i];
    }
    state->n_q = system->n_q, state->n_u = system->n_u;
    state->n_activation = system->state.n_activations;
    state->n_fallback = system->fems.n > 0;
    state->n_lambda = system->rows.n, state->n_z = sizes[4];
    state->n_turns = system->state.n_turns, state->n_targets = system->state.n_targets;
    state->n_history = system->state.n_history;
    state->n_memory = system->state.n_memory;
    state->n_strands = system->state.n_strands;
    state->n_parts = SN_N_PARTS;
    if (state->n_strands == 0)
        state->strands = 0; /* models without strands keep their hashes */
    return total;
}

SnState *sn_state_new(const SnSystem *system)
{
    SnState head;
    memset(&head, 0, sizeof head); /* padding counts for the hash */
    const int total = layout_state(system, &head);
    head.size = sizeof head + (size_t)total * sizeof(double);
    SnState *state = sn_alloc(1, head.size);
    memcpy(state, &head, sizeof head);
    memcpy(sn_state_q(state), system->q0, (size_t)system->n_q * sizeof(double));
    memcpy(sn_state_u(state), system->u0, (size_t)system->n_u * sizeof(double));
    if (system->state.activation0)
        memcpy(sn_state_activation(state), system->state.activation0,
               (size_t)system->state.n_activations * sizeof(double));
    if (system->state.strand0)
        memcpy(sn_state_strands(state), system->state.strand0,
               (size_t)system->state.n_strands * sizeof(double));
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->memory >= 0 && block->kind == SN_BLOCK_BODY)
            sn_state_targets(state)[block->memory + 3] = 1;
    }
    sn_fem_rest_states(system, state);
    return state;
}
