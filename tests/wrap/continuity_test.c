/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The length of a string never jumps: from random poses to ones beside them it changes by no more
 * than its ends move.  2000 poses of each shape, a million with SN_LONG=1. */
#include "engine/wrap/wrap.h"

#include "engine/base/vec.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

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
    return g_test_run();
}
