/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/rigid/round_surface.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>

#define ON_SIDE                                                                                    \
    1e-9 /* of the radius: a vertex is on the side of a cylinder, not on an end of it              \
          */

/* --- shapes --- */

enum { LEAST_AROUND = 48 };

/* Fewer around what is long: it has no more triangles than a ball, or this many around. */
static int segments_of(double radius, double length, int segments)
{
    const int fewer = (int)lround(segments / sqrt(1 + 0.5 * length / radius));
    return MAX(fewer, LEAST_AROUND);
}

static SnSurface *surface_of(const SnRigidBody *body, int segments)
{
    const double r = body->radius, l = body->length;
    switch ((SnShape)body->shape) {
    case SN_SHAPE_ELLIPSOID:
        return sn_surface_ellipsoid(body->size, segments);
    case SN_SHAPE_CYLINDER:
        return sn_surface_cylinder(r, l, segments_of(r, l, segments));
    case SN_SHAPE_CAPSULE:
        return sn_surface_capsule(r, l, segments_of(r, l, segments));
    default:
        return NULL;
    }
}

/* Of the round side, outwards, at a vertex on it; 0 on flat ends. */
static void normal_at(const SnRigidBody *body, const double x[3], double normal[3])
{
    const double half = 0.5 * body->length;
    sn_v3_copy(x, normal);
    if (body->shape == SN_SHAPE_ELLIPSOID) {
        for (int k = 0; k < 3; k++)
            normal[k] /= body->size[k] * body->size[k];
    } else if (body->shape == SN_SHAPE_CAPSULE) {
        normal[2] -= fmax(fmin(x[2], half), -half);
    } else {
        normal[2] = 0;
        if (hypot(x[0], x[1]) < (1 - ON_SIDE) * body->radius)
            sn_v3_set(0, 0, 0, normal);
    }
    sn_v3_normalize(normal, normal);
}

/* --- how far triangles lie inside --- */

/* How far the middle of an edge is below the side between its ends: (n_b - n_a) (b - a) / 8 on a
 * parabola. */
static double sag_of(const double *a, const double *b, const double *normal_a,
                     const double *normal_b)
{
    double way[3], turn[3];
    sn_v3_sub(b, a, way);
    sn_v3_sub(normal_b, normal_a, turn);
    return fmax(sn_v3_dot(way, turn) / 8, 0);
}

/* Mean depth of a triangle below the side: a quadratic function that is 0 in the corners has the
 * mean of its values in the middles of the edges; less than 0: it is on a flat end. */
static double depth_of(const SnSurface *surface, const double *normal, int t)
{
    const int32_t *corner = &surface->triangles[3 * t];
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const int32_t a = corner[k], b = corner[(k + 1) % 3];
        if (!(sn_v3_norm(normal + 3 * a) > 0))
            return -1;
        sum += sag_of(surface->vertices + 3 * a, surface->vertices + 3 * b, normal + 3 * a,
                      normal + 3 * b);
    }
    return sum / 3;
}

static double *lift_of(const SnRigidBody *body, const SnSurface *surface)
{
    const size_t n = (size_t)surface->n_vertices;
    double *normal = sn_alloc(3 * n + 1, sizeof *normal), *sum = sn_alloc(n + 1, sizeof *sum);
    int *around = sn_alloc(n + 1, sizeof *around);
    for (size_t v = 0; v < n; v++)
        normal_at(body, surface->vertices + 3 * v, normal + 3 * v);
    for (int t = 0; t < surface->n_triangles; t++) {
        const double depth = depth_of(surface, normal, t);
        for (int k = 0; k < 3 && depth >= 0; k++) {
            sum[surface->triangles[3 * t + k]] += depth;
            around[surface->triangles[3 * t + k]]++;
        }
    }
    for (size_t v = 0; v < n; v++)
        sn_v3_scale(around[v] > 0 ? sum[v] / around[v] : 0, normal + 3 * v, normal + 3 * v);
    sn_free(sum);
    sn_free(around);
    return normal;
}

SnSurface *sn_round_surface(const SnRigidBody *body, int segments, double **lift)
{
    SnSurface *surface = surface_of(body, segments);
    *lift = surface ? lift_of(body, surface) : NULL;
    return surface;
}
