/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles with elastic tendons, ligaments and viscoelastic springs in the step: convergence, long
 * steps, energy, closed forms, and what the state remembers. */
#include "engine/check/build/build_system.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/build_forces.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const int laws[] = {SN_MUSCLE_TYPE_THELEN, SN_MUSCLE_TYPE_MILLARD, SN_MUSCLE_TYPE_SCHUTTE,
                           SN_MUSCLE_TYPE_DE_GROOTE};
#define N_LAWS 4

static SnMuscleParameters muscle_of(int type)
{
    return (SnMuscleParameters){.type = type,
                                .max_force = 1000,
                                .optimal_length = 0.1,
                                .tendon_slack_length = 0.2,
                                .pennation = 0.35,
                                .max_velocity = 10,
                                .fibre_damping = 0.05,
                                .tendon_strain = 0.049,
                                .thelen = SN_THELEN_2003};
}

/* A weight on a muscle, from the world's origin. */
static SnTrial hung(const SnMuscleParameters *muscle, SnStepMethod method, double h, double mass,
                    double length, double excitation)
{
    SnBuild *build = sn_build_new(method, h);
    const int weight = sn_build_particle(build, mass, (double[3]){0, 0, -length});
    const int ends[2] = {sn_build_point(build, -1, (double[3]){0, 0, 0}),
                         sn_build_point(build, weight, (double[3]){0, 0, 0})};
    sn_build_muscle(build, 2, ends, muscle);
    build->system->inputs.base[build->system->paths.muscles[0].excitation] = excitation;
    return sn_trial_new(sn_build_finish(build, (double[3]){0, 0, -9.81}), SN_LINSOLVE_DENSE);
}

static double height_after(const SnMuscleParameters *muscle, SnStepMethod method, double h,
                           double time)
{
    SnTrial trial = hung(muscle, method, h, 20, 0.3, 0.6);
    sn_trial_steps(&trial, (int)lround(time / h));
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    const double z = sn_state_q(trial.state)[2];
    sn_trial_free(&trial);
    return z;
}

/* Every method tends to the same motion, with its order. */
static void test_order(void)
{
    static const struct {
        SnStepMethod method;
        double error; /* at 4 ms [m] */
        double gain;  /* in error at 1 ms */
    } methods[] = {{SN_STEP_BACKWARD_EULER, 4e-3, 3},     {SN_STEP_NEWTON_EULER, 2e-3, 3},
                   {SN_STEP_SYMPLECTIC_EULER, 8e-3, 3},   {SN_STEP_TRAPEZOIDAL, 1e-4, 8},
                   {SN_STEP_NEWTON_TRAPEZOIDAL, 1e-4, 8}, {SN_STEP_RUNGE_KUTTA_4, 1e-4, 8}};
    for (int i = 0; i < N_LAWS; i++) {
        const SnMuscleParameters muscle = muscle_of(laws[i]);
        const double exact = height_after(&muscle, SN_STEP_TRAPEZOIDAL, 2.5e-5, 0.2);
        for (size_t k = 0; k < G_N_ELEMENTS(methods); k++) {
            const double coarse = height_after(&muscle, methods[k].method, 4e-3, 0.2) - exact;
            const double fine = height_after(&muscle, methods[k].method, 1e-3, 0.2) - exact;
            g_test_message("law %d method %d: %.2e at 4 ms, %.2e at 1 ms", i, methods[k].method,
                           coarse, fine);
            g_assert_cmpfloat(fabs(coarse), <, methods[k].error);
            g_assert_cmpfloat(fabs(fine), <, fabs(coarse) / methods[k].gain + 2e-6);
        }
    }
}

/* A light point between two muscles that pull: long steps neither swing nor are refused, and end
 * in the equilibrium. */
