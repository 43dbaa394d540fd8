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
    Side *sides = sn_alloc((size_t)n + 1, sizeof *sides);
    for (int i = 0; i < n; i++) {
        const uint32_t a = triangles[i], b = triangles[i % 3 == 2 ? i - 2 : i + 1];
        sides[i] = (Side){a < b ? a : b, a < b ? b : a, i};
    }
    qsort(sides, (size_t)n, sizeof *sides, compare_sides);
    r->edge = sn_alloc((size_t)n + 1, sizeof *r->edge);
    r->curved = sn_alloc((size_t)n + 1, sizeof *r->curved);
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

int sn_refinement_count(const SnRefinement *r)
{
    return r->n_vertices + r->n_middles + r->n_edges;
}

/* Triangles with lifted middles in the place of those of faces. */
static uint32_t *put_lifted(const SnRefinement *r, const uint32_t *triangles, int n_triangles)
{
    const size_t n = 3 * (size_t)n_triangles;
    uint32_t *lifted = sn_alloc((size_t)r->n_vertices + 1, sizeof *lifted);
    uint32_t *put = sn_alloc(n + 1, sizeof *put);
    for (int v = 0; v < r->n_vertices; v++)
        lifted[v] = (uint32_t)v;
    for (int i = 0; i < r->n_middles; i++)
        lifted[r->middle[i].vertex] = (uint32_t)(r->n_vertices + i);
    for (size_t i = 0; i < n; i++)
        put[i] = lifted[triangles[i]];
    sn_free(lifted);
    return put;
}

/* The edges around each lifted middle: those that its triangles do not have it at. */
static void find_rims(SnRefinement *r, const uint32_t *triangles, int n_triangles,
                      const int *edge_of)
{
    for (int i = 0; r->n_middles && i < 3 * n_triangles; i++) {
        if (triangles[i] < (uint32_t)r->n_vertices)
            continue;
        SnFaceMiddle *middle = &r->middle[triangles[i] - (uint32_t)r->n_vertices];
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        for (int k = 0; k < 4; k++)
            if ((uint32_t)middle->corner[k] == triangles[next])
                middle->edge[k] = edge_of[next];
    }
}

void sn_refinement_make(SnRefinement *r, int n_vertices, const uint32_t *given, int n_triangles,
                        const SnFaceMiddle *middle, int n_middles)
{
    memset(r, 0, sizeof *r);
    r->n_vertices = n_vertices;
    r->n_middles = n_middles;
    r->middle = sn_alloc((size_t)n_middles + 1, sizeof *r->middle);
    if (n_middles)
        memcpy(r->middle, middle, (size_t)n_middles * sizeof *middle);
    uint32_t *triangles = put_lifted(r, given, n_triangles);
    int *edge_of = sn_alloc(3 * (size_t)n_triangles + 1, sizeof *edge_of);
    find_edges(r, triangles, n_triangles, edge_of);
    find_rims(r, triangles, n_triangles, edge_of);
    r->n_triangles = 4 * n_triangles;
    r->triangles = sn_alloc(3 * (size_t)r->n_triangles + 1, sizeof *r->triangles);
    for (int t = 0; t < n_triangles; t++) {
        const uint32_t *v = triangles + 3 * t;
        uint32_t m[3];
        for (int k = 0; k < 3; k++)
            m[k] = (uint32_t)(n_vertices + n_middles + edge_of[3 * t + k]);
        const uint32_t four[12] = {v[0], m[0], m[2], m[0], v[1], m[1],
                                   m[2], m[1], v[2], m[0], m[1], m[2]};
        memcpy(r->triangles + 12 * t, four, sizeof four);
    }
    sn_free(edge_of);
    sn_free(triangles);
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

/* On the patch between its four edges, half their middles' sum less a quarter of the corners'.  Its
 * normal is the corners' mean, as those of its edges are: with the face's own, faces that are
 * curved one way would look quilted.  Its value stays. */
static void lift(const SnRefinement *r, const SnFaceMiddle *middle, SnTissueVertex *made,
                 SnTissueVertex *lifted)
{
    const SnTissueVertex *on_edges = made + r->n_vertices + r->n_middles;
    *lifted = made[middle->vertex];
    for (int k = 0; k < 3; k++) {
        float sum = 0;
        for (int i = 0; i < 4; i++)
            sum += 0.5f * on_edges[middle->edge[i]].position[k] -
                   0.25f * made[middle->corner[i]].position[k];
        lifted->position[k] = sum;
    }
    float normal[3] = {0}, square = 0;
    for (int i = 0; i < 4; i++) {
        float n[3];
        unit_normal(&made[middle->corner[i]], n);
        for (int k = 0; k < 3; k++)
            normal[k] += n[k];
    }
    for (int k = 0; k < 3; k++)
        square += normal[k] * normal[k];
    for (int k = 0; k < 3 && square > 0; k++)
        lifted->normal[k] = (int16_t)(32767 * normal[k] / sqrtf(square));
}

void sn_refinement_update(const SnRefinement *r, SnTissueVertex *made)
{
    SnTissueVertex *middles = made + r->n_vertices, *on_edges = middles + r->n_middles;
    for (int lifted = 0; lifted < 2; lifted++) { /* edges to lifted middles once these are there */
        for (int i = 0; i < r->n_edges; i++) {
            const int *ends = r->edge[i];
            if ((ends[0] >= r->n_vertices || ends[1] >= r->n_vertices) == (lifted == 1))
                find_middle(&made[ends[0]], &made[ends[1]], r->curved[i], &on_edges[i]);
        }
        for (int i = 0; lifted == 0 && i < r->n_middles; i++)
            lift(r, &r->middle[i], made, &middles[i]);
    }
}

/* An edge between the places of two vertices, the lower first. */
static Side between_places(const int *place, const uint32_t ends[2], int number)
{
    const uint32_t a = (uint32_t)place[ends[0]], b = (uint32_t)place[ends[1]];
    return (Side){a < b ? a : b, a < b ? b : a, number};
}

static int compare_ends(const void *a, const void *b)
{
    const Side *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

void sn_refinement_lines(const SnRefinement *r, const int *place, const uint32_t *lines, int n,
                         uint32_t *fine)
{
    Side *sides = sn_alloc((size_t)r->n_edges + 1, sizeof *sides);
    int n_sides = 0;
    for (int i = 0; i < r->n_edges; i++) /* lines do not end at middles of faces */
        if (r->edge[i][0] < r->n_vertices && r->edge[i][1] < r->n_vertices)
            sides[n_sides++] = between_places(
                place, (const uint32_t[2]){(uint32_t)r->edge[i][0], (uint32_t)r->edge[i][1]}, i);
    qsort(sides, (size_t)n_sides, sizeof *sides, compare_sides);
    for (int i = 0; i < n; i++) {
        const uint32_t *line = lines + 2 * i;
        const Side wanted = between_places(place, line, 0);
        const Side *side = bsearch(&wanted, sides, (size_t)n_sides, sizeof *sides, compare_ends);
        const uint32_t middle =
            side ? (uint32_t)(r->n_vertices + r->n_middles + side->corner) : line[1];
        const uint32_t two[4] = {line[0], middle, middle, line[1]};
        memcpy(fine + 4 * i, two, sizeof two);
    }
    sn_free(sides);
}

void sn_refinement_clear(SnRefinement *r)
{
    sn_free(r->middle);
    sn_free(r->edge);
    sn_free(r->curved);
    sn_free(r->triangles);
    memset(r, 0, sizeof *r);
}
