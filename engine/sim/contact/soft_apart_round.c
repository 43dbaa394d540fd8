/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models that begin in a sphere, a capsule or a half-space, which have no triangles: points of
 * the FEM model that are inside, and points of the round one's core that are in the FEM model or
 * too near to its surface, go out along the direction that frees both as a whole. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/soft_apart.h"

#include <math.h>
#include <stddef.h>

#define SAMPLES 9  /* along the axis of a capsule */
#define MOST    64 /* points of the FEM model */

typedef struct Round {
    const SnSoftPair *pair;
    SnSurfaceView fem;
    const double *core; /* [n_core][3] one point or two */
    int n_core;
    double radius;
} Round;

static Round round_of(const SnSoftPair *pair)
{
    const SnSoftPlace *places = pair->contacts->soft->places;
    const SnSoftPlace *fem = &places[pair->surface[0]];
    const SnTouchSurface *ball = &pair->system->contacts.surfaces[pair->surface[1]];
    return (Round){.pair = pair,
                   .fem = {.mesh = fem->mesh, .tree = fem->triangles, .x = fem->x},
                   .core = places[pair->surface[1]].x,
                   .n_core = ball->n_vertices,
                   .radius = ball->radius};
}

static void sample(const Round *r, int i, double p[3])
{
    const double at = r->n_core > 1 ? i / (SAMPLES - 1.0) : 0;
    sn_v3_scale(1 - at, r->core, p);
    if (r->n_core > 1)
        sn_v3_axpy(at, r->core + 3, p);
}

static int samples_of(const Round *r)
{
    return r->n_core > 1 ? SAMPLES : 1;
}

/* Where along the core a point is nearest, and how near. */
static double nearest_of_core(const Round *r, const double p[3], double *at)
{
    double along[3] = {0}, arm[3], place[3];
    sn_v3_sub(p, r->core, arm);
    if (r->n_core > 1)
        sn_v3_sub(r->core + 3, r->core, along);
    const double square = sn_v3_dot(along, along);
    *at = square > 0 ? fmin(fmax(sn_v3_dot(arm, along) / square, 0), 1) : 0;
    sn_v3_copy(r->core, place);
    sn_v3_axpy(*at, along, place);
    return sn_v3_distance(place, p);
}

static bool is_within(const Round *r, const double p[3])
{
    return r->fem.mesh->n_open == 0 && sn_surface_winding(&r->fem, p, 1) != 0;
}

/* Whether the ball about a point of the core cuts the FEM model. */
static bool sample_cuts(const Round *r, const double p[3], SnClosest *closest, bool *within)
{
    *within = is_within(r, p);
    return sn_surface_closest(&r->fem, p, *within ? HUGE_VAL : r->radius, -1, closest);
}

bool sn_soft_round_cuts(const SnSoftPair *pair)
{
    const Round r = round_of(pair);
    for (int i = 0; i < samples_of(&r); i++) {
        double p[3];
        SnClosest closest;
        bool within;
        sample(&r, i, p);
        if (sample_cuts(&r, p, &closest, &within))
            return true;
    }
    return false;
}

bool sn_soft_round_is_within(const SnSoftPair *pair)
{
    const Round r = round_of(pair);
    for (int i = 0; i < samples_of(&r); i++) {
        double p[3];
        sample(&r, i, p);
        if (is_within(&r, p))
            return true;
    }
    return false;
}

/* --- contacts --- */

static void carry_core(const Round *r, double at, SnSoftCarrier *carrier)
{
    *carrier = (SnSoftCarrier){.n = r->n_core, .vertex = {0, 1}, .weight = {1 - at, at}};
    for (int i = 0; i < r->n_core; i++)
        sn_v3_axpy(carrier->weight[i], r->core + 3 * i, carrier->x);
}

/* Forces of both act at the point of the FEM model. */
static void take(const Round *r, uint64_t feature, const SnSoftCarrier carrier[2],
                 const double out[3], double most)
{
    SnContact *contact = sn_soft_append(r->pair->contacts);
    if (!contact)
        return;
    sn_soft_contact_between(r->pair, feature, carrier, out, contact);
    contact->core = 1;
    contact->most = most;
    contact->deep = true;
}

