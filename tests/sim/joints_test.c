/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sliders, universal and cylindrical joints, stiffness of joints, gears: against closed forms, with
 * every integrator; nothing drifts, a state saved and restored goes on with the same bits. */
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -9.81};
static const double UNIT[3] = {1, 1, 1};
static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER,
                                       SN_STEP_NEWTON_TRAPEZOIDAL};
#define N_METHODS ((int)(sizeof METHODS / sizeof METHODS[0]))
/* turns z to x */
static const double Z_TO_X[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0};

static double worst_residual(SnTrial *trial)
{
    SnId id;
    sn_kinematics(trial->system, sn_state_q(trial->state), sn_state_u(trial->state), trial->work);
    sn_rows(trial->system, trial->state, trial->work, false, &trial->work->ahead);
    return sn_worst_residual(trial->system, trial->state, trial->work, &trial->work->ahead, &id);
}

static double coordinate(const SnTrial *trial, int number, int k)
{
    const SnSystemJoint *joint = &trial->system->joints.joints[number];
    return sn_joint_coordinate(trial->system, sn_state_q_const(trial->state),
                               sn_state_turns_const(trial->state), joint, k);
}

static void run(SnTrial *trial, int steps)
{
    sn_trial_steps(trial, steps);
    if (trial->fault.code != SN_FAULT_NONE)
        g_error("%s at %g", trial->fault.text, trial->fault.time);
}

/* --- slider --- */

/* A block on a slope of 30 degrees: s = g sin(30) t^2 / 2, until its limit holds it. */
static void test_slope(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double h = 1e-3, slope[4] = {cos(M_PI / 3), 0, sin(M_PI / 3), 0};
        SnBuild *build = sn_build_new(METHODS[m], h);
        const int body = sn_build_body(build, 2, UNIT, ORIGIN, slope);
        const double below[3] = {0.1, -0.2, 0.3};
        const int joint = sn_build_joint(build, &SN_JOINT_SLIDER,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, slope),
                                         sn_build_frame(build, body, below, NULL));
        build->system->joints.joints[joint].limited = true;
        build->system->joints.joints[joint].coordinate[0] =
            (SnJointCoordinate){.lower = -5, .upper = 1.5};
        SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        const double start = coordinate(&trial, joint, 0);
        run(&trial, 500);
        /* z of the frame points down the slope: 60 degrees below z, so along +x and -z/2 */
        const double axis_z = 1 - 2 * slope[2] * slope[2];
        const double expected = 0.5 * -9.81 * axis_z * 0.25;
        g_assert_cmpfloat(axis_z, <, -0.49);
        g_assert_cmpfloat(fabs(coordinate(&trial, joint, 0) - start - expected), <, 3e-3);
        g_assert_cmpfloat(fabs(sn_joint_coordinate_rate(trial.system, trial.state, trial.work,
                                                        &trial.system->joints.joints[joint], 0) -
                               9.81 * 0.25),
                          <, 1e-3);
        run(&trial, 1500);
        g_assert_cmpfloat(fabs(coordinate(&trial, joint, 0) - 1.5), <, 1e-6);
        double force = sn_state_z(trial.state)[1] / 2;
        run(&trial, 1); /* after an impact the trapezoidal rule is right in the mean of two steps */
        force += sn_state_z(trial.state)[1] / 2;
        g_assert_cmpfloat(fabs(force - 2 * 9.81 * 0.5), <, 1e-3);
        g_assert_cmpfloat(worst_residual(&trial), <, 1e-9);
        sn_trial_free(&trial);
    }
}

/* A mass on the stiffness of a slider: x = rest + A cos(w t); damped it ends at rest - m g / k. */
static void test_slider_spring(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double h = 2e-4, mass = 2, stiffness = 200, omega = sqrt(stiffness / mass);
        SnBuild *build = sn_build_new(METHODS[m], h);
        const double start[3] = {0, 0, 0.3};
        const int body = sn_build_body(build, mass, UNIT, start, NULL);
        const int joint = sn_build_joint(build, &SN_JOINT_SLIDER,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                         sn_build_frame(build, body, ORIGIN, NULL));
        build->system->joints.joints[joint].coordinate[0] =
            (SnJointCoordinate){.stiffness = stiffness, .rest = 0.1};
        SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        const double rest = 0.1 - mass * 9.81 / stiffness;
        run(&trial, 1000);
        g_assert_cmpfloat(
            fabs(coordinate(&trial, joint, 0) - rest - (0.3 - rest) * cos(omega * 0.2)), <, 5e-3);
        trial.system->joints.joints[joint].coordinate[0].damping = 40;
        run(&trial, 20000);
        g_assert_cmpfloat(fabs(coordinate(&trial, joint, 0) - rest), <, 1e-6);
        sn_trial_free(&trial);
    }
}

