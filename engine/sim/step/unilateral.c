/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed linear complementarity problem of a step (jaw-tongue-hyoid (6), (8), (9)): bilateral
 * rows are in the factor, unilateral ones come in through their Delassus matrix.  Rows that the
 * solution without them satisfies anyway stay out, and come in when another row's force breaks
 * them; the set only grows, so this ends. */
#include "engine/linsolve/lcp.h"
#include "engine/sim/system/work.h"

#include <math.h>
#include <string.h>

#define VIOLATION   1e-10 /* of a limit that counts: absolute and relative to its bound */
#define REFINEMENTS 3

SnFault sn_solve_free(const SnSystem *system, const SnState *state, SnWork *work)
{
    if (!work->solver)
        return (SnFault){0};
    const SnLinsolveStatus status =
        sn_linsolve_solve(work->solver, work->f, work->g, work->u, work->l, work->tolerance, NULL);
    if (status == SN_LINSOLVE_NOT_FINITE)
        return sn_fault(SN_FAULT_NOT_FINITE, SN_ID_NULL, state->time,
                        "The solution is not finite: try a smaller step.");
    if (status == SN_LINSOLVE_SINGULAR || status == SN_LINSOLVE_INTERRUPTED)
        return sn_fault(SN_FAULT_FACTOR, SN_ID_NULL, state->time,
                        "The equations of motion are singular: look for components without mass "
                        "and joints that contradict each other.");
    return (SnFault){0};
}

static bool violated(const SnWork *work, int i, double *excess)
{
    if (!isfinite(work->bound[i])) {
        *excess = 0;
        return false;
    }
    const double rate = sn_plan_rate(&work->n_plan, i, work->u);
    *excess = rate + work->limit_softness[i] * work->impulse[i] - work->bound[i];
    return *excess < -VIOLATION * (1 + fabs(work->bound[i]));
}

/* Row of N over the active unknowns. */
static int write_row(const SnWork *work, int i, int *column, double *value)
{
    const int first = work->n_plan.start[i], n = work->n_plan.start[i + 1] - first;
    memcpy(column, work->n_plan.column + first, (size_t)n * sizeof *column);
    memcpy(value, work->n_plan.value + first, (size_t)n * sizeof *value);
    return n;
}

/* Delassus matrix of the m candidates, with their softness.  A row that cannot move anything (its
 * blocks are held by the bilateral rows) gets an infinite diagonal: no impulse. */
static bool make_delassus(SnWork *work, int m)
{
    int entries = 0;
    for (int k = 0; k < m; k++) {
        work->n_start[k] = entries;
        entries +=
            write_row(work, work->candidate[k], work->n_column + entries, work->n_value + entries);
    }
    work->n_start[m] = entries;
    const SnLinsolveStatus status =
        sn_linsolve_delassus(work->solver, m, work->n_start, work->n_column, work->n_value,
                             work->delassus_u, work->delassus_l, work->delassus);
    if (status != SN_LINSOLVE_OK && status != SN_LINSOLVE_INACCURATE)
        return false;
    for (int k = 0; k < m; k++) {
        double *diagonal = &work->delassus[(size_t)k * m + k];
        double freely = 0; /* what it would be without bilateral rows, M-hat taken diagonal */
        for (int e = work->n_start[k]; e < work->n_start[k + 1]; e++)
            freely += work->n_value[e] * work->n_value[e] /
                      work->matrix.a_value[work->matrix.a_start[work->n_column[e]]];
        *diagonal += work->limit_softness[work->candidate[k]];
        if (!(*diagonal > 1e-9 * freely)) {
            for (int j = 0; j < m; j++)
                work->delassus[(size_t)k * m + j] = work->delassus[(size_t)j * m + k] = 0;
            *diagonal = 1;
            work->bound[work->candidate[k]] = -HUGE_VAL;
        }
    }
    return true;
}

/* f_total = f + N' z */
static void add_impulses(const SnSystem *system, SnWork *work)
{
    memcpy(work->f_total, work->f, (size_t)system->n_u_active * sizeof(double));
    const SnRowPlan *plan = &work->n_plan;
    for (int i = 0; i < system->n_limits; i++)
        for (int e = plan->start[i]; work->impulse[i] != 0 && e < plan->start[i + 1]; e++)
            work->f_total[plan->column[e]] += work->impulse[i] * plan->value[e];
}

