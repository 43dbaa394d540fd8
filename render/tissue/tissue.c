/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/tissue/tissue.h"

#include "engine/base/memory.h"

#include "render/shape/buffer.h"
#include "render/shape/face_grid.h"
#include "render/shape/shape.h"
#include "render/tissue/tissue_build.h"

#include <stdlib.h>
#include <string.h>

/* A surface while it grows; corners are places, not yet vertices. */
typedef struct TissueParts {
    SnBuffer start, node, weight; /* of places; start has one more */
    SnBuffer element;             /* of places, if they shrink */
    SnBuffer corners;             /* uint32_t: three places a triangle */
    SnBuffer owner;               /* int */
    SnBuffer lines;               /* uint32_t: two places a line */
    int n_points;
} TissueParts;

/* --- growing --- */

static void tissue_begin(TissueParts *parts)
{
    memset(parts, 0, sizeof *parts);
    *(int *)sn_buffer_add(&parts->start, 1, sizeof(int)) = 0;
}

/* Ends one place, whose nodes and weights were added since the last; returns its number. */
static int tissue_end_point(TissueParts *parts)
{
    *(int *)sn_buffer_add(&parts->start, 1, sizeof(int)) = parts->node.count;
    return parts->n_points++;
}

static void tissue_add_weight(TissueParts *parts, int node, float weight)
{
    *(int *)sn_buffer_add(&parts->node, 1, sizeof(int)) = node;
    *(float *)sn_buffer_add(&parts->weight, 1, sizeof(float)) = weight;
}

static void tissue_add_triangle(TissueParts *parts, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *corner = sn_buffer_add(&parts->corners, 3, sizeof *corner);
    corner[0] = a, corner[1] = b, corner[2] = c;
}

static void tissue_add_line(TissueParts *parts, uint32_t a, uint32_t b)
{
    uint32_t *line = sn_buffer_add(&parts->lines, 2, sizeof *line);
    line[0] = a, line[1] = b;
}

static int compare_lines(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(uint32_t));
}

/* Each line once, whichever way it runs. */
static void tissue_unique_lines(TissueParts *parts)
{
    uint32_t(*lines)[2] = parts->lines.data;
    const int n = parts->lines.count / 2;
    for (int i = 0; i < n; i++)
        if (lines[i][0] > lines[i][1]) {
            const uint32_t swap = lines[i][0];
            lines[i][0] = lines[i][1], lines[i][1] = swap;
        }
    if (n)
        qsort(lines, (size_t)n, sizeof *lines, compare_lines);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (kept == 0 || compare_lines(lines[kept - 1], lines[i]) != 0)
            memmove(lines[kept++], lines[i], sizeof *lines);
    parts->lines.count = 2 * kept;
}

/* Takes the parts over.  With `rest` (places of nodes at rest) a place has a vertex for each side
 * of its creases; without, one. */
static SnTissue *tissue_finish(TissueParts *parts, const float (*rest)[3])
{
    SnTissue *tissue = sn_alloc(1, sizeof *tissue);
    tissue->n_points = parts->n_points;
    tissue->start = parts->start.data;
    tissue->node = parts->node.data;
    tissue->weight = parts->weight.data;
    tissue->element = parts->element.data;
    tissue->n_triangles = parts->corners.count / 3;
    tissue->owner = parts->owner.data;
    tissue->n_lines = parts->lines.count / 2;
    tissue->lines = parts->lines.data;
    const size_t n_points = (size_t)tissue->n_points;
    tissue->place = sn_alloc(n_points, sizeof *tissue->place);
    tissue->value = sn_alloc(n_points, sizeof *tissue->value);
    if (rest) {
        sn_tissue_positions(tissue, rest, tissue->place);
        sn_tissue_split(tissue, parts->corners.data, (const float(*)[3])tissue->place);
        sn_buffer_free(&parts->corners);
    } else {
        tissue->n_vertices = tissue->n_points;
        tissue->point = sn_alloc(n_points, sizeof(int));
        tissue->first = sn_alloc(n_points, sizeof(int));
        for (int i = 0; i < tissue->n_points; i++)
            tissue->point[i] = tissue->first[i] = i;
        tissue->triangles = parts->corners.data;
    }
    for (int i = 0; i < 2 * tissue->n_lines; i++)
        tissue->lines[i] = (uint32_t)tissue->first[tissue->lines[i]];
    tissue->normal = sn_alloc((size_t)tissue->n_vertices, sizeof *tissue->normal);
    return tissue;
}

