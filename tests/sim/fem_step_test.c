/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in the coupled step: derivatives through attachments, the same bits for any number of
 * threads, nothing allocated, momentum, incompressibility, reactions, weight. */
#include "engine/base/vec.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/fem_systems.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-7

static const unsigned EVERYTHING =
    FEM_FIXED | FEM_ATTACHED | FEM_DAMPED | FEM_SEGMENTS | FEM_STIFFENS | FEM_VISCOUS;
static const int BEAM[3] = {4, 2, 2};

/* --- derivatives --- */

static void forces_at(const SnSystem *s, SnState *state, SnWorkspace *work, double *force)
{
    sn_attachments_follow(s, sn_state_q(state), sn_state_u(state));
    sn_kinematics(s, sn_state_q(state), sn_state_u(state), work);
    sn_forces(s, s->inputs.base, state, work, false, 0, 0);
    sn_reduce_vector(s, work, work->forces.applied, force);
}

/* Mass less the assembled matrix, column by column, is the symmetric part of what differences give.
 */
static void compare_matrix(const SnSystem *s, const SnState *state, SnWorkspace *work,
                           const double *difference)
{
    const int n = s->n_u_active;
    double *unit = calloc((size_t)n, sizeof(double)), *column = calloc((size_t)n, sizeof(double)),
           *mass = calloc((size_t)n, sizeof(double)), *all = calloc((size_t)s->n_u, sizeof(double)),
           worst = 0, size = 0;
    for (int j = 0; j < n; j++) {
        unit[j] = 1;
        sn_pair_multiply(s, work, unit, column);
        sn_spread_vector(s, work, unit, all);
        sn_mass_multiply(s, state, work, all, mass);
        unit[j] = 0;
        for (int i = 0; i < n; i++) {
            const double numeric = 0.5 * (difference[n * i + j] + difference[n * j + i]);
            size = fmax(size, fabs(numeric));
            worst = fmax(worst, fabs(mass[i] - column[i] - numeric));
        }
    }
    g_test_message("%g of %g", worst, size);
    g_assert_cmpfloat(worst, <=, 2e-6 * size);
    free(unit);
    free(column);
    free(mass);
    free(all);
}

static void test_derivatives(void)
{
    static const unsigned parts[] = {0, FEM_FIXED | FEM_DAMPED, FEM_ATTACHED | FEM_SEGMENTS,
                                     EVERYTHING};
    static const int cells[3] = {2, 1, 1};
    for (size_t c = 0; c < G_N_ELEMENTS(parts); c++) {
        SnSystem *s =
            fem_system(cells, parts[c], SN_INCOMPRESSIBLE_OFF, SN_STEP_BACKWARD_EULER, 0.001);
        SnState *state = sn_state_new(s), *moved = sn_state_new(s);
        SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
        const int n = s->n_u_active;
        double *plus = calloc((size_t)s->n_u, sizeof(double)),
               *minus = calloc((size_t)s->n_u, sizeof(double));
        Random r = {3 + c};
        for (int i = 0; i < n; i++)
            displace_one(s, sn_state_q(state), i, random_uniform(&r, -1e-3, 1e-3));
        sn_attachments_follow(s, sn_state_q(state), sn_state_u(state));
        for (int i = 0; i < state->n_activation; i++)
            sn_state_activation(state)[i] = 0.6;
        double *difference = calloc((size_t)(n * n), sizeof(double));
        for (int in_u = 0; in_u < 2; in_u++) {
            work->forces.viscous_dt = 0.001;
            for (int j = 0; j < n; j++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    memcpy(moved, state, state->size);
                    memset(sn_state_u(moved), 0, (size_t)s->n_u * sizeof(double));
                    if (in_u)
                        sn_state_u(moved)[j] += sign * STEP;
                    else
                        displace_one(s, sn_state_q(moved), j, sign * STEP);
                    forces_at(s, moved, work, sign > 0 ? plus : minus);
                }
                for (int i = 0; i < n; i++)
                    difference[n * i + j] = (plus[i] - minus[i]) / (2 * STEP);
            }
            memset(sn_state_u(state), 0, (size_t)s->n_u * sizeof(double));
            sn_kinematics(s, sn_state_q(state), sn_state_u(state), work);
            sn_forces(s, s->inputs.base, state, work, true, in_u, !in_u);
            g_test_message("parts %u in_u %d", parts[c], in_u);
            compare_matrix(s, state, work, difference);
        }
        free(difference);
        free(plus);
        free(minus);
        free(state);
        free(moved);
        sn_workspace_free(work);
        sn_system_free(s);
    }
}

/* --- bits and memory --- */

