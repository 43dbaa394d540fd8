/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/checks/overlap_strand.h"

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"

#include <math.h>

/* A strand and another surface, where they are. */
typedef struct Two {
    const SnTouchSurface *strand, *other;
    const double *x, *y;
} Two;

static const double *point_of(const double *x, int32_t vertex)
{
    return x + 3 * (size_t)vertex;
}

/* Facets of what is round count here: they are within it. */
static bool passes_by(const Two *two, const int32_t *vertex, int n, const int32_t *other)
{
    return sn_thin_passes(two->strand, 2, vertex, two->other, two->other->round ? 0 : n, other);
}

static double to_segments(const Two *two, const double a[3], const double b[3],
                          const int32_t *vertex)
{
    double nearest = HUGE_VAL, s, t;
    for (int i = 0; i < two->other->n_edges; i++) {
        const int32_t *end = two->other->edges + 2 * (size_t)i;
        if (!passes_by(two, vertex, 2, end))
            nearest = fmin(nearest, sn_closest_of_segments(a, b, point_of(two->y, end[0]),
                                                           point_of(two->y, end[1]), &s, &t));
    }
    return nearest;
}

/* Whether a part passes through a triangle. */
static bool passes(const double a[3], const double b[3], const double *const c[3])
{
    double u[3], v[3], normal[3], way[3], arm[3], weight[3], at[3], near[3] = {0};
    sn_v3_sub(c[1], c[0], u);
    sn_v3_sub(c[2], c[0], v);
    sn_v3_cross(u, v, normal);
    sn_v3_sub(b, a, way);
    sn_v3_sub(c[0], a, arm);
    const double across = sn_v3_dot(way, normal);
    const double time = across == 0 ? -1 : sn_v3_dot(arm, normal) / across;
    if (!(time >= 0 && time <= 1))
        return false;
    sn_v3_copy(a, at);
    sn_v3_axpy(time, way, at);
    sn_closest_on_triangle(at, c[0], c[1], c[2], weight);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(weight[k], c[k], near);
    return sn_v3_distance(at, near) <= 1e-9 * sn_v3_norm(u);
}

static double to_triangles(const Two *two, const double a[3], const double b[3],
                           const int32_t *vertex, bool *inside)
{
    double nearest = HUGE_VAL;
    for (int t = 0; t < two->other->n_triangles; t++) {
        const int32_t *corner = two->other->triangles + 3 * (size_t)t;
        const double *const c[3] = {point_of(two->y, corner[0]), point_of(two->y, corner[1]),
                                    point_of(two->y, corner[2])};
        if (passes_by(two, vertex, 3, corner))
            continue;
        for (int end = 0; end < 2; end++) {
            const double *p = end ? b : a;
            double weight[3], place[3] = {0};
            sn_closest_on_triangle(p, c[0], c[1], c[2], weight);
            for (int k = 0; k < 3; k++)
                sn_v3_axpy(weight[k], c[k], place);
            nearest = fmin(nearest, sn_v3_distance(p, place));
        }
        *inside = *inside || passes(a, b, c);
    }
    return nearest;
}

static double over_plane(const Two *two, const double p[3])
{
    double up[3], arm[3];
    sn_v3_sub(two->y + 3, two->y, up);
    sn_v3_normalize(up, up);
    sn_v3_sub(p, two->y, arm);
    return sn_v3_dot(arm, up);
}

double sn_strand_overlap(const SnSoftPair *pair, const SnSoftWorkspace *soft, bool *inside)
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const int strand = all[pair->surface[0]].thin ? 0 : 1;
    const Two two = {.strand = &all[pair->surface[strand]],
                     .other = &all[pair->surface[!strand]],
                     .x = soft->places[pair->surface[strand]].x,
                     .y = soft->places[pair->surface[!strand]].x};
    double nearest = HUGE_VAL;
    *inside = false;
    for (int i = 0; i < two.strand->n_edges; i++) {
        const int32_t *vertex = two.strand->edges + 2 * (size_t)i;
        const double *a = point_of(two.x, vertex[0]), *b = point_of(two.x, vertex[1]);
        double distance;
        if (two.other->half_space) {
            if (passes_by(&two, vertex, 0, NULL))
                continue;
            distance = fmin(over_plane(&two, a), over_plane(&two, b));
            *inside = *inside || distance < 0;
        } else {
            distance =
                fmin(to_segments(&two, a, b, vertex), to_triangles(&two, a, b, vertex, inside));
        }
        nearest = fmin(nearest, distance);
    }
    const double reach = two.strand->radius + two.other->radius;
    *inside = *inside || nearest < two.other->radius;
    return *inside ? reach : reach - nearest;
}
