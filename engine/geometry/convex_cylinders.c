/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact points of two cylinders: ends on ends and sides, sides that lie along each other or
 * cross, rims. */
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"
#include "engine/geometry/convex_cylinder.h"

#include <math.h>

#define PARALLEL 0.02 /* sine between axes: they touch along a line */
#define ASLANT   0.2  /* cosine between an axis and a normal: its end is nearest */
#define SAME     1e-9
#define ROUGH    1e-3 /* over the radius: a rim seen from aslant is taken for a circle */
#define SAMPLES  24   /* of a rim, about the nearest of which it is searched */

enum { ENDS = 40, SIDES, RIMS };

typedef struct Way {
    double gap, n[3]; /* out of the other into the first */
    int kind;
    double on[3]; /* of the other; RIMS: of the rim */
    bool own;     /* ENDS, RIMS: it is of the first */
} Way;

static void better(Way *best, const SnCylinder *c, const SnCylinder *other, const Way *way)
{
    double back[3];
    sn_v3_scale(-1, way->n, back);
    const double gap = -sn_cylinder_reach(c, back) - sn_cylinder_reach(other, way->n);
    const double more = SN_MANIFOLD_PREFERENCE * fmin(hypot(c->r, c->h), hypot(other->r, other->h));
    if (!(gap > best->gap + more))
        return;
    *best = *way;
    best->gap = gap;
}

/* --- rims --- */

/* The point of a rim at an angle. */
static void on_rim(const SnCylinder *c, double side, double angle, double p[3])
{
    double u[3], v[3];
    sn_v3_tangents(c->a, u, v);
    sn_cylinder_end(c, side, p);
    sn_v3_axpy(c->r * cos(angle), u, p);
    sn_v3_axpy(c->r * sin(angle), v, p);
}

static double rim_distance(const SnCylinder *c, double side, double angle, const SnCylinder *solid,
                           double n[3])
{
    double p[3];
    SnCylinderPart part;
    on_rim(c, side, angle, p);
    return sn_cylinder_distance(solid, p, n, &part);
}

/* The angle at which a rim is nearest to a solid cylinder. */
static double nearest_angle(const SnCylinder *c, double side, const SnCylinder *solid)
{
    double best = HUGE_VAL, at = 0, n[3];
    for (int k = 0; k < SAMPLES; k++) {
        const double distance = rim_distance(c, side, 2 * M_PI * k / SAMPLES, solid, n);
        if (distance < best) {
            best = distance;
            at = 2 * M_PI * k / SAMPLES;
        }
    }
    double low = at - 2 * M_PI / SAMPLES, high = at + 2 * M_PI / SAMPLES;
    for (int i = 0; i < 35; i++) { /* thirds */
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (rim_distance(c, side, a, solid, n) < rim_distance(c, side, b, solid, n))
            high = b;
        else
            low = a;
    }
    return 0.5 * (low + high);
}

static void rims(Way *best, const SnCylinder *c, const SnCylinder *other)
{
    for (int inner = 0; inner < 2 && !(inner && best->gap > 0); inner++) {
        const SnCylinder within[2] = {sn_cylinder_within(c), sn_cylinder_within(other)};
        const SnCylinder *solid[2] = {inner ? &within[0] : c, inner ? &within[1] : other};
        double nearest = HUGE_VAL;
        Way way = {.kind = RIMS};
        for (int k = 0; k < 4; k++) {
            const int own = k < 2 ? 0 : 1;
            const double side = k % 2 ? 1 : -1;
            const double angle = nearest_angle(solid[own], side, solid[!own]);
            double n[3];
            const double distance = rim_distance(solid[own], side, angle, solid[!own], n);
            if (!(distance > 0) || !(distance < nearest))
                continue;
            nearest = distance;
            way.own = own == 0;
            sn_v3_scale(way.own ? 1 : -1, n, way.n);
            on_rim(way.own ? c : other, side, angle, way.on);
        }
        if (isfinite(nearest))
            better(best, c, other, &way);
    }
}

/* --- ends --- */

/* Where a point is from an axis. */
static double from_axis(const SnCylinder *c, const double p[3])
{
    double arm[3];
    sn_v3_sub(p, c->c, arm);
    sn_v3_axpy(-sn_v3_dot(arm, c->a), c->a, arm);
    return sn_v3_norm(arm);
}

