/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/edit_beside.h"

#include "engine/model/classes/control.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"

#include <string.h>

/* Lists with a row of numbers beside them: as many as there are entries or driven numbers, or a
 * multiple of that. */
static const struct {
    const SnClass *class;
    const char *list, *numbers;
} BESIDE[] = {
    {&SN_CLASS_PATH, "wraps", "wrap_ranges"},
    {&SN_CLASS_EXCITER, "targets", "gains"},
    {&SN_CLASS_FEEDBACK_CONTROLLER, "targets", "weights"},
};

/* The row beside a list; -1: it has none. */
static int beside_of(const SnModel *model, SnId object, const SnProperty *list)
{
    const SnComponent *component = sn_model_get(model, object);
    for (gsize i = 0; i < G_N_ELEMENTS(BESIDE) && object.entry == 0; i++)
        if (sn_class_is_a(component->class, BESIDE[i].class) &&
            strcmp(list->name, BESIDE[i].list) == 0)
            return sn_model_find_property(model, object, BESIDE[i].numbers);
    return -1;
}

/* For each number of a list (a vector that is driven has three) whether it stays. */
typedef struct Cut {
    SnModel *model;
    SnId object;
    int n;       /* entries of the list */
    int numbers; /* of all entries */
    bool *stays; /* by number */
} Cut;

static void cut_make(Cut *cut, const SnValue *list, const bool *goes)
{
    const bool targets = list->type == SN_TYPE_TARGETS;
    cut->n = targets ? list->targets.n : list->refs.n;
    cut->stays = g_new(bool, 6 * (gsize)cut->n + 1);
    for (int i = 0; i < cut->n; i++) {
        const SnTarget *target = targets ? &list->targets.targets[i] : NULL;
        const int width =
            target ? sn_type_width(sn_model_property(cut->model, target->id, target->row)->type)
                   : 1;
        for (int k = 0; k < width; k++)
            cut->stays[cut->numbers++] = !goes[i];
    }
}

/* Whether the number at a place of a row of n stays, where as many belong to each entry. */
static bool stays_of(const Cut *cut, int n, int place)
{
    return cut->stays[(gsize)place * (gsize)cut->numbers / (gsize)n];
}

/* --- a row of numbers --- */

static void cut_numbers(const Cut *cut, const SnProperty *property, int row)
{
    SnOperation *operation =
        &(SnOperation){.kind = SN_OPERATION_VALUE, .id = cut->object, .row = row};
    SnValue *value = &operation->value;
    sn_field_get(sn_model_object(cut->model, cut->object), property, value);
    const bool reals = property->type == SN_TYPE_REALS;
    int *n = reals ? &value->reals.n : &value->indices.n;
    const int before = *n;
    if (before < 2 || before % cut->numbers != 0) { /* one for all, or wrong already */
        sn_value_clear(value);
        return;
    }
    *n = 0;
    for (int i = 0; i < before; i++) {
        if (!stays_of(cut, before, i))
            continue;
        if (reals)
            value->reals.values[*n] = value->reals.values[i];
        else
            value->indices.values[*n] = value->indices.values[i];
        ++*n;
    }
    sn_edit_log_do(cut->model, operation);
}

/* --- what an input probe plays --- */

/* The knots belong to no one else: their columns go. */
static void cut_knots(const Cut *cut, const SnInputProbe *probe)
{
    const SnKnot *knots = probe->knots.entries;
    SnArray left = {probe->knots.n, g_new0(SnKnot, (gsize)probe->knots.n)};
    SnKnot *to = left.entries;
    for (int i = 0; i < left.n; i++) {
        to[i] = (SnKnot){knots[i].time, {0, g_new(double, (gsize)cut->numbers)}};
        for (int k = 0; k < cut->numbers; k++)
            if (cut->stays[k])
                to[i].values.values[to[i].values.n++] = knots[i].values.values[k];
    }
    sn_edit_set_entries(cut->model, cut->object,
                        sn_class_find_array(probe->base.base.class, "knots"), &left, NULL);
    for (int i = 0; i < left.n; i++)
        g_free(to[i].values.values);
    g_free(to);
}

/* Files and clips stay as they are: the mapping says which columns are played. */
static void cut_mapping(const Cut *cut, const SnInputProbe *probe)
{
    const SnMapping *mapping = probe->mapping.n > 0 ? probe->mapping.entries : NULL;
    SnMapping *to = g_new(SnMapping, (gsize)cut->numbers);
    SnArray left = {0, to};
    for (int k = 0; k < cut->numbers; k++)
        if (cut->stays[k])
            to[left.n++] = mapping ? mapping[k] : (SnMapping){.column = k, .gain = 1};
    sn_edit_set_entries(cut->model, cut->object,
                        sn_class_find_array(probe->base.base.class, "mapping"), &left, NULL);
    g_free(to);
}

static void cut_probe(const Cut *cut)
{
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(cut->model, cut->object);
    const bool alone = probe->segments.n == 0 && !(probe->file && *probe->file);
    if (probe->mapping.n > 0 ? probe->mapping.n != cut->numbers
                             : !sn_probe_has_columns(cut->model, probe, cut->numbers))
        return;
    if (probe->mapping.n == 0 && alone && probe->knots.n > 0)
        cut_knots(cut, probe);
    else if (probe->mapping.n > 0 || !alone)
        cut_mapping(cut, probe);
}

void sn_edit_cut_beside(SnModel *model, SnId object, int row, const bool *goes)
{
    const SnProperty *list = sn_model_property(model, object, row);
    const SnComponent *component = sn_model_get(model, object);
    SnValue value;
    sn_field_get(sn_model_object(model, object), list, &value);
    Cut cut = {.model = model, .object = object};
    cut_make(&cut, &value, goes);
    const int beside = beside_of(model, object, list);
    bool any = false;
    for (int k = 0; k < cut.numbers; k++)
        any = any || cut.stays[k];
    if (beside >= 0)
        cut_numbers(&cut, sn_model_property(model, object, beside), beside);
    if (any && component->class == &SN_CLASS_INPUT_PROBE && list->type == SN_TYPE_TARGETS &&
        object.entry == 0)
        cut_probe(&cut);
    g_free(cut.stays);
    sn_value_clear(&value);
}
