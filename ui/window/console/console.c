/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/console/console.h"

#include "ui/window/console/console_line.h"

#include <string.h>

typedef struct Line {
    SnSession *session;
    GPtrArray *before; /* what was typed, oldest first */
    guint at;          /* which of them is shown; their number: a new line */
    char *begun;       /* what Tab completes */
    int turn;
    bool ours; /* we change the text ourselves */
} Line;

static void line_free(gpointer data)
{
    Line *line = data;
    g_ptr_array_unref(line->before);
    g_free(line->begun);
    g_free(line);
}

static void put(Line *line, GtkEditable *entry, const char *text)
{
    line->ours = true;
    gtk_editable_set_text(entry, text);
    gtk_editable_set_position(entry, -1);
    line->ours = false;
}

static void on_enter(GtkEntry *entry, Line *line)
{
    g_autofree char *text = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
    if (!*text)
        return;
    g_autofree char *echo = g_strdup_printf("› %s", text);
    sn_session_log(line->session, SN_NOTE, SN_ID_NULL, echo);
    const guint n = line->before->len;
    if (n == 0 || strcmp(line->before->pdata[n - 1], text) != 0)
        g_ptr_array_add(line->before, g_strdup(text));
    line->at = line->before->len;
    put(line, GTK_EDITABLE(entry), "");
    g_clear_pointer(&line->begun, g_free);
    sn_console_carry_out(line->session, GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(entry))), text,
                         NULL);
}

static void on_changed(GtkEditable *entry, Line *line)
{
    if (!line->ours)
        g_clear_pointer(&line->begun, g_free);
}

static void complete(Line *line, GtkEditable *entry)
{
    if (!line->begun) {
        line->begun = g_strdup(gtk_editable_get_text(entry));
        line->turn = 0;
    }
    g_autofree char *text = sn_console_complete(line->session, line->begun, line->turn++);
    if (text)
        put(line, entry, text);
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       Line *line)
{
    GtkEditable *entry = GTK_EDITABLE(gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(keys)));
    const guint n = line->before->len;
    switch (key) {
    case GDK_KEY_Up:
        line->at -= line->at > 0;
        break;
    case GDK_KEY_Down:
        line->at += line->at < n;
        break;
    case GDK_KEY_Tab:
        if (*gtk_editable_get_text(entry) == '\0')
            return FALSE; /* on to the next widget */
        complete(line, entry);
        return TRUE;
    default:
        return FALSE;
    }
    put(line, entry, line->at < n ? line->before->pdata[line->at] : "");
    return TRUE;
}

GtkWidget *sn_console_new(SnSession *session)
{
    GtkWidget *entry = gtk_entry_new();
    Line *line = g_new0(Line, 1);
    line->session = session;
    line->before = g_ptr_array_new_with_free_func(g_free);
    gtk_widget_set_name(entry, "console");
    gtk_widget_add_css_class(entry, "sn-console");
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry),
                                   "Type a command, as muscles/ldg:excitation = 0.5, or help");
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Type a command", -1);
    g_object_set_data_full(G_OBJECT(entry), "sn-line", line, line_free);
    g_signal_connect(entry, "activate", G_CALLBACK(on_enter), line);
    g_signal_connect(entry, "changed", G_CALLBACK(on_changed), line);
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), line);
    gtk_widget_add_controller(entry, keys);
    return entry;
}
