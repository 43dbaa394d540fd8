/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands at work: equilibrium and reactions, pulleys without and with friction, resampling,
 * determinism, nothing allocated. */
#include "engine/base/vec.h"
#include "engine/sim/result/reactions.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/sim/random_system.h"
#include "tests/sim/strand_draft.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define G 9.81

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -G};

static SnTrial trial_of(SnBuild *build, const double gravity[3])
{
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_AUTO);
    if (trial.fault.code != SN_FAULT_NONE)
        g_error("assembly: %s", trial.fault.text);
    return trial;
}

static void go(SnTrial *trial, double time)
{
    sn_trial_steps(trial, (int)lround(time / trial->system->step_size));
    if (trial->fault.code != SN_FAULT_NONE)
        g_error("t = %g: %s", trial->state->time, trial->fault.text);
}

static const SnSegmentWorkspace *segment_of(const SnTrial *trial, int number)
{
    return &trial->work->forces.strand->segments[number];
}

/* --- equilibrium: a rope between two kinematic particles, its weight on them --- */

static SnTrial rope(SnStepMethod method, double h, SnStrandParameters p, int n)
{
    static const double left[3] = {0, 0, 0}, right[3] = {1, 0, 0};
    sn_v3_copy(DOWN, p.gravity);
    SnBuild *build = sn_build_new(method, h);
    int end[2];
    for (int i = 0; i < 2; i++) {
        end[i] = sn_build_particle(build, 1, i ? right : left);
        sn_build_fix(build, end[i]);
    }
    StrandDraft draft = strand_begin(build, p, false);
    strand_node(&draft, sn_build_point(build, end[0], ORIGIN), false);
    for (int i = 1; i < n; i++) {
        const double s = (double)i / n, x[3] = {s, 0, -1.2 * s * (1 - s)};
        strand_free_node(&draft, 0, x, false);
    }
    strand_node(&draft, sn_build_point(build, end[1], ORIGIN), false);
    strand_end(&draft, 1.2);
    for (int i = 0; i <= n; i++) /* equal segments */
        build->system->state.strand0[i] = 1.2 * i / n;
    return trial_of(build, DOWN);
}

/* Catenary of length 1.2 over a span of 1 (strands.md 7.3): sag and horizontal force of n equal
 * inextensible segments. */
static void test_catenary(void)
{
    static const double sag[] = {0.302315630, 0.294731241, 0.292934624};
    static const double pull[] = {1.130977818, 1.146289975};
    static const SnStepMethod methods[] = {SN_STEP_STATIC, SN_STEP_BACKWARD_EULER};
    SnStrandParameters p = strand_parameters(0.25, 0);
    p.inextensible = true;
    for (int m = 0; m < 2; m++)
        for (int k = 0; k < 3; k++) {
            const int n = 4 << k;
            SnTrial trial = rope(methods[m], 1e-2, p, n);
            for (int i = 0; m == 1 && i < n - 1; i++)
                trial.system->blocks[i].damping = 0.5;
            go(&trial, m == 0 ? 0.01 : 8);
            const double *q = sn_state_q_const(trial.state);
            double force[3], moment[6], lowest = 0;
            for (int i = 0; i < trial.system->n_active; i++)
                lowest = fmin(lowest, q[trial.system->blocks[i].q + 2]);
            sn_reaction(trial.system, trial.state, trial.work, trial.system->n_active, moment);
            sn_v3_copy(moment, force);
            g_test_message("method %d, n %d: sag %.9f, reaction %.9f %.9f", methods[m], n, -lowest,
                           force[0], force[2]);
            g_assert_cmpfloat(fabs(-lowest - sag[k]), <, 2e-9);
            if (k < 2)
                g_assert_cmpfloat(fabs(fabs(force[0]) - pull[k]), <, 1e-8);
            /* it bears half of the rope and its own weight */
            g_assert_cmpfloat(fabs(force[2] - (0.15 + 1) * G), <, 1e-8);
            sn_trial_free(&trial);
        }
}

/* Stretching ropes, with and without lumping and bending: the equilibrium that time finds. */
static void test_static(void)
{
    SnStrandParameters p = strand_parameters(0.25, 40);
    for (int k = 0; k < 4; k++) {
        p.lumped = k == 1;
        p.bending = k == 2 ? 0.02 : 0;
        p.tendon_curve = k == 3;
        SnTrial still = rope(SN_STEP_STATIC, 1e-2, p, 8);
        SnTrial moving = rope(SN_STEP_BACKWARD_EULER, 1e-2, p, 8);
        for (int i = 0; i < moving.system->n_active; i++)
            moving.system->blocks[i].damping = 0.5;
        go(&still, 0.01);
        go(&moving, 10);
        for (int i = 0; i < 21; i++)
            g_assert_cmpfloat(fabs(sn_state_q(still.state)[i] - sn_state_q(moving.state)[i]), <,
                              1e-8);
        sn_trial_free(&still);
        sn_trial_free(&moving);
    }
}

