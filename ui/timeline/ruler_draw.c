/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/timeline/ruler_private.h"

#include <math.h>

#define FLAG_HEIGHT  10
#define FLAG_TOP     4
#define HANDLE       5.0f /* [px] width of an end of the loop */
#define UNDER_CURSOR 46   /* [px] numbers nearer to the cursor lie under its own */

static GdkRGBA named(SnRuler *ruler, const char *name, float alpha)
{
    GdkRGBA color = {0.5f, 0.5f, 0.5f, 1};
    gtk_style_context_lookup_color(gtk_widget_get_style_context(GTK_WIDGET(ruler)), name, &color);
    color.alpha *= alpha;
    return color;
}

static void draw_ticks(SnRuler *ruler, GtkSnapshot *snapshot)
{
    GtkWidget *widget = GTK_WIDGET(ruler);
    const int width = gtk_widget_get_width(widget);
    const double from = sn_axis_from(ruler->axis), to = sn_axis_to(ruler->axis);
    const double step = sn_round_step(to - from, MAX((width - SN_AXIS_GUTTER) / 90, 1));
    const float bottom = SN_RULER_FLAGS + SN_RULER_TICKS;
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    GdkRGBA tick = color;
    tick.alpha *= 0.4f;
    const float cursor = sn_ruler_pixel(ruler, sn_transport_time(ruler->transport));
    for (int i = (int)ceil(from / (step / 5) - 1e-9); i * (step / 5) <= to; i++) {
        const double time = i * (step / 5);
        const float x = sn_ruler_pixel(ruler, time);
        const bool major = i % 5 == 0;
        const float length = major ? 7 : 4;
        gtk_snapshot_append_color(snapshot, &tick,
                                  &GRAPHENE_RECT_INIT(x, bottom - length, 1, length));
        if (!major || fabsf(x - cursor) < UNDER_CURSOR)
            continue;
        char *text = sn_format_tick(time, step);
        PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
        int text_width = 0;
        pango_layout_get_pixel_size(layout, &text_width, NULL);
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(floorf(x - (float)text_width / 2.0f),
                                                              SN_RULER_FLAGS + 1));
        gtk_snapshot_append_layout(snapshot, layout, &color);
        gtk_snapshot_restore(snapshot);
        g_object_unref(layout);
        g_free(text);
    }
}

static void draw_recorded(SnRuler *ruler, GtkSnapshot *snapshot)
{
    const SnRecordingReport *recording = sn_transport_recording(ruler->transport);
    const float bottom = SN_RULER_FLAGS + SN_RULER_TICKS;
    for (int i = 0; recording && i < recording->n_spans; i++) {
        const SnSpanReport *span = &recording->spans[i];
        const float left = sn_ruler_pixel(ruler, span->from),
                    right = sn_ruler_pixel(ruler, span->to);
        if (span->kind == SN_SPAN_RECORDED) {
            const char *name = span->structure ? "sn_waypoint" : "sn_recorded";
            const GdkRGBA shade = named(ruler, name, 0.16f), line = named(ruler, name, 1);
            gtk_snapshot_append_color(
                snapshot, &shade,
                &GRAPHENE_RECT_INIT(left, SN_RULER_FLAGS, right - left, SN_RULER_TICKS));
            gtk_snapshot_append_color(snapshot, &line,
                                      &GRAPHENE_RECT_INIT(left, bottom - 2, right - left, 2));
        } else if (span->kind == SN_SPAN_SAVED) {
            const GdkRGBA dot = named(ruler, "sn_recorded", 1);
            GskRoundedRect disc;
            gsk_rounded_rect_init_from_rect(&disc, &GRAPHENE_RECT_INIT(left - 2, bottom - 6, 5, 5),
                                            2.5f);
            gtk_snapshot_push_rounded_clip(snapshot, &disc);
            gtk_snapshot_append_color(snapshot, &dot, &disc.bounds);
            gtk_snapshot_pop(snapshot);
        }
    }
}

