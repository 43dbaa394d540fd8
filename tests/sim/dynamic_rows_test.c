/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dynamic row set: features, warm starts, growth, and many one-sided rows at once, dense and in
 * the factor. */
#include "engine/base/vec.h"
#include "engine/check/build/build_fem.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/general_rows.h"
#include "tests/sim/fem_systems.h"
#include "tests/sim/random_system.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define G 9.81

static const double ORIGIN[3] = {0}, DOWN[3] = {0, 0, -G}, NOTHING[3] = {0};
/* z of the frame towards -z of the world */
static const double UPSIDE_DOWN[4] = {0, 1, 0, 0};

static double mass_of(int i)
{
    return 0.1 + 0.01 * (i % 37);
}

/* --- features --- */

static const SnDynamicClass ours = {.name = "ours"}, theirs = {.name = "theirs"};

/* Any features, in any order, are found again; those that never came are not. */
static void test_features(void)
{
    enum { N = 3000 };
    Random r = {5};
    SnDynamicRows rows = {0};
    uint64_t feature[N];
    for (int i = 0; i < N; i++)
        feature[i] = i % 2 ? (uint64_t)i << 40 : (uint64_t)i * 64; /* what a poor hash confuses */
    for (int i = N - 1; i > 0; i--) {
        const int k = (int)random_uniform(&r, 0, i + 0.999);
        const uint64_t swap = feature[i];
        feature[i] = feature[k], feature[k] = swap;
    }
    for (int i = 0; i < N; i++) {
        sn_dynamic_rows_note(&rows, &ours, feature[i], i + 1);
        if (i % 3 == 0)
            sn_dynamic_rows_note(&rows, &theirs, feature[i], -1 - i);
    }
    sn_dynamic_rows_note(&rows, &ours, feature[0], 7); /* once more: the newer one */
    g_assert_cmpint(rows.n_forces, ==, N + N / 3);
    g_assert_cmpfloat(sn_dynamic_rows_noted(&rows, &ours, feature[0]), ==, 7);
    for (int i = 1; i < N; i++) {
        g_assert_cmpfloat(sn_dynamic_rows_noted(&rows, &ours, feature[i]), ==, i + 1);
        g_assert_cmpfloat(sn_dynamic_rows_noted(&rows, &theirs, feature[i]), ==,
                          i % 3 == 0 ? -1 - i : 0);
        g_assert_cmpfloat(sn_dynamic_rows_noted(&rows, &ours, feature[i] + 1), ==, 0);
    }
    sn_dynamic_rows_free(&rows);
}

/* What there is no memory for leaves the array as it was, and becomes a fault. */
static void test_no_memory(void)
{
    double *array = NULL;
    int room = 0;
    g_assert_true(sn_reserve(&array, &room, 10, sizeof *array));
    g_assert_cmpint(room, >=, 10);
    array[9] = 3;
    double *before = array;
    const int had = room;
    g_assert_false(
        sn_reserve(&array, &room, 1 << 20, SIZE_MAX >> 22));          /* it would be half of all */
    g_assert_false(sn_reserve(&array, &room, INT_MAX, SIZE_MAX / 4)); /* more than can be said */
    g_assert_true(array == before && room == had && array[9] == 3);
    free(array);
    SnDynamicRows rows = {.out_of_memory = true};
    const SnFault fault = sn_dynamic_rows_end(&rows, 1.5);
    g_assert_cmpint(fault.code, ==, SN_FAULT_MEMORY);
    g_assert_cmpfloat(fault.time, ==, 1.5);
    sn_dynamic_rows_begin(&rows);
    g_assert_cmpint(sn_dynamic_rows_end(&rows, 0).code, ==, SN_FAULT_NONE);
}

/* --- particles on planes --- */

