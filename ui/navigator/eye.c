/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/navigator/eye.h"

#include "engine/model/drawable.h"
#include "ui/edits/edits.h"
#include "ui/navigator/row.h"

#include <math.h>

#define LIST_KEY "sn-eye-list" /* of a gesture: whether it began on a list */

enum {
    BEGINS = 4, /* [px], before the row's own drag would begin */
    STEP = 8,   /* [px] less than a row is high */
};

static bool is_list(SnSession *session, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(session), id);
    return component && sn_class_is_a(component->class, &SN_CLASS_LIST);
}

static bool has_eye(SnSession *session, SnId id)
{
    const SnComponent *component =
        id.entry == 0 ? sn_model_get(sn_session_model(session), id) : NULL;
    return component && sn_class_find_property(component->class, "render.visible") >= 0;
}

static SnNavigatorRow *row_of(GtkWidget *widget)
{
    GtkWidget *row = widget ? gtk_widget_get_ancestor(widget, SN_TYPE_NAVIGATOR_ROW) : NULL;
    return row ? SN_NAVIGATOR_ROW(row) : NULL;
}

/* The row at a height of the eye [px], beside it. */
static SnNavigatorRow *row_at(GtkWidget *eye, double y)
{
    GtkWidget *list = gtk_widget_get_ancestor(eye, GTK_TYPE_LIST_VIEW);
    double to_x, to_y;
    if (!list || !gtk_widget_translate_coordinates(eye, list, gtk_widget_get_width(eye) / 2.0, y,
                                                   &to_x, &to_y))
        return NULL;
    return row_of(gtk_widget_pick(list, to_x, to_y, GTK_PICK_DEFAULT));
}

static void paint(GtkGestureDrag *drag, SnSession *session, double y, bool visible)
{
    GtkWidget *eye = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(drag));
    SnNavigatorRow *row = row_at(eye, y);
    const SnId id = row ? sn_navigator_row_id(row) : SN_ID_NULL;
    const bool list = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(drag), LIST_KEY)) != 0;
    if (has_eye(session, id) && is_list(session, id) == list &&
        sn_edits_is_visible(session, id) != visible)
        sn_edits_set_visible(session, &id, 1, visible);
}

/* --- the drag: it has begun while the edit layer groups --- */

static void begin(GtkGestureDrag *drag, SnSession *session, bool visible)
{
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
    sn_edits_drag_begin(session, visible ? "Show" : "Hide");
}

static void on_update(GtkGestureDrag *drag, double dx, double dy, SnSession *session)
{
    GtkWidget *eye = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(drag));
    const bool running =
        gtk_gesture_get_sequence_state(GTK_GESTURE(drag),
                                       gtk_gesture_get_last_updated_sequence(GTK_GESTURE(drag))) ==
        GTK_EVENT_SEQUENCE_CLAIMED;
    SnNavigatorRow *first = row_of(eye);
    if (!first || (!running && (fabs(dy) < BEGINS || sn_edits_dragging(session))))
        return;
    const SnId id = sn_navigator_row_id(first);
    double x, y;
    gtk_gesture_drag_get_start_point(drag, &x, &y);
    bool visible = sn_edits_is_visible(session, id);
    if (!running) {
        visible = !visible;
        g_object_set_data(G_OBJECT(drag), LIST_KEY, GINT_TO_POINTER(is_list(session, id)));
        begin(drag, session, visible);
    }
    const int n = (int)ceil(fabs(dy) / STEP); /* a quick hand leaves rows out */
    for (int i = 0; i <= n; i++)
        paint(drag, session, y + (n > 0 ? dy * i / n : 0), visible);
}

static void on_end(GtkGesture *drag, GdkEventSequence *sequence, SnSession *session)
{
    if (gtk_gesture_get_sequence_state(drag, sequence) == GTK_EVENT_SEQUENCE_CLAIMED &&
        sn_edits_dragging(session))
        sn_edits_drag_end(session);
}

void sn_navigator_eye_add_drag(GtkWidget *eye, SnSession *session)
{
    GtkGesture *drag = gtk_gesture_drag_new();
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(drag), GTK_PHASE_CAPTURE);
    g_signal_connect(drag, "drag-update", G_CALLBACK(on_update), session);
    g_signal_connect(drag, "end", G_CALLBACK(on_end), session);
    gtk_widget_add_controller(eye, GTK_EVENT_CONTROLLER(drag));
}
