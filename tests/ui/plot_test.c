/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots without a window: ticks, ranges, few points for many samples, what is read off,
 * layout. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/panel.h"
#include "tests/ui/plot_figures.h"
#include "ui/plots/plot_data.h"
#include "ui/plots/plot_draw.h"
#include "ui/plots/plot_file.h"
#include "ui/plots/plot_points.h"
#include "ui/plots/plot_ticks.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* --- ticks --- */

static void check_ticks(double low, double high, SnUnit unit, int most, const char *expected)
{
    SnTicks ticks;
    sn_ticks_make(&ticks, low, high, unit, most);
    GString *text = g_string_new(NULL);
    for (int i = 0; i < ticks.n; i++) {
        char *number = sn_ticks_text(&ticks, i);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", number);
        g_free(number);
    }
    g_assert_cmpstr(text->str, ==, expected);
    g_string_free(text, TRUE);
}

static void test_ticks(void)
{
    check_ticks(0, 1, SN_UNIT_TIME, 5, "0.0 0.2 0.4 0.6 0.8 1.0");
    check_ticks(-0.0312, 0.011, SN_UNIT_LENGTH, 5, "\u221230 \u221220 \u221210 0 10");
    check_ticks(0, 0.1, SN_UNIT_LENGTH, 4, "0 25 50 75 100");
    check_ticks(0, 10, SN_UNIT_NONE, 4, "0 5 10");
    check_ticks(0, G_PI, SN_UNIT_ANGLE, 4, "0 45 90 135 180");
    check_ticks(0.3, 0.9, SN_UNIT_NONE, 3, "0.4 0.6 0.8");
    /* thousands of thousands in the title */
    SnTicks ticks;
    sn_ticks_make(&ticks, 0, 2e6, SN_UNIT_NONE, 4);
    g_assert_cmpint(ticks.exponent, ==, 6);
    char *title = sn_ticks_title("Energy", SN_UNIT_ENERGY, 6);
    g_assert_cmpstr(title, ==, "Energy (10\u2076 mJ)");
    g_free(title);
    title = sn_ticks_title("", SN_UNIT_LENGTH, -6);
    g_assert_cmpstr(title, ==, "10\u207b\u2076 mm");
    g_free(title);
    title = sn_ticks_title("Activation", SN_UNIT_NONE, 0);
    g_assert_cmpstr(title, ==, "Activation");
    g_free(title);
}

/* Any range: all ticks lie in it, at a round step, as many as asked for at most. */
static void test_random_ticks(void)
{
    for (int i = 0; i < 20000; i++) {
        const double size = pow(10, g_test_rand_double_range(-9, 9));
        const double low = g_test_rand_double_range(-1, 1) * size;
        const double high = low + g_test_rand_double_range(1e-3, 1) * size;
        const int most = g_test_rand_int_range(2, 12);
        SnTicks ticks;
        sn_ticks_make(&ticks, low, high, SN_UNIT_LENGTH, most);
        g_assert_cmpint(ticks.n, <=, most + 1);
        g_assert_cmpint(ticks.n, >=, most / 3);
        const double slack = 1e-6 * (high - low);
        for (int k = 0; k < ticks.n; k++) {
            const double at = sn_ticks_at(&ticks, k);
            g_assert_true(at >= low - slack && at <= high + slack);
            char *text = sn_ticks_text(&ticks, k), *plain = text;
            if (g_str_has_prefix(text, "\u2212")) {
                text[2] = '-';
                plain = text + 2;
            }
            /* what is written is where it stands */
            const double written = g_ascii_strtod(plain, NULL);
            g_assert_cmpfloat_with_epsilon(written / ticks.factor, at, 1e-6 * (high - low));
            g_free(text);
        }
    }
}

/* --- ranges --- */

