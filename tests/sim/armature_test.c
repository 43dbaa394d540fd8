/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armatures: one mass matrix everywhere, its energy, and the forces of inertia that keep that. */
#include "engine/base/vec.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STATES 12

typedef struct Fixture {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
} Fixture;

static Fixture fixture_new(uint64_t seed)
{
    Fixture f = {.system = random_system(seed, RANDOM_ARMATURES, SN_STEP_BACKWARD_EULER, 0.01)};
    f.state = sn_state_new(f.system);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    sn_joints_remember(f.system, f.state);
    sn_targets_begin(f.system, f.system->inputs.base, f.system->inputs.base, 0.01, f.state, f.work);
    return f;
}

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    sn_system_free(f->system);
}

static double kinetic_energy(Fixture *f, const double *u)
{
    const SnSystem *s = f->system;
    double *momentum = calloc((size_t)s->n_u + 1, sizeof(double)), sum = 0;
    sn_armatures_add_momentum(s, f->state, f->work, u, momentum);
    for (int i = 0; i < s->n_u; i++)
        sum += 0.5 * u[i] * momentum[i];
    free(momentum);
    return sum;
}

/* M-hat without damping and stiffness is the matrix that multiplies, and half of u' M u what the
 * audit counts. */
static void test_matrix(void)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *s = f.system;
        const int n = s->n_u_active;
        double *unit = calloc((size_t)s->n_u + 1, sizeof(double)),
               *pairs = calloc((size_t)n + 1, sizeof(double)),
               *mass = calloc((size_t)n + 1, sizeof(double)), energy[2] = {0}, without[2] = {0};
        g_assert_true(s->joints.armatures);
        sn_kinematics(s, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_forces(s, s->inputs.base, f.state, f.work, true, 0, 0);
        for (int j = 0; j < n; j++) {
            unit[j] = 1;
            sn_pair_multiply(s, f.work, unit, pairs);
            sn_mass_multiply(s, f.state, f.work, unit, mass);
            for (int i = 0; i < n; i++)
                g_assert_cmpfloat(fabs(pairs[i] - mass[i]), <, 1e-12 * (1 + fabs(mass[i])));
            unit[j] = 0;
        }
        sn_audit(s, f.state, f.work, energy, NULL);
        for (int i = 0; i < s->joints.n; i++)
            f.system->joints.joints[i].enabled = false;
        sn_audit(s, f.state, f.work, without, NULL);
        for (int i = 0; i < s->joints.n; i++)
            f.system->joints.joints[i].enabled = true;
        const double mine = kinetic_energy(&f, sn_state_u(f.state));
        g_assert_cmpfloat(mine, >, 0.01);
        g_assert_cmpfloat(fabs(energy[0] - without[0] - mine), <, 1e-12 * energy[0]);
        free(unit), free(pairs), free(mass);
        fixture_free(&f);
    }
}

/* All velocities led on for a time, those of turning in body axes. */
static void lead(Fixture *f, const SnState *from, double time)
{
    memcpy(f->state, from, from->size);
    for (int b = 0; b < f->system->n_blocks; b++) {
        const SnBlock *block = &f->system->blocks[b];
        double *q = sn_state_q(f->state) + block->q, turn[3], dq[4];
        const double *u = sn_state_u(f->state) + block->u;
        sn_v3_axpy(time, u, q);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        sn_v3_scale(time, u + 3, turn);
        sn_q_exp(turn, dq);
        sn_q_mul(q + 3, dq, q + 3);
    }
    sn_kinematics(f->system, sn_state_q(f->state), sn_state_u(f->state), f->work);
}

static void leave_one(Fixture *f, int joint, int coordinate)
{
    for (int i = 0; i < f->system->joints.n; i++)
        for (int k = 0; k < SN_MAX_COORDINATES; k++)
            f->system->joints.joints[i].coordinate[k].armature =
                i == joint && k == coordinate ? 1.3 : 0;
}

/* Of one armature alone; true: its rate changes. */
static bool compare_power(Fixture *f, const SnState *start, const char *what)
{
    const double step = 1e-4;
    const SnSystem *s = f->system;
    double *force = calloc((size_t)s->n_u + 1, sizeof(double)), energy[5], power = 0;
    for (int e = 0; e < 5; e++) {
        lead(f, start, (e - 2) * step);
        energy[e] = kinetic_energy(f, sn_state_u(f->state));
    }
    lead(f, start, 0);
    sn_armatures_add_quadratic(s, f->state, f->work, NULL, 1, force);
    for (int i = 0; i < s->n_u; i++)
        power += force[i] * sn_state_u(f->state)[i];
    const double rate = (8 * (energy[3] - energy[1]) - (energy[4] - energy[0])) / (12 * step);
    if (!(fabs(power + rate) < 1e-7 * (1 + fabs(rate))))
        g_error("%s: power %.12g, energy changes by %.12g", what, power, rate);
    free(force);
    return rate != 0;
}

/* The power of the quadratic forces is minus the rate of the energy at constant velocities, which
 * of one armature says all. */
static void test_quadratic(void)
{
    int n = 0;
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(seed);
        SnState *start = malloc(f.state->size);
        memcpy(start, f.state, f.state->size);
        for (int i = 0; i < f.system->joints.n; i++)
            for (int k = 0; k < SN_MAX_COORDINATES; k++) {
                leave_one(&f, i, k);
                n += compare_power(&f, start, f.system->joints.joints[i].class->name);
            }
        free(start);
        fixture_free(&f);
    }
    g_assert_cmpint(n, >, 10 * STATES);
}

/* A coordinate that has had none: a live value where the matrix has a place for it. */
static void test_live(void)
{
    Fixture f = fixture_new(1);
    for (int i = 0; i < f.system->joints.n; i++) {
        const SnSystemJoint *joint = &f.system->joints.joints[i];
        const bool could = joint->armature_slots >= 0;
        g_assert_true(sn_armature_may_be(f.system, i, 0));
        g_assert_cmpint(sn_armature_may_be(f.system, i, 0.4), ==, could);
        g_assert_false(sn_armature_may_be(f.system, i, -1));
    }
    fixture_free(&f);
    SnSystem *bare = random_system(1, RANDOM_JOINTS, SN_STEP_BACKWARD_EULER, 0.01);
    g_assert_false(bare->joints.armatures);
    for (int i = 0; i < bare->joints.n; i++)
        g_assert_false(sn_armature_may_be(bare, i, 0.4));
    sn_system_free(bare);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/armature/matrix", test_matrix);
    g_test_add_func("/sim/armature/quadratic", test_quadratic);
    g_test_add_func("/sim/armature/live", test_live);
    return g_test_run();
}
