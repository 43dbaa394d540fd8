/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_layout.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define EDGE        6.0  /* [px] air at the picture's edge */
#define GAP         4.0  /* between a tick and its number */
#define X_SPACING   64.0 /* least distance of ticks */
#define Y_SPACING   22.0
#define ENDS_SHARE  0.3   /* of the width that names at the ends may take */
#define SLIM        110.0 /* [px] least side of a box with equal scales ... */
#define SLIMMEST    0.6   /* ... and of the shorter side there is room for */
#define ASIDE_SHARE 0.33  /* of the width that a legend beside the box may take */
#define COVERS      1e4   /* badness of covering one sample */
#define PLACES      8     /* tried across and down for the legend */
#define LOOKS       200   /* samples of a curve that say where it lies */

/* --- text --- */

PangoLayout *sn_plot_text_new(void)
{
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    /* the same widths on the screen, in a file and on paper */
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    PangoLayout *text = pango_layout_new(context);
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, "Cantarell, DejaVu Sans, sans-serif");
    pango_font_description_set_absolute_size(font, SN_PLOT_TEXT * PANGO_SCALE);
    pango_layout_set_font_description(text, font);
    pango_font_description_free(font);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
    pango_layout_set_attributes(text, attributes);
    pango_attr_list_unref(attributes);
    g_object_unref(context);
    return text;
}

double sn_plot_text_width(PangoLayout *text, const char *string)
{
    PangoRectangle logical;
    pango_layout_set_text(text, string, -1);
    pango_layout_get_extents(text, NULL, &logical);
    return (double)logical.width / PANGO_SCALE;
}

/* --- axes --- */

static double widest_tick(PangoLayout *text, const SnTicks *ticks)
{
    double widest = 0;
    for (int i = 0; i < ticks->n; i++) {
        char *number = sn_ticks_text(ticks, i);
        widest = fmax(widest, sn_plot_text_width(text, number));
        g_free(number);
    }
    return widest;
}

/* As many numbers as the height of the box has room for. */
static void make_y_ticks(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    const int most = CLAMP((int)((layout->bottom - layout->top) / Y_SPACING), 2, 8);
    for (int axis = 0; axis < figure->n_axes; axis++) {
        sn_ticks_make(&layout->y_ticks[axis], layout->y[axis][0], layout->y[axis][1],
                      figure->y_mixed[axis] ? SN_UNIT_NONE : figure->y_unit[axis], most);
        layout->y_widest[axis] = widest_tick(text, &layout->y_ticks[axis]);
    }
}

static void place_vertical(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    const bool titled = *figure->y_name[0] != '\0' || figure->y_unit[0] != SN_UNIT_NONE ||
                        figure->y_mixed[0] || figure->n_axes > 1;
    layout->top = EDGE + (titled ? SN_PLOT_LINE + 3 : SN_PLOT_LINE / 2);
    layout->bottom = layout->height - EDGE - 2 * SN_PLOT_LINE - SN_PLOT_TICK;
    layout->bottom = fmax(layout->bottom, layout->top + 20);
    make_y_ticks(layout, figure, text);
    layout->left = EDGE + layout->y_widest[0] + GAP + SN_PLOT_TICK;
    layout->right = layout->width - 2 * EDGE;
    if (figure->n_axes > 1)
        layout->right = layout->width - EDGE - layout->y_widest[1] - GAP - SN_PLOT_TICK;
}

/* As many numbers as stand beside each other; the last one does not stand out of the picture. */
static void place_horizontal(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    SnTicks *ticks = &layout->x_ticks;
    const double span = layout->x[1] - layout->x[0];
    layout->right = fmax(layout->right, layout->left + 20);
    const int first = CLAMP((int)((layout->right - layout->left) / X_SPACING), 3, 10);
    for (int most = first; most > 0; most--) {
        sn_ticks_make(ticks, layout->x[0], layout->x[1], figure->x_unit, most);
        const double widest = widest_tick(text, ticks);
        const double right = fmin(layout->right, layout->width - widest / 2 - 2);
        const double width = fmax(right - layout->left, 20);
        if (widest + 10 <= width * ticks->step / ticks->factor / span || most == 1) {
            layout->right = figure->equal ? layout->right : layout->left + width;
            return;
        }
    }
}

