/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits: each is checked as a whole before its first operation, so that a refused edit leaves the
 * model untouched. */
#include "engine/model/edit.h"

#include "engine/model/classes/drawable.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit_log.h"
#include "engine/model/entry_references.h"
#include "engine/model/references.h"
#include "engine/model/refresh.h"
#include "engine/model/refuse.h"

/* Models in models; keeps files within the depth their reader takes. */
enum { DEEPEST_MODEL = 16 };

/* "Change excitation" */
static char *label_of(const char *verb, const char *label)
{
    g_autofree char *first = g_utf8_strdown(label, (gssize)(g_utf8_next_char(label) - label));
    return g_strconcat(verb, " ", first, g_utf8_next_char(label), NULL);
}

/* --- values --- */

static bool check_value(const SnModel *model, SnId id, const SnProperty *property,
                        const SnValue *value, GError **error)
{
    char why[200];
    if (!sn_property_check(property, value, why, sizeof why))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s %s", property->name, why);
    return sn_reference_check(model, id, property, value, error);
}

/* A row that can be edited at all; NULL with an error. */
static const SnProperty *editable(const SnModel *model, SnId id, int row, GError **error)
{
    const SnProperty *property =
        sn_model_object(model, id) ? sn_model_property(model, id, row) : NULL;
    if (!property)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such property");
    else if (property->kind == SN_RESULT)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s is a result and cannot be set", property->name);
    else if (property->flags & SN_DERIVED)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s comes from the mesh and cannot be set",
                  property->name);
    else if (property->flags & SN_ROOT_ONLY && !sn_id_equal(id, model->root->id))
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s belongs to the outermost model", property->name);
    else if (!sn_model_applies(model, id, property))
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s does not apply here: it depends on %s",
                  property->name, property->when);
    else
        return property;
    return NULL;
}

/* Does a checked change of value and mode; takes the value. */
static void change_value(SnModel *model, SnId id, int row, SnValue *value, SnMode mode)
{
    const SnProperty *property = sn_model_property(model, id, row);
    const void *object = sn_model_object(model, id);
    SnValue present;
    sn_field_get(object, property, &present);
    const bool same = sn_value_equal(&present, value) && sn_field_mode(object, property) == mode;
    sn_value_clear(&present);
    if (same) {
        sn_value_clear(value);
        return;
    }
    g_autofree char *label = label_of("Change", property->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(
        model,
        &(SnOperation){
            .kind = SN_OPERATION_VALUE, .id = id, .row = row, .value = *value, .mode = mode});
    sn_edit_log_close(model);
}

bool sn_edit_set(SnModel *model, SnId id, int row, const SnValue *value, GError **error)
{
    const SnProperty *property = editable(model, id, row, error);
    if (!property)
        return false;
    SnValue copy;
    sn_value_copy(value, &copy);
    sn_value_normalize(property, &copy);
    if (!check_value(model, id, property, &copy, error) ||
        !sn_refresh_try(model, id, property, &copy, error)) {
        sn_value_clear(&copy);
        return false;
    }
    change_value(model, id, row, &copy, SN_MODE_EXPLICIT);
    return true;
}

void sn_edit_set_view(SnModel *model, SnId id, int row, const SnValue *value)
{
    const SnProperty *property = sn_model_property(model, id, row);
    g_assert((property->flags & SN_VIEW) && check_value(model, id, property, value, NULL));
    sn_field_set(sn_model_object(model, id), property, value);
}

/* What a row has that nobody set: the default, or what the mesh says. */
static void usual_value(const SnModel *model, SnId id, const SnProperty *property, SnValue *value)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnArrayRow *array = id.entry != 0 ? &component->class->arrays[sn_id_array(id)] : NULL;
    if (!array || !array->derived) {
        sn_property_default(property, value);
        return;
    }
    g_autofree void *base = g_malloc0(array->entry_size);
    array->base(component, (int)sn_id_entry_index(id), base);
    sn_field_get(base, property, value);
}

bool sn_edit_reset(SnModel *model, SnId id, int row, GError **error)
{
    const SnProperty *property = editable(model, id, row, error);
    if (!property)
        return false;
    SnValue value;
    usual_value(model, id, property, &value);
    if (!check_value(model, id, property, &value, error) ||
        !sn_refresh_try(model, id, property, &value, error)) {
        sn_value_clear(&value);
        return false;
    }
    const bool inherits = property->flags & SN_INHERITABLE;
    change_value(model, id, row, &value, inherits ? SN_MODE_INHERITED : SN_MODE_EXPLICIT);
    return true;
}

