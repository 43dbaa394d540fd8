/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/probe_signal.h"

#include "engine/base/memory.h"
#include "engine/model/classes/timeline.h"
#include "engine/model/file_names.h"
#include "engine/motion/motion_cache.h"
#include "engine/text/refuse.h"

#include <string.h>

int sn_targets_width(const SnModel *model, const SnTargets *targets)
{
    int width = 0;
    for (int i = 0; i < targets->n; i++) {
        const SnTarget *target = &targets->targets[i];
        if (sn_model_object(model, target->id))
            width += sn_type_width(sn_model_property(model, target->id, target->row)->type);
    }
    return width;
}

/* A signal on its way. */
typedef struct Builder {
    const SnModel *model;
    const SnInputProbe *probe;
    SnSignal *signal;
    GHashTable *curve_of; /* clip -> number of its curve + 1 */
    GError **error;
} Builder;

/* Whether a row of so many values has one for each number; `whose`: "knot 3", "the knots of clip
 * x". */
static bool check_width(const Builder *b, const char *whose, int n)
{
    const SnInputProbe *probe = b->probe;
    if (probe->mapping.n == 0) {
        if (n == b->signal->width || n == 1)
            return true;
        return sn_refuse(b->error, SN_MODEL_ERROR_VALUE,
                         "%s has %d values, but its targets take %d: give %d values, or one for "
                         "all",
                         whose, n, b->signal->width, b->signal->width);
    }
    const SnMapping *mapping = probe->mapping.entries;
    for (int i = 0; i < probe->mapping.n; i++)
        if (mapping[i].column >= n)
            return sn_refuse(b->error, SN_MODEL_ERROR_VALUE,
                             "mapping %d takes column %d, but %s has %d values: columns count "
                             "from 0",
                             i, mapping[i].column, whose, n);
    return true;
}

/* "knot 3", "clips/x, knot 3" (g_free). */
static char *knot_name(const Builder *b, const SnClip *clip, int number)
{
    g_autofree char *path = clip ? sn_model_path(b->model, clip->base.id) : NULL;
    return path ? g_strdup_printf("%s, knot %d", path, number) : g_strdup_printf("knot %d", number);
}

/* Knots of a clip, or of the probe itself (NULL). */
static int add_knots(Builder *b, const SnArray *array, const SnClip *clip,
                     SnInterpolation interpolation, bool periodic)
{
    const SnKnot *knots = array->entries;
    const int width = knots[0].values.n;
    SnKnotCurve *curve = sn_knot_curve_new(array->n, MAX(width, 1), interpolation);
    for (int i = 0; i < array->n; i++) {
        g_autofree char *whose = knot_name(b, clip, i);
        bool good = check_width(b, whose, knots[i].values.n);
        if (good && knots[i].values.n != width)
            good = sn_refuse(b->error, SN_MODEL_ERROR_VALUE,
                             "%s has %d values, the first one %d: give all as many", whose,
                             knots[i].values.n, width);
        if (good && i > 0 && knots[i].time < knots[i - 1].time)
            good = sn_refuse(b->error, SN_MODEL_ERROR_VALUE,
                             "times must not go back: %s is at %g s, the one before at %g s", whose,
                             knots[i].time, knots[i - 1].time);
        if (!good) {
            sn_free(curve);
            return -1;
        }
        curve->times[i] = knots[i].time;
        memcpy(curve->values + (size_t)i * (size_t)width, knots[i].values.values,
               (size_t)width * sizeof(double));
    }
    sn_knot_curve_prepare(curve, periodic);
    return sn_signal_add_curve(b->signal, curve);
}

static int clip_curve(Builder *b, const SnClip *clip)
{
    const gpointer known = g_hash_table_lookup(b->curve_of, clip);
    if (known)
        return GPOINTER_TO_INT(known) - 1;
    const int curve = add_knots(b, &clip->knots, clip, (SnInterpolation)clip->interpolation, false);
    if (curve >= 0)
        g_hash_table_insert(b->curve_of, (gpointer)(uintptr_t)clip, GINT_TO_POINTER(curve + 1));
    return curve;
}

/* Segments without a clip, and clips without knots, play nothing. */
static bool add_segments(Builder *b)
{
    const SnArray *array = &b->probe->segments;
    const SnSegment *segments = array->entries;
    b->signal->segments = sn_alloc((size_t)array->n + 1, sizeof *b->signal->segments);
    for (int i = 0; i < array->n; i++) {
        const SnClip *clip = (const SnClip *)sn_model_get(b->model, segments[i].clip);
        if (!clip || clip->knots.n == 0)
            continue;
        const int curve = clip_curve(b, clip);
        if (curve < 0)
            return false;
        b->signal->segments[b->signal->n_segments++] = (SnSignalSegment){
            .curve = curve,
            .time = segments[i].time,
            .scale = segments[i].scale,
            .duration = clip->duration * segments[i].scale,
        };
    }
    return true;
}

