/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings over surfaces: tangents, geodesics, sides, what is passed by; the same pose gives the
 * same bits, and nothing is allocated. */
#include "engine/wrap/wrap.h"

#include "engine/base/vec.h"
#include "engine/wrap/geodesic.h"
#include "tests/support/cases.h"
#include "tests/support/counting_malloc.h"
#include "tests/support/random.h"

#include <glib.h>
#include <string.h>

#define CASES 400

static SnWrapForm random_form(Random *r, SnWrapShape shape)
{
    SnWrapForm form = {.shape = shape};
    const double size = random_uniform(r, 0.3, 1);
    for (int k = 0; k < 3; k++)
        form.size[k] = size * random_uniform(r, 0.4, 1.2);
    if (shape == SN_WRAP_TORUS)
        form.size[1] = form.size[0] * random_uniform(r, 0.05, 0.4);
    return form;
}

/* Ends outside; of a torus on both sides of it. */
static void random_ends(Random *r, const SnWrapForm *form, double x[3], double y[3])
{
    do
        random_vector(r, 2, x);
    while (sn_wrap_is_inside(form, x));
    do
        random_vector(r, 2, y);
    while (sn_wrap_is_inside(form, y));
    if (form->shape == SN_WRAP_TORUS) {
        x[2] = fabs(x[2]);
        y[2] = -fabs(y[2]);
    }
}

/* Both straight parts go on in the geodesic, which ends where it says. */
static void check_arc(const SnWrapForm *form, const double x[3], const double y[3],
                      const SnWrapArc *arc)
{
    SnGeodesicPoint end;
    double u[3], n[3], on[3];
    for (int i = 0; i < 2; i++) {
        sn_v3_sub(i ? y : arc->point[0], i ? arc->point[1] : x, u);
        sn_v3_normalize(u, u);
        sn_wrap_normal(form, arc->point[i], n);
        sn_v3_copy(arc->point[i], on);
        sn_wrap_project(form, on);
        g_assert_cmpfloat(sn_v3_distance(on, arc->point[i]), <, 1e-9);
        g_assert_cmpfloat(fabs(sn_v3_dot(u, n)), <, 1e-9);
        g_assert_cmpfloat(fabs(sn_v3_dot(u, arc->binormal[i])), <, 1e-9);
        g_assert_cmpfloat(sn_v3_dot(u, arc->tangent[i]), >, 0.999);
    }
    sn_geodesic_shoot(form, arc->point[0], arc->tangent[0], arc->length, 0, &end);
    g_assert_cmpfloat(sn_v3_distance(end.x, arc->point[1]), <, 1e-9);
    g_assert_cmpfloat(fabs(end.turn - arc->turn), <, 1e-8);
    /* Wronskian of the Jacobi fields */
    g_assert_cmpfloat_with_epsilon(arc->side * arc->turn_rate - arc->side_rate * arc->turn, 1,
                                   1e-9);
}

/* All arcs, of which there may be two. */
static void check_arcs(const SnWrapForm *form, const double x[3], const double y[3],
                       const SnWrapArc arcs[SN_WRAP_ARCS])
{
    g_assert_true(arcs[0].touches || !arcs[1].touches);
    for (int k = 0; k < SN_WRAP_ARCS && arcs[k].touches; k++)
        check_arc(form, k > 0 ? arcs[k - 1].point[1] : x,
                  k + 1 < SN_WRAP_ARCS && arcs[k + 1].touches ? arcs[k + 1].point[0] : y, &arcs[k]);
}

static void test_tangents(void)
{
    Random r = {1};
    for (int shape = 0; shape <= SN_WRAP_CONE; shape++) {
        int touching = 0, twice = 0;
        for (int i = 0; i < CASES; i++) {
            const SnWrapForm form = random_form(&r, (SnWrapShape)shape);
            double x[3], y[3];
            SnWrapArc arcs[SN_WRAP_ARCS], back[SN_WRAP_ARCS];
            random_ends(&r, &form, x, y);
            g_assert_true(sn_wrap_one(&form, x, y, arcs));
            g_assert_true(sn_wrap_one(&form, y, x, back));
            g_assert_cmpint(arcs[0].touches, ==, back[0].touches);
            g_assert_cmpint(arcs[1].touches, ==, back[1].touches);
            g_assert_cmpfloat_with_epsilon(sn_wrap_length(x, y, arcs), sn_wrap_length(y, x, back),
                                           1e-9);
            g_assert_cmpfloat(sn_wrap_length(x, y, arcs), >=, sn_v3_distance(x, y));
            check_arcs(&form, x, y, arcs);
            touching += arcs[0].touches;
            twice += arcs[1].touches;
        }
        g_assert_cmpint(touching, >, CASES / 12);
        g_assert_cmpint(twice > 0, ==, shape == SN_WRAP_TORUS);
    }
}

/* Both ways round a sphere, cylinder or cone are its sides; the shorter one is the one taken
 * without. */
