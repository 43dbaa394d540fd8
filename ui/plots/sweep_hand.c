/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/sweep_private.h"

#include "ui/edits/edits.h"
#include "ui/edits/pose.h"

#include <math.h>

enum { MOST_KEPT = 8 };

/* --- the pose --- */

static void on_value(const SnWatched *value, gpointer data)
{
    SnSweepView *view = data;
    const double now = value->n > 0 ? value->value[0] : (double)NAN;
    if (now != view->now) {
        view->now = now;
        gtk_widget_queue_draw(view->picture);
    }
}

void sn_sweep_hand_follow(SnSweepView *view, bool follow)
{
    const SnTarget *target = follow ? sn_sweep_view_coordinate(view) : NULL;
    if (view->watch != 0)
        sn_session_unwatch(view->session, view->watch);
    view->watch = 0;
    view->now = (double)NAN;
    if (target)
        view->watch = sn_session_watch(view->session, target->id, target->row, on_value, view);
}

void sn_sweep_hand_draw(SnSweepView *view, cairo_t *cairo, const SnPlotLayout *layout)
{
    view->edge[0] = layout->left;
    view->edge[1] = layout->right;
    const double x = sn_plot_map_x(&layout->map[0], view->now);
    if (!isfinite(x) || x < layout->left || x > layout->right)
        return;
    cairo_set_source_rgba(cairo, 0.94, 0.55, 0, 0.9);
    cairo_set_line_width(cairo, 1);
    cairo_move_to(cairo, x, layout->top);
    cairo_line_to(cairo, x, layout->bottom);
    cairo_stroke(cairo);
    cairo_move_to(cairo, x - 5, layout->top);
    cairo_line_to(cairo, x + 5, layout->top);
    cairo_line_to(cairo, x, layout->top + 7);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static void pose(SnSweepView *view, double x)
{
    const SnModel *model = sn_session_model(view->session);
    const SnTarget *target = sn_sweep_view_coordinate(view);
    if (!model || !target || !sn_model_get(model, target->id) || !view->figure ||
        view->edge[1] <= view->edge[0])
        return;
    const double share = (x - view->edge[0]) / (view->edge[1] - view->edge[0]);
    const double *range = view->figure->x;
    const double value = range[0] + CLAMP(share, 0, 1) * (range[1] - range[0]);
    sn_edits_pose(view->session, &target->id, 1,
                  sn_model_property(model, target->id, target->row)->name, value);
}

static void on_begin(GtkGestureDrag *drag, double x, double y, SnSweepView *view)
{
    const bool inside = x >= view->edge[0] - 4 && x <= view->edge[1] + 4;
    if (!inside || !sn_session_model(view->session) || sn_edits_dragging(view->session)) {
        gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
    sn_edits_drag_begin(view->session, "Pose on the plot");
    pose(view, x);
}

static bool is_ours(GtkGestureDrag *drag, SnSweepView *view)
{
    GdkEventSequence *sequence = gtk_gesture_get_last_updated_sequence(GTK_GESTURE(drag));
    return gtk_gesture_get_sequence_state(GTK_GESTURE(drag), sequence) ==
               GTK_EVENT_SEQUENCE_CLAIMED &&
           sn_edits_dragging(view->session);
}

static void on_update(GtkGestureDrag *drag, double dx, double dy, SnSweepView *view)
{
    double x, y;
    if (is_ours(drag, view) && gtk_gesture_drag_get_start_point(drag, &x, &y))
        pose(view, x + dx);
}

static void on_end(GtkGestureDrag *drag, double dx, double dy, SnSweepView *view)
{
    if (is_ours(drag, view))
        sn_edits_drag_end(view->session);
}

void sn_sweep_hand_add(SnSweepView *view)
{
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_begin), view);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), view);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_end), view);
    gtk_widget_add_controller(view->picture, GTK_EVENT_CONTROLLER(drag));
    gtk_widget_set_cursor_from_name(view->picture, "ew-resize");
    gtk_widget_set_tooltip_text(view->picture, "Click or drag: the model takes that pose");
}

/* --- curves kept --- */

void sn_sweep_keep_clear(SnSweepView *view)
{
    view->keep = false;
    g_ptr_array_set_size(view->kept, 0);
}

void sn_sweep_keep_replaced(SnSweepView *view, SnSweep *sweep)
{
    if (view->keep && view->sweep) {
        if (view->kept->len == MOST_KEPT)
            g_ptr_array_remove_index(view->kept, 0);
        g_ptr_array_add(view->kept, view->sweep);
    } else {
        sn_sweep_free(view->sweep);
    }
    view->keep = false;
    view->sweep = sweep;
}

static void on_keep(GtkButton *button, SnSweepView *view)
{
    view->keep = view->sweep != NULL;
    gtk_label_set_text(
        GTK_LABEL(view->state),
        "Kept: what the model's next change makes of the curves is drawn over them.");
    gtk_widget_set_visible(view->state, view->keep);
}

static void on_clear(GtkButton *button, SnSweepView *view)
{
    sn_sweep_keep_clear(view);
    gtk_widget_set_visible(view->state, FALSE);
    sn_sweep_view_remake(view);
}

static void add_button(SnSweepView *view, GtkWidget *bar, const char *label, const char *name,
                       const char *help, GCallback call)
{
    GtkWidget *button = gtk_button_new_with_label(label);
    gtk_widget_set_name(button, name);
    gtk_widget_set_tooltip_text(button, help);
    g_signal_connect(button, "clicked", call, view);
    gtk_box_append(GTK_BOX(bar), button);
}

void sn_sweep_keep_add(SnSweepView *view, GtkWidget *bar)
{
    add_button(view, bar, "Keep", "sweep-keep",
               "The curves of now stay for comparison when the model is changed",
               G_CALLBACK(on_keep));
    add_button(view, bar, "Clear", "sweep-clear", "Take the kept curves away",
               G_CALLBACK(on_clear));
}
