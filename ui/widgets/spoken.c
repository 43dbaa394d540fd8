/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/spoken.h"

void sn_set_spoken(GtkWidget *widget, const char *name)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void sn_set_spoken_row(GtkWidget *shown, const char *name)
{
    GtkWidget *row = gtk_widget_get_parent(shown);
    if (row) /* rows that are kept for later have none */
        sn_set_spoken(row, name);
}
