/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms drawn at random (chains, trees and closed loops of links, mass ratios of 1000 either
 * way, steps of 0.1 to 50 ms, every integrator that takes joints): after each step joints are
 * closed and no energy has come from nothing, or the run is refused with a name. */
#include "engine/base/vec.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/build_forces.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -9.81};
static const SnStepMethod METHODS[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                       SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER,
                                       SN_STEP_NEWTON_TRAPEZOIDAL};
static const char *const NAMES[] = {"backward Euler", "trapezoidal", "symplectic Euler",
                                    "Newton-Euler", "Newton-trapezoidal"};

typedef struct Draw {
    SnSystem *system;
    int method;
    int n; /* links */
    double h, ratio;
    bool loop, planar;
} Draw;

/* 10 to a power between. */
static double log_uniform(Random *r, double from, double to)
{
    return exp(random_uniform(r, log(from), log(to)));
}

static int pick(Random *r, int n)
{
    const int i = (int)random_uniform(r, 0, n);
    return i < n ? i : n - 1;
}

typedef struct Link {
    int body;
    double start[3], end[3], center[3], along[3], length;
} Link;

/* A rod of this mass from `start` to `end`. */
static Link add_link(SnBuild *build, Random *r, const double start[3], const double end[3],
                     double mass, bool thin)
{
    Link link;
    double q[4], inertia[3];
    const double x[3] = {1, 0, 0};
    sn_v3_copy(start, link.start);
    sn_v3_copy(end, link.end);
    sn_v3_sub(end, start, link.along);
    link.length = sn_v3_norm(link.along);
    sn_v3_add(start, end, link.center);
    sn_v3_scale(0.5, link.center, link.center);
    double axis[3], unit[3];
    sn_v3_scale(1 / link.length, link.along, unit);
    sn_v3_cross(x, unit, axis);
    const double sine = sn_v3_norm(axis);
    if (sine > 1e-9)
        sn_v3_scale(atan2(sine, unit[0]) / sine, axis, axis);
    sn_q_exp(axis, q);
    const double across = mass * link.length * link.length / 12;
    inertia[0] = across * log_uniform(r, 1e-3, 0.2);
    inertia[1] = inertia[2] = across * (thin ? 1e-6 : 1);
    if (inertia[1] < inertia[0])
        inertia[0] = inertia[1];
    link.body = sn_build_body(build, mass, inertia, link.center, q);
    return link;
}

/* A frame at a place of the world with its z axis along `axis`, on a link or (NULL) the world. */
static int add_frame(SnBuild *build, const Link *link, const double place[3], const double axis[3])
{
    const double z[3] = {0, 0, 1};
    double turn[3], q[4], local[3];
    sn_v3_cross(z, axis, turn);
    const double sine = sn_v3_norm(turn);
    if (sine > 1e-9)
        sn_v3_scale(atan2(sine, axis[2]) / sine, turn, turn);
    sn_q_exp(turn, q);
    if (!link)
        return sn_build_frame(build, SN_BUILD_WORLD, place, q);
    const double *body = build->q[link->body];
    double back[4], in_body[4];
    sn_pose_inverse_point(body, body + 3, place, local);
    sn_q_conj(body + 3, back);
    sn_q_mul(back, q, in_body);
    return sn_build_frame(build, link->body, local, in_body);
}

static void join(SnBuild *build, const SnJointClass *class, const Link *a, const Link *b,
                 const double place[3], const double axis[3])
{
    sn_build_joint(build, class, add_frame(build, a, place, axis),
                   add_frame(build, b, place, axis));
}

static const SnJointClass *draw_joint(Random *r)
{
    const int k = pick(r, 10);
    return k < 6 ? &SN_JOINT_HINGE : k < 9 ? &SN_JOINT_SPHERICAL : &SN_JOINT_UNIVERSAL;
}

