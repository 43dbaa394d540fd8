/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces that touch each other to rounding, as models often begin: faces in one plane, a vertex
 * on a vertex, edges along each other.  Nothing between two points that are one tells which way
 * they go apart, but what is around them does: a direction that no edge of either side leans
 * beyond.  Of two corners one exists if any does among the normals of their faces and of pairs of
 * their edges (the axes of Gottschalk, Lin and Manocha 1996 for convex bodies, here for what is
 * about a point).
 */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft.h"

#include <math.h>

/* Cosine: edges may lean that much beyond the direction, as they do by rounding where a surface is
 * flat. */
#define SLANT 1e-6
/* Sine: edges as much in line span no plane. */
#define IN_LINE 1e-6
enum { MOST_EDGES = 48 };

/* What is about a point of a surface: unit vectors along edges that leave it. */
typedef struct Around {
    int n;
    double edge[MOST_EDGES][3];
    double out[3]; /* of the surface */
} Around;

static SnSurfaceView view_of(const SnSoftPair *pair, int side, double *const x[2])
{
    const SnSoftPlace *place = &pair->contacts->soft->places[pair->surface[side]];
    return (SnSurfaceView){.mesh = place->mesh, .tree = place->triangles, .x = x[side]};
}

static const double *corner_of(const SnSurfaceView *view, int32_t triangle, int k)
{
    return view->x + 3 * (size_t)view->mesh->triangles[3 * triangle + k];
}

static void add_edge(Around *around, const double from[3], const double to[3])
{
    double edge[3];
    sn_v3_sub(to, from, edge);
    if (around->n < MOST_EDGES && sn_v3_normalize(edge, edge) > 0)
        sn_v3_copy(edge, around->edge[around->n++]);
}

static void around_vertex(const SnTouchSurface *s, const SnSurfaceView *view, int32_t vertex,
                          Around *around)
{
    const int32_t triangle = s->vertex_triangle[vertex];
    int corner = 0;
    while (corner < 2 && s->triangles[3 * (size_t)triangle + (size_t)corner] != vertex)
        corner++;
    around->n = 0;
    for (int32_t i = s->ring_start[vertex]; i < s->ring_start[vertex + 1]; i++)
        add_edge(around, view->x + 3 * (size_t)vertex, view->x + 3 * (size_t)s->ring[i]);
    sn_surface_pseudonormal(view, triangle, SN_FEATURE_VERTEX + corner, around->out);
}

/* About the place on an edge that is nearest to one beside it: seen from there, the edge itself
 * would lean. */
static void around_edge(const SnTouchSurface *s, const SnSurfaceView *view, int32_t edge,
                        const double beside[3], Around *around)
{
    const int32_t triangle = s->edge_triangle[edge], *ends = s->edges + 2 * (size_t)edge;
    const double *from = view->x + 3 * (size_t)ends[0];
    double place[3], along[3], arm[3];
    sn_v3_sub(view->x + 3 * (size_t)ends[1], from, along);
    sn_v3_sub(beside, from, arm);
    const double square = sn_v3_dot(along, along);
    sn_v3_copy(from, place);
    sn_v3_axpy(square > 0 ? sn_v3_dot(arm, along) / square : 0, along, place);
    int k = 0;
    while (k < 2 && s->triangle_edge[3 * (size_t)triangle + (size_t)k] != edge)
        k++;
    around->n = 0;
    for (size_t i = 0; i < 2; i++) {
        const int32_t wing = s->wing[2 * (size_t)edge + i];
        add_edge(around, place, view->x + 3 * (size_t)ends[i]);
        if (wing >= 0)
            add_edge(around, place, view->x + 3 * (size_t)wing);
    }
    sn_surface_pseudonormal(view, triangle, SN_FEATURE_EDGE + k, around->out);
}

/* How far the least favourable edge stays behind a direction out of the surface, as a cosine. */
static double behind(const Around *around, const double out[3], double sign)
{
    double least = 1;
    for (int i = 0; i < around->n; i++)
        least = fmin(least, -sign * sn_v3_dot(around->edge[i], out));
    return least;
}

/* Whether a direction out of the first parts both, which edges may lean beyond by a little; flat
 * surfaces alone do not say which way. */
static bool parts(const Around *a, const Around *b, const double normal[3], double slant,
                  double *margin)
{
    *margin = fmin(behind(a, normal, 1), behind(b, normal, -1));
    return *margin > -slant && sn_v3_dot(normal, a->out) - sn_v3_dot(normal, b->out) > 0;
}

/* Which directions count, as cosines. */
typedef struct Bounds {
    double slant;       /* edges may lean beyond them by that */
    const double *from; /* they lie about this one ... */
    double about;       /* ... by that; -1: anywhere */
} Bounds;

static const Bounds ANY = {SLANT, (const double[3]){0, 0, 1}, -1};

