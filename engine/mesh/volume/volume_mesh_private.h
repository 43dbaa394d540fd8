/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readers and generators of volume meshes share. */
#ifndef SN_MESH_VOLUME_VOLUME_MESH_PRIVATE_H
#define SN_MESH_VOLUME_VOLUME_MESH_PRIVATE_H

#include "engine/mesh/volume/volume_mesh.h"

/* A mesh that grows.  Nodes and elements keep the order in which they come. */
typedef struct SnMeshBuilder {
    GArray *nodes;         /* of double[3] */
    GArray *kind;          /* of uint8_t */
    GArray *start;         /* of int: elements + 1 */
    GArray *element_nodes; /* of int */
} SnMeshBuilder;

void sn_mesh_builder_init(SnMeshBuilder *builder);
void sn_mesh_builder_clear(SnMeshBuilder *builder);
/* Its number. */
int sn_mesh_builder_node(SnMeshBuilder *builder, const double position[3]);
void sn_mesh_builder_element(SnMeshBuilder *builder, SnElementKind kind, const int *nodes);
/* The mesh made; the builder is cleared. */
SnVolumeMesh *sn_mesh_builder_finish(SnMeshBuilder *builder);

/* The first thing wrong with a mesh; element -1: nothing. */
typedef struct SnMeshTrouble {
    int element;
    int other;     /* the element that it repeats, else -1 */
    int node;      /* the node that it uses twice, else -1 */
    char text[96]; /* "is inside out (volume -1.2e-9 m3)" */
} SnMeshTrouble;
SnMeshTrouble sn_mesh_trouble(const SnVolumeMesh *mesh, bool lenient);

/* Smallest determinant of dx/dnatural over the corners of an element, or over its integration
 * points, in relation to the product of the edges' lengths there: 1 for a brick, 0 flat, negative
 * inside out.  Surfaces: of normals against their mean. */
double sn_element_worst_corner(SnElementKind kind, const int *nodes, const double *positions);
double sn_element_worst_inside(SnElementKind kind, const int *nodes, const double *positions);
double sn_element_volume(SnElementKind kind, const int *nodes, const double *positions);

#endif
