/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_STEP_MODES_JOINTS_H
#define SN_SIM_STEP_MODES_JOINTS_H

#include "engine/sim/step/modes.h"

/* Whether all there is are bodies and particles, not too many, and rows between them. */
bool sn_modes_are_of_joints(const SnSystem *system);
/* Frequencies, shapes and shares of such a system, after sn_rest_begin, with these inputs. */
SnFault sn_modes_of_joints(const SnSystem *system, const double *held, SnState *state,
                           SnWorkspace *work, int count, SnModes *modes);

#endif
