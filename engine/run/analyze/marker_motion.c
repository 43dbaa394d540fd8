/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inverse kinematics of a whole motion: row by row, each from the pose before. */
#include "engine/marker_fit.h"

#include "engine/base/vec.h"
#include "engine/model/edit/places.h"
#include "engine/run/analyze/marker_size.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define FARTHEST 1e4 /* of a marker that can have been seen [m] */

typedef struct Motion {
    const SnMotionTable *table;
    GArray *columns; /* of SnMarkerColumn */
    const GArray *weights;
    double position[3], axes[9]; /* of the table's frame */
    GArray *aims;                /* of the row */
    GArray *others;              /* of SnFreeCoordinate: those that are not fitted */
    double sum, weight;          /* of squares of what is left, and what it weighs */
    bool sized;                  /* the markers are of the model's size */
} Motion;

static double weight_of(const Motion *m, SnId marker)
{
    for (guint i = 0; i < m->weights->len; i++) {
        const SnMarkerAim *aim = &g_array_index(m->weights, SnMarkerAim, i);
        if (sn_id_equal(aim->marker, marker))
            return aim->weight;
    }
    return 0;
}

/* Whether markers tell of a pose at all. */
static bool check_weights(const SnModel *model, const GArray *weights, GError **error)
{
    bool any = false, moves = false;
    for (guint i = 0; i < weights->len; i++) {
        const SnMarkerAim *aim = &g_array_index(weights, SnMarkerAim, i);
        any = any || aim->weight > 0;
        moves = moves || (aim->weight > 0 && sn_marker_body(model, aim->marker));
    }
    if (weights->len == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, SN_NO_COMMON_MARKER);
    return moves || sn_refuse(error, SN_MODEL_ERROR_VALUE,
                              any ? "the measured markers are on no body of the model"
                                  : "every marker has the weight 0");
}

/* The markers that a row has. */
static void find_aims(Motion *m, int row, SnMotionFit *fit)
{
    g_array_set_size(m->aims, 0);
    for (guint i = 0; i < m->columns->len; i++) {
        const SnMarkerColumn *of = &g_array_index(m->columns, SnMarkerColumn, i);
        const double *v =
            m->table->values + (size_t)row * (size_t)m->table->n_columns + (size_t)of->column;
        SnMarkerAim aim = {.marker = of->marker, .weight = weight_of(m, of->marker)};
        const double away = sn_v3_norm(v);
        fit->astray += aim.weight > 0 && away >= FARTHEST;
        fit->at_origin += aim.weight > 0 && away == 0;
        if (!(aim.weight > 0) || !(away < FARTHEST))
            continue;
        sn_m3_mul_v3(m->axes, v, aim.place);
        sn_v3_add(aim.place, m->position, aim.place);
        g_array_append_val(m->aims, aim);
    }
}

static void count(Motion *m, const SnMarkerFit *one, double time, SnMotionFit *fit)
{
    double weight = 0;
    for (guint i = 0; i < m->aims->len; i++)
        weight += g_array_index(m->aims, SnMarkerAim, i).weight;
    m->sum += weight * one->rms * one->rms;
    m->weight += weight;
    if (one->farthest >= fit->farthest) {
        fit->farthest = one->farthest;
        fit->time = time;
        fit->marker = one->marker;
    }
}

/* Coordinates that follow the fitted ones, or stay. */
static bool find_others(const Motion *m, const SnMarkerFitter *fitter, double *values,
                        GError **error)
{
    if (m->others->len == 0)
        return true;
    const SnModel *posed = sn_marker_fitter_model(fitter);
    SnPoser *poser = sn_poser_new(posed, error);
    for (guint i = 0; poser && i < m->others->len; i++) {
        const SnPoseTarget *at = &g_array_index(m->others, SnFreeCoordinate, i).at;
        if (!sn_poser_value(poser, posed, at->joint, at->property, &values[i]))
            values[i] = at->value;
    }
    sn_poser_free(poser);
    return poser != NULL;
}

