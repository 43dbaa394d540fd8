/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms against closed forms, and against differences of the length while the joint turns and
 * carries all that lies beyond it. */
#include "engine/base/vec.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/result/moment_arm.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double UNIT[3] = {1, 1, 1};

static void arm_of(const SnTrial *trial, int number, double arm[2])
{
    sn_evaluate(trial->system, trial->system->inputs.base, trial->state, trial->work);
    sn_moment_arm(trial->system, trial->state, trial->work, number, arm);
}

/* A spring from (a, 0) in the world to b from the hinge on an arm at an angle th: l^2 = a^2 + b^2 -
 * 2 a b cos(th), -dl/dth = -a b sin(th) / l. */
static void test_triangle(void)
{
    for (int reversed = 0; reversed < 2; reversed++)
        for (double angle = -2.5; angle < 3; angle += 0.7) {
            const double a = 0.3, b = 0.2, anchor[3] = {a, 0, 0}, end[3] = {b, 0, 0},
                         q[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
            SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
            const int body = sn_build_body(build, 1, UNIT, ORIGIN, q);
            const int world = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                      own = sn_build_frame(build, body, ORIGIN, NULL);
            const int hinge = sn_build_joint(build, &SN_JOINT_HINGE, reversed ? own : world,
                                             reversed ? world : own);
            const int points[2] = {sn_build_point(build, SN_BUILD_WORLD, anchor),
                                   sn_build_point(build, body, end)};
            const int spring = sn_build_spring(build, 2, points, 100, 0, 0.05);
            const int arm = sn_build_moment_arm(build, SN_LINE_OF_PATH, spring, hinge);
            SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
            double got[2];
            arm_of(&trial, arm, got);
            const double l = sqrt(a * a + b * b - 2 * a * b * cos(angle));
            const double expected = (reversed ? 1 : -1) * a * b * sin(angle) / l;
            g_assert_cmpfloat(fabs(got[0] - expected), <, 1e-14);
            g_assert_cmpfloat(fabs(got[1] - expected * 100 * (l - 0.05)), <, 1e-11);
            sn_trial_free(&trial);
        }
}

/* --- a random chain: every joint with a coordinate, a branch, bodies fixed on it --- */

enum { LINKS = 5 };

typedef struct Chain {
    SnTrial trial;
    int body[LINKS + 2], joint[LINKS], path[3], arm[LINKS][3];
} Chain;

static int random_point(SnBuild *build, Random *r, int block)
{
    double x[3];
    random_vector(r, block < 0 ? 1 : 0.3, x);
    return sn_build_point(build, block, x);
}

static Chain chain_new(uint64_t seed)
{
    static const SnJointClass *const classes[LINKS] = {&SN_JOINT_HINGE, &SN_JOINT_UNIVERSAL,
                                                       &SN_JOINT_SLIDER, &SN_JOINT_HINGE,
                                                       &SN_JOINT_CYLINDRICAL};
    Random r = {seed * 0x9e3779b97f4a7c15ULL + 1};
    Chain chain;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    double last[3] = {0, 0, 0};
    for (int i = 0; i < LINKS; i++) {
        double step[3], here[3], back[3], turn[4];
        random_vector(&r, 0.5, step);
        random_quaternion(&r, turn);
        sn_v3_add(last, step, here);
        sn_v3_scale(-1, step, back);
        chain.body[i] = sn_build_body(build, 1, UNIT, here, NULL);
        const int a = sn_build_frame(build, i == 0 ? SN_BUILD_WORLD : chain.body[i - 1], ORIGIN,
                                     turn),
                  b = sn_build_frame(build, chain.body[i], back, turn);
        chain.joint[i] = sn_build_joint(build, classes[i], i == 3 ? b : a, i == 3 ? a : b);
        sn_v3_copy(here, last);
    }
    /* one fixed to the third link, one that follows the fourth */
    chain.body[LINKS] = sn_build_body(build, 1, UNIT, last, NULL);
    sn_build_joint(build, &SN_JOINT_FIXED, sn_build_frame(build, chain.body[2], ORIGIN, NULL),
                   sn_build_frame(build, chain.body[LINKS], ORIGIN, NULL));
    chain.body[LINKS + 1] = sn_build_body(build, 1, UNIT, last, NULL);
    sn_build_attach_to_body(build, chain.body[LINKS + 1], chain.body[3]);
    for (int p = 0; p < 3; p++) {
        const int on[3][4] = {{-1, 0, 2, 4}, {-1, 1, LINKS, LINKS + 1}, {0, LINKS + 1, 3, 4}};
        int points[4];
        for (int k = 0; k < 4; k++)
            points[k] = random_point(build, &r, on[p][k] < 0 ? -1 : chain.body[on[p][k]]);
        chain.path[p] = sn_build_spring(build, 4, points, 50, 0, 0.1);
        for (int i = 0; i < LINKS; i++)
            chain.arm[i][p] =
                sn_build_moment_arm(build, SN_LINE_OF_PATH, chain.path[p], chain.joint[i]);
    }
    chain.trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    g_assert_cmpint(chain.trial.fault.code, ==, SN_FAULT_NONE);
    return chain;
}

/* Turns or shifts everything from a link on by hand about the joint's axis. */
static void move(const Chain *chain, int link, double amount, double *q)
{
    const SnSystem *system = chain->trial.system;
    const SnSystemJoint *joint = &system->joints.joints[chain->joint[link]];
    const SnSystemFrame *frame = &system->frames[joint->frame_a];
    double position[3], axis[3] = {0, 0, 1}, turn[4], w[3];
    if (frame->block < 0) {
        sn_v3_copy(frame->position, position);
        sn_q_rotate(frame->orientation, axis, axis);
    } else {
        const double *pose = sn_state_q(chain->trial.state) + system->blocks[frame->block].q;
        sn_pose_point(pose, pose + 3, frame->position, position);
        sn_q_rotate(frame->orientation, axis, axis);
        sn_q_rotate(pose + 3, axis, axis);
    }
    const double signed_amount = link == 3 ? -amount : amount; /* there a and b are exchanged */
    sn_v3_scale(signed_amount, axis, w);
    sn_q_exp(w, turn);
    for (int i = 0; i < system->n_blocks; i++) {
        /* builders keep bodies in order: active ones, then the attached one */
        const bool beyond = i < LINKS ? i >= link : i == LINKS ? link <= 2 : link <= 3;
        double *pose = q + system->blocks[i].q;
        if (!beyond)
            continue;
        if (sn_joint_is_angle(joint, 0)) {
            double arm[3], turned[4];
            sn_v3_sub(pose, position, arm);
            sn_q_rotate(turn, arm, arm);
            sn_v3_add(position, arm, pose);
            sn_q_mul(turn, pose + 3, turned);
            sn_q_copy(turned, pose + 3);
        } else {
            sn_v3_add(pose, w, pose);
        }
    }
}

static double length_after(Chain *chain, int link, int path, double amount)
{
    SnTrial *trial = &chain->trial;
    SnState *saved = sn_state_copy(trial->state);
    move(chain, link, amount, sn_state_q(trial->state));
    sn_evaluate(trial->system, trial->system->inputs.base, trial->state, trial->work);
    const double length = trial->work->forces.paths[chain->path[path]].length;
    memcpy(trial->state, saved, saved->size);
    free(saved);
    return length;
}

static void test_chain(void)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Chain chain = chain_new(seed);
        for (int link = 0; link < LINKS; link++)
            for (int path = 0; path < 3; path++) {
                const double step = 1e-6;
                const double numeric = -(length_after(&chain, link, path, step) -
                                         length_after(&chain, link, path, -step)) /
                                       (2 * step);
                double got[2];
                arm_of(&chain.trial, chain.arm[link][path], got);
                if (fabs(got[0] - numeric) > 1e-8)
                    g_error("seed %d link %d path %d: %.12g is not %.12g", (int)seed, link, path,
                            got[0], numeric);
            }
        sn_trial_free(&chain.trial);
    }
}

