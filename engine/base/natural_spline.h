/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Natural splines of any odd degree 2m - 1: through the points, smooth up to derivative 2m - 2,
 * and of all such functions the one with the least integral of the square of derivative m.  Beyond
 * the ends they are polynomials of degree m - 1 (Greville 1969). */
#ifndef SN_BASE_NATURAL_SPLINE_H
#define SN_BASE_NATURAL_SPLINE_H

#define SN_SPLINE_MOST_HALF_ORDER 4
/* Longest piece over the shortest with which slopes are good to 1e-5. */
#define SN_SPLINE_MOST_UNEVEN 1000

/* The half order of n points: at most n, for fewer points leave splines of that degree open. */
int sn_natural_spline_half_order(int half_order, int n);
/* Derivatives 0 .. half_order - 1 at each of n >= 2 points, x increasing: derivatives
 * [n][half_order].  half_order is one that n points can have. */
void sn_natural_spline(int half_order, int n, const double *x, const double *y,
                       double *derivatives);
/* Coefficients of 1, t, t^2 ... t^(2 half_order - 1) of the piece of length h that has these
 * derivatives where it begins and ends. */
void sn_natural_spline_piece(int half_order, double h, const double *first, const double *last,
                             double *coefficients);

#endif
