/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coulomb's friction of joints with several coordinates, of ball joints, and of a row of clutches.
 */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/system/workspace.h"

#include <stdio.h>
#include <string.h>

#define STEPS 1000

static const double ORIGIN[3] = {0, 0, 0};
static const double UNIT[3] = {1, 1, 1};
static const struct {
    SnStepMethod method;
    const char *name;
} METHODS[] = {{SN_STEP_TRAPEZOIDAL, ""}, {SN_STEP_NEWTON_TRAPEZOIDAL, "-newton"}};

/* A body of 1 kg with round inertia, 1 kg m2, on a joint with the world. */
static SnTrial start(SnStepMethod method, const SnJointClass *class, const double *friction,
                     const double v[3], const double w[3], const double off[3],
                     const double gravity[3])
{
    SnBuild *build = sn_build_new(method, 1e-3);
    const int body = sn_build_body(build, 1, UNIT, off, NULL);
    const double back[3] = {-off[0], -off[1], -off[2]};
    sn_build_velocity(build, body, v, w);
    const int joint =
        sn_build_joint(build, class, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, body, back, NULL));
    for (int k = 0; k < SN_MAX_COORDINATES; k++)
        build->system->joints.joints[joint].coordinate[k].friction = friction[k];
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static double good(const SnTrial *trial, double value)
{
    return trial->fault.code == SN_FAULT_NONE ? value : (double)NAN;
}

static void report(SnVerifySink *sink, const char *what, int m, double value, double expected,
                   double tolerance, const char *source)
{
    char name[80];
    snprintf(name, sizeof name, "B-joints-friction-%s%s", what, METHODS[m].name);
    sn_verify_absolute(sink, name, value, expected, tolerance, source);
}

/* Ways until friction F brings a rate v to rest, v^2 / 2 F, of coordinates that know nothing of
 * each other: all of them with one unit of inertia. */
static void coordinates(SnVerifySink *sink, int m, const SnJointClass *class, const double v[3],
                        const double w[3], const double *rate, const double *friction, int n,
                        const char *const *names)
{
    SnTrial trial = start(METHODS[m].method, class, friction, v, w, ORIGIN, ORIGIN);
    sn_trial_steps(&trial, STEPS);
    for (int k = 0; k < n; k++) {
        const double way =
            sn_joint_coordinate(trial.system, sn_state_q_const(trial.state),
                                sn_state_turns_const(trial.state), trial.system->joints.joints, k);
        report(sink, names[k], m, good(&trial, way),
               copysign(rate[k] * rate[k] / (2 * friction[k]), rate[k]), 1e-6,
               "v^2 / 2 F, between two steps [m or rad]");
    }
    sn_trial_free(&trial);
}

static void several(SnVerifySink *sink, int m)
{
    const double still[3] = {0, 0, 0};
    { /* slides and turns at once: each has its own friction */
        static const char *const names[] = {"cylindrical-turned", "cylindrical-slid"};
        const double v[3] = {0, 0, 1.5}, w[3] = {0, 0, -2}, rate[2] = {-2, 1.5};
        const double friction[SN_MAX_COORDINATES] = {3, 2};
        coordinates(sink, m, &SN_JOINT_CYLINDRICAL, v, w, rate, friction, 2, names);
    }
    { /* about axes that cross at right angles */
        static const char *const names[] = {"universal-first", "universal-second"};
        const double w[3] = {1, 0, 2}, rate[2] = {2, 1};
        const double friction[SN_MAX_COORDINATES] = {3, 3};
        coordinates(sink, m, &SN_JOINT_UNIVERSAL, still, w, rate, friction, 2, names);
    }
    {
        static const char *const names[] = {"planar-turned", "planar-along", "planar-across"};
        const double v[3] = {1.2, -0.8, 0}, w[3] = {0, 0, 2}, rate[3] = {2, 1.2, -0.8};
        const double friction[SN_MAX_COORDINATES] = {3, 2, 1};
        coordinates(sink, m, &SN_JOINT_PLANAR, v, w, rate, friction, 3, names);
    }
    { /* only the second angle turns, so the axes do not act on each other */
        static const char *const names[] = {"gimbal-first", "gimbal-second", "gimbal-third"};
        const double w[3] = {0, 1, 0}, rate[3] = {0, 1, 0};
        const double friction[SN_MAX_COORDINATES] = {3, 2, 1};
        coordinates(sink, m, &SN_JOINT_GIMBAL, still, w, rate, friction, 3, names);
    }
}

