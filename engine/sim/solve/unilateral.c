/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed linear complementarity problem of a step (jaw-tongue-hyoid (6), (8), (9)): bilateral
 * rows are in the factor, unilateral ones come in through their Delassus matrix, or, where they are
 * many, into a factor of their own (active_set.h).  Rows that the solution without them satisfies
 * anyway stay out, and come in when another row's force breaks them; the set only grows, so this
 * ends. */
#include "engine/base/memory.h"
#include "engine/linsolve/lcp.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/solve/active_set.h"
#include "engine/sim/solve/contact_take.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VIOLATION   1e-10 /* of a limit that counts: absolute and relative to its bound */
#define REFINEMENTS 3

SnFault sn_solve_free(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (!work->linear.solver)
        return (SnFault){0};
    const SnLinsolveStatus status =
        sn_linsolve_solve(work->linear.solver, work->linear.f, work->linear.g, work->linear.u,
                          work->linear.l, work->linear.tolerance, NULL);
    if (status == SN_LINSOLVE_NOT_FINITE)
        return sn_fault(SN_FAULT_NOT_FINITE, SN_ID_NULL, state->time,
                        "The solution is not finite: try a smaller step.");
    if (status == SN_LINSOLVE_SINGULAR || status == SN_LINSOLVE_INTERRUPTED)
        return sn_fault(SN_FAULT_FACTOR, SN_ID_NULL, state->time,
                        "The equations of motion are singular: look for components without mass "
                        "and joints that contradict each other.");
    return (SnFault){0};
}

bool sn_row_violated(const SnWorkspace *work, int i, double *excess)
{
    const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
    if (!isfinite(row->bound)) {
        *excess = 0;
        return false;
    }
    const double rate = sn_dynamic_row_rate(&work->unilateral.dynamic, i, work->linear.u);
    *excess = rate + row->softness * row->impulse - row->bound;
    return *excess < -VIOLATION * (1 + fabs(row->bound));
}

bool sn_row_is_exact(const SnWorkspace *work, int i)
{
    double excess;
    sn_row_violated(work, i, &excess);
    return fabs(excess) <= VIOLATION * (1 + fabs(work->unilateral.dynamic.row[i].bound));
}

double sn_row_freedom(const SnWorkspace *work, int i)
{
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    const SnKktMatrix *matrix = &work->linear.matrix;
    const SnDynamicRow *row = &rows->row[i];
    double sum = 0;
    for (int e = row->first; e < row->first + row->n; e++)
        sum += rows->value[e] * rows->value[e] / matrix->a_value[matrix->a_start[rows->column[e]]];
    return sum;
}

bool sn_row_is_in_force(const SnWorkspace *work, int i, double diagonal)
{
    return !(diagonal + work->unilateral.dynamic.row[i].softness > 1e-9 * sn_row_freedom(work, i));
}

SnFault sn_mixed_fault(const SnState *state, const SnWorkspace *work, int row)
{
    return sn_fault(SN_FAULT_LCP, row >= 0 ? work->unilateral.dynamic.row[row].id : SN_ID_NULL,
                    state->time,
                    "Contacts and limits contradict each other: try a smaller step, or give this "
                    "joint some compliance.");
}

/* --- Delassus matrix --- */

bool sn_delassus_reserve(SnWorkspace *work, int m)
{
    SnDelassus *d = &work->unilateral.delassus;
    const size_t n = (size_t)work->linear.matrix.n, q = (size_t)work->linear.matrix.q;
    const struct {
        void *array;
        size_t size;
    } arrays[] = {{&d->start, sizeof(int)},
                  {&d->q, sizeof(double)},
                  {&d->z, sizeof(double)},
                  {&d->u, n * sizeof(double)},
                  {&d->l, q * sizeof(double)}};
    int room = d->room;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        room = d->room;
        if (!sn_reserve(arrays[k].array, &room, m, arrays[k].size))
            return false;
    }
    if (room == d->room && d->matrix)
        return true;
    sn_free(d->matrix);
    sn_free(d->scratch);
    d->matrix = sn_try_alloc((size_t)room * (size_t)room + 1, sizeof(double));
    d->scratch = sn_try_alloc(1, sn_lcp_scratch_size(room) + 8);
    d->room = d->matrix && d->scratch ? room : d->room;
    return d->matrix && d->scratch;
}

