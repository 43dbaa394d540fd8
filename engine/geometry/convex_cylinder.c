/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact points of a cylinder with half-spaces, spheres, capsules, polyhedra and cylinders.
 *
 * The direction is the one along which both overlap least, or are furthest apart, of these: normals
 * of faces and ends, between the axis and what is nearest to it, and between a rim and what is
 * nearest to it (a distance along a segment to a convex body is convex, so that is found by
 * halving).  Where the round side touches, the contact is fixed to the axis, so that the cylinder
 * rolls on it. */
#include "engine/geometry/convex_cylinder.h"
#include "engine/base/vec.h"
#include "engine/geometry/closest.h"

#include <math.h>
#include <string.h>

#define SAME 1e-9
#define DEEP 0.2 /* overlap over the smaller one's radius: one direction for all contacts */

typedef enum Kind { ON_FACE = 20, ON_CAP, ON_SIDE, ON_RIM, ON_ROUND, ON_PLANE } Kind;

/* --- the cylinder --- */

static SnCylinder cylinder_of(const SnConvexPlace *place)
{
    SnCylinder c = {.h = place->shape->half_length, .r = place->shape->radius};
    sn_v3_copy(place->center, c.c);
    sn_v3_set(place->rotation[2], place->rotation[5], place->rotation[8], c.a);
    return c;
}

/* --- contacts --- */

static void on_plane(const SnCylinderPair *pair, const SnCylinder *c, const SnConvexPlace *plane)
{
    const double up[3] = {plane->rotation[2], plane->rotation[5], plane->rotation[8]};
    double p[SN_CYLINDER_LOWEST][3], core[SN_CYLINDER_LOWEST], arm[3];
    const int n = sn_cylinder_lowest(c, up, p, core);
    for (int i = 0; i < n; i++) {
        sn_v3_sub(p[i], plane->position, arm);
        const double gap = sn_v3_dot(arm, up);
        sn_v3_axpy(-gap, up, p[i]);
        sn_cylinder_put(pair, up, p[i], gap, (double[2]){core[i], 0}, SN_CYLINDER_TO_OTHER,
                        sn_manifold_feature(ON_PLANE, i, 0, 0));
    }
}

/* --- spheres and capsules --- */

static void ball(const SnCylinderPair *pair, const SnCylinder *c, const double p[3], double radius,
                 int number)
{
    double n[3], on[3];
    SnCylinderPart part;
    const double distance = sn_cylinder_distance(c, p, n, &part);
    sn_v3_scale(-1, n, n);
    sn_v3_copy(p, on);
    sn_v3_axpy(radius, n, on);
    const double core[2] = {part == SN_CYLINDER_SIDE ? c->r : 0, radius};
    const bool round =
        part == SN_CYLINDER_SIDE ? distance + c->r > 0 : part == SN_CYLINDER_RIM && distance > 0;
    sn_cylinder_put(pair, n, on, distance - radius, core,
                    round ? SN_CYLINDER_BETWEEN : SN_CYLINDER_TO_CYLINDER,
                    sn_manifold_feature(ON_ROUND, number, 0, 0));
}

/* Where something else of a cylinder becomes nearest to a segment p + s along, 0 < s < 1: beside an
 * end, over a rim, nearest to the axis. */
static int turns(const SnCylinder *c, const double p[3], const double along[3], double *s)
{
    double arm[3], across[3], at[6];
    sn_v3_sub(p, c->c, arm);
    const double z = sn_v3_dot(arm, c->a), dz = sn_v3_dot(along, c->a);
    sn_v3_axpy(-z, c->a, arm);
    sn_v3_copy(along, across);
    sn_v3_axpy(-dz, c->a, across);
    const double square = sn_v3_dot(across, across), mixed = sn_v3_dot(across, arm);
    const double rest = mixed * mixed - square * (sn_v3_dot(arm, arm) - c->r * c->r);
    int n = 0, count = 0;
    if (dz != 0) {
        at[n++] = (-c->h - z) / dz;
        at[n++] = (c->h - z) / dz;
    }
    if (square > SAME * SAME * sn_v3_dot(along, along)) {
        at[n++] = -mixed / square;
        if (rest > 0) {
            at[n++] = (-mixed - sqrt(rest)) / square;
            at[n++] = (-mixed + sqrt(rest)) / square;
        }
    }
    for (int i = 0; i < n; i++)
        if (at[i] > SAME && at[i] < 1 - SAME)
            s[count++] = at[i];
    return count;
}

