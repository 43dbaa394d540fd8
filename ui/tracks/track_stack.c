/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_stack.h"

#include "ui/edits/time/probe.h"
#include "ui/edits/time/timeline.h"
#include "ui/tracks/track_group.h"

#include <math.h>

#define EDGE  5  /* a lower edge can be pulled so far from it [px] */
#define SLACK 6  /* a press that moves less is a click [px] */
#define AHEAD 60 /* rows so far out of view are shown already [px] */

typedef enum Drag { DRAG_NONE, DRAG_WAIT, DRAG_MOVE, DRAG_RESIZE } Drag;

struct _SnTrackStack {
    GtkWidget parent_instance;
    SnTrackList *list;
    SnSession *session;
    SnAxis *axis;
    GtkAdjustment *adjustment;
    SnTrackRows *rows;
    GPtrArray *widgets; /* [rows] of GtkWidget or NULL: not in view yet */
    guint show_source;  /* rows that came into view are still to be shown */

    Drag drag;
    int row;          /* that is dragged */
    int height;       /* of it when the drag began */
    double x, y;      /* where it began */
    SnTrackSlot drop; /* while a header is dragged */
};

G_DEFINE_FINAL_TYPE(SnTrackStack, sn_track_stack, GTK_TYPE_WIDGET)

/* --- widgets --- */

static void drop_widget(gpointer widget)
{
    if (widget)
        gtk_widget_unparent(widget);
}

static GtkWidget *make_widget(SnTrackStack *stack, const SnTrackRow *row)
{
    GtkWidget *widget = sn_id_is_null(row->probe)
                            ? sn_track_group_new(stack->list, row->group)
                            : sn_track_new(stack->list, stack->session, stack->axis, row->probe);
    gtk_widget_set_parent(widget, GTK_WIDGET(stack));
    return widget;
}

static void update_widget(GtkWidget *widget, const SnTrackRow *row)
{
    if (sn_id_is_null(row->probe))
        sn_track_group_set(SN_TRACK_GROUP_WIDGET(widget), row->open, row->count);
    else
        sn_track_set_open(SN_TRACK(widget), row->open);
}

/* Rows in view, or nearly, get widgets; the others are not drawn. */
static void show_rows(SnTrackStack *stack)
{
    const double top = gtk_adjustment_get_value(stack->adjustment);
    const double page = gtk_adjustment_get_page_size(stack->adjustment);
    for (guint i = 0; i < stack->widgets->len; i++) {
        const SnTrackRow *row = sn_track_rows_get(stack->rows, (int)i);
        const bool near = row->y + row->height > top - AHEAD && row->y < top + page + AHEAD;
        if (near && !stack->widgets->pdata[i]) {
            stack->widgets->pdata[i] = make_widget(stack, row);
            update_widget(stack->widgets->pdata[i], row);
        }
        if (stack->widgets->pdata[i]) {
            GtkWidget *widget = stack->widgets->pdata[i];
            const bool shown = gtk_widget_get_child_visible(widget);
            gtk_widget_set_child_visible(widget, near);
            if (near && !shown && SN_IS_TRACK(widget))
                sn_track_look(SN_TRACK(widget));
        }
    }
}

static gboolean show_rows_now(gpointer data)
{
    SnTrackStack *stack = data;
    stack->show_source = 0;
    show_rows(stack);
    gtk_widget_queue_allocate(GTK_WIDGET(stack));
    return G_SOURCE_REMOVE;
}

/* Comes in the middle of the layout, where no widget may be added: before the next frame, then. */
static void on_scrolled(GtkAdjustment *adjustment, SnTrackStack *stack)
{
    if (stack->show_source == 0)
        stack->show_source = g_idle_add_full(GDK_PRIORITY_REDRAW - 5, show_rows_now, stack, NULL);
}

/* Whether a row's widget shows that row. */
static bool shows(GtkWidget *widget, const SnTrackRow *row)
{
    return sn_id_is_null(row->probe)
               ? SN_IS_TRACK_GROUP_WIDGET(widget) &&
                     sn_track_group_name(SN_TRACK_GROUP_WIDGET(widget)) == row->group
               : SN_IS_TRACK(widget) && sn_id_equal(sn_track_probe(SN_TRACK(widget)), row->probe);
}

static GtkWidget *take_widget(GPtrArray *widgets, const SnTrackRow *row)
{
    for (guint i = 0; i < widgets->len; i++) {
        if (widgets->pdata[i] && shows(widgets->pdata[i], row))
            return g_steal_pointer(&widgets->pdata[i]);
    }
    return NULL;
}

