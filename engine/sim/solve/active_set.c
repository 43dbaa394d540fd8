/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/solve/active_set.h"

#include "engine/base/memory.h"
#include "engine/linsolve/pivoting.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows that depend on each other share their load: softness that is added to each, over its size
 * (sn_row_freedom); made good again by repeating the solution from the impulses it gave (proximal
 * point iteration: Rockafellar 1976). */
#define SHIFT       1e-12
#define REFINEMENTS 4
/* Impulses that count as negative, over the largest, each weighed by its row's size. */
#define ACCURACY 1e-10
/* What active rows may miss in the end where rows contradict each other within rounding, over the
 * largest bound. */
#define ACCEPTED 1e-7
/* Sets to try: more than a few are a sign of rows that depend on each other, where the dense
 * problem finds its way more cheaply. */
#define MAX_SETS 100

struct SnActiveSet {
    SnKktMatrix matrix; /* that of the step with the dynamic rows behind G */
    SnLinsolve *solver; /* NULL: no pattern yet */
    int row_room, entry_room, pattern_rows, pattern_entries;
    bool *active;    /* [q] */
    double *g, *l;   /* [q] */
    double *freedom; /* [rows] */
};

void sn_active_set_free(SnActiveSet *set)
{
    if (!set)
        return;
    sn_linsolve_free(set->solver);
    void *arrays[] = {set->matrix.g_start,
                      set->matrix.g_column,
                      set->matrix.g_value,
                      set->matrix.c,
                      set->active,
                      set->g,
                      set->l,
                      set->freedom};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(set);
}

/* --- pattern --- */

static bool same_pattern(const SnActiveSet *set, const SnWorkspace *work)
{
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    const int q = work->linear.matrix.q, entries = work->linear.matrix.g_start[q];
    if (!set->solver || set->pattern_rows != rows->n || set->pattern_entries != rows->n_entries)
        return false;
    for (int i = 0; i < rows->n; i++)
        if (set->matrix.g_start[q + i] != entries + rows->row[i].first)
            return false;
    return memcmp(set->matrix.g_column + entries, rows->column,
                  (size_t)rows->n_entries * sizeof(int)) == 0;
}

static bool reserve(SnActiveSet *set, int rows, int entries)
{
    const struct {
        void *array;
        size_t size;
    } arrays[] = {{&set->matrix.g_start, sizeof(int)}, {&set->matrix.c, sizeof(double)},
                  {&set->active, sizeof(bool)},        {&set->g, sizeof(double)},
                  {&set->l, sizeof(double)},           {&set->freedom, sizeof(double)}};
    int room = 0, columns = set->entry_room, values = set->entry_room;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        room = set->row_room;
        if (!sn_reserve(arrays[k].array, &room, rows, arrays[k].size))
            return false;
    }
    set->row_room = room;
    if (!sn_reserve(&set->matrix.g_column, &columns, entries, sizeof(int)) ||
        !sn_reserve(&set->matrix.g_value, &values, entries, sizeof(double)))
        return false;
    set->entry_room = values;
    return true;
}

typedef struct Analysis {
    SnLinsolveBackend backend;
    SnActiveSet *set;
} Analysis;

static void make_solver(void *data)
{
    const Analysis *a = data;
    a->set->solver = sn_linsolve_new(a->backend, &a->set->matrix);
}

