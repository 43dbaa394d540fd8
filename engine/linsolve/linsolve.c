/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/linsolve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_front.h"
#include "engine/linsolve/linsolve_half.h"
#include "engine/linsolve/linsolve_tree.h"

/* Refinement converges in one or two rounds (kkt.md 3) unless the matrix is nearly singular. */
#define MAX_REFINEMENTS 12
/* A rough factor must bring down the residual by more than this. */
#define SLOW 0.5
/* Systems of at most this size keep a dense factor in reserve, whose pivoting can do without mass
 * (A singular, K not). */
#define DENSE_FALLBACK_MOST 150

/* A rough factor makes room for the next one where so many rows are worth it: half solutions stand
 * and fall with the factor. */
#define HALF_LEAST    24
#define HALF_ACCURACY 1e-6

extern void openblas_set_num_threads(int threads);

struct SnLinsolve {
    SnLinsolveBackend backend;
    const SnKktMatrix *matrix;
    /* the backend, then what takes over where it finds no factor */
    const SnLinsolveMethod *methods[5];
    void *factors[5];
    int method_count, method;
    SnLinsolveStatus made[5]; /* of the present values; INTERRUPTED: not yet */
    double *values;           /* [a_start[n] + g_start[q] + q] those, where comparing them pays */
    bool *rows;               /* [q] active with them */
    bool factored;            /* they have been */
    int expected;             /* rows of Delassus matrices */
    SnFrontPlan *fronts;
    SnLinsolveHalf *half; /* NULL: not asked for yet */
    const SnLdlKernels *kernels;
    SnExact *exact;
    const atomic_bool *interrupt;
    SnLinsolveStatus status; /* of the last factorisation */
    bool *active;            /* [q] */
    int inactive;            /* of them */
    double *row_scale;       /* [q] g diag(A)^-1 g' */
    bool scaled;             /* these are of the present values */
    double *b;               /* [n + q] right-hand side */
    double *x;               /* [n + q] best solution */
    double *trial;           /* [n + q] refined solution */
    double *r;               /* [n + q] residual, then correction */
    SnKrylov *krylov;        /* where a method is rough, else NULL */
    double *batch[4];        /* [n + q][SN_LINSOLVE_BATCH] the same for several at once */
};

static double *doubles(int count)
{
    return sn_alloc((size_t)count + SN_EXACT_PADDING, sizeof(double));
}

static void add_method(SnLinsolve *solver, const SnLinsolveMethod *method,
                       const SnLinsolveShared *shared)
{
    void *factor = method->create(solver->matrix, shared);
    if (!factor) /* not for such a pattern */
        return;
    solver->methods[solver->method_count] = method;
    solver->factors[solver->method_count++] = factor;
}

/* Factor + solve to 1e-10 [us], Zen 4, one thread (tests/bench/linsolve_bench.c and full random
 * matrices; n / q; kkt.md's S0 to S2 are boxes of about the sizes of the last three lines):
 *
 *                         dense      sparse      single    supernodal
 *   one link, 6/5           1.5         0.4                       2.8
 *   full, 20/6              4.9         1.4
 *   full, 161/53            303         130
 *   chain-5, 30/25           19         1.7                        12
 *   chain-20, 120/100       390         6.2                        64
 *   chain-100, 600/500    16600          31                       390
 *   chain-500, 3000/2500                168                      2700
 *   box, 2679/741                      4800        3400          7900
 *   box, 8238/2402                    39000       24000         55000
 *   box, 23946/7280                  300000      180000        420000
 *
 * Sparse is the right-looking factorisation for chains and small systems, whose fronts are too
 * small to pay (measured: 18 and 81 us at chain-100), and the multifrontal one for solids (1690 and
 * 1310 us at 1350/352).  Single precision halves its time and needs five solves instead of one or
 * two, which pays from some 600 unknowns of a solid on. */
#define FRONTS_LEAST         5e5 /* flops */
#define FRONTS_LEAST_DENSITY 2e3 /* flops for each unknown */
#define SINGLE_LEAST         5e6
#define SINGLE_LEAST_DENSITY 5e3

