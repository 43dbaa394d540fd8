/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's methods and static equilibrium.  G-newton: energy of ropes and of chains of bodies.
 * D-catenary-static: ropes that are laid out of shape and come to rest at once. */
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/step/step.h"

#include <math.h>
#include <stdio.h>

/* --- G-newton --- */

/* Largest change of energy over the largest that moved, in this time. */
static double energy_error(SnTrial *trial, double time)
{
    double energy[2], momentum[6], most = 0, error = 0;
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    const double start = energy[0] + energy[1];
    const int steps = (int)rint(time / trial->system->step_size);
    for (int i = 0; i < steps; i++) {
        sn_trial_steps(trial, 1);
        if (trial->fault.code != SN_FAULT_NONE)
            return NAN;
        sn_audit(trial->system, trial->state, trial->work, energy, momentum);
        most = fmax(most, energy[0]);
        error = fmax(error, fabs(energy[0] + energy[1] - start));
    }
    return error / most;
}

/* A rope of 10 inextensible parts with a weight, let go at 11 degrees below level: it whips. */
static void rope(SnVerifySink *sink)
{
    enum { PARTS = 10 };
    const double length = 1.2, end[3] = {1.1760798934094898, 0, -0.23840319695407344};
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, 0.002);
    SnBuildStrandNode nodes[PARTS + 1] = {0};
    for (int k = 0; k <= PARTS; k++) {
        double x[3];
        sn_v3_scale((double)k / PARTS, end, x);
        if (k == 0)
            nodes[k].point = sn_build_world_point(build, x);
        else if (k < PARTS)
            nodes[k].point = sn_build_free_node(build, x);
        else
            nodes[k].point =
                sn_build_point(build, sn_build_particle(build, 0.2, x), SN_TRIAL_ORIGIN);
    }
    const SnStrandParameters p = {
        .muscle = -1, .line_density = 0.25, .gravity = {0, 0, -9.81}, .inextensible = true};
    sn_build_strand(build, &p, length, false, PARTS + 1, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_AUTO);
    sn_verify_absolute(sink, "G-newton-rope-energy", energy_error(&trial, 10), 0, 1e-6,
                       "conserved: rows of inextensible parts are quadratic");
    sn_trial_free(&trial);
}

/* Hinged links, level at the start; the last has `ratio` times the mass of each other. */
static SnTrial chain(double ratio, double h)
{
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0}, left[3] = {-0.05, 0, 0},
                        right[3] = {0.05, 0, 0};
    enum { LINKS = 5 };
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, h);
    int last = sn_build_frame(build, SN_BUILD_WORLD, SN_TRIAL_ORIGIN, z_to_y);
    for (int i = 0; i < LINKS; i++) {
        const double mass = i + 1 < LINKS ? 0.1 : 0.1 * ratio;
        const double center[3] = {0.1 * i + 0.05, 0, 0};
        const double inertia[3] = {6.7e-5 * mass, 8.7e-4 * mass, 8.7e-4 * mass};
        const int body = sn_build_body(build, mass, inertia, center, NULL);
        sn_build_joint(build, &SN_JOINT_HINGE, last, sn_build_frame(build, body, left, z_to_y));
        last = sn_build_frame(build, body, right, z_to_y);
    }
    return sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_AUTO);
}

static void chains(SnVerifySink *sink)
{
    static const double ratio[3] = {1, 100, 1000};
    for (int i = 0; i < 3; i++) {
        double error[2];
        char name[64];
        for (int k = 0; k < 2; k++) {
            SnTrial trial = chain(ratio[i], k ? 1e-3 : 2e-3);
            error[k] = energy_error(&trial, 0.5);
            sn_trial_free(&trial);
        }
        snprintf(name, sizeof name, "G-newton-chain-%g-energy", ratio[i]);
        sn_verify_absolute(sink, name, error[0], 0, 1e-3, "conserved");
        snprintf(name, sizeof name, "G-newton-chain-%g-order", ratio[i]);
        sn_verify_absolute(sink, name, log2(error[0] / error[1]), 2, 0.3, "second order");
    }
}

void sn_verify_newton(SnVerifySink *sink)
{
    rope(sink);
    chains(sink);
}

/* --- D-catenary-static --- */

/* Span 1, length 1.2, weight 1 in all per length (the parts' lengths, if they cannot go slack, fit
 * a bent bar of two straight halves): sag and horizontal force at rest. */
static void hang(SnVerifySink *sink, int n, bool slack, double sag, double horizontal)
{
    const double length = 1.2, half = slack ? 0.55 : 0.6;
    const double slope = acos(0.5 / half), link = length / n;
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 0.01);
    SnBuildStrandNode nodes[65] = {0};
    for (int k = 0; k <= n; k++) {
        const double along = 2 * half * k / n, down = along < half ? along : 2 * half - along;
        const double x[3] = {along * cos(slope), 0, -down * sin(slope)};
        nodes[k].point = k % n == 0 ? sn_build_world_point(build, x) : sn_build_free_node(build, x);
    }
    const SnStrandParameters p = {.muscle = -1,
                                  .line_density = 1 / 9.81,
                                  .gravity = {0, 0, -9.81},
                                  .inextensible = !slack,
                                  .slack = slack};
    sn_build_strand(build, &p, length, false, n + 1, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1);
    double low = 0, first[3];
    for (int k = 1; k < n; k++) {
        double x[3];
        sn_trial_position(&trial, nodes[k].point, x);
        low = fmax(low, -x[2]);
    }
    sn_trial_position(&trial, nodes[1].point, first);
    const double bad = trial.fault.code == SN_FAULT_NONE ? 0 : NAN;
    const double force = sn_trial_tension(&trial, 0) * first[0] / link;
    const char *kind = slack ? "slack" : "inextensible";
    char name[64];
    snprintf(name, sizeof name, "D-catenary-static-%s-%d-sag", kind, n);
    sn_verify_relative(sink, name, low + bad, sag, 1e-7, "rigid links, statics");
    snprintf(name, sizeof name, "D-catenary-static-%s-%d-H", kind, n);
    sn_verify_relative(sink, name, force + bad, horizontal, 1e-7, "rigid links, statics");
    sn_trial_free(&trial);
}

void sn_verify_catenary_static(SnVerifySink *sink)
{
    /* strands.md 7.3, H there of 0.25 x 9.81 N/m */
    static const struct {
        int n;
        double sag, horizontal;
    } published[] = {{4, .302315630, 1.130977818 / 2.4525},
                     {8, .294731241, 1.146289975 / 2.4525},
                     {64, .292380610, 1.151468076 / 2.4525}};
    for (int slack = 0; slack < 2; slack++)
        for (int i = 0; i < 3; i++)
            hang(sink, published[i].n, slack, published[i].sag, published[i].horizontal);
}
