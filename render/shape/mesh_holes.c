/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/shape/shape.h"

#include "render/shape/buffer.h"

#include <stdlib.h>

enum { MOST_EDGES = 24 };

typedef struct Edge {
    uint32_t from, to; /* direction in which a patch runs along it */
    uint64_t key;      /* both ends, the smaller first */
    bool used;
} Edge;

static int compare_keys(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_starts(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Edges with a triangle on one side only, turned round and sorted by their start. */
static int find_borders(const SnMesh *mesh, SnBuffer *borders)
{
    SnBuffer all = {0};
    for (int i = 0; i < 3 * mesh->n_triangles; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        const uint32_t a = mesh->triangles[i], b = mesh->triangles[next];
        Edge *edge = sn_buffer_add(&all, 1, sizeof *edge);
        *edge = (Edge){b, a, a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, false};
    }
    Edge *edges = all.data;
    if (all.count)
        qsort(edges, (size_t)all.count, sizeof *edges, compare_keys);
    for (int i = 0; i < all.count;) {
        int end = i + 1;
        while (end < all.count && edges[end].key == edges[i].key)
            end++;
        if (end == i + 1)
            *(Edge *)sn_buffer_add(borders, 1, sizeof(Edge)) = edges[i];
        i = end;
    }
    sn_buffer_free(&all);
    if (borders->count)
        qsort(borders->data, (size_t)borders->count, sizeof(Edge), compare_starts);
    return borders->count;
}

static Edge *find_next(const SnBuffer *borders, uint32_t from)
{
    const Edge wanted = {from, 0, 0, false};
    Edge *edge =
        bsearch(&wanted, borders->data, (size_t)borders->count, sizeof wanted, compare_starts);
    if (!edge)
        return NULL;
    Edge *first = borders->data, *last = first + borders->count;
    while (edge > first && edge[-1].from == from)
        edge--;
    while (edge < last && edge->from == from && edge->used)
        edge++;
    return edge < last && edge->from == from ? edge : NULL;
}

/* Walks one border from an edge; true if it comes back within the limit, the fan then added. */
static bool fill(const SnBuffer *borders, Edge *start, SnBuffer *patch)
{
    const int before = patch->count;
    int length = 0;
    for (Edge *edge = start; edge; edge = find_next(borders, edge->to)) {
        edge->used = true;
        if (++length > MOST_EDGES)
            break;
        if (edge != start && edge->to != start->from) {
            uint32_t *t = sn_buffer_add(patch, 3, sizeof *t);
            t[0] = start->from, t[1] = edge->from, t[2] = edge->to;
        }
        if (edge->to == start->from)
            return true;
    }
    patch->count = before;
    return false;
}

uint32_t *sn_mesh_patch(const SnMesh *mesh, int *n)
{
    SnBuffer borders = {0}, patch = {0};
    bool filled = find_borders(mesh, &borders) > 0 && borders.count < mesh->n_triangles / 10;
    Edge *edges = borders.data;
    for (int i = 0; filled && i < borders.count; i++)
        if (!edges[i].used)
            filled = fill(&borders, &edges[i], &patch);
    sn_buffer_free(&borders);
    *n = patch.count / 3;
    if (filled && patch.count)
        return patch.data;
    sn_buffer_free(&patch);
    *n = 0;
    return NULL;
}
