/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms, lengths and forces of paths over the range of a coordinate (engine/sweep.h): which
 * coordinate, which range and which of the three are chosen above the plot.  Computed aside, anew
 * a moment after each change of the model. */
#ifndef SN_UI_PLOTS_SWEEP_VIEW_H
#define SN_UI_PLOTS_SWEEP_VIEW_H

#include "engine/sweep.h"
#include "ui/plots/plot_figure.h"
#include "ui/session/session.h"

#define SN_TYPE_SWEEP_VIEW (sn_sweep_view_get_type())
G_DECLARE_FINAL_TYPE(SnSweepView, sn_sweep_view, SN, SWEEP_VIEW, GtkBox)

/* A window over `parent`, of what is selected: paths (none: all muscles, else all springs), and a
 * joint whose coordinate it begins with (none: one that the first path crosses).  NULL: the model
 * has no path or no coordinate, which the session has told. */
GtkWindow *sn_sweep_window_open(GtkWindow *parent, SnSession *session);
/* The view in that window. */
SnSweepView *sn_sweep_window_view(GtkWindow *window);
/* What it shows; NULL: not computed yet.  Borrowed until the next turn of the main loop. */
const SnSweep *sn_sweep_view_sweep(SnSweepView *view);

#endif
