/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/linsolve.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sim/linsolve_ldl.h"

/* Refinement converges in one or two rounds (kkt.md 3) unless the matrix is nearly singular. */
#define MAX_REFINEMENTS 12

extern void openblas_set_num_threads(int threads);

struct SnLinsolve {
    SnLinsolveBackend backend;
    const SnKktMatrix *matrix;
    const SnLinsolveMethod *method;
    void *factor;
    const SnLdlKernels *kernels;
    SnExact *exact;
    const atomic_bool *interrupt;
    SnLinsolveStatus status; /* of the last factorisation */
    bool *active;            /* [q] */
    double *row_scale;       /* [q] g diag(A)^-1 g' */
    double *b;               /* [n + q] right-hand side */
    double *x;               /* [n + q] best solution */
    double *trial;           /* [n + q] refined solution */
    double *r;               /* [n + q] residual, then correction */
};

static double *doubles(int count)
{
    return calloc((size_t)count + 1, sizeof(double));
}

SnLinsolve *sn_linsolve_new(SnLinsolveBackend backend, const SnKktMatrix *matrix)
{
    SnLinsolve *solver = calloc(1, sizeof *solver);
    int size = matrix->n + matrix->q;

    if (backend == SN_LINSOLVE_AUTO)
        backend = size < 60 ? SN_LINSOLVE_DENSE : SN_LINSOLVE_SPARSE;
    /* one thread: more are slower here and change nothing but the time (kkt.md 4.4) */
    openblas_set_num_threads(1);
    solver->backend = backend;
    solver->matrix = matrix;
    solver->method = backend == SN_LINSOLVE_DENSE ? &sn_linsolve_dense : &sn_linsolve_sparse;
    solver->factor = solver->method->create(matrix);
    solver->status = SN_LINSOLVE_SINGULAR;
    solver->active = calloc((size_t)matrix->q + 1, sizeof *solver->active);
    solver->row_scale = doubles(matrix->q);
    solver->b = doubles(size);
    solver->x = doubles(size);
    solver->trial = doubles(size);
    solver->r = doubles(size);
    solver->kernels = sn_ldl_kernels();
    solver->exact = sn_exact_new(matrix);
    return solver;
}

void sn_linsolve_free(SnLinsolve *solver)
{
    if (!solver)
        return;
    solver->method->destroy(solver->factor);
    free(solver->active);
    free(solver->row_scale);
    free(solver->b);
    free(solver->x);
    free(solver->trial);
    free(solver->r);
    sn_exact_free(solver->exact);
    free(solver);
}

SnLinsolveBackend sn_linsolve_backend(const SnLinsolve *solver)
{
    return solver->backend;
}

const char *sn_linsolve_backend_name(SnLinsolveBackend backend)
{
    static const char *const names[] = {"auto", "dense", "sparse", "supernodal"};

    assert(backend >= SN_LINSOLVE_AUTO && backend <= SN_LINSOLVE_SUPERNODAL);
    return names[backend];
}

void sn_linsolve_set_interrupt(SnLinsolve *solver, const atomic_bool *interrupt)
{
    solver->interrupt = interrupt;
}

/* One sum over all values: not finite if one of them is not. */
static bool values_are_finite(const SnKktMatrix *matrix, const bool *active)
{
    double sum = 0;

    for (int p = 0; p < matrix->a_start[matrix->n]; p++)
        sum += fabs(matrix->a_value[p]);
    for (int i = 0; i < matrix->q; i++) {
        if (!active[i])
            continue;
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            sum += fabs(matrix->g_value[p]);
        sum += fabs(matrix->c[i]);
    }
    return isfinite(sum);
}

