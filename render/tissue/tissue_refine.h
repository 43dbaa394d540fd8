/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finer triangles for display: each into four, the new vertices on curved edges, so that coarse
 * elements look as smooth as what they stand for.  Nodes stay where they are; creases stay sharp.
 */
#ifndef SN_RENDER_TISSUE_REFINE_H
#define SN_RENDER_TISSUE_REFINE_H

#include "render/tissue/tissue.h"

typedef struct SnRefinement {
    int n_vertices; /* of the triangles given; new ones follow, one for each edge */
    int n_edges;
    int (*edge)[2];      /* [n_edges] its ends */
    bool *curved;        /* [n_edges] two triangles share it: no crease, no border */
    int n_triangles;     /* four times those given */
    uint32_t *triangles; /* [n_triangles][3] */
} SnRefinement;

void sn_refinement_make(SnRefinement *refinement, int n_vertices, const uint32_t *triangles,
                        int n_triangles);
/* Fills made[n_vertices .. n_vertices + n_edges) from the first ones: the middles of the cubic
 * edges of point-normal triangles (Vlachos et al. 2001). */
void sn_refinement_update(const SnRefinement *refinement, SnTissueVertex *made);
void sn_refinement_clear(SnRefinement *refinement);

#endif
