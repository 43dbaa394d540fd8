/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/file/clipboard.h"
#include "engine/model/file/clipboard_needs.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/edit/copies.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_reader.h"
#include "engine/model/file/file_writer.h"
#include "engine/model/file_names.h"
#include "engine/model/refresh.h"
#include "engine/model/undo.h"
#include "engine/text/refuse.h"

#include <string.h>

/* --- files --- */

/* Calls `rename` for each row of a component that names a file. */
static void for_files(SnComponent *component, char *(*rename)(const char *name, void *data),
                      void *data)
{
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(component->class, i);
        if (property->type != SN_TYPE_FILE)
            continue;
        SnValue value;
        sn_field_get(component, property, &value);
        if (value.string && *value.string) {
            char *name = rename(value.string, data);
            g_free(value.string);
            value.string = name;
            sn_field_set(component, property, &value);
        }
        sn_value_clear(&value);
    }
}

/* "home/anna/bones/ulna.obj" */
static char *name_from_root(const char *name, void *folder)
{
    g_autofree char *path = g_canonicalize_filename(name, folder);
    return g_strdup(path + strspn(path, "/"));
}

static bool name_files_from_root(SnComponent *component, void *folder)
{
    for_files(component, name_from_root, folder);
    return true;
}

/* As the model it goes to would name it: from its own folder on, or absolute until it is saved. */
static char *name_for_host(const char *name, void *host_folder)
{
    g_autofree char *path = g_canonicalize_filename(name, "/");
    g_autofree char *folder = g_canonicalize_filename(host_folder, NULL);
    const size_t n = strlen(folder);
    if (g_str_has_prefix(path, folder) && path[n] == '/')
        return g_strdup(path + n + 1);
    char *below = sn_file_name_from(path, folder); /* by way of links */
    return below ? below : g_steal_pointer(&path);
}

/* --- copying --- */

/* A component that stands in a list of a model. */
static bool check_chosen(const SnModel *model, const SnId *ids, int n, GError **error)
{
    const SnComponent *owner = NULL;
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_edit_listed(model, ids[i], error);
        if (!component)
            return false;
        const SnComponent *holder = component->parent->parent;
        if (holder->class != &SN_CLASS_MODEL)
            return sn_refuse(error, SN_MODEL_ERROR_PATH, "%s is part of %s: copy that instead",
                             component->name ? component->name : component->class->label,
                             holder->name ? holder->name : holder->class->label);
        if (owner && owner != holder)
            return sn_refuse(error, SN_MODEL_ERROR_PATH,
                             "what is copied must belong to one model, not to %s and %s",
                             owner->name, holder->name);
        owner = holder;
    }
    return n > 0 || sn_refuse(error, SN_MODEL_ERROR_PATH, "there is nothing to copy");
}

static json_t *write_lists(SnWriter *writer, const uint8_t *marks, const SnComponent *owner)
{
    json_t *lists = json_object();
    for (guint i = 0; i < owner->children->len; i++) {
        const SnComponent *list = owner->children->pdata[i];
        json_t *items = json_array();
        for (guint k = 0; k < list->children->len; k++) {
            const SnComponent *component = list->children->pdata[k];
            if (!marks[component->id.index])
                continue;
            json_t *json = sn_write_component(writer, component);
            if (component->name)
                json_object_del(json, "number");
            else /* what refers to it says its number */
                json_object_set_new(json, "number", json_integer(component->number));
            json_array_append_new(items, json);
        }
        if (json_array_size(items) > 0)
            json_object_set_new(lists, list->name, items);
        else
            json_decref(items);
    }
    return lists;
}

char *sn_clipboard_copy(const SnModel *model, const SnId *ids, int n, bool attached, GError **error)
{
    if (!check_chosen(model, ids, n, error))
        return NULL;
    SnModel *copy = sn_model_copy(model); /* whose files are named otherwise */
    g_autofree char *folder = sn_model_folder(model);
    sn_component_walk(copy->root, name_files_from_root, folder);
    SnCopies chosen;
    sn_copies_init(&chosen, copy, ids, n, attached);
    sn_copies_mark_points(&chosen);
    SnWriter writer = {copy, sn_key_tables_new()};
    json_t *document = json_object();
    json_object_set_new(document, "sinew", json_integer(SN_FORMAT_VERSION));
    const SnComponent *owner = sn_model_get(copy, ids[0])->parent->parent;
    json_object_set_new(document, "model", write_lists(&writer, chosen.marks, owner));
    g_autofree uint8_t *needed = sn_clipboard_needs(copy, chosen.marks, owner);
    json_t *needs = write_lists(&writer, needed, owner);
    if (json_object_size(needs) > 0)
        json_object_set(document, "needs", needs);
    json_decref(needs);
    char *text = sn_json_print(document);
    json_decref(document);
    sn_key_tables_free(writer.tables);
    sn_copies_clear(&chosen);
    sn_model_free(copy);
    return text;
}

