/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot in a window of its own; closing it docks the plot again. */
#ifndef SN_UI_PLOTS_PLOT_WINDOW_H
#define SN_UI_PLOTS_PLOT_WINDOW_H

#include "ui/plots/plot_view.h"

/* Belongs to the window `parent` and acts on its document; shown at once. */
GtkWindow *sn_plot_window_new(GtkWindow *parent, SnPlotView *view);
/* The name of its plot, for the title. */
void sn_plot_window_update(GtkWindow *window);

#endif
