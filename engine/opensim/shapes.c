/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/shapes.h"

#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"

#include <math.h>
#include <string.h>

enum { SEGMENTS = 32, RING = 48, TUBE = 20 };

static SnSurface *surface_new(int n_vertices, int n_triangles)
{
    SnSurface *surface = g_new(SnSurface, 1);
    surface->n_vertices = n_vertices;
    surface->n_triangles = n_triangles;
    surface->vertices = g_new(double, 3 * (size_t)n_vertices);
    surface->triangles = g_new(int32_t, 3 * (size_t)n_triangles);
    return surface;
}

static void set_triangle(SnSurface *surface, int i, int a, int b, int c)
{
    surface->triangles[3 * i] = a;
    surface->triangles[3 * i + 1] = b;
    surface->triangles[3 * i + 2] = c;
}

/* From z = 0, where its radius is 1, to the tip at z = 1. */
static SnSurface *cone(void)
{
    SnSurface *surface = surface_new(SEGMENTS + 2, 2 * SEGMENTS);
    sn_v3_set(0, 0, 1, surface->vertices);
    sn_v3_set(0, 0, 0, surface->vertices + 3);
    for (int i = 0; i < SEGMENTS; i++) {
        const double a = 2 * G_PI * i / SEGMENTS;
        const int next = 2 + (i + 1) % SEGMENTS;
        sn_v3_set(cos(a), sin(a), 0, surface->vertices + 3 * (i + 2));
        set_triangle(surface, 2 * i, 0, 2 + i, next);
        set_triangle(surface, 2 * i + 1, 1, next, 2 + i);
    }
    return surface;
}

/* A ring about z, its circle of radius 1, its tube of this radius. */
static SnSurface *torus(double tube)
{
    SnSurface *surface = surface_new(RING * TUBE, 2 * RING * TUBE);
    for (int i = 0; i < RING; i++) {
        for (int k = 0; k < TUBE; k++) {
            const double a = 2 * G_PI * i / RING, b = 2 * G_PI * k / TUBE;
            const double r = 1 + tube * cos(b);
            const int here = i * TUBE + k, across = (i + 1) % RING * TUBE + k,
                      up = i * TUBE + (k + 1) % TUBE, both = (i + 1) % RING * TUBE + (k + 1) % TUBE;
            sn_v3_set(r * cos(a), r * sin(a), tube * sin(b), surface->vertices + 3 * here);
            set_triangle(surface, 2 * here, here, across, both);
            set_triangle(surface, 2 * here + 1, here, both, up);
        }
    }
    return surface;
}

/* The z axis of the mesh along the y axis of the shape. */
static void stand_along_y(SnPlacement *pose)
{
    const double r[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
    memcpy(pose->r, r, sizeof r);
}

static char *cone_file(SnOsim *osim, const SnXmlNode *node, double size[3], SnPlacement *pose)
{
    double origin[3] = {0}, direction[3] = {1, 0, 0}, u[3], v[3], n[3];
    sn_osim_numbers(osim, node, "origin", 3, origin);
    sn_osim_numbers(osim, node, "direction", 3, direction);
    const double radius = sn_osim_number(osim, node, "base_radius", 1);
    if (!(sn_v3_normalize(direction, n) > 0))
        sn_v3_set(1, 0, 0, n);
    sn_v3_tangents(n, u, v);
    for (int k = 0; k < 3; k++) {
        pose->r[3 * k] = u[k];
        pose->r[3 * k + 1] = v[k];
        pose->r[3 * k + 2] = n[k];
    }
    sn_v3_copy(origin, pose->p);
    sn_v3_set(radius, radius, sn_osim_number(osim, node, "height", 1), size);
    return sn_surface_keep(cone(), "cone.obj");
}

static char *torus_file(SnOsim *osim, const SnXmlNode *node, double size[3])
{
    const double ring = fmax(sn_osim_number(osim, node, "ring_radius", 1), 1e-6);
    const double tube = sn_osim_number(osim, node, "cross_section", 0.1) / ring;
    const int hundredths = (int)lround(100 * fmin(fmax(tube, 0.01), 1));
    g_autofree char *name = g_strdup_printf("torus-%d.obj", hundredths);
    sn_v3_set(ring, ring, ring, size);
    return sn_surface_keep(torus(0.01 * hundredths), name);
}

char *sn_osim_shape_file(SnOsim *osim, const SnXmlNode *node, double size[3], SnPlacement *pose)
{
    const double one[3] = {1, 1, 1}, two[3] = {2, 2, 2};
    const double radius = sn_osim_number(osim, node, "radius", 1);
    sn_v3_set(1, 1, 1, size);
    if (sn_osim_is(node, "Brick")) {
        sn_v3_set(0.5, 0.5, 0.5, size);
        sn_osim_numbers(osim, node, "half_lengths", 3, size);
        return sn_surface_keep(sn_surface_box(two), "brick.obj");
    }
    if (sn_osim_is(node, "Sphere")) {
        sn_v3_set(radius, radius, radius, size);
        return sn_surface_keep(sn_surface_ellipsoid(one, SEGMENTS), "sphere.obj");
    }
    if (sn_osim_is(node, "Ellipsoid")) {
        sn_osim_numbers(osim, node, "radii", 3, size);
        return sn_surface_keep(sn_surface_ellipsoid(one, SEGMENTS), "sphere.obj");
    }
    if (sn_osim_is(node, "Cylinder")) {
        sn_v3_set(radius, radius, sn_osim_number(osim, node, "half_height", 0.5), size);
        stand_along_y(pose);
        return sn_surface_keep(sn_surface_cylinder(1, 2, SEGMENTS), "cylinder.obj");
    }
    if (sn_osim_is(node, "Cone"))
        return cone_file(osim, node, size, pose);
    return sn_osim_is(node, "Torus") ? torus_file(osim, node, size) : NULL;
}
