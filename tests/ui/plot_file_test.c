/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots in files: SVG, PNG, CSV, and what is said where they cannot be written. */
#include "tests/ui/plot_figures.h"
#include "ui/plots/plot_draw.h"
#include "ui/plots/plot_file.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static SnSeries *triangle(void)
{
    SnSeries *series = sn_series_new(1);
    sn_series_append(series, 0, &(double){0});
    sn_series_append(series, 0.5, &(double){0.01});
    sn_series_append(series, 1, &(double){0.002});
    return series;
}

static SnFigure *triangle_figure(SnSeries *series)
{
    SnFigure *figure = figure_of(series, 1);
    figure->x[0] = 0;
    figure->x[1] = 1;
    figure->y[0][0] = 0;
    figure->y[0][1] = 0.01;
    return figure;
}

static void on_text(GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                    GError **error)
{
}

/* Well-formed, and the curve's points are in a path of the curve's colour. */
static void test_svg(void)
{
    SnSeries *series = triangle();
    SnFigure *figure = triangle_figure(series);
    SnPlotLayout *layout = sn_plot_layout_new(figure, 400, 240, 0.25);
    GBytes *svg = sn_plot_svg(figure, 400, 240);
    gsize size = 0;
    const char *text = g_bytes_get_data(svg, &size);
    const GMarkupParser parser = {.text = on_text};
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, NULL, NULL);
    GError *error = NULL;
    g_assert_true(g_markup_parse_context_parse(context, text, (gssize)size, &error));
    g_assert_true(g_markup_parse_context_end_parse(context, &error));
    g_markup_parse_context_free(context);

    char *whole = g_strndup(text, size);
    g_assert_nonnull(strstr(whole, "stroke:rgb(0%,44.705882%,69.803922%)"));
    const char *path = strstr(whole, "44.705882%,69.803922%)");
    path = strstr(path, " d=\"M ");
    g_assert_nonnull(path);
    path += strlen(" d=\"M ");
    const double times[] = {0, 0.5, 1}, values[] = {0, 0.01, 0.002};
    for (int i = 0; i < 3; i++) {
        char *end;
        const double x = g_ascii_strtod(path, &end), y = g_ascii_strtod(end, &end);
        g_assert_cmpfloat_with_epsilon(x, sn_plot_map_x(&layout->map[0], times[i]), 0.01);
        g_assert_cmpfloat_with_epsilon(y, sn_plot_map_y(&layout->map[0], values[i]), 0.01);
        path = end + strlen(" L ");
    }
    g_free(whole);
    g_bytes_unref(svg);
    sn_plot_layout_free(layout);
    sn_figure_free(figure);
    sn_series_unref(series);
}

typedef struct Reading {
    const unsigned char *data;
    gsize size, at;
} Reading;

static cairo_status_t read_bytes(void *data, unsigned char *to, unsigned int n)
{
    Reading *reading = data;
    if (reading->at + n > reading->size)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, reading->data + reading->at, n);
    reading->at += n;
    return CAIRO_STATUS_SUCCESS;
}

static unsigned pixel_at(cairo_surface_t *surface, double x, double y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(surface) + (int)y * cairo_image_surface_get_stride(surface);
    unsigned pixel;
    memcpy(&pixel, row + 4 * (int)x, sizeof pixel);
    return pixel & 0xffffff;
}

