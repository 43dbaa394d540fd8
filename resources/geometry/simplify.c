/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quadric edge collapse (Garland and Heckbert 1997) that keeps a manifold.
 *
 * Guards: link condition, normal flip and sliver tests. A half mesh has its boundary on y = 0;
 * boundary vertices slide on that plane only, so the mirrored whole is exactly symmetric. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

/* Symmetric 4x4 quadric: xx xy xz xw yy yz yw zz zw ww. */
typedef struct {
    double q[10];
} Quadric;

typedef struct {
    int *item, count, room;
} Ring; /* triangles around a vertex */

typedef struct {
    double cost;
    int a, b, stamp; /* stamp: sum of both vertices' stamps when it was queued */
} Candidate;

typedef struct {
    SnGeoMesh *mesh;
    Quadric *quadric;
    Ring *ring;
    int *stamp, *mark, mark_now;
    unsigned char *dead; /* triangles */
    int alive;
    Candidate *heap;
    int heap_count, heap_room;
} Simplifier;

static void quadric_plane(Quadric *out, SnGeoVec n, double d, double weight)
{
    double v[4] = {n.x, n.y, n.z, d};
    int k = 0;
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 4; j++)
            out->q[k++] += weight * v[i] * v[j];
}

/* weight |x - p|^2: keeps the minimum unique where the surface is flat. */
static void quadric_point(Quadric *out, SnGeoVec p, double weight)
{
    quadric_plane(out, vec(1, 0, 0), -p.x, weight);
    quadric_plane(out, vec(0, 1, 0), -p.y, weight);
    quadric_plane(out, vec(0, 0, 1), -p.z, weight);
}

static double quadric_value(const Quadric *a, SnGeoVec p)
{
    const double *q = a->q;
    return p.x * (q[0] * p.x + 2 * (q[1] * p.y + q[2] * p.z + q[3])) +
           p.y * (q[4] * p.y + 2 * (q[5] * p.z + q[6])) + p.z * (q[7] * p.z + 2 * q[8]) + q[9];
}

/* Minimum of the quadric; on the plane y = 0 when `flat`. Falls back to the middle. */
static SnGeoVec quadric_best(const Quadric *a, SnGeoVec middle, int flat)
{
    const double *q = a->q;
    if (flat) {
        double det = q[0] * q[7] - q[2] * q[2];
        if (det <= 1e-9 * (q[0] * q[0] + q[7] * q[7]))
            return vec(middle.x, 0.0, middle.z);
        return vec((-q[3] * q[7] + q[8] * q[2]) / det, 0.0, (-q[8] * q[0] + q[3] * q[2]) / det);
    }
    SnGeoVec r0 = vec(q[0], q[1], q[2]), r1 = vec(q[1], q[4], q[5]), r2 = vec(q[2], q[5], q[7]);
    SnGeoVec rhs = vec(-q[3], -q[6], -q[8]);
    SnGeoVec c12 = vcross(r1, r2), c20 = vcross(r2, r0), c01 = vcross(r0, r1);
    double det = vdot(r0, c12), trace = q[0] + q[4] + q[7];
    if (det <= 1e-12 * trace * trace * trace)
        return middle;
    SnGeoVec p = vadd(vscale(c12, rhs.x), vadd(vscale(c20, rhs.y), vscale(c01, rhs.z)));
    return vscale(p, 1.0 / det);
}

static void ring_add(Ring *ring, int item)
{
    if (ring->count == ring->room) {
        ring->room = ring->room ? 2 * ring->room : 8;
        ring->item = sn_geo_grow(ring->item, (size_t)ring->room, sizeof(int));
    }
    ring->item[ring->count++] = item;
}

static int candidate_less(const Candidate *a, const Candidate *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    return a->a != b->a ? a->a < b->a : a->b < b->b;
}

static void heap_push(Simplifier *s, Candidate c)
{
    if (s->heap_count == s->heap_room) {
        s->heap_room = s->heap_room ? 2 * s->heap_room : 4096;
        s->heap = sn_geo_grow(s->heap, (size_t)s->heap_room, sizeof(Candidate));
    }
    int i = s->heap_count++;
    while (i > 0 && candidate_less(&c, &s->heap[(i - 1) / 2])) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    s->heap[i] = c;
}

