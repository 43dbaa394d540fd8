/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/edits.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/ruler_private.h"

#include <math.h>

#define CLICK 4 /* [px] a press that moves less is a click */
#define SNAP  4 /* [px] a dragged flag sticks to the cursor */

static double time_at(SnRuler *ruler, double x)
{
    return MAX(sn_axis_time(ruler->axis, x, gtk_widget_get_width(GTK_WIDGET(ruler))), 0);
}

static double seconds(SnRuler *ruler, double pixels)
{
    return time_at(ruler, 1e4 + pixels) - time_at(ruler, 1e4);
}

/* The moment a flag or loop end dropped at a pixel means: a step, or the cursor nearby. */
static double snapped(SnRuler *ruler, double time)
{
    const SnSnapshot *snapshot = sn_session_snapshot(ruler->session);
    const double cursor = sn_transport_time(ruler->transport);
    if (fabs(time - cursor) <= seconds(ruler, SNAP))
        return cursor;
    const double step = snapshot ? snapshot->step_size : 0;
    return step > 0 ? MAX(round(time / step), 0) * step : time;
}

/* --- press --- */

static void press(SnRuler *ruler, guint button, double x, double y, GdkModifierType state)
{
    ruler->pressed = sn_ruler_hit(ruler, x, y);
    ruler->button = button;
    ruler->pans = button == GDK_BUTTON_MIDDLE || (state & GDK_SHIFT_MASK) != 0;
    ruler->moved = false;
    ruler->start_x = x;
    ruler->start_from = sn_axis_from(ruler->axis);
    ruler->start_time = sn_transport_time(ruler->transport);
    ruler->press_time = time_at(ruler, x);
    sn_transport_range(ruler->transport, &ruler->start_loop[0], &ruler->start_loop[1]);
    gtk_widget_grab_focus(GTK_WIDGET(ruler));
    if (button != GDK_BUTTON_PRIMARY || ruler->pans)
        return;
    if (ruler->pressed.part == SN_RULER_FLAG) {
        const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, ruler->pressed.waypoint);
        ruler->start_time = waypoint->time;
        if (!sn_session_is_selected(ruler->session, ruler->pressed.waypoint)) {
            const SnSelect how =
                (state & GDK_CONTROL_MASK) != 0 ? SN_SELECT_TOGGLE : SN_SELECT_REPLACE;
            sn_session_select(ruler->session, &ruler->pressed.waypoint, 1, how);
        }
    } else if (ruler->pressed.part == SN_RULER_TIME &&
               time_at(ruler, x) <= sn_transport_end(ruler->transport) + seconds(ruler, 2)) {
        sn_transport_scrub(ruler->transport, time_at(ruler, x));
    }
}

static void move_flag(SnRuler *ruler, double dx)
{
    if (!sn_edits_dragging(ruler->session))
        sn_edits_drag_begin(ruler->session, "Move waypoint");
    sn_edits_move_waypoint(ruler->session, ruler->pressed.waypoint,
                           snapped(ruler, ruler->start_time + seconds(ruler, dx)));
}

static void move_loop(SnRuler *ruler, double dx)
{
    double ends[2] = {0, 0};
    sn_transport_range(ruler->transport, &ends[0], &ends[1]);
    const int which = ruler->pressed.part == SN_RULER_LOOP_FROM ? 0 : 1;
    const SnSnapshot *snapshot = sn_session_snapshot(ruler->session);
    const double least = snapshot ? 2 * snapshot->step_size : 0;
    const double time = snapped(ruler, time_at(ruler, ruler->start_x + dx));
    ends[which] = which == 0 ? MIN(time, ends[1] - least) : MAX(time, ends[0] + least);
    sn_transport_set_range(ruler->transport, ends[0], ends[1]);
}

