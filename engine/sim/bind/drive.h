/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What drives a system over time: inputs and parameters that input probes play. */
#ifndef SN_SIM_BIND_DRIVE_H
#define SN_SIM_BIND_DRIVE_H

#include "engine/sim/step/step.h"

/* Input values at time t: base values overridden by enabled probes, by controllers as they stand in
 * the state (NULL: not by them), then what exciters add.  inputs [n_inputs]; driven [n_inputs] (may
 * be NULL) gets who drives it (sn_driver), -1: nobody. */
void sn_inputs_at(const SnSystem *system, const double *base, double t, const SnState *state,
                  double *inputs, int *driven);
/* Inputs over the next step of size step_size from this state, whose controllers have acted, for
 * methods that read them at several times.  `end`: those of sn_inputs_at at its end.  What no probe
 * drives stays the same over the step.  The arrays are those of the workspace, until the next call.
 */
SnStepInputs sn_inputs_over_step(const SnSystem *system, const double *base, const SnState *state,
                                 const double *end, SnWorkspace *work);
/* Component that a number of `driven` means; null for -1. */
SnId sn_driver(const SnSystem *system, int driver);

/* Gives the system the values that driven parameters have at time t. */
void sn_parameters_at(SnSystem *system, double t);
/* The one of a component and bind, NULL if no probe drives it, now or at any time. */
SnDrivenParameter *sn_driven_parameter(const SnSystem *system, SnId id, SnBind bind);
/* A parameter of the system was given another value: that of a driven one is its base from now on.
 */
void sn_parameter_was_set(SnSystem *system, SnId id, SnBind bind, const double *value);
/* Base values back into the system; and taken from it. */
void sn_parameters_give_back(SnSystem *system);
void sn_parameters_take(SnSystem *system);

#endif