static Candidate heap_pop(Simplifier *s)
{
    Candidate top = s->heap[0], last = s->heap[--s->heap_count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= s->heap_count)
            break;
        if (child + 1 < s->heap_count && candidate_less(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!candidate_less(&s->heap[child], &last))
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

static SnGeoVec best_position(const Simplifier *s, int a, int b, double *cost)
{
    Quadric sum = s->quadric[a];
    for (int k = 0; k < 10; k++)
        sum.q[k] += s->quadric[b].q[k];
    SnGeoVec pa = s->mesh->vertex[a], pb = s->mesh->vertex[b];
    int flat = pa.y == 0.0 || pb.y == 0.0;
    SnGeoVec p = quadric_best(&sum, vscale(vadd(pa, pb), 0.5), flat);
    /* a far minimum means a nearly singular quadric */
    if (vlen(vsub(p, pa)) + vlen(vsub(p, pb)) > 3.0 * vlen(vsub(pa, pb)) + 1e-9)
        p = flat ? (pa.y == 0.0 ? pa : pb) : vscale(vadd(pa, pb), 0.5);
    *cost = quadric_value(&sum, p);
    return p;
}

static void queue_edge(Simplifier *s, int a, int b)
{
    double cost;
    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
    best_position(s, a, b, &cost);
    heap_push(s, (Candidate){cost, a, b, s->stamp[a] + s->stamp[b]});
}

/* Common neighbours of an edge must be exactly the apexes of its triangles (link condition). On
 * the cut plane two more rules keep the mirrored mesh a manifold: an inner edge never joins two
 * plane vertices, and a vertex pulled onto the plane brings no other plane neighbour along. */
static int link_allows(Simplifier *s, int a, int b)
{
    const SnGeoVec *v = s->mesh->vertex;
    int plane_a = v[a].y == 0.0, plane_b = v[b].y == 0.0;
    int now = ++s->mark_now, common = 0, shared = 0, opened = 0;
    for (int i = 0; i < s->ring[a].count; i++) {
        const int *t = s->mesh->triangle[s->ring[a].item[i]];
        for (int k = 0; k < 3; k++)
            s->mark[t[k]] = now;
        if (t[0] == b || t[1] == b || t[2] == b)
            shared++;
    }
    int counted = ++s->mark_now;
    for (int i = 0; i < s->ring[b].count; i++) {
        const int *t = s->mesh->triangle[s->ring[b].item[i]];
        for (int k = 0; k < 3; k++) {
            int w = t[k];
            if (w == a || w == b || s->mark[w] == counted)
                continue;
            if (s->mark[w] == now)
                common++;
            else if (plane_a && !plane_b && v[w].y == 0.0)
                opened = 1;
            s->mark[w] = counted;
        }
    }
    if (plane_b && !plane_a) {
        for (int i = 0; i < s->ring[a].count; i++) {
            const int *t = s->mesh->triangle[s->ring[a].item[i]];
            for (int k = 0; k < 3; k++)
                if (t[k] != b && v[t[k]].y == 0.0 && s->mark[t[k]] != counted)
                    opened = 1;
        }
    }
    if (plane_a && plane_b && shared != 1)
        return 0;
    return !opened && common == shared;
}

/* Would moving `vertex` to p turn over or squash one of its triangles without `other`? */
static int shape_allows(const Simplifier *s, int vertex, int other, SnGeoVec p)
{
    for (int i = 0; i < s->ring[vertex].count; i++) {
        const int *t = s->mesh->triangle[s->ring[vertex].item[i]];
        if (t[0] == other || t[1] == other || t[2] == other)
            continue;
        int k = t[0] == vertex ? 0 : (t[1] == vertex ? 1 : 2);
        SnGeoVec q = s->mesh->vertex[vertex];
        SnGeoVec b = s->mesh->vertex[t[(k + 1) % 3]], c = s->mesh->vertex[t[(k + 2) % 3]];
        if (p.y == 0.0 && b.y == 0.0 && c.y == 0.0)
            return 0;
        SnGeoVec n0 = vcross(vsub(b, q), vsub(c, q)), n1 = vcross(vsub(b, p), vsub(c, p));
        double l0 = vlen(n0), l1 = vlen(n1);
        if (vdot(n0, n1) < 0.3 * l0 * l1)
            return 0;
        double span = vdot(vsub(b, p), vsub(b, p)) + vdot(vsub(c, p), vsub(c, p)) +
                      vdot(vsub(b, c), vsub(b, c));
        if (l1 < 0.05 * span)
            return 0;
    }
    return 1;
}

/* Merge b into a at p, then requeue the edges around it. */
static void collapse(Simplifier *s, int a, int b, SnGeoVec p)
{
    for (int k = 0; k < 10; k++)
        s->quadric[a].q[k] += s->quadric[b].q[k];
    s->mesh->vertex[a] = p;
    s->stamp[a]++;
    s->stamp[b] += 1 << 20;
    for (int i = 0; i < s->ring[b].count; i++) {
        int id = s->ring[b].item[i], *t = s->mesh->triangle[id];
        if (s->dead[id])
            continue;
        if (t[0] == a || t[1] == a || t[2] == a) {
            s->dead[id] = 1;
            s->alive--;
            continue;
        }
        for (int k = 0; k < 3; k++)
            if (t[k] == b)
                t[k] = a;
        ring_add(&s->ring[a], id);
    }
    s->ring[b].count = 0;
    /* dead triangles leave every ring that met them */
    for (int i = 0; i < s->ring[a].count; i++) {
        const int *t = s->mesh->triangle[s->ring[a].item[i]];
        for (int k = 0; k < 3; k++) {
            Ring *ring = &s->ring[t[k]];
            int kept = 0;
            if (t[k] == a)
                continue;
            for (int m = 0; m < ring->count; m++)
                if (!s->dead[ring->item[m]])
                    ring->item[kept++] = ring->item[m];
            ring->count = kept;
        }
    }
    int kept = 0;
    for (int m = 0; m < s->ring[a].count; m++)
        if (!s->dead[s->ring[a].item[m]])
            s->ring[a].item[kept++] = s->ring[a].item[m];
    s->ring[a].count = kept;

    int now = ++s->mark_now;
    for (int i = 0; i < s->ring[a].count; i++) {
        const int *t = s->mesh->triangle[s->ring[a].item[i]];
        for (int k = 0; k < 3; k++)
            if (t[k] != a && s->mark[t[k]] != now) {
                s->mark[t[k]] = now;
                queue_edge(s, a, t[k]);
            }
    }
}

static void prepare(Simplifier *s, SnGeoMesh *mesh)
{
    size_t n = (size_t)mesh->vertex_count;
    *s = (Simplifier){.mesh = mesh, .alive = mesh->triangle_count};
    s->quadric = sn_geo_alloc(n, sizeof(Quadric));
    s->ring = sn_geo_alloc(n, sizeof(Ring));
    s->stamp = sn_geo_alloc(n, sizeof(int));
    s->mark = sn_geo_alloc(n, sizeof(int));
    s->dead = sn_geo_alloc((size_t)mesh->triangle_count, 1);
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangle[i];
        SnGeoVec a = mesh->vertex[t[0]];
        SnGeoVec n2 = vcross(vsub(mesh->vertex[t[1]], a), vsub(mesh->vertex[t[2]], a));
        double area = 0.5 * vlen(n2);
        SnGeoVec normal = vunit(n2);
        for (int k = 0; k < 3; k++) {
            Quadric *q = &s->quadric[t[k]];
            quadric_plane(q, normal, -vdot(normal, a), area);
            quadric_point(q, mesh->vertex[t[k]], 1e-3 * area);
            ring_add(&s->ring[t[k]], i);
        }
    }
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int *t = mesh->triangle[i];
        for (int k = 0; k < 3; k++) {
            int a = t[k], b = t[(k + 1) % 3];
            /* inner edges are met twice; boundary edges only once, in either direction */
            if (a < b || (mesh->vertex[a].y == 0.0 && mesh->vertex[b].y == 0.0))
                queue_edge(s, a, b);
        }
    }
}