static bool add_mapping(Builder *b)
{
    const SnArray *array = &b->probe->mapping;
    const SnMapping *mapping = array->entries;
    if (array->n == 0)
        return true;
    if (array->n != b->signal->width)
        return sn_refuse(b->error, SN_MODEL_ERROR_VALUE,
                         "the mapping has %d entries, but its targets take %d numbers: give one "
                         "entry for each, or none",
                         array->n, b->signal->width);
    b->signal->numbers = sn_alloc((size_t)array->n, sizeof *b->signal->numbers);
    for (int i = 0; i < array->n; i++)
        b->signal->numbers[i] =
            (SnSignalNumber){mapping[i].column, mapping[i].gain, mapping[i].offset};
    return true;
}

/* --- files --- */

static bool has_file(const SnInputProbe *probe)
{
    return probe->file && probe->file[0];
}

static const char *columns_of(const SnInputProbe *probe)
{
    return probe->columns ? probe->columns : "";
}

bool sn_probe_file_check(const SnModel *model, const SnInputProbe *probe, GError **error)
{
    if (!has_file(probe))
        return true;
    g_autofree char *path = sn_file_resolve(model, probe->file, error);
    return path && sn_motion_cache_check(model->motions, path, columns_of(probe), error);
}

static void free_table(void *table)
{
    sn_motion_table_free(table);
}

static int add_table(Builder *b, bool periodic)
{
    const SnInputProbe *probe = b->probe;
    char *path = sn_file_resolve(b->model, probe->file, b->error);
    SnMotionTable *table =
        path ? sn_motion_cache_columns(b->model->motions, path, columns_of(probe), b->error) : NULL;
    g_free(path);
    if (!table)
        return -1;
    char *whose = g_strdup_printf("each row of %s", probe->file);
    const bool fits = check_width(b, whose, table->n_columns);
    g_free(whose);
    int number = -1;
    sn_memory_end_with(table, free_table);
    if (fits) {
        SnKnotCurve *curve = sn_knot_curve_new(table->n_rows, table->n_columns,
                                               (SnInterpolation)probe->interpolation);
        const size_t rows = (size_t)table->n_rows;
        memcpy(curve->times, table->time, rows * sizeof(double));
        memcpy(curve->values, table->values, rows * (size_t)table->n_columns * sizeof(double));
        sn_knot_curve_prepare(curve, periodic);
        number = sn_signal_add_curve(b->signal, curve);
    }
    sn_memory_keep(table);
    sn_motion_table_free(table);
    return number;
}

/* --- what it has --- */

/* Whether each of the knots has so many values; also where there are none. */
static bool knots_have(const SnArray *array, int n)
{
    const SnKnot *knots = array->entries;
    for (int i = 0; i < array->n; i++)
        if (knots[i].values.n != n)
            return false;
    return true;
}

static bool file_has(const SnModel *model, const SnInputProbe *probe, int n)
{
    g_autofree char *path = sn_file_resolve(model, probe->file, NULL);
    SnMotionTable *table =
        path ? sn_motion_cache_columns(model->motions, path, columns_of(probe), NULL) : NULL;
    const bool same = table && table->n_columns == n;
    sn_motion_table_free(table);
    return same;
}

bool sn_probe_has_columns(const SnModel *model, const SnInputProbe *probe, int n)
{
    if (has_file(probe) ? !file_has(model, probe, n) : !knots_have(&probe->knots, n))
        return false;
    const SnSegment *segments = probe->segments.entries;
    for (int i = 0; i < probe->segments.n; i++) {
        const SnClip *clip = (const SnClip *)sn_model_get(model, segments[i].clip);
        if (clip && !knots_have(&clip->knots, n))
            return false;
    }
    return true;
}

/* --- the whole --- */

static bool add_base(Builder *b)
{
    const SnInputProbe *probe = b->probe;
    const bool periodic = probe->repeat && probe->segments.n == 0;
    if (has_file(probe))
        b->signal->knots = add_table(b, periodic);
    else if (probe->knots.n > 0)
        b->signal->knots =
            add_knots(b, &probe->knots, NULL, (SnInterpolation)probe->interpolation, periodic);
    else
        return true;
    return b->signal->knots >= 0;
}

static void make_signal(void *data)
{
    Builder *b = data;
    const SnInputProbe *probe = b->probe;
    SnSignal *signal = b->signal = sn_signal_new(sn_targets_width(b->model, &probe->base.targets));
    signal->extend = probe->extend;
    signal->repeat = probe->repeat;
    signal->start = probe->start;
    signal->time_scale = probe->time_scale;
    signal->gain = probe->gain;
    if (add_mapping(b) && add_base(b) && add_segments(b)) {
        sn_signal_finish(signal);
        return;
    }
    sn_signal_free(signal);
    b->signal = NULL;
}

/* It goes with sn_memory_try. */
static void abandon(void *data)
{
    ((Builder *)data)->signal = NULL;
}

SnSignal *sn_probe_signal(const SnModel *model, const SnInputProbe *probe, GError **error)
{
    GError *problem = NULL;
    Builder b = {model, probe, NULL, g_hash_table_new(NULL, NULL), &problem};
    if (!sn_memory_try(make_signal, abandon, &b) && !problem)
        sn_refuse(&problem, SN_MODEL_ERROR_MEMORY, "%s", sn_memory_fault().text);
    g_hash_table_unref(b.curve_of);
    if (problem)
        g_propagate_error(error, problem);
    return b.signal;
}
