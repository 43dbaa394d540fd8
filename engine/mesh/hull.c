/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/fill.h"

#include "engine/geometry/convex.h"

#include <math.h>
#include <string.h>

/* [m] of the points' largest extent that a face may be bent. */
#define FLAT 1e-9

SnSurface *sn_surface_hull(const double (*points)[3], int n)
{
    SnConvex hull = {0};
    double size = 0;
    for (int i = 1; i < n; i++)
        for (int k = 0; k < 3; k++)
            size = fmax(size, fabs(points[i][k] - points[0][k]));
    if (n < 4 || !sn_convex_hull(n, points, FLAT * size, &hull))
        return NULL;
    SnSurface *surface = g_new0(SnSurface, 1);
    for (int f = 0; f < hull.n_faces; f++)
        surface->n_triangles += hull.start[f + 1] - hull.start[f] - 2;
    surface->n_vertices = hull.n_vertices;
    surface->vertices =
        g_memdup2(hull.vertex, 3 * (gsize)hull.n_vertices * sizeof *surface->vertices);
    surface->triangles = g_new(int32_t, 3 * (gsize)surface->n_triangles);
    int32_t *triangle = surface->triangles;
    for (int f = 0; f < hull.n_faces; f++)
        for (int k = hull.start[f] + 1; k + 1 < hull.start[f + 1]; k++) {
            *triangle++ = hull.corner[hull.start[f]];
            *triangle++ = hull.corner[k];
            *triangle++ = hull.corner[k + 1];
        }
    sn_convex_free(&hull);
    return surface;
}
