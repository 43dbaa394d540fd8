/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of tracks from and to data files. */
#ifndef SN_UI_TRACKS_TRACK_FILES_H
#define SN_UI_TRACKS_TRACK_FILES_H

#include "ui/tracks/track_list.h"

/* Asks for a file; its columns become the knots of an input probe. */
void sn_track_import(SnTrackList *list, SnId probe);
/* Asks for a file; knots or recorded samples are written there. */
void sn_track_export(SnTrackList *list, SnId probe);

/* Asks for the cut-off, at a track. */
void sn_track_ask_smooth(SnTrackList *list, SnId probe);
/* Without asking; what went wrong is reported in the window's bar. */
void sn_track_import_file(SnSession *session, SnId probe, const char *path);
bool sn_track_export_file(SnSession *session, SnTrackList *list, SnId probe, const char *path);

#endif
