/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits: each is checked as a whole before its first operation, so that a refused edit leaves the
 * model untouched. */
#include "engine/model/edit/edit.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit_beside.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/references.h"
#include "engine/model/refresh.h"
#include "engine/text/refuse.h"

/* --- values --- */

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
    g_autofree char *label = sn_edit_label("Change", property->label);
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
    if (!sn_edit_check_value(model, id, property, &copy, error) ||
        !sn_refresh_try(model, id, property, &copy, error)) {
        sn_value_clear(&copy);
        return false;
    }
    change_value(model, id, row, &copy, SN_MODE_EXPLICIT);
    return true;
}

bool sn_edit_set_following(SnModel *model, SnId id, int row, const SnValue *value, GError **error)
{
    const SnProperty *property = editable(model, id, row, error);
    if (!property || !sn_edit_check_value(model, id, property, value, error))
        return false;
    g_autofree char *label = sn_edit_label("Change", property->label);
    sn_edit_log_open(model, label);
    sn_edit_follow_beside(model, id, row, value);
    const bool done = sn_edit_set(model, id, row, value, error);
    sn_edit_log_close(model);
    return done;
}

void sn_edit_set_view(SnModel *model, SnId id, int row, const SnValue *value)
{
    const SnProperty *property = sn_model_property(model, id, row);
    g_assert((property->flags & SN_VIEW) && sn_edit_check_value(model, id, property, value, NULL));
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
    if (!sn_edit_check_value(model, id, property, &value, error) ||
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

/* Rows and entries of a component that is not in the tree yet. */
static bool check_component(SnComponent *component, void *data)
{
    const RowCheck *check = data;
    const SnClass *class = component->class;
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++) {
        const SnProperty *row = sn_class_property(class, i);
        if (!sn_edit_check_row(check->model, component, row, check->error))
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
            if (!sn_edit_check_row(check->model, (const char *)array->entries + offset, property,
                                   check->error))
                return false;
        }
    }
    return true;
}

int sn_edit_model_depth(const SnComponent *component)
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

bool sn_edit_check_add(SnModel *model, const SnComponent *parent, SnComponent *component,
                       int position, GError **error)
{
    const SnClass *family = parent ? sn_component_accepts(parent) : NULL;
    if (!family)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "components can be added to lists only");
    if (!sn_class_is_a(component->class, family)) {
        g_autofree char *members = sn_class_members(model->classes, family);
        return sn_refuse(error, SN_MODEL_ERROR_CLASS, "the list %s takes a %s, not a %s",
                         parent->name, members, component->class->name);
    }
    if (position > (int)parent->children->len)
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "there is no position %d in %s", position,
                         parent->name);
    if (component->class == &SN_CLASS_MODEL && sn_edit_model_depth(parent) >= SN_DEEPEST_MODEL)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "models nest at most %d deep",
                         SN_DEEPEST_MODEL);
    RowCheck check = {model, error};
    return check_name(parent, NULL, component->name, error) &&
           sn_component_walk(component, check_component, &check) &&
           sn_refresh_new(model, component, error);
}

static bool check_number(const SnComponent *parent, int number, GError **error)
{
    if (number < 0 || !sn_component_child_by_number(parent, number))
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_NAME, "the number %d is used in %s by another", number,
                     parent->name);
}

SnId sn_edit_add(SnModel *model, SnId parent, SnComponent *component, int position, GError **error)
{
    return sn_edit_add_numbered(model, parent, component, position, -1, error);
}

SnId sn_edit_add_numbered(SnModel *model, SnId parent_id, SnComponent *component, int position,
                          int number, GError **error)
{
    SnComponent *parent = sn_model_get(model, parent_id);
    if (!sn_edit_check_add(model, parent, component, position, error) ||
        !check_number(parent, number, error)) {
        sn_component_free(component);
        return SN_ID_NULL;
    }
    g_autofree char *label = sn_edit_label("Add", component->class->label);
    sn_edit_log_open(model, label);
    const SnId id = sn_edit_put(model, parent, component, position, number);
    sn_edit_log_close(model);
    return id;
}

/* --- removing --- */

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
    sn_edit_follow_beside(removal->model, object, row, &operation->value);
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
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (n == 0)
        return true;
    g_autofree uint8_t *marks = sn_marks_new(model, ids, n);
    sn_marks_close(model, marks, true);
    g_autoptr(GArray) topmost = g_array_new(FALSE, FALSE, sizeof(SnId));
    Removal removal = {.model = model, .marks = marks, .ids = topmost};
    sn_component_walk(model->root, collect_topmost, &removal);
    const SnComponent *first = sn_model_get(model, ids[0]);
    g_autofree char *label = n == 1 ? sn_edit_label("Delete", first->class->label)
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
    SnComponent *component = sn_edit_listed(model, id, error);
    if (!component || !check_name(component->parent, component, name, error))
        return false;
    if (g_strcmp0(component->name, name) == 0)
        return true;
    g_autofree char *label = sn_edit_label("Rename", component->class->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model,
                   &(SnOperation){.kind = SN_OPERATION_NAME, .id = id, .name = g_strdup(name)});
    sn_edit_log_close(model);
    return true;
}
