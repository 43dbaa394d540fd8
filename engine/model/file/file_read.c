/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a model file by the property tables: the document is parsed, the tree is built, then the
 * references are resolved (they may point forward), and at last the whole is checked.  Any problem
 * ends the reading with one line. */
#include "engine/base/memory.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/file/file.h"
#include "engine/model/file/file_base.h"
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_reader.h"
#include "engine/model/file/mesh_files.h"
#include "engine/text/limits.h"

#include <stdlib.h>
#include <string.h>

static bool read_holder_members(SnReader *reader, SnObject *object);

/* --- properties --- */

/* `container`: the object with the key, a group's or the component's. */
static bool fail_unknown(SnReader *reader, const SnObject *object, const json_t *container,
                         const char *group, const char *key)
{
    char *excerpt = sn_excerpt(key, strlen(key));
    const char *nearest = sn_keys_nearest(object->keys, group, key);
    const SnJsonLocation location = sn_json_location_key(container, key);
    if (nearest) {
        sn_source_fail(&reader->source, location, "unknown key \"%s\"; did you mean \"%s\"?",
                       excerpt, nearest);
    } else {
        sn_source_fail(&reader->source, location,
                       "unknown key \"%s\"; remove it, or see what a %s has in 'sinew reference'",
                       excerpt, object->component->class->name);
    }
    g_free(excerpt);
    return false;
}

static bool is_reference(SnType type)
{
    return type == SN_TYPE_REF || type == SN_TYPE_REFS || type == SN_TYPE_TARGETS;
}

static bool check_file_name(const SnValue *value, char *text, size_t size)
{
    GError *error = NULL;
    if (sn_file_name_check(value->string, &error))
        return true;
    g_strlcpy(text, error->message, size);
    g_error_free(error);
    return false;
}

/* A name that a base gives starts from the base's own folder. */
static void place_file_name(const SnReader *reader, SnJsonLocation location, SnValue *value)
{
    const SnMerge *merge = reader->source.merge;
    const char *folder = merge ? sn_merge_folder(merge, location) : "";
    if (*folder && *value->string) {
        char *name = g_strconcat(folder, value->string, NULL);
        g_free(value->string);
        value->string = name;
    }
}

static bool read_property(SnReader *reader, SnObject *object, const SnKey *key,
                          SnJsonLocation location, const json_t *json)
{
    const SnProperty *property = key->property;
    if (property->kind == SN_RESULT) {
        return sn_source_fail(&reader->source, location,
                              "is a result of the simulation and cannot be given; remove it");
    }
    if (property->flags & SN_DERIVED) {
        return sn_source_fail(&reader->source, location,
                              "comes from the mesh and cannot be given; remove it");
    }
    if ((property->flags & SN_ROOT_ONLY) && object->component != reader->model->root) {
        return sn_source_fail(&reader->source, location,
                              "belongs to the root model only; move it there or remove it");
    }
    if (is_reference(property->type)) {
        const SnPending pending = {object->id, key->index, location};
        g_array_append_val(reader->pending, pending);
    } else {
        SnValue value;
        char text[512];
        if (!sn_json_to_value(json, property, &value, reader->problem))
            return sn_source_fail(&reader->source, location, "%s", reader->problem->str);
        bool good = sn_property_check(property, &value, text, sizeof text);
        if (property->type == SN_TYPE_INDICES)
            reader->n_indices += value.indices.n;
        if (good && reader->n_indices > SN_MAX_INDICES) {
            g_snprintf(text, sizeof text, "names more than %d numbers with those before it",
                       SN_MAX_INDICES);
            good = false;
        }
        if (good && property->type == SN_TYPE_FILE)
            good = check_file_name(&value, text, sizeof text);
        if (good && property->type == SN_TYPE_FILE)
            place_file_name(reader, location, &value);
        if (good)
            sn_field_set(object->data, property, &value);
        sn_value_clear(&value);
        if (!good)
            return sn_source_fail(&reader->source, location, "%s", text);
    }
    if (property->flags & SN_INHERITABLE)
        sn_field_set_mode(object->data, property, SN_MODE_EXPLICIT);
    return true;
}

