/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lower part of the window: play controls, and below them one of several pages ("tracks" with
 * the ruler, and what others add), chosen at the right end of the controls. */
#ifndef SN_UI_TIMELINE_TIMELINE_H
#define SN_UI_TIMELINE_TIMELINE_H

#include "ui/session/session.h"
#include "ui/widgets/axis.h"

#define SN_TYPE_TIMELINE (sn_timeline_get_type())
G_DECLARE_FINAL_TYPE(SnTimeline, sn_timeline, SN, TIMELINE, GtkWidget)

GtkWidget *sn_timeline_new(SnSession *session);
/* Puts the cursor into the time. */
void sn_timeline_edit_time(SnTimeline *timeline);
/* The time axis of the ruler and whatever is put below it; borrowed. */
SnAxis *sn_timeline_axis(SnTimeline *timeline);
/* Completes the page "tracks": takes the widget that shows the probes along the axis. */
void sn_timeline_put_below_ruler(SnTimeline *timeline, GtkWidget *tracks);
/* Adds a page (taken): its name, what its button says and tells.  The first one added, the
 * messages, stays last. */
void sn_timeline_add_page(SnTimeline *timeline, const char *name, const char *title,
                          const char *tooltip, GtkWidget *page);
void sn_timeline_show_page(SnTimeline *timeline, const char *name);
/* Name of the page shown; borrowed. */
const char *sn_timeline_page(SnTimeline *timeline);
/* The ruler of the first page. */
GtkWidget *sn_timeline_ruler(SnTimeline *timeline);
/* Zooms the time axis to all that was simulated, and the waypoints. */
void sn_timeline_show_all(SnTimeline *timeline);
void sn_timeline_show_log(SnTimeline *timeline, bool shown);
bool sn_timeline_log_shown(SnTimeline *timeline);

#endif
