/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axis of a capsule within another shape: the direction along which that overlaps least, for
 * all of the axis. */
#include "engine/base/vec.h"
#include "engine/geometry/convex_cylinder.h"

#include <math.h>

#define PARALLEL 1e-6 /* sine between edges that give no direction */

enum { IN_HULL = 40, IN_CYLINDER };

typedef struct Way {
    double gap, n[3], reach; /* out of the other shape; how far that goes along n, world [m] */
} Way;

/* Takes a direction along which the lower end is further out. */
static void better(Way *best, const SnConvexPlace *capsule, const double n[3], double reach)
{
    const double low = fmin(sn_v3_dot(n, capsule->vertex[0]), sn_v3_dot(n, capsule->vertex[1]));
    if (!(low - reach > best->gap))
        return;
    *best = (Way){.gap = low - reach, .reach = reach};
    sn_v3_copy(n, best->n);
}

/* --- polyhedra --- */

/* Whether a direction across an edge lies between the normals beside it. */
static bool is_between(const double n[3], const double a[3], const double b[3])
{
    const double cosine = sn_v3_dot(a, b);
    return sn_v3_dot(n, a) >= cosine && sn_v3_dot(n, b) >= cosine;
}

static void across_edge(Way *best, const SnConvexPlace *hull, const SnConvexPlace *capsule,
                        const SnConvexEdge *edge)
{
    double along[3], axis[3], n[3], arm[3];
    sn_v3_sub(hull->vertex[edge->vertex[1]], hull->vertex[edge->vertex[0]], along);
    sn_v3_sub(capsule->vertex[1], capsule->vertex[0], axis);
    sn_v3_cross(along, axis, n);
    const double size = sn_v3_norm(along) * sn_v3_norm(axis);
    if (!(sn_v3_normalize(n, n) > PARALLEL * size))
        return;
    sn_v3_sub(hull->vertex[edge->vertex[0]], hull->center, arm);
    if (sn_v3_dot(n, arm) < 0)
        sn_v3_scale(-1, n, n);
    if (is_between(n, hull->normal[edge->face[0]], hull->normal[edge->face[1]]))
        better(best, capsule, n, sn_v3_dot(n, hull->vertex[edge->vertex[0]]));
}

bool sn_segment_in_hull(const SnConvexPlace *hull, const SnConvexPlace *capsule, bool hull_is_b,
                        SnManifold *m)
{
    const SnConvex *shape = hull->shape;
    const double radius = capsule->shape->radius;
    Way best = {.gap = -HUGE_VAL};
    for (int f = 0; f < shape->n_faces && best.gap < 0; f++)
        better(&best, capsule, hull->normal[f],
               sn_v3_dot(hull->normal[f], hull->vertex[shape->corner[shape->start[f]]]));
    for (int e = 0; e < shape->n_edges && best.gap < 0; e++)
        across_edge(&best, hull, capsule, &shape->edge[e]);
    if (!(best.gap < 0))
        return false;
    for (int i = 0; i < 2; i++) {
        double normal[3], on[3];
        const double height = sn_v3_dot(best.n, capsule->vertex[i]) - best.reach;
        sn_v3_scale(hull_is_b ? -1 : 1, best.n, normal);
        sn_v3_copy(capsule->vertex[i], on);
        sn_v3_axpy(hull_is_b ? -radius : -height, best.n, on);
        sn_manifold_add(m, normal, on, height - radius, sn_manifold_feature(IN_HULL, i, 0, 0),
                        hull_is_b, false);
    }
    return true;
}

/* --- cylinders --- */

/* Out of the round side: from the axis to what is nearest of the segment, seen along the axis. */
static void out_of_side(Way *best, const SnCylinder *c, const SnConvexPlace *capsule)
{
    double end[2][3], n[3], along[3];
    for (int i = 0; i < 2; i++) {
        sn_v3_sub(capsule->vertex[i], c->c, end[i]);
        sn_v3_axpy(-sn_v3_dot(end[i], c->a), c->a, end[i]);
    }
    sn_v3_sub(end[1], end[0], along);
    const double square = sn_v3_dot(along, along);
    const double at = square > 0 ? -sn_v3_dot(end[0], along) / square : 0;
    sn_v3_copy(end[0], n);
    sn_v3_axpy(fmin(fmax(at, 0), 1), along, n);
    if (!(sn_v3_normalize(n, n) > PARALLEL * c->r)) { /* they cross */
        sn_v3_cross(c->a, along, n);
        if (!(sn_v3_normalize(n, n) > PARALLEL * c->r))
            sn_v3_tangents(c->a, n, along);
    }
    better(best, capsule, n, sn_cylinder_reach(c, n));
}

void sn_cylinder_and_segment(const SnCylinderPair *pair, const SnCylinder *c,
                             const SnConvexPlace *capsule)
{
    const double radius = capsule->shape->radius;
    Way best = {.gap = -HUGE_VAL};
    for (int k = -1; k <= 1; k += 2) {
        double n[3];
        sn_v3_scale(k, c->a, n);
        better(&best, capsule, n, sn_cylinder_reach(c, n));
    }
    out_of_side(&best, c, capsule);
    for (int i = 0; i < 2; i++) { /* directions of a cylinder go out of the other shape */
        double n[3], on[3];
        sn_v3_scale(-1, best.n, n);
        sn_v3_copy(capsule->vertex[i], on);
        sn_v3_axpy(radius, n, on);
        sn_cylinder_put(pair, n, on, sn_v3_dot(best.n, capsule->vertex[i]) - best.reach - radius,
                        (double[2]){0, radius}, SN_CYLINDER_TO_CYLINDER,
                        sn_manifold_feature(IN_CYLINDER, i, 0, 0));
    }
}
