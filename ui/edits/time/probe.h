/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of probes, their knots and clips, as the tracks of the timeline make them.  Like edits.h:
 * one step each (within a drag: part of the drag's), false with a word in the window's bar. */
#ifndef SN_UI_EDITS_TIME_PROBE_H
#define SN_UI_EDITS_TIME_PROBE_H

#include "ui/edits/edits.h"
#include "ui/edits/time/knot_table.h"

#include "engine/model/classes/probe.h"

/* --- tracks --- */

/* A track to before another (null: to the end) and into a group (NULL: out of its group). */
bool sn_edits_move_probe(SnSession *session, SnId probe, SnId before, const char *group);
/* A new probe for the targets, named after the first, in a group (NULL: none); selects it.  An
 * input probe begins with two knots of the present value, one second apart.  Null if refused. */
SnId sn_edits_add_probe(SnSession *session, const SnClass *class, const SnTarget *targets, int n,
                        const char *group);
/* One more property for a probe. */
bool sn_edits_add_target(SnSession *session, SnId probe, const SnTarget *target);
bool sn_edits_set_group(SnSession *session, const SnId *probes, int n, const char *group);

/* --- knots --- */

/* All knots at once. */
bool sn_edits_set_knots(SnSession *session, SnId probe, const SnKnotTable *knots,
                        const char *label);
/* Where the curve lies on the timeline. */
bool sn_edits_set_span(SnSession *session, SnId probe, double start, double time_scale,
                       const char *label);
/* Lowest and highest knot value that no target refuses, for each of `width` columns: low and high
 * [width]. */
void sn_edits_knot_limits(SnSession *session, SnId probe, int width, double *low, double *high);

/* --- clips --- */

/* The knots between two times of the probe's own clock as a clip, laid where they were.  Null if
 * refused. */
SnId sn_edits_make_clip(SnSession *session, SnId probe, double from, double to);
/* A clip after everything the probe plays. */
bool sn_edits_append_clip(SnSession *session, SnId probe, SnId clip);
/* All segments at once: n of SnSegment; put in order of time. */
bool sn_edits_set_segments(SnSession *session, SnId probe, const SnSegment *segments, int n,
                           const char *label);
/* How long a segment is on the probe's own clock [s]; 0 without a clip. */
double sn_edits_segment_duration(SnSession *session, const SnSegment *segment);

#endif
