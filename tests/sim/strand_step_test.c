/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands in the step: motions with closed forms or exact equations, conservation, all methods
 * against each other, friction, reactions, determinism, nothing allocated. */
#include "engine/base/vec.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"
#include "tests/sim/strand_draft.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ORIGIN[3] = {0, 0, 0};
static const double DOWN[3] = {0, 0, -9.81};

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

static double *place_of(const SnTrial *trial, int node)
{
    return trial->work->motion.point_position[trial->system->strands.nodes[node].point];
}

/* --- the flail (strands.md 7.5): th'' = 3 V w / r - 3 g sin th / (2 r), r = .8 - .2 t --- */

static SnTrial flail(SnStepMethod method, double h, bool lumped, const double gravity[3], double w)
{
    const double r = 0.8, angle = 0.5, ring[3] = {0.2, 0, 0}, speed[3] = {0.2, 0, 0};
    const double end[3] = {ring[0] + r * sin(angle), 0, -r * cos(angle)};
    const double v[3] = {r * w * cos(angle), 0, r * w * sin(angle)};
    SnStrandParameters p = strand_parameters(0.1, 0);
    p.inextensible = true, p.lumped = lumped;
    sn_v3_copy(gravity, p.gravity);
    SnBuild *build = sn_build_new(method, h);
    const int mover = sn_build_particle(build, 1, ring);
    const int target = sn_build_kinematic(build, mover);
    sn_v3_copy(speed, build->system->inputs.base + target + 3);
    StrandDraft draft = strand_begin(build, p, false);
    strand_world_node(&draft, ORIGIN, false);
    strand_node(&draft, sn_build_point(build, mover, ORIGIN), true);
    const double start[3] = {v[0] + 0.2 - 0.2 * sin(angle), 0, v[2] + 0.2 * cos(angle)};
    sn_build_velocity(build, strand_free_node(&draft, 0, end, false), start, NULL);
    strand_end(&draft, 1);
    return trial_of(build, gravity);
}

static double flail_angle(const SnTrial *trial)
{
    const double *c = place_of(trial, 1), *b = place_of(trial, 2);
    return atan2(b[0] - c[0], c[2] - b[2]);
}

static void test_flail(void)
{
    static const SnStepMethod methods[] = {SN_STEP_TRAPEZOIDAL, SN_STEP_NEWTON_TRAPEZOIDAL,
                                           SN_STEP_BACKWARD_EULER, SN_STEP_SYMPLECTIC_EULER,
                                           SN_STEP_NEWTON_EULER};
    static const double truth[2][2] = {{-0.11093842, -1.19505798}, {-0.51877877, -0.15654833}};
    for (int m = 0; m < 5; m++)
        for (int lumped = 0; lumped < 2; lumped++) {
            double error[2];
            for (int k = 0; k < 2; k++) {
                SnTrial trial = flail(methods[m], k ? 5e-4 : 1e-3, lumped, DOWN, 0);
                go(&trial, 1);
                error[k] = fabs(flail_angle(&trial) - truth[lumped][0]);
                go(&trial, 1);
                error[k] = fmax(error[k], fabs(flail_angle(&trial) - truth[lumped][1]));
                sn_trial_free(&trial);
            }
            g_test_message("method %d, lumped %d: errors %g %g", methods[m], lumped, error[0],
                           error[1]);
            const bool second = m < 2;
            g_assert_cmpfloat(error[1], <, second ? 1e-5 : 6e-2);
            g_assert_cmpfloat(error[1], <, error[0] * (second ? 0.3 : 0.6));
        }
}

/* Without gravity the rate grows as r^-3 (angular momentum of the matter), lumped as r^-2. */
static void test_flail_weightless(void)
{
    for (int lumped = 0; lumped < 2; lumped++) {
        SnTrial trial = flail(SN_STEP_TRAPEZOIDAL, 5e-4, lumped, ORIGIN, 0.1);
        const double *u = sn_state_u_const(trial.state);
        const int block = trial.system->points[trial.system->strands.nodes[2].point].block;
        double rate[2];
        for (int k = 0; k < 2; k++) {
            const double *c = place_of(&trial, 1), *b = place_of(&trial, 2);
            const double *v = u + trial.system->blocks[block].u;
            const double r = sn_v3_distance(b, c), angle = flail_angle(&trial);
            rate[k] = ((v[0] - 0.2) * cos(angle) + v[2] * sin(angle)) / r;
            if (k == 0)
                go(&trial, 3); /* r = .2 */
        }
        g_test_message("lumped %d: factor %.6f", lumped, rate[1] / rate[0]);
        g_assert_cmpfloat(fabs(rate[1] / rate[0] / (lumped ? 16 : 64) - 1), <, 1e-3);
        sn_trial_free(&trial);
    }
}

/* --- conservation: particles and a body on strands of their own, nothing else --- */

