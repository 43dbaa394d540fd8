/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/overrides.h"

#include <string.h>

bool sn_class_has_derived(const SnClass *class)
{
    for (int i = 0; i < class->n_arrays; i++)
        if (class->arrays[i].derived)
            return true;
    return false;
}

/* Rows of an entry that may be changed and saved. */
static bool row_is_override(const SnProperty *property)
{
    return property->kind != SN_RESULT && !(property->flags & SN_DERIVED);
}

/* Whether a field of two entries holds the same bits. */
static bool entry_field_equal(const SnProperty *property, const void *a, const void *b)
{
    const char *p = (const char *)a + property->offset, *q = (const char *)b + property->offset;
    switch (property->type) {
    case SN_TYPE_BOOL:
        return *(const bool *)p == *(const bool *)q;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        return *(const int32_t *)p == *(const int32_t *)q;
    default:
        return memcmp(p, q, (size_t)sn_type_width(property->type) * sizeof(double)) == 0;
    }
}

static void clear_override(void *item)
{
    sn_value_clear(&((SnOverride *)item)->value);
}

static void collect_array(const SnComponent *component, int array, GArray *overrides)
{
    const SnArrayRow *row = &component->class->arrays[array];
    const SnArray *entries = sn_component_array(component, array);
    g_autofree char *base = g_malloc0(row->entry_size);
    for (int i = 0; i < entries->n; i++) {
        const char *entry = (const char *)entries->entries + (size_t)i * row->entry_size;
        memset(base, 0, row->entry_size);
        row->base(component, i, base);
        for (int k = 0; k < row->n_properties; k++) {
            const SnProperty *property = &row->properties[k];
            if (!row_is_override(property) || entry_field_equal(property, entry, base))
                continue;
            SnOverride override = {.entry = sn_entry((unsigned)array, (uint32_t)i), .row = k};
            sn_field_get(entry, property, &override.value);
            g_array_append_val(overrides, override);
        }
    }
}

GArray *sn_overrides_collect(const SnComponent *component)
{
    GArray *overrides = g_array_new(FALSE, FALSE, sizeof(SnOverride));
    g_array_set_clear_func(overrides, clear_override);
    for (int i = 0; i < component->class->n_arrays; i++)
        if (component->class->arrays[i].derived)
            collect_array(component, i, overrides);
    return overrides;
}

static void reset_array(SnComponent *component, int array)
{
    const SnArrayRow *row = &component->class->arrays[array];
    const SnArray *entries = sn_component_array(component, array);
    g_autofree char *base = g_malloc0(row->entry_size);
    for (int i = 0; i < entries->n; i++) {
        char *entry = (char *)entries->entries + (size_t)i * row->entry_size;
        memset(base, 0, row->entry_size);
        row->base(component, i, base);
        for (int k = 0; k < row->n_properties; k++) {
            const SnProperty *property = &row->properties[k];
            if (!row_is_override(property) || entry_field_equal(property, entry, base))
                continue;
            SnValue value;
            sn_field_get(base, property, &value);
            sn_field_set(entry, property, &value);
            sn_value_clear(&value);
        }
    }
}

void sn_overrides_apply(SnComponent *component, const GArray *overrides)
{
    for (int i = 0; i < component->class->n_arrays; i++)
        if (component->class->arrays[i].derived)
            reset_array(component, i);
    for (guint i = 0; overrides && i < overrides->len; i++) {
        const SnOverride *override = &g_array_index(overrides, SnOverride, i);
        const SnId id = {.entry = override->entry};
        const int array = sn_id_array(id);
        const SnArrayRow *row = &component->class->arrays[array];
        const SnArray *entries = sn_component_array(component, array);
        const uint32_t index = sn_id_entry_index(id);
        if (index < (uint32_t)entries->n)
            sn_field_set((char *)entries->entries + index * row->entry_size,
                         &row->properties[override->row], &override->value);
    }
}
