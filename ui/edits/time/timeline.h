/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of what lies on the time axis besides probes.  As all of ui/edits/edits.h: one step in the
 * undo list each; refused ones say why in the window. */
#ifndef SN_UI_EDITS_TIME_TIMELINE_H
#define SN_UI_EDITS_TIME_TIMELINE_H

#include "ui/session/session.h"

/* A waypoint, or breakpoint, at a time [s], called waypoint, waypoint-2 ... (breakpoint ...);
 * selected.  Null if refused. */
SnId sn_edits_add_waypoint(SnSession *session, double time, bool breakpoint);
/* `count` waypoints `interval` [s] apart, the first one at `from`; where one is already none is
 * added.  Returns how many there are more. */
int sn_edits_add_waypoints(SnSession *session, double from, double interval, int count);
/* For a drag (between sn_edits_drag_begin and _end) as well. */
bool sn_edits_move_waypoint(SnSession *session, SnId id, double time);
/* All of them become breakpoints, or if all are, none is one any more. */
bool sn_edits_toggle_breakpoint(SnSession *session, const SnId *ids, int n);
/* Says how many, with Undo. */
bool sn_edits_delete_all_waypoints(SnSession *session);

/* The waypoints of the whole document in the order of its tree; caller frees the array of SnId. */
GArray *sn_edits_waypoints(SnSession *session);

/* --- how it is shown: kept when the document is saved, but no step of undo and no change of it ---
 */

/* height: when it is open, within SN_TRACK_LEAST and _MOST [px]. */
void sn_edits_show_track(SnSession *session, SnId probe, bool open, int height);
void sn_edits_show_group(SnSession *session, const char *group, bool open);
/* from >= to: no range is marked [s]. */
void sn_edits_show_loop(SnSession *session, bool loop, double from, double to);

#endif
