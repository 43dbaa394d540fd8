/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/kept_focus.h"

#include "ui/properties/property_row.h"
#include "ui/widgets/number_field.h"

#include <string.h>

/* The nth row of a name in the order of the tree; with `sought`, counts those before it instead. */
static GtkWidget *find_row(GtkWidget *widget, const char *name, GtkWidget *sought, int *nth)
{
    if (g_type_is_a(G_OBJECT_TYPE(widget), SN_TYPE_PROPERTY_ROW) &&
        strcmp(gtk_widget_get_name(widget), name) == 0) {
        if (sought ? widget == sought : *nth == 0)
            return widget;
        *nth += sought ? 1 : -1;
    }
    GtkWidget *found = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !found;
         child = gtk_widget_get_next_sibling(child))
        found = find_row(child, name, sought, nth);
    return found;
}

static int index_of(GtkWidget *widget)
{
    int index = 0;
    while ((widget = gtk_widget_get_prev_sibling(widget)) != NULL)
        index++;
    return index;
}

static GtkWidget *nth_child(GtkWidget *widget, int index)
{
    GtkWidget *child = gtk_widget_get_first_child(widget);
    for (; child && index > 0; index--)
        child = gtk_widget_get_next_sibling(child);
    return child;
}

static SnNumberField *number_of(GtkWidget *widget)
{
    return (SnNumberField *)gtk_widget_get_ancestor(widget, SN_TYPE_NUMBER_FIELD);
}

SnKeptFocus sn_kept_focus_take(GtkWidget *around)
{
    SnKeptFocus kept = {.row = NULL};
    GtkRoot *root = gtk_widget_get_root(around);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    GtkWidget *row = focus ? gtk_widget_get_ancestor(focus, SN_TYPE_PROPERTY_ROW) : NULL;
    if (!row || !gtk_widget_is_ancestor(row, around))
        return kept;
    GtkWidget *list = gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER);
    if (list && gtk_widget_is_ancestor(list, row))
        focus = gtk_widget_get_parent(list); /* what has been chosen from; it closes */
    int depth = 0;
    for (GtkWidget *at = focus; at != row; at = gtk_widget_get_parent(at))
        depth++;
    SnNumberField *number = number_of(focus);
    kept.rests = number && sn_number_field_rests(number);
    kept.row = g_strdup(gtk_widget_get_name(row));
    find_row(around, kept.row, row, &kept.nth);
    for (; focus != row; focus = gtk_widget_get_parent(focus)) {
        if (--depth < SN_FOCUS_DEPTH)
            kept.path[depth] = index_of(focus);
        kept.depth = MAX(kept.depth, MIN(depth + 1, SN_FOCUS_DEPTH));
    }
    return kept;
}

void sn_kept_focus_give(GtkWidget *around, SnKeptFocus *kept)
{
    int nth = kept->nth;
    GtkWidget *part = kept->row ? find_row(around, kept->row, NULL, &nth) : NULL;
    for (int i = 0; part && i < kept->depth; i++)
        part = nth_child(part, kept->path[i]);
    if (part)
        gtk_widget_grab_focus(part);
    SnNumberField *number = part && kept->rests ? number_of(part) : NULL;
    if (number)
        sn_number_field_rest(number);
    g_free(kept->row);
}
