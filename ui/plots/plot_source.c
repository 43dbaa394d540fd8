/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_source.h"

static void clear_source(gpointer data)
{
    sn_series_unref(((SnPlotSource *)data)->series);
}

GArray *sn_plot_sources_new(void)
{
    GArray *sources = g_array_new(FALSE, TRUE, sizeof(SnPlotSource));
    g_array_set_clear_func(sources, clear_source);
    return sources;
}

/* Another list of the same samples. */
static GArray *plot_sources_copy(const GArray *sources)
{
    GArray *copy = sn_plot_sources_new();
    for (guint i = 0; i < sources->len; i++) {
        SnPlotSource source = g_array_index(sources, SnPlotSource, i);
        if (source.series)
            source.series = sn_series_ref(source.series);
        g_array_append_val(copy, source);
    }
    return copy;
}

const SnPlotSource *sn_plot_sources_find(const GArray *sources, SnId id, int row)
{
    for (guint i = 0; i < sources->len; i++) {
        const SnPlotSource *source = &g_array_index(sources, SnPlotSource, i);
        if (source->row == row && sn_id_equal(source->id, id))
            return source;
    }
    return NULL;
}

SnPlotRun *sn_plot_run_new(const char *name, const GArray *sources)
{
    SnPlotRun *run = g_new0(SnPlotRun, 1);
    run->name = g_strdup(name);
    run->shown = true;
    run->sources = plot_sources_copy(sources);
    return run;
}

void sn_plot_run_free(SnPlotRun *run)
{
    g_free(run->name);
    g_array_unref(run->sources);
    g_free(run);
}
