/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Norms and bounds of the rows of one cone. */
#ifndef SN_LINSOLVE_CONE_ROWS_H
#define SN_LINSOLVE_CONE_ROWS_H

#include <math.h>

/* Without hypot's care for what would overflow: these are impulses and velocities. */
static inline double sn_norm2(double x, double y)
{
    return sqrt(x * x + y * y);
}

static inline double sn_positive(double x)
{
    return x > 0 ? x : 0;
}

/* fmax in line: like that, what is not a number is passed over as b. */
static inline double sn_larger(double a, double b)
{
    return b > a ? b : a;
}

#endif
