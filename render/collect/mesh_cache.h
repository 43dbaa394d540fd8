/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of meshes on the GPU, found by serial number, freed some pictures after their last use. */
#ifndef SN_RENDER_MESH_CACHE_H
#define SN_RENDER_MESH_CACHE_H

#include "engine/snapshot.h"

typedef struct SnGpuMesh {
    uint64_t serial;
    uint64_t used; /* number of the picture that last showed it */
    unsigned array, vertices, indices;
    int n_indices, n_vertices;
    int n_coarse;    /* indices behind the others, of fewer triangles: 0 if there are none */
    uint32_t *patch; /* triangles that close small holes, or NULL */
    int n_patch;
    double area; /* of all triangles [m2] */
    bool closed; /* has an inside: a cut through it is filled */
    int winding; /* 1: counter-clockwise seen from outside, -1: the other way, 0: no outside */
} SnGpuMesh;

typedef struct SnMeshCache {
    SnGpuMesh **meshes;
    int n, capacity;
    uint64_t picture;
} SnMeshCache;

/* The GPU copy of a mesh, made at the first use; stays valid until sn_mesh_cache_collect(). */
SnGpuMesh *sn_mesh_cache_get(SnMeshCache *cache, const SnMesh *mesh);
/* Ends a picture: frees what the last 240 pictures did not show. */
void sn_mesh_cache_collect(SnMeshCache *cache);
void sn_mesh_cache_clear(SnMeshCache *cache);

#endif
