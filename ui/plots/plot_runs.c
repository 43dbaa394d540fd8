/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_runs.h"

#include "ui/plots/trace_list.h"

#include <string.h>

static const char KEY[] = "sn-plot-runs";

struct _SnPlotRuns {
    GObject parent_instance;
    SnSession *session; /* borrowed: it owns us */
    GPtrArray *runs;    /* of SnPlotRun */
    bool automatic;
    int last_number;
};

G_DEFINE_FINAL_TYPE(SnPlotRuns, sn_plot_runs, G_TYPE_OBJECT)

static guint changed_signal;

static void changed(SnPlotRuns *runs)
{
    g_signal_emit(runs, changed_signal, 0);
}

static SnPlotRun *run_at(SnPlotRuns *runs, int index)
{
    g_assert(index >= 0 && index < (int)runs->runs->len);
    return g_ptr_array_index(runs->runs, index);
}

static bool any_rows(const GArray *sources)
{
    for (guint i = 0; i < sources->len; i++) {
        if (g_array_index(sources, SnPlotSource, i).rows > 0)
            return true;
    }
    return false;
}

static SnPlotRun *keep_run(SnPlotRuns *runs, const GArray *sources)
{
    GDateTime *now = g_date_time_new_now_local();
    char *clock = g_date_time_format(now, "%H:%M");
    char *name = g_strdup_printf("Run %d, %s", ++runs->last_number, clock);
    SnPlotRun *run = sn_plot_run_new(name, sources);
    g_ptr_array_add(runs->runs, run);
    g_free(name);
    g_free(clock);
    g_date_time_unref(now);
    return run;
}

bool sn_plot_runs_keep(SnPlotRuns *runs)
{
    const GArray *sources = sn_trace_list_sources(sn_trace_list_of(runs->session));
    if (!any_rows(sources))
        return false;
    keep_run(runs, sources);
    changed(runs);
    return true;
}

static void drop_oldest_automatic(SnPlotRuns *runs)
{
    int n = 0;
    for (guint i = runs->runs->len; i-- > 0;) {
        if (run_at(runs, (int)i)->automatic && ++n > SN_PLOT_RUNS_AUTOMATIC)
            g_ptr_array_remove_index(runs->runs, i);
    }
}

/* Samples that one has kept oneself a moment ago need not be kept again. */
static bool is_kept(SnPlotRuns *runs, const GArray *sources)
{
    for (guint r = 0; r < runs->runs->len; r++) {
        const GArray *kept = run_at(runs, (int)r)->sources;
        bool same = true;
        for (guint i = 0; same && i < sources->len; i++) {
            const SnPlotSource *source = &g_array_index(sources, SnPlotSource, i);
            const SnPlotSource *other = sn_plot_sources_find(kept, source->id, source->row);
            same = source->rows == 0 ||
                   (other && other->series == source->series && other->rows == source->rows);
        }
        if (same)
            return true;
    }
    return false;
}

static void on_cut(SnTraceList *list, SnPlotRuns *runs)
{
    const GArray *sources = sn_trace_list_sources(list);
    if (runs->automatic && any_rows(sources) && !is_kept(runs, sources)) {
        keep_run(runs, sources)->automatic = true;
        drop_oldest_automatic(runs);
        changed(runs);
    }
}

const GPtrArray *sn_plot_runs(SnPlotRuns *runs)
{
    return runs->runs;
}

void sn_plot_runs_delete(SnPlotRuns *runs, int index)
{
    g_ptr_array_remove_index(runs->runs, (guint)index);
    changed(runs);
}

void sn_plot_runs_delete_all(SnPlotRuns *runs)
{
    g_ptr_array_set_size(runs->runs, 0);
    changed(runs);
}

void sn_plot_runs_rename(SnPlotRuns *runs, int index, const char *name)
{
    SnPlotRun *run = run_at(runs, index);
    g_free(run->name);
    run->name = g_strdup(name);
    run->automatic = false; /* somebody wants it */
    changed(runs);
}

void sn_plot_runs_show(SnPlotRuns *runs, int index, bool shown)
{
    run_at(runs, index)->shown = shown;
    changed(runs);
}

void sn_plot_runs_set_color(SnPlotRuns *runs, int index, const double *color)
{
    SnPlotRun *run = run_at(runs, index);
    run->coloured = color != NULL;
    if (color)
        memcpy(run->color, color, sizeof run->color);
    changed(runs);
}

void sn_plot_runs_set_automatic(SnPlotRuns *runs, bool automatic)
{
    runs->automatic = automatic;
}

bool sn_plot_runs_automatic(SnPlotRuns *runs)
{
    return runs->automatic;
}

/* --- object --- */

static void on_document(SnSession *session, SnPlotRuns *runs)
{
    runs->last_number = 0;
    sn_plot_runs_delete_all(runs);
}

static void free_run(gpointer run)
{
    sn_plot_run_free(run);
}

static void sn_plot_runs_finalize(GObject *object)
{
    g_ptr_array_unref(SN_PLOT_RUNS(object)->runs);
    G_OBJECT_CLASS(sn_plot_runs_parent_class)->finalize(object);
}

static void sn_plot_runs_class_init(SnPlotRunsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = sn_plot_runs_finalize;
    changed_signal = g_signal_new("changed", SN_TYPE_PLOT_RUNS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void sn_plot_runs_init(SnPlotRuns *runs)
{
    runs->runs = g_ptr_array_new_with_free_func(free_run);
    runs->automatic = true;
}

SnPlotRuns *sn_plot_runs_of(SnSession *session)
{
    SnPlotRuns *runs = g_object_get_data(G_OBJECT(session), KEY);
    if (!runs) {
        runs = g_object_new(SN_TYPE_PLOT_RUNS, NULL);
        runs->session = session;
        g_signal_connect_object(session, "document-changed", G_CALLBACK(on_document), runs, 0);
        g_signal_connect_object(sn_trace_list_of(session), "cut", G_CALLBACK(on_cut), runs, 0);
        g_object_set_data_full(G_OBJECT(session), KEY, runs, g_object_unref);
    }
    return runs;
}