static bool read_group(SnReader *reader, SnObject *object, const char *group, const json_t *json)
{
    if (!json_is_object(json)) {
        char *kind = sn_json_kind(json);
        sn_source_fail(&reader->source, sn_json_location_key(object->json, group),
                       "expected an object like {\"...\": ...}, is %s", kind);
        g_free(kind);
        return false;
    }
    const char *key;
    json_t *value;
    GString *name = g_string_new(group);
    g_string_append_c(name, '.');
    const gsize prefix = name->len;
    bool good = true;
    json_object_foreach((json_t *)(uintptr_t)json, key, value)
    {
        g_string_truncate(name, prefix);
        g_string_append(name, key);
        const SnKey *what = sn_keys_find(object->keys, name->str);
        good = what ? read_property(reader, object, what, sn_json_location_key(json, key), value)
                    : fail_unknown(reader, object, json, group, key);
        if (!good)
            break;
    }
    g_string_free(name, TRUE);
    return good;
}

/* "applies only where geometry.shape is box or ellipsoid; it is mesh" */
static bool fail_not_applicable(SnReader *reader, const SnObject *object,
                                const SnProperty *property, SnJsonLocation location)
{
    const int row = sn_model_find_property(reader->model, object->id, property->when);
    const SnProperty *decider = sn_model_property(reader->model, object->id, row);
    static const char *const TRUTH[] = {"false", "true", NULL};
    const char *const *names = decider->type == SN_TYPE_BOOL ? TRUTH : decider->names;
    GString *allowed = g_string_new(NULL);
    for (int i = 0; names[i]; i++)
        if (property->when_mask >> i & 1)
            g_string_append_printf(allowed, "%s%s", allowed->len ? " or " : "", names[i]);
    SnValue value;
    sn_field_get(object->data, decider, &value);
    const int present = decider->type == SN_TYPE_BOOL ? value.boolean : value.integer;
    sn_source_fail(&reader->source, location,
                   "has a meaning only where %s is %s, but it is %s; "
                   "remove one of them",
                   decider->name, allowed->str, names[present]);
    g_string_free(allowed, TRUE);
    return false;
}

/* Rows that were given although another property says that they have no meaning.  What a base says
 * may have lost its meaning by a difference. */
static bool check_applicable(SnReader *reader, const SnObject *object)
{
    const SnMerge *merge = reader->source.merge;
    for (guint i = 0; i < object->keys->dependent->len; i++) {
        const SnKey *key = g_ptr_array_index(object->keys->dependent, i);
        const json_t *container =
            key->group ? json_object_get(object->json, key->group) : object->json;
        if (json_object_get(container, key->leaf) &&
            !sn_model_applies(reader->model, object->id, key->property) &&
            !(merge &&
              sn_merge_is_left(merge, object->json, sn_json_location_key(container, key->leaf))))
            return fail_not_applicable(reader, object, key->property,
                                       sn_json_location_key(container, key->leaf));
    }
    return true;
}

/* --- entries --- */

bool sn_reader_read_entry(SnReader *reader, SnComponent *component, int array, int index,
                          const json_t *json)
{
    const SnArrayRow *row = &component->class->arrays[array];
    SnObject entry = {.id = sn_id_of_entry(component->id, (unsigned)array, (uint32_t)index),
                      .component = component,
                      .json = json,
                      .keys = sn_keys_of_entries(reader->tables, row)};
    entry.data = sn_model_object(reader->model, entry.id);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)json, key, value)
    {
        const SnKey *what = sn_keys_find(entry.keys, key);
        bool good;
        if (!what)
            good = fail_unknown(reader, &entry, json, NULL, key);
        else if (what->kind == SN_KEY_PROPERTY)
            good = read_property(reader, &entry, what, sn_json_location_key(json, key), value);
        else
            good = what->kind == SN_KEY_HEADER || read_group(reader, &entry, key, value);
        if (!good)
            return false;
    }
    return check_applicable(reader, &entry);
}

/* --- components --- */

/* Notes where a component stands, for messages of later checks. */
static void remember(SnReader *reader, const SnComponent *component, const json_t *json)
{
    if (reader->objects->len <= component->id.index)
        g_ptr_array_set_size(reader->objects, (gint)component->id.index + 1);
    g_ptr_array_index(reader->objects, component->id.index) = (gpointer)(uintptr_t)json;
}

