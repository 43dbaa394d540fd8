/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beads on wires with corners, drawn at random, by the trapezoidal rule: corners that are shorter
 * than a step are passed without a loss of speed, and without cutting steps for it. */
#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/build_forces.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST_CORNERS = 40 };

typedef struct Wire {
    double corners[2 * MOST_CORNERS]; /* x, z [m] */
    int n;
} Wire;

/* From x = 0 on: pieces of 2 to 5 cm that turn by up to 0.3 rad. */
static Wire draw_wire(Random *r)
{
    Wire wire = {.n = 10 + (int)random_uniform(r, 0, 29)};
    double angle = 0;
    for (int i = 1; i < wire.n; i++) {
        const double length = random_uniform(r, 0.02, 0.05);
        wire.corners[2 * i] = wire.corners[2 * i - 2] + length * cos(angle);
        wire.corners[2 * i + 1] = wire.corners[2 * i - 1] + length * sin(angle);
        angle = fmax(-1, fmin(1, angle + random_uniform(r, -0.3, 0.3)));
    }
    return wire;
}

/* A bead of 50 g at the start of the wire, or a body that it belongs to, whose centre is off it. */
static SnTrial thread(Random *r, const Wire *wire, bool body, double rounding, double h,
                      const double gravity[3])
{
    static const double still[4] = {1, 0, 0, 0}, origin[3] = {0, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, h);
    const double offset[3] = {0, 0, body ? random_uniform(r, -5e-3, 5e-3) : 0};
    const double start[3] = {1e-3 - offset[0], 0, -offset[2]};
    const double inertia[3] = {1e-5, 1e-5, 1e-5};
    const double v[3] = {random_uniform(r, 0.3, 2), 0, 0};
    const int bead = body ? sn_build_body(build, 0.05, inertia, start, still)
                          : sn_build_particle(build, 0.05, start);
    sn_build_velocity(build, bead, v, origin);
    const int surface = sn_build_surface(
        build, &SN_JOINT_POINT_ON_POLYLINE, sn_build_frame(build, SN_BUILD_WORLD, origin, still),
        sn_build_point(build, bead, offset), false, wire->n, wire->corners);
    build->system->joints.joints[surface].smoothing = rounding;
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static double energy_of(SnTrial *trial, double *kinetic)
{
    double energy[2];
    sn_audit(trial->system, trial->state, trial->work, energy, NULL);
    *kinetic = fmax(*kinetic, energy[0]);
    return energy[0] + energy[1];
}

/* Nothing pulls: the bead keeps its speed, whatever it passes. */
static void test_speed(void)
{
    Random r = {3};
    double cut = 0, steps = 0;
    for (int i = 0; i < sn_cases(40, 500); i++) {
        const Wire wire = draw_wire(&r);
        const double h = exp(random_uniform(&r, log(1e-4), log(5e-3))), none[3] = {0, 0, 0};
        const double rounding = i % 3 == 0 ? 1e-5 : 0;
        SnTrial trial = thread(&r, &wire, false, rounding, h, none);
        double kinetic = 0;
        const double start = energy_of(&trial, &kinetic);
        while (sn_state_q(trial.state)[0] < wire.corners[2 * wire.n - 2]) {
            sn_trial_steps(&trial, 1);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        }
        const double change = energy_of(&trial, &kinetic) / start - 1;
        g_test_message("%d corners, h %.2g ms, rounded by %g m: energy %+.2g, cut %g", wire.n,
                       1e3 * h, rounding, change, sn_state_parts(trial.state)[SN_PARTS_CUT]);
        g_assert_cmpfloat(fabs(change), <, 2e-3);
        if (rounding == 0) {
            cut += sn_state_parts(trial.state)[SN_PARTS_CUT];
            steps += (double)trial.state->step;
        }
        sn_trial_free(&trial);
    }
    g_test_message("%g of %g steps cut", cut, steps);
    g_assert_cmpfloat(cut, <=, 0.02 * steps);
}

/* Under gravity, and with what turns about the wire, nothing is gained. */
static void test_no_gain(void)
{
    Random r = {5};
    int refused = 0;
    for (int i = 0; i < sn_cases(40, 500); i++) {
        const Wire wire = draw_wire(&r);
        const double h = exp(random_uniform(&r, log(1e-4), log(5e-3)));
        const double down[3] = {0, 0, random_uniform(&r, -9.81, 9.81)};
        SnTrial trial = thread(&r, &wire, i % 2 == 0, i % 3 == 0 ? 5e-4 : 0, h, down);
        double kinetic = 0, most = 0, swing = 0;
        const double start = energy_of(&trial, &kinetic);
        for (int k = 0; k < 500 && trial.fault.code == SN_FAULT_NONE; k++) {
            sn_trial_steps(&trial, 1);
            double present = 0;
            most = fmax(most, energy_of(&trial, &present) - start);
            kinetic = fmax(kinetic, present);
            swing = fmax(swing, fabs(start - present)); /* of the potential energy, from 0 on */
        }
        refused += trial.fault.code != SN_FAULT_NONE;
        g_test_message("%s, h %.2g ms: gain %.2g%s", i % 2 == 0 ? "body" : "bead", 1e3 * h,
                       most / fmax(kinetic, swing), trial.fault.text);
        g_assert_cmpfloat(most, <=, 2e-3 * fmax(kinetic, swing)); /* the watch lets 1e-3 pass */
        sn_trial_free(&trial);
    }
    g_test_message("%d of %d refused", refused, sn_cases(40, 500));
    g_assert_cmpint(refused, <=, sn_cases(40, 500) / 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/corner/speed", test_speed);
    g_test_add_func("/sim/corner/no-gain", test_no_gain);
    return g_test_run();
}
