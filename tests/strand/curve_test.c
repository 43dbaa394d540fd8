/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves against closed forms and finite differences. */
#include "engine/base/vec.h"
#include "engine/strand/curve.h"
#include "tests/sim/random_system.h"

#include <glib.h>

#define PI G_PI
#define N  7

static double control[N][3];

static void get(const void *data, int k, double x[3])
{
    g_assert_true(k >= 0 && k < N);
    sn_v3_copy(control[k], x);
}

static SnCurve curve_of(SnGuideShape shape, SnGuideEnds ends)
{
    SnCurve curve = {.shape = shape, .ends = ends, .n = N, .control = get};
    Random r = {91};
    const double q[4] = {0.6, -0.3, 0.5, 0.2};
    double unit[4];
    for (int i = 0; i < N; i++)
        sn_v3_set((double)i + random_uniform(&r, -0.3, 0.3), random_uniform(&r, -1, 1),
                  random_uniform(&r, -1, 1), control[i]);
    sn_q_copy(q, unit);
    sn_q_normalize(unit);
    sn_q_to_m3(unit, curve.axes);
    sn_v3_set(0.1, 0.2, -0.3, curve.center);
    curve.radii[0] = 0.7, curve.radii[1] = 0.25;
    return curve;
}

typedef void (*Check)(const SnCurve *curve);

static void for_all(Check check)
{
    for (int shape = SN_GUIDE_POLYLINE; shape <= SN_GUIDE_ELLIPSE; shape++)
        for (int ends = SN_GUIDE_PLAIN; ends <= SN_GUIDE_WRAPPED; ends++) {
            const SnCurve curve = curve_of((SnGuideShape)shape, (SnGuideEnds)ends);
            check(&curve);
        }
}

/* Derivatives, also beyond the ends; weights sum to 1 and make the point. */
static void check_derivatives(const SnCurve *curve)
{
    const double h = 1e-5, range = sn_curve_range(curve);
    for (double u = -0.83; u < range + 1; u += 0.0917) {
        SnCurvePoint at, more, less;
        if (fabs(u - nearbyint(u)) < 2 * h)
            continue;
        sn_curve_evaluate(curve, u, &at);
        sn_curve_evaluate(curve, u + h, &more);
        sn_curve_evaluate(curve, u - h, &less);
        for (int k = 0; k < 3; k++) {
            g_assert_cmpfloat(fabs((more.x[k] - less.x[k]) / (2 * h) - at.d1[k]), <, 1e-8);
            g_assert_cmpfloat(fabs((more.d1[k] - less.d1[k]) / (2 * h) - at.d2[k]), <, 1e-7);
        }
        g_assert_cmpfloat(fabs(sn_v3_norm(at.d1) - at.speed), <, 1e-14);
        double x[3] = {0}, sum = 0;
        for (int i = 0; i < at.weights.n; i++) {
            sn_v3_axpy(at.weights.b[i], control[at.weights.control[i]], x);
            sum += at.weights.b[i];
        }
        if (curve->shape != SN_GUIDE_ELLIPSE) {
            g_assert_cmpfloat(sn_v3_distance(x, at.x), <, 1e-13);
            g_assert_cmpfloat(fabs(sum - 1), <, 1e-13);
        }
    }
}

static void test_derivatives(void)
{
    for_all(check_derivatives);
}

/* Splines and closed curves have no corners: places, and tangents of splines, agree at the knots.
 */
static void check_knots(const SnCurve *curve)
{
    const double h = 1e-9, range = sn_curve_range(curve);
    const bool closed = curve->ends == SN_GUIDE_WRAPPED;
    for (int k = closed ? 0 : 1; k < range; k++) {
        SnCurvePoint before, after;
        sn_curve_evaluate(curve, k - h, &before);
        sn_curve_evaluate(curve, k + h, &after);
        g_assert_cmpfloat(sn_v3_distance(before.x, after.x), <, 30 * h);
        if (curve->shape != SN_GUIDE_POLYLINE)
            g_assert_cmpfloat(sn_v3_distance(before.tangent, after.tangent), <, 300 * h);
    }
}

static void test_knots(void)
{
    for_all(check_knots);
}

/* Length by many small chords between two parameters. */
static double chords(const SnCurve *curve, double u, double v, int n)
{
    double sum = 0, last[3], next[3];
    sn_curve_point(curve, u, last);
    for (int i = 1; i <= n; i++) {
        sn_curve_point(curve, u + (v - u) * i / n, next);
        sum += sn_v3_distance(last, next);
        sn_v3_copy(next, last);
    }
    return sum;
}

/* Traverse goes the distance: arcs against Richardson's extrapolation of chords (whole spans),
 * there and back, in one go or in many. */
