/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts of what is near: points and triangles, and edges, where the distance between the
 * surfaces is least about them.  All other pairs are further apart than one of their neighbours,
 * and in the way of motion along the surface. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft_apart.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Cosine: a neighbour may lie that much towards the other side. */
#define LEANING 0.1
/* Edges whose faces lie within this of one plane between the sides carry nothing that points do
 * not, but where both sides deform: there points and crossings of edges together, corners of what
 * both triangulations share, bear a uniform pressure exactly (patch test). */
#define FLAT 0.02
/* The same of a strand, whose parts are longer than the other's edges: nearly none. */
#define FLAT_OF_A_STRAND 1e-6
/* Edges cross where they are nearest between their ends. */
#define AMID 1e-9

typedef struct Search {
    SnWorkspace *work;
    const SnSoftPair *pair;
    const SnTouchSurface *surface[2];
    double *x[2];
    double reach;
} Search;

static const double *point_of(const Search *search, int side, int32_t vertex)
{
    return search->x[side] + 3 * (size_t)vertex;
}

/* Cosine between the way from `place` to a vertex and the direction `out`. */
static double lean(const Search *search, int side, const double place[3], int32_t vertex,
                   const double out[3])
{
    double way[3];
    sn_v3_sub(point_of(search, side, vertex), place, way);
    const double length = sn_v3_norm(way);
    return length > 0 ? sn_v3_dot(way, out) / length : 0;
}

/* Whether the distance along `out` is least at a vertex, among its neighbours. */
static bool least_at_vertex(const Search *search, int side, int32_t vertex, const double out[3])
{
    const SnTouchSurface *s = search->surface[side];
    for (int32_t i = s->ring_start[vertex]; i < s->ring_start[vertex + 1]; i++)
        if (lean(search, side, point_of(search, side, vertex), s->ring[i], out) > LEANING)
            return false;
    return true;
}

/* The same at a place on an edge; `bent`: how far the faces there lie from across `out`, as a
 * cosine; HUGE_VAL: there are no two. */
static bool least_at_edge(const Search *search, int side, int32_t edge, const double place[3],
                          const double out[3], double *bent)
{
    const int32_t *wing = search->surface[side]->wing + 2 * (size_t)edge;
    *bent = wing[0] >= 0 && wing[1] >= 0 ? 0 : HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        if (wing[i] < 0)
            continue;
        const double cosine = lean(search, side, place, wing[i], out);
        if (cosine > LEANING)
            return false;
        *bent = fmax(*bent, fabs(cosine));
    }
    return true;
}

/* `normal`: NULL: from one to the other. */
static void append(const Search *search, SnSoftKind kind, bool swapped, int a, int b,
                   const double *normal)
{
    SnContactWorkspace *w = search->work->contacts;
    SnContact contact;
    if (normal)
        sn_soft_contact_along(search->pair, kind, swapped, a, b, search->x, normal, &contact);
    else if (!sn_soft_contact(search->pair, kind, swapped, a, b, search->x, &contact))
        return;
    else
        sn_soft_mend_contact(search->pair, kind, swapped, a, b, search->x, &contact);
    if (!sn_reserve(&w->contacts, &w->room, w->n + 1, sizeof *w->contacts))
        w->out_of_memory = true;
    else
        w->contacts[w->n++] = contact;
}

static bool touches(const Search *search, double distance)
{
    const bool touch =
        distance < SN_SOFT_TOUCHING * search->pair->gap && sn_soft_can_tell(search->pair);
    search->work->contacts->soft->touched |= touch;
    return touch;
}

/* --- a point and a triangle --- */

/* Whether this triangle is the one to report the place of its surface nearest to a point. */
static bool reports(const Search *search, int side, int32_t triangle, int feature,
                    const double place[3], const double out[3])
{
    const SnTouchSurface *s = search->surface[side];
    double bent;
    if (feature == SN_FEATURE_FACE)
        return true;
    if (feature < SN_FEATURE_VERTEX) {
        const int32_t edge = s->triangle_edge[3 * triangle + feature - SN_FEATURE_EDGE];
        return s->edge_triangle[edge] == triangle &&
               least_at_edge(search, side, edge, place, out, &bent);
    }
    const int32_t vertex = s->triangles[3 * triangle + feature - SN_FEATURE_VERTEX];
    return s->vertex_triangle[vertex] == triangle && least_at_vertex(search, side, vertex, out);
}

