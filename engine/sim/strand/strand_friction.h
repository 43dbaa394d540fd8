/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_STRAND_STRAND_FRICTION_H
#define SN_SIM_STRAND_STRAND_FRICTION_H

#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"

/* Part of sn_strand_forces, after stretch and mass: friction of the matter that passes boundaries
 * with flow. */
void sn_strand_friction(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        bool matrix, double d);
/* Blocks that slip against each other at an Eulerian node: its flow, and a pulley's wheel and
 * carrier; how many.  0: nothing flows. */
int sn_slip_blocks(const SnSystem *system, int node, int block[3]);

#endif
