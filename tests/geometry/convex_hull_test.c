/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex hulls of many points and of degenerate ones: closed, without handles, turned outwards,
 * around all points, and found in a time that grows as n log n. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/convex.h"
#include "engine/geometry/predicates.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* Over the size of the points: how far one may be out of a face.  Points nearer than 1e-10 to a
 * face are in it, and a face's plane is that of its corners, the nearest 1e-10 off the line through
 * the others, rounded. */
#define OUT     1e-8
#define SECONDS 2 /* of the processor for 5000 points: 0.03 where it was measured */

typedef double Point[3];

static double size_of(int n, const Point *x)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            size = fmax(size, fabs(x[i][k] - x[0][k]));
    return size;
}

/* g_int64_hash gives all sides between neighbouring numbers the same. */
static guint hash_side(const void *side)
{
    const guint64 s = *(const guint64 *)side;
    return (guint)(s * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >> 32);
}

/* Each edge once in either direction, by the faces alone. */
static void check_closed(const SnConvex *shape)
{
    GHashTable *sides = g_hash_table_new_full(hash_side, g_int64_equal, g_free, NULL);
    for (int f = 0; f < shape->n_faces; f++) {
        const int first = shape->start[f], n = shape->start[f + 1] - first;
        g_assert_cmpint(n, >=, 3);
        for (int i = 0; i < n; i++) {
            guint64 *side = g_new(guint64, 1);
            *side = (guint64)shape->corner[first + i] << 32 |
                    (guint64)shape->corner[first + (i + 1) % n];
            g_assert_true(g_hash_table_add(sides, side));
        }
    }
    GHashTableIter iter;
    void *key;
    g_hash_table_iter_init(&iter, sides);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const guint64 side = *(const guint64 *)key, back = side << 32 | side >> 32;
        g_assert_true(g_hash_table_contains(sides, &back));
    }
    g_assert_cmpint((int)g_hash_table_size(sides), ==, 2 * shape->n_edges);
    g_assert_cmpint(shape->n_vertices - shape->n_edges + shape->n_faces, ==, 2);
    g_hash_table_unref(sides);
}

/* The furthest that a point is out of one of the faces, of which at most 300 are tried where the
 * points are many. */
static double furthest_out(const SnConvex *shape, int n, const Point *x)
{
    const int step = n > 1200 ? shape->n_faces / 300 + 1 : 1;
    double most = -HUGE_VAL;
    for (int f = 0; f < shape->n_faces; f += step) {
        const double *on = shape->vertex[shape->corner[shape->start[f]]];
        for (int i = 0; i < n; i++) {
            double arm[3];
            sn_v3_sub(x[i], on, arm);
            most = fmax(most, sn_v3_dot(arm, shape->normal[f]));
        }
    }
    return most;
}

static double volume_of(const SnConvex *shape)
{
    double volume = 0;
    for (int f = 0; f < shape->n_faces; f++) {
        const int *corner = shape->corner + shape->start[f];
        for (int i = 1; i + 1 < shape->start[f + 1] - shape->start[f]; i++)
            volume += sn_orient3d(shape->vertex[corner[0]], shape->vertex[corner[i]],
                                  shape->vertex[corner[i + 1]], shape->center);
    }
    return -volume / 6;
}

