/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's methods and static equilibrium on models drawn at random (500 of each kind with
 * SN_LONG=1): bars of soft tissue nearly incompressible with weights up to a thousand times their
 * mass, thin sheets, chains of bodies with such masses, ropes.  A run ends, or stops with a fault
 * that names a component; energy never rises above what was there; at an equilibrium nothing
 * would accelerate, and what can hang lower does. */
#include "engine/base/vec.h"
#include "engine/check/build/build_strand.h"
#include "engine/check/build/solids.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/fem_systems.h"
#include "tests/support/build_forces.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY[3] = {0, 0, -9.81};

/* 10 to a power uniform in [low, high). */
static double random_power(Random *r, double low, double high)
{
    return pow(10, random_uniform(r, low, high));
}

static int random_index(Random *r, int n)
{
    return (int)random_uniform(r, 0, n);
}

static SnStepMethod random_method(Random *r)
{
    return random_index(r, 2) ? SN_STEP_NEWTON_TRAPEZOIDAL : SN_STEP_NEWTON_EULER;
}

/* --- what is drawn --- */

/* A bar or sheet held at one end, with a weight at the other. */
static SnSystem *random_tissue(Random *r, SnStepMethod method, double h)
{
    const bool sheet = random_index(r, 3) == 0;
    const int cells[3] = {2 + random_index(r, 3), 1 + random_index(r, 2),
                          sheet ? 1 : 1 + random_index(r, 2)};
    const double low[3] = {0};
    const double high[3] = {0.01 * cells[0], 0.01 * cells[1],
                            sheet ? random_power(r, -3.3, -2.5) : 0.01 * cells[2]};
    const double ratio = 0.5 - random_power(r, -4, -0.8), modulus = random_power(r, 4, 6);
    const SnIncompressibility mode = (SnIncompressibility)random_index(r, 3);
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, modulus, ratio);
    SnBuild *build = sn_build_new(method, h);
    SnFemSolid *solid = sn_solid_box(low, high, cells, SN_ELEMENT_HEX8, &material, 1000, mode);
    const double mass = 1000 * high[0] * high[1] * high[2] * random_power(r, 0, 2.7);
    const double inertia[3] = {1e-4 * mass, 1e-4 * mass, 1e-4 * mass};
    const int fem = sn_build_fem(build, solid);
    const int weight = sn_build_body(build, mass, inertia, high, NULL);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int node = sn_build_fem_node(build, fem, i);
        if (solid->rest[3 * i] < 1e-9)
            sn_build_fix(build, node);
        else if (solid->rest[3 * i] > high[0] - 1e-9)
            sn_build_attach_to_body(build, node, weight);
    }
    return sn_build_finish(build, GRAVITY);
}

/* Hinged links that hang on the world, each at an angle of its own, masses up to 1000 : 1. */
static SnSystem *random_chain(Random *r, SnStepMethod method, double h, int *links)
{
    *links = 2 + random_index(r, 7);
    SnSystem *system = sn_build_chain(*links, method, h);
    const double heavy = random_power(r, 0, 3);
    double end[3] = {0};
    for (int i = 0; i < *links; i++) {
        const double turn[3] = {0, random_uniform(r, -1.4, 1.4), 0}, half[3] = {0.05, 0, 0};
        const double factor = random_index(r, 3) ? 1 : heavy;
        double dq[4], arm[3];
        sn_q_exp(turn, dq);
        sn_q_rotate(dq, half, arm);
        sn_v3_add(end, arm, system->q0 + 7 * i);
        sn_v3_add(system->q0 + 7 * i, arm, end);
        sn_q_copy(dq, system->q0 + 7 * i + 3);
        SnBlock *block = &system->blocks[i];
        block->mass *= factor;
        for (int k = 0; k < 9; k++) {
            block->inertia[k] *= factor;
            block->inertia_inverse[k] /= factor;
        }
    }
    return system;
}

/* A rope from the world to a weight (or, if `both`, to another point of the world), straight in two
 * parts as long as it is. */
static SnSystem *random_rope(Random *r, SnStepMethod method, double h, bool both, double *span)
{
    enum { MOST = 41 };
    const int n = 2 * (2 + random_index(r, 9));
    const double length = random_uniform(r, 0.5, 2), angle = random_uniform(r, 0.2, 1.3);
    const double density = random_power(r, -2, 0);
    SnBuild *build = sn_build_new(method, h);
    SnBuildStrandNode nodes[MOST] = {0};
    *span = length * cos(angle);
    for (int k = 0; k <= n; k++) {
        const double along = length * k / n;
        const double down = along < length / 2 ? along : length - along;
        const double x[3] = {along * cos(angle), 0, -down * sin(angle)};
        if (k == 0 || (k == n && both)) {
            nodes[k].point = sn_build_world_point(build, x);
        } else if (k == n) {
            const int weight =
                sn_build_particle(build, density * length * random_power(r, -1, 3), x);
            const double here[3] = {0};
            nodes[k].point = sn_build_point(build, weight, here);
        } else {
            nodes[k].point = sn_build_free_node(build, x);
        }
    }
    const SnStrandParameters p = {
        .muscle = -1, .line_density = density, .gravity = {0, 0, -9.81}, .inextensible = true};
    sn_build_strand(build, &p, length, false, n + 1, nodes);
    return sn_build_finish(build, GRAVITY);
}

