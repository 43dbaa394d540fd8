/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/dialogs/small_motion_window.h"

#include "ui/dialogs/laxity_page.h"
#include "ui/dialogs/modes_page.h"

static const char WINDOW_KEY[] = "sn-small-motion-window";

static void on_document(SnSession *session, GtkWindow *window)
{
    gtk_window_destroy(window);
}

/* The one that is open; NULL: none is. */
static GtkWindow *open_window(GtkWindow *parent)
{
    return g_object_get_data(G_OBJECT(parent), WINDOW_KEY);
}

static void on_destroy(GtkWindow *window, GtkWindow *parent)
{
    g_object_set_data(G_OBJECT(parent), WINDOW_KEY, NULL);
}

static void close_by_escape(GtkWindow *window)
{
    GtkEventController *keys = gtk_shortcut_controller_new();
    gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(keys),
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(GTK_WIDGET(window), keys);
}

void sn_small_motion_window_open(GtkWindow *parent, SnSession *session)
{
    if (!sn_session_model(session))
        return;
    if (open_window(parent)) {
        gtk_window_present(open_window(parent));
        return;
    }
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, "Modes and Laxity");
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_default_size(window, 620, 470);
    gtk_widget_set_name(GTK_WIDGET(window), "small-motion-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    GtkWidget *stack = gtk_stack_new(), *switcher = gtk_stack_switcher_new();
    gtk_stack_add_titled(GTK_STACK(stack), sn_modes_page_new(session), "modes", "Modes");
    gtk_stack_add_titled(GTK_STACK(stack), sn_laxity_page_new(session), "laxity", "Laxity");
    gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(stack));
    gtk_widget_set_halign(switcher, GTK_ALIGN_CENTER);
    gtk_widget_set_name(switcher, "small-motion-pages");
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_add_css_class(content, "sn-dialog");
    gtk_box_append(GTK_BOX(content), switcher);
    gtk_box_append(GTK_BOX(content), stack);
    gtk_window_set_child(window, content);
    close_by_escape(window);
    g_object_set_data(G_OBJECT(parent), WINDOW_KEY, window);
    g_signal_connect_object(session, "document-changed", G_CALLBACK(on_document), window, 0);
    g_signal_connect_object(window, "destroy", G_CALLBACK(on_destroy), parent, 0);
    gtk_window_present(window);
}
