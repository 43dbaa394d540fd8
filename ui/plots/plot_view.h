/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One plot on the screen: follows its component of the document, the samples as they grow and the
 * present time.  Wheel zooms at the pointer, drag pans, Shift-drag zooms into a box, double click
 * fits, a click goes to the moment under the pointer; dropped properties become curves, or the
 * horizontal axis where they are dropped on it.
 *
 * Signal "active" (void): a person does something with it. */
#ifndef SN_UI_PLOTS_PLOT_VIEW_H
#define SN_UI_PLOTS_PLOT_VIEW_H

#include "ui/plots/plot_layout.h"
#include "ui/session/session.h"

#define SN_TYPE_PLOT_VIEW (sn_plot_view_get_type())
G_DECLARE_FINAL_TYPE(SnPlotView, sn_plot_view, SN, PLOT_VIEW, GtkWidget)

GtkWidget *sn_plot_view_new(SnSession *session, SnId plot);
SnSession *sn_plot_view_session(SnPlotView *view);
SnId sn_plot_view_plot(SnPlotView *view);
/* What it shows now, up to date; borrowed until the next turn of the main loop. */
const SnFigure *sn_plot_view_figure(SnPlotView *view);
/* Where the parts stand; NULL while it has no size. */
const SnPlotLayout *sn_plot_view_layout(SnPlotView *view);

/* Takes a zoom by hand back. */
void sn_plot_view_fit(SnPlotView *view);
bool sn_plot_view_is_zoomed(SnPlotView *view);
/* factor > 1 shows less, about a place of the widget; across, up: which axes. */
void sn_plot_view_zoom(SnPlotView *view, double factor, double x, double y, bool across, bool up);
void sn_plot_view_pan(SnPlotView *view, double dx, double dy);
/* Shows what lies in a rectangle of the widget. */
void sn_plot_view_zoom_box(SnPlotView *view, double x0, double y0, double x1, double y1);

/* What is read off at a place of the widget: the moment [s], then one line for each curve, as on
 * the screen ("z  −3.214 mm").  NULL where there is nothing.  Free with g_free. */
char *sn_plot_view_read(SnPlotView *view, double x, double y);

#endif
