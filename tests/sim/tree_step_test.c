/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies in trees, which are eliminated in blocks, move as by the factorisation for all systems. */
#include "engine/check/build/build_system.h"
#include "engine/sim/system/system.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const SnJointClass *const CLASSES[] = {
    &SN_JOINT_HINGE,       &SN_JOINT_SPHERICAL, &SN_JOINT_FIXED, &SN_JOINT_SLIDER,
    &SN_JOINT_CYLINDRICAL, &SN_JOINT_GIMBAL,    &SN_JOINT_PLANAR};

/* Bodies here and there, each on one before it or on the world, or flying; half of them hinges.
 * coupled: with rotors, springs and dampers of joints. */
static SnSystem *tree_new(SnStepMethod method, uint64_t seed, bool coupled)
{
    SnBuild *build = sn_build_new(method, 1e-3);
    Random r = {seed};
    double place[12][3], inertia[3], v[3], w[3], middle[3], q[4];
    int body[12];
    const int count = 2 + (int)random_uniform(&r, 0, 10);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            inertia[k] = 1e-3 * random_uniform(&r, 1, 1.5);
        random_vector(&r, 0.3, place[i]);
        body[i] = sn_build_body(build, random_uniform(&r, 0.1, 2), inertia, place[i], NULL);
        random_vector(&r, 1, v), random_vector(&r, 3, w);
        sn_build_velocity(build, body[i], v, w);
        const int other = (int)floor(random_uniform(&r, -2, i));
        if (other < -1)
            continue;
        const double *from = other < 0 ? (const double[3]){0, 0, 0} : place[other];
        double at_a[3], at_b[3];
        random_vector(&r, 0.3, middle);
        random_quaternion(&r, q);
        for (int k = 0; k < 3; k++)
            at_a[k] = middle[k] - from[k], at_b[k] = middle[k] - place[i][k];
        const int class =
            (int)random_uniform(&r, -(double)G_N_ELEMENTS(CLASSES), (double)G_N_ELEMENTS(CLASSES));
        const int frame = sn_build_frame(build, other < 0 ? SN_BUILD_WORLD : body[other], at_a, q);
        const int joint = sn_build_joint(build, CLASSES[class < 0 ? 0 : class], frame,
                                         sn_build_frame(build, body[i], at_b, q));
        SnJointCoordinate *coordinate = build->system->joints.joints[joint].coordinate;
        for (int k = 0; coupled && k < SN_MAX_COORDINATES; k++) {
            coordinate[k].armature = random_uniform(&r, -0.05, 0.1);
            coordinate[k].armature = fmax(coordinate[k].armature, 0);
            coordinate[k].stiffness = random_uniform(&r, 0, 1) < 0.3 ? 3 : 0;
            coordinate[k].damping = random_uniform(&r, 0, 1) < 0.3 ? 0.1 : 0;
        }
    }
    SnSystem *system = sn_build_finish(build, (const double[3]){0, 0, -9.81});
    system->tolerance = 1e-14;
    return system;
}

static void test_agree(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                           SN_STEP_NEWTON_EULER};
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const SnStepMethod method = methods[seed % G_N_ELEMENTS(methods)];
        SnTrial tree = sn_trial_new(tree_new(method, seed, seed > 40), SN_LINSOLVE_AUTO);
        SnTrial any = sn_trial_new(tree_new(method, seed, seed > 40), SN_LINSOLVE_DENSE);
        g_assert_cmpint(tree.fault.code, ==, SN_FAULT_NONE);
        sn_trial_steps(&tree, 12);
        sn_trial_steps(&any, 12);
        g_assert_cmpint(tree.fault.code, ==, any.fault.code);
        for (int i = 0; i < tree.system->n_q; i++)
            g_assert_cmpfloat(
                fabs(sn_state_q_const(tree.state)[i] - sn_state_q_const(any.state)[i]), <, 1e-12);
        for (int i = 0; i < tree.system->n_u; i++) {
            const double u = sn_state_u_const(any.state)[i];
            g_assert_cmpfloat(fabs(sn_state_u_const(tree.state)[i] - u), <, 1e-11 * (1 + fabs(u)));
        }
        sn_trial_free(&tree);
        sn_trial_free(&any);
    }
}

/* A joint that turns about x, y, z, towards its lock at 90 degrees of the second: springs on the
 * others throw it back or hold it, and no method leaps across; without anything to do they let it
 * pass. */
static void test_gimbal_lock(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_NEWTON_EULER};
    const double inertia[3] = {0.01, 0.01, 0.01}, none[3] = {0, 0, 0}, spin[3] = {0, 10, 0};
    for (size_t k = 0; k < 2 * G_N_ELEMENTS(methods); k++) {
        const bool sprung = k % 2;
        SnBuild *build = sn_build_new(methods[k / 2], 5e-3);
        const int body = sn_build_body(build, 1, inertia, none, NULL);
        sn_build_velocity(build, body, none, spin);
        const int joint = sn_build_joint(build, &SN_JOINT_GIMBAL,
                                         sn_build_frame(build, SN_BUILD_WORLD, none, NULL),
                                         sn_build_frame(build, body, none, NULL));
        SnSystemJoint *gimbal = &build->system->joints.joints[joint];
        gimbal->coordinate[2].stiffness = 2;
        gimbal->coordinate[2].rest = sprung ? 1e-4 : 0;
        const SnId id = gimbal->id;
        SnTrial t = sn_trial_new(sn_build_finish(build, none), SN_LINSOLVE_AUTO);
        const double *angle = sn_state_turns_const(t.state) + t.system->joints.joints[joint].turns;
        sn_trial_steps(&t, 60);
        g_test_message("method %zu, sprung %d: %g at %g s: %s", k / 2, sprung, angle[1],
                       t.state->time, t.fault.text);
        if (!sprung) {
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            g_assert_cmpfloat(fabs(angle[1] - 3), <, 1e-6);
        } else if (t.fault.code == SN_FAULT_NONE) {
            g_assert_cmpfloat(angle[1], <, M_PI / 2);
        } else {
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_OPEN);
            g_assert_true(sn_id_equal(t.fault.id, id));
            g_assert_cmpfloat(fabs(t.fault.time - M_PI / 20), <, 0.01);
        }
        sn_trial_free(&t);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/tree-step/agree", test_agree);
    g_test_add_func("/sim/tree-step/gimbal-lock", test_gimbal_lock);
    return g_test_run();
}
