/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands in the solve: derivatives, mass, momentum, constraints, state. */
#include "engine/check/build/build_spline.h"
#include "engine/sim/motion/force_tools.h"
#include "tests/sim/random_system.h"

#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { NODES = 7, ROWS = 11 };

static const double still[3] = {0};

static SnStrandParameters material(void)
{
    return (SnStrandParameters){.radius = 0.01,
                                .line_density = 0.2,
                                .stiffness = 50,
                                .damping = 0.4,
                                .bending = 0.3,
                                .gravity = {0, 0, -9.81},
                                .muscle = -1};
}

static void random_nodes(Random *r, double (*x)[3])
{
    for (int i = 0; i < NODES; i++) {
        random_vector(r, 0.1, x[i]);
        x[i][0] += 0.5 * i;
    }
}

static const double (*constant(double (*x)[3]))[3]
{
    return (const double(*)[3])x;
}

/* A strand on its own, away from its rest shape, all moving. */
static SnSystem *random_strand(uint64_t seed, SnStepMethod method, double h, double gravity)
{
    Random r = {seed};
    double rest[NODES][3];
    SnBuild *build = sn_build_new(method, h);
    SnStrandParameters p = material();
    p.gravity[2] = gravity;
    const SnMuscleParameters muscle = {.type = 2, .max_force = 9};
    random_nodes(&r, rest);
    const int strand =
        sn_build_spline(build, NODES, constant(rest), seed % 2, &p, 0.95, NULL, &muscle);
    for (int i = 0; i < NODES; i++) {
        const int block = sn_build_spline_node(build, strand, i);
        double v[3], more[3];
        random_vector(&r, 0.6, v);
        random_vector(&r, 0.1, more);
        sn_build_velocity(build, block, v, NULL);
        sn_v3_add(build->q[block], more, build->q[block]);
    }
    build->system->splines.splines[strand].mass_damping = 0;
    build->system->inputs.base[build->system->paths.muscles[0].excitation] = 0.6;
    return sn_build_finish(build, still);
}

static void momentum_of(const SnTrial *trial, double energy[2], double momentum[6])
{
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
}

/* Free flight: linear momentum exactly, angular momentum to the order of the method. */
static void test_momentum(void)
{
    const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                    SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                    SN_STEP_NEWTON_TRAPEZOIDAL};
    for (size_t m = 0; m < G_N_ELEMENTS(methods); m++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            double before[6], after[6], energy[2];
            SnTrial trial =
                sn_trial_new(random_strand(seed, methods[m], 1e-4, 0), SN_LINSOLVE_SPARSE);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            momentum_of(&trial, energy, before);
            sn_trial_steps(&trial, 300);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            momentum_of(&trial, energy, after);
            for (int k = 0; k < 3; k++)
                g_assert_cmpfloat_with_epsilon(after[k], before[k], 1e-10);
            g_test_message("method %d: angular momentum off by %.2g of %.2g", (int)methods[m],
                           sn_v3_distance(after + 3, before + 3), sn_v3_norm(before + 3));
            g_assert_cmpfloat(sn_v3_distance(after + 3, before + 3), <,
                              2e-4 * (1 + sn_v3_norm(before + 3)));
            sn_trial_free(&trial);
        }
}

/* Energy of an undamped strand with Runge and Kutta. */
static void test_energy(void)
{
    SnSystem *system = random_strand(3, SN_STEP_RUNGE_KUTTA_4, 2e-5, -9.81);
    system->splines.splines[0].p.damping = 0;
    double start[2], end[2], momentum[6];
    SnTrial trial = sn_trial_new(system, SN_LINSOLVE_DENSE);
    momentum_of(&trial, start, momentum);
    sn_trial_steps(&trial, 2000);
    momentum_of(&trial, end, momentum);
    g_test_message("energy %.9g -> %.9g J, kinetic %.4g -> %.4g", start[0] + start[1],
                   end[0] + end[1], start[0], end[0]);
    g_assert_cmpfloat_with_epsilon(start[0] + start[1], end[0] + end[1], 1e-6);
    g_assert_cmpfloat(fabs(start[0] - end[0]), >, 1e-3);
    sn_trial_free(&trial);
}