/* --- pasting --- */

/* The text with what the host lacks of what it refers to, as sn_file_read_part takes it. */
static char *with_needs(const char *text, const SnModel *host)
{
    int line;
    const char *reason;
    json_t *document = sn_json_check_size(text, strlen(text), &line, &reason)
                           ? json_loads(text, JSON_REJECT_DUPLICATES, NULL)
                           : NULL;
    char *whole = NULL;
    if (json_object_get(document, "needs")) {
        sn_clipboard_take_needs(document, host);
        whole = sn_json_print(document);
    }
    json_decref(document);
    return whole ? whole : g_strdup(text); /* what is wrong with it is said by who reads it */
}

/* Whether a text may be one. */
static bool clipboard_is_model(const char *text)
{
    return text && strstr(text, "\"sinew\"") && strstr(text, "\"model\"");
}

typedef struct Paste {
    SnModel *host, *part;
    GArray *outside;
    GHashTable *images; /* index of a component of the part -> SnId in the host (SnId *) */
    char *folder;       /* of the host */
    GArray *ids;        /* may be NULL */
    GError **error;
} Paste;

static void map_images(Paste *paste, const SnComponent *from, const SnComponent *to)
{
    g_hash_table_insert(paste->images, GUINT_TO_POINTER(from->id.index),
                        g_memdup2(&to->id, sizeof to->id));
    for (guint i = 0; from->children && i < from->children->len; i++)
        map_images(paste, from->children->pdata[i], to->children->pdata[i]);
}

static void redirect_id(const Paste *paste, SnId *id)
{
    const SnId *image = g_hash_table_lookup(paste->images, GUINT_TO_POINTER(id->index));
    if (image && !sn_id_is_null(*id))
        *id = (SnId){image->index, image->generation, id->entry};
}

/* The object and field of a row in the copy of a component of the part. */
static void redirect_row(const Paste *paste, SnId object, int row, void *copy,
                         const SnProperty *property)
{
    void *field = (char *)copy + property->offset;
    SnId *ids = property->type == SN_TYPE_REFS ? ((SnIdList *)field)->ids : field;
    SnTarget *targets = property->type == SN_TYPE_TARGETS ? ((SnTargets *)field)->targets : NULL;
    const int n = property->type == SN_TYPE_REFS      ? ((SnIdList *)field)->n
                  : property->type == SN_TYPE_TARGETS ? ((SnTargets *)field)->n
                                                      : 1;
    for (int i = 0; i < n; i++)
        redirect_id(paste, targets ? &targets[i].id : &ids[i]);
    for (guint i = 0; i < paste->outside->len; i++) {
        const SnOutside *outside = &g_array_index(paste->outside, SnOutside, i);
        if (!sn_id_equal(outside->id, object) || outside->row != row)
            continue;
        if (targets)
            targets[outside->position] = outside->target;
        else
            ids[outside->position] = outside->target.id;
    }
}

static bool is_reference(const SnProperty *property)
{
    return property->kind != SN_RESULT &&
           (property->type == SN_TYPE_REF || property->type == SN_TYPE_REFS ||
            property->type == SN_TYPE_TARGETS);
}

static void redirect(const Paste *paste, const SnComponent *from, SnComponent *to)
{
    const SnClass *class = from->class;
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++)
        if (is_reference(sn_class_property(class, i)))
            redirect_row(paste, from->id, i, to, sn_class_property(class, i));
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        const SnArray *array = sn_component_array(to, a);
        for (int k = 0; k < array->n && !row->derived; k++)
            for (int i = 0; i < row->n_properties; i++)
                if (is_reference(&row->properties[i]))
                    redirect_row(paste, sn_id_of_entry(from->id, (unsigned)a, (uint32_t)k), i,
                                 (char *)array->entries + (size_t)k * row->entry_size,
                                 &row->properties[i]);
    }
    for (guint i = 0; from->children && i < from->children->len; i++)
        redirect(paste, from->children->pdata[i], to->children->pdata[i]);
}

