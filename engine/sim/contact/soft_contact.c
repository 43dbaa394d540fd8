/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact between two surfaces: where its sides are nearest to each other, and which way. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft.h"

#include <math.h>
#include <string.h>

/* Nearer than this, over the gap that is kept, there is no direction from one to the other. */
#define ONE_PLACE 1e-6
/* Over the gap that is kept, what a step pushes out: little, because the energy that it puts into
 * tissue goes with the square. */
#define MOST_PUSHED 0.02
/* Of rigid bodies, over the radius of the smaller one. */
#define MOST_PUSHED_OF_A_BODY 0.01

static const double *point_of(const double *x, int32_t vertex)
{
    return x + 3 * (size_t)vertex;
}

static void set_place(const double *x, SnSoftCarrier *carrier)
{
    sn_v3_set(0, 0, 0, carrier->x);
    for (int i = 0; i < carrier->n; i++)
        sn_v3_axpy(carrier->weight[i], point_of(x, carrier->vertex[i]), carrier->x);
}

void sn_soft_carry_vertex(const double *x, int32_t vertex, SnSoftCarrier *carrier)
{
    *carrier = (SnSoftCarrier){.n = 1, .vertex = {vertex}, .weight = {1}};
    set_place(x, carrier);
}

void sn_soft_carry_triangle(const SnTouchSurface *s, const double *x, int32_t triangle,
                            const double p[3], SnSoftCarrier *carrier)
{
    const int32_t *corner = s->triangles + 3 * (size_t)triangle;
    *carrier = (SnSoftCarrier){.n = 3};
    memcpy(carrier->vertex, corner, 3 * sizeof *corner);
    sn_closest_on_triangle(p, point_of(x, corner[0]), point_of(x, corner[1]),
                           point_of(x, corner[2]), carrier->weight);
    set_place(x, carrier);
}

static void of_edges(const SnTouchSurface *const s[2], const int edge[2], double *const x[2],
                     SnSoftCarrier carrier[2])
{
    double at[2];
    const int32_t *a = s[0]->edges + 2 * (size_t)edge[0], *b = s[1]->edges + 2 * (size_t)edge[1];
    sn_closest_of_segments(point_of(x[0], a[0]), point_of(x[0], a[1]), point_of(x[1], b[0]),
                           point_of(x[1], b[1]), &at[0], &at[1]);
    for (int i = 0; i < 2; i++) {
        const int32_t *ends = i == 0 ? a : b;
        carrier[i] =
            (SnSoftCarrier){.n = 2, .vertex = {ends[0], ends[1]}, .weight = {1 - at[i], at[i]}};
        set_place(x[i], &carrier[i]);
    }
}

/* --- direction --- */

static bool triangle_normal(const SnTouchSurface *s, const double *x, int32_t triangle,
                            double normal[3])
{
    double u[3], v[3];
    if (triangle < 0)
        return false;
    const int32_t *corner = s->triangles + 3 * (size_t)triangle;
    sn_v3_sub(point_of(x, corner[1]), point_of(x, corner[0]), u);
    sn_v3_sub(point_of(x, corner[2]), point_of(x, corner[0]), v);
    sn_v3_cross(u, v, normal);
    return sn_v3_normalize(normal, normal) > 0;
}

/* Across both edges, out of the first surface. */
static bool edges_normal(const SnTouchSurface *const s[2], const int edge[2], double *const x[2],
                         double normal[3])
{
    double along[2][3], out[2][3] = {{0}};
    for (int i = 0; i < 2; i++) {
        const int32_t *ends = s[i]->edges + 2 * (size_t)edge[i];
        sn_v3_sub(point_of(x[i], ends[1]), point_of(x[i], ends[0]), along[i]);
        triangle_normal(s[i], x[i], s[i]->edge_triangle[edge[i]], out[i]);
    }
    sn_v3_cross(along[0], along[1], normal);
    sn_v3_sub(out[0], out[1], out[0]);
    sn_v3_scale(sn_v3_dot(normal, out[0]) < 0 ? -1 : 1, normal, normal);
    return sn_v3_normalize(normal, normal) > 0;
}

/* Of surfaces that touch. */
static bool touching_normal(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                            double *const x[2], double normal[3])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const SnTouchSurface *const s[2] = {&all[pair->surface[0]], &all[pair->surface[1]]};
    if (kind == SN_SOFT_EDGES)
        return edges_normal(s, (int[2]){a, b}, x, normal);
    const int face = swapped ? 0 : 1;
    if (!triangle_normal(s[face], x[face], b, normal))
        return false;
    sn_v3_scale(swapped ? 1 : -1, normal, normal);
    return true;
}

/* --- the contact --- */

