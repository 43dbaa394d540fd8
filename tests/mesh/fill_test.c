/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex hulls, cubes and tetrahedra in closed surfaces, against known volumes. */
#include "engine/mesh/fill.h"

#include <math.h>

static double volume_of(const SnVolumeMesh *mesh)
{
    double volume = 0; /* by the outside, as a surface of triangles */
    int *faces = NULL;
    const int n = sn_volume_mesh_surface(mesh, &faces);
    for (int i = 0; i < n; i++) {
        const SnElementFace *face =
            &sn_element_shape((SnElementKind)mesh->kind[faces[2 * i]])->face[faces[2 * i + 1]];
        const int *nodes = mesh->element_nodes + mesh->start[faces[2 * i]];
        for (int k = 1; k + 1 < face->n_corners; k++) {
            const double *a = mesh->nodes + 3 * (size_t)nodes[face->node[0]];
            const double *b = mesh->nodes + 3 * (size_t)nodes[face->node[k]];
            const double *c = mesh->nodes + 3 * (size_t)nodes[face->node[k + 1]];
            volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                       a[2] * (b[0] * c[1] - b[1] * c[0])) /
                      6;
        }
    }
    g_free(faces);
    return volume;
}

/* Corners of a box with points inside and on its faces. */
static void test_hull(void)
{
    double points[208][3];
    GRand *random = g_rand_new_with_seed(1);
    for (int i = 0; i < 208; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = i < 8 ? (i >> k & 1) * (k + 1.0) : g_rand_double(random) * (k + 1.0);
    for (int i = 8; i < 20; i++)
        points[i][2] = 0;
    SnSurface *hull = sn_surface_hull((const double(*)[3])points, 208);
    g_assert_nonnull(hull);
    const SnTopology topology = sn_surface_topology(hull);
    g_assert_cmpint(
        topology.boundary_edges + topology.nonmanifold_edges + topology.inconsistent_edges, ==, 0);
    g_assert_cmpfloat(fabs(topology.signed_volume - 6), <, 1e-12);
    g_assert_cmpint(hull->n_triangles, ==, 12);
    sn_surface_free(hull);
    for (int i = 0; i < 208; i++)
        points[i][1] = 0.5;
    g_assert_null(sn_surface_hull((const double(*)[3])points, 208)); /* flat */
    g_assert_null(sn_surface_hull((const double(*)[3])points, 3));
    g_rand_free(random);
}

static void test_cubes(void)
{
    GError *error = NULL;
    const double size[3] = {0.2, 0.3, 0.1}, radii[3] = {0.1, 0.2, 0.15};
    SnSurface *box = sn_surface_box(size), *egg = sn_surface_ellipsoid(radii, 64);
    SnVolumeMesh *mesh = sn_fill_cubes(box, 0.05, &error);
    g_assert_no_error(error);
    g_assert_cmpint(mesh->n_elements, ==, 4 * 6 * 2);
    g_assert_cmpint(mesh->n_nodes, ==, 5 * 7 * 3);
    g_assert_cmpfloat(fabs(volume_of(mesh) - 0.006), <, 1e-15);
    sn_volume_mesh_unref(mesh);
    mesh = sn_fill_cubes(egg, 0.01, &error);
    g_assert_cmpfloat(fabs(volume_of(mesh) / sn_surface_volume(egg) - 1), <, 0.01);
    sn_volume_mesh_unref(mesh);
    g_assert_null(sn_fill_cubes(egg, 1e-4, &error)); /* too many */
    g_assert_nonnull(error);
    g_clear_error(&error);
    g_assert_null(sn_fill_cubes(egg, 0, &error));
    g_clear_error(&error);
    mesh = sn_fill_cubes(egg, 10, &error); /* one cube, with its middle inside */
    g_assert_cmpint(mesh->n_elements, ==, 1);
    sn_volume_mesh_unref(mesh);
    sn_surface_free(box);
    sn_surface_free(egg);
}

/* By whichever program there is: the surface stays, an open one is refused by name. */
static void test_tetrahedra(void)
{
    const double radii[3] = {0.1, 0.2, 0.15};
    int tried = 0;
    for (int mesher = 0; mesher < SN_MESHER_COUNT; mesher++) {
        GError *error = NULL;
        if (!sn_mesher_there((SnMesher)mesher))
            continue;
        SnSurface *egg = sn_surface_ellipsoid(radii, 24);
        SnVolumeMesh *mesh = sn_fill_tetrahedra(egg, (SnMesher)mesher, 0.05, NULL, &error);
        g_assert_no_error(error);
        g_assert_cmpfloat(fabs(volume_of(mesh) / sn_surface_volume(egg) - 1), <, 1e-9);
        g_test_message("%s: %d tetrahedra", sn_mesher_name((SnMesher)mesher), mesh->n_elements);
        sn_volume_mesh_unref(mesh);
        egg->n_triangles = 3;
        g_assert_null(sn_fill_tetrahedra(egg, (SnMesher)mesher, 0.05, NULL, &error));
        g_test_message("%s", error->message);
        g_clear_error(&error);
        sn_surface_free(egg);
        tried++;
    }
    if (tried == 0)
        g_test_skip("neither tetgen nor gmsh is installed");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fill/hull", test_hull);
    g_test_add_func("/fill/cubes", test_cubes);
    g_test_add_func("/fill/tetrahedra", test_tetrahedra);
    return g_test_run();
}
