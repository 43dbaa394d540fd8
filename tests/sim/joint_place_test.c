/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints whose bodies start anywhere: drawn at random (every joint between two frames, chains and
 * trees, masses 100 to 1, also turned by exactly half or a quarter of a turn), they close; what was
 * closed against the body before keeps its place against it. */
#include "engine/base/vec.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/joint_place.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/pose/posing.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/cases.h"

#include <glib.h>
#include <math.h>

enum { BODIES = 5 };
static const double MOMENTS[3] = {0.01, 0.012, 0.015};

static int pick(Random *r, int n)
{
    return (int)random_uniform(r, 0, n);
}

/* One of the 24 orientations whose axes are the world's (some of them), or any. */
static void draw_orientation(Random *r, bool exact, double q[4])
{
    random_quaternion(r, q);
    if (!exact)
        return;
    sn_q_identity(q);
    for (int k = 0; k < 3; k++) {
        double turn[3] = {0}, by[4];
        turn[k] = M_PI / 2 * pick(r, 4);
        sn_q_exp(turn, by);
        sn_q_mul(q, by, q);
    }
}

static int draw_frame(SnBuild *build, Random *r, int body, bool exact)
{
    double local[3], turn[4];
    random_vector(r, 0.2, local), draw_orientation(r, exact, turn);
    return sn_build_frame(build, body, local, turn);
}

static const SnJointClass *draw_class(Random *r)
{
    int n;
    const SnJointClass *const *all = sn_joint_classes(&n);
    for (;;) {
        const SnJointClass *class = all[pick(r, n)];
        if (class->ends == SN_JOINT_FRAMES)
            return class;
    }
}

static void join(SnBuild *build, Random *r, const SnJointClass *class, int a, int b)
{
    const int number = class == &SN_JOINT_CUSTOM ? random_custom_joint(build, r, a, b)
                                                 : sn_build_joint(build, class, a, b);
    SnSystemJoint *joint = &build->system->joints.joints[number];
    joint->length = 0.3;
    if (class->motion)
        random_ellipsoid(r, 0.2, joint);
}

static SnSystem *draw_tree(Random *r)
{
    const bool exact = pick(r, 2) == 0, grounded = pick(r, 3) > 0;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int body[BODIES];
    for (int i = 0; i < BODIES; i++) {
        double x[3], q[4];
        random_vector(r, 0.5, x), draw_orientation(r, exact, q);
        const double mass = exp(random_uniform(r, 0, log(100)));
        body[i] = sn_build_body(build, mass, MOMENTS, x, q);
        if (i == 0 && !grounded)
            continue;
        const int on = i == 0 ? SN_BUILD_WORLD : body[pick(r, i)];
        int frame[2] = {draw_frame(build, r, on, exact), draw_frame(build, r, body[i], exact)};
        const int a = pick(r, 2);
        join(build, r, draw_class(r), frame[a], frame[1 - a]);
    }
    return sn_build_finish(build, (const double[]){0, 0, -9.81});
}

static double worst_row(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    double worst = 0;
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_rows(system, state, work, false, &work->ahead);
    for (int i = 0; i < system->joints.n_rows; i++)
        worst = fmax(worst, fabs(work->ahead.residual[i]));
    for (int i = 0; i < system->joints.n; i++)
        g_assert_false(sn_joint_is_flipped(system, state, i));
    return worst;
}

static void test_anywhere(void)
{
    const int n = sn_cases(60, 2000);
    int refused = 0;
    for (int seed = 1; seed <= n; seed++) {
        Random r = {(unsigned)seed};
        SnSystem *system = draw_tree(&r);
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
        if (trial.fault.code != SN_FAULT_NONE)
            g_error("seed %d: %s", seed, trial.fault.text);
        g_assert_cmpfloat(worst_row(system, trial.state, trial.work), <, 1e-8);

        SnPosing *posing = sn_posing_new(system, 1, &(SnPosed){0, -1});
        const double nothing = 0;
        double part;
        SnId open;
        refused += !sn_posing_solve(posing, &nothing, &part, &open);
        sn_posing_free(posing);
        sn_trial_free(&trial);
    }
    g_assert_cmpint(20 * refused, <=, n); /* of posing, where coordinates are at a gimbal lock */
}

/* A chain of hinges that are closed, hung by one that points the wrong way: it turns over whole. */
static void test_kept(void)
{
    static const double none[3] = {0}, down[3] = {0, 0, -9.81}, straight[4] = {1, 0, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int before = SN_BUILD_WORLD;
    for (int i = 0; i < 4; i++) {
        const double x[3] = {0.1 * (i + 1), 0, 0}, left[3] = {-0.05, 0, 0}, right[3] = {0.05, 0, 0};
        const double over[4] = {0, 0, 1, 0};
        const int body = sn_build_body(build, i % 2 ? 10 : 0.1, MOMENTS, x, straight);
        const int a = sn_build_frame(build, before, i == 0 ? none : right, straight);
        const int b = sn_build_frame(build, body, left, i == 0 ? over : straight);
        sn_build_joint(build, &SN_JOINT_HINGE, a, b);
        before = body;
    }
    SnSystem *system = sn_build_finish(build, down);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpfloat(worst_row(system, trial.state, trial.work), <, 1e-12);
    for (int i = 1; i < 4; i++)
        g_assert_cmpfloat(fabs(sn_joint_coordinate(system, sn_state_q(trial.state), NULL,
                                                   &system->joints.joints[i], 0)),
                          <, 1e-9);
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/joint-place/anywhere", test_anywhere);
    g_test_add_func("/joint-place/kept", test_kept);
    return g_test_run();
}