/* n particles, each at `height` above a plane of its own, those of `springs` joined to the next. */
static SnBuild *on_planes(int n, double height, double stiffness, SnStepMethod method, double h)
{
    SnBuild *build = sn_build_new(method, h);
    int last = -1;
    for (int i = 0; i < n; i++) {
        const double place[3] = {0.1 * (i % 40), 0.1 * (i / 40), height},
                     plane[3] = {place[0], place[1], 0};
        const int particle = sn_build_particle(build, mass_of(i), place);
        const int point = sn_build_point(build, particle, ORIGIN);
        sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                         sn_build_frame(build, SN_BUILD_WORLD, plane, NULL), point, true, 0, NULL);
        if (last >= 0 && stiffness > 0)
            sn_build_spring(build, 2, (int[]){last, point}, stiffness, 1, 0.1);
        last = point;
    }
    return build;
}

static void steps(SnTrial *trial, int n)
{
    sn_trial_steps(trial, n);
    if (trial->fault.code != SN_FAULT_NONE)
        g_error("%s", trial->fault.text);
}

/* A thousand particles fall, come to rest, each on its plane, and weigh what they weigh; nothing is
 * allocated meanwhile. */
static void test_thousand_rest(void)
{
    enum { N = 1000 };
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER};
    for (int k = 0; k < 4; k++) {
        SnTrial trial = sn_trial_new(
            sn_build_finish(on_planes(N, 0.002, 0, methods[k], 1e-3), DOWN), SN_LINSOLVE_AUTO);
        steps(&trial, 40); /* down after 20 ms */
        const unsigned long before = sn_test_allocations();
        steps(&trial, 20);
        if (sn_test_counting_malloc())
            g_assert_cmpuint(sn_test_allocations(), ==, before);
        g_assert_cmpuint(trial.state->active, ==, N);
        for (int i = 0; i < N; i++) {
            const double *z = sn_state_z_const(trial.state);
            const double height = sn_state_q_const(trial.state)[trial.system->blocks[i].q + 2];
            g_assert_cmpfloat(fabs(z[i] / (mass_of(i) * G) - 1), <, 1e-10);
            g_assert_cmpfloat(fabs(height), <, 1e-12);
        }
        sn_trial_free(&trial);
    }
}

/* The limits that are on, appended by hand in any order. */
static void append_shuffled(SnTrial *trial, Random *r)
{
    SnDynamicRows *rows = &trial->work->unilateral.dynamic;
    const int n = trial->system->joints.n_limits;
    int *order = malloc((size_t)n * sizeof *order);
    for (int i = 0; i < n; i++) {
        const int k = (int)random_uniform(r, 0, i + 0.999);
        order[i] = i;
        order[i] = order[k], order[k] = i;
    }
    sn_dynamic_rows_begin(rows);
    for (int i = 0; i < n; i++) {
        const SnRow *limit = &trial->system->joints.limits[order[i]];
        const SnRowTerm term = {limit->block[1], 7, trial->work->rows.limit[order[i]][1]};
        if (trial->system->joints.joints[order[i]].enabled)
            sn_dynamic_rows_append(
                trial->system, trial->work,
                &(SnDynamicRow){.class = &sn_joint_limits, .feature = (uint64_t)order[i]}, &term,
                1);
    }
    g_assert_cmpint(sn_dynamic_rows_end(rows, 0).code, ==, SN_FAULT_NONE);
    free(order);
}

