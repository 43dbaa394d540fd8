/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between two steps: nodes that only their strand holds go to where the matter needs them. */
#include "engine/base/memory.h"
#include "engine/strand/resample.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <stdlib.h>

static bool may_move(const SnSystem *system, const SnSystemStrandNode *node)
{
    const int block = system->points[node->point].block;
    return node->movable && node->rest >= 0 && block >= 0 && block < system->n_active &&
           system->blocks[block].kind == SN_BLOCK_POINT && system->blocks[block].mass == 0;
}

static bool resamples(const SnSystem *system, const SnSystemStrand *strand)
{
    bool moves = false;
    for (int k = strand->first_node; k < strand->first_node + strand->n_nodes; k++)
        moves = moves || may_move(system, &system->strands.nodes[k]);
    return moves && strand->p.resample > 0;
}

/* Nodes of a strand from its first boundary on; a closed one ends where it began. */
static int take_nodes(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemStrand *strand, SnResampleNode *nodes)
{
    const SnSystemSegment *first = &system->strands.segments[strand->first_segment];
    const int begin = system->strands.node_order[first->first];
    const int n =
        strand->closed ? strand->n_nodes + 1 : strand->n_nodes - (begin - strand->first_node);
    int last = 0;
    for (int k = 0; k < n; k++) {
        const int number = strand->first_node + (begin - strand->first_node + k) % strand->n_nodes;
        const SnSystemStrandNode *node = &system->strands.nodes[number];
        const double coordinate = sn_strand_coordinate(system, state, number);
        const bool again = k == strand->n_nodes, boundary = isfinite(coordinate);
        nodes[k] = (SnResampleNode){
            .rest = boundary ? coordinate + (again ? strand->rest_length : 0) : 0,
            .eulerian =
                node->eulerian < 0 ? 0 : sn_state_u_const(state)[system->blocks[node->eulerian].u],
            .is_virtual = !boundary,
            .movable = k > 0 && k + 1 < n && may_move(system, node)};
        sn_v3_copy(work->motion.point_position[node->point], nodes[k].x);
        sn_v3_copy(work->motion.point_velocity[node->point], nodes[k].v);
        if (boundary)
            last = k;
    }
    return last + 1;
}

static void put_nodes(const SnSystem *system, SnState *state, const SnSystemStrand *strand, int n,
                      const SnResampleNode *nodes)
{
    const int begin =
        system->strands.node_order[system->strands.segments[strand->first_segment].first];
    for (int k = 0; k < n; k++) {
        if (!nodes[k].moved)
            continue;
        const int number = strand->first_node + (begin - strand->first_node + k) % strand->n_nodes;
        const SnSystemStrandNode *node = &system->strands.nodes[number];
        const SnBlock *block = &system->blocks[system->points[node->point].block];
        sn_v3_copy(nodes[k].x, sn_state_q(state) + block->q);
        sn_v3_copy(nodes[k].v, sn_state_u(state) + block->u);
        sn_state_strands(state)[node->rest] = nodes[k].rest;
    }
}

void sn_strands_resample(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    bool looked = false, moved = false;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        if (!resamples(system, strand))
            continue;
        if (!looked)
            sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        looked = true;
        SnResampleNode *nodes = work->forces.strand->resampling;
        const int n = take_nodes(system, state, work, strand, nodes);
        void *scratch = nodes + strand->n_nodes + 1;
        if (sn_resample(nodes, n, strand->p.line_density, strand->p.lumped, strand->p.resample,
                        scratch) > 0) {
            put_nodes(system, state, strand, n, nodes);
            moved = true;
        }
    }
    work->motion.known = work->motion.known && !moved;
    if (moved)
        sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
}
