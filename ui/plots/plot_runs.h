/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs kept for comparison while the document is open: all plots of a session show the same ones.
 * Signal "changed". */
#ifndef SN_UI_PLOTS_PLOT_RUNS_H
#define SN_UI_PLOTS_PLOT_RUNS_H

#include "ui/plots/plot_source.h"
#include "ui/session/session.h"

/* Of those that were kept by themselves only so many stay. */
#define SN_PLOT_RUNS_AUTOMATIC 5

#define SN_TYPE_PLOT_RUNS (sn_plot_runs_get_type())
G_DECLARE_FINAL_TYPE(SnPlotRuns, sn_plot_runs, SN, PLOT_RUNS, GObject)

/* Those of the session, made when first asked for; borrowed. */
SnPlotRuns *sn_plot_runs_of(SnSession *session);
/* Of SnPlotRun, oldest first; borrowed until the next change. */
const GPtrArray *sn_plot_runs(SnPlotRuns *runs);

/* Keeps what all plots show now; false if nothing is recorded. */
bool sn_plot_runs_keep(SnPlotRuns *runs);
void sn_plot_runs_delete(SnPlotRuns *runs, int index);
void sn_plot_runs_delete_all(SnPlotRuns *runs);
void sn_plot_runs_rename(SnPlotRuns *runs, int index, const char *name);
void sn_plot_runs_show(SnPlotRuns *runs, int index, bool shown);
/* NULL: in the colours of the curves. */
void sn_plot_runs_set_color(SnPlotRuns *runs, int index, const double *color);

/* Whether a run is kept by itself when its samples are about to be overwritten; at first, yes. */
void sn_plot_runs_set_automatic(SnPlotRuns *runs, bool automatic);
bool sn_plot_runs_automatic(SnPlotRuns *runs);

#endif
