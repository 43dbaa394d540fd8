/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A-mass: consistent masses; A-soft: nearly incompressible elements (mode soft) in integrators that
 * solve once a step.  Both on the beam of the paper (V1). */
#include "engine/base/vec.h"
#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>

static const double NOTHING[3] = {0, 0, 0};

static double shift(const SnTrial *trial, int node)
{
    const SnSystem *s = trial->system;
    const double bad = trial->fault.code == SN_FAULT_NONE ? 0 : (double)NAN;
    return sn_state_q_const(trial->state)[s->blocks[s->fems.fems[0].node_block[node]].q + 2] -
           s->fems.fems[0].solid->rest[3 * node + 2] + bad;
}

/* The beam of V1 from rest. */
static SnTrial beam(SnStepMethod method, double step, SnIncompressibility mode, bool consistent)
{
    static const double size[3] = {0.1, 0.02, 0.02}, gravity[3] = {0, 0, -9.8};
    static const int cells[3] = {8, 4, 4};
    const SnMaterial material = sn_material_mooney(10370, 0, 486, 2000 * 10370);
    SnFemSolid *solid = sn_solid_box(NOTHING, size, cells, SN_ELEMENT_HEX8, &material, 1040, mode);
    solid->mass_damping = 20, solid->stiffness_damping = 0.015;
    if (consistent)
        sn_solid_use_consistent_mass(solid);
    SnBuild *build = sn_build_new(method, step);
    sn_build_fem(build, solid);
    for (int i = 0; i < solid->n_nodes; i++)
        if (solid->rest[3 * i] < 1e-9)
            sn_build_fix(build, sn_build_fem_node(build, 0, i));
    return sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
}

static void consistent_beam(SnVerifySink *sink)
{
    static const double rows[4][2] = {
        {0.05, -0.011554}, {0.1, -0.030343}, {0.2, -0.046763}, {0.4, -0.045425}};
    SnTrial trial = beam(SN_STEP_TRAPEZOIDAL, 1e-3, SN_INCOMPRESSIBLE_SOFT, true);
    const int tip = sn_nearest_node(trial.system->fems.fems[0].solid, 0.1, 0.01, 0.01);
    for (int i = 0; i < 4; i++) {
        char text[64];
        sn_trial_steps(&trial, (int)lround((rows[i][0] - trial.state->time) / 1e-3));
        snprintf(text, sizeof text, "A-mass-beam-%g", rows[i][0]);
        sn_verify_absolute(sink, text, shift(&trial, tip) / 0.046763, rows[i][1] / 0.046763, 0.015,
                           "own Q1P0 with consistent mass, full Newton; beta K of the present");
    }
    sn_trial_free(&trial);
}

/* Drop of the middle of a column's top under a hundredth of gravity, times 100 (A22). */
static void column(SnVerifySink *sink, SnElementKind kind)
{
    static const double low[3] = {0, 0, 0}, high[3] = {0.02, 0.02, 0.1};
    static const double gravity[3] = {0, 0, -0.098};
    static const int cells[3] = {1, 1, 4};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, 1e4, 0);
    SnFemSolid *solid =
        sn_solid_box(low, high, cells, kind, &material, 1040, SN_INCOMPRESSIBLE_OFF);
    sn_solid_use_consistent_mass(solid);
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 1);
    sn_build_fem(build, solid);
    for (int i = 0; i < solid->n_nodes; i++)
        if (solid->rest[3 * i + 2] < 1e-9)
            sn_build_fix(build, sn_build_fem_node(build, 0, i));
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 1);
    double worst = 0;
    for (int i = 0; i < solid->n_nodes; i++) {
        const double z = solid->rest[3 * i + 2]; /* rho g (H z - z^2/2) / E */
        worst = fmax(worst, fabs(shift(&trial, i) + 1040 * 0.098 * (0.1 * z - z * z / 2) / 1e4));
    }
    char text[64];
    snprintf(text, sizeof text, "A-mass-column-%s", sn_element_shape(kind)->name);
    sn_verify_absolute(sink, text, 100 * worst / 0.005096, 0, 1e-3,
                       "closed form, at all nodes (small strain)");
    sn_trial_free(&trial);
}

