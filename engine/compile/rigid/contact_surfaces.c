/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/compile/rigid/contact_surfaces.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/model/classes/body_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Gap that is kept where nothing is said: over the size of the FEM model, but less than that over
 * its shortest edge on the surface. */
#define GAP            1e-3
#define GAP_OF_AN_EDGE 0.1

/* --- triangles of faces --- */

/* Corners of a face, into its nodes: as it is drawn, with the middles of edges as corners. */
static const signed char THREE[][3] = {{0, 1, 2}}, FOUR[][3] = {{0, 1, 2}, {0, 2, 3}};
static const signed char SIX[][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
static const signed char EIGHT[][3] = {{0, 4, 7}, {4, 1, 5}, {5, 2, 6},
                                       {6, 3, 7}, {4, 5, 6}, {4, 6, 7}};

static const signed char (*triangles_of(int n_nodes, int *n))[3]
{
    switch (n_nodes) {
    case 3:
        *n = 1;
        return THREE;
    case 4:
        *n = 2;
        return FOUR;
    case 6:
        *n = 4;
        return SIX;
    default:
        *n = 6;
        return EIGHT;
    }
}

/* Triangles of the surface over the nodes of the mesh; how many. */
static int surface_of(const SnVolumeMesh *mesh, int32_t **triangles)
{
    int *faces, n = 0;
    const int n_faces = sn_volume_mesh_surface(mesh, &faces);
    *triangles = sn_alloc(18 * (size_t)n_faces + 1, sizeof **triangles);
    for (int f = 0; f < n_faces; f++) {
        const int e = faces[2 * f];
        const SnElementFace *face =
            &sn_element_shape((SnElementKind)mesh->kind[e])->face[faces[2 * f + 1]];
        int count;
        const signed char(*corner)[3] = triangles_of(face->n, &count);
        for (int t = 0; t < count; t++, n++)
            for (int k = 0; k < 3; k++)
                (*triangles)[3 * n + k] =
                    mesh->element_nodes[mesh->start[e] + face->node[corner[t][k]]];
    }
    g_free(faces);
    return n;
}

/* --- FEM models --- */

/* Keeps the vertices that triangles have: `number` [n] gets their new numbers or -1; how many. */
static int renumber(int n, int n_triangles, int32_t *triangles, int32_t *number)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        number[i] = -1;
    for (int i = 0; i < 3 * n_triangles; i++)
        number[triangles[i]] = 0;
    for (int i = 0; i < n; i++)
        number[i] = number[i] < 0 ? -1 : count++;
    for (int i = 0; i < 3 * n_triangles; i++)
        triangles[i] = number[triangles[i]];
    return count;
}

/* Of a surface at the start. */
static double automatic_gap(const SnSystem *system, const SnTouchSurface *s)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double shortest = HUGE_VAL;
    for (int i = 0; i < 3 * s->n_triangles; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        const double *a = system->q0 + system->blocks[s->vertex_block[s->triangles[i]]].q;
        const double *b = system->q0 + system->blocks[s->vertex_block[s->triangles[next]]].q;
        shortest = fmin(shortest, sn_v3_distance(a, b));
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], a[k]);
            high[k] = fmax(high[k], a[k]);
        }
    }
    return fmin(GAP * sn_v3_distance(low, high), GAP_OF_AN_EDGE * shortest);
}

void sn_touch_surface_of_mesh(const SnVolumeMesh *mesh, const int *node_block,
                              SnTouchSurface *surface)
{
    SnTouchSurface *s = surface;
    int32_t *number = sn_alloc((size_t)mesh->n_nodes + 1, sizeof *number);
    *s = (SnTouchSurface){.block = -1};
    s->n_triangles = surface_of(mesh, &s->triangles);
    s->n_vertices = renumber(mesh->n_nodes, s->n_triangles, s->triangles, number);
    s->vertex_block = sn_alloc((size_t)s->n_vertices + 1, sizeof *s->vertex_block);
    for (int i = 0; i < mesh->n_nodes; i++)
        if (number[i] >= 0)
            s->vertex_block[number[i]] = node_block[i];
    sn_free(number);
}

static void add_fem(SnCompiler *c, SnSystemContacts *contacts, const SnSystemFem *fem,
                    const SnFemDraft *draft)
{
    SnTouchSurface s;
    sn_touch_surface_of_mesh(draft->fem->mesh, fem->node_block, &s);
    s.id = fem->id;
    s.shape = contacts->n_shapes + contacts->n_deformable;
    s.gap = automatic_gap(c->system, &s);
    SN_COMPILER_APPEND(contacts->surfaces, contacts->n_surfaces, s);
    contacts->n_deformable++;
}

/* --- rigid bodies --- */

