/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pendulums and chains by backward Euler, whose energy swings below where it was: no step is cut,
 * nothing rises above the start, and no gain passes with it. */
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

/* Angle of a single link from the vertical after a time, by Runge and Kutta's fourth order in steps
 * so small that the rest is rounding. */
static double angle_after(double angle, double time)
{
    const double square = MASS * G * LINK / 2 / (INERTIA[1] + MASS * LINK * LINK / 4);
    const int steps = 20000;
    const double h = time / steps;
    double rate = 0;
    for (int i = 0; i < steps; i++) {
        const double a1 = -square * sin(angle), r2 = rate + h / 2 * a1;
        const double a2 = -square * sin(angle + h / 2 * rate), r3 = rate + h / 2 * a2;
        const double a3 = -square * sin(angle + h / 2 * r2), r4 = rate + h * a3;
        const double a4 = -square * sin(angle + h * r3);
        angle += h / 6 * (rate + 2 * r2 + 2 * r3 + r4);
        rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return angle;
}

/* Ten seconds: error of the angle; energy never rises above the start. */
static double swing(double angle, double h)
{
    SnTrial t = hang(1, &angle, h);
    const double start = -MASS * G * LINK / 2 * cos(angle), scale = start + MASS * G * LINK / 2;
    double highest = -HUGE_VAL, kinetic;
    for (int i = 0; i < (int)lrint(10 / h); i++) {
        sn_trial_steps(&t, 1);
        highest = fmax(highest, energy(&t, &kinetic) - start);
    }
    const double *q = sn_state_q_const(t.state);
    const double error = fabs(atan2(q[0], -q[2]) - angle_after(angle, 10)) / angle;
    g_test_message("%g rad, h %g: highest %.2g, %g steps cut, error %.3g", angle, h,
                   highest / scale, sn_state_parts(t.state)[SN_PARTS_CUT], error);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(highest, <, 1e-6 * scale);
    g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_CUT], ==, 0);
    sn_trial_free(&t);
    return error;
}

static void test_pendulum(void)
{
    static const double angles[] = {0.1, 0.5, 1.2}, most[] = {0.01, 0.04, 0.3};
    for (size_t k = 0; k < G_N_ELEMENTS(angles); k++) {
        const double fine = swing(angles[k], 5e-4), coarse = swing(angles[k], 1e-3);
        swing(angles[k], 5e-3);
        g_assert_cmpfloat(fine, <, 0.7 * coarse); /* of first order */
        g_assert_cmpfloat(coarse, <, most[k]);
    }
}

static void test_chains(void)
{
    for (int n = 2; n <= 6; n++) {
        SnTrial t = hang(n, (const double[]){0.5, 0.7, 0.2, 0.4, -0.3, 0.1}, 1e-3);
        double most = 0, highest = -HUGE_VAL, kinetic;
        const double start = energy(&t, &kinetic);
        for (int i = 0; i < 4000; i++) {
            sn_trial_steps(&t, 1);
            highest = fmax(highest, energy(&t, &kinetic) - start);
            most = fmax(most, kinetic);
        }
        g_test_message("%d links: energy rises by %.2g of the kinetic energy, %g steps cut", n,
                       highest / most, sn_state_parts(t.state)[SN_PARTS_CUT]);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        g_assert_cmpfloat(highest, <, 1e-6 * most);
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

/* A thousandth at once, wherever it swings: refused, or no higher than it has been.  And so little
 * in each step that it takes many. */
static void test_gains(void)
{
    SnTrial t = hang(2, (const double[]){0.5, 0.4}, 1e-3);
    int tried = 0, refused = 0;
    double most = 0, kinetic;
    const double start = energy(&t, &kinetic);
    for (int i = 0; i < 1500; i++) {
        energy(&t, &kinetic);
        most = fmax(most, kinetic);
        if (i > 400 && kinetic > 0.3 * most && i % 10 == 0) {
            SnState *before = sn_state_copy(t.state);
            const bool passes = leak(&t, 2e-3).code == SN_FAULT_NONE;
            g_assert_true(!passes || energy(&t, &kinetic) < start + 1e-6 * most);
            memcpy(t.state, before, before->size);
            sn_free(before);
            tried++, refused += !passes;
        }
        sn_trial_steps(&t, 1);
    }
    g_test_message("%d of %d refused", refused, tried);
    g_assert_cmpint(tried, >, 30);
    g_assert_cmpint(refused, >, tried / 2);
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
    g_test_add_func("/sim/energy-swing/pendulum", test_pendulum);
    g_test_add_func("/sim/energy-swing/chains", test_chains);
    g_test_add_func("/sim/energy-swing/gains", test_gains);
    return g_test_run();
}
