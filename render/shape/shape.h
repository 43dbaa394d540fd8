/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices with normals: surfaces of bodies (split along creases) and the few unit solids of which
 * markers, arrows, axes and manipulators are made. */
#ifndef SN_RENDER_SHAPE_H
#define SN_RENDER_SHAPE_H

#include "engine/snapshot.h"

#include <stdint.h>

typedef struct SnVertex {
    float position[3];
    int16_t normal[4]; /* [-1, 1] as [-32767, 32767]; the fourth unused */
} SnVertex;

typedef struct SnShapeData { /* both arrays from malloc */
    int n_vertices, n_indices;
    SnVertex *vertices;
    uint32_t *indices;
} SnShapeData;

typedef enum SnShape {
    SN_SHAPE_SPHERE,   /* radius 1, fine */
    SN_SHAPE_BALL,     /* radius 1, coarse: for what is small on the screen */
    SN_SHAPE_CUBE,     /* half side 1 */
    SN_SHAPE_CYLINDER, /* radius 1 about z, from 0 to 1, with lids */
    SN_SHAPE_CONE,     /* radius 1 at z = 0, tip at 1 */
    SN_SHAPE_SQUARE,   /* half side 1 in xy, normal z */
    SN_SHAPE_RING,     /* radius 1 about z, thickness 0.012 */
    SN_N_SHAPES
} SnShape;

SnShapeData sn_shape_make(SnShape shape);

/* A mesh with one normal for each smooth part around a vertex: faces meet smoothly where their
 * normals differ by less than the crease angle [rad], with angle weights. */
SnShapeData sn_shape_from_mesh(const SnMesh *mesh, double crease_angle);

/* Places in space that carry several vertices (seams of texture coordinates in OBJ files) count as
 * one: welded[v] is the first vertex at the place of v; from malloc. */
uint32_t *sn_weld(int n, const float *places);

/* Signed volume [m^3], and whether each edge joins just two triangles wound alike. */
double sn_mesh_volume(const SnMesh *mesh, bool *closed);

/* Triangles that close small holes (up to 24 edges each, a tenth of the triangles in all), so that
 * a surface with a few faces missing can still be cut like a closed one: fans over the borders,
 * from malloc, 3 x *n corners; NULL if it is closed or too open. */
uint32_t *sn_mesh_patch(const SnMesh *mesh, int *n);

/* Fewer triangles over the same vertices, of edges about as long as a cell [m]: 3 x *n corners as
 * in `indices`, which are those of sn_shape_from_mesh(); from malloc. */
uint32_t *sn_mesh_coarse(const SnMesh *mesh, const uint32_t *indices, double cell, int *n);

void sn_shape_free(SnShapeData *shape);

void sn_vertex_set(SnVertex *vertex, const double position[3], const double normal[3]);

#endif
