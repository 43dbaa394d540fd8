/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of a group of tracks: name, how many, folds them. */
#ifndef SN_UI_TRACKS_TRACK_GROUP_H
#define SN_UI_TRACKS_TRACK_GROUP_H

#include "ui/tracks/track_list.h"

#define SN_TYPE_TRACK_GROUP_WIDGET (sn_track_group_widget_get_type())
G_DECLARE_FINAL_TYPE(SnTrackGroupWidget, sn_track_group_widget, SN, TRACK_GROUP_WIDGET, GtkWidget)

/* name: interned. */
GtkWidget *sn_track_group_new(SnTrackList *list, const char *name);
const char *sn_track_group_name(SnTrackGroupWidget *group);
void sn_track_group_set(SnTrackGroupWidget *group, bool open, int count);

#endif
