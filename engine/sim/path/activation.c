/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activation dynamics of muscles and bundles, and controls with delay, over a step. */
#include "engine/sim/path/activation.h"
#include "engine/sim/motion/lag.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>

/* a' = (e(t) - a) times a function of a, so two flows at constant excitations, each over half of
 * the time, are of fourth order in a varying one (commutator-free: Blanes & Moan 2006). */
static double follow(int type, double a, double rise, double fall, const double e[3], double dt)
{
    double (*const after)(double, double, double, double, double) =
        type == SN_ACTIVATION_DE_GROOTE ? sn_activation_smooth_after
        : type == SN_ACTIVATION_ZAJAC   ? sn_activation_zajac_after
                                        : sn_activation_after;
    if (e[0] == e[1] && e[1] == e[2])
        return after(a, e[1], rise, fall, dt);
    const double mean = (e[0] + 4 * e[1] + e[2]) / 6, third = (e[2] - e[0]) / 3;
    a = after(a, fmin(fmax(mean - third, 0), 1), rise, fall, dt / 2);
    return after(a, fmin(fmax(mean + third, 0), 1), rise, fall, dt / 2);
}

static double excitation_of(const double *inputs, int input)
{
    return fmin(fmax(inputs[input], 0), 1);
}

void sn_activation_advance(const SnSystem *system, const double *start, const double *middle,
                           const double *end, double dt, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    double *activation = sn_state_activation(state);
    sn_activation_follow(system, end, state);
    for (int i = 0; i < system->paths.n_muscles; i++) {
        const SnMuscleParameters *muscle = &system->paths.muscles[i];
        const int input = muscle->excitation;
        const double e[3] = {excitation_of(start, input), excitation_of(middle, input),
                             excitation_of(end, input)};
        double *a = &activation[muscle->activation];
        if (muscle->dynamics)
            *a = follow(muscle->activation_type, *a, muscle->rise_time, muscle->fall_time, e, dt);
    }
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        const int input = bundle->excitation;
        const double e[3] = {excitation_of(start, input), excitation_of(middle, input),
                             excitation_of(end, input)};
        double *a = &activation[bundle->activation];
        if (bundle->dynamics)
            *a = follow(SN_ACTIVATION_THELEN, *a, bundle->rise_time, bundle->fall_time, e, dt);
    }
    for (int i = 0; i < system->state.n_lags; i++) {
        double *a = &activation[sn_first_lag(system) + i];
        *a = sn_lag_after(&system->state.lags[i], *a, start, middle, end, dt);
    }
}

void sn_activation_follow(const SnSystem *system, const double *inputs, SnState *state)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    double *activation = sn_state_activation(state);
    for (int i = 0; i < system->paths.n_muscles; i++)
        if (!system->paths.muscles[i].dynamics)
            activation[system->paths.muscles[i].activation] =
                excitation_of(inputs, system->paths.muscles[i].excitation);
    for (int i = 0; i < system->fems.n_bundles; i++)
        if (!system->fems.bundles[i].dynamics)
            activation[system->fems.bundles[i].activation] =
                excitation_of(inputs, system->fems.bundles[i].excitation);
}