/* Where rows go and others come, in any order, each keeps its own force. */
static void test_warm_starts(void)
{
    enum { N = 60 };
    Random r = {3};
    SnTrial trial = sn_trial_new(
        sn_build_finish(on_planes(N, 0, 0, SN_STEP_BACKWARD_EULER, 1e-3), DOWN), SN_LINSOLVE_AUTO);
    steps(&trial, 3);
    int least = N;
    for (int round = 0; round < 50; round++) {
        SnDynamicRows *rows = &trial.work->unilateral.dynamic;
        for (int i = 0; i < N; i++)
            trial.system->joints.joints[i].enabled = random_uniform(&r, 0, 1) < 0.6;
        sn_kinematics(trial.system, sn_state_q_const(trial.state), sn_state_u_const(trial.state),
                      trial.work);
        sn_rows(trial.system, trial.state, trial.work, true, &trial.work->rows);
        g_assert_cmpint(sn_dynamic_rows_gather(trial.system, trial.state, trial.work).code, ==,
                        SN_FAULT_NONE);
        const int n = rows->n;
        if (round % 2)
            append_shuffled(&trial, &r);
        g_assert_cmpint(rows->n, ==, n);
        sn_dynamic_rows_recall(trial.system, trial.state, rows, 0.5);
        least = MIN(least, rows->n);
        g_assert_cmpint(rows->n, <, N);
        for (int i = 0; i < rows->n; i++) {
            const int feature = (int)rows->row[i].feature;
            g_assert_true(trial.system->joints.joints[feature].enabled);
            g_assert_cmpint(rows->column[rows->row[i].first + 2], ==,
                            trial.system->blocks[feature].u + 2);
            g_assert_cmpfloat(fabs(rows->row[i].impulse - 0.5 * mass_of(feature) * G), <, 1e-9);
        }
    }
    g_assert_cmpint(least, >, 10);
    sn_trial_free(&trial);
}

/* --- dense and sparse --- */

/* A mixed problem: particles joined by springs, each on a plane; some on two planes alike, some
 * also on planes that hold them (bilateral), a few of these in all directions. */
static SnTrial tangle(int n)
{
    static const double sideways[4] = {0.5, 0.5, 0.5, 0.5}, other[4] = {0.5, -0.5, -0.5, -0.5};
    SnBuild *build = on_planes(n, 0, 3000, SN_STEP_BACKWARD_EULER, 1e-2);
    for (int i = 0; i < n; i += 3) {
        const double place[3] = {0.1 * (i % 40), 0.1 * (i / 40), 0};
        const int frame = sn_build_frame(build, SN_BUILD_WORLD, place, NULL);
        if (i % 2 == 0)
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, frame, i, true, 0, NULL);
        if (i % 15 == 0)
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, frame, i, false, 0, NULL);
        if (i % 7 != 0)
            continue;
        sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                         sn_build_frame(build, SN_BUILD_WORLD, place, sideways), i, false, 0, NULL);
        sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                         sn_build_frame(build, SN_BUILD_WORLD, place, other), i, false, 0, NULL);
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, NOTHING), SN_LINSOLVE_AUTO);
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("%s", trial.fault.text);
    return trial;
}

/* Random forces and bounds; factored. */
static void pose_problem(SnTrial *trial, uint64_t seed)
{
    Random r = {seed};
    const SnSystem *system = trial->system;
    SnWorkspace *work = trial->work;
    const double h = system->step_size;
    sn_kinematics(system, sn_state_q_const(trial->state), sn_state_u_const(trial->state), work);
    sn_prescribed_velocity(system, sn_state_u_const(trial->state), work);
    sn_rows(system, trial->state, work, true, &work->rows);
    g_assert_cmpint(
        sn_factor_implicit(system, system->inputs.base, trial->state, work, h, h * h, 1 / (h * h))
            .code,
        ==, SN_FAULT_NONE);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] = random_uniform(&r, -1, 0.8);
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] = random_uniform(&r, -0.1, 0.1);
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        row->bound = random_uniform(&r, -0.3, 0.1);
        row->softness = i % 5 == 0 ? random_uniform(&r, 0, 1) : 0;
        row->impulse = random_uniform(&r, -1, 1); /* any guess will do */
    }
    for (int i = 1; i < work->unilateral.dynamic.n; i++) /* rows of planes alike want the same */
        for (int k = 0; k < i; k++)
            if (work->unilateral.dynamic.column[work->unilateral.dynamic.row[i].first] ==
                work->unilateral.dynamic.column[work->unilateral.dynamic.row[k].first]) {
                work->unilateral.dynamic.row[i].bound = work->unilateral.dynamic.row[k].bound;
                work->unilateral.dynamic.row[i].softness =
                    work->unilateral.dynamic.row[k].softness = 0;
            }
}

