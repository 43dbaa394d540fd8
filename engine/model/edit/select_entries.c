/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/select_entries.h"

#include <string.h>

static GArray *new_ids(void)
{
    return g_array_new(FALSE, FALSE, sizeof(SnId));
}

/* Whether it is an entry that is there. */
static bool is_entry(const SnModel *model, SnId id)
{
    return id.entry != 0 && sn_model_object(model, id);
}

static bool in_array(SnId id, SnId first)
{
    return id.index == first.index && sn_id_array(id) == sn_id_array(first);
}

/* The arrays that given entries are in, as their components' ids with entry 0 of the array; each
 * once, in the order given. */
static GArray *arrays_of(const SnModel *model, const SnId *ids, int n)
{
    GArray *arrays = new_ids();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (int i = 0; i < n; i++) {
        if (!is_entry(model, ids[i]))
            continue;
        const SnId first = sn_id_of_entry(ids[i], (unsigned)sn_id_array(ids[i]), 0);
        gint64 *key = g_new(gint64, 1);
        *key = ((gint64)first.index << 32) | first.entry;
        if (g_hash_table_add(known, key))
            g_array_append_val(arrays, first);
    }
    return arrays;
}

static int count_of(const SnModel *model, SnId array)
{
    return sn_component_array(sn_model_get(model, array), sn_id_array(array))->n;
}

/* --- all of them, and the others --- */

GArray *sn_select_all_entries(const SnModel *model, const SnId *ids, int n)
{
    GArray *found = new_ids();
    g_autoptr(GArray) arrays = arrays_of(model, ids, n);
    for (guint a = 0; a < arrays->len; a++) {
        const SnId first = g_array_index(arrays, SnId, a);
        for (int i = 0; i < count_of(model, first); i++) {
            const SnId id = sn_id_of_entry(first, (unsigned)sn_id_array(first), (uint32_t)i);
            g_array_append_val(found, id);
        }
    }
    return found;
}

GArray *sn_select_other_entries(const SnModel *model, const SnId *ids, int n)
{
    GArray *found = new_ids();
    g_autoptr(GArray) arrays = arrays_of(model, ids, n);
    for (guint a = 0; a < arrays->len; a++) {
        const SnId first = g_array_index(arrays, SnId, a);
        const int count = count_of(model, first);
        g_autofree bool *given = g_new0(bool, count);
        for (int i = 0; i < n; i++)
            if (is_entry(model, ids[i]) && in_array(ids[i], first))
                given[sn_id_entry_index(ids[i])] = true;
        for (int i = 0; i < count; i++) {
            const SnId id = sn_id_of_entry(first, (unsigned)sn_id_array(first), (uint32_t)i);
            if (!given[i])
                g_array_append_val(found, id);
        }
    }
    return found;
}

/* --- those alike --- */

/* Flags, kinds and numbers of an entry that are no amounts: "1 0 3". */
static char *kind_of(const SnArrayRow *row, const void *entry)
{
    GString *kind = g_string_new(NULL);
    for (int i = 0; i < row->n_properties; i++) {
        const SnProperty *property = &row->properties[i];
        const char *field = (const char *)entry + property->offset;
        if (property->kind == SN_RESULT)
            continue;
        if (property->type == SN_TYPE_BOOL)
            g_string_append_printf(kind, "%d ", *(const bool *)field);
        else if (property->type == SN_TYPE_ENUM || property->type == SN_TYPE_INT)
            g_string_append_printf(kind, "%d ", *(const int32_t *)(const void *)field);
    }
    return g_string_free(kind, FALSE);
}

GArray *sn_select_similar_entries(const SnModel *model, const SnId *ids, int n)
{
    GArray *found = new_ids();
    g_autoptr(GArray) arrays = arrays_of(model, ids, n);
    for (guint a = 0; a < arrays->len; a++) {
        const SnId first = g_array_index(arrays, SnId, a);
        const SnArrayRow *row = &sn_model_get(model, first)->class->arrays[sn_id_array(first)];
        g_autoptr(GHashTable) kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (int i = 0; i < n; i++)
            if (is_entry(model, ids[i]) && in_array(ids[i], first))
                g_hash_table_add(kinds, kind_of(row, sn_model_object(model, ids[i])));
        for (int i = 0; i < count_of(model, first); i++) {
            const SnId id = sn_id_of_entry(first, (unsigned)sn_id_array(first), (uint32_t)i);
            g_autofree char *kind = kind_of(row, sn_model_object(model, id));
            if (g_hash_table_contains(kinds, kind))
                g_array_append_val(found, id);
        }
    }
    return found;
}
