/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex hulls of points: incremental (Kallay 1984), then triangles in one plane become one face.
 */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/convex.h"

#include <math.h>
#include <string.h>

#define ROUNDING 1e-10 /* over the size of the points: what is in a plane */

typedef struct Triangle {
    int vertex[3];
    double normal[3], offset;
    bool gone;
    int group;
} Triangle;

typedef struct Hull {
    const double (*point)[3];
    int n, room; /* triangles */
    Triangle *triangle;
    int n_rim, rim_room;
    int (*rim)[2]; /* edges between what is seen and what is not */
} Hull;

static double height(const Hull *hull, const Triangle *t, const double p[3])
{
    (void)hull;
    return sn_v3_dot(t->normal, p) - t->offset;
}

static void add_triangle(Hull *hull, int a, int b, int c)
{
    if (hull->n == hull->room) {
        hull->room = 2 * hull->room + 64;
        hull->triangle = sn_resize(hull->triangle, (size_t)hull->room, sizeof *hull->triangle);
    }
    Triangle *t = &hull->triangle[hull->n++];
    double u[3], v[3];
    *t = (Triangle){.vertex = {a, b, c}, .group = -1};
    sn_v3_sub(hull->point[b], hull->point[a], u);
    sn_v3_sub(hull->point[c], hull->point[a], v);
    sn_v3_cross(u, v, t->normal);
    sn_v3_normalize(t->normal, t->normal);
    t->offset = sn_v3_dot(t->normal, hull->point[a]);
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

static void add_rim(Hull *hull, int from, int to)
{
    for (int i = 0; i < hull->n_rim; i++)
        if (hull->rim[i][0] == to && hull->rim[i][1] == from) {
            memmove(hull->rim[i], hull->rim[hull->n_rim - 1], sizeof *hull->rim);
            hull->n_rim--;
            return;
        }
    if (hull->n_rim == hull->rim_room) {
        hull->rim_room = 2 * hull->rim_room + 64;
        hull->rim = sn_resize(hull->rim, (size_t)hull->rim_room, sizeof *hull->rim);
    }
    hull->rim[hull->n_rim][0] = from;
    hull->rim[hull->n_rim++][1] = to;
}

static void drop_gone(Hull *hull)
{
    int n = 0;
    for (int i = 0; i < hull->n; i++)
        if (!hull->triangle[i].gone)
            hull->triangle[n++] = hull->triangle[i];
    hull->n = n;
}

/* A point beyond some triangles takes their place. */
static void add_point(Hull *hull, int point, double least)
{
    const double *p = hull->point[point];
    hull->n_rim = 0;
    for (int i = 0; i < hull->n; i++) {
        Triangle *t = &hull->triangle[i];
        if (!(height(hull, t, p) > least))
            continue;
        t->gone = true;
        for (int k = 0; k < 3; k++)
            add_rim(hull, t->vertex[k], t->vertex[(k + 1) % 3]);
    }
    if (hull->n_rim == 0)
        return;
    drop_gone(hull);
    for (int i = 0; i < hull->n_rim; i++)
        add_triangle(hull, hull->rim[i][0], hull->rim[i][1], point);
}

/* --- faces --- */

static bool touches(const Triangle *a, const Triangle *b)
{
    int common = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            common += a->vertex[i] == b->vertex[j];
    return common >= 2;
}

/* Groups of triangles whose corners lie within `flat` of the plane of the group's first. */
static int group_triangles(Hull *hull, double flat)
{
    int groups = 0;
    for (int i = 0; i < hull->n; i++) {
        if (hull->triangle[i].group >= 0)
            continue;
        const Triangle *seed = &hull->triangle[i];
        hull->triangle[i].group = groups;
        for (bool grown = true; grown;) {
            grown = false;
            for (int j = i + 1; j < hull->n; j++) {
                Triangle *t = &hull->triangle[j];
                bool in = t->group < 0 && sn_v3_dot(t->normal, seed->normal) > 0.9;
                for (int k = 0; k < 3 && in; k++)
                    in = fabs(height(hull, seed, hull->point[t->vertex[k]])) <= flat;
                bool beside = false;
                for (int m = 0; m < hull->n && in && !beside; m++)
                    beside = hull->triangle[m].group == groups && touches(&hull->triangle[m], t);
                if (in && beside) {
                    t->group = groups;
                    grown = true;
                }
            }
        }
        groups++;
    }
    return groups;
}

/* The outline of a group as one ring of corners; how many, 0: it is none. */
static int outline(Hull *hull, int group, int *ring)
{
    hull->n_rim = 0;
    for (int i = 0; i < hull->n; i++)
        for (int k = 0; k < 3 && hull->triangle[i].group == group; k++)
            add_rim(hull, hull->triangle[i].vertex[k], hull->triangle[i].vertex[(k + 1) % 3]);
    int n = 0, at = hull->n_rim > 0 ? hull->rim[0][0] : -1;
    while (n < hull->n_rim) {
        int next = -1;
        for (int i = 0; i < hull->n_rim; i++)
            if (hull->rim[i][0] == at)
                next = next < 0 ? hull->rim[i][1] : -2;
        if (next < 0)
            return 0;
        ring[n++] = at;
        at = next;
        if (at == hull->rim[0][0])
            break;
    }
    return n == hull->n_rim ? n : 0;
}

/* Faces from groups; one that is no ring stays as its triangles. */
static bool write_faces(Hull *hull, int n, int groups, SnConvex *shape)
{
    int *start = sn_alloc((size_t)hull->n + 1, sizeof *start);
    int *corner = sn_alloc(3 * (size_t)hull->n, sizeof *corner);
    int *number = sn_alloc((size_t)n, sizeof *number);
    double(*vertex)[3] = sn_alloc((size_t)n, sizeof *vertex);
    int faces = 0, vertices = 0;
    for (int g = 0; g < groups; g++) {
        const int count = outline(hull, g, corner + start[faces]);
        if (count > 0) {
            start[faces + 1] = start[faces] + count;
            faces++;
        }
        for (int i = 0; i < hull->n && count == 0; i++)
            if (hull->triangle[i].group == g) {
                memcpy(corner + start[faces], hull->triangle[i].vertex, 3 * sizeof(int));
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

bool sn_convex_hull(int n, const double (*points)[3], double flat, SnConvex *shape)
{
    Hull hull = {.point = points};
    double size = 0;
    int corner[4] = {0};
    memset(shape, 0, sizeof *shape);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            size = fmax(size, fabs(points[i][k] - points[0][k]));
    const double least = ROUNDING * size;
    bool good = n >= 4 && first_tetrahedron(&hull, n, fmax(least, 1e-6 * size), corner);
    if (good) {
        add_triangle(&hull, corner[0], corner[1], corner[2]);
        add_triangle(&hull, corner[0], corner[3], corner[1]);
        add_triangle(&hull, corner[1], corner[3], corner[2]);
        add_triangle(&hull, corner[2], corner[3], corner[0]);
        for (int i = 0; i < n; i++)
            add_point(&hull, i, least);
        good = write_faces(&hull, n, group_triangles(&hull, fmax(flat, 10 * least)), shape);
        if (!good) { /* as triangles */
            for (int i = 0; i < hull.n; i++)
                hull.triangle[i].group = i;
            good = write_faces(&hull, n, hull.n, shape);
        }
    }
    sn_free(hull.triangle);
    sn_free(hull.rim);
    return good;
}
