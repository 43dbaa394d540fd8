/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where surfaces that cut go to: the direction in which they come free as a whole, and where a
 * point leaves the other surface. */
#include "engine/base/vec.h"
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

/* How far along a ray it meets a triangle; infinite: it does not (Moeller and Trumbore 1997). */
static double meets(const double *const t[3], const double p[3], const double along[3])
{
    double u[3], v[3], w[3], cross[3], turn[3];
    sn_v3_sub(t[1], t[0], u);
    sn_v3_sub(t[2], t[0], v);
    sn_v3_sub(p, t[0], w);
    sn_v3_cross(along, v, cross);
    const double determinant = sn_v3_dot(u, cross);
    if (determinant == 0)
        return HUGE_VAL;
    sn_v3_cross(w, u, turn);
    const double a = sn_v3_dot(w, cross) / determinant;
    const double b = sn_v3_dot(along, turn) / determinant;
    const double at = sn_v3_dot(v, turn) / determinant;
    return a >= 0 && b >= 0 && a + b <= 1 && at > 0 ? at : HUGE_VAL;
}

int32_t sn_soft_leaves(const SnSurfaceView *view, const double p[3], const double along[3],
                       double *at)
{
    int32_t found = -1;
    *at = HUGE_VAL;
    for (int32_t i = 0; i < view->mesh->n_triangles; i++) {
        const int32_t *corner = view->mesh->triangles + 3 * (size_t)i;
        const double *t[3];
        for (int k = 0; k < 3; k++)
            t[k] = view->x + 3 * (size_t)corner[k];
        const double way = meets(t, p, along);
        if (way < *at) {
            *at = way;
            found = i;
        }
    }
    return found;
}
