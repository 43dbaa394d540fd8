/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods that iterate to tolerance: order, constraints at the end of the step, conservation,
 * static equilibrium against the rest of a damped motion, load steps, faults. */
#include "engine/base/vec.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/fem_systems.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const double NOTHING[3] = {0};
static const int BEAM[3] = {4, 2, 2};

/* --- order --- */

/* State after `time` with steps of h: a double pendulum, a beam with everything on it, springs and
 * bodies. */
static SnState *motion(int which, SnStepMethod method, double h, double time)
{
    SnSystem *system;
    if (which == 0)
        system = sn_build_chain(2, method, h);
    else if (which == 1)
        system = fem_system(BEAM, FEM_FIXED | FEM_DAMPED | FEM_SEGMENTS, SN_INCOMPRESSIBLE_OFF,
                            method, h);
    else if (which == 2)
        system = fem_system(BEAM, FEM_FIXED, SN_INCOMPRESSIBLE_ELEMENT, method, h);
    else /* no bushing of it turns past half a circle */
        system =
            random_system(2, RANDOM_SPRINGS | RANDOM_DAMPING | RANDOM_FRAME_SPRINGS, method, h);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, (int)rint(time / h));
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("case %d method %d h %g: %s", which, method, h, trial.fault.text);
    SnState *state = sn_state_copy(trial.state);
    sn_trial_free(&trial);
    return state;
}

static double distance(const SnState *a, const SnState *b)
{
    double sum = 0;
    for (int i = 0; i < a->n_q; i++)
        sum += (a->data[a->q + i] - b->data[b->q + i]) * (a->data[a->q + i] - b->data[b->q + i]);
    return sqrt(sum);
}

static void test_order(void)
{
    static const double steps[4] = {4e-3, 2e-3, 2e-3, 8e-3}, times[4] = {0.16, 0.04, 0.04, 0.16};
    for (int which = 0; which < 4; which++) {
        SnState *exact = motion(which, SN_STEP_TRAPEZOIDAL, steps[which] / 256, times[which]);
        for (int k = 0; k < 2; k++) {
            const SnStepMethod method = k ? SN_STEP_NEWTON_TRAPEZOIDAL : SN_STEP_NEWTON_EULER;
            double error[3];
            for (int i = 0; i < 3; i++) {
                SnState *state = motion(which, method, steps[which] / (1 << i), times[which]);
                error[i] = distance(state, exact);
                free(state);
            }
            const double order = log2(error[1] / error[2]);
            g_test_message("case %d %s: %g %g %g order %g", which, k ? "trapezoidal" : "Euler",
                           error[0], error[1], error[2], order);
            g_assert_cmpfloat(order, >, k ? 1.8 : 0.8);
        }
        free(exact);
    }
}

/* --- what holds at the end of a step --- */

static void test_constraints(void)
{
    for (int mode = SN_INCOMPRESSIBLE_ELEMENT; mode <= SN_INCOMPRESSIBLE_NODAL; mode++)
        for (int k = 0; k < 2; k++) {
            SnTrial trial = sn_trial_new(
                fem_system(BEAM, FEM_FIXED | FEM_ATTACHED | FEM_DAMPED | FEM_VISCOUS,
                           (SnIncompressibility)mode,
                           k ? SN_STEP_NEWTON_TRAPEZOIDAL : SN_STEP_NEWTON_EULER, 2e-3),
                SN_LINSOLVE_AUTO);
            for (int i = 0; i < 20; i++) {
                sn_trial_steps(&trial, 1);
                if (trial.fault.code != SN_FAULT_NONE)
                    g_error("%s", trial.fault.text);
                SnId id;
                sn_rows(trial.system, trial.state, trial.work, false, &trial.work->ahead);
                g_assert_cmpfloat(sn_worst_residual(trial.system, trial.state, trial.work,
                                                    &trial.work->ahead, &id),
                                  <, k || mode == SN_INCOMPRESSIBLE_NODAL ? 1e-6 : 1e-11);
            }
            sn_trial_free(&trial);
        }
}

/* A free block keeps its linear momentum, and its energy by the trapezoidal rule. */
static void test_momentum(void)
{
    for (int k = 0; k < 2; k++) {
        SnBuild *build =
            sn_build_new(k ? SN_STEP_NEWTON_TRAPEZOIDAL : SN_STEP_NEWTON_EULER, 0.0005);
        const int fem = sn_build_fem(build, fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_SOFT));
        for (int i = 0; i < build->system->n_blocks; i++) {
            const double *x = build->q[i];
            const double v[3] = {0.3 - 4 * x[1], 4 * x[0] + 2 * x[2], 0.5 * x[0] - x[1]};
            sn_build_velocity(build, sn_build_fem_node(build, fem, i), v, NULL);
        }
        SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
        double energy[2], now[2], before[6], after[6];
        sn_audit(trial.system, trial.state, trial.work, energy, before);
        sn_trial_steps(&trial, 100);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        sn_audit(trial.system, trial.state, trial.work, now, after);
        const double drift = (now[0] + now[1]) / (energy[0] + energy[1]) - 1;
        g_test_message("method %d: energy drift %g", k, drift);
        for (int i = 0; i < 3; i++)
            g_assert_cmpfloat(fabs(after[i] - before[i]), <, 1e-12);
        g_assert_cmpfloat(drift, <, 1e-4);
        if (k)
            g_assert_cmpfloat(fabs(drift), <, 1e-4);
        sn_trial_free(&trial);
    }
}