static void test_ranges(void)
{
    SnSeries *series = sn_series_new(2);
    for (int i = 0; i <= 100; i++) {
        const double t = i * 0.0083;
        sn_series_append(series, t, (const double[2]){0.02 * t, -0.01 + 0.001 * sin(7 * t)});
    }
    SnFigure *figure = figure_of(series, 1);
    double x[2], y[2];
    g_assert_true(sn_figure_fit_x(figure, x));
    g_assert_cmpfloat(x[0], ==, 0);
    g_assert_cmpfloat_with_epsilon(x[1], 0.9, 1e-12); /* 0.83 to the next half tick */
    g_assert_true(sn_figure_fit_y(figure, 0, NULL, y));
    g_assert_cmpfloat(y[0], ==, 0); /* nothing lies below */
    g_assert_cmpfloat_with_epsilon(y[1], 1.05 * 0.0166, 1e-12);
    /* what lies between two moments only */
    g_assert_true(sn_figure_fit_y(figure, 0, (const double[2]){0.2, 0.4}, y));
    g_assert_cmpfloat(y[0], >, 0.003);
    g_assert_cmpfloat(y[1], <, 0.009);
    sn_figure_free(figure);
    sn_series_unref(series);
    /* a constant gets a range around it, nothing at all gets one too */
    series = sn_series_new(1);
    figure = figure_of(series, 1);
    g_assert_false(sn_figure_fit_x(figure, x));
    g_assert_false(sn_figure_fit_y(figure, 0, NULL, y));
    g_assert_cmpfloat(y[0], <, y[1]);
    sn_figure_free(figure);
    sn_series_append(series, 0, &(double){-3});
    figure = figure_of(series, 1);
    g_assert_false(sn_figure_fit_x(figure, x));
    g_assert_true(sn_figure_fit_y(figure, 0, NULL, y));
    g_assert_true(y[0] < -3 && y[1] > -3);
    sn_figure_free(figure);
    sn_series_unref(series);
}

/* --- few points for many samples --- */

/* The line through the points covers in each column of pixels what all samples cover. */
static void check_columns(const SnFigureCurve *curve, const SnPlotMap *map)
{
    const int n = (int)((map->right - map->left) / map->column);
    double *low[2], *high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = g_new(double, n);
        high[k] = g_new(double, n);
        for (int i = 0; i < n; i++) {
            low[k][i] = INFINITY;
            high[k][i] = -INFINITY;
        }
    }
    for (size_t row = 0; row < curve->rows; row++) {
        const double x = sn_plot_map_x(map, sn_series_time(curve->series, row));
        const double y = sn_plot_map_y(map, sn_figure_y_at(curve, row));
        const int i = (int)floor((x - map->left) / map->column + 1e-9);
        if (x >= map->left && i < n) {
            low[0][i] = fmin(low[0][i], y);
            high[0][i] = fmax(high[0][i], y);
        }
    }
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SnPlotPoint));
    sn_plot_points(curve, map, points);
    g_assert_cmpuint(points->len, <=, 4 * (guint)n + 4);
    double before = -INFINITY;
    for (guint p = 0; p < points->len; p++) {
        const SnPlotPoint *point = &g_array_index(points, SnPlotPoint, p);
        const int i = (int)floor((point->x - map->left) / map->column + 1e-9);
        g_assert_cmpfloat(point->x, >=, before);
        before = point->x;
        if (point->x >= map->left && i < n) {
            low[1][i] = fmin(low[1][i], point->y);
            high[1][i] = fmax(high[1][i], point->y);
        }
    }
    for (int i = 0; i < n; i++) {
        g_assert_cmpfloat(low[0][i], ==, low[1][i]);
        g_assert_cmpfloat(high[0][i], ==, high[1][i]);
    }
    for (int k = 0; k < 2; k++) {
        g_free(low[k]);
        g_free(high[k]);
    }
    g_array_unref(points);
}

static void test_columns(void)
{
    SnSeries *series = random_series(60000, 2);
    const double last = sn_series_time(series, 59999);
    for (int i = 0; i < 40; i++) {
        SnFigure *figure = figure_of(series, 2);
        const double from = i == 0 ? 0 : g_test_rand_double_range(-0.1, 0.5) * last;
        const double to = i == 0 ? last : from + g_test_rand_double_range(0.2, 0.7) * last;
        SnPlotMap map = {.left = 40, .right = 340, .column = i % 2 == 0 ? 1 : 0.5};
        map.x_scale = 300 / (to - from);
        map.x0 = map.left - map.x_scale * from;
        map.y_scale = -2000;
        check_columns(sn_figure_curve(figure, i % 2), &map);
        sn_figure_free(figure);
    }
    sn_series_unref(series);
}

