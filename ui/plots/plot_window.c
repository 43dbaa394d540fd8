/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_window.h"

#include "ui/actions/shortcuts.h"
#include "ui/edits/time/plot.h"

static const char VIEW_KEY[] = "sn-plot-view";

void sn_plot_window_update(GtkWindow *window)
{
    SnPlotView *view = g_object_get_data(G_OBJECT(window), VIEW_KEY);
    char *label = sn_session_label(sn_plot_view_session(view), sn_plot_view_plot(view));
    char *title = g_strdup_printf("%s — Sinew", label);
    gtk_window_set_title(window, title);
    g_free(title);
    g_free(label);
}

/* The document says whether a plot floats: the window goes when it no longer does. */
static gboolean on_close(GtkWindow *window, SnPlotView *view)
{
    sn_edits_plot_set_floating(sn_plot_view_session(view), sn_plot_view_plot(view), false);
    return TRUE;
}

GtkWindow *sn_plot_window_new(GtkWindow *parent, SnPlotView *view)
{
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_application(window, gtk_window_get_application(parent));
    gtk_window_set_default_size(window, 560, 380);
    gtk_window_set_transient_for(window, parent);
    gtk_widget_set_name(GTK_WIDGET(window), "plot-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-plots");
    /* keys and menus there act on this document */
    gtk_widget_insert_action_group(GTK_WIDGET(window), "win", G_ACTION_GROUP(parent));
    sn_shortcuts_add(GTK_WIDGET(window));
    g_object_set_data(G_OBJECT(window), VIEW_KEY, view);
    gtk_window_set_child(window, GTK_WIDGET(view));
    g_signal_connect(window, "close-request", G_CALLBACK(on_close), view);
    sn_plot_window_update(window);
    gtk_window_present(window);
    return window;
}