/* --- motion --- */

/* Height of all mass, times its weight. */
static double weight_energy(const SnTrial *trial)
{
    const SnSystem *system = trial->system;
    double sum = 0;
    for (int i = 0; i < system->n_active + system->n_attached; i++)
        sum += system->blocks[i].mass * 9.81 * sn_state_q(trial->state)[system->blocks[i].q + 2];
    return sum;
}

/* Steps, and the energy that was gained over what gravity has put in, or what moves. */
static double run(SnTrial *trial, int steps)
{
    const double height = weight_energy(trial);
    double energy[2], start, momentum[6], most = 0, gained = 0;
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    start = energy[0] + energy[1];
    for (int i = 0; i < steps; i++) {
        sn_trial_steps(trial, 1);
        if (trial->fault.code != SN_FAULT_NONE)
            break;
        sn_audit(trial->system, trial->state, trial->work, energy, momentum);
        most = fmax(most, fmax(energy[0], height - weight_energy(trial)));
        gained = fmax(gained, energy[0] + energy[1] - start);
    }
    return most > 0 ? gained / most : gained;
}

typedef struct Count {
    int runs, stopped;
    double gained;
} Count;

static void count(Count *c, SnTrial *trial, const char *what, int draw, double gained, double most)
{
    c->runs++;
    c->gained = fmax(c->gained, gained);
    if (gained > most)
        g_error("%s %d gains %g of what was put in", what, draw, gained);
    if (trial->fault.code != SN_FAULT_NONE) {
        c->stopped++;
        g_test_message("%s %d stops at %g s: %s", what, draw, trial->state->time,
                       trial->fault.text);
        g_assert_false(sn_id_is_null(trial->fault.id));
        g_assert_cmpuint(strlen(trial->fault.text), >, 20);
    }
    sn_trial_free(trial);
}

static void report(const Count *c, const char *what, double most_stopped)
{
    g_test_message("%s: %d runs, %d stopped, most gained %g", what, c->runs, c->stopped, c->gained);
    g_assert_cmpfloat(c->stopped, <=, most_stopped * c->runs);
}

static void test_tissue(void)
{
    Random r = {0x7155};
    Count c = {0};
    for (int i = 0; i < sn_cases(12, 500); i++) {
        const double h = random_power(&r, -4, -1.7);
        const SnStepMethod method = random_method(&r);
        SnTrial trial = sn_trial_new(random_tissue(&r, method, h), SN_LINSOLVE_AUTO);
        const double gained = run(&trial, 20);
        count(&c, &trial, "tissue", i, gained, 1e-3);
    }
    report(&c, "tissue", 0.1);
}

static void test_chains(void)
{
    Random r = {0xc4a1};
    Count c = {0};
    for (int i = 0; i < sn_cases(20, 500); i++) {
        int links;
        const double h = random_power(&r, -4, -1.7);
        const SnStepMethod method = random_method(&r);
        SnTrial trial = sn_trial_new(random_chain(&r, method, h, &links), SN_LINSOLVE_AUTO);
        const double gained = run(&trial, 100);
        count(&c, &trial, "chain", i, gained, 1e-3);
    }
    report(&c, "chains", 0.05);
}

static void test_ropes(void)
{
    Random r = {0x40be};
    Count c = {0};
    for (int i = 0; i < sn_cases(20, 500); i++) {
        double span;
        const double h = random_power(&r, -4, -1.7);
        const SnStepMethod method = random_method(&r);
        SnTrial trial = sn_trial_new(random_rope(&r, method, h, false, &span), SN_LINSOLVE_AUTO);
        const double gained = run(&trial, 100);
        count(&c, &trial, "rope", i, gained, 1e-3);
    }
    report(&c, "ropes", 0.05);
}

/* --- equilibrium --- */

/* Largest acceleration of the system from rest as it is, over that of gravity: by the mass matrix
 * and the rows alone, which the iteration does not use like that. */
static double acceleration(const SnTrial *trial)
{
    const SnSystem *system = trial->system;
    SnWorkspace *work = trial->work;
    double most = 0;
    work->bilateral.share = 0;
    const SnFault fault = sn_factor_mass(system, system->inputs.base, trial->state, work);
    g_assert_cmpint(fault.code, ==, SN_FAULT_NONE);
    sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    work->linear.tolerance = 1e-12;
    g_assert_cmpint(sn_solve_free(system, trial->state, work).code, ==, SN_FAULT_NONE);
    for (int i = 0; i < system->n_active; i++)
        for (int k = 0; k < 3; k++)
            most = fmax(most, fabs(work->linear.u[system->blocks[i].u + k]));
    return most / 9.81;
}

