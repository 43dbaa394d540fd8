/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses that hang on bodies move as if they were part of them, whatever the method; momenta and
 * energy of attached clusters; driven attachments. */
#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NOTHING[3] = {0}, ORIGIN[3] = {0};
static const double INERTIA[3] = {0.02, 0.03, 0.04}, SPIN[3] = {1, 2, -1.5},
                    PUSH[3] = {0.3, 0, 0.1};
static const double MASS[4] = {0.3, 0.2, 0.3, 0.2};
/* pairwise opposite: the centre stays */
static const double ARM[4][3] = {{0.1, 0, 0.05}, {0, 0.15, 0}, {-0.1, 0, -0.05}, {0, -0.15, 0}};
static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER,   SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                       SN_STEP_NEWTON_EULER,     SN_STEP_NEWTON_TRAPEZOIDAL};

/* One body, its masses part of it or hung on it: two directly, one by way of a point, one by way of
 * a massless body. */
static SnTrial spinning(SnStepMethod method, double h, bool hung)
{
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1, INERTIA, ORIGIN, NULL);
    sn_build_velocity(build, body, PUSH, SPIN);
    for (int i = 0; i < 4; i++) {
        if (!hung) {
            SnBlock *block = &build->system->blocks[body];
            block->mass += MASS[i];
            for (int e = 0; e < 9; e++)
                block->inertia[e] += MASS[i] * ((e % 4 == 0 ? sn_v3_dot(ARM[i], ARM[i]) : 0) -
                                                ARM[i][e / 3] * ARM[i][e % 3]);
            continue;
        }
        int master = body;
        if (i == 3) {
            const double aside[3] = {0.02, 0.03, 0}, turn[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0};
            master = sn_build_body(build, 0, NOTHING, aside, turn);
            sn_build_attach_to_body(build, master, body);
        }
        const int point = sn_build_particle(build, i == 2 ? 0 : MASS[i], ARM[i]);
        sn_build_attach_to_body(build, point, master);
        if (i == 2) {
            const double one = 1;
            const int second = sn_build_particle(build, MASS[i], ARM[i]);
            sn_build_attach_to_points(build, second, 1, &point, &one);
        }
    }
    return sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
}

static double apart(SnStepMethod method, double h)
{
    double q[2][7];
    for (int hung = 0; hung < 2; hung++) {
        /* the true motion of the compound, to within its free drift */
        SnTrial trial = spinning(hung ? method : SN_STEP_RUNGE_KUTTA_4, hung ? h : 1e-3, hung);
        sn_trial_steps(&trial, (int)rint(0.5 / (hung ? h : 1e-3)));
        if (trial.fault.code != SN_FAULT_NONE)
            g_error("method %d: %s", method, trial.fault.text);
        memcpy(q[hung], sn_state_q(trial.state), sizeof q[hung]);
        sn_trial_free(&trial);
    }
    double sum = 0;
    for (int i = 0; i < 7; i++)
        sum += (q[1][i] - q[0][i]) * (q[1][i] - q[0][i]);
    return sqrt(sum);
}

static void test_hung_masses(void)
{
    static const double order[] = {1, 1, 1, 4, 1, 2};
    for (size_t k = 0; k < G_N_ELEMENTS(METHODS); k++) {
        const double h = METHODS[k] == SN_STEP_RUNGE_KUTTA_4 ? 0.02 : 0.0025;
        const double coarse = apart(METHODS[k], h), fine = apart(METHODS[k], h / 2);
        g_test_message("method %d: %g %g order %g", METHODS[k], coarse, fine, log2(coarse / fine));
        g_assert_cmpfloat(coarse, <, 0.05);
        g_assert_true(log2(coarse / fine) > order[k] - 0.3 || fine < 1e-11);
    }
}

/* A cluster of everything that can hang, free in space. */
static void test_momenta(void)
{
    for (size_t k = 0; k < G_N_ELEMENTS(METHODS); k++) {
        SnSystem *system = random_system(6, RANDOM_ATTACHMENTS, METHODS[k], 2e-4);
        for (int i = 0; i < system->n_blocks; i++)
            memset(system->blocks[i].gravity, 0, sizeof system->blocks[i].gravity);
        for (int i = 0; i < system->inputs.n; i++)
            if (!isnan(system->inputs.base[i]))
                system->inputs.base[i] =
                    system->inputs.base[i] == 1 ? 1 : 0; /* no loads, no motion of targets */
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
        double energy[2], later[2], momentum[6];
        sn_audit(system, trial.state, trial.work, energy, momentum);
        sn_trial_steps(&trial, 500);
        if (trial.fault.code != SN_FAULT_NONE)
            g_error("method %d: %s", METHODS[k], trial.fault.text);
        sn_audit(system, trial.state, trial.work, later, momentum);
        g_test_message("method %d: energy %g to %g", METHODS[k], energy[0] + energy[1],
                       later[0] + later[1]);
        /* springs have dampers: it can only fall */
        g_assert_cmpfloat(later[0] + later[1], <, 1.001 * (energy[0] + energy[1]));
        sn_trial_free(&trial);
    }
}

/* A mass between a moving and a driven point: accelerating the driven one pushes the other back. */
static void test_prescribed_mass(void)
{
    for (size_t k = 0; k < G_N_ELEMENTS(METHODS); k++) {
        static const double left[3] = {0, 0, 0}, right[3] = {1, 0, 0}, half[2] = {0.5, 0.5};
        const double h = 1e-4;
        SnBuild *build = sn_build_new(METHODS[k], h);
        const int ends[2] = {sn_build_particle(build, 1, left), sn_build_particle(build, 1, right)};
        const int middle = sn_build_particle(build, 2, left);
        sn_build_attach_to_points(build, middle, 2, ends, half);
        const int target = sn_build_kinematic(build, ends[1]);
        SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
        double v = 0;
        for (int i = 0; i < 1000; i++) { /* acceleration 1 */
            v = h * (i + 1);
            trial.system->inputs.base[target + 3] = v;
            sn_trial_steps(&trial, 1);
        }
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        /* (1 + 2/4) x'' + 2/4 = 0 */
        const double *u = sn_state_u(trial.state);
        g_test_message("method %d: %g, driven %g", METHODS[k], u[0], v);
        g_assert_cmpfloat(fabs(u[0] + v / 3), <, 2e-3 * v);
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/attached/hung-masses", test_hung_masses);
    g_test_add_func("/sim/attached/momenta", test_momenta);
    g_test_add_func("/sim/attached/driven-mass", test_prescribed_mass);
    return g_test_run();
}
