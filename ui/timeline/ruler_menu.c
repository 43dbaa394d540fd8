/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/actions/menus.h"
#include "ui/edits/edits.h"
#include "ui/edits/time/timeline.h"
#include "ui/timeline/ruler_private.h"
#include "ui/widgets/popover.h"

#include <math.h>

#define MOST 1000 /* waypoints added at once */

/* --- popovers: one at a time --- */

void sn_ruler_drop_popover(SnRuler *ruler)
{
    g_clear_pointer(&ruler->popover, sn_popover_end);
}

static gboolean drop_later(gpointer popover)
{
    GtkWidget *parent = gtk_widget_get_parent(popover);
    if (parent && SN_RULER(parent)->popover == popover)
        sn_ruler_drop_popover(SN_RULER(parent));
    g_object_unref(popover);
    return G_SOURCE_REMOVE;
}

static void on_closed(GtkPopover *popover, gpointer data)
{
    /* not from inside its own signal, and what was chosen comes first */
    g_idle_add_full(G_PRIORITY_HIGH, drop_later, g_object_ref(popover), NULL);
}

static void pop_up(SnRuler *ruler, GtkWidget *popover, double x, double y)
{
    sn_ruler_drop_popover(ruler);
    ruler->popover = popover;
    gtk_widget_set_parent(popover, GTK_WIDGET(ruler));
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    gtk_popover_set_position(GTK_POPOVER(popover), GTK_POS_TOP);
    g_signal_connect(popover, "closed", G_CALLBACK(on_closed), NULL);
    sn_popover_popup(GTK_POPOVER(popover));
}

void sn_ruler_open_menu(SnRuler *ruler, const SnRulerHit *hit, double x, double y)
{
    GMenuModel *menu = NULL;
    if (hit->part == SN_RULER_FLAG) {
        if (!sn_session_is_selected(ruler->session, hit->waypoint))
            sn_session_select_one(ruler->session, hit->waypoint);
        menu = sn_menus_waypoint();
    } else if (hit->part == SN_RULER_BRANCH_BAR) {
        menu = sn_menus_branch(hit->span_id);
    } else {
        double time = sn_axis_time(ruler->axis, x, gtk_widget_get_width(GTK_WIDGET(ruler)));
        menu = sn_menus_ruler(MAX(time, 0));
    }
    GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
    g_object_unref(menu);
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    gtk_widget_set_halign(popover, GTK_ALIGN_START);
    pop_up(ruler, popover, x, y);
}

/* --- another name --- */

static const char WAYPOINT_KEY[] = "sn-waypoint";

static void on_name(GtkEntry *entry, SnRuler *ruler)
{
    const SnId *id = g_object_get_data(G_OBJECT(entry), WAYPOINT_KEY);
    const char *text = gtk_editable_get_text(GTK_EDITABLE(entry));
    if (!sn_ruler_waypoint(ruler, *id) || sn_edits_rename(ruler->session, *id, text)) {
        gtk_popover_popdown(GTK_POPOVER(ruler->popover));
        gtk_widget_grab_focus(GTK_WIDGET(ruler));
    } else {
        gtk_widget_add_css_class(GTK_WIDGET(entry), "error");
    }
}

void sn_ruler_rename(SnRuler *ruler, SnId id)
{
    const SnWaypoint *waypoint = sn_ruler_waypoint(ruler, id);
    if (!waypoint)
        return;
    GtkWidget *entry = gtk_entry_new();
    gtk_widget_set_name(entry, "waypoint-name");
    gtk_editable_set_text(GTK_EDITABLE(entry), waypoint->base.name ? waypoint->base.name : "");
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 16);
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Name of the waypoint", -1);
    g_object_set_data_full(G_OBJECT(entry), WAYPOINT_KEY, g_memdup2(&id, sizeof id), g_free);
    g_signal_connect(entry, "activate", G_CALLBACK(on_name), ruler);
    GtkWidget *popover = gtk_popover_new();
    gtk_popover_set_child(GTK_POPOVER(popover), entry);
    pop_up(ruler, popover,
           sn_axis_pixel(ruler->axis, waypoint->time, gtk_widget_get_width(GTK_WIDGET(ruler))) + 5,
           4);
    gtk_widget_grab_focus(entry);
}

/* --- evenly spaced --- */

typedef struct Spacing {
    SnRuler *ruler;
    GtkWidget *from, *interval, *count, *tells;
} Spacing;

