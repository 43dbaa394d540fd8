/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Primitives are closed surfaces of good triangles; topology tells what is wrong with others; mass
 * properties are exact (B15 of the verification list). */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"

#include <string.h>

static void assert_near(double value, double expected, double relative)
{
    if (fabs(value - expected) > relative * fabs(expected))
        g_error("%.17g, expected %.17g within %g", value, expected, relative);
}

/* Smallest angle of all triangles [degrees]. */
static double smallest_angle(const SnSurface *surface)
{
    double smallest = 180;
    for (int i = 0; i < surface->n_triangles; i++) {
        const int32_t *t = surface->triangles + 3 * i;
        for (int k = 0; k < 3; k++) {
            double u[3], v[3], n[3];
            const double *a = surface->vertices + 3 * t[k];
            sn_v3_sub(surface->vertices + 3 * t[(k + 1) % 3], a, u);
            sn_v3_sub(surface->vertices + 3 * t[(k + 2) % 3], a, v);
            sn_v3_cross(u, v, n);
            const double angle = atan2(sn_v3_norm(n), sn_v3_dot(u, v)) * 180 / G_PI;
            smallest = MIN(smallest, angle);
        }
    }
    return smallest;
}

static void check_closed(SnSurface *surface, double volume, double relative, double angle)
{
    const SnTopology topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.boundary_edges, ==, 0);
    g_assert_cmpint(topology.nonmanifold_edges, ==, 0);
    g_assert_cmpint(topology.inconsistent_edges, ==, 0);
    g_assert_cmpint(topology.degenerate_triangles, ==, 0);
    g_assert_cmpint(topology.components, ==, 1);
    /* Euler: V - E + F = 2 with E = 3F/2 */
    g_assert_cmpint(2 * surface->n_vertices - surface->n_triangles, ==, 4);
    assert_near(topology.signed_volume, volume, relative);
    g_assert_cmpfloat(smallest_angle(surface), >=, angle);
    sn_surface_free(surface);
}

static void test_primitives(void)
{
    const double pi = G_PI;
    check_closed(sn_surface_box((const double[3]){1, 2, 3}), 6, 1e-14, 18);
    for (int n = 6; n <= 80; n += 7) {
        const double coarse = 12.0 / (n * n);
        check_closed(sn_surface_ellipsoid((const double[3]){1, 1, 1}, n), 4 * pi / 3, coarse + 0.2,
                     30);
        check_closed(sn_surface_cylinder(0.5, 2, n), pi / 2, coarse, 12);
        check_closed(sn_surface_cylinder(0.5, 0.01, n), pi * 0.0025, coarse, 0.5);
        check_closed(sn_surface_cone(0.5, 2, n), pi / 6, 1.6 * coarse, 8);
        check_closed(sn_surface_cone(0.5, 0.01, n), pi * 0.0025 / 3, 1.6 * coarse, 0.5);
        check_closed(sn_surface_capsule(0.5, 2, n), pi / 2 + pi / 6, coarse, 20);
        check_closed(sn_surface_capsule(0.5, 0, n), pi / 6, 2 * coarse, 20);
    }
}

static const int32_t TETRA[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

static SnSurface *surface_of(int n_vertices, const double *vertices, int n_triangles,
                             const int32_t *triangles)
{
    SnSurface surface = {n_vertices, n_triangles, (double *)vertices, (int32_t *)triangles};
    return sn_surface_copy(&surface);
}

static void test_topology(void)
{
    static const double CORNERS[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    SnSurface *surface = surface_of(4, CORNERS, 3, TETRA);
    SnTopology topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.boundary_edges, ==, 3);
    sn_surface_free(surface);

    surface = surface_of(4, CORNERS, 4, TETRA);
    surface->triangles[1] = 1, surface->triangles[2] = 2; /* one face the other way */
    topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.inconsistent_edges, ==, 3);
    g_assert_cmpint(topology.boundary_edges, ==, 0);
    sn_surface_free(surface);

    surface = surface_of(4, CORNERS, 4, TETRA);
    sn_surface_scale(surface, (const double[3]){1, 1, -2}); /* a mirror keeps outside outside */
    assert_near(sn_surface_volume(surface), 2.0 / 6, 1e-14);
    for (int i = 0; i < 4; i++) {
        const int32_t swap = surface->triangles[3 * i];
        surface->triangles[3 * i] = surface->triangles[3 * i + 1];
        surface->triangles[3 * i + 1] = swap;
    }
    topology = sn_surface_topology(surface);
    assert_near(topology.signed_volume, -2.0 / 6, 1e-14); /* inside out */
    g_assert_cmpint(topology.inconsistent_edges, ==, 0);
    sn_surface_free(surface);

    static const int32_t FIN[18] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 1, 4, 0, 0, 1};
    static const double FIVE[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, -1};
    surface = surface_of(5, FIVE, 6, FIN);
    topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.nonmanifold_edges, ==, 1);
    g_assert_cmpint(topology.boundary_edges, ==, 2);
    g_assert_cmpint(topology.degenerate_triangles, ==, 1);
    g_assert_cmpint(topology.components, ==, 1);
    sn_surface_free(surface);

    /* every triangle with vertices of its own: closed all the same; welded: four vertices */
    double soup[36];
    int32_t corners[12];
    for (int i = 0; i < 12; i++) {
        memcpy(soup + 3 * i, CORNERS + 3 * TETRA[i], 3 * sizeof(double));
        corners[i] = i;
    }
    surface = surface_of(12, soup, 4, corners);
    topology = sn_surface_topology(surface);
    g_assert_cmpint(topology.boundary_edges, ==, 0);
    g_assert_cmpint(topology.components, ==, 1);
    sn_surface_weld(surface);
    g_assert_cmpint(surface->n_vertices, ==, 4);
    g_assert_cmpint(surface->n_triangles, ==, 4);
    assert_near(sn_surface_volume(surface), 1.0 / 6, 1e-14);
    sn_surface_free(surface);
}

