/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Norms and bounds of the rows of one cone. */
#ifndef SN_LINSOLVE_CONES_CONE_ROWS_H
#define SN_LINSOLVE_CONES_CONE_ROWS_H

#include "engine/linsolve/cones/cones.h"

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

/* Projects y onto the cone of a contact of three rows; over: the tangents' resistance over the
 * normal's. */
static inline void sn_project_contact(double mu, double over, const double *y, double *z)
{
    const double tangent = sn_norm2(y[1], y[2]);
    if (tangent <= mu * y[0]) {
        z[0] = sn_positive(y[0]), z[1] = y[1], z[2] = y[2];
        return;
    }
    const double squeeze = mu * over;
    const double normal = sn_positive((y[0] + squeeze * tangent) / (1 + mu * squeeze));
    const double share = tangent > 0 ? mu * normal / tangent : 0;
    z[0] = normal, z[1] = share * y[1], z[2] = share * y[2];
}

static inline bool sn_is_plain_contact(const SnCone *cone)
{
    return cone->contact && !cone->rolls && !cone->ball && !(cone->limit > 0);
}

#endif
