/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_file.h"

#include "engine/text/write_file.h"
#include "ui/plots/plot_draw.h"

#include <cairo-svg.h>
#include <math.h>
#include <string.h>

static cairo_status_t append(void *data, const unsigned char *bytes, unsigned int n)
{
    g_byte_array_append(data, bytes, n);
    return CAIRO_STATUS_SUCCESS;
}

static void draw(cairo_surface_t *surface, const SnFigure *figure, double width, double height,
                 double pixel)
{
    cairo_t *cairo = cairo_create(surface);
    SnPlotLayout *layout = sn_plot_layout_new(figure, width, height, pixel);
    sn_plot_draw(cairo, figure, layout, &SN_PLOT_LIGHT, true);
    sn_plot_layout_free(layout);
    cairo_destroy(cairo);
}

GBytes *sn_plot_svg(const SnFigure *figure, double width, double height)
{
    GByteArray *bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, bytes, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    /* a printer has finer columns than a screen */
    draw(surface, figure, width, height, 0.25);
    cairo_surface_destroy(surface);
    return g_byte_array_free_to_bytes(bytes);
}

GBytes *sn_plot_png(const SnFigure *figure, double width, double height, double scale)
{
    GByteArray *bytes = g_byte_array_new();
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(width * scale), (int)ceil(height * scale));
    cairo_surface_set_device_scale(surface, scale, scale);
    draw(surface, figure, width, height, 1 / scale);
    cairo_surface_write_to_png_stream(surface, append, bytes);
    cairo_surface_destroy(surface);
    return g_byte_array_free_to_bytes(bytes);
}

/* --- numbers --- */

/* One column of numbers: a curve, or what it is drawn against. */
typedef struct Column {
    const SnFigureCurve *curve;
    bool horizontal;
    size_t row; /* the next to write */
} Column;

static void add_quoted(GString *text, const char *name, const char *run)
{
    char *whole = run ? g_strdup_printf("%s (%s)", name, run) : g_strdup(name);
    if (strpbrk(whole, ",\"\n")) {
        char **parts = g_strsplit(whole, "\"", -1);
        char *doubled = g_strjoinv("\"\"", parts);
        g_string_append_printf(text, "\"%s\"", doubled);
        g_free(doubled);
        g_strfreev(parts);
    } else {
        g_string_append(text, whole);
    }
    g_free(whole);
}

static void add_columns(const SnFigure *figure, int run, GArray *columns)
{
    const SnFigureCurve *before = NULL;
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        if (curve->run != run)
            continue;
        /* curves of one property have the same horizontal numbers at the same moments */
        if (curve->x >= 0 && (!before || before->series != curve->series || before->x != curve->x))
            g_array_append_val(columns, ((Column){curve, true, 0}));
        g_array_append_val(columns, ((Column){curve, false, 0}));
        before = curve;
    }
}

static void add_header(const SnFigure *figure, GArray *columns, GString *text)
{
    g_string_append(text, "time");
    for (guint i = 0; i < columns->len; i++) {
        const Column *column = &g_array_index(columns, Column, i);
        const int run = column->curve->run;
        g_string_append_c(text, ',');
        add_quoted(text, column->horizontal ? figure->x_column : column->curve->column,
                   run >= 0 ? g_array_index(figure->runs, SnFigureRun, run).name : NULL);
    }
    g_string_append_c(text, '\n');
}

/* Nothing for what is no number: a reader finds a gap there. */
static void add_number(GString *text, double value)
{
    if (!isfinite(value))
        return;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(number, sizeof number, "%.17g", value));
}

static double next_time(GArray *columns)
{
    double time = INFINITY;
    for (guint i = 0; i < columns->len; i++) {
        const Column *column = &g_array_index(columns, Column, i);
        if (column->row < column->curve->rows)
            time = fmin(time, sn_series_time(column->curve->series, column->row));
    }
    return time;
}

GBytes *sn_plot_csv(const SnFigure *figure)
{
    GString *text = g_string_new(NULL);
    GArray *columns = g_array_new(FALSE, FALSE, sizeof(Column));
    for (int run = -1; run < (int)figure->runs->len; run++)
        add_columns(figure, run, columns);
    add_header(figure, columns, text);
    for (double time = next_time(columns); isfinite(time); time = next_time(columns)) {
        add_number(text, time);
        for (guint i = 0; i < columns->len; i++) {
            Column *column = &g_array_index(columns, Column, i);
            const SnFigureCurve *curve = column->curve;
            g_string_append_c(text, ',');
            if (column->row < curve->rows && sn_series_time(curve->series, column->row) == time) {
                add_number(text, column->horizontal ? sn_figure_x_at(curve, column->row)
                                                    : sn_figure_y_at(curve, column->row));
                column->row++;
            }
        }
        g_string_append_c(text, '\n');
    }
    g_array_unref(columns);
    return g_string_free_to_bytes(text);
}

/* --- files --- */

bool sn_plot_file_write(const SnFigure *figure, const char *path, double width, double height,
                        double scale, GError **error)
{
    GBytes *bytes = NULL;
    if (g_str_has_suffix(path, ".svg")) {
        bytes = sn_plot_svg(figure, width, height);
    } else if (g_str_has_suffix(path, ".png")) {
        bytes = sn_plot_png(figure, width, height, scale);
    } else if (g_str_has_suffix(path, ".csv")) {
        bytes = sn_plot_csv(figure);
    } else {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                    "%s: a plot is written as .svg, .png or .csv", path);
        return false;
    }
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    const bool good = sn_write_file(path, SN_OUTPUT_WHOLE, data, size, error);
    g_bytes_unref(bytes);
    return good;
}
