/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/mesh/geometry.h"

SnMesh *sn_surface_to_mesh(const SnSurface *surface, const double scale[3])
{
    const size_t n_vertices = (size_t)surface->n_vertices;
    const size_t n_triangles = (size_t)surface->n_triangles;
    float *vertices = sn_alloc(MAX(n_vertices, 1) * 3, sizeof *vertices);
    uint32_t *triangles = sn_alloc(MAX(n_triangles, 1) * 3, sizeof *triangles);
    for (size_t i = 0; i < 3 * n_vertices; i++)
        vertices[i] = (float)(surface->vertices[i] * scale[i % 3]);
    const bool mirror = scale[0] * scale[1] * scale[2] < 0;
    for (size_t i = 0; i < n_triangles; i++) {
        const int32_t *from = surface->triangles + 3 * i;
        uint32_t *to = triangles + 3 * i;
        to[0] = (uint32_t)from[0];
        to[1] = (uint32_t)from[mirror ? 2 : 1];
        to[2] = (uint32_t)from[mirror ? 1 : 2];
    }
    return sn_mesh_new((int)n_vertices, vertices, (int)n_triangles, triangles);
}

static void free_surface(void *surface)
{
    sn_surface_free(surface);
}

SnMesh *sn_surface_into_mesh(SnSurface *surface)
{
    sn_memory_end_with(surface, free_surface);
    SnMesh *mesh = sn_surface_to_mesh(surface, (const double[3]){1, 1, 1});
    sn_memory_keep(surface);
    sn_surface_free(surface);
    return mesh;
}
