/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in motion through the program's own steps: V1 and V2 over time, what is conserved, one
 * block that presses a grid (jaw-tongue-hyoid Fig. 2), bending by an attached body (A6). */
#include "engine/base/vec.h"
#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/check/verify/verify_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GRAVITY[3] = {0, 0, -9.8}, NOTHING[3] = {0, 0, 0};

static const double *node_position(const SnTrial *trial, int node)
{
    const SnSystem *s = trial->system;
    return sn_state_q_const(trial->state) + s->blocks[s->fems.fems[0].node_block[node]].q;
}

static double node_shift(const SnTrial *trial, int node, int axis)
{
    return node_position(trial, node)[axis] -
           trial->system->fems.fems[0].solid->rest[3 * node + axis];
}

/* --- V1, V2 over time --- */

static SnTrial paper_trial(SnStepMethod method, double step, const double size[3],
                           const int cells[3], double c10, SnIncompressibility mode, int held_axis,
                           double push)
{
    const SnMaterial material = sn_material_mooney(c10, 0, 486, 2000 * c10);
    SnFemSolid *solid = sn_solid_box(NOTHING, size, cells, SN_ELEMENT_HEX8, &material, 1040, mode);
    solid->mass_damping = 20, solid->stiffness_damping = 0.015;
    SnBuild *build = sn_build_new(method, step);
    sn_build_fem(build, solid);
    int pushed[9], n_pushed = 0;
    for (int i = 0; i < solid->n_nodes; i++) {
        const double *x = solid->rest + 3 * i;
        if (x[held_axis] < 1e-9)
            sn_build_fix(build, sn_build_fem_node(build, 0, i));
        if (push > 0 && x[2] > size[2] - 1e-9 && fabs(x[0] - 0.05) < 0.017 &&
            fabs(x[1] - 0.05) < 0.017)
            pushed[n_pushed++] = i;
    }
    for (int i = 0; i < n_pushed; i++) {
        const int point = sn_build_point(build, sn_build_fem_node(build, 0, pushed[i]), NOTHING);
        const int load = sn_build_point_load(build, point);
        build->system->inputs.base[build->system->loads.loads[load].force + 2] = -push;
    }
    return sn_trial_new(sn_build_finish(build, GRAVITY), SN_LINSOLVE_AUTO);
}

/* Shifts of a node at given times against reference values, over the largest of those. */
static void compare_times(SnVerifySink *sink, const char *name, SnTrial *trial, int node, int n,
                          const double (*rows)[2], double tolerance, const char *source)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(rows[i][1]));
    for (int i = 0; i < n; i++) {
        const int steps = (int)lround((rows[i][0] - trial->state->time) / trial->system->step_size);
        sn_trial_steps(trial, steps);
        char text[64];
        snprintf(text, sizeof text, "%s-%g", name, rows[i][0]);
        sn_verify_absolute(sink, text, node_shift(trial, node, 2) / largest, rows[i][1] / largest,
                           trial->fault.code == SN_FAULT_NONE ? tolerance : -1, source);
    }
}

void sn_verify_beam_motion(SnVerifySink *sink)
{
    static const double size[3] = {0.1, 0.02, 0.02};
    static const int cells[3] = {8, 4, 4};
    static const double rows[4][2] = {
        {0.05, -0.011380}, {0.1, -0.030055}, {0.2, -0.046636}, {0.4, -0.045448}};
    static const struct {
        const char *name;
        SnStepMethod method;
        SnIncompressibility mode;
    } ways[] = {
        {"V1-beam-hard", SN_STEP_TRAPEZOIDAL, SN_INCOMPRESSIBLE_ELEMENT},
        {"V1-beam-hard-newton", SN_STEP_NEWTON_TRAPEZOIDAL, SN_INCOMPRESSIBLE_ELEMENT},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        SnTrial trial = paper_trial(ways[i].method, 1e-3, size, cells, 10370, ways[i].mode, 0, 0);
        const int tip = sn_nearest_node(trial.system->fems.fems[0].solid, 0.1, 0.01, 0.01);
        compare_times(sink, ways[i].name, &trial, tip, 4, rows, 0.01,
                      "own Q1P0 with lumped mass, full Newton");
        sn_trial_free(&trial);
    }
    SnTrial trial =
        paper_trial(SN_STEP_STATIC, 1, size, cells, 10370, SN_INCOMPRESSIBLE_SOFT, 0, 0);
    sn_trial_steps(&trial, 1);
    const int tip = sn_nearest_node(trial.system->fems.fems[0].solid, 0.1, 0.01, 0.01);
    sn_verify_relative(sink, "V1-beam-static-step",
                       trial.fault.code == SN_FAULT_NONE ? node_shift(&trial, tip, 2) : (double)NAN,
                       -0.0453989290, 1e-6, "own Q1P0 = FEBio hex8 three-field, 11 digits");
    sn_trial_free(&trial);
}