static void add_sparse_methods(SnLinsolve *solver)
{
    SnBlockOrder *order = sn_block_order_new(solver->matrix);
    double size = solver->matrix->n + solver->matrix->q;
    bool large = order->flops >= FRONTS_LEAST && order->flops >= FRONTS_LEAST_DENSITY * size;
    bool solid = order->flops >= SINGLE_LEAST && order->flops >= SINGLE_LEAST_DENSITY * size;

    if (solver->backend == SN_LINSOLVE_AUTO)
        solver->backend = solid ? SN_LINSOLVE_SINGLE : SN_LINSOLVE_SPARSE;
    if (large || solver->backend == SN_LINSOLVE_SINGLE)
        solver->fronts = sn_front_plan_new(solver->matrix, order);
    SnLinsolveShared shared = {order, solver->fronts};
    if (solver->backend == SN_LINSOLVE_SPARSE && !large)
        add_method(solver, &sn_linsolve_tree, &shared);
    if (solver->backend == SN_LINSOLVE_SUPERNODAL)
        add_method(solver, &sn_linsolve_supernodal, &shared);
    if (solver->backend == SN_LINSOLVE_SINGLE)
        add_method(solver, &sn_linsolve_single_fronts, &shared);
    add_method(solver, large ? &sn_linsolve_fronts : &sn_linsolve_sparse, &shared);
    sn_block_order_free(order);
}

SnLinsolve *sn_linsolve_new(SnLinsolveBackend backend, const SnKktMatrix *matrix)
{
    SnLinsolve *solver = sn_alloc(1, sizeof *solver);
    int size = matrix->n + matrix->q;

    /* one thread: more are slower here and change nothing but the time (kkt.md 4.4) */
    openblas_set_num_threads(1);
    solver->backend = backend;
    solver->matrix = matrix;
    if (backend != SN_LINSOLVE_DENSE)
        add_sparse_methods(solver);
    if (backend == SN_LINSOLVE_DENSE || size <= DENSE_FALLBACK_MOST)
        add_method(solver, &sn_linsolve_dense, NULL);
    solver->status = SN_LINSOLVE_SINGULAR;
    if (solver->fronts) {
        const int entries = matrix->a_start[matrix->n] + matrix->g_start[matrix->q];
        solver->values = doubles(entries + matrix->q);
        solver->rows = sn_alloc((size_t)matrix->q + 1, sizeof *solver->rows);
    }
    solver->active = sn_alloc((size_t)matrix->q + 1, sizeof *solver->active);
    solver->row_scale = doubles(matrix->q);
    solver->b = doubles(size);
    solver->x = doubles(size);
    solver->trial = doubles(size);
    solver->r = doubles(size);
    if (solver->backend == SN_LINSOLVE_SINGLE)
        solver->krylov = sn_krylov_new(matrix->n, size);
    for (int k = 0; k < 4; k++) /* touched only when used */
        solver->batch[k] = sn_alloc((size_t)size + 1, SN_LINSOLVE_BATCH * sizeof(double));
    solver->kernels = sn_ldl_kernels(sn_instructions());
    solver->exact = sn_exact_new(matrix);
    return solver;
}

void sn_linsolve_free(SnLinsolve *solver)
{
    if (!solver)
        return;
    for (int k = 0; k < solver->method_count; k++)
        solver->methods[k]->destroy(solver->factors[k]);
    sn_linsolve_half_free(solver->half);
    sn_free(solver->values);
    sn_free(solver->rows);
    sn_front_plan_free(solver->fronts);
    sn_free(solver->active);
    sn_free(solver->row_scale);
    sn_free(solver->b);
    sn_free(solver->x);
    sn_free(solver->trial);
    sn_free(solver->r);
    sn_krylov_free(solver->krylov);
    for (int k = 0; k < 4; k++)
        sn_free(solver->batch[k]);
    sn_exact_free(solver->exact);
    sn_free(solver);
}

SnLinsolveBackend sn_linsolve_backend(const SnLinsolve *solver)
{
    return solver->backend;
}

void sn_linsolve_set_interrupt(SnLinsolve *solver, const atomic_bool *interrupt)
{
    solver->interrupt = interrupt;
}

