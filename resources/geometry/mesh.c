/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building, mirroring and cleaning triangle meshes. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

void sn_geo_mesh_clear(SnGeoMesh *mesh)
{
    free(mesh->vertex);
    free(mesh->triangle);
    *mesh = (SnGeoMesh){0};
}

int sn_geo_mesh_vertex(SnGeoMesh *mesh, SnGeoVec p)
{
    if (mesh->vertex_count == mesh->vertex_room) {
        mesh->vertex_room = mesh->vertex_room ? 2 * mesh->vertex_room : 256;
        mesh->vertex = sn_geo_grow(mesh->vertex, (size_t)mesh->vertex_room, sizeof(SnGeoVec));
    }
    mesh->vertex[mesh->vertex_count] = p;
    return mesh->vertex_count++;
}

void sn_geo_mesh_triangle(SnGeoMesh *mesh, int a, int b, int c)
{
    if (mesh->triangle_count == mesh->triangle_room) {
        mesh->triangle_room = mesh->triangle_room ? 2 * mesh->triangle_room : 256;
        mesh->triangle = sn_geo_grow(mesh->triangle, (size_t)mesh->triangle_room, sizeof(int[3]));
    }
    int *t = mesh->triangle[mesh->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void sn_geo_mesh_append(SnGeoMesh *mesh, const SnGeoMesh *part)
{
    int base = mesh->vertex_count;
    for (int i = 0; i < part->vertex_count; i++)
        sn_geo_mesh_vertex(mesh, part->vertex[i]);
    for (int i = 0; i < part->triangle_count; i++) {
        const int *t = part->triangle[i];
        sn_geo_mesh_triangle(mesh, base + t[0], base + t[1], base + t[2]);
    }
}

void sn_geo_mesh_append_mirror(SnGeoMesh *mesh, const SnGeoMesh *part)
{
    int base = mesh->vertex_count;
    for (int i = 0; i < part->vertex_count; i++) {
        SnGeoVec p = part->vertex[i];
        sn_geo_mesh_vertex(mesh, vec(p.x, -p.y, p.z));
    }
    for (int i = 0; i < part->triangle_count; i++) {
        const int *t = part->triangle[i];
        sn_geo_mesh_triangle(mesh, base + t[0], base + t[2], base + t[1]);
    }
}

void sn_geo_mesh_mirror_half(SnGeoMesh *mesh)
{
    int vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    int *image = sn_geo_alloc((size_t)vertices, sizeof(int));
    for (int i = 0; i < vertices; i++) {
        SnGeoVec p = mesh->vertex[i];
        image[i] = p.y == 0.0 ? i : sn_geo_mesh_vertex(mesh, vec(p.x, -p.y, p.z));
    }
    for (int i = 0; i < triangles; i++) {
        int a = mesh->triangle[i][0], b = mesh->triangle[i][1], c = mesh->triangle[i][2];
        sn_geo_mesh_triangle(mesh, image[a], image[c], image[b]);
    }
    free(image);
}

void sn_geo_mesh_compact(SnGeoMesh *mesh)
{
    int *slot = sn_geo_alloc((size_t)mesh->vertex_count, sizeof(int));
    for (int i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            slot[mesh->triangle[i][k]] = 1;
    int used = 0;
    for (int i = 0; i < mesh->vertex_count; i++) {
        if (!slot[i])
            continue;
        mesh->vertex[used] = mesh->vertex[i];
        slot[i] = used++;
    }
    mesh->vertex_count = used;
    for (int i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            mesh->triangle[i][k] = slot[mesh->triangle[i][k]];
    free(slot);
}

static int find_root(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

void sn_geo_mesh_keep_large(SnGeoMesh *mesh, double share)
{
    if (mesh->triangle_count == 0)
        return;
    int n = mesh->vertex_count;
    int *parent = sn_geo_alloc((size_t)n, sizeof(int));
    int *size = sn_geo_alloc((size_t)n, sizeof(int));
    for (int i = 0; i < n; i++)
        parent[i] = i;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangle[i];
        for (int k = 0; k < 2; k++)
            parent[find_root(parent, t[k])] = find_root(parent, t[k + 1]);
    }
    int largest = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        int root = find_root(parent, mesh->triangle[i][0]);
        if (++size[root] > largest)
            largest = size[root];
    }
    int kept = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        int root = find_root(parent, mesh->triangle[i][0]);
        if (size[root] >= share * largest)
            memcpy(mesh->triangle[kept++], mesh->triangle[i], sizeof(int[3]));
    }
    mesh->triangle_count = kept;
    free(parent);
    free(size);
    sn_geo_mesh_compact(mesh);
}
