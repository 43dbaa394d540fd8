/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A surface of fewer triangles over the same vertices, for pictures among many: vertices that lie
 * in one cell of a grid and look the same way become one of them (Rossignac and Borrel,
 * Multi-resolution 3D approximations, 1993). */
#include "render/shape/shape.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

typedef struct Cluster {
    int32_t key[4]; /* cell, and the side that its vertices look to */
    double sum[3];  /* of their places */
    int n;
    uint32_t nearest; /* the vertex that stands for all */
    double distance;
} Cluster;

typedef struct Clusters {
    const SnMesh *mesh;
    uint32_t *welded;
    double (*normal)[3]; /* of welded vertices, by area */
    uint32_t *of;        /* [n_vertices] cluster of each welded vertex */
    Cluster *all;
    uint32_t n, size; /* slots of the table, a power of two */
    uint32_t *table;  /* cluster + 1; 0 free */
} Clusters;

static void place_of(const SnMesh *mesh, uint32_t v, double p[3])
{
    for (int k = 0; k < 3; k++)
        p[k] = (double)mesh->vertices[3 * (size_t)v + (size_t)k];
}

static void find_normals(Clusters *c)
{
    for (int t = 0; t < c->mesh->n_triangles; t++) {
        double p[3][3], a[3], b[3], cross[3];
        for (int k = 0; k < 3; k++)
            place_of(c->mesh, c->mesh->triangles[3 * t + k], p[k]);
        sn_v3_sub(p[1], p[0], a);
        sn_v3_sub(p[2], p[0], b);
        sn_v3_cross(a, b, cross);
        for (int k = 0; k < 3; k++) {
            double *normal = c->normal[c->welded[c->mesh->triangles[3 * t + k]]];
            sn_v3_add(normal, cross, normal);
        }
    }
}

/* The axis along which a normal is longest, and its sign: sides of a thin plate stay apart. */
static int side_of(const double normal[3])
{
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) > fabs(normal[axis]))
            axis = k;
    return 2 * axis + (normal[axis] < 0);
}

static uint32_t cluster_at(Clusters *c, const int32_t key[4])
{
    uint32_t hash = 0;
    for (int k = 0; k < 4; k++)
        hash = (hash ^ (uint32_t)key[k]) * 0x9E3779B1u;
    for (hash ^= hash >> 15;; hash++) {
        uint32_t *slot = &c->table[hash & (c->size - 1)];
        if (*slot == 0) {
            memcpy(c->all[c->n].key, key, sizeof c->all->key);
            c->all[c->n].distance = INFINITY;
            *slot = ++c->n;
        }
        if (memcmp(c->all[*slot - 1].key, key, sizeof c->all->key) == 0)
            return *slot - 1;
    }
}

static void gather(Clusters *c, double cell)
{
    for (uint32_t v = 0; v < (uint32_t)c->mesh->n_vertices; v++) {
        double p[3];
        int32_t key[4];
        if (c->welded[v] != v)
            continue;
        place_of(c->mesh, v, p);
        for (int k = 0; k < 3; k++)
            key[k] = (int32_t)floor((p[k] - (double)c->mesh->bounds[0][k]) / cell);
        key[3] = side_of(c->normal[v]);
        c->of[v] = cluster_at(c, key);
        sn_v3_add(c->all[c->of[v]].sum, p, c->all[c->of[v]].sum);
        c->all[c->of[v]].n++;
    }
    for (uint32_t v = 0; v < (uint32_t)c->mesh->n_vertices; v++) {
        double p[3], middle[3];
        if (c->welded[v] != v)
            continue;
        Cluster *cluster = &c->all[c->of[v]];
        place_of(c->mesh, v, p);
        sn_v3_scale(1.0 / cluster->n, cluster->sum, middle);
        const double distance = sn_v3_distance(p, middle);
        if (distance < cluster->distance) {
            cluster->distance = distance;
            cluster->nearest = v;
        }
    }
}

static uint32_t *emit(const Clusters *c, const uint32_t *indices, int *n)
{
    const SnMesh *mesh = c->mesh;
    /* of the vertices that a crease makes of one, any: it is a picture among many */
    uint32_t *shown = sn_alloc((size_t)mesh->n_vertices, sizeof *shown);
    uint32_t *made = sn_alloc(3 * (size_t)mesh->n_triangles, sizeof *made);
    for (int i = 0; i < 3 * mesh->n_triangles; i++)
        shown[c->welded[mesh->triangles[i]]] = indices[i];
    *n = 0;
    for (int t = 0; t < mesh->n_triangles; t++) {
        uint32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = c->all[c->of[c->welded[mesh->triangles[3 * t + k]]]].nearest;
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
            continue;
        for (int k = 0; k < 3; k++)
            made[3 * *n + k] = shown[corner[k]];
        ++*n;
    }
    sn_free(shown);
    return made;
}

uint32_t *sn_mesh_coarse(const SnMesh *mesh, const uint32_t *indices, double cell, int *n)
{
    const size_t n_vertices = (size_t)mesh->n_vertices;
    Clusters c = {.mesh = mesh, .welded = sn_weld(mesh->n_vertices, mesh->vertices), .size = 16};
    while (c.size < 2 * n_vertices)
        c.size *= 2;
    c.normal = sn_alloc(n_vertices, sizeof *c.normal);
    c.of = sn_alloc(n_vertices, sizeof *c.of);
    c.all = sn_alloc(n_vertices, sizeof *c.all);
    c.table = sn_alloc(c.size, sizeof *c.table);
    find_normals(&c);
    gather(&c, cell);
    uint32_t *made = emit(&c, indices, n);
    sn_free(c.welded);
    sn_free(c.normal);
    sn_free(c.of);
    sn_free(c.all);
    sn_free(c.table);
    return made;
}