/* One metre is as long on both axes: the box becomes smaller, the ranges stay; but a box so narrow
 * that it could not be read becomes wider, and shows more. */
static void make_equal(SnPlotLayout *layout)
{
    const double width = layout->right - layout->left, height = layout->bottom - layout->top;
    const double wide = layout->x[1] - layout->x[0], high = layout->y[0][1] - layout->y[0][0];
    const double per = fmin(width / wide, height / high); /* [px/m] */
    const double least = fmax(SLIMMEST * fmin(width, height), SLIM);
    const double box[2] = {fmin(fmax(per * wide, least), width),
                           fmin(fmax(per * high, least), height)};
    double *ranges[2] = {layout->x, layout->y[0]};
    for (int i = 0; i < 2; i++) {
        const double more = box[i] / per - (ranges[i][1] - ranges[i][0]);
        ranges[i][0] -= more / 2;
        ranges[i][1] += more / 2;
    }
    layout->right = layout->left + box[0];
    layout->top = layout->bottom - box[1];
}

/* The numbers beside the box depend on its ranges, and its width on theirs: room for the widest of
 * them is kept until they fit. */
static void place_equal(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    double right = layout->right, left;
    do {
        left = layout->left;
        memcpy(layout->x, figure->x, sizeof layout->x);
        memcpy(layout->y, figure->y, sizeof layout->y);
        layout->right = right;
        make_equal(layout);
        const double box_right = layout->right, box_top = layout->top;
        place_vertical(layout, figure, text);
        right = layout->right;
        layout->right = box_right;
        layout->top = box_top;
    } while (layout->left > left);
    layout->left = left;
}

static void make_maps(SnPlotLayout *layout, double pixel)
{
    for (int axis = 0; axis < 2; axis++) {
        SnPlotMap *map = &layout->map[axis];
        const double *y = layout->y[axis];
        map->x_scale = (layout->right - layout->left) / (layout->x[1] - layout->x[0]);
        map->x0 = layout->left - map->x_scale * layout->x[0];
        map->y_scale = -(layout->bottom - layout->top) / (y[1] - y[0]);
        map->y0 = layout->bottom - map->y_scale * y[0];
        map->left = layout->left;
        map->right = layout->right;
        map->column = pixel;
    }
}

/* --- names at the ends --- */

static int compare_ends(gconstpointer a, gconstpointer b)
{
    const double difference = ((const SnPlotEndLabel *)a)->y - ((const SnPlotEndLabel *)b)->y;
    return (difference > 0) - (difference < 0);
}

/* Pushes names apart that would overlap; false if one would stand too far from its curve. */
static bool spread(const SnPlotLayout *layout, GArray *ends)
{
    const double most = 0.6 * SN_PLOT_LINE;
    g_array_sort(ends, compare_ends);
    SnPlotEndLabel *label = (SnPlotEndLabel *)(void *)ends->data;
    double *wanted = g_new(double, ends->len + 1);
    for (guint i = 0; i < ends->len; i++)
        wanted[i] = label[i].y;
    /* down from the top, then those that came too low back up again */
    double least = layout->top - SN_PLOT_LINE / 2;
    for (guint i = 0; i < ends->len; i++) {
        const bool crowded = i > 0 && label[i].y < least;
        /* a crowd parts to both sides */
        label[i].y = crowded ? least : label[i].y;
        least = label[i].y + SN_PLOT_LINE;
    }
    double greatest = layout->bottom;
    for (guint i = ends->len; i-- > 0;) {
        const double excess = label[i].y - wanted[i];
        label[i].y = fmin(label[i].y - excess / 2, greatest);
        greatest = label[i].y - SN_PLOT_LINE;
    }
    bool near = true;
    for (guint i = 0; i < ends->len; i++) {
        near = near && fabs(label[i].y - wanted[i]) <= most &&
               (i == 0 || label[i].y - label[i - 1].y >= SN_PLOT_LINE - 2.5);
    }
    g_free(wanted);
    return near;
}

