/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/linsolve_half.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/instructions.h"
#include "engine/base/memory.h"

#define LANES SN_LINSOLVE_BATCH
#define BLOCK (LANES * LANES)
/* Numbers of Y, and of D, at most: beyond, columns are solved for one by one. */
#define MOST 3.2e7
/* Numbers of the groups that are solved for side by side, and the most of these. */
#define AT_ONCE     4e6
#define MOST_GROUPS 16
/* Parts of the work: a number of its own, so that it does not matter who does them. */
#define PARTS 2

/* A row that is kept: column `number` of Y. */
typedef struct Row {
    uint64_t hash; /* of columns and values */
    int first, n;  /* of its entries */
} Row;

/* A row asked for that is not kept yet. */
typedef struct Fresh {
    uint64_t hash;
    int leaf, k; /* first unknown of it that is eliminated, number of the row */
} Fresh;

/* LANES columns of Y: zero but in some nodes, mostly those on the way from a leaf to the root. */
typedef struct Group {
    int first, n; /* of its nodes */
} Group;

enum { ROOMS = 8 };

struct SnLinsolveHalf {
    const SnFrontPlan *plan;
    const SnFrontHalfKernels *kernels;
    int *new_of;           /* [size] new index of each old one */
    int groups, n_rows;    /* columns, some of them of no row */
    int entries;           /* of all rows */
    int n_nodes, unknowns; /* of all groups */
    Group *group;          /* [groups] */
    SnFrontReached *node;  /* [n_nodes] */
    double *y;             /* [unknowns][LANES], times the root of |1 / D| */
    double *d;             /* [groups (groups + 1) / 2][LANES][LANES] */
    Row *rows;             /* [n_rows] */
    int *column;           /* [entries] */
    double *value;         /* [entries] */
    int room[ROOMS];       /* of these */
    double *gather[PARTS]; /* [gather][LANES] */
    double *wide;          /* [at_once][size][LANES] columns on their way, zero between */
    bool *reached;         /* [at_once][nodes] */
    int at_once;
    int *place[PARTS]; /* [nodes] of a group's unknowns in y, -1 */
    int *asked;        /* [m] column of Y of each row asked for */
    Fresh *fresh;      /* [m] */
    int asked_room, fresh_room;
    /* what the parts work on */
    const SnFront *front;
    int first_group, wide_groups;
};

SnLinsolveHalf *sn_linsolve_half_new(const SnFrontPlan *plan)
{
    SnLinsolveHalf *half = sn_try_alloc(1, sizeof *half);
    if (!half)
        return NULL;
    half->plan = plan;
    half->kernels = sn_front_half_kernels(sn_instructions());
    half->at_once = (int)(AT_ONCE / LANES / (plan->size + 1));
    half->at_once = half->at_once < PARTS         ? PARTS
                    : half->at_once > MOST_GROUPS ? MOST_GROUPS
                                                  : half->at_once;
    const size_t at_once = (size_t)half->at_once;
    half->new_of = sn_try_alloc((size_t)plan->size + 1, sizeof *half->new_of);
    half->wide = sn_try_alloc(at_once * (size_t)plan->size * LANES + LANES, sizeof(double));
    half->reached = sn_try_alloc(at_once * (size_t)plan->nodes + 1, sizeof(bool));
    bool whole = half->new_of && half->wide && half->reached;
    for (int k = 0; k < PARTS; k++) {
        half->gather[k] = sn_try_alloc((size_t)plan->gather * LANES + LANES, sizeof(double));
        half->place[k] = sn_try_alloc((size_t)plan->nodes + 1, sizeof(int));
        whole = whole && half->gather[k] && half->place[k];
    }
    if (!whole) {
        sn_linsolve_half_free(half);
        return NULL;
    }
    for (int k = 0; k < plan->size; k++)
        half->new_of[plan->old[k]] = k;
    return half;
}

void sn_linsolve_half_free(SnLinsolveHalf *half)
{
    if (!half)
        return;
    void *arrays[] = {half->new_of, half->group,    half->node,      half->y,
                      half->d,      half->rows,     half->column,    half->value,
                      half->wide,   half->reached,  half->gather[0], half->gather[1],
                      half->asked,  half->place[0], half->place[1],  half->fresh};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(half);
}

void sn_linsolve_half_forget(SnLinsolveHalf *half)
{
    if (half)
        half->groups = half->n_rows = half->entries = half->n_nodes = half->unknowns = 0;
}

/* Room for n things in *array, half as much again where it is too small. */
static bool grow(void *array, int *room, int n, size_t size)
{
    void *old;
    memcpy(&old, array, sizeof old);
    if (n <= *room && old)
        return true;
    const int more = n + n / 2 + LANES;
    void *larger = sn_try_resize(old, (size_t)more, size);
    if (!larger)
        return false;
    memcpy(array, &larger, sizeof larger);
    *room = more;
    return true;
}

