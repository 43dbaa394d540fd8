/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that cut each other, one of which deforms, are pulled apart by contacts that only the
 * correction of the place knows of (SnContact.deep), a little in each step.
 *
 * Where both are closed, points inside the other go out along directions that agree: those beside
 * the contour take theirs from the surface that their edges go out through, and pass them on
 * inwards (Heidelberger et al. 2004, "Consistent penetration depth estimation").  The nearest way
 * out would lead what is deep to different sides.  Of open surfaces, and where only edges cut, each
 * edge that goes through a triangle moves so that the contour becomes shorter (Volino and
 * Magnenat-Thalmann 2006). */
#include "engine/sim/contact/soft_apart.h"
#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <math.h>

#define PUSHED      2e-3 /* by a whole step, over the size of the smaller one: each by itself */
#define MOST_TRIED  32   /* triangles of a contour, whose normals may be the way out */
#define MOST_DEEP   64   /* contacts of points of a side: the deepest */
#define MOST_PIERCE 96   /* contacts of edges */
#define NEARBY      1e-6 /* over the size: squares of distances are no less, as weights */
#define STRAIGHT    0.05 /* a contour that would hardly be shorter gives no direction */
#define STEEP       0.2  /* cosine: an edge that lies almost in the triangle goes through there */

/* Ways out of the vertices of one surface. */
struct SnSoftDepth {
    int room;
    double *weight, *depth, (*out)[3]; /* [room] */
    int *level;                        /* [room] 0: not known; 1: beside the contour ... */
};

void sn_soft_depth_free(struct SnSoftDepth *depth)
{
    for (int side = 0; depth && side < 2; side++) {
        sn_free(depth[side].weight);
        sn_free(depth[side].depth);
        sn_free(depth[side].out);
        sn_free(depth[side].level);
    }
    sn_free(depth);
}

static struct SnSoftDepth *depth_of(SnSoftWorkspace *soft, int side, int vertices)
{
    if (!soft->depth)
        soft->depth = sn_alloc(2, sizeof *soft->depth);
    struct SnSoftDepth *d = &soft->depth[side];
    if (vertices > d->room) {
        const size_t n = (size_t)vertices;
        d->weight = sn_resize(d->weight, n, sizeof *d->weight);
        d->depth = sn_resize(d->depth, n, sizeof *d->depth);
        d->out = sn_resize(d->out, n, sizeof *d->out);
        d->level = sn_resize(d->level, n, sizeof *d->level);
        d->room = vertices;
    }
    return d;
}

/* Two surfaces that cut. */
typedef struct Pulled {
    const SnSoftPair *pair;
    SnSoftWorkspace *soft;
    const SnTouchSurface *surface[2];
    SnSurfaceView view[2];
    double most;     /* way of a contact in this step [m] */
    bool as_whole;   /* all go along: */
    double whole[3]; /* the way of the second */
} Pulled;

SnContact *sn_soft_append(SnContactWorkspace *w)
{
    if (sn_reserve(&w->contacts, &w->room, w->n + 1, sizeof *w->contacts))
        return &w->contacts[w->n++];
    w->out_of_memory = true;
    return NULL;
}

static const double *point_of(const SnSurfaceView *view, int32_t vertex)
{
    return view->x + 3 * (size_t)vertex;
}

static void triangle_normal(const SnSurfaceView *view, int32_t triangle, double normal[3])
{
    const int32_t *corner = view->mesh->triangles + 3 * (size_t)triangle;
    double u[3], v[3];
    sn_v3_sub(point_of(view, corner[1]), point_of(view, corner[0]), u);
    sn_v3_sub(point_of(view, corner[2]), point_of(view, corner[0]), v);
    sn_v3_cross(u, v, normal);
    sn_v3_normalize(normal, normal);
}

static void take(const Pulled *p, uint64_t feature, const SnSoftCarrier carrier[2],
                 const double normal[3], double more)
{
    SnContact *contact = sn_soft_append(p->pair->contacts);
    if (!contact)
        return;
    sn_soft_contact_between(p->pair, feature, carrier, normal, contact);
    contact->radius += more;
    contact->most = p->most;
    contact->deep = true;
}

/* --- points that are inside --- */

static void add_way(struct SnSoftDepth *d, int32_t v, double weight, const double out[3],
                    double depth)
{
    d->weight[v] += weight;
    d->depth[v] += weight * depth;
    sn_v3_axpy(weight, out, d->out[v]);
}

static void finish_way(struct SnSoftDepth *d, int32_t v, int level)
{
    if (!(d->weight[v] > 0) || !(sn_v3_normalize(d->out[v], d->out[v]) > 0))
        return;
    d->depth[v] /= d->weight[v];
    d->level[v] = level;
}