/* The weight of a falling strand pulls all of it equally: no strain comes of it. */
static void test_falls(void)
{
    SnBuild *build = sn_build_new(SN_STEP_TRAPEZOIDAL, 1e-3);
    const SnStrandParameters p = material();
    Random r = {5};
    double rest[NODES][3], before[NODES][3];
    random_nodes(&r, rest);
    sn_build_spline(build, NODES, constant(rest), true, &p, 1, NULL, NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, still), SN_LINSOLVE_DENSE);
    /* free of bending stress, that a crooked strand is not born without */
    trial.system->splines.splines[0].p.bending = 0;
    sn_evaluate(trial.system, trial.system->inputs.base, trial.state, trial.work);
    for (int i = 0; i < NODES; i++)
        sn_v3_copy(sn_state_q(trial.state) + 3 * i, before[i]);
    sn_trial_steps(&trial, 100);
    for (int i = 0; i < NODES; i++) {
        const double *x = sn_state_q(trial.state) + 3 * i;
        g_assert_cmpfloat_with_epsilon(x[2] - before[i][2], -0.5 * 9.81 * 0.01, 1e-9);
        g_assert_cmpfloat_with_epsilon(x[0], before[i][0], 1e-9);
    }
    sn_trial_free(&trial);
}

/* --- derivatives --- */

/* Forces of all blocks at the state moved by `step` along number i of q (or u), of a strand. */
static void forces_at(const SnTrial *trial, SnState *moved, bool in_u, int i, double step,
                      double *force)
{
    memcpy(moved, trial->state, trial->state->size);
    (in_u ? sn_state_u(moved) : sn_state_q(moved))[i] += step;
    sn_kinematics(trial->system, sn_state_q(moved), sn_state_u(moved), trial->work);
    sn_forces(trial->system, trial->system->inputs.base, moved, trial->work, false, 0, 0);
    memcpy(force, trial->work->forces.applied, (size_t)trial->system->n_u * sizeof(double));
}

/* M-hat = M - d D - k K against differences of the forces, which mass damping is part of. */
static void test_matrix(void)
{
    enum { N = 3 * NODES };
    double worst = 0, largest = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        SnTrial trial = sn_trial_new(random_strand(seed, SN_STEP_BACKWARD_EULER, 1e-3, -9.81),
                                     SN_LINSOLVE_DENSE);
        SnState *moved = sn_state_copy(trial.state);
        trial.system->splines.splines[0].mass_damping = 1.7;
        double k[N][N], d[N][N], m_hat[N], unit[N], mass[N];
        for (int j = 0; j < N; j++) {
            double plus[N], minus[N];
            for (int in_u = 0; in_u < 2; in_u++) {
                forces_at(&trial, moved, in_u, j, 1e-6, plus);
                forces_at(&trial, moved, in_u, j, -1e-6, minus);
                for (int i = 0; i < N; i++)
                    (in_u ? d : k)[i][j] = (plus[i] - minus[i]) / 2e-6;
            }
        }
        sn_kinematics(trial.system, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
        sn_forces(trial.system, trial.system->inputs.base, trial.state, trial.work, true, 0.7, 0.3);
        for (int j = 0; j < N; j++) {
            memset(unit, 0, sizeof unit);
            unit[j] = 1;
            sn_pair_multiply(trial.system, trial.work, unit, m_hat);
            sn_mass_multiply(trial.system, trial.state, trial.work, unit, mass);
            for (int i = 0; i < N; i++) {
                const double numeric = mass[i] - 0.7 * d[i][j] - 0.15 * (k[i][j] + k[j][i]);
                largest = fmax(largest, fabs(numeric));
                worst = fmax(worst, fabs(numeric - m_hat[i]));
            }
        }
        free(moved);
        sn_trial_free(&trial);
    }
    g_test_message("M-hat off by %.2g of %.3g", worst, largest);
    g_assert_cmpfloat(worst, <, 1e-8 * largest);
}

/* --- constraints --- */

/* An ellipsoid on a body that touches a place of its, in body axes; returns its number. */
static int add_ellipsoid(SnBuild *build, int body, const double place[3], double on_it[3])
{
    SnSystem *system = build->system;
    system->surfaces.surfaces = calloc(1, sizeof *system->surfaces.surfaces);
    SnSystemSurface *surface = &system->surfaces.surfaces[system->surfaces.n++];
    *surface = (SnSystemSurface){.shape = SN_SURFACE_ELLIPSOID,
                                 .carrier = body,
                                 .orientation = {0.8, 0, 0.6, 0},
                                 .size = {0.3, 0.2, 0.25}};
    sn_v3_set(0.3 * 0.48, 0.2 * 0.6, 0.25 * 0.64, on_it);
    sn_q_rotate(surface->orientation, on_it, surface->position);
    sn_v3_sub(place, surface->position, surface->position);
    return 0;
}