static void test_tug_of_war(void)
{
    for (int i = 0; i < N_LAWS; i++)
        for (int k = 0; k < 3; k++) {
            const double h = k == 0 ? 1e-3 : k == 1 ? 5e-3 : 1e-2;
            const SnMuscleParameters muscle = muscle_of(laws[i]);
            SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, h);
            const int bead = sn_build_particle(build, 0.01, (double[3]){0, 0, 0});
            const int middle = sn_build_point(build, bead, (double[3]){0, 0, 0});
            for (int side = -1; side <= 1; side += 2) {
                const int ends[2] = {sn_build_point(build, -1, (double[3]){0.3 * side, 0, 0}),
                                     middle};
                sn_build_muscle(build, 2, ends, &muscle);
            }
            SnSystem *system = build->system;
            system->inputs.base[system->paths.muscles[0].excitation] = 0.4;
            system->inputs.base[system->paths.muscles[1].excitation] = 0.9;
            SnTrial trial = sn_trial_new(sn_build_finish(build, (double[3]){0}), SN_LINSOLVE_DENSE);
            sn_trial_steps(&trial, (int)lround(2 / h));
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            const SnPathResults *paths = trial.work->forces.paths;
            g_assert_cmpfloat(fabs(sn_state_u(trial.state)[0]), <, 1e-4);
            g_assert_cmpfloat(sn_state_q(trial.state)[0], >, 0.005);
            g_assert_cmpfloat(fabs(paths[0].tension - paths[1].tension), <,
                              1e-3 * paths[0].tension);
            g_assert_cmpfloat(paths[0].tension, >, 200);
            sn_trial_free(&trial);
        }
}

static double total_energy(const SnTrial *trial)
{
    double energy[2];
    sn_audit(trial->system, trial->state, trial->work, energy, NULL);
    return energy[0] + energy[1];
}

/* A muscle that is not active and has no damping is a spring: what it stores it gives back. */
static void test_passive_energy(void)
{
    for (int i = 0; i < N_LAWS; i++)
        for (int rigid = 0; rigid < 2; rigid++) {
            SnMuscleParameters muscle = muscle_of(laws[i]);
            muscle.fibre_damping = 0;
            muscle.rigid_tendon = rigid;
            SnTrial trial = hung(&muscle, SN_STEP_NEWTON_TRAPEZOIDAL, 2e-4, 5, 0.33, 0);
            const double before = total_energy(&trial);
            double worst = 0, swing = 0;
            for (int k = 0; k < 2500; k++) {
                sn_trial_steps(&trial, 1);
                g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
                worst = fmax(worst, fabs(total_energy(&trial) - before));
                swing = fmax(swing, trial.work->forces.paths[0].energy);
            }
            g_test_message("law %d rigid %d: %.2e J of %.2e J", i, rigid, worst, swing);
            g_assert_cmpfloat(swing, >, 0.1);
            g_assert_cmpfloat(worst, <, 2e-3 * swing);
            sn_trial_free(&trial);
        }
}

/* --- springs --- */

/* A spring whose end is held at 1.2 m, from a start at rest length 1 m: kinematic, moved in the
 * first step. */
static SnTrial pulled(const SnSpringParameters *spring, SnStepMethod method, double h)
{
    SnBuild *build = sn_build_new(method, h);
    const int end = sn_build_particle(build, 1, (double[3]){1, 0, 0});
    sn_build_fix(build, end);
    const int ends[2] = {sn_build_point(build, -1, (double[3]){0, 0, 0}),
                         sn_build_point(build, end, (double[3]){0, 0, 0})};
    sn_build_spring(build, 2, ends, 1, 1, 1);
    build->system->paths.springs[0] = *spring;
    double points[9][2];
    for (int i = 0; i < 9; i++) {
        points[i][0] = 0.05 * i;
        points[i][1] = 200 * points[i][0] * points[i][0];
    }
    SnSplineTable *table = SN_BUILD_GROW(build->system->paths.tables, 0);
    *table = sn_spline_table((const double(*)[2])points, 9);
    build->system->paths.n_tables = 1;
    SnTrial trial = sn_trial_new(sn_build_finish(build, (double[3]){0}), SN_LINSOLVE_DENSE);
    sn_state_q(trial.state)[trial.system->blocks[trial.system->paths.block[0]].q] = 1.2;
    return trial;
}

