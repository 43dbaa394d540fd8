/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves through knots: what an input probe plays, and what a track draws of it. */
#ifndef SN_BASE_CURVE_H
#define SN_BASE_CURVE_H

#include <stdbool.h>

/* How values go from one knot to the next. */
typedef enum SnInterpolation {
    SN_INTERPOLATE_LINEAR,
    SN_INTERPOLATE_STEP,  /* holds until the next knot */
    SN_INTERPOLATE_CUBIC, /* natural spline through the knots; periodic where the curve repeats */
} SnInterpolation;

/* n >= 1 rows of `width` numbers.  Times do not decrease; of knots at the same time (a jump) the
 * last holds from there on, and splines to both sides of it are apart. */
typedef struct SnKnotCurve {
    int n, width;
    SnInterpolation interpolation;
    double *times;  /* [n] [s] */
    double *values; /* [n][width] */
    double *second; /* [n][width] second derivatives at the knots, for cubic ones; else NULL */
} SnKnotCurve;

/* Times and values are to be filled; then sn_knot_curve_prepare.  One block: free() frees it. */
SnKnotCurve *sn_knot_curve_new(int n, int width, SnInterpolation interpolation);
/* Works out the splines.  periodic: a column whose last value is its first, without jumps, goes on
 * smoothly from the last knot to the first. */
void sn_knot_curve_prepare(SnKnotCurve *curve, bool periodic);

/* Where a time lies: in the interval after `knot`, at `fraction` (0..1) of its `span` [s]. */
typedef struct SnCurvePosition {
    int knot;
    double fraction, span;
} SnCurvePosition;

/* Returns -1 before the first knot, 1 after the last (the place is then the end that would hold),
 * else 0.  Times are sums of steps: a knot counts as reached `slack` [s] early.  Binary search. */
int sn_knot_curve_find(const SnKnotCurve *curve, double t, double slack, SnCurvePosition *place);
/* A number of the row there. */
double sn_knot_curve_value(const SnKnotCurve *curve, const SnCurvePosition *place, int column);

#endif