static uint64_t run(int threads, SnIncompressibility incompressibility, SnStepMethod method,
                    bool restore)
{
    static const int cells[3] = {8, 5, 5};
    SnSystem *system = fem_system(cells, EVERYTHING, incompressibility, method, 0.001);
    system->threads = threads;
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
    SnState *saved = sn_state_copy(trial.state);
    for (int i = 0; i < 12; i++) {
        if (restore && i % 5 == 2) { /* away and back */
            memcpy(saved, trial.state, trial.state->size);
            sn_trial_steps(&trial, 2);
            memcpy(trial.state, saved, saved->size);
        }
        sn_trial_steps(&trial, 1);
    }
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("%s", trial.fault.text);
    const uint64_t hash = sn_state_hash(trial.state);
    free(saved);
    sn_trial_free(&trial);
    return hash;
}

static void test_bits(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL};
    for (int mode = SN_INCOMPRESSIBLE_OFF; mode <= SN_INCOMPRESSIBLE_NODAL; mode++)
        for (int k = 0; k < 2; k++) {
            const uint64_t hash = run(1, (SnIncompressibility)mode, methods[k], false);
            g_assert_cmpuint(hash, ==, run(2, (SnIncompressibility)mode, methods[k], false));
            g_assert_cmpuint(hash, ==, run(4, (SnIncompressibility)mode, methods[k], true));
        }
}

static void test_no_allocation(void)
{
    if (!sn_test_counting_malloc()) {
        g_test_skip("malloc is not counted under a sanitizer");
        return;
    }
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER};
    for (int k = 0; k < 3; k++) {
        SnTrial trial = sn_trial_new(fem_system(BEAM, EVERYTHING, SN_INCOMPRESSIBLE_ELEMENT,
                                                methods[k], k == 2 ? 5e-5 : 1e-3),
                                     SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 5);
        const unsigned long before = sn_test_allocations();
        sn_trial_steps(&trial, 100);
        g_assert_cmpuint(sn_test_allocations(), ==, before);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        sn_trial_free(&trial);
    }
}

/* --- physics --- */

/* A free block that deforms and turns keeps its momenta, whatever holds its volume. */
static void test_momentum(void)
{
    static const double nothing[3] = {0};
    for (int mode = SN_INCOMPRESSIBLE_OFF; mode <= SN_INCOMPRESSIBLE_NODAL; mode++)
        for (int k = 0; k < 2; k++) {
            SnBuild *build = sn_build_new(k ? SN_STEP_TRAPEZOIDAL : SN_STEP_BACKWARD_EULER, 0.0005);
            const int fem = sn_build_fem(build, fem_box(BEAM, 0.02, (SnIncompressibility)mode));
            for (int i = 0; i < build->system->n_blocks; i++) {
                const double *x = build->q[i];
                const double v[3] = {0.3 - 4 * x[1], 4 * x[0] + 2 * x[2], -1 * x[1] + 0.5 * x[0]};
                sn_build_velocity(build, sn_build_fem_node(build, fem, i), v, NULL);
            }
            SnTrial trial = sn_trial_new(sn_build_finish(build, nothing), SN_LINSOLVE_AUTO);
            double energy[2], before[6], after[6];
            sn_audit(trial.system, trial.state, trial.work, energy, before);
            const double start = energy[0] + energy[1];
            sn_trial_steps(&trial, 200);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            sn_audit(trial.system, trial.state, trial.work, energy, after);
            g_test_message("mode %d method %d: energy %g of %g", mode, k, energy[0] + energy[1],
                           start);
            for (int i = 0; i < 3; i++)
                g_assert_cmpfloat(fabs(after[i] - before[i]), <, 1e-13);
            if (k == 1)
                for (int i = 3; i < 6; i++)
                    g_assert_cmpfloat(fabs(after[i] - before[i]), <, 2e-3 * fabs(before[5]));
            g_assert_cmpfloat(energy[0] + energy[1], <, 1.02 * start);
            sn_trial_free(&trial);
        }
}

