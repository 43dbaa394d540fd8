/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/list_tab.h"

#include <gtk/gtk.h>
#include <stdbool.h>

static GtkWidget *list_around_focus(GtkWidget *window)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    return focus ? gtk_widget_get_ancestor(focus, GTK_TYPE_LIST_VIEW) : NULL;
}

static void move_focus(GtkWidget *window, GtkDirectionType direction)
{
    const bool tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
    GtkWidget *list = tab ? list_around_focus(window) : NULL;
    if (list) /* what cannot have the focus is passed by */
        gtk_widget_set_can_focus(list, FALSE);
    g_signal_chain_from_overridden_handler(window, direction);
    if (list)
        gtk_widget_set_can_focus(list, TRUE);
}

void sn_list_tab_watch(void)
{
    g_type_class_unref(g_type_class_ref(GTK_TYPE_WINDOW)); /* has its signals from then on */
    g_signal_override_class_handler("move-focus", GTK_TYPE_WINDOW, G_CALLBACK(move_focus));
}
