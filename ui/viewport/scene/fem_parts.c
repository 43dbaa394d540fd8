/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/scene/fem_parts.h"

#include "engine/base/element.h"
#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far from a plane a node may lie, in mean lengths of edges. */
static const double plane_slack = 0.1;
/* Planes of so many faces are compared at most. */
enum { MAX_PLANES = 200 };

typedef struct Fem {
    const SnFemMesh *mesh;
    const double *points;
} Fem;

static const double *point_of(const Fem *fem, int node)
{
    return fem->points + 3 * (size_t)node;
}

/* --- cells: elements, or faces of the outside --- */

typedef struct Cell {
    int n, n_corners;
    int node[SN_ELEMENT_MAX_NODES];
} Cell;

static void element_cell(const SnFemMesh *mesh, int element, Cell *cell)
{
    const SnElementShape *shape = sn_element_shape((SnElementKind)mesh->kind[element]);
    cell->n = mesh->start[element + 1] - mesh->start[element];
    cell->n_corners = shape->n_corners;
    for (int i = 0; i < cell->n; i++)
        cell->node[i] = mesh->nodes[mesh->start[element] + i];
}

static void face_cell(const SnFemMesh *mesh, int number, Cell *cell)
{
    const int element = mesh->face[number][0];
    const SnElementShape *shape = sn_element_shape((SnElementKind)mesh->kind[element]);
    const SnElementFace *face = &shape->face[mesh->face[number][1]];
    cell->n = face->n;
    cell->n_corners = face->n_corners;
    for (int i = 0; i < cell->n; i++)
        cell->node[i] = mesh->nodes[mesh->start[element] + face->node[i]];
}

static int n_cells(const SnFemMesh *mesh, bool outside)
{
    return outside ? mesh->n_faces : mesh->n_elements;
}

static void get_cell(const SnFemMesh *mesh, bool outside, int number, Cell *cell)
{
    if (outside)
        face_cell(mesh, number, cell);
    else
        element_cell(mesh, number, cell);
}

static int count_in(const Cell *cell, const uint8_t *nodes)
{
    int n = 0;
    for (int i = 0; i < cell->n; i++)
        n += nodes[cell->node[i]] != 0;
    return n;
}

static void put_all(const Cell *cell, uint8_t value, uint8_t *nodes)
{
    for (int i = 0; i < cell->n; i++)
        nodes[cell->node[i]] = value;
}

static bool any(const uint8_t *set, int n)
{
    for (int i = 0; i < n; i++)
        if (set[i])
            return true;
    return false;
}

/* --- neighbours --- */

/* One ring more or less, by the cells that have some of the nodes but not all; false: there are
 * none. */
static bool move_rim(const SnFemMesh *mesh, bool outside, bool grow, uint8_t *nodes)
{
    uint8_t *before = sn_alloc((size_t)mesh->n_nodes, 1);
    bool moved = false;
    memcpy(before, nodes, (size_t)mesh->n_nodes);
    for (int c = 0; c < n_cells(mesh, outside); c++) {
        Cell cell;
        get_cell(mesh, outside, c, &cell);
        const int in = count_in(&cell, before);
        if (in > 0 && in < cell.n) {
            put_all(&cell, grow, nodes);
            moved = true;
        }
    }
    sn_free(before);
    return moved;
}

static bool lies_outside(const SnFemMesh *mesh, const uint8_t *nodes)
{
    uint8_t *outside = sn_alloc((size_t)mesh->n_nodes, 1);
    bool all = true;
    for (int f = 0; f < mesh->n_faces; f++) {
        Cell cell;
        face_cell(mesh, f, &cell);
        put_all(&cell, 1, outside);
    }
    for (int i = 0; i < mesh->n_nodes && all; i++)
        all = !nodes[i] || outside[i];
    sn_free(outside);
    return all;
}

static void step_rim(const SnFemMesh *mesh, bool grow, uint8_t *nodes)
{
    if (!lies_outside(mesh, nodes) || !move_rim(mesh, true, grow, nodes))
        move_rim(mesh, false, grow, nodes);
}

