/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse backend: LDL' of the quasi-definite matrix in AMD order, up-looking (T. A. Davis, Direct
 * Methods for Sparse Linear Systems, 2006, ch. 4), pattern of L fixed at creation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <amd.h>

#include "engine/sim/linsolve_backend.h"

typedef struct Sparse {
    int n, q, size, negative;
    int *permutation; /* [size] old index of each new one */
    int *inverse;     /* [size] */
    int *start;       /* [size + 1] rows k of the permuted lower triangle */
    int *column;      /* columns < k of row k */
    int *source;      /* value index: a_value if >= 0, else g_value[-1 - source] */
    int *parent, *flag, *pattern, *length; /* [size] */
    int *l_start, *l_row;                  /* L by columns */
    double *l_value, *d, *y, *work;
} Sparse;

static void *sparse_create(const SnKktMatrix *matrix)
{
    Sparse *s = calloc(1, sizeof *s);
    int n = matrix->n, q = matrix->q, size = n + q;
    int entries = matrix->a_start[n] + matrix->g_start[q];
    int *up = calloc((size_t)size + 1, sizeof *up), *ui = calloc((size_t)entries + 1, sizeof *ui);
    size_t count = (size_t)size + 1;

    s->n = n;
    s->q = q;
    s->size = size;
    s->permutation = calloc(count, sizeof(int));
    s->inverse = calloc(count, sizeof(int));
    s->start = calloc(count, sizeof(int));
    s->column = calloc((size_t)entries + 1, sizeof(int));
    s->source = calloc((size_t)entries + 1, sizeof(int));
    s->parent = calloc(count, sizeof(int));
    s->flag = calloc(count, sizeof(int));
    s->pattern = calloc(count, sizeof(int));
    s->length = calloc(count, sizeof(int));
    s->l_start = calloc(count, sizeof(int));
    s->d = calloc(count, sizeof(double));
    s->y = calloc(count, sizeof(double));
    s->work = calloc(count, sizeof(double));
    /* lower triangle of A by columns and G by rows are both rows/columns of one half of K */
    int fill = 0;
    for (int j = 0; j < n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++)
            ui[fill++] = matrix->a_row[p];
        up[j + 1] = fill;
    }
    for (int i = 0; i < q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            ui[fill++] = matrix->g_column[p];
        up[n + i + 1] = fill;
    }
    if (size > 0)
        amd_order(size, up, ui, s->permutation, NULL, NULL);
    for (int k = 0; k < size; k++)
        s->inverse[s->permutation[k]] = k;
    /* rows of the permuted lower triangle */
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < size; j++) {
            for (int p = up[j]; p < up[j + 1]; p++) {
                int a = s->inverse[j], b = s->inverse[ui[p]];
                if (a == b)
                    continue;
                int row = a > b ? a : b, column = a > b ? b : a;
                if (pass == 0) {
                    s->start[row + 1]++;
                } else {
                    int at = s->start[row] + s->flag[row]++;
                    s->column[at] = column;
                    s->source[at] = j < n ? p : -1 - (p - up[n]);
                }
            }
        }
        for (int k = 0; k < size && pass == 0; k++)
            s->start[k + 1] += s->start[k];
    }
    free(up);
    free(ui);
    /* elimination tree and column counts */
    for (int k = 0; k < size; k++) {
        s->parent[k] = -1;
        s->flag[k] = k;
        for (int p = s->start[k]; p < s->start[k + 1]; p++) {
            for (int i = s->column[p]; s->flag[i] != k; i = s->parent[i]) {
                if (s->parent[i] == -1)
                    s->parent[i] = k;
                s->length[i]++;
                s->flag[i] = k;
            }
        }
    }
    for (int k = 0; k < size; k++)
        s->l_start[k + 1] = s->l_start[k] + s->length[k];
    s->l_row = calloc((size_t)s->l_start[size] + 1, sizeof(int));
    s->l_value = calloc((size_t)s->l_start[size] + 1, sizeof(double));
    return s;
}

static void sparse_destroy(void *factor)
{
    Sparse *s = factor;
    void *all[] = {s->permutation, s->inverse, s->start,   s->column, s->source,
                   s->parent,      s->flag,    s->pattern, s->length, s->l_start,
                   s->l_row,       s->l_value, s->d,       s->y,      s->work};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
    free(s);
}

static SnLinsolveStatus sparse_factor(void *factor, const SnLinsolveInput *input)
{
    Sparse *s = factor;
    const SnKktMatrix *matrix = input->matrix;
    double *y = s->y;

    s->negative = 0;
    for (int k = 0; k < s->size; k++) {
        int old = s->permutation[k], top = s->size;
        bool off = old >= s->n && !input->active[old - s->n];
        s->length[k] = 0;
        s->flag[k] = k;
        if ((k & 255) == 0 && sn_linsolve_interrupted(input))
            return SN_LINSOLVE_INTERRUPTED;
        for (int p = s->start[k]; p < s->start[k + 1]; p++) {
            int i = s->column[p], length = 0, index = s->source[p];
            int row = s->permutation[i];
            bool zero = off || (row >= s->n && !input->active[row - s->n]);
            double value = index >= 0 ? matrix->a_value[index] : matrix->g_value[-1 - index];
            y[i] = zero ? 0 : value;
            for (; s->flag[i] != k; i = s->parent[i]) {
                s->pattern[length++] = i;
                s->flag[i] = k;
            }
            while (length > 0)
                s->pattern[--top] = s->pattern[--length];
        }
        double d = old < s->n ? matrix->a_value[matrix->a_start[old]]
                   : off      ? -1
                              : -matrix->c[old - s->n];
        double scale = fabs(d);
        for (; top < s->size; top++) {
            int i = s->pattern[top];
            double yi = y[i];
            y[i] = 0;
            int end = s->l_start[i] + s->length[i];
            for (int p = s->l_start[i]; p < end; p++)
                y[s->l_row[p]] -= s->l_value[p] * yi;
            double l = yi / s->d[i];
            d -= l * yi;
            s->l_row[end] = k;
            s->l_value[end] = l;
            s->length[i]++;
        }
        if (old >= s->n) {
            double least = SN_LINSOLVE_ROW_EPSILON * input->row_scale[old - s->n];
            if (fabs(d) < least)
                d = -least;
        } else if (fabs(d) <= SN_LINSOLVE_COLUMN_EPSILON * scale) {
            return SN_LINSOLVE_SINGULAR;
        }
        s->negative += d < 0;
        s->d[k] = d;
    }
    return SN_LINSOLVE_OK;
}

static int sparse_negative_pivots(const void *factor)
{
    return ((const Sparse *)factor)->negative;
}

static void sparse_solve(void *factor, double *x)
{
    Sparse *s = factor;
    double *z = s->work;

    for (int k = 0; k < s->size; k++)
        z[k] = x[s->permutation[k]];
    for (int k = 0; k < s->size; k++) {
        for (int p = s->l_start[k]; p < s->l_start[k + 1]; p++)
            z[s->l_row[p]] -= s->l_value[p] * z[k];
    }
    for (int k = s->size - 1; k >= 0; k--) {
        z[k] /= s->d[k];
        for (int p = s->l_start[k]; p < s->l_start[k + 1]; p++)
            z[k] -= s->l_value[p] * z[s->l_row[p]];
        x[s->permutation[k]] = z[k];
    }
}

const SnLinsolveMethod sn_linsolve_sparse = {sparse_create, sparse_destroy, sparse_factor,
                                             sparse_negative_pivots, sparse_solve};