static void try_direction(const Around *a, const Around *b, const double tried[3],
                          const Bounds *bounds, double *best, double normal[3])
{
    double unit[3], margin;
    if (!(sn_v3_normalize(tried, unit) > IN_LINE))
        return;
    for (int i = 0; i < 2; i++, sn_v3_scale(-1, unit, unit))
        if (parts(a, b, unit, bounds->slant, &margin) && margin > *best &&
            sn_v3_dot(unit, bounds->from) >= bounds->about) {
            *best = margin;
            sn_v3_copy(unit, normal);
        }
}

/* The direction out of `a` that leaves most between both. */
static bool find_direction(const Around *a, const Around *b, const Bounds *bounds, double normal[3])
{
    double tried[3], best = -HUGE_VAL;
    const int n = a->n + b->n;
    sn_v3_sub(a->out, b->out, tried);
    try_direction(a, b, tried, bounds, &best, normal);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            sn_v3_cross(i < a->n ? a->edge[i] : b->edge[i - a->n],
                        k < a->n ? a->edge[k] : b->edge[k - a->n], tried);
            try_direction(a, b, tried, bounds, &best, normal);
        }
    return best > -HUGE_VAL;
}

/* --- face --- */

bool sn_soft_can_tell(const SnSoftPair *pair)
{
    const SnSoftPlace *places = pair->contacts->soft->places;
    return !pair->rigid && pair->radius == 0 && places[pair->surface[0]].mesh &&
           places[pair->surface[1]].mesh;
}

/* Whether something about a place of a surface lies beyond the plane of a triangle there: the
 * triangle is then a wall of its own. */
static bool is_hollow(const Around *around, const double out[3])
{
    return behind(around, out, 1) < -SLANT;
}

/* The feature of a triangle at a place on it, also where that is next to an edge or a corner. */
static int feature_at(const double *const corner[3], const double place[3], double next_to)
{
    int feature = SN_FEATURE_FACE;
    for (int k = 2; k >= 0; k--) {
        double s, t;
        if (sn_v3_distance(corner[k], place) < next_to)
            return SN_FEATURE_VERTEX + k;
        if (sn_closest_of_segments(corner[k], corner[(k + 1) % 3], place, place, &s, &t) < next_to)
            feature = SN_FEATURE_EDGE + k;
    }
    return feature;
}

SnSoftTouch sn_soft_vertex_touches(const SnSoftPair *pair, bool swapped, int32_t vertex,
                                   int32_t triangle, const double place[3], double *const x[2],
                                   double normal[3])
{
    const int side = swapped ? 1 : 0;
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const SnTouchSurface *own = &all[pair->surface[side]], *other = &all[pair->surface[!side]];
    const SnSurfaceView view[2] = {view_of(pair, side, x), view_of(pair, !side, x)};
    const double *const corner[3] = {corner_of(&view[1], triangle, 0),
                                     corner_of(&view[1], triangle, 1),
                                     corner_of(&view[1], triangle, 2)};
    const int feature = feature_at(corner, place, SN_SOFT_TOUCHING * pair->gap);
    Around a, b = {0};
    double face[3], margin;
    bool reports = true;
    around_vertex(own, &view[0], vertex, &a);
    sn_surface_pseudonormal(&view[1], triangle, SN_FEATURE_FACE, face);
    if (feature >= SN_FEATURE_VERTEX) {
        const int32_t at = other->triangles[3 * triangle + feature - SN_FEATURE_VERTEX];
        around_vertex(other, &view[1], at, &b);
        reports = other->vertex_triangle[at] == triangle;
    } else if (feature >= SN_FEATURE_EDGE) {
        const int32_t edge = other->triangle_edge[3 * triangle + feature - SN_FEATURE_EDGE];
        around_edge(other, &view[1], edge, place, &b);
        reports = other->edge_triangle[edge] == triangle;
    }
    bool found;
    if (feature == SN_FEATURE_FACE || is_hollow(&b, face)) {
        const Around plane = {.out = {face[0], face[1], face[2]}};
        sn_v3_scale(-1, face, normal);
        found = parts(&a, &plane, normal, SLANT, &margin);
        reports = found || feature == SN_FEATURE_FACE;
        found = found || feature != SN_FEATURE_FACE; /* another wall may be what it touches */
    } else {
        found = find_direction(&a, &b, &ANY, normal);
    }
    sn_v3_scale(swapped ? -1 : 1, normal, normal);
    return !found ? SN_SOFT_BEYOND : reports ? SN_SOFT_TOUCHES : SN_SOFT_REPORTED;
}

/* Whether an edge touches the other with its nearer end: they meet further along than that where
 * they are nearly in line. */
