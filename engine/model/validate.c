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
} Validation;

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

static void check_row(const Validation *v, SnId id, int row)
{
    const SnProperty *property = sn_model_property(v->model, id, row);
    if (property->kind == SN_RESULT || !sn_model_applies(v->model, id, property))
        return;
    char why[200];
    SnValue value;
    g_autoptr(GError) error = NULL;
    sn_field_get(sn_model_object(v->model, id), property, &value);
    if (!sn_property_check(property, &value, why, sizeof why))
        sn_checks_add(v->checks, SN_ERROR, id, "%s %s", property->name, why);
    else if (!sn_reference_check(v->model, id, property, &value, &error))
        sn_checks_add(v->checks, SN_ERROR, id, "%s", error->message);
    else if (property->type == SN_TYPE_TARGETS)
        check_targets_apply(v, id, &value);
    sn_value_clear(&value);
}

static void check_object(const Validation *v, SnId id)
{
    const int n = sn_model_n_properties(v->model, id);
    for (int i = 0; i < n; i++)
        check_row(v, id, i);
}

static bool check_component(SnComponent *component, void *data)
{
    const Validation *v = data;
    const SnClass *class = component->class;
    const guint before = v->checks->items->len;
    check_object(v, component->id);
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArray *array = sn_component_array(component, a);
        for (int k = 0; k < array->n; k++)
            check_object(v, sn_id_of_entry(component->id, (unsigned)a, (uint32_t)k));
    }
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
    sn_component_walk(model->root, check_component, &(Validation){model, checks});
}
