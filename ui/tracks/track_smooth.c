/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured data that drive something want their noise taken out first. */
#include "engine/model/classes/probe.h"
#include "engine/motion/motion_filter.h"
#include "ui/edits/time/probe.h"
#include "ui/session/units.h"
#include "ui/tracks/track_files.h"
#include "ui/widgets/popover.h"

#include <math.h>
#include <string.h>

/* Rows of a table as even rows at its mean interval; takes the table. */
static SnMotionTable *make_even(SnMotionTable *motion, GError **error)
{
    double interval = 0;
    if (sn_motion_is_even(motion, &interval))
        return motion;
    interval = (motion->time[motion->n_rows - 1] - motion->time[0]) / (motion->n_rows - 1);
    SnMotionTable *even = interval > 0 ? sn_motion_resample(motion, interval, false, error) : NULL;
    sn_motion_table_free(motion);
    return even;
}

static SnMotionTable *motion_of(const SnKnotTable *table)
{
    SnMotionTable *motion = sn_motion_table_new(table->n, table->width);
    memcpy(motion->time, table->times, sizeof(double) * (gsize)table->n);
    memcpy(motion->values, table->values, sizeof(double) * (gsize)(table->n * table->width));
    return motion;
}

/* Low pass of the knots: they become even where they are not.  cutoff [Hz]. */
static bool track_smooth(SnSession *session, SnId id, double cutoff)
{
    const SnInputProbe *probe = (const SnInputProbe *)sn_model_get(sn_session_model(session), id);
    if (probe->knots.n < 4) {
        sn_session_report(
            session, &(SnBar){.severity = SN_NOTE, .text = "Smoothing needs four knots or more."});
        return false;
    }
    SnKnotTable *table = sn_knot_table_read(&probe->knots);
    GError *error = NULL;
    SnMotionTable *motion = make_even(motion_of(table), &error);
    bool good = motion && sn_motion_low_pass(motion, cutoff, &error);
    if (good) {
        SnKnotTable *smooth = sn_knot_table_new(table->width);
        for (int i = 0; i < motion->n_rows; i++) {
            sn_knot_table_insert(smooth, motion->time[i],
                                 motion->values + (gsize)i * (gsize)motion->n_columns);
        }
        good = sn_edits_set_knots(session, id, smooth, "Smooth curve");
        sn_knot_table_free(smooth);
    } else {
        sn_session_fail(session, error ? error->message : "The knots are at one moment.");
        g_clear_error(&error);
    }
    sn_motion_table_free(motion);
    sn_knot_table_free(table);
    return good;
}

/* --- the question --- */

typedef struct Question {
    SnSession *session; /* reference */
    SnId probe;
    GtkWidget *popover;
} Question;

static void free_question(gpointer data)
{
    g_object_unref(((Question *)data)->session);
    g_free(data);
}

static void on_cutoff(GtkEntry *entry, Question *question)
{
    double cutoff = 0;
    char text[160];
    if (!sn_unit_parse(gtk_editable_get_text(GTK_EDITABLE(entry)), SN_UNIT_NONE, &cutoff, text,
                       sizeof text) ||
        cutoff <= 0) {
        gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
        return;
    }
    gtk_popover_popdown(GTK_POPOVER(question->popover));
    if (sn_model_get(sn_session_model(question->session), question->probe))
        track_smooth(question->session, question->probe, cutoff);
}

void sn_track_ask_smooth(SnTrackList *list, SnId probe)
{
    SnTrack *track = sn_track_list_track(list, probe);
    GtkWidget *entry = gtk_entry_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    Question *question = g_new(Question, 1);
    *question = (Question){g_object_ref(sn_track_list_session(list)), probe, gtk_popover_new()};
    gtk_box_append(GTK_BOX(box), gtk_label_new("Low pass at"));
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), gtk_label_new("Hz"));
    gtk_editable_set_text(GTK_EDITABLE(entry), "6");
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 8);
    gtk_widget_set_name(entry, "smooth-cutoff");
    g_signal_connect(entry, "activate", G_CALLBACK(on_cutoff), question);
    gtk_popover_set_child(GTK_POPOVER(question->popover), box);
    double x = SN_AXIS_GUTTER, y = 0;
    if (track) {
        gtk_widget_translate_coordinates(GTK_WIDGET(track), GTK_WIDGET(list), SN_AXIS_GUTTER, 12,
                                         &x, &y);
    }
    gtk_popover_set_pointing_to(GTK_POPOVER(question->popover),
                                &(GdkRectangle){(int)x, (int)y, 1, 1});
    g_object_set_data_full(G_OBJECT(question->popover), "sn-question", question, free_question);
    sn_popover_open(question->popover, GTK_WIDGET(list));
    gtk_widget_grab_focus(entry);
}
