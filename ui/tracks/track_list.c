/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_list.h"

#include "engine/model/classes/probe.h"
#include "engine/model/classes/timeline.h"
#include "ui/edits/time/timeline.h"
#include "ui/tracks/track_drop.h"
#include "ui/tracks/track_menu.h"
#include "ui/tracks/track_stack.h"

#include <math.h>

#define LOOK_INTERVAL 100 /* [ms] recorded samples are looked at so often while it runs */

struct _SnTrackList {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    GtkWidget *scrolled, *stack, *empty;
    GtkAdjustment *adjustment;
    SnSeriesSource source; /* NULL: the engine */
    gpointer source_data;
    bool pencil;
    double pointer_x;  /* [px] */
    bool rows_changed; /* since the last SN_CHANGE_DONE */
    GArray *changed;   /* of SnId: probes that did */
    bool all_changed;  /* a clip did: any track may show it */
    guint look_source; /* a look is waiting */
    guint reveal_source;
    SnId reveal; /* to be scrolled into view when its row is there and the list has a height */
};

G_DEFINE_FINAL_TYPE(SnTrackList, sn_track_list, GTK_TYPE_WIDGET)

static void build(SnTrackList *list, const GArray *changed)
{
    sn_track_stack_build(SN_TRACK_STACK(list->stack), changed);
    const bool any = sn_track_rows_count(sn_track_stack_rows(SN_TRACK_STACK(list->stack))) > 0;
    gtk_widget_set_visible(list->empty, !any);
    gtk_widget_set_visible(list->stack, any);
}

static void show_open(SnTrackList *list, SnId id, bool open)
{
    const SnComponent *component = sn_model_get(sn_session_model(list->session), id);
    const SnProbe *probe = (const SnProbe *)component;
    sn_edits_show_track(list->session, id, open, probe->track_height);
}

/* --- samples --- */

void sn_track_list_set_source(SnTrackList *list, SnSeriesSource source, gpointer data)
{
    list->source = source;
    list->source_data = data;
    sn_track_stack_look(SN_TRACK_STACK(list->stack));
}

SnSeries *sn_track_list_series(SnTrackList *list, SnId probe)
{
    SnEngine *engine = sn_session_engine(list->session);
    if (list->source)
        return list->source(probe, list->source_data);
    return engine ? sn_engine_series(engine, probe, -1) : NULL;
}

static gboolean look_later(gpointer data)
{
    SnTrackList *list = data;
    list->look_source = 0;
    sn_track_stack_look(SN_TRACK_STACK(list->stack));
    return G_SOURCE_REMOVE;
}

static void queue_look(SnTrackList *list)
{
    if (list->look_source == 0 && gtk_widget_get_mapped(list->stack))
        list->look_source = g_timeout_add(LOOK_INTERVAL, look_later, list);
}

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnTrackList *list)
{
    queue_look(list);
}

/* What was recorded while another page was shown. */
static void on_map(GtkWidget *stack, SnTrackList *list)
{
    queue_look(list);
}

/* --- scrolling --- */

/* Scrolls a row into view, whole where it fits, else its top.  The list may not have its new height
 * yet, so the adjustment is reported; false: nothing has been laid out yet. */
static bool show_row(SnTrackList *list, SnId probe)
{
    SnTrackRows *rows = sn_track_stack_rows(SN_TRACK_STACK(list->stack));
    const int index = sn_track_rows_find(rows, probe);
    const double page = gtk_adjustment_get_page_size(list->adjustment);
    if (index < 0)
        return true;
    if (page <= 1)
        return false;
    const SnTrackRow *row = sn_track_rows_get(rows, index);
    const double low = row->y + row->height + MAX(MIN(SN_TRACK_FOOT, page - row->height), 0);
    gtk_adjustment_set_upper(list->adjustment,
                             MAX(sn_track_rows_height(rows) + SN_TRACK_FOOT, page));
    gtk_adjustment_clamp_page(list->adjustment, row->y, low);
    return true;
}

static gboolean reveal_now(gpointer data)
{
    SnTrackList *list = data;
    list->reveal_source = 0;
    if (show_row(list, list->reveal))
        list->reveal = SN_ID_NULL;
    return G_SOURCE_REMOVE;
}

/* Comes in the middle of the layout, where nothing may scroll: before the next frame, then. */
static void on_resized(GtkAdjustment *adjustment, SnTrackList *list)
{
    if (!sn_id_is_null(list->reveal) && list->reveal_source == 0)
        list->reveal_source = g_idle_add_full(GDK_PRIORITY_REDRAW - 6, reveal_now, list, NULL);
}

