/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flat convex polygons while fields of pressure meet (pressure_field.h). */
#ifndef SN_GEOMETRY_PRESSURE_POLYGON_H
#define SN_GEOMETRY_PRESSURE_POLYGON_H

#include "engine/base/vec.h"

/* Four corners of a plane in a tetrahedron, and one for each number that cuts it. */
enum { SN_PRESSURE_CORNERS = 9 };

typedef struct SnPressurePolygon {
    int n;
    double x[SN_PRESSURE_CORNERS][3];
} SnPressurePolygon;

/* A number over places (SnPressureTet) at one. */
static inline double sn_pressure_number(const double number[4], const double x[3])
{
    return sn_v3_dot(number, x) + number[3];
}

/* Adds the place between a and b where a number with these values there is 0. */
void sn_pressure_between(const double a[3], const double b[3], double at_a, double at_b,
                         SnPressurePolygon *polygon);
/* Keeps what is at a number of 0 and above. */
void sn_pressure_clip(const double number[4], SnPressurePolygon *polygon);

#endif
