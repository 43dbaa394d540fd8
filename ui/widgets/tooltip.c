/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/tooltip.h"

static const char KEY[] = "sn-tooltip", CONNECTED[] = "sn-tooltip-connected";

static gboolean on_query(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                         gpointer data)
{
    const char *text = g_object_get_data(G_OBJECT(widget), KEY);
    gtk_tooltip_set_text(tooltip, text);
    return text != NULL;
}

void sn_set_tooltip(GtkWidget *widget, const char *text)
{
    GObject *object = G_OBJECT(widget);
    if (text && *text == '\0')
        text = NULL;
    if (g_strcmp0(text, g_object_get_data(object, KEY)) == 0)
        return;
    if (!g_object_get_data(object, CONNECTED)) {
        g_object_set_data(object, CONNECTED, widget);
        g_signal_connect(widget, "query-tooltip", G_CALLBACK(on_query), NULL);
    }
    g_object_set_data_full(object, KEY, g_strdup(text), g_free);
    gtk_widget_set_has_tooltip(widget, text != NULL);
    if (text)
        gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       text, -1);
    else
        gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}
