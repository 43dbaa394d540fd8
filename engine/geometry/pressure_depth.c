/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of pressure in solids of any shape: depth under the surface on tetrahedra, which are
 * halved at their longest edges (Rivara 1984; in Kuhn's division of cubes) where it is not linear:
 * beside edges of the solid, under round faces, where parts are thin. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/pressure_field.h"

#include <math.h>
#include <string.h>

enum { CELLS = 8 };       /* along the longest side, before any is halved */
enum { EDGES = 1 << 19 }; /* room, a power of 2 */
#define BESIDE                                                                                     \
    0.0137                /* of a cell, that the grid is off the surface's box: faces of both in   \
                             one plane would be counted twice */
#define LINEAR      0.005 /* over the largest depth: error of the depth that is left */
#define LINEAR_DEEP 0.25  /* and over the depth itself */
#define VOLUME      0.03  /* that may be missed */

/* An edge that has been looked at. */
typedef struct Edge {
    int32_t node[2]; /* ends, the lower first; 0, 0: an empty place */
    int32_t middle;  /* node there; 0: it is whole */
    double depth;    /* there */
} Edge;

typedef struct Mesh {
    const SnSurfaceView *surface;
    int n_nodes, node_room, n, room, n_edges;
    double (*node)[4]; /* place and depth [m], from 1 on */
    int32_t (*tet)[4];
    Edge *edges; /* [EDGES], by hash */
    int32_t hint;
    double deepest, at[3];
} Mesh;

static double depth_at(Mesh *m, const double x[3])
{
    double gradient[3];
    SnClosest closest;
    const double depth = -sn_surface_distance(m->surface, x, HUGE_VAL, m->hint, gradient, &closest);
    m->hint = closest.triangle;
    if (depth > m->deepest) {
        m->deepest = depth;
        sn_v3_copy(x, m->at);
    }
    return depth;
}

static int add_node(Mesh *m, const double x[3], double depth)
{
    if (m->n_nodes + 1 >= m->node_room) {
        m->node_room = 2 * m->node_room + 1000;
        m->node = sn_resize(m->node, (size_t)m->node_room, sizeof *m->node);
    }
    sn_v3_copy(x, m->node[++m->n_nodes]);
    m->node[m->n_nodes][3] = depth;
    return m->n_nodes;
}

static void add_tet(Mesh *m, const int32_t node[4])
{
    if (m->n >= m->room) {
        m->room = 2 * m->room + 1000;
        m->tet = sn_resize(m->tet, (size_t)m->room, sizeof *m->tet);
    }
    memcpy(m->tet[m->n++], node, sizeof m->tet[0]);
}

/* --- the grid --- */

/* Six tetrahedra of a cube along its diagonal, for the orders of the axes. */
static void add_cube(Mesh *m, const int32_t corner[8])
{
    static const int orders[6][3] = {{1, 2, 4}, {1, 4, 2}, {2, 1, 4},
                                     {2, 4, 1}, {4, 1, 2}, {4, 2, 1}};
    for (int i = 0; i < 6; i++) {
        const int *axis = orders[i];
        add_tet(m, (int32_t[4]){corner[0], corner[axis[0]], corner[axis[0] + axis[1]], corner[7]});
    }
}

static void make_grid(Mesh *m)
{
    SnBox box;
    int n[3];
    double cell = 0, low[3];
    if (!sn_box_tree_bounds(m->surface->tree, &box))
        return;
    for (int k = 0; k < 3; k++)
        cell = fmax(cell, (box.high[k] - box.low[k]) / CELLS);
    for (int k = 0; k < 3; k++) {
        n[k] = (int)((box.high[k] - box.low[k]) / cell) + 2;
        low[k] = 0.5 * (box.low[k] + box.high[k]) - cell * (0.5 * n[k] + BESIDE * (k + 1));
    }
    for (int k = 0; k <= n[2]; k++)
        for (int j = 0; j <= n[1]; j++)
            for (int i = 0; i <= n[0]; i++) {
                const double x[3] = {low[0] + i * cell, low[1] + j * cell, low[2] + k * cell};
                add_node(m, x, depth_at(m, x));
            }
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                int32_t corner[8];
                for (int c = 0; c < 8; c++)
                    corner[c] = 1 + i + (c & 1) +
                                (n[0] + 1) * (j + (c >> 1 & 1) + (n[1] + 1) * (k + (c >> 2)));
                add_cube(m, corner);
            }
}

