/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the samples of a property are, and runs that were kept: what plots are made of. */
#ifndef SN_UI_PLOTS_PLOT_SOURCE_H
#define SN_UI_PLOTS_PLOT_SOURCE_H

#include "engine/base/series.h"
#include "engine/model/model.h"

typedef struct SnPlotSource {
    SnId id;
    int row;          /* property */
    SnSeries *series; /* a reference; NULL: nothing recorded */
    int column;       /* of its first number */
    size_t rows;      /* that count */
    SnId probe;       /* output probe that records it; null: a trace */
} SnPlotSource;

/* Empty list of sources, which frees their references with itself. */
GArray *sn_plot_sources_new(void);
/* NULL if the property is not among them. */
const SnPlotSource *sn_plot_sources_find(const GArray *sources, SnId id, int row);

typedef struct SnPlotRun {
    char *name;     /* "Run 1, 14:32" */
    bool automatic; /* kept because it was about to be overwritten */
    bool shown;
    bool coloured; /* in its own colour instead of the curves' */
    double color[3];
    GArray *sources;
} SnPlotRun;

SnPlotRun *sn_plot_run_new(const char *name, const GArray *sources);
void sn_plot_run_free(SnPlotRun *run);

#endif
