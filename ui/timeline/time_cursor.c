/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/timeline/time_cursor.h"

#include "ui/timeline/ruler.h"
#include "ui/timeline/transport.h"

#include <math.h>

#define BUBBLE 17 /* [px] height of what holds the time */

struct _SnCursor {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    SnTransport *transport; /* borrowed from the session */
};

G_DEFINE_FINAL_TYPE(SnCursor, sn_cursor, GTK_TYPE_WIDGET)

/* As many decimals as a step needs, three at least. */
static char *time_text(SnCursor *cursor)
{
    const SnSnapshot *snapshot = sn_session_snapshot(cursor->session);
    int decimals = 3;
    if (snapshot && snapshot->step_size > 0)
        decimals = CLAMP((int)ceil(-log10(snapshot->step_size) - 1e-9), 3, 6);
    return g_strdup_printf("%.*f s", decimals, sn_transport_time(cursor->transport));
}

static void draw_bubble(SnCursor *cursor, GtkSnapshot *snapshot, float x, const GdkRGBA *color)
{
    GtkWidget *widget = GTK_WIDGET(cursor);
    char *text = time_text(cursor);
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    g_free(text);
    int wide = 0, high = 0;
    pango_layout_get_pixel_size(layout, &wide, &high);
    const float width = (float)wide + 12, right = (float)gtk_widget_get_width(widget);
    const float least = SN_AXIS_GUTTER - 10; /* beside it is what has been recorded */
    const float left = CLAMP(floorf(x + 0.5f - width / 2), least, MAX(right - width, least));
    const float top = SN_RULER_FLAGS + 1;
    GskRoundedRect frame;
    gsk_rounded_rect_init_from_rect(&frame, &GRAPHENE_RECT_INIT(left, top, width, BUBBLE), 4);
    gtk_snapshot_push_rounded_clip(snapshot, &frame);
    gtk_snapshot_append_color(snapshot, color, &frame.bounds);
    gtk_snapshot_pop(snapshot);
    GdkRGBA ink = {0, 0, 0, 1};
    gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "sn_on_accent", &ink);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(
        snapshot, &GRAPHENE_POINT_INIT(left + 6, floorf(top + (BUBBLE - (float)high) / 2)));
    gtk_snapshot_append_layout(snapshot, layout, &ink);
    gtk_snapshot_restore(snapshot);
    g_object_unref(layout);
}

static void sn_cursor_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnCursor *cursor = SN_CURSOR(widget);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    const double x = sn_axis_pixel(cursor->axis, sn_transport_time(cursor->transport), width);
    if (x < SN_AXIS_GUTTER - 1 || x > width)
        return;
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    const float left = (float)floor(x), top = SN_RULER_FLAGS + BUBBLE;
    gtk_snapshot_append_color(snapshot, &color,
                              &GRAPHENE_RECT_INIT(left, top, 1, (float)height - top));
    draw_bubble(cursor, snapshot, left, &color);
}

static void sn_cursor_dispose(GObject *object)
{
    SnCursor *cursor = SN_CURSOR(object);
    if (cursor->session) {
        g_signal_handlers_disconnect_by_data(cursor->axis, cursor);
        g_signal_handlers_disconnect_by_data(cursor->transport, cursor);
        g_signal_handlers_disconnect_by_data(cursor->session, cursor);
        g_clear_object(&cursor->axis);
        g_clear_object(&cursor->session);
    }
    G_OBJECT_CLASS(sn_cursor_parent_class)->dispose(object);
}

static void sn_cursor_class_init(SnCursorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_cursor_dispose;
    GTK_WIDGET_CLASS(class)->snapshot = sn_cursor_snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "timecursor");
}

static void sn_cursor_init(SnCursor *cursor)
{
    gtk_widget_set_can_target(GTK_WIDGET(cursor), FALSE);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, GtkWidget *cursor)
{
    gtk_widget_queue_draw(cursor);
}

GtkWidget *sn_cursor_new(SnSession *session, SnAxis *axis)
{
    SnCursor *cursor = g_object_new(SN_TYPE_CURSOR, NULL);
    cursor->session = g_object_ref(session);
    cursor->axis = g_object_ref(axis);
    cursor->transport = sn_transport_of(session);
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), cursor);
    g_signal_connect_swapped(cursor->transport, "changed", G_CALLBACK(gtk_widget_queue_draw),
                             cursor);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), cursor);
    return GTK_WIDGET(cursor);
}
