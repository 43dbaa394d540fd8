/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a system needs to know of its reduced strands: the blocks of each segment and its row. */
#include "engine/base/memory.h"
#include "engine/sim/setup/system_plan.h"

#include <stdlib.h>
#include <string.h>

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

/* Rows of others stay; those of an earlier finish go. */
static int drop_segment_rows(SnWideRow *rows, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (rows[i].kind != SN_WIDE_SEGMENT)
            rows[kept++] = rows[i];
    return kept;
}

static void add_row(const SnSystem *system, int owner, int first, SnWideRow **rows, int *n)
{
    const SnSystemSegment *segment = &system->strand_segments[owner];
    *rows = sn_resize(*rows, (size_t)*n + 1, sizeof **rows);
    (*rows)[*n] = (SnWideRow){.kind = SN_WIDE_SEGMENT,
                              .id = system->strands[segment->strand].id,
                              .owner = owner,
                              .part = owner - system->strands[segment->strand].first_segment,
                              .first = first,
                              .count = segment->n_blocks};
    (*n)++;
}

static int end_of_blocks(const SnWideRow *rows, int n)
{
    int end = 0;
    for (int i = 0; i < n; i++)
        end = rows[i].first + rows[i].count > end ? rows[i].first + rows[i].count : end;
    return end;
}

static void find_rows(SnSystem *system)
{
    system->n_wide_rows = drop_segment_rows(system->wide_rows, system->n_wide_rows);
    system->n_wide_limits = drop_segment_rows(system->wide_limits, system->n_wide_limits);
    /* blocks of other rows come first */
    int next = end_of_blocks(system->wide_rows, system->n_wide_rows);
    const int limits = end_of_blocks(system->wide_limits, system->n_wide_limits);
    next = limits > next ? limits : next;
    for (int i = 0; i < system->n_segments_of_strands; i++) {
        SnSystemSegment *segment = &system->strand_segments[i];
        const SnStrandParameters *p = &system->strands[segment->strand].p;
        segment->row = segment->limit = -1;
        if (!p->inextensible && !p->slack)
            continue;
        system->wide_block =
            sn_resize(system->wide_block, (size_t)(next + segment->n_blocks + 1), sizeof(int));
        memcpy(system->wide_block + next, system->segment_block + segment->blocks,
               (size_t)segment->n_blocks * sizeof(int));
        if (p->slack)
            add_row(system, i, next, &system->wide_limits, &system->n_wide_limits);
        else
            add_row(system, i, next, &system->wide_rows, &system->n_wide_rows);
        next += segment->n_blocks;
    }
    system->n_wide_blocks = next;
}

void sn_finish_strands(SnSystem *system)
{
    int room = 0, n_blocks = 0;
    for (int i = 0; i < system->n_segments_of_strands; i++)
        room += system->strand_segments[i].count + 2;
    sn_free(system->segment_block);
    system->segment_block = sn_alloc((size_t)room + 1, sizeof(int));
    for (int i = 0; i < system->n_segments_of_strands; i++)
        find_blocks(system, &system->strand_segments[i], &n_blocks);
    find_rows(system);
    for (int i = 0; i < system->n_strands; i++) {
        const SnStrandParameters *p = &system->strands[i].p;
        if (p->muscle >= 0 && p->muscle < system->n_muscles)
            system->muscles[p->muscle].flattened = !p->keep_slope;
    }
}

void sn_number_strand_rows(SnSystem *system)
{
    const int rows = system->n_rows - system->n_wide_rows;
    for (int i = 0; i < system->n_wide_rows; i++)
        if (system->wide_rows[i].kind == SN_WIDE_SEGMENT)
            system->strand_segments[system->wide_rows[i].owner].row = rows + i;
    for (int i = 0; i < system->n_wide_limits; i++)
        if (system->wide_limits[i].kind == SN_WIDE_SEGMENT)
            system->strand_segments[system->wide_limits[i].owner].limit =
                system->n_joint_limits + i;
}