/* --- Atwood's machine: 1 and 2 kg over two fixed nodes: g / 3, 13.08 N (7.2) --- */

static SnTrial atwood(SnStepMethod method, double h, bool eulerian, int n_free, double resample)
{
    static const double top[2][3] = {{-0.2, 0, 0}, {0.2, 0, 0}};
    SnStrandParameters p = strand_parameters(1e-5, 0);
    p.inextensible = true;
    p.resample = resample;
    sn_v3_copy(DOWN, p.gravity);
    SnBuild *build = sn_build_new(method, h);
    StrandDraft draft = strand_begin(build, p, false);
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k <= n_free; k++) {
            const double along = (double)k / (n_free + 1);
            const double x[3] = {top[side][0], 0, side ? -along - 1.0 / (n_free + 1) : along - 1};
            if (side == 1 && k == 0) {
                const int point = sn_build_world_point(build, top[1]);
                eulerian ? strand_eulerian_node(&draft, point, 0)
                         : strand_node(&draft, point, true);
            }
            const bool weight = side ? k == n_free : k == 0;
            strand_free_node(&draft, weight ? side + 1 : 0, x, false);
            draft.nodes[draft.n - 1].movable = !weight;
        }
        if (side == 0)
            strand_world_node(&draft, top[0], true);
    }
    strand_end(&draft, 0);
    return trial_of(build, DOWN);
}

static void test_atwood(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER,
                                           SN_STEP_NEWTON_TRAPEZOIDAL};
    for (int m = 0; m < 5; m++)
        for (int k = 0; k < 3; k++) { /* virtual node, flow, free nodes that are resampled */
            if (methods[m] == SN_STEP_SYMPLECTIC_EULER && k == 2)
                continue; /* light nodes on a tight string swing too fast for it */
            SnTrial trial = atwood(methods[m], 1e-3, k == 1, k == 2 ? 3 : 0, 0.3);
            go(&trial, 0.5);
            const SnSystem *s = trial.system;
            const int last = s->strands.n_nodes - 1;
            const SnBlock *block = &s->blocks[s->points[s->strands.nodes[last].point].block];
            const double speed = -sn_state_u_const(trial.state)[block->u + 2];
            double tension[2] = {0, HUGE_VAL};
            for (int i = 0; i < s->strands.n_segments; i++) {
                tension[0] = fmax(tension[0], segment_of(&trial, i)->tension);
                tension[1] = fmin(tension[1], segment_of(&trial, i)->tension);
            }
            g_test_message("method %d, %d: speed %.9f, tension %.9f %.9f", methods[m], k, speed,
                           tension[0], tension[1]);
            g_assert_cmpfloat(fabs(speed / (G / 3 * 0.5) - 1), <, 1e-4);
            for (int i = 0; i < 2; i++)
                g_assert_cmpfloat(fabs(tension[i] / 13.08 - 1), <, 1e-3);
            sn_trial_free(&trial);
        }
}

/* Resampled nodes keep the matter: coordinates in order, ends where they were. */
static void test_resampling(void)
{
    SnTrial trial = atwood(SN_STEP_TRAPEZOIDAL, 1e-3, false, 5, 0.4);
    const SnSystem *s = trial.system;
    double *start =
        g_memdup2(sn_state_strands(trial.state), (gsize)trial.state->n_strands * sizeof(double));
    double shortest = HUGE_VAL;
    bool moved = false;
    for (int step = 0; step < 600; step++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        for (int i = 0; i < s->strands.n_segments; i++) {
            const SnSegmentWorkspace *w = segment_of(&trial, i);
            shortest = fmin(shortest, w->in.rest_length);
            for (int k = 0; k + 1 < w->in.n_nodes; k++)
                shortest = fmin(shortest, w->shape.part[k]);
        }
        moved = moved || memcmp(start, sn_state_strands(trial.state),
                                (size_t)trial.state->n_strands * sizeof(double)) != 0;
    }
    g_test_message("shortest part %g", shortest);
    g_assert_true(moved);
    g_assert_cmpfloat(shortest, >, 0.02);
    g_assert_cmpfloat(start[0], ==, sn_state_strands(trial.state)[0]);
    g_assert_cmpfloat(start[trial.state->n_strands - 1], ==,
                      sn_state_strands(trial.state)[trial.state->n_strands - 1]);
    g_free(start);
    sn_trial_free(&trial);
}

/* --- friction: matter is pulled around a corner of 90 degrees against a spring --- */