/* Beside the contour: through the triangles that the vertices' edges go out by. */
static void begin_ways(const Pulled *p, int side, const SnInside *inside, struct SnSoftDepth *d)
{
    const SnContour *contour = &p->soft->contour;
    const SnSurfaceView *own = &p->view[side], *other = &p->view[!side];
    const double least = NEARBY * p->pair->size * NEARBY * p->pair->size;
    for (int i = 0; i < contour->n_segments; i++)
        for (int end = 0; end < 2; end++) {
            const SnContourPoint *point = &contour->segments[i].points[end];
            if (point->side != side)
                continue;
            const int32_t ends[2] = {sn_half_edge_start(own->mesh, point->half_edge),
                                     sn_half_edge_end(own->mesh, point->half_edge)};
            for (int k = 0; k < 2; k++) {
                const int32_t v = ends[k];
                double arm[3], out[3];
                if (inside->winding[v] == 0)
                    continue;
                triangle_normal(other, point->triangle, out);
                sn_v3_scale(inside->winding[v] > 0 ? 1 : -1, out, out);
                sn_v3_sub(point->x, point_of(own, v), arm);
                add_way(d, v, 1 / (sn_v3_dot(arm, arm) + least), out, sn_v3_dot(arm, out));
            }
        }
    for (int i = 0; i < inside->n; i++)
        finish_way(d, inside->vertices[i], 1);
}

/* From neighbours that know to those that do not. */
static void spread_ways(const Pulled *p, int side, const SnInside *inside, struct SnSoftDepth *d)
{
    const SnTouchSurface *s = p->surface[side];
    bool spreads = true;
    for (int level = 2; spreads; level++) {
        spreads = false;
        for (int i = 0; i < inside->n; i++) {
            const int32_t v = inside->vertices[i];
            if (d->level[v] != 0)
                continue;
            for (int32_t k = s->ring_start[v]; k < s->ring_start[v + 1]; k++) {
                const int32_t from = s->ring[k];
                double arm[3];
                if (inside->winding[from] == 0 || d->level[from] == 0 || d->level[from] >= level)
                    continue;
                sn_v3_sub(point_of(&p->view[side], from), point_of(&p->view[side], v), arm);
                add_way(d, v, 1 / fmax(sn_v3_dot(arm, arm), 1e-300), d->out[from],
                        sn_v3_dot(arm, d->out[from]) + d->depth[from]);
            }
            finish_way(d, v, level);
            spreads = spreads || d->level[v] == level;
        }
    }
}

static bool is_deeper(const struct SnSoftDepth *d, int32_t a, int32_t b)
{
    return d->depth[a] != d->depth[b] ? d->depth[a] > d->depth[b] : a < b;
}

/* The vertex against where it leaves the other surface: forces along the line between both make no
 * moment. */
static bool take_vertex(const Pulled *p, int side, int32_t vertex, const double out[3])
{
    const SnTouchSurface *other = p->surface[!side];
    const double *x = point_of(&p->view[side], vertex);
    SnSoftCarrier carrier[2];
    double place[3], normal[3], at;
    const int32_t triangle = sn_soft_leaves(&p->view[!side], x, out, &at);
    if (triangle < 0)
        return false;
    sn_v3_copy(x, place);
    sn_v3_axpy(at, out, place);
    sn_soft_carry_vertex(p->view[side].x, vertex, &carrier[side]);
    sn_soft_carry_triangle(other, p->view[!side].x, triangle, place, &carrier[!side]);
    sn_v3_scale(side == 0 ? -1 : 1, out, normal);
    take(p,
         sn_contact_surface_feature(SN_SOFT_VERTEX_FACE, p->surface[side]->first + vertex,
                                    other->first + triangle),
         carrier, normal, 0);
    return true;
}

/* Ways out of the vertices of a side that are inside; the deepest of them, how many. */
static int find_inside(const Pulled *p, int side, int32_t chosen[MOST_DEEP])
{
    SnInside *inside = &p->soft->inside[side];
    struct SnSoftDepth *d = depth_of(p->soft, side, p->surface[side]->n_vertices);
    int n = 0;
    sn_inside_reserve(inside, p->view[side].mesh->n_vertices, p->soft->contour.capacity);
    sn_inside_find(&p->view[0], &p->view[1], &p->soft->contour, side, inside);
    for (int i = 0; i < inside->n; i++) {
        const int32_t v = inside->vertices[i];
        d->weight[v] = d->depth[v] = 0;
        d->level[v] = 0;
        sn_v3_set(0, 0, 0, d->out[v]);
    }
    begin_ways(p, side, inside, d);
    spread_ways(p, side, inside, d);
    for (int i = 0; i < inside->n; i++) {
        const int32_t v = inside->vertices[i];
        if (d->level[v] == 0 || (n == MOST_DEEP && is_deeper(d, chosen[n - 1], v)))
            continue;
        int at = n < MOST_DEEP ? n++ : n - 1;
        for (; at > 0 && is_deeper(d, v, chosen[at - 1]); at--)
            chosen[at] = chosen[at - 1];
        chosen[at] = v;
    }
    return n;
}

