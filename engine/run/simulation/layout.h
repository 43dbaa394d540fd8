/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_RUN_SIMULATION_LAYOUT_H
#define SN_RUN_SIMULATION_LAYOUT_H

#include "engine/sim/system/state.h"

/* Whether each number of a state of one system means the same in a state of the other: same
 * components in the same order, of the same shape, and the same integrator. */
bool sn_same_layout(const SnSystem *a, const SnSystem *b);
/* A state for another system: bit for bit where the layout is the same, else by component id
 * (sn_state_carry). */
void sn_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
              SnState *to);

#endif