static void rest(SnTrial *trial, const char *what, int draw)
{
    sn_trial_steps(trial, 1);
    if (trial->fault.code != SN_FAULT_NONE)
        g_error("%s %d: %s", what, draw, trial->fault.text);
    const double left = acceleration(trial);
    if (!(left < 1e-5))
        g_error("%s %d would accelerate by %g g", what, draw, left);
}

static void test_static_tissue(void)
{
    Random r = {0x57a7};
    for (int i = 0; i < sn_cases(8, 500); i++) {
        SnTrial trial = sn_trial_new(random_tissue(&r, SN_STEP_STATIC, 0.01), SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 1);
        if (trial.fault.code != SN_FAULT_NONE)
            g_test_message("tissue %d: %s", i, trial.fault.text);
        else
            g_assert_cmpfloat(acceleration(&trial), <, 1e-4);
        sn_trial_free(&trial);
    }
}

/* Chains hang straight down, whatever they began with. */
static void test_static_chains(void)
{
    Random r = {0x57a8};
    for (int i = 0; i < sn_cases(20, 500); i++) {
        int links;
        SnTrial trial =
            sn_trial_new(random_chain(&r, SN_STEP_STATIC, 0.01, &links), SN_LINSOLVE_AUTO);
        rest(&trial, "chain", i);
        for (int k = 0; k < links; k++)
            g_assert_cmpfloat(fabs(sn_state_q(trial.state)[7 * k + 2] + 0.05 + 0.1 * k), <, 1e-8);
        sn_trial_free(&trial);
    }
}

/* Horizontal force of a catenary of unit weight per length, by bisection of its parameter. */
static double catenary(double length, double span)
{
    double low = 1e-3 * span, high = 1e3 * span;
    for (int i = 0; i < 200; i++) {
        const double middle = sqrt(low * high);
        *(2 * middle * sinh(span / (2 * middle)) > length ? &low : &high) = middle;
    }
    return low;
}

/* Ropes between two points: force of the supports as in the catenary, as near as their parts. */
static void test_static_ropes(void)
{
    Random r = {0x57a9};
    for (int i = 0; i < sn_cases(20, 500); i++) {
        double span;
        SnTrial trial =
            sn_trial_new(random_rope(&r, SN_STEP_STATIC, 0.01, true, &span), SN_LINSOLVE_AUTO);
        rest(&trial, "rope", i);
        const SnSystem *system = trial.system;
        const int n = system->strands.n_segments;
        const double density = system->strands.strands[0].p.line_density;
        const double length = system->strands.strands[0].rest_length;
        const double *first = sn_state_q(trial.state) + system->blocks[0].q;
        const double tension = -sn_state_lambda(trial.state)[system->strands.segments[0].row];
        const double horizontal = tension * first[0] / sn_v3_norm(first);
        const double exact = 9.81 * density * catenary(length, span);
        g_test_message("%d parts, span %g of %g: %g against %g", n, span, length, horizontal,
                       exact);
        g_assert_cmpfloat(fabs(horizontal / exact - 1), <,
                          3.0 * n / (n * n * (double)n) * length * length / (span * span));
        sn_trial_free(&trial);
    }
}

/* A chain that stands on its first hinge falls, or is said to be unstable; it is never taken. */
static void test_static_upright(void)
{
    for (int links = 1; links <= 4; links++) {
        SnSystem *system = sn_build_chain(links, SN_STEP_STATIC, 0.01);
        for (int i = 0; i < links; i++) {
            const double turn[3] = {0, -M_PI_2, 0};
            system->q0[7 * i] = 0;
            system->q0[7 * i + 2] = 0.05 + 0.1 * i;
            sn_q_exp(turn, system->q0 + 7 * i + 3);
        }
        SnTrial trial = sn_trial_new(system, SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 1);
        if (trial.fault.code == SN_FAULT_NONE) {
            g_assert_cmpfloat(sn_state_q(trial.state)[2], <, 0);
        } else {
            g_test_message("%s", trial.fault.text);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NEWTON);
            g_assert_nonnull(strstr(trial.fault.text, "unstable"));
        }
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/newton-random/tissue", test_tissue);
    g_test_add_func("/sim/newton-random/chains", test_chains);
    g_test_add_func("/sim/newton-random/ropes", test_ropes);
    g_test_add_func("/sim/newton-random/static-tissue", test_static_tissue);
    g_test_add_func("/sim/newton-random/static-chains", test_static_chains);
    g_test_add_func("/sim/newton-random/static-ropes", test_static_ropes);
    g_test_add_func("/sim/newton-random/static-upright", test_static_upright);
    return g_test_run();
}
