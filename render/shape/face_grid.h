/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces of finite elements as triangles.  A quadrilateral gets a place in its middle, so that field
 * and shape do not depend on a diagonal; a quadratic face is divided four times along each side. */
#ifndef SN_RENDER_FACE_GRID_H
#define SN_RENDER_FACE_GRID_H

#include "engine/base/element.h"

#include <stdbool.h>

enum {
    SN_GRID_DIVISIONS = 4,
    SN_GRID_POINTS = 25,
    SN_GRID_TRIANGLES = 32,
    SN_GRID_LINES = 16,
};

typedef struct SnGridPoint {
    float weight[SN_ELEMENT_MAX_FACE_NODES]; /* of the face's nodes */
    signed char node;                        /* number in the face of the node it lies on, or -1 */
    signed char edge; /* side it lies on within (from corner `edge` to the next), or -1 */
    signed char part; /* quarters along that side */
} SnGridPoint;

typedef struct SnFaceGrid {
    int n_nodes, n_points, n_triangles, n_lines;
    SnGridPoint point[SN_GRID_POINTS];
    unsigned char triangle[SN_GRID_TRIANGLES][3]; /* counter-clockwise as the face */
    unsigned char line[SN_GRID_LINES][2];         /* pieces of the sides, in their order */
} SnFaceGrid;

/* Of a face with 3, 4, 6 or 8 nodes. */
void sn_face_grid_make(SnFaceGrid *grid, int n_nodes);

/* All four, by number of nodes. */
typedef struct SnFaceGrids {
    SnFaceGrid by_nodes[SN_ELEMENT_MAX_FACE_NODES + 1];
} SnFaceGrids;

void sn_face_grids_make(SnFaceGrids *grids);

/* Weights of an element's nodes at its middle; they add up to one. */
void sn_element_middle(SnElementKind kind, float weight[SN_ELEMENT_MAX_NODES]);

#endif
