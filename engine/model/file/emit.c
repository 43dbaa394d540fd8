/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/emit.h"

#include "engine/base/vec.h"
#include "engine/model/file/file.h"
#include "engine/model/name_like.h"
#include "engine/text/refuse.h"

#include <string.h>

static char *free_name(GHashTable *names, const char *list, const char *wish)
{
    g_autofree char *base = sn_name_like(wish);
    for (int number = 1;; number++) {
        char *name = number > 1 ? g_strdup_printf("%s_%d", base, number) : g_strdup(base);
        char *key = g_strdup_printf("%s/%s", list, name);
        if (g_hash_table_add(names, key))
            return name;
        g_free(name); /* the table has freed the key */
    }
}

char *sn_emit(json_t *root, GHashTable *names, const char *list, const char *wish,
              json_t *component)
{
    g_autofree char *name = free_name(names, list, wish);
    json_object_set_new(component, "name", json_string(name));
    json_t *array = json_object_get(root, list);
    if (!array) {
        array = json_array();
        json_object_set_new(root, list, array);
    }
    json_array_append_new(array, component);
    return g_strdup_printf("%s/%s", list, name);
}

json_t *sn_emit_numbers(const double *values, int n)
{
    json_t *array = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(array, json_real(values[i] + 0.0)); /* no -0 */
    return array;
}

json_t *sn_emit_quaternion(const double r[9])
{
    double q[4];
    sn_q_from_m3(r, q);
    const double sign = q[0] < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++)
        q[k] *= sign;
    return sn_emit_numbers(q, 4);
}

static const char *name_of_mesh(const char *path)
{
    if (g_str_has_prefix(path, "fems/") && !strstr(path, "/surfaces/"))
        return "mesh.file";
    return g_str_has_prefix(path, "bodies/") ? "geometry.mesh" : "mesh";
}

static bool name_meshes(GHashTable *meshes, SnModel *model, GError **error)
{
    GHashTableIter iter;
    gpointer path, mesh;
    g_hash_table_iter_init(&iter, meshes);
    while (g_hash_table_iter_next(&iter, &path, &mesh)) {
        const SnId id = sn_model_resolve(model, model->root, path, NULL);
        SnComponent *component = sn_model_get(model, id);
        const char *name = name_of_mesh(path);
        if (!component) /* taken out */
            continue;
        const int row = sn_class_find_property(component->class, name);
        const SnValue value = {.type = SN_TYPE_FILE, .string = mesh};
        g_assert(row >= 0);
        sn_field_set(component, sn_class_property(component->class, row), &value);
        if (component->class->refresh && !component->class->refresh(model, component, error))
            return false;
    }
    return true;
}

static size_t place_of(const json_t *array, const char *name)
{
    size_t i = 0;
    while (i < json_array_size(array) &&
           g_strcmp0(json_string_value(json_object_get(json_array_get(array, i), "name")), name))
        i++;
    return i;
}

char *sn_emit_refused(const json_t *root, const GError *error)
{
    static const char *const lists[] = {"springs", "loads",       "ligaments", "muscles", "visuals",
                                        "probes",  "controllers", "markers",   "wraps",   NULL};
    const char *at = strstr(error->message, "/model/");
    g_auto(GStrv) steps = g_strsplit_set(at ? at + strlen("/model/") : "", "/:", 3);
    if (g_strv_length(steps) < 2)
        return NULL;
    const json_t *array = json_object_get(root, steps[0]);
    const json_t *one = json_array_get(array, place_of(array, steps[1]));
    const char *class = json_string_value(json_object_get(one, "class"));
    const bool led = class && (strcmp(class, "drive") == 0 || strcmp(class, "coupler") == 0);
    return one && (led || g_strv_contains(lists, steps[0]))
               ? g_strdup_printf("%s/%s", steps[0], steps[1])
               : NULL;
}

void sn_emit_drop(json_t *root, const char *path)
{
    const char *slash = strchr(path, '/');
    g_autofree char *list = g_strndup(path, (gsize)(slash - path));
    json_t *array = json_object_get(root, list);
    json_array_remove(array, place_of(array, slash + 1));
}

SnModel *sn_emit_model(json_t *root, GHashTable *meshes, const char *folder, const char *name,
                       GError **error)
{
    json_t *document = json_object();
    json_object_set_new(document, "sinew", json_integer(1));
    json_object_set(document, "model", root);
    char *text = json_dumps(document, JSON_REAL_PRECISION(17) | JSON_COMPACT);
    json_decref(document);
    SnModel *model = NULL;
    if (text)
        model = sn_file_open_text(text, strlen(text), folder, name, error);
    else
        sn_refuse(error, SN_MODEL_ERROR_FORMAT, "%s: holds text that is no UTF-8", name);
    free(text);
    if (model && !name_meshes(meshes, model, error))
        g_clear_pointer(&model, sn_model_free);
    return model;
}

SnModel *sn_emit_taken(json_t *root, GHashTable *meshes, const char *folder, const char *name,
                       SnImportReport *report, GError **error)
{
    enum { MOST_REFUSED = 200 };
    for (int i = 0;; i++) {
        GError *problem = NULL;
        SnModel *model = sn_emit_model(root, meshes, folder, name, &problem);
        if (model)
            return model;
        g_autofree char *path = i < MOST_REFUSED ? sn_emit_refused(root, problem) : NULL;
        if (!path) {
            g_propagate_error(error, problem);
            return NULL;
        }
        sn_import_report_note(report, "left out for a value that is not taken here: %s",
                              strstr(problem->message, path));
        sn_emit_drop(root, path);
        g_error_free(problem);
    }
}