/* One row into the motion's. */
static bool fit_row(Motion *m, SnMarkerFitter *fitter, int row, int to,
                    const SnHeldCoordinate *held, int n_held, SnMotionFit *fit, GError **error)
{
    SnMarkerFit one;
    SnMotionTable *motion = fit->motion;
    double *values = motion->values + (size_t)to * (size_t)motion->n_columns;
    find_aims(m, row, fit);
    const SnMarkerAim *aims = (const SnMarkerAim *)(const void *)m->aims->data;
    const int n_aims = (int)m->aims->len;
    fit->unseen += n_aims == 0;
    if ((!m->sized &&
         !sn_marker_check_size(sn_marker_fitter_model(fitter), aims, n_aims, &m->sized, error)) ||
        !sn_marker_fitter_go(fitter, aims, n_aims, held, n_held, &one, error)) {
        g_prefix_error(error, "at %g s: ", m->table->time[row]);
        return false;
    }
    motion->time[to] = m->table->time[row];
    const int n_fitted = motion->n_columns - (int)m->others->len;
    memcpy(values, one.fitted, (size_t)n_fitted * sizeof *values);
    fit->unsettled += !one.settled;
    if (n_aims > 0)
        count(m, &one, m->table->time[row], fit);
    sn_marker_fit_clear(&one);
    return find_others(m, fitter, values + n_fitted, error);
}

static SnMotionTable *new_motion(const GArray *coordinates, const GArray *others, int n_rows,
                                 double rate)
{
    SnMotionTable *motion = sn_motion_table_new(n_rows, (int)(coordinates->len + others->len));
    motion->data_rate = rate;
    for (guint i = 0; i < coordinates->len + others->len; i++) {
        const SnFreeCoordinate *c =
            i < coordinates->len ? &g_array_index(coordinates, SnFreeCoordinate, i)
                                 : &g_array_index(others, SnFreeCoordinate, i - coordinates->len);
        g_free(motion->names[i]);
        motion->names[i] = g_strdelimit(g_strdup(c->name), ",", '_');
    }
    return motion;
}

/* Rows from time[0] to time[1]: the first, and how many. */
static int rows_of(const SnMotionTable *table, const double time[2], int *first)
{
    int n = 0;
    *first = 0;
    for (int row = 0; row < table->n_rows; row++) {
        if (table->time[row] < time[0] || table->time[row] > time[1])
            continue;
        *first = n == 0 ? row : *first;
        n++;
    }
    return n;
}

bool sn_fit_motion(const SnModel *model, const GArray *coordinates, const SnMotionTable *table,
                   const double time[2], SnId frame, const GArray *weights,
                   const SnHeldCoordinate *held, int n_held, SnMotionFit *fit, GError **error)
{
    int first;
    double orientation[4];
    const int n_rows = rows_of(table, time, &first);
    Motion m = {.table = table, .weights = weights};
    *fit = (SnMotionFit){.marker = SN_ID_NULL};
    if (n_rows == 0)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "no row of the markers lies between %g and %g s: they go from %g to %g",
                         time[0], time[1], table->time[0], table->time[table->n_rows - 1]);
    if (!check_weights(model, weights, error))
        return false;
    m.others = sn_other_coordinates(model, coordinates, error);
    SnMarkerFitter *fitter = m.others ? sn_marker_fitter_new(model, coordinates, error) : NULL;
    if (!fitter) {
        g_clear_pointer(&m.others, g_array_unref);
        return false;
    }
    m.columns = sn_marker_columns(model, table);
    m.aims = g_array_new(FALSE, FALSE, sizeof(SnMarkerAim));
    sn_start_frame(model, frame, m.position, orientation);
    sn_q_to_m3(orientation, m.axes);
    fit->motion = new_motion(coordinates, m.others, n_rows, table->data_rate);
    bool good = true;
    for (int i = 0; i < n_rows && good; i++)
        good = fit_row(&m, fitter, first + i, i, held, n_held, fit, error);
    if (good && fit->unseen == n_rows)
        good = sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "no row of the file has a marker of the model: all are missing");
    fit->rms = m.weight > 0 ? sqrt(m.sum / m.weight) : 0;
    g_array_unref(m.columns);
    g_array_unref(m.aims);
    g_array_unref(m.others);
    sn_marker_fitter_free(fitter);
    if (!good)
        g_clear_pointer(&fit->motion, sn_motion_table_free);
    return good;
}