static bool name_files_for_host(SnComponent *component, void *folder)
{
    for_files(component, name_for_host, folder);
    return true;
}

/* Copies of the part's components, by the lists they go to; free what is left of it. */
static GPtrArray *copy_part(Paste *paste)
{
    GPtrArray *copies = g_ptr_array_new();
    const SnComponent *root = paste->part->root;
    for (guint i = 0; i < root->children->len; i++) {
        const SnComponent *list = root->children->pdata[i];
        for (guint k = 0; k < list->children->len; k++) {
            SnComponent *copy = sn_component_copy(list->children->pdata[k]);
            sn_model_reserve(paste->host, copy);
            map_images(paste, list->children->pdata[k], copy);
            sn_component_walk(copy, name_files_for_host, paste->folder);
            g_ptr_array_add(copies, copy);
        }
    }
    return copies;
}

/* References of a component that came from outside fit it. */
static bool check_outside(const Paste *paste)
{
    for (guint i = 0; i < paste->outside->len; i++) {
        const SnOutside *outside = &g_array_index(paste->outside, SnOutside, i);
        SnId id = outside->id;
        redirect_id(paste, &id);
        const SnProperty *property = sn_model_property(paste->host, id, outside->row);
        SnValue value;
        sn_field_get(sn_model_object(paste->host, id), property, &value);
        const bool good = sn_edit_check_value(paste->host, id, property, &value, paste->error);
        sn_value_clear(&value);
        if (!good)
            return false;
    }
    return true;
}

/* Puts the copies into the lists; those not put are freed. */
static bool put_copies(Paste *paste, GPtrArray *copies)
{
    guint at = 0;
    bool good = true;
    const SnComponent *root = paste->part->root;
    for (guint i = 0; i < root->children->len; i++) {
        const SnComponent *from = root->children->pdata[i];
        SnComponent *list = sn_model_list(paste->host->root, from->name);
        for (guint k = 0; k < from->children->len; k++) {
            SnComponent *copy = copies->pdata[at++];
            good = good && sn_refresh_new(paste->host, copy, paste->error);
            if (!good) {
                sn_model_release(paste->host, copy);
                continue;
            }
            redirect(paste, from->children->pdata[k], copy);
            if (copy->name)
                sn_component_set_name(copy, sn_name_unused(list, copy->name));
            const SnId id = sn_edit_put(paste->host, list, copy, -1, -1);
            if (paste->ids)
                g_array_append_val(paste->ids, id);
        }
    }
    return good;
}

static bool paste_part(Paste *paste)
{
    paste->images = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    paste->folder = sn_model_folder(paste->host);
    const guint before = paste->ids ? paste->ids->len : 0;
    GPtrArray *copies = copy_part(paste);
    g_autofree char *label =
        copies->len == 1 ? g_strdup("Paste") : g_strdup_printf("Paste %u components", copies->len);
    sn_edit_begin(paste->host, label);
    const bool good = put_copies(paste, copies) && check_outside(paste);
    if (good)
        sn_edit_end(paste->host);
    else
        sn_edit_abandon(paste->host);
    if (!good && paste->ids)
        g_array_set_size(paste->ids, before);
    g_ptr_array_unref(copies);
    g_hash_table_unref(paste->images);
    g_free(paste->folder);
    return good;
}

bool sn_clipboard_paste(SnModel *model, const char *text, GArray *ids, GError **error)
{
    if (!clipboard_is_model(text))
        return sn_refuse(error, SN_MODEL_ERROR_FILE,
                         "the clipboard holds no components of a model");
    Paste paste = {.host = model,
                   .outside = g_array_new(FALSE, FALSE, sizeof(SnOutside)),
                   .ids = ids,
                   .error = error};
    g_autofree char *whole = with_needs(text, model);
    paste.part =
        sn_file_read_part(whole, strlen(whole), "/", "clipboard", model, paste.outside, error);
    const bool good = paste.part && paste_part(&paste);
    g_array_unref(paste.outside);
    if (paste.part)
        sn_model_free(paste.part);
    return good;
}
