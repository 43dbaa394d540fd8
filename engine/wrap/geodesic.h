/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Geodesics on the surfaces of obstacles, shot from a place in a direction; everything in the
 * obstacle's frame. */
#ifndef SN_WRAP_GEODESIC_H
#define SN_WRAP_GEODESIC_H

#include "engine/wrap/wrap.h"

/* Place and unit direction on a geodesic, with the Jacobi fields of SnWrapArc. */
typedef struct SnGeodesicPoint {
    double x[3], t[3];
    double side, side_rate, turn, turn_rate;
} SnGeodesicPoint;

/* Outward unit normal at x on the surface. */
void sn_wrap_normal(const SnWrapForm *form, const double x[3], double n[3]);
/* Rate of the normal for a place that moves with v (Weingarten map), n the normal at x. */
void sn_wrap_turn(const SnWrapForm *form, const double x[3], const double n[3], const double v[3],
                  double turn[3]);
/* At x the outward normal n, the binormal b = n x t, and what the Weingarten map is along t and b:
 * the normal curvatures of both ways, and its component of one along the other [1/m]. */
typedef struct SnWrapSpot {
    double n[3], b[3];
    double bend, bend_across, twist;
} SnWrapSpot;
void sn_wrap_spot(const SnWrapForm *form, const double x[3], const double t[3], SnWrapSpot *spot);
/* Moves x, which is near the surface, onto it. */
void sn_wrap_project(const SnWrapForm *form, double x[3]);
/* From x along the unit tangent t for a length l, in place over the obstacle's size and direction
 * to `tolerance`, to rounding with 0. */
void sn_geodesic_shoot(const SnWrapForm *form, const double x[3], const double t[3], double l,
                       double tolerance, SnGeodesicPoint *end);

#endif