/* A hanging block: volumes stay, and the nodes that hold it carry its weight. */
static void test_weight(void)
{
    for (int mode = SN_INCOMPRESSIBLE_OFF; mode <= SN_INCOMPRESSIBLE_NODAL; mode++) {
        static const double gravity[3] = {-9.81, 0, 0};
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
        SnFemSolid *solid = fem_box(BEAM, 0.02, (SnIncompressibility)mode);
        solid->mass_damping = 20;
        double mass = 0;
        for (int i = 0; i < solid->n_nodes; i++)
            mass += solid->node_mass[i];
        const int fem = sn_build_fem(build, solid);
        for (int k = 0; k <= BEAM[2]; k++)
            for (int j = 0; j <= BEAM[1]; j++)
                sn_build_fix(build,
                             sn_build_fem_node(build, fem, fem_box_node(BEAM, BEAM[0], j, k)));
        SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 400);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        double sum[3] = {0};
        for (int b = trial.system->n_active; b < trial.system->n_blocks; b++) {
            double force[6];
            sn_reaction(trial.system, trial.state, trial.work, b, force);
            sn_v3_add(sum, force, sum);
        }
        g_test_message("mode %d: %g %g %g", mode, sum[0], sum[1], sum[2]);
        g_assert_cmpfloat(fabs(sum[0] - mass * 9.81), <, 1e-6);
        g_assert_cmpfloat(fabs(sum[1]) + fabs(sum[2]), <, 1e-6);
        sn_rows(trial.system, trial.state, trial.work, false, &trial.work->ahead);
        SnId id;
        g_assert_cmpfloat(
            sn_worst_residual(trial.system, trial.state, trial.work, &trial.work->ahead, &id), <,
            1e-10);
        const double *q = sn_state_q(trial.state);
        const int tip = trial.system->fems.fems[0].node_block[0];
        g_assert_cmpfloat(q[trial.system->blocks[tip].q], <, -1e-4); /* it is stretched */
        sn_trial_free(&trial);
    }
}

/* A body hung on a solid pulls it with its weight: the force of the attachment. */
static void test_attachment_force(void)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {1e-5, 1e-5, 1e-5};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    SnFemSolid *solid = fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_SOFT);
    solid->mass_damping = 20;
    const int fem = sn_build_fem(build, solid);
    for (int k = 0; k <= BEAM[2]; k++)
        for (int j = 0; j <= BEAM[1]; j++)
            sn_build_fix(build, sn_build_fem_node(build, fem, fem_box_node(BEAM, 0, j, k)));
    int nodes[8];
    for (int c = 0; c < 8; c++)
        nodes[c] = sn_build_fem_node(build, fem, solid->nodes[8 * (BEAM[0] - 1) + c]);
    const double at[3] = {0.07, 0.01, 0}, farther[3] = {0.08, 0.01, -0.01};
    const int body = sn_build_body(build, 0.01, inertia, at, NULL);
    const int attachment = sn_build_attach_body_to_points(build, body, 8, nodes);
    const int attached = sn_build_particle(build, 0.005, farther);
    const int second = sn_build_attach_to_body(build, attached, body);
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 600);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    double force[3], moment[3];
    sn_attachment_force(trial.system, trial.state, trial.work, attachment, force, moment);
    g_assert_cmpfloat(fabs(force[2] - 0.015 * 9.81), <, 1e-7);
    sn_attachment_force(trial.system, trial.state, trial.work, second, force, moment);
    g_assert_cmpfloat(fabs(force[2] - 0.005 * 9.81), <, 1e-7);
    double sum = 0, mass = 0.015;
    for (int b = trial.system->n_active + trial.system->n_attached; b < trial.system->n_blocks;
         b++) {
        double whole[6];
        sn_reaction(trial.system, trial.state, trial.work, b, whole);
        sum += whole[2];
    }
    for (int i = 0; i < solid->n_nodes; i++)
        mass += solid->node_mass[i];
    g_assert_cmpfloat(fabs(sum - mass * 9.81), <, 1e-6);
    sn_trial_free(&trial);
}

/* Attachments in a circle are refused. */
static void test_circle(void)
{
    static const double x[3] = {0, 0, 0}, one[1] = {1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    const int a = sn_build_particle(build, 1, x), b = sn_build_particle(build, 1, x);
    const int p = sn_build_particle(build, 1, x);
    sn_build_attach_to_points(build, a, 1, &p, one);
    sn_build_attach_to_points(build, b, 1, &a, one);
    SnSystem *system = sn_build_finish(build, x);
    g_assert_cmpint(system->n_active, ==, 1);
    for (int i = 0; i < system->attachments.n_masters; i++)
        if (system->attachments.master[i] == 0)
            system->attachments.master[i] = 2; /* the slave of the other */
    const SnFault fault = sn_system_finish(system);
    g_assert_cmpint(fault.code, ==, SN_FAULT_CIRCLE);
    g_assert_false(sn_id_is_null(fault.id));
    sn_system_free(system);
}

/* Elements on one body alone have no say; the others stay incompressible. */
static void test_dropped_rows(void)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {1e-3, 1e-3, 1e-3};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.005);
    const int fem = sn_build_fem(build, fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_ELEMENT));
    const double at[3] = {0.01, 0.02, 0.02};
    const int body = sn_build_body(build, 0.5, inertia, at, NULL);
    for (int i = 0; i <= 1; i++)
        for (int k = 0; k <= BEAM[2]; k++)
            for (int j = 0; j <= BEAM[1]; j++)
                sn_build_attach_to_body(
                    build, sn_build_fem_node(build, fem, fem_box_node(BEAM, i, j, k)), body);
    const double spin[3] = {1, 2, -3}, v[3] = {0};
    sn_build_velocity(build, body, v, spin);
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 40);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpint(trial.system->rows.n, ==, 16);
    g_assert_cmpint(trial.work->bilateral.n_active, ==, 12);
    SnId id;
    sn_rows(trial.system, trial.state, trial.work, false, &trial.work->ahead);
    g_assert_cmpfloat(
        sn_worst_residual(trial.system, trial.state, trial.work, &trial.work->ahead, &id), <, 1e-7);
    sn_trial_free(&trial);
}

