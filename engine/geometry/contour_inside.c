/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of each surface is inside the other, and what both hold. */
#include "engine/geometry/contour.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/predicates.h"

/* --- one point --- */

/* What a triangle adds to the winding number: the ray from p along x goes out through it (1), in
 * (-1), or past it. */
static int pass_triangle(const double *const t[3], const double p[3], int moved)
{
    const int turn = sn_turn_side(t[0], t[1], p, 0, -moved);
    if (turn == 0 || sn_turn_side(t[1], t[2], p, 0, -moved) != turn ||
        sn_turn_side(t[2], t[0], p, 0, -moved) != turn)
        return 0;
    return sn_face_side(t[0], t[1], t[2], p, -moved) == -turn ? turn : 0;
}

int sn_surface_winding(const SnSurfaceView *surface, const double p[3], int moved)
{
    const SnBoxTree *tree = surface->tree;
    int32_t stack[SN_BOX_TREE_DEPTH + 2];
    int depth = 0, winding = 0;
    stack[0] = 0;
    while (depth >= 0 && tree->n_nodes > 0) {
        const int32_t i = stack[depth--];
        const SnBoxNode *node = &tree->nodes[i];
        if ((double)node->high[0] < p[0] || (double)node->low[1] > p[1] ||
            (double)node->high[1] < p[1] || (double)node->low[2] > p[2] ||
            (double)node->high[2] < p[2])
            continue;
        if (node->next >= 0) {
            stack[++depth] = node->next;
            stack[++depth] = i + 1;
            continue;
        }
        const int32_t *corner = surface->mesh->triangles + 3 * (size_t)~node->next;
        const double *t[3];
        for (int k = 0; k < 3; k++)
            t[k] = surface->x + 3 * (size_t)corner[k];
        winding += pass_triangle(t, p, moved);
    }
    return winding;
}

/* --- vertices inside --- */

void sn_inside_reserve(SnInside *inside, int32_t vertices, int32_t segments)
{
    if (vertices > inside->capacity) {
        const size_t n = (size_t)vertices;
        inside->vertices = sn_resize(inside->vertices, n, sizeof *inside->vertices);
        inside->winding = sn_resize(inside->winding, n, sizeof *inside->winding);
        inside->known = sn_resize(inside->known, n, sizeof *inside->known);
        memset(inside->winding, 0, n * sizeof *inside->winding);
        memset(inside->known, 0, n * sizeof *inside->known);
        inside->n = inside->n_outer = 0;
        inside->capacity = vertices;
    }
    int32_t slots = 16;
    while (slots < 4 * segments) /* two ends of each segment */
        slots *= 2;
    if (slots > inside->n_slots) {
        inside->slots = sn_resize(inside->slots, (size_t)slots, sizeof *inside->slots);
        inside->changes = sn_resize(inside->changes, (size_t)slots, sizeof *inside->changes);
        inside->n_slots = slots;
    }
}

void sn_inside_clear(SnInside *inside)
{
    sn_free(inside->vertices);
    sn_free(inside->winding);
    sn_free(inside->known);
    sn_free(inside->slots);
    sn_free(inside->changes);
    *inside = (SnInside){0};
}

/* Forgets what was found before, and no more than that. */
static void forget(SnInside *inside)
{
    for (int32_t i = 0; i < inside->n; i++) {
        inside->winding[inside->vertices[i]] = 0;
        inside->known[inside->vertices[i]] = false;
    }
    for (int32_t i = 0; i < inside->n_outer; i++)
        inside->known[inside->vertices[inside->capacity - 1 - i]] = false;
    inside->n = inside->n_outer = 0;
}

static int32_t edge_of(const SnTriangleMesh *mesh, int32_t h)
{
    return mesh->twin[h] >= 0 && mesh->twin[h] < h ? mesh->twin[h] : h;
}

/* Slot of an edge, or the free one where it belongs. */
static int32_t edge_slot(const SnInside *inside, int32_t edge)
{
    uint32_t slot = (uint32_t)edge * UINT32_C(0x9e3779b9);
    slot = (slot ^ slot >> 15) & (uint32_t)(inside->n_slots - 1);
    while (inside->slots[slot] >= 0 && inside->slots[slot] != edge)
        slot = (slot + 1) & (uint32_t)(inside->n_slots - 1);
    return (int32_t)slot;
}

/* Change of the other surface's winding number along half-edge h at one of its points: the first of
 * a segment or the second (see cut_pair in contour.c). */
