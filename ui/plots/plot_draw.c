/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_draw.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define AXIS_WIDTH  0.8 /* [px] */
#define CURVE_WIDTH 1.6
#define KEPT_WIDTH  1.2
#define NAME_COLOR  0.65 /* share of the curve's colour in that of its name */
#define PIECE       200  /* points */

const SnPlotTheme SN_PLOT_LIGHT = {{0.12, 0.14, 0.16}, {0.36, 0.40, 0.44}, {1, 1, 1}, 0.10};
const SnPlotTheme SN_PLOT_DARK = {{0.90, 0.91, 0.93}, {0.60, 0.64, 0.68}, {0.08, 0.09, 0.11}, 0.13};

#define HEX(rrggbb)                                                                                \
    {                                                                                              \
        (((rrggbb) >> 16) & 255) / 255.0, (((rrggbb) >> 8) & 255) / 255.0, ((rrggbb)&255) / 255.0  \
    }

/* Four of Okabe and Ito's (pink darkened until it stands on white), and three that the colour-blind
 * tell from them: at least 16 apart (CIE 1976) for normal, protanopic and deuteranopic eyes. */
const double SN_PLOT_PALETTE[SN_PLOT_N_COLORS][3] = {
    HEX(0x0072b2), HEX(0xd55e00), HEX(0x009e73), HEX(0xc2609a),
    HEX(0x4aa8e0), HEX(0xa63c14), HEX(0x7a4fe0),
};

static void set_color(cairo_t *cairo, const double color[3], double alpha)
{
    cairo_set_source_rgba(cairo, color[0], color[1], color[2], alpha);
}

void sn_plot_color(const SnFigure *figure, const SnFigureCurve *curve, double color[3])
{
    const double *from = SN_PLOT_PALETTE[curve->color % SN_PLOT_N_COLORS];
    if (curve->run >= 0 && g_array_index(figure->runs, SnFigureRun, curve->run).coloured)
        from = g_array_index(figure->runs, SnFigureRun, curve->run).color;
    memcpy(color, from, sizeof(double[3]));
}

void sn_plot_draw_text(cairo_t *cairo, PangoLayout *text, const char *string, double x, double y,
                       double align)
{
    PangoRectangle logical;
    pango_layout_set_text(text, string, -1);
    pango_layout_get_extents(text, NULL, &logical);
    const double width = (double)logical.width / PANGO_SCALE;
    const double height = (double)logical.height / PANGO_SCALE;
    cairo_move_to(cairo, x - align * width, y - height / 2);
    pango_cairo_show_layout(cairo, text);
}

/* --- axes --- */

typedef struct Pen {
    cairo_t *cairo;
    PangoLayout *text;
    const SnFigure *figure;
    const SnPlotLayout *layout;
    const SnPlotTheme *theme;
} Pen;

/* Hairlines in the middle of a pixel where pixels are. */
static double crisp(double at)
{
    return floor(at) + 0.5;
}

static void line(const Pen *pen, double x0, double y0, double x1, double y1)
{
    cairo_move_to(pen->cairo, x0, y0);
    cairo_line_to(pen->cairo, x1, y1);
}

static void draw_grid(const Pen *pen)
{
    const SnPlotLayout *layout = pen->layout;
    cairo_set_line_width(pen->cairo, AXIS_WIDTH);
    for (int i = 0; i < layout->y_ticks[0].n; i++) {
        const double at = sn_ticks_at(&layout->y_ticks[0], i);
        const double y = crisp(sn_plot_map_y(&layout->map[0], at));
        if (y > layout->bottom - 1)
            continue; /* the axis lies there */
        set_color(pen->cairo, pen->theme->text, at == 0 ? 3 * pen->theme->grid : pen->theme->grid);
        line(pen, layout->left, y, layout->right, y);
        cairo_stroke(pen->cairo);
    }
}

