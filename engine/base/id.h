/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_BASE_ID_H
#define SN_BASE_ID_H

#include <stdbool.h>
#include <stdint.h>

/* Stable handle of a component, or of one entry in one of its arrays (a node, a knot, a polyline
 * point).  Index 0 is null.  The generation tells a living component from a deleted one whose slot
 * was used again; the edit layer never reuses a slot while its undo log holds the old component. */
typedef struct SnId {
    uint32_t index;
    uint32_t generation;
    uint32_t entry; /* 0: the component itself, else sn_entry(array, index) */
} SnId;

#define SN_ID_NULL ((SnId){0, 0, 0})

/* Packs number `array` (0..14) of a class and entry `index` (below 2^28) into SnId.entry. */
static inline uint32_t sn_entry(unsigned array, uint32_t index)
{
    return ((uint32_t)(array + 1) << 28) | (index & 0x0fffffffu);
}

/* Number of the array, -1 for the component itself. */
static inline int sn_id_array(SnId id)
{
    return (int)(id.entry >> 28) - 1;
}

static inline uint32_t sn_id_entry_index(SnId id)
{
    return id.entry & 0x0fffffffu;
}

static inline bool sn_id_is_null(SnId id)
{
    return id.index == 0;
}

static inline bool sn_id_equal(SnId a, SnId b)
{
    return a.index == b.index && a.generation == b.generation && a.entry == b.entry;
}

/* The component an entry belongs to. */
static inline SnId sn_id_component(SnId id)
{
    id.entry = 0;
    return id;
}

static inline SnId sn_id_of_entry(SnId component, unsigned array, uint32_t index)
{
    component.entry = sn_entry(array, index);
    return component;
}

#endif
