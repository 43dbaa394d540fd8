/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact points of two convex shapes. */
#include "engine/base/vec.h"
#include "engine/geometry/convex_manifold.h"

#include <math.h>
#include <string.h>

#define MOST_CORNERS SN_MANIFOLD_ROOM /* of a clipped face */
#define PREFERENCE   SN_MANIFOLD_PREFERENCE
#define PARALLEL     1e-6 /* sine between edges that give no direction */

typedef SnManifold Manifold;

/* Between a point of core A and one of core B, `fallback` where they coincide. */
static void add_between(Manifold *m, const double a[3], double radius_a, const double b[3],
                        double radius_b, const double fallback[3], uint32_t feature)
{
    double normal[3], on_a[3];
    sn_v3_sub(b, a, normal);
    const double distance = sn_v3_normalize(normal, normal);
    if (distance == 0)
        sn_v3_copy(fallback, normal);
    sn_v3_copy(a, on_a);
    sn_v3_axpy(radius_a, normal, on_a);
    sn_manifold_add(m, normal, on_a, distance - radius_a - radius_b, feature, false, true);
}

/* --- half-spaces --- */

/* `plane` is A, or, `swapped`, B. */
static void half_space_contacts(const SnConvexPlace *plane, const SnConvexPlace *other,
                                bool swapped, Manifold *m)
{
    const double up[3] = {plane->rotation[2], plane->rotation[5], plane->rotation[8]};
    for (int i = 0; i < other->shape->n_vertices; i++) {
        double arm[3], on[3], normal[3];
        sn_v3_sub(other->vertex[i], plane->position, arm);
        const double gap = sn_v3_dot(arm, up) - other->shape->radius;
        sn_v3_copy(other->vertex[i], on);
        sn_v3_axpy(-other->shape->radius - (swapped ? 0 : gap), up, on);
        sn_v3_scale(swapped ? -1 : 1, up, normal);
        sn_manifold_add(m, normal, on, gap, sn_manifold_feature(1, i, 0, 0), swapped, false);
    }
}

/* --- points and segments --- */

