/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps with an accuracy: parts until the error is small, the same bits from where it was, and what
 * no part makes accurate is counted. */
#include "engine/check/build/build_contact.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/setup/setup.h"
#include "tests/sim/random_system.h"
#include "tests/sim/resumed.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NONE[3] = {0, 0, 0}, DOWN[3] = {0, 0, -9.81};
static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER,
                                       SN_STEP_NEWTON_TRAPEZOIDAL};

static SnTrial with_accuracy(SnSystem *system, double accuracy)
{
    system->accuracy = accuracy;
    return sn_trial_new(system, SN_LINSOLVE_AUTO);
}

static double distance(const SnTrial *a, const SnTrial *b)
{
    double sum = 0;
    for (int i = 0; i < a->system->n_q; i++) {
        const double d = sn_state_q(a->state)[i] - sn_state_q(b->state)[i];
        sum += d * d;
    }
    return sqrt(sum) / a->system->length_scale;
}

/* Random systems: the error of a run is about that of its parts, and falls with it. */
static void test_random(void)
{
    const int cases = sn_cases(10, 200);
    int missed = 0, taken = 0, drawn = 0;
    for (int k = 0; k < cases; k++) {
        const SnStepMethod method = METHODS[k % G_N_ELEMENTS(METHODS)];
        const unsigned parts = RANDOM_ALL & ~RANDOM_JOINTS;
        const unsigned long long seed = 100 + (unsigned long long)k;
        SnTrial truth =
            with_accuracy(random_without_preload(random_system(seed, parts, method, 1e-3 / 64)), 0);
        SnTrial whole =
            with_accuracy(random_without_preload(random_system(seed, parts, method, 1e-3)), 0);
        SnTrial fine =
            with_accuracy(random_without_preload(random_system(seed, parts, method, 1e-3)), 1e-6);
        drawn += fine.fault.code == SN_FAULT_NONE; /* else: joints that cannot be closed */
        sn_trial_steps(&whole, 20);
        sn_trial_steps(&fine, 20);
        sn_trial_steps(&truth, 20 * 64);
        g_assert_cmpint(fine.fault.code, ==, truth.fault.code);
        const double *kept = sn_state_parts(fine.state);
        g_test_message("%d: method %d: whole %.2e, parts %.2e, missed %g, cut %g", k, method,
                       distance(&whole, &truth), distance(&fine, &truth), kept[SN_PARTS_MISSED],
                       kept[SN_PARTS_CUT]);
        if (kept[SN_PARTS_MISSED] == 0 && fine.fault.code == SN_FAULT_NONE)
            g_assert_cmpfloat(distance(&fine, &truth), <,
                              0.5 * distance(&whole, &truth) + 20 * 128 * 1e-6);
        if (fine.fault.code == SN_FAULT_NONE)
            g_assert_cmpfloat_with_epsilon(fine.state->time, 0.02, 1e-12);
        missed += kept[SN_PARTS_MISSED] > 0;
        taken += kept[SN_PARTS_CUT] > 0;
        sn_trial_free(&truth);
        sn_trial_free(&whole);
        sn_trial_free(&fine);
    }
    g_assert_cmpint(drawn, >=, cases / 2);
    g_assert_cmpint(missed, <=, cases / 10);
    g_assert_cmpint(taken, >=, cases / 3);
}

/* Nothing allocated, and the same bits with another workspace. */
static void test_resumed(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(METHODS); i++) {
        SnTrial t = with_accuracy(
            random_without_preload(random_system(5, RANDOM_ALL & ~RANDOM_JOINTS, METHODS[i], 1e-3)),
            1e-5);
        sn_trial_steps(&t, 5);
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        check_resumed(&t, 20);
        sn_trial_free(&t);
    }
}

/* A ball falls on the ground: at the impact no part is accurate, which is counted; before, all. */
static void test_impact(void)
{
    const double half_turn[4] = {1, 0, 0, 0}, height = 0.2;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-2);
    const int ground = sn_build_body(build, 1, (double[3]){1, 1, 1}, NONE, NULL);
    sn_build_fix(build, ground);
    sn_convex_half_space(&sn_build_contact_shape(build, ground)->convex);
    const int ball = sn_build_body(build, 1, (double[3]){1e-3, 1e-3, 1e-3},
                                   (double[3]){0, 0, 0.05 + height}, half_turn);
    sn_convex_sphere(0.05, &sn_build_contact_shape(build, ball)->convex);
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .restitution = 0.5});
    SnTrial t = with_accuracy(sn_build_finish(build, DOWN), 1e-7);
    const double impact = sqrt(2 * height / 9.81);
    while (t.state->time + 1e-2 < impact)
        sn_trial_steps(&t, 1);
    g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_MISSED], ==, 0);
    sn_trial_steps(&t, 3);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_MISSED], ==, 1);
    const int block = t.system->contacts.shapes[1].block;
    const double *u = sn_state_u(t.state) + t.system->blocks[block].u;
    const double speed = 0.5 * 9.81 * impact - 9.81 * (t.state->time - impact);
    g_assert_cmpfloat_with_epsilon(u[2], speed, 2e-3);
    sn_trial_free(&t);
}

