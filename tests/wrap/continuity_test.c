/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The length of a string never jumps: from random poses to ones beside them it changes by no more
 * than its ends move.  2000 poses of each shape, a million with SN_LONG=1; of each pair of shapes
 * apart from each other 60, a million of all with SN_LONG=1. */
#include "engine/wrap/wrap.h"

#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define MOVE 1e-4

static double length_of(const SnWrapForm *form, const double x[3], const double y[3], bool *good)
{
    SnWrapArc arcs[SN_WRAP_ARCS];
    *good = sn_wrap_one(form, x, y, arcs);
    return sn_wrap_length(x, y, arcs);
}

/* An end outside; of a torus on the side `above` of it. */
static void random_end(Random *r, const SnWrapForm *form, double above, double x[3])
{
    do {
        random_vector(r, 3, x);
        if (form->shape == SN_WRAP_TORUS)
            x[2] = above * fabs(x[2]);
    } while (sn_wrap_is_inside(form, x));
}

static void random_form(Random *r, SnWrapForm *form)
{
    for (int k = 0; k < 3; k++)
        form->size[k] = random_uniform(r, 0.4, 1.6);
    if (form->shape == SN_WRAP_TORUS)
        form->size[1] = form->size[0] * random_uniform(r, 0.05, 0.6);
}

static void test_shape(gconstpointer data)
{
    const int cases = sn_cases(2000, 1000000);
    Random r = {17};
    SnWrapForm form = {.shape = (SnWrapShape)GPOINTER_TO_INT(data)};
    double worst = 0;
    int bad = 0;
    for (int i = 0; i < cases; i++) {
        double x[3], y[3], dx[3], dy[3];
        bool good[2];
        random_form(&r, &form);
        random_end(&r, &form, 1, x);
        random_end(&r, &form, -1, y);
        random_vector(&r, MOVE, dx);
        random_vector(&r, MOVE, dy);
        const double length = length_of(&form, x, y, &good[0]);
        const double moved = sn_v3_norm(dx) + sn_v3_norm(dy);
        sn_v3_add(x, dx, x);
        sn_v3_add(y, dy, y);
        if (sn_wrap_is_inside(&form, x) || sn_wrap_is_inside(&form, y) ||
            (form.shape == SN_WRAP_TORUS && !(x[2] > 0 && y[2] < 0)))
            continue;
        const double rate = fabs(length_of(&form, x, y, &good[1]) - length) / moved;
        if (good[0] && good[1])
            worst = fmax(worst, rate);
        else
            bad++;
    }
    g_test_message("largest rate %.9g, %d of %d without a path", worst, bad, cases);
    g_assert_cmpfloat(worst, <=, 1 + 1e-6);
    g_assert_cmpint(bad, ==, 0);
}

/* --- pairs --- */

static double radius_of(const SnWrapForm *form)
{
    const double *size = form->size;
    return form->shape == SN_WRAP_ELLIPSOID ? fmax(size[0], fmax(size[1], size[2]))
           : form->shape == SN_WRAP_TORUS   ? size[0] + size[1]
           : form->shape == SN_WRAP_CONE    ? hypot(size[0], size[1] / 2)
                                            : size[0];
}

static bool is_inside(const SnWrapObstacle *o, const double x[3])
{
    double from[3], local[3];
    sn_v3_sub(x, o->position, from);
    sn_m3_tmul_v3(o->axes, from, local);
    return sn_wrap_is_inside(&o->form, local);
}

static double length_over_two(const double x[3], const double y[3], const SnWrapObstacle o[2],
                              bool *good)
{
    SnWrapArc arcs[2][SN_WRAP_ARCS];
    double length = 0, at[3], end[2][3];
    *good = sn_wrap_string(x, y, 2, o, arcs);
    sn_v3_copy(x, at);
    for (int i = 0; i < 2 * SN_WRAP_ARCS; i++) {
        const SnWrapArc *arc = &arcs[i / SN_WRAP_ARCS][i % SN_WRAP_ARCS];
        for (int e = 0; arc->touches && e < 2; e++) {
            sn_m3_mul_v3(o[i / SN_WRAP_ARCS].axes, arc->point[e], end[e]);
            sn_v3_add(end[e], o[i / SN_WRAP_ARCS].position, end[e]);
        }
        if (arc->touches) {
            length += sn_v3_distance(at, end[0]) + arc->length;
            sn_v3_copy(end[1], at);
        }
    }
    return length + sn_v3_distance(at, y);
}