static void check_hull(const char *name, int n, const Point *x)
{
    const double size = size_of(n, x);
    const clock_t start = clock();
    SnConvex shape;
    if (!sn_convex_hull(n, x, 0, &shape)) {
        g_error("%s: %d points have no hull", name, n);
        return;
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    const double out = furthest_out(&shape, n, x) / size;
    g_test_message("%s: %d points, %d corners, %d faces, %.3f s, %.2g out", name, n,
                   shape.n_vertices, shape.n_faces, seconds, out);
    check_closed(&shape);
    g_assert_cmpfloat(out, <, OUT);
    g_assert_cmpfloat(volume_of(&shape), >, 0);
    for (int f = 0; f < shape.n_faces; f++)
        g_assert_cmpfloat(fabs(sn_v3_norm(shape.normal[f]) - 1), <, 1e-12);
    g_assert_cmpfloat(seconds, <, SECONDS * fmax(1, n / 5000.0));
    sn_convex_free(&shape);
}

/* --- points --- */

static int rings(int across, Point *x)
{
    int n = 0;
    for (int i = 0; i <= across; i++)
        for (int k = 0; k < (i % across == 0 ? 1 : 2 * across); k++) {
            const double a = G_PI * i / across, b = G_PI * k / across;
            sn_v3_set(sin(a) * cos(b), sin(a) * sin(b), cos(a), x[n++]);
        }
    return n;
}

static void spiral(int n, Point *x)
{
    for (int i = 0; i < n; i++) {
        const double z = 1 - (2 * i + 1.0) / n, r = sqrt(1 - z * z);
        const double angle = i * G_PI * (3 - sqrt(5));
        sn_v3_set(r * cos(angle), r * sin(angle), z, x[i]);
    }
}

static void fill(Random *r, int kind, int n, Point *x)
{
    for (int i = 0; i < n; i++) {
        const double t = (i + 0.5) / n, a = 2 * G_PI * t;
        random_vector(r, 1, x[i]);
        const int axis = i % 3;
        switch (kind) {
        case 0: /* a cube's faces */
            x[i][axis] = x[i][axis] < 0 ? -1 : 1;
            break;
        case 1: /* a cube's edges */
            x[i][axis] = x[i][axis] < 0 ? -1 : 1;
            x[i][(axis + 1) % 3] = x[i][(axis + 1) % 3] < 0 ? -1 : 1;
            break;
        case 2: /* a grid */
            for (int k = 0; k < 3; k++)
                x[i][k] = round(6 * x[i][k]) / 6;
            break;
        case 3: /* eight places */
            for (int k = 0; k < 3; k++)
                x[i][k] = x[i][k] < 0 ? -0.1 : 0.3;
            break;
        case 4: /* two skew lines */
            sn_v3_set(i % 2 ? t : 0, i % 2 ? 0 : t, i % 2, x[i]);
            break;
        case 5: /* two rings, one above the other, and a point */
            sn_v3_set(cos(a), sin(a), i % 2 - (i == 1 ? 3 : 0), x[i]);
            break;
        case 6: /* the moment curve */
            sn_v3_set(t, t * t, t * t * t, x[i]);
            break;
        case 7: /* a plane, and a point beside */
            x[i][2] = i == n / 2 ? 0.01 : 0;
            break;
        case 8: /* a line, and two points beside */
            sn_v3_set(t, i == 7 ? 1 : 0, i == 9 ? 1 : 0, x[i]);
            break;
        case 9: /* a cone's tip and rings */
            sn_v3_scale(i % 5 / 4.0, (double[3]){cos(a), sin(a), 1}, x[i]);
            break;
        default: /* anywhere */
            break;
        }
    }
}
enum { KINDS = 11 };

/* Turned anyhow, so that what was exact is rounded; off by up to `off`. */
static void disturb(Random *r, bool turn, double off, int n, Point *x)
{
    double q[4], m[9];
    random_quaternion(r, q);
    sn_q_to_m3(q, m);
    for (int i = 0; i < n; i++) {
        Point turned, d;
        sn_m3_mul_v3(m, x[i], turned);
        random_vector(r, off, d);
        sn_v3_add(turn ? turned : x[i], d, x[i]);
    }
}

/* --- tests --- */

/* Rounded to what a mesh stores, moved out along the radius and along rounded normals. */
static void test_balls(void)
{
    static const double off[] = {0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4};
    const int most = 5000;
    Point *x = sn_alloc((size_t)most, sizeof *x), *y = sn_alloc((size_t)most, sizeof *y);
    Random r = {5};
    for (int kind = 0; kind < 3; kind++) {
        const int n = kind == 0 ? rings(47, y) : most;
        if (kind > 0)
            spiral(n, y);
        for (int i = 0; kind == 2 && i < n; i++)
            sn_v3_copy(y[i - i % 50], y[i]);
        for (int i = 0; i < (int)G_N_ELEMENTS(off); i++)
            for (int out = 0; out < 4; out++) {
                for (int p = 0; p < n; p++)
                    for (int k = 0; k < 3; k++) {
                        const double unit = (double)(float)(0.05 * y[p][k]) / 0.05;
                        const double moved = out > 0 ? pow(10, out - 4) * (double)(float)unit : 0;
                        x[p][k] = 0.05 * (unit + moved);
                    }
                disturb(&r, out % 2, 0.05 * off[i], n, x);
                char *name = g_strdup_printf("ball %d out %d off %g", kind, out, off[i]);
                check_hull(name, n, (const Point *)x);
                g_free(name);
            }
    }
    sn_free(x);
    sn_free(y);
}

static void test_degenerate(void)
{
    static const double off[] = {0, 0, 1e-13, 1e-11, 1e-10, 1e-9, 1e-7};
    const int n = 1200;
    Point *x = sn_alloc((size_t)n, sizeof *x);
    Random r = {7};
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < (int)G_N_ELEMENTS(off); i++)
            for (int far = 0; far < 2; far++) {
                char *name = g_strdup_printf("points %d off %g far %d", kind, off[i], far);
                fill(&r, kind, n, x);
                disturb(&r, i > 0, off[i], n, x);
                for (int p = 0; p < n; p++)
                    x[p][1] += 10 * far;
                check_hull(name, n, (const Point *)x);
                g_free(name);
            }
    sn_free(x);
}

