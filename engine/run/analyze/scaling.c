/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scaling.h"

#include "engine/base/vec.h"
#include "engine/compile/compile.h"
#include "engine/model/classes/body.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/places.h"
#include "engine/model/name_like.h"
#include "engine/pose.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

/* --- measured --- */

#define MOST_FACTOR 5.0 /* that is measured between subjects; units differ by 10 and more */

typedef struct Search {
    const char *name;
    SnId found;
} Search;

static bool find_marker(SnComponent *component, void *data)
{
    Search *search = data;
    if (sn_class_is_a(component->class, &SN_CLASS_MARKER) &&
        g_strcmp0(component->name, search->name) == 0)
        search->found = component->id;
    return sn_id_is_null(search->found);
}

static bool place_of(const SnModel *model, const char *name, double place[3], GError **error)
{
    g_autofree char *like = sn_name_like(name);
    Search search = {.name = like, .found = SN_ID_NULL};
    sn_component_walk(model->root, find_marker, &search);
    return (!sn_id_is_null(search.found) && sn_component_place(model, search.found, place)) ||
           sn_refuse(error, SN_MODEL_ERROR_PATH, "the model has no marker %s", name);
}

/* Column of the first of its three numbers; -1 with an error where they do not stand side by side.
 */
static int column_of(const SnMotionTable *table, const char *name, GError **error)
{
    int column = -1;
    bool there = true;
    for (int k = 0; k < 3 && there; k++) {
        g_autofree char *one = g_strdup_printf("%s.%c", name, 'x' + k);
        const int found = sn_motion_table_find(table, one);
        column = k == 0 ? found : column;
        there = found >= 0 && found == column + k;
    }
    if (!there)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "the motion has no marker %s", name);
    return there ? column : -1;
}

/* Mean distance over the rows; false: none has both. */
static bool mean_distance(const SnMotionTable *table, const double time[2], const int column[2],
                          double *mean)
{
    double sum = 0;
    int n = 0;
    for (int row = 0; row < table->n_rows; row++) {
        const double *values = table->values + (size_t)row * (size_t)table->n_columns;
        const double distance = sn_v3_distance(values + column[0], values + column[1]);
        if (table->time[row] < time[0] || table->time[row] > time[1] || isnan(distance))
            continue;
        sum += distance;
        n++;
    }
    *mean = sum / n;
    return n > 0;
}

/* Mean over pairs of the measured distance (its mean over the rows from time[0] to time[1] that
 * have both) over that in the model's start pose.  False: a marker is missing, in which of both. */
static bool scale_measure(const SnModel *model, const SnMotionTable *table, const double time[2],
                          const SnMeasuredPair *pairs, int n, double *factor, GError **error)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const char *const *names = pairs[i].marker;
        double place[2][3], mean;
        int column[2];
        for (int k = 0; k < 2; k++) {
            column[k] = column_of(table, names[k], error);
            if (column[k] < 0 || !place_of(model, names[k], place[k], error))
                return false;
        }
        if (!mean_distance(table, time, column, &mean))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "no row from %g s to %g s has both %s and %s", time[0], time[1],
                             names[0], names[1]);
        const double distance = sn_v3_distance(place[0], place[1]);
        if (!(distance > 0 && mean > 0))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "%s and %s are at one place: nothing is measured between them",
                             names[0], names[1]);
        sum += mean / distance;
    }
    *factor = sum / n;
    if (fabs(log(*factor)) < log(MOST_FACTOR))
        return true;
    return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "measured %.3g times as long as the model: correct the units of the file, or "
                     "scale the body by a factor first",
                     *factor);
}

bool sn_scale_measure_text(const SnModel *model, const SnMotionTable *table, const double time[2],
                           const char *text, double *factor, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    const int n = (int)g_strv_length(words);
    g_autofree SnMeasuredPair *pairs = g_new0(SnMeasuredPair, (gsize)n + 1);
    for (int i = 0; i < n; i++) {
        char *word = g_strstrip(words[i]), *dots = strstr(word, "..");
        if (!dots || dots == word || !dots[2])
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "%s: expected two markers, as R.ASIS..R.Knee.Lat", word);
        *dots = 0;
        pairs[i] = (SnMeasuredPair){{word, dots + 2}};
    }
    return scale_measure(model, table, time, pairs, n, factor, error);
}

/* --- lengths of paths --- */

/* A path and its length at the start [m]. */
typedef struct Length {
    SnId id;
    double length;
} Length;

static GArray *lengths_of(const SnModel *model, GError **error)
{
    SnCompiled *compiled = sn_compile(model, NULL, NULL, error);
    if (!compiled)
        return NULL;
    GArray *lengths = g_array_new(FALSE, TRUE, sizeof(Length));
    const SnSystemPaths *paths = &compiled->system->paths;
    for (int i = 0; i < paths->n; i++) {
        const Length length = {paths->paths[i].id,
                               sn_path_start_length(compiled->system, &paths->paths[i])};
        g_array_append_val(lengths, length);
    }
    sn_compiled_free(compiled);
    return lengths;
}

static bool keep_ratios(SnModel *model, const GArray *before, GError **error)
{
    g_autoptr(GArray) after = lengths_of(model, error);
    if (!after)
        return false;
    g_autofree SnId *ids = g_new(SnId, after->len + 1);
    g_autofree double *ratios = g_new(double, after->len + 1);
    int n = 0;
    for (guint i = 0; i < after->len && i < before->len; i++) {
        const Length *was = &g_array_index(before, Length, i),
                     *is = &g_array_index(after, Length, i);
        if (!sn_id_equal(was->id, is->id) || !(was->length > 0) || was->length == is->length)
            continue;
        ids[n] = is->id;
        ratios[n++] = is->length / was->length;
    }
    return sn_edit_scale_lengths(model, ids, ratios, n, error);
}

/* --- loops --- */

static bool close_loop(SnModel *model, SnId joint, GPtrArray *notes, GError **error)
{
    GError *open = NULL;
    SnPoser *poser = sn_poser_new(model, &open);
    GArray *moved = poser ? sn_poser_close(poser, model, joint, &open) : NULL;
    bool good = true;
    for (guint i = 0; moved && i < moved->len && good; i++) {
        const SnPoseValue *value = &g_array_index(moved, SnPoseValue, i);
        good = sn_edit_set(model, value->id, value->property, &value->value, error);
    }
    if (!moved && notes)
        g_ptr_array_add(notes, g_strdup(open->message));
    g_clear_error(&open);
    g_clear_pointer(&moved, g_array_unref);
    sn_poser_free(poser);
    return good;
}

bool sn_scale_model(SnModel *model, const SnScaling *scaling, GPtrArray *notes, GError **error)
{
    g_autoptr(GArray) before = lengths_of(model, error);
    g_autoptr(GArray) loops = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (!before)
        return false;
    sn_edit_seal(model);
    sn_edit_begin(model, "Scale");
    bool good = sn_edit_scale(model, scaling, loops, error);
    for (guint i = 0; i < loops->len && good; i++)
        good = close_loop(model, g_array_index(loops, SnId, i), notes, error);
    good = good && keep_ratios(model, before, error);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    return good;
}
