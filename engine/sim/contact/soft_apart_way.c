/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where surfaces that cut go to: the direction in which they come free as a whole, and where a
 * point leaves the other surface. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft_apart.h"

#include <math.h>

#define DIRECTIONS 96
#define ROUNDS     20 /* of looking around the best one */
#define AROUND     6

/* Height along a direction [m]. */
static double height_of(const SnSoftSupport *s, const double along[3], double sign)
{
    double most = -HUGE_VAL;
    for (int v = 0; v < s->n; v++)
        most = fmax(most, sign * sn_v3_dot(s->x + 3 * (size_t)v, along));
    return most + s->radius;
}

/* How far the second has to go along a direction until a plane is between both [m]. */
static double way_along(const SnSoftSupport both[2], const double out[3])
{
    return height_of(&both[0], out, 1) + height_of(&both[1], out, -1);
}

/* On a spiral around the sphere. */
static void direction(int i, double out[3])
{
    const double z = 1 - 2 * (i + 0.5) / DIRECTIONS, r = sqrt(1 - z * z);
    const double angle = i * M_PI * (3 - sqrt(5));
    sn_v3_set(r * cos(angle), r * sin(angle), z, out);
}

double sn_soft_way_out(const SnSoftSupport both[2], int n_tried, const double (*tried)[3],
                       double out[3])
{
    double best = HUGE_VAL, reach = 0.2;
    for (int i = 0; i < DIRECTIONS + n_tried; i++) {
        double n[3];
        if (i < DIRECTIONS)
            direction(i, n);
        else
            sn_v3_copy(tried[i - DIRECTIONS], n);
        const double way = way_along(both, n);
        if (way < best) {
            best = way;
            sn_v3_copy(n, out);
        }
    }
    for (int k = 0; k < ROUNDS; k++) {
        double u[3], v[3], centre[3];
        const double last = best;
        sn_v3_copy(out, centre);
        sn_v3_tangents(centre, u, v);
        for (int i = 0; i < AROUND; i++) {
            double n[3];
            sn_v3_copy(centre, n);
            sn_v3_axpy(reach * cos(2 * M_PI * i / AROUND), u, n);
            sn_v3_axpy(reach * sin(2 * M_PI * i / AROUND), v, n);
            sn_v3_normalize(n, n);
            const double way = way_along(both, n);
            if (way < best) {
                best = way;
                sn_v3_copy(n, out);
            }
        }
        reach *= best < last ? 1 : 0.5;
    }
    return best;
}

/* Further than any ray goes in the surface [m].  Of the points, not of the tree, whose boxes follow
 * what they were fitted to before: the same place gives the same bits, whatever came before. */
static double length_of_box(const SnSurfaceView *view)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int32_t v = 0; v < view->mesh->n_vertices; v++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], view->x[3 * (size_t)v + k]);
            high[k] = fmax(high[k], view->x[3 * (size_t)v + k]);
        }
    return 1.1 * sn_v3_distance(low, high);
}

int32_t sn_soft_leaves(const SnSurfaceView *view, const double p[3], const double along[3],
                       double *at)
{
    SnRayHit hit;
    sn_surface_ray(view, p, along, length_of_box(view), &hit);
    *at = hit.t;
    return hit.triangle;
}
