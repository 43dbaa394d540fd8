/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a track shows right of its header: curves, axis, readout.  Many samples are drawn as one
 * rectangle for each pixel column from smallest to largest value (of folded tracks, as there may be
 * a hundred in view, in one picture), few as one smooth line. */
#include "ui/tracks/track_private.h"
#include "ui/tracks/track_strip.h"

#include <math.h>
#include <stdlib.h>

#define LINE        1.5 /* width of curves [px] */
#define FOLDED_MOST 6   /* curves that can be told apart in a folded track */

/* --- colours --- */

/* Hue shifted, lighter or darker by turns: still the track's own blue or teal. */
GdkRGBA sn_track_shade(const GdkRGBA *base, int trace, int n)
{
    static const struct {
        float hue, light;
    } shades[] = {{0, 0},         {0.14f, 0.10f}, {-0.16f, -0.02f},
                  {0.26f, 0.02f}, {0.06f, 0.24f}, {-0.28f, 0.08f}};
    if (n <= 1 || trace == 0)
        return *base;
    const gsize which = (gsize)trace % G_N_ELEMENTS(shades);
    float hue = 0, saturation = 0, value = 0;
    gtk_rgb_to_hsv(base->red, base->green, base->blue, &hue, &saturation, &value);
    hue = hue + shades[which].hue;
    hue -= floorf(hue);
    value = CLAMP(value + shades[which].light, 0.25f, 0.95f);
    GdkRGBA color = {.alpha = base->alpha};
    gtk_hsv_to_rgb(hue, CLAMP(saturation * 0.85f, 0, 1), value, &color.red, &color.green,
                   &color.blue);
    return color;
}

static GdkRGBA theme_color(const SnTrack *track, const char *name)
{
    GdkRGBA color = {0.5f, 0.5f, 0.5f, 1};
    gtk_style_context_lookup_color(gtk_widget_get_style_context((GtkWidget *)(gpointer)track), name,
                                   &color);
    return color;
}

/* --- pixel columns --- */

/* A run of columns with the same range is one rectangle. */
typedef struct Bars {
    GtkSnapshot *snapshot;
    SnTrackStrip *strip; /* NULL: into the snapshot */
    int left;            /* where the strip begins */
    GdkRGBA color;
    int from, to; /* columns of the run; from == to: none */
    float top, bottom;
} Bars;

static void flush_bars(Bars *bars)
{
    if (bars->to > bars->from && bars->strip) {
        sn_track_strip_bar(bars->strip, bars->from - bars->left, bars->to - bars->left, bars->top,
                           bars->bottom, &bars->color);
    } else if (bars->to > bars->from) {
        gtk_snapshot_append_color(bars->snapshot, &bars->color,
                                  &GRAPHENE_RECT_INIT((float)bars->from, bars->top,
                                                      (float)(bars->to - bars->from),
                                                      bars->bottom - bars->top));
    }
    bars->from = bars->to;
}

static void add_bar(Bars *bars, int column, double high, double low)
{
    const float top = (float)(high - LINE / 2), bottom = (float)(low + LINE / 2);
    if (column != bars->to || top != bars->top || bottom != bars->bottom) {
        flush_bars(bars);
        bars->from = column;
        bars->top = top;
        bars->bottom = bottom;
    }
    bars->to = column + 1;
}