static double clamp01(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Parameter of the point of a segment nearest to p; a point has none. */
static double nearest_on_segment(const double a[3], const double b[3], const double p[3])
{
    double along[3], arm[3];
    sn_v3_sub(b, a, along);
    sn_v3_sub(p, a, arm);
    const double square = sn_v3_dot(along, along);
    return square > 0 ? clamp01(sn_v3_dot(arm, along) / square) : 0;
}

static void on_segment(const double a[3], const double b[3], double s, double p[3])
{
    sn_v3_scale(1 - s, a, p);
    sn_v3_axpy(s, b, p);
}

/* Parameters of the lines' nearest points where both are inside; false: an end is nearest, or the
 * segments are parallel. */
static bool cross_inside(const double a0[3], const double a1[3], const double b0[3],
                         const double b1[3], double *s, double *t)
{
    double u[3], v[3], w[3];
    sn_v3_sub(a1, a0, u);
    sn_v3_sub(b1, b0, v);
    sn_v3_sub(a0, b0, w);
    const double uu = sn_v3_dot(u, u), uv = sn_v3_dot(u, v), vv = sn_v3_dot(v, v);
    const double determinant = uu * vv - uv * uv;
    if (!(determinant > PARALLEL * PARALLEL * uu * vv))
        return false;
    const double uw = sn_v3_dot(u, w), vw = sn_v3_dot(v, w);
    *s = (uv * vw - vv * uw) / determinant;
    *t = (uu * vw - uv * uw) / determinant;
    return *s > 0 && *s < 1 && *t > 0 && *t < 1;
}

/* Any of the ends against the other core, and the middles where they cross: each a pair of balls
 * of the two shapes. */
static void round_contacts(const SnConvexPlace *a, const SnConvexPlace *b, Manifold *m)
{
    const double(*va)[3] = (const double(*)[3])a->vertex, (*vb)[3] = (const double(*)[3])b->vertex;
    const int na = a->shape->n_vertices, nb = b->shape->n_vertices;
    const double ra = a->shape->radius, rb = b->shape->radius;
    double up[3] = {0, 0, 1}, unused[3], p[3], q[3], s, t;
    if (na == 2) {
        sn_v3_sub(va[1], va[0], p);
        sn_v3_normalize(p, p);
        sn_v3_tangents(p, up, unused);
    }
    for (int i = 0; i < na; i++) {
        on_segment(vb[0], vb[nb - 1], nearest_on_segment(vb[0], vb[nb - 1], va[i]), p);
        add_between(m, va[i], ra, p, rb, up, sn_manifold_feature(2, i, 0, 0));
    }
    for (int i = 0; i < nb && na == 2; i++) {
        const double at = nearest_on_segment(va[0], va[1], vb[i]);
        on_segment(va[0], va[1], at, p);
        const bool is_end = at == 0 || at == 1; /* then it may be there already */
        if (!is_end || nb == 2)
            add_between(m, p, ra, vb[i], rb, up, sn_manifold_feature(3, i, 0, 0));
    }
    if (na == 2 && nb == 2 && cross_inside(va[0], va[1], vb[0], vb[1], &s, &t)) {
        on_segment(va[0], va[1], s, p);
        on_segment(vb[0], vb[1], t, q);
        add_between(m, p, ra, q, rb, up, sn_manifold_feature(4, 0, 0, 0));
    }
}

/* --- points and segments on polyhedra --- */

/* The face that a point is furthest outside of. */
static int outermost_face(const SnConvexPlace *hull, const double p[3], double *distance)
{
    int face = 0;
    *distance = -HUGE_VAL;
    for (int f = 0; f < hull->shape->n_faces; f++) {
        const double d = sn_convex_plane_distance(hull, f, p);
        if (d > *distance) {
            *distance = d;
            face = f;
        }
    }
    return face;
}

/* The ball of `radius` about p, against a polyhedron; `hull_is_b`: the ball is of A. */
static void ball_on_hull(const SnConvexPlace *hull, const double p[3], double radius,
                         bool hull_is_b, int number, Manifold *m)
{
    double depth, best = HUGE_VAL, nearest[3] = {0}, normal[3], on[3];
    int found = -1;
    const int face = outermost_face(hull, p, &depth);
    if (depth <= 0 || sn_convex_over_face(hull, face, p)) {
        sn_v3_scale(hull_is_b ? -1 : 1, hull->normal[face], normal);
        sn_v3_copy(p, on);
        sn_v3_axpy(hull_is_b ? -radius : -depth, hull->normal[face], on);
        sn_manifold_add(m, normal, on, depth - radius, sn_manifold_feature(5, number, face, 0),
                        hull_is_b, false);
        return;
    }
    for (int e = 0; e < hull->shape->n_edges; e++) {
        const SnConvexEdge *edge = &hull->shape->edge[e];
        const double *from = hull->vertex[edge->vertex[0]], *to = hull->vertex[edge->vertex[1]];
        double q[3];
        on_segment(from, to, nearest_on_segment(from, to, p), q);
        if (sn_v3_distance(p, q) < best) {
            best = sn_v3_distance(p, q);
            sn_v3_copy(q, nearest);
            found = e;
        }
    }
    for (int f = 0; f < hull->shape->n_faces; f++) {
        const double d = sn_convex_plane_distance(hull, f, p);
        if (d <= 0 || d >= best || !sn_convex_over_face(hull, f, p))
            continue;
        best = d;
        found = hull->shape->n_edges + f;
        sn_v3_copy(p, nearest);
        sn_v3_axpy(-d, hull->normal[f], nearest);
    }
    sn_v3_sub(p, nearest, normal);
    sn_v3_normalize(normal, normal);
    if (hull_is_b) {
        sn_v3_copy(p, on);
        sn_v3_axpy(-radius, normal, on);
        sn_v3_scale(-1, normal, normal);
    } else {
        sn_v3_copy(nearest, on);
    }
    sn_manifold_add(m, normal, on, best - radius, sn_manifold_feature(6, number, found, 0),
                    hull_is_b, false);
}

/* Where the middle of a segment is nearest to an edge or a corner. */
static void crossing_edge(const SnConvexPlace *hull, const SnConvexPlace *capsule, bool hull_is_b,
                          Manifold *m)
{
    double best = HUGE_VAL, on_hull[3] = {0}, on_core[3] = {0}, depth, s, t;
    int found = -1;
    for (int e = 0; e < hull->shape->n_edges; e++) {
        const SnConvexEdge *edge = &hull->shape->edge[e];
        const double *from = hull->vertex[edge->vertex[0]], *to = hull->vertex[edge->vertex[1]];
        double p[3], q[3];
        if (!cross_inside(from, to, capsule->vertex[0], capsule->vertex[1], &s, &t))
            continue;
        on_segment(from, to, s, p);
        on_segment(capsule->vertex[0], capsule->vertex[1], t, q);
        if (sn_v3_distance(p, q) < best) {
            best = sn_v3_distance(p, q);
            sn_v3_copy(p, on_hull);
            sn_v3_copy(q, on_core);
            found = e;
        }
    }
    for (int i = 0; i < hull->shape->n_vertices; i++) {
        double q[3];
        t = nearest_on_segment(capsule->vertex[0], capsule->vertex[1], hull->vertex[i]);
        on_segment(capsule->vertex[0], capsule->vertex[1], t, q);
        if (!(t > 0) || !(t < 1) || !(sn_v3_distance(hull->vertex[i], q) < best))
            continue;
        best = sn_v3_distance(hull->vertex[i], q);
        sn_v3_copy(hull->vertex[i], on_hull);
        sn_v3_copy(q, on_core);
        found = hull->shape->n_edges + i;
    }
    if (found < 0)
        return;
    double normal[3], on[3];
    outermost_face(hull, on_core, &depth);
    sn_v3_sub(on_core, on_hull, normal);
    const double side = depth > 0 ? 1 : -1; /* inside: out over this edge */
    if (!(sn_v3_normalize(normal, normal) > 0))
        return;
    sn_v3_scale(side, normal, normal);
    const double gap = side * best - capsule->shape->radius;
    sn_v3_copy(hull_is_b ? on_core : on_hull, on);
    if (hull_is_b) {
        sn_v3_axpy(-capsule->shape->radius, normal, on);
        sn_v3_scale(-1, normal, normal);
    }
    sn_manifold_add(m, normal, on, gap, sn_manifold_feature(7, found, 0, 0), hull_is_b, false);
}

static void round_on_hull(const SnConvexPlace *hull, const SnConvexPlace *core, bool hull_is_b,
                          Manifold *m)
{
    if (core->shape->n_vertices == 2 && sn_segment_in_hull(hull, core, hull_is_b, m))
        return;
    for (int i = 0; i < core->shape->n_vertices; i++)
        ball_on_hull(hull, core->vertex[i], core->shape->radius, hull_is_b, i, m);
    if (core->shape->n_vertices == 2)
        crossing_edge(hull, core, hull_is_b, m);
}

/* --- polyhedra --- */

typedef struct Axis {
    double separation;
    int a, b; /* faces or edges */
    double normal[3];
} Axis;

/* The face of `hull` that the other lies furthest outside of. */
static Axis best_face(const SnConvexPlace *hull, const SnConvexPlace *other)
{
    Axis best = {.separation = -HUGE_VAL};
    for (int f = 0; f < hull->shape->n_faces; f++) {
        double least = HUGE_VAL;
        for (int i = 0; i < other->shape->n_vertices && least > best.separation; i++)
            least = fmin(least, sn_convex_plane_distance(hull, f, other->vertex[i]));
        if (least > best.separation) {
            best.separation = least;
            best.a = f;
        }
    }
    return best;
}

/* Whether the arcs of two edges on the Gauss map of A - B cross: only then is their pair a face of
 * it.  a, b: normals beside the edge of A; c, d: those beside that of B, reversed. */
static bool arcs_cross(const double a[3], const double b[3], const double b_x_a[3],
                       const double c[3], const double d[3], const double d_x_c[3])
{
    const double cba = sn_v3_dot(c, b_x_a), dba = sn_v3_dot(d, b_x_a);
    const double adc = sn_v3_dot(a, d_x_c), bdc = sn_v3_dot(b, d_x_c);
    return cba * dba < 0 && adc * bdc < 0 && cba * bdc > 0;
}

static Axis best_edges(const SnConvexPlace *a, const SnConvexPlace *b)
{
    Axis best = {.separation = -HUGE_VAL};
    for (int i = 0; i < a->shape->n_edges; i++) {
        const SnConvexEdge *ea = &a->shape->edge[i];
        double da[3];
        sn_v3_sub(a->vertex[ea->vertex[1]], a->vertex[ea->vertex[0]], da);
        for (int j = 0; j < b->shape->n_edges; j++) {
            const SnConvexEdge *eb = &b->shape->edge[j];
            double db[3], c[3], d[3], normal[3], arm[3];
            sn_v3_sub(b->vertex[eb->vertex[1]], b->vertex[eb->vertex[0]], db);
            sn_v3_scale(-1, b->normal[eb->face[0]], c);
            sn_v3_scale(-1, b->normal[eb->face[1]], d);
            if (!arcs_cross(a->normal[ea->face[0]], a->normal[ea->face[1]], da, c, d, db))
                continue;
            sn_v3_cross(da, db, normal);
            const double size = sn_v3_norm(da) * sn_v3_norm(db);
            if (!(sn_v3_normalize(normal, normal) > 1e-3 * size))
                continue;
            sn_v3_sub(a->vertex[ea->vertex[0]], a->center, arm);
            if (sn_v3_dot(normal, arm) < 0)
                sn_v3_scale(-1, normal, normal);
            sn_v3_sub(b->vertex[eb->vertex[0]], a->vertex[ea->vertex[0]], arm);
            const double separation = sn_v3_dot(normal, arm);
            if (separation > best.separation) {
                best = (Axis){.separation = separation, .a = i, .b = j};
                sn_v3_copy(normal, best.normal);
            }
        }
    }
    return best;
}

static void edge_contact(const SnConvexPlace *a, const SnConvexPlace *b, const Axis *axis,
                         Manifold *m)
{
    const SnConvexEdge *ea = &a->shape->edge[axis->a], *eb = &b->shape->edge[axis->b];
    double s, t, p[3], q[3];
    if (!cross_inside(a->vertex[ea->vertex[0]], a->vertex[ea->vertex[1]], b->vertex[eb->vertex[0]],
                      b->vertex[eb->vertex[1]], &s, &t))
        s = clamp01(s), t = clamp01(t);
    on_segment(a->vertex[ea->vertex[0]], a->vertex[ea->vertex[1]], s, p);
    on_segment(b->vertex[eb->vertex[0]], b->vertex[eb->vertex[1]], t, q);
    sn_manifold_add(m, axis->normal, p, axis->separation,
                    sn_manifold_feature(8, axis->a, axis->b, 0), false, false);
}

/* A corner of the clipped face, and the sides that it lies between: those of the face itself, then,
 * from CLIP on, those that clipped it. */
#define CLIP 4096

typedef struct Corner {
    double p[3];
    int before, after;
} Corner;

/* Keeps what is inside of a plane through `from` with the outward direction `out`. */
static int clip(int n, const Corner *in, const double from[3], const double out[3], int label,
                Corner *kept)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        const Corner *c = &in[i], *next = &in[(i + 1) % n];
        double arm[3];
        sn_v3_sub(c->p, from, arm);
        const double here = sn_v3_dot(arm, out);
        sn_v3_sub(next->p, from, arm);
        const double there = sn_v3_dot(arm, out);
        if (here <= 0 && count < MOST_CORNERS)
            kept[count++] = *c;
        if ((here <= 0) != (there <= 0) && count < MOST_CORNERS) {
            const double s = here / (here - there);
            Corner *cut = &kept[count++];
            on_segment(c->p, next->p, s, cut->p);
            cut->before = here <= 0 ? c->after : label;
            cut->after = here <= 0 ? label : c->after;
        }
    }
    return count;
}

