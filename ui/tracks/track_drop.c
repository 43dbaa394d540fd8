/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_drop.h"

#include "engine/model/classes/probe.h"
#include "ui/edits/time/probe.h"
#include "ui/tracks/track_stack.h"
#include "ui/widgets/popover.h"

#include <string.h>

/* What waits for the answer "record or drive". */
typedef struct Choice {
    SnSession *session;
    GtkWidget *popover;
    GArray *targets; /* of SnTarget */
    const char *group;
} Choice;

static bool is_recordable(const SnProperty *property)
{
    return property->bind != SN_BIND_NONE && property->bind != SN_BIND_DOCUMENT &&
           property->type <= SN_TYPE_SYM3;
}

/* Properties the text names that can be recorded or driven. */
static GArray *parse(SnSession *session, const char *text)
{
    const SnModel *model = sn_session_model(session);
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    char **lines = g_strsplit(text, "\n", -1);
    for (int i = 0; lines[i]; i++) {
        SnTarget target;
        if (sn_model_resolve_property(model, NULL, g_strstrip(lines[i]), &target, NULL) &&
            is_recordable(sn_model_property(model, target.id, target.row)))
            g_array_append_val(targets, target);
    }
    g_strfreev(lines);
    return targets;
}

static bool all_inputs(SnSession *session, const GArray *targets)
{
    const SnModel *model = sn_session_model(session);
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget *target = &g_array_index(targets, SnTarget, i);
        if (sn_model_property(model, target->id, target->row)->kind != SN_INPUT)
            return false;
    }
    return true;
}

static void add(SnSession *session, const GArray *targets, bool drive, const char *group)
{
    sn_edits_add_probe(session, drive ? &SN_CLASS_INPUT_PROBE : &SN_CLASS_OUTPUT_PROBE,
                       (const SnTarget *)(const void *)targets->data, (int)targets->len, group);
}

/* --- the question --- */

static void free_choice(gpointer data)
{
    Choice *choice = data;
    g_array_unref(choice->targets);
    g_object_unref(choice->session);
    g_free(choice);
}

static void on_record(GtkButton *button, Choice *choice)
{
    gtk_popover_popdown(GTK_POPOVER(choice->popover));
    add(choice->session, choice->targets, false, choice->group);
}

static void on_drive(GtkButton *button, Choice *choice)
{
    gtk_popover_popdown(GTK_POPOVER(choice->popover));
    add(choice->session, choice->targets, true, choice->group);
}

static void ask(SnTrackList *list, SnSession *session, GArray *targets, const char *group, double x,
                double y)
{
    Choice *choice = g_new0(Choice, 1);
    *choice = (Choice){g_object_ref(session), gtk_popover_new(), g_array_ref(targets), group};
    GtkWidget *record = gtk_button_new_with_label("Record It");
    GtkWidget *drive = gtk_button_new_with_label("Drive It");
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    gtk_widget_set_name(record, "drop-record");
    gtk_widget_set_name(drive, "drop-drive");
    gtk_box_append(GTK_BOX(box), record);
    gtk_box_append(GTK_BOX(box), drive);
    gtk_popover_set_child(GTK_POPOVER(choice->popover), box);
    gtk_popover_set_pointing_to(GTK_POPOVER(choice->popover),
                                &(GdkRectangle){(int)x, (int)y, 1, 1});
    g_signal_connect(record, "clicked", G_CALLBACK(on_record), choice);
    g_signal_connect(drive, "clicked", G_CALLBACK(on_drive), choice);
    g_object_set_data_full(G_OBJECT(choice->popover), "sn-choice", choice, free_choice);
    sn_popover_open(choice->popover, GTK_WIDGET(list));
}

/* --- dropping --- */

/* Takes what fits into a track; false if nothing does. */
static bool add_to_track(SnSession *session, SnId probe, const GArray *targets)
{
    const SnModel *model = sn_session_model(session);
    const bool input = sn_model_get(model, probe)->class == &SN_CLASS_INPUT_PROBE;
    if (input && !all_inputs(session, targets))
        return false;
    for (guint i = 0; i < targets->len; i++) {
        if (!sn_edits_add_target(session, probe, &g_array_index(targets, SnTarget, i)))
            return false;
    }
    return true;
}

bool sn_track_drop(SnTrackList *list, SnSession *session, const char *text, double x, double y,
                   bool drive)
{
    GArray *targets = parse(session, text);
    bool done = targets->len > 0;
    const SnTrackRow *row = done ? sn_track_list_row_at(list, x, y) : NULL;
    const char *group = row ? row->group : NULL;
    if (done &&
        (!row || sn_id_is_null(row->probe) || !add_to_track(session, row->probe, targets))) {
        const bool inputs = all_inputs(session, targets);
        if (inputs && !drive)
            ask(list, session, targets, group, x, y);
        else
            add(session, targets, inputs, group);
    }
    g_array_unref(targets);
    return done;
}

static gboolean on_drop(GtkDropTarget *drop, const GValue *value, double x, double y,
                        SnSession *session)
{
    SnTrackList *list = SN_TRACK_LIST(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(drop)));
    const GdkModifierType state =
        gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drop));
    return sn_track_drop(list, session, g_value_get_string(value), x, y,
                         (state & GDK_CONTROL_MASK) != 0);
}

void sn_track_drop_accept(SnTrackList *list, SnSession *session)
{
    GtkDropTarget *drop = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect_object(drop, "drop", G_CALLBACK(on_drop), session, 0);
    gtk_widget_add_controller(GTK_WIDGET(list), GTK_EVENT_CONTROLLER(drop));
}
