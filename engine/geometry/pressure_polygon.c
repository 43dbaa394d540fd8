/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/pressure_polygon.h"

void sn_pressure_between(const double a[3], const double b[3], double at_a, double at_b,
                         SnPressurePolygon *polygon)
{
    const double s = at_a / (at_a - at_b);
    double *x = polygon->x[polygon->n++];
    for (int k = 0; k < 3; k++)
        x[k] = a[k] + s * (b[k] - a[k]);
}

void sn_pressure_clip(const double number[4], SnPressurePolygon *polygon)
{
    SnPressurePolygon kept = {0};
    for (int i = 0; i < polygon->n; i++) {
        const double *a = polygon->x[i], *b = polygon->x[(i + 1) % polygon->n];
        const double at_a = sn_pressure_number(number, a), at_b = sn_pressure_number(number, b);
        if (at_a >= 0 && kept.n < SN_PRESSURE_CORNERS)
            sn_v3_copy(a, kept.x[kept.n++]);
        if ((at_a >= 0) != (at_b >= 0) && kept.n < SN_PRESSURE_CORNERS)
            sn_pressure_between(a, b, at_a, at_b, &kept);
    }
    *polygon = kept;
}