/* The root of a node in a forest whose trees are what hangs together. */
static int root_of(int *parent, int node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

static void spread_connected(const SnFemMesh *mesh, uint8_t *nodes)
{
    int *parent = sn_alloc((size_t)mesh->n_nodes, sizeof *parent);
    uint8_t *reached = sn_alloc((size_t)mesh->n_nodes, 1);
    for (int i = 0; i < mesh->n_nodes; i++)
        parent[i] = i;
    for (int e = 0; e < mesh->n_elements; e++)
        for (int k = mesh->start[e] + 1; k < mesh->start[e + 1]; k++)
            parent[root_of(parent, mesh->nodes[k])] = root_of(parent, mesh->nodes[mesh->start[e]]);
    for (int i = 0; i < mesh->n_nodes; i++)
        if (nodes[i])
            reached[root_of(parent, i)] = 1;
    for (int i = 0; i < mesh->n_nodes; i++)
        nodes[i] = reached[root_of(parent, i)];
    sn_free(reached);
    sn_free(parent);
}

/* --- faces --- */

/* Unit normal of a face outwards (Newell's method, exact for flat polygons). */
static void face_normal(const Fem *fem, int number, double normal[3])
{
    Cell cell;
    face_cell(fem->mesh, number, &cell);
    sn_v3_set(0, 0, 0, normal);
    for (int i = 0; i < cell.n_corners; i++) {
        double part[3];
        sn_v3_cross(point_of(fem, cell.node[i]), point_of(fem, cell.node[(i + 1) % cell.n_corners]),
                    part);
        sn_v3_add(normal, part, normal);
    }
    const double length = sn_v3_norm(normal);
    if (length > 0)
        sn_v3_scale(1 / length, normal, normal);
}

typedef struct Edge {
    int node[2], face;
} Edge;

static int compare_edges(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->node[0] != y->node[0])
        return x->node[0] < y->node[0] ? -1 : 1;
    if (x->node[1] != y->node[1])
        return x->node[1] < y->node[1] ? -1 : 1;
    return x->face < y->face ? -1 : x->face > y->face;
}

/* All edges of the outside, those of the same nodes one after the other; returns how many. */
static int sort_edges(const SnFemMesh *mesh, Edge *edges)
{
    int n = 0;
    for (int f = 0; f < mesh->n_faces; f++) {
        Cell cell;
        face_cell(mesh, f, &cell);
        for (int i = 0; i < cell.n_corners; i++) {
            const int a = cell.node[i], b = cell.node[(i + 1) % cell.n_corners];
            edges[n++] = (Edge){{a < b ? a : b, a < b ? b : a}, f};
        }
    }
    qsort(edges, (size_t)n, sizeof *edges, compare_edges);
    return n;
}

/* Joins the faces across edges that are not sharp; a face of a sheet may look either way. */
static void join_faces(const Fem *fem, double angle, int *parent)
{
    const SnFemMesh *mesh = fem->mesh;
    Edge *edges = sn_alloc((size_t)mesh->n_faces * 4, sizeof *edges);
    double(*normal)[3] = sn_alloc((size_t)mesh->n_faces, sizeof *normal);
    const double least = cos(angle) - 1e-9;
    const int n = sort_edges(mesh, edges);
    for (int f = 0; f < mesh->n_faces; f++) {
        parent[f] = f;
        face_normal(fem, f, normal[f]);
    }
    for (int i = 0; i < n; i++) {
        for (int k = i + 1;
             k < n && edges[k].node[0] == edges[i].node[0] && edges[k].node[1] == edges[i].node[1];
             k++) {
            const int a = edges[i].face, b = edges[k].face;
            const double turn = sn_v3_dot(normal[a], normal[b]);
            const bool sheet =
                sn_element_is_surface((SnElementKind)mesh->kind[mesh->face[a][0]]) != 0;
            if ((sheet ? fabs(turn) : turn) >= least)
                parent[root_of(parent, a)] = root_of(parent, b);
        }
    }
    sn_free(normal);
    sn_free(edges);
}

/* The faces that lie wholly in the set; without one, those with any of it. */
static void seed_faces(const SnFemMesh *mesh, const uint8_t *nodes, uint8_t *faces)
{
    bool whole = false;
    for (int pass = 0; pass < 2 && !whole; pass++) {
        for (int f = 0; f < mesh->n_faces; f++) {
            Cell cell;
            face_cell(mesh, f, &cell);
            const int in = count_in(&cell, nodes);
            faces[f] = pass == 0 ? in == cell.n : in > 0;
            whole = whole || faces[f];
        }
    }
}

