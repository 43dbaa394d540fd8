/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces of round primitives for contact that gives way, whose depths are small beside what
 * facets lie below the round side: those of what is drawn press a ball with a third too little at a
 * depth of 1 % of its radius. */
#ifndef SN_COMPILE_RIGID_ROUND_SURFACE_H
#define SN_COMPILE_RIGID_ROUND_SURFACE_H

#include "engine/mesh/geometry.h"
#include "engine/model/classes/body.h"

/* Of an ellipsoid, cylinder or capsule, with vertices on it and about `segments` triangles around;
 * NULL: the shape is none of these.  *lift [n_vertices][3], to be freed by sn_free: how far
 * vertices are to move outwards so that triangles lie as far outside of the shape as inside of it
 * [m]. */
SnSurface *sn_round_surface(const SnRigidBody *body, int segments, double **lift);

#endif
