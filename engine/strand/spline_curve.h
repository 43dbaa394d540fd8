/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubic B-spline curves over uniform knots (strands.md 3; thesis 5.3): n >= 4 control points, n - 3
 * spans, parameter u in 0 .. n - 3, a span and 0 <= s <= 1 in it.  A curve either has the plain
 * uniform knots everywhere and ends short of its control points, or *reaches* the first and the
 * last one, with knots repeated at its ends.  (Repeated control points would do that too, but with
 * x' = 0 there.) */
#ifndef SN_STRAND_SPLINE_CURVE_H
#define SN_STRAND_SPLINE_CURVE_H

#include "engine/base/vec.h"

#include <stdbool.h>

/* Values and derivatives by s of the four basis functions at a place of a span. */
typedef struct SnSplineBasis {
    double b[4], first[4], second[4];
} SnSplineBasis;

/* The curve as functions here ask for it. */
typedef struct SnSplineCurve {
    int n;                /* control points */
    bool reaches;         /* its ends */
    const double (*x)[3]; /* [n] [m] */
} SnSplineCurve;

/* sum = weight_i x_i over four control points. */
static inline void sn_spline_combine(const double weight[4], const double (*x)[3], double sum[3])
{
    sn_v3_scale(weight[0], x[0], sum);
    for (int i = 1; i < 4; i++)
        sn_v3_axpy(weight[i], x[i], sum);
}

/* Polynomials of a span's basis: b_i(s) = sum_k polynomial[i][k] s^k (de Boor 1978, with knots at
 * the integers). */
void sn_spline_polynomials(int n, bool reaches, int span, double polynomial[4][4]);
void sn_spline_basis(const double polynomial[4][4], double s, SnSplineBasis *basis);
/* Basis at parameter u (held in 0 .. n - 3); returns the span, which is also the first of the four
 * control points. */
int sn_spline_basis_at(int n, bool reaches, double u, SnSplineBasis *basis);

/* Position and derivatives by u; any of the results may be NULL. */
void sn_spline_point(const SnSplineCurve *curve, double u, double position[3], double tangent[3],
                     double second[3]);
/* Parameter of the place of the curve nearest to a point: Newton's search from `start` (thesis
 * 5.2), which stays in its valley: the nearest point there, not on the whole curve. */
double sn_spline_closest(const SnSplineCurve *curve, const double point[3], double start);
/* The nearest point on the whole curve. */
double sn_spline_closest_anywhere(const SnSplineCurve *curve, const double point[3]);
/* Parameter at a part 0..1 of the curve's length. */
double sn_spline_at_part(const SnSplineCurve *curve, double part);

#endif
