/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a model, as a list of sentences. */
#include "engine/model/model.h"

static void clear_check(void *item)
{
    g_free(((SnCheck *)item)->message);
}

SnChecks *sn_checks_new(void)
{
    SnChecks *checks = g_new0(SnChecks, 1);
    checks->items = g_array_new(FALSE, FALSE, sizeof(SnCheck));
    g_array_set_clear_func(checks->items, clear_check);
    return checks;
}

void sn_checks_free(SnChecks *checks)
{
    if (!checks)
        return;
    g_array_unref(checks->items);
    g_free(checks);
}

void sn_checks_add(SnChecks *checks, SnSeverity severity, SnId id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    SnCheck check = {
        .severity = severity, .id = id, .message = g_strdup_vprintf(format, arguments)};
    va_end(arguments);
    g_array_append_val(checks->items, check);
}

int sn_checks_count(const SnChecks *checks, SnSeverity severity)
{
    int n = 0;
    for (guint i = 0; i < checks->items->len; i++)
        n += g_array_index(checks->items, SnCheck, i).severity == severity;
    return n;
}

/* --- the whole model --- */

typedef struct Validation {
    const SnModel *model;
    SnChecks *checks;
    GHashTable *rows; /* class -> GPtrArray of its SnProperty: a model has many of a class */
} Validation;

static const GPtrArray *rows_of(const Validation *v, const SnClass *class)
{
    GPtrArray *rows = g_hash_table_lookup(v->rows, class);
    if (rows)
        return rows;
    rows = g_ptr_array_new();
    for (int i = 0; i < sn_class_n_properties(class); i++)
        g_ptr_array_add(rows, (gpointer)(uintptr_t)sn_class_property(class, i));
    g_hash_table_insert(v->rows, (gpointer)(uintptr_t) class, rows);
    return rows;
}

/* A probe's target that does not apply at present has no value. */
static void check_targets_apply(const Validation *v, SnId id, const SnValue *value)
{
    for (int i = 0; i < value->targets.n; i++) {
        const SnTarget *target = &value->targets.targets[i];
        const SnProperty *row = sn_model_property(v->model, target->id, target->row);
        if (!row || sn_model_applies(v->model, target->id, row))
            continue;
        g_autofree char *path = sn_model_path(v->model, target->id);
        sn_checks_add(v->checks, SN_ERROR, id, "%s:%s does not apply: it depends on %s", path,
                      row->name, row->when ? row->when : "the model being the outermost");
        g_array_index(v->checks->items, SnCheck, v->checks->items->len - 1).unfinished = true;
    }
}

static void check_row(const Validation *v, SnId id, const void *object, const SnProperty *property)
{
    const bool depends = property->when || (property->flags & SN_ROOT_ONLY);
    if (property->kind == SN_RESULT || (property->flags & SN_DERIVED) ||
        (depends && !sn_model_applies(v->model, id, property)))
        return;
    char why[200];
    SnValue value;
    g_autoptr(GError) error = NULL;
    sn_field_get(object, property, &value);
    if (!sn_property_check(property, &value, why, sizeof why))
        sn_checks_add(v->checks, SN_ERROR, id, "%s %s", property->name, why);
    else if (!sn_reference_check(v->model, id, property, &value, &error))
        sn_checks_add(v->checks, SN_ERROR, id, "%s", error->message);
    else if (property->type == SN_TYPE_TARGETS)
        check_targets_apply(v, id, &value);
    sn_value_clear(&value);
}

static void check_entries(const Validation *v, const SnComponent *component, int a)
{
    const SnArrayRow *row = &component->class->arrays[a];
    const SnArray *array = sn_component_array(component, a);
    for (int k = 0; k < array->n; k++)
        for (int i = 0; i < row->n_properties; i++)
            check_row(v, sn_id_of_entry(component->id, (unsigned)a, (uint32_t)k),
                      (const char *)array->entries + (size_t)k * row->entry_size,
                      &row->properties[i]);
}

static bool check_component(SnComponent *component, void *data)
{
    const Validation *v = data;
    const SnClass *class = component->class;
    const guint before = v->checks->items->len;
    const GPtrArray *rows = rows_of(v, class);
    for (guint i = 0; i < rows->len; i++)
        check_row(v, component->id, component, g_ptr_array_index(rows, i));
    for (int a = 0; a < class->n_arrays; a++)
        check_entries(v, component, a);
    if (v->checks->items->len > before)
        return true; /* a class's own checks may rely on its rows */
    for (const SnClass *c = class; c; c = c->parent)
        if (c->validate)
            c->validate(v->model, component, v->checks);
    for (guint i = before; i < v->checks->items->len; i++)
        g_array_index(v->checks->items, SnCheck, i).unfinished = true;
    return true;
}

void sn_model_validate(const SnModel *model, SnChecks *checks)
{
    GHashTable *rows = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    sn_component_walk(model->root, check_component, &(Validation){model, checks, rows});
    g_hash_table_unref(rows);
}
