/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a model file by the property tables: what differs from the default, in the tables' order,
 * so that the same model always makes the same text. */
#include "engine/base/memory.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_writer.h"
#include "engine/model/file/mesh_files.h"
#include "engine/model/overrides.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <stdlib.h>
#include <string.h>

/* Puts a value at "position" or, into the group's object, at "render.color". */
static void put_member(json_t *object, const char *name, json_t *value)
{
    const char *dot = strchr(name, '.');
    if (!dot) {
        json_object_set_new(object, name, value);
        return;
    }
    char *group = g_strndup(name, (gsize)(dot - name));
    json_t *inner = json_object_get(object, group);
    if (!inner) {
        inner = json_object();
        json_object_set_new(object, group, inner);
    }
    json_object_set_new(inner, dot + 1, value);
    g_free(group);
}

/* Whether a file must say it: explicit, or other than the default.  Entries say everything: a list
 * of knots is read as a table. */
static bool differs(SnId id, const void *object, const SnProperty *property, const SnValue *value)
{
    if (id.entry != 0)
        return true;
    if (property->flags & SN_INHERITABLE)
        return sn_field_mode(object, property) == SN_MODE_EXPLICIT;
    SnValue usual;
    sn_property_default(property, &usual);
    const bool same = sn_value_equal(value, &usual);
    sn_value_clear(&usual);
    return !same;
}

static void write_property(SnWriter *writer, SnId id, const SnComponent *holder, const void *object,
                           const SnProperty *property, json_t *json)
{
    if (property->kind == SN_RESULT || ((property->when || property->flags & SN_ROOT_ONLY) &&
                                        !sn_model_applies(writer->model, id, property)))
        return;
    SnValue value;
    sn_field_get(object, property, &value);
    if (differs(id, object, property, &value))
        put_member(json, property->name,
                   sn_json_from_value(writer->model, holder, property, &value));
    sn_value_clear(&value);
}

json_t *sn_write_entries(SnWriter *writer, const SnComponent *component, int array)
{
    const SnArrayRow *row = &component->class->arrays[array];
    const SnArray *entries = sn_component_array(component, array);
    json_t *json = json_array();
    for (int i = 0; i < entries->n; i++) {
        const SnId id = sn_id_of_entry(component->id, (unsigned)array, (uint32_t)i);
        const void *entry = (const char *)entries->entries + (size_t)i * row->entry_size;
        json_t *object = json_object();
        for (int k = 0; k < row->n_properties; k++)
            write_property(writer, id, component, entry, &row->properties[k], object);
        json_array_append_new(json, object);
    }
    return json;
}

/* Entries that differ from what the mesh says, each with its number and what differs. */
static json_t *write_overrides(SnWriter *writer, const SnComponent *component, int array)
{
    const SnArrayRow *row = &component->class->arrays[array];
    json_t *json = json_array(), *object = NULL;
    g_autoptr(GArray) overrides = sn_overrides_collect(component);
    uint32_t last = 0;
    for (guint i = 0; i < overrides->len; i++) {
        const SnOverride *override = &g_array_index(overrides, SnOverride, i);
        SnId id = component->id;
        id.entry = override->entry;
        const SnProperty *property = &row->properties[override->row];
        if (sn_id_array(id) != array || !sn_model_applies(writer->model, id, property))
            continue;
        if (override->entry != last) {
            object = json_object();
            json_object_set_new(object, "number", json_integer(sn_id_entry_index(id)));
            json_array_append_new(json, object);
            last = override->entry;
        }
        put_member(object, property->name,
                   sn_json_from_value(writer->model, component, property, &override->value));
    }
    return json;
}

static json_t *write_list(SnWriter *writer, const SnComponent *list)
{
    json_t *items = json_array();
    for (guint i = 0; i < list->children->len; i++)
        json_array_append_new(items,
                              sn_write_component(writer, g_ptr_array_index(list->children, i)));
    json_t *object = json_object();
    const int n = sn_class_n_properties(list->class);
    for (int i = 0; i < n; i++)
        write_property(writer, list->id, list, list, sn_class_property(list->class, i), object);
    if (json_object_size(object) == 0) {
        json_decref(object);
        return items;
    }
    if (json_array_size(items) > 0)
        json_object_set_new(object, "items", items);
    else
        json_decref(items);
    return object;
}

static void write_header(SnWriter *writer, const SnComponent *component, json_t *json)
{
    const SnComponent *list = component->parent;
    if (!list)
        return;
    if (component->class != sn_key_tables_usual_class(writer->tables, sn_component_accepts(list)))
        json_object_set_new(json, "class", json_string(component->class->name));
    if (component->name)
        json_object_set_new(json, "name", json_string(component->name));
    if (component->number != sn_component_position(component))
        json_object_set_new(json, "number", json_integer(component->number));
}

json_t *sn_write_component(SnWriter *writer, const SnComponent *component)
{
    const SnClass *class = component->class;
    json_t *json = json_object();
    write_header(writer, component, json);
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++)
        write_property(writer, component->id, component, component, sn_class_property(class, i),
                       json);
    for (int i = 0; i < class->n_arrays; i++)
        if (sn_component_array(component, i)->n > 0) {
            json_t *entries = class->arrays[i].derived ? write_overrides(writer, component, i)
                                                       : sn_write_entries(writer, component, i);
            if (!class->arrays[i].derived || json_array_size(entries) > 0)
                put_member(json, class->arrays[i].name, entries);
            else
                json_decref(entries);
        }
    for (int i = 0; i < class->n_lists; i++) {
        json_t *list = write_list(writer, g_ptr_array_index(component->children, (guint)i));
        if (json_is_array(list) && json_array_size(list) == 0)
            json_decref(list);
        else
            json_object_set_new(json, class->lists[i].name, list);
    }
    return json;
}

