/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a surface the boundary of a solid?  Edges are counted in a hash table. */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"

#include <string.h>

typedef struct Edge {
    int32_t a, b; /* a < b; a == b: free slot */
    int32_t forward, backward;
} Edge;

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ (x >> 33);
}

static size_t table_size(size_t n)
{
    size_t size = 16;
    while (size < 2 * n)
        size *= 2;
    return size;
}

static void count_edge(Edge *table, size_t size, int32_t from, int32_t to)
{
    const int32_t a = MIN(from, to), b = MAX(from, to);
    size_t slot = mix(((uint64_t)(uint32_t)a << 32) | (uint32_t)b) & (size - 1);
    while (table[slot].b != table[slot].a && (table[slot].a != a || table[slot].b != b))
        slot = (slot + 1) & (size - 1);
    table[slot].a = a;
    table[slot].b = b;
    table[slot].forward += from < to;
    table[slot].backward += from > to;
}

static int32_t find_root(int32_t *parent, int32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static bool is_degenerate(const SnSurface *surface, const int32_t t[3])
{
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
        return true;
    const double *a = surface->vertices + 3 * (size_t)t[0];
    double u[3], v[3], w[3], n[3];
    sn_v3_sub(surface->vertices + 3 * (size_t)t[1], a, u);
    sn_v3_sub(surface->vertices + 3 * (size_t)t[2], a, v);
    sn_v3_sub(v, u, w);
    sn_v3_cross(u, v, n);
    const double longest = MAX(sn_v3_dot(u, u), MAX(sn_v3_dot(v, v), sn_v3_dot(w, w)));
    return sn_v3_norm(n) <= 1e-12 * longest;
}

/* Counts everything with vertex i standing for vertex same[i] (NULL: for itself). */
static SnTopology count(const SnSurface *surface, const int32_t *same)
{
    SnTopology topology = {0};
    const size_t n = (size_t)surface->n_triangles;
    const size_t size = table_size(3 * n);
    Edge *table = g_new0(Edge, size);
    int32_t *parent = g_new(int32_t, MAX(surface->n_vertices, 1));
    bool *used = g_new0(bool, MAX(surface->n_vertices, 1));
    for (int32_t i = 0; i < surface->n_vertices; i++)
        parent[i] = i;
    for (size_t i = 0; i < n; i++) {
        int32_t t[3];
        for (int k = 0; k < 3; k++) {
            const int32_t vertex = surface->triangles[3 * i + k];
            t[k] = same ? same[vertex] : vertex;
            used[t[k]] = true;
        }
        topology.degenerate_triangles += is_degenerate(surface, t);
        for (int k = 0; k < 3; k++) {
            const int32_t a = t[k], b = t[(k + 1) % 3];
            if (a == b)
                continue; /* a triangle shrunk to an edge cancels itself out */
            count_edge(table, size, a, b);
            parent[find_root(parent, a)] = find_root(parent, b);
        }
    }
    for (size_t i = 0; i < size; i++) {
        const int sum = table[i].forward + table[i].backward;
        topology.boundary_edges += sum == 1;
        topology.nonmanifold_edges += sum > 2;
        topology.inconsistent_edges += sum == 2 && table[i].forward != 1;
    }
    for (int32_t i = 0; i < surface->n_vertices; i++)
        topology.components += used[i] && parent[i] == i;
    g_free(table);
    g_free(parent);
    g_free(used);
    return topology;
}

/* For each vertex the first one at the same place. */
static int32_t *same_places(const SnSurface *surface)
{
    const int n = surface->n_vertices;
    const size_t size = table_size((size_t)n);
    int32_t *table = g_new(int32_t, size);
    int32_t *same = g_new(int32_t, MAX(n, 1));
    memset(table, 0xff, size * sizeof *table);
    for (int32_t i = 0; i < n; i++) {
        const double *p = surface->vertices + 3 * (size_t)i;
        uint64_t hash = 0;
        for (int k = 0; k < 3; k++) {
            const double x = p[k] + 0.0; /* -0 is 0 */
            uint64_t bits;
            memcpy(&bits, &x, sizeof bits);
            hash = mix(hash ^ bits);
        }
        size_t slot = hash & (size - 1);
        while (table[slot] >= 0) {
            const double *q = surface->vertices + 3 * (size_t)table[slot];
            if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2])
                break;
            slot = (slot + 1) & (size - 1);
        }
        if (table[slot] < 0)
            table[slot] = i;
        same[i] = table[slot];
    }
    g_free(table);
    return same;
}

void sn_surface_weld(SnSurface *surface)
{
    int32_t *same = same_places(surface);
    int32_t *number = g_new(int32_t, MAX(surface->n_vertices, 1));
    int n = 0;
    for (int32_t i = 0; i < surface->n_vertices; i++) {
        if (same[i] != i) {
            number[i] = number[same[i]];
            continue;
        }
        memmove(surface->vertices + 3 * (size_t)n, surface->vertices + 3 * (size_t)i,
                3 * sizeof(double));
        number[i] = n++;
    }
    surface->n_vertices = n;
    int kept = 0;
    for (int i = 0; i < surface->n_triangles; i++) {
        const int32_t *from = surface->triangles + 3 * (size_t)i;
        int32_t *to = surface->triangles + 3 * (size_t)kept;
        const int32_t t[3] = {number[from[0]], number[from[1]], number[from[2]]};
        memcpy(to, t, sizeof t);
        kept += t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
    }
    surface->n_triangles = kept;
    g_free(same);
    g_free(number);
}

SnTopology sn_surface_topology(const SnSurface *surface)
{
    SnTopology topology = count(surface, NULL);
    if (topology.boundary_edges) {
        /* many files repeat a vertex along seams; what counts is where the triangles are */
        int32_t *same = same_places(surface);
        topology = count(surface, same);
        g_free(same);
    }
    topology.signed_volume = sn_surface_volume(surface);
    return topology;
}
