/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings over convex polyhedra: against closed forms of prisms and balls, against the shortest of
 * all ways over small ones, gradients against differences, and no length that jumps: 100 000 poses,
 * a million with SN_LONG=1. */
#include "engine/wrap/hull.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static SnWrapHull *hull_of(int n, const double (*points)[3])
{
    SnConvex shape;
    g_assert_true(sn_convex_hull(n, points, 1e-9, &shape));
    SnWrapHull *hull = sn_wrap_hull_new(&shape);
    g_assert_nonnull(hull);
    sn_convex_free(&shape);
    return hull;
}

/* Places spread evenly over an ellipsoid. */
static SnWrapHull *ball(int n, const double size[3])
{
    double(*points)[3] = sn_alloc((size_t)n, sizeof *points);
    for (int i = 0; i < n; i++) {
        const double z = 1 - (2 * i + 1.0) / n, r = sqrt(1 - z * z);
        const double angle = i * G_PI * (3 - sqrt(5));
        sn_v3_set(size[0] * r * cos(angle), size[1] * r * sin(angle), size[2] * z, points[i]);
    }
    SnWrapHull *hull = hull_of(n, (const double(*)[3])points);
    sn_free(points);
    return hull;
}

static SnWrapHull *random_hull(Random *r, int n)
{
    double(*points)[3] = sn_alloc((size_t)n, sizeof *points), size[3];
    for (int k = 0; k < 3; k++)
        size[k] = random_uniform(r, 0.2, 1);
    for (int i = 0; i < n; i++) {
        random_vector(r, 1, points[i]);
        sn_v3_normalize(points[i], points[i]);
        for (int k = 0; k < 3; k++)
            points[i][k] *= size[k];
    }
    SnWrapHull *hull = hull_of(n, (const double(*)[3])points);
    sn_free(points);
    return hull;
}

static void random_end(Random *r, const SnWrapHull *hull, double size, double x[3])
{
    do
        random_vector(r, size, x);
    while (sn_wrap_hull_holds(hull, x));
}

static double length_of(const SnWrapHull *hull, const double x[3], const double y[3],
                        SnWrapArc arcs[SN_WRAP_ARCS])
{
    const SnWrapForm form = {.shape = SN_WRAP_HULL, .hull = hull};
    g_assert_true(sn_wrap_one(&form, x, y, arcs));
    return sn_wrap_length(x, y, arcs);
}

/* --- closed forms --- */

