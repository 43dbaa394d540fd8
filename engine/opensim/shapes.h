/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain shapes of OpenSim as meshes of unit size, kept in the user's cache until a model is
 * saved. */
#ifndef SN_OPENSIM_SHAPES_H
#define SN_OPENSIM_SHAPES_H

#include "engine/opensim/osim.h"

/* The mesh of a Brick, Sphere, Ellipsoid, Cylinder, Cone or Torus, to be freed, its size along its
 * axes, and its axes in those of the shape (OpenSim's cylinder stands along y).  NULL: none of
 * these, or it cannot be written. */
char *sn_osim_shape_file(SnOsim *osim, const SnXmlNode *node, double size[3], SnPlacement *pose);

/* Where the mesh of a file name lies, to be freed; NULL: nowhere. */
char *sn_osim_mesh_file(const SnOsim *osim, const char *name);

#endif
