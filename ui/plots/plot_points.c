/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_points.h"

#include <math.h>

/* Samples closer than this to the last point drawn change nothing one can see [pixels]. */
#define SAME         0.25
#define MOST_POINTS  20000
#define COARSEST     4
#define GROUP        16   /* rows whose range a series keeps */
#define ON_EDGE      1e-9 /* of a column: so near its right edge is in the next */
#define WHOLE_GROUPS 512  /* rows in a column from which on a part of a group is no part to see */
#define STEEP        6    /* mean slope from which on a line counts as an area */

static void add(GArray *points, double x, double y)
{
    SnPlotPoint point = {x, y};
    g_array_append_val(points, point);
}

/* --- against time --- */

/* First row in [from, rows) whose time is not before t; `guess` rows on is where it is looked for
 * first: samples mostly come at equal intervals. */
static size_t seek(const SnFigureCurve *curve, size_t from, double t, size_t guess)
{
    const SnSeries *series = curve->series;
    const size_t rows = curve->rows;
    if (from >= rows || sn_series_time(series, from) >= t)
        return from;
    size_t low = from, step = MAX(guess, 2); /* the time at low is before t */
    if (guess > 2 && from + guess - 2 < rows && sn_series_time(series, from + guess - 2) < t) {
        low = from + guess - 2;
        step = 3;
    }
    while (low + step < rows && sn_series_time(series, low + step) < t) {
        low += step;
        step *= 2;
    }
    size_t high = MIN(low + step, rows);
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (sn_series_time(series, middle) < t)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Rows [first, last) of one column of pixels. */
static void add_column(const SnFigureCurve *curve, const SnPlotMap *map, size_t first, size_t last,
                       GArray *points)
{
    const double enter = sn_figure_y_at(curve, first), leave = sn_figure_y_at(curve, last - 1);
    const double x_enter = sn_plot_map_x(map, sn_series_time(curve->series, first));
    const double x_leave = sn_plot_map_x(map, sn_series_time(curve->series, last - 1));
    add(points, x_enter, sn_plot_map_y(map, enter));
    if (last - first == 1)
        return;
    double low, high;
    if (sn_series_range(curve->series, curve->y, first, last, &low, &high)) {
        const double middle = (x_enter + x_leave) / 2;
        const bool low_first = fabs(enter - low) < fabs(enter - high);
        const double ends[2] = {low_first ? low : high, low_first ? high : low};
        for (int i = 0; i < 2; i++) {
            if (ends[i] != enter && ends[i] != leave)
                add(points, middle, sn_plot_map_y(map, ends[i]));
        }
    }
    add(points, x_leave, sn_plot_map_y(map, leave));
}

static void time_points(const SnFigureCurve *curve, const SnPlotMap *map, GArray *points)
{
    const double from = (map->left - map->x0) / map->x_scale;
    const double to = (map->right - map->x0) / map->x_scale;
    size_t first = seek(curve, 0, from, curve->rows / 2);
    size_t last = seek(curve, first, to, (curve->rows - first) / 2);
    first -= first > 0; /* the line comes in from outside and goes out again */
    last = MIN(last + 1, curve->rows);
    const double width = map->column / map->x_scale; /* [s] */
    if (last - first <= 2 * (size_t)((to - from) / width)) {
        for (size_t row = first; row < last; row++) {
            add(points, sn_plot_map_x(map, sn_series_time(curve->series, row)),
                sn_plot_map_y(map, sn_figure_y_at(curve, row)));
        }
        return;
    }
    size_t guess = (size_t)((double)(last - first) * width / (to - from));
    for (size_t row = first; row < last;) {
        const double time = sn_series_time(curve->series, row);
        const double column = floor((time - from) / width + ON_EDGE);
        const double edge = from + (column + 1 - ON_EDGE) * width;
        size_t next = MIN(MAX(seek(curve, row, edge, guess), row + 1), last);
        if (next - row >= WHOLE_GROUPS && next < last)
            next = MIN(next + GROUP - next % GROUP, last); /* their ranges are at hand */
        add_column(curve, map, row, next, points);
        guess = next - row;
        row = next;
    }
}

/* --- against another property --- */

/* Every sample that is farther than `same` from the last one taken. */
static void thin_points(const SnFigureCurve *curve, const SnPlotMap *map, double same,
                        GArray *points)
{
    double last_x = NAN, last_y = NAN, skipped_x = NAN, skipped_y = NAN;
    bool skipped = false;
    for (size_t row = 0; row < curve->rows; row++) {
        const double *values = sn_series_values(curve->series, row);
        const double x = sn_plot_map_x(map, values[curve->x]);
        const double y = sn_plot_map_y(map, values[curve->y]);
        if (fabs(x - last_x) < same && fabs(y - last_y) < same) {
            skipped = true;
            skipped_x = x;
            skipped_y = y;
            continue;
        }
        add(points, x, y);
        last_x = x;
        last_y = y;
        skipped = false;
    }
    if (skipped)
        add(points, skipped_x, skipped_y); /* it ends where it ends */
}

/* A line of very many points covers areas: there coarser ones do. */
static void path_points(const SnFigureCurve *curve, const SnPlotMap *map, GArray *points)
{
    const guint before = points->len;
    double same = SAME * map->column;
    thin_points(curve, map, same, points);
    while (points->len - before > MOST_POINTS && same < COARSEST * map->column) {
        same *= 2;
        g_array_set_size(points, before);
        thin_points(curve, map, same, points);
    }
}

void sn_plot_points(const SnFigureCurve *curve, const SnPlotMap *map, GArray *points)
{
    if (curve->rows > 0 && curve->x < 0)
        time_points(curve, map, points);
    else if (curve->rows > 0)
        path_points(curve, map, points);
}

/* --- lines that fill areas --- */

bool sn_plot_points_fill(const GArray *points, const SnPlotMap *map)
{
    double travel = 0;
    for (guint i = 1; i < points->len; i++) {
        const double dy = fabs(g_array_index(points, SnPlotPoint, i).y -
                               g_array_index(points, SnPlotPoint, i - 1).y);
        travel += isfinite(dy) ? fmin(dy, 4000) : 0;
    }
    return points->len > (map->right - map->left) / map->column &&
           travel > STEEP * (map->right - map->left);
}

void sn_plot_outline(const GArray *points, const SnPlotMap *map, GArray *outline)
{
    double low = INFINITY, high = -INFINITY, leave = NAN;
    int column = 0;
    for (guint i = 0; i <= points->len; i++) {
        const SnPlotPoint *point = i < points->len ? &g_array_index(points, SnPlotPoint, i) : NULL;
        const bool number = point && isfinite(point->y);
        const int next =
            point ? (int)floor((point->x - map->left) / map->column + ON_EDGE) : column;
        if ((i == points->len || !number || next != column) && low <= high) {
            const double middle = map->left + (column + 0.5) * map->column;
            add(outline, middle, low);
            add(outline, middle, high);
            low = INFINITY;
            high = -INFINITY;
        }
        if (point && !number) {
            add(outline, NAN, NAN);
            add(outline, NAN, NAN);
            leave = NAN;
        } else if (number) {
            /* a column begins where the one before ended */
            low = fmin(fmin(low, point->y), next != column && !isnan(leave) ? leave : point->y);
            high = fmax(fmax(high, point->y), next != column && !isnan(leave) ? leave : point->y);
            leave = point->y;
        }
        column = next;
    }
}

/* --- nearest --- */

gssize sn_plot_row_at_time(const SnFigureCurve *curve, double time)
{
    if (curve->rows == 0)
        return -1;
    const double first = sn_series_time(curve->series, 0);
    const double last = sn_series_time(curve->series, curve->rows - 1);
    /* within one interval of the ends counts as on them */
    const double slack = curve->rows > 1 ? (last - first) / (double)(curve->rows - 1) : 1e-9;
    if (time < first - slack || time > last + slack)
        return -1;
    const size_t after = seek(curve, 0, time, curve->rows / 2);
    if (after == 0)
        return 0;
    if (after == curve->rows)
        return (gssize)curve->rows - 1;
    const double behind = time - sn_series_time(curve->series, after - 1);
    const double ahead = sn_series_time(curve->series, after) - time;
    return (gssize)(behind <= ahead ? after - 1 : after);
}

gssize sn_plot_row_near(const SnFigureCurve *curve, const SnPlotMap *map, double x, double y,
                        double *distance)
{
    gssize best = -1;
    double least = INFINITY;
    for (size_t row = 0; row < curve->rows; row++) {
        const double dx = sn_plot_map_x(map, sn_figure_x_at(curve, row)) - x;
        const double dy = sn_plot_map_y(map, sn_figure_y_at(curve, row)) - y;
        const double square = dx * dx + dy * dy;
        if (square < least) {
            least = square;
            best = (gssize)row;
        }
    }
    *distance = sqrt(least);
    return best;
}
