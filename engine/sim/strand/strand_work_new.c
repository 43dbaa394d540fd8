/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of reduced strands, made once. */
#include "engine/sim/strand/strand_workspace.h"

#include <stdlib.h>

static void *array(int n, size_t size)
{
    return calloc((size_t)n + 1, size);
}

static void new_columns(const SnSystem *system, const SnSystemSegment *segment,
                        SnSegmentWorkspace *w)
{
    w->offset = array(segment->n_blocks, sizeof(int));
    int n = 0;
    for (int i = 0; i < segment->n_blocks; i++) {
        w->offset[i] = n;
        n += system->blocks[system->segment_block[segment->blocks + i]].n;
    }
    w->in.n_columns = n;
    w->column_u = array(n, sizeof(int));
    for (int i = 0; i < segment->n_blocks; i++) {
        const SnBlock *block = &system->blocks[system->segment_block[segment->blocks + i]];
        for (int c = 0; c < block->n; c++)
            w->column_u[w->offset[i] + c] = block->u + c;
    }
    w->gradient = array(n, sizeof(double));
    w->force = array(n, sizeof(double));
    w->mass = array(n * n, sizeof(double));
}

static void new_segment(const SnSystem *system, const SnSystemSegment *segment,
                        SnSegmentNode *nodes, SnSegmentWorkspace *w)
{
    const int n = segment->count;
    new_columns(system, segment, w);
    w->in.n_nodes = n;
    w->in.nodes = nodes;
    for (int end = 0; end < 2; end++) {
        const int number = system->strand_node_order[segment->first + (end ? n - 1 : 0)];
        const int eulerian = system->strand_nodes[number].eulerian;
        w->in.eulerian_column[end] =
            eulerian < 0 ? -1 : sn_segment_column(system, segment, w, eulerian);
    }
    w->shape.part = array(n, sizeof(double));
    w->shape.d = array(n, sizeof *w->shape.d);
    w->shape.share = array(n, sizeof(double));
    w->shape.passing = array(n, sizeof(double));
}

SnStrandWorkspace *sn_strand_workspace_new(const SnSystem *system)
{
    if (system->n_strands == 0)
        return NULL;
    SnStrandWorkspace *strand = calloc(1, sizeof *strand);
    strand->segments = array(system->n_segments_of_strands, sizeof *strand->segments);
    strand->nodes = array(system->n_strand_node_order, sizeof *strand->nodes);
    strand->local = array(system->n_strand_nodes, sizeof *strand->local);
    strand->node = array(system->n_strand_node_order, sizeof(int));
    strand->extra = array(system->n_strand_node_order, sizeof(double));
    strand->friction = array(system->n_strand_nodes, sizeof(double));
    strand->damper = array(system->n_strand_nodes, sizeof(double));
    strand->part_rest = array(system->n_strand_nodes, sizeof(double));
    strand->at = array(system->n_strand_nodes, sizeof(int));
    for (int i = 0; i < system->n_strand_node_order; i++)
        strand->at[system->strand_node_order[i]] = i;
    strand->length = array(system->n_strands, sizeof(double));
    strand->rate = array(system->n_strands, sizeof(double));
    int columns = 0, scratch = 0;
    for (int i = 0; i < system->n_segments_of_strands; i++) {
        const SnSystemSegment *segment = &system->strand_segments[i];
        SnSegmentWorkspace *w = &strand->segments[i];
        new_segment(system, segment, strand->nodes + segment->first, w);
        const int mine = sn_segment_scratch(w->in.n_nodes, w->in.n_columns);
        columns = w->in.n_columns > columns ? w->in.n_columns : columns;
        scratch = mine > scratch ? mine : scratch;
    }
    strand->slides = sn_pulley_slides_new(system);
    strand->matrix = array(columns * columns, sizeof(double));
    strand->columns = array(3 * columns, sizeof(double));
    strand->scratch = array(scratch, sizeof(double));
    strand->resampling = sn_resample_workspace_new(system);
    strand->stale = true;
    return strand;
}

void sn_strand_workspace_free(SnStrandWorkspace *strand)
{
    if (!strand)
        return;
    for (SnSegmentWorkspace *w = strand->segments; w->in.nodes; w++) {
        void *arrays[] = {w->offset,     w->column_u, w->gradient,    w->force,        w->mass,
                          w->shape.part, w->shape.d,  w->shape.share, w->shape.passing};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
            free(arrays[i]);
    }
    void *arrays[] = {strand->slides,    strand->segments, strand->nodes,    strand->local,
                      strand->node,      strand->extra,    strand->friction, strand->length,
                      strand->rate,      strand->matrix,   strand->columns,  strand->scratch,
                      strand->part_rest, strand->damper,   strand->at,       strand->resampling};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(strand);
}
