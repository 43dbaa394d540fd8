/* SPDX-License-Identifier: GPL-3.0-or-later */
/* G-settle: starts that come to rest, both ways, and how far from rest they were. */
#include "engine/base/vec.h"
#include "engine/check/verify/verify_case.h"
#include "engine/sim/step/settle.h"

#include <math.h>
#include <stdio.h>

static const double GRAVITY[3] = {0, 0, -9.81};
static const double ORIGIN[3] = {0, 0, 0};
static const char *const ways[] = {
    [SN_SETTLE_NONE] = "none", [SN_SETTLE_STATIC] = "static", [SN_SETTLE_DAMPED] = "damped"};

static void settle(SnTrial *trial, SnSettleMethod way)
{
    trial->system->settle = (SnSettling){way, 1e-6, 60};
    if (trial->fault.code == SN_FAULT_NONE)
        trial->fault =
            sn_settle(trial->system, trial->system->inputs.base, trial->state, trial->work, NULL);
}

/* Infinite where the start was refused. */
static double height(const SnTrial *trial, int block)
{
    if (trial->fault.code != SN_FAULT_NONE)
        return HUGE_VAL;
    return sn_state_q_const(trial->state)[trial->system->blocks[block].q + 2];
}

/* A weight between two springs: sinks by m g / (k1 + k2). */
static void verify_weight(SnVerifySink *sink, SnSettleMethod way)
{
    static const double top[3] = {0, 0, 1}, bottom[3] = {0, 0, -1};
    const double first = 300, second = 100, mass = 2;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int bob = sn_build_particle(build, mass, ORIGIN);
    const int at = sn_build_point(build, bob, ORIGIN);
    const int above[] = {sn_build_point(build, SN_BUILD_WORLD, top), at};
    const int below[] = {sn_build_point(build, SN_BUILD_WORLD, bottom), at};
    sn_build_spring(build, 2, above, first, 0, 1);
    sn_build_spring(build, 2, below, second, 0, 1);
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    const double sinks = mass * 9.81 / (first + second);
    char name[64];
    if (way == SN_SETTLE_STATIC) {
        SnRest rest = {0};
        sn_rest_distance(trial.system, trial.system->inputs.base, trial.state, trial.work, &rest);
        sn_verify_relative(sink, "G-settle-distance", rest.distance, sinks, 1e-6, "m g / k");
    }
    settle(&trial, way);
    snprintf(name, sizeof name, "G-settle-weight-%s", ways[way]);
    sn_verify_relative(sink, name, -height(&trial, 0), sinks, 1e-8, "m g / k");
    sn_trial_free(&trial);
}

/* A chain of rods, released level: hangs straight. */
static void verify_chain(SnVerifySink *sink, SnSettleMethod way)
{
    enum { LINKS = 5 };
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    int parent = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, SN_VERIFY_AXIS), last = 0;
    for (int i = 0; i < LINKS; i++) {
        const double pin[3] = {i, 0, 0};
        last = sn_verify_link(build, parent, pin, M_PI_2, 1, 0.5, 1.0 / 12, NULL);
        parent = sn_verify_link_frame(build, last, 0.5, 1);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_DENSE);
    settle(&trial, way);
    char name[64];
    snprintf(name, sizeof name, "G-settle-chain-%s", ways[way]);
    sn_verify_absolute(sink, name, height(&trial, last), 0.5 - LINKS, 1e-6, "hangs straight");
    sn_trial_free(&trial);
}

void sn_verify_settle(SnVerifySink *sink)
{
    for (SnSettleMethod way = SN_SETTLE_STATIC; way <= SN_SETTLE_DAMPED; way++) {
        verify_weight(sink, way);
        verify_chain(sink, way);
    }
}
