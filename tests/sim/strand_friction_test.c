/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of strands: random capstans and belts reach the capstan's ratio, never push, never make
 * energy; what holds stays. */
#include "engine/check/build/build_friction.h"
#include "engine/check/build/strand_trial.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/system/workspace.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Tension before and after the last place of a strand's friction. */
static double ratio_of(SnTrial *trial)
{
    const int last = trial->system->strands.n_segments - 1;
    return sn_strand_end_tension(trial->system, trial->state, trial->work, last, true) /
           sn_strand_end_tension(trial->system, trial->state, trial->work, 0, false);
}

/* Power of friction at the end of a step [W], the largest of its places. */
static double greatest_power(const SnTrial *trial)
{
    double most = -HUGE_VAL;
    const SnStrandWorkspace *strand = trial->work->forces.strand;
    for (int i = 0; i < strand->n_places; i++) {
        SnStrandFriction place = strand->places[i];
        if (!sn_strand_friction_at(trial->system, trial->state, trial->work, &place))
            continue;
        const double force =
            sn_state_strands_const(trial->state)[trial->system->strands.nodes[place.node].rub];
        most = fmax(most, force * sn_strand_slip_speed(trial->system, &place.slip,
                                                       sn_state_u_const(trial->state)));
    }
    return most;
}

static double least_tension(const SnTrial *trial)
{
    double least = HUGE_VAL;
    for (int i = 0; i < trial->system->strands.n_segments; i++)
        least = fmin(least, sn_trial_tension(trial, i));
    return least;
}

/* Steady slip, in and out, whatever the law, the integrator and the step. */
static void test_capstans(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    Random r = {5};
    for (int k = 0; k < sn_cases(24, 500); k++) {
        SnBuildCapstan capstan = {.method = methods[k % 4],
                                  .step = exp(random_uniform(&r, log(1e-4), log(1e-2))),
                                  .drums = 1 + 2 * (int)random_uniform(&r, 0, 3.99),
                                  .speed = random_uniform(&r, 0.02, 0.3) * (k / 4 % 2 ? 1 : -1),
                                  .law = (SnCapstanLaw)(k / 8 % 2)};
        const double turned = random_uniform(&r, 0.1, 6);
        capstan.friction = turned / (M_PI * capstan.drums);
        const int steps = (int)fmin(ceil(0.2 / capstan.step), 400);
        SnTrial trial = sn_build_capstan(&capstan);
        for (int i = 0; i < steps; i++) {
            sn_trial_steps(&trial, 1);
            g_assert_cmpstr(trial.fault.text, ==, "");
            g_assert_cmpfloat(greatest_power(&trial), <, 1e-6);
            g_assert_cmpfloat(least_tension(&trial), >=, 0);
        }
        const double ratio = ratio_of(&trial);
        g_test_message("method %d, step %g, drums %d, speed %g, law %d: mu angle %g is %g",
                       capstan.method, capstan.step, capstan.drums, capstan.speed, capstan.law,
                       turned, fabs(log(ratio)));
        /* tensions of slack strands ring from step to step under that rule, friction or not, and
         * with them the inertia of the matter between node and segment */
        const bool rings = capstan.method == SN_STEP_NEWTON_TRAPEZOIDAL && capstan.law;
        g_assert_cmpfloat(fabs(log(ratio) * (capstan.speed < 0 ? 1 : -1) - turned), <,
                          rings ? 0.04 : 0.01);
        sn_trial_free(&trial);
    }
}

/* Strands that stretch. */
static void test_springy_capstans(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER};
    Random r = {6};
    for (int k = 0; k < sn_cases(12, 500); k++) {
        SnBuildCapstan capstan = {.method = methods[k % 3],
                                  .step = exp(random_uniform(&r, log(2e-4), log(5e-3))),
                                  .drums = 1 + 2 * (int)random_uniform(&r, 0, 1.99),
                                  .speed = random_uniform(&r, 0.1, 0.3) * (k / 3 % 2 ? 1 : -1),
                                  .law = SN_CAPSTAN_LINEAR + k / 6 % 2};
        const double turned = random_uniform(&r, 0.1, 3);
        capstan.friction = turned / (M_PI * capstan.drums);
        SnTrial trial = sn_build_capstan(&capstan);
        sn_trial_steps(&trial, (int)ceil(0.5 / capstan.step));
        g_assert_cmpstr(trial.fault.text, ==, "");
        const double ratio = ratio_of(&trial);
        g_test_message("method %d, step %g, drums %d, speed %g, law %d: mu angle %g is %g",
                       capstan.method, capstan.step, capstan.drums, capstan.speed, capstan.law,
                       turned, fabs(log(ratio)));
        g_assert_cmpfloat(fabs(log(ratio) * (capstan.speed < 0 ? 1 : -1) - turned), <, 0.01);
        sn_trial_free(&trial);
    }
}

