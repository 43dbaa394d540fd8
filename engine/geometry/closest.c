/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/closest.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "engine/base/vec.h"
#include "engine/geometry/predicates.h"

/* Square of the sine at a corner below which a triangle is too thin to trust its normal. */
#define THIN 1e-12

/* --- triangles and segments --- */

/* Fraction from a to b of the point of the segment closest to p. */
static double fraction_on(const double p[3], const double a[3], const double b[3])
{
    double u[3], v[3];
    sn_v3_sub(b, a, u);
    sn_v3_sub(p, a, v);
    const double length2 = sn_v3_dot(u, u), along = sn_v3_dot(u, v);
    return !(along > 0) || length2 == 0 ? 0 : along >= length2 ? 1 : along / length2;
}

static double square_to(const double p[3], const double *const corner[3], const double weight[3])
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = weight[0] * (corner[0][i] - p[i]) + weight[1] * (corner[1][i] - p[i]) +
               weight[2] * (corner[2][i] - p[i]);
    return sn_v3_dot(d, d);
}

/* The closest of the triangle's edges and corners. */
static int closest_on_border(const double p[3], const double *const corner[3], double weight[3])
{
    double best = INFINITY;
    int feature = SN_FEATURE_VERTEX;
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        const double s = fraction_on(p, corner[k], corner[next]);
        double w[3] = {0};
        w[k] = 1 - s;
        w[next] = s;
        const double square = square_to(p, corner, w);
        if (square < best || k == 0) {
            best = square;
            sn_v3_copy(w, weight);
            feature = s == 0   ? SN_FEATURE_VERTEX + k
                      : s == 1 ? SN_FEATURE_VERTEX + next
                               : SN_FEATURE_EDGE + k;
        }
    }
    return feature;
}

int sn_closest_on_triangle(const double p[3], const double a[3], const double b[3],
                           const double c[3], double weight[3])
{
    const double *const corner[3] = {a, b, c};
    double ab[3], ac[3], ap[3], normal[3], side[3];
    sn_v3_sub(b, a, ab);
    sn_v3_sub(c, a, ac);
    sn_v3_sub(p, a, ap);
    sn_v3_cross(ab, ac, normal);
    const double square = sn_v3_dot(normal, normal);
    /* areas of the triangles that p's foot makes with two corners */
    sn_v3_cross(ab, ap, side);
    const double at_c = sn_v3_dot(side, normal);
    sn_v3_cross(ap, ac, side);
    const double at_b = sn_v3_dot(side, normal);
    const double at_a = square - at_b - at_c;
    if (!(at_a > 0 && at_b > 0 && at_c > 0))
        return closest_on_border(p, corner, weight);
    sn_v3_set(at_a / square, at_b / square, at_c / square, weight);
    /* once more for what is left, which should be along the normal: thin triangles need it */
    double left[3];
    for (int i = 0; i < 3; i++)
        left[i] = ap[i] - weight[1] * ab[i] - weight[2] * ac[i];
    sn_v3_cross(ab, left, side);
    weight[2] = fmin(fmax(weight[2] + sn_v3_dot(side, normal) / square, 0), 1);
    sn_v3_cross(left, ac, side);
    weight[1] = fmin(fmax(weight[1] + sn_v3_dot(side, normal) / square, 0), 1 - weight[2]);
    weight[0] = 1 - weight[1] - weight[2];
    if (square > THIN * sn_v3_dot(ab, ab) * sn_v3_dot(ac, ac))
        return SN_FEATURE_FACE;
    double border[3]; /* so thin that rounding turns the normal */
    const int feature = closest_on_border(p, corner, border);
    if (square_to(p, corner, weight) < square_to(p, corner, border))
        return SN_FEATURE_FACE;
    sn_v3_copy(border, weight);
    return feature;
}

/* Segments a + s u and c + t v, r = a - c. */
typedef struct Segments {
    double u[3], v[3], r[3];
} Segments;

static double square_between(const Segments *two, double s, double t)
{
    double gap[3];
    for (int k = 0; k < 3; k++)
        gap[k] = two->r[k] + s * two->u[k] - t * two->v[k];
    return sn_v3_dot(gap, gap);
}