static char *class_names(const SnClass *family)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    GString *names = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        if (!table[i]->abstract && sn_class_is_a(table[i], family))
            g_string_append_printf(names, "%s\"%s\"", names->len ? ", " : "", table[i]->name);
    return g_string_free(names, FALSE);
}

static bool fail_class(SnReader *reader, const json_t *json, const json_t *given,
                       const SnClass *family)
{
    char *names = class_names(family);
    if (given) {
        char *kind = sn_json_kind(given);
        sn_source_fail(&reader->source, sn_json_location_key(json, "class"),
                       "expected one of %s here, is %s", names, kind);
        g_free(kind);
    } else {
        sn_source_fail(&reader->source, sn_json_location_of(json),
                       "has no \"class\"; give one of %s", names);
    }
    g_free(names);
    return false;
}

/* The class that the object says it has, or the usual one of the list. */
static const SnClass *read_class(SnReader *reader, const json_t *json, const SnClass *family)
{
    const json_t *given = json_object_get(json, "class");
    const SnClass *class =
        json_is_string(given) ? sn_class_by_name(json_string_value(given)) : NULL;
    if (!given)
        class = sn_key_tables_usual_class(reader->tables, family);
    if (class && !class->abstract && sn_class_is_a(class, family))
        return class;
    fail_class(reader, json, given, family);
    return NULL;
}

static bool read_name(SnReader *reader, const json_t *json, SnComponent *list, const char **name)
{
    const json_t *given = json_object_get(json, "name");
    const SnJsonLocation location = sn_json_location_key(json, "name");
    *name = json_string_value(given);
    if (!given)
        return true;
    if (!*name)
        return sn_source_fail(&reader->source, location, "expected a name in quotes");
    GError *cause = NULL;
    if (!sn_name_check(*name, &cause)) {
        sn_source_fail(&reader->source, location, "%s; choose another one", cause->message);
        g_error_free(cause);
        return false;
    }
    if (sn_component_child(list, *name)) {
        return sn_source_fail(&reader->source, location,
                              "the name \"%s\" is used twice in %s; choose another one", *name,
                              list->name);
    }
    return true;
}

static bool read_number(SnReader *reader, const json_t *json, SnComponent *list, int *number)
{
    const json_t *given = json_object_get(json, "number");
    const SnJsonLocation location = sn_json_location_key(json, "number");
    const double value = given ? json_number_value(given) : (double)list->children->len;
    if (given &&
        (!json_is_number(given) || !(value >= 0 && value < 1e9) || value != (double)(int)value))
        return sn_source_fail(&reader->source, location,
                              "expected a whole number from 0 to 999999999");
    *number = (int)value;
    if (*number < list->next_number && sn_component_child_by_number(list, *number)) {
        return sn_source_fail(&reader->source, given ? location : sn_json_location_of(json),
                              "the number %d is used twice in %s; give another \"number\"", *number,
                              list->name);
    }
    return true;
}

static bool read_members(SnReader *reader, SnObject *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object->json, key, value)
    {
        const SnKey *what = sn_keys_find(object->keys, key);
        bool good = true;
        if (!what) {
            good = fail_unknown(reader, object, object->json, NULL, key);
        } else if (what->kind == SN_KEY_PROPERTY) {
            good =
                read_property(reader, object, what, sn_json_location_key(object->json, key), value);
        } else if (what->kind == SN_KEY_GROUP) {
            good = read_group(reader, object, key, value);
        } else if (what->kind == SN_KEY_ARRAY) {
            good = object->component->class->arrays[what->index].derived ||
                   sn_reader_read_entries(reader, object, what->index, key, value);
        } /* derived arrays: read_derived; lists: read_holder_members; class, name, number: already
             read */
        if (!good)
            return false;
    }
    return check_applicable(reader, object);
}

