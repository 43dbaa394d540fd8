/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties dropped on the timeline ("path:property", one a line): recorded or driven by a new
 * probe, or taken into the track they are dropped on. */
#ifndef SN_UI_TRACKS_TRACK_DROP_H
#define SN_UI_TRACKS_TRACK_DROP_H

#include "ui/tracks/track_list.h"

void sn_track_drop_accept(SnTrackList *list, SnSession *session);
/* What a drop at a place of the list does; drive: an input is driven without a question.  False if
 * the text names no property. */
bool sn_track_drop(SnTrackList *list, SnSession *session, const char *text, double x, double y,
                   bool drive);

#endif
