/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_fem.h"

#include "engine/base/memory.h"

#include <stdlib.h>

int sn_build_fem(SnBuild *build, SnFemSolid *solid)
{
    SnSystem *system = build->system;
    SnSystemFem *fem = SN_BUILD_GROW(system->fems.fems, system->fems.n);
    fem->id = (SnId){.index = ++build->last_id, .generation = 1};
    fem->solid = solid;
    fem->n_named = solid->n_nodes;
    fem->node_block = sn_alloc((size_t)solid->n_nodes + 1, sizeof(int));
    for (int i = 0; i < solid->n_nodes; i++) {
        fem->node_block[i] = sn_build_particle(build, solid->node_mass[i], solid->rest + 3 * i);
        system->blocks[fem->node_block[i]].id = sn_id_of_entry(fem->id, 0, (uint32_t)i);
    }
    return system->fems.n++;
}

int sn_build_fem_node(const SnBuild *build, int fem, int node)
{
    return build->system->fems.fems[fem].node_block[node];
}