/* The point of a segment nearest to the cylinder, by halving: the distance is convex. */
static double nearest_on_segment(const SnCylinder *c, const double from[3], const double to[3],
                                 double on[3], double n[3])
{
    double along[3], low = 0, high = 1, distance = 0;
    SnCylinderPart part;
    sn_v3_sub(to, from, along);
    for (int i = 0; i < 45; i++) {
        const double s = i == 0 ? 0 : i == 1 ? 1 : 0.5 * (low + high);
        sn_v3_copy(from, on);
        sn_v3_axpy(s, along, on);
        distance = sn_cylinder_distance(c, on, n, &part);
        const double slope = sn_v3_dot(n, along);
        if (!(distance > 0) || (i == 0 && slope >= 0) || (i == 1 && slope <= 0))
            return distance;
        if (slope < 0)
            low = s;
        else
            high = s;
    }
    return distance;
}

static void on_round(const SnCylinderPair *pair, const SnCylinder *c, const SnConvexPlace *other)
{
    double along[3], s[6], nearest[3], unused[3];
    const bool is_segment = other->shape->n_vertices > 1;
    const bool is_outside = !is_segment || nearest_on_segment(c, other->vertex[0], other->vertex[1],
                                                              nearest, unused) > 0;
    if (!is_outside) {
        sn_cylinder_and_segment(pair, c, other);
        return;
    }
    for (int i = 0; i < other->shape->n_vertices; i++)
        ball(pair, c, other->vertex[i], other->shape->radius, i);
    if (!is_segment)
        return;
    sn_v3_sub(other->vertex[1], other->vertex[0], along);
    ball(pair, c, nearest, other->shape->radius, 9);
    const int n = turns(c, other->vertex[0], along, s);
    for (int i = 0; i < n; i++) {
        double p[3];
        sn_v3_copy(other->vertex[0], p);
        sn_v3_axpy(s[i], along, p);
        ball(pair, c, p, other->shape->radius, 2 + i);
    }
}

/* --- polyhedra --- */

/* Directions out of the hull into the cylinder. */
typedef struct Way {
    double gap, n[3];
    int kind, feature;
    double on[3]; /* of the hull */
} Way;

static double gap_along(const SnCylinder *c, const SnConvexPlace *hull, const double n[3])
{
    double back[3], most = -HUGE_VAL;
    sn_v3_scale(-1, n, back);
    for (int i = 0; i < hull->shape->n_vertices; i++)
        most = fmax(most, sn_v3_dot(n, hull->vertex[i]));
    return -sn_cylinder_reach(c, back) - most;
}

static void better(Way *best, const SnCylinder *c, const SnConvexPlace *hull, const double n[3],
                   int kind, int feature, const double on[3])
{
    const double gap = gap_along(c, hull, n);
    const double more = SN_MANIFOLD_PREFERENCE * fmin(hull->shape->bound, hypot(c->r, c->h));
    if (!(gap > best->gap + (best->kind == kind ? 0 : more)))
        return;
    *best = (Way){.gap = gap, .kind = kind, .feature = feature};
    sn_v3_copy(n, best->n);
    sn_v3_copy(on, best->on);
}

static bool is_deep(const Way *best, const SnCylinder *c, const SnConvexPlace *hull)
{
    return best->gap < -DEEP * fmin(c->r, hull->shape->bound);
}

