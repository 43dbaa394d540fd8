/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways over meshes in a plane: against closed forms of prisms, balls and Joint-modeller's cylinder,
 * first and second derivatives against differences, over hollows, and how far lengths jump. */
#include "engine/wrap/planar.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/wrap/hull.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* A star about its middle: rings of places at a distance that `radius` says by height and angle. */
typedef double (*Radius)(double z, double angle, const void *data);

static double even(double z, double angle, const void *data)
{
    (void)z, (void)angle, (void)data;
    return 1;
}

/* Five waves of random size. */
static double wavy(double z, double angle, const void *data)
{
    const double *size = data;
    double r = 1;
    for (int i = 0; i < 5; i++)
        r += size[i] * cos((i + 1) * angle + 3 * size[(i + 1) % 5]) * sqrt(1 - z * z);
    return r;
}

static SnWrapMesh *star(int rings, const double size[3], Radius radius, const void *data)
{
    const int around = 2 * rings, n = around * (rings - 1) + 2;
    double(*place)[3] = sn_alloc((size_t)n, sizeof *place);
    int(*triangle)[3] = sn_alloc((size_t)(2 * around * rings), sizeof *triangle), t = 0;
    for (int i = 1; i < rings; i++)
        for (int j = 0; j < around; j++) {
            const double polar = G_PI * i / rings, angle = 2 * G_PI * (j + 0.5 * (i % 2)) / around;
            const double r = radius(cos(polar), angle, data);
            double *at = place[around * (i - 1) + j];
            sn_v3_set(size[0] * r * sin(polar) * cos(angle), size[1] * r * sin(polar) * sin(angle),
                      size[2] * r * cos(polar), at);
        }
    sn_v3_set(0, 0, size[2] * radius(1, 0, data), place[n - 2]);
    sn_v3_set(0, 0, -size[2] * radius(-1, 0, data), place[n - 1]);
    for (int j = 0; j < around; j++) {
        const int next = (j + 1) % around, last = around * (rings - 2);
        memcpy(triangle[t++], (int[3]){n - 2, j, next}, sizeof *triangle);
        memcpy(triangle[t++], (int[3]){n - 1, last + next, last + j}, sizeof *triangle);
        for (int i = 0; i + 2 < rings; i++) {
            const int a = around * i, b = a + around;
            memcpy(triangle[t++], (int[3]){a + j, b + j, b + next}, sizeof *triangle);
            memcpy(triangle[t++], (int[3]){a + j, b + next, a + next}, sizeof *triangle);
        }
    }
    SnWrapMesh *mesh = sn_wrap_mesh_new(n, (const double(*)[3])place, t, (const int(*)[3])triangle);
    g_assert_nonnull(mesh);
    sn_free(place);
    sn_free(triangle);
    return mesh;
}

static SnWrapMesh *random_star(Random *r, int rings)
{
    double size[3], waves[5];
    for (int k = 0; k < 3; k++)
        size[k] = random_uniform(r, 0.3, 1);
    for (int i = 0; i < 5; i++)
        waves[i] = random_uniform(r, -0.1, 0.1);
    return star(rings, size, wavy, waves);
}

/* A prism with its hull beside it. */
static SnWrapMesh *prism(double radius, double length, int sides, SnWrapHull **hull)
{
    SnConvex shape;
    sn_convex_prism(radius, length, sides, &shape);
    int(*triangle)[3] = sn_alloc((size_t)shape.start[shape.n_faces], sizeof *triangle), n = 0;
    for (int f = 0; f < shape.n_faces; f++)
        for (int k = shape.start[f] + 1; k + 1 < shape.start[f + 1]; k++)
            memcpy(triangle[n++],
                   (int[3]){shape.corner[shape.start[f]], shape.corner[k], shape.corner[k + 1]},
                   sizeof *triangle);
    SnWrapMesh *mesh = sn_wrap_mesh_new(shape.n_vertices, (const double(*)[3])shape.vertex, n,
                                        (const int(*)[3])triangle);
    *hull = sn_wrap_hull_new(&shape);
    sn_convex_free(&shape);
    sn_free(triangle);
    return mesh;
}

static SnWrapForm over(const SnWrapMesh *mesh, SnWrapPlane plane, SnWrapSide side)
{
    return (SnWrapForm){.shape = SN_WRAP_MESH, .mesh = mesh, .plane = plane, .side = side};
}

static double length_over(const SnWrapForm *form, const double x[3], const double y[3])
{
    SnWrapPlanar way;
    SnWrapArc arcs[SN_WRAP_ARCS];
    g_assert_true(sn_wrap_over_mesh(form, x, y, &way));
    g_assert_true(sn_wrap_one(form, x, y, arcs));
    g_assert_cmpint(arcs->touches, ==, way.touches);
    g_assert_cmpfloat(fabs(sn_wrap_length(x, y, arcs) - way.length), <, 1e-12);
    return way.length;
}

