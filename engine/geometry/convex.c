/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex shapes: primitives, polyhedra from their faces, and their place in the world. */
#include "engine/geometry/convex.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

void sn_convex_free(SnConvex *shape)
{
    sn_free(shape->vertex);
    sn_free(shape->normal);
    sn_free(shape->start);
    sn_free(shape->corner);
    sn_free(shape->edge);
    memset(shape, 0, sizeof *shape);
}

/* A ball about the middle of the bounding box. */
static void bound(SnConvex *shape)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < shape->n_vertices; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], shape->vertex[i][k]);
            high[k] = fmax(high[k], shape->vertex[i][k]);
        }
    for (int k = 0; k < 3; k++)
        shape->center[k] = 0.5 * (low[k] + high[k]);
    double most = 0;
    for (int i = 0; i < shape->n_vertices; i++)
        most = fmax(most, sn_v3_distance(shape->vertex[i], shape->center));
    shape->bound = most + shape->radius;
}

void sn_convex_half_space(SnConvex *shape)
{
    memset(shape, 0, sizeof *shape);
    shape->half_space = true;
    shape->bound = HUGE_VAL;
}

static void round_shape(int n, double half, double radius, SnConvex *shape)
{
    memset(shape, 0, sizeof *shape);
    shape->radius = radius;
    shape->n_vertices = n;
    shape->vertex = sn_alloc((size_t)n, sizeof *shape->vertex);
    for (int i = 0; i < n; i++)
        shape->vertex[i][2] = i == 0 ? -half : half;
    bound(shape);
}

void sn_convex_sphere(double radius, SnConvex *shape)
{
    round_shape(1, 0, radius, shape);
}

void sn_convex_capsule(double radius, double length, SnConvex *shape)
{
    round_shape(2, length / 2, radius, shape);
}

void sn_convex_cylinder(double radius, double length, SnConvex *shape)
{
    round_shape(2, length / 2, radius, shape);
    shape->half_length = length / 2;
    shape->bound = hypot(radius, length / 2);
}

/* --- polyhedra --- */

/* Newell's normal of a face, which every corner has a part in. */
static bool face_normal(const SnConvex *shape, int face, double normal[3])
{
    const int first = shape->start[face], n = shape->start[face + 1] - first;
    sn_v3_set(0, 0, 0, normal);
    const double *origin = shape->vertex[shape->corner[first]];
    for (int i = 1; i + 1 < n; i++) {
        double u[3], v[3], w[3];
        sn_v3_sub(shape->vertex[shape->corner[first + i]], origin, u);
        sn_v3_sub(shape->vertex[shape->corner[first + i + 1]], origin, v);
        sn_v3_cross(u, v, w);
        sn_v3_add(normal, w, normal);
    }
    return sn_v3_normalize(normal, normal) > 0;
}

/* Edges by their vertices, in either order: open addressing, -1 where none is. */
typedef struct EdgeTable {
    size_t room; /* a power of 2 */
    int *edge;
} EdgeTable;

static void make_table(size_t most, EdgeTable *table)
{
    table->room = 8;
    while (table->room < 2 * most)
        table->room *= 2;
    table->edge = sn_alloc(table->room, sizeof *table->edge);
    for (size_t i = 0; i < table->room; i++)
        table->edge[i] = -1;
}