static bool is_at_end(const SnSoftPair *pair, const int32_t edge[2], int side, double at,
                      double *const x[2])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const int32_t *own = all[pair->surface[side]].edges + 2 * (size_t)edge[side];
    const int32_t *other = all[pair->surface[!side]].edges + 2 * (size_t)edge[!side];
    const double *end = x[side] + 3 * (size_t)own[at > 0.5];
    double s, t;
    return sn_closest_of_segments(end, end, x[!side] + 3 * (size_t)other[0],
                                  x[!side] + 3 * (size_t)other[1], &s,
                                  &t) < SN_SOFT_TOUCHING * pair->gap;
}

SnSoftTouch sn_soft_edges_touch(const SnSoftPair *pair, const int32_t edge[2], const double at[2],
                                double *const x[2], double normal[3])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    Around around[2];
    double best = -HUGE_VAL, along[2][3], tried[3];
    for (int i = 0; i < 2; i++) {
        const SnTouchSurface *s = &all[pair->surface[i]];
        const SnSurfaceView view = view_of(pair, i, x);
        const int32_t *end = s->edges + 2 * (size_t)edge[i];
        double place[3] = {0};
        sn_v3_axpy(1 - at[i], x[i] + 3 * (size_t)end[0], place);
        sn_v3_axpy(at[i], x[i] + 3 * (size_t)end[1], place);
        around_edge(s, &view, edge[i], place, &around[i]);
        sn_v3_sub(x[i] + 3 * (size_t)end[1], x[i] + 3 * (size_t)end[0], along[i]);
        sn_v3_normalize(along[i], along[i]);
        if (is_at_end(pair, edge, i, at[i], x))
            return SN_SOFT_REPORTED; /* with a vertex, which its triangles tell of */
    }
    sn_v3_cross(along[0], along[1], tried);
    if (!(sn_v3_norm(tried) > IN_LINE))
        return SN_SOFT_REPORTED; /* in line: their ends are on them */
    try_direction(&around[0], &around[1], tried, &ANY, &best, normal);
    return best > -HUGE_VAL ? SN_SOFT_TOUCHES : SN_SOFT_BEYOND;
}

/* --- a normal that parts what is around --- */

/* Cosine: edges may lean that much beyond a normal that stays; */
#define LEANING 1e-3
/* as much as what is near may (soft_near.c), beyond one that becomes another near it; */
#define LEANING_NEAR 0.1
#define NEAR         0.99 /* so near */

/* What is around the place of a pair's feature of one side; of a face nothing but the face. */
static void around_feature(const SnSoftPair *pair, int side, const SnSurfaceView *view,
                           int32_t triangle, int feature, const double place[3], Around *around)
{
    const SnTouchSurface *s = &pair->system->contacts.surfaces[pair->surface[side]];
    around->n = 0;
    if (feature >= SN_FEATURE_VERTEX)
        around_vertex(s, view, s->triangles[3 * triangle + feature - SN_FEATURE_VERTEX], around);
    else if (feature >= SN_FEATURE_EDGE)
        around_edge(s, view, s->triangle_edge[3 * triangle + feature - SN_FEATURE_EDGE], place,
                    around);
    else
        sn_surface_pseudonormal(view, triangle, SN_FEATURE_FACE, around->out);
}

static void around_point_and_face(const SnSoftPair *pair, bool swapped, int32_t vertex,
                                  int32_t triangle, const SnSurfaceView view[2], Around around[2])
{
    const int side = swapped ? 1 : 0;
    const double *const c[3] = {corner_of(&view[!side], triangle, 0),
                                corner_of(&view[!side], triangle, 1),
                                corner_of(&view[!side], triangle, 2)};
    double weight[3], place[3] = {0};
    int feature =
        sn_closest_on_triangle(view[side].x + 3 * (size_t)vertex, c[0], c[1], c[2], weight);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(weight[k], c[k], place);
    if (feature != SN_FEATURE_FACE)
        feature = feature_at(c, place, pair->gap);
    around_vertex(&pair->system->contacts.surfaces[pair->surface[side]], &view[side], vertex,
                  &around[side]);
    around_feature(pair, !side, &view[!side], triangle, feature, place, &around[!side]);
}

static void around_edges(const SnSoftPair *pair, const int32_t edge[2], const SnSurfaceView view[2],
                         Around around[2])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const double *end[4];
    double at[2];
    for (int i = 0; i < 4; i++)
        end[i] = view[i / 2].x +
                 3 * (size_t)all[pair->surface[i / 2]].edges[2 * (size_t)edge[i / 2] + i % 2];
    sn_closest_of_segments(end[0], end[1], end[2], end[3], &at[0], &at[1]);
    for (int i = 0; i < 2; i++) {
        double place[3] = {0};
        sn_v3_axpy(1 - at[i], end[2 * i], place);
        sn_v3_axpy(at[i], end[2 * i + 1], place);
        const SnTouchSurface *s = &all[pair->surface[i]];
        const bool last = at[i] > 0.5;
        if (sn_v3_distance(place, end[2 * i + last]) < pair->gap)
            around_vertex(s, &view[i], s->edges[2 * (size_t)edge[i] + last], &around[i]);
        else
            around_edge(s, &view[i], edge[i], place, &around[i]);
    }
}

