/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/popover.h"

static gboolean unparent_later(gpointer popover)
{
    gtk_widget_unparent(popover); /* its widget may have let go of it already */
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

static void on_closed(GtkPopover *popover, gpointer data)
{
    /* not from inside its own signal */
    g_idle_add(unparent_later, g_object_ref(popover));
}

void sn_popover_open(GtkWidget *popover, GtkWidget *widget)
{
    gtk_widget_set_parent(popover, widget);
    g_signal_connect_object(widget, "destroy", G_CALLBACK(gtk_widget_unparent), popover,
                            G_CONNECT_SWAPPED);
    g_signal_connect(popover, "closed", G_CALLBACK(on_closed), NULL);
    gtk_popover_popup(GTK_POPOVER(popover));
}

void sn_popover_open_menu(GMenuModel *menu, GtkWidget *widget, const char *name, double x, double y)
{
    GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
    gtk_widget_set_name(popover, name);
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    gtk_widget_set_halign(popover, GTK_ALIGN_START);
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    sn_popover_open(popover, widget);
}
