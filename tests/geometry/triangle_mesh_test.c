/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbours of triangles: closed, open, several at an edge, turned round. */
#include "engine/geometry/triangle_mesh.h"
#include "tests/geometry/meshes.h"

#include <glib.h>

/* Twins run back along the same edge, and every half-edge is found at its vertex. */
static void check_mesh(const SnTriangleMesh *mesh)
{
    int open = 0, edges = 0;
    for (int32_t h = 0; h < 3 * mesh->n_triangles; h++) {
        const int32_t twin = mesh->twin[h];
        open += twin < 0;
        edges += twin < 0 || twin > h;
        if (twin < 0)
            continue;
        g_assert_cmpint(mesh->twin[twin], ==, h);
        g_assert_cmpint(sn_half_edge_start(mesh, h), ==, sn_half_edge_end(mesh, twin));
        g_assert_cmpint(sn_half_edge_end(mesh, h), ==, sn_half_edge_start(mesh, twin));
    }
    g_assert_cmpint(open, ==, mesh->n_open);
    g_assert_cmpint(edges, ==, mesh->n_edges);
    g_assert_cmpint(mesh->first[0], ==, 0);
    g_assert_cmpint(mesh->first[mesh->n_vertices], ==, 3 * mesh->n_triangles);
    for (int v = 0; v < mesh->n_vertices; v++)
        for (int i = mesh->first[v]; i < mesh->first[v + 1]; i++) {
            g_assert_cmpint(sn_half_edge_start(mesh, mesh->around[i]), ==, v);
            g_assert_true(i == mesh->first[v] || mesh->around[i] > mesh->around[i - 1]);
        }
}

static void test_closed(void)
{
    Random r = {2};
    for (int n = 0; n < 50; n++) {
        Shape shape = shape_random(&r);
        SnTriangleMesh *mesh =
            sn_triangle_mesh_new(shape.n_vertices, shape.n_triangles, shape.triangles);
        check_mesh(mesh);
        g_assert_cmpint(mesh->n_open, ==, 0);
        g_assert_cmpint(2 * mesh->n_edges, ==, 3 * mesh->n_triangles);
        const int euler = mesh->n_vertices - mesh->n_edges + mesh->n_triangles;
        g_assert_true(euler == 2 || euler == 0);
        sn_triangle_mesh_free(mesh);
        shape_free(&shape);
    }
}

static void test_open(void)
{
    /* two triangles at an edge; four at an edge; one turned round; a corner twice */
    static const int32_t pair[] = {0, 1, 2, 2, 1, 3}, four[] = {0, 1, 2, 1, 0, 3, 0, 1, 4, 1, 0, 5};
    static const int32_t turned[] = {0, 1, 2, 1, 2, 3}, twice[] = {0, 0, 1, 0, 1, 2};
    static const struct {
        const int32_t *triangles;
        int n, open, edges;
    } cases[] = {
        {pair, 2, 4, 5}, {four, 4, 8, 10}, {turned, 2, 6, 6}, {twice, 2, 4, 5}, {pair, 0, 0, 0}};
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        SnTriangleMesh *mesh = sn_triangle_mesh_new(6, cases[i].n, cases[i].triangles);
        check_mesh(mesh);
        g_assert_cmpint(mesh->n_open, ==, cases[i].open);
        g_assert_cmpint(mesh->n_edges, ==, cases[i].edges);
        sn_triangle_mesh_free(mesh);
    }
}

/* A fan of very many triangles does not take their number squared. */
static void test_fan(void)
{
    enum { FAN = 200000 };
    int32_t *t = g_new(int32_t, 6 * FAN);
    for (int i = 0; i < FAN; i++) {
        const int next = (i + 1) % FAN;
        t[6 * i] = FAN, t[6 * i + 1] = i, t[6 * i + 2] = next;
        t[6 * i + 3] = FAN + 1, t[6 * i + 4] = next, t[6 * i + 5] = i;
    }
    SnTriangleMesh *mesh = sn_triangle_mesh_new(FAN + 2, 2 * FAN, t);
    check_mesh(mesh);
    g_assert_cmpint(mesh->n_open, ==, 0);
    sn_triangle_mesh_free(mesh);
    g_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/geometry/triangle_mesh/closed", test_closed);
    g_test_add_func("/geometry/triangle_mesh/open", test_open);
    g_test_add_func("/geometry/triangle_mesh/fan", test_fan);
    return g_test_run();
}