/* The pattern of the rows there are; false: no memory. */
static bool analyse(SnActiveSet *set, const SnWorkspace *work)
{
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    const SnKktMatrix *from = &work->linear.matrix;
    const int entries = from->g_start[from->q];
    SnKktMatrix *matrix = &set->matrix;
    sn_linsolve_free(set->solver);
    set->solver = NULL;
    if (!reserve(set, from->q + rows->n + 1, entries + rows->n_entries))
        return false;
    matrix->n = from->n;
    matrix->q = from->q + rows->n;
    matrix->a_start = from->a_start;
    matrix->a_row = from->a_row;
    matrix->a_value = from->a_value;
    memcpy(matrix->g_start, from->g_start, (size_t)from->q * sizeof(int));
    for (int i = 0; i < rows->n; i++)
        matrix->g_start[from->q + i] = entries + rows->row[i].first;
    matrix->g_start[matrix->q] = entries + rows->n_entries;
    memcpy(matrix->g_column, from->g_column, (size_t)entries * sizeof(int));
    memcpy(matrix->g_column + entries, rows->column, (size_t)rows->n_entries * sizeof(int));
    set->pattern_rows = rows->n;
    set->pattern_entries = rows->n_entries;
    Analysis analysis = {sn_linsolve_backend(work->linear.solver), set};
    if (!sn_memory_try(make_solver, NULL, &analysis))
        set->solver = NULL;
    if (set->solver && work->forces.fem)
        sn_linsolve_set_workers(set->solver, sn_fem_workers(work));
    return set->solver != NULL;
}

/* Values of the rows, which stay while their set is looked for. */
static void fill(SnActiveSet *set, SnWorkspace *work)
{
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    const SnKktMatrix *from = &work->linear.matrix;
    const int q = from->q, entries = from->g_start[q];
    SnKktMatrix *matrix = &set->matrix;
    memcpy(matrix->g_value, from->g_value, (size_t)entries * sizeof(double));
    memcpy(matrix->g_value + entries, rows->value, (size_t)rows->n_entries * sizeof(double));
    memcpy(matrix->c, from->c, (size_t)q * sizeof(double));
    memcpy(set->active, work->bilateral.active, (size_t)q * sizeof(bool));
    memcpy(set->g, work->linear.g, (size_t)q * sizeof(double));
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        set->freedom[i] = sn_row_freedom(work, i);
        matrix->c[q + i] = row->softness + SHIFT * set->freedom[i];
        if (!(matrix->c[q + i] > 0)) /* nothing that moves is on it */
            row->bound = -HUGE_VAL;
        set->active[q + i] = row->chosen && isfinite(row->bound);
    }
}

/* --- one set --- */

static bool all_exact(const SnActiveSet *set, const SnWorkspace *work)
{
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        if (set->active[work->linear.matrix.q + i] && !sn_row_is_exact(work, i))
            return false;
    return true;
}

/* Solution with the active rows as equations. */
static SnLinsolveStatus solve_set(SnActiveSet *set, SnWorkspace *work)
{
    const int q = work->linear.matrix.q, n = work->unilateral.dynamic.n;
    SnDynamicRow *rows = work->unilateral.dynamic.row;
    SnLinsolveStatus status = sn_linsolve_factor(set->solver, set->active);
    for (int i = 0; i < n; i++)
        rows[i].impulse = 0;
    for (int k = 0; k < REFINEMENTS; k++) {
        for (int i = 0; i < n; i++)
            set->g[q + i] =
                set->active[q + i] ? rows[i].bound + SHIFT * set->freedom[i] * rows[i].impulse : 0;
        if (status == SN_LINSOLVE_OK)
            status = sn_linsolve_solve(set->solver, work->linear.f, set->g, work->linear.u, set->l,
                                       work->linear.tolerance, NULL);
        if (status != SN_LINSOLVE_OK && status != SN_LINSOLVE_INACCURATE)
            return status;
        for (int i = 0; i < n; i++)
            rows[i].impulse = set->active[q + i] ? -set->l[q + i] : 0;
        if (all_exact(set, work))
            break;
    }
    memcpy(work->linear.l, set->l, (size_t)q * sizeof(double));
    return SN_LINSOLVE_OK;
}

/* Least impulse over its row's size that is not negative. */
static double least_impulse(const SnActiveSet *set, const SnWorkspace *work)
{
    double most = 0;
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        most = fmax(most, fabs(work->unilateral.dynamic.row[i].impulse) * sqrt(set->freedom[i]));
    return -ACCURACY * most;
}

static bool is_infeasible(const SnActiveSet *set, const SnWorkspace *work, double least, int i)
{
    double excess;
    if (set->active[work->linear.matrix.q + i])
        return work->unilateral.dynamic.row[i].impulse * sqrt(set->freedom[i]) < least;
    return sn_row_violated(work, i, &excess);
}