char *sn_file_write_text(const SnModel *model)
{
    SnWriter writer = {model, sn_key_tables_new()};
    json_t *document = json_object();
    json_object_set_new(document, "sinew", json_integer(SN_FORMAT_VERSION));
    json_object_set_new(document, "model", sn_write_component(&writer, model->root));
    char *text = sn_json_print(document);
    json_decref(document);
    sn_key_tables_free(writer.tables);
    return text;
}

/* Names of files may have changed with the folder. */
static bool refresh(SnComponent *component, void *data)
{
    if (component->class->refresh)
        component->class->refresh(data, component, NULL);
    return true;
}

/* The base in its new place: where it does not lie in or below the folder any more, the file is
 * saved as a whole. */
static void move_base(SnModel *model, const char *folder)
{
    if (!model->base)
        return;
    g_autofree char *name = sn_base_name_from(model, folder);
    if (g_strcmp0(name, model->base) != 0)
        sn_model_set_base(model, name);
}

/* What the file shall hold; NULL with the error. */
static char *text_to_save(SnModel *model, const char *path, GError **error)
{
    if (!model->base)
        return sn_file_write_text(model);
    if (sn_base_builds_on(model, path)) {
        sn_refuse(error, SN_MODEL_ERROR_FILE,
                  "the model builds on this file; choose another name, or save the model as a "
                  "whole");
        return NULL;
    }
    const SnModel *base = sn_model_refresh_base(model, error);
    return base ? sn_file_write_difference(model, base) : NULL;
}

/* Writes the text to the file that a link leads to: relative names start there. */
static bool write_text(SnModel *model, const char *absolute, SnFileStamp *stamp, GError **error)
{
    char *text = text_to_save(model, absolute, error);
    const size_t length = text ? strlen(text) : 0;
    const bool done =
        text && sn_write_file_like(absolute, SN_OUTPUT_WHOLE, model->path, text, length, error);
    if (done && stamp)
        *stamp = sn_file_stamp_of(text, length);
    g_free(text);
    return done;
}

/* The same in the model's new folder, which it keeps if that succeeds. */
static bool write_in_folder(SnModel *model, const char *target, SnFileStamp *stamp, GError **error)
{
    char *real = realpath(target, NULL);
    g_autofree char *absolute = g_canonicalize_filename(real ? real : target, NULL);
    sn_free(real);
    g_autofree char *folder = g_path_get_dirname(absolute);
    if (!sn_mesh_files_move(model, folder, error))
        return false;
    g_autofree char *base = g_strdup(model->base);
    char *former = model->folder;
    move_base(model, folder);
    model->folder = g_strdup(folder);
    const bool done = write_text(model, absolute, stamp, error);
    g_free(done ? former : model->folder);
    if (!done) {
        model->folder = former;
        sn_model_set_base(model, base);
    }
    return done;
}

static bool save(SnModel *model, const char *path, SnFileStamp *stamp, GError **error)
{
    char target[SN_OUTPUT_PATH];
    SnOutputProblem problem;
    GError *cause = NULL;
    if (!sn_output_target(path, target, &problem))
        return sn_refuse(error, SN_MODEL_ERROR_FILE, "%s: could not be saved: %s", path,
                         problem.text);
    if (!write_in_folder(model, target, stamp, &cause)) {
        /* an error of the file itself begins with its name */
        g_autofree char *prefix = g_strconcat(target, ": ", NULL);
        const bool named = g_str_has_prefix(cause->message, prefix);
        sn_refuse(error, SN_MODEL_ERROR_FILE, "%s: could not be saved: %s", path,
                  cause->message + (named ? strlen(prefix) : 0));
        g_error_free(cause);
        return false;
    }
    char *former = model->path; /* may be `path` itself */
    model->path = g_canonicalize_filename(path, NULL);
    g_free(former);
    sn_component_walk(model->root, refresh, model);
    return true;
}

bool sn_file_write(SnModel *model, const char *path, GError **error)
{
    return save(model, path, NULL, error);
}

/* Saves with another base (NULL: none), which stays only if that succeeds. */
static bool save_with_base(SnModel *model, const char *path, const char *base, SnFileStamp *stamp,
                           GError **error)
{
    g_autofree char *former = g_strdup(model->base);
    sn_model_set_base(model, base);
    const bool done = save(model, path, stamp, error);
    if (!done)
        sn_model_set_base(model, former);
    return done;
}

static bool save_variant(SnModel *model, const char *path, const char *base, SnFileStamp *stamp,
                         GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    g_autofree char *folder = g_path_get_dirname(absolute);
    g_autofree char *base_path = g_canonicalize_filename(base, NULL);
    g_autofree char *name = sn_file_name_from(base_path, folder);
    if (!name)
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "%s: could not be saved: its base %s must lie in the same folder or below "
                         "it",
                         path, base);
    return save_with_base(model, path, base_path, stamp, error);
}

bool sn_file_save(SnModel *model, const char *path, SnSaveAs as, const char *base,
                  SnFileStamp *stamp, GError **error)
{
    switch (as) {
    case SN_SAVE_WHOLE:
        return save_with_base(model, path, NULL, stamp, error);
    case SN_SAVE_VARIANT:
        return save_variant(model, path, base, stamp, error);
    case SN_SAVE_PLAIN:
        break;
    }
    return save(model, path, stamp, error);
}

bool sn_file_write_whole(SnModel *model, const char *path, GError **error)
{
    return save_with_base(model, path, NULL, NULL, error);
}

bool sn_file_write_variant(SnModel *model, const char *path, const char *base, GError **error)
{
    return save_variant(model, path, base, NULL, error);
}
