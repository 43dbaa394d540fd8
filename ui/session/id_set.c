/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/id_set.h"

guint sn_id_hash(gconstpointer id)
{
    const SnId *key = id;
    return (key->index * 2654435761u) ^ (key->generation * 40503u) ^ (key->entry * 2246822519u);
}

gboolean sn_id_same(gconstpointer a, gconstpointer b)
{
    const SnId *first = a, *second = b;
    return sn_id_equal(*first, *second);
}

/* Components by their slot: at most one generation of a slot is alive, so one number says all.
 * Entries of arrays, which are many to a slot and few in a selection, by hash. */
struct SnIdSet {
    GArray *generations; /* of uint64_t by slot: generation + 1, 0: not in the set */
    GHashTable *entries; /* SnId, owned */
};

SnIdSet *sn_id_set_new(void)
{
    SnIdSet *set = g_new0(SnIdSet, 1);
    set->generations = g_array_new(FALSE, TRUE, sizeof(uint64_t));
    set->entries = g_hash_table_new_full(sn_id_hash, sn_id_same, g_free, NULL);
    return set;
}

void sn_id_set_free(SnIdSet *set)
{
    g_array_unref(set->generations);
    g_hash_table_unref(set->entries);
    g_free(set);
}

void sn_id_set_clear(SnIdSet *set)
{
    g_array_set_size(set->generations, 0);
    g_hash_table_remove_all(set->entries);
}

void sn_id_set_add(SnIdSet *set, SnId id)
{
    if (id.entry != 0) {
        g_hash_table_add(set->entries, g_memdup2(&id, sizeof id));
    } else if (!sn_id_is_null(id)) {
        if (set->generations->len <= id.index)
            g_array_set_size(set->generations, id.index + 1); /* clears what it adds */
        g_array_index(set->generations, uint64_t, id.index) = (uint64_t)id.generation + 1;
    }
}

void sn_id_set_remove(SnIdSet *set, SnId id)
{
    if (id.entry != 0)
        g_hash_table_remove(set->entries, &id);
    else if (sn_id_set_contains(set, id))
        g_array_index(set->generations, uint64_t, id.index) = 0;
}

bool sn_id_set_contains(const SnIdSet *set, SnId id)
{
    if (id.entry != 0)
        return g_hash_table_contains(set->entries, &id);
    return id.index < set->generations->len && !sn_id_is_null(id) &&
           g_array_index(set->generations, uint64_t, id.index) == (uint64_t)id.generation + 1;
}
