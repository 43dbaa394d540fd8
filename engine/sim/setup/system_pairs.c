/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which blocks forces and elements couple, what that becomes for the active ones once the attached
 * are eliminated, and where each force writes its stiffness.  Linear in the number of couplings. */
#include "engine/base/memory.h"
#include "engine/sim/setup/system_plan.h"
#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/strand/strand_friction.h"

#include <stdlib.h>
#include <string.h>

/* --- sets of pairs --- */

typedef struct PairSet {
    size_t n, capacity;
    int (*pair)[2]; /* row > column */
} PairSet;

static void put(PairSet *set, int a, int b)
{
    if (a == b)
        return;
    if (set->n == set->capacity) {
        set->capacity = 2 * set->capacity + 256;
        set->pair = sn_resize(set->pair, set->capacity, sizeof *set->pair);
    }
    set->pair[set->n][0] = a > b ? a : b;
    set->pair[set->n++][1] = a > b ? b : a;
}

static int compare_int(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Orders the pairs by row and column and drops doubles: a counting sort by row, marks within. */
static void make_unique(PairSet *set, int n_blocks)
{
    size_t *start = sn_alloc((size_t)n_blocks + 2, sizeof *start);
    int *column = sn_alloc(set->n + 1, sizeof *column);
    int *mark = sn_alloc((size_t)n_blocks + 1, sizeof *mark);
    for (size_t i = 0; i < set->n; i++)
        start[set->pair[i][0] + 2]++;
    for (int r = 0; r < n_blocks; r++)
        start[r + 2] += start[r + 1];
    for (size_t i = 0; i < set->n; i++)
        column[start[set->pair[i][0] + 1]++] = set->pair[i][1];
    for (int r = 0; r <= n_blocks; r++)
        mark[r] = -1;
    set->n = 0;
    for (int r = 0; r < n_blocks; r++) {
        int *mine = column + start[r];
        size_t n = 0;
        for (size_t i = start[r]; i < start[r + 1]; i++)
            if (mark[column[i]] != r) {
                mark[column[i]] = r;
                mine[n++] = column[i];
            }
        if (n > 1)
            qsort(mine, n, sizeof *mine, compare_int);
        for (size_t i = 0; i < n; i++) {
            set->pair[set->n][0] = r;
            set->pair[set->n++][1] = mine[i];
        }
    }
    sn_free(start);
    sn_free(column);
    sn_free(mark);
}

/* --- what couples --- */

/* Distinct blocks of each path, ascending. */
static void finish_paths(SnSystem *system)
{
    sn_free(system->path_block);
    system->path_block = sn_alloc((size_t)system->n_path_points + 1, sizeof(int));
    system->n_path_blocks = 0;
    for (int i = 0; i < system->n_paths; i++) {
        SnSystemPath *path = &system->paths[i];
        int *blocks = system->path_block + system->n_path_blocks;
        int n = 0;
        for (int k = 0; k < path->count; k++) {
            const int point = system->path_point[path->first + k];
            const int block = system->points[point].block;
            bool known = block < 0;
            for (int j = 0; j < n && !known; j++)
                known = blocks[j] == block;
            if (!known)
                blocks[n++] = block;
        }
        qsort(blocks, (size_t)n, sizeof *blocks, compare_int);
        path->blocks = system->n_path_blocks, path->n_blocks = n;
        system->n_path_blocks += n;
    }
}

/* How often a joint's stiffness and damping need the three slots of two frames. */
static int slot_sets(const SnSystemJoint *joint)
{
    switch (joint->kind) {
    case SN_JOINT_HINGE:
    case SN_JOINT_SPHERICAL:
    case SN_JOINT_SLIDER:
    case SN_JOINT_CYLINDRICAL:
        return 1;
    case SN_JOINT_UNIVERSAL:
        return 2;
    default:
        return 0;
    }
}

/* A joint that moves freely gets no pair of its own: zeros would only slow the factorisation.
 * Damping that is switched on later is implicit in the diagonal blocks alone (joint_force.c). */
static bool couples(const SnSystemJoint *joint)
{
    bool forces = false;
    for (int k = 0; k < SN_MAX_COORDINATES; k++)
        forces = forces || joint->coordinate[k].stiffness != 0 || joint->coordinate[k].damping != 0;
    return forces && slot_sets(joint) > 0;
}

static void collect_two_frames(const SnSystem *system, int frame_a, int frame_b, PairSet *set)
{
    const int a = system->frames[frame_a].block, b = system->frames[frame_b].block;
    if (a >= 0 && b >= 0)
        put(set, a, b);
}

static void collect_elements(const SnSystem *system, PairSet *set)
{
    for (int f = 0; f < system->n_fems; f++) {
        const SnSystemFem *fem = &system->fems[f];
        for (int e = 0; e < fem->solid->n_elements; e++)
            for (int a = fem->solid->start[e]; a < fem->solid->start[e + 1]; a++)
                for (int b = fem->solid->start[e]; b < a; b++)
                    put(set, fem->node_block[fem->solid->nodes[a]],
                        fem->node_block[fem->solid->nodes[b]]);
    }
    for (int i = 0; i < system->n_segments; i++)
        put(set, system->segments[i].block[0], system->segments[i].block[1]);
}

static void collect_splines(const SnSystem *system, PairSet *set)
{
    for (int i = 0; i < system->n_splines; i++) {
        const SnSystemSpline *spline = &system->splines[i];
        const int *blocks = system->spline_block + spline->first_node;
        for (int r = 1; r < spline->n_nodes; r++)
            for (int c = r > 3 ? r - 3 : 0; c < r; c++)
                put(set, blocks[r], blocks[c]);
    }
}

static bool on_place(const SnSystemAttachment *a)
{
    return a->kind == SN_ATTACH_POINT_TO_GUIDE || a->kind == SN_ATTACH_POINT_TO_SURFACE;
}

/* Calls visit with the blocks of the nodes before, at and after each node where a strand bends. */
static void visit_bends(const SnSystem *system,
                        void (*visit)(void *data, int node, const int block[3]), void *data)
{
    for (int i = 0; i < system->n_strands; i++) {
        const SnSystemStrand *strand = &system->strands[i];
        for (int n = strand->first_node; n < strand->first_node + strand->n_nodes; n++) {
            int neighbours[2];
            if (!(strand->p.bending > 0) || !sn_strand_neighbours(system, strand, n, neighbours))
                continue;
            const int nodes[3] = {neighbours[0], n, neighbours[1]};
            int block[3];
            for (int k = 0; k < 3; k++)
                block[k] = system->points[system->strand_nodes[nodes[k]].point].block;
            visit(data, n, block);
        }
    }
}

static void put_bend(void *data, int node, const int block[3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < r; c++)
            if (block[r] >= 0 && block[c] >= 0)
                put(data, block[r], block[c]);
}

static void collect_strands(const SnSystem *system, PairSet *set)
{
    for (int i = 0; i < system->n_segments_of_strands; i++) {
        const SnSystemSegment *segment = &system->strand_segments[i];
        const int *blocks = system->segment_block + segment->blocks;
        for (int r = 0; r < segment->n_blocks; r++)
            for (int c = 0; c < r; c++)
                put(set, blocks[r], blocks[c]);
    }
    visit_bends(system, put_bend, set);
    for (int i = 0; i < system->n_strand_nodes; i++) {
        int block[3];
        const int n = sn_slip_blocks(system, i, block);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < r; c++)
                put(set, block[r], block[c]);
    }
}

