/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of the probes over the shared axis, in groups that fold; scrolls up and down by
 * itself.  Follows the document, its probes and what was recorded.  Only rows in view have widgets
 * that draw.  Headers are dragged to another place or group, lower edges to another height;
 * properties ("path:property") can be dropped. */
#ifndef SN_UI_TRACKS_TRACK_LIST_H
#define SN_UI_TRACKS_TRACK_LIST_H

#include "ui/tracks/track.h"
#include "ui/tracks/track_rows.h"

#define SN_TYPE_TRACK_LIST (sn_track_list_get_type())
G_DECLARE_FINAL_TYPE(SnTrackList, sn_track_list, SN, TRACK_LIST, GtkWidget)

GtkWidget *sn_track_list_new(SnSession *session, SnAxis *axis);

/* Opens or folds the track of a probe; an open one is scrolled into view. */
void sn_track_list_set_open(SnTrackList *list, SnId probe, bool open);
bool sn_track_list_is_open(SnTrackList *list, SnId probe);
void sn_track_list_open_all(SnTrackList *list, bool open);
void sn_track_list_set_group_open(SnTrackList *list, const char *group, bool open);
/* Track of a probe if it is in view, else NULL. */
SnTrack *sn_track_list_track(SnTrackList *list, SnId probe);
SnSession *sn_track_list_session(SnTrackList *list);
SnAxis *sn_track_list_axis(SnTrackList *list);
/* Row at a place of the list; NULL below the last. */
const SnTrackRow *sn_track_list_row_at(SnTrackList *list, double x, double y);

/* Where recorded samples come from: a reference, or NULL; the engine unless it is set.  For
 * benches, which show samples of their own. */
typedef SnSeries *(*SnSeriesSource)(SnId probe, gpointer data);
void sn_track_list_set_source(SnTrackList *list, SnSeriesSource source, gpointer data);
SnSeries *sn_track_list_series(SnTrackList *list, SnId probe);

/* Pencil: dragging over an open input track draws its curve. */
void sn_track_list_set_pencil(SnTrackList *list, bool pencil);
bool sn_track_list_pencil(SnTrackList *list);

#endif
