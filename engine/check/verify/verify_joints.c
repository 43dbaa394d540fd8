/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints: sliders, universal joints, stiffness, gears. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/system/workspace.h"

#include <stdio.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -9.81};
static const double UNIT[3] = {1, 1, 1};

static double coordinate(const SnTrial *trial, int number)
{
    const SnSystemJoint *joint = &trial->system->joints.joints[number];
    return trial->fault.code == SN_FAULT_NONE
               ? sn_joint_coordinate(trial->system, sn_state_q_const(trial->state),
                                     sn_state_turns_const(trial->state), joint, 0)
               : (double)NAN;
}

/* From rest down a slope of 30 degrees. */
static void slope(SnVerifySink *sink)
{
    const double z_down[4] = {0.5, 0, sqrt(0.75), 0};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const int body = sn_build_body(build, 2, UNIT, ORIGIN, NULL);
    const int joint = sn_build_joint(build, &SN_JOINT_SLIDER,
                                     sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, z_down),
                                     sn_build_frame(build, body, ORIGIN, z_down));
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1000);
    sn_verify_relative(sink, "B-joints-slope", coordinate(&trial, joint), 9.81 / 4, 1e-9,
                       "g sin(30) t^2 / 2");
    sn_trial_free(&trial);
}

/* Coulomb's friction of a slider on that slope, as a share of what pulls along it; and of a
 * flywheel that it brings to rest. */
static void friction(SnVerifySink *sink)
{
    static const double share[] = {0.4, 0.999, 1.001};
    static const char *const names[] = {"slides", "slips", "sticks"};
    const double z_down[4] = {0.5, 0, sqrt(0.75), 0}, pull = 9.81 / 2, spin[3] = {0, 0, 2};
    const SnStepMethod methods[] = {SN_STEP_TRAPEZOIDAL, SN_STEP_NEWTON_TRAPEZOIDAL};
    char name[64];
    for (int m = 0; m < 2; m++) {
        const char *of = m > 0 ? "-newton" : "";
        for (int i = 0; i < 3; i++) {
            SnBuild *build = sn_build_new(methods[m], 1e-3);
            const int body = sn_build_body(build, 2, UNIT, ORIGIN, NULL);
            const int joint = sn_build_joint(build, &SN_JOINT_SLIDER,
                                             sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, z_down),
                                             sn_build_frame(build, body, ORIGIN, z_down));
            build->system->joints.joints[joint].coordinate[0].friction = share[i] * 2 * pull;
            SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
            sn_trial_steps(&trial, 1000);
            snprintf(name, sizeof name, "B-joints-friction-%s%s", names[i], of);
            sn_verify_absolute(sink, name, coordinate(&trial, joint),
                               fmax(1 - share[i], 0) * pull / 2, 1e-9,
                               "(g sin(30) - F / m) t^2 / 2 [m]; at rest from F = m g sin(30) on");
            sn_trial_free(&trial);
        }
        SnBuild *build = sn_build_new(methods[m], 1e-3);
        const int body = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
        sn_build_velocity(build, body, ORIGIN, spin);
        const int joint = sn_build_joint(build, &SN_JOINT_HINGE,
                                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                         sn_build_frame(build, body, ORIGIN, NULL));
        build->system->joints.joints[joint].coordinate[0].friction = 3;
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 1000);
        snprintf(name, sizeof name, "B-joints-friction-rests%s", of);
        sn_verify_absolute(sink, name, coordinate(&trial, joint), 2.0 / 3, 1e-6,
                           "I w^2 / 2 tau, between two steps [rad]");
        sn_trial_free(&trial);
    }
}

/* A wheel that rolls down a slope of 30 degrees without slipping: a custom joint whose place is its
 * angle times the radius. */
static void rolling(SnVerifySink *sink)
{
    const double radius = 0.1, inertia[3] = {0.0025, 0.0025, 0.005}, angle = M_PI / 6;
    const double turn[4] = {cos(angle / 2), 0, sin(angle / 2), 0},
                 up[4] = {M_SQRT1_2, M_SQRT1_2, 0, 0}; /* z across the slope, y off it */
    const double whole[2] = {0, 1}, back[2] = {0, -radius};
    double frame[4];
    sn_q_mul(turn, up, frame);
    SnBuildAxis axis[6] = {{{0, 0, 1}, 0, {SN_FUNCTION_LINEAR, 2, whole, 0, 0, NULL, NULL, 1}},
                           {{1, 0, 0}, -1, {.scale = 1}},
                           {{0, 1, 0}, -1, {.scale = 1}},
                           {{1, 0, 0}, 0, {SN_FUNCTION_LINEAR, 2, back, 0, 0, NULL, NULL, 1}},
                           {{0, 1, 0}, -1, {.scale = 1}},
                           {{0, 0, 1}, -1, {.scale = 1}}};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const int body = sn_build_body(build, 1, inertia, ORIGIN, frame);
    const int joint = sn_build_custom(build, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, frame),
                                      sn_build_frame(build, body, ORIGIN, NULL), 1, 0, axis);
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1000);
    const double *q = sn_state_q_const(trial.state);
    sn_verify_relative(
        sink, "B-joints-rolling", trial.fault.code == SN_FAULT_NONE ? sn_v3_norm(q) : (double)NAN,
        9.81 * sin(angle) / 1.5 / 2, 1e-9, "g sin(30) t^2 / 2 over 1 + I / m r^2, a disc [m]");
    sn_verify_relative(sink, "B-joints-rolling-turned", -coordinate(&trial, joint),
                       9.81 * sin(angle) / 1.5 / 2 / radius, 1e-9, "that over the radius [rad]");
    sn_trial_free(&trial);
}