/* Spreads a set of faces up to sharp edges. */
static void spread_faces(const Fem *fem, double angle, uint8_t *faces)
{
    const int n = fem->mesh->n_faces;
    int *parent = sn_alloc((size_t)n, sizeof *parent);
    uint8_t *reached = sn_alloc((size_t)n, 1);
    join_faces(fem, angle, parent);
    for (int f = 0; f < n; f++)
        if (faces[f])
            reached[root_of(parent, f)] = 1;
    for (int f = 0; f < n; f++)
        faces[f] = reached[root_of(parent, f)];
    sn_free(reached);
    sn_free(parent);
}

static bool spread_face_nodes(const Fem *fem, double angle, uint8_t *nodes)
{
    const SnFemMesh *mesh = fem->mesh;
    uint8_t *faces = sn_alloc((size_t)mesh->n_faces, 1);
    seed_faces(mesh, nodes, faces);
    const bool found = any(faces, mesh->n_faces);
    if (found) {
        spread_faces(fem, angle, faces);
        memset(nodes, 0, (size_t)mesh->n_nodes);
        for (int f = 0; f < mesh->n_faces; f++)
            if (faces[f])
                sn_fem_face_nodes(mesh, f, nodes);
    }
    sn_free(faces);
    return found;
}

/* --- planes --- */

typedef struct Plane {
    double point[3], normal[3];
} Plane;

/* [m] mean length of the edges of elements. */
static double mean_edge(const Fem *fem)
{
    const SnFemMesh *mesh = fem->mesh;
    double sum = 0;
    long n = 0;
    for (int e = 0; e < mesh->n_elements; e++) {
        const SnElementShape *shape = sn_element_shape((SnElementKind)mesh->kind[e]);
        const int *nodes = mesh->nodes + mesh->start[e];
        for (int i = 0; i < shape->n_edges; i++, n++)
            sum += sn_v3_distance(point_of(fem, nodes[shape->edge[i][0]]),
                                  point_of(fem, nodes[shape->edge[i][1]]));
    }
    return n > 0 ? sum / (double)n : 0;
}

static bool in_plane(const Fem *fem, const Plane *plane, double slack, int node)
{
    double to[3];
    sn_v3_sub(point_of(fem, node), plane->point, to);
    return fabs(sn_v3_dot(to, plane->normal)) <= slack;
}

static bool lies_in(const Fem *fem, const Plane *plane, double slack, const Cell *cell)
{
    for (int i = 0; i < cell->n; i++)
        if (!in_plane(fem, plane, slack, cell->node[i]))
            return false;
    return true;
}

static int count_in_plane(const Fem *fem, const Plane *plane, double slack)
{
    int n = 0;
    for (int i = 0; i < fem->mesh->n_nodes; i++)
        n += in_plane(fem, plane, slack, i);
    return n;
}

/* Through the first node of the set, the one farthest from it and the one farthest from their
 * line; false: they lie on a line, or are fewer. */
static bool plane_of_nodes(const Fem *fem, const uint8_t *nodes, double slack, Plane *plane)
{
    const int n = fem->mesh->n_nodes;
    int first = 0, second = -1, third = -1;
    double far = slack, off = slack, along[3];
    while (first < n && !nodes[first])
        first++;
    for (int i = first; i < n; i++) {
        const double away = sn_v3_distance(point_of(fem, first), point_of(fem, i));
        if (nodes[i] && away > far) {
            far = away;
            second = i;
        }
    }
    if (second < 0)
        return false;
    sn_v3_copy(point_of(fem, first), plane->point);
    sn_v3_sub(point_of(fem, second), plane->point, along);
    sn_v3_scale(1 / far, along, along);
    for (int i = first; i < n; i++) {
        double to[3], across[3];
        sn_v3_sub(point_of(fem, i), plane->point, to);
        sn_v3_cross(along, to, across);
        if (nodes[i] && sn_v3_norm(across) > off) {
            off = sn_v3_norm(across);
            third = i;
            sn_v3_scale(1 / off, across, plane->normal);
        }
    }
    return third >= 0;
}