static void reveal(SnTrackList *list, SnId probe)
{
    list->reveal = show_row(list, probe) ? SN_ID_NULL : probe;
}

/* --- the document --- */

static void on_document(SnSession *session, SnTrackList *list)
{
    sn_track_stack_forget(SN_TRACK_STACK(list->stack));
    g_array_set_size(list->changed, 0);
    list->rows_changed = list->all_changed = false;
    build(list, NULL);
}

static void note_change(SnTrackList *list, const SnChange *change)
{
    const SnModel *model = sn_session_model(list->session);
    const SnComponent *component = sn_model_get(model, change->id);
    if (!component || change->kind == SN_CHANGE_ADDED || change->kind == SN_CHANGE_REMOVED ||
        change->kind == SN_CHANGE_RENAMED) {
        list->rows_changed = list->all_changed = true; /* names of targets, rows */
        if (component && change->kind == SN_CHANGE_ADDED && !change->undo &&
            component->class == &SN_CLASS_INPUT_PROBE) { /* to be edited */
            show_open(list, component->id, true);
            list->reveal = component->id;
        }
    } else if (component->class == &SN_CLASS_CLIP) {
        list->all_changed = true;
    } else if (sn_class_is_a(component->class, &SN_CLASS_PROBE)) {
        const SnId id = component->id;
        list->rows_changed = true;
        g_array_append_val(list->changed, id);
    }
}

static void on_change(SnSession *session, const SnChange *change, SnTrackList *list)
{
    if (change->kind != SN_CHANGE_DONE) {
        note_change(list, change);
        return;
    }
    if (list->rows_changed || list->all_changed)
        build(list, list->all_changed ? NULL : list->changed);
    list->rows_changed = list->all_changed = false;
    g_array_set_size(list->changed, 0);
    if (!sn_id_is_null(list->reveal))
        reveal(list, list->reveal);
}

/* --- what is open --- */

void sn_track_list_set_open(SnTrackList *list, SnId probe, bool open)
{
    show_open(list, probe, open);
    build(list, list->changed); /* nothing is loaded again */
    if (open)
        reveal(list, probe);
}

bool sn_track_list_is_open(SnTrackList *list, SnId probe)
{
    SnTrackRows *rows = sn_track_stack_rows(SN_TRACK_STACK(list->stack));
    const int index = sn_track_rows_find(rows, probe);
    return index >= 0 && sn_track_rows_get(rows, index)->open;
}

void sn_track_list_open_all(SnTrackList *list, bool open)
{
    SnTrackRows *rows = sn_track_stack_rows(SN_TRACK_STACK(list->stack));
    for (int i = 0; i < sn_track_rows_count(rows); i++) {
        const SnTrackRow *row = sn_track_rows_get(rows, i);
        if (!sn_id_is_null(row->probe))
            show_open(list, row->probe, open);
    }
    build(list, list->changed);
}

void sn_track_list_set_group_open(SnTrackList *list, const char *group, bool open)
{
    sn_edits_show_group(list->session, group, open);
    build(list, list->changed);
}

SnTrack *sn_track_list_track(SnTrackList *list, SnId probe)
{
    return sn_track_stack_track(SN_TRACK_STACK(list->stack), probe);
}

const SnTrackRow *sn_track_list_row_at(SnTrackList *list, double x, double y)
{
    SnTrackRows *rows = sn_track_stack_rows(SN_TRACK_STACK(list->stack));
    double over_x = 0, over_y = 0;
    if (!gtk_widget_translate_coordinates(GTK_WIDGET(list), list->stack, x, y, &over_x, &over_y))
        return NULL;
    const int index = sn_track_rows_at(rows, over_y);
    return index >= 0 ? sn_track_rows_get(rows, index) : NULL;
}

SnSession *sn_track_list_session(SnTrackList *list)
{
    return list->session;
}

SnAxis *sn_track_list_axis(SnTrackList *list)
{
    return list->axis;
}

void sn_track_list_set_pencil(SnTrackList *list, bool pencil)
{
    list->pencil = pencil;
    gtk_widget_set_cursor_from_name(list->stack, pencil ? "crosshair" : NULL);
}

bool sn_track_list_pencil(SnTrackList *list)
{
    return list->pencil;
}

/* --- hands --- */

