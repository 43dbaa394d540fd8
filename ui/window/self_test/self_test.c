/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/self_test/self_test.h"

#include "ui/navigator/navigator.h"
#include "ui/session/marks.h"
#include "ui/widgets/widget_tree.h"
#include "ui/window/self_test/self_test_input.h"
#include "ui/window/self_test/self_test_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- commands on standard input --- */

static void print_selection(SnSession *session)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        char *path = sn_model_path(sn_session_model(session), ids[i]);
        puts(path);
        g_free(path);
    }
    puts(".");
}

/* A dialog of the window as sn_widget_describe does it, in pixels of its own surface; its title
 * first. */
static void print_dialog(SnWindow *window)
{
    GListModel *all = gtk_window_get_toplevels();
    for (guint i = 0; i < g_list_model_get_n_items(all); i++) {
        GtkWindow *other = g_list_model_get_item(all, i);
        if (gtk_window_get_transient_for(other) == GTK_WINDOW(window) &&
            gtk_widget_get_mapped(GTK_WIDGET(other))) {
            char *text = sn_widget_describe(GTK_WIDGET(other));
            printf("%s\n%s", gtk_window_get_title(other), text);
            g_free(text);
        }
        g_object_unref(other);
    }
    puts(".");
}

static void obey(SnWindow *window, const char *line)
{
    if (strcmp(line, "describe") == 0) {
        char *text = sn_widget_describe(GTK_WIDGET(window));
        printf("%s.\n", text);
        g_free(text);
    } else if (strcmp(line, "describe-dialog") == 0) {
        print_dialog(window);
    } else if (strcmp(line, "selection") == 0) {
        print_selection(sn_window_session(window));
    } else if (g_str_has_prefix(line, "action ")) {
        char *name = NULL;
        GVariant *target = NULL;
        bool done = g_action_parse_detailed_name(line + strlen("action "), &name, &target, NULL) &&
                    gtk_widget_activate_action_variant(GTK_WIDGET(window), name, target);
        puts(done ? "done" : "refused");
        g_free(name);
        g_clear_pointer(&target, g_variant_unref);
    } else if (strcmp(line, "quit") == 0) {
        gtk_window_destroy(GTK_WINDOW(window));
    } else if (!sn_self_test_input(window, line) && !sn_self_test_report(window, line)) {
        puts("unknown");
    }
    fflush(stdout);
}

static gboolean on_input(GIOChannel *channel, GIOCondition condition, gpointer window)
{
    char *line = NULL;
    gsize end = 0;
    if (g_io_channel_read_line(channel, &line, NULL, &end, NULL) != G_IO_STATUS_NORMAL)
        return G_SOURCE_REMOVE;
    line[end] = '\0';
    obey(window, line);
    g_free(line);
    return G_SOURCE_CONTINUE;
}

static void stop_reading(GtkWidget *window, gpointer source)
{
    GSource *reading = g_main_context_find_source_by_id(NULL, GPOINTER_TO_UINT(source));
    if (reading)
        g_source_destroy(reading);
}

static void read_commands(SnWindow *window)
{
    GIOChannel *channel = g_io_channel_unix_new(STDIN_FILENO);
    guint source = g_io_add_watch(channel, G_IO_IN | G_IO_HUP, on_input, window);
    g_io_channel_unref(channel); /* the watch holds it */
    g_signal_connect(window, "destroy", G_CALLBACK(stop_reading), GUINT_TO_POINTER(source));
}

/* --- pauses of the navigator --- */

typedef struct Timing {
    SnWindow *window;
    int phase;
    gint64 last;  /* of the main loop's turn [us] */
    double busy;  /* processor time of this thread then [ms] */
    double worst; /* longest between two turns in this phase [ms] */
    double worst_busy;
    int turns;
} Timing;

static const char *const phases[] = {"open", "scroll",     "select", "delete", "undo",
                                     "redo", "select-all", "search", "clear"};

static SnId biggest_list(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    SnId biggest = SN_ID_NULL;
    guint most = 0;
    for (guint i = 0; i < model->root->children->len; i++) {
        const SnComponent *list = g_ptr_array_index(model->root->children, i);
        if (list->children && list->children->len > most) {
            most = list->children->len;
            biggest = list->id;
        }
    }
    return biggest;
}

