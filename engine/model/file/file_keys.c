/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/file_keys.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/drawable.h"
#include "engine/model/file/file_json.h"

#include <string.h>

struct SnKeyTables {
    GHashTable *keys;  /* SnClass or SnArrayRow -> SnKeys */
    GHashTable *usual; /* family -> its only concrete class, or NULL */
};

static void free_key(gpointer data)
{
    SnKey *key = data;
    g_free(key->group);
    g_free(key);
}

static void free_keys(gpointer data)
{
    SnKeys *keys = data;
    g_hash_table_unref(keys->names);
    g_ptr_array_unref(keys->dependent);
    g_free(keys);
}

SnKeyTables *sn_key_tables_new(void)
{
    SnKeyTables *tables = g_new(SnKeyTables, 1);
    tables->keys = g_hash_table_new_full(NULL, NULL, NULL, free_keys);
    tables->usual = g_hash_table_new(NULL, NULL);
    return tables;
}

void sn_key_tables_free(SnKeyTables *tables)
{
    g_hash_table_unref(tables->keys);
    g_hash_table_unref(tables->usual);
    g_free(tables);
}

static void add(SnKeys *keys, const char *name, SnKeyKind kind, int index,
                const SnProperty *property)
{
    SnKey *key = g_new0(SnKey, 1);
    const char *dot = strchr(name, '.');
    *key = (SnKey){.kind = kind, .index = index, .property = property, .leaf = name};
    if (dot) {
        key->group = g_strndup(name, (gsize)(dot - name));
        key->leaf = dot + 1;
        if (!g_hash_table_contains(keys->names, key->group)) {
            SnKey *group = g_new0(SnKey, 1);
            group->kind = SN_KEY_GROUP;
            group->group = g_strdup(key->group);
            group->leaf = group->group;
            g_hash_table_insert(keys->names, group->group, group);
        }
    }
    if (property && property->when)
        g_ptr_array_add(keys->dependent, key);
    g_hash_table_insert(keys->names, (gpointer)name, key);
}

static SnKeys *new_keys(SnKeyTables *tables, const void *of)
{
    SnKeys *keys = g_new(SnKeys, 1);
    keys->names = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_key);
    keys->dependent = g_ptr_array_new();
    g_hash_table_insert(tables->keys, (gpointer)(uintptr_t)of, keys);
    return keys;
}

const SnKeys *sn_keys_of_class(SnKeyTables *tables, const SnClass *class)
{
    SnKeys *keys = g_hash_table_lookup(tables->keys, class);
    if (keys)
        return keys;
    keys = new_keys(tables, class);
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        add(keys, property->name, SN_KEY_PROPERTY, i, property);
    }
    for (int i = 0; i < class->n_arrays; i++)
        add(keys, class->arrays[i].name, SN_KEY_ARRAY, i, NULL);
    for (int i = 0; i < class->n_lists; i++)
        add(keys, class->lists[i].name, SN_KEY_LIST, i, NULL);
    if (class == &SN_CLASS_LIST) {
        add(keys, "items", SN_KEY_HEADER, 0, NULL);
    } else {
        add(keys, "class", SN_KEY_HEADER, 0, NULL);
        add(keys, "name", SN_KEY_HEADER, 0, NULL);
        add(keys, "number", SN_KEY_HEADER, 0, NULL);
    }
    return keys;
}

const SnKeys *sn_keys_of_entries(SnKeyTables *tables, const SnArrayRow *row)
{
    SnKeys *keys = g_hash_table_lookup(tables->keys, row);
    if (keys)
        return keys;
    keys = new_keys(tables, row);
    for (int i = 0; i < row->n_properties; i++)
        add(keys, row->properties[i].name, SN_KEY_PROPERTY, i, &row->properties[i]);
    if (row->derived)
        add(keys, "number", SN_KEY_HEADER, 0, NULL);
    return keys;
}

const SnKey *sn_keys_find(const SnKeys *keys, const char *full_name)
{
    return g_hash_table_lookup(keys->names, full_name);
}

static const SnClass *usual_class(const SnClass *family)
{
    const SnClass *only = NULL;
    int n;
    if (!family->abstract)
        return family;
    const SnClass *const *table = sn_class_table(&n);
    for (int i = 0; i < n; i++) {
        if (table[i]->abstract || !sn_class_is_a(table[i], family))
            continue;
        if (only)
            return NULL;
        only = table[i];
    }
    return only;
}

const SnClass *sn_key_tables_usual_class(SnKeyTables *tables, const SnClass *family)
{
    gpointer known;
    if (g_hash_table_lookup_extended(tables->usual, family, NULL, &known))
        return known;
    const SnClass *usual = usual_class(family);
    g_hash_table_insert(tables->usual, (gpointer)(uintptr_t)family, (gpointer)(uintptr_t)usual);
    return usual;
}

const char *sn_keys_nearest(const SnKeys *keys, const char *group, const char *word)
{
    GPtrArray *words = g_ptr_array_new();
    GHashTableIter iter;
    gpointer data;
    g_hash_table_iter_init(&iter, keys->names);
    while (g_hash_table_iter_next(&iter, NULL, &data)) {
        const SnKey *key = data;
        const bool result = key->property && key->property->kind == SN_RESULT;
        const char *of = key->kind == SN_KEY_GROUP ? NULL : key->group;
        if (!result && g_strcmp0(of, group) == 0)
            g_ptr_array_add(words, (gpointer)(uintptr_t)key->leaf);
    }
    const char *nearest = sn_nearest_word(word, words);
    g_ptr_array_unref(words);
    return nearest;
}