static SnSystem *free_web(SnStepMethod method, double h, bool tight)
{
    static const double inertia[3] = {0.02, 0.05, 0.03};
    static const double xs[4][3] = {{0, 0, 0}, {0.6, 0.1, 0}, {0.2, 0.7, 0.3}, {-0.3, 0.4, 0.5}};
    static const double vs[4][3] = {{0.1, 0, 0.1}, {-0.3, 0.2, 0}, {0, -0.2, 0.3}, {0.2, 0.1, 0}};
    static const double w[3] = {1, 2, -1}, arm[3] = {0.1, 0.05, 0}, leg[3] = {-0.1, 0, 0.08};
    SnStrandParameters p = strand_parameters(0.3, 30);
    p.tension_only = false;
    p.inextensible = tight;
    SnBuild *build = sn_build_new(method, h);
    const int body = sn_build_body(build, 1, inertia, xs[0], NULL);
    sn_build_velocity(build, body, vs[0], w);
    int points[4] = {sn_build_point(build, body, arm)};
    for (int i = 1; i < 4; i++) {
        const int particle = sn_build_particle(build, 0.3, xs[i]);
        sn_build_velocity(build, particle, vs[i], NULL);
        points[i] = sn_build_point(build, particle, ORIGIN);
    }
    StrandDraft web = strand_begin(build, p, false);
    strand_node(&web, points[1], false);
    strand_node(&web, points[0], true);
    strand_node(&web, points[2], true);
    strand_node(&web, points[3], false);
    strand_end(&web, 0);
    web = strand_begin(build, p, false);
    strand_node(&web, sn_build_point(build, body, leg), false);
    strand_free_node(&web, 0, (const double[]){0.3, 0.3, 0.4}, false);
    strand_node(&web, points[2], false);
    strand_end(&web, 0);
    if (!tight) {
        web = strand_begin(build, p, false);
        strand_node(&web, points[1], false);
        strand_eulerian_node(&web, points[3], 0);
        strand_node(&web, points[0], false);
        strand_end(&web, 0);
    }
    return sn_build_finish(build, ORIGIN);
}

/* Matter that passes virtual nodes is seen by one step as it lay before: momenta are kept to the
 * order of the method, no better. */
static void test_conservation(void)
{
    static const SnStepMethod methods[] = {SN_STEP_TRAPEZOIDAL,      SN_STEP_NEWTON_TRAPEZOIDAL,
                                           SN_STEP_RUNGE_KUTTA_4,    SN_STEP_BACKWARD_EULER,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER};
    for (int m = 0; m < 6; m++)
        for (int tight = 0; tight < (m == 2 ? 1 : 2); tight++) {
            double drift[2], turn[2];
            for (int k = 0; k < 2; k++) {
                SnTrial trial =
                    sn_trial_new(free_web(methods[m], k ? 1e-3 : 2e-3, tight), SN_LINSOLVE_AUTO);
                double start[2], now[2], p0[6], p[6];
                sn_audit(trial.system, trial.state, trial.work, start, p0);
                go(&trial, 1);
                sn_audit(trial.system, trial.state, trial.work, now, p);
                drift[k] = fabs(now[0] + now[1] - start[0] - start[1]) / (start[0] + start[1]);
                turn[k] = 0;
                for (int i = 0; i < 6; i++)
                    turn[k] = fmax(turn[k], fabs(p[i] - p0[i]));
                sn_trial_free(&trial);
            }
            g_test_message("method %d, tight %d: energy %g %g, momenta %g %g", methods[m], tight,
                           drift[0], drift[1], turn[0], turn[1]);
            if (m > 2) { /* of first order; they damp, or their energy swings */
                g_assert_cmpfloat(turn[1], <, 0.6 * turn[0]);
                g_assert_cmpfloat(turn[1], <, 5e-4);
                continue;
            }
            g_assert_cmpfloat(drift[1], <, m == 2 ? 1e-8 : 1e-4);
            g_assert_cmpfloat(turn[1], <, m == 2 ? 1e-8 : 1e-4);
            g_assert_cmpfloat(drift[1] + turn[1], <, 0.4 * (drift[0] + turn[0]) + 1e-12);
        }
}

/* A web, or strands through attached and kinematic blocks that turn. */
static SnSystem *system_of(SnStepMethod method, double h, bool attached)
{
    return attached ? random_system(5, RANDOM_STRANDS | RANDOM_ATTACHMENTS, method, h)
                    : free_web(method, h, false);
}

/* All methods come to the same motion as the step gets smaller. */
static void test_methods_agree(gconstpointer data)
{
    const bool attached = GPOINTER_TO_INT(data);
    const double h = attached ? 5e-4 : 2e-3, time = attached ? 0.05 : 0.2;
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_SYMPLECTIC_EULER, SN_STEP_NEWTON_EULER,
                                           SN_STEP_NEWTON_TRAPEZOIDAL};
    SnTrial truth =
        sn_trial_new(system_of(SN_STEP_RUNGE_KUTTA_4, h / 4, attached), SN_LINSOLVE_AUTO);
    go(&truth, time);
    for (int m = 0; m < 5; m++) {
        double error[2] = {0};
        for (int k = 0; k < 2; k++) {
            SnTrial trial =
                sn_trial_new(system_of(methods[m], k ? h / 2 : h, attached), SN_LINSOLVE_AUTO);
            go(&trial, time);
            for (int i = 0; i < trial.system->n_q; i++)
                error[k] =
                    fmax(error[k], fabs(sn_state_q(trial.state)[i] - sn_state_q(truth.state)[i]));
            sn_trial_free(&trial);
        }
        const bool second = m == 1 || m == 4;
        g_test_message("method %d: %g %g", methods[m], error[0], error[1]);
        g_assert_cmpfloat(error[1], <, second ? 1e-4 : attached ? 2e-2 : 5e-3);
        g_assert_cmpfloat(error[1], <, (second ? 0.3 : 0.6) * error[0]);
    }
    sn_trial_free(&truth);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/strand/flail", test_flail);
    g_test_add_func("/sim/strand/flail-weightless", test_flail_weightless);
    g_test_add_func("/sim/strand/conservation", test_conservation);
    g_test_add_data_func("/sim/strand/methods-agree", NULL, test_methods_agree);
    g_test_add_data_func("/sim/strand/attached-methods-agree", GINT_TO_POINTER(1),
                         test_methods_agree);
    return g_test_run();
}