static int change_at(int side, int end)
{
    return end == (side == 0) ? 1 : -1;
}

/* Change of the winding number from start to end of half-edge h. */
static int change_along(const SnTriangleMesh *mesh, const SnInside *inside, int32_t h)
{
    const int32_t edge = edge_of(mesh, h), slot = edge_slot(inside, edge);
    if (inside->slots[slot] < 0)
        return 0;
    return edge == h ? inside->changes[slot] : -inside->changes[slot];
}

static void note_cut_edges(const SnTriangleMesh *mesh, const SnContour *contour, int side,
                           SnInside *inside)
{
    memset(inside->slots, 0xff, (size_t)inside->n_slots * sizeof *inside->slots);
    for (int32_t i = 0; i < contour->n_segments; i++)
        for (int end = 0; end < 2; end++) {
            const SnContourPoint *point = &contour->segments[i].points[end];
            if (point->side != side || edge_of(mesh, point->half_edge) != point->half_edge)
                continue; /* the twin's segment has the same point */
            const int32_t slot = edge_slot(inside, point->half_edge);
            if (inside->slots[slot] < 0)
                inside->changes[slot] = 0;
            inside->slots[slot] = point->half_edge;
            inside->changes[slot] += change_at(side, end);
        }
}

static void set_winding(SnInside *inside, int32_t vertex, int winding)
{
    inside->known[vertex] = true;
    inside->winding[vertex] = winding;
    if (winding != 0)
        inside->vertices[inside->n++] = vertex;
    else
        inside->vertices[inside->capacity - 1 - inside->n_outer++] = vertex;
}

/* Neighbours of the vertices found from number `from` on, and theirs, as long as they are inside.
 */
static void spread(const SnTriangleMesh *mesh, SnInside *inside, int32_t from)
{
    for (int32_t k = from; k < inside->n; k++) {
        const int32_t vertex = inside->vertices[k];
        for (int32_t i = mesh->first[vertex]; i < mesh->first[vertex + 1]; i++) {
            const int32_t leaving = mesh->around[i];
            const int32_t arriving = sn_half_edge_next(sn_half_edge_next(leaving));
            const int32_t next[2] = {sn_half_edge_end(mesh, leaving),
                                     sn_half_edge_start(mesh, arriving)};
            if (!inside->known[next[0]])
                set_winding(inside, next[0],
                            inside->winding[vertex] + change_along(mesh, inside, leaving));
            if (!inside->known[next[1]])
                set_winding(inside, next[1],
                            inside->winding[vertex] - change_along(mesh, inside, arriving));
        }
    }
}

void sn_inside_find(const SnSurfaceView *a, const SnSurfaceView *b, const SnContour *contour,
                    int side, SnInside *inside)
{
    const SnSurfaceView *own = side == 0 ? a : b, *other = side == 0 ? b : a;
    const SnTriangleMesh *mesh = own->mesh;
    assert(inside->capacity >= mesh->n_vertices && inside->n_slots >= 4 * contour->n_segments);
    forget(inside);
    note_cut_edges(mesh, contour, side, inside);
    for (int32_t i = 0; i < contour->n_segments; i++)
        for (int end = 0; end < 2; end++) {
            const SnContourPoint *point = &contour->segments[i].points[end];
            if (point->side != side)
                continue;
            const int32_t p = sn_half_edge_start(mesh, point->half_edge);
            const int32_t q = sn_half_edge_end(mesh, point->half_edge);
            const int32_t from = inside->n;
            const int change = change_along(mesh, inside, point->half_edge);
            if (!inside->known[p])
                set_winding(inside, p,
                            inside->known[q] ? inside->winding[q] - change
                                             : sn_surface_winding(other, own->x + 3 * (size_t)p,
                                                                  side == 0 ? 1 : -1));
            if (!inside->known[q])
                set_winding(inside, q, inside->winding[p] + change);
            spread(mesh, inside, from);
        }
}

void sn_inside_part(const SnSurfaceView *a, const SnSurfaceView *b, int side, int32_t vertex,
                    SnInside *inside)
{
    const SnSurfaceView *own = side == 0 ? a : b, *other = side == 0 ? b : a;
    assert(vertex >= 0 && vertex < own->mesh->n_vertices);
    if (inside->known[vertex])
        return;
    const int32_t from = inside->n;
    set_winding(inside, vertex,
                sn_surface_winding(other, own->x + 3 * (size_t)vertex, side == 0 ? 1 : -1));
    spread(own->mesh, inside, from);
}