/* Against a property: no sample is farther from the line's points than what falls on them. */
static void test_path(void)
{
    SnSeries *series = random_series(20000, 2);
    SnFigure *figure = figure_of(series, 2);
    SnFigureCurve *curve = &g_array_index(figure->curves, SnFigureCurve, 1);
    curve->x = 0;
    const SnPlotMap map = {.x_scale = 3000, .y_scale = -3000, .right = 300, .column = 1};
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SnPlotPoint));
    sn_plot_points(curve, &map, points);
    g_assert_cmpuint(points->len, >, 100);
    guint p = 0;
    for (size_t row = 0; row < curve->rows; row++) {
        const double x = sn_plot_map_x(&map, sn_figure_x_at(curve, row));
        const double y = sn_plot_map_y(&map, sn_figure_y_at(curve, row));
        const SnPlotPoint *next =
            p + 1 < points->len ? &g_array_index(points, SnPlotPoint, p + 1) : NULL;
        if (next && next->x == x && next->y == y)
            p++;
        const SnPlotPoint *at = &g_array_index(points, SnPlotPoint, p);
        g_assert_true(fabs(at->x - x) < 0.25 && fabs(at->y - y) < 0.25);
    }
    g_assert_cmpuint(p, ==, points->len - 1);
    g_array_unref(points);
    sn_figure_free(figure);
    sn_series_unref(series);
}

/* Where there is no number the line breaks. */
static void test_gap(void)
{
    SnSeries *series = sn_series_new(1);
    for (int i = 0; i < 9; i++)
        sn_series_append(series, i, &(double){i == 4 ? (double)NAN : (double)i});
    SnFigure *figure = figure_of(series, 1);
    g_assert_true(sn_figure_fit_x(figure, figure->x));
    g_assert_true(sn_figure_fit_y(figure, 0, NULL, figure->y[0]));
    GBytes *svg = sn_plot_svg(figure, 300, 200);
    g_assert_null(strstr(g_bytes_get_data(svg, NULL), "nan"));
    g_bytes_unref(svg);
    sn_figure_free(figure);
    sn_series_unref(series);
}

/* --- what is read off --- */

static void test_nearest(void)
{
    SnSeries *series = random_series(3000, 2);
    SnFigure *figure = figure_of(series, 2);
    const SnFigureCurve *curve = sn_figure_curve(figure, 0);
    const double last = sn_series_time(series, 2999);
    for (int i = 0; i < 2000; i++) {
        const double time = g_test_rand_double_range(0, last);
        const gssize row = sn_plot_row_at_time(curve, time);
        double least = INFINITY;
        for (size_t k = 0; k < 3000; k++)
            least = fmin(least, fabs(sn_series_time(series, k) - time));
        g_assert_cmpint(row, >=, 0);
        g_assert_cmpfloat(fabs(sn_series_time(series, (size_t)row) - time), ==, least);
    }
    g_assert_cmpint(sn_plot_row_at_time(curve, -1), ==, -1);
    g_assert_cmpint(sn_plot_row_at_time(curve, last + 1), ==, -1);
    g_assert_cmpint(sn_plot_row_at_time(curve, last), ==, 2999);

    SnFigureCurve *path = &g_array_index(figure->curves, SnFigureCurve, 1);
    path->x = 0;
    const SnPlotMap map = {.x0 = 5, .x_scale = 4000, .y0 = 100, .y_scale = -3000, .column = 1};
    for (int row = 7; row < 3000; row += 500) {
        double distance;
        const gssize found = sn_plot_row_near(
            path, &map, sn_plot_map_x(&map, sn_figure_x_at(path, (size_t)row)) + 0.001,
            sn_plot_map_y(&map, sn_figure_y_at(path, (size_t)row)), &distance);
        g_assert_cmpfloat(distance, <=, 0.001 + 1e-12);
        g_assert_cmpint(found, >=, 0);
    }
    sn_figure_free(figure);
    sn_series_unref(series);
}

/* --- from the document --- */

static void add_source(GArray *sources, SnId id, int row, SnSeries *series)
{
    SnPlotSource source = {.id = id, .row = row, .series = series, .rows = sn_series_count(series)};
    g_array_append_val(sources, source);
}

static SnPlotCurve *add_curve(SnModel *model, SnPlot *plot, SnId id, int row, int column)
{
    SnPlotCurve *curve = (SnPlotCurve *)sn_component_new(&SN_CLASS_CURVE, NULL);
    const SnTarget target = {id, row};
    curve->property.n = 1;
    curve->property.targets = g_memdup2(&target, sizeof target);
    curve->column = column;
    sn_model_insert(model, sn_model_list(&plot->base, "curves"), &curve->base, -1, -1);
    return curve;
}

/* y at each hundredth of a second up to the time: (t, 3 t, 4 t). */
static void grow(SnSeries *series, double to)
{
    for (size_t i = sn_series_count(series); (double)i * 0.01 <= to + 1e-9; i++) {
        const double t = (double)i * 0.01;
        sn_series_append(series, t, (const double[3]){t, 3 * t, 4 * t});
    }
}