void sn_linsolve_set_workers(SnLinsolve *solver, SnWorkers *workers)
{
    for (int k = 0; k < solver->method_count; k++)
        if (solver->methods[k]->set_workers)
            solver->methods[k]->set_workers(solver->factors[k], workers);
    solver->exact->workers = workers;
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

/* Copies values behind what is there; whether they are the same as before. */
static bool take_values(double **to, const double *from, int count)
{
    const size_t bytes = (size_t)count * sizeof(double);
    const bool same = memcmp(*to, from, bytes) == 0;
    if (!same)
        memcpy(*to, from, bytes);
    *to += count;
    return same;
}

/* Whether all factors are still those of the present values. */
static bool values_are_same(SnLinsolve *solver)
{
    const SnKktMatrix *matrix = solver->matrix;
    double *to = solver->values;
    if (!to)
        return false;
    bool same = take_values(&to, matrix->a_value, matrix->a_start[matrix->n]);
    same = take_values(&to, matrix->g_value, matrix->g_start[matrix->q]) && same;
    same = take_values(&to, matrix->c, matrix->q) && same;
    same = memcmp(solver->rows, solver->active, (size_t)matrix->q * sizeof(bool)) == 0 && same;
    memcpy(solver->rows, solver->active, (size_t)matrix->q * sizeof(bool));
    return same && solver->factored;
}

/* Sizes of the rows by the present values, which most methods start from.  A rough method's
 * residual counts by what it would move: f' M^-1 f and g' (G M^-1 G')^-1 g, M = diag(A). */
static void scale_rows(SnLinsolve *solver)
{
    const SnKktMatrix *matrix = solver->matrix;
    if (solver->scaled)
        return;
    solver->scaled = true;
    solver->kernels->scale_rows(solver->exact, solver->active, solver->row_scale);
    if (!solver->krylov)
        return;
    for (int j = 0; j < matrix->n; j++)
        solver->krylov->weight[j] = solver->exact->inverse_diagonal[j];
    for (int i = 0; i < matrix->q; i++)
        solver->krylov->weight[matrix->n + i] = 1 / solver->row_scale[i];
}

/* Factors by the first of the methods from `method` on that finds a factor. */
static void factor_from(SnLinsolve *solver, int method)
{
    const SnKktMatrix *matrix = solver->matrix;
    SnLinsolveInput input = {matrix, solver->active, solver->row_scale, solver->interrupt};

    for (int k = method; k < solver->method_count; k++) {
        solver->method = k;
        if (!solver->methods[k]->partial)
            scale_rows(solver);
        if (solver->made[k] == SN_LINSOLVE_INTERRUPTED)
            solver->made[k] = solver->methods[k]->factor(solver->factors[k], &input);
        solver->status = solver->made[k];
        if (solver->status == SN_LINSOLVE_OK && solver->methods[k]->rough &&
            solver->methods[k]->negative_pivots(solver->factors[k]) != matrix->q)
            continue;
        if (solver->status != SN_LINSOLVE_SINGULAR)
            break;
    }
    /* the methods report a bad pivot, whatever made it bad */
    if (solver->status == SN_LINSOLVE_SINGULAR && !values_are_finite(matrix, solver->active))
        solver->status = SN_LINSOLVE_NOT_FINITE;
}

/* The first method that makes half solutions, else the first of all. */
static int half_method(const SnLinsolve *solver)
{
    for (int k = 0; k < solver->method_count; k++)
        if (solver->methods[k]->front)
            return k;
    return 0;
}

void sn_linsolve_expect_rows(SnLinsolve *solver, int m)
{
    solver->expected = m;
}

SnLinsolveStatus sn_linsolve_factor(SnLinsolve *solver, const bool *active)
{
    solver->inactive = 0;
    for (int i = 0; i < solver->matrix->q; i++) {
        solver->active[i] = !active || active[i];
        solver->inactive += !solver->active[i];
    }
    if (!values_are_same(solver)) {
        solver->scaled = false;
        sn_linsolve_half_forget(solver->half);
        for (int k = 0; k < solver->method_count; k++)
            solver->made[k] = SN_LINSOLVE_INTERRUPTED;
    }
    solver->factored = true;
    factor_from(solver, solver->expected >= HALF_LEAST ? half_method(solver) : 0);
    return solver->status;
}

int sn_linsolve_negative_pivots(const SnLinsolve *solver)
{
    return solver->methods[solver->method]->negative_pivots(solver->factors[solver->method]) -
           solver->inactive; /* such a row is factored as -1 */
}

int sn_linsolve_repeated_rows(const SnLinsolve *solver)
{
    const SnLinsolveMethod *method = solver->methods[solver->method];
    return method->repeated_rows ? method->repeated_rows(solver->factors[solver->method]) : 0;
}

/* x := (factored matrix)^-1 x */
static void apply_inverse(SnLinsolve *solver, double *x, bool sparse)
{
    solver->methods[solver->method]->solve(solver->factors[solver->method], x, sparse);
}

static double compute_residual(SnLinsolve *solver, const double *x)
{
    const SnLinsolveMethod *method = solver->methods[solver->method];
    if (method->residual)
        return method->residual(solver->factors[solver->method], solver->matrix, solver->b, x,
                                solver->r);
    return solver->kernels->residual(solver->exact, solver->active, solver->b, x, solver->r);
}

/* Refines x with the present factor; returns the residual reached. */
static double refine(SnLinsolve *solver, double tolerance)
{
    const int size = solver->matrix->n + solver->matrix->q;
    double best = compute_residual(solver, solver->x);
    for (int round = 0; round < MAX_REFINEMENTS && best > tolerance; round++) {
        apply_inverse(solver, solver->r, false);
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
    return best;
}

/* The same with a rough factor, by conjugate residuals; gives up where they gain too little. */
static double refine_rough(SnLinsolve *solver, double tolerance)
{
    SnKrylov *krylov = solver->krylov;
    const SnLdlKernels *kernels = solver->kernels;
    size_t bytes = (size_t)krylov->size * sizeof(double);
    double *r = solver->trial, best = INFINITY, column_scale = 0, row_scale = 0;

    memcpy(r, solver->b, bytes);
    memcpy(krylov->direction, solver->x, bytes);
    memset(solver->x, 0, bytes);
    for (krylov->count = 0; krylov->count < SN_KRYLOV_MOST;) {
        double columns, rows;
        kernels->residual(solver->exact, solver->active, r, krylov->direction, solver->r);
        if (krylov->count == 0) {
            column_scale = solver->exact->column_scale;
            row_scale = solver->exact->row_scale;
        }
        if (!kernels->krylov_step(krylov, solver->x, r, solver->r))
            return best;
        kernels->krylov_extent(krylov, r, &columns, &rows);
        double reached =
            fmax(columns > 0 ? columns / column_scale : 0, rows > 0 ? rows / row_scale : 0);
        if (reached <= tolerance || reached > SLOW * best)
            return reached;
        best = reached;
        memcpy(krylov->direction, r, bytes);
        apply_inverse(solver, krylov->direction, false);
    }
    return best;
}

/* x := K^-1 b; returns the residual reached.  Where a rough factor does not do, the next method
 * makes one from the same values, for this and the later solves. */
static double solve_refined(SnLinsolve *solver, double tolerance, bool sparse)
{
    for (;;) {
        bool rough = solver->methods[solver->method]->rough;
        memcpy(solver->x, solver->b,
               (size_t)(solver->matrix->n + solver->matrix->q) * sizeof *solver->x);
        apply_inverse(solver, solver->x, sparse);
        if (tolerance >= 1) /* any solution will do */
            return 0;
        double reached = rough ? refine_rough(solver, tolerance) : refine(solver, tolerance);
        if (reached <= tolerance || !(rough || solver->methods[solver->method]->partial))
            return reached;
        factor_from(solver, solver->method + 1);
        if (solver->status != SN_LINSOLVE_OK)
            return INFINITY;
    }
}

static void leave_out_inactive(const SnLinsolve *solver, double *rows)
{
    for (int i = 0; solver->inactive > 0 && i < solver->matrix->q; i++)
        if (!solver->active[i])
            rows[i] = 0;
}

SnLinsolveStatus sn_linsolve_solve(SnLinsolve *solver, const double *f, const double *g, double *u,
                                   double *l, double tolerance, double *residual)
{
    const SnKktMatrix *matrix = solver->matrix;
    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    memcpy(solver->b, f, (size_t)matrix->n * sizeof *f);
    memcpy(solver->b + matrix->n, g, (size_t)matrix->q * sizeof *g);
    leave_out_inactive(solver, solver->b + matrix->n);
    const double best = solve_refined(solver, tolerance, false);
    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    memcpy(u, solver->x, (size_t)matrix->n * sizeof *u);
    memcpy(l, solver->x + matrix->n, (size_t)matrix->q * sizeof *l);
    leave_out_inactive(solver, l);
    if (residual)
        *residual = best;
    return best <= tolerance ? SN_LINSOLVE_OK : SN_LINSOLVE_INACCURATE;
}

/* Column j of D from the diagonal on, and what lies across it, from x = X of that column with its
 * elements `stride` apart. */
static void fill_column(int m, int j, const int *n_start, const int *n_column,
                        const double *n_value, const double *x, size_t stride, double *d)
{
    for (int i = j; i < m; i++) {
        double sum = 0;
        for (int p = n_start[i]; p < n_start[i + 1]; p++)
            sum += n_value[p] * x[(size_t)n_column[p] * stride];
        d[(size_t)i * (size_t)m + (size_t)j] = d[(size_t)j * (size_t)m + (size_t)i] = sum;
    }
}

/* One by one, each column as accurate as D is to be. */
static SnLinsolveStatus delassus_columns(SnLinsolve *solver, double accuracy, int m,
                                         const int *n_start, const int *n_column,
                                         const double *n_value, double *u, double *l, double *d)
{
    const SnKktMatrix *matrix = solver->matrix;
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q;
    SnLinsolveStatus status = SN_LINSOLVE_OK;

    for (int k = 0; k < m; k++) {
        memset(solver->b, 0, (n + q) * sizeof *solver->b);
        for (int p = n_start[k]; p < n_start[k + 1]; p++)
            solver->b[n_column[p]] = n_value[p];
        if (!(solve_refined(solver, accuracy, true) <= accuracy))
            status = SN_LINSOLVE_INACCURATE;
        if (solver->status != SN_LINSOLVE_OK)
            return solver->status;
        if (u) {
            memcpy(u + (size_t)k * n, solver->x, n * sizeof *u);
            memcpy(l + (size_t)k * q, solver->x + n, q * sizeof *l);
        }
        fill_column(m, k, n_start, n_column, n_value, solver->x, 1, d);
    }
    return status;
}

/* batch[1] := K^-1 batch[0], batch[2] := its residual; returns the largest one of them, which is
 * brought below a tolerance if it can be. */
static double solve_batch(SnLinsolve *solver, double tolerance)
{
    const SnLinsolveMethod *method = solver->methods[solver->method];
    size_t count = (size_t)(solver->matrix->n + solver->matrix->q) * SN_LINSOLVE_BATCH;
    double **batch = solver->batch, best = INFINITY, ratio[SN_LINSOLVE_BATCH];

    memset(batch[1], 0, count * sizeof(double));
    memcpy(batch[2], batch[0], count * sizeof(double));
    for (int round = 0; round <= MAX_REFINEMENTS; round++) {
        double reached = 0;
        method->solve_batch(solver->factors[solver->method], batch[2], round == 0);
        for (size_t i = 0; i < count; i++)
            batch[3][i] = batch[1][i] + batch[2][i];
        solver->kernels->residual_batch(solver->exact, solver->active, batch[0], batch[3], batch[2],
                                        ratio);
        for (int c = 0; c < SN_LINSOLVE_BATCH; c++)
            reached = ratio[c] > reached ? ratio[c] : reached;
        if (!(reached < best)) {
            solver->kernels->residual_batch(solver->exact, solver->active, batch[0], batch[1],
                                            batch[2], ratio);
            return best;
        }
        double *swap = batch[1];
        batch[1] = batch[3];
        batch[3] = swap;
        best = reached;
        if (best <= tolerance)
            return best;
    }
    return best;
}

/* Rows and columns [first, first + count) of D against all before and themselves, from the columns
 * X in u and l: D = N X + X' R, R = [N'; 0] - K X, whose error is of second order in X. */
static void fill_delassus(SnLinsolve *solver, int m, int first, int count, const int *n_start,
                          const int *n_column, const double *n_value, const double *u,
                          const double *l, double *d)
{
    const SnKktMatrix *matrix = solver->matrix;
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q, size = (size_t)m;
    const double *residual = solver->batch[2];

    for (int i = 0; i < first + count; i++) {
        double sum[SN_LINSOLVE_BATCH] = {0};
        solver->kernels->multiply_batch(u + (size_t)i * n, residual, matrix->n, sum);
        solver->kernels->multiply_batch(l + (size_t)i * q, residual + n * SN_LINSOLVE_BATCH,
                                        matrix->q, sum);
        for (int c = i < first ? 0 : i - first; c < count; c++) {
            size_t j = (size_t)(first + c);
            for (int p = n_start[i]; p < n_start[i + 1]; p++)
                sum[c] += n_value[p] * u[j * n + (size_t)n_column[p]];
            d[(size_t)i * size + j] = d[j * size + (size_t)i] = sum[c];
        }
    }
}

/* The same by batches. */
static SnLinsolveStatus delassus_batches(SnLinsolve *solver, double accuracy, int m,
                                         const int *n_start, const int *n_column,
                                         const double *n_value, double *u, double *l, double *d)
{
    const SnKktMatrix *matrix = solver->matrix;
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q;
    const double tolerance = u ? sqrt(accuracy) : accuracy; /* D is of second order, or first */

    for (int first = 0; first < m; first += SN_LINSOLVE_BATCH) {
        int count = m - first < SN_LINSOLVE_BATCH ? m - first : SN_LINSOLVE_BATCH;
        memset(solver->batch[0], 0, (n + q) * SN_LINSOLVE_BATCH * sizeof(double));
        for (int c = 0; c < count; c++) {
            for (int p = n_start[first + c]; p < n_start[first + c + 1]; p++)
                solver->batch[0][n_column[p] * SN_LINSOLVE_BATCH + c] = n_value[p];
        }
        if (!(solve_batch(solver, tolerance) <= tolerance))
            return SN_LINSOLVE_INACCURATE;
        for (int c = 0; c < count && !u; c++)
            fill_column(m, first + c, n_start, n_column, n_value, solver->batch[1] + c,
                        SN_LINSOLVE_BATCH, d);
        for (int c = 0; c < count && u; c++) {
            const double *x = solver->batch[1] + c;
            for (size_t j = 0; j < n; j++)
                u[(size_t)(first + c) * n + j] = x[j * SN_LINSOLVE_BATCH];
            for (size_t i = 0; i < q; i++)
                l[(size_t)(first + c) * q + i] = x[(n + i) * SN_LINSOLVE_BATCH];
        }
        if (u)
            fill_delassus(solver, m, first, count, n_start, n_column, n_value, u, l, d);
    }
    return SN_LINSOLVE_OK;
}

/* By half solutions; false: by columns. */
static bool delassus_by_halves(SnLinsolve *solver, double accuracy, int m, const int *n_start,
                               const int *n_column, const double *n_value, double *d)
{
    if (accuracy < HALF_ACCURACY || m < HALF_LEAST || !solver->fronts)
        return false;
    if (solver->methods[solver->method]->rough)
        factor_from(solver, solver->method + 1);
    const SnLinsolveMethod *method = solver->methods[solver->method];
    if (solver->status != SN_LINSOLVE_OK || !method->front)
        return false;
    if (!solver->half)
        solver->half = sn_linsolve_half_new(solver->fronts);
    return solver->half &&
           sn_linsolve_half_delassus(solver->half, method->front(solver->factors[solver->method]),
                                     m, n_start, n_column, n_value, d);
}

SnLinsolveStatus sn_linsolve_delassus(SnLinsolve *solver, double accuracy, int m,
                                      const int *n_start, const int *n_column,
                                      const double *n_value, double *u, double *l, double *d)
{
    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    if (delassus_by_halves(solver, accuracy, m, n_start, n_column, n_value, d))
        return SN_LINSOLVE_OK;
    if (solver->status != SN_LINSOLVE_OK)
        return solver->status;
    if (solver->methods[solver->method]->solve_batch &&
        delassus_batches(solver, accuracy, m, n_start, n_column, n_value, u, l, d) ==
            SN_LINSOLVE_OK)
        return SN_LINSOLVE_OK;
    return delassus_columns(solver, accuracy, m, n_start, n_column, n_value, u, l, d);
}
