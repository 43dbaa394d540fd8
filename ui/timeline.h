/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Play controls, time, ruler, tracks of the probes; the log lies behind the tracks. */
#ifndef SN_UI_TIMELINE_H
#define SN_UI_TIMELINE_H

#include "ui/session.h"

#define SN_TYPE_TIMELINE (sn_timeline_get_type())
G_DECLARE_FINAL_TYPE(SnTimeline, sn_timeline, SN, TIMELINE, GtkWidget)

GtkWidget *sn_timeline_new(SnSession *session);
/* Puts the cursor into the time. */
void sn_timeline_edit_time(SnTimeline *timeline);
void sn_timeline_show_log(SnTimeline *timeline, bool shown);
bool sn_timeline_log_shown(SnTimeline *timeline);

#endif
