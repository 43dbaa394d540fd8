/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_friction.h"

#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/strand_trial.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>

enum { AROUND = 9, MOST_DRUMS = 9 };

static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};

static SnStrandParameters parameters_of(SnCapstanLaw law, double density)
{
    SnStrandParameters p = {.line_density = density, .muscle = -1};
    p.inextensible = law == SN_CAPSTAN_INEXTENSIBLE;
    p.slack = law == SN_CAPSTAN_SLACK;
    p.tension_only = law == SN_CAPSTAN_TENSION_ONLY;
    if (law == SN_CAPSTAN_LINEAR || law == SN_CAPSTAN_TENSION_ONLY)
        p.stiffness = 1e6, p.damping = 1000;
    return p;
}

SnTrial sn_build_capstan(const SnBuildCapstan *capstan)
{
    assert(capstan->drums % 2 == 1 && capstan->drums <= MOST_DRUMS);
    const double radius = 0.1, last = radius * (2 * capstan->drums - 1);
    const double left[3] = {-radius, 0, -1}, right[3] = {last, 0, -1};
    const double v[3] = {0, 0, -capstan->speed};
    SnBuild *build = sn_build_new(capstan->method, capstan->step);
    SnBuildStrandNode nodes[AROUND * MOST_DRUMS + 2] = {0};
    int guide[MOST_DRUMS], n = 1;
    const int weight = sn_build_particle(build, 1, left), end = sn_build_particle(build, 1, right);
    sn_build_velocity(build, weight, v, NULL);
    const int target = sn_build_kinematic(build, end);
    build->system->inputs.base[target + 5] = capstan->speed;
    nodes[0].point = sn_build_point(build, weight, SN_TRIAL_ORIGIN);
    for (int i = 0; i < capstan->drums; i++, n += AROUND) {
        const double center[3] = {2 * radius * i, 0, i % 2 ? -0.5 : 0};
        guide[i] = sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, center, z_to_y, radius,
                                    radius);
        sn_build_pulley_nodes(build, guide[i], AROUND, capstan->friction, nodes + n);
    }
    nodes[n++].point = sn_build_point(build, end, SN_TRIAL_ORIGIN);
    const SnStrandParameters p =
        parameters_of(capstan->law, capstan->density > 0 ? capstan->density : 1e-3);
    sn_build_strand(build, &p, 0, false, n, nodes);
    for (int i = 0; i < capstan->drums; i++)
        sn_build_pulley(build, guide[i], 1 + AROUND * i, AROUND, i % 2 ? -1 : 1, -1, false);
    SnSystem *system = sn_build_finish(build, SN_TRIAL_GRAVITY);
    /* what stretches begins with the weight's tension */
    sn_strand_lay(system, 0, 0, p.stiffness > 0 ? 1 / (1 + 9.81 / p.stiffness) : 1);
    return sn_trial_new(system, SN_LINSOLVE_DENSE);
}

SnTrial sn_build_belt(SnStepMethod method, double friction, double stiffness)
{
    static const double inertia[3] = {1, 1, 1}, upright[4] = {1, 0, 0, 0};
    const double radius = 0.08, mu[2] = {friction, friction + 2};
    SnBuild *build = sn_build_new(method, 1e-3);
    SnBuildStrandNode nodes[2 * AROUND] = {0};
    int guide[2], wheel[2];
    for (int i = 0; i < 2; i++) {
        const double center[3] = {0.5 * i, 0, 0};
        wheel[i] = sn_build_body(build, 1, inertia, center, upright);
        const int target = sn_build_kinematic(build, wheel[i]);
        build->system->inputs.base[target + 11] = i;
        guide[i] = sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, center, z_to_y, radius,
                                    radius);
        sn_build_pulley_nodes(build, guide[i], AROUND, mu[i], nodes + AROUND * i);
    }
    const SnStrandParameters p = {
        .line_density = 1e-3, .stiffness = stiffness, .damping = 1e-3 * stiffness, .muscle = -1};
    sn_build_strand(build, &p, 0, true, 2 * AROUND, nodes);
    for (int i = 0; i < 2; i++)
        sn_build_pulley(build, guide[i], AROUND * i, AROUND, 1, wheel[i], false);
    SnSystem *system = sn_build_finish(build, SN_TRIAL_ORIGIN);
    sn_strand_lay(system, 0, 0, 1 / (1 + 30 / stiffness));
    return sn_trial_new(system, SN_LINSOLVE_DENSE);
}

void sn_build_belt_results(SnTrial *trial, double *sum, double *moment)
{
    double force[6];
    *sum = *moment = NAN;
    if (trial->fault.code != SN_FAULT_NONE)
        return;
    int held = trial->system->n_active + trial->system->n_attached;
    while (trial->system->blocks[held].kind != SN_BLOCK_BODY ||
           trial->system->q0[trial->system->blocks[held].q] != 0)
        held++;
    *sum = sn_trial_tension(trial, 0) + sn_trial_tension(trial, 1);
    sn_reaction(trial->system, trial->state, trial->work, held, force);
    *moment = fabs(force[4]);
}