/* --- faces of elements --- */

typedef struct SidePoint { /* a place on the side of a quadratic face, shared with its neighbour */
    int a, b, part;        /* nodes a < b; 0: unused */
    int point;
} SidePoint;

typedef struct FaceMaker {
    const SnFemMesh *fem;
    SnFaceGrids grids;
    TissueParts parts;
    int *point_of; /* [n_nodes] place at each node, -1: none; NULL: faces share nothing */
    SidePoint *sides;
    uint32_t n_sides; /* power of two */
} FaceMaker;

static SidePoint *find_side(FaceMaker *maker, int a, int b, int part)
{
    if (a > b) {
        const int swap = a;
        a = b, b = swap;
        part = SN_GRID_DIVISIONS - part;
    }
    uint32_t hash = (uint32_t)a * 73856093u ^ (uint32_t)b * 19349663u ^ (uint32_t)part * 83492791u;
    hash ^= hash >> 15;
    for (;; hash++) {
        SidePoint *side = &maker->sides[hash & (maker->n_sides - 1)];
        if (side->part == 0) {
            *side = (SidePoint){a, b, part, -1};
            return side;
        }
        if (side->a == a && side->b == b && side->part == part)
            return side;
    }
}

/* The place of one point of a face's grid, made if it is not there yet. */
static int find_point(FaceMaker *maker, int element, const SnElementFace *face,
                      const SnGridPoint *point)
{
    const int *nodes = maker->fem->nodes + maker->fem->start[element];
    int *known = NULL;
    if (maker->point_of && point->node >= 0) {
        known = &maker->point_of[nodes[face->node[point->node]]];
    } else if (maker->point_of && point->edge >= 0) {
        const int a = nodes[face->node[point->edge]];
        const int b = nodes[face->node[(point->edge + 1) % face->n_corners]];
        known = &find_side(maker, a, b, point->part)->point;
    }
    if (known && *known >= 0)
        return *known;
    for (int i = 0; i < face->n; i++)
        if (point->weight[i] != 0)
            tissue_add_weight(&maker->parts, nodes[face->node[i]], point->weight[i]);
    const int made = tissue_end_point(&maker->parts);
    if (known)
        *known = made;
    else if (!maker->point_of)
        *(int *)sn_buffer_add(&maker->parts.element, 1, sizeof(int)) = element;
    return made;
}

static void add_face(FaceMaker *maker, int element, int number)
{
    const SnElementKind kind = (SnElementKind)maker->fem->kind[element];
    const SnElementFace *face = &sn_element_shape(kind)->face[number];
    const SnFaceGrid *grid = &maker->grids.by_nodes[face->n];
    const int *nodes = maker->fem->nodes + maker->fem->start[element];
    uint32_t at[SN_GRID_POINTS];
    for (int i = 0; i < grid->n_points; i++)
        at[i] = (uint32_t)find_point(maker, element, face, &grid->point[i]);
    for (int i = 0; i < grid->n_triangles; i++) {
        const unsigned char *t = grid->triangle[i];
        tissue_add_triangle(&maker->parts, at[t[0]], at[t[1]], at[t[2]]);
        *(int *)sn_buffer_add(&maker->parts.owner, 1, sizeof(int)) = element;
    }
    const int pieces = grid->n_lines / face->n_corners;
    for (int i = 0; i < grid->n_lines; i++) {
        /* faces that share nothing: each edge of a solid element once, as two faces have it */
        const int a = nodes[face->node[i / pieces]];
        const int b = nodes[face->node[(i / pieces + 1) % face->n_corners]];
        if (maker->point_of || a < b || sn_element_is_surface(kind))
            tissue_add_line(&maker->parts, at[grid->line[i][0]], at[grid->line[i][1]]);
    }
}

