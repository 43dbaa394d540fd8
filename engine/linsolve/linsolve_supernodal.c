/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Supernodal backend: CHOLMOD's Cholesky factor of the condensed matrix A + G' W G with
 * W^-1 = C + eps g diag(A)^-1 g' (reference/kkt.md 1 and 7): l = W (G u - g) eliminated.  It solves
 * the same regularised system as an LDL' with pivots -W^-1, so two refined solves give the exact
 * one.  Singular (not positive definite) where A is indefinite on the kernel of G: linsolve.c then
 * goes on with the sparse backend. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cholmod.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_backend.h"

/* 1 / gamma: kkt.md 3, accuracy: two solves */
#define ROW_EPSILON 1e-6

extern void omp_set_max_active_levels(int levels);

typedef struct Supernodal {
    const SnKktMatrix *matrix;
    cholmod_common common;
    cholmod_sparse *condensed; /* lower triangle, in the order of elimination */
    cholmod_factor *factor;
    cholmod_dense *b, *x, *y, *e; /* right-hand side, then kept by cholmod_solve2 */
    int *position;                /* [n] place of each unknown in the order */
    int *a_at;                    /* [a entries] index in the values of condensed */
    int *pair_at;                 /* for each row of G, its pairs (i, j <= i) */
    double *weight;               /* [q] 1 / (C + eps scale), 0 where inactive */
} Supernodal;

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Counts (rows NULL) or lists the entries of each column, with repetitions. */
static void list_entries(const Supernodal *self, int *fill, int *rows)
{
    const SnKktMatrix *matrix = self->matrix;
    const int *position = self->position;

    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++) {
            int a = position[j], b = position[matrix->a_row[p]];
            int at = fill[a < b ? a : b]++;
            if (rows)
                rows[at] = a < b ? b : a;
        }
    }
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++) {
            for (int r = matrix->g_start[i]; r <= p; r++) {
                int a = position[matrix->g_column[p]], b = position[matrix->g_column[r]];
                int at = fill[a < b ? a : b]++;
                if (rows)
                    rows[at] = a < b ? b : a;
            }
        }
    }
}

/* Pattern of the condensed matrix in the present order. */
static void build_pattern(Supernodal *self)
{
    size_t n = (size_t)self->matrix->n;
    int *fill = sn_alloc(n + 1, sizeof *fill), *begin = sn_alloc(n + 1, sizeof *begin), most = 0;

    list_entries(self, fill, NULL);
    for (size_t j = 0; j < n; j++) {
        begin[j] = most;
        most += fill[j];
        fill[j] = begin[j];
    }
    int *rows = sn_alloc((size_t)most + 1, sizeof *rows), count = 0;
    list_entries(self, fill, rows);
    cholmod_free_sparse(&self->condensed, &self->common);
    self->condensed =
        cholmod_allocate_sparse(n, n, (size_t)most, 1, 1, -1, CHOLMOD_REAL, &self->common);
    int *start = self->condensed->p, *row = self->condensed->i;
    for (size_t j = 0; j < n; j++) {
        start[j] = count;
        qsort(rows + begin[j], (size_t)(fill[j] - begin[j]), sizeof *rows, compare_ints);
        for (int p = begin[j]; p < fill[j]; p++) {
            if (p == begin[j] || rows[p] != rows[p - 1])
                row[count++] = rows[p];
        }
    }
    start[n] = count;
    cholmod_reallocate_sparse((size_t)count, self->condensed, &self->common);
    memset(self->condensed->x, 0, (size_t)count * sizeof(double));
    sn_free(fill);
    sn_free(begin);
    sn_free(rows);
}

static int entry_at(const Supernodal *self, int i, int j)
{
    int a = self->position[i], b = self->position[j];
    int column = a < b ? a : b, row = a < b ? b : a;
    const int *start = self->condensed->p, *rows = self->condensed->i;
    int low = start[column], high = start[column + 1] - 1;

    while (low < high) {
        int middle = (low + high) / 2;
        if (rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void map_entries(Supernodal *self)
{
    const SnKktMatrix *matrix = self->matrix;
    int pairs = 0, at = 0;

    for (int i = 0; i < matrix->q; i++) {
        int width = matrix->g_start[i + 1] - matrix->g_start[i];
        pairs += width * (width + 1) / 2;
    }
    self->a_at = sn_alloc((size_t)matrix->a_start[matrix->n] + 1, sizeof(int));
    self->pair_at = sn_alloc((size_t)pairs + 1, sizeof(int));
    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++)
            self->a_at[p] = entry_at(self, j, matrix->a_row[p]);
    }
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++) {
            for (int r = matrix->g_start[i]; r <= p; r++)
                self->pair_at[at++] = entry_at(self, matrix->g_column[p], matrix->g_column[r]);
        }
    }
}

/* METIS order first; then the matrix is stored in that order, so that CHOLMOD need not permute it
 * at each factorisation. */
static void analyse(Supernodal *self)
{
    cholmod_common *common = &self->common;
    int n = self->matrix->n;

    /* CHOLMOD scatters with four OpenMP threads, whatever is asked for; on a busy machine that more
     * than doubles the time (measured 17 ms instead of 7 at the size of kkt.md's S0) */
    omp_set_max_active_levels(0);
    common->print = 0;
    common->supernodal = CHOLMOD_SUPERNODAL;
    common->nmethods = 1;
    common->method[0].ordering = CHOLMOD_METIS;
    common->nrelax[0] = 8;
    common->nrelax[1] = 32;
    common->nrelax[2] = 96;
    for (int j = 0; j < n; j++)
        self->position[j] = j;
    build_pattern(self);
    self->factor = cholmod_analyze(self->condensed, common);
    const int *order = self->factor->Perm;
    for (int k = 0; k < n; k++)
        self->position[order[k]] = k;
    cholmod_free_factor(&self->factor, common);
    build_pattern(self);
    common->method[0].ordering = CHOLMOD_NATURAL;
    common->postorder = 0;
    self->factor = cholmod_analyze(self->condensed, common);
    map_entries(self);
}