static void on_menu(GtkGestureClick *click, int n, double x, double y, SnTrackList *list)
{
    const SnTrackRow *row = sn_track_list_row_at(list, x, y);
    if (!row || sn_id_is_null(row->probe)) { /* tracks have menus of their own */
        sn_track_list_menu_show(list, x, y);
    }
}

/* Ctrl zooms the time about the pointer, Shift and sideways move it; else the list scrolls. */
static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, SnTrackList *list)
{
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
    const double span = sn_axis_to(list->axis) - sn_axis_from(list->axis);
    if ((state & GDK_CONTROL_MASK) != 0) {
        sn_axis_zoom(list->axis, exp(-0.2 * dy), list->pointer_x,
                     gtk_widget_get_width(GTK_WIDGET(list)));
    } else if ((state & GDK_SHIFT_MASK) != 0 || dx != 0) {
        sn_axis_pan(list->axis, 0.05 * span * (dx != 0 ? dx : dy));
    } else {
        return GDK_EVENT_PROPAGATE;
    }
    return GDK_EVENT_STOP;
}

static void on_motion(GtkEventControllerMotion *motion, double x, double y, SnTrackList *list)
{
    list->pointer_x = x;
}

/* --- widget --- */

static void sn_track_list_dispose(GObject *object)
{
    SnTrackList *list = SN_TRACK_LIST(object);
    g_clear_handle_id(&list->look_source, g_source_remove);
    g_clear_handle_id(&list->reveal_source, g_source_remove);
    if (list->session) {
        g_signal_handlers_disconnect_by_data(list->session, list);
        g_signal_handlers_disconnect_by_data(list->adjustment, list);
        g_clear_pointer(&list->scrolled, gtk_widget_unparent);
        g_clear_object(&list->axis);
        g_clear_object(&list->session);
    }
    G_OBJECT_CLASS(sn_track_list_parent_class)->dispose(object);
}

static void sn_track_list_finalize(GObject *object)
{
    g_array_unref(SN_TRACK_LIST(object)->changed);
    G_OBJECT_CLASS(sn_track_list_parent_class)->finalize(object);
}

static void sn_track_list_class_init(SnTrackListClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_track_list_dispose;
    G_OBJECT_CLASS(class)->finalize = sn_track_list_finalize;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "tracklist");
}

static void sn_track_list_init(SnTrackList *list)
{
    list->changed = g_array_new(FALSE, FALSE, sizeof(SnId));
    list->empty = gtk_label_new("No probes. Select something and add an input probe to drive "
                                "it or an output probe to record it, or drop a property here.");
    gtk_label_set_wrap(GTK_LABEL(list->empty), TRUE);
    gtk_label_set_justify(GTK_LABEL(list->empty), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(list->empty, "sn-empty");
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
    g_signal_connect(click, "pressed", G_CALLBACK(on_menu), list);
    gtk_widget_add_controller(GTK_WIDGET(list), GTK_EVENT_CONTROLLER(click));
    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE);
    g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), list);
    gtk_widget_add_controller(GTK_WIDGET(list), scroll);
    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "motion", G_CALLBACK(on_motion), list);
    gtk_widget_add_controller(GTK_WIDGET(list), motion);
    gtk_widget_set_vexpand(GTK_WIDGET(list), TRUE);
    gtk_widget_set_name(GTK_WIDGET(list), "track-list");
}

GtkWidget *sn_track_list_new(SnSession *session, SnAxis *axis)
{
    SnTrackList *list = g_object_new(SN_TYPE_TRACK_LIST, NULL);
    list->session = g_object_ref(session);
    list->axis = g_object_ref(axis);
    list->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(list->scrolled),
                                               SN_TRACK_OPEN + SN_TRACK_FOOT);
    list->adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(list->scrolled));
    g_signal_connect(list->adjustment, "changed", G_CALLBACK(on_resized), list);
    list->stack = sn_track_stack_new(list, session, axis, list->adjustment);
    GtkWidget *below = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(below), list->stack);
    gtk_box_append(GTK_BOX(below), list->empty);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list->scrolled), below);
    gtk_widget_set_parent(list->scrolled, GTK_WIDGET(list));
    sn_track_drop_accept(list, session);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), list);
    g_signal_connect(list->stack, "map", G_CALLBACK(on_map), list);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), list);
    g_signal_connect(session, "change", G_CALLBACK(on_change), list);
    build(list, NULL);
    return GTK_WIDGET(list);
}
