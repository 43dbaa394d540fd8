/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys.  D5: Atwood's machine.  D7: block and tackle (Sueda 2010, table 6.1; and
 * the accelerations of strands.md 7.2). */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/strand/pulley.h"

#include <stdio.h>
#include <stdlib.h>

/* So light that it does not count: 1e-7 of the masses. */
static const SnStrandParameters LIGHT = {
    .line_density = 1e-6, .gravity = {0, 0, -9.81}, .inextensible = true, .muscle = -1};

/* --- D5 --- */

static const double ATWOOD_MASS[2] = {2, 1};

/* Velocity of a particle down after n steps, over the time. */
static double acceleration_down(SnTrial *trial, int block, int n)
{
    const double before = sn_state_u_const(trial->state)[trial->system->blocks[block].u + 2];
    const double start = trial->state->time;
    sn_trial_steps(trial, n);
    if (trial->fault.code != SN_FAULT_NONE)
        return NAN;
    const double now = sn_state_u_const(trial->state)[trial->system->blocks[block].u + 2];
    return (before - now) / (trial->state->time - start);
}

/* 2 kg and 1 kg on a strand over two fixed rings without friction. */
static void atwood_light(SnVerifySink *sink)
{
    static const double x[4][3] = {{-0.1, 0, -1}, {-0.1, 0, 0}, {0.1, 0, 0}, {0.1, 0, -1}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode nodes[4] = {0};
    for (int k = 0; k < 4; k++) {
        const bool ring = k == 1 || k == 2;
        nodes[k].point = ring ? sn_build_world_point(build, x[k]) : sn_build_free_node(build, x[k]);
        nodes[k].kind = ring ? SN_BUILD_VIRTUAL : SN_BUILD_MATERIAL;
        if (!ring)
            build->system->blocks[build->system->n_blocks - 1].mass = ATWOOD_MASS[k == 3];
    }
    sn_build_strand(build, &LIGHT, 0, false, 4, nodes);
    SnTrial trial = sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
    sn_verify_relative(sink, "D5-atwood-acceleration", acceleration_down(&trial, 0, 200), 3.27,
                       1e-4, "g / 3");
    sn_verify_relative(sink, "D5-atwood-tension", sn_trial_tension(&trial, 0), 13.08, 1e-4,
                       "4 g / 3");
    sn_trial_free(&trial);
}

/* The same over a solid cylinder of 1 kg, which turns with the strand. */
static void atwood_wheel(SnVerifySink *sink, double radius)
{
    enum { AROUND = 9, NODES = AROUND + 2 };
    const double mass = 1, inertia = mass * radius * radius / 2;
    const double moments[3] = {inertia, inertia, inertia}; /* turns about y alone */
    static const double z_to_y[4] = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode nodes[NODES] = {0};
    const int wheel = sn_build_body(build, mass, moments, SN_TRIAL_ORIGIN, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE,
                   sn_build_frame(build, SN_BUILD_WORLD, SN_TRIAL_ORIGIN, z_to_y),
                   sn_build_frame(build, wheel, SN_TRIAL_ORIGIN, z_to_y));
    const int guide = sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, SN_TRIAL_ORIGIN,
                                       z_to_y, radius, radius);
    int weight[2];
    for (int k = 0; k < 2; k++) {
        const double end[3] = {k > 0 ? radius : -radius, 0, -1};
        weight[k] = sn_build_particle(build, ATWOOD_MASS[k], end);
        nodes[k * (NODES - 1)].point = sn_build_point(build, weight[k], SN_TRIAL_ORIGIN);
    }
    sn_build_pulley_nodes(build, guide, AROUND, 0, nodes + 1);
    sn_build_strand(build, &LIGHT, 0, false, NODES, nodes);
    /* z of the guide is y, its y is -z: over the top from left to right is from x to y */
    sn_build_pulley(build, guide, 1, AROUND, +1, wheel, true);
    SnSystem *system = sn_build_finish(build, SN_TRIAL_GRAVITY);
    sn_strand_lay(system, 0, 0, 1);
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    char name[64];
    snprintf(name, sizeof name, "D5-wheel-%g-acceleration", radius);
    sn_verify_relative(sink, name, acceleration_down(&trial, weight[0], 200), 2.8028571429, 1e-4,
                       "g / (3 + 1 / 2)");
    for (int side = 0; side < 2; side++) {
        snprintf(name, sizeof name, "D5-wheel-%g-tension-%d", radius, side + 1);
        sn_verify_relative(sink, name, sn_trial_tension(&trial, side),
                           side ? 12.6128571429 : 14.0142857143, 1e-4, "m (g -+ a)");
    }
    sn_trial_free(&trial);
}