/* Two strands, a body and a particle: every kind of row. */
static SnSystem *fixed_strands(uint64_t seed, SnStepMethod method, double h)
{
    Random r = {seed};
    double rest[NODES][3], x[3], turned[3];
    SnBuild *build = sn_build_new(method, h);
    SnStrandParameters p = material();
    random_nodes(&r, rest);
    const SnSplineCurve first = {NODES, true, constant(rest)};
    const int a = sn_build_spline(build, NODES, constant(rest), true, &p, 1, NULL, NULL);
    double q[4], more[NODES][3], on[2][3];
    random_quaternion(&r, q);
    const int body =
        sn_build_body(build, 0.8, (double[3]){0.02, 0.03, 0.04}, (double[3]){1, 0.3, 0.2}, q);
    /* the body holds the start and a ring */
    sn_spline_point(&first, 0, x, NULL, NULL);
    sn_pose_inverse_point(build->q[body], q, x, turned);
    const int start = sn_build_point(build, body, turned);
    sn_spline_point(&first, 1.3, x, NULL, NULL);
    sn_pose_inverse_point(build->q[body], q, x, turned);
    const int ring = sn_build_point(build, body, turned);
    double on_it[3];
    sn_spline_point(&first, 2.1, x, NULL, NULL);
    sn_pose_inverse_point(build->q[body], q, x, turned);
    const int ellipsoid = add_ellipsoid(build, body, turned, on_it);
    sn_spline_point(&first, 2.9, x, NULL, NULL);
    const int particle = sn_build_particle(build, 0.3, x);
    const int bead = sn_build_point(build, particle, still);
    sn_spline_point(&first, 3.6, on[0], NULL, NULL);
    for (int i = 0; i < NODES; i++) { /* the other strand begins on the first one */
        random_vector(&r, 0.05, more[i]);
        sn_v3_axpy(0.4 * i, (double[3]){0.3, 0.9, 0.1}, more[i]);
        sn_v3_add(more[i], on[0], more[i]);
    }
    sn_v3_copy(on[0], more[0]);
    const int b = sn_build_spline(build, NODES, constant(more), true, &p, 1, NULL, NULL);
    for (int i = 0; i < build->system->n_blocks; i++) {
        double v[3], w[3];
        random_vector(&r, 0.5, v);
        random_vector(&r, 0.5, w);
        sn_build_velocity(build, i, v, build->system->blocks[i].kind == SN_BLOCK_BODY ? w : NULL);
    }
    const SnSystemSplineConstraint none = {.spline = a, .point = -1, .other = -1, .surface = -1};
    const double kept[4][3] = {{1.3}, {2.9}, {0}, {on_it[0], on_it[1], on_it[2]}};
    SnSystemSplineConstraint c[5] = {none, none, none, none, none};
    c[0].kind = c[1].kind = SN_SPLINE_SLIDING, c[0].point = ring, c[1].point = bead;
    c[2].kind = SN_SPLINE_FIXED, c[2].point = start;
    c[3].kind = SN_SPLINE_SURFACE, c[3].parameter = 2.1, c[3].surface = ellipsoid;
    c[4].kind = SN_SPLINE_BRANCH, c[4].parameter = 3.6, c[4].other = b;
    for (int i = 0; i < 5; i++)
        sn_build_spline_constraint(build, &c[i], kept[i < 4 ? i : 2]);
    return sn_build_finish(build, still);
}

