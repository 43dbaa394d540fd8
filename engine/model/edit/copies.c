/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/copies.h"

#include "engine/model/edit/edit_parts.h"
#include "engine/model/references.h"

/* --- what is copied --- */

/* Looked at only: a plot of the original says nothing of a copy. */
static bool is_document(const SnComponent *component)
{
    for (; component; component = component->parent)
        if (component->class->document)
            return true;
    return false;
}

static bool leave_documents(SnComponent *component, void *data)
{
    uint8_t *mark = (uint8_t *)data + component->id.index;
    if (*mark == SN_MARK_DEPENDENT && is_document(component))
        *mark = 0;
    return true;
}

void sn_copies_init(SnCopies *copies, SnModel *model, const SnId *ids, int n, bool attached)
{
    *copies = (SnCopies){.model = model,
                         .marks = sn_marks_new(model, ids, n),
                         .copy_of = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                         .originals = g_ptr_array_new(),
                         .copies = g_ptr_array_new()};
    if (attached) {
        sn_marks_close(model, copies->marks, true);
        sn_component_walk(model->root, leave_documents, copies->marks);
    }
}

void sn_copies_clear(SnCopies *copies)
{
    for (guint i = 0; i < copies->copies->len; i++)
        if (copies->copies->pdata[i])
            sn_model_release(copies->model, copies->copies->pdata[i]);
    g_ptr_array_unref(copies->originals);
    g_ptr_array_unref(copies->copies);
    g_hash_table_unref(copies->copy_of);
    g_free(copies->marks);
}

static bool mark_point(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const SnCopies *copies = data;
    /* an entry stays part of what it belongs to: both hang on the same node */
    if (target.entry == 0 && sn_model_property(copies->model, object, row)->flags & SN_CLONES)
        sn_marks_set(copies->marks, sn_model_get(copies->model, target), SN_MARK_DEPENDENT);
    return true;
}

static bool mark_points_of(SnComponent *component, void *data)
{
    if (((SnCopies *)data)->marks[component->id.index])
        sn_component_references(component, mark_point, data);
    return true;
}

void sn_copies_mark_points(SnCopies *copies)
{
    sn_component_walk(copies->model->root, mark_points_of, copies);
}

/* --- copies --- */

static void map_copies(SnCopies *copies, const SnComponent *original, const SnComponent *copy)
{
    g_hash_table_insert(copies->copy_of, GUINT_TO_POINTER(original->id.index),
                        g_memdup2(&copy->id, sizeof copy->id));
    if (original->children)
        for (guint i = 0; i < original->children->len; i++)
            map_copies(copies, original->children->pdata[i], copy->children->pdata[i]);
}

static bool copy_topmost(SnComponent *component, void *data)
{
    SnCopies *copies = data;
    if (!copies->marks[component->id.index] ||
        (component->parent && copies->marks[component->parent->id.index]))
        return true;
    g_ptr_array_add(copies->originals, component);
    return true;
}

void sn_copies_make(SnCopies *copies)
{
    sn_component_walk(copies->model->root, copy_topmost, copies);
    for (guint i = 0; i < copies->originals->len; i++) {
        SnComponent *copy = sn_component_copy(copies->originals->pdata[i]);
        sn_model_reserve(copies->model, copy);
        map_copies(copies, copies->originals->pdata[i], copy);
        g_ptr_array_add(copies->copies, copy);
    }
}

SnId sn_copies_image(const SnCopies *copies, SnId id)
{
    const SnId *image = g_hash_table_lookup(copies->copy_of, GUINT_TO_POINTER(id.index));
    return image && !sn_id_is_null(id) ? (SnId){image->index, image->generation, id.entry}
                                       : SN_ID_NULL;
}

/* --- references --- */

static void redirect_id(const SnCopies *copies, SnId *id)
{
    const SnId image = sn_copies_image(copies, *id);
    if (!sn_id_is_null(image))
        *id = image;
}

static void redirect_row(const SnCopies *copies, void *object, const SnProperty *property)
{
    void *field = (char *)object + property->offset;
    if (property->kind == SN_RESULT)
        return;
    if (property->type == SN_TYPE_REF)
        redirect_id(copies, field);
    else if (property->type == SN_TYPE_REFS)
        for (int k = 0; k < ((SnIdList *)field)->n; k++)
            redirect_id(copies, &((SnIdList *)field)->ids[k]);
    else if (property->type == SN_TYPE_TARGETS)
        for (int k = 0; k < ((SnTargets *)field)->n; k++)
            redirect_id(copies, &((SnTargets *)field)->targets[k].id);
}

static bool redirect(SnComponent *component, void *data)
{
    const SnClass *class = component->class;
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++)
        redirect_row(data, component, sn_class_property(class, i));
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *row = &class->arrays[a];
        const SnArray *array = sn_component_array(component, a);
        for (int k = 0; k < array->n && !row->derived; k++)
            for (int i = 0; i < row->n_properties; i++)
                redirect_row(data, (char *)array->entries + (size_t)k * row->entry_size,
                             &row->properties[i]);
    }
    return true;
}

void sn_copies_redirect(SnCopies *copies)
{
    for (guint i = 0; i < copies->copies->len; i++)
        sn_component_walk(copies->copies->pdata[i], redirect, copies);
}

/* --- into the tree --- */

void sn_copies_put(SnCopies *copies, char *(*name_for)(const SnComponent *original), GArray *ids)
{
    for (guint i = 0; i < copies->copies->len; i++) {
        const SnComponent *original = copies->originals->pdata[i];
        SnComponent *copy = g_steal_pointer(&copies->copies->pdata[i]);
        if (copy->name) {
            g_autofree char *name = name_for ? name_for(original) : NULL;
            sn_component_set_name(copy,
                                  sn_name_unused(original->parent, name ? name : original->name));
        }
        const SnId id = sn_edit_put(copies->model, original->parent, copy, -1, -1);
        if (ids && copies->marks[original->id.index] == SN_MARK_GIVEN)
            g_array_append_val(ids, id);
    }
}