/* --- closed forms --- */

/* Half of an ellipse by Simpson's rule. */
static double half_ellipse(double a, double b)
{
    enum { PARTS = 2000 };
    double sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double t = G_PI * i / PARTS;
        sum += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * hypot(a * sin(t), b * cos(t));
    }
    return sum * G_PI / PARTS / 3;
}

/* To the other face of a cylinder of radius 1, 4.1 of the paper: its plane's half of an ellipse. */
static void test_cylinder(void)
{
    SnWrapHull *hull;
    SnWrapMesh *mesh = prism(1, 40, 400, &hull);
    for (int i = 0; i <= 8; i++) {
        const double h = 0.5 * i, x[3] = {1, 0, -h / 2}, y[3] = {-1, 0, h / 2};
        const SnWrapForm form = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_PLUS_Y);
        const double ellipse = half_ellipse(hypot(1, h / 2), 1);
        g_assert_cmpfloat(fabs(length_over(&form, x, y) / ellipse - 1), <, 1e-4);
    }
    sn_free(mesh);
    sn_free(hull);
}

/* Across the axis the shortest way of all is in that plane. */
static void test_flat(void)
{
    Random r = {11};
    for (int sides = 3; sides < 40; sides += 4) {
        SnWrapHull *hull;
        SnWrapMesh *mesh = prism(0.03, 0.2, sides, &hull);
        const SnWrapForm string = {.shape = SN_WRAP_HULL, .hull = hull};
        for (int i = 0; i < 50; i++) {
            const double z = random_uniform(&r, -0.04, 0.04), a = random_uniform(&r, 1.3, 1.8);
            const double x[3] = {0.09, 0.02 * random_uniform(&r, -1, 1), z};
            const double y[3] = {0.09 * cos(2 * a), 0.09 * sin(2 * a), z};
            SnWrapArc arcs[SN_WRAP_ARCS];
            const SnWrapForm form = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_ANY);
            g_assert_true(sn_wrap_one(&string, x, y, arcs));
            const double shortest = sn_wrap_length(x, y, arcs), way = length_over(&form, x, y);
            g_assert_cmpfloat(way - shortest, >, -1e-9);
            if (i % 2 == 0 && arcs->touches) { /* one of the two sides is the shorter one */
                const SnWrapForm up = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_PLUS_Y);
                const SnWrapForm down = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_MINUS_Y);
                g_assert_cmpfloat(
                    fabs(fmin(length_over(&up, x, y), length_over(&down, x, y)) - shortest), <,
                    1e-12);
            }
        }
        sn_free(mesh);
        sn_free(hull);
    }
}

/* Any plane through the middle of a ball has a great circle; the order is that of chords. */
static void test_ball(void)
{
    const double size[3] = {1, 1, 1}, x[3] = {-2, 0.2, 0.3}, y[3] = {1.7, 0.5, -0.9};
    double off[2];
    for (int i = 0; i < 2; i++) {
        SnWrapMesh *mesh = star(40 << i, size, even, NULL);
        const SnWrapForm form = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_ANY);
        const SnWrapForm ball = {.shape = SN_WRAP_SPHERE, .size = {1, 0, 0}};
        SnWrapArc arcs[SN_WRAP_ARCS];
        sn_wrap_one(&ball, x, y, arcs);
        off[i] = sn_wrap_length(x, y, arcs) - length_over(&form, x, y);
        sn_free(mesh);
    }
    g_test_message("a ball: off by %.2g and %.2g", off[0], off[1]);
    g_assert_cmpfloat(off[0], <, 2e-3);
    g_assert_cmpfloat(fabs(log2(off[0] / off[1]) - 2), <, 0.5);
}