/* --- edges --- */

/* With the depth at its middle. */
static Edge *edge_of(Mesh *m, int32_t a, int32_t b)
{
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t at = ((uint64_t)low << 32 | (uint64_t)high) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    for (;; at++) {
        Edge *edge = &m->edges[at & (EDGES - 1)];
        if (edge->node[0] == low && edge->node[1] == high)
            return edge;
        if (edge->node[0] != 0)
            continue;
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = 0.5 * (m->node[a][k] + m->node[b][k]);
        *edge = (Edge){.node = {low, high}, .depth = depth_at(m, x)};
        m->n_edges++;
        return edge;
    }
}

static double length2(const Mesh *m, int32_t a, int32_t b)
{
    double way[3];
    sn_v3_sub(m->node[a], m->node[b], way);
    return sn_v3_dot(way, way);
}

static const int ENDS[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* Of those as long the one of the highest nodes, in all tetrahedra around it. */
static int longest_edge(const Mesh *m, const int32_t node[4])
{
    int best = 0;
    double most = -1;
    int64_t rank = 0;
    for (int e = 0; e < 6; e++) {
        const int64_t a = node[ENDS[e][0]], b = node[ENDS[e][1]];
        const double length = length2(m, (int32_t)a, (int32_t)b);
        const int64_t here = (a > b ? a : b) * INT64_C(0x40000000) + (a > b ? b : a);
        if (length > most * (1 + 1e-9) || (length > most * (1 - 1e-9) && here > rank)) {
            best = e;
            most = length;
            rank = here;
        }
    }
    return best;
}

/* Its middle is a node from now on; whether it was none. */
static bool split_edge(Mesh *m, Edge *edge)
{
    if (edge->middle != 0)
        return false;
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = 0.5 * (m->node[edge->node[0]][k] + m->node[edge->node[1]][k]);
    edge->middle = add_node(m, x, edge->depth);
    return true;
}

/* --- halving --- */

static bool has_split_edge(Mesh *m, const int32_t node[4])
{
    for (int e = 0; e < 6; e++) {
        const int32_t a = node[ENDS[e][0]], b = node[ENDS[e][1]];
        const int32_t low = a < b ? a : b, high = a < b ? b : a;
        uint64_t at = ((uint64_t)low << 32 | (uint64_t)high) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
        const Edge *edge = &m->edges[at & (EDGES - 1)];
        while (edge->node[0] != 0 && (edge->node[0] != low || edge->node[1] != high))
            edge = &m->edges[++at & (EDGES - 1)];
        if (edge->node[0] != 0 && edge->middle != 0)
            return true;
    }
    return false;
}

/* Halves a tetrahedron; whether its neighbours must be, too. */
static bool halve(Mesh *m, int t)
{
    const int e = longest_edge(m, m->tet[t]);
    Edge *edge = edge_of(m, m->tet[t][ENDS[e][0]], m->tet[t][ENDS[e][1]]);
    const bool is_new = split_edge(m, edge);
    int32_t other[4];
    memcpy(other, m->tet[t], sizeof other);
    m->tet[t][ENDS[e][0]] = edge->middle;
    other[ENDS[e][1]] = edge->middle;
    add_tet(m, other);
    return is_new;
}

/* Until no tetrahedron has a node on an edge. */
static void close_mesh(Mesh *m)
{
    bool again = true;
    while (again) {
        again = false;
        for (int t = 0; t < m->n; t++)
            while (m->n_edges < EDGES / 4 * 3 && has_split_edge(m, m->tet[t]))
                again = halve(m, t) || again;
    }
}

/* Whether the depth is not linear enough in a tetrahedron that holds some of the solid. */
static bool is_bent(Mesh *m, const int32_t node[4])
{
    double most = -HUGE_VAL;
    for (int k = 0; k < 4; k++)
        most = fmax(most, m->node[node[k]][3]);
    const int e = longest_edge(m, node);
    if (most < -sqrt(length2(m, node[ENDS[e][0]], node[ENDS[e][1]])))
        return false; /* all outside */
    for (int i = 0; i < 6; i++) {
        const int32_t a = node[ENDS[i][0]], b = node[ENDS[i][1]];
        const double middle = edge_of(m, a, b)->depth;
        const double error = fabs(middle - 0.5 * (m->node[a][3] + m->node[b][3]));
        if (fmax(most, middle) > 0 && error > LINEAR * m->deepest + LINEAR_DEEP * fabs(middle))
            return true;
    }
    return false;
}

/* Halves all that are bent; whether there were any. */
static bool refine(Mesh *m)
{
    int n_bent = 0;
    const int n = m->n;
    bool *bent = sn_alloc((size_t)n + 1, sizeof *bent);
    for (int t = 0; t < n && m->n_edges < EDGES / 2; t++) {
        bent[t] = is_bent(m, m->tet[t]);
        n_bent += bent[t];
    }
    const bool go_on = n_bent > 0 && n + 3 * n_bent < SN_PRESSURE_MOST && m->n_edges < EDGES / 2;
    for (int t = 0; go_on && t < n; t++)
        if (bent[t]) {
            const int e = longest_edge(m, m->tet[t]);
            split_edge(m, edge_of(m, m->tet[t][ENDS[e][0]], m->tet[t][ENDS[e][1]]));
        }
    sn_free(bent);
    if (go_on)
        close_mesh(m);
    return go_on;
}

/* --- the field --- */

/* Walks from the deepest place that was seen to one near it that is deeper, in ever smaller steps.
 */
static void find_deepest(Mesh *m, double step)
{
    const double least = 1e-9 * step;
    while (step > least) {
        const double before = m->deepest;
        double from[3];
        sn_v3_copy(m->at, from);
        for (int k = 0; k < 6; k++) {
            double x[3];
            sn_v3_copy(from, x);
            x[k / 2] += k % 2 ? step : -step;
            depth_at(m, x);
        }
        if (!(m->deepest > before))
            step *= 0.5;
    }
}

static bool has_solid(const Mesh *m, const int32_t node[4])
{
    for (int k = 0; k < 4; k++)
        if (m->node[node[k]][3] > 0)
            return true;
    return false;
}

static SnPressureField *field_of_mesh(Mesh *m)
{
    int n = 0;
    for (int t = 0; t < m->n; t++)
        n += has_solid(m, m->tet[t]);
    if (n == 0)
        return NULL;
    SnPressureTet *tets = sn_alloc((size_t)n, sizeof *tets);
    n = 0;
    for (int t = 0; t < m->n; t++) {
        if (!has_solid(m, m->tet[t]))
            continue;
        SnPressureTet *tet = &tets[n++];
        double middle[3] = {0};
        SnClosest closest;
        tet->steep = 1 / m->deepest;
        for (int k = 0; k < 4; k++) {
            const double *node = m->node[m->tet[t][k]];
            sn_v3_copy(node, tet->x[k]);
            tet->corner[k] = node[3] / m->deepest;
            sn_v3_axpy(0.25, node, middle);
        }
        sn_surface_closest(m->surface, middle, HUGE_VAL, m->hint, &closest);
        m->hint = tet->triangle = closest.triangle;
    }
    return sn_pressure_field_of_tets(n, tets);
}

SnPressureField *sn_pressure_field_of_depth(const SnSurfaceView *surface)
{
    Mesh m = {.surface = surface, .hint = -1};
    m.edges = sn_alloc(EDGES, sizeof *m.edges);
    make_grid(&m);
    while (m.n > 0 && refine(&m))
        continue;
    if (m.deepest > 0)
        find_deepest(&m, 0.5 * m.deepest);
    SnPressureField *field = m.deepest > 0 ? field_of_mesh(&m) : NULL;
    double volume = 0;
    for (int i = 0; field && i < field->n; i++)
        volume += sn_pressure_volume(&field->tet[i]);
    sn_free(m.node);
    sn_free(m.tet);
    sn_free(m.edges);
    const double there = sn_triangle_mesh_volume(surface->mesh, surface->x);
    if (field && fabs(volume - there) < VOLUME * there)
        return field;
    sn_pressure_field_free(field);
    return NULL;
}
