/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which blocks the forces couple, what that becomes for the active ones once the attached
 * are eliminated, and where each force writes its stiffness.  Linear in the number of couplings. */
#include "engine/base/memory.h"
#include "engine/sim/system/system_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- sets of pairs --- */

typedef struct PairSet {
    size_t n, capacity;
    int (*pair)[2]; /* row > column */
} PairSet;

static void put_pair(PairSet *set, int a, int b)
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

static void visit_couplings(SnSystem *system, SnCouplingVisitor visit, void *data)
{
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->couplings)
            (*force)->couplings(system, visit, data);
}

static int slots_of(const SnCoupling *c)
{
    return c->shape == SN_COUPLE_ALL     ? c->n * (c->n + 1) / 2
           : c->shape == SN_COUPLE_FIRST ? c->n
                                         : 0;
}

typedef struct Collection {
    PairSet pairs;
    int n_slots;
} Collection;

static void collect_pairs(void *data, const SnCoupling *c)
{
    Collection *collection = data;
    if (c->slots)
        *c->slots = collection->n_slots;
    collection->n_slots += slots_of(c);
    for (int i = 1; !c->apart && i < c->n; i++)
        for (int j = 0; j < (c->shape == SN_COUPLE_FIRST ? 1 : i); j++)
            if (c->blocks[i] >= 0 && c->blocks[j] >= 0)
                put_pair(&collection->pairs, c->blocks[i], c->blocks[j]);
}

/* --- active and outer pairs --- */

/* Every active root of a with every one of b. */
static void couple_roots(const SnSystem *system, int a, int b, PairSet *active)
{
    const SnRoots ra = sn_roots(system, &a), rb = sn_roots(system, &b);
    for (int i = 0; i < ra.n && ra.block[i] < system->n_active; i++)
        for (int j = 0; j < rb.n && rb.block[j] < system->n_active; j++)
            put_pair(active, ra.block[i], rb.block[j]);
}

static void split_pairs(const SnSystem *system, const PairSet *all, PairSet *active, PairSet *outer)
{
    for (size_t i = 0; i < all->n; i++) {
        const int row = all->pair[i][0], column = all->pair[i][1];
        if (sn_is_kinematic(system, column))
            continue;
        put_pair(row < system->n_active ? active : outer, row, column);
        if (row >= system->n_active)
            couple_roots(system, row, column, active);
    }
    for (int i = 0; i < system->n_attached; i++)
        couple_roots(system, system->n_active + i, system->n_active + i, active);
    make_unique(active, system->n_active);
}

static int store_pairs(SnSystem *system, int k, int row, int column)
{
    system->pairs.row[k] = row;
    system->pairs.column[k] = column;
    system->pairs.value[k] = system->pairs.n_values;
    system->pairs.n_values += system->blocks[row].n * system->blocks[column].n;
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
    Collection all = {0};
    PairSet active = {0}, outer = {0};
    visit_couplings(system, collect_pairs, &all);
    make_unique(&all.pairs, system->n_blocks);
    split_pairs(system, &all.pairs, &active, &outer);
    system->pairs.n_slots = all.n_slots;
    system->pairs.n = system->n_active + (int)active.n;
    system->pairs.n_outer = system->n_attached + (int)outer.n;
    const size_t n = (size_t)(system->pairs.n + system->pairs.n_outer) + 1;
    int **arrays[] = {&system->pairs.row, &system->pairs.column, &system->pairs.value};
    for (int i = 0; i < 3; i++) {
        sn_free(*arrays[i]);
        *arrays[i] = sn_alloc(n, sizeof(int));
    }
    system->pairs.n_values = 0;
    int k = 0;
    for (int i = 0; i < system->n_active; i++)
        k = store_pairs(system, k, i, i);
    for (size_t i = 0; i < active.n; i++)
        k = store_pairs(system, k, active.pair[i][0], active.pair[i][1]);
    for (int i = 0; i < system->n_attached; i++)
        k = store_pairs(system, k, system->n_active + i, system->n_active + i);
    for (size_t i = 0; i < outer.n; i++)
        k = store_pairs(system, k, outer.pair[i][0], outer.pair[i][1]);
    index->active = row_starts(&active, system->n_active, system->n_active);
    index->outer = row_starts(&outer, system->n_blocks, system->pairs.n + system->n_attached);
    sn_free(all.pairs.pair);
    sn_free(active.pair);
    sn_free(outer.pair);
}

void sn_pair_index_free(SnPairIndex *index)
{
    sn_free(index->active);
    sn_free(index->outer);
}

/* --- slots --- */

typedef struct Slots {
    const SnSystem *system;
    const SnPairIndex *index;
    int n;
} Slots;

static void fill_slots(void *data, const SnCoupling *c)
{
    Slots *slots = data;
    int *slot = slots->system->pairs.stiffness_slot + slots->n;
    if (c->slots)
        *c->slots = slots->n;
    slots->n += slots_of(c);
    for (int i = 0; c->shape != SN_COUPLE_GATHER && i < c->n; i++) {
        const int first = c->shape == SN_COUPLE_FIRST ? 0 : i;
        for (int j = 0; j <= first; j++) {
            const int a = c->blocks[i], b = c->blocks[j];
            const bool none = a < 0 || b < 0 || (c->apart && i != j);
            *slot++ = none ? -1 : sn_find_pair(slots->system, slots->index, a, b);
        }
    }
}

static void finish_slots(SnSystem *system, const SnPairIndex *index)
{
    Slots slots = {system, index, 0};
    sn_free(system->pairs.stiffness_slot);
    system->pairs.stiffness_slot = sn_alloc((size_t)system->pairs.n_slots + 1, sizeof(int));
    visit_couplings(system, fill_slots, &slots);
    assert(slots.n == system->pairs.n_slots);
}

/* --- the reduction --- */

/* Operations of one outer pair, into `list` unless that is NULL; how many. */
static int reduce_pair(const SnSystem *system, const SnPairIndex *index, int pair,
                       SnReduceOperation *list)
{
    const int a = system->pairs.row[pair], b = system->pairs.column[pair];
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
    sn_free(system->pairs.reduce_start);
    sn_free(system->pairs.reduce);
    system->pairs.reduce_start = sn_alloc((size_t)system->pairs.n_outer + 1, sizeof(int));
    for (int i = 0; i < system->pairs.n_outer; i++)
        system->pairs.reduce_start[i + 1] =
            system->pairs.reduce_start[i] + reduce_pair(system, index, system->pairs.n + i, NULL);
    system->pairs.reduce = sn_alloc((size_t)system->pairs.reduce_start[system->pairs.n_outer] + 1,
                                    sizeof *system->pairs.reduce);
    for (int i = 0; i < system->pairs.n_outer; i++)
        reduce_pair(system, index, system->pairs.n + i,
                    system->pairs.reduce + system->pairs.reduce_start[i]);
}

void sn_finish_pairs(SnSystem *system, SnPairIndex *index)
{
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->finish)
            (*force)->finish(system);
    number_pairs(system, index);
    finish_slots(system, index);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->locate)
            (*force)->locate(system, index);
    finish_reduction(system, index);
}
