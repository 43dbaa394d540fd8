/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking differences from a base back: edits like any other. */
#include "engine/model/edit/edit.h"
#include "engine/model/file/difference.h"
#include "engine/text/refuse.h"

#include <string.h>

/* From ids of the base to ids of the document. */
typedef struct Translation {
    SnModel *model;
    const SnModel *base;
    GHashTable *copies; /* slot in the base -> copied component with ids of the document, or NULL */
    GError **error;
} Translation;

static bool translate_id(const Translation *t, SnId *id)
{
    if (sn_id_is_null(*id))
        return true;
    const SnComponent *copy =
        t->copies ? g_hash_table_lookup(t->copies, GUINT_TO_POINTER(id->index)) : NULL;
    if (copy) {
        id->index = copy->id.index;
        id->generation = copy->id.generation;
        return true;
    }
    g_autofree char *path = sn_model_path(t->base, *id);
    *id = sn_model_resolve(t->model, NULL, path, t->error);
    if (sn_id_is_null(*id))
        return false;
    /* a number may be that of another which has a name now */
    g_autofree char *found = sn_model_path(t->model, *id);
    return strcmp(found, path) == 0 ||
           sn_refuse(t->error, SN_MODEL_ERROR_PATH, "\"%s\" is \"%s\" here", path, found);
}

static bool translate_target(const Translation *t, SnTarget *target)
{
    const SnProperty *property = sn_model_property(t->base, target->id, target->row);
    if (!translate_id(t, &target->id))
        return false;
    target->row =
        property ? sn_model_find_property(t->model, target->id, property->name) : target->row;
    return true;
}

/* References in a value or field, of what is not in the document yet. */
static bool translate(const Translation *t, SnType type, void *field)
{
    bool good = true;
    if (type == SN_TYPE_REF)
        return translate_id(t, field);
    if (type == SN_TYPE_REFS)
        for (int i = 0; i < ((SnIdList *)field)->n && good; i++)
            good = translate_id(t, &((SnIdList *)field)->ids[i]);
    else if (type == SN_TYPE_TARGETS)
        for (int i = 0; i < ((SnTargets *)field)->n && good; i++)
            good = translate_target(t, &((SnTargets *)field)->targets[i]);
    return good;
}

static bool translate_entries(const Translation *t, const SnArrayRow *row, const SnArray *array)
{
    for (int i = 0; i < array->n; i++)
        for (int k = 0; k < row->n_properties; k++) {
            const SnProperty *property = &row->properties[k];
            char *entry = (char *)array->entries + (size_t)i * row->entry_size;
            if (property->kind != SN_RESULT &&
                !translate(t, property->type, entry + property->offset))
                return false;
        }
    return true;
}

/* --- properties and arrays --- */

static bool reset_property(const Translation *t, const SnDifference *d)
{
    const SnProperty *property = sn_model_property(t->base, d->base, d->row);
    const void *object = sn_model_object(t->base, d->base);
    if (!object)
        return sn_edit_reset(t->model, d->id, d->row, t->error);
    if (property->flags & SN_INHERITABLE && d->id.entry == 0 &&
        sn_field_mode(object, property) == SN_MODE_INHERITED)
        return sn_edit_reset(t->model, d->id, d->row, t->error);
    SnValue value;
    sn_field_get(object, property, &value);
    const bool good = translate(t, property->type, &value.ref) &&
                      sn_edit_set(t->model, d->id, d->row, &value, t->error);
    sn_value_clear(&value);
    return good;
}

static bool reset_entries(const Translation *t, const SnDifference *d)
{
    SnComponent *component = sn_model_get(t->base, d->base);
    const SnArrayRow *row = &component->class->arrays[d->row];
    const SnArray *from = sn_component_array(component, d->row);
    SnArray copy = {from->n, g_malloc0_n((size_t)from->n, row->entry_size)};
    for (int i = 0; i < from->n; i++)
        sn_entry_copy(row, (const char *)from->entries + (size_t)i * row->entry_size,
                      (char *)copy.entries + (size_t)i * row->entry_size);
    const bool good = translate_entries(t, row, &copy) &&
                      sn_edit_set_entries(t->model, d->id, d->row, &copy, t->error);
    for (int i = 0; i < copy.n; i++)
        sn_entry_clear(row, (char *)copy.entries + (size_t)i * row->entry_size);
    g_free(copy.entries);
    return good;
}

/* --- components --- */

