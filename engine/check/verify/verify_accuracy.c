/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B-accuracy: steps in parts as short as the accuracy asks for. */
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>

static const double GRAVITY[3] = {0, 0, -9.81};
static const double ORIGIN[3] = {0, 0, 0};

/* Where a rod falls from, and its period there, of that of small swings. */
typedef struct Fall {
    double angle, ratio;
} Fall;
static const Fall level = {90, 1.1803405990}, steep = {170, 2.4393627197};

/* A rod that falls from an angle; its angle after 5/4 of its period, where it hangs, and the parts
 * that this took. */
static double rod_angle(SnStepMethod method, const Fall *fall, double accuracy, double *parts,
                        double *missed)
{
    const double period = fall->ratio * 2 * M_PI * sqrt(2 / (3 * 9.81));
    int joint;
    SnBuild *build = sn_build_new(method, period / 16);
    const int world = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS);
    sn_verify_link(build, world, ORIGIN, fall->angle * M_PI / 180, 1, 0.5, 1.0 / 12, &joint);
    SnSystem *system = sn_build_finish(build, GRAVITY);
    system->accuracy = accuracy;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    *parts = 0;
    for (int i = 0; i < 20 && trial.fault.code == SN_FAULT_NONE; i++) {
        sn_trial_steps(&trial, 1);
        *parts += sn_state_parts(trial.state)[SN_PARTS_LAST];
    }
    *missed = sn_state_parts(trial.state)[SN_PARTS_MISSED];
    const double angle =
        trial.fault.code == SN_FAULT_NONE ? sn_verify_angle(&trial, joint) : (double)NAN;
    sn_trial_free(&trial);
    return angle;
}

static void rod(SnVerifySink *sink, SnStepMethod method, const char *name, const Fall *fall,
                double exponent, const double accuracy[2])
{
    double parts[2], missed[2], error[2];
    char text[64];
    for (int i = 0; i < 2; i++) {
        error[i] = rod_angle(method, fall, accuracy[i], &parts[i], &missed[i]);
        snprintf(text, sizeof text, "B-accuracy-%s-%g", name, accuracy[i]);
        sn_verify_absolute(sink, text, error[i], 0, 3 * accuracy[i] * parts[i],
                           "hangs after 5/4 of 4 K(sin(a / 2)) / omega");
        snprintf(text, sizeof text, "B-accuracy-%s-%g-missed", name, accuracy[i]);
        sn_verify_absolute(sink, text, missed[i], 0, 0, "no step without the accuracy");
    }
    snprintf(text, sizeof text, "B-accuracy-%s-parts", name);
    sn_verify_absolute(sink, text, log(parts[1] / parts[0]) / log(accuracy[0] / accuracy[1]),
                       exponent, 0.06, "parts as accuracy^(-1 / (order + 1))");
}

/* A mass on a spring without rest length, steps of a quarter of its period: back after ten. */
static void oscillator(SnVerifySink *sink)
{
    static const double accuracy[] = {1e-6, 1e-9};
    for (int i = 0; i < 2; i++) {
        SnBuild *build = sn_build_new(SN_STEP_RUNGE_KUTTA_4, M_PI / 2);
        const int mass = sn_build_particle(build, 1, (const double[3]){1, 0, 0});
        sn_build_velocity(build, mass, (const double[3]){0, 0.5, 0}, NULL);
        const int ends[2] = {sn_build_point(build, SN_BUILD_WORLD, ORIGIN),
                             sn_build_point(build, mass, ORIGIN)};
        sn_build_spring(build, 2, ends, 1, 0, 0);
        SnSystem *system = sn_build_finish(build, ORIGIN);
        system->accuracy = accuracy[i];
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
        sn_trial_steps(&trial, 40);
        const double *q = sn_state_q(trial.state);
        char text[64];
        snprintf(text, sizeof text, "B-accuracy-oscillator-%g", accuracy[i]);
        sn_verify_absolute(sink, text,
                           trial.fault.code == SN_FAULT_NONE ? hypot(q[0] - 1, q[1]) : (double)NAN,
                           0, 1000 * accuracy[i], "an ellipse, ten times round");
        sn_trial_free(&trial);
    }
}

void sn_verify_accuracy(SnVerifySink *sink)
{
    static const double coarse[2] = {4e-4, 1e-4}, fine[2] = {1e-6, 1.25e-7};
    rod(sink, SN_STEP_BACKWARD_EULER, "euler", &level, 1.0 / 2, coarse);
    rod(sink, SN_STEP_NEWTON_EULER, "newton-euler", &level, 1.0 / 2, coarse);
    rod(sink, SN_STEP_TRAPEZOIDAL, "trapezoidal", &steep, 1.0 / 3, fine);
    rod(sink, SN_STEP_NEWTON_TRAPEZOIDAL, "newton-trapezoidal", &steep, 1.0 / 3, fine);
    oscillator(sink);
}
