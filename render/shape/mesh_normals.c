/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/shape/shape.h"

#include "engine/base/memory.h"

#include "engine/base/vec.h"
#include "render/shape/buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t n, size_t size)
{
    return sn_alloc(n, size);
}

static void corner_position(const SnMesh *mesh, uint32_t vertex, double p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = (double)mesh->vertices[3 * vertex + k];
}

uint32_t *sn_weld(int n_places, const float *places)
{
    const uint32_t n = (uint32_t)n_places;
    uint32_t size = 16;
    while (size < 2 * n)
        size *= 2;
    uint32_t *table = allocate(size, sizeof *table), *welded = allocate(n, sizeof *welded);
    for (uint32_t v = 0; v < n; v++) {
        float p[3];
        uint32_t bits[3];
        for (int k = 0; k < 3; k++)
            p[k] = places[3 * v + k] + 0.0f; /* -0 becomes 0 */
        memcpy(bits, p, sizeof bits);
        uint32_t hash = (bits[0] * 73856093u) ^ (bits[1] * 19349663u) ^ (bits[2] * 83492791u);
        hash ^= hash >> 15;
        for (;; hash++) {
            uint32_t *slot = &table[hash & (size - 1)];
            if (*slot == 0) {
                *slot = v + 1;
                welded[v] = v;
                break;
            }
            const float *q = places + 3 * (*slot - 1);
            if (q[0] == p[0] && q[1] == p[1] && q[2] == p[2]) {
                welded[v] = *slot - 1;
                break;
            }
        }
    }
    sn_free(table);
    return welded;
}

typedef struct Corners {
    uint32_t *welded;    /* [n_vertices] */
    int *first;          /* [n_vertices + 1] corners around each welded vertex */
    uint32_t *around;    /* [3 n_triangles] corner numbers */
    double (*normal)[3]; /* [n_triangles] of faces, unit */
    double *angle;       /* [3 n_triangles] at the corners */
} Corners;

static void find_corners(const SnMesh *mesh, Corners *c)
{
    const size_t n_corners = 3 * (size_t)mesh->n_triangles;
    c->welded = sn_weld(mesh->n_vertices, mesh->vertices);
    c->first = allocate((size_t)mesh->n_vertices + 1, sizeof *c->first);
    c->around = allocate(n_corners, sizeof *c->around);
    c->normal = allocate((size_t)mesh->n_triangles, sizeof *c->normal);
    c->angle = allocate(n_corners, sizeof *c->angle);
    for (size_t i = 0; i < n_corners; i++)
        c->first[c->welded[mesh->triangles[i]] + 1]++;
    for (int v = 0; v < mesh->n_vertices; v++)
        c->first[v + 1] += c->first[v];
    int *fill = allocate((size_t)mesh->n_vertices, sizeof *fill);
    for (size_t i = 0; i < n_corners; i++) {
        const uint32_t v = c->welded[mesh->triangles[i]];
        c->around[c->first[v] + fill[v]++] = (uint32_t)i;
    }
    sn_free(fill);
    for (int t = 0; t < mesh->n_triangles; t++) {
        double p[3][3], edge[3][3];
        for (int k = 0; k < 3; k++)
            corner_position(mesh, mesh->triangles[3 * t + k], p[k]);
        for (int k = 0; k < 3; k++)
            sn_v3_sub(p[(k + 1) % 3], p[k], edge[k]);
        sn_v3_cross(edge[0], edge[1], c->normal[t]);
        sn_v3_normalize(c->normal[t], c->normal[t]);
        for (int k = 0; k < 3; k++) {
            double back[3], cross[3];
            sn_v3_scale(-1, edge[(k + 2) % 3], back);
            sn_v3_cross(edge[k], back, cross);
            c->angle[3 * t + k] = atan2(sn_v3_norm(cross), sn_v3_dot(edge[k], back));
        }
    }
}

static void free_corners(Corners *c)
{
    sn_free(c->welded);
    sn_free(c->first);
    sn_free(c->around);
    sn_free(c->normal);
    sn_free(c->angle);
}

SnShapeData sn_shape_from_mesh(const SnMesh *mesh, double crease_angle)
{
    const double least = cos(crease_angle);
    Corners c;
    find_corners(mesh, &c);
    SnBuffer vertices = {0};
    uint32_t *indices = allocate(3 * (size_t)mesh->n_triangles, sizeof *indices);
    for (int v = 0; v < mesh->n_vertices; v++) {
        const int before = vertices.count;
        for (int i = c.first[v]; i < c.first[v + 1]; i++) {
            const uint32_t corner = c.around[i];
            const double *face = c.normal[corner / 3];
            double normal[3] = {0, 0, 0}, p[3];
            for (int k = c.first[v]; k < c.first[v + 1]; k++) {
                const double *other = c.normal[c.around[k] / 3];
                if (sn_v3_dot(face, other) >= least)
                    sn_v3_axpy(c.angle[c.around[k]], other, normal);
            }
            if (sn_v3_normalize(normal, normal) == 0)
                sn_v3_copy(face, normal);
            SnVertex made;
            corner_position(mesh, (uint32_t)v, p);
            sn_vertex_set(&made, p, normal);
            int found = before;
            const SnVertex *old = vertices.data;
            while (found < vertices.count && memcmp(&old[found], &made, sizeof made) != 0)
                found++;
            if (found == vertices.count)
                memcpy(sn_buffer_add(&vertices, 1, sizeof made), &made, sizeof made);
            indices[corner] = (uint32_t)found;
        }
    }
    free_corners(&c);
    return (SnShapeData){vertices.count, 3 * mesh->n_triangles, vertices.data, indices};
}

static int compare_edges(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

double sn_mesh_volume(const SnMesh *mesh, bool *closed)
{
    double volume = 0;
    const size_t n = 3 * (size_t)mesh->n_triangles;
    uint32_t *welded = sn_weld(mesh->n_vertices, mesh->vertices);
    uint64_t *edges = allocate(n, sizeof *edges);
    for (int t = 0; t < mesh->n_triangles; t++) {
        const uint32_t *index = mesh->triangles + 3 * t;
        double p[3][3], cross[3];
        for (int k = 0; k < 3; k++)
            corner_position(mesh, index[k], p[k]);
        sn_v3_cross(p[1], p[2], cross);
        volume += sn_v3_dot(p[0], cross) / 6;
        for (int k = 0; k < 3; k++) {
            const uint32_t a = welded[index[k]], b = welded[index[(k + 1) % 3]];
            edges[3 * t + k] = a < b ? (uint64_t)a << 33 | (uint64_t)b << 1
                                     : (uint64_t)b << 33 | (uint64_t)a << 1 | 1;
        }
    }
    qsort(edges, n, sizeof *edges, compare_edges);
    *closed = n > 0;
    for (size_t i = 0; i < n && *closed;) {
        /* as many triangles on one side of the edge as on the other */
        int balance = 0;
        const uint64_t edge = edges[i] >> 1;
        for (; i < n && edges[i] >> 1 == edge; i++)
            balance += edges[i] & 1 ? 1 : -1;
        *closed = balance == 0;
    }
    sn_free(edges);
    sn_free(welded);
    return volume;
}