static void finish(Simplifier *s)
{
    SnGeoMesh *mesh = s->mesh;
    int kept = 0;
    for (int i = 0; i < mesh->triangle_count; i++)
        if (!s->dead[i])
            memcpy(mesh->triangle[kept++], mesh->triangle[i], sizeof(int[3]));
    mesh->triangle_count = kept;
    for (int i = 0; i < mesh->vertex_count; i++)
        free(s->ring[i].item);
    free(s->quadric);
    free(s->ring);
    free(s->stamp);
    free(s->mark);
    free(s->dead);
    free(s->heap);
    sn_geo_mesh_compact(mesh);
}

void sn_geo_mesh_simplify(SnGeoMesh *mesh, int target)
{
    Simplifier s;
    prepare(&s, mesh);
    while (s.alive > target && s.heap_count > 0) {
        Candidate c = heap_pop(&s);
        if (s.stamp[c.a] + s.stamp[c.b] != c.stamp)
            continue;
        double cost;
        SnGeoVec p = best_position(&s, c.a, c.b, &cost);
        if (!link_allows(&s, c.a, c.b) || !shape_allows(&s, c.a, c.b, p) ||
            !shape_allows(&s, c.b, c.a, p))
            continue;
        collapse(&s, c.a, c.b, p);
    }
    finish(&s);
}
