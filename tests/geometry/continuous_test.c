/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First times of contact against two slow ways: enclosing boxes of time and place that are halved
 * until they hold no contact, and the distance itself at many times. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/continuous.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <stdbool.h>

typedef struct Draw {
    bool edges;
    double from[4][3], to[4][3];
} Draw;

static double time_of(const Draw *draw, double gap, double tolerance)
{
    return (draw->edges ? sn_contact_time_of_edges : sn_contact_time_of_vertex)(
        (const double(*)[3])draw->from, (const double(*)[3])draw->to, gap, tolerance);
}

static void place_at(const Draw *draw, double t, double x[4][3])
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = draw->from[i][k] + t * (draw->to[i][k] - draw->from[i][k]);
}

static double distance_at(const Draw *draw, double t)
{
    double x[4][3], w[3], s, r, p[3] = {0};
    place_at(draw, t, x);
    if (draw->edges)
        return sn_closest_of_segments(x[0], x[1], x[2], x[3], &s, &r);
    sn_closest_on_triangle(x[0], x[1], x[2], x[3], w);
    for (int k = 0; k < 3; k++)
        p[k] = w[0] * x[1][k] + w[1] * x[2][k] + w[2] * x[3][k];
    return sn_v3_distance(p, x[0]);
}

/* --- boxes: difference of a point of each body, linear in t, u and v one by one --- */

static void difference_at(const Draw *draw, double t, double u, double v, double r[3])
{
    double x[4][3];
    place_at(draw, t, x);
    for (int k = 0; k < 3; k++)
        r[k] = draw->edges ? x[0][k] + u * (x[1][k] - x[0][k]) - x[2][k] - v * (x[3][k] - x[2][k])
                           : x[0][k] - x[1][k] - u * (x[2][k] - x[1][k]) - v * (x[3][k] - x[1][k]);
}

/* Earliest time of a box [t, u, v][low, high] of which a part small enough may hold a contact. */
static double first_in_box(const Draw *draw, const double box[3][2], double small, double known)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    if (box[0][0] >= known || (!draw->edges && box[1][0] + box[2][0] > 1))
        return known;
    for (int c = 0; c < 8; c++) {
        double r[3];
        difference_at(draw, box[0][c & 1], box[1][c >> 1 & 1], box[2][c >> 2], r);
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], r[k]);
            high[k] = fmax(high[k], r[k]);
        }
    }
    for (int k = 0; k < 3; k++)
        if (low[k] > 1e-13 || high[k] < -1e-13)
            return known;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (box[k][1] - box[k][0] > box[axis][1] - box[axis][0])
            axis = k;
    if (box[axis][1] - box[axis][0] < small)
        return box[0][0];
    for (int half = 0; half < 2; half++) {
        double part[3][2] = {
            {box[0][0], box[0][1]}, {box[1][0], box[1][1]}, {box[2][0], box[2][1]}};
        part[axis][1 - half] = 0.5 * (box[axis][0] + box[axis][1]);
        known = fmin(known, first_in_box(draw, (const double(*)[2])part, small, known));
    }
    return known;
}

/* --- draws --- */

static void draw_motion(Random *r, int kind, Draw *draw)
{
    draw->edges = random_uniform(r, 0, 1) < 0.5;
    for (int i = 0; i < 4; i++) {
        random_vector(r, 1, draw->from[i]);
        random_vector(r, 1, draw->to[i]);
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            if (kind == 1) { /* coarse grid: all in a plane, parallel, at rest, shrunk to points */
                draw->from[i][k] = round(2 * draw->from[i][k]);
                draw->to[i][k] = round(2 * draw->to[i][k]);
            }
            if (kind == 2 && k == 2) /* in a plane, nearly */
                draw->from[i][k] *= 1e-9, draw->to[i][k] *= 1e-9;
            if (kind == 3) /* fast, and far from the origin */
                draw->to[i][k] *= 1000, draw->from[i][k] += 3, draw->to[i][k] += 3;
            if (kind == 4 && i > 0) /* one point moves */
                draw->to[i][k] = draw->from[i][k];
        }
}

