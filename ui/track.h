/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One probe on the timeline: name, and its curves over the shared axis. */
#ifndef SN_UI_TRACK_H
#define SN_UI_TRACK_H

#include "ui/axis.h"
#include "ui/session.h"

#define SN_TYPE_TRACK (sn_track_get_type())
G_DECLARE_FINAL_TYPE(SnTrack, sn_track, SN, TRACK, GtkWidget)

GtkWidget *sn_track_new(SnSession *session, SnAxis *axis, SnId probe);
/* Reads an input probe's knots from the model, an output probe's samples from the engine. */
void sn_track_load(SnTrack *track);
bool sn_track_is_output(SnTrack *track);

#endif