static bool read_component(SnReader *reader, SnComponent *list, const json_t *json,
                           SnJsonLocation location)
{
    const SnClass *family = sn_component_accepts(list);
    if (!json_is_object(json)) {
        char *kind = sn_json_kind(json);
        sn_source_fail(&reader->source, location, "expected an object like {\"name\": ...}, is %s",
                       kind);
        g_free(kind);
        return false;
    }
    const char *name = NULL;
    int number = -1;
    const SnClass *class = read_class(reader, json, family);
    if (!class || !read_name(reader, json, list, &name) ||
        !read_number(reader, json, list, &number))
        return false;
    reader->n_components += 1 + class->n_lists;
    if (reader->n_components > SN_MAX_COMPONENTS)
        return sn_source_fail(&reader->source, location, "holds more than %d components",
                              SN_MAX_COMPONENTS);
    SnComponent *component = sn_component_new(class, name);
    sn_model_insert(reader->model, list, component, -1, number);
    remember(reader, component, json);
    SnObject object = {.id = component->id,
                       .data = component,
                       .component = component,
                       .json = json,
                       .keys = sn_keys_of_class(reader->tables, class)};
    return class->n_lists ? read_holder_members(reader, &object) : read_members(reader, &object);
}

/* --- lists and models --- */

/* "bodies": [...], or with properties of the list itself "bodies": {..., "items": [...]} */
static bool read_list(SnReader *reader, SnComponent *list, const json_t *json,
                      SnJsonLocation location)
{
    const json_t *items = json;
    if (json_is_object(json)) {
        SnObject object = {.id = list->id,
                           .data = list,
                           .component = list,
                           .json = json,
                           .keys = sn_keys_of_class(reader->tables, list->class)};
        if (!read_members(reader, &object))
            return false;
        items = json_object_get(json, "items");
        location = sn_json_location_key(json, "items");
        remember(reader, list, json);
    }
    if (!json_is_array(items)) {
        if (!items)
            return json_is_object(json);
        return sn_source_fail(&reader->source, location,
                              "expected a list of components [{...}, ...]");
    }
    for (size_t i = 0; i < json_array_size(items); i++)
        if (!read_component(reader, list, json_array_get(items, i),
                            sn_json_location_index(items, (int)i)))
            return false;
    return true;
}

static bool read_holder_members(SnReader *reader, SnObject *object)
{
    const bool is_model = object->component->class == &SN_CLASS_MODEL;
    if (is_model && reader->depth >= SN_MAX_MODEL_DEPTH) {
        return sn_source_fail(&reader->source, sn_json_location_of(object->json),
                              "models are nested more than %d deep", SN_MAX_MODEL_DEPTH);
    }
    reader->depth += is_model;
    bool good = read_members(reader, object);
    const SnClass *class = object->component->class;
    for (int i = 0; i < class->n_lists && good; i++) {
        const char *name = class->lists[i].name;
        const json_t *list = json_object_get(object->json, name);
        SnComponent *component = g_ptr_array_index(object->component->children, (guint)i);
        if (list)
            good = read_list(reader, component, list, sn_json_location_key(object->json, name));
    }
    reader->depth -= is_model;
    return good && sn_reader_read_derived(reader, object);
}

/* --- the document --- */

/* Where the component or entry that a check names stands. */
static SnJsonLocation location_of_check(SnReader *reader, SnId id)
{
    const json_t *json =
        id.index < reader->objects->len ? g_ptr_array_index(reader->objects, id.index) : NULL;
    const SnComponent *component = sn_model_get(reader->model, id);
    if (!json || !component || id.entry == 0)
        return sn_json_location_of(json ? json : reader->source.document);
    const SnArrayRow *row = &component->class->arrays[sn_id_array(id)];
    const json_t *entries = row->derived ? NULL : json_object_get(json, row->name);
    return entries ? sn_json_location_index(entries, (int)sn_id_entry_index(id))
                   : sn_json_location_of(json);
}

/* The whole model's own checks; the first error refuses the file.  To be edited on, a model need
 * not be fit to be simulated: what can be saved can be opened. */
static bool validate(SnReader *reader)
{
    SnChecks *checks = sn_checks_new();
    sn_model_validate(reader->model, checks);
    bool good = true;
    for (guint i = 0; i < checks->items->len && good; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        if (check->severity != SN_ERROR || (reader->unfinished && check->unfinished))
            continue;
        good = sn_source_fail(&reader->source, location_of_check(reader, check->id), "%s",
                              check->message);
    }
    sn_checks_free(checks);
    return good;
}

