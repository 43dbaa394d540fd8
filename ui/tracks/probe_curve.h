/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an input probe plays (engine/base/signal.h), for drawing: where it bends, and the range of
 * its values in a span, from few numbers however many knots it has.  Pure; no GTK. */
#ifndef SN_UI_TRACKS_PROBE_CURVE_H
#define SN_UI_TRACKS_PROBE_CURVE_H

#include "engine/model/classes/probe.h"

typedef struct SnProbeCurve SnProbeCurve;

/* NULL with the reason where it cannot be played (sn_probe_signal). */
SnProbeCurve *sn_probe_curve_new(const SnModel *model, const SnInputProbe *probe, GError **error);
void sn_probe_curve_free(SnProbeCurve *curve);

/* Curves to draw: one for each number of its targets, or one where all have the same. */
int sn_probe_curve_width(const SnProbeCurve *curve);
/* Where curve `number` comes from: shown = gain x column + offset, the probe's own gain in it. */
SnMapping sn_probe_curve_mapping(const SnProbeCurve *curve, int number);
/* Value played at a moment of the timeline; false where the probe is silent. */
bool sn_probe_curve_value(const SnProbeCurve *curve, double time, int number, double *value);
/* Appends (double) the moments between two at which the curve bends or jumps; false, and nothing
 * useful, if there are more than `most`. */
bool sn_probe_curve_moments(const SnProbeCurve *curve, double from, double to, int most,
                            GArray *moments);
/* Smallest and largest value in a span of the timeline; false if it is silent there.  Exact for
 * knots without segments or repeats, else from `samples` places. */
bool sn_probe_curve_range(const SnProbeCurve *curve, int number, double from, double to,
                          int samples, double *low, double *high);
/* The curve's own range on the timeline (of knots or rows, without repeats); false without any. */
bool sn_probe_curve_span(const SnProbeCurve *curve, double *from, double *to);

#endif
