/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gears: c_b - ratio c_a = phase, c the first coordinates of two joints (angles unwrapped, so the
 * wheels keep their teeth for any number of turns), as a general constraint row.
 * The phase is what the coordinates have when the wheels engage: at the start, when the gear is
 * enabled again, and when the ratio changes.  state.turns of a gear: phase, ratio for which it is,
 * engaged (0 or 1). */
#ifndef SN_SIM_RIGID_GEAR_H
#define SN_SIM_RIGID_GEAR_H

#include "engine/sim/system/general_rows.h"

#define SN_GEAR_NUMBERS 3 /* in state.turns */

/* Before a step: wheels that touch since the last one get their phase. */
void sn_gears_engage(const SnSystem *system, SnState *state);
/* Moment (slider: force) of a gear on its second joint's coordinate, [N m] or [N]; false: the joint
 * is no gear. */
bool sn_gear_torque(const SnSystem *system, const SnState *state, const SnSystemJoint *joint,
                    double *torque);

#endif
