/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/widget_tree.h"

#include "ui/widgets/popover.h"

#include <stdbool.h>
#include <string.h>

GtkWidget *sn_find_widget(GtkWidget *from, const char *name)
{
    if (sn_popover_is_over(from))
        return NULL;
    if (strcmp(gtk_widget_get_name(from), name) == 0)
        return from;
    for (GtkWidget *child = gtk_widget_get_first_child(from); child;
         child = gtk_widget_get_next_sibling(child)) {
        GtkWidget *found = sn_find_widget(child, name);
        if (found)
            return found;
    }
    return NULL;
}

/* Centre of a widget in pixels of the window's surface; popovers have surfaces of their own. */
static bool locate(GtkWidget *widget, double *x, double *y)
{
    GtkNative *native = gtk_widget_get_native(widget);
    if (!native || !gtk_widget_translate_coordinates(widget, GTK_WIDGET(native),
                                                     gtk_widget_get_width(widget) / 2.0,
                                                     gtk_widget_get_height(widget) / 2.0, x, y))
        return false;
    double left = 0, top = 0;
    gtk_native_get_surface_transform(native, &left, &top);
    *x += left;
    *y += top;
    for (GdkSurface *surface = gtk_native_get_surface(native); GDK_IS_POPUP(surface);
         surface = gdk_popup_get_parent(GDK_POPUP(surface))) {
        *x += gdk_popup_get_position_x(GDK_POPUP(surface));
        *y += gdk_popup_get_position_y(GDK_POPUP(surface));
    }
    return true;
}

/* A widget's name, or what an entry of a menu says as "item:Text"; NULL for what has neither. */
static char *name_of(GtkWidget *widget)
{
    const char *name = gtk_widget_get_name(widget);
    if (strcmp(G_OBJECT_TYPE_NAME(widget), "GtkModelButton") == 0) {
        char *text = NULL;
        g_object_get(widget, "text", &text, NULL);
        char *item = g_strdup_printf("item:%s", text ? text : "");
        g_free(text);
        return g_strdelimit(item, " ", '-');
    }
    return strcmp(name, G_OBJECT_TYPE_NAME(widget)) != 0 ? g_strdup(name) : NULL;
}

static void describe(GtkWidget *widget, GString *text)
{
    if (!gtk_widget_get_mapped(widget))
        return;
    char *name = name_of(widget);
    double x = 0, y = 0;
    if (name && locate(widget, &x, &y)) {
        g_string_append_printf(text, "%s %d %d %d %d\n", name, (int)x, (int)y,
                               gtk_widget_get_width(widget), gtk_widget_get_height(widget));
    }
    g_free(name);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        describe(child, text);
}

char *sn_widget_describe(GtkWidget *from)
{
    GString *text = g_string_new(NULL);
    describe(from, text);
    return g_string_free(text, FALSE);
}
