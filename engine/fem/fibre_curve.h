/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force curves of muscle fibres (Blemker 2005), relative to the largest active force, of
 * x = stretch / optimal stretch. */
#ifndef SN_FEM_FIBRE_CURVE_H
#define SN_FEM_FIBRE_CURVE_H

#include <math.h>

/* p1 (e^(p2 (x - 1)) - 1) beyond 1, straight beyond `bend` with the slope reached there. */
static inline double sn_fibre_passive(double p1, double p2, double bend, double x, double *slope)
{
    *slope = 0;
    if (!(x > 1))
        return 0;
    const double curved = fmin(x, fmax(bend, 1)), e = p1 * exp(p2 * (curved - 1));
    *slope = p2 * e;
    return e - p1 + p2 * e * (x - curved);
}

/* Its integral from 1. */
static inline double sn_fibre_passive_work(double p1, double p2, double bend, double x)
{
    if (!(x > 1))
        return 0;
    const double curved = fmin(x, fmax(bend, 1)), e = p1 * exp(p2 * (curved - 1)),
                 over = x - curved;
    return (e - p1) / p2 - p1 * (curved - 1) + over * (e - p1) + 0.5 * p2 * e * over * over;
}

/* Parabolas with their top at 1, nothing below 0.4 and above 1.6. */
static inline double sn_fibre_active(double x, double *slope)
{
    *slope = 0;
    if (x <= 0.4 || x >= 1.6)
        return 0;
    if (x < 0.6 || x > 1.4) {
        const double d = x - (x < 1 ? 0.4 : 1.6);
        *slope = 18 * d;
        return 9 * d * d;
    }
    *slope = -8 * (x - 1);
    return 1 - 4 * (x - 1) * (x - 1);
}

/* Its integral from 0.4. */
static inline double sn_fibre_active_work(double x)
{
    const double rise = 3 * 0.2 * 0.2 * 0.2, top = 0.8 - 8 / 3. * 0.064; /* to 0.6, to 1.4 */
    if (x < 0.6)
        return x > 0.4 ? 3 * (x - 0.4) * (x - 0.4) * (x - 0.4) : 0;
    if (x > 1.4)
        return 2 * rise + top - (x < 1.6 ? 3 * (1.6 - x) * (1.6 - x) * (1.6 - x) : 0);
    const double d = x - 1;
    return rise + x - 0.6 - 4 / 3. * (d * d * d + 0.064);
}

#endif
