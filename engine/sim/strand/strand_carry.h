/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is left of strands when the model is compiled anew. */
#ifndef SN_SIM_STRAND_STRAND_CARRY_H
#define SN_SIM_STRAND_STRAND_CARRY_H

#include "engine/sim/system/state.h"

/* Nodes of strands by their ids, coordinates on guides and surfaces, and the matter: coordinates of
 * boundaries that are in both systems stay, new ones come between their neighbours. */
void sn_carry_strands(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to);
/* Where the material coordinate of a boundary is kept: in q of a node whose matter passes, or in
 * state.strands; NULL: the node is no boundary. */
double *sn_strand_coordinate_at(const SnSystem *system, const SnSystemStrandNode *node, double *q,
                                double *rests);

#endif