/* Rates of the residuals along random motions from a closed state, against the rows. */
static void test_rows(void)
{
    double worst = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        SnTrial trial =
            sn_trial_new(fixed_strands(seed, SN_STEP_BACKWARD_EULER, 1e-3), SN_LINSOLVE_DENSE);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const SnSystem *system = trial.system;
        SnState *moved = sn_state_copy(trial.state);
        double *u = calloc((size_t)system->n_u, sizeof *u);
        double *move = calloc((size_t)system->n_u, sizeof *move);
        double residual[2][16];
        Random r = {seed + 100};
        g_assert_cmpint(system->rows.n, ==, ROWS);
        for (int i = 0; i < system->n_u; i++)
            u[i] = random_uniform(&r, -1, 1);
        for (int side = 0; side < 2; side++) {
            memcpy(moved, trial.state, trial.state->size);
            for (int i = 0; i < system->n_u; i++)
                move[i] = (side ? 1e-6 : -1e-6) * u[i];
            sn_displace(system, move, sn_state_q(moved));
            sn_kinematics(system, sn_state_q(moved), sn_state_u(moved), trial.work);
            sn_rows(system, moved, trial.work, false, &trial.work->rows);
            memcpy(residual[side], trial.work->rows.residual, ROWS * sizeof(double));
        }
        sn_kinematics(system, sn_state_q(trial.state), sn_state_u(trial.state), trial.work);
        sn_rows(system, trial.state, trial.work, true, &trial.work->rows);
        for (int i = 0; i < ROWS; i++) {
            const double numeric = (residual[1][i] - residual[0][i]) / 2e-6;
            const double rate = sn_bilateral_rate(system, &trial.work->rows, i, u);
            worst = fmax(worst, fabs(numeric - rate));
            g_assert_cmpfloat(fabs(trial.work->rows.residual[i]), <, 1e-10);
        }
        free(u);
        free(move);
        free(moved);
        sn_trial_free(&trial);
    }
    g_test_message("rows off by %.2g", worst);
    g_assert_cmpfloat(worst, <, 1e-7);
}

/* All constraints are inside: momentum of the whole stays, residuals too. */
static void test_fixed_momentum(void)
{
    const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                    SN_STEP_NEWTON_EULER};
    for (size_t m = 0; m < G_N_ELEMENTS(methods); m++) {
        double before[6], after[6], energy[2], start[2];
        SnSystem *system = fixed_strands(3, methods[m], 2e-4);
        for (int i = 0; i < 2; i++)
            system->splines.splines[i].p.gravity[2] = 0;
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        momentum_of(&trial, start, before);
        sn_trial_steps(&trial, 1000);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        momentum_of(&trial, energy, after);
        sn_rows(system, trial.state, trial.work, false, &trial.work->rows);
        double worst = 0;
        for (int i = 0; i < ROWS; i++)
            worst = fmax(worst, fabs(trial.work->rows.residual[i]));
        g_test_message("method %d: residual %.2g, momentum off by %.2g of %.2g, angular %.2g of "
                       "%.2g; slid %.3f -> %.3f",
                       (int)methods[m], worst, sn_v3_distance(after, before), sn_v3_norm(before),
                       sn_v3_distance(after + 3, before + 3), sn_v3_norm(before + 3), 1.3,
                       sn_state_strands(trial.state)[0]);
        g_assert_cmpfloat(worst, <, 1e-6);
        g_assert_cmpfloat(sn_v3_distance(after, before), <, 1e-7);
        g_assert_cmpfloat(sn_v3_distance(after + 3, before + 3), <, 1e-3);
        g_assert_cmpfloat(fabs(sn_state_strands(trial.state)[0] - 1.3), >, 0.01);
        g_assert_cmpfloat(energy[0] + energy[1], <, start[0] + start[1]);
        sn_trial_free(&trial);
    }
}

/* Saved and restored anywhere, it goes on with the same bits; nothing is allocated by a step. */
static void test_state(void)
{
    SnTrial trial = sn_trial_new(fixed_strands(5, SN_STEP_BACKWARD_EULER, 1e-3), SN_LINSOLVE_AUTO);
    SnTrial again = sn_trial_new(fixed_strands(5, SN_STEP_BACKWARD_EULER, 1e-3), SN_LINSOLVE_AUTO);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    sn_trial_steps(&trial, 137);
    memcpy(again.state, trial.state, trial.state->size);
    const unsigned long before = sn_test_allocations();
    sn_trial_steps(&trial, 63);
    g_assert_true(!sn_test_counting_malloc() || sn_test_allocations() == before);
    sn_trial_steps(&again, 63);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
    g_assert_cmpuint(sn_state_hash(trial.state), ==, sn_state_hash(again.state));
    sn_trial_free(&trial);
    sn_trial_free(&again);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/spline-step/momentum", test_momentum);
    g_test_add_func("/spline-step/energy", test_energy);
    g_test_add_func("/spline-step/falls", test_falls);
    g_test_add_func("/spline-step/matrix", test_matrix);
    g_test_add_func("/spline-step/rows", test_rows);
    g_test_add_func("/spline-step/held-momentum", test_fixed_momentum);
    g_test_add_func("/spline-step/state", test_state);
    return g_test_run();
}