/* Relaxation: k d (+ k1 d) exp(-t k1 / c1). */
static void test_relaxation(void)
{
    const SnSpringParameters maxwell = {
        .type = SN_SPRING_TYPE_MAXWELL, .stiffness = 50, .damping = 10, .rest_length = 1};
    const SnSpringParameters standard = {.type = SN_SPRING_TYPE_STANDARD_LINEAR,
                                         .stiffness = 30,
                                         .damping = 0,
                                         .rest_length = 1,
                                         .arm_stiffness = 50,
                                         .arm_damping = 10};
    for (int k = 0; k < 2; k++) {
        SnTrial trial = pulled(k ? &standard : &maxwell, SN_STEP_TRAPEZOIDAL, 1e-3);
        sn_trial_steps(&trial, 300);
        const double exact = (k ? 30 * 0.2 : 0) + 50 * 0.2 * exp(-0.3 * 50 / 10);
        g_assert_cmpfloat(fabs(trial.work->forces.paths[0].tension - exact), <, 1e-9 * exact);
        sn_trial_free(&trial);
    }
}

/* Creep of a standard linear solid under a load without inertia: x = F / k (1 - k1 / (k + k1)
 * exp(-t / tau)), tau = c1 (k + k1) / (k k1). */
static void test_creep(void)
{
    const double k = 30, k1 = 50, c1 = 10, force = 0.01 * 9.81;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-4);
    const int weight = sn_build_particle(build, 0.01, (double[3]){0, 0, -1 - force / (k + k1)});
    const int ends[2] = {sn_build_point(build, -1, (double[3]){0, 0, 0}),
                         sn_build_point(build, weight, (double[3]){0, 0, 0})};
    sn_build_spring(build, 2, ends, k, 0.05, 1);
    SnSpringParameters *spring = &build->system->paths.springs[0];
    spring->type = SN_SPRING_TYPE_STANDARD_LINEAR;
    spring->arm_stiffness = k1, spring->arm_damping = c1;
    SnTrial trial =
        sn_trial_new(sn_build_finish(build, (double[3]){0, 0, -9.81}), SN_LINSOLVE_DENSE);
    sn_state_history(trial.state)[spring->memory] = 1; /* not relaxed at the start's length */
    sn_trial_steps(&trial, 5000);
    const double tau = c1 * (k + k1) / (k * k1);
    const double exact = force / k * (1 - k1 / (k + k1) * exp(-0.5 / tau));
    const double x = -sn_state_q(trial.state)[2] - 1;
    g_assert_cmpfloat(fabs(x - exact), <, 0.01 * exact);
    sn_trial_free(&trial);
}

static SnPathResults at_length(SnTrial *trial, double length, double rate)
{
    const SnBlock *block = &trial->system->blocks[trial->system->paths.block[0]];
    sn_state_q(trial->state)[block->q] = length;
    sn_state_u(trial->state)[block->u] = rate;
    sn_evaluate(trial->system, trial->system->inputs.base, trial->state, trial->work);
    return trial->work->forces.paths[0];
}

/* Blankevoort 1991: OpenSim's figures (FORCE_FACTS), damping while it lengthens beyond slack alone;
 * a spline through points of a parabola is the parabola. */
