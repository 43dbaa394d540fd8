/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree and the slots behind the ids. */
#include "engine/model/model.h"

#include "engine/mesh/mesh_cache.h"
#include "engine/model/drawable.h"
#include "engine/model/edit_log.h"
#include "engine/model/tree.h"
#include "engine/motion/motion_cache.h"

#include <string.h>

/* --- components --- */

/* Rows of one table with their defaults, as sn_field_set would do but without a value in between:
 * models of many components are made fast. */
static void init_rows(void *object, const SnProperty *rows, int n)
{
    for (int i = 0; i < n; i++) {
        const SnProperty *p = &rows[i];
        char *at = (char *)object + p->offset;
        if (p->kind == SN_RESULT)
            continue;
        if (p->type == SN_TYPE_BOOL) {
            *(bool *)at = p->number[0] != 0;
        } else if (p->type == SN_TYPE_INT || p->type == SN_TYPE_ENUM) {
            *(int32_t *)at = (int32_t)p->number[0];
        } else if (p->type != SN_TYPE_REALS && p->type != SN_TYPE_INDICES) {
            memcpy(at, p->number, (size_t)sn_type_width(p->type) * sizeof(double));
        } else {
            SnValue value;
            sn_property_default(p, &value);
            sn_field_set(object, p, &value);
            sn_value_clear(&value);
        }
    }
}

static void init_class(SnComponent *component, const SnClass *class)
{
    if (class->parent)
        init_class(component, class->parent);
    init_rows(component, class->properties, class->n_properties);
    init_rows(component, class->overrides, class->n_overrides);
}

static void link_child(SnComponent *parent, SnComponent *child, int position, int number)
{
    const int n = (int)parent->children->len;
    child->parent = parent;
    child->number = number < 0 ? parent->next_number : number;
    child->place = position < 0 ? n : position;
    if (child->number >= parent->next_number)
        parent->next_number = child->number + 1;
    g_ptr_array_insert(parent->children, position < 0 ? -1 : position, child);
    sn_child_index_add(parent, child);
}

SnComponent *sn_component_new(const SnClass *class, const char *name)
{
    g_return_val_if_fail(!class->abstract, NULL);
    SnComponent *component = g_malloc0(class->size);
    component->class = class;
    component->name = g_strdup(name);
    init_class(component, class);
    if (class->n_lists > 0 || class == &SN_CLASS_LIST)
        component->children = g_ptr_array_new();
    for (int i = 0; i < class->n_lists; i++) {
        SnComponent *list = sn_component_new(&SN_CLASS_LIST, class->lists[i].name);
        ((SnList *)list)->row = &class->lists[i];
        link_child(component, list, -1, -1);
    }
    for (int i = 0; i < class->n_arrays; i++) {
        const SnArrayRow *row = &class->arrays[i];
        SnArray *array = sn_component_array(component, i);
        array->entries = g_malloc0_n((size_t)row->min_count, row->entry_size);
        while (array->n < row->min_count) {
            g_autofree void *entry = sn_entry_new(row, array, array->n);
            memcpy((char *)array->entries + (size_t)array->n++ * row->entry_size, entry,
                   row->entry_size);
        }
    }
    return component;
}

void sn_component_free(SnComponent *component)
{
    if (!component)
        return;
    const SnClass *class = component->class;
    if (component->children)
        for (guint i = 0; i < component->children->len; i++)
            sn_component_free(component->children->pdata[i]);
    g_clear_pointer(&component->children, g_ptr_array_unref);
    sn_child_index_free(component);
    for (int i = 0; i < class->n_arrays; i++) {
        SnArray *array = sn_component_array(component, i);
        for (int k = 0; k < array->n && !sn_array_is_plain(&class->arrays[i]); k++)
            sn_entry_clear(&class->arrays[i],
                           (char *)array->entries + (size_t)k * class->arrays[i].entry_size);
        g_free(array->entries);
    }
    if (class->free_made)
        class->free_made(component);
    for (const SnClass *c = class; c; c = c->parent)
        for (int i = 0; i < c->n_properties; i++)
            if (c->properties[i].kind != SN_RESULT)
                sn_field_clear(component, &c->properties[i]);
    g_free(component->name);
    g_free(component);
}

