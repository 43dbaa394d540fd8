/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of plots: each is one step in the undo list; what went wrong is reported in the window.  A
 * property is given as text "/model/bodies/jaw:position", several one a line. */
#ifndef SN_UI_EDITS_TIME_PLOT_H
#define SN_UI_EDITS_TIME_PLOT_H

#include "ui/session/session.h"

/* An empty plot; selects it.  Null if refused. */
SnId sn_edits_plot_new(SnSession *session);
/* A new plot with a curve for each of the properties; it is not selected, so that what was being
 * looked at stays.  Null, and nothing changed, if one of them cannot be drawn. */
SnId sn_edits_plot_property(SnSession *session, const char *properties);
/* Whether a property has numbers that a curve can show. */
bool sn_edits_plot_can_show(const SnProperty *property);

/* Further curves; those that are there already are not added again. */
bool sn_edits_plot_add_curves(SnSession *session, SnId plot, const char *properties);
bool sn_edits_plot_remove_curve(SnSession *session, SnId curve);
/* Number of the property that a curve shows, SN_CURVE_ALL, SN_CURVE_MAGNITUDE. */
bool sn_edits_plot_set_number(SnSession *session, SnId curve, int number);
/* What the horizontal axis shows: one property and which of its numbers; NULL: time.  The range
 * follows the data again. */
bool sn_edits_plot_set_x(SnSession *session, SnId plot, const char *property, int number);
/* Fixes the ranges of both axes [SI]; NULL: follows the data. */
bool sn_edits_plot_set_ranges(SnSession *session, SnId plot, const double *x, const double *y);
bool sn_edits_plot_set_legend(SnSession *session, SnId plot, bool legend);
bool sn_edits_plot_set_floating(SnSession *session, SnId plot, bool floating);

#endif