/* Its moment is as large about a slanted axis as about one of the frame's, and against the spin. */
static void ball(SnVerifySink *sink, int m)
{
    const double w[3] = {1.2, -1.0, sqrt(4 - 2.44)}, friction[SN_MAX_COORDINATES] = {3};
    SnTrial trial =
        start(METHODS[m].method, &SN_JOINT_SPHERICAL, friction, ORIGIN, w, ORIGIN, ORIGIN);
    const SnSystemJoint *joint = trial.system->joints.joints;
    SnState *before = sn_state_copy(trial.state);
    double off = 0, turned[3];
    for (int i = 0; i < 600; i++) {
        sn_trial_steps(&trial, 1);
        const double *moment = sn_state_turns_const(trial.state) + joint->rub;
        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs(moment[k] + 1.5 * w[k]));
    }
    report(sink, "ball-moment", m, good(&trial, off), 0, 1e-8, "M against the spin [N m]");
    sn_trial_steps(&trial, STEPS - 600);
    sn_joint_turned(trial.system, before, trial.state, joint, turned);
    report(sink, "ball-turned", m, good(&trial, sn_v3_dot(turned, w) / 2), 2.0 / 3, 1e-6,
           "I w^2 / 2 M about the axis of the spin [rad]");
    sn_free(before);
    sn_trial_free(&trial);
}

/* A weight of 1 kg at the end of an arm: held up to the limit with what it weighs, dropped beyond.
 */
static void ball_arm(SnVerifySink *sink, int m)
{
    static const char *const names[] = {"ball-holds", "ball-yields"};
    const double arm[3] = {0.3, 0.4, 0}, down[3] = {0, 0, -9.81}, weight = 0.5 * 9.81;
    for (int i = 0; i < 2; i++) {
        const double limit = weight * (i == 0 ? 1.001 : 0.9),
                     friction[SN_MAX_COORDINATES] = {limit};
        SnTrial trial =
            start(METHODS[m].method, &SN_JOINT_SPHERICAL, friction, ORIGIN, ORIGIN, arm, down);
        sn_trial_steps(&trial, i == 0 ? 200 : 1);
        const double *moment = sn_state_turns_const(trial.state) + trial.system->joints.joints->rub;
        report(sink, names[i], m, good(&trial, sn_v3_norm(moment)), i == 0 ? weight : limit, 1e-9,
               "m g d up to the limit, the limit beyond [N m]");
        sn_trial_free(&trial);
    }
}

/* Three discs on a shaft, each on the one before and the first on the world, pulled by a moment at
 * the last: each clutch carries what is left of it behind the discs that it drives, and the one
 * whose limit that first passes slips. */
static void clutches(SnVerifySink *sink, int m)
{
    static const double limit[3] = {1, 3, 2.2}, pull = 2.5;
    static const char *const names[] = {"clutch-slips", "clutch-second", "clutch-third"};
    const double expected[3] = {-1, -1.5, -2};
    int disc[3];
    SnBuild *build = sn_build_new(METHODS[m].method, 1e-3);
    for (int i = 0; i < 3; i++) {
        const double place[3] = {0, 0, 0.1 * i}, back[3] = {0, 0, -0.1};
        disc[i] = sn_build_body(build, 1, UNIT, place, NULL);
        const int joint = sn_build_joint(build, &SN_JOINT_HINGE,
                                         i > 0 ? sn_build_frame(build, disc[i - 1], ORIGIN, NULL)
                                               : sn_build_frame(build, SN_BUILD_WORLD, back, NULL),
                                         sn_build_frame(build, disc[i], back, NULL));
        build->system->joints.joints[joint].coordinate[0].friction = limit[i];
    }
    const int load = sn_build_body_load(build, disc[2]);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    system->inputs.base[system->loads.loads[load].force + 5] = pull;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 100);
    for (int i = 0; i < 3; i++)
        report(sink, names[i], m,
               good(&trial, sn_state_turns_const(trial.state)[system->joints.joints[i].rub]),
               expected[i], 1e-9, "T less the moment of the discs beyond, (T - M1) / 3 each [N m]");
    sn_trial_free(&trial);
}

void sn_verify_joint_friction(SnVerifySink *sink)
{
    for (int m = 0; m < (int)(sizeof METHODS / sizeof *METHODS); m++) {
        several(sink, m);
        ball(sink, m);
        ball_arm(sink, m);
        clutches(sink, m);
    }
}
