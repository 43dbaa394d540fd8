/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense backend: Bunch-Kaufman (LAPACK dsytrf) of the whole matrix.  Its pivoting needs no sign
 * structure, so it also takes massless unknowns.  A small -eps on the rows of G (scaled as in
 * reference/kkt.md 3) keeps redundant rows from a zero pivot; refinement removes its effect. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_backend.h"

/* Pivoting keeps the growth small, so far less than in a static order does. */
#define ROW_EPSILON 1e-10

typedef struct Dense {
    int size; /* n + q */
    int work_size;
    int negative;
    double *a;    /* [size * size] lower triangle, column major; then its factor */
    double *work; /* [work_size] */
    int *pivot;   /* [size] */
    int n, q;
} Dense;

extern void dsytrf_(const char *uplo, const int *n, double *a, const int *lda, int *pivot,
                    double *work, const int *work_size, int *info);
extern void dsytrs_(const char *uplo, const int *n, const int *columns, const double *a,
                    const int *lda, const int *pivot, double *b, const int *ldb, int *info);

static void dense_destroy(void *factor)
{
    Dense *dense = factor;

    sn_free(dense->a);
    sn_free(dense->work);
    sn_free(dense->pivot);
    sn_free(dense);
}

static void *dense_create(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    Dense *dense = sn_alloc(1, sizeof *dense);
    int size = matrix->n + matrix->q;
    int query = -1, info = 0;
    double best = 1;

    dense->n = matrix->n;
    dense->q = matrix->q;
    dense->size = size;
    dense->a = sn_alloc((size_t)size * (size_t)size + 1, sizeof *dense->a);
    dense->pivot = sn_alloc((size_t)size + 1, sizeof *dense->pivot);
    if (size > 0)
        dsytrf_("L", &size, dense->a, &size, dense->pivot, &best, &query, &info);
    dense->work_size = (int)best;
    dense->work = sn_alloc((size_t)dense->work_size + 1, sizeof *dense->work);
    return dense;
}

/* Returns false if a value is not finite: Bunch-Kaufman may not notice. */
static bool fill(Dense *dense, const SnLinsolveInput *input)
{
    const SnKktMatrix *matrix = input->matrix;
    size_t size = (size_t)dense->size;
    double sum = 0;

    memset(dense->a, 0, size * size * sizeof *dense->a);
    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++)
            dense->a[(size_t)j * size + (size_t)matrix->a_row[p]] = matrix->a_value[p];
    }
    for (int i = 0; i < matrix->q; i++) {
        size_t row = (size_t)(matrix->n + i);
        double *diagonal = &dense->a[row * size + row];

        if (!input->active[i]) {
            *diagonal = -1;
            continue;
        }
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            dense->a[(size_t)matrix->g_column[p] * size + row] = matrix->g_value[p];
        *diagonal = -matrix->c[i] - ROW_EPSILON * input->row_scale[i];
    }
    for (size_t k = 0; k < size * size; k++)
        sum += fabs(dense->a[k]);
    return isfinite(sum);
}

/* Negative eigenvalues of the 1x1 and 2x2 blocks of D (Sylvester's law of inertia). */
static int count_negative(const Dense *dense)
{
    size_t size = (size_t)dense->size;
    int negative = 0;

    for (int k = 0; k < dense->size; k++) {
        const double *d = &dense->a[(size_t)k * size + (size_t)k];
        if (dense->pivot[k] > 0) {
            negative += *d < 0;
            continue;
        }
        /* a 2x2 block of Bunch-Kaufman is indefinite except by rounding */
        double determinant = d[0] * d[size + 1] - d[1] * d[1];
        negative += determinant < 0 ? 1 : d[0] < 0 ? 2 : 0;
        k++;
    }
    return negative;
}

static SnLinsolveStatus dense_factor(void *factor, const SnLinsolveInput *input)
{
    Dense *dense = factor;
    int info = 0;

    dense->negative = 0;
    if (dense->size == 0)
        return SN_LINSOLVE_OK;
    if (sn_linsolve_interrupted(input))
        return SN_LINSOLVE_INTERRUPTED;
    if (!fill(dense, input))
        return SN_LINSOLVE_SINGULAR;
    dsytrf_("L", &dense->size, dense->a, &dense->size, dense->pivot, dense->work, &dense->work_size,
            &info);
    assert(info >= 0);
    dense->negative = count_negative(dense);
    return info == 0 ? SN_LINSOLVE_OK : SN_LINSOLVE_SINGULAR;
}

static int dense_negative_pivots(const void *factor)
{
    return ((const Dense *)factor)->negative;
}

static void dense_solve(void *factor, double *x, bool sparse)
{
    Dense *dense = factor;
    int one = 1, info = 0;

    if (dense->size > 0)
        dsytrs_("L", &dense->size, &one, dense->a, &dense->size, dense->pivot, x, &dense->size,
                &info);
}

const SnLinsolveMethod sn_linsolve_dense = {
    .create = dense_create,
    .destroy = dense_destroy,
    .factor = dense_factor,
    .negative_pivots = dense_negative_pivots,
    .solve = dense_solve,
};