static void draw_horizontal(const Pen *pen)
{
    const SnPlotLayout *layout = pen->layout;
    const SnTicks *ticks = &layout->x_ticks;
    const double y = crisp(layout->bottom);
    set_color(pen->cairo, pen->theme->text, 0.9);
    line(pen, crisp(layout->left) - AXIS_WIDTH / 2, y,
         pen->figure->n_axes > 1 ? crisp(layout->right) + AXIS_WIDTH / 2 : layout->right, y);
    for (int i = 0; i < ticks->n; i++) {
        const double x = crisp(sn_plot_map_x(&layout->map[0], sn_ticks_at(ticks, i)));
        line(pen, x, y, x, y + SN_PLOT_TICK);
    }
    cairo_stroke(pen->cairo);
    const double text_y = layout->bottom + SN_PLOT_TICK + SN_PLOT_LINE / 2 + 1;
    for (int i = 0; i < ticks->n; i++) {
        char *number = sn_ticks_text(ticks, i);
        sn_plot_draw_text(pen->cairo, pen->text, number,
                          sn_plot_map_x(&layout->map[0], sn_ticks_at(ticks, i)), text_y, 0.5);
        g_free(number);
    }
    char *title = sn_ticks_title(pen->figure->x_name, pen->figure->x_unit, ticks->exponent);
    const double half = sn_plot_text_width(pen->text, title) / 2;
    const double middle =
        fmax(fmin((layout->left + layout->right) / 2, layout->width - half - 2), half + 2);
    sn_plot_draw_text(pen->cairo, pen->text, title, middle, text_y + SN_PLOT_LINE, 0.5);
    g_free(title);
}

static void draw_vertical(const Pen *pen, int axis)
{
    const SnPlotLayout *layout = pen->layout;
    const SnTicks *ticks = &layout->y_ticks[axis];
    const double x = crisp(axis == 0 ? layout->left : layout->right);
    const double out = axis == 0 ? -SN_PLOT_TICK : SN_PLOT_TICK;
    set_color(pen->cairo, pen->theme->text, 0.9);
    line(pen, x, layout->top, x, layout->bottom + 0.5);
    for (int i = 0; i < ticks->n; i++) {
        const double y = crisp(sn_plot_map_y(&layout->map[axis], sn_ticks_at(ticks, i)));
        line(pen, x, y, x + out, y);
    }
    cairo_stroke(pen->cairo);
    for (int i = 0; i < ticks->n; i++) {
        char *number = sn_ticks_text(ticks, i);
        sn_plot_draw_text(pen->cairo, pen->text, number, x + out + (axis == 0 ? -4 : 4),
                          sn_plot_map_y(&layout->map[axis], sn_ticks_at(ticks, i)),
                          axis == 0 ? 1 : 0);
        g_free(number);
    }
    char *title = sn_ticks_title(
        pen->figure->y_name[axis],
        pen->figure->y_mixed[axis] ? SN_UNIT_NONE : pen->figure->y_unit[axis], ticks->exponent);
    const double y = fmax(layout->top - SN_PLOT_LINE / 2 - 5, SN_PLOT_LINE / 2);
    /* over its axis, so that it is read without turning the head */
    const double end = x + SN_PLOT_TICK + 4 + layout->y_widest[axis];
    sn_plot_draw_text(pen->cairo, pen->text, title, axis == 0 ? 6 : end, y, axis == 0 ? 0 : 1);
    g_free(title);
}

/* --- curves --- */

/* How the line of a run looks: the present one whole, each kept one in a pattern of its own. */
static void set_line(cairo_t *cairo, const SnFigure *figure, int run, int color)
{
    static const double patterns[][4] = {{5, 3, 5, 3},     {1.5, 2.2, 1.5, 2.2}, {7, 2.5, 1.5, 2.5},
                                         {3, 1.6, 3, 1.6}, {9, 3, 9, 3},         {5, 2, 1.5, 2}};
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL);
    cairo_set_line_width(cairo, run < 0 ? CURVE_WIDTH : KEPT_WIDTH);
    if (run >= 0)
        cairo_set_dash(cairo, patterns[run % (int)G_N_ELEMENTS(patterns)], 4, 0);
    else if (color >= SN_PLOT_N_COLORS)
        cairo_set_dash(cairo, patterns[3], 4, 0); /* the palette's second round */
    else
        cairo_set_dash(cairo, NULL, 0, 0);
}

static double alpha_of(const SnFigure *figure, int run)
{
    return run < 0 ? 1 : g_array_index(figure->runs, SnFigureRun, run).faded ? 0.55 : 0.85;
}