/* The moment with which a body holds a solid's end: the solid's weight at its arm, and what a joint
 * has to bear that holds the body. */
static void test_attachment_moment(void)
{
    static const double gravity[3] = {0, 0, -9.81}, inertia[3] = {1e-4, 1e-4, 1e-4},
                        at[3] = {-0.03, 0.02, 0.01}, origin[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    SnFemSolid *solid = fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_SOFT);
    solid->mass_damping = 20;
    const int fem = sn_build_fem(build, solid);
    const int body = sn_build_body(build, 0.1, inertia, at, NULL);
    const int joint =
        sn_build_joint(build, &SN_JOINT_FIXED, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                       sn_build_frame(build, body, origin, NULL));
    int first = -1;
    for (int k = 0; k <= BEAM[2]; k++)
        for (int j = 0; j <= BEAM[1]; j++) {
            const int node = sn_build_fem_node(build, fem, fem_box_node(BEAM, 0, j, k));
            const int attachment = sn_build_attach_to_body(build, node, body);
            first = first < 0 ? attachment : first;
            build->system->attachments.attachments[attachment].id =
                build->system->attachments.attachments[first].id;
        }
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 600);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    double force[3], moment[3], arm[3] = {0}, mass = 0, weighed[3], borne[6];
    sn_attachment_force(trial.system, trial.state, trial.work, first, force, moment);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int block = trial.system->fems.fems[fem].node_block[i];
        sn_v3_axpy(solid->node_mass[i], sn_state_q(trial.state) + trial.system->blocks[block].q,
                   arm);
        mass += solid->node_mass[i];
    }
    const int held_by = trial.system->joints.joints[joint].frame_b;
    const double *holder =
        sn_state_q(trial.state) + trial.system->blocks[trial.system->frames[held_by].block].q;
    sn_v3_axpy(-mass, holder, arm);
    sn_v3_scale(-1, gravity, weighed);
    sn_v3_cross(arm, weighed, weighed);
    g_assert_cmpfloat(fabs(force[2] - mass * 9.81), <, 1e-6 * mass * 9.81);
    g_assert_cmpfloat(fabs(weighed[1]), >, 0.01 * mass * 9.81);
    g_assert_cmpfloat(sn_v3_distance(moment, weighed), <, 1e-6 * sn_v3_norm(weighed));
    sn_bind_read(trial.system, trial.system->inputs.base, trial.state, trial.work,
                 trial.system->joints.joints[joint].id, SN_BIND_JOINT_MOMENT, borne);
    g_assert_cmpfloat(sn_v3_distance(moment, borne), <, 1e-6 * sn_v3_norm(weighed));
    sn_trial_free(&trial);
}

/* A load that turns elements inside out is a fault that names one of them. */
static void test_inside_out(void)
{
    static const double gravity[3] = {0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 0.01);
    const int fem = sn_build_fem(build, fem_box(BEAM, 0.02, SN_INCOMPRESSIBLE_OFF));
    const int node = sn_build_fem_node(build, fem, 0);
    const int load = sn_build_point_load(build, sn_build_point(build, node, gravity));
    build->system->inputs.base[build->system->loads.loads[load].force] = 1e6;
    const SnId id = build->system->fems.fems[fem].id;
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    sn_trial_steps(&trial, 100);
    /* whichever the watches see first */
    g_assert_true(trial.fault.code == SN_FAULT_ELEMENT || trial.fault.code == SN_FAULT_ENERGY);
    g_assert_true(sn_id_equal(sn_id_component(trial.fault.id), id));
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/fem/derivatives", test_derivatives);
    g_test_add_func("/sim/fem/bits", test_bits);
    g_test_add_func("/sim/fem/no-allocation", test_no_allocation);
    g_test_add_func("/sim/fem/momentum", test_momentum);
    g_test_add_func("/sim/fem/weight", test_weight);
    g_test_add_func("/sim/fem/attachment-force", test_attachment_force);
    g_test_add_func("/sim/fem/attachment-moment", test_attachment_moment);
    g_test_add_func("/sim/fem/circle", test_circle);
    g_test_add_func("/sim/fem/dropped-rows", test_dropped_rows);
    g_test_add_func("/sim/fem/inside-out", test_inside_out);
    return g_test_run();
}