/* Returns what they are apart at least. */
static double look_at_vertex(const Search *search, bool swapped, int32_t vertex, int32_t triangle)
{
    const int side = swapped ? 1 : 0, other = !side;
    const SnTouchSurface *s = search->surface[other];
    const int32_t *corner = s->triangles + 3 * (size_t)triangle;
    double weight[3], place[3] = {0}, to[3], from[3];
    if (search->pair->surface[0] == search->pair->surface[1] &&
        (corner[0] == vertex || corner[1] == vertex || corner[2] == vertex))
        return SN_SOFT_NEVER;
    if (sn_thin_passes(search->surface[side], 1, &vertex, s, 3, corner))
        return SN_SOFT_NEVER;
    const double *p = point_of(search, side, vertex);
    const double *const c[3] = {point_of(search, other, corner[0]),
                                point_of(search, other, corner[1]),
                                point_of(search, other, corner[2])};
    const double apart = sn_soft_between_boxes(&p, 1, c, 3);
    if (apart > search->reach)
        return apart;
    const int feature = sn_closest_on_triangle(p, c[0], c[1], c[2], weight);
    for (int k = 0; k < 3; k++)
        sn_v3_axpy(weight[k], c[k], place);
    sn_v3_sub(place, p, to);
    const double distance = sn_v3_normalize(to, to);
    if (distance > search->reach)
        return distance;
    if (touches(search, distance)) {
        const SnSoftTouch touch =
            sn_soft_vertex_touches(search->pair, swapped, vertex, triangle, place, search->x, from);
        if (touch == SN_SOFT_TOUCHES)
            append(search, SN_SOFT_VERTEX_FACE, swapped, vertex, triangle, from);
        if (touch != SN_SOFT_BEYOND)
            return distance;
    }
    sn_v3_scale(-1, to, from);
    if (distance > 0 && (!least_at_vertex(search, side, vertex, to) ||
                         !reports(search, other, triangle, feature, place, from)))
        return distance;
    append(search, SN_SOFT_VERTEX_FACE, swapped, vertex, triangle, NULL);
    return distance;
}

static void vertices_and_faces(const Search *search, bool swapped)
{
    const int side = swapped ? 1 : 0, *surface = search->pair->surface;
    SnSoftPairs *list = sn_soft_near_pairs(search->work->contacts->soft, surface[side], 1,
                                           surface[!side], 3, search->reach, false);
    search->work->contacts->out_of_memory |= !list;
    for (int i = 0; list && i < list->pairs.n; i++) {
        const int32_t *pair = list->pairs.pairs[i];
        if (!sn_soft_is_away(list, i, search->reach))
            sn_soft_note_away(list, i, look_at_vertex(search, swapped, pair[0], pair[1]));
    }
}

/* --- two edges --- */

/* Where one is a strand's, at fractions of both: also of a point of the other, and of edges that
 * are almost flat, which a long part may lie on between its ends. */
static bool strand_reports(const Search *search, const int32_t edge[2], const double at[2],
                           const double *const out[2], const double bent[2])
{
    for (int i = 0; i < 2; i++) {
        const SnTouchSurface *own = search->surface[i], *other = search->surface[!i];
        const bool end = at[i] <= AMID || at[i] >= 1 - AMID;
        const int32_t vertex = own->edges[2 * (size_t)edge[i] + (at[i] > 0.5)];
        if (!sn_thin_reports(own, other, edge[i], at[i]) || bent[i] < FLAT_OF_A_STRAND ||
            (end && !least_at_vertex(search, i, vertex, out[i])))
            return false;
    }
    return true;
}

