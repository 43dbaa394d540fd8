/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input playback: inputs and parameters that input probes play. */
#ifndef SN_SIM_BIND_PLAYBACK_H
#define SN_SIM_BIND_PLAYBACK_H

#include "engine/sim/step/step.h"

/* Input values at time t: base values overridden by enabled probes, by controllers as they stand in
 * the state (NULL: not by them), then what exciters add.  inputs [n_inputs]; driven [n_inputs] (may
 * be NULL) gets who sets it (sn_input_source), -1: nobody. */
void sn_inputs_at(const SnSystem *system, const double *base, double t, const SnState *state,
                  double *inputs, int *source);
/* Inputs over the next step of size step_size from this state, whose controllers have acted, for
 * methods that read them at several times.  `end`: those of sn_inputs_at at its end.  What no probe
 * plays stays the same over the step.  The arrays are those of the workspace, until the next call.
 */
SnStepInputs sn_inputs_over_step(const SnSystem *system, const double *base, const SnState *state,
                                 const double *end, SnWorkspace *work);
/* Component that a number of `driven` means; null for -1. */
SnId sn_input_source(const SnSystem *system, int source);

/* Gives the system the values that played parameters have at time t; whether one that steps read
 * has changed by that. */
bool sn_parameters_at(SnSystem *system, double t);
/* The one of a component and bind, NULL if no probe plays it, now or at any time. */
SnPlayedParameter *sn_played_parameter(const SnSystem *system, SnId id, SnBind bind);
/* A parameter of the system was given another value: that of a played one is its base from now on.
 */
void sn_parameter_was_set(SnSystem *system, SnId id, SnBind bind, const double *value);
/* Base values back into the system; and taken from it. */
void sn_parameters_restore(SnSystem *system);
void sn_parameters_read_base(SnSystem *system);

#endif
