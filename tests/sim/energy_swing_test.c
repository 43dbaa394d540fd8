/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The watch of energy lets backward Euler's own swing of it pass, and no gain with it. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/step/parts.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define G    9.81
#define LINK 0.4 /* [m] */
#define MASS 1.5 /* [kg] */

static const double INERTIA[3] = {2e-3, 2e-3, 2e-3};

/* Links that hang on each other from the world by hinges about y, released from rest, each at its
 * angle to the vertical [rad]. */
static SnTrial hang(int n, const double *angles, double h)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, h);
    const double about_y[4] = {sqrt(0.5), -sqrt(0.5), 0, 0};
    double end[3] = {0}, upper[3] = {0};
    int last = SN_BUILD_WORLD;
    for (int i = 0; i < n; i++) {
        const double half[3] = {LINK / 2 * sin(angles[i]), 0, -LINK / 2 * cos(angles[i])};
        double middle[3], back[3];
        sn_v3_add(end, half, middle);
        sn_v3_scale(-1, half, back);
        const int body = sn_build_body(build, MASS, INERTIA, middle, NULL);
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, last, upper, about_y),
                       sn_build_frame(build, body, back, about_y));
        sn_v3_add(middle, half, end);
        sn_v3_copy(half, upper);
        last = body;
    }
    return sn_trial_new(sn_build_finish(build, (const double[3]){0, 0, -G}), SN_LINSOLVE_AUTO);
}

static double energy(const SnTrial *t, double *kinetic)
{
    double e[2];
    sn_energies(t->system, t->state, t->work, e);
    *kinetic = e[0];
    return e[0] + e[1];
}

/* A single one swings by h omega of its largest kinetic energy from least to most, twice in a
 * period; what falls no further than that is not cut, however long it swings. */
static void test_swings(void)
{
    const double omega =
        sqrt(MASS * G * LINK / 2 / (INERTIA[1] + MASS * LINK * LINK / 4)); /* 7 rad/s */
    for (int k = 0; k < 3; k++) {
        const double h = (const double[]){5e-4, 1e-3, 2e-3}[k];
        SnTrial t = hang(1, (const double[]){0.1}, h);
        double low = HUGE_VAL, high = -HUGE_VAL, most = 0;
        for (int i = 0; i < (int)(2 * M_PI / omega / h); i++) {
            double kinetic;
            sn_trial_steps(&t, 1);
            const double e = energy(&t, &kinetic);
            low = fmin(low, e), high = fmax(high, e), most = fmax(most, kinetic);
        }
        g_test_message("h %g: swings by %.3g of its kinetic energy, h omega %.3g", h,
                       (high - low) / most, h * omega);
        g_assert_cmpfloat(fabs((high - low) / (most * h * omega) - 1), <, 0.05);
        sn_trial_steps(&t, (int)(10 / h));
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_CUT], ==, 0);
        sn_trial_free(&t);
    }
}

static void test_chains(void)
{
    for (int n = 1; n <= 4; n++) {
        SnTrial t = hang(n, (const double[]){0.5, 0.7, 0.2, 0.4}, 1e-3);
        double most = 0, least = HUGE_VAL, worst = 0;
        for (int i = 0; i < 4000; i++) {
            double kinetic, lead = 0;
            sn_trial_steps(&t, 1);
            for (int b = 0; b < n; b++)
                lead -= 0.5e-3 * MASS * G * sn_state_u(t.state)[t.system->blocks[b].u + 2];
            const double e = energy(&t, &kinetic) + lead;
            least = fmin(least, e), most = fmax(most, kinetic);
            worst = fmax(worst, e - least);
        }
        g_test_message("%d links: E with the lead rises by %.2g of the kinetic energy", n,
                       worst / most);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(worst, <, 5e-4 * most);
        g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_CUT], ==, 0);
        sn_trial_free(&t);
    }
}

/* A step, and then as if the method had made all faster by this share. */
static SnFault leak(SnTrial *t, double share)
{
    double kept[SN_N_PARTS];
    memcpy(kept, sn_state_parts(t->state), sizeof kept);
    sn_trial_steps(t, 1);
    g_assert_cmpint(t->fault.code, ==, SN_FAULT_NONE);
    kept[SN_PARTS_SIZE] = sn_state_parts(t->state)[SN_PARTS_SIZE];
    memcpy(sn_state_parts(t->state), kept, sizeof kept);
    for (int i = 0; i < t->system->n_u; i++)
        sn_state_u(t->state)[i] *= 1 + share;
    t->work->step.size = t->system->step_size;
    sn_step_evaluate(t->system, t->system->inputs.base, t->state, t->work);
    return sn_watch_energy(t->system, t->system->inputs.base, t->state, t->work);
}

/* A thousandth at once, wherever it swings; and so little in each step that it takes many. */
static void test_gains(void)
{
    SnTrial t = hang(2, (const double[]){0.5, 0.4}, 1e-3);
    int tried = 0;
    double most = 0;
    for (int i = 0; i < 1500; i++) {
        double kinetic;
        energy(&t, &kinetic);
        most = fmax(most, kinetic);
        if (i > 400 && kinetic > 0.3 * most && i % 10 == 0) {
            SnState *before = sn_state_copy(t.state);
            g_assert_cmpint(leak(&t, 2e-3).code, ==, SN_FAULT_ENERGY);
            memcpy(t.state, before, before->size);
            sn_free(before);
            tried++;
        }
        sn_trial_steps(&t, 1);
    }
    g_assert_cmpint(tried, >, 30);
    int steps = 0;
    while (steps < 1000 && leak(&t, 5e-5).code == SN_FAULT_NONE)
        steps++;
    g_test_message("so little in each step: refused after %d", steps);
    g_assert_cmpint(steps, <, 1000);
    sn_trial_free(&t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/energy-swing/swings", test_swings);
    g_test_add_func("/sim/energy-swing/chains", test_chains);
    g_test_add_func("/sim/energy-swing/gains", test_gains);
    return g_test_run();
}
