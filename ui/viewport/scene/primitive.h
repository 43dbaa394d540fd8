/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies that are a ball, an ellipsoid, a cylinder or a capsule by their numbers: what is round of
 * them, and their surface itself, which the triangles drawn lie a little within.  Pure functions;
 * all in the frame of the body [m]. */
#ifndef SN_UI_VIEWPORT_SCENE_PRIMITIVE_H
#define SN_UI_VIEWPORT_SCENE_PRIMITIVE_H

#include "engine/model/classes/body.h"
#include "ui/viewport/scene/surface_fit.h"

/* What is round where a point lies on or near the surface, as SN_SPOT_ROUND; else the spot stays.
 */
void sn_primitive_round(const SnRigidBody *body, const double point[3], SnSpot *spot);
/* Puts a point that lies on the triangles drawn onto the surface that they stand for. */
void sn_primitive_to_surface(const SnRigidBody *body, double point[3]);

#endif
