/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts through finite elements.  Each element is taken as the tetrahedra between its middle and
 * the triangles of its faces, the same triangles as on the surface, so that a cut and the surface
 * meet without a gap, in shape and in value; within a tetrahedron both are linear. */
#include "render/collect/collect.h"

#include "engine/base/vec.h"
#include "render/shape/face_grid.h"

#include <math.h>
#include <string.h>

typedef struct Corner {
    float p[3], value, distance; /* signed distance from the plane: below 0 stays */
} Corner;

typedef struct Cutter {
    const SnFemMesh *fem;
    const SnGpuTissue *gpu;
    SnSectionSoup *soup;
    SnFaceGrids grids;
    int16_t normal[4];
    bool with_values, apart; /* apart: shrunk elements */
} Cutter;

static void add_weighted(float weight, const Corner *from, Corner *sum)
{
    for (int k = 0; k < 3; k++)
        sum->p[k] += weight * from->p[k];
    sum->value += weight * from->value;
    sum->distance += weight * from->distance;
}

/* The place where the plane cuts the line between two corners on either side. */
static uint32_t add_crossing(const Cutter *cutter, const Corner *a, const Corner *b)
{
    const Corner *kept = a->distance < 0 ? a : b, *gone = a->distance < 0 ? b : a;
    const float t = kept->distance / (kept->distance - gone->distance);
    SnBuffer *vertices = &cutter->soup->vertices;
    SnTissueVertex *vertex = sn_buffer_add(vertices, 1, sizeof *vertex);
    for (int k = 0; k < 3; k++)
        vertex->position[k] = kept->p[k] + t * (gone->p[k] - kept->p[k]);
    memcpy(vertex->normal, cutter->normal, sizeof vertex->normal);
    vertex->value = kept->value + t * (gone->value - kept->value);
    return (uint32_t)vertices->count - 1;
}

static void add_triangle(const Cutter *cutter, int element, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *index = sn_buffer_add(&cutter->soup->indices, 3, sizeof *index);
    index[0] = a, index[1] = b, index[2] = c;
    *(int *)sn_buffer_add(&cutter->soup->owner, 1, sizeof(int)) = element;
}

static void add_line(const Cutter *cutter, bool rim, uint32_t a, uint32_t b)
{
    uint32_t *line = sn_buffer_add(&cutter->soup->lines[rim], 2, sizeof *line);
    line[0] = a, line[1] = b;
}

/* The tetrahedron of a face's triangle (corners 0 to 2) and the element's middle (corner 3). */
static void cut_tetrahedron(const Cutter *cutter, int element, bool rim,
                            const Corner *const corner[4])
{
    int sides[2][4], n[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        const int side = corner[i]->distance >= 0;
        sides[side][n[side]++] = i;
    }
    if (n[0] == 0 || n[1] == 0)
        return;
    /* around the polygon; a pair of a corner on either side each */
    int pairs[4][2];
    const int count = n[0] == 2 ? 4 : 3;
    for (int i = 0; i < count; i++) {
        pairs[i][0] = sides[0][n[0] == 1 ? 0 : count == 4 ? i / 2 : i];
        pairs[i][1] = sides[1][n[1] == 1 ? 0 : count == 4 ? (i == 1 || i == 2) : i];
    }
    uint32_t at[4], on_face[4];
    int n_on_face = 0;
    for (int i = 0; i < count; i++) {
        at[i] = add_crossing(cutter, corner[pairs[i][0]], corner[pairs[i][1]]);
        if (pairs[i][0] != 3 && pairs[i][1] != 3)
            on_face[n_on_face++] = at[i];
    }
    for (int i = 2; i < count; i++)
        add_triangle(cutter, element, at[0], at[i - 1], at[i]);
    if (n_on_face == 2)
        add_line(cutter, rim, on_face[0], on_face[1]);
}

/* The line in which the plane cuts a triangle of a membrane or shell. */
static void cut_triangle(const Cutter *cutter, const Corner *const corner[3])
{
    uint32_t at[3];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        const Corner *a = corner[i], *b = corner[(i + 1) % 3];
        if ((a->distance >= 0) != (b->distance >= 0))
            at[n++] = add_crossing(cutter, a, b);
    }
    if (n == 2)
        add_line(cutter, true, at[0], at[1]);
}

static void cut_element(const Cutter *cutter, int element)
{
    const SnFemMesh *fem = cutter->fem;
    const SnElementKind kind = (SnElementKind)fem->kind[element];
    const SnElementShape *shape = sn_element_shape(kind);
    Corner node[SN_ELEMENT_MAX_NODES], middle = {0};
    float weight[SN_ELEMENT_MAX_NODES];
    sn_element_middle(kind, weight);
    for (int i = 0; i < shape->n_nodes; i++) {
        const int number = fem->nodes[fem->start[element] + i];
        memcpy(node[i].p, cutter->gpu->nodes[number], sizeof node[i].p);
        node[i].value = cutter->with_values ? cutter->gpu->values[number] : 0;
        node[i].distance = cutter->gpu->distance[number];
        add_weighted(weight[i], &node[i], &middle);
    }
    for (int i = 0; i < shape->n_nodes && cutter->apart; i++) {
        const float size = cutter->gpu->size, value = node[i].value;
        Corner moved = {0};
        add_weighted(1 - size, &middle, &moved);
        add_weighted(size, &node[i], &moved);
        node[i] = moved;
        node[i].value = value;
    }
    for (int f = 0; f < shape->n_faces; f++) {
        const SnElementFace *face = &shape->face[f];
        const SnFaceGrid *grid = &cutter->grids.by_nodes[face->n];
        const bool rim =
            cutter->apart || (cutter->gpu->outside && cutter->gpu->outside[element] >> f & 1);
        Corner point[SN_GRID_POINTS];
        memset(point, 0, (size_t)grid->n_points * sizeof *point);
        for (int i = 0; i < grid->n_points; i++)
            for (int k = 0; k < face->n; k++)
                add_weighted(grid->point[i].weight[k], &node[face->node[k]], &point[i]);
        for (int i = 0; i < grid->n_triangles; i++) {
            const unsigned char *t = grid->triangle[i];
            const Corner *const corner[4] = {&point[t[0]], &point[t[1]], &point[t[2]], &middle};
            if (sn_element_is_surface(kind))
                cut_triangle(cutter, corner);
            else
                cut_tetrahedron(cutter, element, rim, corner);
        }
    }
}

