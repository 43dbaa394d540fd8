/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track.h"

#include <math.h>

#define HEIGHT 24

/* --- ruler --- */

struct _SnRuler {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    double pressed_from; /* left end of the axis when a drag began */
    bool dragged;
};

G_DEFINE_FINAL_TYPE(SnRuler, sn_ruler, GTK_TYPE_WIDGET)

static void sn_ruler_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnRuler *ruler = SN_RULER(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    double from = sn_axis_from(ruler->axis), to = sn_axis_to(ruler->axis);
    double step = sn_round_step(to - from, MAX((width - SN_AXIS_GUTTER) / 90, 1));
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    GdkRGBA tick = color;
    tick.alpha *= 0.4f;
    for (int i = (int)ceil(from / (step / 5) - 1e-9); i * (step / 5) <= to; i++) {
        double time = i * (step / 5);
        float x = (float)floor(sn_axis_pixel(ruler->axis, time, width));
        bool major = i % 5 == 0;
        float length = major ? 7 : 4;
        gtk_snapshot_append_color(snapshot, &tick,
                                  &GRAPHENE_RECT_INIT(x, (float)height - length, 1, length));
        if (!major) {
            continue;
        }
        char *text = sn_format_tick(time, step);
        PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
        int text_width = 0;
        pango_layout_get_pixel_size(layout, &text_width, NULL);
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x - (float)text_width / 2.0f, 2));
        gtk_snapshot_append_layout(snapshot, layout, &color);
        gtk_snapshot_restore(snapshot);
        g_object_unref(layout);
        g_free(text);
    }
}

static void sn_ruler_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : SN_AXIS_GUTTER + 40;
    *natural = *minimum;
}

static void on_drag_begin(GtkGestureDrag *drag, double x, double y, SnRuler *ruler)
{
    ruler->pressed_from = sn_axis_from(ruler->axis);
    ruler->dragged = false;
}

static void on_drag_update(GtkGestureDrag *drag, double dx, double dy, SnRuler *ruler)
{
    int width = gtk_widget_get_width(GTK_WIDGET(ruler));
    if (fabs(dx) > 4) {
        ruler->dragged = true;
    }
    if (ruler->dragged) {
        double per_pixel =
            sn_axis_time(ruler->axis, 1, width) - sn_axis_time(ruler->axis, 0, width);
        sn_axis_pan(ruler->axis, ruler->pressed_from - dx * per_pixel - sn_axis_from(ruler->axis));
    }
}

static void on_released(GtkGestureClick *click, int n, double x, double y, SnRuler *ruler)
{
    double time = sn_axis_time(ruler->axis, x, gtk_widget_get_width(GTK_WIDGET(ruler)));
    if (n == 2) {
        sn_axis_set_range(ruler->axis, 0, MAX(sn_session_time(ruler->session) * 1.05, 1));
    } else if (!ruler->dragged && n == 1 && x >= SN_AXIS_GUTTER &&
               time > sn_session_time(ruler->session) &&
               sn_session_run(ruler->session) != SN_PLAYING) {
        sn_engine_play_until(sn_session_engine(ruler->session), time);
    }
}

static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, SnRuler *ruler)
{
    int width = gtk_widget_get_width(GTK_WIDGET(ruler));
    GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(scroll));
    double x = width / 2.0, y = 0;
    gdk_event_get_position(event, &x, &y);
    double left = 0, top = 0;
    GtkNative *native = gtk_widget_get_native(GTK_WIDGET(ruler));
    gtk_native_get_surface_transform(native, &left, &top);
    gtk_widget_translate_coordinates(GTK_WIDGET(native), GTK_WIDGET(ruler), x - left, y - top, &x,
                                     &y);
    if (dx != 0) {
        sn_axis_pan(ruler->axis, dx * 0.05 * (sn_axis_to(ruler->axis) - sn_axis_from(ruler->axis)));
    } else {
        sn_axis_zoom(ruler->axis, exp(-0.2 * dy), x, width);
    }
    return GDK_EVENT_STOP;
}

static void sn_ruler_dispose(GObject *object)
{
    SnRuler *ruler = SN_RULER(object);
    if (ruler->session != NULL) {
        g_signal_handlers_disconnect_by_data(ruler->axis, ruler);
        g_clear_object(&ruler->axis);
        g_clear_object(&ruler->session);
    }
    G_OBJECT_CLASS(sn_ruler_parent_class)->dispose(object);
}

static void sn_ruler_class_init(SnRulerClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_ruler_dispose;
    widget->snapshot = sn_ruler_snapshot;
    widget->measure = sn_ruler_measure;
    gtk_widget_class_set_css_name(widget, "ruler");
}

static void sn_ruler_init(SnRuler *ruler)
{
    GtkWidget *self = GTK_WIDGET(ruler);
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), ruler);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), ruler);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(drag));
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "released", G_CALLBACK(on_released), ruler);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(click));
    gtk_gesture_group(click, drag);
    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), ruler);
    gtk_widget_add_controller(self, scroll);
    gtk_widget_set_tooltip_text(self, "Click: play until here · wheel: zoom · drag: move · "
                                      "double click: show all");
}

GtkWidget *sn_ruler_new(SnSession *session, SnAxis *axis)
{
    SnRuler *ruler = g_object_new(SN_TYPE_RULER, NULL);
    ruler->session = g_object_ref(session);
    ruler->axis = g_object_ref(axis);
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), ruler);
    gtk_widget_set_name(GTK_WIDGET(ruler), "ruler");
    return GTK_WIDGET(ruler);
}

/* --- cursor --- */

struct _SnCursor {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
};

G_DEFINE_FINAL_TYPE(SnCursor, sn_cursor, GTK_TYPE_WIDGET)

static void sn_cursor_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnCursor *cursor = SN_CURSOR(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    double x = sn_axis_pixel(cursor->axis, sn_session_time(cursor->session), width);
    if (x < SN_AXIS_GUTTER - 1 || x > width) {
        return;
    }
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    float left = (float)floor(x);
    gtk_snapshot_append_color(snapshot, &color, &GRAPHENE_RECT_INIT(left, 0, 1, (float)height));
    /* the handle on the ruler */
    gtk_snapshot_append_color(snapshot, &color, &GRAPHENE_RECT_INIT(left - 2, HEIGHT - 6, 5, 6));
}

static void sn_cursor_dispose(GObject *object)
{
    SnCursor *cursor = SN_CURSOR(object);
    if (cursor->session != NULL) {
        g_signal_handlers_disconnect_by_data(cursor->axis, cursor);
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

static void redraw(SnSession *session, const SnSnapshot *snapshot, GtkWidget *cursor)
{
    gtk_widget_queue_draw(cursor);
}

GtkWidget *sn_cursor_new(SnSession *session, SnAxis *axis)
{
    SnCursor *cursor = g_object_new(SN_TYPE_CURSOR, NULL);
    cursor->session = g_object_ref(session);
    cursor->axis = g_object_ref(axis);
    g_signal_connect_swapped(axis, "changed", G_CALLBACK(gtk_widget_queue_draw), cursor);
    g_signal_connect(session, "snapshot", G_CALLBACK(redraw), cursor);
    return GTK_WIDGET(cursor);
}
