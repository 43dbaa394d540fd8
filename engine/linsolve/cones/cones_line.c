/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones/cones_line.h"

#include "engine/linsolve/cones/cone_rows.h"

#include <math.h>
#include <stdint.h>

#define SEARCHES 60
#define ENOUGH   0.05 /* derivative along a step at its end, over that at its start */

/* Rows of a cone of any kind. */
static double add_cone(const SnConesLine *line, const SnCone *cone, double alpha, double *lambda)
{
    const int n = sn_cone_rows(cone);
    double y[SN_CONE_ROWS], sum = 0;
    for (int k = 0; k < n; k++)
        y[k] = line->from[cone->row + k] + alpha * line->along[cone->row + k];
    sn_cone_project(cone, 1, 1, y, lambda + cone->row);
    for (int i = cone->row; i < cone->row + n; i++)
        sum += line->d_step[i] * (line->nu[i] + alpha * line->step[i] - lambda[i]);
    return sum;
}

/* --- two contacts side by side: the same operations as of one, in the same order --- */

typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t Mask __attribute__((vector_size(16)));

static inline Two choose(Mask mask, Two yes, Two no)
{
    return (Two)(((Mask)yes & mask) | ((Mask)no & ~mask));
}

static inline Two positive(Two x)
{
    return (Two)((Mask)x & (x > 0));
}

/* Rows of two contacts, one behind the other: their normals, first and second tangents. */
static inline void split(const double *rows, Two part[3])
{
    const Two a = *(const Two *)rows, b = *(const Two *)(rows + 2), c = *(const Two *)(rows + 4);
    part[0] = __builtin_shuffle(a, b, (Mask){0, 3});
    part[1] = __builtin_shuffle(a, c, (Mask){1, 2});
    part[2] = __builtin_shuffle(b, c, (Mask){0, 3});
}

static inline void join(const Two part[3], double *rows)
{
    *(Two *)rows = __builtin_shuffle(part[0], part[1], (Mask){0, 2});
    *(Two *)(rows + 2) = __builtin_shuffle(part[2], part[0], (Mask){0, 3});
    *(Two *)(rows + 4) = __builtin_shuffle(part[1], part[2], (Mask){1, 3});
}

/* sn_project_contact in the norm of even resistances. */
static inline void project(Two mu, const Two y[3], Two z[3])
{
    const Two square = y[1] * y[1] + y[2] * y[2];
    const Two tangent = {sqrt(square[0]), sqrt(square[1])};
    const Mask sticks = tangent <= mu * y[0];
    const Two normal = positive((y[0] + mu * tangent) / (1 + mu * mu));
    const Two slipping = (Two)((Mask)(mu * normal / tangent) & (tangent > 0));
    const Two share = choose(sticks, (Two){1, 1}, slipping);
    z[0] = choose(sticks, positive(y[0]), normal);
    z[1] = share * y[1], z[2] = share * y[2];
}

static void add_two(const SnConesLine *line, int cone, double alpha, double *lambda, double sum[3])
{
    const SnCone *cones = line->problem->cones + cone;
    const int row = cones[0].row;
    Two from[3], along[3], nu[3], step[3], d_step[3], y[3], z[3];
    split(line->from + row, from), split(line->along + row, along);
    split(line->nu + row, nu), split(line->step + row, step), split(line->d_step + row, d_step);
    for (int k = 0; k < 3; k++)
        y[k] = from[k] + alpha * along[k];
    project((Two){cones[0].friction, cones[1].friction}, y, z);
    join(z, lambda + row);
    for (int k = 0; k < 3; k++) {
        const Two part = d_step[k] * (nu[k] + alpha * step[k] - z[k]);
        sum[k] = (sum[k] + part[0]) + part[1];
    }
}

static void add_one(const SnConesLine *line, int cone, double alpha, double *lambda, double sum[3])
{
    const int row = line->problem->cones[cone].row;
    const double *from = line->from + row, *along = line->along + row, *nu = line->nu + row;
    const double *step = line->step + row, *d_step = line->d_step + row;
    const double y[3] = {from[0] + alpha * along[0], from[1] + alpha * along[1],
                         from[2] + alpha * along[2]};
    double *z = lambda + row;
    sn_project_contact(line->problem->cones[cone].friction, 1, y, z);
    for (int k = 0; k < 3; k++)
        sum[k] += d_step[k] * (nu[k] + alpha * step[k] - z[k]);
}

/* The multipliers at alpha, and the derivative of the dual function there: step' D (nu + alpha step
 * - lambda). */
static double slope_at(const SnConesLine *line, double alpha, double *lambda)
{
    const SnCones *p = line->problem;
    double sum[3] = {0}, others = 0;
    for (int c = 0; c < p->n_cones; c++) {
        if (!sn_is_plain_contact(&p->cones[c]))
            others += add_cone(line, &p->cones[c], alpha, lambda);
        else if (c + 1 < p->n_cones && sn_is_plain_contact(&p->cones[c + 1]))
            add_two(line, c++, alpha, lambda, sum); /* by far the most */
        else
            add_one(line, c, alpha, lambda, sum);
    }
    return (sum[0] + sum[1]) + (sum[2] + others);
}

/* The derivative at 0, where the multipliers are known. */
static double slope_at_start(const SnConesLine *line, const double *dual)
{
    double sum = 0;
    for (int i = 0; i < line->problem->n_rows; i++)
        sum += line->d_step[i] * (line->nu[i] - dual[i]);
    return sum;
}

/* The derivative grows with alpha, so that bisection, made faster by secants (Illinois), ends. */
double sn_cones_line_search(const SnConesLine *line, const double *dual, double *lambda)
{
    double low = 0, high = 1, at_low = slope_at_start(line, dual);
    double at_high = slope_at(line, 1, lambda);
    if (!(at_low < 0) || at_high <= ENOUGH * -at_low)
        return 1;
    const double enough = ENOUGH * -at_low;
    double alpha = 1;
    int side = 0;
    for (int k = 0; k < SEARCHES; k++) {
        alpha =
            k % 3 == 2 ? 0.5 * (low + high) : (low * at_high - high * at_low) / (at_high - at_low);
        const double value = slope_at(line, alpha, lambda);
        if (value <= enough && value >= -enough)
            break;
        if (value < 0) {
            low = alpha, at_low = value;
            at_high *= side < 0 ? 0.5 : 1;
            side = -1;
        } else {
            high = alpha, at_high = value;
            at_low *= side > 0 ? 0.5 : 1;
            side = 1;
        }
    }
    return alpha;
}