static void collect(const SnSystem *system, PairSet *set)
{
    for (int i = 0; i < system->n_paths; i++) {
        const SnSystemPath *path = &system->paths[i];
        const int *blocks = system->path_block + path->blocks;
        for (int r = 0; r < path->n_blocks; r++)
            for (int c = 0; c < r; c++)
                put(set, blocks[r], blocks[c]);
    }
    for (int i = 0; i < system->n_frame_springs; i++)
        collect_two_frames(system, system->frame_springs[i].frame_a,
                           system->frame_springs[i].frame_b, set);
    for (int i = 0; i < system->n_joints; i++)
        if (couples(&system->joints[i]))
            collect_two_frames(system, system->joints[i].frame_a, system->joints[i].frame_b, set);
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[i];
        const int *masters = system->attachment_master + a->first;
        for (int r = 0; a->kind == SN_ATTACH_BODY_TO_POINTS && r < a->count; r++)
            for (int c = 0; c < r; c++)
                put(set, masters[r], masters[c]);
        for (int r = 1; on_place(a) && r < a->count; r++)
            put(set, masters[r], masters[0]);
    }
    collect_elements(system, set);
    collect_strands(system, set);
    for (int i = 0; i < system->rods.n_segments; i++)
        put(set, system->rods.segments[i].block[0], system->rods.segments[i].block[1]);
    collect_splines(system, set);
    make_unique(set, system->n_blocks);
}

