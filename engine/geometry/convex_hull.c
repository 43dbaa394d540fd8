/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex hulls of points (Quickhull: Barber, Dobkin and Huhdanpaa 1996), then triangles in one
 * plane become one face.
 *
 * A point becomes a corner if it is out of the hull by more than rounding; what it then takes the
 * place of is told exactly, so the hull stays convex.  That leaves slivers, whose normals rounding
 * has turned: they become part of the face beside their longest edge. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/convex.h"
#include "engine/geometry/predicates.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-10 /* over the size of the points: what is in a plane */

/* Edge k goes from vertex k to the next; edge 3 t + k is that of triangle t. */
typedef struct Triangle {
    int vertex[3];
    int twin[3]; /* the same edges, of the triangles beside */
    double normal[3], area;
    double error; /* of a height by the normal */
    int mark;     /* of the last search that came by; GONE */
    int group;
    int outside, furthest; /* points above it (a chain by `next`), -1: none */
    double most;           /* height of the furthest */
} Triangle;

enum { GONE = -1 };

typedef struct List {
    int n, room, *at;
} List;

typedef struct Hull {
    const double (*point)[3];
    double size, least; /* how far out of a plane a point is seen */
    int *next;          /* [points] */
    int *met;           /* [points] the last search round what was seen that came by */
    int n, room, n_gone;
    Triangle *triangle;
    int seeing; /* mark of the last search; from 1 */
    List seen;  /* triangles */
    List rim;   /* edges of those beside, around */
    List piece[2];
} Hull;

static void append(List *list, int x)
{
    if (list->n == list->room) {
        list->room += list->room + 64;
        list->at = sn_resize(list->at, (size_t)list->room, sizeof *list->at);
    }
    list->at[list->n++] = x;
}

/* Six times the volume between a triangle and a point; the sign is exact. */
static double volume(const Hull *hull, const Triangle *t, const double p[3])
{
    return sn_orient3d(hull->point[t->vertex[0]], hull->point[t->vertex[1]],
                       hull->point[t->vertex[2]], p);
}

static double rounded_height(const Hull *hull, const Triangle *t, const double p[3])
{
    double arm[3];
    sn_v3_sub(p, hull->point[t->vertex[0]], arm);
    return sn_v3_dot(t->normal, arm);
}

static double height(const Hull *hull, const Triangle *t, const double p[3])
{
    const double h = rounded_height(hull, t, p);
    if (fabs(h - hull->least) > t->error || !(t->area > 0))
        return h;
    return volume(hull, t, p) / t->area;
}

static bool is_above(const Hull *hull, const Triangle *t, const double p[3])
{
    const double h = rounded_height(hull, t, p);
    return fabs(h) > t->error ? h > 0 : volume(hull, t, p) > 0;
}

static int add_triangle(Hull *hull, int a, int b, int c)
{
    if (hull->n == hull->room) {
        hull->room = 2 * hull->room + 64;
        hull->triangle = sn_resize(hull->triangle, (size_t)hull->room, sizeof *hull->triangle);
    }
    Triangle *t = &hull->triangle[hull->n];
    double u[3], v[3];
    *t = (Triangle){.vertex = {a, b, c}, .group = -1, .outside = -1, .furthest = -1};
    sn_v3_sub(hull->point[b], hull->point[a], u);
    sn_v3_sub(hull->point[c], hull->point[a], v);
    sn_v3_cross(u, v, t->normal);
    t->area = sn_v3_norm(t->normal);
    sn_v3_normalize(t->normal, t->normal);
    t->error = t->area > 0
                   ? 32 * DBL_EPSILON * hull->size * (sn_v3_norm(u) * sn_v3_norm(v) / t->area)
                   : HUGE_VAL;
    return hull->n++;
}

