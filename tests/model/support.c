/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/support.h"

#include "engine/model/classes/class_table.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/drawable.h"

#include <math.h>
#include <string.h>

/* --- dump --- */

static void dump_id(GString *text, SnId id)
{
    g_string_append_printf(text, " %u.%u.%u", id.index, id.generation, id.entry);
}

static void dump_value(GString *text, const SnValue *value)
{
    switch (value->type) {
    case SN_TYPE_BOOL:
        g_string_append_printf(text, " %d", value->boolean);
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        g_string_append_printf(text, " %d", value->integer);
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        g_string_append_printf(text, " '%s'", value->string ? value->string : "");
        break;
    case SN_TYPE_REF:
        dump_id(text, value->ref);
        break;
    case SN_TYPE_REFS:
        for (int i = 0; i < value->refs.n; i++)
            dump_id(text, value->refs.ids[i]);
        break;
    case SN_TYPE_TARGETS:
        for (int i = 0; i < value->targets.n; i++) {
            dump_id(text, value->targets.targets[i].id);
            g_string_append_printf(text, ":%d", value->targets.targets[i].row);
        }
        break;
    case SN_TYPE_REALS:
        for (int i = 0; i < value->reals.n; i++)
            g_string_append_printf(text, " %a", value->reals.values[i]);
        break;
    case SN_TYPE_INDICES:
        for (int i = 0; i < value->indices.n; i++)
            g_string_append_printf(text, " %d", value->indices.values[i]);
        break;
    default:
        for (int i = 0; i < sn_type_width(value->type); i++)
            g_string_append_printf(text, " %a", value->number[i]);
    }
}

static void dump_row(GString *text, const void *object, const SnProperty *property)
{
    if (property->kind == SN_RESULT)
        return;
    SnValue value;
    sn_field_get(object, property, &value);
    g_string_append_printf(text, "  %s%s", property->name,
                           sn_field_mode(object, property) == SN_MODE_INHERITED ? " (inherited)"
                                                                                : "");
    dump_value(text, &value);
    g_string_append_c(text, '\n');
    sn_value_clear(&value);
}

static bool dump_component(SnComponent *component, void *data)
{
    GString *text = data;
    const SnClass *class = component->class;
    g_string_append_printf(text, "%s '%s' number %d next %d id", class->name,
                           component->name ? component->name : "", component->number,
                           component->next_number);
    dump_id(text, component->id);
    g_string_append_printf(text, " at %d\n", sn_component_position(component));
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++)
        dump_row(text, component, sn_class_property(class, i));
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArray *array = sn_component_array(component, a);
        const SnArrayRow *row = &class->arrays[a];
        for (int k = 0; k < array->n; k++)
            for (int i = 0; i < row->n_properties; i++) {
                g_string_append_printf(text, "  %s/%d", row->name, k);
                dump_row(text, (const char *)array->entries + (size_t)k * row->entry_size,
                         &row->properties[i]);
            }
    }
    return true;
}

char *dump_model(const SnModel *model)
{
    GString *text = g_string_new(NULL);
    sn_component_walk(model->root, dump_component, text);
    return g_string_free(text, FALSE);
}

void assert_same(const char *expected, const char *found, const char *what)
{
    if (strcmp(expected, found) == 0)
        return;
    g_auto(GStrv) a = g_strsplit(expected, "\n", -1);
    g_auto(GStrv) b = g_strsplit(found, "\n", -1);
    int i = 0;
    while (a[i] && b[i] && strcmp(a[i], b[i]) == 0)
        i++;
    g_error("%s: line %d: expected\n  %s\nfound\n  %s", what, i + 1, a[i] ? a[i] : "(end)",
            b[i] ? b[i] : "(end)");
}

/* --- random values --- */