/* --- active and outer pairs --- */

/* Every active root of a with every one of b. */
static void couple_roots(const SnSystem *system, int a, int b, PairSet *active)
{
    const SnRoots ra = sn_roots(system, &a), rb = sn_roots(system, &b);
    for (int i = 0; i < ra.n && ra.block[i] < system->n_active; i++)
        for (int j = 0; j < rb.n && rb.block[j] < system->n_active; j++)
            put(active, ra.block[i], rb.block[j]);
}

static void split(const SnSystem *system, const PairSet *all, PairSet *active, PairSet *outer)
{
    for (size_t i = 0; i < all->n; i++) {
        const int row = all->pair[i][0], column = all->pair[i][1];
        if (sn_is_kinematic(system, column))
            continue;
        put(row < system->n_active ? active : outer, row, column);
        if (row >= system->n_active)
            couple_roots(system, row, column, active);
    }
    for (int i = 0; i < system->n_attached; i++)
        couple_roots(system, system->n_active + i, system->n_active + i, active);
    make_unique(active, system->n_active);
}

static int store(SnSystem *system, int k, int row, int column)
{
    system->pair_row[k] = row;
    system->pair_column[k] = column;
    system->pair_value[k] = system->n_pair_values;
    system->n_pair_values += system->blocks[row].n * system->blocks[column].n;
    return k + 1;
}

static int *row_starts(const PairSet *set, int n_rows, int first)
{
    int *start = sn_alloc((size_t)n_rows + 2, sizeof *start);
    for (size_t i = 0; i < set->n; i++)
        start[set->pair[i][0] + 1]++;
    start[0] = first;
    for (int r = 0; r < n_rows; r++)
        start[r + 1] += start[r];
    return start;
}

static void number_pairs(SnSystem *system, SnPairIndex *index)
{
    PairSet all = {0}, active = {0}, outer = {0};
    collect(system, &all);
    split(system, &all, &active, &outer);
    system->n_pairs = system->n_active + (int)active.n;
    system->n_outer = system->n_attached + (int)outer.n;
    const size_t n = (size_t)(system->n_pairs + system->n_outer) + 1;
    int **arrays[] = {&system->pair_row, &system->pair_column, &system->pair_value};
    for (int i = 0; i < 3; i++) {
        sn_free(*arrays[i]);
        *arrays[i] = sn_alloc(n, sizeof(int));
    }
    system->n_pair_values = 0;
    int k = 0;
    for (int i = 0; i < system->n_active; i++)
        k = store(system, k, i, i);
    for (size_t i = 0; i < active.n; i++)
        k = store(system, k, active.pair[i][0], active.pair[i][1]);
    for (int i = 0; i < system->n_attached; i++)
        k = store(system, k, system->n_active + i, system->n_active + i);
    for (size_t i = 0; i < outer.n; i++)
        k = store(system, k, outer.pair[i][0], outer.pair[i][1]);
    index->active = row_starts(&active, system->n_active, system->n_active);
    index->outer = row_starts(&outer, system->n_blocks, system->n_pairs + system->n_attached);
    sn_free(all.pair);
    sn_free(active.pair);
    sn_free(outer.pair);
}

