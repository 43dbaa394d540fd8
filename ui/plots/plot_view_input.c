/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands on a plot: pointer, wheel, drags, clicks, drops, keys. */
#include "ui/edits/time/plot.h"
#include "ui/plots/plot_menu.h"
#include "ui/plots/plot_view_private.h"

#include <math.h>
#include <string.h>

#define THRESHOLD  4   /* [px] a press that moves less is a click */
#define WHEEL_STEP 1.2 /* zoom of one notch */

static void activate(SnPlotView *view)
{
    g_signal_emit_by_name(view, "active");
}

/* --- pointer --- */

static void set_cursor(SnPlotView *view)
{
    const char *name = view->drag == SN_PLOT_DRAG_PAN                                ? "grabbing"
                       : sn_plot_view_in_box(view, view->pointer_x, view->pointer_y) ? "crosshair"
                                                                                     : NULL;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(view), name);
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnPlotView *view)
{
    view->hover = true;
    view->pointer_x = x;
    view->pointer_y = y;
    set_cursor(view);
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

static void on_leave(GtkEventControllerMotion *motion, SnPlotView *view)
{
    view->hover = false;
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* Over the box: along the time, with Ctrl along the values; both where both axes show properties.
 * Over an axis: along that one. */
static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, SnPlotView *view)
{
    if (!sn_plot_view_update(view) || dy == 0)
        return GDK_EVENT_PROPAGATE;
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
    const bool values = (state & GDK_CONTROL_MASK) != 0;
    bool across = !view->figure->x_time || !values, up = !view->figure->x_time || values;
    if (view->pointer_y > view->layout->bottom) {
        across = true;
        up = false;
    } else if (view->pointer_x < view->layout->left || view->pointer_x > view->layout->right) {
        across = false;
        up = true;
    }
    const bool pixels = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_SURFACE;
    const double notches = pixels ? dy / 30 : dy;
    activate(view);
    sn_plot_view_zoom(view, pow(WHEEL_STEP, -notches), view->pointer_x, view->pointer_y, across,
                      up);
    return GDK_EVENT_STOP;
}

/* --- drags and clicks --- */

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, SnPlotView *view)
{
    gtk_widget_grab_focus(GTK_WIDGET(view));
    activate(view);
    view->drag = SN_PLOT_DRAG_NONE;
    view->drag_x = x;
    view->drag_y = y;
    view->moved_x = view->moved_y = 0;
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, SnPlotView *view)
{
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    if (view->drag == SN_PLOT_DRAG_NONE) {
        if (hypot(dx, dy) < THRESHOLD || !view->figure || view->figure->empty)
            return;
        view->drag = (state & GDK_SHIFT_MASK) ? SN_PLOT_DRAG_BOX : SN_PLOT_DRAG_PAN;
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
    view->pointer_x = view->drag_x + dx;
    view->pointer_y = view->drag_y + dy;
    if (view->drag == SN_PLOT_DRAG_PAN) {
        /* values that follow the data by themselves stay so under a drag along the time */
        const bool up = view->zoomed_y || !view->figure->x_time || fabs(dy) > 12;
        sn_plot_view_pan(view, dx - view->moved_x, up ? dy - view->moved_y : 0);
        view->moved_x = dx;
        view->moved_y = up ? dy : 0;
    }
    set_cursor(view);
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

static void go_to(SnPlotView *view, double time)
{
    SnEngine *engine = sn_session_engine(view->session);
    if (engine)
        sn_engine_seek(engine, fmax(time, 0));
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, SnPlotView *view)
{
    const SnPlotDrag drag = view->drag;
    view->drag = SN_PLOT_DRAG_NONE;
    if (drag == SN_PLOT_DRAG_BOX) {
        sn_plot_view_zoom_box(view, view->drag_x, view->drag_y, view->drag_x + dx,
                              view->drag_y + dy);
    }
    set_cursor(view);
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

/* A click goes to a moment; the second one of a double click fits instead and goes back. */
static void on_released(GtkGestureClick *gesture, int n, double x, double y, SnPlotView *view)
{
    double time;
    if (hypot(x - view->drag_x, y - view->drag_y) >= THRESHOLD)
        return;
    if (n == 2) {
        if (!isnan(view->time_before))
            go_to(view, view->time_before);
        sn_plot_view_fit(view);
    } else if (n == 1) {
        view->time_before = NAN;
        if (sn_plot_view_time_at(view, x, y, &time)) {
            view->time_before = sn_session_time(view->session);
            go_to(view, time);
        }
    }
}

static void on_secondary(GtkGestureClick *gesture, int n, double x, double y, SnPlotView *view)
{
    gtk_widget_grab_focus(GTK_WIDGET(view));
    activate(view);
    sn_plot_menu_open(view, x, y);
}

static gboolean on_menu_key(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    SnPlotView *view = SN_PLOT_VIEW(widget);
    activate(view);
    sn_plot_menu_open(view, gtk_widget_get_width(widget) / 2.0,
                      gtk_widget_get_height(widget) / 2.0);
    return TRUE;
}

/* --- drops --- */

static GdkDragAction on_drop_motion(GtkDropTarget *target, double x, double y, SnPlotView *view)
{
    const bool axis =
        view->layout && view->figure && !view->figure->empty && y > view->layout->bottom;
    const SnPlotDrop drop = axis ? SN_PLOT_DROP_X : SN_PLOT_DROP_CURVE;
    if (view->drop != drop) {
        view->drop = drop;
        gtk_widget_queue_draw(GTK_WIDGET(view));
    }
    return GDK_ACTION_COPY;
}

static void on_drop_leave(GtkDropTarget *target, SnPlotView *view)
{
    view->drop = SN_PLOT_DROP_NONE;
    gtk_widget_queue_draw(GTK_WIDGET(view));
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y,
                        SnPlotView *view)
{
    const char *text = g_value_get_string(value);
    const SnPlotDrop drop = view->drop;
    on_drop_leave(target, view);
    activate(view);
    if (!text || !sn_session_model(view->session))
        return FALSE;
    if (drop != SN_PLOT_DROP_X)
        return sn_edits_plot_add_curves(view->session, view->plot, text);
    char **lines = g_strsplit(text, "\n", 2); /* an axis shows one property */
    const bool done = sn_edits_plot_set_x(view->session, view->plot, lines[0] ? lines[0] : "", 0);
    g_strfreev(lines);
    return done;
}

/* --- all of them --- */

static void add_pointer(SnPlotView *view)
{
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_motion), view);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), view);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), view);
    gtk_widget_add_controller(GTK_WIDGET(view), motion);
    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), view);
    gtk_widget_add_controller(GTK_WIDGET(view), scroll);
}

