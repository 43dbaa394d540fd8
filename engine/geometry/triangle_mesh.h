/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which triangles of a surface are neighbours.  Fixed once made; where the vertices are is a
 * separate array, so that a surface can move. */
#ifndef SN_GEOMETRY_TRIANGLE_MESH_H
#define SN_GEOMETRY_TRIANGLE_MESH_H

#include <stdint.h>

/* Half-edge h = 3 t + k runs from corner k of triangle t to corner (k + 1) % 3. */
typedef struct SnTriangleMesh {
    int n_vertices, n_triangles;
    int n_edges;        /* without regard to direction */
    int n_open;         /* half-edges without a twin: 0 for a closed surface */
    int32_t *triangles; /* [n_triangles][3], counterclockwise seen from outside */
    int32_t *twin;   /* [n_triangles][3]: the half-edge that runs back; -1: none.  Where more than
                      * two triangles meet, each has one of the others */
    int32_t *edges;  /* [n_edges]: the first half-edge of each */
    int32_t *first;  /* [n_vertices + 1] */
    int32_t *around; /* [3 n_triangles]: half-edges that leave vertex v, from first[v] on */
} SnTriangleMesh;

/* Copies triangles [n_triangles][3], whose corners must be three of 0 .. n_vertices - 1 (asserted;
 * two corners may be the same, such a triangle has no twin there). */
SnTriangleMesh *sn_triangle_mesh_new(int n_vertices, int n_triangles, const int32_t *triangles);
void sn_triangle_mesh_free(SnTriangleMesh *mesh);
/* Volume inside of vertices x [n_vertices][3], by Gauss's theorem; of open surfaces a number. */
double sn_triangle_mesh_volume(const SnTriangleMesh *mesh, const double *x);

/* The vertices where a half-edge starts and ends. */
static inline int32_t sn_half_edge_start(const SnTriangleMesh *mesh, int32_t h)
{
    return mesh->triangles[h];
}

static inline int32_t sn_half_edge_next(int32_t h)
{
    return h % 3 == 2 ? h - 2 : h + 1;
}

static inline int32_t sn_half_edge_end(const SnTriangleMesh *mesh, int32_t h)
{
    return mesh->triangles[sn_half_edge_next(h)];
}

#endif