/* The curve's colour lies where the curve is, at scale 2, and paper where nothing is. */
static void test_png(void)
{
    SnSeries *series = triangle();
    SnFigure *figure = triangle_figure(series);
    SnPlotLayout *layout = sn_plot_layout_new(figure, 400, 240, 0.5);
    GBytes *png = sn_plot_png(figure, 400, 240, 2);
    Reading reading = {.data = g_bytes_get_data(png, &reading.size)};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &reading);
    g_assert_cmpint(cairo_surface_status(surface), ==, CAIRO_STATUS_SUCCESS);
    g_assert_cmpint(cairo_image_surface_get_width(surface), ==, 800);
    g_assert_cmpint(cairo_image_surface_get_height(surface), ==, 480);
    const double times[] = {0.125, 0.25, 0.375, 0.75}, values[] = {0.0025, 0.005, 0.0075, 0.006};
    for (int i = 0; i < 4; i++) {
        const double x = 2 * sn_plot_map_x(&layout->map[0], times[i]);
        const double y = 2 * sn_plot_map_y(&layout->map[0], values[i]);
        g_assert_cmphex(pixel_at(surface, x, y), ==, 0x0072b2);
        g_assert_cmphex(pixel_at(surface, x, y - 12) & 0xf0f0f0, >=, 0xe0e0e0);
    }
    g_assert_cmphex(pixel_at(surface, 798, 2), ==, 0xffffff);
    cairo_surface_destroy(surface);
    g_bytes_unref(png);
    sn_plot_layout_free(layout);
    sn_figure_free(figure);
    sn_series_unref(series);
}

/* Runs beside the curve, on other moments; a name with a comma is quoted. */
static void test_csv(void)
{
    SnSeries *series = triangle(), *other = sn_series_new(1);
    sn_series_append(other, 0, &(double){1.0 / 3});
    sn_series_append(other, 0.25, &(double){2});
    SnFigure *figure = triangle_figure(series);
    SnFigureRun run = {.name = g_strdup("Run 1, 14:32")};
    g_array_append_val(figure->runs, run);
    SnFigureCurve curve = {.name = g_strdup("kept"),
                           .column = g_strdup("/model/markers/m:position.x"),
                           .series = other,
                           .x = -1,
                           .rows = 2,
                           .run = 0};
    sn_figure_add(figure, &curve);
    GBytes *csv = sn_plot_csv(figure);
    char *text = g_strndup(g_bytes_get_data(csv, NULL), g_bytes_get_size(csv));
    g_assert_cmpstr(text, ==,
                    "time,/model/markers/m:position.x,"
                    "\"/model/markers/m:position.x (Run 1, 14:32)\"\n"
                    "0,0,0.33333333333333331\n"
                    "0.25,,2\n"
                    "0.5,0.01,\n"
                    "1,0.002,\n");
    g_free(text);
    g_bytes_unref(csv);
    sn_figure_free(figure);
    sn_series_unref(series);
    sn_series_unref(other);
}

static void test_files(void)
{
    SnSeries *series = triangle();
    SnFigure *figure = triangle_figure(series);
    char *folder = g_dir_make_tmp("sinew-plot-XXXXXX", NULL);
    static const char *const names[] = {"a.svg", "a.png", "a.csv"};
    static const char *const starts[] = {"<?xml", "\x89PNG", "time,"};
    for (int i = 0; i < 3; i++) {
        char *path = g_build_filename(folder, names[i], NULL), *data = NULL;
        GError *error = NULL;
        g_assert_true(sn_plot_file_write(figure, path, 300, 200, 1, &error));
        g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
        g_assert_true(strncmp(data, starts[i], strlen(starts[i])) == 0);
        g_free(data);
        g_remove(path);
        g_free(path);
    }
    GError *error = NULL;
    g_assert_false(sn_plot_file_write(figure, "a.tiff", 300, 200, 1, &error));
    g_assert_nonnull(strstr(error->message, ".svg"));
    g_clear_error(&error);
    g_assert_false(sn_plot_file_write(figure, "/nowhere/a.svg", 300, 200, 1, &error));
    g_clear_error(&error);
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing else was left there */
    g_free(folder);
    sn_figure_free(figure);
    sn_series_unref(series);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/plot-file/svg", test_svg);
    g_test_add_func("/plot-file/png", test_png);
    g_test_add_func("/plot-file/csv", test_csv);
    g_test_add_func("/plot-file/files", test_files);
    return g_test_run();
}
