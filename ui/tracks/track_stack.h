/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the list of tracks, one under the other: makes the widgets of those in view, lays
 * them out, and lets headers be dragged and lower edges be pulled. */
#ifndef SN_UI_TRACKS_TRACK_STACK_H
#define SN_UI_TRACKS_TRACK_STACK_H

#include "ui/tracks/track_list.h"
#include "ui/tracks/track_rows.h"

#define SN_TYPE_TRACK_STACK (sn_track_stack_get_type())
G_DECLARE_FINAL_TYPE(SnTrackStack, sn_track_stack, SN, TRACK_STACK, GtkWidget)

/* adjustment: of the scrolled window that holds it, up and down. */
GtkWidget *sn_track_stack_new(SnTrackList *list, SnSession *session, SnAxis *axis,
                              GtkAdjustment *adjustment);
/* Another document: everything goes. */
void sn_track_stack_forget(SnTrackStack *stack);
/* Rows as the document has them now; loads the tracks whose probe is one of `changed` (NULL: all).
 */
void sn_track_stack_build(SnTrackStack *stack, const GArray *changed);
/* Tracks in view look at what was recorded. */
void sn_track_stack_look(SnTrackStack *stack);
/* Borrowed; after a change of it: sn_track_stack_build. */
SnTrackRows *sn_track_stack_rows(SnTrackStack *stack);
/* Widget of a probe's row if it is in view. */
SnTrack *sn_track_stack_track(SnTrackStack *stack, SnId probe);

#endif