/* Moves the end of the first body's way so that both touch at `time`, at a place drawn: inside, on
 * an edge, at a vertex. */
static void let_touch(Random *r, double time, Draw *draw)
{
    double u = random_uniform(r, 0, 1), v = random_uniform(r, 0, 1), gap[3];
    if (u < 0.2)
        u = 0;
    if (!draw->edges && u + v > 1)
        u = 1 - u, v = 1 - v;
    difference_at(draw, time, u, v, gap);
    for (int i = 0; i < (draw->edges ? 2 : 1); i++)
        sn_v3_axpy(-1 / time, gap, draw->to[i]);
}

/* A contact that is known to be there is never missed. */
static void test_touching(void)
{
    Random r = {29};
    const int draws = sn_cases(5000, 200000);
    for (int n = 0; n < draws; n++) {
        Draw draw;
        draw_motion(&r, n % 5, &draw);
        const double time = random_uniform(&r, 0.01, 0.999);
        let_touch(&r, time, &draw);
        const double t = time_of(&draw, 0, pow(10, random_uniform(&r, -12, -2)));
        g_assert_cmpfloat(t, <=, time + 1e-9);
    }
}

static void test_times(void)
{
    Random r = {9};
    int hits = 0, misses = 0, early = 0;
    const int draws = sn_cases(2000, 20000);
    for (int n = 0; n < draws; n++) {
        Draw draw;
        draw_motion(&r, n % 5, &draw);
        const double start = distance_at(&draw, 0);
        const double gap = n % 3 == 2 ? random_uniform(&r, 0, 1) * start : 0;
        const double tolerance = pow(10, random_uniform(&r, -8, -2));
        const double t = time_of(&draw, gap, tolerance);
        const bool hit = t <= 1;
        g_assert_true((t >= 0 && hit) || t == HUGE_VAL);
        /* further apart than the gap until then */
        const int samples = 50;
        for (int i = 0; i <= samples && start > gap + 1e-10; i++)
            g_assert_cmpfloat(distance_at(&draw, (hit ? t : 1) * i / samples), >, gap - 1e-12);
        /* as near as was asked for */
        if (hit && start > gap + 1e-10) {
            const double above = distance_at(&draw, t) - gap - tolerance;
            g_assert_true(above <= 1e-3 || gap > 0); /* one in 7000 grazes, and is early */
            early += above > 1e-9;
        }
        /* slow: with every contact in a box, none may be earlier */
        if (n % 5 != 2 && n % 8 == 0 && gap == 0 && start > 1e-6) {
            const double all[3][2] = {{0, 1}, {0, 1}, {0, 1}};
            const double first = first_in_box(&draw, (const double(*)[2])all, 1e-4, HUGE_VAL);
            g_assert_true(!(first <= 1) || hit || distance_at(&draw, first) > 1e-9);
        }
        hits += hit;
        misses += !hit;
    }
    g_assert_cmpint(early, <, draws / 500);
    g_assert_cmpint(MIN(hits, misses), >, draws / 10);
}

/* Passing near for a long way takes few directions and is no contact; towards it is. */
static void test_sliding(void)
{
    for (int k = 0; k < 25; k++) {
        const double above = pow(2, -k);
        const double from[4][3] = {{-20, 0.1, above}, {-99, -99, 0}, {99, -99, 0}, {0, 99, 0}};
        double to[4][3] = {{20, 0.1, above}, {-99, -99, 0}, {99, -99, 0}, {0, 99, 0}};
        const double(*start)[3] = from;
        g_assert_cmpfloat(sn_contact_time_of_vertex(start, (const double(*)[3])to, 0, 1e-3), ==,
                          HUGE_VAL);
        to[0][2] = -above;
        const double t = sn_contact_time_of_vertex(start, (const double(*)[3])to, 0, 1e-3 * above);
        g_assert_cmpfloat(t, <, 0.5);
        g_assert_cmpfloat(t, >, 0.499);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/continuous/times", test_times);
    g_test_add_func("/geometry/continuous/touching", test_touching);
    g_test_add_func("/geometry/continuous/sliding", test_sliding);
    return g_test_run();
}
