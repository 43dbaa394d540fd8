/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of making a surface. */
#ifndef SN_RENDER_TISSUE_BUILD_H
#define SN_RENDER_TISSUE_BUILD_H

#include "render/buffer.h"
#include "render/tissue.h"

/* A surface while it grows; corners are places, not yet vertices. */
typedef struct SnTissueParts {
    SnBuffer start, node, weight; /* of places; start has one more */
    SnBuffer element;             /* of places, if they shrink */
    SnBuffer corners;             /* uint32_t: three places a triangle */
    SnBuffer owner;               /* int */
    SnBuffer lines;               /* uint32_t: two places a line */
    int n_points;
} SnTissueParts;

void sn_tissue_begin(SnTissueParts *parts);
/* Ends one place, whose nodes and weights were added since the last; returns its number. */
int sn_tissue_end_point(SnTissueParts *parts);
void sn_tissue_add_weight(SnTissueParts *parts, int node, float weight);
void sn_tissue_add_triangle(SnTissueParts *parts, uint32_t a, uint32_t b, uint32_t c);
void sn_tissue_add_line(SnTissueParts *parts, uint32_t a, uint32_t b);
/* Each line once, whichever way it runs. */
void sn_tissue_unique_lines(SnTissueParts *parts);

/* Takes the parts over.  With `rest` (places of nodes at rest) a place has a vertex for each side
 * of its creases; without, one. */
SnTissue *sn_tissue_finish(SnTissueParts *parts, const float (*rest)[3]);

/* Sets point, first, triangles and n_vertices: faces around a place that meet at less than the
 * crease angle share a vertex.  corners [3 n_triangles] are places. */
void sn_tissue_split(SnTissue *tissue, const uint32_t *corners, const float (*rest)[3]);

/* Places of the nodes at rest carried to the surface's places. */
void sn_tissue_places(const SnTissue *tissue, const float (*nodes)[3], float (*place)[3]);

void *sn_tissue_room(size_t n, size_t size);

#endif
