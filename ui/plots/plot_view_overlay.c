/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies over a plot's picture: the present time, the crosshair with what is read there, the box
 * of a zoom, where a drop would go. */
#include "ui/plots/plot_view_private.h"
#include "ui/session/units.h"

#include <math.h>
#include <pango/pangocairo.h>

#define MOST_LINES 14
#define DOT        3.0 /* radius [px] */

bool sn_plot_view_in_box(SnPlotView *view, double x, double y)
{
    const SnPlotLayout *layout = view->layout;
    return layout && !view->figure->empty && x >= layout->left && x <= layout->right &&
           y >= layout->top - 4 && y <= layout->bottom;
}

bool sn_plot_view_time_at(SnPlotView *view, double x, double y, double *time)
{
    if (!sn_plot_view_update(view) || !sn_plot_view_in_box(view, x, y))
        return false;
    const SnPlotMap *map = view->layout->map;
    if (view->figure->x_time) {
        *time = (x - map[0].x0) / map[0].x_scale;
        return true;
    }
    double least = INFINITY;
    for (guint i = 0; i < view->figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(view->figure, (int)i);
        double distance;
        const gssize row = sn_plot_row_near(curve, &map[curve->axis], x, y, &distance);
        if (row >= 0 && distance < least) {
            least = distance;
            *time = sn_series_time(curve->series, (size_t)row);
        }
    }
    return least < (double)INFINITY;
}

/* --- text of what is read --- */

static char *with_unit(double si, SnUnit unit)
{
    char *number = sn_unit_format(si, unit, 4);
    const char *symbol = sn_unit_shown(unit);
    char *text = *symbol == '\0'            ? g_strdup(number)
                 : strcmp(symbol, "°") == 0 ? g_strconcat(number, symbol, NULL)
                                            : g_strconcat(number, " ", symbol, NULL);
    g_free(number);
    return text;
}

/* "z  −3.214 mm", "z (Run 1, 14:32)  …"; against a property both numbers. */
static char *line_text(const SnFigure *figure, const SnFigureCurve *curve, size_t row)
{
    char *value = with_unit(sn_figure_y_at(curve, row), curve->unit);
    char *name = curve->run < 0
                     ? g_strdup(curve->name)
                     : g_strdup_printf("%s (%s)", curve->name,
                                       g_array_index(figure->runs, SnFigureRun, curve->run).name);
    char *text;
    if (figure->x_time) {
        text = g_strdup_printf("%s  %s", name, value);
    } else {
        char *x = with_unit(sn_figure_x_at(curve, row), figure->x_unit);
        text = g_strdup_printf("%s  %s, %s", name, x, value);
        g_free(x);
    }
    g_free(name);
    g_free(value);
    return text;
}

/* Calls for each curve that has a sample at the time, present ones first. */
typedef void (*Visit)(SnPlotView *view, const SnFigureCurve *curve, size_t row, void *data);
static void each_sample(SnPlotView *view, double time, Visit visit, void *data)
{
    for (int kept = 0; kept < 2; kept++) {
        for (guint i = 0; i < view->figure->curves->len; i++) {
            const SnFigureCurve *curve = sn_figure_curve(view->figure, (int)i);
            const gssize row = (curve->run >= 0) == kept ? sn_plot_row_at_time(curve, time) : -1;
            if (row >= 0)
                visit(view, curve, (size_t)row, data);
        }
    }
}

static void add_line(SnPlotView *view, const SnFigureCurve *curve, size_t row, void *data)
{
    char *line = line_text(view->figure, curve, row);
    g_string_append_printf(data, "\n%s", line);
    g_free(line);
}

char *sn_plot_view_read(SnPlotView *view, double x, double y)
{
    double time;
    if (!sn_plot_view_time_at(view, x, y, &time))
        return NULL;
    char *moment = with_unit(time, SN_UNIT_TIME);
    GString *text = g_string_new(moment);
    each_sample(view, time, add_line, text);
    g_free(moment);
    return g_string_free(text, FALSE);
}

/* --- drawing --- */

static GdkRGBA accent(SnPlotView *view)
{
    GdkRGBA color;
    if (!gtk_style_context_lookup_color(gtk_widget_get_style_context(GTK_WIDGET(view)), "sn_accent",
                                        &color))
        gdk_rgba_parse(&color, "#f08c00");
    return color;
}