static bool is_among(const GArray *ids, SnId id)
{
    for (guint i = 0; ids && i < ids->len; i++) {
        if (sn_id_equal(g_array_index(ids, SnId, i), id))
            return true;
    }
    return ids == NULL;
}

void sn_track_stack_build(SnTrackStack *stack, const GArray *changed)
{
    GPtrArray *former = stack->widgets;
    sn_track_rows_build(stack->rows, sn_session_model(stack->session));
    const int n = sn_track_rows_count(stack->rows);
    stack->widgets = g_ptr_array_new_with_free_func(drop_widget);
    for (int i = 0; i < n; i++) {
        const SnTrackRow *row = sn_track_rows_get(stack->rows, i);
        GtkWidget *widget = take_widget(former, row);
        g_ptr_array_add(stack->widgets, widget);
        if (widget)
            update_widget(widget, row);
        if (widget && SN_IS_TRACK(widget) && is_among(changed, row->probe))
            sn_track_load(SN_TRACK(widget));
    }
    g_ptr_array_unref(former); /* those whose row went */
    show_rows(stack);
    gtk_widget_queue_resize(GTK_WIDGET(stack));
}

void sn_track_stack_forget(SnTrackStack *stack)
{
    g_ptr_array_set_size(stack->widgets, 0);
    sn_track_rows_build(stack->rows, NULL);
}

void sn_track_stack_look(SnTrackStack *stack)
{
    for (guint i = 0; i < stack->widgets->len; i++) {
        GtkWidget *widget = stack->widgets->pdata[i];
        if (widget && SN_IS_TRACK(widget) && gtk_widget_get_mapped(widget))
            sn_track_look(SN_TRACK(widget));
    }
}

SnTrackRows *sn_track_stack_rows(SnTrackStack *stack)
{
    return stack->rows;
}

SnTrack *sn_track_stack_track(SnTrackStack *stack, SnId probe)
{
    const int index = sn_track_rows_find(stack->rows, probe);
    return index >= 0 ? stack->widgets->pdata[index] : NULL;
}

/* --- layout --- */

static void sn_track_stack_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                   int *minimum, int *natural, int *minimum_baseline,
                                   int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_VERTICAL
                   ? sn_track_rows_height(SN_TRACK_STACK(widget)->rows) + SN_TRACK_FOOT
                   : SN_AXIS_GUTTER + 40;
    *natural = *minimum;
}

static void sn_track_stack_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    SnTrackStack *stack = SN_TRACK_STACK(widget);
    for (guint i = 0; i < stack->widgets->len; i++) {
        GtkWidget *child = stack->widgets->pdata[i];
        const SnTrackRow *row = sn_track_rows_get(stack->rows, (int)i);
        if (child && gtk_widget_get_child_visible(child)) {
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
            gtk_widget_size_allocate(child, &(GtkAllocation){0, row->y, width, row->height}, -1);
        }
    }
}

static void sn_track_stack_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    SnTrackStack *stack = SN_TRACK_STACK(widget);
    for (guint i = 0; i < stack->widgets->len; i++) {
        GtkWidget *child = stack->widgets->pdata[i];
        if (child && gtk_widget_get_child_visible(child))
            gtk_widget_snapshot_child(widget, child, snapshot);
    }
    if (stack->drag == DRAG_MOVE) {
        GdkRGBA accent = {0.94f, 0.55f, 0, 1};
        gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "sn_accent", &accent);
        const float left = stack->drop.group ? 20 : 0;
        const int line = CLAMP(stack->drop.line - 1, 0, gtk_widget_get_height(widget) - 2);
        gtk_snapshot_append_color(
            snapshot, &accent,
            &GRAPHENE_RECT_INIT(left, (float)line, (float)gtk_widget_get_width(widget) - left, 2));
    }
}

/* --- dragging headers and edges --- */

/* Row whose lower edge is at y and can be pulled; -1. */
static int edge_at(const SnTrackStack *stack, double y)
{
    const int index = sn_track_rows_at(stack->rows, MAX(y - EDGE, 0));
    if (index < 0)
        return -1;
    const SnTrackRow *row = sn_track_rows_get(stack->rows, index);
    return row->open && !sn_id_is_null(row->probe) && fabs(row->y + row->height - y) <= EDGE ? index
                                                                                             : -1;
}

static void on_drag_begin(GtkGestureDrag *gesture, double x, double y, SnTrackStack *stack)
{
    const int edge = edge_at(stack, y);
    const int row = sn_track_rows_at(stack->rows, y);
    stack->drag = DRAG_NONE;
    stack->x = x;
    stack->y = y;
    if (edge >= 0) {
        stack->drag = DRAG_RESIZE;
        stack->row = edge;
        stack->height = sn_track_rows_get(stack->rows, edge)->height;
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    } else if (x < SN_AXIS_GUTTER && row >= 0 &&
               !sn_id_is_null(sn_track_rows_get(stack->rows, row)->probe)) {
        stack->drag = DRAG_WAIT;
        stack->row = row;
    } else {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_DENIED);
    }
}

