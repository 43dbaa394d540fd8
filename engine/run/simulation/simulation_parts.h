/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a simulation share: simulation.c (setup, step, values), simulation_start.c (its
 * start), simulation_pull.c (a hand's pull). */
#ifndef SN_RUN_SIMULATION_SIMULATION_PARTS_H
#define SN_RUN_SIMULATION_SIMULATION_PARTS_H

#include "engine/run/simulation/simulation.h"

/* Inputs and driven parameters at a time [s]; whether one of these that steps read has changed. */
bool sn_simulation_update_inputs(SnSimulation *simulation, double time);
/* Tells the workspace about the pull: block and stiffness may have changed with the system. */
void sn_simulation_apply_pull(SnSimulation *simulation);
/* The start, from the state as it was made; fills `assembly`. */
SnFault sn_simulation_begin(SnSimulation *simulation);
/* The start at rest is another one from now on. */
void sn_simulation_forget_settled(SnSimulation *simulation);

#endif
