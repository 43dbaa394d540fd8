/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bending of a strand at an inner node: energy k / 2 theta^2, theta the angle between the straight
 * parts before and after it, k = EI / (mean rest length of the two) [N m].  For small angles that
 * is EI / 2 times the integral of the squared curvature. */
#ifndef SN_STRAND_BENDING_H
#define SN_STRAND_BENDING_H

#include <stdbool.h>

/* Energy [J] at three nodes x in a row.  Where a part is shorter than whole[0], whole[1] [m] it
 * passes on less of it, w(l) = s^2 (3 - 2 s), s = l / whole, a factor of the energy: a slack part
 * that has become short, whose direction means nothing, does not bend.  force [9] (written) on the
 * nodes; stiffness [81] = d force / dx (written, symmetric; may be NULL).  It can be indefinite:
 * `convex` asks for one that never is (Gauss-Newton; exact for a straight strand).  Nodes that
 * coincide or parts folded back upon each other: no force. */
double sn_bending(const double x[3][3], const double whole[2], double k, double force[9],
                  double stiffness[81], bool convex);

#endif
