/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smooth curves made of corners: quintic Bezier segments that leave one straight line and join the
 * next with continuous first and second derivatives (Millard, Uchida, Seth, Delp 2013, appendix).
 */
#ifndef SN_MUSCLE_BEZIER_H
#define SN_MUSCLE_BEZIER_H

#define SN_BEZIER_SEGMENTS 5

/* One corner: x(t) and y(t), t in 0..1, polynomials of degree 5; x ascends. */
typedef struct SnBezierSegment {
    double x0, x1;     /* where it begins and ends */
    double x[6], y[6]; /* coefficients, constant first */
    double area;       /* integral of y over x from the start of the curve to x0 */
} SnBezierSegment;

/* Straight on beyond both ends. */
typedef struct SnBezierCurve {
    int n;
    SnBezierSegment segment[SN_BEZIER_SEGMENTS];
    double first_slope, last_slope;
} SnBezierCurve;

/* A point of the curve and its slope there. */
typedef struct SnBezierPoint {
    double x, y, slope;
} SnBezierPoint;

/* The curve through n <= SN_BEZIER_SEGMENTS + 1 points, x ascending, with lines through neighbours
 * that meet between them; curviness 0 (loose) to 1 (tight). */
SnBezierCurve sn_bezier_curve(const SnBezierPoint *corners, int n, double curviness);
/* Appends the corners to a curve that ends where they begin. */
void sn_bezier_append(SnBezierCurve *curve, const SnBezierPoint *corners, int n, double curviness);
/* Value and slope dy/dx; C2 in between, C1 at both ends. */
double sn_bezier_value(const SnBezierCurve *curve, double x, double *slope);
/* Integral of y over x from the curve's first point (negative before it where y is positive). */
double sn_bezier_integral(const SnBezierCurve *curve, double x);

#endif