/* sn_series_find for a time that comes soon after row `first`. */
static size_t find_soon(const SnSeries *series, size_t first, size_t count, double time)
{
    size_t low = first, step = 1;
    while (low + step < count && sn_series_time(series, low + step) < time) {
        low += step;
        step *= 2;
    }
    size_t high = MIN(low + step, count);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sn_series_time(series, middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void draw_series_columns(const SnTrack *track, const SnTrackArea *area, int trace,
                                Bars *bars)
{
    const int last = (int)(area->left + area->width);
    size_t first = sn_series_find(track->series, sn_track_time(track, area, area->left));
    for (int column = (int)area->left; column < last && first < track->shown; column++) {
        const size_t next =
            find_soon(track->series, first, track->shown, sn_track_time(track, area, column + 1));
        double low = 0, high = 0;
        /* from the sample before, so that the line does not break between columns */
        if (next > first &&
            sn_series_range(track->series, trace, first > 0 ? first - 1 : 0, next, &low, &high))
            add_bar(bars, column, sn_track_y(track, area, high), sn_track_y(track, area, low));
        first = next;
    }
    flush_bars(bars);
}

/* All curves as one band: too many to be reported apart in a folded track. */
static void draw_series_band(const SnTrack *track, const SnTrackArea *area, Bars *bars)
{
    const int last = (int)(area->left + area->width), n = sn_series_width(track->series);
    size_t first = sn_series_find(track->series, sn_track_time(track, area, area->left));
    for (int column = (int)area->left; column < last && first < track->shown; column++) {
        const size_t next =
            find_soon(track->series, first, track->shown, sn_track_time(track, area, column + 1));
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < n && next > first; k++) {
            double least = 0, most = 0;
            if (sn_series_range(track->series, k, first > 0 ? first - 1 : 0, next, &least, &most)) {
                low = MIN(low, least);
                high = MAX(high, most);
            }
        }
        if (low <= high)
            add_bar(bars, column, sn_track_y(track, area, high), sn_track_y(track, area, low));
        first = next;
    }
    flush_bars(bars);
}

/* The part of the line from sample `i` to the next between two times widens low and high. */
static void include_segment(const SnSeries *series, int trace, size_t i, double from, double to,
                            double *low, double *high)
{
    const double t[] = {sn_series_time(series, i), sn_series_time(series, i + 1)};
    const double v[] = {sn_series_value(series, i, trace), sn_series_value(series, i + 1, trace)};
    const double slope = t[1] > t[0] ? (v[1] - v[0]) / (t[1] - t[0]) : 0;
    const double start = from > t[0] ? v[0] + slope * (from - t[0]) : v[0];
    const double end = to < t[1] ? v[0] + slope * (to - t[0]) : v[1];
    if (isfinite(start) && isfinite(end)) {
        *low = MIN(*low, MIN(start, end));
        *high = MAX(*high, MAX(start, end));
    }
}

/* Few samples, rows first to last: in each column, what the line through them covers there. */
static void draw_series_thin(const SnTrack *track, const SnTrackArea *area, int trace, size_t first,
                             size_t last, Bars *bars)
{
    const int end = (int)(area->left + area->width);
    size_t i = first;
    for (int column = (int)area->left; column < end; column++) {
        const double from = sn_track_time(track, area, column);
        const double to = sn_track_time(track, area, column + 1);
        double low = INFINITY, high = -INFINITY;
        while (i + 1 < last && sn_series_time(track->series, i + 1) <= from)
            i++;
        for (size_t k = i; k + 1 < last && sn_series_time(track->series, k) < to; k++)
            include_segment(track->series, trace, k, from, to, &low, &high);
        if (low <= high)
            add_bar(bars, column, sn_track_y(track, area, high), sn_track_y(track, area, low));
    }
    flush_bars(bars);
}

static void draw_curve_columns(const SnTrack *track, const SnTrackArea *area, int trace, Bars *bars)
{
    const int last = (int)(area->left + area->width);
    for (int column = (int)area->left; column < last; column++) {
        double low = 0, high = 0;
        if (sn_probe_curve_range(track->curve, trace, sn_track_time(track, area, column),
                                 sn_track_time(track, area, column + 1), 4, &low, &high))
            add_bar(bars, column, sn_track_y(track, area, high), sn_track_y(track, area, low));
    }
    flush_bars(bars);
}

/* --- lines --- */

static void draw_series_line(const SnTrack *track, cairo_t *cairo, const SnTrackArea *area,
                             int trace, size_t first, size_t last)
{
    bool drawing = false;
    for (size_t i = first; i < last; i++) {
        const double value = sn_series_value(track->series, i, trace);
        const double x = sn_track_x(track, area, sn_series_time(track->series, i));
        if (!isfinite(value)) {
            drawing = false;
        } else if (drawing) {
            cairo_line_to(cairo, x, sn_track_y(track, area, value));
        } else {
            cairo_move_to(cairo, x, sn_track_y(track, area, value));
            drawing = true;
        }
    }
}

static int compare_times(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* One point of an input's line; false: the probe is silent, the line breaks. */
static bool line_to(const SnTrack *track, cairo_t *cairo, const SnTrackArea *area, int trace,
                    double time, bool drawing)
{
    double value = 0;
    if (!sn_probe_curve_value(track->curve, time, trace, &value))
        return false;
    const double x = sn_track_x(track, area, time), y = sn_track_y(track, area, value);
    if (drawing)
        cairo_line_to(cairo, x, y);
    else
        cairo_move_to(cairo, x, y);
    return true;
}

/* Every other pixel, and both sides of every bend or jump. */
static void draw_curve_line(const SnTrack *track, cairo_t *cairo, const SnTrackArea *area,
                            int trace, const GArray *moments)
{
    const double end = area->left + area->width;
    guint next = 0;
    bool drawing = false;
    for (double x = area->left - 2; x <= end + 2; x += 2) {
        const double time = sn_track_time(track, area, x);
        while (next < moments->len && g_array_index(moments, double, next) <= time) {
            const double moment = g_array_index(moments, double, next++);
            const double near = 1e-9 * (1 + fabs(moment));
            drawing = line_to(track, cairo, area, trace, moment - near, drawing);
            drawing = line_to(track, cairo, area, trace, moment, drawing);
            drawing = line_to(track, cairo, area, trace, moment + near, drawing);
        }
        drawing = line_to(track, cairo, area, trace, time, drawing);
    }
}

/* --- curves --- */

/* Folded tracks draw bars into a strip, appended by end_bars. */
static Bars begin_bars(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    Bars bars = {.snapshot = snapshot, .left = (int)area->left};
    if (!track->open) {
        bars.strip = sn_track_strip_new((int)area->width, area->height,
                                        gtk_widget_get_scale_factor((GtkWidget *)(gpointer)track));
    }
    return bars;
}

static void end_bars(Bars *bars)
{
    if (bars->strip)
        sn_track_strip_append(bars->strip, bars->snapshot, (float)bars->left, 0);
}

static cairo_t *begin_line(GtkSnapshot *snapshot, const SnTrackArea *area)
{
    cairo_t *cairo = gtk_snapshot_append_cairo(
        snapshot,
        &GRAPHENE_RECT_INIT((float)area->left, 0, (float)area->width, (float)area->height));
    cairo_set_line_width(cairo, LINE);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    return cairo;
}

static void draw_series_lines(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area,
                              const GdkRGBA *color, size_t first, size_t last)
{
    const int n = sn_series_width(track->series);
    cairo_t *cairo = begin_line(snapshot, area);
    for (int k = n - 1; k >= 0; k--) {
        const GdkRGBA shade = sn_track_shade(color, k, n);
        gdk_cairo_set_source_rgba(cairo, &shade);
        draw_series_line(track, cairo, area, k, first, last);
        cairo_stroke(cairo);
    }
    cairo_destroy(cairo);
}

static void draw_output(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area,
                        const GdkRGBA *color)
{
    const int n = sn_series_width(track->series);
    size_t first = sn_series_find(track->series, sn_track_time(track, area, area->left));
    size_t last =
        sn_series_find(track->series, sn_track_time(track, area, area->left + area->width));
    first = first > 0 ? first - 1 : 0;
    last = MIN(last + 1, track->shown);
    if (last <= first)
        return;
    const bool few = (double)(last - first) <= area->width;
    if (few && track->open) {
        draw_series_lines(track, snapshot, area, color, first, last);
        return;
    }
    Bars bars = begin_bars(track, snapshot, area);
    if (!few && !track->open && n > FOLDED_MOST) {
        bars.color = *color;
        bars.color.alpha *= 0.6f;
        draw_series_band(track, area, &bars);
    } else {
        for (int k = n - 1; k >= 0; k--) {
            bars.color = sn_track_shade(color, k, n);
            if (few)
                draw_series_thin(track, area, k, first, last, &bars);
            else
                draw_series_columns(track, area, k, &bars);
        }
    }
    end_bars(&bars);
}

static void draw_input(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area,
                       const GdkRGBA *color)
{
    const int n = sn_probe_curve_width(track->curve);
    GArray *moments = g_array_new(FALSE, FALSE, sizeof(double));
    const bool few = sn_probe_curve_moments(track->curve, sn_track_time(track, area, area->left),
                                            sn_track_time(track, area, area->left + area->width),
                                            (int)area->width, moments);
    g_array_sort(moments, compare_times);
    Bars bars = {0};
    cairo_t *cairo = NULL;
    if (few)
        cairo = begin_line(snapshot, area);
    else
        bars = begin_bars(track, snapshot, area);
    for (int k = n - 1; k >= 0; k--) {
        bars.color = sn_track_shade(color, k, n);
        if (few) {
            gdk_cairo_set_source_rgba(cairo, &bars.color);
            draw_curve_line(track, cairo, area, k, moments);
            cairo_stroke(cairo);
        } else {
            draw_curve_columns(track, area, k, &bars);
        }
    }
    if (few)
        cairo_destroy(cairo);
    end_bars(&bars);
    g_array_unref(moments);
}

/* --- axis --- */

static PangoLayout *text_layout(const SnTrack *track, const char *text, int size)
{
    PangoLayout *layout = gtk_widget_create_pango_layout((GtkWidget *)(gpointer)track, text);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_size_new_absolute(size * PANGO_SCALE));
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum"));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    return layout;
}

static void append_text(GtkSnapshot *snapshot, PangoLayout *layout, double x, double y,
                        const GdkRGBA *color)
{
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, (float)y));
    gtk_snapshot_append_layout(snapshot, layout, color);
    gtk_snapshot_restore(snapshot);
}

