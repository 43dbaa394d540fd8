/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistent masses of FEM models: what they are more than those lumped at the nodes. */
#ifndef SN_SIM_SOLID_FEM_MASS_H
#define SN_SIM_SOLID_FEM_MASS_H

#include "engine/sim/system/workspace.h"

/* Whether a solid has them; then M is not block diagonal. */
bool sn_fem_couples_masses(const SnSystem *system);
/* momentum += factor (M - lumped) u, both in the layout of u. */
void sn_fem_add_momentum(const SnSystem *system, const double *u, double factor, double *momentum);
/* Weight beyond that of the lumped masses, and mass damping as a whole, into the forces. */
void sn_fem_mass_forces(const SnSystem *system, const SnState *state, const SnSystemFem *fem,
                        SnWorkspace *work);
/* M - lumped + d alpha M into the pairs. */
void sn_fem_mass_matrix(const SnSystem *system, const SnSystemFem *fem, SnWorkspace *work,
                        double d);
/* Adds kinetic and potential energy, linear and angular momentum (about the origin) beyond those of
 * the lumped masses of blocks that are not kinematic; v, p [n_nodes] are scratch. */
void sn_fem_audit_mass(const SnSystem *system, const SnState *state, const SnSystemFem *fem,
                       double (*v)[3], double (*p)[3], double energy[2], double momentum[6]);

#endif