static void test_ligaments(void)
{
    SnSpringParameters ligament = {.type = SN_SPRING_TYPE_BLANKEVOORT,
                                   .stiffness = 10,
                                   .damping = 0.003,
                                   .rest_length = 1,
                                   .transition = 0.06};
    SnTrial trial = pulled(&ligament, SN_STEP_BACKWARD_EULER, 1e-3);
    const double f6 = at_length(&trial, 1.06, 0).tension, f8 = at_length(&trial, 1.08, 0).tension;
    g_assert_cmpfloat_with_epsilon(f8 - f6, 0.2, 1e-12);
    g_assert_cmpfloat_with_epsilon(at_length(&trial, 1.03, 0).tension, 10 * 9e-4 / 0.12, 1e-12);
    g_assert_cmpfloat(at_length(&trial, 0.99, 3).tension, ==, 0);
    g_assert_cmpfloat_with_epsilon(at_length(&trial, 1.08, 2).tension - f8, 10 * 0.003 * 2, 1e-12);
    g_assert_cmpfloat(at_length(&trial, 1.08, -2).tension, ==, f8);
    for (double l = 1.001; l < 1.2; l += 0.013) { /* energy is the integral of the tension */
        const double h = 1e-6;
        const double slope =
            (at_length(&trial, l + h, 0).energy - at_length(&trial, l - h, 0).energy) / (2 * h);
        g_assert_cmpfloat_with_epsilon(slope, at_length(&trial, l, 0).tension, 1e-7);
    }
    sn_trial_free(&trial);
    ligament.type = SN_SPRING_TYPE_TABLE;
    ligament.rest_length = 0.8;
    trial = pulled(&ligament, SN_STEP_BACKWARD_EULER, 1e-3);
    g_assert_cmpfloat_with_epsilon(at_length(&trial, 1, 0).tension, 200 * 0.25 * 0.25, 1e-9);
    g_assert_cmpfloat_with_epsilon(at_length(&trial, 1, 0).energy, 0.8 * 200 * pow(0.25, 3) / 3,
                                   1e-9);
    sn_trial_free(&trial);
}

/* The state has all: what goes on from a copy has the same bits; a muscle that is not known begins
 * in equilibrium. */
static void test_memory(void)
{
    for (int i = 0; i < N_LAWS; i++) {
        const SnMuscleParameters muscle = muscle_of(laws[i]);
        SnTrial trial = hung(&muscle, SN_STEP_TRAPEZOIDAL, 2e-3, 20, 0.3, 0.6);
        const double still = trial.work->forces.paths[0].tension;
        g_assert_cmpfloat(fabs(trial.work->forces.paths[0].fibre_velocity), <, 1e-6);
        g_assert_cmpfloat(still, >, 100);
        sn_trial_steps(&trial, 40);
        SnState *kept = sn_state_copy(trial.state);
        sn_trial_steps(&trial, 30);
        const uint64_t hash = sn_state_hash(trial.state);
        SnWorkspace *other = sn_workspace_new(trial.system, SN_LINSOLVE_DENSE);
        for (int k = 0; k < 30; k++)
            sn_step(trial.system, trial.system->inputs.base, kept, other);
        g_assert_cmpuint(sn_state_hash(kept), ==, hash);
        sn_workspace_free(other);
        sn_free(kept);
        sn_trial_free(&trial);
    }
}

/* An activation that is no number stops the step in its muscle's name. */
static void test_fault_names_muscle(void)
{
    SnMuscleParameters muscle = muscle_of(SN_MUSCLE_TYPE_MILLARD);
    muscle.dynamics = true;
    muscle.rise_time = 0.01;
    muscle.fall_time = 0.04;
    SnTrial trial = hung(&muscle, SN_STEP_BACKWARD_EULER, 1e-3, 20, 0.3, 0.6);
    sn_trial_steps(&trial, 1);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    sn_state_activation(trial.state)[0] = NAN;
    sn_trial_steps(&trial, 1);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NOT_FINITE);
    g_assert_true(sn_id_equal(trial.fault.id, trial.system->paths.paths[0].id));
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/muscle-step/order", test_order);
    g_test_add_func("/muscle-step/tug-of-war", test_tug_of_war);
    g_test_add_func("/muscle-step/passive-energy", test_passive_energy);
    g_test_add_func("/muscle-step/relaxation", test_relaxation);
    g_test_add_func("/muscle-step/creep", test_creep);
    g_test_add_func("/muscle-step/ligaments", test_ligaments);
    g_test_add_func("/muscle-step/memory", test_memory);
    g_test_add_func("/muscle-step/fault-names-muscle", test_fault_names_muscle);
    return g_test_run();
}