/* Exchanges infeasible rows; false: there are none. */
static bool exchange(SnActiveSet *set, const SnWorkspace *work, SnPivoting *pivoting)
{
    const int q = work->linear.matrix.q, n = work->unilateral.dynamic.n;
    const double least = least_impulse(set, work);
    int infeasible = 0, last = -1;
    for (int i = 0; i < n; i++)
        if (is_infeasible(set, work, least, i)) {
            infeasible++;
            last = i;
        }
    if (infeasible == 0)
        return false;
    const bool all = sn_pivot_all(pivoting, infeasible);
    for (int i = all ? 0 : last; i <= last; i++)
        if (!all || is_infeasible(set, work, least, i))
            set->active[q + i] = !set->active[q + i];
    return true;
}

/* --- rows that the set cannot satisfy --- */

/* Delassus diagonal of a row without the other dynamic rows; negative: it could not be solved. */
static double diagonal_of(SnWorkspace *work, int i)
{
    const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
    const int start[2] = {0, row->n};
    double diagonal;
    const SnLinsolveStatus status = sn_linsolve_delassus(
        work->linear.solver, SN_DELASSUS_EXACT, 1, start,
        work->unilateral.dynamic.column + row->first, work->unilateral.dynamic.value + row->first,
        work->unilateral.delassus.u, work->unilateral.delassus.l, &diagonal);
    return status == SN_LINSOLVE_OK || status == SN_LINSOLVE_INACCURATE ? diagonal : -1;
}

/* Takes out the rows that can move nothing; how many, and one that contradicts others (-1: none
 * does beyond rounding). */
static int drop_row_in_force(SnActiveSet *set, SnWorkspace *work, int *contradicting)
{
    const int q = work->linear.matrix.q, n = work->unilateral.dynamic.n;
    double scale = 0, excess;
    int dropped = 0;
    *contradicting = -1;
    for (int i = 0; i < n; i++)
        if (isfinite(work->unilateral.dynamic.row[i].bound))
            scale = fmax(scale, fabs(work->unilateral.dynamic.row[i].bound));
    for (int i = 0; i < n; i++) {
        if (!set->active[q + i] || sn_row_is_exact(work, i))
            continue;
        if (sn_row_is_in_force(work, i, diagonal_of(work, i))) {
            work->unilateral.dynamic.row[i].bound = -HUGE_VAL;
            set->active[q + i] = false;
            dropped++;
            continue;
        }
        sn_row_violated(work, i, &excess);
        if (fabs(excess) > ACCEPTED * scale)
            *contradicting = i;
    }
    return dropped;
}

SnFault sn_active_set_solve(const SnState *state, SnWorkspace *work, bool *solved)
{
    SnActiveSet *set = work->unilateral.active_set;
    *solved = false;
    if (!set)
        set = work->unilateral.active_set = sn_try_alloc(1, sizeof *set);
    if (!set || !sn_delassus_reserve(work, 1) ||
        (!same_pattern(set, work) && !analyse(set, work))) {
        work->unilateral.dynamic.out_of_memory = true;
        return sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
    }
    fill(set, work);
    SnPivoting pivoting = sn_pivoting(work->unilateral.dynamic.n);
    for (int k = 0; k < MAX_SETS && !*solved; k++) {
        int contradicting = -1;
        if (solve_set(set, work) != SN_LINSOLVE_OK)
            return sn_mixed_fault(state, work, -1);
        if (exchange(set, work, &pivoting))
            continue;
        if (drop_row_in_force(set, work, &contradicting) > 0)
            continue;
        if (contradicting >= 0)
            return sn_mixed_fault(state, work, contradicting);
        for (int i = 0; i < work->unilateral.dynamic.n; i++)
            work->unilateral.dynamic.row[i].impulse =
                fmax(work->unilateral.dynamic.row[i].impulse, 0);
        *solved = true;
    }
    return (SnFault){0};
}
