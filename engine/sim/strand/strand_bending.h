/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_STRAND_STRAND_BENDING_H
#define SN_SIM_STRAND_STRAND_BENDING_H

#include "engine/sim/strand/strand_workspace.h"

/* Nodes before and after a node of a strand at which it may bend; false at its ends and on pulleys,
 * whose grooves give the strand its shape. */
static inline bool sn_strand_neighbours(const SnSystem *system, const SnSystemStrand *strand,
                                        int node, int neighbours[2])
{
    const int first = strand->first_node, last = first + strand->n_nodes - 1;
    neighbours[0] = node > first ? node - 1 : strand->closed ? last : -1;
    neighbours[1] = node < last ? node + 1 : strand->closed ? first : -1;
    return neighbours[0] >= 0 && neighbours[1] >= 0 && system->strands.nodes[node].pulley < 0 &&
           strand->n_nodes > 2;
}

/* Part of sn_strand_forces. */
void sn_strand_bending(const SnSystem *system, SnWorkspace *work, bool matrix, double k);

/* Parts of strand_ahead.c, each of one strand: as SnAheadClass has them, power not yet times h. */
void sn_strand_bending_foresee(const SnSystem *system, SnWorkspace *work, int strand);
double sn_strand_bending_gain(const SnSystem *system, SnWorkspace *work, int strand,
                              double *exchanged, double *error);
double sn_strand_bending_power(const SnSystem *system, SnWorkspace *work, int strand,
                               const double *direction, bool linearised, double *curvature);

#endif
