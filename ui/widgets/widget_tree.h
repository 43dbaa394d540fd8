/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named widgets: found, and where they are shown; for actions, tests and tours. */
#ifndef SN_UI_WIDGETS_WIDGET_TREE_H
#define SN_UI_WIDGETS_WIDGET_TREE_H

#include <gtk/gtk.h>

/* Widget of that name (gtk_widget_set_name) under `from`, itself included; NULL. */
GtkWidget *sn_find_widget(GtkWidget *from, const char *name);
/* Centre of every visible named widget from `from` down in pixels of its window, one
 * "name x y width height" a line; what UI tests click at.  Free with g_free. */
char *sn_widget_describe(GtkWidget *from);

#endif
