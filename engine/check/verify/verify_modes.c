/* SPDX-License-Identifier: GPL-3.0-or-later */
/* G-modes: small motions about rest against closed forms. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/step/modes.h"

#include <math.h>
#include <stdio.h>

#define G 9.81

static const double GRAVITY[3] = {0, 0, -G};
static const double NOWHERE[3] = {0};

static SnModes modes_of(SnTrial *trial, int count)
{
    SnModes modes = {0};
    if (trial->fault.code == SN_FAULT_NONE)
        trial->fault = sn_modes(trial->system, trial->system->inputs.base, trial->state,
                                trial->work, count, &modes);
    return modes;
}

/* NAN where there is no such mode. */
static double omega(const SnTrial *trial, const SnModes *modes, int i)
{
    return trial->fault.code == SN_FAULT_NONE && i < modes->n ? modes->omega[i] : (double)NAN;
}

static void verify_compound_pendulum(SnVerifySink *sink)
{
    const double mass = 1.3, center = 0.4, inertia = 0.05;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int frame = sn_build_frame(build, SN_BUILD_WORLD, NOWHERE, SN_VERIFY_AXIS);
    sn_verify_link(build, frame, NOWHERE, 0, mass, center, inertia, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    SnModes modes = modes_of(&trial, 3);
    sn_verify_relative(sink, "G-modes-pendulum", omega(&trial, &modes, 0),
                       sqrt(mass * G * center / (inertia + mass * center * center)), 1e-8,
                       "sqrt(m g d / (I + m d^2))");
    sn_verify_absolute(sink, "G-modes-pendulum-count", modes.n, 1, 0, "one degree of freedom");
    sn_modes_clear(&modes);
    sn_trial_free(&trial);
}

/* Two uniform rods: omega^2 = g / l (3 -+ 6 / sqrt 7). */
static void verify_two_rods(SnVerifySink *sink)
{
    const double length = 0.7, mass = 0.9, inertia = mass * length * length / 12;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int frame = sn_build_frame(build, SN_BUILD_WORLD, NOWHERE, SN_VERIFY_AXIS);
    const double second[3] = {0, 0, -length};
    const int rod = sn_verify_link(build, frame, NOWHERE, 0, mass, length / 2, inertia, NULL);
    frame = sn_verify_link_frame(build, rod, length / 2, length);
    sn_verify_link(build, frame, second, 0, mass, length / 2, inertia, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    SnModes modes = modes_of(&trial, 2);
    for (int i = 0; i < 2; i++)
        sn_verify_relative(
            sink, i ? "G-modes-rods-against" : "G-modes-rods-together", omega(&trial, &modes, i),
            sqrt(G / length * (3 + (i ? 6 : -6) / sqrt(7))), 1e-8, "sqrt(g/l (3 -+ 6/sqrt 7))");
    sn_modes_clear(&modes);
    sn_trial_free(&trial);
}

/* Masses on a tight string of springs: sideways in both directions, omega_k = 2 sqrt(T / (m a))
 * sin(k pi / (2 (n + 1))); along it with the springs' stiffness in the place of T / a. */
static void verify_string(SnVerifySink *sink)
{
    enum { N = 9 };
    const double apart = 0.1, mass = 1e-3, stiffness = 4000, rest = 0.0975;
    const double tension = stiffness * (apart - rest);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int before = sn_build_point(build, SN_BUILD_WORLD, NOWHERE);
    for (int i = 1; i <= N + 1; i++) {
        const double place[3] = {apart * i, 0, 0};
        const int bead = i <= N ? sn_build_particle(build, mass, place) : SN_BUILD_WORLD;
        const int here = sn_build_point(build, bead, i <= N ? NOWHERE : place);
        sn_build_spring(build, 2, (int[]){before, here}, stiffness, 0, rest);
        before = here;
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOWHERE), SN_LINSOLVE_AUTO);
    SnModes modes = modes_of(&trial, 3 * N);
    for (int k = 1; k <= 3; k++)
        for (int way = 0; way < 2; way++) {
            char name[64];
            snprintf(name, sizeof name, "G-modes-string-%d%c", k, way ? 'z' : 'y');
            sn_verify_relative(sink, name, omega(&trial, &modes, 2 * (k - 1) + way),
                               2 * sqrt(tension / (mass * apart)) * sin(k * M_PI / (2 * (N + 1))),
                               1e-8, "2 sqrt(T/(m a)) sin(k pi/(2(n+1)))");
        }
    sn_verify_relative(sink, "G-modes-string-last", omega(&trial, &modes, 3 * N - 1),
                       2 * sqrt(stiffness / mass) * sin(N * M_PI / (2 * (N + 1))), 1e-8,
                       "2 sqrt(k/m) sin(n pi/(2(n+1)))");
    sn_modes_clear(&modes);
    sn_trial_free(&trial);
}

/* Two masses and a spring that nothing holds: five free motions, one swinging against each other.
 */
static void verify_free(SnVerifySink *sink)
{
    const double mass[2] = {0.2, 0.7}, stiffness = 900, away[3] = {0.3, 0.1, -0.2};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int a = sn_build_particle(build, mass[0], NOWHERE);
    const int b = sn_build_particle(build, mass[1], away);
    const int ends[] = {sn_build_point(build, a, NOWHERE), sn_build_point(build, b, NOWHERE)};
    sn_build_spring(build, 2, ends, stiffness, 0, sn_v3_norm(away));
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOWHERE), SN_LINSOLVE_DENSE);
    SnModes modes = modes_of(&trial, 6);
    int n_free = 0;
    for (int i = 0; i < modes.n; i++)
        n_free += modes.omega[i] == 0;
    sn_verify_absolute(sink, "G-modes-free", n_free, 5, 0, "rigid motions of a line");
    sn_verify_relative(sink, "G-modes-pair", omega(&trial, &modes, 5),
                       sqrt(stiffness * (1 / mass[0] + 1 / mass[1])), 1e-8,
                       "sqrt(k (1/m1 + 1/m2))");
    sn_modes_clear(&modes);
    sn_trial_free(&trial);
}

/* Upside down: nothing to swing about. */
static void verify_unstable(SnVerifySink *sink)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int frame = sn_build_frame(build, SN_BUILD_WORLD, NOWHERE, SN_VERIFY_AXIS);
    sn_verify_link(build, frame, NOWHERE, M_PI, 1, 0.5, 0.1, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    SnModes modes = modes_of(&trial, 1);
    sn_verify_absolute(sink, "G-modes-unstable", trial.fault.code, SN_FAULT_SETTLE, 0, "refused");
    sn_modes_clear(&modes);
    sn_trial_free(&trial);
}

void sn_verify_modes(SnVerifySink *sink)
{
    verify_compound_pendulum(sink);
    verify_two_rods(sink);
    verify_string(sink);
    verify_free(sink);
    verify_unstable(sink);
}
