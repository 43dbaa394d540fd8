/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/surface_check.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/predicates.h"

static const double *vertex_of(const SnSurfaceView *surface, int32_t half_edge)
{
    return surface->x + 3 * (size_t)surface->mesh->triangles[half_edge];
}

static void note(const SnSurfaceView *surface, SnSurfaceCheck *check, SnSurfaceFlaw flaw,
                 int32_t triangle)
{
    if (check->count[flaw]++ > 0)
        return;
    check->triangle[flaw] = triangle;
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(1.0 / 3, vertex_of(surface, 3 * triangle + k), check->place[flaw]);
}

/* --- edges --- */

/* Half-edges between two vertices, there and back, and the first of them. */
typedef struct EdgeUse {
    int there, back;
    int32_t first;
} EdgeUse;

static EdgeUse uses_of(const SnTriangleMesh *mesh, int32_t a, int32_t b)
{
    EdgeUse use = {0, 0, -1};
    /* triangles around the vertex with fewer */
    const bool swap = mesh->first[a + 1] - mesh->first[a] > mesh->first[b + 1] - mesh->first[b];
    const int32_t centre = swap ? b : a, other = swap ? a : b;
    for (int32_t i = mesh->first[centre]; i < mesh->first[centre + 1]; i++) {
        const int32_t leaving = mesh->around[i];
        const int32_t arriving = sn_half_edge_next(sn_half_edge_next(leaving));
        const int32_t found[2] = {sn_half_edge_end(mesh, leaving) == other ? leaving : -1,
                                  sn_half_edge_start(mesh, arriving) == other ? arriving : -1};
        for (int k = 0; k < 2; k++) {
            if (found[k] < 0)
                continue;
            use.there += sn_half_edge_start(mesh, found[k]) == a;
            use.back += sn_half_edge_start(mesh, found[k]) == b;
            use.first = use.first < 0 || found[k] < use.first ? found[k] : use.first;
        }
    }
    return use;
}

static void check_edges(const SnSurfaceView *surface, SnSurfaceCheck *check)
{
    const SnTriangleMesh *mesh = surface->mesh;
    for (int32_t h = 0; h < 3 * mesh->n_triangles; h++) {
        const int32_t a = sn_half_edge_start(mesh, h), b = sn_half_edge_end(mesh, h);
        if (a == b)
            continue; /* of a triangle without an area */
        const EdgeUse use = uses_of(mesh, a, b);
        if (use.first != h)
            continue; /* counted before */
        if (use.there + use.back == 1)
            note(surface, check, SN_FLAW_OPEN, h / 3);
        else if (use.there + use.back > 2)
            note(surface, check, SN_FLAW_NONMANIFOLD, h / 3);
        else if (use.there != use.back)
            note(surface, check, SN_FLAW_INCONSISTENT, h / 3);
    }
}

/* --- triangles --- */

static bool has_area(const SnSurfaceView *surface, int32_t t)
{
    for (int k = 0; k < 3; k++)
        if (sn_cross_sign(vertex_of(surface, 3 * t), vertex_of(surface, 3 * t + 1),
                          vertex_of(surface, 3 * t), vertex_of(surface, 3 * t + 2), k) != 0)
            return true;
    return false;
}

/* Triangles abc and abd: do they lie on each other? */
static bool fold_meets(const double *a, const double *b, const double *c, const double *d)
{
    if (sn_orient3d(a, b, c, d) != 0)
        return false;
    for (int k = 0; k < 3; k++) {
        const int turn = sn_cross_sign(a, b, a, c, k);
        if (turn != 0)
            return sn_cross_sign(a, b, a, d, k) == turn;
    }
    return false;
}

/* Whether an edge that goes through a triangle's plane goes through the triangle, border included:
 * it passes no two of its edges on different sides. */