/* Last value in view of a curve of the present run. */
static gssize end_row(const SnFigure *figure, const SnFigureCurve *curve)
{
    const size_t after = MIN(sn_series_find(curve->series, figure->x[1]), curve->rows);
    return (gssize)after - 1;
}

/* What the names at the ends are up against. */
typedef struct Ends {
    int n;
    double first, last; /* moments at which curves of the present run end in view [s] */
    double kept;        /* at which the last kept one does */
    double widest;      /* name [px] */
} Ends;

/* False if a curve has no end in view. */
static bool find_ends(const SnFigure *figure, PangoLayout *text, Ends *ends)
{
    *ends = (Ends){0, INFINITY, -INFINITY, -INFINITY, 0};
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        const gssize row = end_row(figure, curve);
        const double time =
            row >= 0 ? sn_series_time(curve->series, (size_t)row) : -(double)INFINITY;
        if (curve->run >= 0) {
            ends->kept = fmax(ends->kept, time);
            continue;
        }
        if (row < 0)
            return false;
        ends->first = fmin(ends->first, time);
        ends->last = fmax(ends->last, time);
        ends->widest = fmax(ends->widest, sn_plot_text_width(text, curve->name));
        ends->n++;
    }
    return ends->n >= 2 && ends->n <= 8;
}

/* Room at the right for the names, as far as the curves do not leave it themselves; false if they
 * cannot stand there. */
static bool place_ends(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    Ends ends;
    if (!find_ends(figure, text, &ends))
        return false;
    const double span = figure->x[1] - figure->x[0];
    const double reached = (ends.last - figure->x[0]) / span;
    const double room = ends.widest + 2 * EDGE;
    if (room > ENDS_SHARE * layout->width || reached < 0.3 ||
        fmax(ends.last, ends.kept) - ends.first > 0.02 * span)
        return false;
    const double full = layout->width - layout->left - EDGE;
    const double width = fmin(layout->right - layout->left, (full - room) / reached);
    layout->right = layout->left + width;
    layout->ends_x = layout->left + reached * width + EDGE;
    return true;
}

static bool fill_ends(SnPlotLayout *layout, const SnFigure *figure)
{
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        if (curve->run >= 0)
            continue;
        const double value = sn_figure_y_at(curve, (size_t)end_row(figure, curve));
        const double y = sn_plot_map_y(&layout->map[curve->axis], value);
        if (!(y >= layout->top - 1 && y <= layout->bottom + 1))
            return false;
        SnPlotEndLabel label = {(int)i, y};
        g_array_append_val(layout->ends, label);
    }
    return spread(layout, layout->ends);
}

/* --- legend --- */

static void fill_legend(SnPlotLayout *layout, const SnFigure *figure, bool names)
{
    for (guint i = 0; names && i < figure->curves->len; i++) {
        if (sn_figure_curve(figure, (int)i)->run < 0) {
            SnPlotLegendLine line = {(int)i, -1};
            g_array_append_val(layout->legend, line);
        }
    }
    if (figure->runs->len > 0 && !names) {
        SnPlotLegendLine present = {-1, -1};
        g_array_append_val(layout->legend, present);
    }
    for (guint i = 0; i < figure->runs->len; i++) {
        SnPlotLegendLine line = {-1, (int)i};
        g_array_append_val(layout->legend, line);
    }
    const double room = layout->bottom - layout->top - EDGE;
    const guint most = MAX((guint)(room / SN_PLOT_LINE), 1);
    if (layout->legend->len > most)
        g_array_set_size(layout->legend, most);
}

