/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in systems built by hand: for verification, benchmarks and tests (whose further builders
 * are in tests/support). */
#ifndef SN_CHECK_BUILD_FEM_H
#define SN_CHECK_BUILD_FEM_H

#include "engine/check/build/build_system.h"

/* Takes a finished solid: its nodes become point blocks at their rest positions with their lumped
 * mass.  Returns the number of the FEM model. */
int sn_build_fem(SnBuild *build, SnFemSolid *solid);
/* Handle of a node's block, for everything that takes one (sn_build_fix, _kinematic, _point,
 * _load, _attach_to_body); once finished it is system->fems.fems[fem].node_block[node]. */
int sn_build_fem_node(const SnBuild *build, int fem, int node);

#endif