/* Where two circles in one plane cut each other: those of both ends. */
static int crossings(const double p[3], double r, const double q[3], double s, const double n[3],
                     double (*at)[3])
{
    double way[3], side[3];
    sn_v3_sub(q, p, way);
    sn_v3_axpy(-sn_v3_dot(way, n), n, way);
    const double d = sn_v3_normalize(way, way), x = (d * d + r * r - s * s) / (2 * d);
    if (!(d > SAME * r) || !(fabs(x) < r))
        return 0;
    sn_v3_cross(n, way, side);
    for (int k = 0; k < 2; k++) {
        sn_v3_copy(p, at[k]);
        sn_v3_axpy(x, way, at[k]);
        sn_v3_axpy((k == 0 ? 1 : -1) * sqrt(r * r - x * x), side, at[k]);
    }
    return 2;
}

/* An end of `flat`, which n leaves, and what `c` has lowest over it; of `pair` c is the cylinder.
 */
static void on_end(const SnCylinderPair *pair, const SnCylinder *c, const SnCylinder *flat,
                   const double n[3])
{
    double p[9][3], core[9], end[3], low[3], arm[3], at[2][3];
    const double side = sn_v3_dot(n, flat->a) > 0 ? 1 : -1, along = sn_v3_dot(n, c->a);
    const bool flat_too = fabs(along) >= SN_CYLINDER_CAP_ON_FACE;
    const int n_low = sn_cylinder_lowest(c, n, p, core);
    sn_cylinder_end(flat, side, end);
    if (!flat_too) { /* the line where it is over the end */
        double way[3];
        sn_v3_sub(p[1], p[0], way);
        sn_v3_sub(p[0], end, arm);
        sn_v3_axpy(-sn_v3_dot(arm, n), n, arm);
        double across[3];
        sn_v3_copy(way, across);
        sn_v3_axpy(-sn_v3_dot(way, n), n, across);
        const double a = sn_v3_dot(across, across), b = sn_v3_dot(across, arm);
        const double rest = b * b - a * (sn_v3_dot(arm, arm) - flat->r * flat->r);
        const double root = sqrt(fmax(rest, 0));
        const double from = fmax((-b - root) / a, 0), to = fmin((-b + root) / a, 1);
        double ends[2][3];
        for (int k = 0; k < 2; k++) {
            sn_v3_copy(p[0], ends[k]);
            sn_v3_axpy(k == 0 ? from : to, way, ends[k]);
        }
        for (int k = 0; k < 2 && rest > 0 && from <= to; k++) {
            sn_v3_sub(ends[k], end, arm);
            const double gap = sn_v3_dot(arm, n);
            sn_v3_axpy(-gap, n, ends[k]);
            sn_cylinder_put(pair, n, ends[k], gap, (double[2]){core[0], 0}, SN_CYLINDER_TO_OTHER,
                            sn_manifold_feature(ENDS, k, 0, 0));
        }
        return;
    }
    sn_v3_sub(p[0], end, arm);
    const double lowest = sn_v3_dot(arm, n);
    for (int i = 0; i < n_low; i++) {
        sn_v3_sub(p[i], end, arm);
        const double gap = sn_v3_dot(arm, n);
        sn_v3_axpy(-gap, n, p[i]);
        if (i != 1 && from_axis(flat, p[i]) <= flat->r)
            sn_cylinder_put(pair, n, p[i], gap, (double[2]){0, 0}, SN_CYLINDER_TO_OTHER,
                            sn_manifold_feature(ENDS, i, 1, 0));
    }
    /* and the flat end's rim under the other end, and where both rims cross */
    sn_cylinder_end(c, along > 0 ? -1 : 1, low);
    double back[3], q[9][3];
    sn_v3_scale(-1, n, back);
    const int n_high = sn_cylinder_lowest(flat, back, q, core);
    const int n_cut = crossings(end, flat->r, low, c->r, n, at);
    for (int i = 0; i < n_high + n_cut; i++) {
        const double *x = i < n_high ? q[i] : at[i - n_high];
        double on_low[3];
        sn_v3_sub(low, x, arm);
        const double gap = sn_v3_dot(arm, c->a) / along;
        sn_v3_copy(x, on_low);
        sn_v3_axpy(gap, n, on_low);
        if (i != 1 && gap >= lowest && from_axis(c, on_low) <= c->r * (1 + ROUGH))
            sn_cylinder_put(pair, n, x, gap, (double[2]){0, 0}, SN_CYLINDER_TO_OTHER,
                            sn_manifold_feature(ENDS, i, 2, 0));
    }
}

/* --- sides --- */

