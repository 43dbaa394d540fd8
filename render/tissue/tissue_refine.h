/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finer triangles for display: each into four, the new vertices on curved edges, so that coarse
 * elements look as smooth as what they stand for.  Nodes stay where they are; creases stay sharp.
 */
#ifndef SN_RENDER_TISSUE_REFINE_H
#define SN_RENDER_TISSUE_REFINE_H

#include "render/tissue/tissue.h"

/* The middle of a face of four corners that is drawn as four triangles around it; it lies in the
 * mean of its corners, which is inside where the surface bulges. */
typedef struct SnFaceMiddle {
    int vertex, corner[4]; /* around it */
    int edge[4];           /* of a refinement: from each corner to the next */
} SnFaceMiddle;

typedef struct SnRefinement {
    int n_vertices; /* of the triangles given; new ones follow: middles lifted, then one for each
                       edge */
    int n_middles;
    SnFaceMiddle *middle; /* [n_middles] */
    int n_edges;
    int (*edge)[2];      /* [n_edges] its ends */
    bool *curved;        /* [n_edges] two triangles share it: no crease, no border */
    int n_triangles;     /* four times those given */
    uint32_t *triangles; /* [n_triangles][3] */
} SnRefinement;

/* Finds middles of faces in the outside of a FEM [n_vertices at most]; returns how many. */
int sn_tissue_face_middles(const SnTissue *tissue, SnFaceMiddle *middle);

/* With middles of faces [n_middles], the fine triangles have lifted ones in their place. */
void sn_refinement_make(SnRefinement *refinement, int n_vertices, const uint32_t *triangles,
                        int n_triangles, const SnFaceMiddle *middle, int n_middles);
/* How many vertices there are with the new ones. */
int sn_refinement_count(const SnRefinement *refinement);
/* Fills made[n_vertices .. sn_refinement_count()) from the first ones: the middles of the cubic
 * edges of point-normal triangles (Vlachos et al. 2001), and those of faces on the bilinearly
 * blended (Coons) patch between such edges. */
void sn_refinement_update(const SnRefinement *refinement, SnTissueVertex *made);
/* Lines [n][2] between vertices that triangles join, or others in the same places, along the new
 * edges: fine [2 n][2].  place [n_vertices]: numbers below sn_refinement_count(). */
void sn_refinement_lines(const SnRefinement *refinement, const int *place, const uint32_t *lines,
                         int n, uint32_t *fine);
void sn_refinement_clear(SnRefinement *refinement);

#endif