static uint64_t random_bits(Random *random)
{
    /* splitmix64 */
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double random_unit(Random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

int random_below(Random *random, int n)
{
    return (int)(random_bits(random) % (uint64_t)n);
}

static double random_number(Random *random, const SnProperty *property)
{
    if (property->hard_min == 0 && property->hard_max == 0)
        return (random_unit(random) - 0.5) * pow(10, random_below(random, 7) - 3);
    if (property->flags & SN_NONZERO)
        return (random_below(random, 2) ? 1 : -1) * (0.1 + random_unit(random));
    const double top = fmin(property->hard_max, property->hard_min + 100);
    return property->hard_min + (1 - random_unit(random)) * (top - property->hard_min);
}

typedef struct Collection {
    const SnClass *family;
    GArray *ids;
} Collection;

static bool collect(SnComponent *component, void *data)
{
    const Collection *collection = data;
    if (sn_class_is_a(component->class, collection->family))
        g_array_append_val(collection->ids, component->id);
    return true;
}

GArray *all_of(const SnModel *model, const SnClass *family)
{
    Collection collection = {family, g_array_new(FALSE, FALSE, sizeof(SnId))};
    sn_component_walk(model->root, collect, &collection);
    return collection.ids;
}

/* The component, or now and then one of its entries. */
static SnId random_entry(Random *random, const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (component->class->n_arrays == 0 || random_below(random, 2))
        return id;
    const int array = random_below(random, component->class->n_arrays);
    const int n = sn_component_array(component, array)->n;
    return n == 0 ? id : sn_id_of_entry(id, (unsigned)array, (uint32_t)random_below(random, n));
}

static bool random_reference(Random *random, const SnModel *model, SnId holder,
                             const SnProperty *property, SnId *id)
{
    g_autoptr(GArray) ids = all_of(model, property->target);
    if (sn_class_is_a(&SN_CLASS_NODE, property->target)) {
        g_autoptr(GArray) fems = all_of(model, &SN_CLASS_FEM);
        g_array_append_vals(ids, fems->data, fems->len);
    }
    for (int attempt = 0; ids->len > 0 && attempt < 20; attempt++) {
        SnValue value = {.type = SN_TYPE_REF};
        SnProperty single = *property;
        single.type = SN_TYPE_REF;
        value.ref = g_array_index(ids, SnId, random_below(random, (int)ids->len));
        value.ref = random_entry(random, model, value.ref);
        if (sn_reference_check(model, holder, &single, &value, NULL)) {
            *id = value.ref;
            return true;
        }
    }
    return false;
}

static bool random_target(Random *random, const SnModel *model, const SnProperty *property,
                          SnTarget *target)
{
    g_autoptr(GArray) ids = all_of(model, &SN_CLASS_DRAWABLE);
    for (int attempt = 0; attempt < 500; attempt++) {
        const SnId id = random_entry(random, model,
                                     g_array_index(ids, SnId, random_below(random, (int)ids->len)));
        SnTarget one = {id, random_below(random, sn_model_n_properties(model, id))};
        const SnValue value = {.type = SN_TYPE_TARGETS, .targets = {1, &one}};
        if (sn_reference_check(model, SN_ID_NULL, property, &value, NULL)) {
            *target = one;
            return true;
        }
    }
    return false;
}

static bool random_list(Random *random, const SnModel *model, SnId holder,
                        const SnProperty *property, SnValue *value)
{
    const int n =
        property->flags & SN_ONE_TARGET ? 1 : property->min_count + random_below(random, 3);
    const bool targets = property->type == SN_TYPE_TARGETS;
    GArray *list = g_array_new(FALSE, FALSE, targets ? sizeof(SnTarget) : sizeof(SnId));
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        SnTarget target;
        good = targets ? random_target(random, model, property, &target)
                       : random_reference(random, model, holder, property, &target.id);
        g_array_append_vals(list, targets ? (void *)&target : (void *)&target.id, 1);
    }
    if (targets)
        value->targets = (SnTargets){n, (SnTarget *)(void *)list->data};
    else
        value->refs = (SnIdList){n, (SnId *)(void *)list->data};
    g_array_free(list, FALSE);
    if (!good)
        sn_value_clear(value);
    return good;
}

bool random_value(Random *random, const SnModel *model, SnId holder, const SnProperty *property,
                  SnValue *value)
{
    static const char *const texts[] = {"",        "plain",         "with, comma", "zwei\nZeilen",
                                        "größe µ", "meshes/jaw.obj"};
    *value = (SnValue){.type = property->type};
    int n = 0;
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = random_below(random, 2);
        break;
    case SN_TYPE_INT:
        /* few cells: small meshes */
        value->integer =
            (int32_t)property->hard_min + random_below(random, property->hard_max > 0 ? 4 : 100);
        break;
    case SN_TYPE_ENUM:
        while (property->names[n])
            n++;
        value->integer = random_below(random, n);
        break;
    case SN_TYPE_STRING:
    case SN_TYPE_FILE:
        value->string = g_strdup(texts[random_below(random, G_N_ELEMENTS(texts))]);
        break;
    case SN_TYPE_REF:
        if (!(property->flags & SN_REQUIRED) && random_below(random, 4) == 0)
            return true;
        return random_reference(random, model, holder, property, &value->ref) ||
               !(property->flags & SN_REQUIRED);
    case SN_TYPE_REFS:
    case SN_TYPE_TARGETS:
        return random_list(random, model, holder, property, value);
    case SN_TYPE_REALS:
        value->reals.n = property->min_count + random_below(random, 3);
        value->reals.values = g_new(double, value->reals.n);
        for (int i = 0; i < value->reals.n; i++)
            value->reals.values[i] = random_number(random, property);
        break;
    case SN_TYPE_INDICES:
        value->indices.n = property->min_count + random_below(random, 6);
        value->indices.values = g_new(int32_t, value->indices.n);
        for (int i = 0; i < value->indices.n; i++)
            value->indices.values[i] = random_below(random, 8) + (i > 2 ? i : 0);
        sn_value_normalize(property, value);
        while (value->indices.n < property->min_count) {
            value->indices.values[value->indices.n] = 20 + value->indices.n;
            value->indices.n++;
        }
        break;
    default:
        for (int i = 0; i < sn_type_width(property->type); i++)
            value->number[i] = random_number(random, property);
        sn_value_normalize(property, value);
    }
    return true;
}

