/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paths remember, in state.history: lengths of fibres with elastic tendons, and of dashpots of
 * Maxwell arms.  0 stands for one in equilibrium. */
#ifndef SN_SIM_RIGID_PATH_HISTORY_H
#define SN_SIM_RIGID_PATH_HISTORY_H

#include "engine/sim/system/workspace.h"

/* Whether there is any. */
bool sn_paths_have_history(const SnSystem *system);
/* Their places, behind what solids keep. */
void sn_finish_path_history(SnSystem *system);
/* The path that keeps this number of state.history; null: none. */
SnId sn_path_of_history(const SnSystem *system, int place);
/* Some are not known yet: at the start, or carried over from another law. */
bool sn_paths_unknown(const SnSystem *system, const SnState *state);
/* In equilibrium at the last sn_kinematics: fibres with their tendons, isometric (OpenSim:
 * equilibrate muscles), dashpots relaxed; all of them, or those that are not known yet. */
void sn_paths_equilibrate(const SnSystem *system, SnState *state, const SnWorkspace *work,
                          bool only_unknown);
/* After a step of dt that ended at this state (of the last sn_kinematics) and began with the
 * activations of `before`: backward Euler, or with `second_order` for fibres the L-stable
 * diagonally implicit Runge-Kutta method of two stages (Alexander 1977). */
void sn_paths_advance(const SnSystem *system, const SnState *before, SnState *state,
                      const SnWorkspace *work, double dt, bool second_order);

#endif