/* Round numbers at the right of the header, faint lines through the curves. */
static void draw_axis(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    const double factor = sn_unit_factor(track->unit);
    const double low = track->low * factor, high = track->high * factor;
    const int most = CLAMP((int)((area->bottom - area->top) / 22), 1, 12);
    const double step = sn_round_step(high - low, most);
    GdkRGBA line = theme_color(track, "sn_line"), dim = theme_color(track, "sn_dim");
    line.alpha *= 0.7f;
    for (double at = ceil(low / step - 1e-9) * step; at <= high + 1e-9 * step; at += step) {
        const double y = sn_track_y(track, area, at / factor);
        gtk_snapshot_append_color(
            snapshot, &line,
            &GRAPHENE_RECT_INIT((float)area->left, (float)floor(y), (float)area->width, 1));
        char *number = sn_format_tick(fabs(at), step);
        char *text = g_strconcat(at < -1e-9 * step ? "\u2212" : "", number, NULL);
        g_free(number);
        PangoLayout *layout = text_layout(track, text, 10);
        int width = 0, height = 0;
        pango_layout_get_pixel_size(layout, &width, &height);
        const double top = CLAMP(y - height / 2.0, 0, area->height - height);
        append_text(snapshot, layout, area->left - 5 - width, top, &dim);
        g_object_unref(layout);
        g_free(text);
    }
}

