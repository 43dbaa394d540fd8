/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Voxel contact of Cosserat strands: rest, sliding, letting go, action and reaction, state. */
#include "engine/base/vec.h"
#include "engine/check/build/build_rod.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/resumed.h"
#include "tests/support/build_rod_contact.h"

#include <glib.h>
#include <math.h>

#define FRAMES 6

static const double GRAVITY[3] = {0, 0, -9.81}, NO_GRAVITY[3] = {0, 0, 0};
static const double HALF[2] = {0.02, 0.02};
static const double TABLE[3] = {1, 0.4, 0.1};

/* A strand of 0.3 kg along x at a height above a table whose top is at 0; the table's body. */
static SnBuild *on_table(double height, double table_mass, SnStepMethod method, int *table)
{
    SnBuild *build = sn_build_new(method, 0.002);
    int bodies[FRAMES];
    const double center[3] = {0, 0, -0.05};
    const double inertia[3] = {table_mass / 10, table_mass / 10, table_mass / 10};
    sn_build_rod_line(build, FRAMES, 0.3, 0.3, HALF, bodies);
    for (int i = 0; i < FRAMES; i++) {
        build->q[bodies[i]][0] -= 0.15;
        build->q[bodies[i]][2] = height;
    }
    *table = sn_build_body(build, table_mass > 0 ? table_mass : 1, inertia, center, NULL);
    if (table_mass == 0)
        sn_build_fix(build, *table);
    const int number = sn_build_rod(build, FRAMES, bodies, HALF);
    SnSystemRod *rod = &build->system->rods.rods[number];
    rod->youngs_modulus = rod->bending_modulus = 1e5;
    rod->shear_modulus = 4e4;
    rod->damping = rod->bending_damping = 0.02;
    sn_build_rod_contact(build, number, 32, 8, 0.01);
    sn_build_rod_on_box(build, number, *table, TABLE);
    return build;
}

static const double *frame_q(const SnTrial *trial, int i)
{
    const SnSystem *system = trial->system;
    return sn_state_q_const(trial->state) + system->blocks[system->rods.frame_block[i]].q;
}

static void steps(SnTrial *trial, int n)
{
    sn_trial_steps(trial, n);
    if (trial->fault.code != SN_FAULT_NONE)
        g_error("%s", trial->fault.text);
}

/* It falls a little, comes to rest on the table and weighs what it weighs. */
static void test_rest(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL};
    for (int m = 0; m < 2; m++) {
        int table;
        SnBuild *build = on_table(0.025, 0, methods[m], &table);
        SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
        steps(&trial, 1000);
        double lowest = HUGE_VAL, mean = 0;
        for (int i = 0; i < FRAMES; i++)
            lowest = fmin(lowest, frame_q(&trial, i)[2]);
        for (int i = 0; i < 200; i++) {
            steps(&trial, 1);
            mean += sn_rod_contact_force(trial.system, trial.state, 0) / 200;
        }
        g_test_message("lowest frame %.5f above the table (radius 0.02), force %.4f N of %.4f",
                       lowest, mean, 0.3 * 9.81);
        g_assert_cmpfloat(lowest, >, 0.019);
        g_assert_cmpfloat(lowest, <, 0.0201);
        g_assert_cmpfloat(fabs(mean / (0.3 * 9.81) - 1), <, 0.02);
        sn_trial_free(&trial);
    }
}

