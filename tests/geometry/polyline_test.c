/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounded polyline: distance against dense sampling, gradient, continuity of the normal. */
#include "engine/geometry/polyline.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

enum { CORNERS = 6 };
static const double points[2 * CORNERS] = {-1,  0.2, -0.4, 0.5, 0.0, 0.45,
                                           0.3, 0.9, 0.7,  0.6, 1.2, 0.7};

/* Points on the curve: straight parts between the arcs' ends, then the arcs. */
static double sampled_distance(const SnCorner *corners, const double p[2])
{
    double best = HUGE_VAL;
    for (int i = 0; i + 1 < CORNERS; i++) {
        const double dx = points[2 * i + 2] - points[2 * i],
                     dz = points[2 * i + 3] - points[2 * i + 1];
        const double length = hypot(dx, dz);
        const double from = i == 0 ? -3 : corners[i].trim / length;
        const double to = i + 2 == CORNERS ? 4 : 1 - corners[i + 1].trim / length;
        for (int k = 0; k <= 4000; k++) {
            const double s = from + (to - from) * k / 4000;
            best =
                fmin(best, hypot(p[0] - points[2 * i] - s * dx, p[1] - points[2 * i + 1] - s * dz));
        }
        if (i == 0)
            continue;
        const double ax = points[2 * i - 2], az = points[2 * i - 1];
        const double back = hypot(points[2 * i] - ax, points[2 * i + 1] - az);
        const double start[2] = {points[2 * i] + corners[i].trim * (ax - points[2 * i]) / back,
                                 points[2 * i + 1] +
                                     corners[i].trim * (az - points[2 * i + 1]) / back};
        const double end[2] = {points[2 * i] + corners[i].trim * dx / length,
                               points[2 * i + 1] + corners[i].trim * dz / length};
        const double *c = corners[i].center;
        const double from_angle = atan2(start[1] - c[1], start[0] - c[0]);
        const double turn = remainder(atan2(end[1] - c[1], end[0] - c[0]) - from_angle, 2 * M_PI);
        for (int k = 0; k <= 2000; k++) {
            const double angle = from_angle + turn * k / 2000;
            best = fmin(best, hypot(p[0] - c[0] - corners[i].radius * cos(angle),
                                    p[1] - c[1] - corners[i].radius * sin(angle)));
        }
    }
    return best;
}

static void test_distance(void)
{
    static const double radii[] = {0, 0.02, 0.1, 5};
    Random r = {3};
    for (int k = 0; k < 4; k++) {
        SnCorner corners[CORNERS] = {{0}};
        sn_polyline_corners(CORNERS, points, radii[k], corners);
        for (int i = 0; i < 400; i++) {
            const double p[2] = {random_uniform(&r, -2, 2), random_uniform(&r, -0.5, 1.5)};
            double n[2];
            const double d = sn_polyline_distance(CORNERS, points, corners, p, n);
            g_assert_cmpfloat(fabs(fabs(d) - sampled_distance(corners, p)), <, 2e-3);
            g_assert_cmpfloat(fabs(hypot(n[0], n[1]) - 1), <, 1e-12);
            /* the nearest point lies on the curve, with the same normal */
            const double foot[2] = {p[0] - d * n[0], p[1] - d * n[1]};
            double m[2];
            g_assert_cmpfloat(fabs(sn_polyline_distance(CORNERS, points, corners, foot, m)), <,
                              1e-12);
            if (radii[k] > 0)
                g_assert_cmpfloat(hypot(m[0] - n[0], m[1] - n[1]), <, 1e-6);
        }
    }
}

/* Walking along the rounded curve, the normal turns by little steps. */
static void test_continuous(void)
{
    SnCorner corners[CORNERS] = {{0}};
    sn_polyline_corners(CORNERS, points, 0.05, corners);
    double last[2] = {0}, worst = 0;
    for (int i = 0; i <= 30000; i++) {
        const double p[2] = {-1.5 + 3.0 * i / 30000, 0.6};
        double n[2], foot[2] = {p[0], p[1]};
        for (int k = 0; k < 5; k++) { /* slide down to the curve along z */
            const double d = sn_polyline_distance(CORNERS, points, corners, foot, n);
            foot[1] -= d / n[1];
        }
        if (i > 0)
            worst = fmax(worst, hypot(n[0] - last[0], n[1] - last[1]));
        last[0] = n[0], last[1] = n[1];
    }
    g_assert_cmpfloat(worst, <, 0.01); /* an arc of 5 cm turns 2 mrad in 0.1 mm */
}

/* Exactly on the border between a straight part and an arc there is an answer. */
static void test_borders(void)
{
    SnCorner corners[CORNERS] = {{0}};
    sn_polyline_corners(CORNERS, points, 0.07, corners);
    for (int i = 1; i + 1 < CORNERS; i++)
        for (int side = -1; side <= 1; side += 2)
            for (int k = -20; k <= 20; k++) {
                const int j = side < 0 ? i - 1 : i + 1;
                const double dx = points[2 * j] - points[2 * i],
                             dz = points[2 * j + 1] - points[2 * i + 1];
                const double length = hypot(dx, dz), t = corners[i].trim / length,
                             d = 0.01 * k * side;
                const double p[2] = {points[2 * i] + t * dx - d * dz / length,
                                     points[2 * i + 1] + t * dz + d * dx / length};
                double n[2];
                g_assert_true(isfinite(sn_polyline_distance(CORNERS, points, corners, p, n)));
            }
}

/* Only corners that lie between two places, and only those that are short beside the way. */
static void test_jumps(void)
{
    static const double bent[] = {0, 0, 1, 0, 2, 1, 3, 1};
    SnCorner corners[4] = {{0}};
    for (int side = 0; side < 2; side++) {
        const double arc = side * 0.01; /* its ends are 0.41 times that from the corner */
        sn_polyline_corners(4, bent, arc, corners);
        for (int k = 0; k < 60; k++) {
            const double from = 0.05 * k, to = from + 0.3;
            const double a[2] = {from, fmax(0, fmin(1, from - 1))};
            const double b[2] = {to, fmax(0, fmin(1, to - 1))};
            const bool passes = (from < 1 && to > 1) || (from < 2 && to > 2);
            const bool near = fabs(from - 1) < 0.02 || fabs(to - 1) < 0.02 ||
                              fabs(from - 2) < 0.02 || fabs(to - 2) < 0.02;
            if (!near) {
                g_assert_cmpint(sn_polyline_jumps(4, bent, corners, a, b), ==, passes);
                g_assert_cmpint(sn_polyline_jumps(4, bent, corners, b, a), ==, passes);
            }
        }
        const double a[2] = {1 - 0.005, 0}, b[2] = {1 + 0.005, 0.005};
        g_assert_cmpint(sn_polyline_jumps(4, bent, corners, a, b), ==, side == 0);
    }
    g_assert_false(sn_polyline_jumps(2, bent, corners, bent, bent + 2)); /* has no corner */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/polyline/distance", test_distance);
    g_test_add_func("/geometry/polyline/continuous", test_continuous);
    g_test_add_func("/geometry/polyline/borders", test_borders);
    g_test_add_func("/geometry/polyline/jumps", test_jumps);
    return g_test_run();
}