static void on_drag_update(GtkGestureDrag *gesture, double dx, double dy, SnTrackStack *stack)
{
    if (stack->drag == DRAG_WAIT && fabs(dy) > SLACK) {
        stack->drag = DRAG_MOVE;
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
    if (stack->drag == DRAG_RESIZE) {
        sn_track_rows_set_height(stack->rows, stack->row, stack->height + (int)round(dy));
        const SnTrackRow *row = sn_track_rows_get(stack->rows, stack->row);
        sn_edits_show_track(stack->session, row->probe, row->open, row->height);
        show_rows(stack);
        gtk_widget_queue_resize(GTK_WIDGET(stack));
    } else if (stack->drag == DRAG_MOVE) {
        const SnId probe = sn_track_rows_get(stack->rows, stack->row)->probe;
        stack->drop = sn_track_rows_slot(stack->rows, probe, stack->y + dy);
        gtk_widget_queue_draw(GTK_WIDGET(stack));
    }
}

static void on_drag_end(GtkGestureDrag *gesture, double dx, double dy, SnTrackStack *stack)
{
    const Drag drag = stack->drag;
    stack->drag = DRAG_NONE;
    gtk_widget_queue_draw(GTK_WIDGET(stack));
    if (drag == DRAG_MOVE) {
        const SnId probe = sn_track_rows_get(stack->rows, stack->row)->probe;
        sn_edits_move_probe(stack->session, probe, stack->drop.before, stack->drop.group);
    }
}

static void on_cancel(GtkGesture *gesture, GdkEventSequence *sequence, SnTrackStack *stack)
{
    stack->drag = DRAG_NONE;
    gtk_widget_queue_draw(GTK_WIDGET(stack));
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnTrackStack *stack)
{
    const bool edge = edge_at(stack, y) >= 0;
    gtk_widget_set_cursor_from_name(GTK_WIDGET(stack), edge ? "ns-resize" : NULL);
}

/* --- widget --- */

static void sn_track_stack_dispose(GObject *object)
{
    SnTrackStack *stack = SN_TRACK_STACK(object);
    g_clear_handle_id(&stack->show_source, g_source_remove);
    g_clear_pointer(&stack->widgets, g_ptr_array_unref);
    if (stack->adjustment) {
        g_signal_handlers_disconnect_by_data(stack->adjustment, stack);
        g_clear_object(&stack->adjustment);
        g_clear_object(&stack->axis);
        g_clear_object(&stack->session);
    }
    G_OBJECT_CLASS(sn_track_stack_parent_class)->dispose(object);
}

static void sn_track_stack_finalize(GObject *object)
{
    sn_track_rows_free(SN_TRACK_STACK(object)->rows);
    G_OBJECT_CLASS(sn_track_stack_parent_class)->finalize(object);
}

static void sn_track_stack_class_init(SnTrackStackClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = sn_track_stack_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_track_stack_finalize;
    widget->measure = sn_track_stack_measure;
    widget->size_allocate = sn_track_stack_size_allocate;
    widget->snapshot = sn_track_stack_snapshot;
    gtk_widget_class_set_css_name(widget, "trackstack");
}

static void sn_track_stack_init(SnTrackStack *stack)
{
    stack->rows = sn_track_rows_new();
    stack->widgets = g_ptr_array_new_with_free_func(drop_widget);
    GtkGesture *drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), stack);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), stack);
    g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), stack);
    g_signal_connect(drag, "cancel", G_CALLBACK(on_cancel), stack);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(drag), GTK_PHASE_CAPTURE);
    gtk_widget_add_controller(GTK_WIDGET(stack), GTK_EVENT_CONTROLLER(drag));
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), stack);
    gtk_widget_add_controller(GTK_WIDGET(stack), motion);
}

GtkWidget *sn_track_stack_new(SnTrackList *list, SnSession *session, SnAxis *axis,
                              GtkAdjustment *adjustment)
{
    SnTrackStack *stack = g_object_new(SN_TYPE_TRACK_STACK, NULL);
    stack->list = list;
    stack->session = g_object_ref(session);
    stack->axis = g_object_ref(axis);
    stack->adjustment = g_object_ref(adjustment);
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(on_scrolled), stack);
    g_signal_connect(adjustment, "changed", G_CALLBACK(on_scrolled), stack);
    gtk_widget_set_name(GTK_WIDGET(stack), "tracks");
    return GTK_WIDGET(stack);
}
