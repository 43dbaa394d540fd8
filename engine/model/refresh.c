/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/refresh.h"

#include "engine/model/changes.h"
#include "engine/model/overrides.h"
#include "engine/text/refuse.h"

bool sn_refreshes(const SnModel *model, SnId id, const SnProperty *property)
{
    const SnComponent *component = sn_model_get(model, id);
    return id.entry == 0 && component && component->class->refresh &&
           property->bind == SN_BIND_NONE;
}

/* The entries of a component's arrays, to see whether they were made anew. */
static GPtrArray *entries_of(const SnComponent *component)
{
    GPtrArray *entries = g_ptr_array_new();
    for (int i = 0; i < component->class->n_arrays; i++)
        g_ptr_array_add(entries, sn_component_array(component, i)->entries);
    return entries;
}

void sn_refresh(SnModel *model, SnComponent *component, const GArray *overrides, bool undo)
{
    const SnClass *class = component->class;
    g_autoptr(GPtrArray) before = entries_of(component);
    /* what cannot be made now (a file that is gone) stays; sn_model_validate tells */
    class->refresh(model, component, NULL);
    if (overrides)
        sn_overrides_apply(component, overrides);
    for (int i = 0; i < class->n_arrays; i++)
        if (class->arrays[i].derived &&
            sn_component_array(component, i)->entries != before->pdata[i])
            sn_model_notify(model, &(SnChange){.kind = SN_CHANGE_ENTRIES,
                                               .id = component->id,
                                               .property = i,
                                               .structural = true,
                                               .undo = undo});
}

void sn_refresh_holder(SnModel *model, const SnComponent *list, bool undo)
{
    SnComponent *owner = list ? list->parent : NULL;
    if (owner && owner->class->refresh)
        sn_refresh(model, owner, NULL, undo);
}

void sn_refresh_owner(SnModel *model, const SnComponent *component, bool undo)
{
    sn_refresh_holder(model, component->parent, undo);
}

/* --- trying --- */

typedef struct Gone {
    const SnModel *model;
    SnId component;
    SnId holder, target; /* found */
} Gone;

static bool is_there(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Gone *gone = data;
    if (!sn_id_equal(sn_id_component(target), gone->component) ||
        sn_model_object(gone->model, target))
        return true;
    gone->holder = holder->id;
    gone->target = target;
    return false;
}

static bool all_there(SnComponent *component, void *data)
{
    return sn_component_references(component, is_there, data);
}

static bool check_references(const SnModel *model, const SnComponent *component, GError **error)
{
    Gone gone = {.model = model, .component = component->id};
    if (sn_component_walk(model->root, all_there, &gone))
        return true;
    g_autofree char *holder = sn_model_path(model, gone.holder);
    g_autofree char *target = sn_model_path(model, gone.target);
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "%s refers to %s, which would be gone; change that first", holder, target);
}

bool sn_refresh_try(SnModel *model, SnId id, const SnProperty *property, const SnValue *value,
                    GError **error)
{
    if (!sn_refreshes(model, id, property))
        return true;
    SnComponent *component = sn_model_get(model, id);
    g_autoptr(GArray) overrides = sn_overrides_collect(component);
    g_autoptr(GPtrArray) before = entries_of(component);
    SnValue present;
    sn_field_get(component, property, &present);
    sn_field_set(component, property, value);
    const bool made = component->class->refresh(model, component, error);
    const bool good = made && check_references(model, component, error);
    sn_field_set(component, property, &present);
    sn_value_clear(&present);
    if (made) {
        component->class->refresh(model, component, NULL);
        sn_overrides_apply(component, overrides);
    }
    return good;
}

typedef struct New {
    SnModel *model;
    GError **error;
} New;

static bool refresh_one(SnComponent *component, void *data)
{
    const New *new = data;
    return !component->class->refresh ||
           component->class->refresh(new->model, component, new->error);
}

bool sn_refresh_new(SnModel *model, SnComponent *component, GError **error)
{
    return sn_component_walk(component, refresh_one, &(New){model, error});
}
