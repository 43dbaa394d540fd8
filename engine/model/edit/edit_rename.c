/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many names at once. */
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/text/refuse.h"

typedef struct Names {
    SnModel *model;
    GHashTable *given; /* index of the components that get another name */
    GHashTable *taken; /* "list index/name" of those wanted so far; owned */
} Names;

/* Whether a name is free in a list once all have theirs. */
static bool check_free(const Names *names, const SnComponent *component, const char *name,
                       GError **error)
{
    const SnComponent *list = component->parent;
    const SnComponent *other = sn_component_child(list, name);
    char *key = g_strdup_printf("%u/%s", list->id.index, name);
    if (!g_hash_table_add(names->taken, key))
        return sn_refuse(error, SN_MODEL_ERROR_NAME, "two of %s would be called \"%s\"", list->name,
                         name);
    if (other && !g_hash_table_contains(names->given, GUINT_TO_POINTER(other->id.index)))
        return sn_refuse(error, SN_MODEL_ERROR_NAME, "there is a %s called \"%s\" already",
                         other->class->name, name);
    return true;
}

static bool check_names(const Names *names, const SnId *ids, const char *const *wanted, int n,
                        GError **error)
{
    for (int i = 0; i < n; i++) {
        if (!sn_edit_listed(names->model, ids[i], error))
            return false;
        if (!g_hash_table_add(names->given, GUINT_TO_POINTER(ids[i].index)))
            return sn_refuse(error, SN_MODEL_ERROR_NAME, "a component is given two names");
    }
    for (int i = 0; i < n; i++)
        if (wanted[i] && (!sn_name_check(wanted[i], error) ||
                          !check_free(names, sn_model_get(names->model, ids[i]), wanted[i], error)))
            return false;
    return true;
}

static void set_name(SnModel *model, SnId id, const char *name)
{
    if (g_strcmp0(sn_model_get(model, id)->name, name) != 0)
        sn_edit_log_do(model,
                       &(SnOperation){.kind = SN_OPERATION_NAME, .id = id, .name = g_strdup(name)});
}

/* Whether another one has the name still. */
static bool is_held(const SnModel *model, SnId id, const char *name)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnComponent *other = name ? sn_component_child(component->parent, name) : NULL;
    return other && other != component;
}

bool sn_edit_rename_many(SnModel *model, const SnId *ids, const char *const *wanted, int n,
                         GError **error)
{
    g_autoptr(GHashTable) given = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const Names names = {model, given, taken};
    if (!check_names(&names, ids, wanted, n, error))
        return false;
    g_autofree char *label = g_strdup_printf("Rename %d components", n);
    sn_edit_log_open(model, label);
    bool held = false; /* by one that gives it up: all go nameless in between */
    for (int i = 0; i < n; i++)
        held = held || is_held(model, ids[i], wanted[i]);
    for (int i = 0; i < n && held; i++)
        set_name(model, ids[i], NULL);
    for (int i = 0; i < n; i++)
        set_name(model, ids[i], wanted[i]);
    sn_edit_log_close(model);
    return true;
}
