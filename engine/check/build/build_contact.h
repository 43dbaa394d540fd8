/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_CHECK_BUILD_CONTACT_H
#define SN_CHECK_BUILD_CONTACT_H

#include "engine/check/build/build_system.h"
#include "engine/mesh/volume/volume_mesh.h"

/* A shape of a block, for the caller to fill; stays where it is until the next. */
SnContactShape *sn_build_contact_shape(SnBuild *build, int block);
/* A shape of a block that is a mesh and touches as it is: vertices x [n][3], triangles. */
SnContactShape *sn_build_contact_mesh(SnBuild *build, int block, int n_vertices, const double *x,
                                      int n_triangles, const int32_t *triangles);
/* The surface of a FEM model, of `mesh`, that keeps a gap [m]; before all shapes of bodies. */
void sn_build_contact_fem(SnBuild *build, int fem, const SnVolumeMesh *mesh, double gap);
/* What lies below z = 0, the one shape that does not deform, after all that do. */
void sn_build_contact_ground(SnBuild *build);
/* A copy of a rule, with an id of its own, for all pairs of the shapes and deformable surfaces
 * there are; for the caller to change. */
SnContactRule *sn_build_contact_rule(SnBuild *build, const SnContactRule *rule);

#endif