static void add_clicks(SnPlotView *view)
{
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), view);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), view);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), view);
    gtk_widget_add_controller(GTK_WIDGET(view), GTK_EVENT_CONTROLLER(drag));
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "released", G_CALLBACK(on_released), view);
    gtk_widget_add_controller(GTK_WIDGET(view), GTK_EVENT_CONTROLLER(click));
    GtkGesture *secondary = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(secondary), GDK_BUTTON_SECONDARY);
    g_signal_connect(secondary, "pressed", G_CALLBACK(on_secondary), view);
    gtk_widget_add_controller(GTK_WIDGET(view), GTK_EVENT_CONTROLLER(secondary));
}

static void add_keys(SnPlotView *view)
{
    GtkEventController *keys = gtk_shortcut_controller_new();
    static const char *const triggers[] = {"Menu", "<Shift>F10"};
    for (gsize i = 0; i < G_N_ELEMENTS(triggers); i++) {
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(keys),
            gtk_shortcut_new(gtk_shortcut_trigger_parse_string(triggers[i]),
                             gtk_callback_action_new(on_menu_key, NULL, NULL)));
    }
    gtk_widget_add_controller(GTK_WIDGET(view), keys);
}

void sn_plot_view_add_input(SnPlotView *view)
{
    view->time_before = NAN;
    add_pointer(view);
    add_clicks(view);
    add_keys(view);
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY);
    g_signal_connect(drop, "enter", G_CALLBACK(on_drop_motion), view);
    g_signal_connect(drop, "motion", G_CALLBACK(on_drop_motion), view);
    g_signal_connect(drop, "leave", G_CALLBACK(on_drop_leave), view);
    g_signal_connect(drop, "drop", G_CALLBACK(on_drop), view);
    gtk_widget_add_controller(GTK_WIDGET(view), GTK_EVENT_CONTROLLER(drop));
    sn_plot_menu_add_actions(view);
}
