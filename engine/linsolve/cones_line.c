/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/linsolve/cones_line.h"

#include "engine/linsolve/cone_rows.h"

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

/* The multipliers at alpha, and the derivative of the dual function there: step' D (nu + alpha step
 * - lambda). */
static double slope_at(const SnConesLine *line, double alpha, double *lambda)
{
    const SnCones *p = line->problem;
    double sum[3] = {0}, others = 0;
    for (int c = 0; c < p->n_cones; c++) {
        const SnCone *cone = &p->cones[c];
        if (!sn_is_plain_contact(cone)) {
            others += add_cone(line, cone, alpha, lambda);
            continue;
        }
        const int row = cone->row; /* by far the most */
        const double *from = line->from + row, *along = line->along + row, *nu = line->nu + row;
        const double *step = line->step + row, *d_step = line->d_step + row;
        const double y[3] = {from[0] + alpha * along[0], from[1] + alpha * along[1],
                             from[2] + alpha * along[2]};
        double *z = lambda + row;
        sn_project_contact(cone->friction, 1, y, z);
        for (int k = 0; k < 3; k++)
            sum[k] += d_step[k] * (nu[k] + alpha * step[k] - z[k]);
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
