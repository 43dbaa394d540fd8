/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds coordinates of joints: one general constraint row c_b - f = 0, with c_b a coordinate
 * (angles unwrapped, so wheels keep their teeth for any number of turns), and f
 *   gear     ratio c_a + phase.  The phase is what the coordinates have when the wheels engage: at
 *            the start, when the gear is enabled again, and when the ratio changes.  state.turns:
 *            phase, ratio for which it is, engaged (0 or 1).
 *   coupler  a function of a coordinate c_a, or of a polynomial of several.
 *   drive    an input.  state.turns: its value at the end of the step, its mean rate in it, known
 *            (0 or 1).  The row's force is what the motion takes. */
#ifndef SN_SIM_RIGID_GEAR_H
#define SN_SIM_RIGID_GEAR_H

#include "engine/sim/system/general_rows.h"

#define SN_GEAR_NUMBERS 3 /* in state.turns */

/* What a gear or coupler follows: 1 or more coordinates; a drive none. */
int sn_coupling_n_leaders(const SnSystemJoint *coupling);
SnLeader sn_coupling_leader(const SnSystem *system, const SnSystemJoint *coupling, int k);
/* What a coupler makes of them; slope [leaders] by each. */
double sn_coupler_value(const SnSystem *system, const SnSystemJoint *coupler, const double *x,
                        double *slope);
/* Before a step: wheels that touch since the last one get their phase. */
void sn_gears_engage(const SnSystem *system, SnState *state);
/* Before a step of size h, 0 at the start: where drives are to be at its end. */
void sn_drives_begin(const SnSystem *system, const double *inputs, double h, SnState *state);
/* After that: how fast they are to go there; rates [n_inputs], of each at its input. */
void sn_drives_set_rates(const SnSystem *system, const double *rates, SnState *state);
/* Rate that row i of G keeps [rad/s or m/s]; 0: it is of no drive. */
double sn_drive_rate(const SnSystem *system, const SnState *state, int i);
/* The input that leads row i of G, and where that was at the end of the step before a state; -1:
 * the row is of no drive that held then. */
int sn_drive_input(const SnSystem *system, const SnState *state, int i, double *value);
/* Whether row i of G is of a gear, coupler or drive that holds, and did not in the step that ended
 * in this state. */
bool sn_gear_takes_hold(const SnSystem *system, const SnState *before, int i);
/* Whether a drive changed its rate in the step from `before` to `state`. */
bool sn_drives_jump(const SnSystem *system, const SnState *before, const SnState *state);
/* Sum of what drives may give off or take in, |force x rate| [W]. */
double sn_drive_power(const SnSystem *system, const SnState *state);
/* Moment (slider: force) of a gear, coupler or drive on its second coordinate, [N m] or [N]; false:
 * the joint is none. */
bool sn_gear_torque(const SnSystem *system, const SnState *state, const SnSystemJoint *joint,
                    double *torque);

#endif