void sn_pair_index_free(SnPairIndex *index)
{
    sn_free(index->active);
    sn_free(index->outer);
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
        if (system->pair_column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < start[row + 1] && system->pair_column[low] == column ? low : -1;
}

/* --- slots --- */

/* Slots of two coupled frames: aa, ba, bb. */
static void slots_of_two_frames(const SnSystem *system, const SnPairIndex *index, int frame_a,
                                int frame_b, bool coupled, int slot[3])
{
    const int a = system->frames[frame_a].block, b = system->frames[frame_b].block;
    slot[0] = a >= 0 ? sn_diagonal_pair(system, a) : -1;
    slot[1] = coupled && a >= 0 && b >= 0 ? sn_find_pair(system, index, a, b) : -1;
    slot[2] = b >= 0 ? sn_diagonal_pair(system, b) : -1;
}

static void count_bend(void *data, int node, const int block[3])
{
    SnSystem *system = data;
    system->strand_nodes[node].bend = system->n_slots;
    system->n_slots += 6;
}

static void count_slots(SnSystem *system)
{
    int n = 0;
    for (int i = 0; i < system->n_paths; i++) {
        system->paths[i].slots = n;
        n += system->paths[i].n_blocks * (system->paths[i].n_blocks + 1) / 2;
    }
    for (int i = 0; i < system->n_frame_springs; i++, n += 3)
        system->frame_springs[i].slots = n;
    for (int i = 0; i < system->n_joints; i++) {
        const int sets = slot_sets(&system->joints[i]);
        system->joints[i].slots = sets > 0 ? n : -1;
        n += 3 * sets;
    }
    for (int i = 0; i < system->n_segments; i++, n += 3)
        system->segments[i].slots = n;
    for (int i = 0; i < system->n_splines; i++) {
        system->splines[i].slots = n;
        n += 10 * (system->splines[i].n_nodes - 3);
    }
    for (int i = 0; i < system->n_attachments; i++) {
        SnSystemAttachment *a = &system->attachments[i];
        const bool polar = a->kind == SN_ATTACH_BODY_TO_POINTS;
        a->slots = polar || on_place(a) ? n : -1;
        n += polar ? a->count * (a->count + 1) / 2 : on_place(a) ? a->count : 0;
    }
    for (int i = 0; i < system->rods.n_segments; i++, n += 3)
        system->rods.segments[i].slots = n;
    for (int i = 0; i < system->n_segments_of_strands; i++) {
        SnSystemSegment *segment = &system->strand_segments[i];
        segment->slots = n;
        n += segment->n_blocks * (segment->n_blocks + 1) / 2;
    }
    system->n_slots = n;
    for (int i = 0; i < system->n_strand_nodes; i++) {
        system->strand_nodes[i].bend = system->strand_nodes[i].slip = -1;
        if (system->strand_nodes[i].flow >= 0) {
            system->strand_nodes[i].slip = system->n_slots;
            system->n_slots += 6;
        }
    }
    visit_bends(system, count_bend, system);
    n = system->n_slots;
    sn_free(system->stiffness_slot);
    system->stiffness_slot = sn_alloc((size_t)n + 1, sizeof(int));
}

typedef struct BendSlots {
    SnSystem *system;
    const SnPairIndex *index;
} BendSlots;

static void find_bend(void *data, int node, const int block[3])
{
    const BendSlots *b = data;
    int *slot = b->system->stiffness_slot + b->system->strand_nodes[node].bend;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c <= r; c++)
            *slot++ = block[r] >= 0 && block[c] >= 0
                          ? sn_find_pair(b->system, b->index, block[r], block[c])
                          : -1;
}

/* Pairs of n blocks with each other and themselves, row by row; the slot after them. */
static int *find_lower(const SnSystem *system, const SnPairIndex *index, int n, const int *blocks,
                       int *slot)
{
    for (int r = 0; r < n; r++)
        for (int c = 0; c <= r; c++)
            *slot++ = sn_find_pair(system, index, blocks[r], blocks[c]);
    return slot;
}

static void attachment_slots(const SnSystem *system, const SnPairIndex *index)
{
    for (int i = 0; i < system->n_attachments; i++) {
        const SnSystemAttachment *a = &system->attachments[i];
        const int *masters = system->attachment_master + a->first;
        int *slot = system->stiffness_slot + a->slots;
        if (a->slots >= 0 && !on_place(a))
            find_lower(system, index, a->count, masters, slot);
        for (int r = 0; a->slots >= 0 && on_place(a) && r < a->count; r++)
            *slot++ = sn_find_pair(system, index, masters[r], masters[0]);
    }
}

