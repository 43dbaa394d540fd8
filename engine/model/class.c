/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/class.h"

#include <glib.h>
#include <string.h>

bool sn_class_is_a(const SnClass *class, const SnClass *family)
{
    for (const SnClass *c = class; c; c = c->parent)
        if (c == family || (c->family && sn_class_is_a(c->family, family)))
            return true;
    return false;
}

int sn_class_n_properties(const SnClass *class)
{
    int n = 0;
    for (const SnClass *c = class; c; c = c->parent)
        n += c->n_properties;
    return n;
}

/* The form a parent's row has in `class`.  One place in the struct is one property, so comparing
 * offsets is enough; rows of results have none and cannot be overridden. */
static const SnProperty *overridden(const SnClass *class, const SnClass *owner,
                                    const SnProperty *property)
{
    if (property->kind == SN_RESULT)
        return property;
    for (const SnClass *c = class; c != owner; c = c->parent)
        for (int i = 0; i < c->n_overrides; i++)
            if (c->overrides[i].offset == property->offset)
                return &c->overrides[i];
    return property;
}

const SnProperty *sn_class_property(const SnClass *class, int index)
{
    g_return_val_if_fail(index >= 0, NULL);
    int end = sn_class_n_properties(class);
    g_return_val_if_fail(index < end, NULL);
    for (const SnClass *c = class;; c = c->parent) {
        const int first = end - c->n_properties;
        if (index >= first)
            return overridden(class, c, &c->properties[index - first]);
        end = first;
    }
}

int sn_class_find_property(const SnClass *class, const char *name)
{
    int end = sn_class_n_properties(class);
    for (const SnClass *c = class; c; c = c->parent) {
        const int first = end - c->n_properties;
        for (int i = 0; i < c->n_properties; i++)
            if (strcmp(c->properties[i].name, name) == 0)
                return first + i;
        end = first;
    }
    return -1;
}

int sn_class_find_array(const SnClass *class, const char *name)
{
    for (int i = 0; i < class->n_arrays; i++)
        if (strcmp(class->arrays[i].name, name) == 0)
            return i;
    return -1;
}

void sn_entry_init(const SnArrayRow *array, void *entry)
{
    for (int i = 0; i < array->n_properties; i++) {
        SnValue value;
        if (array->properties[i].kind == SN_RESULT)
            continue;
        sn_property_default(&array->properties[i], &value);
        sn_field_set(entry, &array->properties[i], &value);
        sn_value_clear(&value);
    }
}

void *sn_entry_new(const SnArrayRow *row, const SnArray *array, int index)
{
    void *entry = g_malloc0(row->entry_size);
    sn_entry_init(row, entry);
    if (row->place)
        row->place(array, index, entry);
    return entry;
}

void sn_entry_clear(const SnArrayRow *array, void *entry)
{
    for (int i = 0; i < array->n_properties; i++)
        if (array->properties[i].kind != SN_RESULT)
            sn_field_clear(entry, &array->properties[i]);
}

bool sn_array_is_plain(const SnArrayRow *array)
{
    for (int i = 0; i < array->n_properties; i++)
        if (array->properties[i].kind != SN_RESULT &&
            sn_type_width(array->properties[i].type) == 0 &&
            array->properties[i].type != SN_TYPE_REF)
            return false;
    return true;
}

void sn_entry_copy(const SnArrayRow *array, const void *from, void *to)
{
    for (int i = 0; i < array->n_properties; i++) {
        SnValue value;
        if (array->properties[i].kind == SN_RESULT)
            continue;
        sn_field_get(from, &array->properties[i], &value);
        sn_field_set(to, &array->properties[i], &value);
        sn_value_clear(&value);
    }
}

char *sn_class_members(const SnClassTable *classes, const SnClass *family)
{
    g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < classes->n; i++) {
        if (sn_class_is_a(classes->rows[i], family))
            g_ptr_array_add(members, g_strdup(classes->rows[i]->name));
        for (int a = 0; a < classes->rows[i]->n_arrays; a++) {
            const SnClass *entries = classes->rows[i]->arrays[a].family;
            if (entries && sn_class_is_a(entries, family))
                g_ptr_array_add(
                    members, g_strdup_printf("%s of a %s", entries->name, classes->rows[i]->name));
        }
    }
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < members->len; i++) {
        g_string_append(text, i == 0 ? "" : i + 1 < members->len ? ", " : " or ");
        g_string_append(text, members->pdata[i]);
    }
    return g_string_free(text, FALSE);
}
