/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Duplicating components with what they hang on. */
#include "engine/model/edit/edit_parts.h"
#include "engine/model/references.h"

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
        const SnId id = sn_edit_put(d->model, list, copy, -1);
        if (ids && d->marks[original->id.index] == SN_MARK_GIVEN)
            g_array_append_val(ids, id);
    }
}

bool sn_edit_duplicate(SnModel *model, const SnId *ids, int n, GArray *copies, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
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
    g_autofree char *label = n == 1 ? sn_edit_label("Duplicate", first->class->label)
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