/* Two obstacles beside each other, ends before and behind them. */
static void random_pair(Random *r, SnWrapShape a, SnWrapShape b, SnWrapObstacle o[2], double x[3],
                        double y[3])
{
    double apart;
    do {
        memset(o, 0, 2 * sizeof *o);
        for (int k = 0; k < 2; k++) {
            double q[4];
            o[k].form.shape = k ? b : a;
            random_form(r, &o[k].form);
            random_vector(r, 1, q);
            q[3] = random_uniform(r, -1, 1);
            sn_q_normalize(q);
            sn_q_to_m3(q, o[k].axes);
        }
        apart = radius_of(&o[0].form) + radius_of(&o[1].form) + random_uniform(r, 0.1, 1);
        o[1].position[0] = apart;
        random_vector(r, 1.5, x);
        random_vector(r, 1.5, y);
        x[0] -= radius_of(&o[0].form) + 1.5;
        y[0] += apart + radius_of(&o[1].form) + 1.5;
    } while (is_inside(&o[0], x) || is_inside(&o[0], y) || is_inside(&o[1], x) ||
             is_inside(&o[1], y));
}

/* Each way round one may take the string off the other in a circle: nowhere is it without a path,
 * but 1 in 1000 where a torus leads it through its hole past another one. */
static void test_pair(gconstpointer data)
{
    const int cases = sn_cases(60, 70000), pair = GPOINTER_TO_INT(data);
    const SnWrapShape a = (SnWrapShape)(pair / 10), b = (SnWrapShape)(pair % 10);
    Random r = {23};
    int bad = 0, jumps = 0;
    double worst = 0;
    for (int i = 0; i < cases; i++) {
        SnWrapObstacle o[2];
        double x[3], y[3], dx[3], dy[3];
        bool good[2];
        random_pair(&r, i % 2 ? a : b, i % 2 ? b : a, o, x, y);
        random_vector(&r, MOVE, dx);
        random_vector(&r, MOVE, dy);
        const double length = length_over_two(x, y, o, &good[0]);
        sn_v3_add(x, dx, x);
        sn_v3_add(y, dy, y);
        const double moved = sn_v3_norm(dx) + sn_v3_norm(dy);
        const double rate = fabs(length_over_two(x, y, o, &good[1]) - length) / moved;
        bad += !good[0] || !good[1];
        jumps += good[0] && good[1] && rate > 1 + 1e-6;
        worst = good[0] && good[1] ? fmax(worst, rate) : worst;
    }
    g_test_message("largest rate %.9g, %d jumps, %d of %d without a path", worst, jumps, bad,
                   cases);
    g_assert_cmpint(jumps, <=, cases / 5000);
    g_assert_cmpint(bad, <=, a == SN_WRAP_TORUS || b == SN_WRAP_TORUS ? cases / 500 : cases / 5000);
}

/* Each of two takes the string off the other in a circle: one is found, and drawn by an end it
 * grows by the cosine of the way it goes there. */
