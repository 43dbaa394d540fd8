/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests ask of volume meshes. */
#ifndef SN_TESTS_VOLUME_MESH_CHECKS_H
#define SN_TESTS_VOLUME_MESH_CHECKS_H

#include "engine/mesh/volume/volume_mesh.h"

/* Every corner Jacobian positive (or, with `lenient`, every integration point's: what an analysis
 * needs, and what the readers ask for), indices in range, no node twice in an element, no element
 * twice; elements are named by their number here, from 0. */
bool volume_mesh_check(const SnVolumeMesh *mesh, bool lenient, GError **error);

/* Volumes of the elements [n_elements] (surfaces: 0) by quadrature exact for flat faces [m3]. */
void volume_mesh_volumes(const SnVolumeMesh *mesh, double *volume);

#endif