/* --- readout --- */

static char *value_text(const SnTrack *track, int trace)
{
    double value = 0;
    const SnTrackArea area = sn_track_area(track);
    if (!sn_track_trace_value(track, trace, sn_track_time(track, &area, track->x), &value))
        return g_strdup("–");
    const SnUnit unit = (guint)trace < track->traces->len
                            ? g_array_index(track->traces, SnTrace, trace).unit
                            : track->unit;
    char *number = sn_unit_format(value, unit, 4);
    char *text = g_strdup_printf("%s %s", number, sn_unit_shown(unit));
    g_free(number);
    return g_strchomp(text);
}

/* Label, value at the pointer, in the colour of its curve. */
static void append_reading(const SnTrack *track, GString *markup, int trace, int n,
                           const GdkRGBA *base, bool labelled)
{
    const GdkRGBA shade = sn_track_shade(base, trace, n);
    char *value = value_text(track, trace);
    char *escaped = g_markup_escape_text(labelled && (guint)trace < track->traces->len
                                             ? g_array_index(track->traces, SnTrace, trace).label
                                             : "",
                                         -1);
    g_string_append_printf(markup, "<span foreground='#%02x%02x%02x'>%s%s<b>%s</b></span>",
                           (unsigned)(shade.red * 255), (unsigned)(shade.green * 255),
                           (unsigned)(shade.blue * 255), escaped, escaped[0] != '\0' ? "  " : "",
                           value);
    g_free(escaped);
    g_free(value);
}