/* Largest departure of the output's angle from Hooke's over a turn and a half. */
static void hooke(SnVerifySink *sink)
{
    const double beta = 0.6, speed = 5, h = 1e-3, tilt[4] = {cos(beta / 2), sin(beta / 2), 0, 0};
    const double fork_in[4] = {M_SQRT1_2, 0, M_SQRT1_2, 0}, /* z across the input shaft: its x */
        fork_out[4] = {M_SQRT1_2, 0, 0, M_SQRT1_2};         /* x across the output shaft: its y */
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, h);
    const int in = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
    const int target = sn_build_kinematic(build, in);
    build->system->inputs.base[target + 12] = speed;
    const int out = sn_build_body(build, 1, UNIT, ORIGIN, tilt);
    sn_build_joint(build, &SN_JOINT_UNIVERSAL, sn_build_frame(build, in, ORIGIN, fork_in),
                   sn_build_frame(build, out, ORIGIN, fork_out));
    const int hinge =
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, tilt),
                       sn_build_frame(build, out, ORIGIN, NULL));
    build->system->joints.joints[hinge].compliance = 1e-9; /* the place is held by both */
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
    double worst = 0;
    for (int i = 1; i <= 1900; i++) {
        sn_trial_steps(&trial, 1);
        const double angle = speed * h * i;
        const double expected = atan2(sin(angle) * cos(beta), cos(angle));
        worst = fmax(worst, fabs(remainder(coordinate(&trial, hinge) - expected, 2 * M_PI)));
    }
    sn_verify_absolute(sink, "B-joints-hooke", worst, 0, 1e-6, "tan(out) = tan(in) cos(beta)");
    sn_trial_free(&trial);
}

/* Period of a flywheel on a hinge with stiffness. */
static void torsion(SnVerifySink *sink)
{
    const double stiffness = 3, inertia[3] = {0.1, 0.1, 0.05}, w[3] = {0, 0, 1}, h = 1e-4;
    const double period = 2 * M_PI * sqrt(inertia[2] / stiffness);
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const int body = sn_build_body(build, 1, inertia, ORIGIN, NULL);
    sn_build_velocity(build, body, ORIGIN, w);
    const int joint =
        sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                       sn_build_frame(build, body, ORIGIN, NULL));
    build->system->joints.joints[joint].coordinate[0].stiffness = stiffness;
    SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_DENSE);
    double before = 0, now = 0, measured = NAN;
    for (int crossings = 0; crossings < 1 && trial.fault.code == SN_FAULT_NONE;) {
        before = now;
        sn_trial_steps(&trial, 1);
        now = coordinate(&trial, joint);
        if (before < 0 && now >= 0) {
            measured = trial.state->time - h * now / (now - before);
            crossings++;
        }
    }
    sn_verify_relative(sink, "B-joints-hinge-stiffness", measured, period, 1e-6,
                       "2 pi sqrt(I / k)");
    sn_trial_free(&trial);
}

/* A wheel drives two others, 4:1 in all, with a constant moment; then a thousand turns. */
static void gears(SnVerifySink *sink)
{
    static const char source[] = "inertia seen from the first shaft, I1 + I2/4 + I3/16";
    const double moment = 2, alpha = moment / (1 + 2.0 / 4 + 3.0 / 16);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 5e-3);
    int body[3], hinge[3], gear[2];
    for (int i = 0; i < 3; i++) {
        const double inertia[3] = {2.0 + i, 2.0 + i, 1.0 + i}, at[3] = {i, 0, 0};
        body[i] = sn_build_body(build, 1, inertia, at, NULL);
        hinge[i] =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                           sn_build_frame(build, body[i], ORIGIN, NULL));
        if (i > 0)
            gear[i - 1] = sn_build_gear(build, hinge[i - 1], hinge[i], 0.5);
    }
    const int load = sn_build_body_load(build, body[0]);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    system->inputs.base[system->loads.loads[load].force + 5] = moment;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 2000);
    sn_verify_relative(sink, "B-joints-gear-speed", sn_state_u_const(trial.state)[17],
                       alpha * 10 / 4, 1e-10, source);
    sn_verify_relative(sink, "B-joints-gear-torque",
                       sn_state_lambda_const(trial.state)[system->joints.joints[gear[1]].row],
                       3 * alpha / 4, 1e-6, source);
    while (coordinate(&trial, hinge[0]) < 2 * M_PI * 1000)
        sn_trial_steps(&trial, 10);
    sn_verify_absolute(sink, "B-joints-gear-drift",
                       coordinate(&trial, hinge[0]) - 4 * coordinate(&trial, hinge[2]), 0, 1e-9,
                       "teeth, after a thousand turns");
    sn_trial_free(&trial);
}

