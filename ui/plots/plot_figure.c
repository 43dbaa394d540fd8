/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_figure.h"

#include "ui/plots/plot_ticks.h"

#include <math.h>

static void clear_curve(gpointer data)
{
    SnFigureCurve *curve = data;
    g_free(curve->name);
    g_free(curve->column);
    sn_series_unref(curve->series);
}

static void clear_run(gpointer data)
{
    g_free(((SnFigureRun *)data)->name);
}

SnFigure *sn_figure_new(void)
{
    SnFigure *figure = g_new0(SnFigure, 1);
    figure->curves = g_array_new(FALSE, TRUE, sizeof(SnFigureCurve));
    g_array_set_clear_func(figure->curves, clear_curve);
    figure->runs = g_array_new(FALSE, TRUE, sizeof(SnFigureRun));
    g_array_set_clear_func(figure->runs, clear_run);
    figure->n_axes = 1;
    figure->x[1] = figure->y[0][1] = figure->y[1][1] = 1;
    return figure;
}

void sn_figure_free(SnFigure *figure)
{
    if (!figure)
        return;
    g_array_unref(figure->curves);
    g_array_unref(figure->runs);
    g_free(figure->x_name);
    g_free(figure->x_column);
    g_free(figure->y_name[0]);
    g_free(figure->y_name[1]);
    g_free(figure);
}

SnFigureCurve *sn_figure_add(SnFigure *figure, const SnFigureCurve *curve)
{
    SnFigureCurve copy = *curve;
    copy.series = sn_series_ref(curve->series);
    g_array_append_val(figure->curves, copy);
    return &g_array_index(figure->curves, SnFigureCurve, figure->curves->len - 1);
}

const SnFigureCurve *sn_figure_curve(const SnFigure *figure, int index)
{
    return &g_array_index(figure->curves, SnFigureCurve, index);
}

/* --- ranges --- */

static void widen(double range[2], double low, double high)
{
    range[0] = fmin(range[0], low);
    range[1] = fmax(range[1], high);
}

/* A range of no width gets one; a fraction of air on both sides, but none below a zero that is the
 * least value. */
static void give_air(double range[2], double air)
{
    double span = range[1] - range[0];
    const double size = fmax(fabs(range[0]), fabs(range[1]));
    if (!(span > 1e-9 * size)) {
        span = size > 0 ? 0.2 * size : 1;
        range[0] -= span / 2;
        range[1] += span / 2;
        return;
    }
    const bool from_zero = range[0] == 0, to_zero = range[1] == 0;
    range[0] -= from_zero ? 0 : air * span;
    range[1] += to_zero ? 0 : air * span;
}

bool sn_figure_fit_x(const SnFigure *figure, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        double low, high;
        if (curve->rows == 0)
            continue;
        if (curve->x < 0) {
            widen(range, sn_series_time(curve->series, 0),
                  sn_series_time(curve->series, curve->rows - 1));
        } else if (sn_series_range(curve->series, curve->x, 0, curve->rows, &low, &high)) {
            widen(range, low, high);
        }
    }
    if (!(range[0] <= range[1]) || (figure->x_time && range[0] == range[1]))
        return false;
    if (figure->x_time)
        range[1] = sn_ticks_round_up(range[0], range[1], figure->x_unit, 6);
    else
        give_air(range, 0.05);
    return true;
}

/* Of a curve whose horizontal numbers are in no order: row by row. */
static bool range_within(const SnFigureCurve *curve, const double *x, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < curve->rows; row++) {
        const double at = sn_figure_x_at(curve, row);
        if (at >= x[0] && at <= x[1]) {
            const double value = sn_figure_y_at(curve, row);
            *low = fmin(*low, value);
            *high = fmax(*high, value);
        }
    }
    return *low <= *high;
}

bool sn_figure_fit_y(const SnFigure *figure, int axis, const double *x, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        double low, high;
        bool any;
        if (curve->axis != axis)
            continue;
        if (!x || curve->x < 0) {
            const size_t first = x ? sn_series_find(curve->series, x[0]) : 0;
            const size_t last = x ? sn_series_find(curve->series, x[1]) + 1 : curve->rows;
            any = sn_series_range(curve->series, curve->y, first, MIN(last, curve->rows), &low,
                                  &high);
        } else {
            any = range_within(curve, x, &low, &high);
        }
        if (any)
            widen(range, low, high);
    }
    if (!(range[0] <= range[1]) || !isfinite(range[0]) || !isfinite(range[1])) {
        range[0] = 0;
        range[1] = 1;
        return false;
    }
    give_air(range, 0.05);
    return true;
}
