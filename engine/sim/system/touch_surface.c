/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges and neighbours of contact surfaces: any triangles, open or not, however many meet. */
#include "engine/base/memory.h"
#include "engine/sim/system/system_contacts.h"

#include <stdlib.h>
#include <string.h>

/* A side of a triangle, or an edge without one (side -1). */
typedef struct Side {
    int32_t low, high, side;
} Side;

static int compare_sides(const void *a, const void *b)
{
    const Side *x = a, *y = b;
    if (x->low != y->low)
        return (x->low > y->low) - (x->low < y->low);
    if (x->high != y->high)
        return (x->high > y->high) - (x->high < y->high);
    return (x->side > y->side) - (x->side < y->side);
}

static Side side_of(int32_t a, int32_t b, int32_t side)
{
    return (Side){a < b ? a : b, a < b ? b : a, side};
}

/* All sides, alike ones together. */
static Side *sorted_sides(const SnTouchSurface *s, int *n)
{
    Side *sides = sn_alloc(3 * (size_t)s->n_triangles + (size_t)s->n_edges + 1, sizeof *sides);
    *n = 0;
    for (int i = 0; i < 3 * s->n_triangles; i++)
        sides[(*n)++] =
            side_of(s->triangles[i], s->triangles[i % 3 == 2 ? i - 2 : i + 1], (int32_t)i);
    for (int i = 0; i < s->n_edges; i++) /* wires, which were there before */
        sides[(*n)++] = side_of(s->edges[2 * i], s->edges[2 * i + 1], -1);
    qsort(sides, (size_t)*n, sizeof *sides, compare_sides);
    return sides;
}

static void make_edges(SnTouchSurface *s)
{
    int n;
    Side *sides = sorted_sides(s, &n);
    sn_free(s->edges);
    const size_t room = (size_t)n + 1;
    s->edges = sn_alloc(2 * room, sizeof *s->edges);
    s->wing = sn_alloc(2 * room, sizeof *s->wing);
    s->edge_triangle = sn_alloc(room, sizeof *s->edge_triangle);
    s->triangle_edge = sn_alloc(3 * (size_t)s->n_triangles + 1, sizeof *s->triangle_edge);
    s->n_edges = 0;
    for (int i = 0; i < n; i++) {
        const Side *side = &sides[i];
        if (i == 0 || sides[i - 1].low != side->low || sides[i - 1].high != side->high) {
            const int e = s->n_edges++;
            s->edges[2 * e] = side->low, s->edges[2 * e + 1] = side->high;
            s->wing[2 * e] = s->wing[2 * e + 1] = s->edge_triangle[e] = -1;
        }
        const int e = s->n_edges - 1;
        if (side->side < 0)
            continue;
        const int32_t t = side->side / 3;
        s->triangle_edge[side->side] = e;
        if (s->edge_triangle[e] < 0)
            s->edge_triangle[e] = t;
        s->wing[2 * e + (s->wing[2 * e] >= 0)] = s->triangles[3 * t + (side->side + 2) % 3];
    }
    sn_free(sides);
}

static void make_rings(SnTouchSurface *s)
{
    const size_t n = (size_t)s->n_vertices;
    s->ring_start = sn_alloc(n + 2, sizeof *s->ring_start);
    s->ring = sn_alloc(2 * (size_t)s->n_edges + 1, sizeof *s->ring);
    s->vertex_triangle = sn_alloc(n + 1, sizeof *s->vertex_triangle);
    for (size_t v = 0; v < n; v++)
        s->vertex_triangle[v] = -1;
    for (int i = 3 * s->n_triangles - 1; i >= 0; i--)
        s->vertex_triangle[s->triangles[i]] = i / 3;
    for (int i = 0; i < 2 * s->n_edges; i++)
        s->ring_start[s->edges[i] + 1]++;
    for (size_t v = 0; v < n; v++)
        s->ring_start[v + 1] += s->ring_start[v];
    int32_t *next = sn_alloc(n + 1, sizeof *next);
    memcpy(next, s->ring_start, n * sizeof *next);
    for (int i = 0; i < 2 * s->n_edges; i++)
        s->ring[next[s->edges[i]]++] = s->edges[i ^ 1];
    sn_free(next);
}

void sn_touch_surface_finish(SnTouchSurface *surface)
{
    make_edges(surface);
    make_rings(surface);
}

void sn_touch_surface_clear(SnTouchSurface *s)
{
    void *arrays[] = {s->vertex_block, s->local,         s->triangles,     s->edges,
                      s->wing,         s->triangle_edge, s->edge_triangle, s->vertex_triangle,
                      s->ring_start,   s->ring};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}