/* The face of the other that looks against the reference face most. */
static int incident_face(const SnConvexPlace *other, const double normal[3])
{
    int face = 0;
    double least = HUGE_VAL;
    for (int f = 0; f < other->shape->n_faces; f++) {
        const double d = sn_v3_dot(other->normal[f], normal);
        if (d < least) {
            least = d;
            face = f;
        }
    }
    return face;
}

static int polygon(const SnConvexPlace *hull, int face, Corner *corners)
{
    const int first = hull->shape->start[face];
    int n = hull->shape->start[face + 1] - first;
    n = n < MOST_CORNERS ? n : MOST_CORNERS;
    for (int i = 0; i < n; i++) {
        sn_v3_copy(hull->vertex[hull->shape->corner[first + i]], corners[i].p);
        corners[i].before = (i + n - 1) % n;
        corners[i].after = i;
    }
    return n;
}

/* The other's face clipped against the sides of the reference face. */
static void face_contacts(const SnConvexPlace *reference, const SnConvexPlace *other, int face,
                          bool of_b, Manifold *m)
{
    Corner buffer[2][MOST_CORNERS];
    const SnConvex *shape = reference->shape;
    const double *normal = reference->normal[face];
    const int incident = incident_face(other, normal);
    const int first = shape->start[face], sides = shape->start[face + 1] - first;
    int n = polygon(other, incident, buffer[0]), now = 0;
    for (int i = 0; i < sides && n > 0; i++) {
        const double *from = reference->vertex[shape->corner[first + i]];
        const double *to = reference->vertex[shape->corner[first + (i + 1) % sides]];
        double along[3], out[3];
        sn_v3_sub(to, from, along);
        sn_v3_cross(along, normal, out);
        n = clip(n, buffer[now], from, out, CLIP + i, buffer[!now]);
        now = !now;
    }
    for (int i = 0; i < n; i++) {
        const Corner *c = &buffer[now][i];
        const double gap = sn_convex_plane_distance(reference, face, c->p);
        double on[3], out_of_a[3];
        sn_v3_copy(c->p, on);
        sn_v3_axpy(of_b ? 0 : -gap, normal, on);
        sn_v3_scale(of_b ? -1 : 1, normal, out_of_a);
        sn_manifold_add(
            m, out_of_a, on, gap,
            sn_manifold_feature(9 + of_b, face, incident, c->before * 2 * CLIP + c->after), of_b,
            false);
    }
}