/* Far outside is outside; cairo's numbers have 24 bits before the point. */
static void go(cairo_t *cairo, bool down, double x, double y)
{
    x = CLAMP(x, -1e5, 1e5);
    y = CLAMP(y, -1e5, 1e5);
    if (down)
        cairo_line_to(cairo, x, y);
    else
        cairo_move_to(cairo, x, y);
}

/* In pieces: a path costs more than in proportion to its length. */
static void stroke_points(cairo_t *cairo, const GArray *points, bool dashed)
{
    bool down = false;
    for (guint i = 0; i < points->len; i++) {
        const SnPlotPoint *point = &g_array_index(points, SnPlotPoint, i);
        const bool number = isfinite(point->x) && isfinite(point->y);
        if (number)
            go(cairo, down, point->x, point->y);
        down = number;
        if (number && !dashed && points->len > PIECE && i % PIECE == PIECE - 1) {
            cairo_stroke(cairo);
            go(cairo, false, point->x, point->y);
        }
    }
    cairo_stroke(cairo);
}

/* The same in whole pixels where there are any: many times faster. */
static void fill_columns(cairo_t *cairo, const GArray *outline, double half, double column)
{
    for (guint k = 0; k < outline->len; k += 2) {
        const SnPlotPoint *pair = &g_array_index(outline, SnPlotPoint, k);
        if (!isnan(pair->x)) {
            const double top = CLAMP(pair[0].y - half, -1e5, 1e5);
            cairo_rectangle(cairo, pair->x - column / 2, top, column,
                            CLAMP(pair[1].y + half, -1e5, 1e5) - top);
        }
    }
    cairo_save(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE);
    cairo_fill(cairo);
    cairo_restore(cairo);
}

/* The area between the least and the greatest values, half a line's width wider on both sides. */
static void fill_outline(cairo_t *cairo, const GArray *outline, double half)
{
    guint from = 0;
    for (guint i = 0; i <= outline->len; i += 2) {
        const SnPlotPoint *pair = i < outline->len ? &g_array_index(outline, SnPlotPoint, i) : NULL;
        if (pair && !isnan(pair[0].x))
            continue;
        for (guint k = from; k < i; k += 2) {
            const SnPlotPoint *low = &g_array_index(outline, SnPlotPoint, k);
            go(cairo, k > from, low->x, low->y - half);
        }
        for (guint k = i; k > from; k -= 2) {
            const SnPlotPoint *high = &g_array_index(outline, SnPlotPoint, k - 1);
            go(cairo, true, high->x, high->y + half);
        }
        cairo_close_path(cairo);
        from = i + 2;
    }
    cairo_fill(cairo);
}

static void draw_curve(const Pen *pen, const SnFigureCurve *curve, GArray *points)
{
    const SnPlotMap *map = &pen->layout->map[curve->axis];
    g_array_set_size(points, 0);
    sn_plot_points(curve, map, points);
    double color[3];
    sn_plot_color(pen->figure, curve, color);
    set_color(pen->cairo, color, alpha_of(pen->figure, curve->run));
    set_line(pen->cairo, pen->figure, curve->run, curve->color);
    if (curve->x < 0 && sn_plot_points_fill(points, map)) {
        GArray *outline = g_array_new(FALSE, FALSE, sizeof(SnPlotPoint));
        sn_plot_outline(points, map, outline);
        const double half = cairo_get_line_width(pen->cairo) / 2;
        if (cairo_surface_get_type(cairo_get_target(pen->cairo)) == CAIRO_SURFACE_TYPE_SVG)
            fill_outline(pen->cairo, outline, half);
        else
            fill_columns(pen->cairo, outline, half, map->column);
        g_array_unref(outline);
    } else {
        stroke_points(pen->cairo, points, cairo_get_dash_count(pen->cairo) > 0);
    }
}

static void draw_curves(const Pen *pen)
{
    const SnPlotLayout *layout = pen->layout;
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SnPlotPoint));
    cairo_save(pen->cairo);
    /* a curve along an edge of the box keeps its width */
    cairo_rectangle(pen->cairo, layout->left, layout->top - 1, layout->right - layout->left + 1,
                    layout->bottom - layout->top + 2);
    cairo_clip(pen->cairo);
    for (guint i = 0; i < pen->figure->curves->len; i++)
        draw_curve(pen, sn_figure_curve(pen->figure, (int)i), points);
    cairo_restore(pen->cairo);
    g_array_unref(points);
}

