/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The closed forms: a taut string in the plane round a circle about the origin; sphere, cylinder
 * and cone. */
#ifndef SN_WRAP_ROUND_H
#define SN_WRAP_ROUND_H

#include "engine/wrap/wrap.h"

typedef struct SnRound {
    double point[2][2];   /* where it comes on and leaves */
    double tangent[2][2]; /* unit, along the string */
    double angle;         /* that it lies on, > 0 */
} SnRound;

/* From x to y, both outside; side: direction of the side on which it passes, NULL: the shorter way
 * (counter-clockwise where both are as long).  The string never crosses the ray that is opposite to
 * the side.  false: it passes by, straight. */
bool sn_round_solve(double radius, const double x[2], const double y[2], const double *side,
                    SnRound *round);

/* The unit vector of a side that is not `any`. */
void sn_wrap_side_axis(SnWrapSide side, double axis[3]);

/* Sphere, cylinder and cone: sn_wrap_one for ends outside; the arc is not touched before. */
void sn_wrap_sphere(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc);
void sn_wrap_cylinder(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc);
void sn_wrap_cone(const SnWrapForm *form, const double x[3], const double y[3], SnWrapArc *arc);

/* Unit vectors e1 (towards x) and e2 of the plane through the origin, x and y, so that y is e1 and
 * e2 >= 0; where they are in line a fixed choice. */
void sn_wrap_plane(const double x[3], const double y[3], double e1[3], double e2[3]);

#endif
