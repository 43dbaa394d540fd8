/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces against closed forms and finite differences. */
#include "engine/base/vec.h"
#include "engine/strand/surface_patch.h"
#include "tests/support/random.h"

#include <glib.h>

#define ROWS    5
#define COLUMNS 6

static double net[ROWS * COLUMNS][3];

/* A wavy sheet. */
static SnSurfaceGeometry patch(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            sn_v3_set(0.5 * c + 0.05 * r, 0.6 * r - 0.04 * c, 0.3 * sin(1.1 * c) * cos(0.9 * r),
                      net[COLUMNS * r + c]);
    return (SnSurfaceGeometry){.shape = SN_SURFACE_PATCH,
                               .rows = ROWS,
                               .columns = COLUMNS,
                               .control = (const double(*)[3])net};
}

static const SnSurfaceGeometry shapes[] = {
    {.shape = SN_SURFACE_ELLIPSOID, .size = {1, 0.7, 0.4}},
    {.shape = SN_SURFACE_ELLIPSOID, .size = {0.5, 0.5, 0.5}},
    {.shape = SN_SURFACE_CYLINDER, .size = {0.3, 0, 0}},
    {.shape = SN_SURFACE_TORUS, .size = {1, 0.3, 0}},
};

/* A place on the surface away from the edges of a patch. */
static void random_place(const SnSurfaceGeometry *s, Random *r, double x[3])
{
    double p[3];
    random_vector(r, 1, p);
    if (s->shape == SN_SURFACE_PATCH)
        sn_patch_point(s, random_uniform(r, 0.2, COLUMNS - 3.2), random_uniform(r, 0.2, ROWS - 3.2),
                       x);
    else
        sn_surface_nearest(s, p, x);
}

static void random_tangent(const SnSurfaceGeometry *s, Random *r, const double x[3], double v[3])
{
    double n[3], t1[3], t2[3];
    sn_surface_normal(s, x, n);
    sn_surface_tangents(n, t1, t2);
    sn_v3_scale(random_uniform(r, -1, 1), t1, v);
    sn_v3_axpy(random_uniform(r, -1, 1), t2, v);
}

typedef void (*Check)(const SnSurfaceGeometry *surface, Random *r);

static void for_all(Check check)
{
    const SnSurfaceGeometry sheet = patch();
    Random r = {5};
    for (int i = 0; i < 40; i++) {
        for (size_t k = 0; k < G_N_ELEMENTS(shapes); k++)
            check(&shapes[k], &r);
        check(&sheet, &r);
    }
}

/* The nearest place of a point off a place, along the normal, is that place. */
static void check_nearest(const SnSurfaceGeometry *s, Random *r)
{
    double x[3], n[3], p[3], back[3], m[3];
    random_place(s, r, x);
    sn_surface_normal(s, x, n);
    sn_v3_copy(x, p);
    sn_v3_axpy(random_uniform(r, -0.05, 0.5), n, p);
    if (s->shape == SN_SURFACE_PATCH) { /* its hollows have a centre near */
        sn_v3_copy(x, p);
        sn_v3_axpy(random_uniform(r, -0.05, 0.05), n, p);
    }
    sn_surface_nearest(s, p, back);
    g_assert_cmpfloat(sn_v3_distance(back, x), <, 2e-8);
    sn_surface_normal(s, back, m);
    g_assert_cmpfloat(sn_v3_distance(n, m), <, 1e-6);
    sn_surface_nearest(s, x, back);
    g_assert_cmpfloat(sn_v3_distance(back, x), <, 1e-12);
}

static void test_nearest(void)
{
    for_all(check_nearest);
}

/* The rate of the normal, and those of the tangents, along a straightest line. */
static void check_rates(const SnSurfaceGeometry *s, Random *r)
{
    const double h = 1e-5;
    double x[3], v[3], n[3], turn[3], rate[2][3], side[2][3][3];
    random_place(s, r, x);
    random_tangent(s, r, x, v);
    sn_surface_normal(s, x, n);
    g_assert_cmpfloat(fabs(sn_v3_dot(n, v)), <, 1e-12);
    sn_surface_turn(s, x, v, turn);
    sn_surface_tangent_rates(n, turn, rate[0], rate[1]);
    for (int k = 0; k < 2; k++) {
        double y[3], w[3];
        sn_v3_copy(x, y);
        sn_v3_copy(v, w);
        sn_surface_traverse(s, k ? h : -h, y, w);
        sn_surface_normal(s, y, side[k][0]);
        sn_surface_tangents(side[k][0], side[k][1], side[k][2]);
        g_assert_cmpfloat(fabs(sn_v3_norm(side[k][1]) - 1), <, 1e-12);
        double across[3];
        sn_v3_cross(side[k][1], side[k][2], across);
        g_assert_cmpfloat(sn_v3_distance(across, side[k][0]), <, 1e-12);
    }
    for (int i = 0; i < 3; i++) {
        g_assert_cmpfloat(fabs((side[1][0][i] - side[0][0][i]) / (2 * h) - turn[i]), <, 1e-6);
        for (int t = 0; t < 2; t++)
            g_assert_cmpfloat(fabs((side[1][1 + t][i] - side[0][1 + t][i]) / (2 * h) - rate[t][i]),
                              <, 1e-5);
    }
}

