/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpolation of knot tables. */
#ifndef SN_GEO_SPLINE_H
#define SN_GEO_SPLINE_H

#include "vec.h"

/** Uniform Catmull-Rom segment from p1 (t = 0) to p2 (t = 1). */
double sn_geo_cubic(double p0, double p1, double p2, double p3, double t);

/** Catmull-Rom curve through `count` rows of `width` numbers; u in knot units, ends mirrored. */
void sn_geo_catmull_rom(const double *rows, int count, int width, double u, double *value);

/** Value at `at` of a function given at ascending abscissae (rows of {x, value}); monotone
 *  where the data is: piecewise cubic Hermite with limited slopes, clamped outside. */
double sn_geo_profile(const double (*rows)[2], int count, double at);

/** Tensor Catmull-Rom on a uniform table of `rows` x `cols` values; (r, c) in index units, edges
 *  clamped. `even` mirrors column 0 (even function of c). */
double sn_geo_tensor(const double *table, int rows, int cols, double r, double c, int even);

#define SN_GEO_SPLINE_MAX 32

/** Cubic spline y(x): given slope at the first knot, natural at the last. */
typedef struct {
    int count;
    double x[SN_GEO_SPLINE_MAX], y[SN_GEO_SPLINE_MAX], bend[SN_GEO_SPLINE_MAX];
} SnGeoSpline;

/** Fit the C2 cubic spline through `count` knots. */
void sn_geo_spline_fit(SnGeoSpline *spline, const double *x, const double *y, int count,
                       double first_slope);

/** Value of the spline, extended by its end cubics. */
double sn_geo_spline_at(const SnGeoSpline *spline, double x);

#endif