void sn_verify_cube_motion(SnVerifySink *sink)
{
    static const double size[3] = {0.1, 0.1, 0.1};
    static const int cells[3] = {6, 6, 6};
    static const double rows[3][2] = {{0.05, -0.007573}, {0.1, -0.009255}, {0.2, -0.008427}};
    SnTrial trial = paper_trial(SN_STEP_TRAPEZOIDAL, 1e-3, size, cells, 1037,
                                SN_INCOMPRESSIBLE_SOFT, 2, 0.8 / 9);
    const int top = sn_nearest_node(trial.system->fems.fems[0].solid, 0.05, 0.05, 0.1);
    compare_times(sink, "V2-cube-motion", &trial, top, 3, rows, 0.03,
                  "own Q1P0 with consistent mass, full Newton");
    sn_trial_free(&trial);
}

/* --- conservation --- */

/* A free block of jelly, set spinning and swelling. */
static SnTrial free_block(SnStepMethod method, double step, SnIncompressibility mode)
{
    static const double high[3] = {0.1, 0.06, 0.04};
    static const int cells[3] = {5, 3, 2};
    const SnMaterial material = sn_material_mooney(1037, 0, 486, 1e5);
    SnFemSolid *solid = sn_solid_box(NOTHING, high, cells, SN_ELEMENT_HEX8, &material, 1040, mode);
    SnBuild *build = sn_build_new(method, step);
    sn_build_fem(build, solid);
    for (int i = 0; i < solid->n_nodes; i++) {
        const double *x = solid->rest + 3 * i;
        const double spin[3] = {3, -2, 5};
        double v[3], r[3] = {x[0] - 0.05, x[1] - 0.03, x[2] - 0.02};
        sn_v3_cross(spin, r, v);
        v[0] += 0.3 + (mode == SN_INCOMPRESSIBLE_SOFT ? 1.5 * r[0] : 0);
        v[1] -= mode == SN_INCOMPRESSIBLE_SOFT ? 0.8 * r[1] : 0;
        sn_build_velocity(build, sn_build_fem_node(build, 0, i), v, NULL);
    }
    return sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
}

static void conservation(SnVerifySink *sink)
{
    static const struct {
        const char *name;
        SnStepMethod method;
        SnIncompressibility mode;
        double linear, angular, energy; /* tolerances */
    } ways[] = {
        {"euler", SN_STEP_BACKWARD_EULER, SN_INCOMPRESSIBLE_SOFT, 1e-10, 0.05, 1e-9},
        {"trapezoidal", SN_STEP_TRAPEZOIDAL, SN_INCOMPRESSIBLE_SOFT, 1e-10, 1e-3, 1e-2},
        {"newton-trapezoidal", SN_STEP_NEWTON_TRAPEZOIDAL, SN_INCOMPRESSIBLE_SOFT, 1e-7, 1e-3,
         1e-2},
        {"hard-trapezoidal", SN_STEP_TRAPEZOIDAL, SN_INCOMPRESSIBLE_ELEMENT, 1e-10, 1e-3, 1e-2},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        SnTrial trial = free_block(ways[i].method, 1e-3, ways[i].mode);
        double energy[2][2], momentum[2][6], change[2] = {0, 0}, size[2];
        sn_audit(trial.system, trial.state, trial.work, energy[0], momentum[0]);
        sn_trial_steps(&trial, 500);
        sn_audit(trial.system, trial.state, trial.work, energy[1], momentum[1]);
        for (int part = 0; part < 2; part++) {
            size[part] = sn_v3_norm(momentum[0] + 3 * part);
            change[part] = sn_v3_distance(momentum[0] + 3 * part, momentum[1] + 3 * part);
        }
        const double before = energy[0][0] + energy[0][1], after = energy[1][0] + energy[1][1];
        const double bad = trial.fault.code == SN_FAULT_NONE ? 0 : NAN;
        char text[64];
        snprintf(text, sizeof text, "M-momentum-%s", ways[i].name);
        sn_verify_absolute(sink, text, change[0] / size[0] + bad, 0, ways[i].linear,
                           "conservation over 500 steps");
        snprintf(text, sizeof text, "M-spin-%s", ways[i].name);
        sn_verify_absolute(sink, text, change[1] / size[1] + bad, 0, ways[i].angular,
                           "conservation over 500 steps");
        snprintf(text, sizeof text, "M-energy-%s", ways[i].name);
        sn_verify_absolute(sink, text, fmax(0, after / before - 1) + bad, 0, ways[i].energy,
                           "no energy is gained");
        sn_trial_free(&trial);
    }
}

/* --- Fig. 2: a block presses a 3 x 6 x 3 grid of nu = 0 --- */

