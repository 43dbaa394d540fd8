/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triangles that follow nodes: the outside of a FEM, all its elements one by one, or a skin.
 * Who shares a corner and where creases run is found once, in the rest shape (so that nothing
 * flickers while it deforms); places, normals and values are computed from the nodes when these
 * have moved, in arrays made once. */
#ifndef SN_RENDER_TISSUE_H
#define SN_RENDER_TISSUE_H

#include "engine/snapshot.h"

typedef struct SnTissueVertex { /* as it is sent to the GPU */
    float position[3];
    int16_t normal[4]; /* as SnVertex */
    float value;       /* of the field, or SN_NO_VALUE */
} SnTissueVertex;

#define SN_NO_VALUE (-1e30f) /* not known: drawn in the plain colour, see solid.glsl */

typedef struct SnTissue {
    int n_points; /* places: weighted sums of nodes, k from start[p] to start[p + 1] */
    int *start, *node;
    float *weight;
    int *element; /* [n_points] element about whose middle a place shrinks; NULL: none shrinks */
    int n_vertices;
    int *point; /* [n_vertices] place of each vertex; along creases several have one */
    int *first; /* [n_points] one vertex of each place */
    int n_triangles;
    uint32_t *triangles; /* [n_triangles][3] vertices */
    int *owner;          /* [n_triangles] element; NULL: a skin */
    int n_lines;
    uint32_t *lines; /* [n_lines][2] vertices: pieces of the edges of elements or triangles */
    bool solid;      /* has an outside: its triangles are wound counter-clockwise seen from there */
    /* made from the nodes by sn_tissue_update() */
    float (*place)[3];  /* [n_points] */
    float *value;       /* [n_points] */
    float (*normal)[3]; /* [n_vertices] not of unit length */
    float (*middle)[3]; /* [n_elements] if places shrink; else NULL */
} SnTissue;

/* The outside; or every element by itself, with all its faces. */
SnTissue *sn_tissue_of_fem(const SnFemMesh *fem, bool elements);
SnTissue *sn_tissue_of_skin(const SnSkin *skin, const SnFemMesh *fem);
void sn_tissue_free(SnTissue *tissue);

/* Vertices for nodes at `nodes` with `values` (NULL: no field), elements drawn at `size` 0..1. */
void sn_tissue_update(SnTissue *tissue, const SnFemMesh *fem, const float (*nodes)[3],
                      const float *values, float size, SnTissueVertex *made);

#endif