/* Adds one side of an edge; false: that side is there already. */
static bool add_side(SnConvex *shape, EdgeTable *table, int from, int to, int face)
{
    const uint64_t low = (uint32_t)(from < to ? from : to),
                   high = (uint32_t)(from < to ? to : from);
    size_t at = (size_t)((low << 32 | high) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    for (;; at++) {
        int *e = &table->edge[at & (table->room - 1)];
        if (*e < 0) {
            *e = shape->n_edges++;
            shape->edge[*e] = (SnConvexEdge){.vertex = {from, to}, .face = {face, -1}};
            return true;
        }
        SnConvexEdge *edge = &shape->edge[*e];
        if (edge->vertex[0] == from && edge->vertex[1] == to)
            return false;
        if (edge->vertex[0] != to || edge->vertex[1] != from)
            continue;
        if (edge->face[1] >= 0)
            return false;
        edge->face[1] = face;
        return true;
    }
}

bool sn_convex_polyhedron(int n_vertices, const double (*vertex)[3], int n_faces, const int *start,
                          const int *corner, SnConvex *shape)
{
    const size_t corners = (size_t)start[n_faces];
    memset(shape, 0, sizeof *shape);
    shape->n_vertices = n_vertices;
    shape->n_faces = n_faces;
    shape->vertex = sn_alloc((size_t)n_vertices, sizeof *shape->vertex);
    shape->normal = sn_alloc((size_t)n_faces, sizeof *shape->normal);
    shape->start = sn_alloc((size_t)n_faces + 1, sizeof *shape->start);
    shape->corner = sn_alloc(corners, sizeof *shape->corner);
    shape->edge = sn_alloc(corners, sizeof *shape->edge);
    memcpy(shape->vertex, vertex, (size_t)n_vertices * sizeof *vertex);
    memcpy(shape->start, start, ((size_t)n_faces + 1) * sizeof *start);
    memcpy(shape->corner, corner, corners * sizeof *corner);
    bound(shape);
    EdgeTable table;
    make_table(corners, &table);
    bool good = true;
    for (int f = 0; f < n_faces && good; f++) {
        const int n = start[f + 1] - start[f];
        good = n >= 3 && face_normal(shape, f, shape->normal[f]);
        for (int i = 0; i < n && good; i++)
            good = add_side(shape, &table, corner[start[f] + i], corner[start[f] + (i + 1) % n], f);
    }
    sn_free(table.edge);
    for (int e = 0; e < shape->n_edges; e++)
        good = good && shape->edge[e].face[1] >= 0;
    if (!good)
        sn_convex_free(shape);
    return good;
}

void sn_convex_box(const double size[3], SnConvex *shape)
{
    static const int start[] = {0, 4, 8, 12, 16, 20, 24};
    static const int corner[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    double vertex[8][3];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            vertex[i][k] = (i >> k & 1 ? 0.5 : -0.5) * size[k];
    sn_convex_polyhedron(8, (const double(*)[3])vertex, 6, start, corner, shape);
}

void sn_convex_prism(double radius, double length, int sides, SnConvex *shape)
{
    const size_t n = (size_t)sides;
    double(*vertex)[3] = sn_alloc(2 * n, sizeof *vertex);
    int *start = sn_alloc(n + 3, sizeof *start), *corner = sn_alloc(6 * n, sizeof *corner);
    for (int i = 0; i < sides; i++) {
        const double angle = 2 * M_PI * i / sides;
        sn_v3_set(radius * cos(angle), radius * sin(angle), -length / 2, vertex[i]);
        sn_v3_set(vertex[i][0], vertex[i][1], length / 2, vertex[sides + i]);
    }
    int at = 0;
    for (int i = 0; i < sides; i++) {
        const int next = (i + 1) % sides;
        start[i] = at;
        corner[at++] = i;
        corner[at++] = next;
        corner[at++] = sides + next;
        corner[at++] = sides + i;
    }
    start[sides] = at;
    for (int i = 0; i < sides; i++)
        corner[at++] = sides - 1 - i;
    start[sides + 1] = at;
    for (int i = 0; i < sides; i++)
        corner[at++] = sides + i;
    start[sides + 2] = at;
    sn_convex_polyhedron(2 * sides, (const double(*)[3])vertex, sides + 2, start, corner, shape);
    sn_free(vertex);
    sn_free(start);
    sn_free(corner);
}

void sn_convex_place(const SnConvex *shape, const double position[3], const double rotation[9],
                     SnConvexPlace *place)
{
    place->shape = shape;
    sn_v3_copy(position, place->position);
    for (int k = 0; k < 9; k++)
        place->rotation[k] = rotation[k];
    for (int i = 0; i < shape->n_vertices; i++) {
        sn_m3_mul_v3(rotation, shape->vertex[i], place->vertex[i]);
        sn_v3_add(place->vertex[i], position, place->vertex[i]);
    }
    for (int i = 0; i < shape->n_faces; i++)
        sn_m3_mul_v3(rotation, shape->normal[i], place->normal[i]);
    sn_m3_mul_v3(rotation, shape->center, place->center);
    sn_v3_add(place->center, position, place->center);
}