static void hull_contacts(const SnConvexPlace *a, const SnConvexPlace *b, Manifold *m)
{
    const double better = PREFERENCE * fmin(a->shape->bound, b->shape->bound);
    const Axis fa = best_face(a, b);
    if (fa.separation >= m->margin)
        return;
    const Axis fb = best_face(b, a);
    if (fb.separation >= m->margin)
        return;
    const Axis edges = best_edges(a, b);
    if (edges.separation >= m->margin)
        return;
    const bool of_b = fb.separation > fa.separation + better;
    const SnConvexPlace *reference = of_b ? b : a, *other = of_b ? a : b;
    const Axis *face = of_b ? &fb : &fa;
    if (edges.separation > fmax(fa.separation, fb.separation) + better)
        edge_contact(a, b, &edges, m);
    else if (!sn_ridge_contacts(reference, other, face->a, face->separation, of_b, m))
        face_contacts(reference, other, face->a, of_b, m);
}

/* --- few of many --- */

/* The deepest contact, and those furthest out in seven directions across the normal: what they
 * carry together. */
static int reduce(Manifold *m, SnConvexContact *kept)
{
    if (m->n <= SN_CONVEX_MOST_CONTACTS) {
        memcpy(kept, m->contact, (size_t)m->n * sizeof *kept);
        return m->n;
    }
    bool chosen[MOST_CORNERS] = {false};
    double u[3], v[3];
    sn_v3_tangents(m->contact[0].normal, u, v);
    for (int k = 0; k < SN_CONVEX_MOST_CONTACTS; k++) {
        const double angle = 2 * M_PI * k / (SN_CONVEX_MOST_CONTACTS - 1);
        int best = -1;
        double most = -HUGE_VAL;
        for (int i = 0; i < m->n; i++) {
            const SnConvexContact *c = &m->contact[i];
            const double value =
                k == 0 ? -c->gap
                       : cos(angle) * sn_v3_dot(c->on_a, u) + sin(angle) * sn_v3_dot(c->on_a, v);
            if (value > most) {
                most = value;
                best = i;
            }
        }
        chosen[best] = true;
    }
    int n = 0;
    for (int i = 0; i < m->n; i++)
        if (chosen[i])
            kept[n++] = m->contact[i];
    return n;
}

