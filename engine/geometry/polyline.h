/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed distance from a plane curve: straight segments with corners rounded by arcs tangent to
 * both, so that the normal is continuous along it.  First and last segment go on for ever.  The
 * positive side lies to the left of the direction of travel (+z for a curve running along +x). */
#ifndef SN_GEOMETRY_POLYLINE_H
#define SN_GEOMETRY_POLYLINE_H

#include <stdbool.h>

/* Rounded corner of a polyline: an arc tangent to both segments. */
typedef struct SnCorner {
    double trim;      /* distance of its ends from the corner [m] */
    double radius;    /* [m] */
    double center[2]; /* x, z [m] */
    bool convex;      /* bulges to the normal's side */
} SnCorner;

/* Arcs of radius `smoothing` at the inner corners, smaller where a segment is too short to hold the
 * ends of both its arcs; points [n][2] (x, z), corners [n] (first and last unused). */
void sn_polyline_corners(int n, const double *points, double smoothing, SnCorner *corners);

/* Signed distance of p (x, z) from the curve [m] and its gradient, the unit normal of the curve at
 * the nearest point.  Fewer than two points: the line z = 0. */
double sn_polyline_distance(int n, const double *points, const SnCorner *corners, const double p[2],
                            double normal[2]);

/* Whether a step along the curve from one place to another (x, z) passes a corner, or a part of it,
 * whose arc is much shorter than the step: there the normal turns in a jump. */
bool sn_polyline_jumps(int n, const double *points, const SnCorner *corners, const double from[2],
                       const double to[2]);

#endif