/* Half the diagonal of the box around a contour. */
static double extent_of(const SnContour *contour)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < contour->n_segments; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], contour->segments[i].points[1].x[k]);
            high[k] = fmax(high[k], contour->segments[i].points[1].x[k]);
        }
    return 0.5 * sn_v3_distance(low, high);
}

/* Where both come free as a whole by a way that is not much longer than those of parts, all take
 * that one: ways of their own would press matter together. */
static void choose_way(Pulled *p, double deepest)
{
    const SnContour *contour = &p->soft->contour;
    const int stride = 1 + contour->n_segments / MOST_TRIED;
    SnSoftSupport both[2];
    double tried[2 * MOST_TRIED][3];
    int n = 0;
    for (int i = 0; i < contour->n_segments && n < 2 * MOST_TRIED; i += stride)
        for (int side = 0; side < 2; side++, n++) {
            triangle_normal(&p->view[side], contour->segments[i].triangle[side], tried[n]);
            sn_v3_scale(side == 0 ? 1 : -1, tried[n], tried[n]);
        }
    for (int side = 0; side < 2; side++)
        both[side] = (SnSoftSupport){p->view[side].mesh->n_vertices, p->view[side].x, 0};
    p->as_whole =
        sn_soft_way_out(both, n, (const double(*)[3])tried, p->whole) < SN_SOFT_AS_WHOLE * deepest;
    p->most = (p->as_whole ? SN_SOFT_PUSHED_AS_WHOLE : PUSHED) * p->pair->size * p->soft->part;
}

/* Contacts of vertices inside; how many. */
static int take_inside(Pulled *p)
{
    int32_t chosen[2][MOST_DEEP];
    int n[2], taken = 0;
    double deepest = 0;
    for (int side = 0; side < 2; side++) {
        n[side] = find_inside(p, side, chosen[side]);
        if (n[side] > 0)
            deepest = fmax(deepest, p->soft->depth[side].depth[chosen[side][0]]);
    }
    if (n[0] + n[1] == 0)
        return 0;
    if (p->soft->contour.n_loops > 1) /* through each other, with few points inside */
        deepest = fmax(deepest, extent_of(&p->soft->contour));
    choose_way(p, deepest);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < n[side]; i++) {
            const int32_t v = chosen[side][i];
            double out[3];
            if (p->as_whole)
                sn_v3_scale(side == 0 ? -1 : 1, p->whole, out);
            else
                sn_v3_copy(p->soft->depth[side].out[v], out);
            taken += take_vertex(p, side, v, out);
        }
    return taken;
}

/* --- edges through triangles --- */

/* Adds the way of the edge through a triangle on which a contour that ends there, along `into`,
 * becomes shorter. */
static void add_shortening(const double into[3], const double along[3], const double normal[3],
                           double way[3])
{
    const double steep = sn_v3_dot(along, normal);
    const double bound = steep < 0 ? fmin(steep, -STEEP) : fmax(steep, STEEP);
    sn_v3_add(way, into, way);
    sn_v3_axpy(-sn_v3_dot(into, along) / bound, normal, way);
}

static bool along_segment(const SnContourSegment *segment, int from, double into[3])
{
    sn_v3_sub(segment->points[!from].x, segment->points[from].x, into);
    return sn_v3_normalize(into, into) > 0;
}

/* How far an edge has to go along `way` until it does not pass through a triangle any more: one of
 * its ends comes to the plane, or the point where it passes to a side [m]. */
static double way_out_of(const double ends[2][3], const double at[3], const double *const corner[3],
                         const double normal[3], const double way[3])
{
    double along[3], slip[3], needed = HUGE_VAL;
    const double rise = sn_v3_dot(way, normal);
    for (int k = 0; k < 2; k++) {
        double arm[3];
        sn_v3_sub(corner[0], ends[k], arm);
        const double on = sn_v3_dot(arm, normal) / rise;
        needed = on >= 0 ? fmin(needed, on) : needed; /* none where the way lies in the plane */
    }
    sn_v3_sub(ends[1], ends[0], along);
    sn_v3_copy(way, slip);
    sn_v3_axpy(-rise / sn_v3_dot(along, normal), along, slip);
    for (int k = 0; k < 3; k++) {
        double side[3], out[3], arm[3];
        sn_v3_sub(corner[(k + 1) % 3], corner[k], side);
        sn_v3_cross(side, normal, out);
        sn_v3_sub(corner[k], at, arm);
        const double rate = sn_v3_dot(slip, out);
        needed = rate > 0 ? fmin(needed, fmax(sn_v3_dot(arm, out), 0) / rate) : needed;
    }
    return needed;
}

