/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/solve.h"

#include <assert.h>

SnId sn_block_owner(const SnSystem *system, int block)
{
    assert(block >= 0 && block < system->n_blocks);
    if (!sn_id_is_null(system->blocks[block].id))
        return system->blocks[block].id;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        for (int k = strand->first_node; k < strand->first_node + strand->n_nodes; k++) {
            const SnSystemStrandNode *node = &system->strands.nodes[k];
            if (system->points[node->point].block == block || node->eulerian == block)
                return strand->id;
        }
    }
    return SN_ID_NULL;
}