static void copy_arrays(const SnComponent *from, SnComponent *to)
{
    const SnClass *class = from->class;
    for (int i = 0; i < class->n_arrays; i++) {
        const SnArrayRow *row = &class->arrays[i];
        const SnArray *a = sn_component_array((SnComponent *)(uintptr_t)from, i);
        SnArray *b = sn_component_array(to, i);
        for (int k = 0; k < b->n; k++)
            sn_entry_clear(row, (char *)b->entries + (size_t)k * row->entry_size);
        g_free(b->entries);
        b->n = a->n;
        b->entries = g_malloc0_n((size_t)a->n, row->entry_size);
        if (sn_array_is_plain(row) && a->n > 0)
            memcpy(b->entries, a->entries, (size_t)a->n * row->entry_size);
        for (int k = 0; k < a->n && !sn_array_is_plain(row); k++)
            sn_entry_copy(row, (const char *)a->entries + (size_t)k * row->entry_size,
                          (char *)b->entries + (size_t)k * row->entry_size);
    }
}

/* All that is not made of a mesh, by its bytes: large models are copied with each edit, for the
 * compiler. */
static SnComponent *copy_bytes(const SnComponent *from)
{
    const SnClass *class = from->class;
    SnComponent *to = g_memdup2(from, class->size);
    to->id = SN_ID_NULL;
    to->parent = NULL;
    to->name = g_strdup(from->name);
    to->children = from->children ? g_ptr_array_sized_new(from->children->len) : NULL;
    to->next_number = 0;
    to->index = NULL;
    for (const SnClass *c = class; c; c = c->parent)
        for (int i = 0; i < c->n_properties; i++)
            if (c->properties[i].kind != SN_RESULT)
                sn_field_own(to, &c->properties[i]);
    for (int i = 0; i < class->n_arrays; i++)
        *sn_component_array(to, i) = (SnArray){0};
    copy_arrays(from, to);
    return to;
}

/* Own rows and arrays of `from` over fresh ones of the same class. */
static void copy_own(const SnComponent *from, SnComponent *to)
{
    const SnClass *class = from->class;
    for (const SnClass *c = class; c; c = c->parent) {
        for (int i = 0; i < c->n_properties; i++) {
            const SnProperty *p = &c->properties[i];
            if (p->kind == SN_RESULT)
                continue;
            SnValue value;
            sn_field_get(from, p, &value);
            sn_field_set(to, p, &value);
            sn_value_clear(&value);
            if (p->flags & SN_INHERITABLE)
                sn_field_set_mode(to, p, sn_field_mode(from, p));
        }
    }
    copy_arrays(from, to);
    if (class->copy_made)
        class->copy_made(from, to);
}

static SnComponent *copy_tree(const SnComponent *from, bool ids)
{
    const bool plain = !from->class->copy_made && !from->class->free_made;
    SnComponent *to = plain ? copy_bytes(from) : sn_component_new(from->class, from->name);
    if (!plain)
        copy_own(from, to);
    to->number = from->number;
    to->place = from->place;
    if (ids)
        to->id = from->id;
    if (from->class == &SN_CLASS_LIST)
        ((SnList *)to)->row = ((const SnList *)from)->row;
    if (!from->children)
        return to;
    /* lists that came with a model are replaced by the copies of its own */
    for (guint i = 0; i < to->children->len; i++)
        sn_component_free(to->children->pdata[i]);
    g_ptr_array_set_size(to->children, 0);
    sn_child_index_free(to);
    for (guint i = 0; i < from->children->len; i++) {
        const SnComponent *child = from->children->pdata[i];
        link_child(to, copy_tree(child, ids), -1, child->number);
    }
    to->next_number = from->next_number;
    return to;
}

SnComponent *sn_component_copy(const SnComponent *component)
{
    return copy_tree(component, false);
}

SnArray *sn_component_array(const SnComponent *component, int array)
{
    g_return_val_if_fail(array >= 0 && array < component->class->n_arrays, NULL);
    return (SnArray *)((char *)(uintptr_t)component + component->class->arrays[array].offset);
}

const SnClass *sn_component_accepts(const SnComponent *component)
{
    return component->class == &SN_CLASS_LIST ? ((const SnList *)component)->row->accepts : NULL;
}