/* The edge and the triangle of a point at which one segment ends and, if it does not end there,
 * another begins. */
static void take_point(const Pulled *p, const SnContourSegment *segment, int end,
                       const SnContourSegment *next)
{
    const SnContourPoint *point = &segment->points[end];
    const int side = point->side;
    const SnSurfaceView *own = &p->view[side];
    const int32_t from = sn_half_edge_start(own->mesh, point->half_edge);
    const int32_t to = sn_half_edge_end(own->mesh, point->half_edge);
    const int32_t *corners = p->view[!side].mesh->triangles + 3 * (size_t)point->triangle;
    const double *corner[3];
    double ends[2][3], along[3], normal[3], into[3], way[3] = {0};
    for (int k = 0; k < 3; k++)
        corner[k] = point_of(&p->view[!side], corners[k]);
    sn_v3_copy(point_of(own, from), ends[0]);
    sn_v3_copy(point_of(own, to), ends[1]);
    sn_v3_sub(ends[1], ends[0], along);
    triangle_normal(&p->view[!side], point->triangle, normal);
    if (!(sn_v3_normalize(along, along) > 0) || !(sn_v3_norm(normal) > 0))
        return;
    if (along_segment(segment, end, into))
        add_shortening(into, along, normal, way);
    if (next && along_segment(next, 0, into))
        add_shortening(into, along, normal, way);
    if (p->as_whole)
        sn_v3_scale(side == 0 ? -1 : 1, p->whole, way);
    else if (!(sn_v3_normalize(way, way) > STRAIGHT))
        return;
    SnSoftCarrier carrier[2] = {0};
    SnSoftCarrier *edge = &carrier[side];
    edge->n = 2;
    edge->vertex[0] = from;
    edge->vertex[1] = to;
    edge->weight[0] = 1 - point->fraction;
    edge->weight[1] = point->fraction;
    sn_v3_copy(point->x, edge->x);
    sn_soft_carry_triangle(p->surface[!side], p->view[!side].x, point->triangle, point->x,
                           &carrier[!side]);
    const double depth = way_out_of((const double(*)[3])ends, point->x, corner, normal, way);
    sn_v3_scale(side == 0 ? -1 : 1, way, way);
    take(p,
         sn_contact_surface_feature(SN_SOFT_PIERCING, p->surface[side]->first + point->half_edge,
                                    p->surface[!side]->first + point->triangle),
         carrier, way, fmin(depth, p->most));
}

static void take_piercing(Pulled *p)
{
    const SnContour *contour = &p->soft->contour;
    choose_way(p, extent_of(contour));
    const int stride = 1 + contour->n_segments / MOST_PIERCE;
    for (int i = 0; i < contour->n_segments; i += stride) {
        const SnContourSegment *segment = &contour->segments[i];
        take_point(p, segment, 1, segment->next >= 0 ? &contour->segments[segment->next] : NULL);
    }
    for (int l = 0; l < contour->n_loops; l++)
        if (!contour->loops[l].closed)
            take_point(p, &contour->segments[contour->loops[l].first], 0, NULL);
}

/* --- face --- */

static bool is_round(const SnSoftPair *pair)
{
    const SnTouchSurface *second = &pair->system->contacts.surfaces[pair->surface[1]];
    return second->n_triangles == 0 && second->radius > 0 && second->n_vertices <= 2;
}

static bool is_plane(const SnSoftPair *pair)
{
    return pair->system->contacts.surfaces[pair->surface[1]].half_space;
}

bool sn_soft_cuts(const SnSoftPair *pair)
{
    if (!pair->contacts->soft->places[pair->surface[0]].mesh)
        return false;
    return is_plane(pair)   ? sn_soft_plane_cuts(pair)
           : is_round(pair) ? sn_soft_round_cuts(pair)
                            : sn_mesh_cuts(pair) && !sn_soft_only_touches(pair);
}

bool sn_soft_pull_apart(const SnSoftPair *pair)
{
    if (is_plane(pair))
        return false; /* contacts as always, all of which pull (sn_soft_lift_from_plane) */
    if (is_round(pair))
        return sn_soft_pull_round_apart(pair);
    if (!sn_mesh_cuts(pair))
        return false;
    SnSoftWorkspace *soft = pair->contacts->soft;
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    Pulled p = {.pair = pair, .soft = soft};
    bool closed = true;
    for (int side = 0; side < 2; side++) {
        const SnSoftPlace *place = &soft->places[pair->surface[side]];
        p.surface[side] = &all[pair->surface[side]];
        p.view[side] =
            (SnSurfaceView){.mesh = place->mesh, .tree = place->triangles, .x = place->x};
        closed = closed && place->mesh->n_open == 0;
    }
    if (!closed || take_inside(&p) == 0)
        take_piercing(&p);
    return true;
}
