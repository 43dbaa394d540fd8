/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a plot: what its axes and curves show, kept runs, files.  Its actions on the plot
 * itself are those of the window (for the active plot) and a group "plot" of the widget. */
#ifndef SN_UI_PLOTS_PLOT_MENU_H
#define SN_UI_PLOTS_PLOT_MENU_H

#include "ui/plots/plot_view.h"

/* Adds the group of actions. */
void sn_plot_menu_add_actions(SnPlotView *view);
/* Opens it at a place of the widget. */
void sn_plot_menu_open(SnPlotView *view, double x, double y);
/* New reference. */
GMenuModel *sn_plot_menu_new(SnPlotView *view);

#endif
