/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that follow nodes, on the GPU: made at the first use, sent again when nodes, values or
 * style have changed, freed some pictures after their last use. */
#ifndef SN_RENDER_TISSUE_CACHE_H
#define SN_RENDER_TISSUE_CACHE_H

#include "render/tissue/tissue_refine.h"

typedef enum SnTissueKind { SN_TISSUE_OUTSIDE, SN_TISSUE_ELEMENTS, SN_TISSUE_SKIN } SnTissueKind;

typedef struct SnGpuTissue {
    uint64_t serial; /* of the FEM or skin */
    int first;       /* of the nodes in the snapshot */
    SnTissueKind kind;
    uint64_t used;     /* number of the picture that last showed it */
    uint64_t revision; /* counts what was sent */
    SnTissue *tissue;
    unsigned array, vertices, indices; /* indices: triangles, lines; fine triangles, fine lines */
    SnRefinement fine[2];              /* of the outside, one of the other */
    int n_fine;                        /* of these; 0: it is fine enough */
    uint32_t *fine_lines;              /* [n_fine_lines][2] along the finest edges */
    int n_fine_lines;
    double origin[3];     /* positions are relative to it [m] */
    float (*nodes)[3];    /* [n_nodes] likewise */
    float *values;        /* [n_nodes]; unset without a field */
    SnTissueVertex *made; /* what was sent */
    float *distance;      /* [n_nodes] room for a cut */
    uint8_t *outside;     /* [n_elements] bits: faces on the outside; NULL: skins */
    /* skins: whether a cut is filled, and the triangles that close small holes */
    bool closed;
    uint32_t *patch;
    int n_patch;
    /* what it was made from */
    double *seen; /* [3 n_nodes] */
    bool with_values;
    float size;
} SnGpuTissue;

typedef struct SnTissueCache {
    SnGpuTissue **tissues;
    int n, capacity;
    uint64_t picture;
} SnTissueCache;

/* The surface of a FEM (skin NULL) or SKIN item with the nodes' places and values (NULL: none) in
 * this snapshot; valid until sn_tissue_cache_collect(). */
SnGpuTissue *sn_tissue_cache_get(SnTissueCache *cache, const SnSceneItem *item,
                                 const SnSnapshot *snapshot, const float *values);
/* Ends a picture: frees what the last 240 pictures did not show. */
void sn_tissue_cache_collect(SnTissueCache *cache);
void sn_tissue_cache_clear(SnTissueCache *cache);

/* Attributes 0, 1 and 8 from the array buffer bound, as SnTissueVertex. */
void sn_tissue_attributes(void);

#endif
