/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/tissue/tissue_refine.h"

#include "engine/base/memory.h"
#include "render/tissue/tissue_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Side { /* of a triangle: ends in order, and where it is in the triangles */
    uint32_t low, high;
    int corner; /* 3 x triangle + k: from corner k to the next */
} Side;

static int compare_sides(const void *a, const void *b)
{
    const Side *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->high != y->high)
        return x->high < y->high ? -1 : 1;
    return (x->corner > y->corner) - (x->corner < y->corner);
}

/* Edges, and the number of each side's edge. */
static void find_edges(SnRefinement *r, const uint32_t *triangles, int n_triangles, int *edge_of)
{
    const int n = 3 * n_triangles;
    Side *sides = sn_tissue_room((size_t)n + 1, sizeof *sides);
    for (int i = 0; i < n; i++) {
        const uint32_t a = triangles[i], b = triangles[i % 3 == 2 ? i - 2 : i + 1];
        sides[i] = (Side){a < b ? a : b, a < b ? b : a, i};
    }
    qsort(sides, (size_t)n, sizeof *sides, compare_sides);
    r->edge = sn_tissue_room((size_t)n + 1, sizeof *r->edge);
    r->curved = sn_tissue_room((size_t)n + 1, sizeof *r->curved);
    for (int i = 0, end; i < n; i = end) {
        for (end = i; end < n && sides[end].low == sides[i].low && sides[end].high == sides[i].high;
             end++)
            edge_of[sides[end].corner] = r->n_edges;
        r->edge[r->n_edges][0] = (int)sides[i].low;
        r->edge[r->n_edges][1] = (int)sides[i].high;
        r->curved[r->n_edges++] = end - i == 2;
    }
    sn_free(sides);
}

void sn_refinement_make(SnRefinement *r, int n_vertices, const uint32_t *triangles, int n_triangles)
{
    memset(r, 0, sizeof *r);
    r->n_vertices = n_vertices;
    int *edge_of = sn_tissue_room(3 * (size_t)n_triangles + 1, sizeof *edge_of);
    find_edges(r, triangles, n_triangles, edge_of);
    r->n_triangles = 4 * n_triangles;
    r->triangles = sn_tissue_room(3 * (size_t)r->n_triangles + 1, sizeof *r->triangles);
    for (int t = 0; t < n_triangles; t++) {
        const uint32_t *v = triangles + 3 * t;
        uint32_t m[3];
        for (int k = 0; k < 3; k++)
            m[k] = (uint32_t)(n_vertices + edge_of[3 * t + k]);
        const uint32_t four[12] = {v[0], m[0], m[2], m[0], v[1], m[1],
                                   m[2], m[1], v[2], m[0], m[1], m[2]};
        memcpy(r->triangles + 12 * t, four, sizeof four);
    }
    sn_free(edge_of);
}

static void unit_normal(const SnTissueVertex *vertex, float n[3])
{
    float square = 0;
    for (int k = 0; k < 3; k++) {
        n[k] = (float)vertex->normal[k];
        square += n[k] * n[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = square > 0 ? n[k] / sqrtf(square) : 0;
}

/* With the normals n of its ends a and b, the middle of an edge is
 *
 *     m = (a + b) / 2 - (((b - a) . n_a) n_a + ((a - b) . n_b) n_b) / 8
 *
 * and its normal the mean of both, so that the light changes over it as over the whole triangle. */
static void find_middle(const SnTissueVertex *a, const SnTissueVertex *b, bool curved,
                        SnTissueVertex *m)
{
    float na[3], nb[3], from_a = 0, from_b = 0, normal[3], length = 0;
    unit_normal(a, na);
    unit_normal(b, nb);
    for (int k = 0; k < 3; k++) {
        const float along = b->position[k] - a->position[k];
        from_a += along * na[k];
        from_b -= along * nb[k];
    }
    for (int k = 0; k < 3; k++) {
        m->position[k] = 0.5f * (a->position[k] + b->position[k]);
        if (curved)
            m->position[k] -= 0.125f * (from_a * na[k] + from_b * nb[k]);
        normal[k] = na[k] + nb[k];
        length += normal[k] * normal[k];
    }
    for (int k = 0; k < 3; k++)
        m->normal[k] = (int16_t)(length > 0 ? 32767 * normal[k] / sqrtf(length) : 0);
    m->normal[3] = 0;
    const bool known = a->value > 0.5f * SN_NO_VALUE && b->value > 0.5f * SN_NO_VALUE;
    m->value = known ? 0.5f * (a->value + b->value) : SN_NO_VALUE;
}

void sn_refinement_update(const SnRefinement *r, SnTissueVertex *made)
{
    for (int i = 0; i < r->n_edges; i++)
        find_middle(&made[r->edge[i][0]], &made[r->edge[i][1]], r->curved[i],
                    &made[r->n_vertices + i]);
}

void sn_refinement_clear(SnRefinement *r)
{
    sn_free(r->edge);
    sn_free(r->curved);
    sn_free(r->triangles);
    memset(r, 0, sizeof *r);
}
