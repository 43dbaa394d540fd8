/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a track. */
#ifndef SN_UI_TRACKS_TRACK_MENU_H
#define SN_UI_TRACKS_TRACK_MENU_H

#include "ui/tracks/track.h"

/* Pops up at a place of the track, over its segment of that number (-1: none); its probe is the
 * selection. */
void sn_track_menu_show(SnTrack *track, double x, double y, int segment);
/* The menu of the list itself, below the tracks. */
void sn_track_list_menu_show(SnTrackList *list, double x, double y);

#endif