/* --- adding --- */

typedef struct RowCheck {
    const SnModel *model;
    GError **error;
} RowCheck;

static bool check_rows(const RowCheck *check, const void *object, const SnProperty *const *rows,
                       int n)
{
    for (int i = 0; i < n; i++) {
        if (rows[i]->kind == SN_RESULT || rows[i]->flags & SN_DERIVED)
            continue;
        SnValue value;
        sn_field_get(object, rows[i], &value);
        const bool good = check_value(check->model, SN_ID_NULL, rows[i], &value, check->error);
        sn_value_clear(&value);
        if (!good)
            return false;
    }
    return true;
}

/* Rows and entries of a component that is not in the tree yet. */
static bool check_component(SnComponent *component, void *data)
{
    const RowCheck *check = data;
    const SnClass *class = component->class;
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++) {
        const SnProperty *row = sn_class_property(class, i);
        if (!check_rows(check, component, &row, 1))
            return false;
    }
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArray *array = sn_component_array(component, a);
        const SnArrayRow *row = &class->arrays[a];
        if (array->n < row->min_count)
            return sn_refuse(check->error, SN_MODEL_ERROR_VALUE, "%s must have at least %d entries",
                             row->name, row->min_count);
        for (int k = 0; k < array->n * row->n_properties; k++) {
            const SnProperty *property = &row->properties[k % row->n_properties];
            const size_t offset = (size_t)(k / row->n_properties) * row->entry_size;
            if (!check_rows(check, (const char *)array->entries + offset, &property, 1))
                return false;
        }
    }
    return true;
}

static int model_depth(const SnComponent *component)
{
    int depth = 0;
    for (; component; component = component->parent)
        depth += component->class == &SN_CLASS_MODEL;
    return depth;
}

static bool check_name(const SnComponent *list, const SnComponent *component, const char *name,
                       GError **error)
{
    if (!name)
        return true;
    if (!sn_name_check(name, error))
        return false;
    const SnComponent *other = sn_component_child(list, name);
    if (!other || other == component)
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_NAME, "there is a %s called \"%s\" already",
                     other->class->name, name);
}

static bool check_add(SnModel *model, const SnComponent *parent, SnComponent *component,
                      int position, GError **error)
{
    const SnClass *family = parent ? sn_component_accepts(parent) : NULL;
    if (!family)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "components can be added to lists only");
    if (!sn_class_is_a(component->class, family)) {
        g_autofree char *members = sn_class_members(family);
        return sn_refuse(error, SN_MODEL_ERROR_CLASS, "the list %s takes a %s, not a %s",
                         parent->name, members, component->class->name);
    }
    if (position > (int)parent->children->len)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no position %d in %s", position,
                         parent->name);
    if (component->class == &SN_CLASS_MODEL && model_depth(parent) >= DEEPEST_MODEL)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "models nest at most %d deep", DEEPEST_MODEL);
    RowCheck check = {model, error};
    return check_name(parent, NULL, component->name, error) &&
           sn_component_walk(component, check_component, &check) &&
           sn_refresh_new(model, component, error);
}

/* Puts a checked component (taken) into the tree, within an open step. */
static SnId do_add(SnModel *model, SnComponent *parent, SnComponent *component, int position)
{
    sn_model_reserve(model, component);
    component->number = parent->next_number;
    const SnId id = component->id;
    sn_edit_log_do(model, &(SnOperation){
                              .kind = SN_OPERATION_COMPONENT,
                              .id = id,
                              .parent = parent->id,
                              .position = position < 0 ? (int)parent->children->len : position,
                              .out = component,
                          });
    return id;
}

SnId sn_edit_add(SnModel *model, SnId parent_id, SnComponent *component, int position,
                 GError **error)
{
    SnComponent *parent = sn_model_get(model, parent_id);
    if (!check_add(model, parent, component, position, error)) {
        sn_component_free(component);
        return SN_ID_NULL;
    }
    g_autofree char *label = label_of("Add", component->class->label);
    sn_edit_log_open(model, label);
    const SnId id = do_add(model, parent, component, position);
    sn_edit_log_close(model);
    return id;
}

/* --- removing --- */

/* A component that can be removed, renamed, moved, duplicated: a child of a list. */
static SnComponent *listed(const SnModel *model, SnId id, GError **error)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry != 0)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such component");
    else if (!component->parent || component->parent->class != &SN_CLASS_LIST)
        sn_refuse(error, SN_MODEL_ERROR_PATH, "%s is part of its model and stays as it is",
                  component->name);
    else
        return component;
    return NULL;
}