static void map_copies(const Translation *t, const SnComponent *original, SnComponent *copy)
{
    g_hash_table_insert(t->copies, GUINT_TO_POINTER(original->id.index), copy);
    for (guint i = 0; original->children && i < original->children->len; i++)
        map_copies(t, original->children->pdata[i], copy->children->pdata[i]);
}

static bool translate_component(SnComponent *component, void *data)
{
    const Translation *t = data;
    const SnClass *class = component->class;
    const int n = sn_class_n_properties(class);
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        const SnProperty *property = sn_class_property(class, i);
        good = property->kind == SN_RESULT ||
               translate(t, property->type, (char *)component + property->offset);
    }
    for (int i = 0; i < class->n_arrays && good; i++)
        good = class->arrays[i].derived ||
               translate_entries(t, &class->arrays[i], sn_component_array(component, i));
    return good;
}

/* Where a component of the base belongs in the document's list: behind the last of those before it
 * that are in their places. */
static int place_for(const SnComponent *list, const SnComponent *original)
{
    const int own = sn_component_position(original);
    g_autofree int *places = sn_places_in_base(list, original->parent);
    int location = 0;
    for (guint i = 0; i < list->children->len; i++)
        if (places[i] >= 0 && places[i] < own)
            location = (int)i + 1;
    return location;
}

/* The component of another model that has the path and the class; NULL. */
static SnComponent *same_in(const SnModel *other, const SnModel *model,
                            const SnComponent *component)
{
    g_autofree char *path = sn_model_path(model, component->id);
    SnComponent *there = sn_model_get(other, sn_model_resolve(other, NULL, path, NULL));
    return there && there->class == component->class && g_strcmp0(there->name, component->name) == 0
               ? there
               : NULL;
}

static bool move_back(const Translation *t, SnComponent *component, const SnComponent *original)
{
    const int at = sn_component_position(component);
    const int location = place_for(component->parent, original);
    return sn_edit_move(t->model, component->id, location > at ? location - 1 : location, t->error);
}

static bool bring_back(Translation *t, const SnComponent *original)
{
    SnComponent *there = same_in(t->model, t->base, original);
    if (there)
        return move_back(t, there, original);
    g_autofree char *path = sn_model_path(t->base, original->parent->id);
    const SnId list = sn_model_resolve(t->model, NULL, path, t->error);
    if (sn_id_is_null(list))
        return false;
    SnComponent *copy = sn_component_copy(original);
    sn_model_reserve(t->model, copy);
    t->copies = g_hash_table_new(NULL, NULL);
    map_copies(t, original, copy);
    const bool good = sn_component_walk(copy, translate_component, t);
    const SnComponent *holder = sn_model_get(t->model, list);
    /* what has no name is known by its number */
    const bool taken = sn_component_child_by_number(holder, original->number) != NULL;
    const int number = taken && original->name ? -1 : original->number;
    g_hash_table_unref(t->copies);
    if (good)
        return !sn_id_is_null(sn_edit_add_numbered(t->model, list, copy,
                                                   place_for(holder, original), number, t->error));
    sn_model_release(t->model, copy);
    return false;
}

/* An addition goes; what only has another place than in the base returns there. */
static bool reset_added(const Translation *t, SnId id)
{
    SnComponent *component = sn_model_get(t->model, id);
    const SnComponent *original = same_in(t->base, t->model, component);
    if (original)
        return move_back(t, component, original);
    return sn_edit_remove(t->model, &id, 1, t->error);
}

bool sn_edit_reset_to_base(SnModel *model, const SnModel *base, const SnDifference *difference,
                           GError **error)
{
    Translation t = {.model = model, .base = base, .error = error};
    const bool added = difference->kind == SN_DIFFERENCE_ADDED;
    if (!added && !sn_model_get(base, difference->base)) /* read again since */
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "the base has changed: look again");
    switch (difference->kind) {
    case SN_DIFFERENCE_SET:
    case SN_DIFFERENCE_RESET:
        return reset_property(&t, difference);
    case SN_DIFFERENCE_ENTRIES:
        return reset_entries(&t, difference);
    case SN_DIFFERENCE_REMOVED:
        return bring_back(&t, sn_model_get(base, difference->base));
    case SN_DIFFERENCE_ADDED:
        return reset_added(&t, difference->id);
    case SN_DIFFERENCE_NUMBER:
        break;
    }
    return sn_refuse(error, SN_MODEL_ERROR_VALUE, "the number of a component cannot be edited");
}
