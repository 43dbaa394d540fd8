/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/tracked.h"

bool sn_can_be_tracked(const SnComponent *component)
{
    return component && sn_class_find_property(component->class, "tracked") >= 0;
}

bool sn_is_tracked(const SnModel *model, SnId id)
{
    const int row = sn_model_find_property(model, id, "tracked");
    SnValue value = {.boolean = false};
    if (row >= 0)
        sn_field_get(sn_model_object(model, id), sn_model_property(model, id, row), &value);
    return value.boolean;
}

typedef struct Search {
    const SnClass *class;       /* of the component before: lists hold many of one class */
    const SnProperty *property; /* its row, if that can be tracked */
    GArray *ids;
} Search;

static bool note(SnComponent *component, void *data)
{
    Search *search = data;
    if (component->class != search->class) {
        search->class = component->class;
        const int row = sn_class_find_property(component->class, "tracked");
        search->property = row >= 0 ? sn_class_property(component->class, row) : NULL;
    }
    SnValue value = {.boolean = false};
    if (search->property)
        sn_field_get(component, search->property, &value);
    if (value.boolean)
        g_array_append_val(search->ids, component->id);
    return true;
}

GArray *sn_model_tracked(const SnModel *model)
{
    Search search = {.ids = g_array_new(FALSE, FALSE, sizeof(SnId))};
    sn_component_walk(model->root, note, &search);
    return search.ids;
}