/* Largest violation of the conditions: M-hat u + G' l = f + N' z, G u - C l = g, and
 * complementarity; rows that are held (bound -infinity) carry nothing. */
static double violation(const SnTrial *trial)
{
    const SnWorkspace *work = trial->work;
    const SnKktMatrix *m = &work->linear.matrix;
    double *r = calloc((size_t)m->n, sizeof *r), worst = 0;
    memcpy(r, work->linear.f, (size_t)m->n * sizeof *r);
    for (int j = 0; j < m->n; j++)
        for (int e = m->a_start[j]; e < m->a_start[j + 1]; e++) {
            const int i = m->a_row[e];
            r[i] -= m->a_value[e] * work->linear.u[j];
            if (i != j)
                r[j] -= m->a_value[e] * work->linear.u[i];
        }
    for (int i = 0; i < m->q; i++) {
        if (!work->bilateral.active[i])
            continue;
        double rate = -work->linear.g[i] - m->c[i] * work->linear.l[i];
        for (int e = m->g_start[i]; e < m->g_start[i + 1]; e++) {
            r[m->g_column[e]] -= m->g_value[e] * work->linear.l[i];
            rate += m->g_value[e] * work->linear.u[m->g_column[e]];
        }
        worst = fmax(worst, fabs(rate));
    }
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        sn_dynamic_row_push(&work->unilateral.dynamic, i, row->impulse, r);
        worst = fmax(worst, -row->impulse);
        if (!isfinite(row->bound)) {
            worst = fmax(worst, fabs(row->impulse));
            continue;
        }
        const double slack = sn_dynamic_row_rate(&work->unilateral.dynamic, i, work->linear.u) +
                             row->softness * row->impulse - row->bound;
        worst = fmax(worst, fmax(-slack, fabs(fmin(slack, row->impulse))));
    }
    for (int j = 0; j < m->n; j++)
        worst = fmax(worst, fabs(r[j]));
    free(r);
    return worst;
}

static void test_dense_and_sparse(void)
{
    static const int sizes[] = {300, 700, 1500};
    for (int k = 0; k < 3; k++) {
        SnTrial trial = tangle(sizes[k]);
        SnWorkspace *work = trial.work;
        const size_t bytes = (size_t)trial.system->n_u_active * sizeof(double);
        double *u = malloc(bytes), push[2], most = 0;
        int all_in_force = 0;
        for (uint64_t seed = 1; seed <= (k == 2 ? 1 : 4); seed++) {
            int active = 0, held = 0;
            for (int sparse = 0; sparse < 2; sparse++) {
                pose_problem(&trial, seed);
                work->unilateral.dense_most = sparse ? 0 : work->unilateral.dynamic.n;
                const SnFault fault = sn_solve_mixed(trial.system, trial.state, work, false);
                if (fault.code != SN_FAULT_NONE)
                    g_error("%d rows, sparse %d: %s", work->unilateral.dynamic.n, sparse,
                            fault.text);
                g_assert_cmpfloat(violation(&trial), <, 1e-9);
                push[sparse] = 0;
                for (int i = 0; i < work->unilateral.dynamic.n; i++) {
                    push[sparse] += work->unilateral.dynamic.row[i].impulse;
                    active += sparse && work->unilateral.dynamic.row[i].impulse > 0;
                    held += sparse && !isfinite(work->unilateral.dynamic.row[i].bound);
                }
                if (!sparse)
                    memcpy(u, work->linear.u, bytes);
            }
            for (int i = 0; i < trial.system->n_u_active; i++)
                most = fmax(most, fabs(work->linear.u[i] - u[i]));
            g_assert_cmpfloat(most, <, 1e-9);
            g_assert_cmpfloat(fabs(push[1] / push[0] - 1), <, 1e-9);
            g_test_message("%d rows, %d active, %d held: %.2g apart", work->unilateral.dynamic.n,
                           active, held, most);
            g_assert_cmpint(active, >, work->unilateral.dynamic.n / 4);
            g_assert_cmpint(active, <, work->unilateral.dynamic.n);
            all_in_force += held;
        }
        g_assert_cmpint(all_in_force, >, 3);
        free(u);
        sn_trial_free(&trial);
    }
}