typedef struct Removal {
    SnModel *model;
    const uint8_t *marks;
    GArray *ids; /* topmost marked components in tree order */
} Removal;

static bool relieve(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Removal *removal = data;
    if (!removal->marks[target.index])
        return true;
    SnOperation *operation = &(SnOperation){.kind = SN_OPERATION_VALUE, .id = object, .row = row};
    const SnProperty *property = sn_model_property(removal->model, object, row);
    sn_field_get(sn_model_object(removal->model, object), property, &operation->value);
    sn_value_without(property, removal->marks, &operation->value);
    sn_edit_log_do(removal->model, operation);
    return false; /* the field has changed under the visit: start anew */
}

static bool relieve_survivor(SnComponent *component, void *data)
{
    Removal *removal = data;
    if (!removal->marks[component->id.index])
        while (!sn_component_references(component, relieve, removal))
            continue;
    return true;
}

static bool collect_topmost(SnComponent *component, void *data)
{
    Removal *removal = data;
    if (removal->marks[component->id.index] &&
        !removal->marks[component->parent ? component->parent->id.index : 0])
        g_array_append_val(removal->ids, component->id);
    return true;
}

bool sn_edit_remove(SnModel *model, const SnId *ids, int n, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!listed(model, ids[i], error))
            return false;
    if (n == 0)
        return true;
    g_autofree uint8_t *marks = sn_marks_new(model, ids, n);
    sn_marks_close(model, marks, true);
    g_autoptr(GArray) topmost = g_array_new(FALSE, FALSE, sizeof(SnId));
    Removal removal = {.model = model, .marks = marks, .ids = topmost};
    sn_component_walk(model->root, collect_topmost, &removal);
    const SnComponent *first = sn_model_get(model, ids[0]);
    g_autofree char *label = n == 1 ? label_of("Delete", first->class->label)
                                    : g_strdup_printf("Delete %d components", n);
    sn_edit_log_open(model, label);
    sn_component_walk(model->root, relieve_survivor, &removal);
    /* last first: undo puts them back in tree order, each at the place it had */
    for (guint i = topmost->len; i-- > 0;) {
        const SnId id = g_array_index(topmost, SnId, i);
        sn_edit_log_do(model, &(SnOperation){.kind = SN_OPERATION_COMPONENT,
                                             .id = id,
                                             .parent = sn_model_get(model, id)->parent->id,
                                             .next_number = -1});
    }
    sn_edit_log_close(model);
    return true;
}

/* --- names and places --- */

bool sn_edit_rename(SnModel *model, SnId id, const char *name, GError **error)
{
    SnComponent *component = listed(model, id, error);
    if (!component || !check_name(component->parent, component, name, error))
        return false;
    if (g_strcmp0(component->name, name) == 0)
        return true;
    g_autofree char *label = label_of("Rename", component->class->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model,
                   &(SnOperation){.kind = SN_OPERATION_NAME, .id = id, .name = g_strdup(name)});
    sn_edit_log_close(model);
    return true;
}

bool sn_edit_move(SnModel *model, SnId id, int position, GError **error)
{
    SnComponent *component = listed(model, id, error);
    if (!component)
        return false;
    if (position < 0 || position >= (int)component->parent->children->len)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no position %d in %s", position,
                         component->parent->name);
    if (position == sn_component_position(component))
        return true;
    g_autofree char *label = label_of("Move", component->class->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model,
                   &(SnOperation){.kind = SN_OPERATION_MOVE, .id = id, .position = position});
    sn_edit_log_close(model);
    return true;
}

/* --- entries --- */

static bool refuse_derived(const SnArrayRow *row, GError **error)
{
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "%s come from the mesh: none can be added or removed by hand", row->name);
}

bool sn_edit_insert_entry(SnModel *model, SnId id, int array, int index, GError **error)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry != 0 || array < 0 || array >= component->class->n_arrays)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such array");
    const SnArrayRow *row = &component->class->arrays[array];
    const int n = sn_component_array(component, array)->n;
    if (index < 0 || index > n)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "%s has no place %d", row->name, index);
    if (row->derived)
        return refuse_derived(row, error);
    void *entry = sn_entry_new(row, sn_component_array(component, array), index);
    g_autofree char *label = label_of("Add", row->entry_label);
    sn_edit_log_open(model, label);
    if (row->family)
        sn_entries_shift(model, id, array, index, 1);
    sn_edit_log_do(model, &(SnOperation){.kind = SN_OPERATION_ENTRY,
                                         .id = sn_id_of_entry(id, (unsigned)array, (uint32_t)index),
                                         .array = row,
                                         .entry = entry});
    sn_edit_log_close(model);
    return true;
}

