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
 * multiple of that; what a new entry gets. */
static const struct {
    const SnClass *class;
    const char *list, *numbers;
    double fresh;
} BESIDE[] = {
    {&SN_CLASS_PATH, "wraps", "wrap_ranges", 0},
    {&SN_CLASS_EXCITER, "targets", "gains", 1},
    {&SN_CLASS_FEEDBACK_CONTROLLER, "targets", "weights", 1},
};

/* The place in BESIDE of a list; -1: it has no row beside it. */
static int beside_of(const SnModel *model, SnId object, const SnProperty *list)
{
    const SnComponent *component = sn_model_get(model, object);
    for (gsize i = 0; i < G_N_ELEMENTS(BESIDE) && object.entry == 0; i++)
        if (sn_class_is_a(component->class, BESIDE[i].class) &&
            strcmp(list->name, BESIDE[i].list) == 0)
            return (int)i;
    return -1;
}

/* --- which number was which (a vector that is driven has three) --- */

typedef struct Follow {
    SnModel *model;
    SnId object;
    int before, after; /* numbers of all entries */
    int *from;         /* by number after: the one before; -1: of a new entry */
    double *base;      /* by number after: what the model has for it */
} Follow;

static int length_of(const SnValue *list)
{
    return list->type == SN_TYPE_TARGETS ? list->targets.n : list->refs.n;
}

static bool same_entry(const SnValue *a, int i, const SnValue *b, int k)
{
    if (a->type != SN_TYPE_TARGETS)
        return sn_id_equal(a->refs.ids[i], b->refs.ids[k]);
    return sn_id_equal(a->targets.targets[i].id, b->targets.targets[k].id) &&
           a->targets.targets[i].row == b->targets.targets[k].row;
}

/* Numbers of an entry; at most six. */
static int width_of(const SnModel *model, const SnValue *list, int i)
{
    if (list->type != SN_TYPE_TARGETS)
        return 1;
    const SnTarget *target = &list->targets.targets[i];
    return sn_type_width(sn_model_property(model, target->id, target->row)->type);
}

static void base_of(const SnModel *model, const SnValue *list, int i, double base[6])
{
    memset(base, 0, 6 * sizeof *base);
    if (list->type != SN_TYPE_TARGETS)
        return;
    const SnTarget *target = &list->targets.targets[i];
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    SnValue value;
    if (property->kind == SN_RESULT) /* is watched, not driven */
        return;
    sn_model_effective(model, target->id, property, &value, NULL);
    for (int k = 0; k < MIN(width_of(model, list, i), (int)G_N_ELEMENTS(value.number)); k++)
        base[k] = value.number[k];
    sn_value_clear(&value);
}

static void follow_make(Follow *follow, const SnValue *before, const SnValue *after)
{
    const SnModel *model = follow->model;
    const int n = length_of(before), m = length_of(after);
    g_autofree int *first = g_new0(int, (gsize)n + 1); /* its first number, of each before */
    g_autofree bool *taken = g_new0(bool, (gsize)n + 1);
    for (int i = 0; i < n; i++)
        first[i + 1] = first[i] + width_of(model, before, i);
    follow->before = first[n];
    follow->from = g_new(int, 6 * (gsize)m + 1);
    follow->base = g_new(double, 6 * (gsize)m + 6);
    for (int i = 0; i < m; i++) {
        int old = 0;
        while (old < n && (taken[old] || !same_entry(before, old, after, i)))
            old++;
        if (old < n)
            taken[old] = true;
        base_of(model, after, i, follow->base + follow->after);
        for (int k = 0; k < width_of(model, after, i); k++)
            follow->from[follow->after++] = old < n ? first[old] + k : -1;
    }
}

static bool nothing_changes(const Follow *follow)
{
    bool same = follow->before == follow->after;
    for (int k = 0; k < follow->after && same; k++)
        same = follow->from[k] == k;
    return same;
}

/* --- a row of numbers --- */

/* `each` numbers belong to an entry; new ones get `fresh`. */
static void follow_reals(const Follow *follow, int each, double fresh, SnReals *reals)
{
    double *to = g_new(double, (gsize)(each * follow->after) + 1);
    for (int k = 0; k < each * follow->after; k++) {
        const int from = follow->from[k / each];
        to[k] = from >= 0 ? reals->values[each * from + k % each] : fresh;
    }
    g_free(reals->values);
    *reals = (SnReals){each * follow->after, to};
}

static void follow_indices(const Follow *follow, int each, int32_t fresh, SnIndices *indices)
{
    int32_t *to = g_new(int32_t, (gsize)(each * follow->after) + 1);
    for (int k = 0; k < each * follow->after; k++) {
        const int from = follow->from[k / each];
        to[k] = from >= 0 ? indices->values[each * from + k % each] : fresh;
    }
    g_free(indices->values);
    *indices = (SnIndices){each * follow->after, to};
}

