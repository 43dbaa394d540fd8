/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exciters: one excitation to many, those that drive other exciters first. */
#include "engine/compile/core/compiler.h"

#include "engine/sim/bind/bind.h"

#include <string.h>

/* Exciter component -> its place among the exciters in tree order. */
typedef struct Exciters {
    GPtrArray *list; /* SnExciter, tree order */
    GHashTable *place;
    int *waits; /* [n] exciters that drive it and are not placed yet */
} Exciters;

static int place_of(const Exciters *exciters, const SnComponent *component)
{
    gpointer value;
    return component && g_hash_table_lookup_extended(exciters->place, component, NULL, &value)
               ? GPOINTER_TO_INT(value)
               : -1;
}

static void count_drivers(SnCompiler *c, Exciters *exciters, int number, int change)
{
    const SnExciter *exciter = exciters->list->pdata[number];
    for (int i = 0; i < exciter->targets.n; i++) {
        const int driven =
            place_of(exciters, sn_model_get(c->model, exciter->targets.targets[i].id));
        if (driven >= 0)
            exciters->waits[driven] += change;
    }
}

/* --- one exciter --- */

static bool add_target(SnCompiler *c, const SnExciter *exciter, int number)
{
    const SnComponent *component = &exciter->base.base;
    const SnTarget *target = &exciter->targets.targets[number];
    const SnComponent *driven = sn_model_get(c->model, target->id);
    if (!driven)
        return sn_compiler_fail(c, component, "a target does not exist any more: remove it");
    const SnProperty *property = sn_model_property(c->model, target->id, target->row);
    const int input = sn_bind_input(c->system, target->id, property->bind);
    if (input < 0 || sn_bind_width(property->bind) != 1) {
        char *path = sn_model_path(c->model, target->id);
        sn_compiler_fail(c, component,
                         "cannot drive %s:%s: targets of an exciter are excitations of muscles, "
                         "bundles and exciters",
                         path, property->name);
        g_free(path);
        return false;
    }
    const double gain = exciter->gains.n == 0   ? 1
                        : exciter->gains.n == 1 ? exciter->gains.values[0]
                                                : exciter->gains.values[number];
    g_array_append_val(c->exciter_inputs, input);
    g_array_append_val(c->exciter_gains, gain);
    return true;
}

static bool add_exciter(SnCompiler *c, const SnExciter *exciter)
{
    const SnComponent *component = &exciter->base.base;
    const int index = sn_system_index(c->system, component->id);
    SnSystemExciter *compiled = &c->system->exciters.exciters[index];
    const int gains = exciter->gains.n;
    if (gains > 1 && gains != exciter->targets.n)
        return sn_compiler_fail(c, component,
                                "has %d gains for %d targets: give one for each, or one for all",
                                gains, exciter->targets.n);
    compiled->first_target = (int)c->exciter_inputs->len;
    compiled->n_targets = exciter->targets.n;
    for (int i = 0; i < exciter->targets.n; i++)
        if (!add_target(c, exciter, i))
            return false;
    return true;
}

/* Drivers before what they drive, otherwise as in the tree. */
static bool sort(SnCompiler *c, Exciters *exciters, int *order)
{
    const int n = (int)exciters->list->len;
    bool *done = g_new0(bool, n + 1);
    int placed = 0;
    for (int i = 0; i < n; i++)
        count_drivers(c, exciters, i, 1);
    for (bool more = true; more && placed < n;) {
        more = false;
        for (int i = 0; i < n; i++) {
            if (done[i] || exciters->waits[i] > 0)
                continue;
            done[i] = more = true;
            order[placed++] = i;
            count_drivers(c, exciters, i, -1);
        }
    }
    for (int i = 0; i < n && placed < n; i++)
        if (!done[i]) {
            sn_compiler_fail(c, exciters->list->pdata[i],
                             "exciters drive each other in a circle: take a target out");
            break;
        }
    g_free(done);
    return placed == n;
}

bool sn_compile_exciter_inputs(SnCompiler *c)
{
    Exciters exciters = {.list = g_ptr_array_new(), .place = g_hash_table_new(NULL, NULL)};
    for (guint i = 0; i < c->components->len; i++) {
        SnComponent *component = c->components->pdata[i];
        if (component->class != &SN_CLASS_EXCITER)
            continue;
        g_hash_table_insert(exciters.place, component, GUINT_TO_POINTER(exciters.list->len));
        g_ptr_array_add(exciters.list, component);
    }
    const int n = (int)exciters.list->len;
    exciters.waits = g_new0(int, n + 1);
    int *order = g_new0(int, n + 1);
    const bool good = sort(c, &exciters, order);
    for (int i = 0; good && i < n; i++) {
        const SnExciter *exciter = exciters.list->pdata[order[i]];
        const SnSystemExciter compiled = {
            .id = exciter->base.base.id,
            .enabled = exciter->enabled,
            .excitation = sn_compiler_add_inputs(c, &exciter->excitation, 1),
        };
        sn_compiler_set_index(c, compiled.id, i);
        g_array_append_val(c->exciters, compiled);
    }
    g_ptr_array_free(exciters.list, TRUE);
    g_hash_table_destroy(exciters.place);
    g_free(exciters.waits);
    g_free(order);
    return good;
}

bool sn_compile_exciters(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_EXCITER)
            good = add_exciter(c, (const SnExciter *)component);
    }
    return good;
}
