/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands as what touches: points on the blocks of their nodes or frames, and the straight parts
 * between neighbours, with the strand's radius around them. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/rigid/contact_surfaces.h"
#include "engine/compile/strand/spline_strands.h"
#include "engine/compile/strand/strands.h"
#include "engine/model/classes/cosserat_strand.h"

#include <math.h>

/* Gap that is kept, over the radius and over the shortest part; it is within the radius. */
#define GAP 0.1
/* Over the radius: what is no further along the strand from where it is fixed touches there. */
#define HELD 2

static const double *start_of(const SnSystem *system, const SnTouchSurface *s, int vertex)
{
    return system->q0 + system->blocks[s->vertex_block[vertex]].q;
}

static double length_of(const SnSystem *system, const SnTouchSurface *s, int edge)
{
    return sn_v3_distance(start_of(system, s, s->edges[2 * edge]),
                          start_of(system, s, s->edges[2 * edge + 1]));
}

static void add_edge(SnTouchSurface *s, int a, int b)
{
    s->edges[2 * s->n_edges] = a;
    s->edges[2 * s->n_edges++ + 1] = b;
}

/* Places along the strand: points are in its order, also where what lies between is left out. */
static void measure(const SnSystem *system, SnTouchSurface *s, bool closed)
{
    for (int v = 1; v < s->n_vertices; v++)
        s->along[v] =
            s->along[v - 1] + sn_v3_distance(start_of(system, s, v - 1), start_of(system, s, v));
    const int last = s->n_vertices - 1;
    if (closed && last > 0)
        s->around =
            s->along[last] + sn_v3_distance(start_of(system, s, last), start_of(system, s, 0));
}

/* A strand with nothing between two nodes is none that touches. */
static void take(SnCompiler *c, SnSystemContacts *contacts, SnTouchSurface *s)
{
    double shortest = HUGE_VAL;
    for (int i = 0; i < s->n_edges; i++)
        shortest = fmin(shortest, length_of(c->system, s, i));
    if (s->n_edges == 0 || !(shortest > 0)) {
        sn_touch_surface_clear(s);
        return;
    }
    s->block = -1;
    s->thin = true;
    s->gap = GAP * fmin(s->radius, shortest);
    s->shape = contacts->n_shapes + contacts->n_deformable;
    SN_COMPILER_APPEND(contacts->surfaces, contacts->n_surfaces, *s);
    contacts->n_deformable++;
}

static SnTouchSurface with_room(SnId id, double radius, int n)
{
    SnTouchSurface s = {.id = id, .radius = radius};
    s.vertex_block = sn_alloc((size_t)n + 1, sizeof *s.vertex_block);
    s.held = sn_alloc((size_t)n + 1, sizeof *s.held);
    s.along = sn_alloc((size_t)n + 1, sizeof *s.along);
    s.edges = sn_alloc(2 * (size_t)n + 2, sizeof *s.edges);
    s.triangles = sn_alloc(1, sizeof *s.triangles);
    return s;
}

static void add_strand(SnCompiler *c, SnSystemContacts *contacts, const SnStrandDraft *draft)
{
    const SnAnyStrand *strand = &draft->strand->base;
    SnTouchSurface s = with_room(strand->base.base.id, strand->radius, draft->count);
    int before = -1, first = -1; /* vertices of the node before and of the first node */
    for (int i = 0; i < draft->count; i++) {
        const SnNodeDraft *node = &g_array_index(c->strand->nodes, SnNodeDraft, draft->first + i);
        const int vertex = node->touch >= 0 ? s.n_vertices++ : -1;
        if (vertex >= 0)
            s.vertex_block[vertex] = g_array_index(c->drafts, SnBlockDraft, node->touch).block;
        if (vertex >= 0 && before >= 0)
            add_edge(&s, before, vertex);
        first = i == 0 ? vertex : first;
        before = vertex;
    }
    if (draft->strand->closed && first >= 0 && before > first)
        add_edge(&s, first, before);
    measure(c->system, &s, draft->strand->closed);
    take(c, contacts, &s);
}

static void add_rod(SnCompiler *c, SnSystemContacts *contacts, const SnSystemRod *rod)
{
    const SnCosseratStrand *strand = (const SnCosseratStrand *)sn_model_get(c->model, rod->id);
    if (strand->contact || !sn_compiler_touches(c, rod->id))
        return; /* its mesh touches, by voxels */
    SnTouchSurface s = with_room(rod->id, strand->base.radius, rod->n_frames);
    for (int i = 0; i < rod->n_frames; i++) {
        s.vertex_block[s.n_vertices++] = c->system->rods.frame_block[rod->first_frame + i];
        if (i > 0)
            add_edge(&s, i - 1, i);
    }
    measure(c->system, &s, false);
    take(c, contacts, &s);
}

