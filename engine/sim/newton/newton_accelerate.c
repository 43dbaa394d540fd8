/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anderson's acceleration of corrections that shrink slowly because the matrix is not the exact
 * derivative: it is symmetric, where fixed moments, sliding matter and rows that turn in the step
 * make it unsymmetric.  From the last points x and corrections d there, the combination of x + d
 * whose corrections would cancel best is the next point (Walker and Ni 2011, type II; for what is
 * missing of low rank, as many points as that find it). */
#include "engine/sim/newton/newton.h"

#include <math.h>
#include <string.h>

#define REGULAR 1e-14 /* least pivot of the normal equations, over the largest */

void sn_newton_forget(SnNewton *n)
{
    n->n_history = 0;
    n->has_previous = false;
}

/* Inner product weighed by M-hat's diagonal. */
static double product(const SnNewton *n, const double *a, const double *b)
{
    const SnKktMatrix *matrix = &n->work->linear.matrix;
    double sum = 0;
    for (int i = 0; i < matrix->n; i++)
        sum += fabs(matrix->a_value[matrix->a_start[i]]) * a[i] * b[i];
    return sum;
}

/* Drops the oldest where there is no room for another. */
static void make_room(SnNewton *n)
{
    const size_t u = (size_t)n->system->n_u, rows = (size_t)n->system->rows.n;
    if (n->n_history < SN_NEWTON_HISTORY)
        return;
    n->n_history--;
    memmove(n->steps, n->steps + u, (size_t)n->n_history * u * sizeof(double));
    memmove(n->changes, n->changes + u, (size_t)n->n_history * u * sizeof(double));
    memmove(n->row_changes, n->row_changes + rows, (size_t)n->n_history * rows * sizeof(double));
}

void sn_newton_remember(SnNewton *n)
{
    const int size = n->system->n_u_active, rows = n->system->rows.n;
    if (n->has_previous) {
        make_room(n);
        double *step = n->steps + (size_t)n->n_history * (size_t)n->system->n_u;
        double *change = n->changes + (size_t)n->n_history * (size_t)n->system->n_u;
        double *row_change = n->row_changes + (size_t)n->n_history * (size_t)rows;
        n->n_history++;
        memcpy(step, n->direction, (size_t)size * sizeof *step);
        for (int i = 0; i < size; i++)
            change[i] = n->correction[i] - n->previous[i];
        for (int i = 0; i < rows; i++)
            row_change[i] = n->multipliers[i] - n->previous_rows[i];
    }
    memcpy(n->previous, n->correction, (size_t)size * sizeof(double));
    memcpy(n->previous_rows, n->multipliers, (size_t)rows * sizeof(double));
    n->has_previous = true;
}

/* Solves a x = b for a symmetric positive semidefinite a [m x m]; unknowns without a pivot are 0.
 */
static void solve_small(int m, double a[SN_NEWTON_HISTORY][SN_NEWTON_HISTORY], double *x)
{
    double most = 0;
    for (int i = 0; i < m; i++)
        most = fmax(most, a[i][i]);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k] * a[k][k];
            a[i][j] = a[j][j] > 0 ? a[i][j] / a[j][j] : 0;
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k] * a[k][k];
        if (!(a[i][i] > REGULAR * most))
            a[i][i] = 0;
        for (int k = 0; k < i; k++)
            x[i] -= a[i][k] * x[k];
    }
    for (int i = m - 1; i >= 0; i--) {
        x[i] = a[i][i] > 0 ? x[i] / a[i][i] : 0;
        for (int k = i + 1; k < m; k++)
            x[i] -= a[k][i] * x[k];
    }
}

void sn_newton_accelerate(SnNewton *n)
{
    const int m = n->n_history, size = n->system->n_u_active, rows = n->system->rows.n;
    const size_t stride = (size_t)n->system->n_u;
    double a[SN_NEWTON_HISTORY][SN_NEWTON_HISTORY], share[SN_NEWTON_HISTORY];
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++)
            a[i][j] = product(n, n->changes + i * stride, n->changes + j * stride);
        share[i] = product(n, n->changes + i * stride, n->correction);
    }
    solve_small(m, a, share);
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < size; i++)
            n->direction[i] -= share[k] * (n->steps[k * stride + i] + n->changes[k * stride + i]);
        for (int i = 0; i < rows; i++)
            n->multipliers[i] -= share[k] * n->row_changes[(size_t)k * (size_t)rows + i];
    }
    memcpy(n->accepted, n->multipliers, (size_t)rows * sizeof(double));
}
