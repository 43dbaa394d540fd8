/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/contact/compliant_shape.h"

#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/sim/contact/contact.h"

#include <math.h>
#include <string.h>

#define FLAT 1e-12 /* over a surface's size: closer to an edge its curvature says nothing */

SnPlacedShape sn_place_shape(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int shape)
{
    SnPlacedShape p = {.shape = &system->contacts.shapes[shape]};
    const int block = p.shape->block;
    p.center = sn_state_q_const(state) + system->blocks[block].q;
    p.rotation = work->motion.rotation[block];
    sn_m3_mul_v3(p.rotation, p.shape->offset, p.origin);
    sn_v3_add(p.origin, p.center, p.origin);
    return p;
}

/* (I - n n' - e e') / radius; e may be NULL. */
static void round_curvature(const double n[3], const double e[3], double radius, double h[9])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            h[3 * r + c] = ((r == c) - n[r] * n[c] - (e ? e[r] * e[c] : 0)) / radius;
}

static SnShapeDistance distance_to_ball(const SnPlacedShape *placed, const double point[3])
{
    SnShapeDistance d = {0};
    double arm[3];
    sn_v3_sub(point, placed->origin, arm);
    const double length = sn_v3_normalize(arm, d.normal);
    d.distance = length - placed->shape->convex.radius;
    if (!(length > 0)) {
        sn_v3_set(0, 0, 1, d.normal);
        return d;
    }
    round_curvature(d.normal, NULL, length, d.curvature);
    return d;
}

static SnShapeDistance distance_to_half_space(const SnPlacedShape *placed, const double point[3])
{
    SnShapeDistance d = {0};
    double arm[3];
    sn_v3_sub(point, placed->origin, arm);
    for (int k = 0; k < 3; k++)
        d.normal[k] = placed->rotation[3 * k + 2];
    d.distance = sn_v3_dot(arm, d.normal);
    return d;
}

static bool outside(const SnBoxTree *tree, const double p[3], double margin)
{
    for (int k = 0; k < 3; k++)
        if (p[k] < (double)tree->nodes[0].low[k] - margin ||
            p[k] > (double)tree->nodes[0].high[k] + margin)
            return true;
    return false;
}

static SnShapeDistance distance_to_surface(const SnFoundationSurface *surface,
                                           const SnPlacedShape *placed, const double point[3],
                                           double margin, int32_t *hint)
{
    SnShapeDistance d = {.distance = HUGE_VAL};
    const SnSurfaceView view = {surface->mesh, surface->tree, surface->x};
    double arm[3], local[3], gradient[3];
    SnClosest closest;
    sn_v3_sub(point, placed->origin, arm);
    sn_m3_tmul_v3(placed->rotation, arm, local);
    if (outside(surface->tree, local, margin))
        return d;
    d.distance = sn_surface_distance(&view, local, HUGE_VAL, *hint, gradient, &closest);
    if (!isfinite(d.distance))
        return d;
    *hint = closest.triangle;
    sn_m3_mul_v3(placed->rotation, gradient, d.normal);
    if (closest.feature == SN_FEATURE_FACE || fabs(d.distance) < FLAT * placed->shape->convex.bound)
        return d;
    if (closest.feature >= SN_FEATURE_VERTEX) {
        round_curvature(d.normal, NULL, d.distance, d.curvature);
        return d;
    }
    const int k = closest.feature - SN_FEATURE_EDGE;
    const int32_t *corner = &surface->mesh->triangles[3 * closest.triangle];
    double edge[3], along[3];
    sn_v3_sub(surface->x + 3 * corner[(k + 1) % 3], surface->x + 3 * corner[k], edge);
    sn_v3_normalize(edge, edge);
    sn_m3_mul_v3(placed->rotation, edge, along);
    round_curvature(d.normal, along, d.distance, d.curvature);
    return d;
}

SnShapeDistance sn_shape_distance(const SnCompliantContacts *contacts, int surface,
                                  const SnPlacedShape *placed, const double point[3], double margin,
                                  int32_t *hint)
{
    if (placed->shape->convex.half_space)
        return distance_to_half_space(placed, point);
    if (surface < 0)
        return distance_to_ball(placed, point);
    return distance_to_surface(&contacts->surfaces[surface], placed, point, margin, hint);
}

/* --- springs --- */

SnCompliantLaw sn_compliant_law_of(const SnContactRule *rule, double area, double radius)
{
    const SnCompliantParameters *p = &rule->compliant;
    SnCompliantLaw law = {.dissipation = p->dissipation,
                          .dynamic_friction = rule->friction,
                          .static_friction = fmax(p->static_friction, rule->friction),
                          .viscous_friction = p->viscous_friction,
                          .transition = p->transition_velocity};
    if (rule->method == SN_CONTACT_HUNT_CROSSLEY) {
        law.coefficient[0] = 4.0 / 3 * sqrt(radius) * p->modulus;
        law.exponent[0] = 1.5;
        law.dissipation *= 1.5;
        return law;
    }
    const double poisson = p->poisson;
    const double linear =
        p->pressure_modulus > 0
            ? p->pressure_modulus
            : (1 - poisson) * p->modulus / ((1 + poisson) * (1 - 2 * poisson) * p->thickness);
    const double parts[3] = {linear, p->quadratic_modulus, p->cubic_modulus};
    for (int i = 0; i < 3; i++) {
        law.coefficient[i] = parts[i] * area;
        law.exponent[i] = i + 1;
    }
    law.lateral = p->lateral_stiffness * law.coefficient[0];
    return law;
}

void sn_foundation_place(const SnFoundationSurface *surface, int i, const SnPlacedShape *placed,
                         double at[3])
{
    sn_m3_mul_v3(placed->rotation, surface->point[i], at);
    sn_v3_add(at, placed->origin, at);
}

SnCompliantPoint sn_foundation_point(const SnContactRule *rule, const SnShapeDistance *d)
{
    const double offset = rule->compliant.offset;
    SnCompliantPoint p = {.overlap = offset - d->distance, .lever = offset, .share = 1};
    sn_v3_copy(d->normal, p.normal);
    memcpy(p.curvature, d->curvature, sizeof p.curvature);
    return p;
}

bool sn_compliant_pair_counts(const SnSystem *system, const SnCompliantPair *pair)
{
    const int low = pair->shape[0] < pair->shape[1] ? pair->shape[0] : pair->shape[1];
    const int high = pair->shape[0] + pair->shape[1] - low;
    return sn_contact_rule(&system->contacts, low, high) == &system->contacts.rules[pair->rule];
}