static bool goes_through(double triangle[3][3], const double *p, const double *q)
{
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        const double side = sn_orient3d(p, q, triangle[k], triangle[(k + 1) % 3]);
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

/* Whether an edge meets a triangle; exact. */
static bool edge_meets(double triangle[3][3], const double *p, const double *q)
{
    double edge[3][3];
    const double one = sn_orient3d(triangle[0], triangle[1], triangle[2], p);
    const double other = sn_orient3d(triangle[0], triangle[1], triangle[2], q);
    if ((one > 0 && other > 0) || (one < 0 && other < 0))
        return false;
    if (one != 0 && other != 0)
        return goes_through(triangle, p, q);
    sn_v3_copy(p, edge[0]);
    sn_v3_copy(q, edge[1]);
    sn_v3_copy(q, edge[2]);
    return sn_triangles_meet((const double(*)[3])edge, (const double(*)[3])triangle);
}

/* Whether two triangles of a mesh meet beyond the vertices that they share; exact. */
static bool mesh_triangles_meet(const SnTriangleMesh *mesh, const double *x, int32_t s, int32_t t)
{
    const int32_t *p = mesh->triangles + 3 * (size_t)s, *q = mesh->triangles + 3 * (size_t)t;
    int shared = 0, at[2][3] = {{0}};
    double a[3][3], b[3][3];
    for (int i = 0; i < 3; i++) {
        sn_v3_copy(x + 3 * (size_t)p[i], a[i]);
        sn_v3_copy(x + 3 * (size_t)q[i], b[i]);
        for (int j = 0; j < 3; j++)
            if (p[i] == q[j] && shared < 3) {
                at[0][shared] = i;
                at[1][shared++] = j;
            }
    }
    if (shared == 0)
        return sn_triangles_meet((const double(*)[3])a, (const double(*)[3])b);
    if (shared == 1) { /* the edge across from the vertex shared, of either */
        const int i = at[0][0], j = at[1][0];
        return edge_meets(b, a[(i + 1) % 3], a[(i + 2) % 3]) ||
               edge_meets(a, b[(j + 1) % 3], b[(j + 2) % 3]);
    }
    if (shared == 2)
        return fold_meets(a[at[0][0]], a[at[0][1]], a[3 - at[0][0] - at[0][1]],
                          b[3 - at[1][0] - at[1][1]]);
    return true;
}

static void check_pairs(const SnSurfaceView *surface, SnPairList *pairs, SnSurfaceCheck *check)
{
    while (!sn_box_tree_pairs(surface->tree, surface->tree, pairs))
        sn_pair_list_reserve(pairs, pairs->n);
    sn_pair_list_sort(pairs);
    for (int i = 0; i < pairs->n; i++)
        if (mesh_triangles_meet(surface->mesh, surface->x, pairs->pairs[i][0], pairs->pairs[i][1]))
            note(surface, check, SN_FLAW_INTERSECTING, pairs->pairs[i][0]);
}

/* --- connected parts --- */

/* Six times the volume between a triangle and `origin`. */
static double volume_of(const SnSurfaceView *surface, int32_t t, const double *origin)
{
    double p[3][3], cross[3];
    for (int k = 0; k < 3; k++)
        sn_v3_sub(vertex_of(surface, 3 * t + k), origin, p[k]);
    sn_v3_cross(p[0], p[1], cross);
    return sn_v3_dot(cross, p[2]);
}

/* Is a part that starts at this triangle, turned inwards, a cavity of another part?  Then the
 * surface goes around a point just behind one of its triangles not at all, and around one before it
 * once. */
static bool is_cavity(const SnSurfaceView *surface, int32_t t)
{
    double centre[3] = {0}, normal[3], u[3], v[3];
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(1.0 / 3, vertex_of(surface, 3 * t + k), centre);
    sn_v3_sub(vertex_of(surface, 3 * t + 1), vertex_of(surface, 3 * t), u);
    sn_v3_sub(vertex_of(surface, 3 * t + 2), vertex_of(surface, 3 * t), v);
    sn_v3_cross(u, v, normal);
    const double size = sqrt(sn_v3_normalize(normal, normal));
    sn_v3_axpy(-1e-6 * size, normal, centre); /* behind: where the solid should be */
    return sn_surface_winding(surface, centre, 1) == 1;
}

static void check_parts(const SnSurfaceView *surface, SnSurfaceCheck *check)
{
    const SnTriangleMesh *mesh = surface->mesh;
    const size_t n = (size_t)mesh->n_triangles;
    int32_t *queue = sn_alloc(n, sizeof *queue);
    bool *seen = sn_alloc(n, sizeof *seen);
    for (int32_t start = 0; start < mesh->n_triangles; start++) {
        if (seen[start])
            continue;
        int count = 0, widest = start;
        double volume = 0, most = -1;
        const double *origin = vertex_of(surface, 3 * start);
        queue[count++] = start;
        seen[start] = true;
        for (int i = 0; i < count; i++) {
            const int32_t t = queue[i];
            const double part = volume_of(surface, t, origin);
            volume += part;
            if (fabs(part) > most)
                most = fabs(part), widest = t;
            for (int k = 0; k < 3; k++) {
                const int32_t twin = mesh->twin[3 * t + k];
                if (twin >= 0 && !seen[twin / 3]) {
                    seen[twin / 3] = true;
                    queue[count++] = twin / 3;
                }
            }
        }
        if (volume < 0 && !is_cavity(surface, widest))
            note(surface, check, SN_FLAW_INSIDE_OUT, start);
    }
    sn_free(queue);
    sn_free(seen);
}

void sn_surface_check(const SnSurfaceView *surface, SnPairList *pairs, SnSurfaceCheck *check)
{
    const SnTriangleMesh *mesh = surface->mesh;
    *check = (SnSurfaceCheck){0};
    for (int32_t v = 0; v < mesh->n_vertices; v++) {
        const double *p = surface->x + 3 * (size_t)v;
        if (isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]))
            continue;
        if (check->count[SN_FLAW_NOT_FINITE]++ == 0)
            check->triangle[SN_FLAW_NOT_FINITE] = v;
    }
    check_edges(surface, check);
    check->closed = mesh->n_triangles > 0 && check->count[SN_FLAW_NOT_FINITE] == 0 &&
                    check->count[SN_FLAW_OPEN] == 0 && check->count[SN_FLAW_NONMANIFOLD] == 0 &&
                    check->count[SN_FLAW_INCONSISTENT] == 0;
    if (check->count[SN_FLAW_NOT_FINITE] > 0)
        return;
    for (int32_t t = 0; t < mesh->n_triangles; t++)
        if (!has_area(surface, t))
            note(surface, check, SN_FLAW_DEGENERATE, t);
    check_pairs(surface, pairs, check);
    if (check->closed)
        check_parts(surface, check);
}