/* --- universal joint --- */

/* Two shafts at an angle beta, the outer one on a hinge: tan(out) = tan(in) cos(beta) (Hooke). */
static void test_hooke(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double h = 1e-3, beta = 0.6;
        const double tilt[4] = {cos(beta / 2), sin(beta / 2), 0, 0}; /* z towards -y */
        double axis[3] = {0, 0, 1}, w[3] = {0, 0, 5};
        sn_q_rotate(tilt, axis, axis);
        SnBuild *build = sn_build_new(METHODS[m], h);
        const int in = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
        const int target = sn_build_kinematic(build, in);
        sn_v3_copy(w, build->system->inputs.base + target + 10);
        /* the cross, about whose x the input fork turns: a body between two hinges is what the
         * universal joint stands for */
        const double light[3] = {1e-3, 1e-3, 1e-3};
        const int out = sn_build_body(build, 0.1, light, ORIGIN, tilt);
        const double fork_in[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0}; /* z of a along x of the shaft */
        /* b's x across the output shaft, along its y */
        const double fork_out[4] = {M_SQRT1_2, 0, 0, M_SQRT1_2};
        const int universal =
            sn_build_joint(build, &SN_JOINT_UNIVERSAL, sn_build_frame(build, in, ORIGIN, fork_in),
                           sn_build_frame(build, out, ORIGIN, fork_out));
        const int hinge = sn_build_joint(build, &SN_JOINT_HINGE,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, tilt),
                                         sn_build_frame(build, out, ORIGIN, NULL));
        (void)universal;
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        /* three rows of position are there twice: soften them */
        trial.system->joints.joints[hinge].compliance = 1e-9;
        double worst = 0;
        for (int i = 0; i < 1500; i++) {
            run(&trial, 1);
            /* at the start the input fork lies along the axis that both shafts cross */
            const double angle = 5 * h * (i + 1), got = coordinate(&trial, hinge, 0);
            const double expected = atan2(sin(angle) * cos(beta), cos(angle));
            worst = fmax(worst, fabs(remainder(got - expected, 2 * M_PI)));
        }
        g_test_message("method %d: worst %g", (int)METHODS[m], worst);
        g_assert_cmpfloat(worst, <, 2e-3);
        g_assert_cmpfloat(coordinate(&trial, hinge, 0), >, 6.5); /* it counts turns */
        sn_trial_free(&trial);
    }
}

/* A rod that hangs on a universal joint with stiffness: small swings about both axes with
 * w^2 = (m g l + k) / I, and limits that hold it. */
static void test_universal_swing(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double h = 5e-4, mass = 1, l = 0.5, stiffness = 4, inertia = 0.02;
        for (int axis = 0; axis < 2; axis++) {
            SnBuild *build = sn_build_new(METHODS[m], h);
            const double center[3] = {0, 0, -l}, up[3] = {0, 0, l},
                         moments[3] = {inertia, inertia, 0.01};
            /* a's z along world x; b's x along world y */
            const double quarter[4] = {M_SQRT1_2, 0, 0, M_SQRT1_2};
            const int body = sn_build_body(build, mass, moments, center, NULL);
            const int joint = sn_build_joint(build, &SN_JOINT_UNIVERSAL,
                                             sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, Z_TO_X),
                                             sn_build_frame(build, body, up, quarter));
            const double push[3] = {axis == 1 ? 0.02 : 0, axis == 0 ? 0.02 : 0, 0},
                         spin[3] = {axis == 0 ? 0.02 / l : 0, axis == 1 ? -0.02 / l : 0, 0};
            sn_build_velocity(build, body, push, spin);
            SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
            const double rest[2] = {coordinate(&trial, joint, 0), coordinate(&trial, joint, 1)};
            SnSystemJoint *j = &trial.system->joints.joints[joint];
            j->coordinate[0].stiffness = stiffness;
            j->coordinate[0].rest = rest[0], j->coordinate[1].rest = rest[1];
            const double omega = sqrt((mass * 9.81 * l + stiffness) / (inertia + mass * l * l));
            const double speed = 0.02 / l;
            double worst = 0;
            for (int i = 0; i < 1000; i++) {
                run(&trial, 1);
                const double expected = speed / omega * sin(omega * h * (i + 1));
                const double got = coordinate(&trial, joint, axis) - rest[axis];
                worst = fmax(worst, fmin(fabs(got - expected), fabs(got + expected)));
                g_assert_cmpfloat(fabs(coordinate(&trial, joint, 1 - axis) - rest[1 - axis]), <,
                                  1e-4);
            }
            g_assert_cmpfloat(worst, <, 0.03 * speed / omega);
            sn_trial_free(&trial);
        }
    }
}