/* Of the faces that have as much of the set as any, the one whose plane holds most nodes. */
static bool plane_of_faces(const Fem *fem, const uint8_t *nodes, double slack, Plane *plane)
{
    int most_in = 1, most = 0, compared = 0;
    for (int f = 0; f < fem->mesh->n_faces && compared < MAX_PLANES; f++) {
        Cell cell;
        Plane there;
        face_cell(fem->mesh, f, &cell);
        const int in = count_in(&cell, nodes);
        if (in < most_in || (in == most_in && most > 0 && lies_in(fem, plane, slack, &cell)))
            continue;
        compared++;
        face_normal(fem, f, there.normal);
        sn_v3_copy(point_of(fem, cell.node[0]), there.point);
        const int count = count_in_plane(fem, &there, slack);
        if (in > most_in || count > most) {
            most_in = in;
            most = count;
            *plane = there;
        }
    }
    return most > 0;
}

static bool spread_plane(const Fem *fem, uint8_t *nodes)
{
    const double slack = plane_slack * mean_edge(fem);
    Plane plane;
    if (!plane_of_nodes(fem, nodes, slack, &plane) && !plane_of_faces(fem, nodes, slack, &plane))
        return false;
    for (int i = 0; i < fem->mesh->n_nodes; i++)
        nodes[i] = in_plane(fem, &plane, slack, i);
    return true;
}

/* --- nodes and elements --- */

static void invert(uint8_t *set, int n)
{
    for (int i = 0; i < n; i++)
        set[i] = !set[i];
}

bool sn_fem_spread_nodes(const SnFemMesh *mesh, const double *points, SnSpread how, double angle,
                         uint8_t *nodes)
{
    const Fem fem = {mesh, points};
    switch (how) {
    case SN_SPREAD_CONNECTED:
        spread_connected(mesh, nodes);
        return true;
    case SN_SPREAD_GROW:
    case SN_SPREAD_SHRINK:
        step_rim(mesh, how == SN_SPREAD_GROW, nodes);
        return true;
    case SN_SPREAD_INVERT:
        invert(nodes, mesh->n_nodes);
        return true;
    case SN_SPREAD_FACE:
        return any(nodes, mesh->n_nodes) && spread_face_nodes(&fem, angle, nodes);
    case SN_SPREAD_PLANE:
        return any(nodes, mesh->n_nodes) && spread_plane(&fem, nodes);
    case SN_SPREAD_COUNT:
        break;
    }
    return false;
}

/* Elements with a node of the set. */
static void elements_of(const SnFemMesh *mesh, const uint8_t *nodes, uint8_t *elements)
{
    for (int e = 0; e < mesh->n_elements; e++) {
        Cell cell;
        element_cell(mesh, e, &cell);
        elements[e] = count_in(&cell, nodes) > 0;
    }
}

static void nodes_of(const SnFemMesh *mesh, const uint8_t *elements, uint8_t *nodes)
{
    memset(nodes, 0, (size_t)mesh->n_nodes);
    for (int e = 0; e < mesh->n_elements; e++) {
        Cell cell;
        element_cell(mesh, e, &cell);
        if (elements[e])
            put_all(&cell, 1, nodes);
    }
}

void sn_fem_elements_behind(const SnFemMesh *mesh, const uint8_t *nodes, uint8_t *elements)
{
    memset(elements, 0, (size_t)mesh->n_elements);
    for (int f = 0; f < mesh->n_faces; f++) {
        Cell cell;
        face_cell(mesh, f, &cell);
        if (count_in(&cell, nodes) == cell.n)
            elements[mesh->face[f][0]] = 1;
    }
}

