/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fibres and markers of solids in systems built by hand (engine/check/build/build_fem.h). */
#ifndef SN_TESTS_BUILD_FIBRES_H
#define SN_TESTS_BUILD_FIBRES_H

#include "engine/check/build/build_system.h"

/* A massless point at natural coordinates of an element; returns the block's handle. */
int sn_build_fem_marker(SnBuild *build, int fem, int element, const double natural[3]);

/* Fibres in n elements; directions unit, at rest.  Excitation becomes an input
 * (system->fems.bundles[b].excitation); without dynamics.  Returns the number of the bundle. */
int sn_build_bundle(SnBuild *build, int fem, const SnFibreParameters *fibre, int n,
                    const int *elements, const double (*directions)[3]);
/* Adds a fibre between two nodes to the LAST bundle: max_force at full activation [N] (scaled by
 * the bundle's max_force / reference_force, both 1 to begin with). */
void sn_build_segment(SnBuild *build, int node_a, int node_b, double max_force);

#endif
