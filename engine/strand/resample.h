/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling of a reduced strand: a boundary node that nothing but the strand holds is moved along
 * the matter when the matter slides and a part beside it gets short, where the inertia of the node
 * would become singular (strands.md 2.2: the thesis nudges; Servin resamples).  The order of the
 * nodes stays. */
#ifndef SN_STRAND_RESAMPLE_H
#define SN_STRAND_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SnResampleNode {
    double x[3], v[3]; /* place and velocity of the node [m], [m/s] */
    double rest;       /* material coordinate [m]; virtual nodes: found here, need not be set */
    double eulerian;   /* its rate where matter passes a boundary [m/s]; else 0 */
    bool is_virtual;   /* no boundary: lies at its share of the matter of its segment */
    bool movable;      /* boundary that may be moved; never the first and last node */
    bool moved;        /* set here */
} SnResampleNode;

/* Bytes of scratch for n nodes (aligned as malloc does). */
size_t sn_resample_scratch(int n);

/* Nodes in order, from a boundary to a boundary.  Between two nodes that stay (virtual ones too)
 * the movable ones are spread evenly over the matter if one of the parts has less than `threshold`
 * (0 .. 1) of its even share.  Each gets the place and the velocity that the matter now there had;
 * a common change of these velocities keeps the linear momentum of the strand.  Returns how many
 * were moved: their x, v, rest are new, nothing else is changed.  Deterministic, allocates nothing.
 * For closed strands the last node is the first again, its rest one rest length on. */
int sn_resample(SnResampleNode *nodes, int n, double line_density, bool lumped, double threshold,
                void *scratch);

#endif