/* Without friction: along the table it goes on as it went. */
static void test_slide(void)
{
    int table;
    const double v[3] = {0.1, 0.05, 0};
    SnBuild *build = on_table(0.0199, 0, SN_STEP_BACKWARD_EULER, &table);
    for (int i = 0; i < FRAMES; i++)
        sn_build_velocity(build, i, v, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
    steps(&trial, 500);
    double momentum[6], energy[2];
    sn_audit(trial.system, trial.state, trial.work, energy, momentum);
    g_assert_cmpfloat(fabs(momentum[0] / 0.3 - 0.1), <, 1e-6);
    g_assert_cmpfloat(fabs(momentum[1] / 0.3 - 0.05), <, 1e-6);
    g_assert_cmpfloat(fabs(momentum[2] / 0.3), <, 1e-3);
    sn_trial_free(&trial);
}

/* Pulled off it comes off, as if there had been no contact but for a step or two. */
static void test_let_go(void)
{
    int table;
    SnBuild *build = on_table(0.0199, 0, SN_STEP_BACKWARD_EULER, &table);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
    steps(&trial, 200);
    for (int i = 0; i < trial.system->n_blocks; i++)
        trial.system->blocks[i].gravity[2] = 1;
    const double start = frame_q(&trial, 2)[2];
    steps(&trial, 250); /* 0.5 s: 0.125 m */
    g_test_message("rose %.4f m of 0.125", frame_q(&trial, 2)[2] - start);
    g_assert_cmpfloat(fabs(frame_q(&trial, 2)[2] - start - 0.125), <, 0.003);
    g_assert_cmpfloat(sn_rod_contact_force(trial.system, trial.state, 0), ==, 0);
    sn_trial_free(&trial);
}

/* It hits a free table: momentum of both together stays, and they part or go together. */
static void test_reaction(void)
{
    int table;
    const double v[3] = {0.02, 0, -0.5};
    SnBuild *build = on_table(0.03, 2, SN_STEP_BACKWARD_EULER, &table);
    for (int i = 0; i < FRAMES; i++)
        sn_build_velocity(build, i, v, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, NO_GRAVITY), SN_LINSOLVE_AUTO);
    double before[6], after[6], energy[2][2], most = 0;
    sn_audit(trial.system, trial.state, trial.work, energy[0], before);
    for (int i = 0; i < 100; i++) {
        steps(&trial, 1);
        most = fmax(most, sn_rod_contact_force(trial.system, trial.state, 0));
    }
    sn_audit(trial.system, trial.state, trial.work, energy[1], after);
    g_assert_cmpfloat(most, >, 1);
    for (int i = 0; i < 3; i++)
        g_assert_cmpfloat(fabs(after[i] - before[i]), <, 1e-9);
    for (int i = 3; i < 6; i++) /* to the order of the step */
        g_assert_cmpfloat(fabs(after[i] - before[i]), <, 2e-4);
    g_assert_cmpfloat(energy[1][0] + energy[1][1], <, energy[0][0] + energy[0][1]);
    const double down = sn_state_u_const(trial.state)[trial.system->blocks[FRAMES].u + 2];
    g_test_message("the table goes down at %.4f m/s (together: %.4f)", down, -0.15 / 2.3);
    g_assert_cmpfloat(down, <, -0.05);
    sn_trial_free(&trial);
}

/* One strand across another that lies on the table. */
static void test_on_strand(void)
{
    int table;
    SnBuild *build = on_table(0.0199, 0, SN_STEP_BACKWARD_EULER, &table);
    int bodies[4];
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    for (int i = 0; i < 4; i++) {
        const double position[3] = {0, 0.05 * i - 0.075, 0.0605};
        bodies[i] =
            sn_build_rod_frame(build, i % 3 == 0 ? 0.02 : 0.04, HALF, 0.05, position, z_to_y);
    }
    const int upper = sn_build_rod(build, 4, bodies, HALF);
    SnSystemRod *rod = &build->system->rods.rods[upper];
    rod->youngs_modulus = rod->bending_modulus = 2e5;
    rod->shear_modulus = 1e5;
    rod->damping = rod->bending_damping = 0.02;
    sn_build_rod_contact(build, upper, 32, 8, 0.01);
    sn_build_rod_on_rod(build, upper, 0);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
    steps(&trial, 100);
    double mean = 0;
    for (int i = 0; i < 100; i++) {
        steps(&trial, 1);
        mean += sn_rod_contact_force(trial.system, trial.state, 1) / 100;
    }
    const double middle = 0.5 * (frame_q(&trial, FRAMES + 1)[2] + frame_q(&trial, FRAMES + 2)[2]);
    g_test_message("the upper one: %.4f above the table, force %.3f N of %.3f", middle, mean,
                   0.12 * 9.81);
    g_assert_cmpfloat(middle, >, 0.055);
    g_assert_cmpfloat(fabs(mean / (0.12 * 9.81) - 1), <, 0.2);
    sn_trial_free(&trial);
}

static void test_state(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    for (int m = 0; m < 4; m++) {
        int table;
        SnBuild *build = on_table(0.022, 0, methods[m], &table);
        SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
        steps(&trial, 20);
        check_resumed(&trial, 20);
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rod-contact/rest", test_rest);
    g_test_add_func("/rod-contact/slide", test_slide);
    g_test_add_func("/rod-contact/let-go", test_let_go);
    g_test_add_func("/rod-contact/reaction", test_reaction);
    g_test_add_func("/rod-contact/on-strand", test_on_strand);
    g_test_add_func("/rod-contact/state", test_state);
    return g_test_run();
}