/* B15: tetrahedron (0, ex, ey, ez), density 6. */
static void test_tetrahedron(void)
{
    for (int far = 0; far < 2; far++) {
        const double o = far ? 100 : 0;
        const double corners[12] = {o, 0, 0, o + 1, 0, 0, o, 1, 0, o, 0, 1};
        SnSurface *surface = surface_of(4, corners, 4, TETRA);
        SnMassProperties mass;
        sn_surface_mass(surface, 6, &mass);
        assert_near(mass.mass, 1, 1e-12);
        assert_near(mass.center[0], o + 0.25, 1e-12);
        assert_near(mass.center[1], 0.25, 1e-12);
        assert_near(mass.center[2], 0.25, 1e-12);
        for (int k = 0; k < 3; k++) {
            assert_near(mass.inertia[k], 0.075, 1e-12);
            assert_near(mass.inertia[3 + k], 0.0125, 1e-12); /* - int xy */
        }
        /* about the origin: Ixx = .2, int xy = .05 */
        if (!far) {
            assert_near(mass.inertia[0] + 2 * 0.0625, 0.2, 1e-12);
            assert_near(-mass.inertia[3] + 0.0625, 0.05, 1e-12);
        }
        sn_surface_free(surface);
    }
}

/* The ellipsoid's error falls with the square of the triangles' size. */
static void test_ellipsoid(void)
{
    const double r[3] = {0.3, 0.2, 0.1}, density = 1000;
    const double m = density * 4 / 3 * G_PI * r[0] * r[1] * r[2];
    const double ixx = m / 5 * (r[1] * r[1] + r[2] * r[2]);
    double last = 0;
    for (int n = 20; n <= 160; n *= 2) {
        SnSurface *surface = sn_surface_ellipsoid(r, n);
        SnMassProperties mass;
        sn_surface_mass(surface, density, &mass);
        const double error = fabs(mass.mass / m - 1);
        g_test_message("%6d triangles: mass error %.2e, Ixx error %.2e", surface->n_triangles,
                       error, fabs(mass.inertia[0] / ixx - 1));
        for (int k = 0; k < 3; k++) {
            g_assert_cmpfloat(fabs(mass.center[k]), <, 1e-15);
            g_assert_cmpfloat(fabs(mass.inertia[3 + k]), <, 1e-12 * ixx);
        }
        if (last > 0) {
            g_assert_cmpfloat(last / error, >, 3.8);
            g_assert_cmpfloat(last / error, <, 4.2);
        }
        last = error;
        sn_surface_free(surface);
    }
    g_assert_cmpfloat(last, <, 1e-3);
}

static void test_box(void)
{
    SnSurface *surface = sn_surface_box((const double[3]){2, 3, 4});
    SnMassProperties mass;
    sn_surface_mass(surface, 0.5, &mass);
    assert_near(mass.mass, 12, 1e-13);
    assert_near(mass.inertia[0], 25, 1e-13);
    assert_near(mass.inertia[1], 20, 1e-13);
    assert_near(mass.inertia[2], 13, 1e-13);
    sn_surface_free(surface);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mesh/surface/primitives", test_primitives);
    g_test_add_func("/mesh/surface/topology", test_topology);
    g_test_add_func("/mesh/mass/tetrahedron", test_tetrahedron);
    g_test_add_func("/mesh/mass/ellipsoid", test_ellipsoid);
    g_test_add_func("/mesh/mass/box", test_box);
    return g_test_run();
}
