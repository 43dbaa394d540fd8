/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus, keys and the palette can do with tracks: actions on the probes that are selected. */
#ifndef SN_UI_TRACKS_TRACK_ACTIONS_H
#define SN_UI_TRACKS_TRACK_ACTIONS_H

#include "ui/tracks/track_list.h"

/* Adds them to the window's actions; they act on the tracks of the list. */
void sn_track_actions_add(GActionMap *actions, SnTrackList *list);

#endif