static SnTrial corner(SnStepMethod method, double friction, double speed)
{
    static const double from[3] = {-1, 0, -1}, to[3] = {1, 0, -1}, anchor[3] = {2, 0, -2};
    SnStrandParameters p = strand_parameters(1e-3, 1e4);
    p.damping = 10;
    SnBuild *build = sn_build_new(method, 1e-3);
    const int puller = sn_build_particle(build, 1, from);
    const int target = sn_build_kinematic(build, puller);
    build->system->inputs.base[target + 3] = build->system->inputs.base[target + 5] =
        -speed * M_SQRT1_2;
    const int held = sn_build_particle(build, 0.01, to);
    const int ends[2] = {sn_build_point(build, held, ORIGIN), sn_build_world_point(build, anchor)};
    sn_build_spring(build, 2, ends, 100, 1, 1.4);
    StrandDraft draft = strand_begin(build, p, false);
    strand_node(&draft, sn_build_point(build, puller, ORIGIN), false);
    strand_eulerian_node(&draft, sn_build_world_point(build, ORIGIN), friction);
    strand_node(&draft, ends[0], false);
    strand_end(&draft, 0);
    return trial_of(build, ORIGIN);
}

static void test_capstan(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER};
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 3; k++) {
            const double friction = 0.3 * k;
            SnTrial trial = corner(methods[m], friction, 0.1);
            go(&trial, 1);
            const double a = segment_of(&trial, 0)->tension, b = segment_of(&trial, 1)->tension;
            g_test_message("method %d, friction %g: %.6f / %.6f = %.6f, exp(mu pi / 2) = %.6f",
                           methods[m], friction, a, b, a / b, exp(friction * M_PI / 2));
            g_assert_cmpfloat(a, >, 5);
            g_assert_cmpfloat(fabs(a / b / exp(friction * M_PI / 2) - 1), <, 2e-3);
            if (k == 0) {
                sn_trial_free(&trial);
                continue;
            }
            /* held still: it sticks, tensions stay apart */
            const int puller = trial.system->n_active;
            const int target = trial.system->blocks[puller].target;
            for (int i = 0; i < 3; i++) {
                trial.system->inputs.base[target + 3 + i] = 0;
                trial.system->inputs.base[target + i] =
                    sn_state_q(trial.state)[trial.system->blocks[puller].q + i] -
                    trial.system->q0[trial.system->blocks[puller].q + i];
            }
            memcpy(sn_state_targets(trial.state), trial.system->inputs.base + target,
                   3 * sizeof(double));
            go(&trial, 1);
            const int eulerian = trial.system->strands.nodes[1].eulerian;
            const double passing = sn_state_u_const(trial.state)[trial.system->blocks[eulerian].u];
            const double ratio = segment_of(&trial, 0)->tension / segment_of(&trial, 1)->tension;
            g_test_message("still: ratio %.6f, passing %g m/s", ratio, passing);
            g_assert_cmpfloat(fabs(passing), <, 1e-4);
            g_assert_cmpfloat(ratio, >, 1.02);
            sn_trial_free(&trial);
        }
}

/* --- determinism, state, allocation --- */

static const RandomParts PARTS =
    RANDOM_STRANDS | RANDOM_SPRINGS | RANDOM_DAMPING | RANDOM_ATTACHMENTS;

static void test_saved_and_restored(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_TRAPEZOIDAL};
    for (int m = 0; m < 3; m++) {
        SnTrial a = sn_trial_new(random_system(3, PARTS, methods[m], 1e-4), SN_LINSOLVE_AUTO);
        SnTrial b = sn_trial_new(random_system(3, PARTS, methods[m], 1e-4), SN_LINSOLVE_AUTO);
        SnState *saved = NULL;
        for (int step = 0; step < 60; step++) {
            sn_trial_steps(&a, 1);
            g_assert_cmpint(a.fault.code, ==, SN_FAULT_NONE);
            if (step == 31)
                saved = sn_state_copy(a.state);
        }
        sn_trial_steps(&b, 7);
        memcpy(b.state, saved, saved->size);
        sn_trial_steps(&b, 28);
        g_assert_cmphex(sn_state_hash(a.state), ==, sn_state_hash(b.state));
        /* into a system compiled anew */
        SnState *carried = sn_state_new(b.system);
        sn_state_carry(a.system, a.state, b.system, carried);
        for (int i = 0; i < carried->n_strands; i++)
            g_assert_cmpfloat(sn_state_strands(carried)[i], ==, sn_state_strands(a.state)[i]);
        for (int i = 0; i < b.system->n_active; i++)
            for (int k = 0; k < sn_block_n_q(&b.system->blocks[i]); k++)
                g_assert_cmpfloat(sn_state_q(carried)[b.system->blocks[i].q + k], ==,
                                  sn_state_q(a.state)[b.system->blocks[i].q + k]);
        free(carried);
        free(saved);
        sn_trial_free(&a);
        sn_trial_free(&b);
    }
}

