/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/curve.h"

#include "engine/base/vec.h"

#include <stdbool.h>
#include <string.h>

#define NEWTON    40
#define TURN      6.28318530717958647693
#define TOLERANCE 1e-12 /* of the last change of a parameter, which squares it */

static bool is_round(const SnCurve *curve)
{
    return curve->shape == SN_GUIDE_ELLIPSE && curve->radii[0] == curve->radii[1];
}

/* Knots are this far apart. */
static double span_of(const SnCurve *curve)
{
    return curve->shape == SN_GUIDE_ELLIPSE ? 0.25 : 1;
}

double sn_curve_range(const SnCurve *curve)
{
    switch (curve->shape) {
    case SN_GUIDE_POLYLINE:
        return curve->ends == SN_GUIDE_WRAPPED ? curve->n : curve->n - 1;
    case SN_GUIDE_SPLINE:
        return curve->ends == SN_GUIDE_WRAPPED ? curve->n : curve->n - 3;
    case SN_GUIDE_ELLIPSE:
        break;
    }
    return 1;
}

double sn_curve_wrap(const SnCurve *curve, double u)
{
    const double range = sn_curve_range(curve);
    if (curve->ends != SN_GUIDE_WRAPPED || (u >= 0 && u < range))
        return u;
    const double wrapped = u - range * floor(u / range);
    return wrapped < range ? wrapped : 0;
}

/* --- weights --- */

static void linear(double s, SnCurveWeights *w)
{
    w->b[0] = 1 - s, w->b[1] = s;
    w->b1[0] = -1, w->b1[1] = 1;
}

static void cubic(double s, SnCurveWeights *w)
{
    const double r = 1 - s;
    w->b[0] = r * r * r / 6;
    w->b[1] = (3 * s * s * s - 6 * s * s + 4) / 6;
    w->b[2] = (3 * r * r * r - 6 * r * r + 4) / 6;
    w->b[3] = s * s * s / 6;
    w->b1[0] = -r * r / 2;
    w->b1[1] = (3 * s * s - 4 * s) / 2;
    w->b1[2] = -(3 * r * r - 4 * r) / 2;
    w->b1[3] = s * s / 2;
    w->b2[0] = r, w->b2[1] = 3 * s - 2, w->b2[2] = 3 * r - 2, w->b2[3] = s;
}

/* Weights in span number `span`, where u may also lie outside: a straight line is what it is, a
 * spline goes on as it does inside unless the whole curve ends there. */
static void weights_in(const SnCurve *curve, int span, double u, SnCurveWeights *w)
{
    const bool spline = curve->shape == SN_GUIDE_SPLINE;
    const bool closed = curve->ends == SN_GUIDE_WRAPPED;
    const int spans = (int)sn_curve_range(curve);
    double s = u - span;
    memset(w, 0, sizeof *w);
    w->n = spline ? 4 : 2;
    for (int i = 0; i < w->n; i++) {
        const int k = span + i;
        w->control[i] = closed ? (k % curve->n + curve->n) % curve->n : k;
    }
    if (!spline) {
        linear(s, w);
        return;
    }
    double beyond = 0;
    if (!closed && span == 0 && s < 0)
        beyond = s, s = 0;
    if (!closed && span == spans - 1 && s > 1)
        beyond = s - 1, s = 1;
    cubic(s, w);
    for (int i = 0; beyond != 0 && i < 4; i++) {
        w->b[i] += beyond * w->b1[i];
        w->b2[i] = 0;
    }
}

static int span_at(const SnCurve *curve, double u)
{
    const double span = floor(u), last = sn_curve_range(curve) - 1;
    if (curve->ends == SN_GUIDE_WRAPPED)
        return (int)span;
    return (int)(span < 0 ? 0 : span > last ? last : span);
}

void sn_curve_weights(const SnCurve *curve, double u, SnCurveWeights *weights)
{
    if (curve->shape == SN_GUIDE_ELLIPSE) {
        memset(weights, 0, sizeof *weights);
        return;
    }
    const double wrapped = sn_curve_wrap(curve, u);
    weights_in(curve, span_at(curve, wrapped), wrapped, weights);
}

/* --- places --- */

static void ellipse_place(const SnCurve *curve, double u, SnCurvePoint *point)
{
    const double c = cos(TURN * u), s = sin(TURN * u);
    const double a = curve->radii[0], b = curve->radii[1];
    const double x[3] = {a * c, b * s, 0};
    const double d1[3] = {-TURN * a * s, TURN * b * c, 0};
    const double d2[3] = {-TURN * TURN * a * c, -TURN * TURN * b * s, 0};
    sn_m3_mul_v3(curve->axes, x, point->x);
    sn_v3_add(point->x, curve->center, point->x);
    sn_m3_mul_v3(curve->axes, d1, point->d1);
    sn_m3_mul_v3(curve->axes, d2, point->d2);
}

