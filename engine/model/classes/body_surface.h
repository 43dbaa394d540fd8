/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes of components, through the document's mesh cache.  See also classes/body.h. */
#ifndef SN_MODEL_CLASSES_BODY_SURFACE_H
#define SN_MODEL_CLASSES_BODY_SURFACE_H

#include "engine/mesh/geometry.h"
#include "engine/model/classes/body.h"

/* The same for the renderer, a new reference: one and the same mesh while file and scale stay. */
SnMesh *sn_mesh_file_mesh(const SnModel *model, const char *mesh, const double scale[3],
                          GError **error);
/* A body's surface as its geometry rows say, in double precision, to be freed: a mesh read from a
 * file and scaled, or a primitive; NULL with an error, or NULL without one for shape "none". */
SnSurface *sn_rigid_body_surface(const SnModel *model, const SnRigidBody *body, GError **error);
/* A body's surface for the renderer, a new reference; NULL without error for shape "none". */
SnMesh *sn_rigid_body_mesh(const SnModel *model, const SnRigidBody *body, GError **error);

/* For the classes' validate hooks: adds an error where a file is missing, outside of the model's
 * folder, or damaged; and where the surface shall bound a solid, a warning if it is open,
 * inconsistent or inside out. */
void sn_mesh_file_check(const SnModel *model, const SnComponent *component, const char *mesh,
                        bool solid, SnChecks *checks);
/* The above for a body's mesh, as its shape and inertia rows ask. */
void sn_rigid_body_check(const SnModel *model, const SnRigidBody *body, SnChecks *checks);

#endif
