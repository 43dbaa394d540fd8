/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/panel_window.h"

#include "ui/actions/shortcuts.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/panel.h"
#include "ui/properties/control_panel.h"
#include "ui/properties/hover_reset.h"
#include "ui/properties/panel_tab.h"
#include "ui/widgets/tooltip.h"

enum { WIDTH = 320, ROW_HEIGHT = 30, LEAST_HEIGHT = 220, MOST_HEIGHT = 640 };

static SnControlPanel *panel_of(GtkWidget *window)
{
    return SN_CONTROL_PANEL(gtk_window_get_child(GTK_WINDOW(window)));
}

static SnSession *session_of(GtkWidget *window)
{
    return g_object_get_data(G_OBJECT(window), "sn-session");
}

void sn_panel_window_update(GtkWidget *window)
{
    char *name = sn_session_label(session_of(window), sn_control_panel_id(panel_of(window)));
    gtk_window_set_title(GTK_WINDOW(window), name);
    g_free(name);
}

/* The panel is docked by an edit; the window goes when the column follows it. */
static gboolean on_close(GtkWindow *window, gpointer data)
{
    const SnId panel = sn_control_panel_id(panel_of(GTK_WIDGET(window)));
    sn_edits_set_bool(session_of(GTK_WIDGET(window)), &panel, 1, "floating", false);
    return TRUE;
}

/* As high as its rows ask for. */
static int height_for(SnSession *session, SnId panel)
{
    const GPtrArray *controls = sn_panel_controls(sn_session_model(session), panel);
    const int n = controls ? (int)controls->len : 0;
    return CLAMP(60 + n * ROW_HEIGHT, LEAST_HEIGHT, MOST_HEIGHT);
}

GtkWidget *sn_panel_window_new(SnSession *session, SnId panel, GtkWindow *main_window)
{
    GtkWidget *window = gtk_window_new();
    gtk_window_set_application(GTK_WINDOW(window), gtk_window_get_application(main_window));
    gtk_window_set_transient_for(GTK_WINDOW(window), main_window);
    gtk_window_set_default_size(GTK_WINDOW(window), WIDTH, height_for(session, panel));
    gtk_widget_add_css_class(window, "sn-window");
    gtk_widget_set_name(window, "panel-window");
    g_object_set_data_full(G_OBJECT(window), "sn-session", g_object_ref(session), g_object_unref);
    /* keys and menus there act on this document */
    gtk_widget_insert_action_group(window, "win", G_ACTION_GROUP(main_window));
    sn_shortcuts_add(window);
    GtkWidget *header = gtk_header_bar_new();
    GtkWidget *add = gtk_button_new_from_icon_name("list-add-symbolic");
    sn_set_tooltip(add, "Add a row");
    gtk_accessible_update_property(GTK_ACCESSIBLE(add), GTK_ACCESSIBLE_PROPERTY_LABEL, "Add a row",
                                   -1);
    gtk_widget_set_name(add, "panel-window-add");
    sn_panel_actions_add(session, panel, header);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(add), "panel.add-row");
    gtk_header_bar_pack_start(GTK_HEADER_BAR(header), add);
    gtk_window_set_titlebar(GTK_WINDOW(window), header);
    GtkWidget *rows = sn_control_panel_new(session, panel);
    sn_hover_reset_add(rows);
    gtk_window_set_child(GTK_WINDOW(window), rows);
    g_signal_connect(window, "close-request", G_CALLBACK(on_close), NULL);
    sn_panel_window_update(window);
    gtk_window_present(GTK_WINDOW(window));
    return window;
}
