/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/form.h"

#include "ui/widgets/dialogs.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/spoken.h"

#include <string.h>

static const char LABEL_KEY[] = "sn-form-label";
static const char FIELDS_KEY[] = "sn-form-fields";

GtkWindow *sn_form_window(GtkWindow *parent, SnSession *session, const char *title,
                          const char *name)
{
    GtkWindow *window = GTK_WINDOW(gtk_window_new());
    gtk_window_set_title(window, title);
    gtk_window_set_transient_for(window, parent);
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_set_resizable(window, FALSE);
    gtk_widget_set_name(GTK_WIDGET(window), name);
    gtk_widget_add_css_class(GTK_WIDGET(window), "sn-window");
    g_signal_connect_object(session, "document-changed", G_CALLBACK(gtk_window_destroy), window,
                            G_CONNECT_SWAPPED);
    return window;
}

static bool begins_with_list(GtkWidget *at)
{
    while (at && !GTK_IS_DROP_DOWN(at)) {
        at = gtk_widget_get_first_child(at);
        while (at && (GTK_IS_LABEL(at) || !gtk_widget_get_visible(at)))
            at = gtk_widget_get_next_sibling(at);
    }
    return at != NULL;
}

void sn_form_present(GtkWindow *window, GtkWidget *rows, GtkWidget *cancel, GtkWidget *accept)
{
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 16);
    gtk_widget_add_css_class(content, "sn-dialog");
    gtk_box_append(GTK_BOX(content), rows);
    gtk_box_append(GTK_BOX(content), sn_dialog_buttons(window, cancel, accept));
    gtk_window_set_child(window, content);
    gtk_window_set_default_widget(window, accept);
    if (begins_with_list(rows)) /* Enter there would open the list */
        gtk_window_set_focus(window, accept);
    gtk_window_present(window);
}

GtkWidget *sn_form_grid(void)
{
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 8);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
    return grid;
}

GtkWidget *sn_form_row(GtkWidget *grid, int row, const char *label, GtkWidget *widget,
                       const char *name)
{
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(text), 1);
    gtk_widget_add_css_class(text, "dim-label");
    gtk_widget_set_name(widget, name);
    gtk_widget_set_hexpand(widget, TRUE);
    if (label[0] != '\0') /* else it says itself what it is */
        sn_set_spoken(widget, label);
    gtk_grid_attach(GTK_GRID(grid), text, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), widget, 1, row, 1, 1);
    g_object_set_data(G_OBJECT(widget), LABEL_KEY, text);
    return widget;
}

void sn_form_show_row(GtkWidget *widget, bool shown)
{
    gtk_widget_set_visible(widget, shown);
    gtk_widget_set_visible(g_object_get_data(G_OBJECT(widget), LABEL_KEY), shown);
}

GtkWidget *sn_form_text(GtkWidget *grid, int row, const char *name)
{
    GtkWidget *text = gtk_label_new(NULL);
    gtk_widget_set_name(text, name);
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    gtk_label_set_wrap(GTK_LABEL(text), TRUE);
    gtk_label_set_width_chars(GTK_LABEL(text), 44);
    gtk_label_set_max_width_chars(GTK_LABEL(text), 48);
    gtk_grid_attach(GTK_GRID(grid), text, 0, row, 2, 1);
    return text;
}

void sn_form_say(GtkWidget *text, const char *words, bool wrong)
{
    gtk_label_set_text(GTK_LABEL(text), words);
    if (wrong)
        gtk_widget_add_css_class(text, "error");
    else
        gtk_widget_remove_css_class(text, "error");
}

GtkWidget *sn_form_vector(const SnProperty *property, const char *name, const double value[3],
                          GCallback edited, gpointer data)
{
    static const char *const axes[] = {"x", "y", "z"};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget **fields = g_new(GtkWidget *, 3);
    for (int k = 0; k < 3; k++) {
        g_autofree char *label = g_strdup_printf("%s %s", property->label, axes[k]);
        g_autofree char *called = g_strdup_printf("%s-%s", name, axes[k]);
        fields[k] = sn_number_field_new(property, label, false);
        gtk_widget_set_name(fields[k], called);
        gtk_widget_set_size_request(fields[k], 76, -1);
        gtk_widget_set_hexpand(fields[k], TRUE);
        sn_number_field_set(SN_NUMBER_FIELD(fields[k]), value[k]);
        g_signal_connect_swapped(fields[k], "edited", edited, data);
        gtk_box_append(GTK_BOX(box), fields[k]);
    }
    gtk_box_append(GTK_BOX(box), sn_number_unit_new(property));
    g_object_set_data_full(G_OBJECT(box), FIELDS_KEY, fields, g_free);
    return box;
}

void sn_form_vector_get(GtkWidget *vector, double value[3])
{
    GtkWidget **fields = g_object_get_data(G_OBJECT(vector), FIELDS_KEY);
    for (int k = 0; k < 3; k++)
        value[k] = sn_number_field_get(SN_NUMBER_FIELD(fields[k]));
}

void sn_form_vector_set(GtkWidget *vector, const double value[3])
{
    GtkWidget **fields = g_object_get_data(G_OBJECT(vector), FIELDS_KEY);
    for (int k = 0; k < 3; k++)
        sn_number_field_set(SN_NUMBER_FIELD(fields[k]), value[k]);
}