static void check_traverse(const SnCurve *curve)
{
    const double range = sn_curve_range(curve);
    const int n = 400 * (int)(4 * range);
    const double coarse = chords(curve, 0, range, n), fine = chords(curve, 0, range, 2 * n);
    const double length = sn_curve_length(curve);
    g_assert_cmpfloat(fabs(length - (fine + (fine - coarse) / 3)), <, 1e-9);
    for (double u = -0.4; u < range + 0.5; u += 0.173)
        for (double distance = -3; distance < 3; distance += 0.371) {
            const double v = sn_curve_traverse(curve, u, distance);
            g_assert_cmpfloat(fabs(sn_curve_arc(curve, u, v) - distance), <, 2e-11);
            g_assert_cmpfloat(fabs(sn_curve_traverse(curve, v, -distance) - u), <, 1e-9);
            const double half = sn_curve_traverse(curve, u, 0.4 * distance);
            g_assert_cmpfloat(fabs(sn_curve_traverse(curve, half, 0.6 * distance) - v), <, 1e-9);
        }
    g_assert_cmpfloat(fabs(sn_curve_traverse(curve, 0, length) - range), <, 1e-10);
    if (curve->ends == SN_GUIDE_WRAPPED) {
        const double u = sn_curve_traverse(curve, 0.25, 1000 * length);
        g_assert_cmpfloat(fabs(u - 0.25 - 1000 * range), <, 1e-7);
        g_assert_cmpfloat(fabs(sn_curve_wrap(curve, u) - 0.25), <, 1e-7);
    }
}

static void test_traverse(void)
{
    for_all(check_traverse);
}

/* Nothing is nearer than the nearest place, and there the connection is perpendicular (or at a
 * corner or an end). */
static void check_nearest(const SnCurve *curve)
{
    Random r = {17};
    const double range = sn_curve_range(curve);
    for (int i = 0; i < 50; i++) {
        double p[3], x[3], best = HUGE_VAL;
        random_vector(&r, 2, p);
        p[0] += 3;
        for (int k = 0; k <= 5000; k++) {
            sn_curve_point(curve, range * k / 5000, x);
            best = fmin(best, sn_v3_distance(x, p));
        }
        const double u = sn_curve_nearest(curve, p);
        g_assert_true(u >= 0 && u <= range);
        SnCurvePoint point;
        sn_curve_evaluate(curve, u, &point);
        g_assert_cmpfloat(sn_v3_distance(point.x, p), <, best + 1e-9);
        double d[3];
        sn_v3_sub(p, point.x, d);
        const bool corner = fabs(u - nearbyint(u)) < 1e-6;
        if (!corner)
            g_assert_cmpfloat(fabs(sn_v3_dot(d, point.tangent)), <, 1e-7);
    }
}

static void test_nearest(void)
{
    for_all(check_nearest);
}

/* Polylines exactly; a circle; the perimeter of an ellipse (7: 0.7, 0.25 by the complete elliptic
 * integral 4 a E(k)). */
static void test_closed_forms(void)
{
    SnCurve line = curve_of(SN_GUIDE_POLYLINE, SN_GUIDE_PLAIN);
    double sum = 0;
    for (int i = 0; i + 1 < N; i++) {
        const double u = sn_curve_traverse(&line, 0, sum);
        g_assert_cmpfloat(fabs(u - i), <, 1e-14 * N);
        sum += sn_v3_distance(control[i], control[i + 1]);
    }
    SnCurve round = curve_of(SN_GUIDE_ELLIPSE, SN_GUIDE_WRAPPED);
    round.radii[1] = round.radii[0];
    g_assert_cmpfloat(fabs(sn_curve_length(&round) - 2 * PI * 0.7), <, 1e-14);
    g_assert_cmpfloat(fabs(sn_curve_traverse(&round, 0.1, 0.7) - 0.1 - 1 / (2 * PI)), <, 1e-14);
    SnCurve oval = curve_of(SN_GUIDE_ELLIPSE, SN_GUIDE_WRAPPED);
    double a = 1, b = 0.25 / 0.7, c = sqrt(1 - b * b), part = 0.5 * c * c, power = 0.5;
    for (int i = 0; i < 20; i++) { /* E by the arithmetic-geometric mean */
        const double next = 0.5 * (a + b);
        c = 0.5 * (a - b);
        b = sqrt(a * b), a = next, power *= 2;
        part += power * c * c;
    }
    const double perimeter = 4 * 0.7 * PI / (2 * a) * (1 - part);
    g_assert_cmpfloat(fabs(sn_curve_length(&oval) - perimeter), <, 1e-9);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strand/curve/derivatives", test_derivatives);
    g_test_add_func("/strand/curve/knots", test_knots);
    g_test_add_func("/strand/curve/traverse", test_traverse);
    g_test_add_func("/strand/curve/nearest", test_nearest);
    g_test_add_func("/strand/curve/closed-forms", test_closed_forms);
    return g_test_run();
}
