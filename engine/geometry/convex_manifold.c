/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/convex_manifold.h"

#include "engine/base/vec.h"

#include <stddef.h>

/* FNV-1a, folded to 24 bits. */
uint32_t sn_manifold_feature(int kind, int a, int b, int c)
{
    const uint32_t parts[4] = {(uint32_t)kind, (uint32_t)a, (uint32_t)b, (uint32_t)c};
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 32; k += 8)
            hash = (hash ^ (parts[i] >> k & 255)) * 16777619u;
    return (hash ^ hash >> 24) & 0xffffffu;
}

SnConvexContact *sn_manifold_add(SnManifold *m, const double normal[3], const double on_a[3],
                                 double gap, uint32_t feature, bool of_b, bool between_points)
{
    if (!(gap < m->margin) || m->n >= SN_MANIFOLD_ROOM)
        return NULL;
    SnConvexContact *c = &m->contact[m->n++];
    *c = (SnConvexContact){.gap = gap,
                           .feature = feature,
                           .core = {m->radius[0], m->radius[1]},
                           .normal_of_b = of_b,
                           .between_points = between_points};
    sn_v3_copy(normal, c->normal);
    sn_v3_copy(on_a, c->on_a);
    sn_v3_copy(on_a, c->on_b);
    sn_v3_axpy(gap, normal, c->on_b);
    return c;
}

double sn_convex_plane_distance(const SnConvexPlace *hull, int face, const double p[3])
{
    double arm[3];
    sn_v3_sub(p, hull->vertex[hull->shape->corner[hull->shape->start[face]]], arm);
    return sn_v3_dot(arm, hull->normal[face]);
}

bool sn_convex_over_face(const SnConvexPlace *hull, int face, const double p[3])
{
    const SnConvex *shape = hull->shape;
    const int first = shape->start[face], n = shape->start[face + 1] - first;
    for (int i = 0; i < n; i++) {
        const double *from = hull->vertex[shape->corner[first + i]];
        const double *to = hull->vertex[shape->corner[first + (i + 1) % n]];
        double along[3], arm[3], side[3];
        sn_v3_sub(to, from, along);
        sn_v3_sub(p, from, arm);
        sn_v3_cross(hull->normal[face], along, side);
        if (sn_v3_dot(side, arm) < 0)
            return false;
    }
    return true;
}
