/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controls of loads that act with delay (SnSystemLag). */
#ifndef SN_SIM_MOTION_LAG_H
#define SN_SIM_MOTION_LAG_H

#include "engine/sim/system/workspace.h"

/* Where their states begin among the activations. */
int sn_first_lag(const SnSystem *system);
/* What acts of a load's control: its input, or what follows that with delay (`lag`: 1 + its number
 * among the lags, 0: none). */
double sn_acting_control(const SnSystem *system, const double *inputs, const SnState *state,
                         int input, int lag);
/* A state that was a, after dt [s]: inputs at its start, in its middle and at its end. */
double sn_lag_after(const SnSystemLag *lag, double a, const double *start, const double *middle,
                    const double *end, double dt);
/* From a system to the one that was compiled after it. */
void sn_lags_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to);

#endif
