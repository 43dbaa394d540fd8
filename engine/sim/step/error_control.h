/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_ERROR_CONTROL_H
#define SN_SIM_ERROR_CONTROL_H

#include "engine/sim/step/parts.h"

/* Takes the part of the step between two of its smallest units, and moves the state's time on. */
typedef SnFault SnTakePart(void *data, int from, int to);

/* Order of convergence of the system's method. */
int sn_step_order(const SnSystem *system);
/* The part of the step from unit `from` to `to` (an even number of them) in two halves, and the
 * error of their end: the largest of any place, as a share of the model's size, and orientation
 * [rad].  work.step.half_force: the first half's forces of constraint.  On a fault the state is
 * what it was. */
SnFault sn_step_halves(const SnSystem *system, SnTakePart *take, void *data, int from, int to,
                       SnState *state, SnWorkspace *work, double *error);

#endif