static bool all_solid(const SnFemMesh *fem)
{
    for (int i = 0; i < fem->n_elements; i++)
        if (sn_element_is_surface((SnElementKind)fem->kind[i]))
            return false;
    return true;
}

SnTissue *sn_tissue_of_fem(const SnFemMesh *fem, bool elements)
{
    FaceMaker maker = {.fem = fem, .n_sides = 16};
    sn_face_grids_make(&maker.grids);
    tissue_begin(&maker.parts);
    if (elements) {
        for (int i = 0; i < fem->n_elements; i++)
            for (int k = 0; k < sn_element_shape((SnElementKind)fem->kind[i])->n_faces; k++)
                add_face(&maker, i, k);
    } else {
        while (maker.n_sides < 16 * (uint32_t)fem->n_faces)
            maker.n_sides *= 2;
        maker.sides = sn_alloc(maker.n_sides, sizeof *maker.sides);
        maker.point_of = sn_alloc((size_t)fem->n_nodes, sizeof(int));
        for (int i = 0; i < fem->n_nodes; i++)
            maker.point_of[i] = -1;
        for (int i = 0; i < fem->n_faces; i++)
            add_face(&maker, fem->face[i][0], fem->face[i][1]);
        tissue_unique_lines(&maker.parts);
        sn_free(maker.sides);
        sn_free(maker.point_of);
    }
    SnTissue *tissue = tissue_finish(&maker.parts, elements ? NULL : (const float(*)[3])fem->rest);
    tissue->solid = all_solid(fem);
    if (elements)
        tissue->middle = sn_alloc((size_t)fem->n_elements, sizeof *tissue->middle);
    return tissue;
}

/* --- skins --- */

/* The first of the places that are one at rest, for each place. */
static uint32_t *weld(const TissueParts *parts, const float (*rest)[3])
{
    const SnTissue so_far = {.n_points = parts->n_points,
                             .start = parts->start.data,
                             .node = parts->node.data,
                             .weight = parts->weight.data};
    float(*place)[3] = sn_alloc((size_t)parts->n_points, sizeof *place);
    sn_tissue_positions(&so_far, rest, place);
    uint32_t *welded = sn_weld(parts->n_points, &place[0][0]);
    sn_free(place);
    return welded;
}

SnTissue *sn_tissue_of_skin(const SnSkin *skin, const SnFemMesh *fem)
{
    TissueParts parts;
    tissue_begin(&parts);
    for (int v = 0; v < skin->n_vertices; v++) {
        for (int k = skin->start[v]; k < skin->start[v + 1]; k++)
            tissue_add_weight(&parts, skin->node[k], skin->weight[k]);
        tissue_end_point(&parts);
    }
    uint32_t *welded = weld(&parts, (const float(*)[3])fem->rest);
    for (int i = 0; i < skin->n_triangles; i++) {
        uint32_t t[3];
        for (int k = 0; k < 3; k++)
            t[k] = welded[skin->triangles[3 * i + k]];
        tissue_add_triangle(&parts, t[0], t[1], t[2]);
        for (int k = 0; k < 3; k++)
            tissue_add_line(&parts, t[k], t[(k + 1) % 3]);
    }
    sn_free(welded);
    tissue_unique_lines(&parts);
    return tissue_finish(&parts, (const float(*)[3])fem->rest);
}

/* --- done --- */

void sn_tissue_free(SnTissue *tissue)
{
    if (!tissue)
        return;
    sn_free(tissue->start);
    sn_free(tissue->node);
    sn_free(tissue->weight);
    sn_free(tissue->element);
    sn_free(tissue->point);
    sn_free(tissue->first);
    sn_free(tissue->triangles);
    sn_free(tissue->owner);
    sn_free(tissue->lines);
    sn_free(tissue->place);
    sn_free(tissue->value);
    sn_free(tissue->normal);
    sn_free(tissue->middle);
    sn_free(tissue);
}