static void drag(SnRuler *ruler, double dx)
{
    ruler->moved |= fabs(dx) >= CLICK;
    if (!ruler->moved)
        return;
    if (ruler->pans) {
        sn_axis_pan(ruler->axis,
                    ruler->start_from - seconds(ruler, dx) - sn_axis_from(ruler->axis));
        return;
    }
    switch (ruler->pressed.part) {
    case SN_RULER_TIME:
        sn_transport_scrub(ruler->transport, time_at(ruler, ruler->start_x + dx));
        break;
    case SN_RULER_FLAG:
        move_flag(ruler, dx);
        break;
    case SN_RULER_LOOP_FROM:
    case SN_RULER_LOOP_TO:
        move_loop(ruler, dx);
        break;
    case SN_RULER_BRANCH_BAR:
    case SN_RULER_NONE:
        break;
    }
}

/* A press that did not move. */
static void click(SnRuler *ruler)
{
    switch (ruler->pressed.part) {
    case SN_RULER_TIME:
        if (!sn_transport_is_scrubbing(ruler->transport))
            sn_transport_go(ruler->transport, ruler->press_time);
        break;
    case SN_RULER_FLAG:
        sn_transport_go(ruler->transport, ruler->start_time);
        break;
    case SN_RULER_BRANCH_BAR:
        sn_transport_switch_branch(ruler->transport, ruler->pressed.span_id);
        break;
    case SN_RULER_LOOP_FROM:
    case SN_RULER_LOOP_TO:
    case SN_RULER_NONE:
        break;
    }
}

static void release(SnRuler *ruler)
{
    const bool primary = ruler->button == GDK_BUTTON_PRIMARY && !ruler->pans;
    if (sn_edits_dragging(ruler->session) && ruler->pressed.part == SN_RULER_FLAG)
        sn_edits_drag_end(ruler->session);
    else if (primary && !ruler->moved)
        click(ruler);
    sn_transport_scrub_end(ruler->transport);
    ruler->button = 0;
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

/* What a drag has done so far is taken back. */
static bool cancel(SnRuler *ruler)
{
    if (ruler->button == 0)
        return false;
    if (ruler->pressed.part == SN_RULER_FLAG && sn_edits_dragging(ruler->session)) {
        sn_edits_drag_cancel(ruler->session);
    } else if (sn_transport_is_scrubbing(ruler->transport)) {
        sn_transport_scrub(ruler->transport, ruler->start_time);
        sn_transport_scrub_end(ruler->transport);
    } else if (ruler->pressed.part == SN_RULER_LOOP_FROM ||
               ruler->pressed.part == SN_RULER_LOOP_TO) {
        sn_transport_set_range(ruler->transport, ruler->start_loop[0], ruler->start_loop[1]);
    }
    ruler->button = 0;
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
    return true;
}

/* --- signals --- */

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, SnRuler *ruler)
{
    const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    if (button == GDK_BUTTON_SECONDARY || sn_ruler_hit(ruler, x, y).part == SN_RULER_NONE ||
        !sn_session_model(ruler->session)) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    press(ruler, button, x, y, state);
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, SnRuler *ruler)
{
    if (ruler->button != 0)
        drag(ruler, dx);
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, SnRuler *ruler)
{
    if (ruler->button != 0)
        release(ruler);
}

static void on_drag_cancel(GtkGesture *gesture, GdkEventSequence *sequence, SnRuler *ruler)
{
    cancel(ruler);
}

/* On release, so that the press does not take the focus from what is asked. */
static void on_released(GtkGestureClick *gesture, int n, double x, double y, SnRuler *ruler)
{
    const SnRulerHit hit = sn_ruler_hit(ruler, x, y);
    if (n != 2)
        return;
    if (hit.part == SN_RULER_FLAG)
        sn_ruler_rename(ruler, hit.waypoint);
    else if (hit.part == SN_RULER_TIME)
        sn_ruler_show_all(ruler);
}

static void on_menu(GtkGestureClick *gesture, int n, double x, double y, SnRuler *ruler)
{
    const SnRulerHit hit = sn_ruler_hit(ruler, x, y);
    if (hit.part != SN_RULER_NONE && sn_session_model(ruler->session))
        sn_ruler_open_menu(ruler, &hit, x, y);
}

