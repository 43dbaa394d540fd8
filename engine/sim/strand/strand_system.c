/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduced strands as a kind of force: the blocks of each segment, what couples. */
#include "engine/base/memory.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_ahead.h"
#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/strand/strand_carry.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/system/system_plan.h"

#include <stdlib.h>

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Distinct blocks of the nodes and of the Eulerian coordinates at the boundaries, ascending. */
static void find_blocks(SnSystem *system, SnSystemSegment *segment, int *n_all)
{
    int *blocks = system->strands.segment_block + *n_all, n = 0;
    for (int k = 0; k < segment->count; k++) {
        const SnSystemStrandNode *node =
            &system->strands.nodes[system->strands.node_order[segment->first + k]];
        if (system->points[node->point].block >= 0)
            blocks[n++] = system->points[node->point].block;
        if ((k == 0 || k + 1 == segment->count) && node->eulerian >= 0)
            blocks[n++] = node->eulerian;
    }
    if (n > 1)
        qsort(blocks, (size_t)n, sizeof *blocks, compare_int);
    segment->blocks = *n_all;
    segment->n_blocks = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || blocks[i] != blocks[i - 1])
            blocks[segment->n_blocks++] = blocks[i];
    *n_all += segment->n_blocks;
}

void sn_finish_strands(SnSystem *system)
{
    int room = 0, n_blocks = 0;
    for (int i = 0; i < system->strands.n_segments; i++)
        room += system->strands.segments[i].count + 2;
    sn_free(system->strands.segment_block);
    system->strands.segment_block = sn_alloc((size_t)room + 1, sizeof(int));
    for (int i = 0; i < system->strands.n_segments; i++)
        find_blocks(system, &system->strands.segments[i], &n_blocks);
    for (int i = 0; i < system->strands.n; i++) {
        const SnStrandParameters *p = &system->strands.strands[i].p;
        if (p->muscle >= 0 && p->muscle < system->paths.n_muscles)
            system->paths.muscles[p->muscle].flattened = !p->keep_slope;
    }
}

/* --- as a kind of force --- */

static void free_strands(SnSystem *system)
{
    void *arrays[] = {system->strands.strands, system->strands.nodes, system->strands.segments,
                      system->strands.node_order, system->strands.segment_block};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

/* The nodes before, at and after each node where a strand bends. */
static void bending_couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        for (int n = strand->first_node; n < strand->first_node + strand->n_nodes; n++) {
            int neighbours[2];
            if (!(strand->p.bending > 0) || !sn_strand_neighbours(system, strand, n, neighbours))
                continue;
            const int nodes[3] = {neighbours[0], n, neighbours[1]};
            int block[3];
            for (int k = 0; k < 3; k++)
                block[k] = system->points[system->strands.nodes[nodes[k]].point].block;
            visit(data,
                  &(SnCoupling){.n = 3, .blocks = block, .slots = &system->strands.nodes[n].bend});
        }
    }
}

static void couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (int i = 0; i < system->strands.n_segments; i++) {
        SnSystemSegment *segment = &system->strands.segments[i];
        visit(data, &(SnCoupling){.n = segment->n_blocks,
                                  .blocks = system->strands.segment_block + segment->blocks,
                                  .slots = &segment->slots});
    }
    for (int i = 0; i < system->strands.n_nodes; i++)
        system->strands.nodes[i].bend = -1;
    bending_couplings(system, visit, data);
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->strands.n; i++)
        visit(system, system->strands.strands[i].id, i);
}

static void workspace_new(const SnSystem *system, SnWorkspace *work)
{
    work->forces.strand = sn_strand_workspace_new(system);
}

static void workspace_free(const SnSystem *system, SnWorkspace *work)
{
    sn_strand_workspace_free(work->forces.strand);
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    energy[1] += sn_strand_potential(system, state, work);
    if (work->forces.strand)
        energy[0] += sn_strand_kinetic(system, state, work, momentum);
}

static void carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                  SnState *to)
{
    sn_carry_strands(from_system, from, to_system, to);
    sn_pulleys_carry(from_system, from, to_system, to);
    sn_strand_friction_carry(from_system, from, to_system, to);
}

const SnForceClass SN_FORCE_STRANDS = {
    .name = "strands",
    .free = free_strands,
    .couplings = couplings,
    .visit_ids = visit_ids,
    .workspace_new = workspace_new,
    .workspace_free = workspace_free,
    .forces = sn_strand_forces,
    .audit = audit,
    .carry = carry,
    .ahead = &sn_strand_ahead,
};
