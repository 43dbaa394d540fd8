/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controllers and monitors, called around each step in the order of artisynth-2012 2.5: input
 * probes, controllers, the step, monitors, output probes; of each kind those of the deepest models
 * first. */
#ifndef SN_SIM_BIND_CONTROL_H
#define SN_SIM_BIND_CONTROL_H

#include "engine/sim/step/step.h"

/* What a controller remembers: offsets in its part of the state. */
enum {
    SN_CONTROLLER_STARTED,  /* 1: it has acted, and its output stands */
    SN_CONTROLLER_INTEGRAL, /* sum of error x step */
    SN_CONTROLLER_ERROR,    /* at the start of the last step */
    SN_CONTROLLER_OUTPUT,
    SN_CONTROLLER_MEMORY
};

/* What a monitor remembers. */
enum {
    SN_MONITOR_STARTED,
    SN_MONITOR_LAST, /* value */
    SN_MONITOR_MINIMUM,
    SN_MONITOR_MAXIMUM,
    SN_MONITOR_SUM,     /* integral over time */
    SN_MONITOR_TIME,    /* it has watched for [s] */
    SN_MONITOR_OUTSIDE, /* of that outside of its bounds [s] */
    SN_MONITOR_IS_OUTSIDE,
    SN_MONITOR_MEMORY
};

/* Before a step: controllers read the results at its start (state as evaluated, inputs of that
 * moment) and put their outputs for the step into the state, from where sn_inputs_at takes them.
 * Those that come later see in `inputs` what earlier ones have set. */
void sn_control(const SnSystem *system, double *inputs, SnState *state, SnWorkspace *work);
/* After a step that was refused: the state forgets what the last sn_control has put into it. */
void sn_control_undo(const SnSystem *system, SnState *state, const SnWorkspace *work);
/* Outputs as they stand in the state into inputs; `driven` as in sn_inputs_at. */
void sn_control_outputs(const SnSystem *system, const SnState *state, double *inputs, int *source);

/* After a step (or at the start) of size dt, with the results of the new state. */
void sn_monitor(const SnSystem *system, const double *inputs, double dt, SnState *state,
                SnWorkspace *work);
/* Monitors whose value left its bounds in the last step (numbers [n]). */
const int *sn_monitors_left(const SnWorkspace *work, int *n);

#endif
