/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/system.h"
#include "engine/base/memory.h"
#include "engine/sim/system/system_plan.h"

#include <stdlib.h>

int sn_system_index(const SnSystem *system, SnId id)
{
    if (sn_id_is_null(id) || id.index >= (uint32_t)system->index.n ||
        system->index.generation[id.index] != id.generation)
        return -1;
    const int index = system->index.of[id.index];
    if (id.entry == 0)
        return index;
    const int spline = sn_spline_of(system, id);
    if (spline >= 0) {
        const SnSystemSpline *s = &system->splines.splines[spline];
        const int node = (int)sn_id_entry_index(id);
        return sn_id_array(id) == 0 && node < s->n_nodes
                   ? system->splines.block[s->first_node + node]
                   : -1;
    }
    if (index < 0 || index >= system->fems.n || system->fems.fems[index].id.index != id.index)
        return -1;
    const SnSystemFem *fem = &system->fems.fems[index];
    const int entry = (int)sn_id_entry_index(id);
    if (sn_id_array(id) == 0)
        return entry < fem->n_named ? fem->node_block[entry] : -1;
    return sn_id_array(id) == 1 && entry < fem->solid->n_elements ? entry : -1;
}

int sn_strand_node_index(const SnSystem *system, SnId id)
{
    for (int i = 0; !sn_id_is_null(id) && i < system->strands.n_nodes; i++)
        if (sn_id_equal(system->strands.nodes[i].id, id))
            return i;
    return -1;
}

int sn_spline_of(const SnSystem *system, SnId id)
{
    for (int i = 0; i < system->splines.n; i++)
        if (system->splines.splines[i].id.index == id.index &&
            system->splines.splines[i].id.generation == id.generation)
            return i;
    return -1;
}

void *sn_system_force(SnSystem *system, SnForceKind kind, size_t size)
{
    if (!system->force[kind])
        system->force[kind] = sn_alloc(1, size);
    return system->force[kind];
}

const SnBlock *sn_find_block(const SnSystem *system, SnBlockKind kind, SnId id)
{
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == kind && sn_id_equal(system->blocks[i].id, id))
            return &system->blocks[i];
    return NULL;
}

int sn_find_pair(const SnSystem *system, const SnPairIndex *index, int a, int b)
{
    const int row = a > b ? a : b, column = a > b ? b : a;
    if (row == column)
        return sn_diagonal_pair(system, row);
    const int *start = row < system->n_active ? index->active : index->outer;
    int low = start[row], high = start[row + 1];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (system->pairs.column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < start[row + 1] && system->pairs.column[low] == column ? low : -1;
}