SnComponent *random_component(Random *random, const SnModel *model, const SnClass *class)
{
    static int serial;
    g_autofree char *name = g_strdup_printf("%s%d", class->name, serial++);
    SnComponent *component = sn_component_new(class, random_below(random, 4) ? name : NULL);
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        SnValue value;
        const bool needed =
            property->min_count > 0 || (property->flags & SN_REQUIRED) || random_below(random, 2);
        if (property->kind == SN_RESULT || property->flags & SN_ROOT_ONLY || !needed)
            continue;
        if (!random_value(random, model, SN_ID_NULL, property, &value)) {
            sn_component_free(component);
            return NULL;
        }
        sn_field_set(component, property, &value);
        sn_value_clear(&value);
        if (property->flags & SN_INHERITABLE)
            sn_field_set_mode(component, property, SN_MODE_EXPLICIT);
    }
    /* numbers that make no mesh, files that are not there: those of the class instead */
    for (int i = 0; class->refresh && i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        SnValue value;
        if ((!g_str_has_prefix(property->name, "mesh.") && property->type != SN_TYPE_FILE) ||
            class->refresh((SnModel *)(uintptr_t)model, component, NULL))
            continue;
        sn_property_default(property, &value);
        sn_field_set(component, property, &value);
        sn_value_clear(&value);
    }
    if (class->refresh)
        g_assert_true(class->refresh((SnModel *)(uintptr_t)model, component, NULL));
    return component;
}

SnComponent *random_list_for(Random *random, const SnModel *model, const SnClass *class)
{
    g_autoptr(GArray) owners = all_of(model, &SN_CLASS_MODEL);
    if (!sn_model_list_for(model->root, class)) {
        g_array_set_size(owners, 0);
        g_autoptr(GArray) fems = all_of(model, &SN_CLASS_FEM);
        g_array_append_vals(owners, fems->data, fems->len);
    }
    if (owners->len == 0)
        return NULL;
    const SnId owner = g_array_index(owners, SnId, random_below(random, (int)owners->len));
    return sn_model_list_for(sn_model_get(model, owner), class);
}

SnModel *random_model(Random *random, int n_components)
{
    int n;
    const SnClass *const *table = sn_class_table(&n);
    SnModel *model = sn_model_new();
    for (int i = 0; i < n_components; i++) {
        const SnClass *class = i < 2 * n ? table[i % n] : table[random_below(random, n)];
        g_autoptr(GArray) models = all_of(model, &SN_CLASS_MODEL);
        if (class == &SN_CLASS_MODEL && models->len > 4)
            continue;
        SnComponent *list = random_list_for(random, model, class);
        SnComponent *component = list ? random_component(random, model, class) : NULL;
        if (component)
            sn_model_insert(model, list, component, -1, -1);
        if (list && list->parent->class->refresh)
            list->parent->class->refresh(model, list->parent, NULL);
    }
    return model;
}