static void test_rates(void)
{
    for_all(check_rates);
}

/* Normal curvature: x'' along a straightest line is -(v.turn) n, and nothing else. */
static void check_straightest(const SnSurfaceGeometry *s, Random *r)
{
    const double h = 1e-3;
    double x[3], v[3], n[3], turn[3], y[2][3];
    random_place(s, r, x);
    random_tangent(s, r, x, v);
    sn_surface_normal(s, x, n);
    sn_surface_turn(s, x, v, turn);
    for (int k = 0; k < 2; k++) {
        double w[3];
        sn_v3_copy(x, y[k]);
        sn_v3_copy(v, w);
        sn_surface_traverse(s, k ? h : -h, y[k], w);
        g_assert_cmpfloat(fabs(sn_v3_norm(w) - sn_v3_norm(v)), <, 1e-13);
        double on[3];
        sn_surface_nearest(s, y[k], on);
        g_assert_cmpfloat(sn_v3_distance(on, y[k]), <, 1e-12);
    }
    for (int i = 0; i < 3; i++) {
        const double numeric = (y[0][i] - 2 * x[i] + y[1][i]) / (h * h);
        g_assert_cmpfloat(fabs(numeric + sn_v3_dot(v, turn) * n[i]), <, 2e-4);
    }
}

static void test_straightest(void)
{
    for_all(check_straightest);
}

/* A long way: great circles and helices exactly; Clairaut's relation (rho v round the axis) on a
 * torus and a spheroid; there and back. */
static void test_long_way(void)
{
    static const SnSurfaceGeometry turned[] = {
        {.shape = SN_SURFACE_TORUS, .size = {1, 0.3, 0}},
        {.shape = SN_SURFACE_ELLIPSOID, .size = {0.8, 0.8, 0.3}},
    };
    Random r = {3};
    for (int i = 0; i < 10; i++)
        for (size_t k = 0; k < G_N_ELEMENTS(turned); k++) {
            const SnSurfaceGeometry *s = &turned[k];
            double x[3], v[3], y[3], w[3];
            random_place(s, &r, x);
            random_tangent(s, &r, x, v);
            const double before = x[0] * v[1] - x[1] * v[0];
            sn_v3_copy(x, y);
            sn_v3_copy(v, w);
            sn_surface_traverse(s, 5, y, w);
            g_assert_cmpfloat(fabs(y[0] * w[1] - y[1] * w[0] - before), <, 1e-6);
            sn_surface_traverse(s, -5, y, w);
            g_assert_cmpfloat(sn_v3_distance(x, y), <, 1e-5);
        }
    const SnSurfaceGeometry *sphere = &shapes[1];
    double x[3], v[3], y[3], w[3];
    random_place(sphere, &r, x);
    random_tangent(sphere, &r, x, v);
    sn_v3_copy(x, y);
    sn_v3_copy(v, w);
    sn_surface_traverse(sphere, 2 * G_PI * 0.5 / sn_v3_norm(v), y, w);
    g_assert_cmpfloat(sn_v3_distance(x, y), <, 1e-14);
    g_assert_cmpfloat(sn_v3_distance(v, w), <, 1e-14);
}

/* From anywhere, also the inside of an ellipsoid and its planes of symmetry, nothing is nearer. */
static void test_nearest_of_all(void)
{
    const SnSurfaceGeometry *s = &shapes[0];
    Random r = {8};
    for (int i = 0; i < 60; i++) {
        double p[3], x[3], best = HUGE_VAL;
        random_vector(&r, i < 30 ? 0.3 : 1.5, p);
        if (i % 3 == 0)
            p[2] = 0;
        if (i % 6 == 0)
            p[1] = 0;
        for (int a = 0; a <= 300; a++)
            for (int b = 0; b <= 150; b++) {
                const double f = 2 * G_PI * a / 300, t = G_PI * b / 150;
                const double on[3] = {s->size[0] * sin(t) * cos(f), s->size[1] * sin(t) * sin(f),
                                      s->size[2] * cos(t)};
                best = fmin(best, sn_v3_distance(on, p));
            }
        sn_surface_nearest(s, p, x);
        double on = 0;
        for (int k = 0; k < 3; k++)
            on += x[k] * x[k] / (s->size[k] * s->size[k]);
        g_assert_cmpfloat(fabs(on - 1), <, 1e-9);
        g_assert_cmpfloat(sn_v3_distance(x, p), <, best + 1e-9);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strand/surface/nearest", test_nearest);
    g_test_add_func("/strand/surface/nearest-of-all", test_nearest_of_all);
    g_test_add_func("/strand/surface/rates", test_rates);
    g_test_add_func("/strand/surface/straightest", test_straightest);
    g_test_add_func("/strand/surface/long-way", test_long_way);
    return g_test_run();
}