/* Numbers of one property against those of another that was sampled at other times, lengths, more
 * of both as they come; names of what the curves do not share. */
static void test_data(void)
{
    SnModel *model = sn_model_new();
    SnComponent *body = sn_component_new(&SN_CLASS_RIGID_BODY, "lower_jaw");
    sn_model_insert(model, sn_model_list_for(model->root, &SN_CLASS_RIGID_BODY), body, -1, -1);
    SnPlot *plot = (SnPlot *)sn_component_new(&SN_CLASS_PLOT, "p");
    sn_model_insert(model, sn_model_list_for(model->root, &SN_CLASS_PLOT), &plot->base, -1, -1);
    const int position = sn_class_find_property(body->class, "position");
    const int velocity = sn_class_find_property(body->class, "velocity");
    add_curve(model, plot, body->id, position, 1);
    add_curve(model, plot, body->id, position, SN_CURVE_MAGNITUDE);

    SnSeries *y = sn_series_new(3), *x = sn_series_new(3);
    grow(y, 0.2);
    for (int i = 0; i < 3; i++) { /* twice the time, at 0.05, 0.12, 0.19 */
        const double t = 0.05 + 0.07 * i;
        sn_series_append(x, t, (const double[3]){0, 2 * t, 0});
    }
    GArray *sources = sn_plot_sources_new();
    add_source(sources, body->id, position, y);
    add_source(sources, body->id, velocity, x);
    SnPlotData *data = sn_plot_data_new();
    SnFigure *figure = sn_plot_data_figure(data, model, plot->base.id, sources, NULL);
    g_assert_cmpuint(figure->curves->len, ==, 2);
    g_assert_cmpstr(sn_figure_curve(figure, 0)->name, ==, "y");
    g_assert_cmpstr(sn_figure_curve(figure, 1)->name, ==, "length");
    g_assert_cmpstr(figure->y_name[0], ==, "Lower jaw position");
    g_assert_cmpfloat_with_epsilon(sn_figure_y_at(sn_figure_curve(figure, 1), 20), 0.2 * sqrt(26),
                                   1e-15);
    sn_figure_free(figure);

    const SnTarget against = {body->id, velocity};
    plot->x.n = 1;
    plot->x.targets = g_memdup2(&against, sizeof against);
    plot->x_number = 1;
    for (int round = 0; round < 2; round++) {
        figure = sn_plot_data_figure(data, model, plot->base.id, sources, NULL);
        const SnFigureCurve *curve = sn_figure_curve(figure, 0);
        g_assert_false(figure->x_time);
        g_assert_cmpstr(figure->x_name, ==, "Lower jaw velocity y");
        g_assert_cmpint((int)curve->rows, ==, round == 0 ? 20 : 41); /* as far as both are known */
        for (size_t row = 0; row < curve->rows; row++) {
            const double t = sn_series_time(curve->series, row);
            g_assert_cmpfloat(sn_figure_y_at(curve, row), ==, 3 * t);
            if (t < 0.05 - 1e-9)
                g_assert_true(isnan(sn_figure_x_at(curve, row)));
            else
                g_assert_cmpfloat_with_epsilon(sn_figure_x_at(curve, row), 2 * t, 1e-15);
        }
        sn_figure_free(figure);
        grow(y, 0.4);
        sn_series_append(x, 0.4 + round, (const double[3]){0, 0.8 + 2 * round, 0});
        g_array_index(sources, SnPlotSource, 0).rows = sn_series_count(y);
        g_array_index(sources, SnPlotSource, 1).rows = sn_series_count(x);
    }
    sn_plot_data_free(data);
    g_array_unref(sources);
    sn_model_free(model);
}

/* --- layout --- */

/* At any size: the parts lie inside, names at the ends do not overlap. */
static void test_sizes(void)
{
    SnSeries *series = random_series(800, 3);
    for (int width = 120; width <= 1600; width += 185) {
        for (int height = 60; height <= 900; height += 105) {
            SnFigure *figure = figure_of(series, 3);
            sn_figure_fit_x(figure, figure->x);
            sn_figure_fit_y(figure, 0, NULL, figure->y[0]);
            SnPlotLayout *layout = sn_plot_layout_new(figure, width, height, 1);
            g_assert_cmpfloat(layout->left, <, layout->right);
            g_assert_cmpfloat(layout->top, <, layout->bottom);
            g_assert_cmpfloat(layout->right, <=, width);
            g_assert_true(layout->ends->len == 3 || layout->legend->len > 0);
            for (guint i = 1; i < layout->ends->len; i++) {
                const SnPlotEndLabel *label = &g_array_index(layout->ends, SnPlotEndLabel, i - 1);
                g_assert_cmpfloat(label[1].y - label[0].y, >=, SN_PLOT_TEXT);
            }
            sn_plot_layout_free(layout);
            sn_figure_free(figure);
        }
    }
    sn_series_unref(series);
}

