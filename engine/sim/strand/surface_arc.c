/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/surface_arc.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/attachment_class.h"
#include "engine/sim/motion/surface.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DIP    0.5
#define SPREAD 0.5
#define LIFT   0.2

/* A node on a surface, in the world. */
typedef struct Place {
    int surface; /* -1: on none */
    const SnSystemSurface *of;
    const double *local; /* its place in the surface's frame */
    double axes[9];      /* of the surface */
    double normal[3];
} Place;

static const SnSystemAttachment *attachment_of(const SnSystem *system, int node)
{
    const int block = system->points[system->strands.nodes[node].point].block;
    const int attached = block - system->n_active;
    if (block < 0 || attached < 0 || attached >= system->n_attached)
        return NULL;
    const SnSystemAttachment *a =
        &system->attachments.attachments[system->attachments.of[attached]];
    return a->kind == SN_ATTACH_POINT_TO_SURFACE ? a : NULL;
}

bool sn_on_surface(const SnSystem *system, int node)
{
    return attachment_of(system, node) != NULL;
}

static Place place_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      int node)
{
    const SnSystemAttachment *a = attachment_of(system, node);
    Place place = {.surface = -1};
    if (!a)
        return place;
    double normal[3], frame[9];
    place.surface = a->owner;
    place.of = &system->surfaces.surfaces[a->owner];
    place.local = sn_state_q_const(state) + system->blocks[system->attachments.master[a->first]].q;
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, place.of);
    sn_q_to_m3(place.of->orientation, frame);
    if (place.of->carrier >= 0)
        sn_m3_mul(work->motion.rotation[place.of->carrier], frame, place.axes);
    else
        memcpy(place.axes, frame, sizeof frame);
    sn_surface_normal(&geometry, place.local, normal);
    sn_m3_mul_v3(place.axes, normal, place.normal);
    return place;
}

/* How n.v changes with the node's place along the surface: the rate of the normal for the part of v
 * in the tangent plane, which is symmetric. */
static void turning(const SnSystem *system, const Place *place, const double v[3], double r[3])
{
    const SnSurfaceGeometry geometry = sn_surface_geometry(system, place->of);
    double along[3], local[3];
    sn_v3_copy(v, along);
    sn_v3_axpy(-sn_v3_dot(place->normal, v), place->normal, along);
    sn_m3_tmul_v3(place->axes, along, local);
    sn_surface_turn(&geometry, place->local, local, r);
    sn_m3_mul_v3(place->axes, r, r);
}

/* factor g^2 / c, x from the first node to the last; `by` what g changes by with their places. */
static void add_term(double factor, double g, const double x[3], const double by[2][3], int term,
                     SnSurfaceArc *arc)
{
    const double c = sn_v3_norm(x);
    arc->extra += factor * g * g / c;
    for (int end = 0; end < 2; end++) {
        sn_v3_axpy(2 * factor * g / c, by[end], arc->gradient[end]);
        sn_v3_axpy((end ? -1 : 1) * factor * g * g / (c * c * c), x, arc->gradient[end]);
        sn_v3_scale(sqrt(2 * factor / c), by[end], arc->root[term][end]);
    }
}

/* Whether it bulges everywhere: then nodes are drawn to where the strand leaves it from both sides.
 */
static bool bulges(const SnSystemSurface *surface)
{
    return surface->shape == SN_SURFACE_ELLIPSOID || surface->shape == SN_SURFACE_CYLINDER;
}

/* DIP / 2 |y| f(s), s = h / |y|: the part leaves its node at `end` not along the surface. */
static void add_dip(const SnSystem *system, const Place *place, const double x[3], int end,
                    SnSurfaceArc *arc)
{
    const double sign = end ? -1 : 1, length = sn_v3_norm(x);
    const double s = sign * sn_v3_dot(place->normal, x) / length;
    double by[2][3], turn[3], y[3];
    if (s > 0 && !bulges(place->of))
        return;
    const double wide = s > 0 ? 1 + s * s / (LIFT * LIFT) : 1;
    const double f = s * s / wide, slope = 2 * s / (wide * wide);
    sn_v3_scale(sign, x, y); /* away from the node */
    turning(system, place, y, turn);
    sn_v3_copy(place->normal, by[!end]);
    sn_v3_sub(turn, place->normal, by[end]);
    arc->extra += DIP / 2 * length * f;
    for (int k = 0; k < 2; k++) {
        sn_v3_axpy(DIP / 2 * slope, by[k], arc->gradient[k]);
        sn_v3_axpy((k ? 1 : -1) * DIP / 2 * (f - s * slope) / length, x, arc->gradient[k]);
        sn_v3_scale(sqrt(DIP / length) / wide, by[k], arc->root[end][k]);
    }
}

void sn_surface_arc(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                    const int node[2], const double x[2][3], SnSurfaceArc *arc)
{
    assert(!work || work->system == system);
    double part[3], by[2][3], change[3];
    memset(arc, 0, sizeof *arc);
    if (!system->strands.nodes[node[0]].is_virtual && !system->strands.nodes[node[1]].is_virtual)
        return;
    const Place p = place_of(system, state, work, node[0]),
                q = place_of(system, state, work, node[1]);
    sn_v3_sub(x[1], x[0], part);
    if ((p.surface < 0 && q.surface < 0) || !(sn_v3_norm(part) > 0))
        return;
    if (p.surface != q.surface) {
        if (p.surface >= 0)
            add_dip(system, &p, part, 0, arc);
        if (q.surface >= 0)
            add_dip(system, &q, part, 1, arc);
        return;
    }
    sn_v3_sub(q.normal, p.normal, change);
    const double g = sn_v3_dot(part, change);
    if (g <= 0) /* hollow: straight parts are in the air */
        return;
    for (int end = 0; end < 2; end++) {
        turning(system, end ? &q : &p, part, by[end]);
        sn_v3_add(by[end], change, by[end]);
        if (end == 0)
            sn_v3_scale(-1, by[end], by[end]);
    }
    add_term(1.0 / 24, g, part, (const double(*)[3])by, 0, arc);
}

void sn_surface_spread(const SnSystem *system, const int node[3], const double x[3][3],
                       SnSurfaceArc arc[2], SnSurfaceSpread *spread)
{
    const SnSystemAttachment *on[3];
    double d[2][3], l[2];
    memset(spread, 0, sizeof *spread);
    for (int i = 0; i < 3; i++)
        on[i] = attachment_of(system, node[i]);
    if (!system->strands.nodes[node[1]].is_virtual || !on[0] || !on[1] || !on[2] ||
        on[0]->owner != on[1]->owner || on[1]->owner != on[2]->owner)
        return;
    for (int i = 0; i < 2; i++) {
        sn_v3_sub(x[i + 1], x[i], d[i]);
        l[i] = sn_v3_normalize(d[i], d[i]);
    }
    const double sum = l[0] + l[1], u = (l[1] - l[0]) / sum;
    if (!(l[0] > 0 && l[1] > 0))
        return;
    spread->extra = 0.5 * SPREAD * u * u * sum;
    for (int i = 0; i < 2; i++) {
        const double slope = SPREAD * ((i ? u : -u) - 0.5 * u * u);
        sn_v3_axpy(-slope, d[i], arc[i].gradient[0]);
        sn_v3_axpy(slope, d[i], arc[i].gradient[1]);
    }
    const double root = sqrt(SPREAD / sum);
    sn_v3_scale(root, d[0], spread->root[0]);
    sn_v3_add(d[0], d[1], spread->root[1]);
    sn_v3_scale(-root, spread->root[1], spread->root[1]);
    sn_v3_scale(root, d[1], spread->root[2]);
}