static void test_sides(void)
{
    Random r = {2};
    for (int i = 0; i < CASES; i++) {
        SnWrapForm form =
            random_form(&r, (SnWrapShape[]){SN_WRAP_CYLINDER, SN_WRAP_SPHERE, SN_WRAP_CONE}[i % 3]);
        if (form.shape == SN_WRAP_CONE) /* of a wide one it slips off */
            form.size[1] = 4 * form.size[0];
        const double radius = form.size[0], z = form.shape == SN_WRAP_CONE ? -2 * form.size[1] : 0;
        const double x[3] = {random_uniform(&r, -0.3, 0.3), 4 * radius, z};
        const double y[3] = {random_uniform(&r, -0.3, 0.3), -4 * radius, z};
        double length[3];
        for (int k = 0; k < 3; k++) {
            SnWrapArc arcs[SN_WRAP_ARCS];
            form.side = k == 0 ? SN_WRAP_ANY : k == 1 ? SN_WRAP_PLUS_X : SN_WRAP_MINUS_X;
            g_assert_true(sn_wrap_one(&form, x, y, arcs));
            length[k] = sn_wrap_length(x, y, arcs);
            if (k > 0 && arcs->touches)
                g_assert_cmpfloat((arcs->point[0][0] + arcs->point[1][0]) * (k == 1 ? 1 : -1), >,
                                  0);
        }
        g_assert_cmpfloat_with_epsilon(length[0], fmin(length[1], length[2]), 1e-12);
        g_assert_cmpfloat(length[1], !=, length[2]);
    }
}

/* Round a given side of an ellipsoid, the long way too: a path is found, and whatever is found has
 * all its values. */
static void test_sides_of_ellipsoids(void)
{
    const int cases = sn_cases(20 * CASES, 1000000);
    Random r = {4};
    int touched = 0, none = 0;
    for (int i = 0; i < cases; i++) {
        SnWrapForm form = random_form(&r, SN_WRAP_ELLIPSOID);
        double x[3], y[3];
        SnWrapArc arcs[SN_WRAP_ARCS], *arc = arcs;
        form.side = (SnWrapSide)(SN_WRAP_PLUS_X + i % 6);
        random_ends(&r, &form, x, y);
        memset(arcs, 0xff, sizeof arcs); /* no number */
        const bool found = sn_wrap_one(&form, x, y, arcs);
        touched += arc->touches;
        none += !found;
        if (found && arc->touches)
            check_arc(&form, x, y, arc);
        g_assert_true(!arc->touches || isfinite(arc->length * arc->side * arc->side_rate *
                                                arc->turn * arc->turn_rate * arc->binormal[0][0]));
    }
    g_test_message("%d touched, %d of %d without a path", touched, none, cases);
    g_assert_cmpint(touched, >, cases / 5);
    g_assert_cmpint(none, <=, cases / 20000);
}

static void test_passed_by(void)
{
    const SnWrapForm form = {SN_WRAP_SPHERE, SN_WRAP_ANY, {1, 0, 0}};
    const SnWrapForm torus = {SN_WRAP_TORUS, SN_WRAP_ANY, {1, 0.2, 0}};
    SnWrapArc arcs[SN_WRAP_ARCS];
    g_assert_true(sn_wrap_one(&form, (double[3]){-2, 1.1, 0}, (double[3]){2, 1.1, 0}, arcs));
    g_assert_false(arcs->touches);
    g_assert_true(sn_wrap_one(&form, (double[3]){-0.5, 0, 0}, (double[3]){2, 0, 0}, arcs));
    g_assert_false(arcs->touches); /* an end is inside */
    g_assert_true(sn_wrap_one(&torus, (double[3]){0.1, 0, 1}, (double[3]){0.2, 0, -1}, arcs));
    g_assert_false(arcs->touches); /* through the hole */
    g_assert_true(sn_wrap_one(&torus, (double[3]){-2, 0, 1}, (double[3]){2, 0, 1}, arcs));
    g_assert_false(arcs->touches); /* over it */
}

/* A thin ring, ends far and low: over it, across the hole and under it, beside where the straight
 * line runs.  A band laid through the hole takes 1200 rounds to be drawn so far along the ring. */
static void test_thin_ring(void)
{
    const SnWrapForm ring = {
        SN_WRAP_TORUS, SN_WRAP_ANY, {0.47292788191410562, 0.036128181837233264, 0}};
    const double x[3] = {2.7795430092928268, -1.5023665427689219, 0.60856516041208231};
    const double y[3] = {-2.7451994375053097, 0.36891641913609485, -0.7273135779066574};
    SnWrapArc arcs[SN_WRAP_ARCS];
    g_assert_true(sn_wrap_one(&ring, x, y, arcs));
    g_assert_true(arcs[0].touches && arcs[1].touches);
    g_assert_cmpfloat(arcs[0].point[1][2], >, 0); /* over it, and then under it */
    g_assert_cmpfloat(arcs[1].point[0][2], <, 0);
    g_assert_cmpfloat(sn_wrap_length(x, y, arcs), >, sn_v3_distance(x, y));
}