static void test_circles(void)
{
    static const struct {
        SnWrapShape shape[2];
        double size[2][2], q[2][4], apart, x[3], y[3];
    } cases[] = {
        {{SN_WRAP_TORUS, SN_WRAP_TORUS},
         {{1.03, 0.39}, {1.49, 0.44}},
         {{-0.02, 0.84, -0.48, -0.25}, {-0.51, -0.36, -0.37, 0.69}},
         3.97,
         {-2.42, 1, -0.05},
         {8.15, 0.57, -1.37}},
        {{SN_WRAP_TORUS, SN_WRAP_TORUS},
         {{0.79, 0.39}, {0.79, 0.29}},
         {{0.28, 0.84, -0.41, 0.22}, {0.64, -0.04, 0.53, 0.56}},
         2.77,
         {-1.65, 1.18, 1.13},
         {5.22, 0.38, 0.93}},
        {{SN_WRAP_TORUS, SN_WRAP_SPHERE},
         {{0.55, 0.08}, {1.45}},
         {{0.37, 0.59, -0.42, 0.58}, {-0.47, 0.75, 0.15, -0.44}},
         2.8,
         {-3.26, 1.49, -1.04},
         {5.62, 1.23, -0.55}},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SnWrapObstacle o[2] = {0};
        double slope[3];
        bool good;
        for (int k = 0; k < 2; k++) {
            double q[4];
            o[k].form = (SnWrapForm){.shape = cases[i].shape[k],
                                     .size = {cases[i].size[k][0], cases[i].size[k][1]}};
            memcpy(q, cases[i].q[k], sizeof q);
            sn_q_normalize(q);
            sn_q_to_m3(q, o[k].axes);
            o[k].position[0] = k * cases[i].apart;
        }
        for (int k = 0; k < 3; k++) {
            double length[2];
            for (int s = 0; s < 2; s++) {
                double y[3];
                sn_v3_copy(cases[i].y, y);
                y[k] += s ? 1e-5 : -1e-5;
                length[s] = length_over_two(cases[i].x, y, o, &good);
                g_assert_true(good);
                g_assert_cmpfloat(length[s], >, sn_v3_distance(cases[i].x, y));
            }
            slope[k] = (length[1] - length[0]) / 2e-5;
        }
        g_assert_cmpfloat(fabs(sn_v3_norm(slope) - 1), <, 1e-8);
    }
}

/* Between far ends, past the tube on both sides of the hole: the straight line comes near twice,
 * and once it was taken for free by the place that is farther from the tube. */
static void test_near_twice(void)
{
    const SnWrapForm form = {.shape = SN_WRAP_TORUS, .size = {0.931657305, 0.134848584}};
    const double x[3] = {-1.24611453, -2.55488366, 0.406641192},
                 y[3] = {2.22829487, 2.69001838, -0.444844221};
    double last = 0;
    for (int i = -20; i <= 20; i++) {
        const double a[3] = {x[0] - 2e-5 * i, x[1] + 1e-5 * i, x[2]};
        const double b[3] = {y[0] - 2e-5 * i, y[1], y[2] + 1e-5 * i};
        bool good;
        const double length = length_of(&form, a, b, &good);
        g_assert_true(good);
        g_assert_cmpfloat(length, >, sn_v3_distance(a, b) + 5e-4);
        if (i > -20)
            g_assert_cmpfloat(fabs(length - last), <=, 5e-5);
        last = length;
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/wrap/continuity/sphere", GINT_TO_POINTER(SN_WRAP_SPHERE), test_shape);
    g_test_add_data_func("/wrap/continuity/ellipsoid", GINT_TO_POINTER(SN_WRAP_ELLIPSOID),
                         test_shape);
    g_test_add_data_func("/wrap/continuity/cylinder", GINT_TO_POINTER(SN_WRAP_CYLINDER),
                         test_shape);
    g_test_add_data_func("/wrap/continuity/cone", GINT_TO_POINTER(SN_WRAP_CONE), test_shape);
    g_test_add_data_func("/wrap/continuity/torus", GINT_TO_POINTER(SN_WRAP_TORUS), test_shape);
    g_test_add_func("/wrap/continuity/near-twice", test_near_twice);
    g_test_add_func("/wrap/continuity/circles", test_circles);
    static const char *const names[] = {"sphere", "ellipsoid", "cylinder", "torus", "cone"};
    for (int i = 0; i < 5; i++)
        for (int k = i; k < 5; k++) {
            g_autofree char *path = g_strdup_printf("/wrap/continuity/%s-%s", names[i], names[k]);
            g_test_add_data_func(path, GINT_TO_POINTER(10 * i + k), test_pair);
        }
    return g_test_run();
}