static void follow_numbers(const Follow *follow, int row, double fresh)
{
    const SnProperty *property = sn_model_property(follow->model, follow->object, row);
    SnOperation *operation =
        &(SnOperation){.kind = SN_OPERATION_VALUE, .id = follow->object, .row = row};
    SnValue *value = &operation->value;
    sn_field_get(sn_model_object(follow->model, follow->object), property, value);
    const bool reals = property->type == SN_TYPE_REALS;
    const int n = reals ? value->reals.n : value->indices.n;
    /* one for all, or wrong already */
    if (n < 2 || follow->before == 0 || n % follow->before != 0) {
        sn_value_clear(value);
        return;
    }
    if (reals)
        follow_reals(follow, n / follow->before, fresh, &value->reals);
    else
        follow_indices(follow, n / follow->before, (int32_t)fresh, &value->indices);
    sn_edit_log_do(follow->model, operation);
}

/* --- what an input probe plays --- */

/* The knots belong to no one else: their columns come and go; a new one stays where it is. */
static void follow_knots(const Follow *follow, const SnInputProbe *probe)
{
    const SnKnot *knots = probe->knots.entries;
    SnArray left = {probe->knots.n, g_new0(SnKnot, (gsize)probe->knots.n)};
    SnKnot *to = left.entries;
    for (int i = 0; i < left.n; i++) {
        to[i] = (SnKnot){knots[i].time, {follow->after, g_new(double, (gsize)follow->after)}};
        for (int k = 0; k < follow->after; k++)
            to[i].values.values[k] =
                follow->from[k] >= 0 ? knots[i].values.values[follow->from[k]] : follow->base[k];
    }
    sn_edit_set_entries(follow->model, follow->object,
                        sn_class_find_array(probe->base.base.class, "knots"), &left, NULL);
    for (int i = 0; i < left.n; i++)
        g_free(to[i].values.values);
    g_free(to);
}

/* Files and clips stay as they are: the mapping says which columns are played; a new number stays
 * where it is. */
static void follow_mapping(const Follow *follow, const SnInputProbe *probe)
{
    const SnMapping *mapping = probe->mapping.n > 0 ? probe->mapping.entries : NULL;
    SnMapping *to = g_new(SnMapping, (gsize)follow->after);
    const SnArray left = {follow->after, to};
    for (int k = 0; k < follow->after; k++) {
        const int from = follow->from[k];
        to[k] = from < 0  ? (SnMapping){.column = 0, .gain = 0, .offset = follow->base[k]}
                : mapping ? mapping[from]
                          : (SnMapping){.column = from, .gain = 1};
    }
    sn_edit_set_entries(follow->model, follow->object,
                        sn_class_find_array(probe->base.base.class, "mapping"), &left, NULL);
    g_free(to);
}

static void follow_probe(const Follow *follow)
{
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(follow->model, follow->object);
    const bool alone = probe->segments.n == 0 && !(probe->file && *probe->file);
    const int n = follow->before;
    /* one curve for all stays one, also where all is one */
    const bool one_for_all = probe->mapping.n == 0 && n == 1 && follow->from[0] == 0;
    if (one_for_all || (probe->mapping.n > 0 ? probe->mapping.n != n
                                             : !sn_probe_has_columns(follow->model, probe, n)))
        return;
    if (probe->mapping.n == 0 && alone && probe->knots.n > 0)
        follow_knots(follow, probe);
    else if (probe->mapping.n > 0 || !alone)
        follow_mapping(follow, probe);
}

/* --- a list changes --- */

void sn_edit_follow_beside(SnModel *model, SnId object, int row, const SnValue *list)
{
    const SnProperty *property = sn_model_property(model, object, row);
    const SnComponent *component = sn_model_get(model, object);
    if (property->type != SN_TYPE_TARGETS && property->type != SN_TYPE_REFS)
        return;
    SnValue present;
    sn_field_get(sn_model_object(model, object), property, &present);
    Follow follow = {.model = model, .object = object};
    follow_make(&follow, &present, list);
    const int beside = beside_of(model, object, property);
    if (beside >= 0 && !nothing_changes(&follow))
        follow_numbers(&follow, sn_model_find_property(model, object, BESIDE[beside].numbers),
                       BESIDE[beside].fresh);
    if (follow.after > 0 && component->class == &SN_CLASS_INPUT_PROBE && object.entry == 0 &&
        property->type == SN_TYPE_TARGETS && !nothing_changes(&follow))
        follow_probe(&follow);
    g_free(follow.from);
    g_free(follow.base);
    sn_value_clear(&present);
}
