/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of a track: delete, choose all, copy and paste of knots as rows of text, which a spreadsheet
 * understands too. */
#include "ui/tracks/track_edit_private.h"
#include "ui/tracks/track_list.h"

#include <math.h>
#include <string.h>

void sn_track_edit_remove(SnTrackEdit *edit)
{
    SnKnotTable *table = sn_knot_table_copy(edit->table);
    const int gone = sn_knot_table_remove_chosen(table);
    if (gone > 0) {
        sn_edits_set_knots(edit->track->session, edit->track->probe, table,
                           gone == 1 ? "Delete knot" : "Delete knots");
    }
    sn_knot_table_free(table);
}

/* Rows "time,value,value": times from the first chosen knot. */
void sn_track_edit_copy(SnTrackEdit *edit)
{
    const SnKnotTable *table = edit->table;
    double from = 0, to = 0;
    if (!sn_knot_table_chosen_span(table, &from, &to))
        return;
    GString *text = g_string_new(NULL);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    for (int i = 0; i < table->n; i++) {
        if (!table->chosen[i])
            continue;
        g_string_append(text, g_ascii_dtostr(number, sizeof number, table->times[i] - from));
        for (int k = 0; k < table->width; k++) {
            g_string_append_printf(
                text, ",%s",
                g_ascii_dtostr(number, sizeof number, table->values[i * table->width + k]));
        }
        g_string_append_c(text, '\n');
    }
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(edit->track)), text->str);
    g_string_free(text, TRUE);
}

/* Numbers of a line with commas, semicolons, tabs or spaces between; how many. */
static int read_numbers(const char *line, double *numbers, int most)
{
    int n = 0;
    while (n < most) {
        while (*line != '\0' && strchr(",; \t\r", *line))
            line++;
        char *end = NULL;
        const double number = g_ascii_strtod(line, &end);
        if (end == line || !isfinite(number))
            break;
        numbers[n++] = number;
        line = end;
    }
    return n;
}

/* Puts rows of text into the table from a time of the own clock on, chosen; the number of rows. */
static int insert_rows(SnKnotTable *table, const char *text, double at, const double *low,
                       const double *high)
{
    const int width = table->width;
    double *numbers = g_new(double, (gsize)width + 1);
    char **lines = g_strsplit(text, "\n", 100000);
    int count = 0;
    sn_knot_table_choose_none(table);
    for (int i = 0; lines[i]; i++) {
        const int n = read_numbers(lines[i], numbers, width + 1);
        for (int k = 1; n > 1 && k <= width; k++)
            numbers[k] = CLAMP(numbers[MIN(k, n - 1)], low[k - 1], high[k - 1]);
        if (n > 1) {
            table->chosen[sn_knot_table_insert(table, at + numbers[0], numbers + 1)] = true;
            count++;
        }
    }
    g_strfreev(lines);
    g_free(numbers);
    return count;
}

typedef struct Paste {
    SnTrack *track; /* reference */
    double time;    /* of the timeline [s] */
} Paste;

static void on_text(GObject *clipboard, GAsyncResult *result, gpointer data)
{
    Paste *paste = data;
    SnTrack *track = paste->track;
    char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
    SnTrackEdit *edit = track->edit; /* NULL when the track has gone meanwhile */
    if (text && edit && sn_track_edit_probe(edit)) {
        SnKnotTable *table = sn_knot_table_copy(edit->table);
        double *low = g_new(double, (gsize)table->width),
               *high = g_new(double, (gsize)table->width);
        sn_edits_knot_limits(track->session, track->probe, table->width, low, high);
        if (insert_rows(table, text, sn_track_own_time(edit, paste->time), low, high) > 0) {
            sn_knot_table_free(edit->table);
            edit->table = sn_knot_table_copy(table); /* what is chosen stays so */
            if (!sn_edits_set_knots(track->session, track->probe, table, "Paste knots"))
                sn_track_load(track);
        }
        g_free(low);
        g_free(high);
        sn_knot_table_free(table);
    }
    g_free(text);
    g_object_unref(paste->track);
    g_free(paste);
}

void sn_track_edit_paste(SnTrackEdit *edit, double time)
{
    Paste *paste = g_new(Paste, 1);
    *paste = (Paste){g_object_ref(edit->track), time};
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(edit->track)), NULL, on_text,
                                  paste);
}

static void choose_all(SnTrackEdit *edit)
{
    memset(edit->table->chosen, 1, sizeof(bool) * (gsize)edit->table->n);
    sn_track_edit_chosen(edit);
}

static gboolean on_key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state,
                       SnTrackEdit *edit)
{
    const bool control = (state & GDK_CONTROL_MASK) != 0;
    const bool chosen = sn_knot_table_count_chosen(edit->table) > 0;
    const guint key = gdk_keyval_to_lower(value);
    if (!edit->track->open)
        return GDK_EVENT_PROPAGATE;
    const bool pencil = sn_track_list_pencil(edit->track->list);
    if (key == GDK_KEY_Escape && (edit->dragging || pencil || chosen)) {
        if (!edit->dragging && pencil) {
            gtk_widget_activate_action(GTK_WIDGET(edit->track), "win.track-draw", NULL);
        } else if (edit->dragging) {
            edit->grip.part = SN_PART_NOTHING;
            sn_track_edit_cancel(edit);
        } else {
            sn_knot_table_choose_none(edit->table);
            sn_track_edit_chosen(edit);
        }
    } else if ((key == GDK_KEY_Delete || key == GDK_KEY_BackSpace) && chosen) {
        sn_track_edit_remove(edit);
    } else if (control && key == GDK_KEY_a) {
        choose_all(edit);
    } else if (control && (key == GDK_KEY_c || key == GDK_KEY_x) && chosen) {
        sn_track_edit_copy(edit);
        if (key == GDK_KEY_x)
            sn_track_edit_remove(edit);
    } else if (control && key == GDK_KEY_v) {
        const SnTrackArea area = sn_track_area(edit->track);
        sn_track_edit_paste(edit, edit->track->inside
                                      ? sn_track_time(edit->track, &area, edit->track->x)
                                      : sn_session_time(edit->track->session));
    } else {
        return GDK_EVENT_PROPAGATE;
    }
    return GDK_EVENT_STOP;
}

void sn_track_edit_keys(SnTrackEdit *edit)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), edit);
    sn_track_edit_control(edit, keys);
}