static void draw_branches(SnRuler *ruler, GtkSnapshot *snapshot)
{
    for (guint i = 0; i < ruler->branches->len; i++) {
        const SnRulerBranch *branch = &g_array_index(ruler->branches, SnRulerBranch, i);
        const bool hovered = ruler->hover.part == SN_RULER_BRANCH_BAR &&
                             ruler->hover.span_id == branch->span.span_id;
        const GdkRGBA color = named(ruler, hovered ? "sn_accent" : "sn_recorded", 1);
        GdkRGBA ground = color;
        ground.alpha *= 0.18f;
        const float left = sn_ruler_pixel(ruler, branch->span.from);
        const float wide = MAX(sn_ruler_pixel(ruler, branch->span.to) - left, 3);
        const graphene_rect_t bar =
            GRAPHENE_RECT_INIT(left, sn_ruler_branch_top(ruler, branch) + 0.5f, wide,
                               sn_ruler_branch_height(ruler) - 1);
        gtk_snapshot_append_color(snapshot, &ground, &bar);
        gtk_snapshot_append_color(snapshot, &color,
                                  &GRAPHENE_RECT_INIT(left, bar.origin.y, 1, bar.size.height));
        gtk_snapshot_append_repeating_linear_gradient(
            snapshot, &bar, &GRAPHENE_POINT_INIT(left, bar.origin.y),
            &GRAPHENE_POINT_INIT(left + 4, bar.origin.y + 4),
            (GskColorStop[]){{0, {0, 0, 0, 0}}, {0.6f, {0, 0, 0, 0}}, {0.6f, color}, {1, color}},
            4);
    }
}

/* A pennant; a stop sign for a breakpoint.  Filled when the state is there. */
static void trace_flag(cairo_t *cairo, const SnWaypoint *waypoint, double x)
{
    const double top = FLAG_TOP + 0.5, left = x + 0.5;
    if (waypoint->breakpoint) {
        const double r = FLAG_HEIGHT / 2.0, cut = r * 0.414;
        const double cx = left + r + 0.5, cy = top + r - 0.5;
        const double corner[8][2] = {{-cut, -r}, {cut, -r}, {r, -cut}, {r, cut},
                                     {cut, r},   {-cut, r}, {-r, cut}, {-r, -cut}};
        for (int i = 0; i < 8; i++)
            cairo_line_to(cairo, cx + corner[i][0], cy + corner[i][1]);
    } else {
        cairo_move_to(cairo, left, top);
        cairo_line_to(cairo, left + SN_RULER_FLAG_WIDTH, top);
        cairo_line_to(cairo, left + SN_RULER_FLAG_WIDTH - 3, top + FLAG_HEIGHT / 2.0 - 0.5);
        cairo_line_to(cairo, left + SN_RULER_FLAG_WIDTH, top + FLAG_HEIGHT - 1);
        cairo_line_to(cairo, left, top + FLAG_HEIGHT - 1);
    }
    cairo_close_path(cairo);
}

static void draw_flag(SnRuler *ruler, cairo_t *cairo, SnId id, double x)
{
    const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, id);
    const bool selected = sn_session_is_selected(ruler->session, id);
    const bool hovered =
        ruler->hover.part == SN_RULER_FLAG && sn_id_equal(ruler->hover.waypoint, id);
    const char *name = waypoint->breakpoint ? "sn_error" : "sn_waypoint";
    const GdkRGBA color = named(ruler, name, 1), faint = named(ruler, name, 0.6f);
    gdk_cairo_set_source_rgba(cairo, &faint);
    cairo_rectangle(cairo, x, FLAG_TOP, 1, SN_RULER_FLAGS + SN_RULER_TICKS - FLAG_TOP);
    cairo_fill(cairo);
    if (selected || hovered) {
        const GdkRGBA halo = named(ruler, "sn_accent", selected ? 1 : 0.45f);
        trace_flag(cairo, waypoint, x);
        gdk_cairo_set_source_rgba(cairo, &halo);
        cairo_set_line_width(cairo, 5);
        cairo_stroke(cairo);
    }
    trace_flag(cairo, waypoint, x);
    const GdkRGBA ground = named(ruler, "sn_panel", 1);
    gdk_cairo_set_source_rgba(cairo, sn_transport_is_kept(ruler->transport, id) ? &color : &ground);
    cairo_fill_preserve(cairo);
    gdk_cairo_set_source_rgba(cairo, &color);
    cairo_set_line_width(cairo, 1.3);
    cairo_stroke(cairo);
}

/* Of several on one pixel the last one is drawn, as it is the one that can be pressed. */
static void draw_flags(SnRuler *ruler, GtkSnapshot *snapshot)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(ruler));
    cairo_t *cairo = gtk_snapshot_append_cairo(
        snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, SN_RULER_FLAGS + SN_RULER_TICKS));
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (guint i = 0; i < ruler->waypoints->len; i++) {
        const SnId id = g_array_index(ruler->waypoints, SnId, i);
        const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, id);
        const SnWaypoint *next =
            i + 1 < ruler->waypoints->len
                ? sn_ruler_waypoint(ruler, g_array_index(ruler->waypoints, SnId, i + 1))
                : NULL;
        const float x = waypoint ? sn_ruler_pixel(ruler, waypoint->time) : -1;
        if (x < SN_AXIS_GUTTER - 1 || x > (float)width)
            continue;
        if (!next || sn_ruler_pixel(ruler, next->time) != x)
            draw_flag(ruler, cairo, id, x);
    }
    cairo_destroy(cairo);
}

