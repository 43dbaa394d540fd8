/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones/cones_round.h"

#include "engine/linsolve/cones/cone_rows.h"
#include "engine/linsolve/cones/cones_dense.h"
#include "engine/linsolve/cones/cones_line.h"

#include <math.h>
#include <string.h>

#define NEWTON   100  /* steps in a round */
#define SEARCHED 1e-9 /* by what a round may miss, over its largest multiplier */

size_t sn_cones_scratch_size(int n_rows, bool dense)
{
    const size_t n = (size_t)n_rows;
    return ((dense ? n * n : 0) + 23 * n) * sizeof(double) +
           (n + SN_CONE_ROWS) * sizeof(SnConeDirection) + 64;
}

SnConesRound sn_cones_round(const SnCones *p, void *memory)
{
    const size_t n = (size_t)p->n_rows;
    double *next = memory;
    SnConesRound s;
    double **const vectors[] = {&s.center, &s.shift, &s.nu,    &s.dual, &s.d_nu, &s.step,
                                &s.d_step, &s.right, &s.trial, &s.w,    &s.from, &s.along};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++, next += n)
        *vectors[i] = next;
    s.slopes = (double(*)[3][3])(void *)next, next += 9 * n;
    s.slips = (SnConesSlips){.shift = s.shift, .last = next, .change = next + n};
    next += 2 * n;
    s.matrix = next, next += p->d ? n * n : 0;
    s.direction = (SnConeDirection *)(void *)next;
    return s;
}

bool sn_cones_times_d(const SnCones *p, const double *x, double *y)
{
    if (!p->d)
        return p->multiply(p->data, x, y);
    sn_symmetric_times(p->n_rows, p->d, x, y);
    return true;
}

/* What resists at a row of a cone in this round. */
static inline double resistance_at(const SnCones *p, const SnConesRound *s, int cone)
{
    return s->resistance * s->alike * p->size[cone];
}

/* y = centre - (D nu + q + shift) / R of a cone. */
static inline void argument(const SnCones *p, const SnConesRound *s, int cone, int rows, double *y)
{
    const int row = p->cones[cone].row;
    const double r = resistance_at(p, s, cone);
    for (int k = 0; k < rows; k++) {
        const int i = row + k;
        const double v = s->d_nu[i] + p->q[i] + (k == 0 ? s->shift[i] : 0);
        y[k] = s->center[i] - v / r;
    }
}

static void multipliers(const SnCones *p, const SnConesRound *s, double *lambda)
{
    for (int c = 0; c < p->n_cones; c++) {
        const SnCone *cone = &p->cones[c];
        double y[SN_CONE_ROWS];
        if (sn_is_plain_contact(cone)) { /* by far the most */
            argument(p, s, c, 3, y);
            sn_project_contact(cone->friction, 1, y, lambda + cone->row);
        } else {
            argument(p, s, c, sn_cone_rows(cone), y);
            sn_cone_project(cone, 1, 1, y, lambda + cone->row);
        }
    }
}

/* --- Newton --- */

/* Directions in which the multipliers answer; how many. */
static int find_directions(const SnCones *p, SnConesRound *s)
{
    int n = 0;
    for (int c = 0; c < p->n_cones; c++) {
        double y[SN_CONE_ROWS];
        const double r = resistance_at(p, s, c);
        argument(p, s, c, sn_cone_rows(&p->cones[c]), y);
        const int count = sn_cone_directions(&p->cones[c], r, r, y, s->direction + n);
        for (const int end = n + count; n < end; n++)
            s->direction[n].cone = c;
    }
    return n;
}

/* Newton's step of nu: (I + G D) step = lambda - nu, G the derivative of the multipliers. */
static bool newton_step(const SnCones *p, SnConesRound *s)
{
    const int n = find_directions(p, s);
    for (int i = 0; i < p->n_rows; i++)
        s->step[i] = s->dual[i] - s->nu[i];
    if (p->d)
        return sn_cones_dense_solve(p, n, s->direction, s->step, s->d_step, s->matrix, s->right,
                                    s->trial);
    memcpy(s->right, s->step, (size_t)p->n_rows * sizeof(double));
    return p->solve(p->data, n, s->direction, s->right, s->step, s->d_step);
}

/* What the cones are to project along the step. */
static SnConesLine line_of(const SnCones *p, const SnConesRound *s)
{
    for (int c = 0; c < p->n_cones; c++) {
        const SnCone *cone = &p->cones[c];
        const double by = 1 / resistance_at(p, s, c);
        for (int i = cone->row; i < cone->row + sn_cone_rows(cone); i++) {
            s->from[i] = s->center[i] - (s->d_nu[i] + p->q[i] + s->shift[i]) * by;
            s->along[i] = -s->d_step[i] * by;
        }
    }
    return (SnConesLine){p, s->from, s->along, s->nu, s->step, s->d_step};
}

/* Four side by side: the largest is the same in any order. */
double sn_cones_largest(int n, const double *x)
{
    double most[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            most[k] = sn_larger(most[k], fabs(x[i + k]));
    for (; i < n; i++)
        most[0] = sn_larger(most[0], fabs(x[i]));
    return sn_larger(sn_larger(most[0], most[1]), sn_larger(most[2], most[3]));
}

static double largest_between(int n, const double *x, const double *y)
{
    double most[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            most[k] = sn_larger(most[k], fabs(x[i + k] - y[i + k]));
    for (; i < n; i++)
        most[0] = sn_larger(most[0], fabs(x[i] - y[i]));
    return sn_larger(sn_larger(most[0], most[1]), sn_larger(most[2], most[3]));
}

void sn_cones_minimise(const SnCones *p, SnConesRound *s)
{
    const int n = p->n_rows;
    memset(s->step, 0, (size_t)n * sizeof *s->step);
    memset(s->d_step, 0, (size_t)n * sizeof *s->d_step);
    for (int i = 0; i < n; i++)
        s->d_nu[i] = s->w[i] - p->q[i];
    double best = HUGE_VAL;
    multipliers(p, s, s->dual);
    for (int k = 0, stale = 0; k < NEWTON; k++) {
        const double off = largest_between(n, s->dual, s->nu), size = sn_cones_largest(n, s->dual);
        stale = off < 0.5 * best || off > SN_CONES_STUCK * size ? 0 : stale + 1;
        best = fmin(best, off);
        const double enough = fmax(fmax(SEARCHED * size, s->noise), s->inexact);
        if ((k > 0 && off <= enough) || stale == SN_CONES_STALE || !newton_step(p, s))
            break;
        if (p->steps)
            ++*p->steps;
        const SnConesLine line = line_of(p, s);
        const double alpha = sn_cones_line_search(&line, s->dual, s->trial);
        for (int i = 0; i < n; i++) {
            s->nu[i] += alpha * s->step[i];
            s->d_nu[i] += alpha * s->d_step[i];
        }
        double *const before = s->dual;
        s->dual = s->trial, s->trial = before;
    }
}
