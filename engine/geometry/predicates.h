/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On which side does a point lie?  Signs that are right for every input: a floating-point filter
 * first, exact expansion arithmetic where it cannot tell (Shewchuk 1997, "Adaptive precision
 * floating-point arithmetic and fast robust geometric predicates").  Exact as long as products of
 * three coordinate differences neither overflow nor underflow: differences that are not 0 between
 * 1e-80 and 1e100. */
#ifndef SN_GEOMETRY_PREDICATES_H
#define SN_GEOMETRY_PREDICATES_H

/* (a - c) x (b - c) [m2]: positive where a, b, c turn counterclockwise, 0 exactly where they are on
 * a line.  The sign is exact, the value right to a part in 1e6. */
double sn_orient2d(const double a[2], const double b[2], const double c[2]);

/* (b - a) x (c - a) . (d - a) [m3], six times the volume of the tetrahedron: positive where d is on
 * the side from which a, b, c turn counterclockwise, 0 exactly where all are in a plane.  The sign
 * is exact, the value right to a part in 1e6. */
double sn_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

/* Sign (-1, 0, 1) of component k of (b - a) x (d - c), exact. */
int sn_cross_sign(const double a[3], const double b[3], const double c[3], const double d[3],
                  int k);

/* --- degenerate positions ---
 *
 * Two surfaces touch each other exactly: faces in one plane, a vertex on an edge.  Everybody who
 * asks gets answers for the same nearby generic position: one of the surfaces is thought to be
 * moved by (e, e^2, e^3), e positive and smaller than any number (simulation of simplicity,
 * Edelsbrunner and Muecke 1990, with a perturbation that keeps both surfaces what they are).  So
 * whatever is made of these signs fits together as it does for surfaces in general position, and is
 * the limit of it. */

/* Sign of sn_orient3d(a, b, c, p), p being of the other surface, which is moved by `moved` (1, -1)
 * times (e, e^2, e^3).  0 only where a, b, c are on a line. */
int sn_face_side(const double a[3], const double b[3], const double c[3], const double p[3],
                 int moved);

/* Sign of sn_orient3d(a, b, c, d): from which side the edge cd passes the edge ab; cd is of the
 * other surface, moved like above.  0 only where the edges are parallel (and on one plane). */
int sn_edge_side(const double a[3], const double b[3], const double c[3], const double d[3],
                 int moved);

/* Sign of the turn a, b, p of the coordinates (k + 1, k + 2) modulo 3, seen against axis k; p is of
 * the other surface, moved like above.  0 only where a and b are at one place there. */
int sn_turn_side(const double a[3], const double b[3], const double p[3], int k, int moved);

/* Whether two triangles [corner][xyz] have a point in common, touching included; exact, for
 * triangles that shrink to edges or points too. */
int sn_triangles_meet(const double a[3][3], const double b[3][3]);

#endif
