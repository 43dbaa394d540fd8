/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/overlay/clip_list.h"

#include "ui/viewport/private.h"

#include <math.h>
#include <stdio.h>

typedef struct ClipRow {
    SnViewport *viewport; /* outlives the row */
    int number;
    GtkWidget *box;
    GtkWidget *on, *name, *position, *show, *slice, *thickness;
} ClipRow;

typedef struct ClipList {
    SnViewport *viewport;
    ClipRow rows[SN_MAX_CLIP_PLANES];
    GtkWidget *empty; /* text while there is none */
    bool updating;
} ClipList;

static const char LIST_KEY[] = "sn-clip-list";

static SnClipPlane *plane_of(const ClipRow *row)
{
    return &row->viewport->settings.clip[row->number];
}

/* NULL while the list is only being brought up to date. */
static SnClipPlane *edited_plane(const ClipRow *row)
{
    ClipList *list = g_object_get_data(G_OBJECT(row->viewport->strips.clip_list), LIST_KEY);
    return list->updating ? NULL : plane_of(row);
}

/* --- edits --- */

static void on_toggled(GtkWidget *button, ClipRow *row)
{
    SnClipPlane *plane = edited_plane(row);
    if (!plane)
        return;
    plane->enabled = gtk_check_button_get_active(GTK_CHECK_BUTTON(row->on));
    plane->show = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(row->show));
    plane->slice = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(row->slice));
    sn_viewport_notify_settings(row->viewport);
}

static void on_position(GtkSpinButton *spin, ClipRow *row)
{
    SnClipPlane *plane = edited_plane(row);
    if (plane) {
        plane->offset = gtk_spin_button_get_value(spin) / 1000;
        if (plane->offset == 0)
            plane->offset = 1e-12; /* zero marks a free place */
        sn_viewport_notify_settings(row->viewport);
    }
}

static void on_thickness(GtkSpinButton *spin, ClipRow *row)
{
    SnClipPlane *plane = edited_plane(row);
    if (plane) {
        plane->thickness = gtk_spin_button_get_value(spin) / 1000;
        sn_viewport_notify_settings(row->viewport);
    }
}

static void on_flip(GtkButton *button, ClipRow *row)
{
    sn_viewport_flip_clip(row->viewport, row->number);
}

static void on_remove(GtkButton *button, ClipRow *row)
{
    sn_viewport_remove_clip(row->viewport, row->number);
}

static void on_add(GtkButton *button, ClipList *list)
{
    int axis = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "axis"));
    double normal[3] = {0, 0, 0};
    if (axis == 3) {
        sn_viewport_add_clip_plane(list->viewport);
        return;
    }
    normal[axis] = 1;
    double back[3];
    sn_view_back(&list->viewport->settings, back);
    if (back[axis] < 0) { /* cut away the nearer half */
        normal[axis] = -1;
    }
    sn_viewport_add_clip(list->viewport, normal);
}

/* --- rows --- */

static GtkWidget *spin_new(double lower, double upper, double step, const char *label,
                           GCallback changed, ClipRow *row)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(lower, upper, step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), 1);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 6);
    gtk_widget_set_tooltip_text(spin, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_signal_connect(spin, "value-changed", changed, row);
    return spin;
}

