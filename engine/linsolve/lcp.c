/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/lcp.h"

#include "engine/linsolve/pivoting.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define FIRST_SHIFT SN_LCP_SHIFT
#define LAST_SHIFT  1e-6
#define ACCURACY    1e-12
#define ACCEPTED    1e-7
#define SWEEPS      2000

typedef struct Problem {
    int m;
    double *a;        /* [m][m] scaled to a unit diagonal */
    double *b;        /* [m] scaled q */
    double *scale;    /* [m] 1 / sqrt(D_ii) */
    double *x, *w;    /* [m] */
    double *factor;   /* [m][m] */
    double *solution; /* [m] */
    int *list;        /* [m] indices of the active set */
    bool *active;     /* [m] */
    double shift;
} Problem;

size_t sn_lcp_scratch_size(int m)
{
    const size_t n = (size_t)m;
    return (2 * n * n + 5 * n) * sizeof(double) + n * sizeof(int) + n * sizeof(bool);
}

static Problem layout(int m, void *scratch)
{
    const size_t n = (size_t)m;
    double *p = scratch;
    Problem problem = {.m = m, .shift = FIRST_SHIFT};
    problem.a = p;
    problem.factor = p + n * n;
    problem.b = p + 2 * n * n;
    problem.scale = problem.b + n;
    problem.x = problem.scale + n;
    problem.w = problem.x + n;
    problem.solution = problem.w + n;
    problem.list = (int *)(problem.solution + n);
    problem.active = (bool *)(problem.list + n);
    return problem;
}

/* Cholesky of A + shift over the active set, solve A x = -b there; false if not positive. */
static bool solve_active(Problem *p, int n)
{
    const int m = p->m;
    for (int i = 0; i < n; i++) {
        double *row = p->factor + (size_t)i * m;
        const double *source = p->a + (size_t)p->list[i] * m;
        for (int j = 0; j <= i; j++) {
            const double *other = p->factor + (size_t)j * m;
            double sum = source[p->list[j]] + (i == j ? p->shift : 0);
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            if (i == j && !(sum > 0.1 * p->shift))
                return false;
            row[j] = i == j ? sqrt(sum) : sum / other[j];
        }
    }
    double *x = p->solution;
    for (int i = 0; i < n; i++) {
        const double *row = p->factor + (size_t)i * m;
        double sum = -p->b[p->list[i]];
        for (int k = 0; k < i; k++)
            sum -= row[k] * x[k];
        x[i] = sum / row[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = x[i];
        for (int k = i + 1; k < n; k++)
            sum -= p->factor[(size_t)k * m + i] * x[k];
        x[i] = sum / p->factor[(size_t)i * m + i];
    }
    return true;
}

/* x and w of the present active set; false if its matrix is not positive. */
static bool evaluate(Problem *p)
{
    int n = 0;
    for (int i = 0; i < p->m; i++)
        if (p->active[i])
            p->list[n++] = i;
    if (!solve_active(p, n))
        return false;
    memset(p->x, 0, (size_t)p->m * sizeof(double));
    for (int i = 0; i < n; i++)
        p->x[p->list[i]] = p->solution[i];
    for (int i = 0; i < p->m; i++) {
        double sum = p->b[i];
        for (int k = 0; k < n; k++)
            sum += p->a[(size_t)i * p->m + p->list[k]] * p->solution[k];
        p->w[i] = p->active[i] ? 0 : sum;
    }
    return true;
}

static double largest(int n, const double *v)
{
    double max = 0;
    for (int i = 0; i < n; i++)
        max = fmax(max, fabs(v[i]));
    return max;
}

/* Principal pivoting from the present active set; false if it did not end. */
static bool pivot(Problem *p)
{
    const int limit = sn_pivot_limit(p->m);
    SnPivoting pivoting = sn_pivoting(p->m);
    for (int iteration = 0; iteration < limit; iteration++) {
        if (!evaluate(p)) {
            if (p->shift >= LAST_SHIFT)
                return false;
            p->shift *= 100;
            continue;
        }
        const double tolerance = ACCURACY * (largest(p->m, p->b) + largest(p->m, p->x));
        int infeasible = 0, last = -1;
        for (int i = 0; i < p->m; i++)
            if (p->active[i] ? p->x[i] < -tolerance : p->w[i] < -tolerance) {
                infeasible++;
                last = i;
            }
        if (infeasible == 0)
            return true;
        if (sn_pivot_all(&pivoting, infeasible)) {
            for (int i = 0; i < p->m; i++)
                if (p->active[i] ? p->x[i] < -tolerance : p->w[i] < -tolerance)
                    p->active[i] = !p->active[i];
        } else {
            p->active[last] = !p->active[last];
        }
    }
    return false;
}

/* Projected Gauss-Seidel from x = 0 or the pivoting's last point. */
static void sweep(Problem *p)
{
    for (int i = 0; i < p->m; i++)
        p->x[i] = isfinite(p->x[i]) ? fmax(p->x[i], 0) : 0;
    for (int k = 0; k < SWEEPS; k++) {
        double change = 0;
        for (int i = 0; i < p->m; i++) {
            const double *row = p->a + (size_t)i * p->m;
            double sum = p->b[i];
            for (int j = 0; j < p->m; j++)
                sum += row[j] * p->x[j];
            const double next = fmax(p->x[i] - sum / row[i], 0);
            change = fmax(change, fabs(next - p->x[i]));
            p->x[i] = next;
        }
        if (change <= ACCURACY * largest(p->m, p->x))
            break;
    }
}

/* Largest violation of w >= 0 and w'x = 0, against the size of the data. */
static bool solved(const Problem *p)
{
    const double allowed = ACCEPTED * (largest(p->m, p->b) + 1e-300);
    for (int i = 0; i < p->m; i++) {
        double w = p->b[i];
        for (int j = 0; j < p->m; j++)
            w += p->a[(size_t)i * p->m + j] * p->x[j];
        if (!(w > -allowed) || (p->x[i] > allowed && !(w < allowed)))
            return false;
    }
    return true;
}

bool sn_lcp_solve(int m, const double *d, const double *q, double *z, void *scratch)
{
    Problem p = layout(m, scratch);
    for (int i = 0; i < m; i++) {
        p.scale[i] = 1 / sqrt(d[(size_t)i * m + i]);
        if (!isfinite(p.scale[i]) || !isfinite(q[i]))
            return false;
        p.b[i] = q[i] * p.scale[i];
        p.active[i] = z[i] > 0;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            p.a[(size_t)i * m + j] = d[(size_t)i * m + j] * p.scale[i] * p.scale[j];
    memset(p.x, 0, (size_t)m * sizeof(double));
    bool ok = pivot(&p);
    for (int i = 0; i < m; i++)
        p.x[i] = fmax(p.x[i], 0);
    if (!ok || !solved(&p)) {
        sweep(&p);
        ok = solved(&p);
    }
    for (int i = 0; i < m; i++)
        z[i] = p.x[i] * p.scale[i];
    return ok;
}