static void test_many(void)
{
    const int n = 100000;
    Point *x = sn_alloc((size_t)n, sizeof *x);
    Random r = {11};
    spiral(n, x);
    check_hull("ball", n, (const Point *)x);
    const int m = rings(222, x);
    disturb(&r, true, 1e-9, m, x);
    check_hull("rings", m, (const Point *)x);
    for (int kind = 0; kind < KINDS; kind++) {
        fill(&r, kind, n, x);
        disturb(&r, kind % 2, kind % 2 ? 1e-10 : 0, n, x);
        char *name = g_strdup_printf("points %d", kind);
        check_hull(name, n, (const Point *)x);
        g_free(name);
    }
    sn_free(x);
}

/* What has no hull, and what is not finite. */
static void test_none(void)
{
    Point x[200];
    SnConvex shape;
    Random r = {13};
    for (int turn = 0; turn < 3; turn++)
        for (int kind = 0; kind < 3; kind++) {
            for (int i = 0; i < 200; i++) {
                random_vector(&r, 1, x[i]);
                for (int k = kind; k < 3; k++)
                    x[i][k] = 0.3;
            }
            disturb(&r, turn > 0, turn > 1 ? 1e-9 : 0, 200, x);
            if (kind > 0 || turn < 2)
                g_assert_false(sn_convex_hull(200, (const Point *)x, 0, &shape));
        }
    for (int bad = 0; bad < 2; bad++)
        for (int at = 0; at < 200; at += 33) {
            for (int i = 0; i < 200; i++)
                random_vector(&r, 1, x[i]);
            x[at][1] = bad ? (double)NAN : HUGE_VAL;
            if (sn_convex_hull(200, (const Point *)x, 0, &shape)) {
                check_closed(&shape);
                sn_convex_free(&shape);
            }
        }
    g_assert_false(sn_convex_hull(0, NULL, 0, &shape));
    g_assert_false(sn_convex_hull(3, (const Point *)x, 0, &shape));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/convex_hull/balls", test_balls);
    g_test_add_func("/geometry/convex_hull/degenerate", test_degenerate);
    g_test_add_func("/geometry/convex_hull/many", test_many);
    g_test_add_func("/geometry/convex_hull/none", test_none);
    return g_test_run();
}
