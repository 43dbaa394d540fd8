/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of steps, and the operations that steps are made of. */
#include "engine/model/undo.h"
#include "engine/model/edit_log.h"
#include "engine/model/overrides.h"
#include "engine/model/refresh.h"

#include <string.h>

static void clear_entries(const SnArrayRow *row, SnArray *array)
{
    for (int i = 0; i < array->n; i++)
        sn_entry_clear(row, (char *)array->entries + (size_t)i * row->entry_size);
    g_free(array->entries);
}

static void clear_operation(SnOperation *operation)
{
    if (operation->kind == SN_OPERATION_ENTRIES)
        clear_entries(operation->array, &operation->entries);
    if (operation->kind == SN_OPERATION_VALUE)
        sn_value_clear(&operation->value);
    if (operation->overrides)
        g_array_unref(operation->overrides);
    g_free(operation->name);
    sn_component_free(operation->out);
    if (operation->entry)
        sn_entry_clear(operation->array, operation->entry);
    g_free(operation->entry);
    if (operation->kind == SN_OPERATION_EXTERNAL && operation->external.free)
        operation->external.free(operation->external.data);
}

static void free_step(void *data)
{
    SnStep *step = data;
    for (guint i = 0; i < step->operations->len; i++)
        clear_operation(&g_array_index(step->operations, SnOperation, i));
    g_array_unref(step->operations);
    g_free(step->label);
    g_free(step);
}

SnEditLog *sn_edit_log_new(void)
{
    SnEditLog *log = g_new0(SnEditLog, 1);
    log->steps = g_ptr_array_new_with_free_func(free_step);
    log->next_serial = 1;
    return log;
}

void sn_edit_log_free(SnEditLog *log)
{
    if (!log)
        return;
    g_ptr_array_unref(log->steps);
    g_free(log);
}

/* --- operations --- */

static void swap_value(SnModel *model, SnOperation *o, bool undo)
{
    void *object = sn_model_object(model, o->id);
    const SnProperty *property = sn_model_property(model, o->id, o->row);
    SnComponent *made = sn_refreshes(model, o->id, property) ? object : NULL;
    GArray *overrides = made ? sn_overrides_collect(made) : NULL;
    SnValue former;
    sn_field_get(object, property, &former);
    sn_field_set(object, property, &o->value);
    sn_value_clear(&o->value);
    o->value = former;
    if (property->flags & SN_INHERITABLE) {
        const SnMode mode = sn_field_mode(object, property);
        sn_field_set_mode(object, property, o->mode);
        o->mode = mode;
    }
    sn_model_notify_value(model, o->id, o->row, undo);
    if (made) {
        sn_refresh(model, made, o->overrides, undo);
        if (o->overrides)
            g_array_unref(o->overrides);
        o->overrides = overrides;
    } else {
        sn_refresh_owner(model, sn_model_get(model, o->id), undo);
    }
}

static void switch_component(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *parent = sn_model_get(model, o->parent);
    SnChange change = {
        .id = o->id, .parent = o->parent, .property = -1, .structural = true, .undo = undo};
    if (o->out) {
        if (o->next_number >= 0)
            o->next_number = parent->next_number;
        sn_model_insert(model, parent, o->out, o->position, o->out->number);
        o->out = NULL;
        change.kind = SN_CHANGE_ADDED;
    } else {
        o->out = sn_model_get(model, o->id);
        o->position = sn_component_position(o->out);
        sn_model_take(model, o->out);
        if (o->next_number >= 0)
            parent->next_number = o->next_number;
        change.kind = SN_CHANGE_REMOVED;
    }
    change.position = o->position;
    sn_model_notify(model, &change);
    sn_refresh_holder(model, parent, undo);
}

static void swap_name(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *component = sn_model_get(model, o->id);
    char *former = g_strdup(component->name);
    sn_component_set_name(component, o->name);
    o->name = former;
    sn_model_notify(model, &(SnChange){.kind = SN_CHANGE_RENAMED,
                                       .id = o->id,
                                       .parent = component->parent->id,
                                       .position = sn_component_position(component),
                                       .property = -1,
                                       .undo = undo});
}

