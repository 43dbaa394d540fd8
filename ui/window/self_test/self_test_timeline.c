/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a frame takes while 100 tracks of 100 000 samples are moved about (SINEW_UI_TEST=
 * timeline): every output probe of the document gets samples made here. */
#include "ui/window/self_test/self_test.h"

#include "ui/timeline/timeline.h"
#include "ui/tracks/track_list.h"
#include "ui/widgets/widget_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 100000, FRAMES = 40, WARM_UP = 5 };

#define INTERVAL 1e-3 /* of the samples [s] */
#define LENGTH   (ROWS * INTERVAL)

typedef struct Timing {
    SnWindow *window;
    SnTrackList *list;
    SnAxis *axis;
    GtkAdjustment *adjustment;
    GPtrArray *series; /* of SnSeries, by the number of the probe */
    int phase, frame;
    gint64 began;  /* this frame [us] */
    double busy;   /* processor time of this thread then [ms] */
    double all;    /* of all threads */
    gint64 former; /* the last frame's end [us] */
    double wall[FRAMES], cpu[FRAMES], cpu_all[FRAMES], interval[FRAMES];
} Timing;

/* --- what is done in a phase, at s from 0 to 1 --- */

static void pan_all(Timing *timing, double s)
{
    const double from = 0.5 * LENGTH * s;
    sn_axis_set_range(timing->axis, from, from + 0.5 * LENGTH);
}

/* From all samples to a few dozen, and on to the other end. */
static void zoom(Timing *timing, double s)
{
    const double span = LENGTH * pow(1e-3, 1 - fabs(2 * s - 1));
    const double from = (LENGTH - span) * s;
    sn_axis_set_range(timing->axis, from, from + span);
}

/* Few samples: drawn as lines. */
static void pan_near(Timing *timing, double s)
{
    const double from = 40 + 2 * s;
    sn_axis_set_range(timing->axis, from, from + 0.5);
}

static void scroll(Timing *timing, double s)
{
    const double low = gtk_adjustment_get_lower(timing->adjustment);
    const double high = gtk_adjustment_get_upper(timing->adjustment) -
                        gtk_adjustment_get_page_size(timing->adjustment);
    gtk_adjustment_set_value(timing->adjustment, low + (high - low) * s);
}

static const struct {
    const char *name;
    bool open; /* all tracks are */
    void (*move)(Timing *timing, double s);
} PHASES[] = {
    {"folded-pan", false, pan_all}, {"folded-zoom", false, zoom}, {"folded-near", false, pan_near},
    {"open-pan", true, pan_all},    {"open-zoom", true, zoom},    {"open-near", true, pan_near},
    {"open-scroll", true, scroll},
};

/* --- samples --- */

static SnSeries *make_series(GRand *random)
{
    SnSeries *series = sn_series_new(1);
    const double slow = g_rand_double_range(random, 0.05, 0.5),
                 fast = g_rand_double_range(random, 5, 50);
    sn_series_reserve(series, ROWS);
    for (int i = 0; i < ROWS; i++) {
        const double t = i * INTERVAL;
        const double value = sin(2 * G_PI * slow * t) + 0.2 * sin(2 * G_PI * fast * t) +
                             0.05 * g_rand_double(random);
        sn_series_append(series, t, &value);
    }
    return series;
}

static SnSeries *series_of(SnId probe, gpointer data)
{
    const Timing *timing = data;
    const SnComponent *component =
        sn_model_get(sn_session_model(sn_window_session(timing->window)), probe);
    const guint number = (guint)component->number % timing->series->len;
    return sn_series_ref(timing->series->pdata[number]);
}

static void drop_series(gpointer series)
{
    sn_series_unref(series);
}