/* A chain on a body that starts to move at once goes along, without velocities that alternate; with
 * the body at rest it stays. */
static void test_jump(void)
{
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}, inertia[3] = {1e-5, 1e-4, 1e-4},
                        gravity[3] = {0, 0, -9.81}, left[3] = {-0.05, 0, 0},
                        right[3] = {0.05, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, 2e-3);
    const int base = sn_build_body(build, 1, inertia, NOTHING, NULL);
    const int target = sn_build_kinematic(build, base);
    int last = sn_build_frame(build, base, NOTHING, z_to_y);
    for (int i = 0; i < 3; i++) {
        const double center[3] = {0, 0, -0.05 - 0.1 * i}, turn[3] = {0, M_PI_2, 0};
        double down[4];
        sn_q_exp(turn, down);
        const int body = sn_build_body(build, 0.1, inertia, center, down);
        sn_build_joint(build, &SN_JOINT_HINGE, last, sn_build_frame(build, body, left, z_to_y));
        last = sn_build_frame(build, body, right, z_to_y);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    const SnSystem *system = trial.system;
    for (int i = 0; i < 100; i++) {
        system->inputs.base[target + 7] = i < 10 ? 0 : i < 60 ? 1 : -0.5;
        sn_trial_steps(&trial, 1);
        if (trial.fault.code != SN_FAULT_NONE)
            g_error("%s", trial.fault.text);
        sn_kinematics(system, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
        sn_rows(system, trial.state, trial.work, true, &trial.work->ahead);
        double most = 0;
        for (int k = 0; k < system->rows.n; k++) {
            g_assert_cmpfloat(fabs(trial.work->ahead.residual[k]), <, 1e-10);
            most = fmax(most, fabs(sn_bilateral_rate(system, &trial.work->ahead, k,
                                                     sn_state_u(trial.state))));
        }
        g_assert_cmpfloat(most, <, i < 10 ? 1e-12 : 0.01);
    }
    sn_trial_free(&trial);
}

static void test_no_allocation(void)
{
    if (!sn_test_counting_malloc()) {
        g_test_skip("malloc is not counted under a sanitizer");
        return;
    }
    for (SnStepMethod method = SN_STEP_NEWTON_EULER; method <= SN_STEP_STATIC; method++) {
        SnTrial trial = sn_trial_new(
            fem_system(BEAM, FEM_FIXED | FEM_DAMPED, SN_INCOMPRESSIBLE_ELEMENT, method, 1e-3),
            SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 2);
        const unsigned long before = sn_test_allocations();
        sn_trial_steps(&trial, 5);
        g_assert_cmpuint(sn_test_allocations(), ==, before);
        if (trial.fault.code != SN_FAULT_NONE)
            g_error("method %d: %s", method, trial.fault.text);
        sn_trial_free(&trial);
    }
}

/* --- static equilibrium --- */

/* One brick on a table, pressed at the top, against the rest of the damped motion. */
static SnSystem *pressed(SnStepMethod method, SnIncompressibility incompressibility, double force)
{
    static const int one[3] = {1, 1, 1};
    SnBuild *build = sn_build_new(method, 0.01);
    SnFemSolid *solid = fem_box(one, 0.1, incompressibility);
    solid->mass_damping = 40;
    const int fem = sn_build_fem(build, solid);
    for (int i = 0; i < 4; i++)
        sn_build_fix(build, sn_build_fem_node(build, fem, i));
    for (int i = 4; i < 8; i++) {
        const int load = sn_build_point_load(
            build, sn_build_point(build, sn_build_fem_node(build, fem, i), NOTHING));
        build->system->inputs.base[build->system->loads.loads[load].force + 2] = -force;
        build->system->inputs.base[build->system->loads.loads[load].force] = 0.2 * force;
    }
    static const double gravity[3] = {0, 0, -9.81};
    return sn_build_finish(build, gravity);
}

static void test_static_brick(void)
{
    for (int mode = SN_INCOMPRESSIBLE_OFF; mode <= SN_INCOMPRESSIBLE_ELEMENT; mode++) {
        SnTrial moving = sn_trial_new(
            pressed(SN_STEP_BACKWARD_EULER, (SnIncompressibility)mode, 20), SN_LINSOLVE_AUTO);
        SnTrial resting =
            sn_trial_new(pressed(SN_STEP_STATIC, (SnIncompressibility)mode, 20), SN_LINSOLVE_AUTO);
        sn_trial_steps(&moving, 1000);
        sn_trial_steps(&resting, 1);
        if (resting.fault.code != SN_FAULT_NONE)
            g_error("%s", resting.fault.text);
        g_assert_cmpint(moving.fault.code, ==, SN_FAULT_NONE);
        const double apart = distance(moving.state, resting.state);
        g_test_message("mode %d: %g, deformed by %g", mode, apart,
                       sn_state_q(resting.state)[2] - 0.1);
        g_assert_cmpfloat(apart, <, 1e-9);
        g_assert_cmpfloat(fabs(sn_state_q(resting.state)[2] - 0.1), >, 1e-4);
        /* what holds it carries the loads */
        double sum = 0, mass = 0;
        for (int b = resting.system->n_active; b < resting.system->n_blocks; b++) {
            double force[6];
            sn_reaction(resting.system, resting.state, resting.work, b, force);
            sum += force[2];
        }
        for (int b = 0; b < resting.system->n_blocks; b++)
            mass += resting.system->blocks[b].mass;
        g_assert_cmpfloat(fabs(sum - 80 - 9.81 * mass), <, 1e-7);
        sn_trial_free(&moving);
        sn_trial_free(&resting);
    }
}

/* A slender beam under a load that bends it round comes to rest in parts; the same at once from
 * there. */
static void test_static_load_steps(void)
{
    static const int slender[3] = {16, 1, 1};
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 0.01);
    const int fem = sn_build_fem(build, fem_box(slender, 0.02, SN_INCOMPRESSIBLE_SOFT));
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 2; j++) {
            sn_build_fix(build, sn_build_fem_node(build, fem, fem_box_node(slender, 0, j, k)));
            const int load = sn_build_point_load(
                build, sn_build_point(
                           build, sn_build_fem_node(build, fem, fem_box_node(slender, 16, j, k)),
                           NOTHING));
            build->system->inputs.base[build->system->loads.loads[load].force + 2] = -0.008;
        }
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1);
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("%s", trial.fault.text);
    const SnSystem *s = trial.system;
    const int tip = s->blocks[s->fems.fems[0].node_block[16]].q;
    const double z = sn_state_q(trial.state)[tip + 2];
    g_test_message("tip at %g %g", sn_state_q(trial.state)[tip], z);
    g_assert_cmpfloat(z, <, -0.15);
    SnState *first = sn_state_copy(trial.state);
    sn_trial_steps(&trial, 1);
    g_assert_cmpfloat(distance(first, trial.state), <, 1e-8);
    free(first);
    sn_trial_free(&trial);
}

