/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/check.h"

#include <math.h>

typedef struct Part {
    const char *name;
    int n, of_system, offset; /* `n` as the state has it, and as the system wants it */
} Part;

static bool check_parts(SnWalk *check, const SnState *state, const Part *parts, int n)
{
    int end = 0;
    bool good = true;
    for (int i = 0; good && i < n; i++) {
        const Part *part = &parts[i];
        if (part->n != part->of_system)
            return sn_check_fail(check, part->name, -1, "%d numbers, the system has %d", part->n,
                                 part->of_system);
        if (part->n > 0 && part->offset != end)
            return sn_check_fail(check, part->name, -1, "begins at %d, not at %d", part->offset,
                                 end);
        end += part->n;
    }
    const size_t size = sizeof *state + (size_t)end * sizeof(double);
    if (state->size != size)
        return sn_check_fail(check, "state.size", -1, "%zu bytes, the parts take %zu", state->size,
                             size);
    for (int i = 0; good && i < n; i++)
        good = sn_check_finite(check, parts[i].name, parts[i].n, state->data + parts[i].offset);
    return good;
}

SnFault sn_state_check(const SnSystem *s, const SnState *state)
{
    SnWalk check = {.system = s};
    const Part parts[] = {
        {"state.q", state->n_q, s->n_q, state->q},
        {"state.u", state->n_u, s->n_u, state->u},
        {"state.activation", state->n_activation, s->state.n_activations, state->activation},
        {"state.lambda", state->n_lambda, s->rows.n, state->lambda},
        {"state.z", state->n_z, s->rows.n_limits + sn_contacts_kept(&s->contacts), state->z},
        {"state.turns", state->n_turns, s->state.n_turns, state->turns},
        {"state.targets", state->n_targets, s->state.n_targets, state->targets},
        {"state.acceleration", state->n_u, s->n_u, state->acceleration},
        {"state.history", state->n_history, s->state.n_history, state->history},
        {"state.caution", state->n_fallback, s->fems.n > 0, state->fallback},
        {"state.memory", state->n_memory, s->state.n_memory, state->memory},
        {"state.strands", state->n_strands, s->state.n_strands, state->strands},
        {"state.parts", state->n_parts, SN_N_PARTS, state->parts},
    };
    bool good =
        check_parts(&check, state, parts, (int)(sizeof parts / sizeof *parts)) &&
        sn_check_that(&check, isfinite(state->time), "state.time", -1, "not a finite number");
    for (int i = 0; good && i < s->n_blocks; i++)
        if (s->blocks[i].kind == SN_BLOCK_BODY)
            good = sn_check_unit(&check, "state.q of block", i,
                                 sn_state_q_const(state) + s->blocks[i].q + 3);
    check.fault.time = isfinite(state->time) ? state->time : 0;
    return check.fault;
}