bool sn_edit_remove_entry(SnModel *model, SnId id, GError **error)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry == 0 || !sn_model_object(model, id))
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such entry");
    const int array = sn_id_array(id);
    const SnArrayRow *row = &component->class->arrays[array];
    if (row->derived)
        return refuse_derived(row, error);
    if (sn_component_array(component, array)->n <= row->min_count)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must have at least %d %s", row->name,
                         row->min_count, row->min_count == 1 ? "entry" : "entries");
    const SnId referrer = row->family ? sn_entry_referrer(model, id) : SN_ID_NULL;
    if (!sn_id_is_null(referrer)) {
        g_autofree char *path = sn_model_path(model, referrer);
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s hangs on it: let that go first", path);
    }
    g_autofree char *label = label_of("Delete", row->entry_label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model, &(SnOperation){.kind = SN_OPERATION_ENTRY, .id = id, .array = row});
    if (row->family)
        sn_entries_shift(model, sn_id_component(id), array, (int)sn_id_entry_index(id) + 1, -1);
    sn_edit_log_close(model);
    return true;
}

/* Rows of one entry that is not in the model, brought into the document's form. */
static bool check_entry(const SnModel *model, const SnArrayRow *row, void *entry, GError **error)
{
    const RowCheck check = {model, error};
    for (int i = 0; i < row->n_properties; i++) {
        const SnProperty *property = &row->properties[i];
        SnValue value;
        if (property->kind == SN_RESULT)
            continue;
        sn_field_get(entry, property, &value);
        sn_value_normalize(property, &value);
        sn_field_set(entry, property, &value);
        sn_value_clear(&value);
        if (!check_rows(&check, entry, &property, 1))
            return false;
    }
    return true;
}

static bool same_entries(const SnArrayRow *row, const SnArray *a, const SnArray *b)
{
    if (a->n != b->n)
        return false;
    bool same = true;
    for (int k = 0; same && k < a->n * row->n_properties; k++) {
        const SnProperty *property = &row->properties[k % row->n_properties];
        const size_t offset = (size_t)(k / row->n_properties) * row->entry_size;
        SnValue x, y;
        sn_field_get((const char *)a->entries + offset, property, &x);
        sn_field_get((const char *)b->entries + offset, property, &y);
        same = sn_value_equal(&x, &y);
        sn_value_clear(&x);
        sn_value_clear(&y);
    }
    return same;
}

/* Whether an array may have as many entries as that. */
static bool check_count(const SnArrayRow *row, int present, int n, GError **error)
{
    if (row->derived)
        return refuse_derived(row, error);
    if (row->family && n < present)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s may be referred to: take away one by one",
                         row->name);
    if (n < row->min_count)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s must have at least %d %s", row->name,
                         row->min_count, row->min_count == 1 ? "entry" : "entries");
    return true;
}

bool sn_edit_set_entries(SnModel *model, SnId id, int array, const SnArray *entries, GError **error)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry != 0 || array < 0 || array >= component->class->n_arrays)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no such array");
    const SnArrayRow *row = &component->class->arrays[array];
    const SnArray *present = sn_component_array(component, array);
    if (!check_count(row, present->n, entries->n, error))
        return false;
    SnOperation operation = {.kind = SN_OPERATION_ENTRIES,
                             .id = sn_id_of_entry(id, (unsigned)array, 0),
                             .array = row,
                             .entries.entries = g_malloc0_n((size_t)entries->n, row->entry_size)};
    bool good = true;
    for (int i = 0; good && i < entries->n; i++) {
        const size_t offset = (size_t)i * row->entry_size;
        void *entry = (char *)operation.entries.entries + offset;
        sn_entry_copy(row, (const char *)entries->entries + offset, entry);
        operation.entries.n++;
        good = check_entry(model, row, entry, error);
    }
    if (!good || same_entries(row, present, &operation.entries)) {
        sn_edit_log_forget(&operation);
        return good;
    }
    g_autofree char *label = label_of("Change", row->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model, &operation);
    sn_edit_log_close(model);
    return true;
}

/* --- duplicating --- */

typedef struct Duplication {
    SnModel *model;
    uint8_t *marks;
    GHashTable *copy_of;           /* slot of the original -> id of the copy (SnId *) */
    GPtrArray *originals, *copies; /* topmost, in tree order */
} Duplication;

