/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solids in systems built by hand: for verification, benchmarks and tests. */
#ifndef SN_CHECK_BUILD_FEM_H
#define SN_CHECK_BUILD_FEM_H

#include "engine/check/build_system.h"

/* Takes a finished solid: its nodes become point blocks at their rest positions with their lumped
 * mass.  Returns the number of the FEM model. */
int sn_build_fem(SnBuild *build, SnFemSolid *solid);
/* Handle of a node's block, for everything that takes one (sn_build_fix, _kinematic, _point,
 * _load, _attach_to_...); once finished it is system->fems[fem].node_block[node]. */
int sn_build_fem_node(const SnBuild *build, int fem, int node);
/* A massless point at natural coordinates of an element; returns the block's handle. */
int sn_build_fem_marker(SnBuild *build, int fem, int element, const double natural[3]);

/* Fibres in n elements; directions unit, at rest.  Excitation becomes an input
 * (system->bundles[b].excitation); without dynamics.  Returns the number of the bundle. */
int sn_build_bundle(SnBuild *build, int fem, const SnFibreParameters *fibre, int n,
                    const int *elements, const double (*directions)[3]);
/* Adds a fibre between two nodes to the LAST bundle: max_force at full activation [N] (scaled by
 * the bundle's max_force / reference_force, both 1 to begin with). */
void sn_build_segment(SnBuild *build, int node_a, int node_b, double max_force);

#endif