/* Stiffness of a ball joint without gravity: w^2 = k / I about any axis; energy is kept. */
static void test_ball_spring(void)
{
    const double h = 1e-3, stiffness = 2, inertia[3] = {0.1, 0.1, 0.1}, w[3] = {0.6, 0.3, -0.2};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int body = sn_build_body(build, 1, inertia, ORIGIN, NULL);
    const int joint = sn_build_joint(build, &SN_JOINT_SPHERICAL,
                                     sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                     sn_build_frame(build, body, ORIGIN, NULL));
    sn_build_velocity(build, body, ORIGIN, w);
    build->system->joints.joints[joint].coordinate[0].stiffness = stiffness;
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    double start[2], now[2], momentum[6], theta[3];
    sn_audit(trial.system, trial.state, trial.work, start, momentum);
    const double omega = sqrt(stiffness / inertia[0]);
    run(&trial, 300);
    sn_q_log(sn_state_q(trial.state) + 3, theta);
    for (int i = 0; i < 3; i++)
        g_assert_cmpfloat(fabs(theta[i] - w[i] / omega * sin(omega * 0.3)), <, 1e-5);
    run(&trial, 5000);
    sn_audit(trial.system, trial.state, trial.work, now, momentum);
    g_assert_cmpfloat(fabs(now[0] + now[1] - start[0] - start[1]), <, 1e-5 * start[0]);
    sn_trial_free(&trial);
}

/* Cylindrical: a screw motion without force keeps both rates; the sliding is damped alone. */
static void test_cylindrical(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double h = 1e-3, v[3] = {0, 0, 0.5}, w[3] = {0, 0, 3};
        SnBuild *build = sn_build_new(METHODS[m], h);
        const int body = sn_build_body(build, 2, UNIT, ORIGIN, NULL);
        sn_build_velocity(build, body, v, w);
        const int joint = sn_build_joint(build, &SN_JOINT_CYLINDRICAL,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                         sn_build_frame(build, body, ORIGIN, NULL));
        build->system->joints.joints[joint].coordinate[1].damping = 4;
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        run(&trial, 4000);
        g_assert_cmpfloat(fabs(coordinate(&trial, joint, 0) - 12), <, 1e-6);
        g_assert_cmpfloat(fabs(coordinate(&trial, joint, 1) - 0.5 * 2 / 4.0 * (1 - exp(-8))), <,
                          1e-3);
        sn_trial_free(&trial);
    }
}

/* --- friction --- */

/* A chain of every joint that rubs, thrown; beside it a ball that lies on the ground, or not: then
 * friction is a part of the problem of contacts. */
static SnTrial rubbing_chain(SnStepMethod method, bool touches, double friction)
{
    static const SnJointClass *const classes[] = {&SN_JOINT_SPHERICAL, &SN_JOINT_UNIVERSAL,
                                                  &SN_JOINT_SPHERICAL, &SN_JOINT_CYLINDRICAL,
                                                  &SN_JOINT_GIMBAL,    &SN_JOINT_PLANAR};
    SnBuild *build = sn_build_new(method, 1e-3);
    const double below[3] = {0, 0, -0.1}, far[3] = {5, 0, 0.05}, above[3] = {0, 0, 1};
    int frame = sn_build_frame(build, SN_BUILD_WORLD, above, NULL);
    for (int i = 0; i < (int)G_N_ELEMENTS(classes); i++) {
        const double at[3] = {0, 0, 1 - 0.2 * i - 0.1}, moments[3] = {0.02, 0.03, 0.01};
        const double v[3] = {0.1 * i, 0.2 - 0.1 * i, 0}, w[3] = {1, -0.5 * i, 2},
                     top[3] = {0, 0, 0.1};
        const int body = sn_build_body(build, 1, moments, at, NULL);
        sn_build_velocity(build, body, v, w);
        const int joint =
            sn_build_joint(build, classes[i], frame, sn_build_frame(build, body, top, NULL));
        for (int k = 0; k < SN_MAX_COORDINATES; k++)
            build->system->joints.joints[joint].coordinate[k].friction = friction * (1 + k);
        frame = sn_build_frame(build, body, below, NULL);
    }
    const int ball = sn_build_body(build, 1, UNIT, far, NULL);
    const int ground = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
    sn_build_fix(build, ground);
    sn_convex_half_space(&sn_build_contact_shape(build, ground)->convex);
    sn_convex_sphere(0.05, &sn_build_contact_shape(build, ball)->convex);
    sn_build_contact_rule(build, &(SnContactRule){.enabled = touches, .friction = 0.3});
    return sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
}

