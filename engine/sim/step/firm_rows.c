/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/step/firm_rows.h"

#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FIRM 1e-10 /* of how far rows gave way at first */
#define LOST 1e-12 /* of a direction is left beside those before it: it leads nowhere */
enum { MOST = 40 };

/* With S = G A^-1 G' and C the softness of all rows, the factor solves (S + C) z = r; without the
 * softness `share` the forces l of rows are those of (S + C - share) l = h, and
 * (S + C - share) z = r - share z.  A is that of forces and may be indefinite, and so may S. */
typedef struct Firm {
    int n, q;
    const double *share;     /* [q] */
    double *u, *l;           /* [n], [q] the solution */
    double *rest;            /* [q] what rows still give way by */
    int count;               /* directions taken: */
    double *step_u, *step_l; /* [MOST][n], [MOST][q] */
    double *change;          /* [MOST][q] of rest by each, orthonormal */
} Firm;

/* A mixed problem whose rows are moved. */
typedef struct Moved {
    int q;
    const double *share; /* [q] */
    double *f, *g;       /* the problem's; owned: f with the others */
    double *last;        /* [q] forces of rows */
} Moved;

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add(int n, double share, const double *a, double *sum)
{
    for (int i = 0; i < n; i++)
        sum[i] += share * a[i];
}

static void scale(int n, double share, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] *= share;
}

static double largest(int n, const double *a)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i]));
    return most;
}

/* Forces of joints' rows are shared; rows of FEM models, which give way on purpose, stay soft. */
static double *shares_of(const SnSystem *system, const SnWorkspace *work)
{
    const int q = work->linear.matrix.q;
    const double *sharing = work->bilateral.size + 2 * q;
    double *share = sn_alloc((size_t)q + 1, sizeof *share);
    for (int i = 0; i < system->joints.n_rows; i++)
        share[i] = work->bilateral.active[i] ? sharing[i] : 0;
    return share;
}

/* Takes of what the factor says of `rest` as much as makes it least.  False: nothing is left. */
static bool take_step(Firm *s, const double *z_u, const double *z_l)
{
    const int n = s->n, q = s->q;
    double *step_u = s->step_u + (size_t)s->count * (size_t)n;
    double *step_l = s->step_l + (size_t)s->count * (size_t)q;
    double *change = s->change + (size_t)s->count * (size_t)q;
    memcpy(step_u, z_u, (size_t)n * sizeof(double));
    memcpy(step_l, z_l, (size_t)q * sizeof(double));
    for (int i = 0; i < q; i++)
        change[i] = s->rest[i] - s->share[i] * z_l[i];
    const double whole = sqrt(dot(q, s->rest, s->rest));
    for (int k = 0; k < 2 * s->count; k++) { /* twice: the first leaves rounding */
        const size_t before = (size_t)(k % s->count);
        const double common = dot(q, change, s->change + before * (size_t)q);
        add(q, -common, s->change + before * (size_t)q, change);
        add(q, -common, s->step_l + before * (size_t)q, step_l);
        add(n, -common, s->step_u + before * (size_t)n, step_u);
    }
    const double size = sqrt(dot(q, change, change));
    if (!(size > LOST * whole) || !isfinite(size))
        return false;
    scale(q, 1 / size, change);
    scale(q, 1 / size, step_l);
    scale(n, 1 / size, step_u);
    const double part = dot(q, s->rest, change);
    add(n, part, step_u, s->u);
    add(q, part, step_l, s->l);
    add(q, -part, change, s->rest);
    s->count++;
    return true;
}

static Firm firm_new(const SnWorkspace *work, int n, const double *share)
{
    const int q = work->linear.matrix.q;
    const size_t columns = (size_t)n, rows = (size_t)q;
    double *all = sn_alloc((MOST + 1) * columns + (2 * MOST + 2) * rows + 1, sizeof *all);
    Firm s = {.n = n, .q = q, .share = share, .u = all, .step_u = all + columns};
    s.l = s.step_u + MOST * columns;
    s.rest = s.l + rows;
    s.step_l = s.rest + rows;
    s.change = s.step_l + MOST * rows;
    memcpy(s.u, work->linear.u, columns * sizeof(double));
    memcpy(s.l, work->linear.l, rows * sizeof(double));
    for (int i = 0; i < q; i++)
        s.rest[i] = share[i] * s.l[i];
    return s;
}

SnFault sn_firm_rows(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(work->system == system);
    const int n = system->n_u_active, q = work->linear.matrix.q;
    double *share = shares_of(system, work);
    SnFault fault = {0};
    if (!(largest(q, share) > 0)) {
        sn_free(share);
        return fault;
    }
    Firm s = firm_new(work, n, share);
    const double enough = FIRM * largest(q, s.rest);
    bool goes_on = true;
    while (goes_on && s.count < MOST && largest(q, s.rest) > enough) {
        memset(work->linear.f, 0, (size_t)n * sizeof(double));
        for (int k = 0; k < q; k++)
            work->linear.g[k] = -s.rest[k];
        fault = sn_solve_free(system, state, work);
        goes_on = fault.code == SN_FAULT_NONE && take_step(&s, work->linear.u, work->linear.l);
    }
    memcpy(work->linear.u, s.u, (size_t)n * sizeof(double));
    memcpy(work->linear.l, s.l, (size_t)q * sizeof(double));
    sn_free(s.u);
    sn_free(share);
    return fault;
}

/* One mixed problem with rows moved by what the forces `last` take of their softness; the furthest
 * that they still give way by, into *moved. */
static SnFault solve_moved(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           const Moved *m, double *moved)
{
    memcpy(work->linear.f, m->f, (size_t)system->n_u_active * sizeof(double));
    for (int k = 0; k < m->q; k++)
        work->linear.g[k] = m->g[k] - m->share[k] * m->last[k];
    SnFault fault = sn_solve_free(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_solve_mixed(system, state, work, true);
    *moved = 0;
    for (int k = 0; k < m->q; k++) {
        *moved = fmax(*moved, m->share[k] * fabs(work->linear.l[k] - m->last[k]));
        m->last[k] = work->linear.l[k];
    }
    return fault;
}

SnFault sn_firm_mixed(const SnSystem *system, const SnState *state, double duration,
                      SnWorkspace *work)
{
    assert(work->system == system);
    const size_t n = (size_t)system->n_u_active, q = (size_t)work->linear.matrix.q;
    double *share = shares_of(system, work);
    Moved m = {.q = (int)q, .share = share, .f = sn_alloc(n + 2 * q + 1, sizeof *m.f)};
    m.g = m.f + n;
    m.last = m.g + q;
    memcpy(m.f, work->linear.f, n * sizeof *m.f);
    memcpy(m.g, work->linear.g, q * sizeof *m.g);
    for (int i = 0; i < system->rows.n; i++)
        m.last[i] = share[i] > 0 ? -duration * sn_state_lambda_const(state)[i] : 0;
    double moved = 0;
    SnFault fault = solve_moved(system, state, work, &m, &moved);
    const double enough = FIRM * moved;
    for (int i = 1; i < MOST && moved > enough && fault.code == SN_FAULT_NONE; i++)
        fault = solve_moved(system, state, work, &m, &moved);
    sn_free(m.f);
    sn_free(share);
    return fault;
}