static void draw_loop(SnRuler *ruler, GtkSnapshot *snapshot)
{
    if (!sn_transport_loop(ruler->transport))
        return;
    double from = 0, to = 0;
    sn_transport_range(ruler->transport, &from, &to);
    const float left = sn_ruler_pixel(ruler, from), right = sn_ruler_pixel(ruler, to);
    const GdkRGBA band = named(ruler, "sn_accent", 0.16f), line = named(ruler, "sn_accent", 1);
    const GdkRGBA groove = named(ruler, "sn_on_accent", 0.7f);
    gtk_snapshot_append_color(snapshot, &band,
                              &GRAPHENE_RECT_INIT(left, 0, right - left, SN_RULER_FLAGS));
    gtk_snapshot_append_color(snapshot, &line, &GRAPHENE_RECT_INIT(left, 0, right - left, 2));
    const float ends[2] = {left, right - HANDLE + 1};
    for (int i = 0; i < 2; i++) {
        gtk_snapshot_append_color(snapshot, &line,
                                  &GRAPHENE_RECT_INIT(ends[i], 0, HANDLE, SN_RULER_FLAGS));
        gtk_snapshot_append_color(
            snapshot, &groove,
            &GRAPHENE_RECT_INIT(ends[i] + (HANDLE - 1) / 2, 5, 1, SN_RULER_FLAGS - 9));
    }
}

/* Name and time of a flag while it is dragged. */
static void draw_dragged(SnRuler *ruler, GtkSnapshot *snapshot)
{
    const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, ruler->pressed.waypoint);
    if (ruler->button == 0 || ruler->pressed.part != SN_RULER_FLAG || !ruler->moved || !waypoint)
        return;
    char *text = g_strdup_printf("%.4g s", waypoint->time);
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(ruler), text);
    int text_width = 0;
    pango_layout_get_pixel_size(layout, &text_width, NULL);
    float x = sn_ruler_pixel(ruler, waypoint->time) + SN_RULER_FLAG_WIDTH + 6;
    if (x + (float)text_width > (float)gtk_widget_get_width(GTK_WIDGET(ruler)))
        x -= (float)text_width + SN_RULER_FLAG_WIDTH + 12;
    const GdkRGBA color = named(ruler, "sn_text", 1), ground = named(ruler, "sn_panel", 0.85f);
    gtk_snapshot_append_color(snapshot, &ground,
                              &GRAPHENE_RECT_INIT(x - 2, 1, (float)text_width + 4, 16));
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, 1));
    gtk_snapshot_append_layout(snapshot, layout, &color);
    gtk_snapshot_restore(snapshot);
    g_object_unref(layout);
    g_free(text);
}

void sn_ruler_draw(SnRuler *ruler, GtkSnapshot *snapshot)
{
    GtkWidget *widget = GTK_WIDGET(ruler);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    /* a flag or number at the left end reaches a little into the gutter */
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(SN_AXIS_GUTTER - 16, 0,
                                                         (float)MAX(width - SN_AXIS_GUTTER + 16, 0),
                                                         (float)height));
    const GdkRGBA hair = named(ruler, "sn_line", 0.6f);
    if (ruler->n_rows > 0) {
        gtk_snapshot_append_color(
            snapshot, &hair,
            &GRAPHENE_RECT_INIT(SN_AXIS_GUTTER, SN_RULER_FLAGS + SN_RULER_TICKS, (float)width, 1));
    }
    gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(SN_AXIS_GUTTER - 1, 0,
                                                         (float)MAX(width - SN_AXIS_GUTTER + 1, 0),
                                                         (float)height));
    draw_recorded(ruler, snapshot);
    draw_branches(ruler, snapshot);
    draw_loop(ruler, snapshot);
    gtk_snapshot_pop(snapshot);
    draw_ticks(ruler, snapshot);
    if (ruler->waypoints->len > 0)
        draw_flags(ruler, snapshot);
    draw_dragged(ruler, snapshot);
    gtk_snapshot_pop(snapshot);
}