/* Faces and planes of the outside faces that the elements have. */
static bool spread_element_faces(const Fem *fem, SnSpread how, double angle, uint8_t *elements)
{
    const SnFemMesh *mesh = fem->mesh;
    uint8_t *faces = sn_alloc((size_t)mesh->n_faces, 1);
    uint8_t *nodes = sn_alloc((size_t)mesh->n_nodes, 1);
    for (int f = 0; f < mesh->n_faces; f++)
        faces[f] = elements[mesh->face[f][0]];
    bool found = any(faces, mesh->n_faces);
    if (found && how == SN_SPREAD_FACE) {
        spread_faces(fem, angle, faces);
        memset(elements, 0, (size_t)mesh->n_elements);
        for (int f = 0; f < mesh->n_faces; f++)
            elements[mesh->face[f][0]] |= faces[f];
    } else if (found) {
        for (int f = 0; f < mesh->n_faces; f++)
            if (faces[f])
                sn_fem_face_nodes(mesh, f, nodes);
        Plane plane;
        const double slack = plane_slack * mean_edge(fem);
        found = plane_of_faces(fem, nodes, slack, &plane);
        for (int i = 0; i < mesh->n_nodes && found; i++)
            nodes[i] = in_plane(fem, &plane, slack, i);
        if (found)
            sn_fem_elements_behind(mesh, nodes, elements);
    }
    sn_free(nodes);
    sn_free(faces);
    return found;
}

bool sn_fem_spread_elements(const SnFemMesh *mesh, const double *points, SnSpread how, double angle,
                            uint8_t *elements)
{
    const Fem fem = {mesh, points};
    if (how == SN_SPREAD_FACE || how == SN_SPREAD_PLANE)
        return spread_element_faces(&fem, how, angle, elements);
    if (how == SN_SPREAD_INVERT) {
        invert(elements, mesh->n_elements);
        return true;
    }
    uint8_t *nodes = sn_alloc((size_t)mesh->n_nodes, 1);
    if (how == SN_SPREAD_SHRINK) /* the others grow */
        invert(elements, mesh->n_elements);
    nodes_of(mesh, elements, nodes);
    if (how == SN_SPREAD_CONNECTED)
        spread_connected(mesh, nodes);
    elements_of(mesh, nodes, elements);
    if (how == SN_SPREAD_SHRINK)
        invert(elements, mesh->n_elements);
    sn_free(nodes);
    return true;
}

/* --- places --- */

/* Distance of a place from a triangle, by its closest point (Ericson, Real-Time Collision
 * Detection, 2005, §5.1.5, here by clamping to the edges where the foot lies beside it). */
static double triangle_distance(const double *a, const double *b, const double *c,
                                const double place[3])
{
    const double *corner[3] = {a, b, c};
    double ab[3], ac[3], normal[3], to[3];
    sn_v3_sub(b, a, ab);
    sn_v3_sub(c, a, ac);
    sn_v3_cross(ab, ac, normal);
    bool inside = sn_v3_norm(normal) > 0;
    double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        double edge[3], across[3];
        sn_v3_sub(corner[(i + 1) % 3], corner[i], edge);
        sn_v3_sub(place, corner[i], to);
        sn_v3_cross(normal, edge, across);
        inside = inside && sn_v3_dot(across, to) >= 0;
        const double square = sn_v3_dot(edge, edge);
        const double t = square > 0 ? fmin(fmax(sn_v3_dot(edge, to) / square, 0), 1) : 0;
        sn_v3_axpy(-t, edge, to);
        best = fmin(best, sn_v3_norm(to));
    }
    sn_v3_sub(place, a, to);
    return inside ? fabs(sn_v3_dot(normal, to)) / sn_v3_norm(normal) : best;
}

int sn_fem_nearest_face(const SnFemMesh *mesh, const double *points, const double place[3])
{
    const Fem fem = {mesh, points};
    double best = INFINITY;
    int nearest = -1;
    for (int f = 0; f < mesh->n_faces; f++) {
        Cell cell;
        face_cell(mesh, f, &cell);
        for (int i = 1; i + 1 < cell.n_corners; i++) {
            const double away =
                triangle_distance(point_of(&fem, cell.node[0]), point_of(&fem, cell.node[i]),
                                  point_of(&fem, cell.node[i + 1]), place);
            if (away < best) {
                best = away;
                nearest = f;
            }
        }
    }
    return nearest;
}

void sn_fem_face_nodes(const SnFemMesh *mesh, int face, uint8_t *nodes)
{
    Cell cell;
    face_cell(mesh, face, &cell);
    put_all(&cell, 1, nodes);
}
