/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B-ratio: chains whose last link is a thousand times heavier or lighter than the others, at large
 * steps: joints stay closed, energy is not made.  B-drift: what chains lose, and what a flail in
 * free flight keeps. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"

#include <stdio.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0}, DOWN[3] = {0, 0, -9.81};
#define LENGTH 0.1
#define MASS   0.1

/* n links along +x on hinges about y, the last one heavier by a ratio, from rest. */
static SnTrial chain(SnStepMethod method, int n, double ratio, double h)
{
    static const double axis[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}; /* turns z to y */
    SnBuild *build = sn_build_new(method, h);
    int last = SN_BUILD_WORLD;
    for (int i = 0; i < n; i++) {
        const double mass = MASS * (i == n - 1 ? ratio : 1), across = mass * LENGTH * LENGTH / 12;
        const double inertia[3] = {0.08 * across, across, across},
                     x[3] = {(i + 0.5) * LENGTH, 0, 0}, left[3] = {-LENGTH / 2, 0, 0},
                     right[3] = {LENGTH / 2, 0, 0};
        const int body = sn_build_body(build, mass, inertia, x, NULL);
        sn_build_joint(build, &SN_JOINT_HINGE,
                       sn_build_frame(build, last, i == 0 ? ORIGIN : right, axis),
                       sn_build_frame(build, body, left, axis));
        last = body;
    }
    return sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
}

static double total_energy(const SnTrial *trial, double *kinetic)
{
    double energy[2];
    sn_audit(trial->system, trial->state, trial->work, energy, NULL);
    *kinetic = energy[0];
    return energy[0] + energy[1];
}

typedef struct Run {
    double open;         /* most that a row of a joint was open, over the model's size or [rad] */
    double gained, lost; /* most energy above, and below that of the start, of the most kinetic */
} Run;

static Run watch(SnTrial *trial, double time)
{
    const SnSystem *system = trial->system;
    double kinetic, most = 0;
    const double start = total_energy(trial, &kinetic);
    Run run = {0};
    while (trial->state->time < time - trial->system->step_size / 2 &&
           trial->fault.code == SN_FAULT_NONE) {
        sn_trial_steps(trial, 1);
        const double change = total_energy(trial, &kinetic) - start;
        most = fmax(most, kinetic);
        run.gained = fmax(run.gained, change), run.lost = fmax(run.lost, -change);
        sn_rows(system, trial->state, trial->work, false, &trial->work->ahead);
        for (int i = 0; i < system->joints.n_rows; i++)
            run.open = fmax(
                run.open,
                fabs(trial->work->ahead.residual[i]) /
                    (system->joints.rows[i].shape == SN_ROW_ROTATION ? 1 : system->length_scale));
    }
    run.gained /= most, run.lost /= most;
    if (trial->fault.code != SN_FAULT_NONE)
        run.open = run.gained = run.lost = HUGE_VAL;
    return run;
}

void sn_verify_ratio(SnVerifySink *sink)
{
    static const struct {
        SnStepMethod method;
        const char *name;
    } methods[] = {{SN_STEP_BACKWARD_EULER, "euler"},
                   {SN_STEP_TRAPEZOIDAL, "trapezoidal"},
                   {SN_STEP_SYMPLECTIC_EULER, "symplectic"}};
    static const double ratios[] = {1000, 0.001}, steps[] = {2e-3, 10e-3};
    for (size_t m = 0; m < 3; m++)
        for (int i = 0; i < 4; i++) {
            char name[64];
            SnTrial trial = chain(methods[m].method, 8, ratios[i / 2], steps[i % 2]);
            const Run run = watch(&trial, 1);
            sn_trial_free(&trial);
            snprintf(name, sizeof name, "B-ratio-%s-%g-%gms-open", methods[m].name, ratios[i / 2],
                     1e3 * steps[i % 2]);
            sn_verify_absolute(sink, name, run.open, 0, 1e-6, "joints are closed");
            snprintf(name, sizeof name, "B-ratio-%s-%g-%gms-gain", methods[m].name, ratios[i / 2],
                     1e3 * steps[i % 2]);
            sn_verify_absolute(sink, name, run.gained, 0, 1e-3, "nothing puts energy in");
        }
}

/* Three links on ball joints, spinning and flailing in free flight. */
static SnTrial free_flail(SnStepMethod method, double h)
{
    static const double inertia[3] = {2e-5, 4e-4, 4e-4}, left[3] = {-0.1, 0, 0},
                        right[3] = {0.1, 0, 0};
    SnBuild *build = sn_build_new(method, h);
    int last = SN_BUILD_WORLD;
    for (int i = 0; i < 3; i++) {
        const double x[3] = {0.2 * i + 0.1, 0, 0}, v[3] = {0, 5 * x[0], 0},
                     w[3] = {3, i == 1 ? -4 : 2, 5};
        const int body = sn_build_body(build, 0.1, inertia, x, NULL);
        sn_build_velocity(build, body, v, w);
        if (i > 0)
            sn_build_joint(build, &SN_JOINT_SPHERICAL, sn_build_frame(build, last, right, NULL),
                           sn_build_frame(build, body, left, NULL));
        last = body;
    }
    return sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
}

static double change(const double *now, const double *before)
{
    return sn_v3_distance(now, before) / sn_v3_norm(before);
}

void sn_verify_joint_drift(SnVerifySink *sink)
{
    SnTrial trial = chain(SN_STEP_TRAPEZOIDAL, 5, 1, 2e-3);
    const Run run = watch(&trial, 10);
    sn_trial_free(&trial);
    sn_verify_absolute(sink, "B-drift-chain-gain", run.gained, 0, 1e-4, "nothing puts energy in");
    sn_verify_absolute(sink, "B-drift-chain-loss", run.lost, 0, 5e-3, "nothing takes energy");
    double energy[2], before[6], now[6], start[2];
    trial = free_flail(SN_STEP_TRAPEZOIDAL, 2e-3);
    sn_audit(trial.system, trial.state, trial.work, start, before);
    sn_trial_steps(&trial, 5000);
    sn_audit(trial.system, trial.state, trial.work, energy, now);
    sn_verify_absolute(sink, "B-drift-flail-energy", energy[0] / start[0], 1, 1e-5, "free flight");
    sn_verify_absolute(sink, "B-drift-flail-linear", change(now, before), 0, 1e-9, "free flight");
    sn_verify_absolute(sink, "B-drift-flail-angular", change(now + 3, before + 3), 0, 1e-5,
                       "free flight");
    sn_trial_free(&trial);
}
