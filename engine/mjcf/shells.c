/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has its mass on its surface (shellinertia, meshes of inertia="shell"): a skin of unit mass
 * on each unit of area. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* Adds an area whose points have these mean squares. */
static void add(double area, const double square[3], double sum[3])
{
    for (int k = 0; k < 3; k++)
        sum[k] += area * (square[(k + 1) % 3] + square[(k + 2) % 3]);
}

static double box(const double s[3], double sum[3])
{
    double total = 0;
    for (int k = 0; k < 3; k++) { /* both faces across axis k */
        const double area = 8 * s[(k + 1) % 3] * s[(k + 2) % 3];
        double square[3];
        for (int i = 0; i < 3; i++)
            square[i] = i == k ? s[i] * s[i] : s[i] * s[i] / 3;
        add(area, square, sum);
        total += area;
    }
    return total;
}

/* A tube of radius r and half length b. */
static double tube(double r, double b, double sum[3])
{
    const double area = 4 * G_PI * r * b, square[3] = {r * r / 2, r * r / 2, b * b / 3};
    add(area, square, sum);
    return area;
}

static double cylinder(double r, double b, double sum[3])
{
    const double area = 2 * G_PI * r * r, square[3] = {r * r / 4, r * r / 4, b * b};
    add(area, square, sum);
    return area + tube(r, b, sum);
}

/* Heights on a half ball are spread evenly (Archimedes). */
static double capsule(double r, double b, double sum[3])
{
    const double area = 4 * G_PI * r * r,
                 square[3] = {r * r / 3, r * r / 3, b * b + b * r + r * r / 3};
    add(area, square, sum);
    return area + (b > 0 ? tube(r, b, sum) : 0);
}

double sn_mjcf_shell(const SnMjcfGeom *geom, double moments[3])
{
    const double *s = geom->size;
    sn_v3_set(0, 0, 0, moments);
    double area = 0;
    if (geom->kind == SN_MJCF_BOX)
        area = box(s, moments);
    else if (geom->kind == SN_MJCF_CYLINDER)
        area = cylinder(s[0], s[1], moments);
    else if (geom->kind == SN_MJCF_CAPSULE || geom->kind == SN_MJCF_SPHERE)
        area = capsule(s[0], geom->kind == SN_MJCF_SPHERE ? 0 : s[1], moments);
    if (area > 0)
        sn_v3_scale(1 / area, moments, moments);
    return area;
}

void sn_mjcf_mesh_shell(const SnSurface *surface, SnMassProperties *of)
{
    double first[3] = {0}, second[9] = {0};
    memset(of, 0, sizeof *of);
    for (int t = 0; t < surface->n_triangles; t++) {
        const double *corner[3];
        double one[3], two[3], normal[3], all[3];
        for (int k = 0; k < 3; k++)
            corner[k] = surface->vertices + 3 * (size_t)surface->triangles[3 * t + k];
        sn_v3_sub(corner[1], corner[0], one);
        sn_v3_sub(corner[2], corner[0], two);
        sn_v3_cross(one, two, normal);
        const double area = 0.5 * sn_v3_norm(normal);
        sn_v3_add(corner[0], corner[1], all);
        sn_v3_add(all, corner[2], all);
        of->mass += area;
        sn_v3_axpy(area / 3, all, first);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double products = all[i] * all[j];
                for (int k = 0; k < 3; k++)
                    products += corner[k][i] * corner[k][j];
                second[3 * i + j] += area / 12 * products;
            }
    }
    if (!(of->mass > 0))
        return;
    sn_v3_scale(1 / of->mass, first, of->center);
    for (int i = 0; i < 9; i++)
        second[i] -= of->mass * of->center[i / 3] * of->center[i % 3];
    const double trace = second[0] + second[4] + second[8];
    const double inertia[6] = {trace - second[0], trace - second[4], trace - second[8],
                               -second[1],        -second[2],        -second[5]};
    memcpy(of->inertia, inertia, sizeof inertia);
}