/* A strand over `n` places in the world with a free node in the middle one, whose matter is 1 m. */
static SnSystem *rerouted(int n, const double (*places)[3], double rest_length)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    StrandDraft draft = strand_begin(build, strand_parameters(0.1, 50), false);
    for (int i = 0; i < n; i++)
        if (i == 1)
            strand_free_node(&draft, 0, places[i], false);
        else
            strand_world_node(&draft, places[i], false);
    strand_end(&draft, rest_length);
    SnSystem *system = sn_build_finish(build, ORIGIN);
    for (int i = 0; i < n; i++) /* the last node is the last, however many there are */
        system->strands.nodes[i].id = (SnId){.index = 1000 + (i + 1 == n ? 9 : i), .generation = 1};
    system->strands.strands[0].id = (SnId){.index = 1, .generation = 1};
    system->index.generation[1] = 1, system->index.of[1] = 0;
    return system;
}

/* Rerouted strands keep their matter; a node that is new comes between its neighbours; where the
 * rest length is changed, all of it is. */
static void test_carried(void)
{
    static const double before[3][3] = {{0, 0, 0}, {0.4, 0, 0}, {1, 0, 0}};
    static const double after[4][3] = {{0, 0, 0}, {0.4, 0.3, 0}, {0.8, 0.3, 0}, {1, 0, 0}};
    SnSystem *was = rerouted(3, before, 0), *is = rerouted(4, after, 0);
    SnSystem *tighter = rerouted(3, before, 0.8);
    SnState *from = sn_state_new(was), *to = sn_state_new(is), *tight = sn_state_new(tighter);
    sn_state_strands(from)[1] = 0.45;
    sn_state_u(from)[1] = 0.7;
    sn_state_carry(was, from, is, to);
    const double *rest = sn_state_strands(to);
    g_assert_cmpfloat(rest[0], ==, 0);
    g_assert_cmpfloat(rest[1], ==, 0.45);
    g_assert_cmpfloat(rest[3], ==, 1);
    const double share = (is->state.strand0[2] - is->state.strand0[1]) /
                         (is->state.strand0[3] - is->state.strand0[1]);
    g_assert_cmpfloat(fabs(rest[2] - (0.45 + share * 0.55)), <, 1e-15);
    g_assert_cmpfloat(sn_state_q(to)[0], ==, 0.4);
    g_assert_cmpfloat(sn_state_u(to)[1], ==, 0.7);
    sn_state_carry(was, from, tighter, tight);
    g_assert_cmpfloat(fabs(sn_state_strands(tight)[1] - 0.8 * 0.45), <, 1e-15);
    g_assert_cmpfloat(fabs(sn_state_strands(tight)[2] - 0.8), <, 1e-15);
    free(from);
    free(to);
    free(tight);
    sn_system_free(was);
    sn_system_free(is);
    sn_system_free(tighter);
}

static void test_no_allocation(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER,   SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_RUNGE_KUTTA_4,
                                           SN_STEP_NEWTON_EULER,     SN_STEP_NEWTON_TRAPEZOIDAL};
    if (!sn_test_counting_malloc()) {
        g_test_skip("allocations are not counted under a sanitizer");
        return;
    }
    for (int m = 0; m < 6; m++) {
        SnTrial web = sn_trial_new(random_system(3, PARTS, methods[m], 1e-4), SN_LINSOLVE_AUTO);
        sn_trial_steps(&web, 3);
        g_assert_cmpint(web.fault.code, ==, SN_FAULT_NONE);
        const unsigned long before = sn_test_allocations();
        sn_trial_steps(&web, 10);
        g_assert_cmpuint(sn_test_allocations(), ==, before);
        sn_trial_free(&web);
    }
    SnTrial machine = atwood(SN_STEP_TRAPEZOIDAL, 1e-3, false, 5, 0.4);
    sn_trial_steps(&machine, 3);
    const unsigned long before = sn_test_allocations();
    sn_trial_steps(&machine, 500);
    g_assert_cmpuint(sn_test_allocations(), ==, before);
    sn_trial_free(&machine);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/strand/catenary", test_catenary);
    g_test_add_func("/sim/strand/static", test_static);
    g_test_add_func("/sim/strand/atwood", test_atwood);
    g_test_add_func("/sim/strand/resampling", test_resampling);
    g_test_add_func("/sim/strand/capstan", test_capstan);
    g_test_add_func("/sim/strand/saved-and-restored", test_saved_and_restored);
    g_test_add_func("/sim/strand/carried", test_carried);
    g_test_add_func("/sim/strand/no-allocation", test_no_allocation);
    return g_test_run();
}