bool sn_mixed_reserve(SnWorkspace *work)
{
    SnDelassus *d = &work->unilateral.delassus;
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    int column_room = d->entry_room, value_room = d->entry_room;
    if (!sn_reserve(&d->candidate, &d->candidate_room, rows->n, sizeof *d->candidate) ||
        !sn_reserve(&d->column, &column_room, rows->n_entries, sizeof *d->column) ||
        !sn_reserve(&d->value, &value_room, rows->n_entries, sizeof *d->value))
        return false;
    d->entry_room = value_room;
    return sn_delassus_reserve(
        work, rows->n < work->unilateral.dense_most ? rows->n : work->unilateral.dense_most);
}

/* Rows of N that are candidates, one behind the other. */
static void write_rows(SnWorkspace *work, int m)
{
    SnDelassus *d = &work->unilateral.delassus;
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    int entries = 0;
    for (int k = 0; k < m; k++) {
        const SnDynamicRow *row = &rows->row[d->candidate[k]];
        d->start[k] = entries;
        memcpy(d->column + entries, rows->column + row->first, (size_t)row->n * sizeof(int));
        memcpy(d->value + entries, rows->value + row->first, (size_t)row->n * sizeof(double));
        entries += row->n;
    }
    d->start[m] = entries;
}

/* Delassus matrix of the m candidates, with their softness.  A row that cannot move anything gets a
 * unit diagonal alone: no impulse. */
static bool make_delassus(SnWorkspace *work, int m)
{
    SnDelassus *d = &work->unilateral.delassus;
    const size_t n = (size_t)m;
    const SnLinsolveStatus status =
        sn_linsolve_delassus(work->linear.solver, SN_DELASSUS_EXACT, m, d->start, d->column,
                             d->value, d->u, d->l, d->matrix);
    if (status != SN_LINSOLVE_OK && status != SN_LINSOLVE_INACCURATE)
        return false;
    for (size_t k = 0; k < n; k++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[d->candidate[k]];
        double *diagonal = &d->matrix[k * n + k];
        const bool held = sn_row_is_in_force(work, d->candidate[k], *diagonal);
        *diagonal += row->softness;
        if (held) {
            for (size_t j = 0; j < n; j++)
                d->matrix[k * n + j] = d->matrix[j * n + k] = 0;
            *diagonal = 1;
            row->bound = -HUGE_VAL;
        }
    }
    return true;
}

/* --- dense problem --- */

/* f_total = f + N' z */
static void add_impulses(const SnSystem *system, SnWorkspace *work)
{
    memcpy(work->linear.f_total, work->linear.f, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        if (work->unilateral.dynamic.row[i].impulse != 0)
            sn_dynamic_row_push(&work->unilateral.dynamic, i,
                                work->unilateral.dynamic.row[i].impulse, work->linear.f_total);
}

/* Impulses of the candidates from the present point (u belongs to the present impulses): the
 * problem in the whole impulse is w = D z + (w now - D z now), in D what is added to its diagonal
 * too: so that vanishes with repetition (proximal point iteration: Rockafellar 1976). */
static bool pivot_candidates(SnWorkspace *work, int m)
{
    SnDelassus *d = &work->unilateral.delassus;
    SnDynamicRow *rows = work->unilateral.dynamic.row;
    for (int k = 0; k < m; k++) {
        const SnDynamicRow *row = &rows[d->candidate[k]];
        const double diagonal = d->matrix[(size_t)k * (size_t)m + (size_t)k];
        double excess, sum = SN_LCP_SHIFT * diagonal * row->impulse;
        sn_row_violated(work, d->candidate[k], &excess);
        for (int j = 0; j < m; j++)
            sum += d->matrix[(size_t)k * (size_t)m + (size_t)j] * rows[d->candidate[j]].impulse;
        d->q[k] = isfinite(row->bound) ? excess - sum : 1;
        d->z[k] = row->impulse > 0 || row->warm || excess < 0;
    }
    if (!sn_lcp_solve(m, d->matrix, d->q, d->z, d->scratch))
        return false;
    for (int k = 0; k < m; k++)
        rows[d->candidate[k]].impulse = d->z[k];
    return true;
}

/* w = 0 where the rows carry an impulse, against the bounds. */
static bool is_accurate(const SnWorkspace *work, int m)
{
    for (int k = 0; k < m; k++) {
        const int i = work->unilateral.delassus.candidate[k];
        if (work->unilateral.dynamic.row[i].impulse > 0 && !sn_row_is_exact(work, i))
            return false;
    }
    return true;
}

/* Impulses of m candidates, and the solution with them. */
static SnFault solve_dense(const SnSystem *system, const SnState *state, SnWorkspace *work, int m)
{
    const int first = work->unilateral.delassus.candidate[0];
    if (!make_delassus(work, m))
        return sn_mixed_fault(state, work, first);
    for (int k = 0; k < REFINEMENTS; k++) {
        if (!pivot_candidates(work, m))
            return sn_mixed_fault(state, work, first);
        add_impulses(system, work);
        const SnLinsolveStatus status =
            sn_linsolve_solve(work->linear.solver, work->linear.f_total, work->linear.g,
                              work->linear.u, work->linear.l, work->linear.tolerance, NULL);
        if (status == SN_LINSOLVE_NOT_FINITE || status == SN_LINSOLVE_SINGULAR)
            return sn_mixed_fault(state, work, first);
        if (is_accurate(work, m))
            break;
    }
    return (SnFault){0};
}

/* --- choosing --- */

static void choose(SnWorkspace *work, int i, int *m)
{
    work->unilateral.dynamic.row[i].chosen = true;
    work->unilateral.delassus.candidate[(*m)++] = i;
}

/* Rows that the present solution violates are the next candidates. */
static void choose_violated(SnWorkspace *work, int *m)
{
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        double excess;
        if (!work->unilateral.dynamic.row[i].chosen && sn_row_violated(work, i, &excess))
            choose(work, i, m);
    }
}

