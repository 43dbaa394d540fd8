/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the widgets of the time share besides the session: how the recording stands, where the
 * cursor is while it is dragged, loop, replay and budget.  One for each session.  thread: main.
 *
 * Signals:
 *   "recording-changed"  more, less or something else is recorded
 *   "changed"            cursor, loop, replay or budget */
#ifndef SN_UI_TIMELINE_TRANSPORT_H
#define SN_UI_TIMELINE_TRANSPORT_H

#include "ui/session/session.h"

#define SN_TYPE_TRANSPORT (sn_transport_get_type())
G_DECLARE_FINAL_TYPE(SnTransport, sn_transport, SN, TRANSPORT, GObject)

/* The session's own; borrowed. */
SnTransport *sn_transport_of(SnSession *session);

/* --- recording --- */

/* Borrowed until the next "recording-changed"; NULL before the first snapshot. */
const SnRecordingReport *sn_transport_recording(SnTransport *transport);
/* Last recorded moment [s], 0 when there is nothing. */
double sn_transport_end(SnTransport *transport);
/* What was recorded at a time; NULL if nothing was. */
const SnSpanReport *sn_transport_span(SnTransport *transport, double time);
/* Whether the state of a waypoint is there. */
bool sn_transport_is_kept(SnTransport *transport, SnId waypoint);
/* Makes the branch the recording. */
void sn_transport_switch_branch(SnTransport *transport, uint64_t span_id);

/* --- cursor --- */

/* Where the cursor is [s]: at the present moment, or where it is being dragged. */
double sn_transport_time(SnTransport *transport);
/* A recorded moment is shown at once; what lies after is played until. */
void sn_transport_go(SnTransport *transport, double time);
/* Shows recorded moments while the cursor is dragged, and keeps the last one; `time` is clamped to
 * what is recorded. */
void sn_transport_scrub(SnTransport *transport, double time);
void sn_transport_scrub_end(SnTransport *transport);
bool sn_transport_is_scrubbing(SnTransport *transport);
/* Nearest waypoint after or before the cursor [s]; NAN if there is none. */
double sn_transport_waypoint(SnTransport *transport, bool after);

/* --- how it plays --- */

void sn_transport_set_loop(SnTransport *transport, bool loop);
bool sn_transport_loop(SnTransport *transport);
/* Marks what is looped [s] and turns the loop on; in either order of the ends. */
void sn_transport_set_range(SnTransport *transport, double from, double to);
/* The marked range, or without one what is recorded. */
void sn_transport_range(SnTransport *transport, double *from, double *to);
/* Recorded moments are shown again, or simulated again. */
void sn_transport_set_replay(SnTransport *transport, bool replay);
bool sn_transport_replay(SnTransport *transport);
/* Memory of the recording [MB]. */
void sn_transport_set_budget(SnTransport *transport, int megabytes);
int sn_transport_budget(SnTransport *transport);

#endif
