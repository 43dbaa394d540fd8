/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands in the solve: derivatives, mass, momentum, constraints, state. */
#include "engine/check/build_spline.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { NODES = 7 };

static const double still[3] = {0};

static SnStrandParameters material(void)
{
    return (SnStrandParameters){.radius = 0.01,
                                .line_density = 0.2,
                                .stiffness = 50,
                                .damping = 0.4,
                                .bending = 0.3,
                                .gravity = {0, 0, -9.81},
                                .muscle = -1};
}

static void random_nodes(Random *r, double (*x)[3])
{
    for (int i = 0; i < NODES; i++) {
        random_vector(r, 0.1, x[i]);
        x[i][0] += 0.5 * i;
    }
}

static const double (*constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

/* A strand on its own, away from its rest shape, all moving. */
static SnSystem *random_strand(uint64_t seed, SnStepMethod method, double h, double gravity)
{
    Random r = {seed};
    double rest[NODES][3];
    SnBuild *build = sn_build_new(method, h);
    SnStrandParameters p = material();
    p.gravity[2] = gravity;
    const SnMuscleParameters muscle = {.type = 2, .max_force = 9};
    random_nodes(&r, rest);
    const int strand =
        sn_build_spline(build, NODES, constant(rest), seed % 2, &p, 0.95, NULL, &muscle);
    for (int i = 0; i < NODES; i++) {
        const int block = sn_build_spline_node(build, strand, i);
        double v[3], more[3];
        random_vector(&r, 0.6, v);
        random_vector(&r, 0.1, more);
        sn_build_velocity(build, block, v, NULL);
        sn_v3_add(build->q[block], more, build->q[block]);
    }
    build->system->splines[strand].mass_damping = 0;
    build->system->input0[build->system->muscles[0].excitation] = 0.6;
    return sn_build_finish(build, still);
}

static void momentum_of(const SnTrial *trial, double energy[2], double momentum[6])
{
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
}

/* Free flight: linear momentum exactly, angular momentum to the order of the method. */
static void test_momentum(void)
{
    const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                    SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                    SN_STEP_NEWTON_TRAPEZOIDAL};
    for (size_t m = 0; m < G_N_ELEMENTS(methods); m++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            double before[6], after[6], energy[2];
            SnTrial trial =
                sn_trial_new(random_strand(seed, methods[m], 1e-4, 0), SN_LINSOLVE_SPARSE);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            momentum_of(&trial, energy, before);
            sn_trial_steps(&trial, 300);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            momentum_of(&trial, energy, after);
            for (int k = 0; k < 3; k++)
                g_assert_cmpfloat_with_epsilon(after[k], before[k], 1e-10);
            g_test_message("method %d: angular momentum off by %.2g of %.2g", (int)methods[m],
                           sn_v3_distance(after + 3, before + 3), sn_v3_norm(before + 3));
            g_assert_cmpfloat(sn_v3_distance(after + 3, before + 3), <,
                              2e-4 * (1 + sn_v3_norm(before + 3)));
            sn_trial_free(&trial);
        }
}

/* Energy of an undamped strand with Runge and Kutta. */
static void test_energy(void)
{
    SnSystem *system = random_strand(3, SN_STEP_RUNGE_KUTTA_4, 2e-5, -9.81);
    system->splines[0].p.damping = 0;
    double start[2], end[2], momentum[6];
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    momentum_of(&trial, start, momentum);
    sn_trial_steps(&trial, 2000);
    momentum_of(&trial, end, momentum);
    g_test_message("energy %.9g -> %.9g J, kinetic %.4g -> %.4g", start[0] + start[1],
                   end[0] + end[1], start[0], end[0]);
    g_assert_cmpfloat_with_epsilon(start[0] + start[1], end[0] + end[1], 1e-6);
    g_assert_cmpfloat(fabs(start[0] - end[0]), >, 1e-3);
    sn_trial_free(&trial);
}

/* The weight of a falling strand pulls all of it equally: no strain comes of it. */
static void test_falls(void)
{
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const SnStrandParameters p = material();
    Random r = {5};
    double rest[NODES][3], before[NODES][3];
    random_nodes(&r, rest);
    sn_build_spline(build, NODES, constant(rest), true, &p, 1, NULL, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    /* free of bending stress, that a crooked strand is not born without */
    trial.system->splines[0].p.bending = 0;
    sn_evaluate(trial.system, trial.system->input0, trial.state, trial.work);
    for (int i = 0; i < NODES; i++)
        sn_v3_copy(sn_state_q(trial.state) + 3 * i, before[i]);
    sn_trial_steps(&trial, 100);
    for (int i = 0; i < NODES; i++) {
        const double *x = sn_state_q(trial.state) + 3 * i;
        g_assert_cmpfloat_with_epsilon(x[2] - before[i][2], -0.5 * 9.81 * 0.01, 1e-9);
        g_assert_cmpfloat_with_epsilon(x[0], before[i][0], 1e-9);
    }
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spline-step/momentum", test_momentum);
    g_test_add_func("/spline-step/energy", test_energy);
    g_test_add_func("/spline-step/falls", test_falls);
    return g_test_run();
}
