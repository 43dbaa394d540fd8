/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones/cones_dense.h"

#include <string.h>

#define AT_ONCE 4 /* columns that are added in one go: each y is fetched once for them */

void lapack_dpotrf(char *uplo, int *n, double *a, int *lda, int *info) __asm__("dpotrf_");
void lapack_dpotrs(char *uplo, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb,
                   int *info) __asm__("dpotrs_");

/* y += the columns times their factors. */
static void add_columns(int n, const double *const column[AT_ONCE], const double factor[AT_ONCE],
                        double *restrict y)
{
    const double *a = column[0], *b = column[1], *c = column[2], *d = column[3];
    const double fa = factor[0], fb = factor[1], fc = factor[2], fd = factor[3];
    for (int i = 0; i < n; i++)
        y[i] += (fa * a[i] + fb * b[i]) + (fc * c[i] + fd * d[i]);
}

static void add_column(int n, const double *column, double factor, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += factor * column[i];
}

void sn_symmetric_times(int n, const double *d, const double *x, double *y)
{
    const double *column[AT_ONCE];
    double factor[AT_ONCE];
    int count = 0;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++) {
        if (x[j] == 0)
            continue;
        column[count] = d + (size_t)j * (size_t)n;
        factor[count++] = x[j];
        if (count == AT_ONCE) {
            add_columns(n, (const double *const *)column, factor, y);
            count = 0;
        }
    }
    for (int k = 0; k < count; k++)
        add_column(n, column[k], factor[k], y);
}

/* Q' D Q + C, lower triangle by columns: of each direction first D q, from its own cone on. */
static void fill(const SnCones *p, int n, const SnConeDirection *directions, double *across,
                 double *matrix)
{
    for (int j = 0; j < n; j++) {
        const SnConeDirection *dj = &directions[j];
        const SnCone *cone = &p->cones[dj->cone];
        const int from = cone->row, count = p->n_rows - from;
        double *to = matrix + (size_t)j * (size_t)n;
        memset(across, 0, (size_t)count * sizeof *across);
        for (int b = 0; b < sn_cone_rows(cone); b++)
            if (dj->along[b] != 0)
                add_column(count, p->d + (size_t)(from + b) * (size_t)p->n_rows + from,
                           dj->along[b], across);
        for (int i = j; i < n; i++) {
            const SnConeDirection *di = &directions[i];
            const SnCone *other = &p->cones[di->cone];
            double sum = 0;
            for (int a = 0; a < sn_cone_rows(other); a++)
                sum += di->along[a] * across[other->row - from + a];
            to[i] = sum + (i == j ? di->compliance : 0);
        }
    }
}

bool sn_cones_dense_solve(const SnCones *p, int n, const SnConeDirection *directions, double *step,
                          double *d_step, double *matrix, double *right, double *across)
{
    int one = 1, info = 0;
    sn_symmetric_times(p->n_rows, p->d, step, d_step);
    if (n == 0)
        return true;
    fill(p, n, directions, across, matrix);
    for (int i = 0; i < n; i++) {
        const SnConeDirection *d = &directions[i];
        right[i] = 0;
        for (int k = 0; k < sn_cone_rows(&p->cones[d->cone]); k++)
            right[i] += d->along[k] * d_step[p->cones[d->cone].row + k];
    }
    lapack_dpotrf((char[]){"L"}, &n, matrix, &n, &info);
    if (info != 0)
        return false;
    lapack_dpotrs((char[]){"L"}, &n, &one, matrix, &n, right, &n, &info);
    for (int i = 0; i < n; i++) {
        const SnConeDirection *d = &directions[i];
        for (int k = 0; k < sn_cone_rows(&p->cones[d->cone]); k++)
            step[p->cones[d->cone].row + k] -= d->along[k] * right[i];
    }
    sn_symmetric_times(p->n_rows, p->d, step, d_step);
    return true;
}
