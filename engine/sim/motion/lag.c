/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/motion/lag.h"

#include <assert.h>
#include <math.h>

int sn_first_lag(const SnSystem *system)
{
    return system->paths.n_muscles + system->fems.n_bundles;
}

double sn_acting_control(const SnSystem *system, const double *inputs, const SnState *state,
                         int input, int lag)
{
    return lag > 0 ? sn_state_activation_const(state)[sn_first_lag(system) + lag - 1]
                   : inputs[input];
}

static double control_of(const SnSystemLag *lag, const double *inputs)
{
    return fmax(lag->control[0], fmin(inputs[lag->input], lag->control[1]));
}

/* Two flows at constant controls, as of activations (path/activation.c): of fourth order in one
 * that varies. */
double sn_lag_after(const SnSystemLag *lag, double a, const double *start, const double *middle,
                    const double *end, double dt)
{
    assert(dt >= 0);
    const double first = control_of(lag, start), last = control_of(lag, end);
    const double mean = (first + 4 * control_of(lag, middle) + last) / 6,
                 third = (last - first) / 3;
    if (lag->integral)
        return fmax(lag->lowest, fmin(mean == 0 ? a : a + dt * mean, lag->highest));
    const double half = exp(-0.5 * dt / lag->time);
    a = mean - third + (a - (mean - third)) * half;
    return mean + third + (a - (mean + third)) * half;
}

void sn_lags_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to)
{
    for (int i = 0; i < to_system->state.n_lags; i++)
        for (int k = 0; k < from_system->state.n_lags; k++)
            if (sn_id_equal(to_system->state.lags[i].id, from_system->state.lags[k].id))
                sn_state_activation(to)[sn_first_lag(to_system) + i] =
                    sn_state_activation_const(from)[sn_first_lag(from_system) + k];
}