/* --- names --- */

/* In the colour of the curve, mixed with that of the text until it reads well. */
static void set_name_color(const Pen *pen, const double color[3])
{
    double mixed[3];
    for (int i = 0; i < 3; i++)
        mixed[i] = NAME_COLOR * color[i] + (1 - NAME_COLOR) * pen->theme->text[i];
    set_color(pen->cairo, mixed, 1);
}

static void draw_ends(const Pen *pen)
{
    for (guint i = 0; i < pen->layout->ends->len; i++) {
        const SnPlotEndLabel *label = &g_array_index(pen->layout->ends, SnPlotEndLabel, i);
        const SnFigureCurve *curve = sn_figure_curve(pen->figure, label->curve);
        double color[3];
        sn_plot_color(pen->figure, curve, color);
        set_name_color(pen, color);
        sn_plot_draw_text(pen->cairo, pen->text, curve->name, pen->layout->ends_x, label->y, 0);
    }
}

static void draw_legend(const Pen *pen)
{
    const SnPlotLayout *layout = pen->layout;
    if (layout->legend->len == 0)
        return;
    set_color(pen->cairo, pen->theme->ground, 0.8);
    cairo_rectangle(pen->cairo, layout->legend_x, layout->legend_y, layout->legend_width,
                    layout->legend_height);
    cairo_fill(pen->cairo);
    for (guint i = 0; i < layout->legend->len; i++) {
        const SnPlotLegendLine *entry = &g_array_index(layout->legend, SnPlotLegendLine, i);
        const double y = layout->legend_y + entry->y, x = layout->legend_x + entry->x;
        double color[3];
        int palette = 0;
        memcpy(color, pen->theme->dim, sizeof color);
        if (entry->curve >= 0) {
            const SnFigureCurve *curve = sn_figure_curve(pen->figure, entry->curve);
            sn_plot_color(pen->figure, curve, color);
            palette = curve->color;
        } else if (entry->run >= 0) {
            const SnFigureRun *run = &g_array_index(pen->figure->runs, SnFigureRun, entry->run);
            if (run->coloured)
                memcpy(color, run->color, sizeof color);
        }
        set_color(pen->cairo, color, alpha_of(pen->figure, entry->run));
        set_line(pen->cairo, pen->figure, entry->run, palette);
        line(pen, x, y, x + SN_PLOT_SWATCH, y);
        cairo_stroke(pen->cairo);
        cairo_set_dash(pen->cairo, NULL, 0, 0);
        set_color(pen->cairo, pen->theme->text, 1);
        sn_plot_draw_text(pen->cairo, pen->text, sn_plot_legend_text(pen->figure, entry),
                          x + SN_PLOT_SWATCH + 6, y, 0);
    }
}

static void draw_empty(const Pen *pen)
{
    const SnPlotLayout *layout = pen->layout;
    set_color(pen->cairo, pen->theme->dim, 1);
    pango_layout_set_alignment(pen->text, PANGO_ALIGN_CENTER);
    pango_layout_set_width(pen->text, (int)(layout->width - 24) * PANGO_SCALE);
    cairo_move_to(pen->cairo, 12, layout->height / 2 - SN_PLOT_LINE);
    pango_layout_set_text(pen->text, pen->figure->empty, -1);
    pango_cairo_show_layout(pen->cairo, pen->text);
}

void sn_plot_draw(cairo_t *cairo, const SnFigure *figure, const SnPlotLayout *layout,
                  const SnPlotTheme *theme, bool ground)
{
    Pen pen = {cairo, sn_plot_text_new(), figure, layout, theme};
    cairo_save(cairo);
    if (ground) {
        set_color(cairo, theme->ground, 1);
        cairo_paint(cairo);
    }
    if (figure->empty) {
        draw_empty(&pen);
    } else {
        draw_grid(&pen);
        draw_curves(&pen);
        cairo_set_line_width(cairo, AXIS_WIDTH);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
        draw_horizontal(&pen);
        for (int axis = 0; axis < figure->n_axes; axis++)
            draw_vertical(&pen, axis);
        draw_ends(&pen);
        draw_legend(&pen);
    }
    cairo_restore(cairo);
    g_object_unref(pen.text);
}
