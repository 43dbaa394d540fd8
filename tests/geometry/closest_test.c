/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closest points against brute force and against sampling; which side; rays. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

static void mix(const double x[3][3], const double w[3], double r[3])
{
    for (int k = 0; k < 3; k++)
        r[k] = w[0] * x[0][k] + w[1] * x[1][k] + w[2] * x[2][k];
}

/* A triangle drawn: any, on a grid, thin, shrunk to an edge or a point. */
static void draw_triangle(Random *r, int kind, double x[3][3])
{
    for (int i = 0; i < 3; i++) {
        random_vector(r, 1, x[i]);
        for (int k = 0; k < 3 && kind == 1; k++)
            x[i][k] = round(2 * x[i][k]);
    }
    if (kind == 2)
        for (int k = 0; k < 3; k++)
            x[2][k] = 0.3 * x[0][k] + 0.7 * x[1][k] + 1e-7 * x[2][k];
    if (kind == 3)
        sn_v3_copy(x[0], x[2]);
}

/* No point of the triangle is closer, the weights are what the feature says, and for what lies
 * inside a feature the way to it is at right angles. */
static void test_triangle(void)
{
    Random r = {41};
    int features[7] = {0};
    for (int n = 0; n < sn_cases(4000, 100000); n++) {
        double x[3][3], p[3], w[3], foot[3];
        draw_triangle(&r, n % 4, x);
        random_vector(&r, 1, p);
        const int feature = sn_closest_on_triangle(p, x[0], x[1], x[2], w);
        features[feature]++;
        g_assert_cmpfloat(fabs(w[0] + w[1] + w[2] - 1), <, 1e-15);
        for (int k = 0; k < 3; k++)
            g_assert_cmpfloat(w[k], >=, 0);
        if (feature >= SN_FEATURE_VERTEX)
            g_assert_true(w[feature - SN_FEATURE_VERTEX] == 1);
        else if (feature >= SN_FEATURE_EDGE)
            g_assert_true(w[(feature - SN_FEATURE_EDGE + 2) % 3] == 0);
        mix((const double(*)[3])x, w, foot);
        const double distance = sn_v3_distance(p, foot);
        for (int i = 0; i < 40; i++) {
            double a = random_uniform(&r, 0, 1), b = random_uniform(&r, 0, 1 - a);
            if (i < 20) /* near the answer */
                a = fmax(0, w[0] + 0.01 * (a - 0.5)), b = fmax(0, w[1] + 0.01 * (b - 0.5));
            const double other[3] = {a, b, 1 - a - b};
            if (other[2] < 0)
                continue;
            mix((const double(*)[3])x, other, foot);
            g_assert_cmpfloat(sn_v3_distance(p, foot), >=, distance - 1e-13);
        }
    }
    for (int i = 0; i < 7; i++)
        g_assert_cmpint(features[i], >, 50);
}

static void test_segments(void)
{
    Random r = {43};
    for (int n = 0; n < sn_cases(4000, 100000); n++) {
        double x[4][3], s, t;
        for (int i = 0; i < 4; i++) {
            random_vector(&r, 1, x[i]);
            for (int k = 0; k < 3 && n % 3 == 1; k++)
                x[i][k] = round(2 * x[i][k]);
        }
        if (n % 3 == 2) /* parallel, nearly */
            for (int k = 0; k < 3; k++)
                x[3][k] = x[2][k] + 2 * (x[1][k] - x[0][k]) + 1e-9 * x[3][k];
        const double distance = sn_closest_of_segments(x[0], x[1], x[2], x[3], &s, &t);
        g_assert_true(s >= 0 && s <= 1 && t >= 0 && t <= 1);
        for (int i = 0; i <= 40; i++) {
            double a = random_uniform(&r, 0, 1), b = random_uniform(&r, 0, 1), gap[3];
            if (i % 2)
                a = fmin(1, fmax(0, s + 0.01 * (a - 0.5))),
                b = fmin(1, fmax(0, t + 0.01 * (b - 0.5)));
            if (i == 0)
                a = s, b = t;
            for (int k = 0; k < 3; k++)
                gap[k] = x[0][k] + a * (x[1][k] - x[0][k]) - x[2][k] - b * (x[3][k] - x[2][k]);
            g_assert_cmpfloat(sn_v3_norm(gap), >=, distance - 1e-13);
            if (i == 0)
                g_assert_cmpfloat(sn_v3_norm(gap), <=, distance + 1e-13);
        }
    }
}

/* Every triangle, one by one. */
static double brute_distance(const Shape *shape, const double p[3])
{
    double best = HUGE_VAL;
    for (int t = 0; t < shape->n_triangles; t++) {
        double x[3][3], w[3], foot[3];
        for (int k = 0; k < 3; k++)
            sn_v3_copy(shape->x + 3 * shape->triangles[3 * t + k], x[k]);
        sn_closest_on_triangle(p, x[0], x[1], x[2], w);
        mix((const double(*)[3])x, w, foot);
        best = fmin(best, sn_v3_distance(p, foot));
    }
    return best;
}

