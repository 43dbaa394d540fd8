/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands over pulleys: gradients and stiffness against differences; steps from a copy of
 * the state. */
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/sim/pulley_fixture.h"
#include "tests/sim/random_system.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>

#define STEP 1e-6

/* A particle's strand over a wheel on one body, the other way over an eccentric ellipse on another,
 * past a third that it only touches sometimes, to a point on a body; all in a plane, but for what
 * `tilt` turns bodies (and moves them, in units of 0.5 m) out of it. */
static SnPulleyFixture oblique(uint64_t seed, bool eulerian, double tilt)
{
    Random r = {seed}, beside = {seed + 100};
    SnPulleyStrand s = sn_pulley_strand();
    const double inertia[3] = {0.2, 0.3, 0.4};
    int body[3];
    for (int i = 0; i < 3; i++) {
        const double off = tilt > 0 ? random_uniform(&beside, -tilt, tilt) : 0;
        const double x[3] = {i + random_uniform(&r, -0.1, 0.1), random_uniform(&r, -0.2, 0.2),
                             0.5 * off};
        const double turn[3] = {0, 0, random_uniform(&r, -3, 3)};
        const double v[3] = {random_uniform(&r, -1, 1), random_uniform(&r, -1, 1), off};
        const double w[3] = {off, -off, random_uniform(&r, -2, 2)}, lean[3] = {off, 0.5 * off, 0};
        double q[4], leaning[4];
        sn_q_exp(lean, leaning);
        sn_q_exp(turn, q);
        sn_q_mul(leaning, q, q);
        body[i] = sn_build_body(s.build, 2, inertia, x, q);
        sn_build_velocity(s.build, body[i], v, w);
    }
    const double v[3] = {0.3, -0.4, 0}, off_center[3] = {0.1, 0.05, 0};
    sn_build_velocity(s.build, sn_pulley_free_node(&s, 0.5, -1, 0.1), v, NULL);
    sn_pulley_node(&s, sn_pulley_circle(s.build, body[0], 0.05, -0.02, 0.25), 5, -1, -1,
                   eulerian ? 0.2 : -1);
    sn_pulley_node(
        &s, sn_build_ellipse(s.build, SN_GUIDE_WRAPPED, body[1], off_center, NULL, 0.3, 0.15), 5, 1,
        -1, -1);
    sn_pulley_node(&s, sn_pulley_circle(s.build, SN_BUILD_WORLD, 1.6, -0.15, 0.1), 3, -1, -1, -1);
    sn_pulley_point_node(&s, body[2], 0.1, 0.1);
    return sn_pulley_finish(&s, false, 0.3, 0.95);
}

static SnPulleyFixture planar(uint64_t seed, bool eulerian)
{
    return oblique(seed, eulerian, 0);
}

static void displaced(SnPulleyFixture *f, const SnState *from, int column, double amount)
{
    memcpy(f->state, from, from->size);
    displace_one(f->system, sn_state_q(f->state), column, amount);
}

/* Largest difference of the gradients of all segments' lengths from numeric ones. */
static double gradient_error(SnPulleyFixture *f)
{
    const SnSystem *s = f->system;
    SnState *from = sn_state_copy(f->state);
    double worst = 0;
    for (int k = 0; k < s->strands.n_segments; k++) {
        const SnSegmentWorkspace *w = &f->work->forces.strand->segments[k];
        const SnSystemSegment *segment = &s->strands.segments[k];
        double rate = 0;
        for (int b = 0; b < segment->n_blocks; b++) {
            const SnBlock *block = &s->blocks[s->strands.segment_block[segment->blocks + b]];
            for (int c = 0; c < block->n && block->kind != SN_BLOCK_EULERIAN; c++) {
                double length[2];
                sn_pulley_length(f);
                const double gradient = w->gradient[w->offset[b] + c];
                for (int side = 0; side < 2; side++) {
                    displaced(f, from, block->u + c, side ? STEP : -STEP);
                    sn_pulley_length(f);
                    length[side] = w->shape.length;
                }
                memcpy(f->state, from, from->size);
                const double numeric = (length[1] - length[0]) / (2 * STEP);
                worst = fmax(worst, fabs(numeric - gradient));
                rate += gradient * sn_state_u(f->state)[block->u + c];
            }
        }
        sn_pulley_length(f);
        g_assert_cmpfloat(fabs(rate - w->rate), <, 1e-12);
    }
    free(from);
    return worst;
}

/* Lengths of all segments: rates, and gradients over their columns, in the plane of the grooves and
 * well out of it. */
