/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/muscle/bezier.h"

#include <assert.h>
#include <math.h>

/* Coefficients of a segment with control points p0, p1 twice, p3 twice, p5: the two coinciding ones
 * at each end make the second derivative vanish there. */
static void powers(double p0, double p1, double p3, double p5, double c[6])
{
    c[0] = p0;
    c[1] = 5 * (p1 - p0);
    c[2] = 10 * (p0 - p1);
    c[3] = 10 * (p3 - p0);
    c[4] = 5 * (p0 + 2 * p1 - 3 * p3);
    c[5] = p5 - p0 + 5 * (p3 - p1);
}

static double polynomial(const double c[6], double t, double *slope)
{
    *slope = c[1] + t * (2 * c[2] + t * (3 * c[3] + t * (4 * c[4] + t * 5 * c[5])));
    return c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
}

/* Integral of y x' over 0..t: a polynomial of degree 9, which five points of Gauss integrate
 * exactly. */
static double area_to(const SnBezierSegment *segment, double t)
{
    static const double node[5] = {0, 0.53846931010568309, -0.53846931010568309,
                                   0.90617984593866399, -0.90617984593866399};
    static const double weight[5] = {0.56888888888888889, 0.47862867049936647, 0.47862867049936647,
                                     0.23692688505618909, 0.23692688505618909};
    double sum = 0, slope, unused;
    for (int i = 0; i < 5; i++) {
        const double at = t * (1 + node[i]) / 2;
        polynomial(segment->x, at, &slope);
        sum += weight[i] * polynomial(segment->y, at, &unused) * slope;
    }
    return sum * t / 2;
}

static void add_corner(SnBezierCurve *curve, const SnBezierPoint *a, const SnBezierPoint *b,
                       double tight)
{
    assert(curve->n < SN_BEZIER_SEGMENTS && b->x > a->x);
    SnBezierSegment *segment = &curve->segment[curve->n];
    /* where the two lines meet; parallel ones: halfway */
    const double turn = a->slope - b->slope;
    const double x = fabs(turn) > 1e-14 ? (b->y - a->y - b->x * b->slope + a->x * a->slope) / turn
                                        : (a->x + b->x) / 2;
    const double y = (x - b->x) * b->slope + b->y;
    segment->x0 = a->x;
    segment->x1 = b->x;
    powers(a->x, a->x + tight * (x - a->x), b->x + tight * (x - b->x), b->x, segment->x);
    powers(a->y, a->y + tight * (y - a->y), b->y + tight * (y - b->y), b->y, segment->y);
    segment->area =
        curve->n > 0 ? curve->segment[curve->n - 1].area + area_to(&curve->segment[curve->n - 1], 1)
                     : 0;
    curve->n++;
    curve->last_slope = b->slope;
}

void sn_bezier_append(SnBezierCurve *curve, const SnBezierPoint *corners, int n, double curviness)
{
    assert(curviness >= 0 && curviness <= 1);
    for (int i = 0; i + 1 < n; i++)
        add_corner(curve, &corners[i], &corners[i + 1], 0.1 + 0.8 * curviness);
}

SnBezierCurve sn_bezier_curve(const SnBezierPoint *corners, int n, double curviness)
{
    assert(n >= 2);
    SnBezierCurve curve = {.first_slope = corners[0].slope};
    sn_bezier_append(&curve, corners, n, curviness);
    return curve;
}

/* The segment that holds x, and t there: Newton in a bracket. */
static const SnBezierSegment *find(const SnBezierCurve *curve, double x, double *t)
{
    int i = 0;
    while (i + 1 < curve->n && x > curve->segment[i].x1)
        i++;
    const SnBezierSegment *segment = &curve->segment[i];
    double low = 0, high = 1, at = (x - segment->x0) / (segment->x1 - segment->x0);
    for (int k = 0; k < 100; k++) {
        double slope;
        const double miss = polynomial(segment->x, at, &slope) - x;
        if (miss == 0)
            break;
        if (miss > 0)
            high = at;
        else
            low = at;
        double next = slope > 0 ? at - miss / slope : (low + high) / 2;
        if (fabs(next - at) <= 4e-16) { /* before it leaves the bracket by rounding */
            at = next;
            break;
        }
        if (!(next > low && next < high))
            next = (low + high) / 2;
        const double change = fabs(next - at);
        at = next;
        if (change <= 4e-16)
            break;
    }
    *t = at;
    return segment;
}

double sn_bezier_value(const SnBezierCurve *curve, double x, double *slope)
{
    const SnBezierSegment *first = &curve->segment[0], *last = &curve->segment[curve->n - 1];
    if (x <= first->x0) {
        *slope = curve->first_slope;
        return first->y[0] + *slope * (x - first->x0);
    }
    if (x >= last->x1) {
        double unused;
        *slope = curve->last_slope;
        return polynomial(last->y, 1, &unused) + *slope * (x - last->x1);
    }
    double t, dx, dy;
    const SnBezierSegment *segment = find(curve, x, &t);
    polynomial(segment->x, t, &dx);
    const double y = polynomial(segment->y, t, &dy);
    *slope = dy / dx;
    return y;
}

double sn_bezier_integral(const SnBezierCurve *curve, double x)
{
    const SnBezierSegment *first = &curve->segment[0], *last = &curve->segment[curve->n - 1];
    double slope, t;
    if (x <= first->x0)
        return (x - first->x0) * (first->y[0] + 0.5 * curve->first_slope * (x - first->x0));
    if (x >= last->x1) {
        const double y = polynomial(last->y, 1, &slope), d = x - last->x1;
        return last->area + area_to(last, 1) + d * (y + 0.5 * curve->last_slope * d);
    }
    const SnBezierSegment *segment = find(curve, x, &t);
    return segment->area + area_to(segment, t);
}