/* Corners that are drawn several times become one: by their places, rounded as they are drawn. */
typedef struct Corner {
    float x[3];
    int32_t vertex;
} Corner;

static int compare_corners(const void *a, const void *b)
{
    const Corner *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (p->x[k] != q->x[k])
            return (p->x[k] > q->x[k]) - (p->x[k] < q->x[k]);
    return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

static bool same_place(const Corner *a, const Corner *b)
{
    return a->x[0] == b->x[0] && a->x[1] == b->x[1] && a->x[2] == b->x[2];
}

/* In full precision: faces that begin in one plane are not in each other. */
static void weld(const SnSurface *surface, const double offset[3], SnTouchSurface *s)
{
    const size_t n = (size_t)surface->n_vertices;
    Corner *corners = sn_alloc(n + 1, sizeof *corners);
    int32_t *number = sn_alloc(n + 1, sizeof *number);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 3; k++)
            corners[i].x[k] = (float)surface->vertices[3 * i + k];
        corners[i].vertex = (int32_t)i;
    }
    qsort(corners, n, sizeof *corners, compare_corners);
    s->local = sn_alloc(3 * n + 3, sizeof *s->local);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !same_place(&corners[i - 1], &corners[i]))
            for (int k = 0; k < 3; k++)
                s->local[3 * s->n_vertices + k] =
                    offset[k] + surface->vertices[3 * corners[i].vertex + k];
        s->n_vertices += i == 0 || !same_place(&corners[i - 1], &corners[i]);
        number[corners[i].vertex] = s->n_vertices - 1;
    }
    s->triangles = sn_alloc(3 * (size_t)surface->n_triangles + 1, sizeof *s->triangles);
    for (int t = 0; t < surface->n_triangles; t++) {
        int32_t corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = number[surface->triangles[3 * t + k]];
        if (corner[0] != corner[1] && corner[1] != corner[2] && corner[2] != corner[0])
            memcpy(s->triangles + 3 * s->n_triangles++, corner, sizeof corner);
    }
    sn_free(corners);
    sn_free(number);
}

static bool add_body(SnCompiler *c, SnSystemContacts *contacts, int number)
{
    const SnContactShape *shape = &contacts->shapes[number];
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(c->model, shape->id);
    SnTouchSurface s = {.id = shape->id, .shape = number, .block = shape->block, .gap = HUGE_VAL};
    if (shape->convex.half_space ||
        (shape->convex.radius > 0 && !(shape->convex.half_length > 0))) {
        sn_touch_surface_of_convex(&shape->convex, shape->offset, &s);
    } else {
        GError *error = NULL;
        SnSurface *surface = sn_rigid_body_surface(c->model, body, &error);
        if (!surface) {
            sn_compiler_fail_with(c, &body->base.base, error);
            return false;
        }
        weld(surface, shape->offset, &s);
        sn_surface_free(surface);
        s.round = shape->convex.half_length > 0;
    }
    SN_COMPILER_APPEND(contacts->surfaces, contacts->n_surfaces, s);
    return true;
}

/* What is smooth, for strands, whose parts would mesh with facets like gears. */
static void add_core(SnSystemContacts *contacts, int number)
{
    const SnContactShape *shape = &contacts->shapes[number];
    const bool ball = shape->convex.n_vertices == 1 && shape->convex.radius > 0;
    if (shape->convex.half_space || !(ball || shape->convex.half_length > 0))
        return;
    SnTouchSurface s = {.id = shape->id, .shape = number, .block = shape->block, .core = true};
    sn_touch_surface_of_convex(&shape->convex, shape->offset, &s);
    if (ball) { /* an edge without a length */
        s.edges = sn_alloc(2, sizeof *s.edges);
        s.n_edges = 1;
    }
    s.gap = HUGE_VAL;
    SN_COMPILER_APPEND(contacts->surfaces, contacts->n_surfaces, s);
}

bool sn_compile_contact_surfaces(SnCompiler *c, SnSystemContacts *contacts)
{
    const SnSystemFems *fems = &c->system->fems;
    bool good = true;
    for (int f = 0; f < fems->n; f++)
        add_fem(c, contacts, &fems->fems[f], &g_array_index(c->fem_drafts, SnFemDraft, f));
    sn_compile_contact_strands(c, contacts);
    bool all = contacts->n_deformable > 0;
    for (int i = 0; i < contacts->n_shapes; i++)
        all = all || contacts->shapes[i].as_is;
    for (int i = 0; good && all && i < contacts->n_shapes; i++)
        good = add_body(c, contacts, i);
    for (int i = 0; good && contacts->n_deformable > fems->n && i < contacts->n_shapes; i++)
        add_core(contacts, i);
    return good;
}