/* Between the axis and the edge nearest to it. */
static void across_side(Way *best, const SnCylinder *c, const SnConvexPlace *hull)
{
    double end[2][3], nearest = HUGE_VAL, on[3] = {0}, n[3] = {0}, s, t;
    int found = -1;
    sn_cylinder_end(c, -1, end[0]);
    sn_cylinder_end(c, 1, end[1]);
    for (int e = 0; e < hull->shape->n_edges; e++) {
        const int *v = hull->shape->edge[e].vertex;
        const double *from = hull->vertex[v[0]], *to = hull->vertex[v[1]];
        const double distance = sn_closest_of_segments(end[0], end[1], from, to, &s, &t);
        if (!(distance > 0) || !(distance < nearest))
            continue;
        nearest = distance;
        found = e;
        for (int k = 0; k < 3; k++) {
            on[k] = from[k] + t * (to[k] - from[k]);
            n[k] = end[0][k] + s * (end[1][k] - end[0][k]) - on[k];
        }
    }
    sn_v3_axpy(-sn_v3_dot(n, c->a), c->a, n);
    if (found < 0 || !(sn_v3_normalize(n, n) > SAME * c->r))
        return;
    better(best, c, hull, n, ON_SIDE, found, on);
    sn_v3_scale(-1, n, n);
    if (is_deep(best, c, hull)) /* the axis may be on the inside of the edge */
        better(best, c, hull, n, ON_SIDE, found, on);
}

/* Between a rim and the edge nearest to it; `solid`: the cylinder, or one within. */
static void across_rim(Way *best, const SnCylinder *c, const SnCylinder *solid,
                       const SnConvexPlace *hull)
{
    double nearest = HUGE_VAL, on[3] = {0}, n[3] = {0}, end[2][3];
    int found = -1;
    sn_cylinder_end(solid, -1, end[0]);
    sn_cylinder_end(solid, 1, end[1]);
    for (int e = 0; e < hull->shape->n_edges; e++) {
        const int *v = hull->shape->edge[e].vertex;
        double at[3], out[3], s, t;
        if (sn_closest_of_segments(end[0], end[1], hull->vertex[v[0]], hull->vertex[v[1]], &s, &t) -
                solid->r >
            nearest)
            continue;
        const double distance =
            nearest_on_segment(solid, hull->vertex[v[0]], hull->vertex[v[1]], at, out);
        if (!(distance > 0) || !(distance < nearest))
            continue;
        nearest = distance;
        found = e;
        sn_v3_copy(at, on);
        sn_v3_scale(-1, out, n);
    }
    if (found >= 0)
        better(best, c, hull, n, ON_RIM, found, on);
}

static int facing(const SnConvexPlace *hull, const double n[3])
{
    int face = 0;
    for (int f = 1; f < hull->shape->n_faces; f++)
        if (sn_v3_dot(hull->normal[f], n) > sn_v3_dot(hull->normal[face], n))
            face = f;
    return face;
}

/* An end and a face that look at each other: the rim over the face, corners of the face over the
 * end, and where its sides cross the rim. */
static void cap_and_face(const SnCylinderPair *pair, const SnCylinder *c, const SnConvexPlace *hull,
                         int face, const double n[3], SnCylinderFixed fixed)
{
    const SnConvex *shape = hull->shape;
    const double tilt = sn_v3_dot(hull->normal[face], n), along = sn_v3_dot(n, c->a);
    const double none[2] = {0, 0};
    double p[SN_CYLINDER_LOWEST][3], core[SN_CYLINDER_LOWEST], end[3], arm[3], height[2];
    const int count = sn_cylinder_lowest(c, n, p, core);
    for (int i = 0; i < count; i++) {
        const double gap = sn_convex_plane_distance(hull, face, p[i]) / tilt;
        sn_v3_axpy(-gap, n, p[i]);
        if (i != 1 && sn_convex_over_face(hull, face, p[i]))
            sn_cylinder_put(pair, n, p[i], gap, none, fixed,
                            sn_manifold_feature(ON_FACE, face, i, 0));
    }
    sn_cylinder_end(c, along > 0 ? -1 : 1, end);
    const int first = shape->start[face], sides = shape->start[face + 1] - first;
    for (int i = 0; i < sides; i++) {
        double corner[2][3], way[3], s[7];
        for (int k = 0; k < 2; k++) { /* moved along n into the end's plane */
            sn_v3_copy(hull->vertex[shape->corner[first + (i + k) % sides]], corner[k]);
            sn_v3_sub(end, corner[k], arm);
            height[k] = sn_v3_dot(arm, c->a) / along;
            sn_v3_axpy(height[k], n, corner[k]);
        }
        sn_v3_sub(corner[1], corner[0], way);
        int n_at = turns(c, corner[0], way, s);
        s[n_at++] = 0;
        for (int k = 0; k < n_at; k++) {
            double at[3], out[3];
            sn_v3_copy(corner[0], at);
            sn_v3_axpy(s[k], way, at);
            sn_v3_sub(at, end, out);
            if (sn_v3_norm(out) > c->r * (1 + SAME))
                continue;
            const double gap = height[0] + s[k] * (height[1] - height[0]);
            sn_v3_axpy(-gap, n, at);
            sn_cylinder_put(pair, n, at, gap, none, fixed,
                            sn_manifold_feature(ON_FACE, face, i, 1 + k + (s[k] == 0 ? 8 : 0)));
        }
    }
}

