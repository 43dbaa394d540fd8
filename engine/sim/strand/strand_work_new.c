/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of reduced strands, made once. */
#include "engine/base/memory.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/strand/resample.h"

#include <stdlib.h>

static void *array(int n, size_t size)
{
    return sn_alloc((size_t)n + 1, size);
}

static void new_columns(const SnSystem *system, const SnSystemSegment *segment,
                        SnSegmentWorkspace *w)
{
    w->offset = array(segment->n_blocks, sizeof(int));
    int n = 0;
    for (int i = 0; i < segment->n_blocks; i++) {
        w->offset[i] = n;
        n += system->blocks[system->strands.segment_block[segment->blocks + i]].n;
    }
    w->in.n_columns = n;
    w->column_u = array(n, sizeof(int));
    for (int i = 0; i < segment->n_blocks; i++) {
        const SnBlock *block = &system->blocks[system->strands.segment_block[segment->blocks + i]];
        for (int c = 0; c < block->n; c++)
            w->column_u[w->offset[i] + c] = block->u + c;
    }
    w->gradient = array(n, sizeof(double));
    w->force = array(n, sizeof(double));
    w->weight = array(n, sizeof(double));
    w->mass = array(n * n, sizeof(double));
    w->start_force = array(n, sizeof(double));
    w->implicit = array(n * n, sizeof(double));
    w->quadratic = array(n, sizeof(double));
}

static void new_segment(const SnSystem *system, const SnSystemSegment *segment,
                        SnSegmentNode *nodes, SnSegmentWorkspace *w)
{
    const int n = segment->count;
    new_columns(system, segment, w);
    w->in.n_nodes = n;
    w->in.nodes = nodes;
    for (int end = 0; end < 2; end++) {
        const int number = system->strands.node_order[segment->first + (end ? n - 1 : 0)];
        const int eulerian = system->strands.nodes[number].eulerian;
        w->in.eulerian_column[end] =
            eulerian < 0 ? -1 : sn_segment_column(system, segment, w, eulerian);
    }
    w->shape.part = array(n, sizeof(double));
    w->shape.d = array(n, sizeof *w->shape.d);
    w->shape.share = array(n, sizeof(double));
    w->shape.passing = array(n, sizeof(double));
}

static void *resample_workspace_new(const SnSystem *system)
{
    int most = 0;
    for (int i = 0; i < system->strands.n; i++)
        most =
            system->strands.strands[i].n_nodes > most ? system->strands.strands[i].n_nodes : most;
    return sn_alloc(1, (size_t)(most + 1) * sizeof(SnResampleNode) + sn_resample_scratch(most + 1));
}

SnStrandWorkspace *sn_strand_workspace_new(const SnSystem *system)
{
    if (system->strands.n == 0)
        return NULL;
    SnStrandWorkspace *strand = sn_alloc(1, sizeof *strand);
    strand->segments = array(system->strands.n_segments, sizeof *strand->segments);
    strand->nodes = array(system->strands.n_node_order, sizeof *strand->nodes);
    strand->local = array(system->strands.n_nodes, sizeof *strand->local);
    strand->node = array(system->strands.n_node_order, sizeof(int));
    for (int i = 0; i < system->strands.n_nodes && !strand->arcs; i++)
        if (sn_on_surface(system, i))
            strand->arcs = array(system->strands.n_node_order, sizeof *strand->arcs);
    if (strand->arcs)
        strand->spreads = array(system->strands.n_node_order, sizeof *strand->spreads);
    strand->extra = array(system->strands.n_node_order, sizeof(double));
    strand->n_places = sn_strand_friction_places(system, NULL);
    strand->places = array(strand->n_places, sizeof *strand->places);
    sn_strand_friction_places(system, strand->places);
    strand->rubs = array(system->strands.n, sizeof(bool));
    for (int i = 0; i < strand->n_places; i++)
        if (system->strands.nodes[strand->places[i].node].friction > 0)
            strand->rubs[system->strands.segments[strand->places[i].after].strand] = true;
    strand->sticks = array(system->strands.n_nodes, sizeof(bool));
    strand->tension_before = array(system->strands.n_segments, sizeof(double));
    strand->part_rest = array(system->strands.n_nodes, sizeof(double));
    strand->at = array(system->strands.n_nodes, sizeof(int));
    for (int i = 0; i < system->strands.n_node_order; i++)
        strand->at[system->strands.node_order[i]] = i;
    strand->length = array(system->strands.n, sizeof(double));
    strand->rate = array(system->strands.n, sizeof(double));
    int columns = 0, scratch = 0;
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        SnSegmentWorkspace *w = &strand->segments[i];
        new_segment(system, segment, strand->nodes + segment->first, w);
        const int mine = sn_segment_scratch(w->in.n_nodes, w->in.n_columns) +
                         sn_segment_shift_scratch(w->in.n_nodes);
        columns = w->in.n_columns > columns ? w->in.n_columns : columns;
        scratch = mine > scratch ? mine : scratch;
    }
    int most = 0;
    for (int i = 0; i < system->strands.n_segments; i++)
        most = system->strands.segments[i].count > most ? system->strands.segments[i].count : most;
    strand->alone = array(most, sizeof *strand->alone);
    strand->terms = array(columns, sizeof *strand->terms);
    strand->slides = sn_pulley_slides_new(system);
    strand->matrix = array(columns * columns, sizeof(double));
    strand->columns = array(3 * columns, sizeof(double));
    strand->beside = array(columns, sizeof(double));
    strand->shifts = array(most, sizeof *strand->shifts);
    strand->slopes = array(most, sizeof *strand->slopes);
    strand->momenta = array(most, sizeof *strand->momenta);
    strand->moved = array(2 * system->strands.n_node_order, sizeof *strand->moved);
    strand->scratch = array(scratch, sizeof(double));
    strand->resampling = resample_workspace_new(system);
    strand->bends = array(system->strands.n_nodes, sizeof *strand->bends);
    strand->stale = true;
    return strand;
}

void sn_strand_workspace_free(SnStrandWorkspace *strand)
{
    if (!strand)
        return;
    for (SnSegmentWorkspace *w = strand->segments; w->in.nodes; w++) {
        void *arrays[] = {w->offset,        w->column_u,    w->gradient, w->force,
                          w->mass,          w->shape.part,  w->shape.d,  w->shape.share,
                          w->shape.passing, w->start_force, w->implicit, w->quadratic,
                          w->weight};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
            sn_free(arrays[i]);
    }
    void *arrays[] = {
        strand->slides,         strand->segments, strand->nodes,      strand->local,
        strand->node,           strand->extra,    strand->sticks,     strand->alone,
        strand->rubs,           strand->arcs,     strand->spreads,    strand->beside,
        strand->places,         strand->terms,    strand->length,     strand->rate,
        strand->matrix,         strand->columns,  strand->scratch,    strand->part_rest,
        strand->tension_before, strand->at,       strand->resampling, strand->bends,
        strand->shifts,         strand->slopes,   strand->momenta,    strand->moved};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(strand);
}
