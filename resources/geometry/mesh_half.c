/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The left half (y > 0) of a solid, closed by the outline of the cut: for views of the inside. */
#include "mesh.h"

#include <stdio.h>
#include <stdlib.h>

/* Twice the area of a triangle in the plane y = 0, positive if it looks to -y. */
static double turn(SnGeoVec a, SnGeoVec b, SnGeoVec c)
{
    return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

static int holds(SnGeoVec a, SnGeoVec b, SnGeoVec c, SnGeoVec p)
{
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

/* Whether the corner at k of a loop can be cut off: it is convex and nothing else lies in it. */
static int is_ear(const SnGeoMesh *mesh, const int *loop, int n, int k)
{
    const int before = loop[(k + n - 1) % n], at = loop[k], after = loop[(k + 1) % n];
    const SnGeoVec *v = mesh->vertex;
    if (turn(v[before], v[at], v[after]) <= 0)
        return 0;
    for (int i = 0; i < n; i++)
        if (loop[i] != before && loop[i] != at && loop[i] != after &&
            holds(v[before], v[at], v[after], v[loop[i]]))
            return 0;
    return 1;
}

/* Fills a loop by cutting ears; of one that touches itself a corner is cut all the same. */
static void fill(SnGeoMesh *mesh, int *loop, int n)
{
    while (n > 2) {
        int k = 0;
        while (k < n && !is_ear(mesh, loop, n, k))
            k++;
        k %= n;
        sn_geo_mesh_triangle(mesh, loop[(k + n - 1) % n], loop[k], loop[(k + 1) % n]);
        for (int i = k; i + 1 < n; i++)
            loop[i] = loop[i + 1];
        n--;
    }
}

/* next[a] = b for each edge a -> b of the rim as the cap runs along it; -1 elsewhere. */
static void find_rim(const SnGeoMesh *mesh, int *next)
{
    for (int i = 0; i < mesh->vertex_count; i++)
        next[i] = -1;
    for (int i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const int a = mesh->triangle[i][k], b = mesh->triangle[i][(k + 1) % 3];
            if (mesh->vertex[a].y == 0 && mesh->vertex[b].y == 0)
                next[b] = a;
        }
}

void sn_geo_mesh_left_half(const SnGeoMesh *whole, SnGeoMesh *half)
{
    for (int i = 0; i < whole->vertex_count; i++)
        sn_geo_mesh_vertex(half, whole->vertex[i]);
    for (int i = 0; i < whole->triangle_count; i++) {
        const int *t = whole->triangle[i];
        if (whole->vertex[t[0]].y + whole->vertex[t[1]].y + whole->vertex[t[2]].y > 0)
            sn_geo_mesh_triangle(half, t[0], t[1], t[2]);
    }
    sn_geo_mesh_compact(half);
    int *next = sn_geo_alloc((size_t)half->vertex_count, sizeof *next);
    int *loop = sn_geo_alloc((size_t)half->vertex_count, sizeof *loop);
    find_rim(half, next);
    for (int start = 0; start < half->vertex_count; start++) {
        int n = 0;
        for (int at = start; next[at] >= 0;) {
            const int to = next[at];
            loop[n++] = at;
            next[at] = -1;
            at = to;
        }
        fill(half, loop, n);
    }
    free(next);
    free(loop);
}

void sn_geo_mesh_cut(const SnGeoMesh *whole, double before, SnGeoMesh *cut)
{
    SnGeoMesh half = {0};
    sn_geo_mesh_left_half(whole, &half);
    for (int i = 0; i < half.vertex_count; i++) {
        SnGeoVec at = half.vertex[i];
        at.y -= before;
        sn_geo_mesh_vertex(cut, at);
    }
    for (int i = 0; i < half.triangle_count; i++) {
        const int *t = half.triangle[i];
        if (half.vertex[t[0]].y == 0 && half.vertex[t[1]].y == 0 && half.vertex[t[2]].y == 0)
            sn_geo_mesh_triangle(cut, t[0], t[1], t[2]);
    }
    sn_geo_mesh_compact(cut);
    sn_geo_mesh_clear(&half);
}
