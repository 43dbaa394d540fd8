/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves of the law of what is selected (engine/law_curves.h), with the operating point moving
 * on them while it runs.  Not visible where one component with a law is not what is selected. */
#ifndef SN_UI_PLOTS_LAW_VIEW_H
#define SN_UI_PLOTS_LAW_VIEW_H

#include "engine/law_curves.h"
#include "ui/session/session.h"

#define SN_TYPE_LAW_VIEW (sn_law_view_get_type())
G_DECLARE_FINAL_TYPE(SnLawView, sn_law_view, SN, LAW_VIEW, GtkWidget)

GtkWidget *sn_law_view_new(SnSession *session);
/* What it shows at present; NULL: nothing.  Borrowed until the next turn of the main loop. */
const SnLaw *sn_law_view_law(SnLawView *view);
/* Where a point of a plot stands [px from the widget's corner]; false: not in view. */
bool sn_law_view_place(SnLawView *view, int plot, const double point[2], double place[2]);

#endif