static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, SnRuler *ruler)
{
    const int width = gtk_widget_get_width(GTK_WIDGET(ruler));
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
    if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
        dx = dy;
    if (dx != 0) {
        sn_axis_pan(ruler->axis, dx * 0.05 * (sn_axis_to(ruler->axis) - sn_axis_from(ruler->axis)));
    } else {
        /* scroll events do not say where they are */
        sn_axis_zoom(ruler->axis, exp(-0.2 * dy), ruler->pointer_x, width);
    }
    return GDK_EVENT_STOP;
}

static void set_hover(SnRuler *ruler, const SnRulerHit *hit)
{
    static const char *const pointers[] = {
        [SN_RULER_NONE] = NULL,           [SN_RULER_TIME] = "col-resize",
        [SN_RULER_FLAG] = "pointer",      [SN_RULER_LOOP_FROM] = "ew-resize",
        [SN_RULER_LOOP_TO] = "ew-resize", [SN_RULER_BRANCH_BAR] = "pointer"};
    if (hit->part == ruler->hover.part && sn_id_equal(hit->waypoint, ruler->hover.waypoint) &&
        hit->span_id == ruler->hover.span_id)
        return;
    ruler->hover = *hit;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(ruler), pointers[hit->part]);
    gtk_widget_queue_draw(GTK_WIDGET(ruler));
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnRuler *ruler)
{
    const SnRulerHit hit = sn_ruler_hit(ruler, x, y);
    ruler->pointer_x = x;
    if (ruler->button == 0)
        set_hover(ruler, &hit);
}

static void on_leave(GtkEventControllerMotion *motion, SnRuler *ruler)
{
    set_hover(ruler, &(SnRulerHit){SN_RULER_NONE, SN_ID_NULL, 0});
}

static gboolean on_key(GtkEventControllerKey *controller, guint value, guint code,
                       GdkModifierType state, SnRuler *ruler)
{
    if (value == GDK_KEY_Menu || (value == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0)) {
        double point[2] = {0, 0};
        sn_ruler_locate(ruler, sn_transport_time(ruler->transport), false, point);
        sn_ruler_open_menu(ruler, &(SnRulerHit){SN_RULER_TIME, SN_ID_NULL, 0}, point[0], point[1]);
        return GDK_EVENT_STOP;
    }
    return value == GDK_KEY_Escape && cancel(ruler);
}

void sn_ruler_add_controllers(SnRuler *ruler)
{
    GtkWidget *self = GTK_WIDGET(ruler);
    GtkGesture *drag_gesture = gtk_gesture_drag_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag_gesture), 0);
    g_signal_connect(drag_gesture, "drag-begin", G_CALLBACK(on_drag_begin), ruler);
    g_signal_connect(drag_gesture, "drag-update", G_CALLBACK(on_drag_update), ruler);
    g_signal_connect(drag_gesture, "drag-end", G_CALLBACK(on_drag_end), ruler);
    g_signal_connect(drag_gesture, "cancel", G_CALLBACK(on_drag_cancel), ruler);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(drag_gesture));
    GtkGesture *click_gesture = gtk_gesture_click_new();
    g_signal_connect(click_gesture, "released", G_CALLBACK(on_released), ruler);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(click_gesture));
    gtk_gesture_group(click_gesture, drag_gesture);
    GtkGesture *menu_gesture = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(menu_gesture), GDK_BUTTON_SECONDARY);
    g_signal_connect(menu_gesture, "pressed", G_CALLBACK(on_menu), ruler);
    gtk_widget_add_controller(self, GTK_EVENT_CONTROLLER(menu_gesture));
    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), ruler);
    gtk_widget_add_controller(self, scroll);
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(on_motion), ruler);
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), ruler);
    g_signal_connect(motion, "leave", G_CALLBACK(on_leave), ruler);
    gtk_widget_add_controller(self, motion);
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), ruler);
    gtk_widget_add_controller(self, keys);
}
