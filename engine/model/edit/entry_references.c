/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/entry_references.h"

#include "engine/model/edit/edit.h"
#include "engine/model/edit_log.h"

typedef struct Search {
    const SnModel *model;
    SnId entry;
    SnId referrer;
} Search;

static bool find_entry(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    Search *search = data;
    if (!sn_id_equal(target, search->entry))
        return true;
    search->referrer = object;
    return false;
}

static bool find_in(SnComponent *component, void *data)
{
    return sn_component_references(component, find_entry, data);
}

SnId sn_entry_referrer(const SnModel *model, SnId entry)
{
    Search search = {model, entry, SN_ID_NULL};
    sn_component_walk(model->root, find_in, &search);
    return search.referrer;
}

/* --- following --- */

typedef struct Shift {
    SnId component;
    int array, from, by;
    GArray *fields; /* SnTarget: rows that name some of the entries */
} Shift;

static bool entry_moves(const Shift *shift, SnId id)
{
    return id.entry != 0 && sn_id_equal(sn_id_component(id), shift->component) &&
           sn_id_array(id) == shift->array && (int)sn_id_entry_index(id) >= shift->from;
}

static bool collect_entries(SnComponent *holder, SnId object, int row, SnId target, void *data)
{
    const Shift *shift = data;
    if (!entry_moves(shift, target))
        return true;
    const SnTarget field = {object, row};
    for (guint i = 0; i < shift->fields->len; i++) {
        const SnTarget *known = &g_array_index(shift->fields, SnTarget, i);
        if (known->row == row && sn_id_equal(known->id, object))
            return true;
    }
    g_array_append_val(shift->fields, field);
    return true;
}

static bool collect_in(SnComponent *component, void *data)
{
    return sn_component_references(component, collect_entries, data);
}

static void follow_entry(const Shift *shift, SnId *id)
{
    if (entry_moves(shift, *id))
        *id = sn_id_of_entry(shift->component, (unsigned)shift->array,
                             (uint32_t)((int)sn_id_entry_index(*id) + shift->by));
}

void sn_entries_shift(SnModel *model, SnId component, int array, int from, int by)
{
    g_autoptr(GArray) fields = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    Shift shift = {component, array, from, by, fields};
    sn_component_walk(model->root, collect_in, &shift);
    for (guint i = 0; i < fields->len; i++) {
        const SnTarget *field = &g_array_index(fields, SnTarget, i);
        const SnProperty *property = sn_model_property(model, field->id, field->row);
        SnOperation operation = {.kind = SN_OPERATION_VALUE, .id = field->id, .row = field->row};
        const void *object = sn_model_object(model, field->id);
        operation.mode = sn_field_mode(object, property);
        sn_field_get(object, property, &operation.value);
        if (property->type == SN_TYPE_REF)
            follow_entry(&shift, &operation.value.ref);
        for (int k = 0; property->type == SN_TYPE_REFS && k < operation.value.refs.n; k++)
            follow_entry(&shift, &operation.value.refs.ids[k]);
        for (int k = 0; property->type == SN_TYPE_TARGETS && k < operation.value.targets.n; k++)
            follow_entry(&shift, &operation.value.targets.targets[k].id);
        sn_edit_log_do(model, &operation);
    }
}
