/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands in the step: beams against closed forms, conservation, determinism, memory. */
#include "engine/base/vec.h"
#include "engine/check/build/build_rod.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/resumed.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define FRAMES 21

static const double NO_GRAVITY[3] = {0, 0, 0};
static const double HALF[2] = {0.01, 0.01};
static const double EI = SN_CANTILEVER_BENDING, GJ = SN_CANTILEVER_TWIST;

static const double *frame_q(const SnTrial *trial, int i)
{
    const SnSystem *system = trial->system;
    return sn_state_q_const(trial->state) + system->blocks[system->rods.frame_block[i]].q;
}

/* P L^3 / 3 EI, exact for any number of segments (the cubic beam). */
static void test_tip_load(void)
{
    for (int n = 3; n <= FRAMES; n += 6) {
        const double p = 1e-4 * EI, load[6] = {0, 0, p};
        SnTrial trial = sn_build_cantilever(n, load);
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double exact = p / (3 * EI), tip = frame_q(&trial, n - 1)[2];
        g_test_message("%d frames: deflection / (P L^3 / 3 E I) = %.9f", n, tip / exact);
        g_assert_cmpfloat(fabs(tip / exact - 1), <, 2e-6);
        sn_trial_free(&trial);
    }
}

/* The thesis's energy (constants kb = 2 E I / L) is the trapezoidal rule of the bending energy:
 * P L^3 / E I (1/3 + 1/(6 n^2)). */
static void test_tip_load_of_constants(void)
{
    for (int n = 3; n <= FRAMES; n += 6) {
        const double p = 1e-4 * EI, load[6] = {0, 0, p};
        SnTrial trial = sn_build_cantilever(n, load);
        SnSystemRod *rod = &trial.system->rods.rods[0];
        const double segments = n - 1;
        rod->constants = true;
        rod->bending = 2 * EI * segments;
        rod->twisting = GJ * segments;
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double exact = p / EI * (1.0 / 3 + 1 / (6 * segments * segments));
        g_assert_cmpfloat(fabs(frame_q(&trial, n - 1)[2] / exact - 1), <, 2e-6);
        sn_trial_free(&trial);
    }
}

/* A moment 2 pi E I / L bends the rod to a closed circle; the distance of its ends falls with the
 * square of the segments' length. */
static void test_circle(void)
{
    double gap[2];
    for (int k = 0; k < 2; k++) {
        const int n = k ? 41 : 21;
        const double load[6] = {0};
        SnTrial trial = sn_build_cantilever(n, load);
        for (int i = 1; i <= 40; i++) {
            trial.system->inputs.base[4] = 2 * M_PI * EI * i / 40;
            sn_trial_steps(&trial, 1);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        }
        gap[k] = sn_v3_distance(frame_q(&trial, n - 1), frame_q(&trial, 0));
        sn_trial_free(&trial);
    }
    g_test_message("gap of the circle: %g m of 1 m with 20 segments, %g m with 40", gap[0], gap[1]);
    g_assert_cmpfloat(gap[1], <, 0.0055);
    g_assert_cmpfloat(gap[0] / gap[1], >, 3.5);
}

/* T L / G J. */
static void test_torsion(void)
{
    const int n = 11;
    const double moment = 0.8 * GJ, load[6] = {0, 0, 0, moment};
    SnTrial trial = sn_build_cantilever(n, load);
    sn_trial_steps(&trial, 1);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    const double *q = frame_q(&trial, n - 1), *q0 = frame_q(&trial, 0);
    double conjugate[4], turn[4], w[3];
    sn_q_conj(q0 + 3, conjugate);
    sn_q_mul(q + 3, conjugate, turn);
    sn_q_log(turn, w);
    g_assert_cmpfloat(fabs(w[0] - 0.8), <, 1e-9);
    sn_trial_free(&trial);
}

/* First frequency of a clamped beam, 1.8751^2 sqrt(E I / rho A L^4). */
static void test_frequency(void)
{
    const int n = 21;
    const double p = 1e-3 * EI, load[6] = {0, 0, p};
    SnTrial trial = sn_build_cantilever(n, load);
    sn_trial_steps(&trial, 1);
    const double period = 2 * M_PI / (1.875104 * 1.875104 * sqrt(EI / SN_CANTILEVER_MASS));
    trial.system->method = SN_STEP_TRAPEZOIDAL;
    trial.system->step_size = period / 400;
    memset(trial.system->inputs.base, 0, 6 * sizeof(double));
    int crossings = 0;
    double before = 1, first = 0, last = 0;
    for (int i = 0; i < 2000; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double z = frame_q(&trial, n - 1)[2];
        if (z * before < 0) {
            last = i + 1 - z / (z - before);
            first = crossings++ == 0 ? last : first;
        }
        before = z;
    }
    const double measured = 2 * (last - first) / (crossings - 1) / 400;
    g_test_message("period / closed form = %.6f", measured);
    g_assert_cmpfloat(fabs(measured - 1), <, 0.004);
    sn_trial_free(&trial);
}

/* --- free motion --- */