static bool share_a_vertex(const int32_t a[2], const int32_t b[2])
{
    return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

/* Returns what they are apart at least. */
static double look_at_edges(const Search *search, int32_t a, int32_t b)
{
    const int32_t *p = search->surface[0]->edges + 2 * (size_t)a;
    const int32_t *q = search->surface[1]->edges + 2 * (size_t)b;
    const bool wires = search->surface[0]->n_triangles == 0 || search->surface[1]->n_triangles == 0;
    double s, t, at[2][3], to[3], from[3];
    if ((search->pair->surface[0] == search->pair->surface[1] && share_a_vertex(p, q)) ||
        sn_thin_passes(search->surface[0], 2, p, search->surface[1], 2, q))
        return SN_SOFT_NEVER;
    const double *x[4] = {point_of(search, 0, p[0]), point_of(search, 0, p[1]),
                          point_of(search, 1, q[0]), point_of(search, 1, q[1])};
    const double apart = sn_soft_between_boxes(x, 2, x + 2, 2);
    if (apart > search->reach)
        return apart;
    const double distance = sn_closest_of_segments(x[0], x[1], x[2], x[3], &s, &t);
    if (touches(search, distance)) {
        const SnSoftTouch touch =
            sn_soft_edges_touch(search->pair, (int32_t[2]){a, b}, (double[2]){s, t}, search->x, to);
        if (touch == SN_SOFT_TOUCHES)
            append(search, SN_SOFT_EDGES, false, a, b, to);
        if (touch != SN_SOFT_BEYOND)
            return distance;
    }
    if (distance > search->reach || distance == 0)
        return distance;
    if (!wires && !(s > AMID && s < 1 - AMID && t > AMID && t < 1 - AMID))
        return distance; /* a point that is nearest is another's to report */
    for (int k = 0; k < 3; k++) {
        at[0][k] = x[0][k] + s * (x[1][k] - x[0][k]);
        at[1][k] = x[2][k] + t * (x[3][k] - x[2][k]);
    }
    sn_v3_sub(at[1], at[0], to);
    sn_v3_normalize(to, to);
    sn_v3_scale(-1, to, from);
    double bent[2];
    if (!least_at_edge(search, 0, a, at[0], to, &bent[0]) ||
        !least_at_edge(search, 1, b, at[1], from, &bent[1]))
        return distance;
    const bool flat[2] = {bent[0] < FLAT, bent[1] < FLAT};
    const bool thin = search->surface[0]->thin || search->surface[1]->thin;
    if (thin ? strand_reports(search, (int32_t[2]){a, b}, (double[2]){s, t},
                              (const double *const[2]){to, from}, bent)
             : (!flat[0] && !flat[1]) || search->surface[1]->block < 0 ||
                   (search->pair->rigid && !(flat[0] && flat[1])))
        append(search, SN_SOFT_EDGES, false, a, b, NULL);
    return distance;
}

static void edges_and_edges(const Search *search)
{
    const int *surface = search->pair->surface;
    SnSoftPairs *list = sn_soft_near_pairs(search->work->contacts->soft, surface[0], 2, surface[1],
                                           2, search->reach, false);
    search->work->contacts->out_of_memory |= !list;
    for (int i = 0; list && i < list->pairs.n; i++) {
        const int32_t *pair = list->pairs.pairs[i];
        if (!sn_soft_is_away(list, i, search->reach))
            sn_soft_note_away(list, i, look_at_edges(search, pair[0], pair[1]));
    }
}

/* --- a point and a half-space --- */

static void half_space(const Search *search)
{
    double up[3], arm[3];
    const double *origin = point_of(search, 1, 0);
    sn_v3_sub(point_of(search, 1, 1), origin, up);
    sn_v3_normalize(up, up);
    for (int32_t v = 0; v < search->surface[0]->n_vertices; v++) {
        if (sn_thin_passes(search->surface[0], 1, &v, search->surface[1], 0, NULL))
            continue;
        sn_v3_sub(point_of(search, 0, v), origin, arm);
        if (sn_v3_dot(arm, up) <= search->reach)
            append(search, SN_SOFT_HALF_SPACE, false, v, 0, NULL);
    }
}

/* --- all --- */

static void look_at_pair(const SnSoftPair *pair, void *data)
{
    SnWorkspace *work = data;
    const SnTouchSurface *surfaces = pair->system->contacts.surfaces;
    const SnSoftWorkspace *soft = work->contacts->soft;
    const Search search = {
        .work = work,
        .pair = pair,
        .surface = {&surfaces[pair->surface[0]], &surfaces[pair->surface[1]]},
        .x = {soft->places[pair->surface[0]].x, soft->places[pair->surface[1]].x},
        .reach = sn_soft_reach(pair)};
    assert(search.surface[1]->half_space ||
           search.reach <= (2 * soft->margin + pair->radius) * (1 + 1e-12));
    const int first = work->contacts->n;
    if (pair->rigid && sn_mesh_note_cut(pair)) {
        sn_mesh_pull_apart(pair, work);
    } else if (search.surface[1]->half_space) {
        half_space(&search);
        if (sn_soft_began_cut(pair))
            sn_soft_lift_from_plane(pair, first);
    } else if (!sn_soft_began_cut(pair) || !sn_soft_pull_apart(pair)) {
        vertices_and_faces(&search, false);
        if (pair->surface[0] != pair->surface[1])
            vertices_and_faces(&search, true);
        edges_and_edges(&search);
    }
    if (pair->rigid)
        sn_mesh_take(pair, work, first);
}

/* Contacts ahead in place of the same ones that are near. */
static void take_ahead(SnContactWorkspace *w, int first)
{
    const SnSoftWorkspace *soft = w->soft;
    const int near = w->n;
    if (!sn_reserve(&w->contacts, &w->room, w->n + soft->n_ahead, sizeof *w->contacts)) {
        w->out_of_memory = true;
        return;
    }
    for (int i = 0; i < soft->n_ahead; i++) {
        int at = first;
        while (at < near && w->contacts[at].feature != soft->ahead[i].feature)
            at++;
        w->n += at == near;
        w->contacts[at < near ? at : w->n - 1] = soft->ahead[i];
    }
}

/* Whether all surfaces are where contacts were found in this step already. */
static bool found_here(const SnSystem *system, const SnContactWorkspace *w)
{
    const SnSoftWorkspace *soft = w->soft;
    bool same = w->in_step && soft->n_near >= 0;
    for (int i = 0; same && i < system->contacts.n_surfaces; i++) {
        const size_t bytes = 3 * (size_t)system->contacts.surfaces[i].n_vertices * sizeof(double);
        same = memcmp(soft->places[i].x, soft->places[i].found, bytes) == 0;
    }
    return same;
}

/* Each try of a step begins where the last one did. */
static void note_found(const SnSystem *system, const SnContactWorkspace *w, int first)
{
    SnSoftWorkspace *soft = w->soft;
    const int n = w->n - first;
    if (!w->in_step || w->out_of_memory || soft->n_as_is > 0 ||
        !sn_reserve(&soft->near, &soft->near_room, n, sizeof *soft->near))
        return;
    soft->n_near = n;
    if (n > 0)
        memcpy(soft->near, w->contacts + first, (size_t)n * sizeof *soft->near);
    for (int i = 0; i < system->contacts.n_surfaces; i++) {
        const size_t bytes = 3 * (size_t)system->contacts.surfaces[i].n_vertices * sizeof(double);
        memcpy(soft->places[i].found, soft->places[i].x, bytes);
    }
}

static void recall_found(SnContactWorkspace *w)
{
    const SnSoftWorkspace *soft = w->soft;
    if (!sn_reserve(&w->contacts, &w->room, w->n + soft->n_near, sizeof *w->contacts)) {
        w->out_of_memory = true;
        return;
    }
    for (int i = 0; i < soft->n_near; i++)
        w->contacts[w->n++] = soft->near[i];
}

void sn_soft_find(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    const int first = w->n;
    if (!w->soft)
        return;
    for (int i = 0; i < system->contacts.n_surfaces; i++)
        sn_soft_place(system, &system->contacts.surfaces[i], state, w->soft->places[i].x);
    if (found_here(system, w)) {
        recall_found(w);
    } else {
        w->soft->n_cut = 0;
        w->soft->touched = false;
        sn_soft_each_pair(system, work, false, look_at_pair, work);
        note_found(system, w, first);
    }
    if (w->soft->looks_ahead)
        take_ahead(w, first);
}