static Draw draw_mechanism(Random *r)
{
    enum { MOST = 10 };
    Draw draw = {
        .method = pick(r, 5), .h = log_uniform(r, 1e-4, 50e-3), .n = 2 + pick(r, MOST - 1)};
    SnBuild *build = sn_build_new(METHODS[draw.method], draw.h);
    draw.loop = pick(r, 4) == 0;
    draw.planar = draw.loop || pick(r, 3) == 0;
    const bool chain = draw.loop || pick(r, 3) > 0;
    const double size = log_uniform(r, 0.03, 1), spread = sqrt(log_uniform(r, 1, 1000));
    const bool thin = pick(r, 8) == 0; /* some links turn as easily as if they were a dot */
    Link links[MOST];
    double lightest = HUGE_VAL, heaviest = 0;
    const double across[3] = {0, 1, 0};
    for (int i = 0; i < draw.n; i++) {
        const Link *parent = i == 0 ? NULL : &links[chain ? i - 1 : pick(r, i)];
        double start[3], end[3], axis[3];
        sn_v3_copy(parent ? parent->end : ORIGIN, start);
        random_vector(r, 1, end);
        end[1] *= draw.planar ? 0 : 1;
        sn_v3_scale(size * random_uniform(r, 0.3, 1) / fmax(sn_v3_norm(end), 1e-3), end, end);
        sn_v3_add(start, end, end);
        const double share = pick(r, 3) == 0 ? log_uniform(r, 1 / spread, spread)
                             : pick(r, 2)    ? spread
                                             : 1 / spread;
        const double mass = share * size * size * size * 100;
        lightest = fmin(lightest, mass), heaviest = fmax(heaviest, mass);
        links[i] = add_link(build, r, start, end, mass, thin && pick(r, 3) == 0);
        random_vector(r, 1, axis);
        sn_v3_scale(1 / fmax(sn_v3_norm(axis), 1e-3), axis, axis);
        join(build, draw.planar ? &SN_JOINT_HINGE : draw_joint(r), parent, &links[i], start,
             draw.planar ? across : axis);
        double v[3], w[3];
        random_vector(r, sqrt(size), v);
        random_vector(r, pick(r, 3) == 0 ? 10 : 0.1, w);
        sn_build_velocity(build, links[i].body, v, w);
    }
    if (draw.loop)
        join(build, &SN_JOINT_HINGE, NULL, &links[draw.n - 1], links[draw.n - 1].end, across);
    draw.ratio = heaviest / lightest;
    draw.system = sn_build_finish(build, DOWN);
    return draw;
}

/* What the rows of joints are open at the present state, over the model's size or in radians. */
static double open_joints(SnTrial *trial)
{
    const SnSystem *system = trial->system;
    double worst = 0;
    sn_kinematics(system, sn_state_q(trial->state), sn_state_u(trial->state), trial->work);
    sn_rows(system, trial->state, trial->work, false, &trial->work->ahead);
    for (int i = 0; i < system->joints.n_rows; i++)
        worst =
            fmax(worst,
                 fabs(trial->work->ahead.residual[i]) /
                     (system->joints.rows[i].shape == SN_ROW_ROTATION ? 1 : system->length_scale));
    return worst;
}

typedef struct Outcome {
    double open, gain; /* gain: over the largest kinetic energy */
    double parts;
    int steps;
    bool refused;
} Outcome;