static SnTrial flying(SnStepMethod method, double h, double damping)
{
    SnBuild *build = sn_build_new(method, h);
    int bodies[6];
    sn_build_rod_line(build, 6, 1, 0.3, HALF, bodies);
    for (int i = 0; i < 6; i++) {
        const double v[3] = {0.1 * i, 0.5 * i - 0.1 * i * i, 0.7}, w[3] = {1 + i, 2, -0.4 * i};
        sn_build_velocity(build, bodies[i], v, w);
    }
    const int number = sn_build_rod(build, 6, bodies, HALF);
    SnSystemRod *rod = &build->system->rods.rods[number];
    rod->youngs_modulus = 1e6;
    rod->bending_modulus = 3e6;
    rod->shear_modulus = 1e6;
    rod->damping = rod->bending_damping = damping;
    return sn_trial_new(sn_build_finish(build, NO_GRAVITY), SN_LINSOLVE_AUTO);
}

static void audit(const SnTrial *trial, double *energy, double momentum[6])
{
    double parts[2];
    sn_audit(trial->system, trial->state, trial->work, parts, momentum);
    *energy = parts[0] + parts[1];
}

static double momentum_error(const double a[6], const double b[6])
{
    double worst = 0;
    for (int i = 0; i < 6; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

static void test_conservation(void)
{
    double energy[3], momentum[3][6], drift[2];
    for (int k = 0; k < 2; k++) {
        const int steps = k ? 8000 : 4000;
        SnTrial trial = flying(SN_STEP_RUNGE_KUTTA_4, 0.5 / steps, 0);
        audit(&trial, &energy[0], momentum[0]);
        sn_trial_steps(&trial, steps);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        audit(&trial, &energy[1], momentum[1]);
        drift[k] = fabs(energy[1] / energy[0] - 1);
        g_assert_cmpfloat(momentum_error(momentum[0], momentum[1]), <, 1e-9);
        sn_trial_free(&trial);
    }
    g_test_message("energy: relative error %g, half the step %g", drift[0], drift[1]);
    g_assert_cmpfloat(drift[0], <, 1e-5);
    g_assert_cmpfloat(drift[1], <, drift[0] / 8);

    /* implicit, with dampers: linear momentum exactly, and energy falls */
    SnTrial trial = flying(SN_STEP_BACKWARD_EULER, 0.001, 0.002);
    audit(&trial, &energy[0], momentum[0]);
    energy[1] = energy[0];
    for (int i = 0; i < 200; i++) {
        sn_trial_steps(&trial, 1);
        audit(&trial, &energy[2], momentum[2]);
        g_assert_cmpfloat(energy[2], <=, energy[1] * (1 + 1e-9));
        energy[1] = energy[2];
    }
    for (int i = 0; i < 3; i++)
        g_assert_cmpfloat(fabs(momentum[2][i] - momentum[0][i]), <, 1e-12);
    g_assert_cmpfloat(energy[2], <, energy[0]);
    sn_trial_free(&trial);
}

static void test_state(void)
{
    SnTrial trial = flying(SN_STEP_BACKWARD_EULER, 0.001, 0.002);
    sn_trial_steps(&trial, 37);
    check_resumed(&trial, 50);
    sn_trial_free(&trial);
}

/* --- a muscle in series (thesis, Fig. 4.3) --- */

/* Drawn out slowly; the least and the largest strain of its segments, and the tension. */
static void stretch_muscle(bool flattened, double strain, double least_most[2], double *tension)
{
    int target;
    SnTrial trial = sn_build_muscle_series(0.002, flattened, &target);
    const int steps = 10000; /* 20 s */
    for (int i = 1; i <= steps; i++) {
        trial.system->inputs.base[target] = 0.2 * strain * i / steps;
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    }
    least_most[0] = HUGE_VAL, least_most[1] = -HUGE_VAL;
    for (int i = 0; i < trial.system->rods.n_segments; i++) {
        const double e = trial.work->forces.rod->segments[i].length / 0.02 - 1;
        least_most[0] = fmin(least_most[0], e);
        least_most[1] = fmax(least_most[1], e);
    }
    *tension = trial.work->forces.rod->rods[0].tension;
    sn_trial_free(&trial);
}

static void test_negative_stiffness(void)
{
    double flat[2], falling[2], tension[2];
    stretch_muscle(true, 0.3, flat, &tension[0]);
    stretch_muscle(false, 0.3, falling, &tension[1]);
    g_test_message("strain of ten segments at 0.3: flattened %.4f..%.4f (%.2f N), falling "
                   "%.4f..%.4f (%.2f N)",
                   flat[0], flat[1], tension[0], falling[0], falling[1], tension[1]);
    g_assert_cmpfloat(flat[1] - flat[0], <, 0.01);
    g_assert_cmpfloat(fabs(tension[0] - (100 + 30 * 0.3 / 0.8)), <, 1);
    g_assert_cmpfloat(falling[1] - falling[0], >, 0.3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rods/tip-load", test_tip_load);
    g_test_add_func("/rods/tip-load-of-constants", test_tip_load_of_constants);
    g_test_add_func("/rods/circle", test_circle);
    g_test_add_func("/rods/torsion", test_torsion);
    g_test_add_func("/rods/frequency", test_frequency);
    g_test_add_func("/rods/conservation", test_conservation);
    g_test_add_func("/rods/state", test_state);
    g_test_add_func("/rods/negative-stiffness", test_negative_stiffness);
    return g_test_run();
}