static void move(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *component = sn_model_get(model, o->id);
    GPtrArray *all = component->parent->children;
    const int former = sn_component_position(component);
    g_ptr_array_remove_index(all, (guint)former);
    g_ptr_array_insert(all, o->position, component);
    component->place = o->position;
    o->position = former;
    sn_model_notify(model, &(SnChange){.kind = SN_CHANGE_MOVED,
                                       .id = o->id,
                                       .parent = component->parent->id,
                                       .position = component->place,
                                       .property = -1,
                                       .structural = true,
                                       .undo = undo});
    sn_refresh_holder(model, component->parent, undo);
}

static void switch_parent(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *component = sn_model_get(model, o->id);
    SnComponent *from = component->parent, *to = sn_model_get(model, o->parent);
    SnChange change = {
        .id = o->id, .parent = from->id, .property = -1, .structural = true, .undo = undo};
    const SnOperation back = {.position = sn_component_position(component),
                              .number = component->number,
                              .next_number = to->next_number};
    sn_model_take(model, component);
    if (o->next_number >= 0)
        from->next_number = o->next_number;
    change.kind = SN_CHANGE_REMOVED;
    change.position = back.position;
    sn_model_notify(model, &change);
    sn_refresh_holder(model, from, undo);
    sn_model_insert(model, to, component, o->position, o->number);
    change.kind = SN_CHANGE_ADDED;
    change.parent = to->id;
    change.position = o->position;
    sn_model_notify(model, &change);
    sn_refresh_holder(model, to, undo);
    o->parent = from->id;
    o->position = back.position;
    o->number = back.number;
    o->next_number = back.next_number;
}

static void switch_entry(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *component = sn_model_get(model, o->id);
    const int number = sn_id_array(o->id);
    const size_t size = o->array->entry_size;
    const size_t index = sn_id_entry_index(o->id);
    SnArray *array = sn_component_array(component, number);
    if (o->entry) {
        array->entries = g_realloc_n(array->entries, (size_t)array->n + 1, size);
        char *at = (char *)array->entries + index * size;
        memmove(at + size, at, ((size_t)array->n - index) * size);
        memcpy(at, o->entry, size);
        array->n++;
        g_clear_pointer(&o->entry, g_free);
    } else {
        char *at = (char *)array->entries + index * size;
        o->entry = g_memdup2(at, size);
        array->n--;
        memmove(at, at + size, ((size_t)array->n - index) * size);
    }
    sn_model_notify(model, &(SnChange){.kind = SN_CHANGE_ENTRIES,
                                       .id = component->id,
                                       .property = number,
                                       .structural = true,
                                       .undo = undo});
}

static void switch_external(SnExternal *external)
{
    (external->undone ? external->redo : external->undo)(external->data);
    external->undone = !external->undone;
}

static void swap_entries(SnModel *model, SnOperation *o, bool undo)
{
    SnComponent *component = sn_model_get(model, o->id);
    const int number = sn_id_array(o->id);
    SnArray *array = sn_component_array(component, number);
    const SnArray former = *array;
    *array = o->entries;
    o->entries = former;
    sn_model_notify(model, &(SnChange){.kind = SN_CHANGE_ENTRIES,
                                       .id = component->id,
                                       .property = number,
                                       .structural = true,
                                       .undo = undo});
}

static void apply(SnModel *model, SnOperation *operation, bool undo)
{
    switch (operation->kind) {
    case SN_OPERATION_VALUE:
        swap_value(model, operation, undo);
        break;
    case SN_OPERATION_COMPONENT:
        switch_component(model, operation, undo);
        break;
    case SN_OPERATION_NAME:
        swap_name(model, operation, undo);
        break;
    case SN_OPERATION_MOVE:
        move(model, operation, undo);
        break;
    case SN_OPERATION_ENTRY:
        switch_entry(model, operation, undo);
        break;
    case SN_OPERATION_EXTERNAL:
        switch_external(&operation->external);
        break;
    case SN_OPERATION_ENTRIES:
        swap_entries(model, operation, undo);
        break;
    case SN_OPERATION_PARENT:
        switch_parent(model, operation, undo);
        break;
    }
}

