/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bodies that are not convex.  Their surfaces touch like those of FEM models (soft.h); what
 * is added here is that they may begin in each other, and that many points in a plane carry no more
 * than a few of them. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SEGMENTS 256
/* Deep points are contacts that differ in direction (cosine) or place (over the size). */
#define ALIKE       0.95
#define APART       0.1
#define MOST_DEEP   32
#define MOST_PUSHED 0.01 /* by a step, over the size */
/* Nearer than this, over the gap, a point has no direction of its own (soft_contact.c). */
#define TOUCHING 1e-3
/* Contacts whose normals are as near (cosine) are those of one plane, and so many of them stay. */
#define ONE_PLANE  (1 - 1e-6)
#define MOST_PLANE 8

/* A vertex of one surface inside the other. */
typedef struct SnDeepPoint {
    int side; /* whose vertex */
    int32_t vertex, triangle;
    double depth;
    double out[3], x[3]; /* out of the other surface; where it is */
} SnDeepPoint;

static SnSurfaceView view_of(const SnSoftPair *pair, int side)
{
    const SnSoftPlace *place = &pair->contacts->soft->places[pair->surface[side]];
    return (SnSurfaceView){.mesh = place->mesh, .tree = place->triangles, .x = place->x};
}

bool sn_mesh_cuts(const SnSoftPair *pair)
{
    const SnSurfaceView a = view_of(pair, 0), b = view_of(pair, 1);
    SnContour *contour = &pair->contacts->soft->contour;
    if (!a.mesh || !b.mesh)
        return false;
    if (contour->capacity == 0)
        sn_contour_reserve(contour, FIRST_SEGMENTS);
    while (!sn_contour_find(&a, &b, contour))
        sn_contour_grow(contour);
    return contour->n_segments > 0;
}

bool sn_mesh_note_cut(const SnSoftPair *pair)
{
    SnSoftWorkspace *soft = pair->contacts->soft;
    if (!sn_mesh_cuts(pair))
        return false;
    if (sn_reserve(&soft->cut, &soft->cut_room, soft->n_cut + 1, sizeof *soft->cut))
        memcpy(soft->cut[soft->n_cut++], pair->surface, sizeof *soft->cut);
    else
        pair->contacts->out_of_memory = true;
    return true;
}

bool sn_mesh_began_cut(const SnSoftPair *pair)
{
    const SnSoftWorkspace *soft = pair->contacts->soft;
    for (int i = 0; i < soft->n_cut; i++)
        if (memcmp(soft->cut[i], pair->surface, sizeof *soft->cut) == 0)
            return true;
    return false;
}

/* --- pulled apart --- */

static void find_deep(const SnSoftPair *pair, const SnSurfaceView view[2], int side, int *n)
{
    SnSoftWorkspace *soft = pair->contacts->soft;
    SnInside *inside = &soft->inside[side];
    sn_inside_reserve(inside, view[side].mesh->n_vertices, soft->contour.capacity);
    sn_inside_find(&view[0], &view[1], &soft->contour, side, inside);
    for (int i = 0; i < inside->n; i++) {
        SnClosest closest;
        const int32_t vertex = inside->vertices[i];
        const double *x = view[side].x + 3 * (size_t)vertex;
        if (!sn_surface_closest(&view[!side], x, HUGE_VAL, -1, &closest) ||
            !sn_reserve(&soft->deep, &soft->deep_room, *n + 1, sizeof *soft->deep))
            continue;
        SnDeepPoint *deep = &soft->deep[(*n)++];
        *deep = (SnDeepPoint){.side = side, .vertex = vertex, .triangle = closest.triangle};
        sn_v3_copy(x, deep->x);
        sn_v3_sub(closest.x, x, deep->out);
        deep->depth = sn_v3_normalize(deep->out, deep->out);
    }
}