/* Whether the plane may meet an element; one with curved sides may reach beyond its nodes. */
static bool is_met(const SnFemMesh *fem, const float *distance, int element)
{
    float low = INFINITY, high = -INFINITY;
    for (int k = fem->start[element]; k < fem->start[element + 1]; k++) {
        const float d = distance[fem->nodes[k]];
        low = d < low ? d : low;
        high = d > high ? d : high;
    }
    const float beyond = fem->start[element + 1] - fem->start[element] > 8 ? 0.2f : 0;
    const float margin = beyond * (high - low);
    return low - margin < 0 && high + margin >= 0;
}

/* Of all nodes from the plane.  A plane along the faces of elements (that of symmetry, say) would
 * wander between the elements on either side with every rounding error: nodes that lie nearly in
 * it count as in it. */
static void find_distances(const SnCut *cut, const SnFemMesh *fem, const SnGpuTissue *gpu)
{
    float low = INFINITY, high = -INFINITY;
    const double offset = cut->offset - sn_v3_dot(cut->normal, gpu->origin);
    for (int i = 0; i < fem->n_nodes; i++) {
        const float *p = gpu->nodes[i];
        gpu->distance[i] = (float)(cut->normal[0] * (double)p[0] + cut->normal[1] * (double)p[1] +
                                   cut->normal[2] * (double)p[2] - offset);
        low = fminf(low, gpu->distance[i]);
        high = fmaxf(high, gpu->distance[i]);
    }
    const float nearly = 5e-4f * (high - low);
    for (int i = 0; i < fem->n_nodes; i++)
        if (fabsf(gpu->distance[i]) < nearly)
            gpu->distance[i] = 0;
}

/* Colour and tag of a cut: its own plane must not clip it. */
static void set_ink(const SnDraw *surface, int index, uint32_t part, SnInk *ink)
{
    const uint32_t kept = SN_FLAG_SELECTED | SN_FLAG_HOVERED | SN_FLAG_UNLIT;
    *ink = surface->place.ink;
    ink->tag[0] = part;
    ink->tag[1] = (ink->tag[1] & kept) | SN_FLAG_FLAT | SN_FLAG_COUNTED |
                  (uint32_t)(index + 1) << SN_OWN_CUT_SHIFT;
    for (int k = 0; k < 3; k++)
        ink->color[k] = (uint8_t)(ink->color[k] * 0.93);
    ink->color[3] = ink->color[3] < 160 ? 160 : ink->color[3];
}

void sn_collect_sections(const SnCollector *collector, const SnSceneItem *item, int index,
                         const SnDraw *draw)
{
    SnSolids *solids = collector->solids;
    SnSectionSoup *soup = &solids->section_soup;
    Cutter cutter = {.fem = item->fem,
                     .gpu = draw->tissue,
                     .soup = soup,
                     .with_values = draw->tissue->with_values,
                     .apart = item->kind == SN_ITEM_FEM && item->style.fem.elements};
    SnBuffer *target = item->kind == SN_ITEM_FEM ? &solids->sections : &solids->inner;
    if (collector->frame->n_cuts)
        sn_face_grids_make(&cutter.grids);
    for (int i = 0; i < collector->frame->n_cuts; i++) {
        const SnCut *cut = &collector->frame->cuts[i];
        SnDraw section = *draw;
        section.kind = SN_DRAW_SECTION;
        section.first = soup->indices.count;
        const int owners = soup->owner.count;
        for (int list = 0; list < 2; list++)
            section.line_first[list] = soup->lines[list].count;
        for (int k = 0; k < 3; k++)
            cutter.normal[k] = (int16_t)lrint(cut->normal[k] * 32767);
        find_distances(cut, item->fem, draw->tissue);
        for (int e = 0; e < item->fem->n_elements; e++)
            if (is_met(item->fem, draw->tissue->distance, e))
                cut_element(&cutter, e);
        section.count = soup->indices.count - section.first;
        for (int list = 0; list < 2; list++)
            section.line_count[list] = soup->lines[list].count - section.line_first[list];
        if (section.count == 0 && section.line_count[1] == 0)
            continue;
        const uint32_t part =
            sn_solids_add_parts(solids, section.count / 3, index, SN_PART_ELEMENT, NULL, owners);
        set_ink(draw, i, part, &section.place.ink);
        memcpy(sn_buffer_add(target, 1, sizeof section), &section, sizeof section);
        if (target == &solids->sections &&
            section.place.ink.tag[1] & (SN_FLAG_SELECTED | SN_FLAG_HOVERED))
            memcpy(sn_buffer_add(&solids->marked, 1, sizeof section), &section, sizeof section);
    }
}