bool sn_component_walk(SnComponent *from, SnVisit visit, void *data)
{
    if (!visit(from, data))
        return false;
    if (from->children)
        for (guint i = 0; i < from->children->len; i++)
            if (!sn_component_walk(from->children->pdata[i], visit, data))
                return false;
    return true;
}

SnComponent *sn_model_list(const SnComponent *model_component, const char *name)
{
    const SnClass *class = model_component->class;
    for (int i = 0; i < class->n_lists; i++)
        if (strcmp(class->lists[i].name, name) == 0)
            return model_component->children->pdata[i];
    return NULL;
}

SnComponent *sn_component_model(const SnComponent *component)
{
    while (component && !component->class->scope)
        component = component->parent;
    return (SnComponent *)(uintptr_t)component;
}

SnComponent *sn_model_list_for(const SnComponent *model_component, const SnClass *class)
{
    const SnClass *owner = model_component->class;
    for (int i = 0; i < owner->n_lists; i++)
        if (sn_class_is_a(class, owner->lists[i].accepts))
            return model_component->children->pdata[i];
    return NULL;
}

/* --- slots --- */

static bool reserve_one(SnComponent *component, void *data)
{
    SnModel *model = data;
    if (!sn_id_is_null(component->id))
        return true;
    uint32_t slot;
    if (model->free_slots->len > 0) {
        slot = g_array_index(model->free_slots, uint32_t, model->free_slots->len - 1);
        g_array_set_size(model->free_slots, model->free_slots->len - 1);
    } else {
        const uint32_t first = 1;
        slot = model->slots->len;
        g_ptr_array_add(model->slots, NULL);
        g_array_append_val(model->generations, first);
    }
    component->id = (SnId){slot, g_array_index(model->generations, uint32_t, slot), 0};
    return true;
}

void sn_model_reserve(SnModel *model, SnComponent *component)
{
    sn_component_walk(component, reserve_one, model);
}

static bool fill_slot(SnComponent *component, void *data)
{
    SnModel *model = data;
    reserve_one(component, model);
    model->slots->pdata[component->id.index] = component;
    return true;
}

static bool empty_slot(SnComponent *component, void *data)
{
    SnModel *model = data;
    model->slots->pdata[component->id.index] = NULL;
    return true;
}

static bool release_slot(SnComponent *component, void *data)
{
    SnModel *model = data;
    const uint32_t slot = component->id.index;
    if (slot == 0)
        return true;
    g_array_index(model->generations, uint32_t, slot)++;
    g_array_append_val(model->free_slots, slot);
    return true;
}

SnId sn_model_insert(SnModel *model, SnComponent *parent, SnComponent *component, int position,
                     int number)
{
    g_return_val_if_fail(parent->children && position <= (int)parent->children->len, SN_ID_NULL);
    sn_component_walk(component, fill_slot, model);
    link_child(parent, component, position, number);
    return component->id;
}

void sn_model_take(SnModel *model, SnComponent *component)
{
    SnComponent *parent = component->parent;
    sn_component_walk(component, empty_slot, model);
    g_ptr_array_remove_index(parent->children, (guint)sn_component_position(component));
    sn_child_index_remove(parent, component);
    component->parent = NULL;
}

void sn_model_release(SnModel *model, SnComponent *component)
{
    sn_component_walk(component, release_slot, model);
    sn_component_free(component);
}

int sn_component_position(const SnComponent *component)
{
    if (!component->parent)
        return 0;
    /* children move by few places: search outward from where it was last found */
    const GPtrArray *all = component->parent->children;
    const int n = (int)all->len;
    int up = CLAMP(component->place, 0, n - 1), down = up - 1, found = -1;
    while (found < 0 && (up < n || down >= 0)) {
        if (up < n && all->pdata[up] == component)
            found = up;
        else if (down >= 0 && all->pdata[down] == component)
            found = down;
        up++, down--;
    }
    ((SnComponent *)(uintptr_t)component)->place = found;
    return found;
}

/* --- models --- */

static SnModel *new_slots(void)
{
    SnModel *model = g_new0(SnModel, 1);
    const uint32_t none = 0;
    model->slots = g_ptr_array_new();
    g_ptr_array_add(model->slots, NULL); /* slot 0 is the null id */
    model->generations = g_array_new(FALSE, TRUE, sizeof(uint32_t));
    g_array_append_val(model->generations, none);
    model->free_slots = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    return model;
}

