/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two edges that run alike and point at each other, like the tops of two cards that lean together.
 * Separating axes know normals of faces only here, and each of the two would push along its own
 * face's; what is right lies between them. */
#include "engine/base/vec.h"
#include "engine/geometry/convex_manifold.h"

#include <math.h>

#define ALIKE 1e-3  /* sine between edges that run alike */
#define BLUNT 1e-3  /* square of the sine between faces that make no edge */
#define WIDE  0.995 /* cosine of the least angle that both edges leave to the normal */
#define NEAR  2     /* of its depth along the face's normal: the most along the other one */

/* What lies beside an edge: both normals of its faces, outwards, or, `against`, inwards. */
typedef struct Ridge {
    const double *from, *to;
    double along[3], length, side[2][3];
} Ridge;

static void ridge_of(const SnConvexPlace *hull, const SnConvexEdge *edge, double sign, Ridge *ridge)
{
    ridge->from = hull->vertex[edge->vertex[0]];
    ridge->to = hull->vertex[edge->vertex[1]];
    sn_v3_sub(ridge->to, ridge->from, ridge->along);
    ridge->length = sn_v3_normalize(ridge->along, ridge->along);
    for (int k = 0; k < 2; k++)
        sn_v3_scale(sign, hull->normal[edge->face[k]], ridge->side[k]);
}

/* Whether a direction is between two others, of which it is a sum. */
static bool is_between(const double n[3], const double p[3], const double q[3])
{
    const double c = sn_v3_dot(p, q), np = sn_v3_dot(n, p), nq = sn_v3_dot(n, q);
    const double square = 1 - c * c, least = -ALIKE * square;
    return square > BLUNT && np - c * nq >= least && nq - c * np >= least;
}

/* The direction furthest from the face's normal that both edges leave; false: hardly any. */
static bool other_end(const double normal[3], const Ridge *a, const Ridge *b, double end[3])
{
    double least = WIDE;
    sn_v3_copy(normal, end);
    if (!is_between(normal, b->side[0], b->side[1]))
        return false;
    for (int k = 0; k < 4; k++) {
        const double *n = k < 2 ? a->side[k] : b->side[k - 2];
        if (sn_v3_dot(n, normal) < least && is_between(n, a->side[0], a->side[1]) &&
            is_between(n, b->side[0], b->side[1])) {
            least = sn_v3_dot(n, normal);
            sn_v3_copy(n, end);
        }
    }
    return least < WIDE;
}

/* The normal where edge B is `apart` from edge A, and `separation` along the face's normal; false:
 * it lies over or under the face. */
static bool normal_of(const double face[3], const double end[3], const double apart[3],
                      double separation, double least, double normal[3])
{
    const double distance = sn_v3_norm(apart);
    if (separation >= 0) {
        if (!(distance > 0) || sn_v3_dot(apart, end) < 0)
            return false;
        sn_v3_scale(1 / distance, apart, normal);
        return is_between(normal, face, end);
    }
    if (fabs(sn_v3_dot(apart, end)) > NEAR * fmax(-separation, least))
        return false;
    sn_v3_add(face, end, normal);
    return sn_v3_normalize(normal, normal) > 0;
}

/* Both ends of where the edges run beside each other. */
static bool add_ends(const Ridge *a, const Ridge *b, const double apart[3], const double normal[3],
                     int number, bool of_b, SnManifold *m)
{
    double arm[3], t[2];
    for (int k = 0; k < 2; k++) {
        sn_v3_sub(k ? b->to : b->from, a->from, arm);
        t[k] = sn_v3_dot(arm, a->along);
    }
    const double ends[2] = {fmax(fmin(t[0], t[1]), 0), fmin(fmax(t[0], t[1]), a->length)};
    const double gap = sn_v3_dot(apart, normal);
    double out[3];
    if (!(ends[0] < ends[1]))
        return false;
    sn_v3_scale(of_b ? -1 : 1, normal, out);
    for (int k = 0; k < 2; k++) {
        double on[3];
        sn_v3_copy(a->from, on);
        sn_v3_axpy(ends[k], a->along, on);
        if (of_b)
            sn_v3_axpy(gap, normal, on);
        sn_manifold_add(m, out, on, gap, sn_manifold_feature(12 + of_b, number, k, 0), of_b, false);
    }
    return true;
}

bool sn_ridge_contacts(const SnConvexPlace *reference, const SnConvexPlace *other, int face,
                       double separation, bool of_b, SnManifold *m)
{
    const double *normal = reference->normal[face];
    const double least =
        SN_MANIFOLD_PREFERENCE * fmin(reference->shape->bound, other->shape->bound);
    for (int i = 0; i < reference->shape->n_edges; i++) {
        const SnConvexEdge *edge = &reference->shape->edge[i];
        Ridge a, b;
        if (edge->face[0] != face && edge->face[1] != face)
            continue;
        ridge_of(reference, edge, 1, &a);
        for (int k = 0; k < other->shape->n_edges; k++) {
            double arm[3], cross[3], end[3], between[3];
            const SnConvexEdge *edge_b = &other->shape->edge[k];
            sn_v3_sub(other->vertex[edge_b->vertex[0]], a.from, arm);
            if (fabs(sn_v3_dot(arm, normal) - separation) > 2 * least) /* most are up there */
                continue;
            ridge_of(other, edge_b, -1, &b);
            sn_v3_axpy(-sn_v3_dot(arm, a.along), a.along, arm);
            sn_v3_cross(a.along, b.along, cross);
            const double here = sn_v3_dot(arm, normal);
            if (fabs(here - separation) <= least && sn_v3_norm(cross) <= ALIKE &&
                other_end(normal, &a, &b, end) &&
                normal_of(normal, end, arm, here, least, between) &&
                add_ends(&a, &b, arm, between, i * other->shape->n_edges + k, of_b, m))
                return true;
        }
    }
    return false;
}
