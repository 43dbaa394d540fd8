/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/self_test/self_test_input.h"

#include <stdio.h>
#include <string.h>

enum { FRAMES = 2 };

typedef struct Input {
    int motions, presses, releases, keys;
} Input;

static void print_input(const Input *input)
{
    printf("%d %d %d %d\n", input->motions, input->presses, input->releases, input->keys);
}

/* What reaches any surface: an emission hook sees popovers and dialogs, too, and comes before what
 * GTK makes of the event. */
static gboolean on_event(GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
    Input *input = data;
    GdkEvent *event = g_value_peek_pointer(&values[1]);
    switch (gdk_event_get_event_type(event)) {
    case GDK_MOTION_NOTIFY:
        input->motions++;
        break;
    case GDK_BUTTON_PRESS:
        input->presses++;
        break;
    case GDK_BUTTON_RELEASE:
        input->releases++;
        break;
    case GDK_KEY_PRESS:
        input->keys++;
        break;
    default:
        break;
    }
    return G_SOURCE_CONTINUE;
}

/* Of the display, as its events are. */
static Input *counted_input(void)
{
    return g_object_get_data(G_OBJECT(gdk_display_get_default()), "sn-input");
}

void sn_self_test_count_input(void)
{
    if (counted_input())
        return;
    Input *input = g_new0(Input, 1);
    g_object_set_data_full(G_OBJECT(gdk_display_get_default()), "sn-input", input, g_free);
    g_type_class_unref(g_type_class_ref(GDK_TYPE_SURFACE)); /* its signals exist from now on */
    g_signal_add_emission_hook(g_signal_lookup("event", GDK_TYPE_SURFACE), 0, on_event, input,
                               NULL);
}

/* --- frames --- */

typedef struct Wait {
    int left;
} Wait;

static void free_wait(gpointer wait, GClosure *closure)
{
    g_free(wait);
}

static void on_painted(GdkFrameClock *clock, Wait *wait)
{
    if (--wait->left > 0) {
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
        return;
    }
    g_signal_handlers_disconnect_by_data(clock, wait);
    puts("done");
    fflush(stdout);
}

static void wait_frame(SnWindow *window)
{
    GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
    Wait *wait = g_new(Wait, 1);
    wait->left = FRAMES;
    g_signal_connect_data(clock, "after-paint", G_CALLBACK(on_painted), wait, free_wait, 0);
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

bool sn_self_test_input(SnWindow *window, const char *line)
{
    if (strcmp(line, "input") == 0) {
        print_input(counted_input());
        return true;
    }
    if (strcmp(line, "frame") == 0) {
        wait_frame(window);
        return true;
    }
    return false;
}