const char *sn_plot_legend_text(const SnFigure *figure, const SnPlotLegendLine *line)
{
    if (line->curve >= 0)
        return sn_figure_curve(figure, line->curve)->name;
    if (line->run >= 0)
        return g_array_index(figure->runs, SnFigureRun, line->run).name;
    return figure->present ? figure->present : "This run";
}

/* Where the curves and the names at their ends lie, roughly. */
static GArray *some_points(const SnPlotLayout *layout, const SnFigure *figure)
{
    GArray *points = g_array_new(FALSE, FALSE, sizeof(SnPlotPoint));
    for (guint i = 0; i < figure->curves->len; i++) {
        const SnFigureCurve *curve = sn_figure_curve(figure, (int)i);
        const SnPlotMap *map = &layout->map[curve->axis];
        const size_t stride = MAX(curve->rows / LOOKS, 1);
        for (size_t row = 0; row < curve->rows; row += stride) {
            SnPlotPoint point = {sn_plot_map_x(map, sn_figure_x_at(curve, row)),
                                 sn_plot_map_y(map, sn_figure_y_at(curve, row))};
            g_array_append_val(points, point);
        }
    }
    for (guint i = 0; i < layout->ends->len; i++) {
        const double y = g_array_index(layout->ends, SnPlotEndLabel, i).y;
        for (int k = 0; k < 4; k++) { /* corners of its first letter */
            SnPlotPoint point = {layout->ends_x + k / 2 * SN_PLOT_TEXT / 2,
                                 y + (k % 2 == 0 ? -0.4 : 0.4) * SN_PLOT_TEXT};
            g_array_append_val(points, point);
        }
    }
    return points;
}

/* How bad a place is for the legend: what it covers, then how far it is from the corners. */
static double badness(const SnPlotLayout *layout, const GArray *points, double x, double y)
{
    int n = 0;
    for (guint i = 0; i < points->len; i++) {
        const SnPlotPoint *point = &g_array_index(points, SnPlotPoint, i);
        n += point->x >= x - 3 && point->x <= x + layout->legend_width + 3 && point->y >= y - 3 &&
             point->y <= y + layout->legend_height + 3;
    }
    const double right = layout->right - x - layout->legend_width, left = x - layout->left;
    const double top = y - layout->top, bottom = layout->bottom - y - layout->legend_height;
    return COVERS * n + fmin(right, left + 1) + fmin(top, bottom + 1);
}

/* Where it covers least; false if that is something. */
static bool place_legend(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    double widest = 0;
    for (guint i = 0; i < layout->legend->len; i++) {
        SnPlotLegendLine *line = &g_array_index(layout->legend, SnPlotLegendLine, i);
        widest = fmax(widest, sn_plot_text_width(text, sn_plot_legend_text(figure, line)));
        line->x = EDGE;
        line->y = EDGE / 2.0 + (i + 0.5) * SN_PLOT_LINE;
    }
    layout->legend_width = widest + SN_PLOT_SWATCH + 3 * EDGE;
    layout->legend_height = layout->legend->len * SN_PLOT_LINE + EDGE;
    const double beside = layout->right + 2 * EDGE;
    if (beside + layout->legend_width <= layout->width && figure->n_axes == 1) {
        layout->legend_x = beside;
        layout->legend_y = layout->top;
        return true;
    }
    const double right = layout->right - layout->legend_width - EDGE, left = layout->left + EDGE;
    const double top = layout->top + EDGE / 2;
    const double bottom = layout->bottom - layout->legend_height - EDGE;
    GArray *points = some_points(layout, figure);
    double least = INFINITY;
    for (int i = 0; i <= PLACES; i++) {
        for (int k = 0; k <= PLACES; k++) {
            const double x = fmax(right + (left - right) * i / PLACES, 0);
            const double y = top + (bottom - top) * k / PLACES;
            const double bad = badness(layout, points, x, y);
            if (bad < least) {
                least = bad;
                layout->legend_x = x;
                layout->legend_y = y;
            }
        }
    }
    g_array_unref(points);
    return least < COVERS;
}

