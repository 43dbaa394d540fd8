/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed distance to a surface, sampled on a grid: many fast queries for a surface at rest in its
 * own frame. */
#ifndef SN_GEOMETRY_DISTANCE_GRID_H
#define SN_GEOMETRY_DISTANCE_GRID_H

#include "engine/geometry/closest.h"

typedef struct SnDistanceGrid {
    int n[3];         /* samples along x, y, z, at least 2 */
    double origin[3]; /* of sample 0, 0, 0 [m] */
    double spacing;   /* [m] */
    float *values;    /* [n[2]][n[1]][n[0]] [m], negative inside */
} SnDistanceGrid;

/* How inside is told from outside. */
typedef enum SnInsideBy {
    SN_INSIDE_BY_NORMAL,      /* pseudonormal at the closest point: good closed surfaces */
    SN_INSIDE_BY_WINDING,     /* winding number above 0: closed surfaces that cut themselves */
    SN_INSIDE_BY_SOLID_ANGLE, /* above half a sphere: open ones; time goes with triangles x samples
                               */
} SnInsideBy;

/* Samples around a surface with at least one triangle, `margin` [m] beyond it on all sides.  The
 * spacing is made larger where more than `most` samples were needed. */
SnDistanceGrid *sn_distance_grid_new(const SnSurfaceView *surface, double spacing, double margin,
                                     int most, SnInsideBy by);
void sn_distance_grid_free(SnDistanceGrid *grid);

/* Trilinear value at p [m] and its gradient (the exact derivative of that value, of length near 1);
 * INFINITY and no gradient beyond the grid.  The error of a value is of second order in the spacing
 * where the surface is smooth, and at most sqrt(3) spacings anywhere. */
double sn_distance_grid_at(const SnDistanceGrid *grid, const double p[3], double gradient[3]);

#endif