SnModel *sn_model_new_of(const SnClassTable *classes)
{
    SnModel *model = new_slots();
    model->classes = classes;
    model->root = sn_component_new(classes->root, "model");
    sn_component_walk(model->root, fill_slot, model);
    model->listeners = g_ptr_array_new_with_free_func(g_free);
    model->log = sn_edit_log_new();
    model->meshes = sn_mesh_cache_new();
    model->motions = sn_motion_cache_new();
    return model;
}

void sn_model_free(SnModel *model)
{
    if (!model)
        return;
    sn_edit_log_free(model->log);
    g_clear_pointer(&model->listeners, g_ptr_array_unref);
    sn_component_free(model->root);
    g_ptr_array_unref(model->slots);
    g_array_unref(model->generations);
    g_array_unref(model->free_slots);
    sn_mesh_cache_unref(model->meshes);
    sn_motion_cache_unref(model->motions);
    sn_model_free(model->base_model);
    g_free(model->base);
    g_free(model->folder);
    g_free(model->path);
    g_free(model);
}

SnModel *sn_model_copy(const SnModel *model)
{
    SnModel *copy = new_slots();
    copy->classes = model->classes;
    g_ptr_array_set_size(copy->slots, (gint)model->slots->len);
    g_array_set_size(copy->generations, 0);
    g_array_append_vals(copy->generations, model->generations->data, model->generations->len);
    g_array_append_vals(copy->free_slots, model->free_slots->data, model->free_slots->len);
    copy->root = copy_tree(model->root, true);
    sn_component_walk(copy->root, fill_slot, copy);
    copy->revision = model->revision;
    copy->path = g_strdup(model->path);
    copy->folder = g_strdup(model->folder);
    copy->base = g_strdup(model->base);
    copy->meshes = sn_mesh_cache_ref(model->meshes);
    copy->motions = sn_motion_cache_ref(model->motions);
    copy->listeners = g_ptr_array_new_with_free_func(g_free);
    copy->log = sn_edit_log_new();
    return copy;
}

/* --- ids --- */

SnComponent *sn_model_get(const SnModel *model, SnId id)
{
    if (id.index == 0 || id.index >= model->slots->len ||
        g_array_index(model->generations, uint32_t, id.index) != id.generation)
        return NULL;
    return model->slots->pdata[id.index];
}

/* The array row an entry id means; NULL for a component's. */
static const SnArrayRow *entry_row(const SnComponent *component, SnId id)
{
    const int array = sn_id_array(id);
    return array >= 0 && array < component->class->n_arrays ? &component->class->arrays[array]
                                                            : NULL;
}

void *sn_model_object(const SnModel *model, SnId id)
{
    SnComponent *component = sn_model_get(model, id);
    if (!component || id.entry == 0)
        return component;
    const SnArrayRow *row = entry_row(component, id);
    if (!row)
        return NULL;
    const SnArray *array = sn_component_array(component, sn_id_array(id));
    const uint32_t index = sn_id_entry_index(id);
    return index < (uint32_t)array->n ? (char *)array->entries + index * row->entry_size : NULL;
}

int sn_model_n_properties(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component)
        return 0;
    if (id.entry == 0)
        return sn_class_n_properties(component->class);
    const SnArrayRow *row = entry_row(component, id);
    return row ? row->n_properties : 0;
}

const SnProperty *sn_model_property(const SnModel *model, SnId id, int row)
{
    const SnComponent *component = sn_model_get(model, id);
    if (row < 0 || row >= sn_model_n_properties(model, id))
        return NULL;
    return id.entry == 0 ? sn_class_property(component->class, row)
                         : &entry_row(component, id)->properties[row];
}

int sn_model_find_property(const SnModel *model, SnId id, const char *name)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component)
        return -1;
    if (id.entry == 0)
        return sn_class_find_property(component->class, name);
    const SnArrayRow *row = entry_row(component, id);
    for (int i = 0; row && i < row->n_properties; i++)
        if (strcmp(row->properties[i].name, name) == 0)
            return i;
    return -1;
}
