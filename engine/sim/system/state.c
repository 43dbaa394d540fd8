/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/state.h"

#include "engine/base/memory.h"

#include <string.h>

SnState *sn_state_copy(const SnState *state)
{
    SnState *copy = sn_alloc(1, state->size);
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