/* For so many more of each. */
static bool reserve(SnLinsolveHalf *half, int groups, int rows, int entries)
{
    groups += half->groups;
    if ((double)groups * (groups + 1) / 2 * BLOCK > MOST)
        return false;
    struct {
        void *array;
        int n;
        size_t size;
    } arrays[] = {
        {&half->group, groups, sizeof *half->group},
        {&half->d, groups * (groups + 1) / 2, BLOCK * sizeof(double)},
        {&half->rows, half->n_rows + rows, sizeof *half->rows},
        {&half->column, half->entries + entries, sizeof *half->column},
        {&half->value, half->entries + entries, sizeof *half->value},
    };
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!grow(arrays[k].array, &half->room[k], arrays[k].n, arrays[k].size))
            return false;
    return true;
}

static bool reserve_nodes(SnLinsolveHalf *half, int nodes, int unknowns)
{
    return (double)(half->unknowns + unknowns) * LANES <= MOST &&
           grow(&half->node, &half->room[ROOMS - 2], half->n_nodes + nodes, sizeof *half->node) &&
           grow(&half->y, &half->room[ROOMS - 1], half->unknowns + unknowns,
                LANES * sizeof *half->y);
}

/* --- rows that are kept --- */

static uint64_t hash_of(int n, const int *column, const double *value)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a over numbers */
    for (int p = 0; p < n; p++) {
        uint64_t bits;
        memcpy(&bits, &value[p], sizeof bits);
        hash = (hash ^ (uint64_t)column[p]) * 1099511628211u;
        hash = (hash ^ bits ^ bits >> 32) * 1099511628211u;
    }
    return hash;
}

/* The row among those kept, looked for from `near` on; -1: it is new. */
static int find(const SnLinsolveHalf *half, int near, uint64_t hash, int n, const int *column,
                const double *value)
{
    for (int k = 0; k < half->n_rows; k++) {
        const int i = (near + k) % half->n_rows;
        const Row *row = &half->rows[i];
        if (row->hash == hash && row->n == n &&
            memcmp(half->column + row->first, column, (size_t)n * sizeof *column) == 0 &&
            memcmp(half->value + row->first, value, (size_t)n * sizeof *value) == 0)
            return i;
    }
    return -1;
}

static int keep(SnLinsolveHalf *half, uint64_t hash, int n, const int *column, const double *value)
{
    const int i = half->n_rows++;
    half->groups += i % LANES == 0;
    half->rows[i] = (Row){hash, half->entries, n};
    memcpy(half->column + half->entries, column, (size_t)n * sizeof *column);
    memcpy(half->value + half->entries, value, (size_t)n * sizeof *value);
    half->entries += n;
    return i;
}

static int compare_fresh(const void *a, const void *b)
{
    const Fresh *x = a, *y = b;
    return x->leaf != y->leaf ? (x->leaf > y->leaf) - (x->leaf < y->leaf) : x->k - y->k;
}

/* The first unknown of a row that is eliminated: the columns of rows that begin near each other
 * reach much the same nodes. */
static int leaf_of(const SnLinsolveHalf *half, int n, const int *column)
{
    int leaf = half->plan->size;
    for (int p = 0; p < n; p++)
        leaf = half->new_of[column[p]] < leaf ? half->new_of[column[p]] : leaf;
    return leaf;
}

/* Looks for the rows asked for among those kept; what is new comes into `fresh`, in the order in
 * which they are best solved for side by side; how many. */
static int look_for_rows(SnLinsolveHalf *half, int m, const int *n_start, const int *n_column,
                         const double *n_value)
{
    int fresh = 0;
    for (int k = 0, near = 0; k < m; k++) {
        const int first = n_start[k], n = n_start[k + 1] - first;
        const uint64_t hash = hash_of(n, n_column + first, n_value + first);
        half->asked[k] = find(half, near, hash, n, n_column + first, n_value + first);
        near = half->asked[k] + 1;
        if (half->asked[k] < 0)
            half->fresh[fresh++] = (Fresh){hash, leaf_of(half, n, n_column + first), k};
    }
    qsort(half->fresh, (size_t)fresh, sizeof *half->fresh, compare_fresh);
    return fresh;
}

/* Numbers the rows asked for, new ones in groups of their own; false: no room. */
static bool number_rows(SnLinsolveHalf *half, int m, const int *n_start, const int *n_column,
                        const double *n_value)
{
    half->first_group = half->groups;
    const int fresh = look_for_rows(half, m, n_start, n_column, n_value);
    for (int i = 0; i < fresh; i++) {
        const Fresh *row = &half->fresh[i];
        const int first = n_start[row->k], n = n_start[row->k + 1] - first;
        if (!reserve(half, 1, 2 * LANES, n))
            return false;
        while (half->first_group == half->groups && half->n_rows < LANES * half->groups)
            half->rows[half->n_rows++] = (Row){0};
        half->asked[row->k] = keep(half, row->hash, n, n_column + first, n_value + first);
    }
    return true;
}

/* --- work that is shared --- */

static void solve_part(void *data, int part)
{
    SnLinsolveHalf *half = data;
    half->kernels->solve(half->front, half->wide, half->reached, part, PARTS, half->wide_groups,
                         half->gather[part]);
}