/* Marks what a given component clones with itself: the points of a path. */
static bool mark_clone(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Duplication *d = data;
    /* an entry stays part of what it belongs to: both hang on the same node */
    if (target.entry == 0 && sn_model_property(d->model, object, row)->flags & SN_CLONES)
        sn_marks_set(d->marks, sn_model_get(d->model, target), SN_MARK_DEPENDENT);
    return true;
}

static void map_copies(Duplication *d, const SnComponent *original, const SnComponent *copy)
{
    g_hash_table_insert(d->copy_of, GUINT_TO_POINTER(original->id.index),
                        g_memdup2(&copy->id, sizeof copy->id));
    if (original->children)
        for (guint i = 0; i < original->children->len; i++)
            map_copies(d, original->children->pdata[i], copy->children->pdata[i]);
}

static bool copy_topmost(SnComponent *component, void *data)
{
    Duplication *d = data;
    if (!d->marks[component->id.index] || d->marks[component->parent->id.index])
        return true;
    SnComponent *copy = sn_component_copy(component);
    sn_model_reserve(d->model, copy);
    map_copies(d, component, copy);
    g_ptr_array_add(d->originals, component);
    g_ptr_array_add(d->copies, copy);
    return true;
}

static void redirect_id(const Duplication *d, SnId *id)
{
    const SnId *copy = g_hash_table_lookup(d->copy_of, GUINT_TO_POINTER(id->index));
    if (!copy)
        return;
    id->index = copy->index;
    id->generation = copy->generation;
}

static void redirect_row(const Duplication *d, void *object, const SnProperty *property)
{
    void *field = (char *)object + property->offset;
    if (property->kind == SN_RESULT)
        return;
    if (property->type == SN_TYPE_REF)
        redirect_id(d, field);
    else if (property->type == SN_TYPE_REFS)
        for (int k = 0; k < ((SnIdList *)field)->n; k++)
            redirect_id(d, &((SnIdList *)field)->ids[k]);
    else if (property->type == SN_TYPE_TARGETS)
        for (int k = 0; k < ((SnTargets *)field)->n; k++)
            redirect_id(d, &((SnTargets *)field)->targets[k].id);
}

/* References between originals become references between their copies. */
static bool redirect(SnComponent *component, void *data)
{
    const Duplication *d = data;
    const SnClass *class = component->class;
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++)
        redirect_row(d, component, sn_class_property(class, i));
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        const SnArray *array = sn_component_array(component, a);
        for (int k = 0; k < array->n && !row->derived; k++)
            for (int i = 0; i < row->n_properties; i++)
                redirect_row(d, (char *)array->entries + (size_t)k * row->entry_size,
                             &row->properties[i]);
    }
    return true;
}

static void add_copies(Duplication *d, GArray *ids)
{
    for (guint i = 0; i < d->copies->len; i++) {
        const SnComponent *original = d->originals->pdata[i];
        SnComponent *copy = d->copies->pdata[i];
        SnComponent *list = original->parent;
        sn_component_walk(copy, redirect, d);
        if (copy->name)
            sn_component_set_name(copy, sn_name_unused(list, original->name));
        const SnId id = do_add(d->model, list, copy, -1);
        if (ids && d->marks[original->id.index] == SN_MARK_GIVEN)
            g_array_append_val(ids, id);
    }
}

bool sn_edit_duplicate(SnModel *model, const SnId *ids, int n, GArray *copies, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!listed(model, ids[i], error))
            return false;
    if (n == 0)
        return true;
    Duplication d = {.model = model,
                     .marks = sn_marks_new(model, ids, n),
                     .copy_of = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                     .originals = g_ptr_array_new(),
                     .copies = g_ptr_array_new()};
    for (int i = 0; i < n; i++)
        sn_component_references(sn_model_get(model, ids[i]), mark_clone, &d);
    const SnComponent *first = sn_model_get(model, ids[0]);
    g_autofree char *label = n == 1 ? label_of("Duplicate", first->class->label)
                                    : g_strdup_printf("Duplicate %d components", n);
    for (guint i = 0; i < model->root->children->len; i++)
        sn_component_walk(model->root->children->pdata[i], copy_topmost, &d);
    sn_edit_log_open(model, label);
    add_copies(&d, copies);
    sn_edit_log_close(model);
    g_ptr_array_unref(d.originals);
    g_ptr_array_unref(d.copies);
    g_hash_table_unref(d.copy_of);
    g_free(d.marks);
    return true;
}