/* All that CHOLMOD holds. */
static void supernodal_end(void *factor)
{
    Supernodal *self = factor;

    cholmod_free_sparse(&self->condensed, &self->common);
    cholmod_free_factor(&self->factor, &self->common);
    cholmod_free_dense(&self->b, &self->common);
    cholmod_free_dense(&self->x, &self->common);
    cholmod_free_dense(&self->y, &self->common);
    cholmod_free_dense(&self->e, &self->common);
    cholmod_finish(&self->common);
}

static void *supernodal_create(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    Supernodal *self = sn_alloc(1, sizeof *self);

    self->matrix = matrix;
    self->position = sn_alloc((size_t)matrix->n + 1, sizeof(int));
    self->weight = sn_alloc((size_t)matrix->q + 1, sizeof(double));
    cholmod_start(&self->common);
    sn_memory_end_with(self, supernodal_end);
    if (matrix->n > 0) {
        analyse(self);
        self->b = cholmod_zeros((size_t)matrix->n, 1, CHOLMOD_REAL, &self->common);
    }
    return self;
}

static void supernodal_destroy(void *factor)
{
    Supernodal *self = factor;

    supernodal_end(self);
    sn_free(self->position);
    sn_free(self->a_at);
    sn_free(self->pair_at);
    sn_free(self->weight);
    sn_free(self);
}

/* values := A + G' W G; false if one is not finite, which LAPACK would not notice. */
static bool condense(Supernodal *self, const SnLinsolveInput *input)
{
    const SnKktMatrix *matrix = self->matrix;
    double *values = self->condensed->x;
    const int *at = self->pair_at;
    int entries = ((const int *)self->condensed->p)[matrix->n];
    double sum = 0;

    memset(values, 0, (size_t)entries * sizeof *values);
    for (int p = 0; p < matrix->a_start[matrix->n]; p++)
        values[self->a_at[p]] = matrix->a_value[p];
    for (int i = 0; i < matrix->q; i++) {
        double weight =
            input->active[i] ? 1 / (matrix->c[i] + ROW_EPSILON * input->row_scale[i]) : 0;
        self->weight[i] = weight;
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++) {
            double scaled = weight * matrix->g_value[p];
            for (int r = matrix->g_start[i]; r <= p && weight > 0; r++)
                values[at[r - matrix->g_start[i]]] += scaled * matrix->g_value[r];
            at += p - matrix->g_start[i] + 1;
        }
    }
    for (int p = 0; p < entries; p++)
        sum += fabs(values[p]);
    return isfinite(sum);
}

static SnLinsolveStatus supernodal_factor(void *factor, const SnLinsolveInput *input)
{
    Supernodal *self = factor;

    if (sn_linsolve_interrupted(input))
        return SN_LINSOLVE_INTERRUPTED;
    if (self->matrix->n == 0)
        return self->matrix->q == 0 ? SN_LINSOLVE_OK : SN_LINSOLVE_SINGULAR;
    if (!condense(self, input))
        return SN_LINSOLVE_SINGULAR;
    self->common.status = CHOLMOD_OK;
    cholmod_factorize(self->condensed, self->factor, &self->common);
    /* the return value is true even when the matrix is not positive definite (kkt.md 4.1) */
    if (self->common.status != CHOLMOD_OK || self->factor->minor != self->factor->n)
        return SN_LINSOLVE_SINGULAR;
    return SN_LINSOLVE_OK;
}

/* Positive definite on the condensed unknowns: one negative pivot for each row. */
static int supernodal_negative_pivots(const void *factor)
{
    return ((const Supernodal *)factor)->matrix->q;
}

/* u = (A + G' W G)^-1 (f + G' W g), l = W (G u - g) */
static void supernodal_solve(void *factor, double *x, bool sparse)
{
    Supernodal *self = factor;
    const SnKktMatrix *matrix = self->matrix;
    double *g = x + matrix->n, *b;

    if (matrix->n == 0)
        return;
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            x[matrix->g_column[p]] += matrix->g_value[p] * self->weight[i] * g[i];
    }
    b = self->b->x;
    for (int j = 0; j < matrix->n; j++)
        b[self->position[j]] = x[j];
    cholmod_solve2(CHOLMOD_A, self->factor, self->b, NULL, &self->x, NULL, &self->y, &self->e,
                   &self->common);
    b = self->x->x;
    for (int j = 0; j < matrix->n; j++)
        x[j] = b[self->position[j]];
    for (int i = 0; i < matrix->q; i++) {
        double sum = -g[i];
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            sum += matrix->g_value[p] * x[matrix->g_column[p]];
        g[i] = self->weight[i] * sum;
    }
}

const SnLinsolveMethod sn_linsolve_supernodal = {
    .create = supernodal_create,
    .destroy = supernodal_destroy,
    .factor = supernodal_factor,
    .negative_pivots = supernodal_negative_pivots,
    .solve = supernodal_solve,
};
