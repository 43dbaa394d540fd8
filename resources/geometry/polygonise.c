/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marching tetrahedra with surface tracking.
 *
 * Each grid cell is cut into six tetrahedra along the permutations of its axes (Kuhn), which
 * agree between neighbours, so the surface is a manifold without any ambiguous case. Cells are
 * visited by following the surface from seeds of a coarse scan; the field is evaluated only at
 * nodes that are needed, once each. */
#include "polygonise.h"

#include <stdlib.h>
#include <string.h>

enum { COARSE = 3 }; /* stride of the seed scan, nodes */

typedef struct {
    SnGeoField f;
    SnGeoVec origin;
    double step;
    int n[3];            /* nodes per axis */
    double *value;       /* NaN until evaluated */
    int *edge_vertex;    /* 7 per node: vertex index + 1, 0 when none yet */
    unsigned char *seen; /* cells on or past the stack */
    int *stack, stack_count, stack_room;
    SnGeoMesh *mesh;
} Grid;

static int node_index(const Grid *g, int i, int j, int k)
{
    return (k * g->n[1] + j) * g->n[0] + i;
}

static SnGeoVec node_point(const Grid *g, int node)
{
    int i = node % g->n[0], j = node / g->n[0] % g->n[1], k = node / g->n[0] / g->n[1];
    return vec(g->origin.x + i * g->step, g->origin.y + j * g->step, g->origin.z + k * g->step);
}

static double node_value(Grid *g, int node)
{
    if (isnan(g->value[node]))
        g->value[node] = sn_geo_eval(g->f, node_point(g, node));
    return g->value[node];
}

static void push_cell(Grid *g, int i, int j, int k)
{
    if (i < 0 || j < 0 || k < 0 || i >= g->n[0] - 1 || j >= g->n[1] - 1 || k >= g->n[2] - 1)
        return;
    int cell = node_index(g, i, j, k);
    if (g->seen[cell])
        return;
    g->seen[cell] = 1;
    if (g->stack_count == g->stack_room) {
        g->stack_room = g->stack_room ? 2 * g->stack_room : 4096;
        g->stack = sn_geo_grow(g->stack, (size_t)g->stack_room, sizeof(int));
    }
    g->stack[g->stack_count++] = cell;
}

/* Push the fine cell in which the field changes sign between two coarse nodes on one axis. */
static void seed_between(Grid *g, int node, int axis)
{
    int at[3] = {node % g->n[0], node / g->n[0] % g->n[1], node / g->n[0] / g->n[1]};
    int stride = axis == 0 ? 1 : (axis == 1 ? g->n[0] : g->n[0] * g->n[1]);
    if (at[axis] + COARSE >= g->n[axis])
        return;
    if ((node_value(g, node) > 0.0) == (node_value(g, node + COARSE * stride) > 0.0))
        return;
    for (int k = 0; k < COARSE; k++) {
        int a = node + k * stride;
        if ((node_value(g, a) > 0.0) != (node_value(g, a + stride) > 0.0)) {
            at[axis] += k;
            push_cell(g, at[0], at[1], at[2]);
            return;
        }
    }
}

/* Vertex on the grid edge from `node` towards corner mask `code` (1..7). */
static int edge_vertex(Grid *g, int node, int code)
{
    int *slot = &g->edge_vertex[(ptrdiff_t)node * 7 + code - 1];
    if (*slot)
        return *slot - 1;
    int far = node + (code & 1) + (code >> 1 & 1) * g->n[0] + (code >> 2) * g->n[0] * g->n[1];
    double a = node_value(g, node), b = node_value(g, far);
    double t = clampd(a / (a - b), 0.01, 0.99);
    SnGeoVec p = vlerp(node_point(g, node), node_point(g, far), t);
    *slot = sn_geo_mesh_vertex(g->mesh, p) + 1;
    return *slot - 1;
}

/* Even orders (i, j, k, l) by inside mask of a positively oriented tetrahedron; masks with three
 * inside use the order of the single outside corner. */