/* A knee bent sideways: the string touches the bone's cylinder on a side along which the straight
 * line runs, for the shank's, which has a side, turns it. */
static void test_turned_by_the_next(void)
{
    static const double tilt[2][4] = {{0.7162, 0.6837, 0.0458, -0.1325},
                                      {0.1471, -0.4368, -0.5293, -0.7123}};
    static const double at[2][3] = {{-0.1935, -0.0834, 0.4261}, {-0.1527, -0.0876, 0.3729}};
    Random r = {5};
    int both = 0;
    for (int i = 0; i < 10 * CASES; i++) {
        SnWrapObstacle o[2] = {{.form = {SN_WRAP_CYLINDER, SN_WRAP_ANY, {0.024}}},
                               {.form = {SN_WRAP_CYLINDER, SN_WRAP_MINUS_Y, {0.0632}}}};
        SnWrapArc arcs[2][SN_WRAP_ARCS];
        double x[3], y[3], end[3], next[3], straight[3], tangent[3];
        random_vector(&r, 0.02, x), random_vector(&r, 0.05, y);
        sn_v3_add(x, (double[3]){-0.1809, -0.0631, 0.4531}, x);
        sn_v3_add(y, (double[3]){0.0584, -0.1459, 0.1295}, y);
        for (int k = 0; k < 2; k++) {
            double q[4] = {1}, turned[4];
            random_vector(&r, 0.4, q + 1);
            sn_q_mul(q, tilt[k], turned);
            sn_q_normalize(turned);
            sn_q_to_m3(turned, o[k].axes);
            random_vector(&r, 0.02, o[k].position);
            sn_v3_add(o[k].position, at[k], o[k].position);
        }
        g_assert_true(sn_wrap_string(x, y, 2, o, arcs));
        if (!arcs[0]->touches || !arcs[1]->touches)
            continue;
        both++;
        sn_m3_mul_v3(o[0].axes, arcs[0]->point[1], end);
        sn_v3_add(end, o[0].position, end);
        sn_m3_mul_v3(o[1].axes, arcs[1]->point[0], next);
        sn_v3_add(next, o[1].position, next);
        sn_v3_sub(next, end, straight);
        sn_v3_normalize(straight, straight);
        sn_m3_mul_v3(o[0].axes, arcs[0]->tangent[1], tangent);
        g_assert_cmpfloat(sn_v3_distance(straight, tangent), <, 1e-6);
    }
    g_assert_cmpint(both, >, CASES);
}

/* A chain of all shapes, whatever was asked for before. */
static void test_bits(void)
{
    Random r = {3};
    SnWrapObstacle o[4];
    for (int i = 0; i < 4; i++) {
        static const double sizes[4][3] = {{0.3}, {0.3, 0.2, 0.4}, {0.25}, {0.5, 0.1}};
        double q[4];
        o[i] = (SnWrapObstacle){.form = {.shape = (SnWrapShape)i}, .position = {i, 0, 0}};
        memcpy(o[i].form.size, sizes[i], sizeof sizes[i]);
        random_quaternion(&r, q);
        sn_q_to_m3(q, o[i].axes);
    }
    double x[3] = {-1, 0.1, 0.05}, y[3] = {4.5, 0.2, -0.1};
    SnWrapArc first[4][SN_WRAP_ARCS], again[4][SN_WRAP_ARCS], other[4][SN_WRAP_ARCS];
    memset(first, 0, sizeof first);
    memset(again, 0, sizeof again);
    sn_wrap_string(x, y, 4, o, first);
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 20; i++) {
        double aside[3];
        random_vector(&r, 0.5, aside);
        sn_v3_add(aside, x, aside);
        sn_wrap_string(aside, y, 4, o, other);
        sn_wrap_string(x, y, 4, o, again);
        for (int k = 0; k < 4; k++) {
            g_assert_cmpint(first[k]->touches, ==, again[k]->touches);
            const size_t from = offsetof(SnWrapArc, point); /* no padding from there on */
            if (first[k]->touches)
                g_assert_cmpint(memcmp((const char *)first[k] + from, (const char *)again[k] + from,
                                       sizeof **first - from),
                                ==, 0);
        }
    }
    g_assert_cmpuint(sn_test_allocations(), ==, before);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wrap/string/tangents", test_tangents);
    g_test_add_func("/wrap/string/sides", test_sides);
    g_test_add_func("/wrap/string/sides-of-ellipsoids", test_sides_of_ellipsoids);
    g_test_add_func("/wrap/string/passed-by", test_passed_by);
    g_test_add_func("/wrap/string/thin-ring", test_thin_ring);
    g_test_add_func("/wrap/string/turned-by-the-next", test_turned_by_the_next);
    g_test_add_func("/wrap/string/bits", test_bits);
    return g_test_run();
}