/* --- sums over the parts inside --- */

typedef struct Sums {
    const SnSurfaceView *view;
    double origin[3];
    double volume, extent, area[3], moment[3];
} Sums;

/* A piece of the boundary, from p to q, of the part of a triangle that is inside: the triangle that
 * it spans with the first corner, signed. */
static void add_piece(Sums *sums, int32_t triangle, const double p[3], const double q[3],
                      double weight)
{
    const int32_t *corner = sums->view->mesh->triangles + 3 * (size_t)triangle;
    const double *o = sums->view->x + 3 * (size_t)corner[0];
    double u[3], v[3], normal[3], cross[3], centre[3];
    sn_v3_sub(sums->view->x + 3 * (size_t)corner[1], o, u);
    sn_v3_sub(sums->view->x + 3 * (size_t)corner[2], o, v);
    sn_v3_cross(u, v, normal);
    sn_v3_normalize(normal, normal);
    sn_v3_sub(p, o, u);
    sn_v3_sub(q, o, v);
    sn_v3_cross(u, v, cross);
    sn_v3_scale(0.5 * weight, cross, cross);
    const double extent = sn_v3_dot(normal, cross);
    sn_v3_add(u, v, centre);
    sn_v3_scale(1.0 / 3, centre, centre);
    sn_v3_sub(o, sums->origin, u);
    sn_v3_add(centre, u, centre);
    sums->volume += sn_v3_dot(u, cross) / 3;
    sums->extent += extent;
    sn_v3_add(sums->area, cross, sums->area);
    sn_v3_axpy(extent, centre, sums->moment);
}

/* Where the contour runs over triangles, and pieces of their edges from it to the edges' ends: with
 * whole edges, weighted by the winding number at their start, these are the boundary of what is
 * inside, in whatever order an edge's points come. */
static void add_contour(Sums *sums, const SnContour *contour, int side)
{
    const SnSurfaceView *view = sums->view;
    for (int32_t i = 0; i < contour->n_segments; i++) {
        const SnContourSegment *segment = &contour->segments[i];
        const int32_t triangle = segment->triangle[side];
        add_piece(sums, triangle, segment->points[0].x, segment->points[1].x, side == 0 ? 1 : -1);
        for (int end = 0; end < 2; end++) {
            const SnContourPoint *point = &segment->points[end];
            if (point->side == side)
                add_piece(sums, triangle, point->x,
                          view->x + 3 * (size_t)sn_half_edge_end(view->mesh, point->half_edge),
                          change_at(side, end));
        }
    }
}

static void add_inside(Sums *sums, const SnInside *inside)
{
    const SnSurfaceView *view = sums->view;
    const SnTriangleMesh *mesh = view->mesh;
    for (int32_t k = 0; k < inside->n; k++) {
        const int32_t vertex = inside->vertices[k];
        for (int32_t i = mesh->first[vertex]; i < mesh->first[vertex + 1]; i++) {
            const int32_t h = mesh->around[i];
            add_piece(sums, h / 3, view->x + 3 * (size_t)vertex,
                      view->x + 3 * (size_t)sn_half_edge_end(mesh, h), inside->winding[vertex]);
        }
    }
}

void sn_overlap(const SnSurfaceView *a, const SnSurfaceView *b, const SnContour *contour,
                const SnInside inside[2], SnOverlap *overlap)
{
    *overlap = (SnOverlap){0};
    double origin[3] = {0};
    if (contour->n_segments > 0)
        sn_v3_copy(contour->segments[0].points[0].x, origin);
    else if (inside[0].n > 0)
        sn_v3_copy(a->x + 3 * (size_t)inside[0].vertices[0], origin);
    else if (inside[1].n > 0)
        sn_v3_copy(b->x + 3 * (size_t)inside[1].vertices[0], origin);
    for (int side = 0; side < 2; side++) {
        Sums sums = {.view = side == 0 ? a : b};
        sn_v3_copy(origin, sums.origin);
        add_contour(&sums, contour, side);
        add_inside(&sums, &inside[side]);
        overlap->volume += sums.volume;
        overlap->extent[side] = sums.extent;
        sn_v3_copy(sums.area, overlap->area[side]);
        if (sums.extent > 0) {
            sn_v3_scale(1 / sums.extent, sums.moment, sums.moment);
            sn_v3_add(sums.moment, origin, overlap->centre[side]);
        }
    }
}