static void on_spacing(GtkSpinButton *spin, Spacing *spacing)
{
    const double from = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spacing->from));
    const double interval = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spacing->interval));
    const int count = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spacing->count));
    char *text = g_strdup_printf("The last one at %.6g s", from + (count - 1) * interval);
    gtk_label_set_text(GTK_LABEL(spacing->tells), text);
    g_free(text);
}

static void on_add_evenly(GtkButton *button, Spacing *spacing)
{
    SnRuler *ruler = spacing->ruler;
    const double from = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spacing->from));
    const double interval = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spacing->interval));
    const int count = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spacing->count));
    gtk_popover_popdown(GTK_POPOVER(ruler->popover));
    if (sn_edits_add_waypoints(ruler->session, from, interval, count) == 0) {
        sn_session_report(ruler->session,
                          &(SnBar){.severity = SN_NOTE,
                                   .text = "There are waypoints at all of these times already."});
    }
    gtk_widget_grab_focus(GTK_WIDGET(ruler));
}

static GtkWidget *add_spin(Spacing *spacing, GtkWidget *grid, int row, const char *label,
                           const char *name, const char *unit, double value)
{
    const bool whole = unit == NULL;
    GtkWidget *text = gtk_label_new(label);
    gtk_label_set_xalign(GTK_LABEL(text), 0);
    gtk_widget_add_css_class(text, "dim-label");
    GtkWidget *spin =
        gtk_spin_button_new_with_range(whole ? 1 : 0, whole ? MOST : 1e5, whole ? 1 : 0.01);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), whole ? 0 : 3);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
    gtk_widget_set_name(spin, name);
    gtk_widget_set_hexpand(spin, TRUE);
    gtk_accessible_update_property(GTK_ACCESSIBLE(spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_signal_connect(spin, "value-changed", G_CALLBACK(on_spacing), spacing);
    GtkWidget *unit_label = gtk_label_new(unit);
    gtk_widget_add_css_class(unit_label, "dim-label");
    gtk_grid_attach(GTK_GRID(grid), text, 0, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), spin, 1, row, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), unit_label, 2, row, 1, 1);
    return spin;
}

void sn_ruler_add_evenly(SnRuler *ruler)
{
    Spacing *spacing = g_new0(Spacing, 1);
    spacing->ruler = ruler;
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
    gtk_widget_add_css_class(grid, "sn-ask");
    GtkWidget *title = gtk_label_new("Add Waypoints Evenly");
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_add_css_class(title, "heading");
    gtk_grid_attach(GTK_GRID(grid), title, 0, 0, 3, 1);
    /* ten over what is seen, in round steps */
    const double span = sn_axis_to(ruler->axis) - sn_axis_from(ruler->axis);
    const double interval = MAX(sn_round_step(span, 10), 0.001);
    spacing->from = add_spin(spacing, grid, 1, "First at", "evenly-from", "s", 0);
    spacing->interval = add_spin(spacing, grid, 2, "Every", "evenly-interval", "s", interval);
    spacing->count = add_spin(spacing, grid, 3, "How many", "evenly-count", NULL,
                              CLAMP(floor(span / interval + 1e-9) + 1, 2, MOST));
    gtk_spin_button_set_range(GTK_SPIN_BUTTON(spacing->interval), 0.001, 1e5);
    spacing->tells = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(spacing->tells), 0);
    gtk_widget_add_css_class(spacing->tells, "dim-label");
    gtk_widget_add_css_class(spacing->tells, "caption");
    gtk_grid_attach(GTK_GRID(grid), spacing->tells, 0, 4, 3, 1);
    GtkWidget *add = gtk_button_new_with_label("Add");
    gtk_widget_set_name(add, "evenly-add");
    gtk_widget_add_css_class(add, "sn-do");
    gtk_widget_set_halign(add, GTK_ALIGN_END);
    g_signal_connect(add, "clicked", G_CALLBACK(on_add_evenly), spacing);
    gtk_grid_attach(GTK_GRID(grid), add, 1, 5, 2, 1);
    on_spacing(NULL, spacing);
    GtkWidget *popover = gtk_popover_new();
    gtk_popover_set_child(GTK_POPOVER(popover), grid);
    g_object_set_data_full(G_OBJECT(popover), "sn-spacing", spacing, g_free);
    pop_up(ruler, popover, 24, 4);
    gtk_widget_grab_focus(spacing->interval);
}