SnLinsolveStatus sn_linsolve_factor(SnLinsolve *solver, const bool *active)
{
    const SnKktMatrix *matrix = solver->matrix;
    SnLinsolveInput input = {matrix, solver->active, solver->row_scale, solver->interrupt};

    for (int i = 0; i < matrix->q; i++)
        solver->active[i] = !active || active[i];
    solver->kernels->scale_rows(solver->exact, solver->active, solver->row_scale);
    solver->status = solver->method->factor(solver->factor, &input);
    /* the methods report a bad pivot, whatever made it bad */
    if (solver->status == SN_LINSOLVE_SINGULAR && !values_are_finite(matrix, solver->active))
        solver->status = SN_LINSOLVE_NOT_FINITE;
    return solver->status;
}

int sn_linsolve_negative_pivots(const SnLinsolve *solver)
{
    int inactive = 0;

    /* an inactive row is factored as -1 */
    for (int i = 0; i < solver->matrix->q; i++)
        inactive += !solver->active[i];
    return solver->method->negative_pivots(solver->factor) - inactive;
}

static double compute_residual(SnLinsolve *solver, const double *x)
{
    return solver->kernels->residual(solver->exact, solver->active, solver->b, x, solver->r);
}

SnLinsolveStatus sn_linsolve_solve(SnLinsolve *solver, const double *f, const double *g, double *u,
                                   double *l, double tolerance, double *residual)
{
    const SnKktMatrix *matrix = solver->matrix;
    int size = matrix->n + matrix->q;
    double best, previous = INFINITY;

    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    for (int i = 0; i < matrix->n; i++)
        solver->b[i] = f[i];
    for (int i = 0; i < matrix->q; i++)
        solver->b[matrix->n + i] = solver->active[i] ? g[i] : 0;
    memcpy(solver->x, solver->b, (size_t)size * sizeof *solver->x);
    solver->method->solve(solver->factor, solver->x);
    best = compute_residual(solver, solver->x);
    for (int round = 0; round < MAX_REFINEMENTS && best > tolerance && best < previous; round++) {
        previous = best;
        solver->method->solve(solver->factor, solver->r);
        for (int i = 0; i < size; i++)
            solver->trial[i] = solver->x[i] + solver->r[i];
        double reached = compute_residual(solver, solver->trial);
        if (!(reached < best))
            break;
        double *swap = solver->x;
        solver->x = solver->trial;
        solver->trial = swap;
        best = reached;
    }
    memcpy(u, solver->x, (size_t)matrix->n * sizeof *u);
    for (int i = 0; i < matrix->q; i++)
        l[i] = solver->active[i] ? solver->x[matrix->n + i] : 0;
    if (residual)
        *residual = best;
    return best <= tolerance ? SN_LINSOLVE_OK : SN_LINSOLVE_INACCURATE;
}

SnLinsolveStatus sn_linsolve_delassus(SnLinsolve *solver, int m, const int *n_start,
                                      const int *n_column, const double *n_value, double *u,
                                      double *l, double *d)
{
    const SnKktMatrix *matrix = solver->matrix;
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q;

    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    for (int k = 0; k < m; k++) {
        memset(solver->b, 0, (n + q) * sizeof *solver->b);
        for (int p = n_start[k]; p < n_start[k + 1]; p++)
            solver->b[n_column[p]] = n_value[p];
        memcpy(solver->x, solver->b, (n + q) * sizeof *solver->x);
        solver->method->solve(solver->factor, solver->x);
        compute_residual(solver, solver->x);
        solver->method->solve(solver->factor, solver->r);
        for (size_t i = 0; i < n; i++)
            u[(size_t)k * n + i] = solver->x[i] + solver->r[i];
        for (size_t i = 0; l && i < q; i++)
            l[(size_t)k * q + i] = solver->active[i] ? solver->x[n + i] + solver->r[n + i] : 0;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int p = n_start[i]; p < n_start[i + 1]; p++)
                sum += n_value[p] * u[(size_t)j * n + (size_t)n_column[p]];
            d[i * m + j] = d[j * m + i] = sum;
        }
    }
    return SN_LINSOLVE_OK;
}
