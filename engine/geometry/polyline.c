/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/geometry/polyline.h"

#include <math.h>

/* Over the step that passes a corner: its arc, and what the places may be off the curve. */
#define SHORT  0.25
#define NEARLY 0.02

/* Unit tangent of segment i and its length. */
static double tangent_of(const double *points, int i, double t[2])
{
    const double dx = points[2 * i + 2] - points[2 * i], dz = points[2 * i + 3] - points[2 * i + 1];
    const double length = hypot(dx, dz);
    t[0] = length > 0 ? dx / length : 1;
    t[1] = length > 0 ? dz / length : 0;
    return length;
}

void sn_polyline_corners(int n, const double *points, double smoothing, SnCorner *corners)
{
    for (int i = 1; i + 1 < n; i++) {
        SnCorner *corner = &corners[i];
        double t0[2], t1[2];
        const double length0 = tangent_of(points, i - 1, t0);
        const double length1 = tangent_of(points, i, t1);
        const double turn = atan2(t0[0] * t1[1] - t0[1] * t1[0], t0[0] * t1[0] + t0[1] * t1[1]);
        const double half = tan(fabs(turn) / 2);
        /* the ends of two arcs share a segment; the outermost segments are infinite */
        const double room =
            fmin(i > 1 ? length0 / 2 : HUGE_VAL, i + 2 < n ? length1 / 2 : HUGE_VAL);
        corner->convex = turn < 0;
        corner->trim = fmin(smoothing * half, room);
        corner->radius = half > 0 ? corner->trim / half : 0;
        const double side = corner->convex ? -corner->radius : corner->radius;
        corner->center[0] = points[2 * i] - corner->trim * t0[0] - side * t0[1];
        corner->center[1] = points[2 * i + 1] - corner->trim * t0[1] + side * t0[0];
    }
}

/* The arc at corner i, if p lies in its sector. */
static bool arc_distance(const double *points, const SnCorner *corners, int i, const double p[2],
                         double *distance, double normal[2])
{
    const SnCorner *corner = &corners[i];
    double t0[2], t1[2];
    tangent_of(points, i - 1, t0);
    tangent_of(points, i, t1);
    const double rx = p[0] - corner->center[0], rz = p[1] - corner->center[1];
    const double length = hypot(rx, rz), side = corner->convex ? 1 : -1;
    if (length == 0) {
        normal[0] = -(t0[1] + t1[1]) / 2, normal[1] = (t0[0] + t1[0]) / 2;
        const double norm = hypot(normal[0], normal[1]);
        normal[0] /= norm, normal[1] /= norm;
    } else {
        /* the sector reaches from the normal at one end of the arc to that at the other */
        const double slack = 1e-12 * (length + corner->trim);
        if (t0[0] * rx + t0[1] * rz < -slack || t1[0] * rx + t1[1] * rz > slack)
            return false;
        normal[0] = side * rx / length, normal[1] = side * rz / length;
    }
    *distance = side * (length - corner->radius);
    return true;
}

double sn_polyline_distance(int n, const double *points, const SnCorner *corners, const double p[2],
                            double normal[2])
{
    double best = HUGE_VAL;
    normal[0] = 0, normal[1] = 1;
    if (n < 2)
        return p[1];
    for (int i = 0; i + 1 < n; i++) {
        double t[2];
        const double length = tangent_of(points, i, t);
        const double rx = p[0] - points[2 * i], rz = p[1] - points[2 * i + 1];
        const double along = rx * t[0] + rz * t[1];
        const double distance = -rx * t[1] + rz * t[0];
        const bool after = i == 0 || along >= corners[i].trim;
        const bool before = i + 2 == n || along <= length - corners[i + 1].trim;
        if (after && before && fabs(distance) < fabs(best)) {
            best = distance;
            normal[0] = -t[1], normal[1] = t[0];
        }
    }
    for (int i = 1; i + 1 < n; i++) {
        double distance, m[2];
        if (arc_distance(points, corners, i, p, &distance, m) && fabs(distance) < fabs(best)) {
            best = distance;
            normal[0] = m[0], normal[1] = m[1];
        }
    }
    return best;
}

bool sn_polyline_jumps(int n, const double *points, const SnCorner *corners, const double from[2],
                       const double to[2])
{
    for (int i = 1; i + 1 < n; i++) {
        double t0[2], t1[2];
        tangent_of(points, i - 1, t0);
        tangent_of(points, i, t1);
        const double tx = t0[0] + t1[0], tz = t0[1] + t1[1], norm = hypot(tx, tz);
        if (norm == 0) /* turned right round */
            continue;
        /* along the direction halfway between the two segments, from the corner on */
        const double a =
            ((from[0] - points[2 * i]) * tx + (from[1] - points[2 * i + 1]) * tz) / norm;
        const double b = ((to[0] - points[2 * i]) * tx + (to[1] - points[2 * i + 1]) * tz) / norm;
        const double trim = corners[i].trim, reach = trim + NEARLY * fabs(b - a);
        if (fmin(a, b) <= reach && fmax(a, b) >= -reach && 2 * trim < SHORT * fabs(b - a))
            return true;
    }
    return false;
}