static double turn2(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* The taut string from x to y on the left of both round convex polygon corners, in the plane:
 * points beyond the line, from one to the next that has all others on its right. */
static double way_round(int n, const double (*corner)[2], const double x[2], const double y[2])
{
    double length = 0;
    const double *at = x;
    for (int guard = 0; at != y && guard <= n; guard++) {
        const double *next = y;
        for (int i = 0; i < n; i++)
            if (corner[i] != at && turn2(at, next, corner[i]) > 1e-15)
                next = corner[i];
        length += hypot(next[0] - at[0], next[1] - at[1]);
        at = next;
    }
    return length;
}

/* Over a long prism the string is straight once it is unrolled. */
static void test_prism(void)
{
    Random r = {5};
    int touching = 0;
    double worst = 0;
    for (int sides = 3; sides < 40; sides += 3) {
        SnConvex shape;
        double corner[40][2];
        sn_convex_prism(1, 100, sides, &shape);
        SnWrapHull *hull = sn_wrap_hull_new(&shape);
        for (int i = 0; i < sides; i++)
            memcpy(corner[i], shape.vertex[i], sizeof corner[i]);
        for (int i = 0; i < 200; i++) {
            double x[3], y[3];
            SnWrapArc arcs[SN_WRAP_ARCS];
            random_end(&r, hull, 2, x);
            random_end(&r, hull, 2, y);
            const double length = length_of(hull, x, y, arcs);
            if (!arcs->touches)
                continue;
            const double flat = fmin(way_round(sides, (const double(*)[2])corner, x, y),
                                     way_round(sides, (const double(*)[2])corner, y, x));
            worst = fmax(worst, fabs(length - hypot(flat, y[2] - x[2])));
            touching++;
        }
        sn_free(hull);
        sn_convex_free(&shape);
    }
    g_test_message("%d strings over prisms, worst %.3g m", touching, worst);
    g_assert_cmpint(touching, >, 500);
    g_assert_cmpfloat(worst, <, 1e-12);
}

/* A polyhedron in a ball is shorter to go over, by a share that falls as its faces do in size. */
static void test_ball(void)
{
    const double size[3] = {1, 1, 1};
    double before = 0;
    for (int n = 40; n <= 2560; n *= 4) {
        SnWrapHull *hull = ball(n, size);
        const SnWrapForm sphere = {.shape = SN_WRAP_SPHERE, .size = {1, 0, 0}};
        Random r = {7};
        double worst = 0;
        for (int i = 0; i < 300; i++) {
            double x[3], y[3];
            SnWrapArc arcs[SN_WRAP_ARCS], round[SN_WRAP_ARCS];
            do
                random_end(&r, hull, 2, x);
            while (sn_v3_norm(x) <= 1);
            do
                random_end(&r, hull, 2, y);
            while (sn_v3_norm(y) <= 1);
            const double length = length_of(hull, x, y, arcs);
            sn_wrap_one(&sphere, x, y, round);
            const double whole = sn_wrap_length(x, y, round);
            g_assert_cmpfloat(length, <=, whole * (1 + 1e-14));
            g_assert_cmpfloat(length, >=, sn_v3_distance(x, y) * (1 - 1e-14));
            worst = fmax(worst, 1 - length / whole);
        }
        g_test_message("%d corners: at most %.3g shorter than over the ball", n, worst);
        g_assert_cmpfloat(worst, <, n == 40 ? 0.1 : 0.5 * before);
        before = worst;
        sn_free(hull);
    }
    g_assert_cmpfloat(before, <, 1e-3);
}

/* --- all ways --- */

typedef struct Ways {
    const SnWrapHull *hull;
    const double *x, *y;
    int n, edge[16];
    bool over[64];
    double least;
} Ways;

static void from_edge(const SnWrapHull *hull, int h, const double p[3], double seen[2])
{
    double from[3];
    sn_v3_sub(p, hull->place[h], from);
    seen[0] = sn_v3_dot(from, hull->along[h]);
    seen[1] = sqrt(fmax(sn_v3_dot(from, from) - seen[0] * seen[0], 0));
}

/* The shortest over these edges: each point of the string where it is best between its neighbours,
 * again and again. */
static double drawn_tight(const Ways *w)
{
    double place[18][3], length = 0;
    sn_v3_copy(w->x, place[0]);
    sn_v3_copy(w->y, place[w->n + 1]);
    for (int i = 0; i < w->n; i++) {
        sn_v3_copy(w->hull->place[w->edge[i]], place[i + 1]);
        sn_v3_axpy(0.5 * w->hull->length[w->edge[i]], w->hull->along[w->edge[i]], place[i + 1]);
    }
    for (int round = 0; round < 400; round++)
        for (int i = 0; i < w->n; i++) {
            const int h = w->edge[i];
            double a[2], b[2];
            from_edge(w->hull, h, place[i], a);
            from_edge(w->hull, h, place[i + 2], b);
            const double sum = a[1] + b[1];
            const double best = sum > 0 ? (a[0] * b[1] + b[0] * a[1]) / sum : a[0];
            sn_v3_copy(w->hull->place[h], place[i + 1]);
            sn_v3_axpy(fmin(fmax(best, 0), w->hull->length[h]), w->hull->along[h], place[i + 1]);
        }
    for (int i = 0; i <= w->n; i++)
        length += sn_v3_distance(place[i], place[i + 1]);
    return length;
}

static bool sees(const SnWrapHull *hull, int face, const double p[3])
{
    return sn_v3_dot(hull->normal[face], p) > hull->offset[face];
}

/* Every way on over faces that it has not been on. */
static void go_on(Ways *w, int into)
{
    const SnWrapHull *hull = w->hull;
    const int face = hull->face[into];
    w->edge[w->n++] = into;
    if (sees(hull, face, w->y) || sees(hull, hull->face[hull->twin[into]], w->y))
        w->least = fmin(w->least, drawn_tight(w));
    w->over[face] = true;
    for (int k = hull->start[face]; k < hull->start[face + 1] && w->n < 7; k++)
        if (!w->over[hull->face[hull->twin[k]]])
            go_on(w, hull->twin[k]);
    w->over[face] = false;
    w->n--;
}

static void test_all_ways(void)
{
    Random r = {11};
    int touching = 0;
    double worst = 0;
    while (touching < 24) {
        SnWrapHull *hull = random_hull(&r, 6);
        double x[3], y[3];
        SnWrapArc arcs[SN_WRAP_ARCS];
        random_end(&r, hull, 1.2, x);
        random_end(&r, hull, 1.2, y);
        const double length = length_of(hull, x, y, arcs);
        if (arcs->touches) {
            Ways ways = {.hull = hull, .x = x, .y = y, .least = HUGE_VAL};
            for (int h = 0; h < hull->n_half_edges; h++)
                if (sees(hull, hull->face[hull->twin[h]], x))
                    go_on(&ways, h);
            worst = fmax(worst, fabs(length - ways.least));
            touching++;
        }
        sn_free(hull);
    }
    g_test_message("worst of %d strings %.3g m from the shortest of all ways", touching, worst);
    g_assert_cmpfloat(worst, <, 1e-9);
}

/* --- a function of the pose --- */

/* How often a gradient is off: where a difference reaches over the place at which two ways are as
 * long. */
static void test_gradient(void)
{
    enum { CASES = 3000 };
    const double step = 1e-6;
    Random r = {13};
    double worst = 0, across = 0;
    int touching = 0, off = 0;
    for (int i = 0; i < CASES; i++) {
        SnWrapHull *hull = random_hull(&r, i % 2 ? 8 : 60);
        double x[3], y[3], along[3], move[3], a[3], b[3];
        SnWrapArc arcs[SN_WRAP_ARCS], other[SN_WRAP_ARCS];
        random_end(&r, hull, 1.2, x);
        random_end(&r, hull, 1.2, y);
        const double length = length_of(hull, x, y, arcs);
        if (arcs->touches) {
            touching++;
            across = fmax(across, fabs(length_of(hull, y, x, other) - length));
            random_vector(&r, 1, move);
            sn_v3_normalize(move, move);
            sn_v3_sub(x, arcs->point[0], along);
            const double far = sn_v3_normalize(along, along);
            for (int k = 0; k < 3; k++) {
                a[k] = x[k] - step * far * move[k];
                b[k] = x[k] + step * far * move[k];
            }
            const double slope =
                (length_of(hull, b, y, other) - length_of(hull, a, y, other)) / (2 * step * far);
            const double miss = fabs(slope - sn_v3_dot(along, move));
            if (miss > 1e-8)
                off++;
            worst = fmax(worst, miss);
        }
        sn_free(hull);
    }
    g_test_message("%d strings: %d gradients off by more than 1e-8, at most %.3g; there and back "
                   "%.3g m",
                   touching, off, worst, across);
    g_assert_cmpint(touching, >, 500);
    g_assert_cmpint(off, <=, touching / 100);
    g_assert_cmpfloat(across, <, 1e-12);
}

/* No slope of more than 1, near and far, over corners, edges and to the other way round. */
static void test_continuity(void)
{
    const int cases = sn_cases(100000, 1000000);
    Random r = {19};
    double worst = 0;
    int compared = 0, touching = 0;
    SnWrapHull *hull = NULL;
    for (int i = 0; i < cases; i++) {
        if (i % 200 == 0) {
            sn_free(hull);
            hull = random_hull(&r, (int[]){4, 8, 20, 60, 150}[i / 200 % 5]);
        }
        double x[3], y[3], moved[3], other[3];
        SnWrapArc arcs[SN_WRAP_ARCS];
        random_end(&r, hull, i % 2 ? 1.1 : 3, x);
        random_end(&r, hull, 1.2, y);
        random_vector(&r, pow(10, random_uniform(&r, -9, -1)), moved);
        sn_v3_add(x, moved, other);
        if (sn_wrap_hull_holds(hull, other) || sn_wrap_hull_parts(hull, x, other))
            continue;
        const double length = length_of(hull, x, y, arcs);
        touching += arcs->touches;
        const double change = fabs(length_of(hull, other, y, arcs) - length);
        worst = fmax(worst, change - sn_v3_distance(x, other));
        compared++;
    }
    sn_free(hull);
    g_test_message("%d poses, %d over the hull: no length changes by more than its end moves and "
                   "%.3g m",
                   compared, touching, worst);
    g_assert_cmpint(touching, >, cases / 10);
    g_assert_cmpfloat(worst, <, 1e-13);
}

/* --- what it is drawn by --- */

static void test_samples(void)
{
    Random r = {23};
    for (int i = 0; i < 300; i++) {
        enum { N = 9 };
        SnWrapHull *hull = random_hull(&r, i % 2 ? 6 : 100);
        const SnWrapForm form = {.shape = SN_WRAP_HULL, .hull = hull};
        double x[3], y[3], place[N][3];
        SnWrapArc arcs[SN_WRAP_ARCS];
        random_end(&r, hull, 1.2, x);
        random_end(&r, hull, 1.2, y);
        length_of(hull, x, y, arcs);
        if (arcs->touches) {
            double length = 0;
            sn_wrap_samples(&form, arcs, N, place);
            g_assert_cmpfloat(sn_v3_distance(place[0], arcs->point[0]), <, 1e-12);
            g_assert_cmpfloat(sn_v3_distance(place[N - 1], arcs->point[1]), <, 1e-12);
            for (int k = 0; k < N; k++) {
                double highest = -HUGE_VAL;
                for (int f = 0; f < hull->n_faces; f++)
                    highest = fmax(highest, sn_v3_dot(hull->normal[f], place[k]) - hull->offset[f]);
                g_assert_cmpfloat(fabs(highest), <, 1e-9);
                length += k > 0 ? sn_v3_distance(place[k - 1], place[k]) : 0;
            }
            g_assert_cmpfloat(length, <=, arcs->length * (1 + 1e-9) + 1e-15);
            if (i % 2)
                g_assert_cmpfloat(length, >=, arcs->length * (1 - 1e-9));
        }
        sn_free(hull);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wrap/hull/prism", test_prism);
    g_test_add_func("/wrap/hull/ball", test_ball);
    g_test_add_func("/wrap/hull/all-ways", test_all_ways);
    g_test_add_func("/wrap/hull/gradient", test_gradient);
    g_test_add_func("/wrap/hull/continuity", test_continuity);
    g_test_add_func("/wrap/hull/samples", test_samples);
    return g_test_run();
}