static void combine(const SnCurve *curve, SnCurvePoint *point)
{
    const SnCurveWeights *w = &point->weights;
    for (int i = 0; i < w->n; i++) {
        double x[3];
        curve->control(curve->data, w->control[i], x);
        sn_v3_axpy(w->b[i], x, point->x);
        sn_v3_axpy(w->b1[i], x, point->d1);
        sn_v3_axpy(w->b2[i], x, point->d2);
    }
}

static void evaluate_span(const SnCurve *curve, int span, double u, SnCurvePoint *point)
{
    memset(point, 0, sizeof *point);
    if (curve->shape == SN_GUIDE_ELLIPSE) {
        ellipse_place(curve, u, point);
    } else {
        weights_in(curve, span, u, &point->weights);
        combine(curve, point);
    }
    point->speed = sn_v3_normalize(point->d1, point->tangent);
}

void sn_curve_evaluate(const SnCurve *curve, double u, SnCurvePoint *point)
{
    const double wrapped = sn_curve_wrap(curve, u);
    evaluate_span(curve, span_at(curve, wrapped), wrapped, point);
}

void sn_curve_point(const SnCurve *curve, double u, double x[3])
{
    SnCurvePoint point;
    sn_curve_evaluate(curve, u, &point);
    sn_v3_copy(point.x, x);
}

/* --- length --- */

/* Gauss-Legendre, 8 points in each eighth of a span. */
static double arc_in(const SnCurve *curve, int span, double u, double v)
{
    static const double x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                0.9602898564975363};
    static const double w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                0.1012285362903763};
    SnCurvePoint point;
    if (curve->shape == SN_GUIDE_POLYLINE || is_round(curve)) {
        evaluate_span(curve, span, u, &point);
        return (v - u) * point.speed;
    }
    const int parts = 1 + (int)(8 * fabs(v - u) / span_of(curve));
    double sum = 0;
    for (int p = 0; p < parts; p++) {
        const double half = (v - u) / (2 * parts), middle = u + (2 * p + 1) * half;
        for (int i = 0; i < 8; i++) {
            evaluate_span(curve, span, middle + (i % 2 ? half : -half) * x[i / 2], &point);
            sum += half * w[i / 2] * point.speed;
        }
    }
    return sum;
}

/* What lies ahead of u, up to the next knot; beyond open ends the curve is straight. */
typedef struct Piece {
    int span;
    double knot; /* HUGE_VAL where it goes on for ever */
    bool even;   /* the speed is the same everywhere */
} Piece;

static Piece piece_ahead(const SnCurve *curve, double u, bool forward)
{
    const double unit = span_of(curve), range = sn_curve_range(curve);
    const bool open = curve->ends != SN_GUIDE_WRAPPED && curve->shape != SN_GUIDE_ELLIPSE;
    const int last = (int)range - 1;
    if (open && forward && (u < 0 || u >= range))
        return u < 0 ? (Piece){0, 0, true} : (Piece){last, HUGE_VAL, true};
    if (open && !forward && (u > range || u <= 0))
        return u > range ? (Piece){last, range, true} : (Piece){0, -HUGE_VAL, true};
    const double span = forward ? floor(u / unit) : ceil(u / unit) - 1;
    return (Piece){(int)span, unit * (forward ? span + 1 : span),
                   curve->shape == SN_GUIDE_POLYLINE || is_round(curve)};
}

/* Length from u to v within a piece, with sign. */
static double piece_arc(const SnCurve *curve, const Piece *piece, double u, double v)
{
    if (!piece->even)
        return arc_in(curve, piece->span, u, v);
    SnCurvePoint point;
    evaluate_span(curve, piece->span, u, &point);
    return point.speed > 0 ? (v - u) * point.speed : 0;
}

double sn_curve_arc(const SnCurve *curve, double u, double v)
{
    if (v < u)
        return -sn_curve_arc(curve, v, u);
    double sum = 0;
    while (u < v) {
        const Piece piece = piece_ahead(curve, u, true);
        const double end = fmin(piece.knot, v);
        sum += piece_arc(curve, &piece, u, end);
        u = end;
    }
    return sum;
}

double sn_curve_length(const SnCurve *curve)
{
    return sn_curve_arc(curve, 0, sn_curve_range(curve));
}

/* --- traverse --- */

/* The place within a piece so that the arc from u is `distance`, which is no longer than all of it:
 * Newton, kept in a bracket that shrinks. */