static void add_spline(SnCompiler *c, SnSystemContacts *contacts, const SnSplineDraft *draft)
{
    const SnAnyStrand *strand = &draft->strand->base;
    const int n = SN_SPLINE_TOUCHES * (draft->strand->nodes.n - 3) + 1;
    if (draft->first_touch < 0)
        return;
    SnTouchSurface s = with_room(strand->base.base.id, strand->radius, n);
    for (int i = 0; i < n; i++) {
        s.vertex_block[s.n_vertices++] =
            g_array_index(c->drafts, SnBlockDraft, draft->first_touch + i).block;
        if (i > 0)
            add_edge(&s, i - 1, i);
    }
    measure(c->system, &s, false);
    take(c, contacts, &s);
}

void sn_compile_contact_strands(SnCompiler *c, SnSystemContacts *contacts)
{
    for (guint i = 0; i < c->strand->strands->len; i++)
        add_strand(c, contacts, &g_array_index(c->strand->strands, SnStrandDraft, i));
    for (int i = 0; i < c->system->rods.n; i++)
        add_rod(c, contacts, &c->system->rods.rods[i]);
    for (guint i = 0; i < c->strand->splines->len; i++)
        add_spline(c, contacts, &g_array_index(c->strand->splines, SnSplineDraft, i));
}

/* --- what they are fixed to --- */

/* The shape that a block is of, or what it is attached to; not `own`. */
static int held_by(const SnSystem *system, const int *shape_of_block, int block, int own)
{
    if (shape_of_block[block] >= 0 && shape_of_block[block] != own)
        return shape_of_block[block];
    const SnSystemAttachments *all = &system->attachments;
    for (int i = 0; i < all->n; i++) {
        if (all->attachments[i].block != block)
            continue;
        for (int k = 0; k < all->attachments[i].count; k++) {
            const int shape = shape_of_block[all->master[all->attachments[i].first + k]];
            if (shape >= 0 && shape != own)
                return shape;
        }
    }
    return -1;
}

/* Along the strand, to and fro. */
static void spread(const SnSystem *system, SnTouchSurface *s)
{
    double *away = sn_alloc((size_t)s->n_vertices + 1, sizeof *away);
    for (int v = 0; v < s->n_vertices; v++)
        away[v] = s->held[v] >= 0 ? 0 : HUGE_VAL;
    for (int k = 0; k < 2 * s->n_edges; k++) {
        const int edge = k < s->n_edges ? k : 2 * s->n_edges - 1 - k;
        for (int end = 0; end < 2; end++) {
            const int from = s->edges[2 * edge + end], to = s->edges[2 * edge + !end];
            const double far = away[from] + length_of(system, s, edge);
            if (far < away[to] && far < HELD * s->radius) {
                away[to] = far;
                s->held[to] = s->held[from];
            }
        }
    }
    sn_free(away);
}

static SnTouchSurface *surface_of(SnSystemContacts *contacts, SnId id)
{
    for (int i = 0; i < contacts->n_deformable; i++)
        if (sn_id_equal(contacts->surfaces[i].id, id))
            return &contacts->surfaces[i];
    return NULL;
}

/* The shape that a constraint of a spline strand holds it to; -1: none. */
static int constrained_to(const SnCompiler *c, SnSystemContacts *contacts, const int *shape,
                          const SnSystemSplineConstraint *constraint, int own)
{
    int block = -1;
    if (constraint->other >= 0) {
        const SnTouchSurface *other =
            surface_of(contacts, c->system->splines.splines[constraint->other].id);
        return other ? other->shape : -1;
    }
    if (constraint->point >= 0) {
        block = g_array_index(c->points, SnSystemPoint, constraint->point).block;
    } else if (constraint->surface >= 0) {
        const int carrier =
            g_array_index(c->strand->surfaces, SnSurfaceDraft, constraint->surface).carrier;
        block = carrier >= 0 ? g_array_index(c->drafts, SnBlockDraft, carrier).block : -1;
    }
    return block >= 0 ? held_by(c->system, shape, block, own) : -1;
}

static void hold_splines(const SnCompiler *c, SnSystemContacts *contacts, const int *shape)
{
    for (int i = 0; i < c->system->splines.n_constraints; i++) {
        const SnSystemSplineConstraint *constraint = &c->system->splines.constraints[i];
        SnTouchSurface *s = surface_of(contacts, c->system->splines.splines[constraint->spline].id);
        if (!s)
            continue;
        const int v = (int)lround(constraint->parameter * SN_SPLINE_TOUCHES);
        const int to = constrained_to(c, contacts, shape, constraint, s->shape);
        if (v >= 0 && v < s->n_vertices && to >= 0)
            s->held[v] = to;
    }
}

void sn_contact_strands_hold(const SnCompiler *c, SnSystemContacts *contacts,
                             const int *shape_of_block)
{
    for (int i = 0; i < contacts->n_deformable; i++) {
        SnTouchSurface *s = &contacts->surfaces[i];
        if (!s->thin)
            continue;
        for (int v = 0; v < s->n_vertices; v++)
            s->held[v] = held_by(c->system, shape_of_block, s->vertex_block[v], s->shape);
    }
    hold_splines(c, contacts, shape_of_block);
    for (int i = 0; i < contacts->n_deformable; i++)
        if (contacts->surfaces[i].thin)
            spread(c->system, &contacts->surfaces[i]);
}
