/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of the entries of arrays. */
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/entry_references.h"
#include "engine/text/refuse.h"

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
    g_autofree char *label = sn_edit_label("Add", row->entry_label);
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
    g_autofree char *label = sn_edit_label("Delete", row->entry_label);
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
    for (int i = 0; i < row->n_properties; i++) {
        const SnProperty *property = &row->properties[i];
        SnValue value;
        if (property->kind == SN_RESULT)
            continue;
        sn_field_get(entry, property, &value);
        sn_value_normalize(property, &value);
        sn_field_set(entry, property, &value);
        sn_value_clear(&value);
        if (!sn_edit_check_row(model, entry, property, error))
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
    g_autofree char *label = sn_edit_label("Change", row->label);
    sn_edit_log_open(model, label);
    sn_edit_log_do(model, &operation);
    sn_edit_log_close(model);
    return true;
}
