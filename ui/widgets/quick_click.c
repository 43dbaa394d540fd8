/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/quick_click.h"

#include <gtk/gtk.h>

static const char HELD_KEY[] = "sn-held-buttons";
static const char WATCHED_KEY[] = "sn-watched";

/* A bit for each button of the display whose press was handled and whose release is to come. */
static guint *held_buttons(GdkDisplay *display)
{
    guint *held = g_object_get_data(G_OBJECT(display), HELD_KEY);
    if (!held) {
        held = g_new0(guint, 1);
        g_object_set_data_full(G_OBJECT(display), HELD_KEY, held, g_free);
    }
    return held;
}

/* After a layout GTK makes up a motion, without a time, from where the pointer and its buttons are
 * by then. If a button is already up whose release still waits in the queue, that motion cancels
 * every gesture that handles the press, and the click is lost. The release will tell. */
static gboolean on_event(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data)
{
    const GdkModifierType buttons = GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK |
                                    GDK_BUTTON4_MASK | GDK_BUTTON5_MASK;
    const bool any_down = (gdk_event_get_modifier_state(event) & buttons) != 0;
    guint *held = held_buttons(gdk_event_get_display(event));
    switch ((int)gdk_event_get_event_type(event)) {
    case GDK_BUTTON_PRESS:
        if (!any_down) /* before this one; drag and drop keeps releases to itself */
            *held = 0;
        *held |= 1U << (gdk_button_event_get_button(event) & 31);
        return GDK_EVENT_PROPAGATE;
    case GDK_BUTTON_RELEASE:
        *held &= ~(1U << (gdk_button_event_get_button(event) & 31));
        return GDK_EVENT_PROPAGATE;
    case GDK_MOTION_NOTIFY:
        if (any_down || *held == 0)
            return GDK_EVENT_PROPAGATE;
        if (gdk_event_get_time(event) == GDK_CURRENT_TIME)
            return GDK_EVENT_STOP;
        *held = 0;
        return GDK_EVENT_PROPAGATE;
    default:
        return GDK_EVENT_PROPAGATE;
    }
}

static gboolean on_map(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
    GtkWidget *widget = g_value_get_object(&values[0]);
    if (GTK_IS_WINDOW(widget) && !g_object_get_data(G_OBJECT(widget), WATCHED_KEY)) {
        g_object_set_data(G_OBJECT(widget), WATCHED_KEY, widget);
        GtkEventController *controller = gtk_event_controller_legacy_new();
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE);
        g_signal_connect(controller, "event", G_CALLBACK(on_event), NULL);
        gtk_widget_add_controller(widget, controller);
    }
    return TRUE;
}

void sn_quick_click_watch(void)
{
    g_type_class_unref(g_type_class_ref(GTK_TYPE_WIDGET)); /* has its signals from then on */
    g_signal_add_emission_hook(g_signal_lookup("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}
