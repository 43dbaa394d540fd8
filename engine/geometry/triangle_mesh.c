/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/triangle_mesh.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/vec.h"

static int32_t previous(int32_t h)
{
    return h % 3 == 0 ? h + 2 : h - 1;
}

static void sort_around(SnTriangleMesh *mesh)
{
    const int n = 3 * mesh->n_triangles;
    for (int h = 0; h < n; h++)
        mesh->first[mesh->triangles[h] + 1]++;
    for (int v = 0; v < mesh->n_vertices; v++)
        mesh->first[v + 1] += mesh->first[v];
    for (int h = n - 1; h >= 0; h--)
        mesh->around[--mesh->first[mesh->triangles[h] + 1]] = h;
    /* each start was counted one place up, so that filling brought it to where it belongs */
    memmove(mesh->first, mesh->first + 1, (size_t)mesh->n_vertices * sizeof *mesh->first);
    mesh->first[mesh->n_vertices] = n;
}

/* The first half-edge from `end` to `start` that has no twin yet; -1: none.  Looks on the side
 * where fewer triangles meet. */
static int32_t find_twin(const SnTriangleMesh *mesh, int32_t start, int32_t end)
{
    const int32_t *first = mesh->first;
    const bool at_end = first[end + 1] - first[end] <= first[start + 1] - first[start];
    const int32_t centre = at_end ? end : start;
    for (int32_t i = first[centre]; i < first[centre + 1]; i++) {
        const int32_t h = at_end ? mesh->around[i] : previous(mesh->around[i]);
        if (mesh->twin[h] < 0 && sn_half_edge_start(mesh, h) == end &&
            sn_half_edge_end(mesh, h) == start)
            return h;
    }
    return -1;
}

SnTriangleMesh *sn_triangle_mesh_new(int n_vertices, int n_triangles, const int32_t *triangles)
{
    assert(n_vertices >= 0 && n_triangles >= 0 && n_triangles <= INT32_MAX / 3);
    const size_t n = 3 * (size_t)n_triangles;
    SnTriangleMesh *mesh = sn_alloc(1, sizeof *mesh);
    mesh->n_vertices = n_vertices;
    mesh->n_triangles = n_triangles;
    mesh->triangles = sn_alloc(n, sizeof *mesh->triangles);
    mesh->twin = sn_alloc(n, sizeof *mesh->twin);
    mesh->edges = sn_alloc(n, sizeof *mesh->edges);
    mesh->first = sn_alloc((size_t)n_vertices + 2, sizeof *mesh->first);
    mesh->around = sn_alloc(n, sizeof *mesh->around);
    for (size_t h = 0; h < n; h++) {
        assert(triangles[h] >= 0 && triangles[h] < n_vertices);
        mesh->triangles[h] = triangles[h];
        mesh->twin[h] = -1;
    }
    sort_around(mesh);
    for (int32_t h = 0; h < (int32_t)n; h++) {
        const int32_t start = sn_half_edge_start(mesh, h), end = sn_half_edge_end(mesh, h);
        const int32_t twin = mesh->twin[h] < 0 && start != end ? find_twin(mesh, start, end) : -1;
        if (twin >= 0) {
            mesh->twin[h] = twin;
            mesh->twin[twin] = h;
        }
        mesh->n_open += mesh->twin[h] < 0;
        if (mesh->twin[h] < 0 || mesh->twin[h] > h)
            mesh->edges[mesh->n_edges++] = h;
    }
    return mesh;
}

void sn_triangle_mesh_free(SnTriangleMesh *mesh)
{
    if (!mesh)
        return;
    sn_free(mesh->triangles);
    sn_free(mesh->twin);
    sn_free(mesh->edges);
    sn_free(mesh->first);
    sn_free(mesh->around);
    sn_free(mesh);
}

double sn_triangle_mesh_volume(const SnTriangleMesh *mesh, const double *x)
{
    double sum = 0;
    for (int t = 0; t < mesh->n_triangles; t++) {
        const int32_t *corner = &mesh->triangles[3 * t];
        double across[3];
        sn_v3_cross(x + 3 * corner[1], x + 3 * corner[2], across);
        sum += sn_v3_dot(x + 3 * corner[0], across) / 6;
    }
    return sum;
}
