/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the nodes of strands are now, as forces need it: like any point they are attached to a
 * block, but those of pulleys have another place on it at each configuration (pulley.h).  Valid
 * after sn_kinematics. */
#ifndef SN_SIM_STRAND_STRAND_NODE_POSITION_H
#define SN_SIM_STRAND_STRAND_NODE_POSITION_H

#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/workspace.h"

/* Place of a point on its block, as SnSystemPoint.local. */
static inline const double *sn_point_local(const SnSystem *system, const SnWorkspace *work,
                                           int point)
{
    return work->pulleys.point_local ? work->pulleys.point_local[point]
                                     : system->points[point].local;
}

/* What the strand is longer than the straight part from the node before, because it lies on a
 * pulley [m]; 0 for all other nodes. */
static inline double sn_part_extra(const SnWorkspace *work, int node)
{
    return work->pulleys.part_extra ? work->pulleys.part_extra[node] : 0;
}

/* The strand has left the pulley of this virtual node: it is no node of its segment now. */
static inline bool sn_node_is_off(const SnSystem *system, const SnWorkspace *work, int node)
{
    const SnSystemStrandNode *n = &system->strands.nodes[node];
    return n->pulley >= 0 && n->eulerian < 0 && work->pulleys.contacts[n->pulley].off;
}

#endif
