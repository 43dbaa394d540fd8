/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Do two triangles have a point in common?  All decisions by exact signs. */
#include "engine/geometry/predicates.h"

#include <stdbool.h>

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

/* --- in a plane, seen along axis k --- */

static int turn(const double a[3], const double b[3], const double c[3], int k)
{
    return sn_cross_sign(a, b, a, c, k);
}

/* Is c, known to be on the line ab, on the segment? */
static bool within(const double a[3], const double b[3], const double c[3], int k)
{
    for (int i = 1; i < 3; i++) {
        const int u = (k + i) % 3;
        if (!((a[u] <= c[u] && c[u] <= b[u]) || (b[u] <= c[u] && c[u] <= a[u])))
            return false;
    }
    return true;
}

static bool segments_meet(const double a[3], const double b[3], const double c[3],
                          const double d[3], int k)
{
    const int abc = turn(a, b, c, k), abd = turn(a, b, d, k);
    const int cda = turn(c, d, a, k), cdb = turn(c, d, b, k);
    if (abc * abd < 0 && cda * cdb < 0)
        return true;
    return (abc == 0 && within(a, b, c, k)) || (abd == 0 && within(a, b, d, k)) ||
           (cda == 0 && within(c, d, a, k)) || (cdb == 0 && within(c, d, b, k));
}

static bool point_in_triangle(const double t[3][3], const double p[3], int k)
{
    int low = 0, high = 0;
    for (int i = 0; i < 3; i++) {
        const int side = turn(t[i], t[(i + 1) % 3], p, k);
        low |= side < 0;
        high |= side > 0;
    }
    /* a triangle that shrank to an edge is met by its edges */
    return !(low && high) && turn(t[0], t[1], t[2], k) != 0;
}

static bool meet_in_plane(const double a[3][3], const double b[3][3], int k)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (segments_meet(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], k))
                return true;
    return point_in_triangle(a, b[0], k) || point_in_triangle(b, a[0], k);
}

/* --- in space --- */

/* An axis along which the plane's normal is not 0; -1: the triangle has none. */
static int normal_axis(const double t[3][3])
{
    for (int k = 0; k < 3; k++)
        if (sn_cross_sign(t[0], t[1], t[0], t[2], k) != 0)
            return k;
    return -1;
}

/* Do three points on a line or in one place, or four in a plane, meet there?  Points all in one
 * plane meet in space where they meet along every axis that shows the plane. */
static bool segments_meet_in_space(const double a[3], const double b[3], const double c[3],
                                   const double d[3])
{
    if (sn_orient3d(a, b, c, d) != 0)
        return false;
    /* along an axis that hides one direction of the plane something may seem to meet: all count */
    return segments_meet(a, b, c, d, 0) && segments_meet(a, b, c, d, 1) &&
           segments_meet(a, b, c, d, 2);
}

/* Does the edge pq meet triangle t, whose plane's normal is not 0 along axis k? */
static bool edge_meets(const double t[3][3], int k, const double p[3], const double q[3])
{
    const int side_p = sign_of(sn_orient3d(t[0], t[1], t[2], p));
    const int side_q = sign_of(sn_orient3d(t[0], t[1], t[2], q));
    if (side_p * side_q > 0)
        return false;
    if (side_p == 0 && side_q == 0) {
        for (int i = 0; i < 3; i++)
            if (segments_meet(t[i], t[(i + 1) % 3], p, q, k))
                return true;
        return point_in_triangle(t, p, k);
    }
    if (side_p == 0)
        return point_in_triangle(t, p, k);
    if (side_q == 0)
        return point_in_triangle(t, q, k);
    int low = 0, high = 0;
    for (int i = 0; i < 3; i++) {
        const double side = sn_orient3d(t[i], t[(i + 1) % 3], p, q);
        low |= side < 0;
        high |= side > 0;
    }
    return !(low && high);
}

int sn_triangles_meet(const double a[3][3], const double b[3][3])
{
    const int axis_a = normal_axis(a), axis_b = normal_axis(b);
    if (axis_a >= 0 && axis_b >= 0) {
        int plane = 1;
        for (int i = 0; i < 3; i++)
            plane &= sn_orient3d(a[0], a[1], a[2], b[i]) == 0;
        if (plane)
            return meet_in_plane(a, b, axis_a);
    }
    for (int i = 0; i < 3; i++) {
        if (axis_a >= 0 && edge_meets(a, axis_a, b[i], b[(i + 1) % 3]))
            return 1;
        if (axis_b >= 0 && edge_meets(b, axis_b, a[i], a[(i + 1) % 3]))
            return 1;
        for (int j = 0; j < 3 && axis_a < 0 && axis_b < 0; j++)
            if (segments_meet_in_space(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]))
                return 1;
    }
    return 0;
}