static void pressed_grid(SnVerifySink *sink)
{
    static const double high[3] = {0.03, 0.03, 0.06};
    static const int cells[3] = {3, 3, 6};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_LINEAR, 5000, 0);
    SnFemSolid *solid =
        sn_solid_box(NOTHING, high, cells, SN_ELEMENT_HEX8, &material, 1000, SN_INCOMPRESSIBLE_OFF);
    solid->stiffness_damping = 0.02;
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    sn_build_fem(build, solid);
    const double inertia[3] = {1e-3, 1e-3, 1e-3}, above[3] = {0.015, 0.015, 0.065};
    const int block = sn_build_body(build, 0.2, inertia, above, NULL);
    const int target = sn_build_kinematic(build, block);
    build->system->inputs.base[target + 9] = -0.01; /* m/s, along z */
    const double under[3] = {0, 0, -0.005}, down[4] = {0, 1, 0, 0};
    const int face = sn_build_frame(build, block, under, down);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int node = sn_build_fem_node(build, 0, i);
        if (solid->rest[3 * i + 2] < 1e-9)
            sn_build_fix(build, node);
        else if (solid->rest[3 * i + 2] > 0.06 - 1e-9)
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, face,
                             sn_build_point(build, node, NOTHING), true, 0, NULL);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 200); /* down to two thirds */
    trial.system->inputs.base[target + 9] = 0;
    sn_trial_steps(&trial, 300);
    double uneven = 0, wrong = 0, push = 0;
    for (int i = 0; i < solid->n_nodes; i++) {
        const double *rest = solid->rest + 3 * i, *x = node_position(&trial, i);
        wrong = fmax(wrong, fabs(x[2] - rest[2] * 2 / 3));
        for (int k = 0; k < solid->n_nodes; k++)
            if (solid->rest[3 * k + 2] == rest[2])
                uneven = fmax(uneven, fabs(node_position(&trial, k)[2] - x[2]));
    }
    for (int i = 0; i < trial.system->rows.n_limits; i++)
        push += trial.state->data[trial.state->z + i];
    const double bad = trial.fault.code == SN_FAULT_NONE ? 0 : NAN;
    sn_verify_absolute(sink, "M-pressed-grid-level", uneven / 0.02 + bad, 0, 1e-6,
                       "all rows stay level (paper Fig. 2c)");
    sn_verify_absolute(sink, "M-pressed-grid-uniform", wrong / 0.02 + bad, 0, 1e-4,
                       "uniform compression");
    sn_verify_relative(sink, "M-pressed-grid-force", push + bad, 5000 * 9e-4 / 3, 1e-4,
                       "E A strain");
    sn_trial_free(&trial);
}

void sn_verify_motion(SnVerifySink *sink)
{
    conservation(sink);
    pressed_grid(sink);
}

/* --- A6: a strip bent to an arc by the moment on a body attached to its end --- */

void sn_verify_end_moment(SnVerifySink *sink)
{
    static const double angles[3] = {M_PI / 4, M_PI / 2, M_PI};
    static const int loads[3] = {5, 10, 20};
    const double h = 0.01, modulus = 1e9, stiffness = modulus * h * h * h * h / 12;
    const double low[3] = {0, -h / 2, -h / 2}, high[3] = {1, h / 2, h / 2};
    const int cells[3] = {50, 1, 1};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_ST_VENANT_KIRCHHOFF, modulus, 0);
    SnFemSolid *solid =
        sn_solid_box(low, high, cells, SN_ELEMENT_HEX20, &material, 1000, SN_INCOMPRESSIBLE_OFF);
    SnBuild *build = sn_build_new(SN_STEP_STATIC, 1);
    sn_build_fem(build, solid);
    const double inertia[3] = {1e-6, 1e-6, 1e-6}, tip[3] = {1, 0, 0};
    const int body = sn_build_body(build, 0.01, inertia, tip, NULL);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int node = sn_build_fem_node(build, 0, i);
        const double *x = solid->rest + 3 * i;
        if (x[0] < 1e-9)
            sn_build_fix(build, node);
        else if (x[0] > 1 - 1e-9)
            sn_build_attach_to_body(build, node, body);
    }
    const int load = sn_build_body_load(build, body);
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
    double *moment = trial.system->inputs.base + trial.system->loads.loads[load].force + 4;
    for (int i = 0, step = 0; i < 3; i++) {
        for (; step < loads[i]; step++) {
            *moment = -(step + 1) * M_PI / 20 * stiffness;
            sn_trial_steps(&trial, 1);
        }
        const SnSystem *s = trial.system;
        const double *end = sn_state_q_const(trial.state) + s->blocks[0].q;
        for (int b = 0; b < s->n_blocks; b++)
            if (s->blocks[b].kind == SN_BLOCK_BODY)
                end = sn_state_q_const(trial.state) + s->blocks[b].q;
        const double bad = trial.fault.code == SN_FAULT_NONE ? 0 : NAN;
        char text[64];
        snprintf(text, sizeof text, "A6-end-moment-%g-x", angles[i]);
        sn_verify_absolute(sink, text, end[0] + bad, sin(angles[i]) / angles[i], 2e-3,
                           "closed form");
        snprintf(text, sizeof text, "A6-end-moment-%g-y", angles[i]);
        sn_verify_absolute(sink, text, fabs(end[2]) + bad, (1 - cos(angles[i])) / angles[i], 2e-3,
                           "closed form");
    }
    sn_trial_free(&trial);
}