/* A strand through the same points has the arm of a spring, whether its inner points are virtual,
 * pass matter with friction or hold it; its moment is the sum over its segments. */
static void test_strand(void)
{
    for (int kind = SN_BUILD_MATERIAL; kind <= SN_BUILD_EULERIAN; kind++) {
        const double places[4][3] = {
            {-0.3, 0.1, 0.2}, {0.1, 0.2, 0.05}, {0.25, 0.1, -0.1}, {0.4, 0, 0}};
        const double swing[4] = {cos(0.3), 0, 0, sin(0.3)};
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
        const int body = sn_build_body(build, 1, UNIT, ORIGIN, swing);
        const int hinge = sn_build_joint(build, &SN_JOINT_HINGE,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                         sn_build_frame(build, body, ORIGIN, NULL));
        int points[4];
        SnBuildStrandNode nodes[4] = {{0}};
        for (int i = 0; i < 4; i++) {
            points[i] = sn_build_point(build, i < 2 ? SN_BUILD_WORLD : body, places[i]);
            nodes[i].point = points[i];
            nodes[i].kind = i == 1 || i == 2 ? (SnBuildNodeKind)kind : SN_BUILD_MATERIAL;
        }
        const SnStrandParameters p = {
            .radius = 1e-3, .line_density = 0.01, .stiffness = 200, .muscle = -1};
        const int spring = sn_build_spring(build, 4, points, 1, 0, 0);
        const int strand = sn_build_strand(build, &p, 0.5, false, 4, nodes);
        const int arms[2] = {sn_build_moment_arm(build, SN_LINE_OF_PATH, spring, hinge),
                             sn_build_moment_arm(build, SN_LINE_OF_STRAND, strand, hinge)};
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        double of_spring[2], of_strand[2];
        arm_of(&trial, arms[0], of_spring);
        arm_of(&trial, arms[1], of_strand);
        const double tension = 200 * (trial.work->forces.paths[spring].length / 0.5 - 1);
        g_assert_cmpfloat(fabs(of_spring[0]), >, 0.01);
        g_assert_cmpfloat(fabs(of_strand[0] - of_spring[0]), <, 1e-14);
        if (kind == SN_BUILD_VIRTUAL) /* one segment */
            g_assert_cmpfloat(fabs(of_strand[1] - tension * of_strand[0]), <, 1e-10);
        sn_trial_free(&trial);
    }
}