static int next_edge(int edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static int *twin(Hull *hull, int edge)
{
    return &hull->triangle[edge / 3].twin[edge % 3];
}

static void join(Hull *hull, int edge, int other)
{
    *twin(hull, edge) = other;
    *twin(hull, other) = edge;
}

/* A tetrahedron of points that are far from each other; false: they lie in a plane. */
static bool first_tetrahedron(Hull *hull, int n, double least, int corner[4])
{
    double most = 0, u[3], v[3], w[3];
    corner[0] = 0;
    for (int i = 1; i < n; i++)
        if (hull->point[i][0] < hull->point[corner[0]][0])
            corner[0] = i;
    for (int i = 0; i < n; i++)
        if (sn_v3_distance(hull->point[i], hull->point[corner[0]]) > most) {
            most = sn_v3_distance(hull->point[i], hull->point[corner[0]]);
            corner[1] = i;
        }
    if (!(most > least))
        return false;
    sn_v3_sub(hull->point[corner[1]], hull->point[corner[0]], u);
    sn_v3_normalize(u, u);
    most = 0;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(hull->point[i], hull->point[corner[0]], v);
        sn_v3_cross(u, v, w);
        if (sn_v3_norm(w) > most) {
            most = sn_v3_norm(w);
            corner[2] = i;
        }
    }
    if (!(most > least))
        return false;
    sn_v3_sub(hull->point[corner[2]], hull->point[corner[0]], v);
    sn_v3_cross(u, v, w);
    sn_v3_normalize(w, w);
    most = 0;
    for (int i = 0; i < n; i++) {
        sn_v3_sub(hull->point[i], hull->point[corner[0]], v);
        if (fabs(sn_v3_dot(w, v)) > fabs(most)) {
            most = sn_v3_dot(w, v);
            corner[3] = i;
        }
    }
    if (most > 0) { /* the base turns its back to the top */
        const int swap = corner[1];
        corner[1] = corner[2];
        corner[2] = swap;
    }
    return fabs(most) > least;
}

