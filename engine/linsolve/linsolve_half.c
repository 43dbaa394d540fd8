/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/linsolve_half.h"

#include <stdint.h>
#include <string.h>

#include "engine/base/instructions.h"
#include "engine/base/memory.h"

#define LANES SN_LINSOLVE_BATCH
#define BLOCK (LANES * LANES)
/* Numbers of Y at most: beyond, columns are solved for one by one. */
#define MOST 3.2e7
/* Parts of the work: a number of its own, so that it does not matter who does them. */
#define PARTS 2

/* A row that is kept: column `number` of Y. */
typedef struct Row {
    uint64_t hash; /* of columns and values */
    int first, n;  /* of its entries */
} Row;

struct SnLinsolveHalf {
    const SnFrontPlan *plan;
    const SnFrontHalfKernels *kernels;
    int *new_of;           /* [size] new index of each old one */
    int groups, n_rows;    /* of LANES columns of Y; columns, some of them of no row */
    int entries;           /* of all rows */
    double *y;             /* [groups][size][LANES] */
    bool *reached;         /* [groups][nodes] */
    double *d;             /* [groups (groups + 1) / 2][LANES][LANES] */
    Row *rows;             /* [n_rows] */
    int *column;           /* [entries] */
    double *value;         /* [entries] */
    int room[6];           /* of these six */
    double *gather[PARTS]; /* [gather][LANES] */
    int *asked;            /* [m] column of Y of each row asked for */
    int asked_room;
    /* what the parts work on */
    const SnFront *front;
    int first_group;
};

SnLinsolveHalf *sn_linsolve_half_new(const SnFrontPlan *plan)
{
    SnLinsolveHalf *half = sn_try_alloc(1, sizeof *half);
    if (!half)
        return NULL;
    half->plan = plan;
    half->kernels = sn_front_half_kernels(sn_instructions());
    half->new_of = sn_try_alloc((size_t)plan->size + 1, sizeof *half->new_of);
    bool whole = half->new_of != NULL;
    for (int k = 0; k < PARTS; k++) {
        half->gather[k] = sn_try_alloc((size_t)plan->gather * LANES + LANES, sizeof(double));
        whole = whole && half->gather[k];
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
    void *arrays[] = {half->new_of, half->y,     half->reached,   half->d,         half->rows,
                      half->column, half->value, half->gather[0], half->gather[1], half->asked};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(half);
}

void sn_linsolve_half_forget(SnLinsolveHalf *half)
{
    if (half)
        half->groups = half->n_rows = half->entries = 0;
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

static bool reserve(SnLinsolveHalf *half, int rows, int entries)
{
    const SnFrontPlan *plan = half->plan;
    const int groups = half->groups + (rows + LANES - 1) / LANES;
    if ((double)groups * plan->size * LANES > MOST)
        return false;
    struct {
        void *array;
        int n;
        size_t size;
    } arrays[] = {
        {&half->y, groups, (size_t)plan->size * LANES * sizeof(double)},
        {&half->reached, groups, (size_t)plan->nodes * sizeof(bool)},
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
    if (i % LANES == 0) {
        double *y = half->y + (size_t)half->groups * (size_t)half->plan->size * LANES;
        memset(y, 0, (size_t)half->plan->size * LANES * sizeof *y);
        half->groups++;
    }
    half->rows[i] = (Row){hash, half->entries, n};
    memcpy(half->column + half->entries, column, (size_t)n * sizeof *column);
    memcpy(half->value + half->entries, value, (size_t)n * sizeof *value);
    half->entries += n;
    double *y = half->y + (size_t)(half->groups - 1) * (size_t)half->plan->size * LANES;
    for (int p = 0; p < n; p++)
        y[(size_t)half->new_of[column[p]] * LANES + (size_t)(i % LANES)] = value[p];
    return i;
}

/* --- work that is shared --- */

static void solve_part(void *data, int part)
{
    SnLinsolveHalf *half = data;
    half->kernels->solve(half->front, half->y, half->reached, half->first_group + part, PARTS,
                         half->groups, half->gather[part]);
}

/* Groups with more before them are dearer: their blocks are dealt out by turns. */
static void multiply_part(void *data, int part)
{
    SnLinsolveHalf *half = data;
    for (int g = half->first_group + part; g < half->groups; g += PARTS)
        half->kernels->products(half->front, half->y, half->reached, g,
                                half->d + (size_t)g * (size_t)(g + 1) / 2 * BLOCK);
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
    /* new rows begin a new group */
    const int before = half->n_rows;
    if (!grow(&half->asked, &half->asked_room, m, sizeof *half->asked) ||
        !reserve(half, m + LANES, n_start[m]))
        return false;
    half->first_group = half->groups;
    for (int k = 0, near = 0; k < m; k++) {
        const int first = n_start[k], n = n_start[k + 1] - first;
        const uint64_t hash = hash_of(n, n_column + first, n_value + first);
        int i = find(half, near, hash, n, n_column + first, n_value + first);
        if (i < 0 && half->n_rows == before)
            half->n_rows = half->groups * LANES;
        if (i < 0)
            i = keep(half, hash, n, n_column + first, n_value + first);
        half->asked[k] = i;
        near = i + 1;
    }
    half->front = front;
    if (half->first_group < half->groups) {
        sn_workers_run(front->workers, solve_part, half, PARTS);
        sn_workers_run(front->workers, multiply_part, half, PARTS);
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            d[(size_t)i * (size_t)m + (size_t)j] = d[(size_t)j * (size_t)m + (size_t)i] =
                entry(half, half->asked[i], half->asked[j]);
    return true;
}