/* Both problems have one solution; that of Newton's trapezoidal rule takes the velocities of what
 * touches at the end of a step. */
static void test_friction(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        SnTrial trial[2];
        for (int t = 0; t < 2; t++) {
            trial[t] = rubbing_chain(METHODS[m], t, 0.3);
            run(&trial[t], 100);
        }
        const SnState *a = trial[0].state, *b = trial[1].state;
        for (int i = 0; i < trial[0].system->n_q - 14; i++)
            g_assert_cmpfloat(fabs(sn_state_q_const(a)[i] - sn_state_q_const(b)[i]), <,
                              METHODS[m] == SN_STEP_NEWTON_TRAPEZOIDAL ? 5e-5 : 1e-9);
        double most = 0;
        for (int i = 0; i < trial[0].system->joints.n; i++) {
            const SnSystemJoint *joint = &trial[0].system->joints.joints[i];
            for (int k = 0; k < sn_joint_n_rubs(joint); k++) {
                const double x = sn_state_turns_const(a)[joint->rub + k];
                g_assert_cmpfloat(fabs(x - sn_state_turns_const(b)[joint->rub + k]), <, 1e-3);
                most = fmax(most, fabs(x));
            }
        }
        g_assert_cmpfloat(most, >, 0.3);
        sn_trial_free(&trial[0]);
        sn_trial_free(&trial[1]);
    }
}

/* --- gears --- */

typedef struct Train {
    SnTrial trial;
    int hinge[3], gear[2], load;
} Train;

/* Flywheels of 1, 2 and 3 kg m2 on parallel shafts, 2:1 and -2:1 between them; a moment on the
 * first. */
static Train train_new(SnStepMethod method, double h, double moment, double speed)
{
    Train train;
    SnBuild *build = sn_build_new(method, h);
    int body[3];
    for (int i = 0; i < 3; i++) {
        const double inertia[3] = {2 + i, 2 + i, 1 + i}, at[3] = {i, 0, 0};
        const double ratio[3] = {1, 0.5, -0.25}, w[3] = {0, 0, speed * ratio[i]};
        body[i] = sn_build_body(build, 1, inertia, at, NULL);
        sn_build_velocity(build, body[i], ORIGIN, w);
        train.hinge[i] =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                           sn_build_frame(build, body[i], ORIGIN, NULL));
    }
    train.gear[0] = sn_build_gear(build, train.hinge[0], train.hinge[1], 0.5);
    train.gear[1] = sn_build_gear(build, train.hinge[1], train.hinge[2], -0.5);
    train.load = sn_build_body_load(build, body[0]);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    system->inputs.base[system->loads.loads[train.load].force + 5] = moment;
    train.trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    return train;
}

/* Seen from the first shaft the inertia is 1 + 2/4 + 3/16; the teeth carry what drives the rest. */
static void test_gear_train(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double moment = 2, inertia = 1 + 2.0 / 4 + 3.0 / 16, h = 1e-3;
        Train train = train_new(METHODS[m], h, moment, 0);
        run(&train.trial, 3000);
        const double alpha = moment / inertia, speed = alpha * 3;
        const double *u = sn_state_u(train.trial.state);
        g_assert_cmpfloat(fabs(u[5] - speed), <, 1e-9);
        g_assert_cmpfloat(fabs(u[11] - speed / 2), <, 1e-9);
        g_assert_cmpfloat(fabs(u[17] + speed / 4), <, 1e-9);
        const SnSystem *system = train.trial.system;
        const double *lambda = sn_state_lambda(train.trial.state);
        const double last = lambda[system->joints.joints[train.gear[1]].row],
                     first = lambda[system->joints.joints[train.gear[0]].row];
        g_assert_cmpfloat(fabs(last + 3 * alpha / 4), <, 1e-6);
        g_assert_cmpfloat(fabs(first - (2 * alpha / 2 - 0.5 * last)), <, 1e-6);
        sn_trial_free(&train.trial);
    }
}