static void apply_forward(SnModel *model, SnStep *step, bool undo)
{
    for (guint i = 0; i < step->operations->len; i++)
        apply(model, &g_array_index(step->operations, SnOperation, i), undo);
}

static void apply_backward(SnModel *model, SnStep *step, bool undo)
{
    for (guint i = step->operations->len; i-- > 0;)
        apply(model, &g_array_index(step->operations, SnOperation, i), undo);
}

static void notify_done(SnModel *model, bool undo)
{
    sn_model_notify(
        model, &(SnChange){.kind = SN_CHANGE_DONE, .position = -1, .property = -1, .undo = undo});
}

/* --- steps --- */

/* Frees a step that will never be applied again: ids of components it holds may be used anew. */
static void forget(SnModel *model, SnStep *step)
{
    for (guint i = 0; i < step->operations->len; i++) {
        SnOperation *o = &g_array_index(step->operations, SnOperation, i);
        if (o->out)
            sn_model_release(model, g_steal_pointer(&o->out));
    }
    free_step(step);
}

static SnStep *last_done(const SnEditLog *log)
{
    return log->n_done > 0 ? log->steps->pdata[log->n_done - 1] : NULL;
}

static void forget_undone(SnModel *model)
{
    SnEditLog *log = model->log;
    while (log->steps->len > log->n_done)
        forget(model, g_ptr_array_steal_index(log->steps, log->steps->len - 1));
}

/* Whether b goes on with the drag of a: the same properties and arrays of the same components. */
static bool continues(const SnStep *a, const SnStep *b)
{
    if (!a || a->sealed || a->operations->len != b->operations->len)
        return false;
    for (guint i = 0; i < a->operations->len; i++) {
        const SnOperation *x = &g_array_index(a->operations, SnOperation, i);
        const SnOperation *y = &g_array_index(b->operations, SnOperation, i);
        if (x->kind != y->kind || !sn_id_equal(x->id, y->id) || x->row != y->row ||
            (x->kind != SN_OPERATION_VALUE && x->kind != SN_OPERATION_ENTRIES))
            return false;
    }
    return true;
}

static void finish(SnModel *model)
{
    SnEditLog *log = model->log;
    SnStep *step = g_steal_pointer(&log->open);
    if (step->operations->len == 0) {
        free_step(step);
        return;
    }
    if (log->abandoned) {
        apply_backward(model, step, true);
        forget(model, step);
        notify_done(model, true);
        return;
    }
    forget_undone(model);
    if (continues(last_done(log), step)) {
        free_step(step); /* the values before are in the step it continues */
    } else {
        step->serial = log->next_serial++;
        g_ptr_array_add(log->steps, step);
        log->n_done++;
    }
    notify_done(model, false);
}

void sn_edit_log_open(SnModel *model, const char *label)
{
    SnEditLog *log = model->log;
    model->revision++;
    if (log->depth++ > 0)
        return;
    log->abandoned = false;
    log->open = g_new0(SnStep, 1);
    log->open->label = g_strdup(label);
    log->open->operations = g_array_new(FALSE, TRUE, sizeof(SnOperation));
}

/* Whether the operation done last was one on the same entries: its way back serves for both. */
static bool continues_entries(const SnModel *model, const SnOperation *operation)
{
    const GArray *done = model->log->open->operations;
    const SnOperation *last =
        done->len > 0 ? &g_array_index(done, SnOperation, done->len - 1) : NULL;
    return last && last->kind == SN_OPERATION_ENTRIES && operation->kind == last->kind &&
           sn_id_equal(last->id, operation->id);
}