/* A chain of 60 links falls on a floor under each of them, with limits in all hinges: the motion is
 * the same both ways. */
static SnTrial falling_chain(int dense_most)
{
    enum { LINKS = 60 };
    const double inertia[3] = {1e-5, 1e-4, 1e-4}, tip[3] = {0.05, 0, 0}, end[3] = {-0.05, 0, 0};
    const double turned[4] = {sqrt(0.5), -sqrt(0.5), 0, 0}; /* z of the hinges along y */
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int floor = sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL);
    int last = -1;
    for (int i = 0; i < LINKS; i++) {
        const double place[3] = {0.1 * i, 0, 0.02 + 0.01 * sin(i)};
        const int body = sn_build_body(build, 0.1, inertia, (double[3]){place[0], 0, 0.02}, NULL);
        for (int s = 0; s < 2; s++)
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, floor,
                             sn_build_point(build, body, s ? tip : end), true, 0, NULL);
        if (last >= 0) {
            const int hinge =
                sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, last, tip, turned),
                               sn_build_frame(build, body, end, turned));
            SnSystemJoint *joint = &build->system->joints.joints[hinge];
            joint->limited = true;
            joint->coordinate[0].lower = -0.01, joint->coordinate[0].upper = 0.02;
        }
        sn_build_velocity(build, body, (double[3]){0, 0, 0.3 * sin(0.4 * i)}, NULL);
        last = body;
    }
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    trial.work->unilateral.dense_most = dense_most;
    return trial;
}

static void test_chain(void)
{
    SnTrial dense = falling_chain(1000), sparse = falling_chain(0);
    uint64_t most = 0;
    for (int k = 0; k < 100; k++) {
        steps(&dense, 1);
        steps(&sparse, 1);
        most = MAX(most, dense.state->active);
        for (int i = 0; i < dense.state->n_q; i++)
            g_assert_cmpfloat(fabs(dense.state->data[dense.state->q + i] -
                                   sparse.state->data[sparse.state->q + i]),
                              <, 1e-9);
    }
    g_assert_cmpuint(most, >, 40);
    sn_trial_free(&dense);
    sn_trial_free(&sparse);
}

/* A soft slab, incompressible, lands on a floor with hundreds of its nodes, tilted, so that some
 * come down before others. */
static SnTrial falling_slab(int dense_most)
{
    static const int cells[3] = {16, 16, 1};
    const double tilt[4] = {cos(0.002), sin(0.002), 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    SnFemSolid *solid = fem_box(cells, 0.01, SN_INCOMPRESSIBLE_ELEMENT);
    sn_build_fem(build, solid);
    const int floor = sn_build_frame(build, SN_BUILD_WORLD, (double[3]){0, 0, -1e-3}, tilt);
    for (int i = 0; i < solid->n_nodes; i++)
        if (solid->rest[3 * i + 2] < 1e-9)
            sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE, floor,
                             sn_build_point(build, sn_build_fem_node(build, 0, i), ORIGIN), true, 0,
                             NULL);
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    trial.work->unilateral.dense_most = dense_most;
    return trial;
}

static void test_slab(void)
{
    SnTrial dense = falling_slab(1000), sparse = falling_slab(0);
    uint64_t most = 0;
    double apart = 0;
    for (int k = 0; k < 24; k++) {
        steps(&dense, 1);
        steps(&sparse, 1);
        most = MAX(most, dense.state->active);
        for (int i = 0; i < dense.state->n_q; i++)
            apart = fmax(apart, fabs(dense.state->data[dense.state->q + i] -
                                     sparse.state->data[sparse.state->q + i]));
    }
    g_test_message("%d unknowns, at most %d active: %.2g m apart", dense.system->n_u_active,
                   (int)most, apart);
    g_assert_cmpfloat(apart, <, 1e-9);
    g_assert_cmpuint(most, >, 200);
    sn_trial_free(&dense);
    sn_trial_free(&sparse);
}

