/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/typed_ahead.h"

enum { PAUSE_MS = 1000 }; /* nobody is typing a word any more */

struct SnTypedAhead {
    GtkEventController *keys;  /* NULL once the window is gone */
    GtkEventController *press; /* ends what is dropped; likewise */
    guint pause;               /* until it ends by itself, 0: it is not being dropped */
    GString *text;
    gboolean entered; /* Return came; what is typed behind it is dropped */
};

static gboolean on_pause(gpointer ahead)
{
    ((SnTypedAhead *)ahead)->pause = 0;
    sn_typed_ahead_end(ahead, NULL);
    return G_SOURCE_REMOVE;
}

/* What is typed now is dropped, and whether that was the last of it. */
static gboolean drop_key(SnTypedAhead *ahead, guint value, gboolean printed)
{
    const gboolean last =
        value == GDK_KEY_Return || value == GDK_KEY_KP_Enter || value == GDK_KEY_Escape;
    if (!last && !printed && value != GDK_KEY_BackSpace)
        return GDK_EVENT_PROPAGATE;
    g_source_remove(ahead->pause);
    ahead->pause = last ? g_idle_add(on_pause, ahead) : g_timeout_add(PAUSE_MS, on_pause, ahead);
    return GDK_EVENT_STOP;
}

static gboolean on_key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state,
                       SnTypedAhead *ahead)
{
    const gunichar character = gdk_keyval_to_unicode(value);
    const GdkModifierType chord = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK;
    if ((state & chord) != 0 || ahead->entered)
        return GDK_EVENT_PROPAGATE;
    if (ahead->pause != 0)
        return drop_key(ahead, value, character != 0 && g_unichar_isprint(character));
    if (value == GDK_KEY_Return || value == GDK_KEY_KP_Enter)
        ahead->entered = TRUE;
    else if (value == GDK_KEY_BackSpace && ahead->text->len > 0)
        g_string_truncate(
            ahead->text,
            (gsize)(g_utf8_prev_char(ahead->text->str + ahead->text->len) - ahead->text->str));
    else if (character != 0 && g_unichar_isprint(character))
        g_string_append_unichar(ahead->text, character);
    else
        return GDK_EVENT_PROPAGATE;
    return GDK_EVENT_STOP;
}

SnTypedAhead *sn_typed_ahead_begin(GtkWidget *widget)
{
    SnTypedAhead *ahead = g_new0(SnTypedAhead, 1);
    ahead->text = g_string_new(NULL);
    GtkRoot *root = gtk_widget_get_root(widget);
    if (root) {
        ahead->keys = gtk_event_controller_key_new();
        gtk_event_controller_set_propagation_phase(ahead->keys, GTK_PHASE_CAPTURE);
        g_signal_connect(ahead->keys, "key-pressed", G_CALLBACK(on_key), ahead);
        gtk_widget_add_controller(GTK_WIDGET(root), ahead->keys);
        g_object_add_weak_pointer(G_OBJECT(ahead->keys), (gpointer *)&ahead->keys);
    }
    return ahead;
}

static void remove_controller(GtkEventController **controller)
{
    GtkEventController *there = *controller;
    if (!there)
        return;
    g_clear_weak_pointer((gpointer *)controller);
    gtk_widget_remove_controller(gtk_event_controller_get_widget(there), there);
}

static void on_press(GtkGestureClick *press, int n, double x, double y, SnTypedAhead *ahead)
{
    g_source_remove(ahead->pause);
    ahead->pause = g_idle_add(on_pause, ahead);
}

void sn_typed_ahead_drop(SnTypedAhead *ahead)
{
    if (!ahead)
        return;
    if (!ahead->keys || ahead->entered) {
        sn_typed_ahead_end(ahead, NULL);
        return;
    }
    ahead->pause = g_timeout_add(PAUSE_MS, on_pause, ahead);
    ahead->press = GTK_EVENT_CONTROLLER(gtk_gesture_click_new());
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(ahead->press), 0);
    gtk_event_controller_set_propagation_phase(ahead->press, GTK_PHASE_CAPTURE);
    g_signal_connect(ahead->press, "pressed", G_CALLBACK(on_press), ahead);
    gtk_widget_add_controller(gtk_event_controller_get_widget(ahead->keys), ahead->press);
    g_object_add_weak_pointer(G_OBJECT(ahead->press), (gpointer *)&ahead->press);
}

void sn_typed_ahead_end(SnTypedAhead *ahead, GtkText *entry)
{
    if (!ahead)
        return;
    if (ahead->pause != 0)
        g_source_remove(ahead->pause);
    remove_controller(&ahead->keys);
    remove_controller(&ahead->press);
    if (entry && ahead->text->len > 0) {
        gtk_editable_delete_selection(GTK_EDITABLE(entry));
        int end = gtk_editable_get_position(GTK_EDITABLE(entry));
        gtk_editable_insert_text(GTK_EDITABLE(entry), ahead->text->str, -1, &end);
        gtk_editable_set_position(GTK_EDITABLE(entry), end);
    }
    if (entry && ahead->entered)
        g_signal_emit_by_name(entry, "activate");
    g_string_free(ahead->text, TRUE);
    g_free(ahead);
}