void sn_edit_log_do(SnModel *model, SnOperation *operation)
{
    apply(model, operation, false);
    if (continues_entries(model, operation))
        clear_operation(operation);
    else
        g_array_append_val(model->log->open->operations, *operation);
}

void sn_edit_log_forget(SnOperation *operation)
{
    clear_operation(operation);
}

void sn_edit_log_close(SnModel *model)
{
    g_return_if_fail(model->log->depth > 0);
    if (--model->log->depth == 0)
        finish(model);
}

/* --- what others see --- */

void sn_edit_begin(SnModel *model, const char *label)
{
    sn_edit_log_open(model, label);
}

void sn_edit_end(SnModel *model)
{
    sn_edit_log_close(model);
}

void sn_edit_abandon(SnModel *model)
{
    model->log->abandoned = true;
    sn_edit_log_close(model);
}

void sn_edit_show(SnModel *model)
{
    if (model->log->depth > 0)
        notify_done(model, false);
}

void sn_edit_seal(SnModel *model)
{
    SnStep *step = last_done(model->log);
    if (step)
        step->sealed = true;
}

void sn_edit_push_external(SnModel *model, const char *label, void (*undo)(void *data),
                           void (*redo)(void *data), void (*free)(void *data), void *data)
{
    const SnOperation operation = {.kind = SN_OPERATION_EXTERNAL,
                                   .external = {undo, redo, free, data, false}};
    sn_edit_log_open(model, label);
    g_array_append_val(model->log->open->operations, operation);
    sn_edit_log_close(model);
}

bool sn_undo(SnModel *model)
{
    SnEditLog *log = model->log;
    if (log->n_done == 0 || log->depth > 0)
        return false;
    sn_edit_seal(model);
    SnStep *step = log->steps->pdata[--log->n_done];
    model->revision++;
    apply_backward(model, step, true);
    sn_edit_seal(model);
    notify_done(model, true);
    return true;
}

bool sn_redo(SnModel *model)
{
    SnEditLog *log = model->log;
    if (log->n_done == log->steps->len || log->depth > 0)
        return false;
    SnStep *step = log->steps->pdata[log->n_done++];
    model->revision++;
    apply_forward(model, step, true);
    notify_done(model, true);
    return true;
}

const char *sn_undo_label(const SnModel *model)
{
    const SnStep *step = last_done(model->log);
    return step ? step->label : NULL;
}

const char *sn_redo_label(const SnModel *model)
{
    const SnEditLog *log = model->log;
    return log->n_done < log->steps->len ? ((SnStep *)log->steps->pdata[log->n_done])->label : NULL;
}

int sn_undo_n_steps(const SnModel *model)
{
    return (int)model->log->steps->len;
}

int sn_undo_n_done(const SnModel *model)
{
    return (int)model->log->n_done;
}

const char *sn_undo_step_label(const SnModel *model, int step)
{
    return ((const SnStep *)model->log->steps->pdata[step])->label;
}

static bool changes_document(const SnStep *step)
{
    for (guint i = 0; i < step->operations->len; i++)
        if (g_array_index(step->operations, SnOperation, i).kind != SN_OPERATION_EXTERNAL)
            return true;
    return false;
}

/* Of the last step that changed the document. */
static uint64_t present_serial(const SnModel *model)
{
    for (guint i = model->log->n_done; i-- > 0;) {
        const SnStep *step = model->log->steps->pdata[i];
        if (changes_document(step))
            return step->serial;
    }
    return 0;
}

void sn_edit_mark_saved(SnModel *model)
{
    sn_edit_seal(model);
    model->log->saved_serial = present_serial(model);
}

void sn_edit_mark_unsaved(SnModel *model)
{
    model->log->saved_serial = UINT64_MAX;
}

bool sn_edit_is_saved(const SnModel *model)
{
    return present_serial(model) == model->log->saved_serial;
}