/* Two different corners that hash to the same feature. */
static void tell_apart(int n, SnConvexContact *contacts)
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            if (contacts[i].feature == contacts[j].feature) {
                contacts[i].feature = (contacts[i].feature + 1) & 0xffffffu;
                j = -1;
            }
}

int sn_convex_contacts(const SnConvexPlace *a, const SnConvexPlace *b, double margin,
                       SnConvexContact contacts[SN_CONVEX_MOST_CONTACTS])
{
    Manifold m;
    m.margin = margin;
    m.radius[0] = a->shape->radius;
    m.radius[1] = b->shape->radius;
    m.n = 0;
    const bool hull_a = a->shape->n_faces > 0, hull_b = b->shape->n_faces > 0;
    if (a->shape->half_space && b->shape->half_space)
        return 0;
    if (a->shape->half_length > 0)
        sn_cylinder_contacts(a, b, false, &m);
    else if (b->shape->half_length > 0)
        sn_cylinder_contacts(b, a, true, &m);
    else if (a->shape->half_space)
        half_space_contacts(a, b, false, &m);
    else if (b->shape->half_space)
        half_space_contacts(b, a, true, &m);
    else if (hull_a && hull_b)
        hull_contacts(a, b, &m);
    else if (hull_a || hull_b)
        round_on_hull(hull_a ? a : b, hull_a ? b : a, hull_b, &m);
    else
        round_contacts(a, b, &m);
    const int n = reduce(&m, contacts);
    tell_apart(n, contacts);
    return n;
}