static Outcome run(const Draw *draw, double seconds, int most)
{
    SnTrial trial = sn_trial_new(draw->system, SN_LINSOLVE_AUTO);
    Outcome outcome = {.refused = trial.fault.code != SN_FAULT_NONE};
    double energy[2], momentum[6], rise = 0, kinetic = 0;
    sn_audit(trial.system, trial.state, trial.work, energy, momentum);
    const double start = energy[0] + energy[1];
    while (!outcome.refused && trial.state->time < seconds && outcome.steps < most) {
        sn_trial_steps(&trial, 1);
        outcome.refused = trial.fault.code != SN_FAULT_NONE;
        sn_audit(trial.system, trial.state, trial.work, energy, momentum);
        g_assert_true(isfinite(energy[0]) && isfinite(energy[1]));
        kinetic = fmax(kinetic, energy[0]);
        rise = fmax(rise, energy[0] + energy[1] - start);
        outcome.open = fmax(outcome.open, open_joints(&trial));
        outcome.parts += sn_state_parts(trial.state)[SN_PARTS_LAST];
        outcome.steps++;
    }
    if (outcome.refused) {
        g_assert_false(sn_id_is_null(trial.fault.id));
        g_test_message("refused: %s", trial.fault.text);
    }
    double weight = 0;
    for (int i = 0; i < trial.system->n_blocks; i++)
        weight += 9.81 * trial.system->blocks[i].mass;
    outcome.gain = rise / fmax(kinetic, 1e-6 * weight * trial.system->length_scale);
    sn_trial_free(&trial);
    return outcome;
}

static int n_draws(void)
{
    return g_getenv("SN_DRAWS") ? atoi(g_getenv("SN_DRAWS")) : sn_cases(40, 500);
}

static void test_mechanisms(void)
{
    Random r = {11};
    int refused = 0;
    for (int i = 0; i < n_draws(); i++) {
        const Draw draw = draw_mechanism(&r);
        if (!sn_case_runs(i)) {
            sn_system_free(draw.system);
            continue;
        }
        const Outcome outcome = run(&draw, 2, 400);
        g_test_message("%3d %-18s n=%d h=%.3g ms ratio %.3g%s: open %.2g gain %.2g parts %.1f%s", i,
                       NAMES[draw.method], draw.n, 1e3 * draw.h, draw.ratio,
                       draw.loop     ? " loop"
                       : draw.planar ? " planar"
                                     : "",
                       outcome.open, outcome.gain, outcome.parts / fmax(outcome.steps, 1),
                       outcome.refused ? " refused" : "");
        refused += outcome.refused;
        if (!g_getenv("SN_LOOK")) {
            g_assert_cmpfloat(outcome.open, <=, 1e-6);
            g_assert_cmpfloat(outcome.gain, <=, 1e-3);
        }
    }
    g_test_message("%d of %d refused", refused, n_draws());
    g_assert_cmpint(refused, <=, 2 + n_draws() / 20);
}

/* --- steps in parts --- */

/* Three links, the last one 500 times heavier: at 10 ms its step is too long. */
static SnSystem *heavy_end(SnStepMethod method)
{
    SnSystem *system = sn_build_chain(3, method, 0.01);
    system->blocks[2].mass *= 500;
    for (int i = 0; i < 9; i++)
        system->blocks[2].inertia[i] *= 500;
    sn_system_finish(system);
    return system;
}

/* The same bits after a state was put back, also where it was taken in the middle of a time in
 * which steps are cut. */
static void test_parts_are_kept(void)
{
    for (int k = 0; k < 5; k++) {
        SnTrial trial = sn_trial_new(heavy_end(METHODS[k]), SN_LINSOLVE_AUTO);
        sn_trial_steps(&trial, 100);
        SnState *saved = sn_state_copy(trial.state);
        sn_trial_steps(&trial, 50);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const uint64_t hash = sn_state_hash(trial.state);
        sn_trial_steps(&trial, 20);
        memcpy(trial.state, saved, saved->size);
        sn_trial_steps(&trial, 50);
        g_assert_cmpuint(sn_state_hash(trial.state), ==, hash);
        g_assert_cmpuint(trial.state->step, ==, 150);
        g_assert_cmpfloat(fabs(trial.state->time - 1.5), <, 1e-12);
        g_assert_cmpfloat(open_joints(&trial), <, 1e-6);
        if (METHODS[k] == SN_STEP_BACKWARD_EULER)
            g_assert_cmpfloat(sn_state_parts(trial.state)[SN_PARTS_CUT], >, 0);
        free(saved);
        sn_trial_free(&trial);
    }
}

