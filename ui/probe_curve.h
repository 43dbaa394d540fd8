/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an input probe plays, for drawing: its curve with start, stretch, repeats, clips and mapping,
 * number by number.  Pure; no GTK. */
#ifndef SN_UI_PROBE_CURVE_H
#define SN_UI_PROBE_CURVE_H

#include "engine/model/classes/probe.h"

typedef struct SnProbeCurve SnProbeCurve;

/* Rows that stand in for the knots (the probe's file): times [n], values [n][width], borrowed while
 * the curve is made.  NULL: the probe's knots. */
typedef struct SnCurveRows {
    int n, width;
    const double *times, *values;
} SnCurveRows;

SnProbeCurve *sn_probe_curve_new(const SnModel *model, const SnInputProbe *probe,
                                 const SnCurveRows *rows);
void sn_probe_curve_free(SnProbeCurve *curve);

/* Curves to draw: one for each column, or for each mapped number. */
int sn_probe_curve_width(const SnProbeCurve *curve);
/* Where the numbers of curve `number` come from: shown = gain x column + offset, the probe's own
 * gain in it. */
SnMapping sn_probe_curve_mapping(const SnProbeCurve *curve, int number);
/* Value played at a moment of the timeline; false where the probe is silent. */
bool sn_probe_curve_value(const SnProbeCurve *curve, double time, int number, double *value);
/* Appends (double) the moments between two at which the curve bends or jumps; false, and nothing
 * useful, if there are more than `most`. */
bool sn_probe_curve_moments(const SnProbeCurve *curve, double from, double to, int most,
                            GArray *moments);
/* Smallest and largest value in a span of the timeline; false if it is silent there.  From the
 * knots where there are many, else from `samples` places too. */
bool sn_probe_curve_range(const SnProbeCurve *curve, int number, double from, double to, int samples,
                          double *low, double *high);
/* The curve's own range on the timeline (of knots or rows, without repeats); false without any. */
bool sn_probe_curve_span(const SnProbeCurve *curve, double *from, double *to);

#endif