/* Where the lines are closest to each other; false for parallel ones, and beyond the segments'
 * ends. */
static bool closest_amid(const Segments *two, double *s, double *t)
{
    double n[3], gap[3], cross[3];
    sn_v3_cross(two->u, two->v, n);
    const double square = sn_v3_dot(n, n);
    if (square == 0)
        return false;
    *s = *t = 0;
    for (int i = 0; i < 2;
         i++) { /* the second time for what is left: nearly parallel ones need it */
        for (int k = 0; k < 3; k++)
            gap[k] = two->r[k] + *s * two->u[k] - *t * two->v[k];
        sn_v3_cross(two->v, gap, cross);
        *s += sn_v3_dot(cross, n) / square;
        sn_v3_cross(two->u, gap, cross);
        *t += sn_v3_dot(cross, n) / square;
    }
    return *s > 0 && *s < 1 && *t > 0 && *t < 1;
}

double sn_closest_of_segments(const double a[3], const double b[3], const double c[3],
                              const double d[3], double *s, double *t)
{
    Segments two;
    sn_v3_sub(b, a, two.u);
    sn_v3_sub(d, c, two.v);
    sn_v3_sub(a, c, two.r);
    double best = closest_amid(&two, s, t) ? square_between(&two, *s, *t) : HUGE_VAL;
    const double *const end[4] = {a, b, c, d};
    for (int i = 0; i < 4; i++) {
        const double f = i < 2 ? i : fraction_on(end[i], a, b);
        const double g = i < 2 ? fraction_on(end[i], c, d) : i - 2;
        const double square = square_between(&two, f, g);
        if (square < best || (i == 0 && !(best < HUGE_VAL))) {
            best = square;
            *s = f;
            *t = g;
        }
    }
    return sqrt(best);
}

/* --- a surface --- */

static inline double square_to_box(const SnBoxNode *node, const double p[3])
{
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const double low = (double)node->low[i] - p[i], high = p[i] - (double)node->high[i];
        const double d = low > high ? low : high;
        square += d > 0 ? d * d : 0;
    }
    return square;
}

static void corners_of(const SnSurfaceView *surface, int32_t triangle, const double *corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = surface->x + 3 * (size_t)surface->mesh->triangles[3 * (size_t)triangle + k];
}

/* Takes the triangle if it is closer than what was found so far. */
static double try_triangle(const SnSurfaceView *surface, const double p[3], int32_t triangle,
                           double best, SnClosest *closest)
{
    const double *corner[3];
    double weight[3];
    corners_of(surface, triangle, corner);
    const int feature = sn_closest_on_triangle(p, corner[0], corner[1], corner[2], weight);
    const double square = square_to(p, corner, weight);
    if (!(square < best) && !(square == best && triangle < closest->triangle))
        return best;
    closest->triangle = triangle;
    closest->feature = feature;
    sn_v3_copy(weight, closest->weight);
    return square;
}

bool sn_surface_closest(const SnSurfaceView *surface, const double p[3], double reach, int32_t hint,
                        SnClosest *closest)
{
    const SnBoxTree *tree = surface->tree;
    struct {
        int32_t node;
        double square;
    } stack[SN_BOX_TREE_DEPTH + 2];
    int depth = 0;
    double best = reach * reach;
    *closest = (SnClosest){.triangle = -1, .distance = INFINITY};
    if (tree->n_nodes == 0)
        return false;
    if (hint >= 0 && hint < surface->mesh->n_triangles)
        best = try_triangle(surface, p, hint, best, closest);
    stack[0].node = 0;
    stack[0].square = square_to_box(tree->nodes, p);
    while (depth >= 0) {
        const int32_t i = stack[depth].node;
        const SnBoxNode *node = &tree->nodes[i];
        if (stack[depth--].square > best)
            continue;
        if (node->next < 0) {
            best = try_triangle(surface, p, ~node->next, best, closest);
            continue;
        }
        const double first = square_to_box(node + 1, p);
        const double second = square_to_box(&tree->nodes[node->next], p);
        const bool turned = second < first; /* the nearer one comes last, and is taken first */
        stack[++depth].node = turned ? i + 1 : node->next;
        stack[depth].square = turned ? first : second;
        stack[++depth].node = turned ? node->next : i + 1;
        stack[depth].square = turned ? second : first;
    }
    if (closest->triangle < 0)
        return false;
    const double *corner[3];
    corners_of(surface, closest->triangle, corner);
    for (int k = 0; k < 3; k++)
        closest->x[k] = closest->weight[0] * corner[0][k] + closest->weight[1] * corner[1][k] +
                        closest->weight[2] * corner[2][k];
    closest->distance = sqrt(best);
    return true;
}

