/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves that strand nodes slide along (strands.md 2.6): a point on one is a parameter u, one unit
 * for each span between knots; an ellipse is one unit all round, in four spans.  The control points
 * may move: they are asked for. */
#ifndef SN_STRAND_CURVE_H
#define SN_STRAND_CURVE_H

typedef enum SnGuideShape {
    SN_GUIDE_POLYLINE,
    SN_GUIDE_SPLINE,  /* uniform cubic B-spline; parameter u in 0 .. n - 3 */
    SN_GUIDE_ELLIPSE, /* always rigid; parameter: angle / 2 pi, turning about z from x to y */
} SnGuideShape;

typedef enum SnGuideEnds {
    SN_GUIDE_PLAIN,  /* nodes may leave: the curve goes on straight; an ellipse goes round */
    SN_GUIDE_CAPPED, /* nodes stop at its ends; beyond, as plain */
    SN_GUIDE_WRAPPED /* closed */
} SnGuideEnds;

typedef struct SnCurve {
    SnGuideShape shape;
    SnGuideEnds ends;
    int n; /* control points: polyline 2 or more, spline 4 (closed: 3) or more */
    void (*control)(const void *data, int k, double x[3]); /* where number k is [m] */
    const void *data;
    double center[3]; /* ELLIPSE */
    double axes[9];   /* ELLIPSE: columns x, y, z */
    double radii[2];  /* ELLIPSE [m] */
} SnCurve;

/* The control points that a point depends on, and how: x = sum b x_k, x' = sum b1 x_k ... */
typedef struct SnCurveWeights {
    int n; /* 0: ellipse */
    int control[4];
    double b[4], b1[4], b2[4];
} SnCurveWeights;

typedef struct SnCurvePoint {
    SnCurveWeights weights;
    double x[3], d1[3], d2[3]; /* place, first and second derivative by u [m] */
    double speed;              /* |x'| [m] */
    double tangent[3];         /* x' / |x'| */
} SnCurvePoint;

/* Parameter at the end; the start is 0. */
double sn_curve_range(const SnCurve *curve);
/* Within 0 .. range for closed curves, unchanged for others. */
double sn_curve_wrap(const SnCurve *curve, double u);
void sn_curve_weights(const SnCurve *curve, double u, SnCurveWeights *weights);
/* The point alone. */
void sn_curve_point(const SnCurve *curve, double u, double x[3]);
void sn_curve_evaluate(const SnCurve *curve, double u, SnCurvePoint *point);
/* Length along the curve from u to v, negative if v < u [m]. */
double sn_curve_arc(const SnCurve *curve, double u, double v);
/* Between its ends, or once round [m]. */
double sn_curve_length(const SnCurve *curve);
/* The parameter `distance` [m] further along, not wrapped. */
double sn_curve_traverse(const SnCurve *curve, double u, double distance);
/* Parameter of the nearest point, within 0 .. range. */
double sn_curve_nearest(const SnCurve *curve, const double p[3]);

#endif