/* Deepest first. */
static int compare_deep(const void *a, const void *b)
{
    const SnDeepPoint *x = a, *y = b;
    if (x->depth != y->depth)
        return (x->depth < y->depth) - (x->depth > y->depth);
    if (x->side != y->side)
        return x->side - y->side;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static SnContact *append(SnContactWorkspace *w)
{
    if (sn_reserve(&w->contacts, &w->room, w->n + 1, sizeof *w->contacts))
        return &w->contacts[w->n++];
    w->out_of_memory = true;
    return NULL;
}

/* Those of the deepest points that differ. */
static void take_deep(const SnSoftPair *pair, const SnSurfaceView view[2], int n)
{
    const SnSoftWorkspace *soft = pair->contacts->soft;
    double *const x[2] = {(double *)view[0].x, (double *)view[1].x};
    int taken[MOST_DEEP], n_taken = 0;
    for (int i = 0; i < n && n_taken < MOST_DEEP; i++) {
        const SnDeepPoint *deep = &soft->deep[i];
        bool alike = false;
        for (int k = 0; k < n_taken && !alike; k++)
            alike = soft->deep[taken[k]].side == deep->side &&
                    sn_v3_dot(soft->deep[taken[k]].out, deep->out) > ALIKE &&
                    sn_v3_distance(soft->deep[taken[k]].x, deep->x) < APART * pair->size;
        SnContact contact;
        if (alike || !sn_soft_contact(pair, SN_SOFT_VERTEX_FACE, deep->side == 1, deep->vertex,
                                      deep->triangle, x, &contact))
            continue;
        if (deep->depth > TOUCHING * pair->gap)
            sn_v3_scale(deep->side == 0 ? -1 : 1, deep->out, contact.local_normal);
        contact.deep = true;
        SnContact *to = append(pair->contacts);
        if (to)
            *to = contact;
        taken[n_taken++] = i;
    }
}

/* A point of the world in the axes of a surface's body. */
static void to_body(const SnSoftPair *pair, const SnWorkspace *work, int side, const double p[3],
                    double local[3])
{
    const SnTouchSurface *s = &pair->system->contacts.surfaces[pair->surface[side]];
    double arm[3];
    sn_v3_sub(p, pair->contacts->soft->places[pair->surface[side]].x, arm);
    sn_m3_tmul_v3(work->motion.rotation[s->block], arm, local);
    sn_v3_add(local, s->local, local);
}

/* Where only edges cut edges: across each contour, as deep as it is thick. */
static void take_loops(const SnSoftPair *pair, const SnWorkspace *work)
{
    const SnContour *contour = &pair->contacts->soft->contour;
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    for (int l = 0; l < contour->n_loops; l++) {
        const SnContourLoop *loop = &contour->loops[l];
        double normal[3], low = HUGE_VAL, high = -HUGE_VAL;
        if (!loop->closed || !(sn_v3_normalize(loop->area, normal) > 0))
            continue;
        for (int32_t k = 0, at = loop->first; k < loop->count;
             k++, at = contour->segments[at].next) {
            const double d = sn_v3_dot(contour->segments[at].points[0].x, normal);
            low = fmin(low, d), high = fmax(high, d);
        }
        SnContact *contact = append(pair->contacts);
        if (!contact)
            return;
        const SnContourSegment *first = &contour->segments[loop->first];
        *contact = (SnContact){.feature = sn_contact_surface_feature(
                                   3, all[pair->surface[0]].first + first->triangle[0],
                                   all[pair->surface[1]].first + first->triangle[1]),
                               .rule = pair->rule,
                               .of_surface = true,
                               .rigid = true,
                               .deep = true,
                               .tolerance = -pair->gap,
                               .most = MOST_PUSHED * pair->size,
                               .lever = pair->size,
                               .tangents = -1};
        sn_v3_copy(normal, contact->local_normal);
        for (int side = 0; side < 2; side++) {
            double p[3];
            sn_v3_copy(loop->centre, p);
            sn_v3_axpy((side == 0 ? 0.5 : -0.5) * (high - low), normal, p);
            contact->shape[side] = all[pair->surface[side]].shape;
            contact->block[side] = all[pair->surface[side]].block;
            to_body(pair, work, side, p, contact->local[side]);
        }
    }
}

void sn_mesh_pull_apart(const SnSoftPair *pair, SnWorkspace *work)
{
    const SnSurfaceView view[2] = {view_of(pair, 0), view_of(pair, 1)};
    int n = 0;
    for (int side = 0; side < 2; side++)
        if (view[0].mesh->n_open + view[1].mesh->n_open == 0)
            find_deep(pair, view, side, &n);
    if (n > 1)
        qsort(pair->contacts->soft->deep, (size_t)n, sizeof *pair->contacts->soft->deep,
              compare_deep);
    take_deep(pair, view, n);
    take_loops(pair, work);
}

/* --- few of many --- */

/* Marks in SnContact.row, which nothing has yet. */
enum { NEW, STAYS, GOES };

static bool in_plane_of(const SnContact *a, const SnContact *b)
{
    return sn_v3_dot(a->local_normal, b->local_normal) > ONE_PLANE;
}

/* Of the contacts in the plane of `first`, those furthest out in directions that turn with the
 * first body stay. */
static void thin_plane(const SnWorkspace *work, SnContact *first, int n)
{
    const double *rotation = work->motion.rotation[first->block[0]];
    double normal[3], u[3], v[3];
    sn_m3_tmul_v3(rotation, first->local_normal, normal);
    sn_v3_tangents(normal, u, v);
    for (int i = 1; i < n; i++)
        if (in_plane_of(first, &first[i]))
            first[i].row = GOES;
    for (int k = 0; k < MOST_PLANE; k++) {
        const double angle = 2 * M_PI * k / MOST_PLANE;
        double most = -HUGE_VAL;
        int best = 0;
        for (int i = 0; i < n; i++) {
            const double *p = first[i].local[0];
            const double value = cos(angle) * sn_v3_dot(p, u) + sin(angle) * sn_v3_dot(p, v);
            if (in_plane_of(first, &first[i]) && value > most) {
                most = value;
                best = i;
            }
        }
        first[best].row = STAYS;
    }
    first->row = first->row == STAYS ? STAYS : GOES;
}

void sn_mesh_take(const SnSoftPair *pair, const SnWorkspace *work, int first)
{
    SnContactWorkspace *w = pair->contacts;
    int kept = first;
    for (int i = first; i < w->n; i++) {
        int n = 0;
        for (int j = i; j < w->n && w->contacts[i].row == NEW; j++)
            n += in_plane_of(&w->contacts[i], &w->contacts[j]);
        if (n > MOST_PLANE)
            thin_plane(work, &w->contacts[i], w->n - i);
    }
    for (int i = first; i < w->n; i++)
        if (w->contacts[i].row != GOES) {
            w->contacts[kept] = w->contacts[i];
            w->contacts[kept++].row = 0;
        }
    w->n = kept;
}