/* A loop has nothing beyond. */
static void test_loop(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int body = sn_build_body(build, 1, UNIT, ORIGIN, NULL),
              other = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
    const int bodies[3][2] = {{SN_BUILD_WORLD, body}, {body, other}, {other, SN_BUILD_WORLD}};
    int joints[3];
    for (int i = 0; i < 3; i++) {
        const double at[3] = {i, 0, 0};
        joints[i] =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, bodies[i][0], at, NULL),
                           sn_build_frame(build, bodies[i][1], at, NULL));
    }
    const int points[2] = {sn_build_point(build, SN_BUILD_WORLD, UNIT),
                           sn_build_point(build, other, ORIGIN)};
    const int spring = sn_build_spring(build, 2, points, 1, 0, 0);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    SnSystemMomentArm arm = {.kind = SN_LINE_OF_PATH, .line = spring, .joint = joints[1]};
    arm.id.index = 5, arm.id.generation = 1;
    system->arms.arms = g_memdup2(&arm, sizeof arm);
    system->arms.n = 1;
    const SnFault fault = sn_finish_moment_arms(system);
    g_assert_cmpint(fault.code, ==, SN_FAULT_LOOP);
    g_assert_true(sn_id_equal(fault.id, arm.id));
    system->joints.joints[joints[2]].enabled =
        false; /* a joint that is switched off may come on again */
    g_assert_cmpint(sn_finish_moment_arms(system).code, ==, SN_FAULT_LOOP);
    sn_system_free(system);
}

static void test_bind(void)
{
    Chain chain = chain_new(3);
    const SnSystem *system = chain.trial.system;
    double got[2], value[6];
    arm_of(&chain.trial, chain.arm[1][0], got);
    const SnId id = system->arms.arms[chain.arm[1][0]].id;
    g_assert_cmpint(sn_bind_read(system, system->inputs.base, chain.trial.state, chain.trial.work,
                                 id, SN_BIND_MOMENT_ARM, value),
                    ==, 1);
    g_assert_cmpfloat(value[0], ==, got[0]);
    sn_bind_read(system, system->inputs.base, chain.trial.state, chain.trial.work, id,
                 SN_BIND_MOMENT_ARM_MOMENT, value);
    g_assert_cmpfloat(value[0], ==, got[1]);
    sn_trial_free(&chain.trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/moment-arm/triangle", test_triangle);
    g_test_add_func("/sim/moment-arm/chain", test_chain);
    g_test_add_func("/sim/moment-arm/strand", test_strand);
    g_test_add_func("/sim/moment-arm/loop", test_loop);
    g_test_add_func("/sim/moment-arm/bind", test_bind);
    return g_test_run();
}