/* Distance by tree and by brute force; inside by pseudonormals, by rays and by the solid angle; the
 * gradient by finite differences. */
static void test_surface(void)
{
    Random r = {47};
    int in = 0;
    for (int n = 0; n < sn_cases(60, 1500); n++) {
        double q[4], place[3] = {0};
        Surface surface = surface_new(shape_random(&r));
        random_quaternion(&r, q);
        shape_place(&surface.shape, 1, q, place);
        const SnBoxItems items = {3, surface.shape.triangles, surface.shape.x, NULL, 0};
        sn_box_tree_refit(surface.tree, &items);
        for (int i = 0; i < 40; i++) {
            double p[3], gradient[3];
            SnClosest closest;
            random_vector(&r, 1.2, p);
            const double distance =
                sn_surface_distance(&surface.view, p, HUGE_VAL, -1, gradient, &closest);
            g_assert_cmpfloat(fabs(fabs(distance) - brute_distance(&surface.shape, p)), <, 1e-14);
            const double angle = sn_surface_solid_angle(surface.mesh, surface.shape.x, p);
            g_assert_cmpint(sn_surface_winding(&surface.view, p, 1), ==, (int)lround(angle));
            g_assert_cmpfloat(fabs(angle - round(angle)), <, 1e-9);
            g_assert_cmpint(distance < 0, ==, lround(angle) != 0);
            in += distance < 0;
            double nearer[3], none[3];
            sn_v3_copy(p, nearer);
            sn_v3_axpy(distance < 0 ? 1e-6 : -1e-6, gradient, nearer);
            if (fabs(distance) > 1e-5)
                g_assert_cmpfloat(
                    fabs(fabs(distance) - 1e-6 -
                         fabs(sn_surface_distance(&surface.view, nearer, HUGE_VAL,
                                                  i % surface.mesh->n_triangles, none, NULL))),
                    <, 1e-14);
            g_assert_true(
                sn_surface_distance(&surface.view, p, 0.99 * fabs(distance), i, none, NULL) > 1e9);
        }
        surface_free(&surface);
    }
    g_assert_cmpint(in, >, 100);
}

/* Rays to points of the surface, vertices and edges included, meet it there or before. */
static void test_rays(void)
{
    Random r = {53};
    for (int n = 0; n < sn_cases(60, 1500); n++) {
        Surface surface = surface_new(n % 2 ? shape_random(&r) : shape_sphere(1 + n % 4));
        for (int i = 0; i < 60; i++) {
            const int32_t *t =
                surface.shape.triangles + 3 * (int)random_uniform(&r, 0, surface.shape.n_triangles);
            double origin[3], x[3][3], w[3] = {1, 0, 0}, target[3], direction[3], at[3];
            random_vector(&r, 3, origin);
            for (int k = 0; k < 3; k++) {
                sn_v3_copy(surface.shape.x + 3 * t[k], x[k]);
                origin[k] = i % 4 ? origin[k] : round(origin[k]);
            }
            if (i % 3 > 0)
                w[1] = random_uniform(&r, 0, 1), w[0] -= w[1];
            if (i % 3 > 1)
                w[2] = random_uniform(&r, 0, w[0]), w[0] -= w[2];
            mix((const double(*)[3])x, w, target);
            sn_v3_sub(target, origin, direction);
            SnRayHit hit;
            /* beyond the target: from outside a closed surface is met, whatever is rounded, unless
             * it is only touched */
            const bool outside = sn_surface_winding(&surface.view, origin, 1) == 0;
            const bool met = sn_surface_ray(&surface.view, origin, direction, 3, &hit);
            double inner[3] = {0};
            if (n % 2 == 0) { /* a sphere around its centre is met by every ray to within */
                SnRayHit centre;
                sn_v3_scale(0.3, target, inner);
                sn_v3_sub(inner, origin, inner);
                if (outside)
                    g_assert_true(sn_surface_ray(&surface.view, origin, inner, 1, &centre));
            }
            if (!met)
                continue;
            for (int k = 0; k < 3; k++) {
                at[k] = origin[k] + hit.t * direction[k];
                sn_v3_copy(surface.shape.x + 3 * surface.shape.triangles[3 * hit.triangle + k],
                           x[k]);
            }
            mix((const double(*)[3])x, hit.weight, target);
            g_assert_cmpfloat(sn_v3_distance(at, target), <, 1e-9);
            /* nothing before it */
            double half[3];
            sn_v3_copy(origin, half);
            sn_v3_axpy(0.5 * hit.t, direction, half);
            if (hit.t > 1e-3)
                g_assert_cmpint(sn_surface_winding(&surface.view, half, 1), ==,
                                sn_surface_winding(&surface.view, origin, 1));
        }
        surface_free(&surface);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/closest/triangle", test_triangle);
    g_test_add_func("/geometry/closest/segments", test_segments);
    g_test_add_func("/geometry/closest/surface", test_surface);
    g_test_add_func("/geometry/closest/rays", test_rays);
    return g_test_run();
}
