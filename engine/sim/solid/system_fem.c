/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a system needs to know of its solids: rows, history, and where each element's forces and
 * stiffness go. */
#include "engine/base/memory.h"
#include "engine/sim/system/system_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void sn_finish_fems(SnSystem *system)
{
    system->state.n_history = 0;
    for (int f = 0; f < system->fems.n; f++) {
        SnSystemFem *fem = &system->fems.fems[f];
        fem->first_row = system->rows.n;
        system->rows.n += fem->solid->n_constraints;
        fem->history = system->state.n_history;
        system->state.n_history += fem->solid->n_history;
    }
    system->state.n_activations =
        system->paths.n_muscles + system->fems.n_bundles + system->state.n_lags;
}

/* Nodes: entries of the elements' node list that are this node. */
static void gather_nodes(const SnFemSolid *solid, SnFemGather *gather)
{
    const int entries = solid->start[solid->n_elements];
    gather->node_start = sn_alloc((size_t)solid->n_nodes + 2, sizeof(int));
    gather->node_source = sn_alloc((size_t)entries + 1, sizeof(int));
    int *start = gather->node_start;
    for (int i = 0; i < entries; i++)
        start[solid->nodes[i] + 2]++;
    for (int i = 0; i < solid->n_nodes; i++)
        start[i + 2] += start[i + 1];
    for (int i = 0; i < entries; i++)
        gather->node_source[start[solid->nodes[i] + 1]++] = i;
}

/* Pair of every node pair of every element in the order of the stiffness; -1: nobody needs it. */
static int *pairs_of_elements(const SnSystem *system, const SnPairIndex *index,
                              const SnSystemFem *fem)
{
    const SnFemSolid *solid = fem->solid;
    int *pair = sn_alloc((size_t)solid->stiffness_start[solid->n_elements] / 9 + 1, sizeof *pair);
    int n = 0;
    for (int e = 0; e < solid->n_elements; e++)
        for (int a = solid->start[e]; a < solid->start[e + 1]; a++)
            for (int b = solid->start[e]; b <= a; b++)
                pair[n++] = sn_find_pair(system, index, fem->node_block[solid->nodes[a]],
                                         fem->node_block[solid->nodes[b]]);
    return pair;
}

static void gather_pairs(const SnSystem *system, const SnPairIndex *index, SnSystemFem *fem)
{
    const SnFemSolid *solid = fem->solid;
    SnFemGather *gather = &fem->gather;
    const int n_all = system->pairs.n + system->pairs.n_outer;
    const int n_entries = solid->stiffness_start[solid->n_elements] / 9;
    int *pair = pairs_of_elements(system, index, fem);
    int *start = sn_alloc((size_t)n_all + 2, sizeof *start);
    for (int i = 0; i < n_entries; i++)
        if (pair[i] >= 0)
            start[pair[i] + 1]++;
    gather->n_pairs = 0;
    for (int p = 0; p < n_all; p++)
        gather->n_pairs += start[p + 1] > 0;
    gather->pair = sn_alloc((size_t)gather->n_pairs + 1, sizeof(int));
    gather->start = sn_alloc((size_t)gather->n_pairs + 2, sizeof(int));
    int k = 0, total = 0;
    for (int p = 0; p < n_all; p++) {
        const int n = start[p + 1];
        start[p] = total; /* from here on: where the next source of pair p goes */
        if (n == 0)
            continue;
        gather->pair[k] = p;
        gather->start[k++] = total;
        total += n;
    }
    gather->start[k] = total;
    gather->source = sn_alloc((size_t)total + 1, sizeof(int));
    int n = 0;
    for (int e = 0; e < solid->n_elements; e++)
        for (int a = solid->start[e]; a < solid->start[e + 1]; a++)
            for (int b = solid->start[e]; b <= a; b++, n++) {
                if (pair[n] < 0)
                    continue;
                const bool transposed =
                    fem->node_block[solid->nodes[a]] < fem->node_block[solid->nodes[b]];
                gather->source[start[pair[n]]++] = 2 * n + transposed;
            }
    sn_free(pair);
    sn_free(start);
}

static void free_gather(SnFemGather *gather)
{
    sn_free(gather->pair);
    sn_free(gather->start);
    sn_free(gather->source);
    sn_free(gather->node_start);
    sn_free(gather->node_source);
    *gather = (SnFemGather){0};
}

void sn_finish_gather(SnSystem *system, const SnPairIndex *index)
{
    for (int f = 0; f < system->fems.n; f++) {
        SnSystemFem *fem = &system->fems.fems[f];
        free_gather(&fem->gather);
        gather_nodes(fem->solid, &fem->gather);
        gather_pairs(system, index, fem);
    }
}

/* --- as a kind of force --- */

void sn_fems_free(SnSystem *system)
{
    for (int i = 0; i < system->fems.n; i++) {
        sn_fem_solid_free(system->fems.fems[i].solid);
        sn_free(system->fems.fems[i].node_block);
        sn_free(system->fems.fems[i].material_id);
        free_gather(&system->fems.fems[i].gather);
    }
    void *arrays[] = {system->fems.fems, system->fems.bundles, system->fems.bundle_element,
                      system->fems.bundle_direction, system->fems.segments};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

void sn_fem_couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        const SnFemSolid *solid = fem->solid;
        for (int e = 0; e < solid->n_elements; e++) {
            int block[SN_ELEMENT_MAX_NODES];
            const int n = solid->start[e + 1] - solid->start[e];
            assert(n <= SN_ELEMENT_MAX_NODES);
            for (int i = 0; i < n; i++)
                block[i] = fem->node_block[solid->nodes[solid->start[e] + i]];
            visit(data, &(SnCoupling){.shape = SN_COUPLE_GATHER, .n = n, .blocks = block});
        }
    }
    for (int i = 0; i < system->fems.n_segments; i++) {
        SnFibreSegment *segment = &system->fems.segments[i];
        visit(data, &(SnCoupling){.n = 2, .blocks = segment->block, .slots = &segment->slots});
    }
}

void sn_fem_visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->fems.n; i++) {
        const SnSystemFem *fem = &system->fems.fems[i];
        visit(system, fem->id, i);
        for (int m = 0; fem->material_id && m < fem->solid->n_materials; m++)
            visit(system, fem->material_id[m], i);
    }
    for (int i = 0; i < system->fems.n_bundles; i++)
        visit(system, system->fems.bundles[i].id, i);
}
