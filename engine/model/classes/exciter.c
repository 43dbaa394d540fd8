/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One excitation that drives many. */
#include "engine/model/classes/attachment_checks.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/rows.h"

static const SnProperty exciter_properties[] = {
    SN_ROW_NOTES(SnExciter, notes),
    SN_ROW_ENABLED(SnExciter, enabled, SN_BIND_NONE),
    {.name = "excitation",
     .label = "Excitation",
     .help = "What it passes on, times the gains; added to the excitations of its targets",
     SN_ROW(SnExciter, excitation),
     .kind = SN_INPUT,
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     .bind = SN_BIND_EXCITER_EXCITATION},
    {.name = "targets",
     .label = "Targets",
     .help = "Excitations of muscles, bundles and other exciters, as path:property",
     SN_ROW(SnExciter, targets),
     .flags = SN_DRIVES | SN_INPUTS_ONLY},
    {.name = "gains",
     .label = "Gains",
     .help = "One for each target, or one for all; none: 1",
     SN_ROW(SnExciter, gains)},
};

static bool is_excitation(const SnModel *model, const SnTarget *target)
{
    const SnProperty *row = sn_model_property(model, target->id, target->row);
    return row &&
           (row->bind == SN_BIND_MUSCLE_EXCITATION || row->bind == SN_BIND_BUNDLE_EXCITATION ||
            row->bind == SN_BIND_EXCITER_EXCITATION);
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnExciter *self = (const SnExciter *)component;
    const SnId id = component->id;
    const int n = self->targets.n;
    if (n == 0)
        sn_checks_add(checks, SN_WARNING, id, "has no targets: it drives nothing");
    if (self->gains.n > 1 && self->gains.n != n)
        sn_checks_add(checks, SN_ERROR, id,
                      "the gains are %d, the targets %d: give one for each target, or one for all",
                      self->gains.n, n);
    for (int i = 0; i < n; i++) {
        if (is_excitation(model, &self->targets.targets[i]))
            continue;
        g_autofree char *path = sn_model_path(model, self->targets.targets[i].id);
        sn_checks_add(
            checks, SN_ERROR, id,
            "drives %s:%s, which is no excitation; an input probe can drive it", path,
            sn_model_property(model, self->targets.targets[i].id, self->targets.targets[i].row)
                ->name);
    }
}

const SnClass SN_CLASS_EXCITER = {
    .name = "exciter",
    .label = "Exciter",
    .help = "One excitation that drives many: muscles, bundles and other exciters.",
    .icon = "sn-exciter-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnExciter),
    .properties = exciter_properties,
    .n_properties = SN_COUNT(exciter_properties),
    .validate = validate,
};

/* --- circles --- */

/* An exciter on the way down from one that is looked at; next: its target to look at. */
typedef struct Step {
    const SnExciter *exciter;
    int next;
} Step;

enum { OPEN = 1, DONE = 2 };

/* Depth-first with a stack of its own: chains may be long. */
static void search(const SnModel *model, const SnExciter *from, GHashTable *marks, SnChecks *checks)
{
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(Step));
    Step first = {from, 0};
    g_array_append_val(stack, first);
    g_hash_table_insert(marks, (gpointer)(uintptr_t)from, GINT_TO_POINTER(OPEN));
    while (stack->len > 0) {
        Step *top = &g_array_index(stack, Step, stack->len - 1);
        if (top->next == top->exciter->targets.n) {
            g_hash_table_insert(marks, (gpointer)(uintptr_t)top->exciter, GINT_TO_POINTER(DONE));
            g_array_set_size(stack, stack->len - 1);
            continue;
        }
        const SnComponent *target =
            sn_model_get(model, top->exciter->targets.targets[top->next++].id);
        if (!target || target->class != &SN_CLASS_EXCITER)
            continue;
        const int mark = GPOINTER_TO_INT(g_hash_table_lookup(marks, target));
        if (mark == OPEN)
            sn_checks_add(checks, SN_ERROR, top->exciter->base.base.id,
                          "drives itself, directly or through other exciters");
        if (mark)
            continue;
        Step step = {(const SnExciter *)target, 0};
        g_hash_table_insert(marks, (gpointer)(uintptr_t)target, GINT_TO_POINTER(OPEN));
        g_array_append_val(stack, step);
    }
}

typedef struct Circles {
    const SnModel *model;
    GHashTable *marks;
    SnChecks *checks;
} Circles;

static bool search_from(SnComponent *component, void *data)
{
    const Circles *circles = data;
    if (component->class == &SN_CLASS_EXCITER && !g_hash_table_contains(circles->marks, component))
        search(circles->model, (const SnExciter *)component, circles->marks, circles->checks);
    return true;
}

void sn_exciters_check(const SnModel *model, SnChecks *checks)
{
    Circles circles = {model, g_hash_table_new(NULL, NULL), checks};
    sn_component_walk(model->root, search_from, &circles);
    g_hash_table_unref(circles.marks);
}