static void begin_phase(Timing *timing)
{
    SnSession *session = sn_window_session(timing->window);
    SnNavigator *navigator = SN_NAVIGATOR(sn_window_navigator(timing->window));
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_get(model, biggest_list(session));
    g_assert(list);
    guint n = list->children->len;
    GtkWidget *search = sn_find_widget(GTK_WIDGET(navigator), "navigator-search");
    switch (timing->phase) {
    case 0:
        sn_navigator_reveal(navigator,
                            ((const SnComponent *)g_ptr_array_index(list->children, 0))->id);
        break;
    case 1:
        sn_navigator_reveal(navigator,
                            ((const SnComponent *)g_ptr_array_index(list->children, n / 2))->id);
        break;
    case 2:
        sn_session_select_one(session,
                              ((const SnComponent *)g_ptr_array_index(list->children, n - 1))->id);
        break;
    case 3:
        gtk_widget_activate_action(GTK_WIDGET(timing->window), "win.delete", NULL);
        break;
    case 4:
        gtk_widget_activate_action(GTK_WIDGET(timing->window), "win.undo", NULL);
        break;
    case 5:
        gtk_widget_activate_action(GTK_WIDGET(timing->window), "win.redo", NULL);
        break;
    case 6:
        gtk_widget_activate_action(GTK_WIDGET(timing->window), "win.select-all", NULL);
        break;
    case 7:
        gtk_editable_set_text(GTK_EDITABLE(search), "9");
        break;
    default:
        gtk_editable_set_text(GTK_EDITABLE(search), "");
        break;
    }
}

/* Turns of the main loop at a short interval: what is late beyond it was a pause. */
static gboolean on_turn(gpointer data)
{
    Timing *timing = data;
    gint64 now = g_get_monotonic_time();
    timing->worst = MAX(timing->worst, (double)(now - timing->last) * 1e-3);
    timing->last = now;
    double busy = sn_self_test_thread_time();
    timing->worst_busy = MAX(timing->worst_busy, busy - timing->busy);
    timing->busy = busy;
    timing->turns++;
    if (timing->turns < 400)
        return G_SOURCE_CONTINUE;
    if (timing->phase >= 0) {
        fprintf(stderr, "mark navigator-%s %.1f\n", phases[timing->phase], timing->worst_busy);
        fprintf(stderr, "mark navigator-%s-wall %.1f\n", phases[timing->phase], timing->worst);
    }
    timing->phase++;
    timing->turns = 0;
    timing->worst = timing->worst_busy = 0;
    if (timing->phase == (int)G_N_ELEMENTS(phases)) {
        gtk_window_destroy(GTK_WINDOW(timing->window));
        g_free(timing);
        return G_SOURCE_REMOVE;
    }
    timing->last = g_get_monotonic_time();
    timing->busy = sn_self_test_thread_time();
    begin_phase(timing);
    return G_SOURCE_CONTINUE;
}

static void time_navigator(SnSession *session, SnWindow *window)
{
    if (!sn_session_model(session))
        return;
    g_signal_handlers_disconnect_by_func(session, (gpointer)(guintptr)time_navigator, window);
    Timing *timing = g_new0(Timing, 1);
    timing->window = window;
    timing->phase = -1; /* first let the document's own work pass */
    timing->last = g_get_monotonic_time();
    g_timeout_add(2, on_turn, timing);
}

static void on_map(GtkWidget *window, gpointer data)
{
    sn_mark("window");
}

void sn_self_test_start(SnWindow *window)
{
    const char *test = g_getenv("SINEW_UI_TEST");
    g_signal_connect(window, "map", G_CALLBACK(on_map), NULL);
    if (!test)
        return;
    if (strcmp(test, "navigator") == 0) {
        g_signal_connect(sn_window_session(window), "document-changed", G_CALLBACK(time_navigator),
                         window);
    } else if (strcmp(test, "timeline") == 0) {
        sn_self_test_time_timeline(window);
    } else {
        sn_self_test_count_input();
        read_commands(window);
    }
}