/* --- sides --- */

/* Unit normal of a triangle, zero if it has none. */
static void face_normal(const SnSurfaceView *surface, int32_t triangle, double normal[3])
{
    const double *corner[3];
    double u[3], v[3];
    corners_of(surface, triangle, corner);
    sn_v3_sub(corner[1], corner[0], u);
    sn_v3_sub(corner[2], corner[0], v);
    sn_v3_cross(u, v, normal);
    sn_v3_normalize(normal, normal);
}

/* Adds the normal of half-edge h's triangle, by its angle where h starts. */
static void add_at_corner(const SnSurfaceView *surface, int32_t h, double sum[3])
{
    const double *corner[3];
    double u[3], v[3], cross[3], normal[3];
    corners_of(surface, h / 3, corner);
    sn_v3_sub(corner[(h + 1) % 3], corner[h % 3], u);
    sn_v3_sub(corner[(h + 2) % 3], corner[h % 3], v);
    sn_v3_cross(u, v, cross);
    const double twice_area = sn_v3_normalize(cross, normal);
    sn_v3_axpy(atan2(twice_area, sn_v3_dot(u, v)), normal, sum);
}

void sn_surface_pseudonormal(const SnSurfaceView *surface, int32_t triangle, int feature,
                             double normal[3])
{
    const SnTriangleMesh *mesh = surface->mesh;
    assert(triangle >= 0 && triangle < mesh->n_triangles && feature >= 0 && feature < 7);
    face_normal(surface, triangle, normal);
    if (feature >= SN_FEATURE_VERTEX) {
        const int32_t vertex = mesh->triangles[3 * triangle + feature - SN_FEATURE_VERTEX];
        double sum[3] = {0};
        for (int32_t i = mesh->first[vertex]; i < mesh->first[vertex + 1]; i++)
            add_at_corner(surface, mesh->around[i], sum);
        if (sn_v3_normalize(sum, sum) > 0)
            sn_v3_copy(sum, normal);
    } else if (feature >= SN_FEATURE_EDGE) {
        const int32_t twin = mesh->twin[3 * triangle + feature - SN_FEATURE_EDGE];
        double other[3];
        if (twin < 0)
            return;
        face_normal(surface, twin / 3, other);
        sn_v3_add(normal, other, other);
        if (sn_v3_normalize(other, other) > 0)
            sn_v3_copy(other, normal);
    }
}

double sn_surface_distance(const SnSurfaceView *surface, const double p[3], double reach,
                           int32_t hint, double gradient[3], SnClosest *closest)
{
    SnClosest own;
    if (!closest)
        closest = &own;
    if (!sn_surface_closest(surface, p, reach, hint, closest)) {
        sn_v3_set(0, 0, 0, gradient);
        return INFINITY;
    }
    double normal[3];
    sn_surface_pseudonormal(surface, closest->triangle, closest->feature, normal);
    sn_v3_sub(p, closest->x, gradient);
    const double sign = sn_v3_dot(gradient, normal) < 0 ? -1 : 1;
    if (sn_v3_normalize(gradient, gradient) > 0)
        sn_v3_scale(sign, gradient, gradient);
    else
        sn_v3_copy(normal, gradient);
    return sign * closest->distance;
}