static void append_line(GtkSnapshot *snapshot, const SnPlotLayout *layout, double x,
                        const GdkRGBA *color)
{
    gtk_snapshot_append_color(snapshot, color,
                              &GRAPHENE_RECT_INIT((float)floor(x), (float)layout->top, 1,
                                                  (float)(layout->bottom - layout->top)));
}

typedef struct Dots {
    GtkSnapshot *snapshot;
    const GdkRGBA *ring; /* NULL: in the colour of the curve */
} Dots;

static void append_dot(SnPlotView *view, const SnFigureCurve *curve, size_t row, void *data)
{
    const Dots *dots = data;
    const SnPlotMap *map = &view->layout->map[curve->axis];
    const double x = sn_plot_map_x(map, sn_figure_x_at(curve, row));
    const double y = sn_plot_map_y(map, sn_figure_y_at(curve, row));
    if (!(x >= view->layout->left - 1 && x <= view->layout->right + 1 &&
          y >= view->layout->top - 1 && y <= view->layout->bottom + 1))
        return;
    double color[3];
    sn_plot_color(view->figure, curve, color);
    cairo_t *cairo = gtk_snapshot_append_cairo(
        dots->snapshot, &GRAPHENE_RECT_INIT((float)(x - 6), (float)(y - 6), 12, 12));
    cairo_arc(cairo, x, y, curve->run < 0 ? DOT : DOT - 0.8, 0, 2 * G_PI);
    cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
    cairo_fill_preserve(cairo);
    const SnPlotTheme *theme = view->dark ? &SN_PLOT_DARK : &SN_PLOT_LIGHT;
    if (dots->ring)
        gdk_cairo_set_source_rgba(cairo, dots->ring);
    else
        cairo_set_source_rgb(cairo, theme->ground[0], theme->ground[1], theme->ground[2]);
    cairo_set_line_width(cairo, 1.2);
    cairo_stroke(cairo);
    cairo_destroy(cairo);
}

static void draw_present(SnPlotView *view, GtkSnapshot *snapshot)
{
    const SnFigure *figure = view->figure;
    const double time = sn_session_time(view->session);
    const GdkRGBA color = accent(view);
    if (figure->x_time) {
        const double x = sn_plot_map_x(&view->layout->map[0], time);
        if (x >= view->layout->left - 0.5 && x <= view->layout->right + 0.5)
            append_line(snapshot, view->layout, x, &color);
        return;
    }
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        const gssize row = curve->run < 0 ? sn_plot_row_at_time(curve, time) : -1;
        if (row >= 0) {
            Dots dots = {snapshot, &color};
            append_dot(view, curve, (size_t)row, &dots);
        }
    }
}

/* A note beside the pointer: what each line says, with its colour. */
typedef struct Note {
    PangoLayout *text;
    GPtrArray *lines;
    GArray *colors; /* of double[3] */
    double widest;
} Note;

static void note_line(SnPlotView *view, const SnFigureCurve *curve, size_t row, void *data)
{
    Note *note = data;
    double color[3];
    if (note->lines->len >= MOST_LINES)
        return;
    sn_plot_color(view->figure, curve, color);
    char *line = line_text(view->figure, curve, row);
    note->widest = fmax(note->widest, sn_plot_text_width(note->text, line));
    g_ptr_array_add(note->lines, line);
    g_array_append_val(note->colors, color);
}