/* The lowest line of the side, where it is over the face. */
static void side_and_face(const SnCylinderPair *pair, const SnCylinder *c,
                          const SnConvexPlace *hull, int face)
{
    const SnConvex *shape = hull->shape;
    const double *n = hull->normal[face];
    double p[SN_CYLINDER_LOWEST][3], core[SN_CYLINDER_LOWEST], along[3], bound[2] = {0, 1};
    sn_cylinder_lowest(c, n, p, core);
    sn_v3_sub(p[1], p[0], along);
    const int first = shape->start[face], sides = shape->start[face + 1] - first;
    for (int i = 0; i < sides; i++) {
        const double *from = hull->vertex[shape->corner[first + i]];
        double way[3], out[3], arm[3];
        sn_v3_sub(hull->vertex[shape->corner[first + (i + 1) % sides]], from, way);
        sn_v3_cross(way, n, out);
        sn_v3_sub(p[0], from, arm);
        const double here = sn_v3_dot(arm, out), rate = sn_v3_dot(along, out);
        if (here > 0 && here + rate > 0)
            return;
        if (rate > 0)
            bound[1] = fmin(bound[1], -here / rate);
        else if (rate < 0)
            bound[0] = fmax(bound[0], -here / rate);
    }
    for (int k = 0; k < 2 && bound[0] <= bound[1]; k++) {
        double at[3];
        sn_v3_copy(p[0], at);
        sn_v3_axpy(bound[k], along, at);
        const double gap = sn_convex_plane_distance(hull, face, at);
        sn_v3_axpy(-gap, n, at);
        sn_cylinder_put(pair, n, at, gap, (double[2]){core[0], 0}, SN_CYLINDER_TO_OTHER,
                        sn_manifold_feature(ON_FACE, face, k, 1));
    }
}

/* An edge along or across the side; what is deeper than the direction's gap lies behind others. */
static void side_and_edge(const SnCylinderPair *pair, const SnCylinder *c,
                          const SnConvexPlace *hull, int e, double least)
{
    const int *v = hull->shape->edge[e].vertex;
    double along[3], s[8];
    sn_v3_sub(hull->vertex[v[1]], hull->vertex[v[0]], along);
    int n = turns(c, hull->vertex[v[0]], along, s);
    s[n++] = 0;
    s[n++] = 1;
    for (int i = 0; i < n; i++) {
        double p[3], out[3];
        sn_v3_copy(hull->vertex[v[0]], p);
        sn_v3_axpy(s[i], along, p);
        sn_v3_sub(p, c->c, out);
        const double z = sn_v3_dot(out, c->a);
        sn_v3_axpy(-z, c->a, out);
        const double radial = sn_v3_normalize(out, out);
        if (!(radial > 0) || fabs(z) > c->h * (1 + SAME) || radial - c->r < least)
            continue;
        sn_v3_scale(-1, out, out);
        sn_cylinder_put(pair, out, p, radial - c->r, (double[2]){c->r, 0}, SN_CYLINDER_BETWEEN,
                        sn_manifold_feature(ON_SIDE, e, i, 0));
    }
}

/* The edge that is nearest to the axis and those of its faces: what rolls comes upon them next. */
static void side_and_edges(const SnCylinderPair *pair, const SnCylinder *c,
                           const SnConvexPlace *hull, const Way *best)
{
    const SnConvexEdge *edge = hull->shape->edge, *nearest = &edge[best->feature];
    for (int e = 0; e < hull->shape->n_edges; e++)
        if (edge[e].face[0] == nearest->face[0] || edge[e].face[0] == nearest->face[1] ||
            edge[e].face[1] == nearest->face[0] || edge[e].face[1] == nearest->face[1])
            side_and_edge(pair, c, hull, e, best->gap - SAME * c->r);
}

