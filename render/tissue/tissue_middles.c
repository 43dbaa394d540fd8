/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which vertices of an outside are middles of faces, and the corners around them. */
#include "engine/base/memory.h"
#include "render/tissue/tissue_build.h"
#include "render/tissue/tissue_refine.h"

typedef struct Ring { /* sides of the triangles around a vertex that lie opposite to it */
    int n;
    uint32_t side[4][2];
} Ring;

/* The mean of four nodes. */
static bool may_be_middle(const SnTissue *tissue, int point)
{
    const int from = tissue->start[point], to = tissue->start[point + 1];
    bool mean = to - from == 4;
    for (int k = from; k < to && mean; k++)
        mean = tissue->weight[k] == 0.25f;
    return mean;
}

/* Puts the sides in order; false: they do not close around it. */
static bool go_around(const Ring *ring, SnFaceMiddle *middle)
{
    uint32_t at = ring->side[0][0];
    for (int corner = 0; corner < 4; corner++) {
        int side = 0;
        while (side < 4 && ring->side[side][0] != at)
            side++;
        if (side == 4)
            return false;
        middle->corner[corner] = (int)at;
        at = ring->side[side][1];
    }
    return at == ring->side[0][0] && middle->corner[2] != middle->corner[0];
}

int sn_tissue_face_middles(const SnTissue *tissue, SnFaceMiddle *middle)
{
    Ring *rings = sn_alloc((size_t)tissue->n_vertices + 1, sizeof *rings);
    int n = 0;
    for (int i = 0; i < 3 * tissue->n_triangles; i++) {
        const uint32_t *t = tissue->triangles + 3 * (i / 3);
        Ring *ring = &rings[tissue->triangles[i]];
        if (ring->n < 4) {
            ring->side[ring->n][0] = t[(i + 1) % 3];
            ring->side[ring->n][1] = t[(i + 2) % 3];
        }
        ring->n++;
    }
    for (int v = 0; v < tissue->n_vertices; v++)
        if (rings[v].n == 4 && may_be_middle(tissue, tissue->point[v]) &&
            go_around(&rings[v], &middle[n]))
            middle[n++].vertex = v;
    sn_free(rings);
    return n;
}