/* After a thousand turns the teeth are where they were. */
static void test_gear_turns(void)
{
    for (int m = 0; m < 2; m++) {
        Train train = train_new(METHODS[m], 5e-3, 0, 100);
        run(&train.trial, 12600);
        const double a = coordinate(&train.trial, train.hinge[0], 0),
                     c = coordinate(&train.trial, train.hinge[2], 0);
        g_test_message("%g turns, error %g rad", a / (2 * M_PI), a + 4 * c);
        g_assert_cmpfloat(a, >, 2 * M_PI * 1000);
        g_assert_cmpfloat(fabs(a + 4 * c), <, 1e-9);
        sn_trial_free(&train.trial);
    }
}

/* Out of mesh the wheels are free; in again they hold from where they are.  A new ratio begins
 * where the wheels are, too.  A state restored goes on with the same bits. */
static void test_gear_live(void)
{
    Train train = train_new(SN_STEP_BACKWARD_EULER, 1e-3, 2, 0);
    SnSystemJoint *gear = &train.trial.system->joints.joints[train.gear[1]];
    run(&train.trial, 500);
    gear->enabled = false;
    const double speed = sn_state_u(train.trial.state)[17];
    run(&train.trial, 500);
    g_assert_cmpfloat(fabs(sn_state_u(train.trial.state)[17] - speed), <, 1e-9);
    g_assert_cmpfloat(fabs(sn_state_lambda(train.trial.state)[gear->row]), <, 1e-12);
    gear->enabled = true;
    run(&train.trial, 1);
    const double before[2] = {coordinate(&train.trial, train.hinge[1], 0),
                              coordinate(&train.trial, train.hinge[2], 0)};
    run(&train.trial, 500);
    const double *u = sn_state_u(train.trial.state);
    g_assert_cmpfloat(fabs(u[17] + 0.5 * u[11]), <, 1e-9);
    g_assert_cmpfloat(fabs((coordinate(&train.trial, train.hinge[2], 0) - before[1]) +
                           0.5 * (coordinate(&train.trial, train.hinge[1], 0) - before[0])),
                      <, 1e-10);
    gear->ratio = 1.5; /* the other way round, faster */
    SnState *saved = sn_state_copy(train.trial.state);
    run(&train.trial, 400);
    g_assert_cmpfloat(fabs(u[17] - 1.5 * u[11]), <, 1e-9);
    g_assert_cmpfloat(worst_residual(&train.trial), <, 1e-10);
    const uint64_t hash = sn_state_hash(train.trial.state);
    memcpy(train.trial.state, saved, saved->size);
    run(&train.trial, 400);
    g_assert_cmpuint(hash, ==, sn_state_hash(train.trial.state));
    free(saved);
    sn_trial_free(&train.trial);
}

/* A pinion of radius r lifts a rack: (m + I / r^2) a = T / r - m g. */
static void test_rack(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        const double r = 0.05, mass = 3, inertia[3] = {0.1, 0.1, 0.02}, moment = 2, h = 1e-3;
        SnBuild *build = sn_build_new(METHODS[m], h);
        const int wheel = sn_build_body(build, 1, inertia, ORIGIN, NULL),
                  rack = sn_build_body(build, mass, UNIT, ORIGIN, NULL);
        const int hinge = sn_build_joint(build, &SN_JOINT_HINGE,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                         sn_build_frame(build, wheel, ORIGIN, NULL));
        const int slider = sn_build_joint(build, &SN_JOINT_SLIDER,
                                          sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                          sn_build_frame(build, rack, ORIGIN, NULL));
        const int gear = sn_build_gear(build, hinge, slider, r);
        const int load = sn_build_body_load(build, wheel);
        SnSystem *system = sn_build_finish(build, DOWN);
        system->inputs.base[system->loads.loads[load].force + 5] = moment;
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
        run(&trial, 1000);
        const double a = (moment / r - mass * 9.81) / (mass + inertia[2] / (r * r));
        const double *u = sn_state_u(trial.state);
        g_assert_cmpfloat(fabs(u[8] - a), <, 1e-9);
        g_assert_cmpfloat(fabs(u[5] - a / r), <, 1e-8);
        g_assert_cmpfloat(
            fabs(sn_state_lambda(trial.state)[system->joints.joints[gear].row] - mass * (a + 9.81)),
            <, 1e-6);
        g_assert_cmpfloat(fabs(coordinate(&trial, slider, 0) - r * coordinate(&trial, hinge, 0)), <,
                          1e-12);
        sn_trial_free(&trial);
    }
}

