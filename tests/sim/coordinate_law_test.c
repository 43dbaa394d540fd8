/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of forces on coordinates: derivatives by differences, energy by quadrature, values of
 * OpenSim's tests. */
#include "engine/sim/joint/coordinate_law.h"

#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#define STEP 1e-6

static SnSystemCoordinateForce random_force(Random *r, SnCoordinateLaw law)
{
    return (SnSystemCoordinateForce){
        .law = law,
        .lower = random_uniform(r, -2, 0),
        .upper = random_uniform(r, 0, 2),
        .lower_stiffness = random_uniform(r, 0, 100),
        .upper_stiffness = random_uniform(r, 0, 100),
        .transition = random_uniform(r, 0.01, 2),
        .steepness = random_uniform(r, 0.1, 5),
        .stiffness = random_uniform(r, 0, 100),
        .rest = random_uniform(r, -1, 1),
        .damping = random_uniform(r, 0, 0.3),
    };
}

static int cases(void)
{
    return sn_cases(40, 500);
}

/* slope and damping_slope are derivatives; -elastic is the derivative of the energy. */
static void test_derivatives(void)
{
    static const double coefficients[] = {1, -2, 0.5, 0.3};
    static const double x[] = {-3, -1, 0.4, 1, 2.5}, y[] = {2, -1, 3, 0, 1};
    Random r = {11};
    for (int i = 0; i < cases() * 5; i++) {
        SnSystemCoordinateForce f = random_force(&r, (SnCoordinateLaw)(i % 5));
        const SnFunctionText text = {.kind = (SnFunctionKind)(i % SN_N_FUNCTION_KINDS),
                                     .n_coefficients = i % SN_N_FUNCTION_KINDS == 0   ? 1
                                                       : i % SN_N_FUNCTION_KINDS == 1 ? 2
                                                                                      : 4,
                                     .coefficients = coefficients,
                                     .n_x = 5,
                                     .n_y = 5,
                                     .x = x,
                                     .y = y,
                                     .scale = random_uniform(&r, -2, 2)};
        double *numbers = calloc((size_t)sn_function_plan(&text, &f.function), sizeof *numbers);
        sn_function_make(&text, &f.function, numbers);
        const double c = random_uniform(&r, -4, 4), rate = random_uniform(&r, -1, 1);
        const SnCoordinateLawValue v = sn_coordinate_law(&f, numbers, 0, c, rate),
                                   low = sn_coordinate_law(&f, numbers, 0, c - STEP, rate),
                                   high = sn_coordinate_law(&f, numbers, 0, c + STEP, rate);
        const double size = 1 + fabs(v.elastic) + fabs(v.slope);
        g_assert_cmpfloat_with_epsilon((high.elastic - low.elastic) / (2 * STEP), v.slope,
                                       1e-7 * size);
        g_assert_cmpfloat_with_epsilon((high.damping - low.damping) / (2 * STEP), v.damping_slope,
                                       1e-7 * size);
        if (f.law != SN_COORDINATE_STOP ||
            v.elastic != 0) /* a stop that is left behind: no force */
            g_assert_cmpfloat_with_epsilon((low.energy - high.energy) / (2 * STEP), v.elastic,
                                           1e-7 * (size + fabs(v.energy)));
        g_assert_cmpfloat(v.damping, >=, 0);
        free(numbers);
    }
}

/* A limit is whole beyond its transition and nothing inside; what is stored comes to half k x^2
 * less what the transition left out. */
static void test_limit(void)
{
    const SnSystemCoordinateForce f = {.law = SN_COORDINATE_LIMIT,
                                       .lower = 0.1,
                                       .upper = 2,
                                       .lower_stiffness = 1000,
                                       .upper_stiffness = 200,
                                       .damping = 0.01,
                                       .transition = 0.05};
    SnCoordinateLawValue v = sn_coordinate_law(&f, NULL, 0, 2.3, 4);
    g_assert_cmpfloat_with_epsilon(v.elastic - v.damping * 4, -200 * 0.3 - 0.01 * 4, 1e-12);
    v = sn_coordinate_law(&f, NULL, 0, -0.2, -3);
    g_assert_cmpfloat_with_epsilon(v.elastic + v.damping * 3, 1000 * 0.3 + 0.01 * 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(v.energy, 500 * 0.09 - 1000 * 0.0025 * (0.5 - 5.0 / 14), 1e-12);
    v = sn_coordinate_law(&f, NULL, 0, 1, 3);
    g_assert_true(v.elastic == 0 && v.damping == 0 && v.energy == 0);
    v = sn_coordinate_law(&f, NULL, 0, 2.025, 0); /* half-way: half the stiffness */
    g_assert_cmpfloat_with_epsilon(v.elastic, -100 * 0.025, 1e-12);
}

/* The stop and the exponential limit as OpenSim's tests have them; far away they stay finite. */
static void test_others(void)
{
    SnSystemCoordinateForce f = {.law = SN_COORDINATE_STOP,
                                 .lower = 0.1,
                                 .upper = 2,
                                 .lower_stiffness = 1000,
                                 .upper_stiffness = 1000,
                                 .damping = 10};
    SnCoordinateLawValue v = sn_coordinate_law(&f, NULL, 0, 0, -0.5);
    g_assert_cmpfloat_with_epsilon(v.elastic + 0.5 * v.damping, 1000 * 0.1 * (1 + 10 * 0.5), 1e-9);
    g_assert_cmpfloat_with_epsilon(v.energy, 1000 * 0.01 / 2, 1e-12);
    v = sn_coordinate_law(&f, NULL, 0, 0, 0.5); /* leaves at five times what it follows */
    g_assert_true(v.elastic == 0 && v.damping == 0);
    f = (SnSystemCoordinateForce){.law = SN_COORDINATE_EXPONENTIAL,
                                  .lower = 0.1,
                                  .upper = 2,
                                  .lower_stiffness = 50,
                                  .upper_stiffness = 50,
                                  .steepness = 75};
    const double q = 0.12;
    v = sn_coordinate_law(&f, NULL, 0, q, 0);
    g_assert_cmpfloat_with_epsilon(v.elastic, 50 * exp(-75 * (q - 0.1)) - 50 * exp(75 * (q - 2)),
                                   1e-12);
    g_assert_cmpfloat_with_epsilon(v.energy, 50.0 / 75 * (exp(-75 * (q - 0.1)) + exp(75 * (q - 2))),
                                   1e-12);
    v = sn_coordinate_law(&f, NULL, 0, 1e6, 0);
    g_assert_true(isfinite(v.elastic) && isfinite(v.energy));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/coordinate-law/derivatives", test_derivatives);
    g_test_add_func("/sim/coordinate-law/limit", test_limit);
    g_test_add_func("/sim/coordinate-law/others", test_others);
    return g_test_run();
}
