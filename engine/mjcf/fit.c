/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain shapes as large as a mesh, as MuJoCo's compiler makes them: the box that has the mesh's
 * moments of inertia, or (fitaabb) the one around it, both in the mesh's principal axes. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>

/* Half sides of the solid box of the same mass and moments. */
static void box_of(const SnMassProperties *of, const double moments[3], double half[3])
{
    const double all = moments[0] + moments[1] + moments[2];
    for (int k = 0; k < 3; k++)
        half[k] = sqrt(fmax(1.5 * (all - 2 * moments[k]) / of->mass, 0));
}

static void by_inertia(const double half[3], SnMjcfGeom *geom)
{
    const double across = (half[0] + half[1]) / 2;
    switch (geom->kind) {
    case SN_MJCF_SPHERE:
        geom->size[0] = (half[0] + half[1] + half[2]) / 3;
        break;
    case SN_MJCF_CAPSULE:
        geom->size[0] = across;
        geom->size[1] = fmax(half[2] - across / 2, 1e-6 * across);
        break;
    case SN_MJCF_CYLINDER:
        geom->size[0] = across;
        geom->size[1] = half[2];
        break;
    default:
        sn_v3_copy(half, geom->size);
    }
}

/* Around all vertices, which stand in the shape's axes; `center`: of their box there. */
static void around(const SnSurface *surface, const SnPlacement *axes, SnMjcfGeom *geom,
                   double center[3])
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double ball = 0, across = 0, p[3], from[3];
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < surface->n_vertices; i++) {
            sn_v3_sub(surface->vertices + 3 * (size_t)i, axes->p, from);
            sn_m3_tmul_v3(axes->r, from, p);
            for (int k = 0; k < 3 && pass == 0; k++) {
                low[k] = fmin(low[k], p[k]);
                high[k] = fmax(high[k], p[k]);
            }
            ball = pass ? fmax(ball, sn_v3_distance(p, center)) : 0;
            across = pass ? fmax(across, hypot(p[0] - center[0], p[1] - center[1])) : 0;
        }
        for (int k = 0; k < 3; k++)
            center[k] = (low[k] + high[k]) / 2;
    }
    for (int k = 0; k < 3; k++)
        geom->size[k] = (high[k] - low[k]) / 2;
    if (geom->kind == SN_MJCF_CYLINDER || geom->kind == SN_MJCF_CAPSULE) {
        geom->size[1] = geom->size[2];
        if (geom->kind == SN_MJCF_CAPSULE)
            geom->size[1] = fmax(geom->size[1] - across, 1e-6 * across);
        geom->size[0] = across;
    } else if (geom->kind == SN_MJCF_SPHERE) {
        geom->size[0] = ball;
    }
}

bool sn_mjcf_fit(SnMjcf *mjcf, SnMjcfGeom *geom)
{
    const SnSurface *surface = sn_mjcf_surface(mjcf, geom->mesh);
    SnMassProperties of;
    SnPlacement axes, moved;
    double moments[3], half[3], center[3] = {0};
    if (geom->kind < SN_MJCF_SPHERE || geom->kind > SN_MJCF_BOX || !surface ||
        !(fabs(sn_surface_volume(surface)) > 1e-15))
        return false;
    sn_surface_mass(surface, sn_surface_volume(surface) < 0 ? -1 : 1, &of);
    sn_mjcf_principal(of.inertia, moments, axes.r);
    sn_v3_copy(of.center, axes.p);
    if (sn_mjcf_compiler(mjcf, geom->element.node)->fit_boxes) {
        around(surface, &axes, geom, center);
        sn_m3_mul_v3(axes.r, center, moved.p);
        sn_v3_add(axes.p, moved.p, axes.p);
    } else {
        box_of(&of, moments, half);
        by_inertia(half, geom);
    }
    sn_placement_inverse(&geom->mesh->reference, &moved);
    sn_placement_mul(&geom->pose, &moved, &geom->pose);
    sn_placement_mul(&geom->pose, &axes, &geom->pose);
    geom->mesh = NULL;
    return true;
}