void sn_soft_mend_contact(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                          double *const x[2], SnContact *contact)
{
    if (kind == SN_SOFT_HALF_SPACE || !sn_soft_can_tell(pair))
        return;
    const SnSurfaceView view[2] = {view_of(pair, 0, x), view_of(pair, 1, x)};
    const double *normal = contact->local_normal;
    double better[3];
    Around around[2];
    if (kind == SN_SOFT_EDGES)
        around_edges(pair, (int32_t[2]){a, b}, view, around);
    else
        around_point_and_face(pair, swapped, a, b, view, around);
    const double margin = fmin(behind(&around[0], normal, 1), behind(&around[1], normal, -1));
    const Bounds bounds = {LEANING, normal, margin < -LEANING_NEAR ? -1 : NEAR};
    if (margin < -LEANING && find_direction(&around[0], &around[1], &bounds, better))
        sn_soft_contact_along(pair, kind, swapped, a, b, x, better, contact);
}

/* --- contours of surfaces that only touch --- */

/* Whether vertices of a triangle of one side that touch one of the other cut it nevertheless;
 * `touches`: those that do, as bits. */
static bool vertices_cut(const SnSoftPair *pair, const SnSurfaceView view[2], int side,
                         const int32_t triangle[2], double *const x[2], int *touches)
{
    const double *c[3];
    for (int k = 0; k < 3; k++)
        c[k] = corner_of(&view[!side], triangle[!side], k);
    *touches = 0;
    for (int k = 0; k < 3; k++) {
        double weight[3], place[3] = {0}, normal[3];
        const double *p = corner_of(&view[side], triangle[side], k);
        sn_closest_on_triangle(p, c[0], c[1], c[2], weight);
        for (int i = 0; i < 3; i++)
            sn_v3_axpy(weight[i], c[i], place);
        if (sn_v3_distance(place, p) >= SN_SOFT_SHALLOW * pair->gap)
            continue;
        *touches |= 1 << k;
        if (sn_soft_vertex_touches(pair, side == 1,
                                   view[side].mesh->triangles[3 * triangle[side] + k],
                                   triangle[!side], place, x, normal) == SN_SOFT_BEYOND)
            return true;
    }
    return false;
}

/* The same of edges. */
static bool edges_cut(const SnSoftPair *pair, const SnSurfaceView view[2],
                      const int32_t triangle[2], double *const x[2], int touches[2])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double at[2], normal[3];
            const int32_t edge[2] = {
                all[pair->surface[0]].triangle_edge[3 * triangle[0] + i],
                all[pair->surface[1]].triangle_edge[3 * triangle[1] + k],
            };
            const double *end[4];
            for (int e = 0; e < 4; e++)
                end[e] =
                    x[e / 2] + 3 * (size_t)all[pair->surface[e / 2]].edges[2 * edge[e / 2] + e % 2];
            if (sn_closest_of_segments(end[0], end[1], end[2], end[3], &at[0], &at[1]) >=
                SN_SOFT_SHALLOW * pair->gap)
                continue;
            touches[0] |= 1 << i;
            touches[1] |= 1 << k;
            if (sn_soft_edges_touch(pair, edge, at, x, normal) == SN_SOFT_BEYOND)
                return true;
        }
    return false;
}

bool sn_soft_only_touches(const SnSoftPair *pair)
{
    const SnContour *contour = &pair->contacts->soft->contour;
    const SnSoftPlace *places = pair->contacts->soft->places;
    double *const x[2] = {places[pair->surface[0]].x, places[pair->surface[1]].x};
    const SnSurfaceView view[2] = {view_of(pair, 0, x), view_of(pair, 1, x)};
    for (int i = 0; sn_soft_can_tell(pair) && i < contour->n_segments; i++) {
        const SnContourSegment *segment = &contour->segments[i];
        int vertices[2], edges[2] = {0};
        for (int side = 0; side < 2; side++)
            if (vertices_cut(pair, view, side, segment->triangle, x, &vertices[side]))
                return false;
        if (edges_cut(pair, view, segment->triangle, x, edges))
            return false;
        for (int end = 0; end < 2; end++) {
            const SnContourPoint *point = &segment->points[end];
            const int k = point->half_edge % 3;
            if (point->half_edge / 3 != segment->triangle[point->side])
                return false;
            if (!(edges[point->side] & 1 << k) &&
                !(vertices[point->side] & (1 << k | 1 << (k + 1) % 3)))
                return false; /* an edge goes through amid */
        }
    }
    return sn_soft_can_tell(pair);
}