static void take_side(const SnSoftPair *pair, int side, const SnSoftCarrier *carrier,
                      SnContact *contact)
{
    const SnTouchSurface *s = &pair->system->contacts.surfaces[pair->surface[side]];
    contact->shape[side] = s->shape;
    contact->block[side] = s->block;
    contact->n_points[side] = s->block < 0 ? carrier->n : 0;
    for (int i = 0; i < carrier->n && s->block < 0; i++) {
        contact->points[side][i] = s->vertex_block[carrier->vertex[i]];
        contact->weight[side][i] = carrier->weight[i];
    }
    for (int i = 0; i < carrier->n && s->block >= 0; i++)
        sn_v3_axpy(carrier->weight[i], point_of(s->local, carrier->vertex[i]),
                   contact->local[side]);
}

/* An edge of what deforms cannot turn about itself what a strand rubs it with: the point across in
 * a triangle there helps, with no weight. */
static void add_wing(const SnTouchSurface *s, const SnTouchSurface *other, int edge,
                     SnSoftCarrier *carrier)
{
    const int32_t across = s->block < 0 && other->thin ? s->wing[2 * (size_t)edge] : -1;
    if (across < 0)
        return;
    carrier->vertex[carrier->n] = across;
    carrier->weight[carrier->n++] = 0;
}

static void nearest(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                    double *const x[2], SnSoftCarrier carrier[2])
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const SnTouchSurface *const s[2] = {&all[pair->surface[0]], &all[pair->surface[1]]};
    const int vertex = swapped ? 1 : 0;
    switch (kind) {
    case SN_SOFT_VERTEX_FACE:
        sn_soft_carry_vertex(x[vertex], a, &carrier[vertex]);
        sn_soft_carry_triangle(s[!vertex], x[!vertex], b, carrier[vertex].x, &carrier[!vertex]);
        break;
    case SN_SOFT_EDGES:
        of_edges(s, (int[2]){a, b}, x, carrier);
        add_wing(s[0], s[1], a, &carrier[0]);
        add_wing(s[1], s[0], b, &carrier[1]);
        break;
    case SN_SOFT_HALF_SPACE:
        sn_soft_carry_vertex(x[0], a, &carrier[0]);
        sn_soft_carry_vertex(x[1], 0, &carrier[1]);
        break;
    }
}

static uint64_t feature_of(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b)
{
    const SnTouchSurface *all = pair->system->contacts.surfaces;
    const int first = all[pair->surface[swapped]].first,
              second = all[pair->surface[!swapped]].first;
    return sn_contact_surface_feature((int)kind, first + a, second + b);
}

void sn_soft_contact_between(const SnSoftPair *pair, uint64_t feature,
                             const SnSoftCarrier carrier[2], const double normal[3],
                             SnContact *contact)
{
    *contact =
        (SnContact){.feature = feature,
                    .rule = pair->rule,
                    .of_surface = true,
                    .rigid = pair->rigid,
                    .radius = pair->radius,
                    .radius_a = pair->system->contacts.surfaces[pair->surface[0]].radius,
                    .tolerance = -pair->gap,
                    .most = pair->rigid ? MOST_PUSHED_OF_A_BODY * pair->size
                                        : MOST_PUSHED * pair->gap * pair->contacts->soft->part,
                    .lever = pair->rigid && isfinite(pair->size) ? pair->size : 1,
                    .tangents = -1};
    sn_v3_copy(normal, contact->local_normal);
    /* matter of strands does not turn about itself: what a body gets acts where theirs does */
    for (int side = 0; side < 2 && contact->core == 0; side++)
        if (pair->system->contacts.surfaces[pair->surface[side]].thin)
            contact->core = 1 + side;
    for (int side = 0; side < 2; side++)
        take_side(pair, side, &carrier[side], contact);
}

bool sn_soft_contact(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                     double *const x[2], SnContact *contact)
{
    SnSoftCarrier carrier[2];
    double normal[3];
    nearest(pair, kind, swapped, a, b, x, carrier);
    if (kind == SN_SOFT_HALF_SPACE) {
        sn_v3_sub(point_of(x[1], 0), point_of(x[1], 1), normal);
        sn_v3_normalize(normal, normal);
    } else {
        sn_v3_sub(carrier[1].x, carrier[0].x, normal);
        const double distance = sn_v3_normalize(normal, normal);
        double from[3];
        sn_v3_copy(normal, from);
        if (distance < SN_SOFT_TOUCHING * pair->gap &&
            !touching_normal(pair, kind, swapped, a, b, x, normal))
            return false;
        /* of edges, faces do not always say which way */
        if (kind == SN_SOFT_EDGES && distance > ONE_PLACE * pair->gap &&
            sn_v3_dot(from, normal) < 0)
            sn_v3_scale(-1, normal, normal);
    }
    sn_soft_contact_between(pair, feature_of(pair, kind, swapped, a, b), carrier, normal, contact);
    return true;
}

void sn_soft_contact_along(const SnSoftPair *pair, SnSoftKind kind, bool swapped, int a, int b,
                           double *const x[2], const double normal[3], SnContact *contact)
{
    SnSoftCarrier carrier[2];
    nearest(pair, kind, swapped, a, b, x, carrier);
    sn_soft_contact_between(pair, feature_of(pair, kind, swapped, a, b), carrier, normal, contact);
}
