/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges and neighbours of contact surfaces: any triangles, open or not, however many meet. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
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

static void take_points(int n, const double (*points)[3], const double offset[3], SnTouchSurface *s)
{
    s->n_vertices = n;
    s->local = sn_alloc(3 * (size_t)n, sizeof *s->local);
    for (int i = 0; i < n; i++)
        sn_v3_add(offset, points[i], s->local + 3 * (size_t)i);
}

void sn_touch_surface_of_convex(const SnConvex *shape, const double offset[3], SnTouchSurface *s)
{
    static const double plane[2][3] = {{0, 0, 0}, {0, 0, 1}};
    s->half_space = shape->half_space;
    s->radius = shape->radius;
    if (shape->half_space)
        take_points(2, plane, offset, s);
    else
        take_points(shape->n_vertices, (const double(*)[3])shape->vertex, offset, s);
    if (shape->n_faces == 0 && s->n_vertices == 2 && !shape->half_space) {
        s->edges = sn_alloc(2, sizeof *s->edges);
        s->edges[1] = 1;
        s->n_edges = 1;
    }
    const size_t corners = shape->n_faces > 0 ? (size_t)shape->start[shape->n_faces] : 0;
    s->triangles = sn_alloc(3 * corners + 1, sizeof *s->triangles);
    for (int f = 0; f < shape->n_faces; f++)
        for (int i = shape->start[f] + 1; i + 1 < shape->start[f + 1]; i++) {
            int32_t *to = s->triangles + 3 * (size_t)s->n_triangles++;
            to[0] = shape->corner[shape->start[f]];
            to[1] = shape->corner[i];
            to[2] = shape->corner[i + 1];
        }
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
                      s->ring_start,   s->ring,          s->held,          s->along};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}