static double go_within(const SnCurve *curve, const Piece *piece, double u, double distance)
{
    SnCurvePoint point;
    evaluate_span(curve, piece->span, u, &point);
    if (piece->even)
        return point.speed > 0 ? u + distance / point.speed : u;
    const double sign = distance < 0 ? -1 : 1, wanted = fabs(distance);
    double low = 0, high = fabs(piece->knot - u);
    double step = point.speed > 0 ? wanted / point.speed : high;
    for (int i = 0; i < NEWTON; i++) {
        if (!(step >= low && step <= high))
            step = 0.5 * (low + high);
        const double v = u + sign * step;
        const double error = fabs(arc_in(curve, piece->span, u, v)) - wanted;
        evaluate_span(curve, piece->span, v, &point);
        if (error > 0)
            high = step;
        else
            low = step;
        const double change = point.speed > 0 ? error / point.speed : 0;
        step -= change;
        if (fabs(change) <= TOLERANCE)
            break;
    }
    return u + sign * fmin(fmax(step, 0), fabs(piece->knot - u));
}

double sn_curve_traverse(const SnCurve *curve, double u, double distance)
{
    double rest = distance;
    if (curve->ends == SN_GUIDE_WRAPPED) {
        const double length = sn_curve_length(curve);
        if (!(length > 0))
            return u;
        const double turns = trunc(rest / length);
        rest -= turns * length;
        u += turns * sn_curve_range(curve);
    }
    while (rest != 0 && isfinite(rest)) {
        const Piece piece = piece_ahead(curve, u, rest > 0);
        const double all = isfinite(piece.knot) ? piece_arc(curve, &piece, u, piece.knot) : rest;
        if (fabs(rest) <= fabs(all))
            return go_within(curve, &piece, u, rest);
        rest -= all;
        u = piece.knot;
    }
    return u;
}

/* --- nearest places --- */

static double square_distance(const SnCurve *curve, double u, const double p[3])
{
    double x[3];
    sn_curve_point(curve, u, x);
    sn_v3_sub(x, p, x);
    return sn_v3_dot(x, x);
}

/* The same near a parameter: follows the minimum that is there. */
static double curve_track(const SnCurve *curve, const double p[3], double u)
{
    const double range = sn_curve_range(curve), reach = 0.25 * span_of(curve);
    const bool held = curve->ends != SN_GUIDE_WRAPPED && curve->shape != SN_GUIDE_ELLIPSE;
    double best = square_distance(curve, u, p);
    for (int i = 0; i < NEWTON; i++) {
        SnCurvePoint point;
        double r[3];
        sn_curve_evaluate(curve, u, &point);
        sn_v3_sub(point.x, p, r);
        const double slope = sn_v3_dot(r, point.d1), own = sn_v3_dot(point.d1, point.d1);
        const double bend = own + sn_v3_dot(r, point.d2);
        const double by = bend > 0.1 * own ? bend : own;
        double change = by > 0 ? -slope / by : 0;
        change = fmin(fmax(change, -reach), reach);
        double next = u + change, there = HUGE_VAL;
        for (int k = 0; k < NEWTON; k++) { /* shorter until it is nearer */
            next = held ? fmin(fmax(u + change, 0), range) : u + change;
            there = square_distance(curve, next, p);
            if (there <= best || fabs(change) < TOLERANCE)
                break;
            change /= 2;
        }
        if (!(there <= best) || fabs(next - u) < TOLERANCE)
            break;
        u = next, best = there;
    }
    return u;
}

#define SAMPLES 16 /* in each span */

double sn_curve_nearest(const SnCurve *curve, const double p[3])
{
    const double unit = span_of(curve), range = sn_curve_range(curve);
    const int n = (int)(range / unit + 0.5) * SAMPLES;
    double best = HUGE_VAL, nearest = 0;
    for (int i = 0; i <= n; i++) {
        const double there = square_distance(curve, unit * i / SAMPLES, p);
        if (there < best)
            best = there, nearest = unit * i / SAMPLES;
    }
    /* a corner of a polyline is a minimum of either of its sides */
    const double side = 0.5 * unit / SAMPLES;
    best = HUGE_VAL;
    double result = nearest;
    for (int k = -1; k <= 1; k++) {
        const double start = nearest + k * side;
        if (curve->ends != SN_GUIDE_WRAPPED && curve->shape != SN_GUIDE_ELLIPSE &&
            (start < 0 || start > range))
            continue;
        double u = sn_curve_wrap(curve, curve_track(curve, p, start));
        if (curve->shape == SN_GUIDE_ELLIPSE) /* all round, whatever its ends */
            u -= floor(u);
        const double there = square_distance(curve, u, p);
        if (there < best)
            best = there, result = u;
    }
    return result;
}