/* --- words --- */

static const struct {
    const char *one, *many;
} WORDS[SN_FLAW_COUNT] = {
    [SN_FLAW_NOT_FINITE] = {"vertex is not a number", "vertices are not numbers"},
    [SN_FLAW_OPEN] = {"edge belongs to one triangle only", "edges belong to one triangle only"},
    [SN_FLAW_NONMANIFOLD] = {"edge belongs to more than two triangles",
                             "edges belong to more than two triangles"},
    [SN_FLAW_INCONSISTENT] = {"edge lies between triangles turned differently",
                              "edges lie between triangles turned differently"},
    [SN_FLAW_DEGENERATE] = {"triangle has no area", "triangles have no area"},
    [SN_FLAW_INTERSECTING] = {"pair of triangles cuts or touches each other",
                              "pairs of triangles cut or touch each other"},
    [SN_FLAW_INSIDE_OUT] = {"part is inside out", "parts are inside out"},
};

void sn_surface_flaw_text(const SnSurfaceCheck *check, SnSurfaceFlaw flaw, char *text, int size)
{
    const int count = check->count[flaw];
    const double *p = check->place[flaw];
    const char *words = count == 1 ? WORDS[flaw].one : WORDS[flaw].many;
    if (flaw == SN_FLAW_NOT_FINITE)
        snprintf(text, (size_t)size, "%d %s, the first number %d", count, words,
                 (int)check->triangle[flaw]);
    else
        snprintf(text, (size_t)size, "%d %s, %s (%.4g, %.4g, %.4g) m", count, words,
                 count == 1 ? "at" : "the first at", p[0], p[1], p[2]);
}