/* A point of an axis at a distance from the centre, and the point of the other axis next to it. */
static void on_side(const SnCylinderPair *pair, const SnCylinder *c, const SnCylinder *other,
                    double z, int number)
{
    double p[3], q[3], n[3], arm[3];
    sn_v3_copy(c->c, p);
    sn_v3_axpy(z, c->a, p);
    sn_v3_sub(p, other->c, arm);
    const double along = sn_v3_dot(arm, other->a);
    if (fabs(z) > c->h * (1 + SAME) || fabs(along) > other->h * (1 + SAME))
        return;
    sn_v3_copy(other->c, q);
    sn_v3_axpy(along, other->a, q);
    sn_v3_sub(p, q, n);
    const double distance = sn_v3_normalize(n, n);
    if (!(distance > 0))
        return;
    sn_v3_axpy(other->r, n, q);
    sn_cylinder_put(pair, n, q, distance - c->r - other->r, (double[2]){c->r, other->r},
                    SN_CYLINDER_BETWEEN, sn_manifold_feature(SIDES, number, 0, 0));
}

static void on_sides(const SnCylinderPair *pair, const SnCylinder *c, const SnCylinder *other,
                     const Way *best)
{
    double across[3], arm[3];
    const double cosine = sn_v3_dot(c->a, other->a);
    sn_v3_cross(c->a, other->a, across);
    if (sn_v3_norm(across) > PARALLEL) {
        sn_cylinder_put(pair, best->n, best->on, best->gap, (double[2]){c->r, other->r},
                        SN_CYLINDER_BETWEEN, sn_manifold_feature(SIDES, 9, 0, 0));
        return;
    }
    on_side(pair, c, other, -c->h, 0);
    on_side(pair, c, other, c->h, 1);
    sn_v3_sub(other->c, c->c, arm);
    for (int k = 0; k < 2; k++) /* beside the other's ends */
        on_side(pair, c, other, (sn_v3_dot(arm, other->a) + (k == 0 ? -1 : 1) * other->h) / cosine,
                2 + k);
}

void sn_cylinders_touch(const SnCylinderPair *pair, const SnCylinder *c, const SnCylinder *other)
{
    Way best = {.gap = -HUGE_VAL}, way;
    double own[2][3], others[2][3], s, t;
    for (int k = 0; k < 4; k++) {
        way = (Way){.kind = ENDS, .own = k >= 2};
        sn_v3_scale(k % 2 ? -1 : 1, k < 2 ? other->a : c->a, way.n);
        better(&best, c, other, &way);
    }
    for (int k = 0; k < 2; k++) {
        sn_cylinder_end(c, k == 0 ? -1 : 1, own[k]);
        sn_cylinder_end(other, k == 0 ? -1 : 1, others[k]);
    }
    const double distance = sn_closest_of_segments(own[0], own[1], others[0], others[1], &s, &t);
    way = (Way){.kind = SIDES};
    for (int k = 0; k < 3; k++) {
        way.on[k] = others[0][k] + t * (others[1][k] - others[0][k]);
        way.n[k] = own[0][k] + s * (own[1][k] - own[0][k]) - way.on[k];
    }
    if (distance > SAME * c->r && sn_v3_normalize(way.n, way.n) > 0) {
        sn_v3_axpy(other->r, way.n, way.on);
        /* not across the axes: an end is nearest */
        if (fabs(sn_v3_dot(way.n, c->a)) < ASLANT && fabs(sn_v3_dot(way.n, other->a)) < ASLANT)
            better(&best, c, other, &way);
    }
    if (best.gap >= pair->m->margin)
        return;
    rims(&best, c, other);
    const int before = pair->m->n;
    if (best.kind == SIDES) {
        on_sides(pair, c, other, &best);
    } else if (best.kind == ENDS && !best.own) {
        on_end(pair, c, other, best.n);
    } else if (best.kind == ENDS) {
        const SnCylinderPair turned = {.m = pair->m, .swapped = !pair->swapped};
        double back[3];
        sn_v3_scale(-1, best.n, back);
        on_end(&turned, other, c, back);
    }
    if (pair->m->n > before || best.gap >= pair->m->margin)
        return;
    double p[9][3], core[9];
    sn_cylinder_lowest(c, best.n, p, core);
    if (best.kind != RIMS)
        sn_v3_copy(p[0], best.on);
    sn_v3_axpy(best.kind == RIMS && !best.own ? 0 : -best.gap, best.n, best.on);
    sn_cylinder_put(pair, best.n, best.on, best.gap, (double[2]){0, 0}, SN_CYLINDER_TO_OTHER,
                    sn_manifold_feature(best.kind, 99, 0, 0));
}