static const unsigned char tet_order[16][4] = {
    {0, 1, 2, 3}, {0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {2, 0, 1, 3}, {0, 2, 3, 1},
    {1, 2, 0, 3}, {3, 0, 2, 1}, {3, 0, 2, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}, {2, 0, 1, 3},
    {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 1, 2, 3}};

static int tet_edge(Grid *g, int base, const int *corner, int a, int b)
{
    int low = corner[a] < corner[b] ? corner[a] : corner[b], code = corner[a] ^ corner[b];
    int node = base + (low & 1) + (low >> 1 & 1) * g->n[0] + (low >> 2) * g->n[0] * g->n[1];
    return edge_vertex(g, node, code);
}

static void emit(Grid *g, int a, int b, int c, int flip)
{
    if (flip)
        sn_geo_mesh_triangle(g->mesh, a, c, b);
    else
        sn_geo_mesh_triangle(g->mesh, a, b, c);
}

static void march_tet(Grid *g, int base, const int *corner, unsigned cell_mask, int flip)
{
    int mask = 0, inside = 0;
    for (int k = 0; k < 4; k++)
        if (cell_mask >> corner[k] & 1u) {
            mask |= 1 << k;
            inside++;
        }
    if (inside == 0 || inside == 4)
        return;
    const unsigned char *o = tet_order[mask];
    if (inside == 2) {
        int ik = tet_edge(g, base, corner, o[0], o[2]), il = tet_edge(g, base, corner, o[0], o[3]);
        int jl = tet_edge(g, base, corner, o[1], o[3]), jk = tet_edge(g, base, corner, o[1], o[2]);
        emit(g, ik, il, jl, flip);
        emit(g, ik, jl, jk, flip);
        return;
    }
    int a = tet_edge(g, base, corner, o[0], o[1]), b = tet_edge(g, base, corner, o[0], o[2]);
    int c = tet_edge(g, base, corner, o[0], o[3]);
    emit(g, a, b, c, inside == 3 ? !flip : flip);
}

static const int tets[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                               {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
static const int tet_odd[6] = {0, 1, 1, 0, 0, 1};

/* The neighbour across each face, with the mask of the face's four corners. */
static const struct {
    int di, dj, dk;
    unsigned corners;
} faces[6] = {{-1, 0, 0, 0x55}, {1, 0, 0, 0xaa},  {0, -1, 0, 0x33},
              {0, 1, 0, 0xcc},  {0, 0, -1, 0x0f}, {0, 0, 1, 0xf0}};

static void march_cell(Grid *g, int cell)
{
    int i = cell % g->n[0], j = cell / g->n[0] % g->n[1], k = cell / g->n[0] / g->n[1];
    unsigned mask = 0;
    for (int c = 0; c < 8; c++) {
        int node = node_index(g, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
        if (node_value(g, node) > 0.0)
            mask |= 1u << c;
    }
    if (mask == 0 || mask == 255)
        return;
    for (int t = 0; t < 6; t++)
        march_tet(g, cell, tets[t], mask, tet_odd[t]);
    for (int f = 0; f < 6; f++) {
        unsigned on = mask & faces[f].corners;
        if (on != 0 && on != faces[f].corners)
            push_cell(g, i + faces[f].di, j + faces[f].dj, k + faces[f].dk);
    }
}

void sn_geo_polygonise(SnGeoMesh *mesh, SnGeoField f, const SnGeoMeshing *how)
{
    Grid g = {.f = f, .origin = how->lo, .step = how->step, .mesh = mesh};
    if (how->symmetric)
        g.origin.y = 0.0;
    g.n[0] = (int)ceil((how->hi.x - g.origin.x) / g.step) + 1;
    g.n[1] = (int)ceil((how->hi.y - g.origin.y) / g.step) + 1;
    g.n[2] = (int)ceil((how->hi.z - g.origin.z) / g.step) + 1;
    int nodes = g.n[0] * g.n[1] * g.n[2];
    g.value = sn_geo_alloc((size_t)nodes, sizeof(double));
    g.edge_vertex = sn_geo_alloc((size_t)nodes, 7 * sizeof(int));
    g.seen = sn_geo_alloc((size_t)nodes, 1);
    for (int i = 0; i < nodes; i++)
        g.value[i] = NAN;

    for (int k = 0; k < g.n[2]; k += COARSE)
        for (int j = 0; j < g.n[1]; j += COARSE)
            for (int i = 0; i < g.n[0]; i += COARSE)
                for (int axis = 0; axis < 3; axis++)
                    seed_between(&g, node_index(&g, i, j, k), axis);
    while (g.stack_count > 0)
        march_cell(&g, g.stack[--g.stack_count]);

    free(g.value);
    free(g.edge_vertex);
    free(g.seen);
    free(g.stack);
}

void sn_geo_build(SnGeoMesh *mesh, SnGeoField f, const SnGeoMeshing *how)
{
    sn_geo_polygonise(mesh, f, how);
    sn_geo_mesh_keep_large(mesh, how->keep);
    sn_geo_mesh_project(mesh, f, how->step);
    sn_geo_mesh_smooth(mesh, how->smooth);
    sn_geo_mesh_project(mesh, f, 0.35 * how->step);
    sn_geo_mesh_simplify(mesh, how->symmetric ? how->target / 2 : how->target);
    if (how->symmetric)
        sn_geo_mesh_mirror_half(mesh);
}