void sn_verify_atwood(SnVerifySink *sink)
{
    atwood_light(sink);
    atwood_wheel(sink, 0.1);
    atwood_wheel(sink, 0.25);
}

/* --- D7 --- */

static const double BAR = 1000;

/* The strand goes from the ceiling down to the bar and up again n times, over n pulleys on each,
 * and holds a weight; pulleys are two rings a diameter apart. */
static SnTrial tackle(int n, double mass, int *weight)
{
    const double apart = 0.1, height = 1, middle = 0.5 * apart * (2 * n - 1);
    const int n_nodes = 4 * n + 2;
    const double size = BAR * apart * apart * n * n / 3, moments[3] = {size, size, size};
    const double center[3] = {middle, 0, -height};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnBuildStrandNode *nodes = sn_alloc((size_t)n_nodes, sizeof *nodes);
    const int bar = sn_build_body(build, BAR, moments, center, NULL);
    const double end[3] = {apart * 2 * n, 0, -height};
    *weight = sn_build_particle(build, mass, end);
    for (int k = 0; k < n_nodes; k++) {
        const int line = k / 2;             /* lines alternate: down, up, down ... */
        const bool below = (k + 1) / 2 % 2; /* 0 above, 1 2 below, 3 4 above ... */
        const double top[3] = {apart * line, 0, 0}, on_bar[3] = {apart * line - middle, 0, 0};
        nodes[k].kind = k == 0 || k + 1 == n_nodes ? SN_BUILD_MATERIAL : SN_BUILD_VIRTUAL;
        nodes[k].point = k + 1 == n_nodes ? sn_build_point(build, *weight, SN_TRIAL_ORIGIN)
                         : below          ? sn_build_point(build, bar, on_bar)
                                          : sn_build_world_point(build, top);
    }
    sn_build_strand(build, &LIGHT, 0, false, n_nodes, nodes);
    sn_free(nodes);
    return sn_trial_new(sn_build_finish(build, SN_TRIAL_GRAVITY), SN_LINSOLVE_DENSE);
}

/* Acceleration of the weight up, simulated. */
static double rise(int n, double mass)
{
    int weight;
    SnTrial trial = tackle(n, mass, &weight);
    const double a = -acceleration_down(&trial, weight, 20);
    sn_trial_free(&trial);
    return a;
}

/* The weight that neither rises nor sinks: regula falsi (Illinois) on what is simulated. */
static double balance(int n)
{
    double low = 1, high = 2000, up = rise(n, low), down = rise(n, high);
    for (int i = 0; i < 60 && high - low > 1e-9 * high; i++) {
        /* rates are nearly linear in 1 / mass at both ends */
        const double s = up / (up - down), middle = 1 / ((1 - s) / low + s / high);
        const double a = rise(n, middle);
        if (!(fabs(a) > 1e-10))
            return isnan(a) ? (double)NAN : middle;
        if (a > 0)
            low = middle, up = a, down /= 2;
        else
            high = middle, down = a, up /= 2;
    }
    return 0.5 * (low + high);
}

void sn_verify_tackle(SnVerifySink *sink)
{
    static const char table[] = "bar / (2 n); table 6.1";
    for (int n = 1; n <= 64; n *= 2) {
        char name[64];
        snprintf(name, sizeof name, "D7-balance-%d", n);
        sn_verify_relative(sink, name, balance(n), BAR / (2 * n), 5e-3, table);
    }
    for (int n = 1; n <= 64; n *= 2) {
        const double ratio = 2 * n, mass = 1.1 * BAR / ratio;
        const double a = -9.81 * (mass - BAR / ratio) / (mass + BAR / (ratio * ratio));
        char name[64];
        snprintf(name, sizeof name, "D7-acceleration-%d", n);
        sn_verify_relative(sink, name, rise(n, mass), a, 1e-4, "g (M/R - m) / (m + M/R^2)");
    }
}
