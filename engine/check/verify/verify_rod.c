/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D-cosserat: Cosserat strands as beams, the muscle in series of Fig. 4.3, directions of contact.
 */
#include "engine/check/build/build_rod.h"
#include "engine/check/verify/verify_case.h"

#include "engine/base/vec.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/system/workspace.h"
#include "engine/strand/wrenches.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SOURCE "strands.md 4"

static const double EI = SN_CANTILEVER_BENDING, GJ = SN_CANTILEVER_TWIST;

/* Pose of the last frame; NaN after a fault. */
static void tip_of(const SnTrial *trial, double q[7])
{
    const SnSystem *system = trial->system;
    const int block = system->rods.frame_block[system->rods.n_frames - 1];
    memcpy(q, sn_state_q_const(trial->state) + system->blocks[block].q, 7 * sizeof *q);
    for (int i = 0; trial->fault.code != SN_FAULT_NONE && i < 7; i++)
        q[i] = NAN;
}

static void tip_loads(SnVerifySink *sink)
{
    const double p = 1e-4 * EI, load[6] = {0, 0, p};
    double q[7];
    for (int n = 3; n <= 21; n += 18) {
        char name[64];
        SnTrial trial = sn_build_cantilever(n, load);
        sn_trial_steps(&trial, 1);
        tip_of(&trial, q);
        snprintf(name, sizeof name, "D-cosserat-cantilever-%d", n - 1);
        sn_verify_relative(sink, name, q[2], p / (3 * EI), 2e-6, "P L^3 / 3 E I");
        sn_trial_free(&trial);
    }
    /* the thesis's energy, kb = 2 E I / L: the trapezoidal rule of the bending energy */
    SnTrial trial = sn_build_cantilever(11, load);
    SnSystemRod *rod = &trial.system->rods.rods[0];
    rod->constants = true;
    rod->bending = 20 * EI;
    rod->twisting = 10 * GJ;
    sn_trial_steps(&trial, 1);
    tip_of(&trial, q);
    sn_verify_relative(sink, "D-cosserat-constants-10", q[2], p / EI * (1.0 / 3 + 1.0 / 600), 2e-6,
                       "P L^3 / E I (1/3 + 1/(6 n^2))");
    sn_trial_free(&trial);
}

static void end_moments(SnVerifySink *sink)
{
    double q[7], load[6] = {0};
    SnTrial trial = sn_build_cantilever(41, load);
    for (int i = 1; i <= 40; i++) {
        trial.system->inputs.base[4] = 2 * M_PI * EI * i / 40;
        sn_trial_steps(&trial, 1);
    }
    tip_of(&trial, q);
    sn_verify_absolute(sink, "D-cosserat-circle-40", sn_v3_norm(q), 0, 6e-3,
                       "M = 2 pi E I / L closes a circle");
    sn_trial_free(&trial);

    load[3] = 0.8 * GJ;
    trial = sn_build_cantilever(11, load);
    sn_trial_steps(&trial, 1);
    tip_of(&trial, q);
    const double start[4] = {M_SQRT1_2, 0, -M_SQRT1_2, 0};
    double turn[4], w[3];
    sn_q_mul(q + 3, start, turn);
    sn_q_log(turn, w);
    sn_verify_relative(sink, "D-cosserat-torsion-10", w[0], 0.8, 1e-8, "T L / G J");
    sn_trial_free(&trial);
}

/* One segment twisted on and on by a quarter of a turn. */
static void turns(SnVerifySink *sink)
{
    const SnRodTension none = {0};
    SnRodSegment segment = {.length = 1, .twist = GJ};
    SnRodFrame frame[2] = {{.position = {0, 0, 0}}, {.position = {0, 0, 1}}};
    sn_rod_rest_straight(&segment);
    for (int k = 0; k <= 12; k++) {
        const double w[3] = {0, 0, k * M_PI_2};
        double q[4];
        char name[64];
        SnRodResponse response;
        sn_q_exp(w, q);
        sn_q_to_m3(q, frame[1].rotation);
        sn_m3_identity(frame[0].rotation);
        sn_rod_respond(&segment, frame, &none, false, false, &response);
        segment.angle_before = response.angle;
        snprintf(name, sizeof name, "D-cosserat-twist-%g-turns", 0.25 * k);
        sn_verify_absolute(sink, name, -response.force[11] / GJ, w[2], 1e-12, "T L / G J");
    }
}