/* In rows above the title of the axis, which stands on the box. */
static void put_legend_above(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    enum { LEAST_BOX = 48, APART = 12 }; /* [px] */
    double x = EDGE;
    int row = 0;
    for (guint i = 0; i < layout->legend->len; i++) {
        SnPlotLegendLine *line = &g_array_index(layout->legend, SnPlotLegendLine, i);
        const double width =
            SN_PLOT_SWATCH + EDGE + sn_plot_text_width(text, sn_plot_legend_text(figure, line));
        if (x > EDGE && x + width > layout->width - EDGE) {
            row++;
            x = EDGE;
        }
        line->x = x;
        line->y = (row + 0.5) * SN_PLOT_LINE;
        x += width + APART;
    }
    const double height = (row + 1) * SN_PLOT_LINE;
    layout->legend_x = 0;
    layout->legend_y = EDGE / 2.0;
    layout->legend_width = layout->width;
    layout->legend_height = height;
    layout->top = fmin(layout->top + height, fmax(layout->bottom - LEAST_BOX, layout->top));
    make_y_ticks(layout, figure, text);
    make_maps(layout, layout->map[0].column);
}

/* Beside the box, which becomes narrower, where there is room to spare; else above it. */
static void put_legend_aside(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text)
{
    if (layout->legend_width > ASIDE_SHARE * layout->width) {
        if (!figure->equal)
            put_legend_above(layout, figure, text);
        return;
    }
    layout->right -= layout->legend_width;
    layout->legend_x = layout->width - layout->legend_width;
    layout->legend_y = layout->top;
    place_horizontal(layout, figure, text);
    make_maps(layout, layout->map[0].column);
}

/* --- all of it --- */

static int n_present(const SnFigure *figure)
{
    int n = 0;
    for (guint i = 0; i < figure->curves->len; i++)
        n += sn_figure_curve(figure, (int)i)->run < 0;
    return n;
}

static void place_names(SnPlotLayout *layout, const SnFigure *figure, PangoLayout *text,
                        double pixel)
{
    const double right = layout->right;
    bool at_ends = !figure->legend && figure->x_time && figure->n_axes == 1 &&
                   place_ends(layout, figure, text);
    if (at_ends) {
        place_horizontal(layout, figure, text);
        make_maps(layout, pixel);
        at_ends = fill_ends(layout, figure);
    }
    if (!at_ends)
        g_array_set_size(layout->ends, 0);
    if (!at_ends && layout->right != right) {
        layout->right = right;
        place_horizontal(layout, figure, text);
        make_maps(layout, pixel);
    }
    fill_legend(layout, figure, !at_ends && (figure->legend || n_present(figure) > 1));
    if (layout->legend->len > 0 && !place_legend(layout, figure, text) && !at_ends)
        put_legend_aside(layout, figure, text);
}

SnPlotLayout *sn_plot_layout_new(const SnFigure *figure, double width, double height, double pixel)
{
    SnPlotLayout *layout = g_new0(SnPlotLayout, 1);
    PangoLayout *text = sn_plot_text_new();
    layout->width = width;
    layout->height = height;
    layout->ends = g_array_new(FALSE, FALSE, sizeof(SnPlotEndLabel));
    layout->legend = g_array_new(FALSE, FALSE, sizeof(SnPlotLegendLine));
    memcpy(layout->x, figure->x, sizeof layout->x);
    memcpy(layout->y, figure->y, sizeof layout->y);
    place_vertical(layout, figure, text);
    if (figure->equal)
        place_equal(layout, figure, text);
    place_horizontal(layout, figure, text);
    make_maps(layout, pixel);
    if (!figure->empty)
        place_names(layout, figure, text, pixel);
    g_object_unref(text);
    return layout;
}

void sn_plot_layout_free(SnPlotLayout *layout)
{
    if (layout) {
        g_array_unref(layout->ends);
        g_array_unref(layout->legend);
        g_free(layout);
    }
}
