/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/clipboard_needs.h"

#include "engine/model/references.h"

#include <string.h>

/* --- copying --- */

typedef struct Needs {
    SnModel *model;
    const uint8_t *chosen;
    const SnComponent *owner; /* of the lists */
    uint8_t *marks;
    bool grown;
} Needs;

static bool mark_target(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Needs *needs = data;
    SnComponent *component = sn_model_get(needs->model, target);
    while (component && component->parent && component->parent->parent != needs->owner)
        component = component->parent;
    if (component && component->parent && !needs->chosen[component->id.index] &&
        !needs->marks[component->id.index]) {
        sn_marks_set(needs->marks, component, SN_MARK_DEPENDENT);
        needs->grown = true;
    }
    return true;
}

static bool mark_targets_of(SnComponent *component, void *data)
{
    const Needs *needs = data;
    if (needs->chosen[component->id.index] || needs->marks[component->id.index])
        sn_component_references(component, mark_target, data);
    return true;
}

uint8_t *sn_clipboard_needs(SnModel *model, const uint8_t *chosen, const SnComponent *owner)
{
    Needs needs = {model, chosen, owner, sn_marks_new(model, NULL, 0), true};
    while (needs.grown) {
        needs.grown = false;
        sn_component_walk(model->root, mark_targets_of, &needs);
    }
    return needs.marks;
}

/* --- pasting --- */

/* Adds the components that the strings of a value may name, as "list/name". */
static void note_references(const json_t *json, GHashTable *named)
{
    if (json_is_string(json)) {
        g_auto(GStrv) parts = g_strsplit(json_string_value(json), "/", 3);
        if (parts[0] && parts[1]) {
            char *colon = parts[2] ? NULL : strrchr(parts[1], ':'); /* "muscles/a:force" */
            g_hash_table_add(named, g_strdup_printf("%s/%s", parts[0], parts[1]));
            if (colon)
                g_hash_table_add(
                    named, g_strdup_printf("%s/%.*s", parts[0], (int)(colon - parts[1]), parts[1]));
        }
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value) note_references(value, named);
    for (size_t i = 0; i < json_array_size(json); i++)
        note_references(json_array_get(json, i), named);
}

/* "bodies/jaw", or "loads/3" of one without a name. */
static char *name_in_list(const char *list, const json_t *item)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    return name ? g_strdup_printf("%s/%s", list, name)
                : g_strdup_printf("%s/%d", list,
                                  (int)json_integer_value(json_object_get(item, "number")));
}

static void append_item(json_t *lists, const char *list, json_t *item)
{
    json_t *items = json_object_get(lists, list);
    if (json_is_object(items)) /* with rows of the list itself, as people may write it */
        items = json_object_get(items, "items");
    if (!items)
        json_object_set_new(lists, list, items = json_array());
    json_array_append(items, item);
}

/* Moves what is named from a list of the needed ones; true if something was. */
static bool take_named(json_t *lists, const char *list, json_t *items, GHashTable *named,
                       const SnModel *host)
{
    bool taken = false;
    for (size_t i = 0; i < json_array_size(items);) {
        json_t *item = json_array_get(items, i);
        g_autofree char *path = name_in_list(list, item);
        if (!g_hash_table_contains(named, path)) {
            i++;
            continue;
        }
        if (sn_id_is_null(sn_model_resolve(host, host->root, path, NULL))) {
            append_item(lists, list, item);
            note_references(item, named);
            taken = true;
        }
        json_array_remove(items, i);
    }
    return taken;
}

void sn_clipboard_take_needs(json_t *document, const SnModel *host)
{
    json_t *lists = json_object_get(document, "model");
    json_t *needs = json_incref(json_object_get(document, "needs"));
    json_object_del(document, "needs");
    g_autoptr(GHashTable) named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    note_references(lists, named);
    bool taken = json_is_object(lists);
    while (taken) { /* what was taken may name others */
        const char *list;
        json_t *items;
        taken = false;
        json_object_foreach(needs, list, items) taken =
            take_named(lists, list, items, named, host) || taken;
    }
    json_decref(needs);
}