/* A step depends on the state alone, not on what the workspace solved before. */
static void test_resumed(void)
{
    for (int dense_most = 0; dense_most <= 200; dense_most += 200) {
        SnTrial trial = falling_chain(dense_most);
        steps(&trial, 60);
        g_assert_cmpuint(trial.state->active, >, 20);
        SnState *state = sn_state_copy(trial.state);
        SnWorkspace *work = sn_workspace_new(trial.system, SN_LINSOLVE_AUTO);
        work->unilateral.dense_most = dense_most;
        steps(&trial, 20);
        for (int k = 0; k < 20; k++)
            g_assert_cmpint(sn_step(trial.system, trial.system->inputs.base, state, work).code, ==,
                            SN_FAULT_NONE);
        g_assert_cmpuint(sn_state_hash(state), ==, sn_state_hash(trial.state));
        free(state);
        sn_workspace_free(work);
        sn_trial_free(&trial);
    }
}

/* A light foot that is fixed to a heavy body bears its weight: its row is held almost entirely by
 * the bilateral ones. */
static void test_light_foot(void)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        const double light = 1e-3, heavy = 1e3, high[3] = {0, 0, 0.2};
        const double small[3] = {light, light, light}, large[3] = {heavy, heavy, heavy};
        SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
        const int foot = sn_build_body(build, light, small, ORIGIN, NULL),
                  body = sn_build_body(build, heavy, large, high, NULL);
        sn_build_joint(build, &SN_JOINT_FIXED, sn_build_frame(build, foot, high, NULL),
                       sn_build_frame(build, body, ORIGIN, NULL));
        sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                         sn_build_point(build, foot, ORIGIN), true, 0, NULL);
        SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        trial.work->unilateral.dense_most = sparse ? 0 : 200;
        steps(&trial, 5);
        const double push = sn_state_z_const(trial.state)[0];
        g_test_message("sparse %d: %.2g off", sparse, push / ((light + heavy) * G) - 1);
        g_assert_cmpfloat(fabs(push / ((light + heavy) * G) - 1), <, 1e-9);
        sn_trial_free(&trial);
    }
}

/* Two planes that leave a particle no room: a fault that names one of them, both ways. */
static void test_contradiction(void)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        SnBuild *build = on_planes(2, 0, 0, SN_STEP_BACKWARD_EULER, 1e-3);
        sn_build_surface(build, &SN_JOINT_POINT_ON_PLANE,
                         sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, UPSIDE_DOWN), 0, true, 0,
                         NULL);
        SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
        steps(&trial, 2);
        pose_problem(&trial, 1);
        for (int i = 0; i < 3; i++) {
            trial.work->unilateral.dynamic.row[i].bound = 1;
            trial.work->unilateral.dynamic.row[i].softness = 0;
        }
        trial.work->unilateral.dense_most = sparse ? 0 : 200;
        const SnFault fault = sn_solve_mixed(trial.system, trial.state, trial.work, false);
        g_assert_cmpint(fault.code, ==, SN_FAULT_LCP);
        g_assert_true(!sn_id_is_null(fault.id));
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/dynamic-rows/features", test_features);
    g_test_add_func("/dynamic-rows/no-memory", test_no_memory);
    g_test_add_func("/dynamic-rows/warm-starts", test_warm_starts);
    g_test_add_func("/dynamic-rows/dense-and-sparse", test_dense_and_sparse);
    g_test_add_func("/dynamic-rows/chain", test_chain);
    g_test_add_func("/dynamic-rows/slab", test_slab);
    g_test_add_func("/dynamic-rows/resumed", test_resumed);
    g_test_add_func("/dynamic-rows/light-foot", test_light_foot);
    g_test_add_func("/dynamic-rows/contradiction", test_contradiction);
    g_test_add_func("/dynamic-rows/thousand-rest", test_thousand_rest);
    return g_test_run();
}