static bool read_root(SnReader *reader)
{
    const SnSource *source = &reader->source;
    const json_t *document = source->document;
    const json_t *model = json_object_get(document, "model");
    static const char *const known[] = {"sinew", "model", NULL};
    if (!sn_source_check_version(source) ||
        !sn_source_check_keys(source, document, known, "\"sinew\" and \"model\""))
        return false;
    if (!json_is_object(model))
        return sn_source_fail(source, sn_json_location_of(document), "has no \"model\": {...}");
    SnComponent *root = reader->model->root;
    const json_t *name = json_object_get(model, "name");
    if (name && g_strcmp0(json_string_value(name), root->name) != 0)
        return sn_source_fail(source, sn_json_location_key(model, "name"),
                              "the root is always called \"model\"; use \"title\" instead");
    remember(reader, root, model);
    SnObject object = {.id = root->id,
                       .data = root,
                       .component = root,
                       .json = model,
                       .keys = sn_keys_of_class(reader->tables, root->class)};
    return read_holder_members(reader, &object);
}

static bool read_document(SnReader *reader)
{
    if (!sn_source_parse(&reader->source) ||
        !sn_source_merge(&reader->source, reader->model->folder, reader->tables))
        return false;
    if (reader->source.merge)
        reader->model->base = g_strdup(sn_merge_base(reader->source.merge));
    return read_root(reader) && sn_reader_resolve(reader) && (reader->host || validate(reader));
}

static SnModel *read_part(const char *text, size_t length, const char *folder, const char *name,
                          bool unfinished, const SnModel *host, GArray *outside, GError **error)
{
    SnReader reader = {.source = {.text = text, .length = length, .name = name, .error = error},
                       .unfinished = unfinished,
                       .host = host,
                       .outside = outside};
    if (length > SN_MAX_FILE_BYTES) {
        sn_source_fail_line(&reader.source, 1,
                            "is larger than 256 MiB, the most that a model file may have");
        return NULL;
    }
    reader.model = sn_model_new();
    reader.model->folder = g_strdup(folder);
    reader.tables = sn_key_tables_new();
    reader.pending = g_array_new(FALSE, FALSE, sizeof(SnPending));
    reader.objects = g_ptr_array_new();
    reader.problem = g_string_new(NULL);
    const bool good = read_document(&reader);
    g_string_free(reader.problem, TRUE);
    g_ptr_array_unref(reader.objects);
    g_array_unref(reader.pending);
    sn_key_tables_free(reader.tables);
    json_decref(reader.source.document);
    sn_merge_free(reader.source.merge);
    if (good)
        return reader.model;
    sn_model_free(reader.model);
    return NULL;
}

static SnModel *read_text(const char *text, size_t length, const char *folder, const char *name,
                          bool unfinished, GError **error)
{
    return read_part(text, length, folder, name, unfinished, NULL, NULL, error);
}

SnModel *sn_file_read_part(const char *text, size_t length, const char *folder, const char *name,
                           const SnModel *host, GArray *outside, GError **error)
{
    return read_part(text, length, folder, name, true, host, outside, error);
}

static SnModel *read_file(const char *path, bool unfinished, GError **error)
{
    size_t length;
    char *text = sn_read_file(path, SN_MAX_FILE_BYTES, &length, error);
    if (!text)
        return NULL;
    char *absolute = g_canonicalize_filename(path, NULL);
    char *real = realpath(path, NULL); /* files lie beside the file itself, not beside a link */
    char *folder = g_path_get_dirname(real ? real : absolute);
    SnModel *model = read_text(text, length, folder, path, unfinished, error);
    if (model)
        model->path = g_steal_pointer(&absolute);
    g_free(folder);
    sn_free(real);
    g_free(absolute);
    g_free(text);
    return model;
}

SnModel *sn_file_read_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error)
{
    return read_text(text, length, folder, name, false, error);
}

SnModel *sn_file_open_text(const char *text, size_t length, const char *folder, const char *name,
                           GError **error)
{
    return read_text(text, length, folder, name, true, error);
}

SnModel *sn_file_read(const char *path, GError **error)
{
    return read_file(path, false, error);
}

SnModel *sn_file_open(const char *path, GError **error)
{
    return read_file(path, true, error);
}
