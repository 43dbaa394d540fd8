/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symplectic Euler is cut where something grows by it, however small, and not before; and that it
 * is cut puts no energy in. */
#include "engine/check/build/build_system.h"

#include <glib.h>
#include <math.h>

static const double ORIGIN[3] = {0, 0, 0};

/* Steps that are cut, of 50 with a heavy particle on a soft spring from the world and a light one
 * on a spring and damper from there: h^2 k / m and h d / m of the light one. */
static int cut_steps(double stiff, double damped)
{
    static const double heavy[3] = {1, 0, 0}, light[3] = {0, 0.5, 0};
    static const double v[3] = {0, 1e-3, 0};
    const double h = 1e-3, mass = 1e-4;
    SnBuild *build = sn_build_new(SN_STEP_SYMPLECTIC_EULER, h);
    const int a = sn_build_particle(build, 5, heavy), b = sn_build_particle(build, mass, light);
    const int o = sn_build_point(build, SN_BUILD_WORLD, ORIGIN);
    const int pair[2][2] = {{o, sn_build_point(build, a, ORIGIN)},
                            {o, sn_build_point(build, b, ORIGIN)}};
    sn_build_velocity(build, a, heavy, NULL);
    sn_build_velocity(build, b, v, NULL);
    sn_build_spring(build, 2, pair[0], 100, 0, 1);
    sn_build_spring(build, 2, pair[1], stiff * mass / (h * h), damped * mass / h, 0.5);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 50);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    const int cut = (int)sn_state_parts_const(trial.state)[SN_PARTS_CUT];
    sn_trial_free(&trial);
    return cut;
}

/* What grows has no more than a millionth of the energy: h^2 k / m + 2 h d / m < 4. */
static void test_explicit(void)
{
    g_assert_cmpint(cut_steps(1, 0), ==, 0);
    g_assert_cmpint(cut_steps(3.6, 0), ==, 0);
    g_assert_cmpint(cut_steps(4.1, 0), >=, 48); /* a first step has no acceleration yet */
    g_assert_cmpint(cut_steps(0.01, 1.8), ==, 0);
    g_assert_cmpint(cut_steps(0.01, 2.1), >=, 48);
    g_assert_cmpint(cut_steps(2, 0.8), ==, 0);
    g_assert_cmpint(cut_steps(2, 1.1), >=, 48);
}

/* Parts that become shorter and longer at random do not drive what swings: E + h/2 u f stays.  With
 * kicks of their own length, not of the time between middles, it came to 0.3 to 12 times as much.
 */
static void test_changing_parts(void)
{
    static const double at[3] = {1, 0, 0}, v[3] = {0.1, 0, 0};
    const double h = 1e-2, stiffness = 900;
    SnBuild *build = sn_build_new(SN_STEP_SYMPLECTIC_EULER, h);
    const int a = sn_build_particle(build, 1, at);
    const int pair[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN),
                         sn_build_point(build, a, ORIGIN)};
    sn_build_velocity(build, a, v, NULL);
    sn_build_spring(build, 2, pair, stiffness, 0, 1);
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    GRand *rand = g_rand_new_with_seed(3);
    double least = HUGE_VAL, most = 0;
    int level = 0;
    for (int i = 0; i < 3000; i++) {
        double *kept = sn_state_parts(trial.state);
        level = g_rand_int_range(rand, 0, 8) == 0 ? !level : level;
        kept[SN_PARTS_LEVEL] = level, kept[SN_PARTS_CALM] = 0;
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double x = sn_state_q(trial.state)[0] - 1, u = sn_state_u(trial.state)[0];
        const double last = level ? h / 2 : h;
        const double energy = (u * u + stiffness * x * x - last * u * stiffness * x) / 2;
        least = fmin(least, energy / 0.005), most = fmax(most, energy / 0.005);
    }
    g_test_message("energy from %.3g to %.3g of that at the start", least, most);
    g_assert_cmpfloat(least, >, 0.75);
    g_assert_cmpfloat(most, <, 1.33);
    g_rand_free(rand);
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/explicit/limit", test_explicit);
    g_test_add_func("/sim/explicit/changing_parts", test_changing_parts);
    return g_test_run();
}
