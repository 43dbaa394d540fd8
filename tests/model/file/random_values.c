/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/file/random_values.h"

#include "engine/model/classes/fem.h"

#include <math.h>
#include <string.h>

static double random_number(const SnProperty *property)
{
    double low = property->hard_min, high = property->hard_max;
    if (strcmp(property->name, "mesh.inner_radius") == 0)
        high = 0.01; /* less than most outer ones */
    if (strcmp(property->name, "column") == 0)
        high = 1; /* what knots have */
    if (strcmp(property->name, "columns") == 0)
        high = low; /* those of the least net */
    const bool free = low == 0 && high == 0;
    if (free || !isfinite(low) || low < -1e6)
        low = free || g_test_rand_bit() ? -1000 : -1;
    if (free || !isfinite(high) || high > low + 1e6)
        high = low + (g_test_rand_bit() ? 2000 : 2);
    double value = g_test_rand_double_range(low, high);
    if (g_test_rand_bit()) /* as a person writes it */
        value = CLAMP(round(value * 100) / 100, low, high);
    return value;
}

static void random_numbers(const SnProperty *property, double *values, int n)
{
    for (int i = 0; i < n; i++)
        values[i] = random_number(property);
}

static void random_tensor(double t[6])
{
    const double scale = pow(10, g_test_rand_double_range(-6, 2));
    for (int i = 0; i < 6; i++)
        t[i] = scale *
               (i < 3 ? g_test_rand_double_range(1, 1.5) : g_test_rand_double_range(-0.2, 0.2));
}

static char *random_text(void)
{
    static const char *const TEXTS[] = {"", "plain", "line\nbreak\tand \"quotes\" \\ /",
                                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\xa6\xb4", "{}[],:"};
    return g_strdup(TEXTS[g_test_rand_int_range(0, G_N_ELEMENTS(TEXTS))]);
}

static SnId random_node(const SnComponent *fem)
{
    const int n = ((const SnFem *)fem)->nodes.n;
    return sn_id_of_entry(fem->id, 0, (uint32_t)g_test_rand_int_range(0, n));
}

/* Any component or node of the family, or null. */
static SnId random_reference(const SnModel *model, const SnProperty *property)
{
    for (int i = 0; i < 200; i++) {
        const guint slot = (guint)g_test_rand_int_range(1, (gint32)model->slots->len);
        const SnComponent *component = g_ptr_array_index(model->slots, slot);
        if (component && (!property->target || sn_class_is_a(component->class, property->target)))
            return component->id;
        if (component && component->class == &SN_CLASS_FEM &&
            sn_class_is_a(&SN_CLASS_NODE, property->target))
            return random_node(component);
    }
    return SN_ID_NULL;
}

/* A number of some component; an input where the row asks for one. */
static SnTarget random_target(const SnModel *model, const SnProperty *property)
{
    for (;;) {
        const guint slot = (guint)g_test_rand_int_range(1, (gint32)model->slots->len);
        const SnComponent *component = g_ptr_array_index(model->slots, slot);
        const int n = component ? sn_class_n_properties(component->class) : 0;
        if (n == 0)
            continue;
        const bool fem = component->class == &SN_CLASS_FEM && g_test_rand_bit();
        const SnId id = fem ? random_node(component) : component->id;
        const int row = g_test_rand_int_range(0, sn_model_n_properties(model, id));
        const SnProperty *target = sn_model_property(model, id, row);
        const bool fits = property->flags & SN_INPUTS_ONLY ? target->kind == SN_INPUT
                          : property->flags & SN_DRIVES    ? sn_property_can_be_driven(target)
                                                           : target->kind == SN_RESULT;
        if (fits && sn_model_applies(model, id, target))
            return (SnTarget){id, row};
    }
}

static const char *random_file(const SnProperty *property)
{
    if (strcmp(property->name, "mesh.file") == 0)
        return g_test_rand_bit() ? "one.vtu" : "sub/two.node";
    if (strcmp(property->name, "file") == 0)
        return "drive.csv";
    return g_test_rand_bit() ? "one.obj" : "sub/two.obj";
}

static SnIndices random_indices(const SnProperty *property, int n)
{
    const bool ranges = strcmp(property->name, "wrap_ranges") == 0; /* of two points or more */
    n = ranges ? 2 * n : n;
    const SnIndices indices = {n, g_new(int32_t, n)};
    for (int i = 0; i < n; i++)
        indices.values[i] = ranges ? (i % 2 + 1) * g_test_rand_bit() : g_test_rand_int_range(0, 30);
    return indices;
}

void random_value(const SnModel *model, const SnProperty *property, SnValue *value)
{
    *value = (SnValue){.type = property->type};
    int n = MAX(property->min_count, 1) + g_test_rand_int_range(0, 3);
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = g_test_rand_bit();
        break;
    case SN_TYPE_INT:
        value->integer = g_str_has_prefix(property->name, "mesh.cells_")
                             ? g_test_rand_int_range(1, 6)
                             : (int32_t)random_number(property);
        break;
    case SN_TYPE_ENUM:
        for (n = 0; property->names[n]; n++)
            continue;
        value->integer = g_test_rand_int_range(0, n);
        break;
    case SN_TYPE_SYM3:
        random_tensor(value->number);
        break;
    case SN_TYPE_REAL:
    case SN_TYPE_VEC3:
        random_numbers(property, value->number, sn_type_width(property->type));
        break;
    case SN_TYPE_QUAT:
    case SN_TYPE_COLOR:
        for (int i = 0; i < sn_type_width(property->type); i++)
            value->number[i] = g_test_rand_double_range(property->type == SN_TYPE_QUAT ? -1 : 0, 1);
        break;
    case SN_TYPE_STRING:
        value->string = random_text();
        break;
    case SN_TYPE_FILE:
        value->string = g_strdup(random_file(property));
        break;
    case SN_TYPE_REF:
        value->ref = random_reference(model, property);
        break;
    case SN_TYPE_REFS:
        value->refs = (SnIdList){n, g_new(SnId, n)};
        for (int i = 0; i < n; i++)
            value->refs.ids[i] = random_reference(model, property);
        break;
    case SN_TYPE_REALS:
        value->reals = (SnReals){n, g_new(double, n)};
        random_numbers(property, value->reals.values, n);
        break;
    case SN_TYPE_TARGETS:
        n = property->flags & SN_ONE_TARGET ? 1 : n;
        value->targets = (SnTargets){n, g_new(SnTarget, n)};
        for (int i = 0; i < n; i++)
            value->targets.targets[i] = random_target(model, property);
        break;
    case SN_TYPE_INDICES:
        value->indices = random_indices(property, n);
        break;
    }
    sn_value_normalize(property, value);
}
