/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/words.h"

enum { SAID_FOR = 6000 }; /* [ms] */

static const char KEY[] = "sn-words"; /* of a widget */

typedef struct Words {
    GtkWidget *popover; /* weak */
    guint timer;
} Words;

static void words_free(gpointer data)
{
    Words *words = data;
    g_clear_handle_id(&words->timer, g_source_remove);
    g_clear_weak_pointer(&words->popover);
    g_free(words);
}

static gboolean unparent(gpointer popover)
{
    if (gtk_widget_get_parent(popover))
        gtk_widget_unparent(popover);
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

/* Not from inside its own signal; the keys stay where they are. */
static void on_closed(GtkPopover *popover, gpointer data)
{
    g_idle_add(unparent, g_object_ref(popover));
}

static gboolean stop_saying(gpointer data)
{
    Words *words = data;
    words->timer = 0;
    if (words->popover)
        gtk_popover_popdown(GTK_POPOVER(words->popover));
    return G_SOURCE_REMOVE;
}

void sn_words_hush(GtkWidget *widget)
{
    Words *words = g_object_get_data(G_OBJECT(widget), KEY);
    if (!words)
        return;
    g_clear_handle_id(&words->timer, g_source_remove);
    stop_saying(words);
}

void sn_words_say(GtkWidget *widget, const char *text)
{
    sn_words_hush(widget);
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_native(widget))
        return;
    Words *words = g_object_get_data(G_OBJECT(widget), KEY);
    if (!words) {
        words = g_new0(Words, 1);
        g_object_set_data_full(G_OBJECT(widget), KEY, words, words_free);
    }
    GtkWidget *popover = gtk_popover_new(), *label = gtk_label_new(text);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 40);
    gtk_popover_set_child(GTK_POPOVER(popover), label);
    gtk_popover_set_autohide(GTK_POPOVER(popover), FALSE);
    gtk_widget_set_can_focus(popover, FALSE);
    gtk_widget_set_can_target(popover, FALSE);
    gtk_widget_set_name(popover, "number-words");
    g_set_weak_pointer(&words->popover, popover);
    gtk_widget_set_parent(popover, widget);
    g_signal_connect(popover, "closed", G_CALLBACK(on_closed), NULL);
    gtk_popover_popup(GTK_POPOVER(popover));
    words->timer = g_timeout_add(SAID_FOR, stop_saying, words);
}
