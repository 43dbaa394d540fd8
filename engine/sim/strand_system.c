/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a system needs to know of its reduced strands: the blocks of each segment. */
#include "engine/sim/system_plan.h"

#include <stdlib.h>

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Distinct blocks of the nodes and of the flows at the boundaries, ascending. */
static void find_blocks(SnSystem *system, SnSystemSegment *segment, int *n_all)
{
    int *blocks = system->segment_block + *n_all, n = 0;
    for (int k = 0; k < segment->count; k++) {
        const SnSystemStrandNode *node =
            &system->strand_nodes[system->strand_node_order[segment->first + k]];
        if (system->points[node->point].block >= 0)
            blocks[n++] = system->points[node->point].block;
        if ((k == 0 || k + 1 == segment->count) && node->flow >= 0)
            blocks[n++] = node->flow;
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
    for (int i = 0; i < system->n_segments_of_strands; i++)
        room += system->strand_segments[i].count + 2;
    free(system->segment_block);
    system->segment_block = calloc((size_t)room + 1, sizeof(int));
    for (int i = 0; i < system->n_segments_of_strands; i++)
        find_blocks(system, &system->strand_segments[i], &n_blocks);
    for (int i = 0; i < system->n_strands; i++) {
        const SnStrandParameters *p = &system->strands[i].p;
        if (p->muscle >= 0 && p->muscle < system->n_muscles)
            system->muscles[p->muscle].flattened = !p->keep_slope;
    }
}