/* Teeth that give: a wheel against a held one turns by C T. */
static void test_soft_gear(void)
{
    for (int m = 0; m < N_METHODS; m++) {
        if (METHODS[m] == SN_STEP_SYMPLECTIC_EULER)
            continue; /* damping as strong as this is nothing for an explicit method */
        Train train = train_new(METHODS[m], 1e-3, 2, 0);
        SnSystem *system = train.trial.system;
        system->joints.joints[train.gear[0]].compliance = 0.01;
        system->joints.joints[train.hinge[2]].coordinate[0].damping = 1e6; /* all but held */
        system->joints.joints[train.hinge[0]].coordinate[0].damping = 20;
        run(&train.trial, 3000);
        const double got = coordinate(&train.trial, train.hinge[0], 0);
        /* c_b - ratio c_a = C lambda, lambda = -T / ratio */
        g_assert_cmpfloat(fabs(got - 0.01 * (2 / 0.5) / 0.5), <, 2e-3);
        sn_trial_free(&train.trial);
    }
}

static void test_no_allocation(void)
{
    if (!sn_test_counting_malloc()) {
        g_test_skip("malloc is not counted under a sanitizer");
        return;
    }
    for (int m = 0; m < N_METHODS; m++) {
        Train train = train_new(METHODS[m], 1e-3, 1, 0);
        run(&train.trial, 5);
        const unsigned long before = sn_test_allocations();
        run(&train.trial, 100);
        g_assert_cmpuint(sn_test_allocations(), ==, before);
        sn_trial_free(&train.trial);
    }
}

/* --- the first step --- */

/* A bar of 0.5 m (centre) that turns at 3 rad/s about a hinge, lying level: the hinge pulls
 * m r w^2 inwards and bears a quarter of the weight and more (m g - m r a, a = m g r / I). */
static void test_first_reaction(void)
{
    const double h = 1e-3, mass = 2, r = 0.5, moment = 0.2, w = 3, start[3] = {r, 0, 0};
    const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}, moments[3] = {moment, moment, moment};
    for (int m = 0; m < N_METHODS; m++) {
        SnBuild *build = sn_build_new(METHODS[m], h);
        const int body = sn_build_body(build, mass, moments, start, NULL);
        const double hub[3] = {-r, 0, 0};
        sn_build_joint(build, &SN_JOINT_HINGE,
                       sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, z_to_y),
                       sn_build_frame(build, body, hub, z_to_y));
        sn_build_velocity(build, body, (const double[3]){0, 0, -r * w}, (const double[3]){0, w, 0});
        SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        const double bears = mass * 9.81 * (1 - mass * r * r / (moment + mass * r * r));
        const double inwards = mass * r * w * w;
        for (int k = 0; k < 3; k++) {
            const double *lambda = sn_state_lambda_const(trial.state);
            double square = 0;
            for (int i = 0; i < 3; i++)
                square += lambda[i] * lambda[i];
            g_test_message("method %d, %d steps: %g", METHODS[m], k, sqrt(square));
            g_assert_cmpfloat(fabs(sqrt(square) - hypot(bears, inwards)), <, 0.25);
            run(&trial, 1);
        }
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/joints/slope", test_slope);
    g_test_add_func("/sim/joints/slider-spring", test_slider_spring);
    g_test_add_func("/sim/joints/hooke", test_hooke);
    g_test_add_func("/sim/joints/universal-swing", test_universal_swing);
    g_test_add_func("/sim/joints/ball-spring", test_ball_spring);
    g_test_add_func("/sim/joints/cylindrical", test_cylindrical);
    g_test_add_func("/sim/joints/friction", test_friction);
    g_test_add_func("/sim/joints/first-reaction", test_first_reaction);
    g_test_add_func("/sim/joints/gear-train", test_gear_train);
    g_test_add_func("/sim/joints/gear-turns", test_gear_turns);
    g_test_add_func("/sim/joints/gear-live", test_gear_live);
    g_test_add_func("/sim/joints/rack", test_rack);
    g_test_add_func("/sim/joints/soft-gear", test_soft_gear);
    g_test_add_func("/sim/joints/no-allocation", test_no_allocation);
    return g_test_run();
}
