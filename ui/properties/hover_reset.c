/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/properties/hover_reset.h"

#include "ui/properties/property_row_private.h"

typedef struct HoverReset {
    GtkWidget *area; /* borrowed */
    GtkEventControllerMotion *motion;
    double x, y;              /* of the pointer in the area */
    GtkEventController *keys; /* of the window that the area is in; owned by it, NULL in none */
    GtkWidget *window;        /* that one; borrowed */
} HoverReset;

static void on_motion(GtkEventControllerMotion *motion, double x, double y, HoverReset *hover)
{
    hover->x = x;
    hover->y = y;
}

/* What is written keeps the key; a number that Enter has ended is not. */
static bool is_typing(GtkWidget *window)
{
    GtkWidget *focus = gtk_root_get_focus(GTK_ROOT(window));
    GtkWidget *number = focus ? gtk_widget_get_ancestor(focus, SN_TYPE_NUMBER_FIELD) : NULL;
    if (number)
        return !sn_number_field_rests(SN_NUMBER_FIELD(number));
    return focus && (GTK_IS_EDITABLE(focus) || GTK_IS_TEXT_VIEW(focus));
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
                       HoverReset *hover)
{
    const GdkModifierType any = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK;
    if (key != GDK_KEY_BackSpace || (state & any) != 0 ||
        !gtk_event_controller_motion_contains_pointer(hover->motion) || is_typing(hover->window))
        return GDK_EVENT_PROPAGATE;
    GtkWidget *at = gtk_widget_pick(hover->area, hover->x, hover->y, GTK_PICK_DEFAULT);
    GtkWidget *row = at ? gtk_widget_get_ancestor(at, SN_TYPE_PROPERTY_ROW) : NULL;
    if (!row || !sn_property_row_editable(SN_PROPERTY_ROW(row)))
        return GDK_EVENT_PROPAGATE;
    sn_property_row_reset(SN_PROPERTY_ROW(row));
    return GDK_EVENT_STOP;
}

static void forget_window(HoverReset *hover)
{
    if (hover->window) {
        g_object_remove_weak_pointer(G_OBJECT(hover->window), (gpointer *)&hover->window);
        gtk_widget_remove_controller(hover->window, hover->keys);
    }
    hover->window = NULL;
    hover->keys = NULL;
}

static void on_root(GtkWidget *area, GParamSpec *what, HoverReset *hover)
{
    GtkRoot *root = gtk_widget_get_root(area);
    forget_window(hover);
    if (!root)
        return;
    hover->window = GTK_WIDGET(root);
    g_object_add_weak_pointer(G_OBJECT(hover->window), (gpointer *)&hover->window);
    hover->keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(hover->keys, GTK_PHASE_CAPTURE);
    g_signal_connect(hover->keys, "key-pressed", G_CALLBACK(on_key), hover);
    gtk_widget_add_controller(hover->window, hover->keys);
}

static void on_gone(gpointer data, GObject *area)
{
    forget_window(data);
    g_free(data);
}

void sn_hover_reset_add(GtkWidget *area)
{
    HoverReset *hover = g_new0(HoverReset, 1);
    hover->area = area;
    hover->motion = GTK_EVENT_CONTROLLER_MOTION(gtk_event_controller_motion_new());
    g_signal_connect(hover->motion, "enter", G_CALLBACK(on_motion), hover);
    g_signal_connect(hover->motion, "motion", G_CALLBACK(on_motion), hover);
    gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(hover->motion));
    g_signal_connect(area, "notify::root", G_CALLBACK(on_root), hover);
    on_root(area, NULL, hover);
    g_object_weak_ref(G_OBJECT(area), on_gone, hover);
}