/* A groove along x between two ridges: the plane stays in it, where the hull would bridge it. */
static void test_groove(void)
{
    enum { ALONG = 81, ACROSS = 41 };
    double(*place)[3] = sn_alloc(ALONG * ACROSS, sizeof *place);
    int(*triangle)[3] = sn_alloc(2 * ALONG * ACROSS, sizeof *triangle), t = 0;
    for (int i = 0; i < ALONG; i++)
        for (int j = 0; j < ACROSS; j++) {
            const double angle = G_PI * i / (ALONG - 1), z = (j - ACROSS / 2) / (ACROSS / 2.0);
            const double r = 1 + 0.3 * z * z;
            sn_v3_set(-r * cos(angle), r * sin(angle), z, place[ACROSS * i + j]);
        }
    for (int i = 0; i + 1 < ALONG; i++)
        for (int j = 0; j + 1 < ACROSS; j++) {
            const int a = ACROSS * i + j, b = a + ACROSS;
            memcpy(triangle[t++], (int[3]){a, b, b + 1}, sizeof *triangle);
            memcpy(triangle[t++], (int[3]){a, b + 1, a + 1}, sizeof *triangle);
        }
    SnWrapMesh *mesh =
        sn_wrap_mesh_new(ALONG * ACROSS, (const double(*)[3])place, t, (const int(*)[3])triangle);
    const SnWrapForm form = over(mesh, SN_WRAP_PLANE_SIDE, SN_WRAP_PLUS_Y);
    const double x[3] = {-2, 0, 0}, y[3] = {2, 0, 0};
    const double exact = 2 * sqrt(3) + G_PI - 2 * acos(0.5);
    g_assert_cmpfloat(fabs(length_over(&form, x, y) / exact - 1), <, 1e-3);
    double sample[9][3];
    g_assert_true(sn_wrap_mesh_samples(&form, x, y, 9, sample));
    for (int i = 0; i < 9; i++) {
        g_assert_cmpfloat(fabs(hypot(sample[i][0], sample[i][1]) - 1), <, 1e-3);
        g_assert_cmpfloat(fabs(sample[i][2]), <, 1e-12);
    }
    sn_free(mesh);
    sn_free(place);
    sn_free(triangle);
}

/* The surface is a wall with a gap: it has least of itself there, wherever that is. */
static void test_sector(void)
{
    for (int gap = 0; gap < SN_WRAP_SECTORS; gap++) {
        double place[4 * SN_WRAP_SECTORS][3], basis[2][3];
        int triangle[2 * SN_WRAP_SECTORS][3], n = 0, axis;
        const double x[3] = {0.2, -0.1, -1}, y[3] = {0.2, -0.1, 1}; /* u, w are x, y */
        for (int k = 0; k < SN_WRAP_SECTORS; k++) {
            const double out = k == gap ? 0.5 : 1;
            const double a = G_PI / 18 * k, b = G_PI / 18 * (k + 1);
            for (int c = 0; c < 4; c++)
                sn_v3_set(0.2 + out * cos(c / 2 ? b : a), -0.1 + out * sin(c / 2 ? b : a),
                          c % 2 ? 0.5 : -0.5, place[4 * k + c]);
            memcpy(triangle[n++], (int[3]){4 * k, 4 * k + 1, 4 * k + 2}, sizeof *triangle);
            memcpy(triangle[n++], (int[3]){4 * k + 1, 4 * k + 3, 4 * k + 2}, sizeof *triangle);
        }
        SnWrapMesh *mesh = sn_wrap_mesh_new(4 * SN_WRAP_SECTORS, (const double(*)[3])place, n,
                                            (const int(*)[3])triangle);
        const int least = sn_wrap_least_sector(mesh, x, y, basis, &axis);
        const double angle = G_PI / 18 * (least + 0.5);
        const double u = cos(angle) * basis[0][0] + sin(angle) * basis[1][0];
        const double w = cos(angle) * basis[0][1] + sin(angle) * basis[1][1];
        const double wanted = G_PI / 18 * (gap + 0.5);
        g_assert_cmpfloat(hypot(u - cos(wanted), w - sin(wanted)), <, 1e-12);
        SnWrapPlanar way;
        const SnWrapForm form = over(mesh, SN_WRAP_PLANE_COVARIANCE, SN_WRAP_ANY);
        g_assert_true(sn_wrap_over_mesh(&form, x, y, &way));
        const double inner = 0.5 * cos(G_PI / 36); /* of the chord */
        g_assert_cmpfloat(fabs(way.length - (1 + 2 * hypot(0.5, inner))), <, 1e-12);
        sn_free(mesh);
    }
}

/* --- derivatives --- */

static SnWrapForm some_form(const SnWrapMesh *mesh, int i)
{
    return i % 8 == 7 ? over(mesh, SN_WRAP_PLANE_COVARIANCE, SN_WRAP_ANY)
                      : over(mesh, SN_WRAP_PLANE_SIDE, (SnWrapSide)(i % 8));
}

