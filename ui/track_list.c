/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track_list.h"

#include "engine/model/classes/probe.h"
#include "ui/track.h"

#define LOAD_INTERVAL 100 /* [ms] recorded samples are looked at so often while it runs */

struct _SnTrackList {
    GtkWidget parent_instance;
    SnSession *session;
    SnAxis *axis;
    GtkWidget *scrolled, *tracks, *empty;
    bool probes_changed; /* since the last SN_CHANGE_DONE */
    guint load_source;   /* a look is waiting */
};

G_DEFINE_FINAL_TYPE(SnTrackList, sn_track_list, GTK_TYPE_WIDGET)

static bool add_track(SnComponent *component, void *data)
{
    SnTrackList *list = data;
    if (sn_class_is_a(component->class, &SN_CLASS_PROBE)) {
        gtk_box_append(GTK_BOX(list->tracks),
                       sn_track_new(list->session, list->axis, component->id));
    }
    return true;
}

static void rebuild(SnTrackList *list)
{
    GtkWidget *track = gtk_widget_get_first_child(list->tracks);
    while (track != NULL) {
        gtk_box_remove(GTK_BOX(list->tracks), track);
        track = gtk_widget_get_first_child(list->tracks);
    }
    const SnModel *model = sn_session_model(list->session);
    if (model != NULL) {
        sn_component_walk(model->root, add_track, list);
    }
    bool any = gtk_widget_get_first_child(list->tracks) != NULL;
    gtk_widget_set_visible(list->empty, !any);
    gtk_widget_set_visible(list->tracks, any);
}

static void load_tracks(SnTrackList *list)
{
    for (GtkWidget *track = gtk_widget_get_first_child(list->tracks); track != NULL;
         track = gtk_widget_get_next_sibling(track)) {
        if (sn_track_is_output(SN_TRACK(track))) {
            sn_track_load(SN_TRACK(track));
        }
    }
}

static gboolean load_later(gpointer data)
{
    SnTrackList *list = data;
    list->load_source = 0;
    load_tracks(list);
    return G_SOURCE_REMOVE;
}

/* --- session --- */

static void on_snapshot(SnSession *session, const SnSnapshot *snapshot, SnTrackList *list)
{
    if (list->load_source == 0 && gtk_widget_get_mapped(list->tracks)) {
        list->load_source = g_timeout_add(LOAD_INTERVAL, load_later, list);
    }
}

static void on_document(SnSession *session, SnTrackList *list)
{
    rebuild(list);
}

static bool is_probe(SnTrackList *list, SnId id)
{
    const SnComponent *component = sn_model_get(sn_session_model(list->session), id);
    return component != NULL && sn_class_is_a(component->class, &SN_CLASS_PROBE);
}

static void on_change(SnSession *session, const SnChange *change, SnTrackList *list)
{
    if (change->kind == SN_CHANGE_DONE && list->probes_changed) {
        list->probes_changed = false;
        rebuild(list);
    } else if (change->kind == SN_CHANGE_REMOVED || is_probe(list, change->id)) {
        list->probes_changed = true;
    }
}

/* --- widget --- */

static void sn_track_list_dispose(GObject *object)
{
    SnTrackList *list = SN_TRACK_LIST(object);
    g_clear_handle_id(&list->load_source, g_source_remove);
    if (list->session != NULL) {
        g_signal_handlers_disconnect_by_data(list->session, list);
        g_clear_pointer(&list->scrolled, gtk_widget_unparent);
        g_clear_object(&list->axis);
        g_clear_object(&list->session);
    }
    G_OBJECT_CLASS(sn_track_list_parent_class)->dispose(object);
}

static void sn_track_list_class_init(SnTrackListClass *class)
{
    G_OBJECT_CLASS(class)->dispose = sn_track_list_dispose;
    gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "tracklist");
}

static void sn_track_list_init(SnTrackList *list)
{
    list->tracks = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    list->empty = gtk_label_new("No probes. Select something and add an input probe to drive "
                                "it or an output probe to record it.");
    gtk_label_set_wrap(GTK_LABEL(list->empty), TRUE);
    gtk_label_set_justify(GTK_LABEL(list->empty), GTK_JUSTIFY_CENTER);
    gtk_widget_add_css_class(list->empty, "sn-empty");
    GtkWidget *below = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(below), list->tracks);
    gtk_box_append(GTK_BOX(below), list->empty);
    list->scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(list->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(list->scrolled), below);
    gtk_widget_set_parent(list->scrolled, GTK_WIDGET(list));
    gtk_widget_set_vexpand(GTK_WIDGET(list), TRUE);
}

GtkWidget *sn_track_list_new(SnSession *session, SnAxis *axis)
{
    SnTrackList *list = g_object_new(SN_TYPE_TRACK_LIST, NULL);
    list->session = g_object_ref(session);
    list->axis = g_object_ref(axis);
    g_signal_connect(session, "snapshot", G_CALLBACK(on_snapshot), list);
    g_signal_connect(session, "document-changed", G_CALLBACK(on_document), list);
    g_signal_connect(session, "change", G_CALLBACK(on_change), list);
    rebuild(list);
    return GTK_WIDGET(list);
}
