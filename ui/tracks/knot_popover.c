/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/knot_popover.h"

#include "ui/tracks/track_list.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/tooltip.h"

#include <math.h>

typedef struct Popover {
    SnTrack *track; /* reference; its edit is NULL when it is in no list any more */
    GtkWidget *popover, *time;
    GPtrArray *values; /* of GtkWidget: an entry for each curve */
    int knot;
} Popover;

static void free_popover(gpointer data)
{
    Popover *self = data;
    g_ptr_array_unref(self->values);
    g_object_unref(self->track);
    g_free(self);
}

static SnUnit unit_of(const SnTrack *track, int number)
{
    return (guint)number < track->traces->len ? g_array_index(track->traces, SnTrace, number).unit
                                              : SN_UNIT_NONE;
}

/* Number typed, SI; false with the entry marked. */
static bool read_entry(GtkWidget *entry, SnUnit unit, double *number)
{
    char text[160];
    const bool good =
        sn_unit_parse(gtk_editable_get_text(GTK_EDITABLE(entry)), unit, number, text, sizeof text);
    (good ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(entry, "error");
    sn_set_tooltip(entry, good ? NULL : text);
    if (!good)
        gtk_widget_grab_focus(entry);
    return good;
}

/* Puts the typed row into the table; a new time moves the knot to its place. */
static void apply(Popover *self)
{
    SnTrackEdit *edit = self->track->edit;
    double time = 0;
    if (!edit || self->knot >= edit->table->n || !read_entry(self->time, SN_UNIT_TIME, &time))
        return;
    SnKnotTable *table = sn_knot_table_copy(edit->table);
    double *values =
        g_memdup2(table->values + self->knot * table->width, sizeof(double) * (gsize)table->width);
    bool good = true;
    for (guint k = 0; good && k < self->values->len; k++) {
        double shown = 0;
        good = read_entry(self->values->pdata[k], unit_of(self->track, (int)k), &shown);
        if (good)
            values[sn_track_column(edit, (int)k)] = sn_track_knot_value(edit, (int)k, shown);
    }
    double *low = g_new(double, (gsize)table->width), *high = g_new(double, (gsize)table->width);
    sn_edits_knot_limits(self->track->session, self->track->probe, table->width, low, high);
    for (int k = 0; k < table->width; k++)
        values[k] = CLAMP(values[k], low[k], high[k]);
    g_free(low);
    g_free(high);
    if (good) {
        sn_knot_table_choose_none(table);
        table->chosen[self->knot] = true;
        sn_knot_table_remove_chosen(table);
        sn_knot_table_insert(table, sn_track_own_time(edit, time), values);
        sn_edits_set_knots(self->track->session, self->track->probe, table, "Type knot");
        gtk_popover_popdown(GTK_POPOVER(self->popover));
    }
    g_free(values);
    sn_knot_table_free(table);
}

static void on_activate(GtkEntry *entry, Popover *self)
{
    apply(self);
}

static void on_delete(GtkButton *button, Popover *self)
{
    SnTrackEdit *edit = self->track->edit;
    gtk_popover_popdown(GTK_POPOVER(self->popover));
    if (edit && self->knot < edit->table->n) {
        sn_knot_table_choose_none(edit->table);
        edit->table->chosen[self->knot] = true;
        sn_track_edit_remove(edit);
    }
}

static GtkWidget *add_row(Popover *self, GtkWidget *grid, int row, const char *label, double number,
                          SnUnit unit)
{
    GtkWidget *name = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_widget_add_css_class(name, "dim-label");
    gtk_grid_attach(GTK_GRID(grid), name, 0, row, 1, 1);
    GtkWidget *entry = gtk_entry_new();
    char *text = sn_unit_format(number, unit, 0);
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    g_free(text);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 12);
    gtk_entry_set_alignment(GTK_ENTRY(entry), 1);
    g_signal_connect(entry, "activate", G_CALLBACK(on_activate), self);
    gtk_grid_attach(GTK_GRID(grid), entry, 1, row, 1, 1);
    GtkWidget *symbol = gtk_label_new(sn_unit_shown(unit));
    gtk_label_set_xalign(GTK_LABEL(symbol), 0);
    gtk_widget_add_css_class(symbol, "dim-label");
    gtk_grid_attach(GTK_GRID(grid), symbol, 2, row, 1, 1);
    return entry;
}

static GtkWidget *make_grid(Popover *self)
{
    SnTrackEdit *edit = self->track->edit;
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
    self->time = add_row(self, grid, 0, "Time",
                         sn_track_shown_time(edit, edit->table->times[self->knot]), SN_UNIT_TIME);
    gtk_widget_set_name(self->time, "knot-time");
    const int n = self->track->curve ? sn_probe_curve_width(self->track->curve) : 1;
    const int rows = MIN(n, MIN(edit->table->width, 8));
    for (int k = 0; k < rows; k++) {
        const double value =
            edit->table->values[self->knot * edit->table->width + sn_track_column(edit, k)];
        const char *label = rows == 1 || (guint)k >= self->track->traces->len
                                ? "Value"
                                : g_array_index(self->track->traces, SnTrace, k).label;
        GtkWidget *entry = add_row(self, grid, k + 1, label, sn_track_shown_value(edit, k, value),
                                   unit_of(self->track, k));
        if (k == 0)
            gtk_widget_set_name(entry, "knot-value");
        g_ptr_array_add(self->values, entry);
    }
    GtkWidget *remove = gtk_button_new_with_label("Delete Knot");
    g_signal_connect(remove, "clicked", G_CALLBACK(on_delete), self);
    gtk_grid_attach(GTK_GRID(grid), remove, 0, rows + 1, 3, 1);
    return grid;
}

void sn_knot_popover_show(SnTrackEdit *edit, int knot, int number)
{
    Popover *self = g_new0(Popover, 1);
    GtkWidget *list = GTK_WIDGET(edit->track->list);
    *self = (Popover){g_object_ref(edit->track), gtk_popover_new(), NULL, g_ptr_array_new(), knot};
    const SnTrackArea area = sn_track_area(edit->track);
    double x = 0, y = 0, at_x = 0, at_y = 0;
    sn_track_knot_place(edit, &area, knot, number, &x, &y);
    gtk_widget_translate_coordinates(GTK_WIDGET(edit->track), list, x, y, &at_x, &at_y);
    gtk_popover_set_child(GTK_POPOVER(self->popover), make_grid(self));
    gtk_popover_set_pointing_to(GTK_POPOVER(self->popover),
                                &(GdkRectangle){(int)at_x, (int)at_y, 1, 1});
    g_object_set_data_full(G_OBJECT(self->popover), "sn-knot", self, free_popover);
    sn_popover_open(self->popover, list);
    gtk_widget_grab_focus(g_ptr_array_index(self->values, 0));
}