double sn_surface_solid_angle(const SnTriangleMesh *mesh, const double *x, const double p[3])
{
    double sum = 0;
    for (int t = 0; t < mesh->n_triangles; t++) {
        /* tan of half the solid angle of a triangle (van Oosterom and Strackee 1983) */
        double d[3][3], cross[3], n[3];
        for (int k = 0; k < 3; k++) {
            sn_v3_sub(x + 3 * (size_t)mesh->triangles[3 * (size_t)t + k], p, d[k]);
            n[k] = sn_v3_norm(d[k]);
        }
        sn_v3_cross(d[1], d[2], cross);
        sum += atan2(sn_v3_dot(d[0], cross), n[0] * n[1] * n[2] + n[2] * sn_v3_dot(d[0], d[1]) +
                                                 n[0] * sn_v3_dot(d[1], d[2]) +
                                                 n[1] * sn_v3_dot(d[2], d[0]));
    }
    return sum / (2 * M_PI);
}

/* --- rays --- */

/* Does the line from origin to end pass through the box, between t = 0 and most? */
static bool ray_meets_box(const SnBoxNode *node, const double origin[3], const double way[3],
                          double most)
{
    double from = 0, to = most;
    for (int i = 0; i < 3; i++) {
        const double low = (double)node->low[i] - origin[i];
        const double high = (double)node->high[i] - origin[i];
        if (way[i] == 0) {
            if (low > 0 || high < 0)
                return false;
            continue;
        }
        const double a = low / way[i], b = high / way[i];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to * (1 + 1e-12);
}

static void try_ray(const SnSurfaceView *surface, int32_t triangle, const double origin[3],
                    const double end[3], double *most, SnRayHit *hit)
{
    const double *corner[3];
    corners_of(surface, triangle, corner);
    double side[3];
    int low = 0, high = 0;
    for (int k = 0; k < 3; k++) {
        side[k] = sn_orient3d(corner[(k + 1) % 3], corner[(k + 2) % 3], origin, end);
        low |= side[k] < 0;
        high |= side[k] > 0;
    }
    const double sum = side[0] + side[1] + side[2];
    if ((low && high) || sum == 0)
        return; /* past it, or along its plane: its neighbours say */
    const double from = sn_orient3d(corner[0], corner[1], corner[2], origin);
    const double to = sn_orient3d(corner[0], corner[1], corner[2], end);
    const double t = from / (from - to);
    if (!(t >= 0 && t <= *most) || (t == *most && hit->triangle >= 0 && hit->triangle < triangle))
        return;
    *most = t;
    hit->triangle = triangle;
    for (int k = 0; k < 3; k++)
        hit->weight[k] = side[k] / sum;
}

bool sn_surface_ray(const SnSurfaceView *surface, const double origin[3], const double direction[3],
                    double reach, SnRayHit *hit)
{
    const SnBoxTree *tree = surface->tree;
    int32_t stack[SN_BOX_TREE_DEPTH + 2];
    int depth = 0;
    double way[3], end[3], most = 1;
    sn_v3_scale(reach, direction, way);
    sn_v3_add(origin, way, end);
    *hit = (SnRayHit){.triangle = -1, .t = INFINITY};
    stack[0] = 0;
    while (depth >= 0 && tree->n_nodes > 0) {
        const int32_t i = stack[depth--];
        const SnBoxNode *node = &tree->nodes[i];
        if (!ray_meets_box(node, origin, way, most))
            continue;
        if (node->next < 0) {
            try_ray(surface, ~node->next, origin, end, &most, hit);
            continue;
        }
        const int axis = fabs(way[0]) >= fabs(way[1]) && fabs(way[0]) >= fabs(way[2]) ? 0
                         : fabs(way[1]) >= fabs(way[2])                               ? 1
                                                                                      : 2;
        const SnBoxNode *p = node + 1, *q = &tree->nodes[node->next];
        const bool second = ((double)q->low[axis] + (double)q->high[axis] - (double)p->low[axis] -
                             (double)p->high[axis]) *
                                way[axis] <
                            0;
        stack[++depth] = second ? i + 1 : node->next;
        stack[++depth] = second ? node->next : i + 1;
    }
    if (hit->triangle >= 0)
        hit->t = most * reach;
    return hit->triangle >= 0;
}