static void start_from(Hull *hull, const int corner[4])
{
    static const int side[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    for (int i = 0; i < 12; i += 3)
        add_triangle(hull, corner[side[i]], corner[side[i + 1]], corner[side[i + 2]]);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            if (side[i] == side[next_edge(j)] && side[j] == side[next_edge(i)])
                join(hull, i, j);
}

/* Takes the triangles that are gone out of the list; `at`, a place in it, moves along. */
static void drop_gone(Hull *hull, int *at)
{
    int *place = sn_alloc((size_t)hull->n, sizeof *place);
    int n = 0, moved = 0;
    for (int i = 0; i < hull->n; i++) {
        const bool stays = hull->triangle[i].mark != GONE;
        moved += stays && i < *at;
        place[i] = n;
        if (stays)
            hull->triangle[n++] = hull->triangle[i];
    }
    hull->n = n;
    for (int i = 0; i < 3 * n; i++)
        *twin(hull, i) = 3 * place[*twin(hull, i) / 3] + *twin(hull, i) % 3;
    sn_free(place);
    hull->n_gone = 0;
    *at = moved;
}

/* --- what a point sees --- */

static void see(Hull *hull, int triangle, List *list)
{
    hull->triangle[triangle].mark = hull->seeing;
    append(list, triangle);
}

/* What p sees from `first` on, never all there is. */
static void look_from(Hull *hull, const double p[3], int first)
{
    const int most = hull->n - hull->n_gone - 1;
    hull->seeing++;
    hull->seen.n = 0;
    see(hull, first, &hull->seen);
    for (int i = 0; i < hull->seen.n; i++)
        for (int k = 0; k < 3; k++) {
            const int beside = hull->triangle[hull->seen.at[i]].twin[k] / 3;
            const Triangle *t = &hull->triangle[beside];
            if (t->mark != hull->seeing && hull->seen.n < most && is_above(hull, t, p))
                see(hull, beside, &hull->seen);
        }
}

static bool is_seen(Hull *hull, int edge)
{
    return hull->triangle[edge / 3].mark == hull->seeing;
}

/* Goes round what is seen, along the edges of what is beside it, into `rim`; false: that are not
 * all of them, or it comes to a corner twice, so there are holes in it: numbers have underflowed.
 * Turns about corners on the side that goes, which costs no more than its making did. */
static bool go_round(Hull *hull)
{
    int count = 0, first = -1;
    for (int i = 0; i < hull->seen.n; i++)
        for (int k = 0; k < 3; k++) {
            const int beside = hull->triangle[hull->seen.at[i]].twin[k];
            if (!is_seen(hull, beside)) {
                first = beside;
                count++;
            }
        }
    hull->rim.n = 0;
    for (int at = first; at != first || hull->rim.n == 0;) {
        int *met = &hull->met[hull->triangle[at / 3].vertex[at % 3]];
        if (*met == hull->seeing)
            return false;
        *met = hull->seeing;
        append(&hull->rim, at);
        at = *twin(hull, at);
        do
            at = *twin(hull, next_edge(next_edge(at)));
        while (is_seen(hull, at));
    }
    return hull->rim.n == count;
}

/* All that is not seen and connected with `first`, into `hole`. */
static void gather(Hull *hull, int first, List *hole)
{
    hole->n = 0;
    see(hull, first, hole);
    for (int i = 0; i < hole->n; i++)
        for (int k = 0; k < 3; k++) {
            const int beside = hull->triangle[hole->at[i]].twin[k];
            if (!is_seen(hull, beside))
                see(hull, beside / 3, hole);
        }
}

/* Of what is not seen only the largest piece stays so. */
static void fill_holes(Hull *hull)
{
    const int n = hull->seen.n;
    List *largest = &hull->piece[0], *piece = &hull->piece[1];
    largest->n = 0;
    for (int i = 0; i < 3 * n; i++) {
        const int beside = hull->triangle[hull->seen.at[i / 3]].twin[i % 3];
        if (is_seen(hull, beside))
            continue;
        gather(hull, beside / 3, piece);
        if (piece->n > largest->n) {
            largest = piece;
            piece = &hull->piece[largest == &hull->piece[0]];
        }
        for (int k = 0; k < piece->n; k++)
            append(&hull->seen, piece->at[k]);
    }
    for (int k = 0; k < largest->n; k++)
        hull->triangle[largest->at[k]].mark = 0;
    hull->seeing++;
    for (int i = 0; i < hull->seen.n; i++)
        hull->triangle[hull->seen.at[i]].mark = hull->seeing;
}

/* --- points that are still outside --- */

/* Hands a point to the first of the triangles from `first` on that it is above; to none: it is
 * inside. */
static void hand_over(Hull *hull, int point, int first)
{
    for (int i = first; i < hull->n; i++) {
        Triangle *t = &hull->triangle[i];
        const double h = height(hull, t, hull->point[point]);
        if (!(h > hull->least))
            continue;
        hull->next[point] = t->outside;
        t->outside = point;
        if (t->furthest < 0 || h > t->most) {
            t->furthest = point;
            t->most = h;
        }
        return;
    }
}

/* Triangles from the rim to the point in place of those seen. */
static void build_cone(Hull *hull, int point)
{
    const int first = hull->n, count = hull->rim.n;
    for (int i = 0; i < count; i++) {
        const int edge = hull->rim.at[i];
        const int *v = hull->triangle[edge / 3].vertex;
        const int made = 3 * add_triangle(hull, v[next_edge(edge) % 3], v[edge % 3], point);
        join(hull, edge, made);
        if (i > 0)
            join(hull, made - 1, made + 1);
    }
    join(hull, 3 * hull->n - 1, 3 * first + 1);
}

/* The furthest point above a triangle becomes a corner. */
static void add_furthest(Hull *hull, int triangle)
{
    const int point = hull->triangle[triangle].furthest, first = hull->n;
    look_from(hull, hull->point[point], triangle);
    if (!go_round(hull)) {
        fill_holes(hull);
        go_round(hull);
    }
    build_cone(hull, point);
    for (int i = 0; i < hull->seen.n; i++) {
        Triangle *t = &hull->triangle[hull->seen.at[i]];
        t->mark = GONE;
        for (int at = t->outside, next; at >= 0; at = next) {
            next = hull->next[at];
            if (at != point)
                hand_over(hull, at, first);
        }
    }
    hull->n_gone += hull->seen.n;
}

static void grow(Hull *hull, int n)
{
    for (int i = 0; i < n; i++)
        hand_over(hull, i, 0);
    for (int at = 0; at < hull->n;) {
        const Triangle *t = &hull->triangle[at];
        if (t->mark != GONE && t->outside >= 0)
            add_furthest(hull, at);
        at++;
        if (hull->n_gone > 1000 + hull->n / 2)
            drop_gone(hull, &at);
    }
    int end = hull->n;
    drop_gone(hull, &end);
}

/* --- faces --- */

/* Triangles group by group. */
typedef struct Groups {
    int n, *start, *member;
} Groups;

static int longest_edge(const Hull *hull, int triangle, double *length)
{
    const int *v = hull->triangle[triangle].vertex;
    int longest = 0;
    *length = 0;
    for (int k = 0; k < 3; k++) {
        const double l = sn_v3_distance(hull->point[v[k]], hull->point[v[(k + 1) % 3]]);
        if (l > *length) {
            *length = l;
            longest = k;
        }
    }
    return 3 * triangle + longest;
}

static bool is_sliver(const Hull *hull, int triangle)
{
    double length;
    longest_edge(hull, triangle, &length);
    return hull->triangle[triangle].area <= 10 * hull->least * length;
}

static bool is_in_plane(const Hull *hull, int triangle, const Triangle *plane, double flat)
{
    const Triangle *t = &hull->triangle[triangle];
    for (int k = 0; k < 3; k++)
        if (!(fabs(height(hull, plane, hull->point[t->vertex[k]])) <= flat))
            return false;
    return sn_v3_dot(t->normal, plane->normal) > 0.9 || is_sliver(hull, triangle);
}

typedef struct Seed {
    double key;
    int triangle;
} Seed;

static int compare_seeds(const void *a, const void *b)
{
    const Seed *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return x->triangle - y->triangle;
}

/* Connected triangles whose corners lie within `flat` of the plane of the largest of them, which is
 * no sliver; how many groups. */
static int group_planes(Hull *hull, double flat, Seed *seed)
{
    int groups = 0;
    List *member = &hull->seen;
    for (int i = 0; i < hull->n; i++)
        seed[i] = (Seed){hull->triangle[i].area, i};
    qsort(seed, (size_t)hull->n, sizeof *seed, compare_seeds);
    for (int i = 0; i < hull->n; i++) {
        Triangle *plane = &hull->triangle[seed[i].triangle];
        if (plane->group >= 0 || is_sliver(hull, seed[i].triangle))
            continue;
        plane->group = groups;
        member->n = 0;
        append(member, seed[i].triangle);
        for (int at = 0; at < member->n; at++)
            for (int k = 0; k < 3; k++) {
                const int beside = hull->triangle[member->at[at]].twin[k] / 3;
                Triangle *t = &hull->triangle[beside];
                if (t->group >= 0 || !is_in_plane(hull, beside, plane, flat))
                    continue;
                t->group = groups;
                append(member, beside);
            }
        groups++;
    }
    return groups;
}

/* The slivers that are left, longest first, to the group beside their longest edge. */
static int group_slivers(Hull *hull, Seed *seed, int groups)
{
    int n = 0;
    for (int i = 0; i < hull->n; i++)
        if (hull->triangle[i].group < 0) {
            seed[n].triangle = i;
            longest_edge(hull, i, &seed[n++].key);
        }
    qsort(seed, (size_t)n, sizeof *seed, compare_seeds);
    for (int i = 0; i < n; i++) {
        double length;
        const int beside = *twin(hull, longest_edge(hull, seed[i].triangle, &length)) / 3;
        const int group = hull->triangle[beside].group;
        hull->triangle[seed[i].triangle].group = group >= 0 ? group : groups++;
    }
    return groups;
}

static void group_triangles(Hull *hull, double flat, Groups *groups)
{
    Seed *seed = sn_alloc((size_t)hull->n, sizeof *seed);
    groups->n = group_slivers(hull, seed, group_planes(hull, flat, seed));
    sn_free(seed);
    memset(groups->start, 0, ((size_t)hull->n + 1) * sizeof *groups->start);
    for (int i = 0; i < hull->n; i++)
        groups->start[hull->triangle[i].group]++;
    for (int g = 1; g <= groups->n; g++)
        groups->start[g] += groups->start[g - 1];
    for (int i = hull->n - 1; i >= 0; i--)
        groups->member[--groups->start[hull->triangle[i].group]] = i;
}

static void leave_triangles(Hull *hull, Groups *groups)
{
    groups->n = hull->n;
    for (int i = 0; i < hull->n; i++)
        groups->start[i] = groups->member[i] = hull->triangle[i].group = i;
    groups->start[hull->n] = hull->n;
}

/* The outline of a group as one ring of corners; how many, 0: it is none.  used [points]: the last
 * group that had the point. */
static int outline(Hull *hull, const Groups *groups, int group, int *used, int *ring)
{
    int count = 0, first = -1, n = 0;
    for (int i = groups->start[group]; i < groups->start[group + 1]; i++)
        for (int k = 0; k < 3; k++)
            if (hull->triangle[hull->triangle[groups->member[i]].twin[k] / 3].group != group) {
                first = first < 0 ? 3 * groups->member[i] + k : first;
                count++;
            }
    int at = first;
    while (at >= 0 && (at != first || n == 0)) {
        const int corner = hull->triangle[at / 3].vertex[at % 3];
        if (used[corner] == group)
            return 0;
        used[corner] = group;
        ring[n++] = corner;
        at = next_edge(at);
        while (hull->triangle[*twin(hull, at) / 3].group == group)
            at = next_edge(*twin(hull, at));
    }
    return n == count ? n : 0;
}

/* Faces from groups; one that is no ring stays as its triangles. */
static bool write_faces(Hull *hull, int n, const Groups *groups, SnConvex *shape)
{
    int *start = sn_alloc((size_t)hull->n + 1, sizeof *start);
    int *corner = sn_alloc(3 * (size_t)hull->n, sizeof *corner);
    int *number = sn_alloc((size_t)n, sizeof *number);
    double(*vertex)[3] = sn_alloc((size_t)n, sizeof *vertex);
    int faces = 0, vertices = 0;
    for (int i = 0; i < n; i++)
        number[i] = -1;
    for (int g = 0; g < groups->n; g++) {
        const int count = outline(hull, groups, g, number, corner + start[faces]);
        if (count > 0) {
            start[faces + 1] = start[faces] + count;
            faces++;
        }
        for (int i = groups->start[g]; i < groups->start[g + 1] && count == 0; i++) {
            const Triangle *t = &hull->triangle[groups->member[i]];
            memcpy(corner + start[faces], t->vertex, 3 * sizeof(int));
            start[faces + 1] = start[faces] + 3;
            faces++;
        }
    }
    for (int i = 0; i < n; i++)
        number[i] = -1;
    for (int i = 0; i < start[faces]; i++) {
        if (number[corner[i]] < 0) {
            number[corner[i]] = vertices;
            sn_v3_copy(hull->point[corner[i]], vertex[vertices++]);
        }
        corner[i] = number[corner[i]];
    }
    const bool good =
        sn_convex_polyhedron(vertices, (const double(*)[3])vertex, faces, start, corner, shape);
    sn_free(start);
    sn_free(corner);
    sn_free(number);
    sn_free(vertex);
    return good;
}

static bool find_faces(Hull *hull, int n, double flat, SnConvex *shape)
{
    Groups groups = {.start = sn_alloc((size_t)hull->n + 1, sizeof *groups.start),
                     .member = sn_alloc((size_t)hull->n, sizeof *groups.member)};
    group_triangles(hull, flat, &groups);
    bool good = write_faces(hull, n, &groups, shape);
    if (!good) {
        leave_triangles(hull, &groups);
        good = write_faces(hull, n, &groups, shape);
    }
    sn_free(groups.start);
    sn_free(groups.member);
    return good;
}

bool sn_convex_hull(int n, const double (*points)[3], double flat, SnConvex *shape)
{
    Hull hull = {.point = points};
    int corner[4] = {0};
    memset(shape, 0, sizeof *shape);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            hull.size = fmax(hull.size, fabs(points[i][k] - points[0][k]));
    hull.least = ROUNDING * hull.size;
    if (n < 4 || !first_tetrahedron(&hull, n, 1e-6 * hull.size, corner))
        return false;
    hull.next = sn_alloc((size_t)n, sizeof *hull.next);
    hull.met = sn_alloc((size_t)n, sizeof *hull.met);
    start_from(&hull, corner);
    grow(&hull, n);
    const bool good = find_faces(&hull, n, fmax(flat, 10 * hull.least), shape);
    sn_free(hull.triangle);
    sn_free(hull.next);
    sn_free(hull.met);
    sn_free(hull.seen.at);
    sn_free(hull.rim.at);
    for (int i = 0; i < 2; i++)
        sn_free(hull.piece[i].at);
    return good;
}
