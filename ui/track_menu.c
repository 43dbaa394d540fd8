/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/track_menu.h"

#include "ui/track_private.h"

static gboolean unparent_later(gpointer popover)
{
    gtk_widget_unparent(popover);
    return G_SOURCE_REMOVE;
}

static void on_closed(GtkPopover *popover, gpointer data)
{
    g_idle_add(unparent_later, popover); /* the chosen action is still to come */
}

void sn_track_menu_show(SnTrack *track, double x, double y)
{
    GMenu *menu = g_menu_new();
    g_menu_append(menu, "Rename", "win.rename");
    g_menu_append(menu, "Delete", "win.delete");
    GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_widget_set_parent(popover, GTK_WIDGET(track->list));
    double at_x = 0, at_y = 0;
    gtk_widget_translate_coordinates(GTK_WIDGET(track), GTK_WIDGET(track->list), x, y, &at_x,
                                     &at_y);
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    g_signal_connect(popover, "closed", G_CALLBACK(on_closed), NULL);
    gtk_popover_popup(GTK_POPOVER(popover));
    g_object_unref(menu);
}