/* The lowest points in a direction, along that alone: contacts of edges look all ways where overlap
 * is deep. */
static void along_way(const SnCylinderPair *pair, const SnCylinder *c, const SnConvexPlace *hull,
                      const Way *way)
{
    double p[SN_CYLINDER_LOWEST][3], core[SN_CYLINDER_LOWEST], back[3];
    const int all = sn_cylinder_lowest(c, way->n, p, core), n = is_deep(way, c, hull) ? all : 1;
    sn_v3_scale(-1, way->n, back);
    const double top = -sn_cylinder_reach(c, back) - way->gap; /* of the hull */
    for (int i = 0; i < n; i++) {
        const double gap = sn_v3_dot(way->n, p[i]) - top;
        sn_v3_axpy(-gap, way->n, p[i]);
        sn_cylinder_put(pair, way->n, p[i], gap, (double[2]){0, 0}, SN_CYLINDER_TO_OTHER,
                        sn_manifold_feature(way->kind, way->feature, 99, i));
    }
}

static void on_hull(const SnCylinderPair *pair, const SnCylinder *c, const SnConvexPlace *hull)
{
    static const double nowhere[3] = {0};
    Way best = {.gap = -HUGE_VAL, .kind = ON_FACE};
    double n[3];
    for (int f = 0; f < hull->shape->n_faces; f++)
        better(&best, c, hull, hull->normal[f], ON_FACE, f, nowhere);
    for (int k = 0; k < 2; k++) {
        sn_v3_scale(k == 0 ? 1 : -1, c->a, n);
        better(&best, c, hull, n, ON_CAP, k, nowhere);
    }
    if (best.gap >= pair->m->margin)
        return;
    const SnCylinder within = sn_cylinder_within(c);
    across_side(&best, c, hull);
    across_rim(&best, c, c, hull);
    across_rim(&best, c, &within, hull);
    if (is_deep(&best, c, hull)) {
        along_way(pair, c, hull, &best);
        return;
    }
    const int before = pair->m->n;
    const int face = best.kind == ON_FACE ? best.feature : facing(hull, best.n);
    if (best.kind == ON_FACE && fabs(sn_v3_dot(best.n, c->a)) < SN_CYLINDER_CAP_ON_FACE)
        side_and_face(pair, c, hull, face);
    else if (best.kind == ON_FACE || (best.kind == ON_CAP && sn_v3_dot(hull->normal[face], best.n) >
                                                                 SN_CYLINDER_CAP_ON_FACE))
        cap_and_face(pair, c, hull, face, best.n,
                     best.kind == ON_FACE ? SN_CYLINDER_TO_OTHER : SN_CYLINDER_TO_CYLINDER);
    else if (best.kind == ON_SIDE)
        side_and_edges(pair, c, hull, &best);
    else if (best.kind == ON_RIM)
        sn_cylinder_put(pair, best.n, best.on, best.gap, (double[2]){0, 0}, SN_CYLINDER_TO_OTHER,
                        sn_manifold_feature(ON_RIM, best.feature, 0, 0));
    if (pair->m->n > before || best.gap >= pair->m->margin)
        return;
    along_way(pair, c, hull, &best); /* whatever is furthest along the direction */
}

void sn_cylinder_contacts(const SnConvexPlace *cylinder, const SnConvexPlace *other, bool swapped,
                          SnManifold *m)
{
    const SnCylinderPair pair = {.m = m, .swapped = swapped};
    const SnCylinder c = cylinder_of(cylinder);
    if (other->shape->half_space) {
        on_plane(&pair, &c, other);
    } else if (other->shape->half_length > 0) {
        const SnCylinder second = cylinder_of(other);
        sn_cylinders_touch(&pair, &c, &second);
    } else if (other->shape->n_faces > 0) {
        on_hull(&pair, &c, other);
    } else {
        on_round(&pair, &c, other);
    }
}
