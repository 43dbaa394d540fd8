/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One probe on the timeline: header, and its curves over the shared axis; folded to a small curve
 * or open with an axis, a readout, and knots that the mouse edits. */
#ifndef SN_UI_TRACKS_TRACK_H
#define SN_UI_TRACKS_TRACK_H

#include "ui/session/session.h"
#include "ui/widgets/axis.h"

#define SN_TYPE_TRACK (sn_track_get_type())
G_DECLARE_FINAL_TYPE(SnTrack, sn_track, SN, TRACK, GtkWidget)

/* The list that holds it; see track_list.h. */
typedef struct _SnTrackList SnTrackList;

GtkWidget *sn_track_new(SnTrackList *list, SnSession *session, SnAxis *axis, SnId probe);
SnId sn_track_probe(SnTrack *track);
/* Reads name, targets and curve from the model. */
void sn_track_load(SnTrack *track);
/* Looks at what was recorded since the last look. */
void sn_track_look(SnTrack *track);
void sn_track_set_open(SnTrack *track, bool open);
/* Time that its curve takes [s]; false without one. */
bool sn_track_span(SnTrack *track, double *from, double *to);
/* Place of a moment and a value (SI) in the widget [px]; false if it is not in view. */
bool sn_track_locate(SnTrack *track, double time, double value, double pixel[2]);
/* Values at the edges are chosen anew. */
void sn_track_fit(SnTrack *track);

#endif
