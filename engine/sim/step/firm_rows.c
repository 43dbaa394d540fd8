/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/step/firm_rows.h"

#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FIRM 1e-10 /* of how far rows gave way at first */
#define MOST 200   /* solves */

/* With S = G A^-1 G' and C the softness of all rows, the factor solves (S + C) z = r; without the
 * softness `share` the forces l of rows are those of (S + C - share) l = h, and
 * (S + C - share) z = r - share z. */
typedef struct Firm {
    int n, q;
    const double *share;       /* [q] */
    double *u, *l;             /* [n], [q] the solution */
    double *along_u, *along_l; /* [n], [q] direction */
    double *rest, *along_rest; /* [q] what rows still give way by, what the direction takes */
    double old;                /* r' z of the last step */
} Firm;

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
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

/* False: the end of what can be done. */
static bool take_step(Firm *s, const double *z_u, const double *z_l)
{
    const double now = dot(s->q, s->rest, z_l), beta = s->old > 0 ? now / s->old : 0;
    for (int i = 0; i < s->n; i++)
        s->along_u[i] = z_u[i] + beta * s->along_u[i];
    for (int i = 0; i < s->q; i++) {
        s->along_l[i] = z_l[i] + beta * s->along_l[i];
        s->along_rest[i] = s->rest[i] - s->share[i] * z_l[i] + beta * s->along_rest[i];
    }
    const double work = dot(s->q, s->along_l, s->along_rest);
    if (!(now > 0 && work > 0))
        return false;
    for (int i = 0; i < s->n; i++)
        s->u[i] += now / work * s->along_u[i];
    for (int i = 0; i < s->q; i++) {
        s->l[i] += now / work * s->along_l[i];
        s->rest[i] -= now / work * s->along_rest[i];
    }
    s->old = now;
    return true;
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
    double *all = sn_alloc(2 * (size_t)n + 4 * (size_t)q + 1, sizeof *all);
    Firm s = {.n = n, .q = q, .share = share, .u = all, .along_u = all + n, .l = all + 2 * n};
    s.along_l = s.l + q, s.rest = s.l + 2 * q, s.along_rest = s.l + 3 * q;
    memcpy(s.u, work->linear.u, (size_t)n * sizeof(double));
    memcpy(s.l, work->linear.l, (size_t)q * sizeof(double));
    for (int i = 0; i < q; i++)
        s.rest[i] = share[i] * s.l[i];
    const double enough = FIRM * largest(q, s.rest);
    bool goes_on = true;
    for (int i = 0; goes_on && i < MOST && largest(q, s.rest) > enough; i++) {
        memset(work->linear.f, 0, (size_t)n * sizeof(double));
        for (int k = 0; k < q; k++)
            work->linear.g[k] = -s.rest[k];
        fault = sn_solve_free(system, state, work);
        goes_on = fault.code == SN_FAULT_NONE && take_step(&s, work->linear.u, work->linear.l);
    }
    memcpy(work->linear.u, s.u, (size_t)n * sizeof(double));
    memcpy(work->linear.l, s.l, (size_t)q * sizeof(double));
    sn_free(all);
    sn_free(share);
    return fault;
}
