/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kinds of forces share: how a force on a point and its stiffness get into the vectors and
 * pairs of the workspace. */
#ifndef SN_SIM_MOTION_FORCE_TOOLS_H
#define SN_SIM_MOTION_FORCE_TOOLS_H

#include "engine/sim/system/workspace.h"

/* Adds a force in world axes at a point (from the centre of mass, body axes) to a vector in the
 * layout of u. */
void sn_add_force(const SnSystem *system, const SnWorkspace *work, int block, const double local[3],
                  const double force[3], double *f);
/* Adds a dense block (row-major, rows of block r, columns of block c) and, unless r == c, its
 * mirror to the pair (-1: to none); a diagonal block is symmetrised. */
void sn_pair_add(const SnSystem *system, SnWorkspace *work, int pair, int r, int c,
                 const double *values);
/* Load stiffness: the moment of a force that is fixed in the world at a point of a body turns with
 * the body, d (l x R'F) = [l][R'F] d theta.  Adds -k times that to the diagonal pair; nothing for
 * other blocks. */
void sn_add_load_stiffness(const SnSystem *system, SnWorkspace *work, int block,
                           const double local[3], const double force[3], double k);
/* y = M-hat x over the active unknowns. */
void sn_pair_multiply(const SnSystem *system, const SnWorkspace *work, const double *x, double *y);

#endif
