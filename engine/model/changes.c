/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling listeners what changed. */
#include "engine/model/changes.h"

typedef struct Listener {
    unsigned handle;
    SnListener call; /* NULL: unlistened while changes were being reported */
    void *data;
} Listener;

unsigned sn_model_listen(SnModel *model, SnListener call, void *data)
{
    Listener *listener = g_new(Listener, 1);
    *listener = (Listener){++model->last_listener, call, data};
    g_ptr_array_add(model->listeners, listener);
    return listener->handle;
}

static void drop_silent(SnModel *model)
{
    for (guint i = model->listeners->len; i-- > 0;)
        if (!((Listener *)model->listeners->pdata[i])->call)
            g_ptr_array_remove_index(model->listeners, i);
}

void sn_model_unlisten(SnModel *model, unsigned handle)
{
    for (guint i = 0; i < model->listeners->len; i++) {
        Listener *listener = model->listeners->pdata[i];
        if (listener->handle == handle)
            listener->call = NULL;
    }
    if (model->notifying == 0)
        drop_silent(model);
}

void sn_model_notify(SnModel *model, const SnChange *change)
{
    model->notifying++;
    for (guint i = 0; i < model->listeners->len; i++) {
        const Listener *listener = model->listeners->pdata[i];
        if (listener->call)
            listener->call(model, change, listener->data);
    }
    if (--model->notifying == 0)
        drop_silent(model);
}

/* Row of an inheritable leaf in the class met last: lists are long and of one class. */
typedef struct Leaf {
    SnModel *model;
    const char *name;
    const SnClass *class;
    int row;
    bool undo;
} Leaf;

static void notify_below(Leaf *leaf, const SnComponent *component)
{
    if (component->class != leaf->class) {
        leaf->class = component->class;
        leaf->row = sn_class_find_property(component->class, leaf->name);
    }
    if (leaf->row >= 0) {
        const SnProperty *property = sn_class_property(component->class, leaf->row);
        if (sn_field_mode(component, property) == SN_MODE_EXPLICIT)
            return;
        const SnChange change = {.kind = SN_CHANGE_VALUE,
                                 .id = component->id,
                                 .property = leaf->row,
                                 .structural = property->bind == SN_BIND_NONE,
                                 .undo = leaf->undo};
        sn_model_notify(leaf->model, &change);
    }
    if (component->children)
        for (guint i = 0; i < component->children->len; i++)
            notify_below(leaf, component->children->pdata[i]);
}

void sn_model_notify_value(SnModel *model, SnId id, int row, bool undo)
{
    const SnProperty *property = sn_model_property(model, id, row);
    const SnComponent *component = sn_model_get(model, id);
    const SnChange change = {.kind = SN_CHANGE_VALUE,
                             .id = id,
                             .property = row,
                             .structural = property->bind == SN_BIND_NONE,
                             .undo = undo};
    sn_model_notify(model, &change);
    if (!(property->flags & SN_INHERITABLE) || !component->children || !model->listeners->len)
        return;
    Leaf leaf = {.model = model, .name = property->name, .undo = undo};
    for (guint i = 0; i < component->children->len; i++)
        notify_below(&leaf, component->children->pdata[i]);
}