/* A nut falls down a screw of this pitch [m/rad]: a custom joint whose translation follows its
 * angle. */
static void screw(SnVerifySink *sink)
{
    const double pitch[2] = {0, 0.02}, mass = 2, moment = 1e-3, inertia[3] = {1, 1, moment};
    SnBuildAxis axis[6];
    for (int i = 0; i < 6; i++)
        axis[i] = (SnBuildAxis){
            .direction = {i % 3 == 0, i % 3 == 1, i % 3 == 2},
            .coordinate = i == 2 || i == 5 ? 0 : -1,
            .function = {.kind = i == 2 || i == 5 ? SN_FUNCTION_LINEAR : SN_FUNCTION_CONSTANT,
                         .scale = 1}};
    axis[5].function.coefficients = pitch, axis[5].function.n_coefficients = 2;
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const int body = sn_build_body(build, mass, inertia, ORIGIN, NULL);
    const int joint = sn_build_custom(build, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                                      sn_build_frame(build, body, ORIGIN, NULL), 1, 0, axis);
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1000);
    const double fallen = 0.5 * 9.81 / (1 + moment / (mass * pitch[1] * pitch[1]));
    sn_verify_relative(sink, "B-joints-screw", -sn_state_q_const(trial.state)[2], fallen, 1e-8,
                       "g t^2 / 2 (1 + I / m p^2)");
    sn_verify_relative(sink, "B-joints-screw-angle", -coordinate(&trial, joint), fallen / pitch[1],
                       1e-8, "fallen / p, many turns");
    sn_trial_free(&trial);
}

/* Torques of two driven hinges at an instant of a motion with constant accelerations, by steps of
 * h; y up. */
static void two_link_torques(double h, double torque[2])
{
    const double start[2] = {M_PI / 6, M_PI / 4}, rate[2] = {1, -2}, acceleration[2] = {3, 2};
    const double mass[2] = {2, 1.5}, length[2] = {0.3, 0.25}, down[3] = {0, -9.81, 0};
    const int before = 20; /* steps from the start to the instant */
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, h);
    int last = SN_BUILD_WORLD, drive[2];
    double angle = 0, end[3] = {0}, along[3] = {0};
    for (int i = 0; i < 2; i++) {
        const double I = mass[i] * length[i] * length[i] / 12, inertia[3] = {0.01 * I, I, I};
        const double back[3] = {-length[i] / 2, 0, 0};
        angle += start[i];
        const double turn[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
        double center[3];
        sn_v3_set(cos(angle), sin(angle), 0, along);
        sn_v3_copy(end, center);
        sn_v3_axpy(length[i] / 2, along, center);
        sn_v3_axpy(length[i], along, end);
        const int body = sn_build_body(build, mass[i], inertia, center, turn);
        const double far[3] = {length[0] / 2, 0, 0};
        const int hinge = sn_build_joint(build, &SN_JOINT_HINGE,
                                         sn_build_frame(build, last, i ? far : ORIGIN, NULL),
                                         sn_build_frame(build, body, back, NULL));
        drive[i] = sn_build_drive(build, hinge, 0);
        last = body;
    }
    SnSystem *system = sn_build_finish(build, down);
    for (int i = 0; i < 2; i++)
        system->inputs.base[system->joints.joints[drive[i]].input] = start[i];
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    for (int k = 1 - before; k <= 1; k++) { /* the step that begins at the instant is the last */
        for (int i = 0; i < 2; i++) {
            const double t = k * h;
            system->inputs.base[system->joints.joints[drive[i]].input] =
                start[i] + rate[i] * t + 0.5 * acceleration[i] * t * t;
        }
        sn_trial_steps(&trial, 1);
    }
    for (int i = 0; i < 2; i++)
        torque[i] = trial.fault.code == SN_FAULT_NONE
                        ? sn_state_lambda_const(trial.state)[system->joints.joints[drive[i]].row]
                        : (double)NAN;
    sn_trial_free(&trial);
}

/* Inverse dynamics by driving the joints: extrapolated from two steps. */
void sn_verify_two_link(SnVerifySink *sink)
{
    static const double expected[2] = {7.9072952410, 0.7914143069};
    static const char *const names[2] = {"B13-two-link-first", "B13-two-link-second"};
    double coarse[2], fine[2];
    two_link_torques(4e-5, coarse);
    two_link_torques(2e-5, fine);
    for (int i = 0; i < 2; i++)
        sn_verify_relative(sink, names[i], 2 * fine[i] - coarse[i], expected[i], 1e-6,
                           "closed form of the arm's equations of motion");
}

void sn_verify_joints(SnVerifySink *sink)
{
    screw(sink);
    slope(sink);
    friction(sink);
    rolling(sink);
    hooke(sink);
    torsion(sink);
    gears(sink);
}
