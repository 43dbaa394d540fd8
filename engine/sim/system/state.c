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

static uint64_t hash_bytes(uint64_t hash, const void *from, size_t n)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

uint64_t sn_state_hash(const SnState *state)
{
    /* that a value was set, as it may be to what it was, is no other state */
    const double *known = sn_state_parts_const(state) + SN_PARTS_KNOWN, plain = *known != 0;
    const size_t before = (size_t)((const char *)known - (const char *)state);
    const size_t behind = before + sizeof *known;
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, state, before);
    hash = hash_bytes(hash, &plain, sizeof plain);
    return hash_bytes(hash, (const char *)state + behind, state->size - behind);
}
