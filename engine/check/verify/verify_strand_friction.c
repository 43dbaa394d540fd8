/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D-payout: a strand over drums with friction, drawn in or paid out.  D-belt: a belt that slips.
 * The limit is e^(mu angle) of the tensions of the same moment (capstan equation), whatever that
 * is. */
#include "engine/check/build/build_friction.h"
#include "engine/check/build/strand_trial.h"
#include "engine/check/verify/verify_case.h"

#include "engine/sim/strand/strand_workspace.h"

#include <math.h>
#include <stdio.h>

#define CAPSTAN "e^(mu angle)"

/* Ratio of the tensions at the ends of a strand, and the least tension anywhere. */
static double ratio_of(const SnTrial *trial, double *least)
{
    const SnSystem *system = trial->system;
    const int last = system->strands.n_segments - 1;
    *least = NAN;
    if (trial->fault.code != SN_FAULT_NONE)
        return NAN;
    const double before = sn_strand_end_tension(system, trial->state, trial->work, 0, false),
                 after = sn_strand_end_tension(system, trial->state, trial->work, last, true);
    for (int i = 0; i <= last; i++)
        *least = fmin(isnan(*least) ? HUGE_VAL : *least, sn_trial_tension(trial, i));
    return after / before;
}

void sn_verify_payout(SnVerifySink *sink)
{
    static const struct {
        SnStepMethod method;
        const char *name;
    } methods[] = {{SN_STEP_BACKWARD_EULER, "euler"},
                   {SN_STEP_TRAPEZOIDAL, "trapezoidal"},
                   {SN_STEP_NEWTON_EULER, "newton"}};
    static const double turned[] = {0.5, 1.2, 2.5, 4, 6}; /* mu x angle */
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 5; k++)
            for (int out = 0; out < 2; out++)
                for (int drums = 1; drums <= 3; drums += 2) {
                    const SnBuildCapstan capstan = {.method = methods[m].method,
                                                    .step = k % 2 ? 5e-3 : 1e-3,
                                                    .drums = drums,
                                                    .friction = turned[k] / (M_PI * drums),
                                                    .speed = out ? 0.1 : -0.1,
                                                    .law = SN_CAPSTAN_INEXTENSIBLE};
                    SnTrial trial = sn_build_capstan(&capstan);
                    double least;
                    char name[64];
                    sn_trial_steps(&trial, (int)lround(0.5 / capstan.step));
                    const double ratio = ratio_of(&trial, &least);
                    snprintf(name, sizeof name, "D-payout-%s-%g-%s-%d", methods[m].name, turned[k],
                             out ? "out" : "in", drums);
                    sn_verify_relative(sink, name, out ? 1 / ratio : ratio, exp(turned[k]), 1e-6,
                                       CAPSTAN);
                    snprintf(name, sizeof name, "D-payout-%s-%g-%s-%d-pushes", methods[m].name,
                             turned[k], out ? "out" : "in", drums);
                    sn_verify_absolute(sink, name, fmin(least, 0), 0, 0, "rope does not push");
                    sn_trial_free(&trial);
                }
}

void sn_verify_belt(SnVerifySink *sink)
{
    for (int k = 1; k <= 4; k++)
        for (int stiff = 0; stiff < 2; stiff++) {
            const double friction = 0.4 * k;
            char name[64];
            double sum, moment;
            SnTrial trial = sn_build_belt(stiff ? SN_STEP_BACKWARD_EULER : SN_STEP_TRAPEZOIDAL,
                                          friction, stiff ? 1e6 : 1e4);
            sn_trial_steps(&trial, 500);
            sn_build_belt_results(&trial, &sum, &moment);
            snprintf(name, sizeof name, "D-belt-%s-%g", stiff ? "stiff" : "springy", friction);
            sn_verify_relative(sink, name, moment, 0.08 * sum * tanh(0.5 * friction * M_PI), 1e-3,
                               "(T1 - T2) r, T1 / T2 = e^(mu pi)");
            sn_trial_free(&trial);
        }
}