/* --- joints --- */

/* A bar of 0.6 m that falls from the horizontal about its end, or onto a limit 0.6 rad below. */
static SnTrial falling_bar(SnStepMethod method, double h, double accuracy, bool limited)
{
    const double end[3] = {-0.3, 0, 0}, moments[3] = {0.001, 0.03, 0.03};
    const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1, moments, NONE, NULL);
    const int joint =
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, end, z_to_y),
                       sn_build_frame(build, body, end, z_to_y));
    build->system->joints.joints[joint].limited = limited;
    build->system->joints.joints[joint].coordinate[0] =
        (SnJointCoordinate){.lower = -0.6, .upper = 0.6};
    return with_accuracy(sn_build_finish(build, DOWN), accuracy);
}

static double fallen(const SnTrial *t)
{
    return fabs(sn_joint_coordinate(t->system, sn_state_q_const(t->state),
                                    sn_state_turns_const(t->state), t->system->joints.joints, 0));
}

/* Every integrator, Runge and Kutta's too, comes as close to the motion as it is asked to. */
static void test_joints(void)
{
    const double accuracy[] = {1e-4, 1e-6};
    SnTrial truth = falling_bar(SN_STEP_RUNGE_KUTTA_4, 2e-4, 0, false);
    sn_trial_steps(&truth, 2000);
    for (size_t m = 0; m <= G_N_ELEMENTS(METHODS); m++) {
        double off[2];
        for (int a = 0; a < 2; a++) {
            SnTrial t = falling_bar(m < G_N_ELEMENTS(METHODS) ? METHODS[m] : SN_STEP_RUNGE_KUTTA_4,
                                    0.02, accuracy[a], false);
            sn_trial_steps(&t, 20);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_MISSED], ==, 0);
            off[a] = fabs(fallen(&t) - fallen(&truth));
            g_assert_cmpfloat(off[a], <, 20 * 128 * accuracy[a]); /* each part as much as it may */
            sn_trial_free(&t);
        }
        g_assert_cmpfloat(off[1], <, fmax(0.5 * off[0], accuracy[1]));
    }
    sn_trial_free(&truth);
}

/* At a limit of the joint the bar stops; no part is accurate there, which is counted once, and it
 * lies still. */
static void test_limit(void)
{
    SnTrial truth = falling_bar(SN_STEP_RUNGE_KUTTA_4, 2e-4, 0, false);
    while (fallen(&truth) < 0.6)
        sn_trial_steps(&truth, 1);
    const double impact = truth.state->time;
    sn_trial_free(&truth);
    for (size_t m = 0; m <= G_N_ELEMENTS(METHODS); m++) {
        const SnStepMethod method = m < G_N_ELEMENTS(METHODS) ? METHODS[m] : SN_STEP_RUNGE_KUTTA_4;
        SnTrial t = falling_bar(method, 0.01, 1e-5, true);
        double most = 0, arrived = 0;
        for (int i = 0; i < 60; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            most = fmax(most, fallen(&t));
            if (arrived == 0 && fallen(&t) > 0.6 - 1e-6)
                arrived = t.state->time;
        }
        g_test_message("method %d: at %.3e from its limit, %g not accurate", method,
                       fallen(&t) - 0.6, sn_state_parts(t.state)[SN_PARTS_MISSED]);
        g_assert_cmpfloat(fabs(fallen(&t) - 0.6), <, 1e-6);
        g_assert_cmpfloat(most, <, 0.6 + 1e-5);
        g_assert_cmpfloat(fabs(arrived - 0.005 - impact), <, 0.0051); /* a step of 10 ms */
        g_assert_cmpfloat(sn_state_parts(t.state)[SN_PARTS_MISSED], <=, 3);
        g_assert_cmpfloat(
            fabs(sn_joint_coordinate_rate(t.system, t.state, t.work, t.system->joints.joints, 0)),
            <, 1e-6);
        double held = 0;
        for (int k = 0; k < t.state->n_z; k++)
            held += sn_state_z_const(t.state)[k];
        g_assert_cmpfloat(fabs(held / (9.81 * 0.3 * cos(0.6)) - 1), <, 1e-6);
        sn_trial_free(&t);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/error-control/random", test_random);
    g_test_add_func("/error-control/resumed", test_resumed);
    g_test_add_func("/error-control/impact", test_impact);
    g_test_add_func("/error-control/joints", test_joints);
    g_test_add_func("/error-control/limit", test_limit);
    return g_test_run();
}
