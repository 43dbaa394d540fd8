/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a plot of the document and recorded samples to a figure.  Keeps what has to be computed from
 * the samples (lengths of vectors, one property against another) and goes on with it as they grow.
 */
#ifndef SN_UI_PLOTS_PLOT_DATA_H
#define SN_UI_PLOTS_PLOT_DATA_H

#include "ui/plots/plot_figure.h"
#include "ui/plots/plot_source.h"

typedef struct SnPlotData SnPlotData;

SnPlotData *sn_plot_data_new(void);
void sn_plot_data_free(SnPlotData *data);

/* The figure of a plot component with its ranges: those of the document where they are fixed, else
 * those of the data.  present: samples of the run at hand (GArray of SnPlotSource); runs: kept ones
 * (of SnPlotRun, NULL: none).  Free with sn_figure_free. */
SnFigure *sn_plot_data_figure(SnPlotData *data, const SnModel *model, SnId plot,
                              const GArray *present, const GPtrArray *runs);
/* Properties a plot needs, those of its horizontal axis included: appended to `watches` as
 * SnTarget. */
void sn_plot_targets(const SnModel *model, SnId plot, GArray *targets);

/* "x", "yz"; "" for a single number; "length" for SN_CURVE_MAGNITUDE. */
const char *sn_plot_number_name(const SnProperty *property, int number);

#endif
