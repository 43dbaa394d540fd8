/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bending of a strand at an inner node: energy k / 2 theta^2, theta the angle between the straight
 * parts before and after it, k = EI / (mean rest length of the two) [N m].  For small angles that
 * is EI / 2 times the integral of the squared curvature. */
#ifndef SN_STRAND_BENDING_H
#define SN_STRAND_BENDING_H

#include <stdbool.h>

/* Energy [J] at three nodes x in a row.  force [9] (written) on them; stiffness [81] = d force / dx
 * (written, symmetric; may be NULL).  It can be indefinite: `convex` asks for one that never
 * is (Gauss-Newton; exact for a straight strand).  Nodes that coincide or parts folded back upon
 * each other: no force. */
double sn_bending(const double x[3][3], double k, double force[9], double stiffness[81],
                  bool convex);

#endif