/* Hinged links hang straight down; forces in the joints are their weights. */
static void test_static_chain(void)
{
    SnSystem *system = sn_build_chain(3, SN_STEP_STATIC, 0.01);
    for (int i = 0; i < 3; i++) { /* 60 degrees down */
        double turn[3] = {0, M_PI / 3, 0}, dq[4], arm[3] = {0.05 + 0.1 * i, 0, 0};
        sn_q_exp(turn, dq);
        sn_q_rotate(dq, arm, system->q0 + 7 * i);
        sn_q_copy(dq, system->q0 + 7 * i + 3);
    }
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    sn_trial_steps(&trial, 1);
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("%s", trial.fault.text);
    for (int i = 0; i < 3; i++) {
        const double *q = sn_state_q(trial.state) + 7 * i;
        g_assert_cmpfloat(fabs(q[0]), <, 1e-8);
        g_assert_cmpfloat(fabs(q[2] + 0.05 + 0.1 * i), <, 1e-9);
    }
    sn_trial_free(&trial);
}

static void test_static_faults(void)
{
    /* nothing holds it */
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 0.01);
    sn_build_fem(build, fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_OFF));
    static const double gravity[3] = {0, 0, -9.81};
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    SnState *before = sn_state_copy(trial.state);
    sn_trial_steps(&trial, 1);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NEWTON);
    g_assert_true(memcmp(before, trial.state, before->size) == 0);
    g_test_message("%s", trial.fault.text);
    free(before);
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/newton/order", test_order);
    g_test_add_func("/sim/newton/constraints", test_constraints);
    g_test_add_func("/sim/newton/momentum", test_momentum);
    g_test_add_func("/sim/newton/jump", test_jump);
    g_test_add_func("/sim/newton/no-allocation", test_no_allocation);
    g_test_add_func("/sim/newton/static-brick", test_static_brick);
    g_test_add_func("/sim/newton/static-load-steps", test_static_load_steps);
    g_test_add_func("/sim/newton/static-chain", test_static_chain);
    g_test_add_func("/sim/newton/static-faults", test_static_faults);
    return g_test_run();
}
