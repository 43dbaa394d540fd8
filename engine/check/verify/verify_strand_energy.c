/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ropes that swing and fall slack.  D-rope: a light weight on a stiff rope of many parts swings
 * from rest.  D-whip: a weight falls until its rope becomes taut.  At their defaults and at long
 * steps their energy never rises, and the whip is where an independent integration (Runge-Kutta 4
 * of the same chain with consistent masses, step 2.5e-6 s) has it. */
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/step/step.h"

#include <stdio.h>

#define MOST_PARTS 300

static SnTrial rope(SnStepMethod method, double h, int parts, double modulus, double rest_length,
                    const double end[3], double load, int *tip)
{
    const double area = M_PI * 0.004 * 0.004;
    SnBuild *build = sn_build_new(method, h);
    SnBuildStrandNode nodes[MOST_PARTS + 1] = {0};
    for (int i = 0; i <= parts; i++) {
        double x[3];
        sn_v3_scale((double)i / parts, end, x);
        nodes[i].movable = i > 0 && i < parts;
        nodes[i].point =
            i == 0      ? sn_build_world_point(build, x)
            : i < parts ? sn_build_free_node(build, x)
                        : sn_build_point(build, sn_build_particle(build, load, x), SN_TRIAL_ORIGIN);
    }
    SnStrandParameters p = {.muscle = -1,
                            .line_density = 0.25,
                            .stiffness = modulus * area,
                            .damping = 1e-3 * modulus * area,
                            .tension_only = true,
                            .resample = 0.1};
    sn_v3_copy(SN_TRIAL_GRAVITY, p.gravity);
    sn_build_strand(build, &p, rest_length, false, parts + 1, nodes);
    *tip = nodes[parts].point;
    return sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_AUTO);
}

/* By how much the energy rises most from one step to the next until then [J]; NAN after a fault. */
static double largest_rise(SnTrial *trial, double time)
{
    double energy[2], momentum[6], before = HUGE_VAL, rise = 0;
    while (trial->fault.code == SN_FAULT_NONE) {
        sn_audit(trial->system, trial->state, trial->work, energy, momentum);
        rise = fmax(rise, energy[0] + energy[1] - before);
        before = energy[0] + energy[1];
        if (trial->state->time > time - 1e-9)
            return rise;
        sn_trial_steps(trial, 1);
    }
    return NAN;
}

void sn_verify_rope(SnVerifySink *sink)
{
    static const struct {
        int parts;
        double h, time;
    } ropes[] = {{100, 1e-3, 1}, {100, 5e-3, 1}, {100, 20e-3, 1}, {300, 20e-3, 0.4}};
    static const double end[3] = {1.5, 0, 0.2};
    for (size_t i = 0; i < sizeof ropes / sizeof *ropes; i++) {
        char name[64];
        int tip;
        SnTrial trial =
            rope(SN_STEP_BACKWARD_EULER, ropes[i].h, ropes[i].parts, 1e9, 0, end, 0.1, &tip);
        snprintf(name, sizeof name, "D-rope-%d-rise-%gms", ropes[i].parts, 1e3 * ropes[i].h);
        sn_verify_absolute(sink, name, largest_rise(&trial, ropes[i].time), 0, 1e-5,
                           "energy [J] from nothing in a step; 4 J swing");
        sn_trial_free(&trial);
    }
}

/* By how much the energy is above that of the start at most until then, over what the weight falls
 * through; NAN after a fault. */
static double gain_over_start(SnTrial *trial, double time)
{
    double energy[2], momentum[6], start = 0, most = 0, kinetic = 0;
    for (int i = 0; trial->state->time < time - 1e-9; i++) {
        if (trial->fault.code != SN_FAULT_NONE)
            return NAN;
        sn_audit(trial->system, trial->state, trial->work, energy, momentum);
        start = i == 0 ? energy[0] + energy[1] : start;
        most = fmax(most, energy[0] + energy[1] - start);
        kinetic = fmax(kinetic, energy[0]);
        sn_trial_steps(trial, 1);
    }
    return most / kinetic;
}

/* The same whip under the trapezoidal rules. */
static void verify_trapezoidal_whip(SnVerifySink *sink, SnStepMethod method, const char *name,
                                    double h)
{
    static const double end[3] = {0.6, 0, 0.3}, reference[3] = {0.484626, 0, -0.894471};
    char id[64];
    int tip;
    double x[3];
    SnTrial trial = rope(method, h, 20, 1e8, 1, end, 0.5, &tip);
    double gain = gain_over_start(&trial, 0.5);
    sn_trial_position(&trial, tip, x);
    gain = fmax(gain, gain_over_start(&trial, 1.5));
    snprintf(id, sizeof id, "D-whip-%s-gain-%gms", name, 1e3 * h);
    sn_verify_absolute(sink, id, gain, 0, 1e-3, "energy above the start's, of the kinetic energy");
    snprintf(id, sizeof id, "D-whip-%s-tip-%gms", name, 1e3 * h);
    sn_verify_absolute(sink, id, sn_v3_distance(x, reference), 0, 0.01,
                       "distance [m] at 0.5 s from an independent integration; rope of 1 m");
    sn_trial_free(&trial);
}

void sn_verify_whip(SnVerifySink *sink)
{
    static const double long_steps[] = {5e-3, 20e-3};
    for (int i = 0; i < 2; i++) {
        verify_trapezoidal_whip(sink, SN_STEP_TRAPEZOIDAL, "trapezoidal", long_steps[i]);
        verify_trapezoidal_whip(sink, SN_STEP_NEWTON_TRAPEZOIDAL, "newton", long_steps[i]);
    }
    static const double steps[] = {1e-3, 5e-3, 20e-3}, end[3] = {0.6, 0, 0.3};
    static const double reference[3] = {0.484626, 0, -0.894471};
    for (int i = 0; i < 3; i++) {
        char name[64];
        int tip;
        double x[3], off[3];
        SnTrial trial = rope(SN_STEP_BACKWARD_EULER, steps[i], 20, 1e8, 1, end, 0.5, &tip);
        double rise = largest_rise(&trial, 0.5);
        sn_trial_position(&trial, tip, x);
        sn_v3_sub(x, reference, off);
        rise = fmax(rise, largest_rise(&trial, 2));
        snprintf(name, sizeof name, "D-whip-rise-%gms", 1e3 * steps[i]);
        sn_verify_absolute(sink, name, rise, 0, 1e-5, "energy [J] from nothing in a step");
        snprintf(name, sizeof name, "D-whip-tip-%gms", 1e3 * steps[i]);
        sn_verify_absolute(sink, name, sn_v3_norm(off), 0, i == 0 ? 0.01 : 0.03,
                           "distance [m] at 0.5 s from an independent integration; rope of 1 m");
        sn_trial_free(&trial);
    }
}