/* A free block that spins keeps its momentum. */
static void free_block(SnVerifySink *sink)
{
    static const double high[3] = {0.1, 0.06, 0.04};
    static const int cells[3] = {5, 3, 2};
    const SnMaterial material = sn_material_mooney(1037, 0, 486, 1e5);
    SnFemSolid *solid = sn_solid_box(NOTHING, high, cells, SN_ELEMENT_TET10, &material, 1040,
                                     SN_INCOMPRESSIBLE_OFF);
    sn_solid_use_consistent_mass(solid);
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    sn_build_fem(build, solid);
    for (int i = 0; i < solid->n_nodes; i++) {
        const double *x = solid->rest + 3 * i, spin[3] = {3, -2, 5};
        double v[3], r[3] = {x[0] - 0.05, x[1] - 0.03, x[2] - 0.02};
        sn_v3_cross(spin, r, v);
        v[0] += 0.3;
        sn_build_velocity(build, sn_build_fem_node(build, 0, i), v, NULL);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
    double energy[2][2], momentum[2][6];
    sn_audit(trial.system, trial.state, trial.work, energy[0], momentum[0]);
    /* of the solid: m v, and m v^2/2 + the spin's */
    const double m = 1040 * 0.1 * 0.06 * 0.04, xx = 0.01 / 12, yy = 0.0036 / 12, zz = 0.0016 / 12;
    const double kinetic = m * 0.045 + m / 2 * (9 * (yy + zz) + 4 * (xx + zz) + 25 * (xx + yy));
    sn_verify_relative(sink, "A-mass-momentum", momentum[0][0], 0.3 * m, 1e-12, "m v");
    sn_verify_relative(sink, "A-mass-energy", energy[0][0], kinetic, 1e-12, "m v^2/2 + w I w/2");
    sn_trial_steps(&trial, 300);
    sn_audit(trial.system, trial.state, trial.work, energy[1], momentum[1]);
    const double bad = trial.fault.code == SN_FAULT_NONE ? 0 : (double)NAN;
    for (int part = 0; part < 2; part++)
        sn_verify_absolute(sink, part ? "A-mass-spin-kept" : "A-mass-momentum-kept",
                           sn_v3_distance(momentum[0] + 3 * part, momentum[1] + 3 * part) /
                                   sn_v3_norm(momentum[0] + 3 * part) +
                               bad,
                           0, part ? 1e-3 : 1e-10, "conservation over 300 steps");
    sn_verify_absolute(sink, "A-mass-energy-kept",
                       fabs(energy[1][0] + energy[1][1] - energy[0][0]) / energy[0][0] + bad, 0,
                       1e-2, "conservation over 300 steps");
    sn_trial_free(&trial);
}

void sn_verify_mass_matrix(SnVerifySink *sink)
{
    consistent_beam(sink);
    column(sink, SN_ELEMENT_HEX20);
    column(sink, SN_ELEMENT_TET10);
    free_block(sink);
}

static double tip_after(SnStepMethod method, double step)
{
    SnTrial trial = beam(method, step, SN_INCOMPRESSIBLE_SOFT, false);
    const int tip = sn_nearest_node(trial.system->fems.fems[0].solid, 0.1, 0.01, 0.01);
    sn_trial_steps(&trial, (int)lround(0.1 / step));
    const double z = shift(&trial, tip);
    sn_trial_free(&trial);
    return z;
}

void sn_verify_soft(SnVerifySink *sink)
{
    const char *source = "Newton trapezoidal at 1 ms";
    const double z = tip_after(SN_STEP_NEWTON_TRAPEZOIDAL, 1e-3);
    const double euler[2] = {tip_after(SN_STEP_BACKWARD_EULER, 2e-3),
                             tip_after(SN_STEP_BACKWARD_EULER, 1e-3)};
    sn_verify_relative(sink, "A-soft-euler", euler[1], z, 0.01, source);
    sn_verify_relative(sink, "A-soft-euler-order", (euler[0] - z) / (euler[1] - z), 2, 0.3,
                       "halving the step");
    sn_verify_relative(sink, "A-soft-trapezoidal", tip_after(SN_STEP_TRAPEZOIDAL, 1e-3), z, 1e-4,
                       source);
    sn_verify_relative(sink, "A-soft-newton-euler", tip_after(SN_STEP_NEWTON_EULER, 1e-3), z, 0.01,
                       source);
}
