/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/collect/mesh_cache.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include "render/collect/solids.h"
#include "render/shape/shape.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double crease_angle = 40 * M_PI / 180;
static const uint64_t kept_pictures = 240;
static const int least_fine = 1000;    /* triangles of a mesh that has coarse ones too */
static const double coarse_cell = 3.5; /* over the root of a triangle's area: a quarter is left */

static double area_of(const SnMesh *mesh)
{
    double area = 0;
    for (int i = 0; i < mesh->n_triangles; i++) {
        const float *corner[3];
        double edge[2][3], cross[3];
        for (int k = 0; k < 3; k++)
            corner[k] = mesh->vertices + 3 * (size_t)mesh->triangles[3 * i + k];
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 2; j++)
                edge[j][k] = (double)corner[j + 1][k] - (double)corner[0][k];
        sn_v3_cross(edge[0], edge[1], cross);
        area += sn_v3_norm(cross) / 2;
    }
    return area;
}

/* Behind the indices of all. */
static void add_coarse(SnGpuMesh *gpu, const SnMesh *mesh, SnShapeData *shape)
{
    int n;
    const double cell = coarse_cell * sqrt(gpu->area / mesh->n_triangles);
    uint32_t *coarse = sn_mesh_coarse(mesh, shape->indices, cell, &n);
    gpu->n_coarse = 3 * n;
    shape->indices =
        sn_resize(shape->indices, (size_t)(shape->n_indices + gpu->n_coarse), sizeof *coarse);
    memcpy(shape->indices + shape->n_indices, coarse, (size_t)gpu->n_coarse * sizeof *coarse);
    shape->n_indices += gpu->n_coarse;
    sn_free(coarse);
}

static SnGpuMesh *upload(const SnMesh *mesh)
{
    SnGpuMesh *gpu = sn_alloc(1, sizeof *gpu);
    SnShapeData shape = sn_shape_from_mesh(mesh, crease_angle);
    gpu->serial = mesh->serial;
    gpu->n_indices = shape.n_indices;
    gpu->n_vertices = shape.n_vertices;
    gpu->area = area_of(mesh);
    const double volume = sn_mesh_volume(mesh, &gpu->closed);
    gpu->winding = !gpu->closed ? 0 : volume < 0 ? -1 : 1;
    gpu->patch = gpu->closed ? NULL : sn_mesh_patch(mesh, &gpu->n_patch);
    gpu->closed |= gpu->patch != NULL;
    if (gpu->winding && mesh->n_triangles >= least_fine)
        add_coarse(gpu, mesh, &shape);
    sn_shape_upload(&shape, &gpu->array, &gpu->vertices, &gpu->indices);
    sn_shape_free(&shape);
    return gpu;
}

SnGpuMesh *sn_mesh_cache_get(SnMeshCache *cache, const SnMesh *mesh)
{
    for (int i = 0; i < cache->n; i++) {
        if (cache->meshes[i]->serial == mesh->serial) {
            cache->meshes[i]->used = cache->picture;
            return cache->meshes[i];
        }
    }
    if (cache->n == cache->capacity) {
        cache->capacity = cache->capacity ? 2 * cache->capacity : 16;
        SnGpuMesh **grown = sn_resize(cache->meshes, (size_t)cache->capacity, sizeof(SnGpuMesh *));
        cache->meshes = grown;
    }
    SnGpuMesh *gpu = upload(mesh);
    gpu->used = cache->picture;
    cache->meshes[cache->n++] = gpu;
    return gpu;
}

static void free_mesh(SnGpuMesh *gpu)
{
    glDeleteVertexArrays(1, &gpu->array);
    glDeleteBuffers(1, &gpu->vertices);
    glDeleteBuffers(1, &gpu->indices);
    sn_free(gpu->patch);
    sn_free(gpu);
}

void sn_mesh_cache_collect(SnMeshCache *cache)
{
    int kept = 0;
    for (int i = 0; i < cache->n; i++) {
        if (cache->meshes[i]->used + kept_pictures < cache->picture)
            free_mesh(cache->meshes[i]);
        else
            cache->meshes[kept++] = cache->meshes[i];
    }
    cache->n = kept;
    cache->picture++;
}

void sn_mesh_cache_clear(SnMeshCache *cache)
{
    for (int i = 0; i < cache->n; i++)
        free_mesh(cache->meshes[i]);
    sn_free(cache->meshes);
    memset(cache, 0, sizeof *cache);
}