/* Those that pushed last time will again. */
static void choose_warm(SnWorkspace *work, int *m)
{
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        const SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        if (row->warm && !row->chosen && isfinite(row->bound))
            choose(work, i, m);
    }
}

static SnFault no_memory(const SnState *state, SnWorkspace *work)
{
    work->unilateral.dynamic.out_of_memory = true;
    return sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
}

/* Many rows at once, if that finds a solution; else back to the one without them. */
static SnFault solve_sparse(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            bool *solved)
{
    const SnFault fault = sn_active_set_solve(state, work, solved);
    if (fault.code != SN_FAULT_NONE || *solved)
        return fault;
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        work->unilateral.dynamic.row[i].impulse = 0;
    return sn_solve_free(system, state, work);
}

#define MISSED 0.1 /* of a rebound: something else does not let it be */

bool sn_rebounds_drop(SnWorkspace *work, const double *from)
{
    SnDynamicRows *rows = &work->unilateral.dynamic;
    bool any = false;
    if (work->contacts && work->contacts->take.was_coarse)
        return false;
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const double start = row->prescribed + (from ? sn_dynamic_row_rate(rows, i, from) : 0);
        const double speed = row->bound + start; /* no rebound: none */
        if (!(row->restitution > 0) || row->compliance > 0 || !(row->impulse > 0) ||
            !(sn_dynamic_row_rate(rows, i, work->linear.u) + start < (1 - MISSED) * speed))
            continue;
        row->restitution = 0;
        any = true;
    }
    if (any) /* their impulses are what contradicts over what rounds: from there none is found */
        sn_contact_take_forget(work);
    return any;
}

SnFault sn_solve_mixed(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       bool free_first)
{
    assert(!work || work->system == system);
    if (work->unilateral.friction.use != SN_FRICTION_OFF && work->linear.solver)
        return sn_friction_solve(system, state, work, free_first);
    return sn_solve_one_sided(system, state, work, free_first);
}

SnFault sn_solve_one_sided(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           bool free_first)
{
    assert(!work || work->system == system);
    if (sn_has_contacts(work) && work->linear.solver)
        return sn_contacts_solve(system, state, work, free_first);
    SnFault fault = sn_dynamic_rows_end(&work->unilateral.dynamic, state->time);
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        row->warm = row->impulse > 0;
        row->chosen = false;
        row->impulse = 0;
    }
    if (fault.code == SN_FAULT_NONE && !free_first)
        fault = sn_solve_free(system, state, work);
    if (fault.code != SN_FAULT_NONE || !work->linear.solver)
        return fault;
    int m = 0, solved = 0;
    bool tried = false, done = false;
    choose_violated(work, &m);
    if (m > 0)
        choose_warm(work, &m);
    while (m > solved) {
        if (m > work->unilateral.dense_most && !tried) {
            tried = true;
            fault = solve_sparse(system, state, work, &done);
            if (fault.code != SN_FAULT_NONE || done)
                return fault;
        }
        if (!sn_delassus_reserve(work, m))
            return no_memory(state, work);
        write_rows(work, m);
        fault = solve_dense(system, state, work, m);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        solved = m;
        choose_violated(work, &m);
    }
    return fault;
}
