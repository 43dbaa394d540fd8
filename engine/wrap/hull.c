/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/wrap/hull.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* The next part of a piece of memory. */
static void *carve(char **rest, size_t n, size_t size)
{
    void *part = *rest;
    *rest += (n * size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    return part;
}

static SnWrapHull *room_for(int n_faces, int n_half_edges)
{
    const size_t f = (size_t)n_faces, h = (size_t)n_half_edges;
    const size_t doubles = f * 4 + h * (3 + 3 + 1 + 2 + 2 + 4), ints = f + 1 + 2 * h + 6;
    const size_t head = sizeof(SnWrapHull) + sizeof(double);
    char *rest = sn_alloc(head + doubles * sizeof(double) + ints * sizeof(int) + 64, 1);
    SnWrapHull *hull = carve(&rest, 1, sizeof *hull);
    hull->n_faces = n_faces, hull->n_half_edges = n_half_edges;
    hull->normal = carve(&rest, f, sizeof *hull->normal);
    hull->offset = carve(&rest, f, sizeof *hull->offset);
    hull->place = carve(&rest, h, sizeof *hull->place);
    hull->along = carve(&rest, h, sizeof *hull->along);
    hull->length = carve(&rest, h, sizeof *hull->length);
    hull->flat = carve(&rest, h, sizeof *hull->flat);
    hull->course = carve(&rest, h, sizeof *hull->course);
    hull->unfold = carve(&rest, h, sizeof *hull->unfold);
    hull->start = carve(&rest, f + 1, sizeof *hull->start);
    hull->twin = carve(&rest, h, sizeof *hull->twin);
    hull->face = carve(&rest, h, sizeof *hull->face);
    return hull;
}

static int next_of(const SnWrapHull *hull, int h)
{
    const int face = hull->face[h];
    return h + 1 < hull->start[face + 1] ? h + 1 : hull->start[face];
}

/* The corners of a face in its plane: the first one is the origin, x runs along the first edge. */
static void lay_flat(SnWrapHull *hull, int face)
{
    const int first = hull->start[face];
    double x[3], y[3], from[3];
    sn_v3_copy(hull->along[first], x);
    sn_v3_axpy(-sn_v3_dot(x, hull->normal[face]), hull->normal[face], x);
    sn_v3_normalize(x, x);
    sn_v3_cross(hull->normal[face], x, y);
    for (int h = first; h < hull->start[face + 1]; h++) {
        sn_v3_sub(hull->place[h], hull->place[first], from);
        hull->flat[h][0] = sn_v3_dot(from, x), hull->flat[h][1] = sn_v3_dot(from, y);
    }
    for (int h = first; h < hull->start[face + 1]; h++) {
        const double *a = hull->flat[h], *b = hull->flat[next_of(hull, h)];
        const double length = hypot(b[0] - a[0], b[1] - a[1]);
        hull->course[h][0] = (b[0] - a[0]) / length, hull->course[h][1] = (b[1] - a[1]) / length;
    }
}

/* The half-edge of a face from a vertex. */
static int half_edge_from(const SnConvex *shape, int face, int vertex)
{
    int h = shape->start[face];
    while (shape->corner[h] != vertex)
        h++;
    return h;
}

static void set_unfold(SnWrapHull *hull, int h)
{
    const int twin = hull->twin[h], end = next_of(hull, twin);
    const double *own = hull->course[h], *its = hull->course[twin];
    const double c = -(its[0] * own[0] + its[1] * own[1]);
    const double s = -(its[0] * own[1] - its[1] * own[0]);
    const double *a = hull->flat[end];
    hull->unfold[h][0] = c, hull->unfold[h][1] = s;
    hull->unfold[h][2] = hull->flat[h][0] - (c * a[0] - s * a[1]);
    hull->unfold[h][3] = hull->flat[h][1] - (s * a[0] + c * a[1]);
}

SnWrapHull *sn_wrap_hull_new(const SnConvex *shape)
{
    if (shape->n_faces < 4 || shape->n_faces > SN_WRAP_MOST_FACES)
        return NULL;
    SnWrapHull *hull = room_for(shape->n_faces, shape->start[shape->n_faces]);
    memcpy(hull->start, shape->start, ((size_t)shape->n_faces + 1) * sizeof *hull->start);
    sn_v3_copy(shape->center, hull->center);
    hull->bound = shape->bound;
    for (int f = 0; f < hull->n_faces; f++) {
        sn_v3_copy(shape->normal[f], hull->normal[f]);
        hull->offset[f] = -HUGE_VAL; /* of a face that is bent by rounding: the outmost corner */
        for (int h = hull->start[f]; h < hull->start[f + 1]; h++) {
            hull->face[h] = f;
            sn_v3_copy(shape->vertex[shape->corner[h]], hull->place[h]);
            hull->offset[f] = fmax(hull->offset[f], sn_v3_dot(hull->place[h], hull->normal[f]));
        }
    }
    for (int e = 0; e < shape->n_edges; e++) {
        const SnConvexEdge *edge = &shape->edge[e];
        const int a = half_edge_from(shape, edge->face[0], edge->vertex[0]);
        const int b = half_edge_from(shape, edge->face[1], edge->vertex[1]);
        hull->twin[a] = b, hull->twin[b] = a;
    }
    for (int h = 0; h < hull->n_half_edges; h++) {
        sn_v3_sub(hull->place[next_of(hull, h)], hull->place[h], hull->along[h]);
        hull->length[h] = sn_v3_normalize(hull->along[h], hull->along[h]);
    }
    for (int f = 0; f < hull->n_faces; f++)
        lay_flat(hull, f);
    for (int h = 0; h < hull->n_half_edges; h++)
        set_unfold(hull, h);
    return hull;
}

static double height(const SnWrapHull *hull, int face, const double x[3])
{
    return sn_v3_dot(hull->normal[face], x) - hull->offset[face];
}

bool sn_wrap_hull_holds(const SnWrapHull *hull, const double x[3])
{
    for (int f = 0; f < hull->n_faces; f++)
        if (height(hull, f, x) > 0)
            return false;
    return true;
}

/* The straight way is clipped to each face's half-space (Cyrus and Beck 1978). */
bool sn_wrap_hull_parts(const SnWrapHull *hull, const double x[3], const double y[3])
{
    double in = 0, out = 1;
    for (int f = 0; f < hull->n_faces; f++) {
        const double from = height(hull, f, x), to = height(hull, f, y);
        if (from > 0 && to > 0)
            return false;
        if (from > 0)
            in = fmax(in, from / (from - to));
        else if (to > 0)
            out = fmin(out, from / (from - to));
    }
    return in < out;
}