/* Impulses of the candidates from the present point (u belongs to the present impulses): the
 * problem in the whole impulse is w = D z + (w now - D z now). */
static bool pivot_candidates(SnWork *work, int m)
{
    for (int k = 0; k < m; k++) {
        const int i = work->candidate[k];
        double excess, sum = 0;
        violated(work, i, &excess);
        for (int j = 0; j < m; j++)
            sum += work->delassus[(size_t)k * m + j] * work->impulse[work->candidate[j]];
        work->lcp_q[k] = isfinite(work->bound[i]) ? excess - sum : 1;
        work->lcp_z[k] = work->impulse[i] > 0 || work->limit_warm[i] > 0 || excess < 0;
    }
    if (!sn_lcp_solve(m, work->delassus, work->lcp_q, work->lcp_z, work->lcp_scratch))
        return false;
    for (int k = 0; k < m; k++)
        work->impulse[work->candidate[k]] = work->lcp_z[k];
    return true;
}

/* Largest error of w = 0 over the rows that carry an impulse, against the bounds. */
static bool accurate(const SnWork *work, int m)
{
    for (int k = 0; k < m; k++) {
        const int i = work->candidate[k];
        double excess;
        violated(work, i, &excess);
        if (work->impulse[i] > 0 && fabs(excess) > VIOLATION * (1 + fabs(work->bound[i])))
            return false;
    }
    return true;
}

/* Adds violated limits to the candidates; how many came, -1: too many. */
static int add_violated(const SnSystem *system, SnWork *work, bool *chosen, int *m)
{
    int added = 0;
    for (int i = 0; i < system->n_limits; i++) {
        double excess;
        if (chosen[i] || !violated(work, i, &excess))
            continue;
        if (*m == work->max_candidates)
            return -1;
        chosen[i] = true;
        work->candidate[(*m)++] = i;
        added++;
    }
    return added;
}

static SnFault lcp_fault(const SnSystem *system, const SnState *state, int limit)
{
    const SnId id = limit >= 0 ? sn_limit_traits(system, limit).id : SN_ID_NULL;
    return sn_fault(SN_FAULT_LCP, id, state->time,
                    "Contacts and limits contradict each other or are too many: try a smaller "
                    "step, or give this joint some compliance.");
}

SnFault sn_solve_mixed(const SnSystem *system, const SnState *state, SnWork *work, bool free_first)
{
    SnFault fault = {0};
    const size_t bytes = (size_t)system->n_limits * sizeof(double);
    bool *chosen = work->limit_chosen;
    memset(chosen, 0, (size_t)system->n_limits);
    memcpy(work->limit_warm, work->impulse, bytes);
    memset(work->impulse, 0, bytes);
    if (!free_first)
        fault = sn_solve_free(system, state, work);
    if (fault.code != SN_FAULT_NONE || !work->solver)
        return fault;
    int m = 0;
    if (add_violated(system, work, chosen, &m) == 0)
        return fault;
    for (int i = 0; i < system->n_limits; i++) /* those that pushed last time will again */
        if (work->limit_warm[i] > 0 && !chosen[i] && isfinite(work->bound[i]) &&
            m < work->max_candidates) {
            chosen[i] = true;
            work->candidate[m++] = i;
        }
    for (int added = m; added != 0;) {
        if (added < 0 || !make_delassus(work, m))
            return lcp_fault(system, state, m > 0 ? work->candidate[0] : -1);
        for (int k = 0; k < REFINEMENTS; k++) {
            if (!pivot_candidates(work, m))
                return lcp_fault(system, state, work->candidate[0]);
            add_impulses(system, work);
            const SnLinsolveStatus status = sn_linsolve_solve(
                work->solver, work->f_total, work->g, work->u, work->l, work->tolerance, NULL);
            if (status == SN_LINSOLVE_NOT_FINITE || status == SN_LINSOLVE_SINGULAR)
                return lcp_fault(system, state, work->candidate[0]);
            if (accurate(work, m))
                break;
        }
        added = add_violated(system, work, chosen, &m);
    }
    return fault;
}
