/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activation dynamics of muscles and bundles. */
#ifndef SN_SIM_RIGID_ACTIVATION_H
#define SN_SIM_RIGID_ACTIVATION_H

#include "engine/sim/system/workspace.h"

/* Advances the activations by dt, from inputs at its start, in its middle and at its end: exact
 * where the excitation is the same at all three, else of fourth order.  Muscles without dynamics
 * have the excitation at the end. */
void sn_activation_advance(const SnSystem *system, const double *start, const double *middle,
                           const double *end, double dt, SnState *state);
/* Gives muscles without dynamics the excitation that they have now. */
void sn_activation_follow(const SnSystem *system, const double *inputs, SnState *state);

#endif
