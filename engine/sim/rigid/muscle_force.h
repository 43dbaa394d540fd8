/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles along paths: their tension, and the fibre lengths of those with elastic tendons, which
 * are in the state (state.history).  A length of 0 there stands for one in equilibrium. */
#ifndef SN_SIM_RIGID_MUSCLE_FORCE_H
#define SN_SIM_RIGID_MUSCLE_FORCE_H

#include "engine/sim/system/workspace.h"

/* The tension at this length and rate of the path.  Fibres with elastic tendons answer over
 * work.forces.viscous_dt from where the state has them: 0: as they are, for ever: in equilibrium.
 */
SnPathResults sn_muscle_law(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            const SnSystemPath *path, double length, double rate);
/* Whether any fibre is in the state. */
bool sn_paths_have_history(const SnSystem *system);
/* Places of the fibres behind what solids keep in state.history. */
void sn_finish_path_history(SnSystem *system);
/* Some are not known yet: at the start, or carried over from another law. */
bool sn_paths_unknown(const SnSystem *system, const SnState *state);
/* Fibres in equilibrium with their tendons, isometric, at the last sn_kinematics (OpenSim:
 * equilibrate muscles); all of them, or those that are not known yet. */
void sn_paths_equilibrate(const SnSystem *system, SnState *state, const SnWorkspace *work,
                          bool only_unknown);
/* Fibre lengths after a step of dt that ended at this state (of the last sn_kinematics) and began
 * with the activations of `before`: backward Euler, or with `second_order` the L-stable diagonally
 * implicit Runge-Kutta method of two stages (Alexander 1977). */
void sn_paths_advance(const SnSystem *system, const SnState *before, SnState *state,
                      const SnWorkspace *work, double dt, bool second_order);
/* Energy of passive fibres and tendons, as of the last forces [J]. */
double sn_muscle_energy(const SnSystem *system, const SnWorkspace *work);

#endif