/* A weight thrown up flies freely: damping of a strand that only pulls, here many times its
 * tension, does not push it back, whatever the step. */
static void test_thrown_up(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER, SN_STEP_NEWTON_TRAPEZOIDAL};
    const double speed = 0.1, time = 8e-3;
    for (int k = 0; k < 12; k++) {
        const SnBuildCapstan capstan = {.method = methods[k % 4],
                                        .step = 1e-3 / (1 << 2 * (k / 4)),
                                        .drums = 1,
                                        .friction = 0.3,
                                        .law = SN_CAPSTAN_TENSION_ONLY};
        SnTrial trial = sn_build_capstan(&capstan);
        sn_state_u(trial.state)[2] = speed;
        sn_trial_steps(&trial, (int)lround(time / capstan.step));
        g_assert_cmpstr(trial.fault.text, ==, "");
        const double off = sn_state_u(trial.state)[2] - (speed - 9.81 * time);
        g_test_message("method %d, step %g: %g m/s off", capstan.method, capstan.step, off);
        g_assert_cmpfloat(fabs(off), <, 2e-3); /* the strand is taut by 10 um at first */
        sn_trial_free(&trial);
    }
}

/* A belt carries tanh(mu pi / 2) of the sum of its tensions. */
static void test_belts(void)
{
    static const SnStepMethod methods[] = {SN_STEP_BACKWARD_EULER, SN_STEP_TRAPEZOIDAL,
                                           SN_STEP_NEWTON_EULER};
    Random r = {7};
    for (int k = 0; k < sn_cases(9, 500); k++) {
        const double friction = random_uniform(&r, 0.05, 1.8);
        double sum, moment;
        SnTrial trial =
            sn_build_belt(methods[k % 3], friction, exp(random_uniform(&r, log(5e3), log(1e6))));
        sn_trial_steps(&trial, 500);
        g_assert_cmpstr(trial.fault.text, ==, "");
        sn_build_belt_results(&trial, &sum, &moment);
        g_assert_cmpfloat(sum, >, 50);
        g_assert_cmpfloat(fabs(moment / (0.08 * sum * tanh(0.5 * friction * M_PI)) - 1), <, 1e-3);
        g_assert_cmpfloat(least_tension(&trial), >, 0);
        sn_trial_free(&trial);
    }
}

/* Nobody draws: the weight hangs where it is, swinging or not, and no rope creeps. */
static void test_holding(void)
{
    SnBuildCapstan capstan = {.method = SN_STEP_BACKWARD_EULER,
                              .step = 1e-3,
                              .drums = 1,
                              .friction = 1,
                              .law = SN_CAPSTAN_INEXTENSIBLE};
    SnTrial trial = sn_build_capstan(&capstan);
    sn_state_u(trial.state)[0] = 0.5; /* it swings */
    const int node = trial.work->forces.strand->places[0].node;
    const SnBlock *flow = &trial.system->blocks[trial.system->strands.nodes[node].eulerian];
    const double before = sn_state_q(trial.state)[flow->q];
    sn_trial_steps(&trial, 3000);
    g_assert_cmpstr(trial.fault.text, ==, "");
    g_assert_cmpfloat(fabs(sn_state_q(trial.state)[flow->q] - before), <, 1e-6);
    sn_trial_free(&trial);
}

/* Saved in the middle of slip and gone on from, bit for bit. */
static void test_resumed(void)
{
    const SnBuildCapstan capstan = {.method = SN_STEP_TRAPEZOIDAL,
                                    .step = 2e-3,
                                    .drums = 3,
                                    .friction = 0.2,
                                    .speed = 0.1,
                                    .law = SN_CAPSTAN_TENSION_ONLY};
    SnTrial a = sn_build_capstan(&capstan), b = sn_build_capstan(&capstan);
    sn_trial_steps(&a, 37);
    memcpy(b.state, a.state, a.state->size);
    sn_trial_steps(&a, 50);
    sn_trial_steps(&b, 50);
    g_assert_cmpint(memcmp(a.state, b.state, a.state->size), ==, 0);
    sn_trial_free(&a);
    sn_trial_free(&b);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strand-friction/capstans", test_capstans);
    g_test_add_func("/strand-friction/springy-capstans", test_springy_capstans);
    g_test_add_func("/strand-friction/thrown-up", test_thrown_up);
    g_test_add_func("/strand-friction/belts", test_belts);
    g_test_add_func("/strand-friction/holding", test_holding);
    g_test_add_func("/strand-friction/resumed", test_resumed);
    return g_test_run();
}