/* A legend too wide to stand beside a narrow box, all of which curves fill, stands above it. */
static void test_legend_above(void)
{
    SnSeries *series = random_series(800, 3);
    int n_above = 0;
    for (int width = 200; width <= 420; width += 20) {
        SnFigure *figure = figure_of(series, 3);
        figure->legend = true;
        for (guint i = 0; i < figure->curves->len; i++) {
            SnFigureCurve *curve = &g_array_index(figure->curves, SnFigureCurve, i);
            g_free(curve->name);
            curve->name = g_strdup_printf("At this activation %u", i);
        }
        sn_figure_fit_x(figure, figure->x);
        sn_figure_fit_y(figure, 0, NULL, figure->y[0]);
        SnPlotLayout *layout = sn_plot_layout_new(figure, width, 240, 1);
        PangoLayout *text = sn_plot_text_new();
        double below = 0;
        g_assert_cmpuint(layout->legend->len, ==, 3);
        for (guint i = 0; i < 3; i++) {
            const SnPlotLegendLine *line = &g_array_index(layout->legend, SnPlotLegendLine, i);
            const double wide = sn_plot_text_width(text, sn_plot_legend_text(figure, line));
            g_assert_cmpfloat(layout->legend_x + line->x + SN_PLOT_SWATCH + wide, <=, width);
            below = MAX(below, layout->legend_y + line->y + SN_PLOT_LINE / 2);
        }
        const bool above = layout->legend_y < layout->top; /* or curves leave it room */
        n_above += above;
        g_assert_true(!above || below <= layout->top);
        g_assert_cmpfloat(layout->bottom - layout->top, >=, 48);
        g_object_unref(text);
        sn_plot_layout_free(layout);
        sn_figure_free(figure);
    }
    g_assert_cmpint(n_above, >, 0);
    sn_series_unref(series);
}

/* Where both axes are lengths a millimetre is as long on both. */
static void test_equal(void)
{
    SnSeries *series = random_series(800, 2);
    SnFigure *figure = figure_of(series, 2);
    g_array_remove_index(figure->curves, 0);
    g_array_index(figure->curves, SnFigureCurve, 0).x = 0;
    figure->x_time = false;
    figure->x_unit = SN_UNIT_LENGTH;
    figure->equal = true;
    for (int width = 120; width < 1500; width++) { /* the numbers beside the box change */
        const double from = g_test_rand_double_range(-1, 1);
        figure->x[0] = g_test_rand_double_range(-0.1, 0.1);
        figure->x[1] = figure->x[0] + exp(g_test_rand_double_range(-9, 1));
        figure->y[0][0] = from;
        figure->y[0][1] = from + exp(g_test_rand_double_range(-9, 1));
        SnPlotLayout *layout = sn_plot_layout_new(figure, width, 120 + width * 7 % 500, 1);
        g_assert_cmpfloat_with_epsilon(layout->map[0].x_scale, -layout->map[0].y_scale,
                                       1e-9 * layout->map[0].x_scale);
        g_assert_cmpfloat(layout->x[0], <=, figure->x[0] + 1e-12);
        g_assert_cmpfloat(layout->y[0][1], >=, figure->y[0][1] - 1e-12);
        sn_plot_layout_free(layout);
    }
    sn_figure_free(figure);
    sn_series_unref(series);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plot/ticks", test_ticks);
    g_test_add_func("/plot/random-ticks", test_random_ticks);
    g_test_add_func("/plot/ranges", test_ranges);
    g_test_add_func("/plot/columns", test_columns);
    g_test_add_func("/plot/path", test_path);
    g_test_add_func("/plot/gap", test_gap);
    g_test_add_func("/plot/nearest", test_nearest);
    g_test_add_func("/plot/data", test_data);
    g_test_add_func("/plot/sizes", test_sizes);
    g_test_add_func("/plot/equal", test_equal);
    g_test_add_func("/plot/legend-above", test_legend_above);
    return g_test_run();
}
