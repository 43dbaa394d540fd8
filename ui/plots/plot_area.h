/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of the document: docked ones side by side, floating ones in windows of their own; the
 * page "plots" below the viewer.  Asks for its page to be shown ("win.plots") when a plot is made.
 * Signal "active-changed" (void): another plot is the active one. */
#ifndef SN_UI_PLOTS_PLOT_AREA_H
#define SN_UI_PLOTS_PLOT_AREA_H

#include "ui/plots/plot_view.h"

#define SN_TYPE_PLOT_AREA (sn_plot_area_get_type())
G_DECLARE_FINAL_TYPE(SnPlotArea, sn_plot_area, SN, PLOT_AREA, GtkWidget)

GtkWidget *sn_plot_area_new(SnSession *session);
/* The plot that was used last, docked or floating; NULL if there is none. */
SnPlotView *sn_plot_area_active(SnPlotArea *area);
/* That of a component; NULL if there is none. */
SnPlotView *sn_plot_area_find(SnPlotArea *area, SnId plot);

#endif