/* Groups with more before them are dearer: their blocks are dealt out by turns. */
static void multiply_part(void *data, int part)
{
    SnLinsolveHalf *half = data;
    int *place = half->place[part];
    for (int s = 0; s < half->plan->nodes; s++)
        place[s] = -1;
    for (int g = half->first_group + part; g < half->groups; g += PARTS) {
        const Group *group = &half->group[g];
        double *block = half->d + (size_t)g * (size_t)(g + 1) / 2 * BLOCK;
        for (int k = group->first; k < group->first + group->n; k++)
            place[half->node[k].node] = half->node[k].at;
        for (int j = 0; j <= g; j++, block += BLOCK)
            half->kernels->product(half->front, half->y, place, half->group[j].n,
                                   half->node + half->group[j].first, block);
        for (int k = group->first; k < group->first + group->n; k++)
            place[half->node[k].node] = -1;
    }
}

/* --- columns of Y --- */

/* Those of a group's rows into the wide one with this number. */
static void widen(SnLinsolveHalf *half, int group, int number)
{
    double *y = half->wide + (size_t)number * (size_t)half->plan->size * LANES;
    for (int i = LANES * group; i < LANES * (group + 1) && i < half->n_rows; i++)
        for (int p = half->rows[i].first; p < half->rows[i].first + half->rows[i].n; p++)
            y[(size_t)half->new_of[half->column[p]] * LANES + (size_t)(i % LANES)] = half->value[p];
}

/* What is not zero of a wide one into Y; the wide one is zero again. */
static bool narrow(SnLinsolveHalf *half, int group, int number)
{
    const SnFrontPlan *plan = half->plan;
    const double *inverse = half->front->inverse;
    const bool *reached = half->reached + (size_t)number * (size_t)plan->nodes;
    double *y = half->wide + (size_t)number * (size_t)plan->size * LANES;
    int nodes = 0, unknowns = 0;
    for (int s = 0; s < plan->nodes; s++) {
        nodes += reached[s];
        unknowns += reached[s] ? plan->node[s].width : 0;
    }
    const bool room = reserve_nodes(half, nodes, unknowns);
    half->group[group] = (Group){half->n_nodes, nodes};
    for (int s = 0; s < plan->nodes; s++) {
        if (!reached[s])
            continue;
        const int first = plan->node[s].first, width = plan->node[s].width;
        double *from = y + (size_t)first * LANES, *to = half->y + (size_t)half->unknowns * LANES;
        for (int k = 0; room && k < width; k++) {
            const double root = sqrt(fabs(inverse[first + k]));
            for (int c = 0; c < LANES; c++)
                to[k * LANES + c] = root * from[k * LANES + c];
        }
        memset(from, 0, (size_t)width * LANES * sizeof *from);
        if (!room)
            continue;
        half->node[half->n_nodes++] = (SnFrontReached){s, half->unknowns};
        half->unknowns += width;
    }
    return room;
}

/* Of all new groups. */
static bool solve_groups(SnLinsolveHalf *half)
{
    bool room = true;
    for (int first = half->first_group; room && first < half->groups; first += half->at_once) {
        const int left = half->groups - first;
        half->wide_groups = left < half->at_once ? left : half->at_once;
        for (int k = 0; k < half->wide_groups; k++)
            widen(half, first + k, k);
        sn_workers_run(half->front->workers, solve_part, half, PARTS);
        for (int k = 0; k < half->wide_groups; k++)
            room = narrow(half, first + k, k) && room;
    }
    return room;
}

static bool make_columns(SnLinsolveHalf *half, int m, const int *n_start, const int *n_column,
                         const double *n_value)
{
    if (!number_rows(half, m, n_start, n_column, n_value) || !solve_groups(half))
        return false;
    if (half->first_group < half->groups)
        sn_workers_run(half->front->workers, multiply_part, half, PARTS);
    return true;
}

static double entry(const SnLinsolveHalf *half, int i, int j)
{
    const size_t a = (size_t)(i > j ? i : j), b = (size_t)(i > j ? j : i);
    const size_t g = a / LANES, f = b / LANES;
    return half->d[(g * (g + 1) / 2 + f) * BLOCK + a % LANES * LANES + b % LANES];
}

bool sn_linsolve_half_delassus(SnLinsolveHalf *half, const SnFront *front, int m,
                               const int *n_start, const int *n_column, const double *n_value,
                               double *d)
{
    half->front = front;
    if (!grow(&half->asked, &half->asked_room, m, sizeof *half->asked) ||
        !grow(&half->fresh, &half->fresh_room, m, sizeof *half->fresh))
        return false;
    if (!make_columns(half, m, n_start, n_column, n_value)) {
        /* without what came before */
        sn_linsolve_half_forget(half);
        if (!make_columns(half, m, n_start, n_column, n_value)) {
            sn_linsolve_half_forget(half);
            return false;
        }
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            d[(size_t)i * (size_t)m + (size_t)j] = d[(size_t)j * (size_t)m + (size_t)i] =
                entry(half, half->asked[i], half->asked[j]);
    return true;
}