static void take_vertices(const Round *r, const double out[3], double most)
{
    const SnTouchSurface *all = r->pair->system->contacts.surfaces;
    int taken = 0;
    for (int32_t v = 0; v < r->fem.mesh->n_vertices && taken < MOST; v++) {
        SnSoftCarrier carrier[2];
        double at;
        if (nearest_of_core(r, r->fem.x + 3 * (size_t)v, &at) >= r->radius)
            continue;
        sn_soft_carry_vertex(r->fem.x, v, &carrier[0]);
        carry_core(r, at, &carrier[1]);
        take(r,
             sn_contact_surface_feature(SN_SOFT_VERTEX_FACE, all[r->pair->surface[0]].first + v,
                                        all[r->pair->surface[1]].first),
             carrier, out, most);
        taken++;
    }
}

static void take_samples(const Round *r, const double out[3], double most)
{
    const SnTouchSurface *all = r->pair->system->contacts.surfaces;
    const SnTouchSurface *fem = &all[r->pair->surface[0]];
    for (int i = 0; i < samples_of(r); i++) {
        SnSoftCarrier carrier[2];
        SnClosest closest;
        double p[3], place[3], way;
        bool within;
        sample(r, i, p);
        if (!sample_cuts(r, p, &closest, &within))
            continue;
        int32_t triangle = closest.triangle;
        sn_v3_copy(closest.x, place);
        if (within && (triangle = sn_soft_leaves(&r->fem, p, out, &way)) >= 0) {
            sn_v3_copy(p, place);
            sn_v3_axpy(way, out, place);
        }
        if (triangle < 0)
            continue;
        sn_soft_carry_triangle(fem, r->fem.x, triangle, place, &carrier[0]);
        carry_core(r, r->n_core > 1 ? i / (SAMPLES - 1.0) : 0, &carrier[1]);
        take(r,
             sn_contact_surface_feature(SN_SOFT_PIERCING, fem->first + triangle,
                                        all[r->pair->surface[1]].first + i),
             carrier, out, most);
    }
}

/* The direction from the nearest point of the surface to the core, where that is outside: what
 * overlaps little goes straight back. */
static bool straight_out(const Round *r, double out[3], double *depth)
{
    double best = HUGE_VAL;
    for (int i = 0; i < samples_of(r); i++) {
        double p[3];
        SnClosest closest;
        bool within;
        sample(r, i, p);
        if (!sample_cuts(r, p, &closest, &within))
            continue;
        if (within)
            return false;
        const double distance = sn_v3_distance(p, closest.x);
        if (distance < best && distance > 0) {
            best = distance;
            sn_v3_sub(p, closest.x, out);
        }
    }
    *depth = r->radius - best;
    return best < r->radius && sn_v3_normalize(out, out) > 0;
}

bool sn_soft_pull_round_apart(const SnSoftPair *pair)
{
    const Round r = round_of(pair);
    double whole[3], out[3], depth = 0;
    if (!sn_soft_round_cuts(pair))
        return false;
    const SnSoftSupport support[2] = {{r.fem.mesh->n_vertices, r.fem.x, 0},
                                      {r.n_core, r.core, r.radius}};
    const double way = sn_soft_way_out(support, 0, NULL, whole);
    const bool straight = straight_out(&r, out, &depth);
    if (!straight || way < SN_SOFT_AS_WHOLE * depth)
        sn_v3_copy(whole, out);
    const double most = SN_SOFT_PUSHED_AS_WHOLE * pair->size * pair->contacts->soft->part;
    take_vertices(&r, out, most);
    take_samples(&r, out, most);
    return true;
}

/* --- half-spaces --- */

/* Below the plane through the first point of the second surface [m]. */
static double depth_below(const SnSoftPair *pair, int32_t vertex, double up[3])
{
    const SnSoftPlace *places = pair->contacts->soft->places;
    const double *plane = places[pair->surface[1]].x;
    double arm[3];
    sn_v3_sub(plane + 3, plane, up);
    sn_v3_sub(places[pair->surface[0]].x + 3 * (size_t)vertex, plane, arm);
    return -sn_v3_dot(arm, up);
}

bool sn_soft_plane_cuts(const SnSoftPair *pair)
{
    const int n = pair->system->contacts.surfaces[pair->surface[0]].n_vertices;
    double up[3];
    for (int32_t v = 0; v < n; v++)
        if (depth_below(pair, v, up) > SN_SOFT_SHALLOW * pair->gap)
            return true;
    return false;
}

void sn_soft_lift_from_plane(const SnSoftPair *pair, int first)
{
    SnContactWorkspace *w = pair->contacts;
    const double most = SN_SOFT_PUSHED_AS_WHOLE * pair->size * w->soft->part;
    for (int i = first; i < w->n; i++) {
        w->contacts[i].most = most;
        w->contacts[i].deep = true;
    }
}
