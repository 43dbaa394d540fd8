/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of the probes over the shared axis, in groups that fold; scrolls up and down by
 * itself.  Follows the document, its probes and what was recorded. */
#ifndef SN_UI_TRACK_LIST_H
#define SN_UI_TRACK_LIST_H

#include "ui/axis.h"
#include "ui/session.h"

#define SN_TYPE_TRACK_LIST (sn_track_list_get_type())
G_DECLARE_FINAL_TYPE(SnTrackList, sn_track_list, SN, TRACK_LIST, GtkWidget)

GtkWidget *sn_track_list_new(SnSession *session, SnAxis *axis);

#endif