static GtkWidget *icon_button(GtkWidget *button, const char *icon, const char *label,
                              const char *signal, GCallback call, ClipRow *row)
{
    gtk_button_set_icon_name(GTK_BUTTON(button), icon);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_set_tooltip_text(button, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    g_signal_connect(button, signal, call, row);
    return button;
}

static void row_build(ClipRow *row)
{
    row->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
    row->on = gtk_check_button_new();
    gtk_widget_set_tooltip_text(row->on, "Cuts");
    g_signal_connect(row->on, "toggled", G_CALLBACK(on_toggled), row);
    row->name = gtk_label_new(NULL);
    gtk_label_set_width_chars(GTK_LABEL(row->name), 7);
    gtk_label_set_xalign(GTK_LABEL(row->name), 0);
    row->position = spin_new(-100000, 100000, 1, "Position along the normal [mm]",
                             G_CALLBACK(on_position), row);
    row->show = icon_button(gtk_toggle_button_new(), "view-reveal-symbolic",
                            "Show its frame and handle", "toggled", G_CALLBACK(on_toggled), row);
    row->slice = icon_button(gtk_toggle_button_new(), "sn-slice-symbolic",
                             "Slice: keep only a slab behind the plane", "toggled",
                             G_CALLBACK(on_toggled), row);
    row->thickness =
        spin_new(0.1, 10000, 0.5, "Thickness of the slice [mm]", G_CALLBACK(on_thickness), row);
    GtkWidget *parts[] = {row->on,
                          row->name,
                          row->position,
                          icon_button(gtk_button_new(), "sn-flip-symbolic", "Cut the other side",
                                      "clicked", G_CALLBACK(on_flip), row),
                          row->show,
                          row->slice,
                          row->thickness,
                          icon_button(gtk_button_new(), "user-trash-symbolic", "Remove", "clicked",
                                      G_CALLBACK(on_remove), row)};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
        gtk_box_append(GTK_BOX(row->box), parts[i]);
    }
}

/* "x", "−z", or "tilted". */
static const char *plane_name(const SnClipPlane *plane)
{
    static const char *const names[] = {"x", "y", "z", "−x", "−y", "−z"};
    for (int k = 0; k < 3; k++) {
        if (fabs(plane->normal[k]) > 0.9999)
            return names[plane->normal[k] > 0 ? k : k + 3];
    }
    return "tilted";
}

static void row_update(ClipRow *row)
{
    const SnClipPlane *plane = plane_of(row);
    gtk_widget_set_visible(row->box, sn_clip_in_use(plane));
    gtk_check_button_set_active(GTK_CHECK_BUTTON(row->on), plane->enabled);
    gtk_label_set_text(GTK_LABEL(row->name), plane_name(plane));
    if (fabs(gtk_spin_button_get_value(GTK_SPIN_BUTTON(row->position)) - 1000 * plane->offset) >
        0.05)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(row->position), 1000 * plane->offset);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(row->show), plane->show);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(row->slice), plane->slice);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(row->thickness), 1000 * plane->thickness);
    gtk_widget_set_sensitive(row->thickness, plane->slice);
}

void sn_clip_list_update(GtkWidget *widget)
{
    ClipList *list = g_object_get_data(G_OBJECT(widget), LIST_KEY);
    bool any = false;
    list->updating = true;
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        row_update(&list->rows[i]);
        any = any || sn_clip_in_use(plane_of(&list->rows[i]));
    }
    list->updating = false;
    gtk_widget_set_visible(list->empty, !any);
}

static GtkWidget *add_row_new(ClipList *list)
{
    static const char *const labels[] = {"X", "Y", "Z", "Facing the View"};
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *label = gtk_label_new("Add");
    gtk_widget_add_css_class(label, "dim-label");
    gtk_box_append(GTK_BOX(row), label);
    for (int i = 0; i < (int)G_N_ELEMENTS(labels); i++) {
        GtkWidget *button = gtk_button_new_with_label(labels[i]);
        g_object_set_data(G_OBJECT(button), "axis", GINT_TO_POINTER(i));
        g_signal_connect(button, "clicked", G_CALLBACK(on_add), list);
        gtk_box_append(GTK_BOX(row), button);
    }
    return row;
}

GtkWidget *sn_clip_list_new(SnViewport *viewport)
{
    ClipList *list = g_new0(ClipList, 1);
    list->viewport = viewport;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_add_css_class(box, "sn-clip-list");
    list->empty = gtk_label_new("No clipping planes. Add one across an axis, or facing the view.");
    gtk_widget_add_css_class(list->empty, "dim-label");
    gtk_label_set_xalign(GTK_LABEL(list->empty), 0);
    gtk_box_append(GTK_BOX(box), list->empty);
    for (int i = 0; i < SN_MAX_CLIP_PLANES; i++) {
        list->rows[i].viewport = viewport;
        list->rows[i].number = i;
        row_build(&list->rows[i]);
        gtk_box_append(GTK_BOX(box), list->rows[i].box);
    }
    gtk_box_append(GTK_BOX(box), add_row_new(list));
    g_object_set_data_full(G_OBJECT(box), LIST_KEY, list, g_free);
    return box;
}