static void test_gradients(void)
{
    static const double tilts[] = {0, 0.2, 0.6};
    for (size_t t = 0; t < G_N_ELEMENTS(tilts); t++) {
        int off = 0, on = 0;
        for (uint64_t seed = 1; seed <= 60; seed++) {
            SnPulleyFixture f = oblique(seed, seed % 2, tilts[t]);
            sn_pulley_length(&f);
            off += f.work->pulleys.contacts[2].off, on += !f.work->pulleys.contacts[2].off;
            const double error = gradient_error(&f);
            if (error > 3e-9)
                g_error("tilt %g seed %d: wrong by %g", tilts[t], (int)seed, error);
            sn_pulley_fixture_free(&f);
        }
        g_assert_cmpint(off, >, 3);
        g_assert_cmpint(on, >, 3);
    }
}

static bool in_plane(const SnSystem *s, int i)
{
    for (int b = 0; b < s->n_active; b++) {
        const int k = i - s->blocks[b].u;
        if (k >= 0 && k < s->blocks[b].n)
            return s->blocks[b].kind == SN_BLOCK_EULERIAN || k < 2 || k == 5;
    }
    return false;
}

static void forces_at(SnPulleyFixture *f, const SnState *from, int column, double amount,
                      double *force)
{
    displaced(f, from, column, amount);
    sn_pulley_length(f);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, false, 0, 0);
    sn_reduce_vector(f->system, f->work, f->work->forces.applied, force);
}

/* M-hat = M - K of everything in the plane holds the symmetric part of the derivative of the
 * forces: tangent points that move change nothing to first order. */
static void test_stiffness(void)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        SnPulleyFixture f = planar(seed, seed % 2);
        const SnSystem *s = f.system;
        const size_t n = (size_t)s->n_u_active;
        double *numeric = calloc(n * n, sizeof(double)), *side[2],
               *unit = calloc(n, sizeof(double));
        for (int k = 0; k < 2; k++)
            side[k] = calloc((size_t)s->n_u, sizeof(double));
        memset(sn_state_u(f.state), 0, (size_t)s->n_u * sizeof(double));
        SnState *from = sn_state_copy(f.state);
        for (size_t j = 0; j < n; j++) {
            forces_at(&f, from, (int)j, -STEP, side[0]);
            forces_at(&f, from, (int)j, STEP, side[1]);
            for (size_t i = 0; i < n; i++)
                numeric[n * i + j] = (side[1][i] - side[0][i]) / (2 * STEP);
        }
        memcpy(f.state, from, from->size);
        sn_pulley_length(&f);
        sn_forces(s, s->inputs.base, f.state, f.work, true, 0, 1);
        double *hat = side[0], *mass = side[1], *full = calloc((size_t)s->n_u, sizeof(double));
        for (size_t j = 0; j < n; j++) {
            memset(unit, 0, n * sizeof *unit);
            unit[j] = 1;
            sn_pair_multiply(s, f.work, unit, hat);
            sn_spread_vector(s, f.work, unit, full);
            sn_mass_multiply(s, f.state, f.work, full, mass);
            for (size_t i = 0; in_plane(s, (int)j) && i < n; i++) {
                const double truth = 0.5 * (numeric[n * i + j] + numeric[n * j + i]);
                if (in_plane(s, (int)i) &&
                    fabs(mass[i] - hat[i] - truth) > 1e-5 * (1 + fabs(truth)))
                    g_error("seed %d, %d by %d: %g is not %g", (int)seed, (int)i, (int)j,
                            mass[i] - hat[i], truth);
            }
        }
        free(full);
        free(numeric);
        free(unit);
        free(side[0]);
        free(side[1]);
        free(from);
        sn_pulley_fixture_free(&f);
    }
}

/* Steps allocate nothing, and go on from a copy of the state with the same bits. */
static void test_steps(void)
{
    SnPulleyFixture f = planar(3, true);
    SnFault fault = sn_assemble(f.system, f.system->inputs.base, f.state, f.work);
    for (int i = 0; i < 100 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
    SnState *copy = sn_state_copy(f.state);
    SnWorkspace *other = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    const unsigned long before = sn_test_allocations();
    for (int i = 0; i < 200 && fault.code == SN_FAULT_NONE; i++)
        fault = sn_step(f.system, f.system->inputs.base, f.state, f.work);
    if (sn_test_counting_malloc())
        g_assert_cmpuint(sn_test_allocations(), ==, before);
    g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
    for (int i = 0; i < 200; i++)
        sn_step(f.system, f.system->inputs.base, copy, other);
    g_assert_true(sn_state_hash(copy) == sn_state_hash(f.state));
    sn_workspace_free(other);
    free(copy);
    sn_pulley_fixture_free(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/pulley/gradients", test_gradients);
    g_test_add_func("/sim/pulley/stiffness", test_stiffness);
    g_test_add_func("/sim/pulley/steps", test_steps);
    return g_test_run();
}