/* --- frames --- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double part(double *values, double share)
{
    qsort(values, FRAMES, sizeof *values, compare);
    return values[(int)(share * (FRAMES - 1))];
}

static void print_phase(Timing *timing)
{
    fprintf(stderr,
            "mark timeline-%s main thread median %.1f p95 %.1f worst %.1f ms; all threads %.1f; "
            "wall %.1f, frame to frame %.1f\n",
            PHASES[timing->phase].name, part(timing->cpu, 0.5), part(timing->cpu, 0.95),
            part(timing->cpu, 1), part(timing->cpu_all, 0.5), part(timing->wall, 0.5),
            part(timing->interval, 0.5));
}

static void begin_phase(Timing *timing)
{
    timing->frame = -WARM_UP;
    sn_track_list_open_all(timing->list, PHASES[timing->phase].open);
    gtk_adjustment_set_value(timing->adjustment, 0);
    sn_axis_set_range(timing->axis, 0, LENGTH);
}

static void end(Timing *timing)
{
    SnWindow *window = timing->window;
    sn_track_list_set_source(timing->list, NULL, NULL);
    g_signal_handlers_disconnect_by_data(gtk_widget_get_frame_clock(GTK_WIDGET(window)), timing);
    g_ptr_array_unref(timing->series);
    g_free(timing);
    gtk_window_destroy(GTK_WINDOW(window));
}

/* [ms] of processor time of all threads: with a software renderer its own, too. */
static double process_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void on_before_paint(GdkFrameClock *clock, Timing *timing)
{
    timing->began = g_get_monotonic_time();
    timing->busy = sn_self_test_thread_time();
    timing->all = process_time();
}

static gboolean on_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    Timing *timing = data;
    PHASES[timing->phase].move(timing, CLAMP(timing->frame / (FRAMES - 1.0), 0, 1));
    return G_SOURCE_CONTINUE;
}

static gboolean next_phase(gpointer data)
{
    Timing *timing = data;
    print_phase(timing);
    if (++timing->phase == (int)G_N_ELEMENTS(PHASES))
        end(timing);
    else
        begin_phase(timing);
    return G_SOURCE_REMOVE;
}

static void on_after_paint(GdkFrameClock *clock, Timing *timing)
{
    const gint64 now = g_get_monotonic_time();
    const int i = timing->frame;
    if (i >= 0 && i < FRAMES) {
        timing->wall[i] = (double)(now - timing->began) * 1e-3;
        timing->cpu[i] = sn_self_test_thread_time() - timing->busy;
        timing->cpu_all[i] = process_time() - timing->all;
        timing->interval[i] = (double)(now - timing->former) * 1e-3;
    }
    timing->former = now;
    if (timing->frame++ == FRAMES)
        g_idle_add(next_phase, timing);
}

/* --- start --- */

/* The tracks get all the room there is. */
static gboolean start(gpointer data)
{
    Timing *timing = data;
    GtkWidget *timeline = sn_window_timeline(timing->window);
    GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(timing->window));
    gtk_paned_set_position(GTK_PANED(gtk_widget_get_parent(timeline)), 0);
    GRand *random = g_rand_new_with_seed(100);
    timing->series = g_ptr_array_new_with_free_func(drop_series);
    for (int i = 0; i < 100; i++)
        g_ptr_array_add(timing->series, make_series(random));
    g_rand_free(random);
    sn_track_list_set_source(timing->list, series_of, timing);
    g_signal_connect(clock, "before-paint", G_CALLBACK(on_before_paint), timing);
    g_signal_connect(clock, "after-paint", G_CALLBACK(on_after_paint), timing);
    gtk_widget_add_tick_callback(GTK_WIDGET(timing->window), on_tick, timing, NULL);
    begin_phase(timing);
    return G_SOURCE_REMOVE;
}

static void on_document(SnSession *session, SnWindow *window)
{
    if (!sn_session_model(session))
        return;
    g_signal_handlers_disconnect_by_func(session, (gpointer)(guintptr)on_document, window);
    GtkWidget *timeline = sn_window_timeline(window);
    GtkWidget *list = sn_find_widget(timeline, "track-list");
    GtkWidget *scrolled = gtk_widget_get_first_child(list);
    Timing *timing = g_new0(Timing, 1);
    timing->window = window;
    timing->list = SN_TRACK_LIST(list);
    timing->axis = sn_track_list_axis(timing->list);
    timing->adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    sn_timeline_show_page(SN_TIMELINE(timeline), "tracks");
    /* first let the document's own work pass */
    g_timeout_add(2000, start, timing);
}

void sn_self_test_time_timeline(SnWindow *window)
{
    GdkRectangle whole;
    GListModel *monitors = gdk_display_get_monitors(gdk_display_get_default());
    GdkMonitor *monitor = g_list_model_get_item(monitors, 0);
    gdk_monitor_get_geometry(monitor, &whole);
    g_object_unref(monitor);
    gtk_window_set_default_size(GTK_WINDOW(window), whole.width, whole.height);
    g_signal_connect(sn_window_session(window), "document-changed", G_CALLBACK(on_document),
                     window);
}