static void test_derivatives(void)
{
    const double h = 1e-6;
    Random r = {5};
    double off[2] = {0};
    int touched = 0, kinks = 0;
    for (int i = 0; i < sn_cases(2000, 40000); i++) {
        SnWrapMesh *mesh = random_star(&r, i % 3 ? 8 : 20);
        const SnWrapForm form = some_form(mesh, i);
        double end[2][2][3], x[3], y[3], move[6];
        random_vector(&r, 1.5, x);
        random_vector(&r, 1.5, y);
        random_vector(&r, 1, move);
        random_vector(&r, 1, move + 3);
        SnWrapPlanar way, side[2];
        g_assert_true(sn_wrap_over_mesh(&form, x, y, &way));
        for (int s = 0; s < 2; s++) {
            sn_v3_copy(x, end[s][0]);
            sn_v3_copy(y, end[s][1]);
            sn_v3_axpy(s ? h : -h, move, end[s][0]);
            sn_v3_axpy(s ? h : -h, move + 3, end[s][1]);
            g_assert_true(sn_wrap_over_mesh(&form, end[s][0], end[s][1], &side[s]));
        }
        double slope = 0, bend = 0, largest = 0;
        for (int a = 0; a < 6 && way.touches; a++) {
            double change = (side[1].gradient[a] - side[0].gradient[a]) / (2 * h);
            slope += way.gradient[a] * move[a];
            for (int b = 0; b < 6; b++) {
                change -= way.hessian[a][b] * move[b];
                largest = fmax(largest, fabs(way.hessian[a][b]));
            }
            bend = fmax(bend, fabs(change));
        }
        if (way.touches && side[0].touches && side[1].touches) {
            touched++;
            /* where the way comes to another edge in between, the gradient turns at once */
            const double scale = 1 + largest;
            const bool kink = bend > 1e-3 * scale;
            const double d = fabs((side[1].length - side[0].length) / (2 * h) - slope);
            kinks += kink;
            if (!kink) {
                off[0] = fmax(off[0], d / scale);
                off[1] = fmax(off[1], bend / scale);
            }
        }
        sn_free(mesh);
    }
    g_test_message("%d ways, %d of them where they bend: first derivatives off by %.2g, second by "
                   "%.2g",
                   touched, kinks, off[0], off[1]);
    g_assert_cmpint(touched, >, 400);
    g_assert_cmpint(kinks, <, touched / 100);
    g_assert_cmpfloat(off[0], <, 1e-8);
    g_assert_cmpfloat(off[1], <, 1e-4);
}

/* --- continuity --- */

/* Ends go a small step; by how many times it the length changes, and whether it jumps. */
static void test_continuity(void)
{
    const double step = 1e-6;
    const double size[3] = {0.5, 0.4, 0.3};
    Random r = {77};
    SnWrapMesh *mesh = star(16, size, even, NULL);
    for (int kind = 0; kind < 2; kind++) {
        const SnWrapForm form =
            over(mesh, kind ? SN_WRAP_PLANE_COVARIANCE : SN_WRAP_PLANE_SIDE, SN_WRAP_ANY);
        const int n = kind ? sn_cases(8000, 40000) : sn_cases(20000, 1000000);
        double worst = 0, jump = 0;
        int jumps = 0;
        for (int i = 0; i < n; i++) {
            double x[3], y[3], to[2][3], along[3], middle[3];
            random_vector(&r, 1.2, x);
            random_vector(&r, 1.2, y);
            random_vector(&r, kind ? 1e-3 : step, to[0]);
            random_vector(&r, kind ? 1e-3 : step, to[1]);
            const double moved = sn_v3_norm(to[0]) + sn_v3_norm(to[1]);
            sn_v3_add(to[0], x, to[0]);
            sn_v3_add(to[1], y, to[1]);
            sn_v3_sub(y, x, along);
            sn_v3_cross(x, along, middle);
            if (sn_v3_norm(middle) < 0.05 * sn_v3_norm(along))
                continue; /* close to the middle the plane turns as fast as it likes */
            const double change = fabs(length_over(&form, to[0], to[1]) - length_over(&form, x, y));
            if (kind && change > 3 * moved)
                jumps++, jump = fmax(jump, change / sn_v3_norm(along));
            worst = fmax(worst, change / moved);
        }
        g_test_message(kind ? "least covariance: %.0f times as far at most; %d of %d ways jump, by "
                              "up to %.2g of their length"
                            : "away from the middle: %.1f times as far as the ends move at most",
                       worst, jumps, n, jump);
        if (!kind)
            g_assert_cmpfloat(worst, <, 8);
        else
            g_assert_cmpint(jumps, >, 0); /* as its help says */
    }
    sn_free(mesh);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wrap/planar/cylinder", test_cylinder);
    g_test_add_func("/wrap/planar/across-a-prism", test_flat);
    g_test_add_func("/wrap/planar/ball", test_ball);
    g_test_add_func("/wrap/planar/groove", test_groove);
    g_test_add_func("/wrap/planar/sector", test_sector);
    g_test_add_func("/wrap/planar/derivatives", test_derivatives);
    g_test_add_func("/wrap/planar/continuity", test_continuity);
    return g_test_run();
}
