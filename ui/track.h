/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One probe on the timeline: name, and its curves over the shared axis.  Also the ruler above them
 * and the cursor over all. */
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

#define SN_TYPE_RULER (sn_ruler_get_type())
G_DECLARE_FINAL_TYPE(SnRuler, sn_ruler, SN, RULER, GtkWidget)

/* Ticks and numbers; wheel zooms, drag pans, double click shows everything; a click right of the
 * present time plays until there. */
GtkWidget *sn_ruler_new(SnSession *session, SnAxis *axis);

#define SN_TYPE_CURSOR (sn_cursor_get_type())
G_DECLARE_FINAL_TYPE(SnCursor, sn_cursor, SN, CURSOR, GtkWidget)

/* The line at the present time; takes no clicks. */
GtkWidget *sn_cursor_new(SnSession *session, SnAxis *axis);

#endif