typedef struct Height {
    int trace;
    double apart, y; /* from the pointer; on the screen; INFINITY without a value */
} Height;

static int by_distance(gconstpointer a, gconstpointer b)
{
    const Height *one = a, *other = b;
    return one->apart != other->apart ? (one->apart < other->apart ? -1 : 1)
                                      : one->trace - other->trace;
}

static int by_height(gconstpointer a, gconstpointer b)
{
    const Height *one = a, *other = b;
    return one->y != other->y ? (one->y < other->y ? -1 : 1) : one->trace - other->trace;
}

/* Which curves are named where not all n have room: the nearest to the pointer, from above.  The
 * first `fitting` of what is returned; free it. */
static Height *named_curves(const SnTrack *track, const SnTrackArea *area, int n, int fitting)
{
    Height *heights = g_new(Height, (gsize)n);
    const double time = sn_track_time(track, area, track->x);
    for (int k = 0; k < n; k++) {
        double value = 0;
        const bool known = sn_track_trace_value(track, k, time, &value);
        const double y = known ? sn_track_y(track, area, value) : (double)INFINITY;
        heights[k] = (Height){k, known ? fabs(y - track->y) : (double)INFINITY, y};
    }
    if (track->open && n > fitting) {
        qsort(heights, (size_t)n, sizeof *heights, by_distance);
        qsort(heights, (size_t)fitting, sizeof *heights, by_height);
    }
    return heights;
}

/* What the curves are and are worth where the pointer is. */
static void draw_readout(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area,
                         const GdkRGBA *color, int n)
{
    GString *markup = g_string_new(NULL);
    char *time = sn_unit_format(sn_track_time(track, area, track->x), SN_UNIT_TIME, 4);
    g_string_append_printf(markup, "%s s", time);
    g_free(time);
    const int fitting = track->open ? MAX((int)(area->height - 8) / 14 - 1, 1) : 3;
    Height *named = named_curves(track, area, n, fitting);
    for (int k = 0; k < MIN(n, fitting); k++) {
        g_string_append(markup, track->open && n > 1 ? "\n" : "   ");
        append_reading(track, markup, named[k].trace, n, color, track->open && n > 1);
    }
    g_free(named);
    if (n > fitting)
        g_string_append_printf(markup, "  … %d more", n - fitting);
    PangoLayout *layout = text_layout(track, NULL, 11);
    PangoAttrList *attributes = NULL;
    char *plain = NULL;
    pango_parse_markup(markup->str, -1, 0, &attributes, &plain, NULL, NULL);
    pango_layout_set_text(layout, plain, -1);
    pango_attr_list_insert(attributes, pango_attr_size_new_absolute(11 * PANGO_SCALE));
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum"));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    g_free(plain);
    int width = 0, height = 0;
    pango_layout_get_pixel_size(layout, &width, &height);
    /* beside the pointer, on the side where there is room */
    const double right = area->left + area->width;
    const double x = track->x + 14 + width < right ? track->x + 14 : track->x - 14 - width;
    const double y = CLAMP(track->open ? track->y - height / 2.0 : (area->height - height) / 2.0, 2,
                           MAX(area->height - height - 2, 2));
    GdkRGBA ground = theme_color(track, "sn_field"), text = theme_color(track, "sn_text");
    ground.alpha = 0.88f;
    GskRoundedRect box;
    gsk_rounded_rect_init_from_rect(
        &box, &GRAPHENE_RECT_INIT((float)x - 5, (float)y - 1, (float)width + 10, (float)height + 2),
        4);
    gtk_snapshot_push_rounded_clip(snapshot, &box);
    gtk_snapshot_append_color(snapshot, &ground, &box.bounds);
    gtk_snapshot_pop(snapshot);
    append_text(snapshot, layout, x, y, &text);
    g_object_unref(layout);
    g_string_free(markup, TRUE);
}