static void draw_note(SnPlotView *view, GtkSnapshot *snapshot, const Note *note, double x, double y)
{
    const SnPlotTheme *theme = view->dark ? &SN_PLOT_DARK : &SN_PLOT_LIGHT;
    const double width = note->widest + 28, height = note->lines->len * SN_PLOT_LINE + 10;
    double left = x + 12, top = y + 14;
    if (left + width > view->layout->width)
        left = fmax(x - 12 - width, 0);
    top = fmax(fmin(top, view->layout->height - height - 1), 0);
    cairo_t *cairo = gtk_snapshot_append_cairo(
        snapshot, &GRAPHENE_RECT_INIT((float)left, (float)top, (float)width, (float)height));
    cairo_rectangle(cairo, left, top, width, height);
    cairo_set_source_rgba(cairo, theme->ground[0], theme->ground[1], theme->ground[2], 0.94);
    cairo_fill_preserve(cairo);
    cairo_set_source_rgba(cairo, theme->text[0], theme->text[1], theme->text[2], 0.25);
    cairo_set_line_width(cairo, 1);
    cairo_stroke(cairo);
    for (guint i = 0; i < note->lines->len; i++) {
        const double middle = top + 5 + (i + 0.5) * SN_PLOT_LINE;
        if (i > 0) {
            const double *color = &g_array_index(note->colors, double, 3 * (i - 1));
            cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
            cairo_arc(cairo, left + 11, middle, DOT, 0, 2 * G_PI);
            cairo_fill(cairo);
        }
        const double *ink = i > 0 ? theme->text : theme->dim;
        cairo_set_source_rgb(cairo, ink[0], ink[1], ink[2]);
        sn_plot_draw_text(cairo, note->text, g_ptr_array_index(note->lines, i),
                          left + (i > 0 ? 20 : 8), middle, 0);
    }
    cairo_destroy(cairo);
}

static void draw_crosshair(SnPlotView *view, GtkSnapshot *snapshot)
{
    double time;
    if (!view->hover || view->drag != SN_PLOT_DRAG_NONE ||
        !sn_plot_view_time_at(view, view->pointer_x, view->pointer_y, &time))
        return;
    GdkRGBA faint;
    gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(view)), &faint);
    faint.alpha = 0.45f;
    if (view->figure->x_time)
        append_line(snapshot, view->layout, view->pointer_x, &faint);
    each_sample(view, time, append_dot, &(Dots){snapshot, NULL});
    Note note = {sn_plot_text_new(), g_ptr_array_new_with_free_func(g_free),
                 g_array_new(FALSE, FALSE, 3 * sizeof(double)), 0};
    char *moment = with_unit(time, SN_UNIT_TIME);
    g_ptr_array_add(note.lines, g_strdup_printf("t = %s", moment));
    note.widest = sn_plot_text_width(note.text, g_ptr_array_index(note.lines, 0)) - 8;
    g_free(moment);
    each_sample(view, time, note_line, &note);
    if (note.lines->len > 1)
        draw_note(view, snapshot, &note, view->pointer_x, view->pointer_y);
    g_object_unref(note.text);
    g_ptr_array_unref(note.lines);
    g_array_unref(note.colors);
}

static void append_area(GtkSnapshot *snapshot, GdkRGBA color, double x, double y, double width,
                        double height)
{
    const graphene_rect_t rect =
        GRAPHENE_RECT_INIT((float)x, (float)y, (float)width, (float)height);
    color.alpha = 0.15f;
    gtk_snapshot_append_color(snapshot, &color, &rect);
    color.alpha = 1;
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, &rect, 0);
    gtk_snapshot_append_border(snapshot, &outline, (float[4]){1, 1, 1, 1},
                               (GdkRGBA[4]){color, color, color, color});
}

static void draw_hands(SnPlotView *view, GtkSnapshot *snapshot)
{
    const SnPlotLayout *layout = view->layout;
    if (view->drag == SN_PLOT_DRAG_BOX) {
        const double x = CLAMP(view->drag_x, layout->left, layout->right);
        const double y = CLAMP(view->drag_y, layout->top, layout->bottom);
        const double to_x = CLAMP(view->pointer_x, layout->left, layout->right);
        const double to_y = CLAMP(view->pointer_y, layout->top, layout->bottom);
        append_area(snapshot, accent(view), fmin(x, to_x), fmin(y, to_y), fabs(to_x - x),
                    fabs(to_y - y));
    }
    if (view->drop == SN_PLOT_DROP_CURVE) {
        append_area(snapshot, accent(view), 1, 1, layout->width - 2, layout->bottom - 2);
    } else if (view->drop == SN_PLOT_DROP_X) {
        append_area(snapshot, accent(view), 1, layout->bottom, layout->width - 2,
                    layout->height - layout->bottom - 1);
    }
}

void sn_plot_view_draw_overlay(SnPlotView *view, GtkSnapshot *snapshot)
{
    if (!view->figure->empty) {
        draw_present(view, snapshot);
        draw_crosshair(view, snapshot);
    }
    draw_hands(view, snapshot);
}
