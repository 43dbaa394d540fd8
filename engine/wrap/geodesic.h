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
/* Moves x, which is near the surface, onto it. */
void sn_wrap_project(const SnWrapForm *form, double x[3]);
/* From x along the unit tangent t for a length l, to rounding (sphere, cylinder) or 1e-12 of the
 * obstacle's size; rough: to 1e-3. */
void sn_geodesic_shoot(const SnWrapForm *form, const double x[3], const double t[3], double l,
                       bool rough, SnGeodesicPoint *end);

#endif