/* Of spline, reduced and Cosserat strands. */
static void strand_slots(SnSystem *system, const SnPairIndex *index)
{
    int *slots = system->stiffness_slot;
    for (int i = 0; i < system->n_splines; i++) {
        const SnSystemSpline *spline = &system->splines[i];
        int *slot = slots + spline->slots;
        for (int span = 0; span < spline->n_nodes - 3; span++)
            slot = find_lower(system, index, 4, system->spline_block + spline->first_node + span,
                              slot);
    }
    for (int i = 0; i < system->n_segments_of_strands; i++) {
        const SnSystemSegment *segment = &system->strand_segments[i];
        find_lower(system, index, segment->n_blocks, system->segment_block + segment->blocks,
                   slots + segment->slots);
    }
    for (int i = 0; i < system->rods.n_segments; i++) {
        const SnSystemRodSegment *segment = &system->rods.segments[i];
        find_lower(system, index, 2, segment->block, slots + segment->slots);
    }
    BendSlots bends = {system, index};
    visit_bends(system, find_bend, &bends);
    for (int i = 0; i < system->n_strand_nodes; i++) {
        int block[3];
        const int n = sn_slip_blocks(system, i, block);
        find_lower(system, index, n, block, slots + system->strand_nodes[i].slip);
    }
}

static void finish_slots(SnSystem *system, const SnPairIndex *index)
{
    count_slots(system);
    int *slots = system->stiffness_slot;
    for (int i = 0; i < system->n_paths; i++) {
        const SnSystemPath *path = &system->paths[i];
        find_lower(system, index, path->n_blocks, system->path_block + path->blocks,
                   slots + path->slots);
    }
    for (int i = 0; i < system->n_frame_springs; i++) {
        const SnSystemFrameSpring *spring = &system->frame_springs[i];
        slots_of_two_frames(system, index, spring->frame_a, spring->frame_b, true,
                            slots + spring->slots);
    }
    for (int i = 0; i < system->n_joints; i++) {
        const SnSystemJoint *joint = &system->joints[i];
        for (int k = 0; k < slot_sets(joint); k++)
            slots_of_two_frames(system, index, k ? joint->frame_b : joint->frame_a,
                                k ? joint->frame_a : joint->frame_b, couples(joint),
                                slots + joint->slots + 3 * k);
    }
    attachment_slots(system, index);
    for (int i = 0; i < system->n_segments; i++) {
        const SnFibreSegment *segment = &system->segments[i];
        find_lower(system, index, 2, segment->block, slots + segment->slots);
    }
    strand_slots(system, index);
}

/* --- the reduction --- */

/* Operations of one outer pair, into `list` unless that is NULL; how many. */
static int reduce_pair(const SnSystem *system, const SnPairIndex *index, int pair,
                       SnReduceOperation *list)
{
    const int a = system->pair_row[pair], b = system->pair_column[pair];
    const SnRoots ra = sn_roots(system, &a), rb = sn_roots(system, &b);
    int n = 0;
    for (int i = 0; i < ra.n && ra.block[i] < system->n_active; i++)
        for (int j = 0; j < rb.n && rb.block[j] < system->n_active; j++) {
            if (a == b && j > i)
                break; /* X is symmetric: below the diagonal only */
            const int r = ra.block[i], c = rb.block[j];
            if (list)
                list[n] = (SnReduceOperation){.row_jacobian = ra.jacobian[i],
                                              .column_jacobian = rb.jacobian[j],
                                              .target = sn_find_pair(system, index, r, c),
                                              .mode = r == c && a != b ? SN_REDUCE_BOTH
                                                      : r >= c         ? SN_REDUCE_ADD
                                                                       : SN_REDUCE_TRANSPOSED};
            n++;
        }
    return n;
}

static void finish_reduction(SnSystem *system, const SnPairIndex *index)
{
    sn_free(system->reduce_start);
    sn_free(system->reduce);
    system->reduce_start = sn_alloc((size_t)system->n_outer + 1, sizeof(int));
    for (int i = 0; i < system->n_outer; i++)
        system->reduce_start[i + 1] =
            system->reduce_start[i] + reduce_pair(system, index, system->n_pairs + i, NULL);
    system->reduce =
        sn_alloc((size_t)system->reduce_start[system->n_outer] + 1, sizeof *system->reduce);
    for (int i = 0; i < system->n_outer; i++)
        reduce_pair(system, index, system->n_pairs + i, system->reduce + system->reduce_start[i]);
}

void sn_finish_pairs(SnSystem *system, SnPairIndex *index)
{
    finish_paths(system);
    number_pairs(system, index);
    finish_slots(system, index);
    finish_reduction(system, index);
}