static void draw_hairline(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    GdkRGBA line = theme_color(track, "sn_dim");
    line.alpha *= 0.5f;
    gtk_snapshot_append_color(
        snapshot, &line, &GRAPHENE_RECT_INIT((float)floor(track->x), 0, 1, (float)area->height));
}

/* --- all --- */

/* Nothing there: what to do about it. */
static void draw_hint(const SnTrack *track, GtkSnapshot *snapshot, const SnTrackArea *area)
{
    const GdkRGBA dim = theme_color(track, "sn_dim");
    PangoLayout *layout = text_layout(
        track,
        track->output ? "Play to record" : "Double-click to set a knot, or draw with the pencil",
        11);
    int width = 0, height = 0;
    pango_layout_get_pixel_size(layout, &width, &height);
    append_text(snapshot, layout, area->left + 12, (area->height - height) / 2.0, &dim);
    g_object_unref(layout);
}

void sn_track_draw(SnTrack *track, GtkSnapshot *snapshot)
{
    const SnTrackArea area = sn_track_area(track);
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(GTK_WIDGET(track)), &color);
    if (sn_session_is_selected(track->session, track->probe)) {
        GdkRGBA accent = theme_color(track, "sn_accent");
        accent.alpha = 0.18f;
        gtk_snapshot_append_color(snapshot, &accent,
                                  &GRAPHENE_RECT_INIT(0, 0, SN_AXIS_GUTTER, (float)area.height));
    }
    /* colour mark */
    gtk_snapshot_append_color(snapshot, &color, &GRAPHENE_RECT_INIT(0, 0, 3, (float)area.height));
    if (area.width <= 0)
        return;
    if (track->open)
        draw_axis(track, snapshot, &area);
    const graphene_rect_t clip =
        GRAPHENE_RECT_INIT((float)area.left, 0, (float)area.width, (float)area.height);
    gtk_snapshot_push_clip(snapshot, &clip);
    if (track->muted)
        gtk_snapshot_push_opacity(snapshot, 0.4);
    int n = 0;
    if (track->output && track->series && track->shown > 0) {
        n = sn_series_width(track->series);
        draw_output(track, snapshot, &area, &color);
    } else if (!track->output && track->curve &&
               sn_probe_curve_span(track->curve, &(double){0}, &(double){0})) {
        n = sn_probe_curve_width(track->curve);
        draw_input(track, snapshot, &area, &color);
    }
    if (track->muted)
        gtk_snapshot_pop(snapshot);
    if (n == 0 && track->open)
        draw_hint(track, snapshot, &area);
    if (track->edit && track->open)
        sn_track_edit_draw(track->edit, snapshot, &area, &color);
    const bool in_lane = !track->output && track->open && track->y <= SN_TRACK_LANE + 2;
    if (track->inside && n > 0 && !in_lane) {
        draw_hairline(track, snapshot, &area);
        draw_readout(track, snapshot, &area, &color, n);
    }
    gtk_snapshot_pop(snapshot);
}