static void frequency(SnVerifySink *sink)
{
    const double load[6] = {0, 0, 1e-3 * EI};
    SnTrial trial = sn_build_cantilever(21, load);
    sn_trial_steps(&trial, 1);
    const double period = 2 * M_PI / (1.875104 * 1.875104 * sqrt(EI / SN_CANTILEVER_MASS));
    trial.system->method = SN_STEP_TRAPEZOIDAL;
    trial.system->step_size = period / 400;
    memset(trial.system->inputs.base, 0, 6 * sizeof(double));
    double before = 1, first = 0, last = 0, q[7];
    int crossings = 0;
    for (int i = 0; i < 1600 && trial.fault.code == SN_FAULT_NONE; i++) {
        sn_trial_steps(&trial, 1);
        tip_of(&trial, q);
        if (q[2] * before < 0) {
            last = i + 1 - q[2] / (q[2] - before);
            first = crossings++ == 0 ? last : first;
        }
        before = q[2];
    }
    sn_verify_relative(sink, "D-cosserat-period-20", 2 * (last - first) / (crossings - 1) / 400, 1,
                       4e-3, "1.8751^2 sqrt(E I / rho A L^4)");
    sn_trial_free(&trial);
}

/* Drawn out to a strain of 0.3: with the flattened curve the segments stretch alike and bear 100 N
 * and the passive part. */
static void series(SnVerifySink *sink)
{
    enum { STEPS = 4000 };
    int target;
    SnTrial trial = sn_build_muscle_series(0.005, true, &target);
    for (int i = 1; i <= STEPS; i++) {
        trial.system->inputs.base[target] = 0.06 * i / STEPS;
        sn_trial_steps(&trial, 1);
    }
    double most = 0;
    for (int i = 0; i < trial.system->rods.n_segments; i++)
        most = fmax(most, trial.work->forces.rod->segments[i].length / 0.02 - 1);
    const bool good = trial.fault.code == SN_FAULT_NONE;
    sn_verify_relative(sink, "D-cosserat-flattened-strain", good ? most : (double)NAN, 0.3, 1e-3,
                       "Sueda 2010, Fig. 4.3");
    sn_verify_relative(sink, "D-cosserat-flattened-tension",
                       good ? trial.work->forces.rod->rods[0].tension : (double)NAN,
                       100 + 30 * 0.3 / 0.8, 1e-2, "Sueda 2010, Fig. 4.3");
    sn_trial_free(&trial);
}

static void plane_contact(SnVerifySink *sink)
{
    static const double r[4][2] = {{0.1, 0}, {-0.1, 0}, {0, 0.1}, {0, -0.1}};
    static const double expected[4] = {2, 0.14142136, 0.14142136, 0};
    SnWrenches wrenches = {0};
    double direction[6][6], sigma[6];
    for (int i = 0; i < 4; i++) {
        const double wrench[6] = {0, 0, 1, r[i][1], -r[i][0], 0};
        sn_wrenches_add(&wrenches, wrench);
    }
    const int n = sn_wrenches_directions(&wrenches, 0.01, direction, sigma);
    sn_verify_absolute(sink, "D-cosserat-plane-rank", n, 3, 0, SOURCE);
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "D-cosserat-plane-sigma-%d", i + 1);
        sn_verify_absolute(sink, name, sigma[i], expected[i], 1e-8, SOURCE);
    }
}

void sn_verify_cosserat(SnVerifySink *sink)
{
    tip_loads(sink);
    end_moments(sink);
    turns(sink);
    frequency(sink);
    series(sink);
    plane_contact(sink);
}