/* What is driven is where it is to be at the end of each step, and goes there evenly: a bob on a
 * spring that is much too stiff for an explicit step swings as with steps of a 64th. */
static void test_driven_in_parts(void)
{
    double place[2];
    for (int k = 0; k < 2; k++) {
        const double x[3] = {1, 0, 0}, h = 6.4e-3;
        SnBuild *build = sn_build_new(SN_STEP_SYMPLECTIC_EULER, k == 0 ? h : h / 64);
        const int bob = sn_build_particle(build, 1, x), hook = sn_build_particle(build, 1, ORIGIN);
        const int ends[2] = {sn_build_point(build, hook, ORIGIN),
                             sn_build_point(build, bob, ORIGIN)};
        const int target = sn_build_kinematic(build, hook);
        sn_build_spring(build, 2, ends, 4e6, 0, 1);
        SnTrial trial = sn_trial_new(sn_build_finish(build, ORIGIN), SN_LINSOLVE_AUTO);
        for (int i = 1; i <= (k == 0 ? 50 : 3200); i++) {
            trial.system->inputs.base[target] = 0.1 * i * trial.system->step_size;
            sn_trial_steps(&trial, 1);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            g_assert_cmpfloat(fabs(sn_state_q(trial.state)[trial.system->blocks[1].q] -
                                   trial.system->inputs.base[target]),
                              <, 1e-12);
        }
        const double cut = sn_state_parts(trial.state)[SN_PARTS_CUT];
        g_assert_true(k == 0 ? cut >= 45 : cut == 0);
        place[k] = sn_state_q(trial.state)[0];
        sn_trial_free(&trial);
    }
    g_assert_cmpfloat(fabs(place[0] - place[1]), <, 6e-4); /* on its way of 32e-3 */
}

/* What no smaller part can mend is refused at once, with the state as it was. */
static void test_beyond_mending(void)
{
    SnTrial trial = sn_trial_new(sn_build_chain(2, SN_STEP_RUNGE_KUTTA_4, 1e-3), SN_LINSOLVE_AUTO);
    trial.system->joints.joints[0].compliance = 1e-6;
    SnState *before = sn_state_copy(trial.state);
    sn_trial_steps(&trial, 1);
    g_assert_cmpint(trial.fault.code, ==, SN_FAULT_UNSUPPORTED);
    g_assert_true(memcmp(before, trial.state, before->size) == 0);
    free(before);
    sn_trial_free(&trial);
}

/* --- energy --- */

/* Five links lose half a percent in ten seconds at most, by the trapezoidal rule. */
static void test_chain_keeps_energy(void)
{
    for (int k = 0; k < 3; k++) {
        static const double steps[] = {1e-3, 2e-3, 5e-3};
        SnTrial trial =
            sn_trial_new(sn_build_chain(5, SN_STEP_TRAPEZOIDAL, steps[k]), SN_LINSOLVE_AUTO);
        double start[2], now[2], most = 0;
        sn_audit(trial.system, trial.state, trial.work, start, NULL);
        while (trial.state->time < 10) {
            sn_trial_steps(&trial, 1);
            g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
            sn_audit(trial.system, trial.state, trial.work, now, NULL);
            most = fmax(most, now[0]);
            g_assert_cmpfloat(now[0] + now[1] - start[0] - start[1], <, 1e-4 * most);
        }
        g_assert_cmpfloat(now[0] + now[1] - start[0] - start[1], >, -5e-3 * most);
        sn_trial_free(&trial);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/closure/parts-are-kept", test_parts_are_kept);
    g_test_add_func("/sim/closure/driven-in-parts", test_driven_in_parts);
    g_test_add_func("/sim/closure/beyond-mending", test_beyond_mending);
    g_test_add_func("/sim/closure/chain-keeps-energy", test_chain_keeps_energy);
    g_test_add_func("/sim/closure/mechanisms", test_mechanisms);
    return g_test_run();
}
