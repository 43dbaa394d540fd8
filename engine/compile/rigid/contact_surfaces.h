/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Surfaces of FEM models and of rigid bodies that are not convex, and of what they may touch. */
#ifndef SN_COMPILE_RIGID_CONTACT_SURFACES_H
#define SN_COMPILE_RIGID_CONTACT_SURFACES_H

#include "engine/compile/core/compiler.h"

/* The triangles of a mesh's surface, on the blocks of its nodes; the rest of `surface` is 0. */
void sn_touch_surface_of_mesh(const SnVolumeMesh *mesh, const int *node_block,
                              SnTouchSurface *surface);
/* After the FEM models and the convex shapes; none where all that may touch is
 * convex. */
bool sn_compile_contact_surfaces(SnCompiler *compiler, SnSystemContacts *contacts);
/* Points and edges of strands that collisions ask for, after the FEM models' surfaces. */
void sn_compile_contact_strands(SnCompiler *compiler, SnSystemContacts *contacts);
/* Once it is known which shape each block is of (-1: none), also of strands: what their points are
 * fixed to. */
void sn_contact_strands_hold(const SnCompiler *compiler, SnSystemContacts *contacts,
                             const int *shape_of_block);

#endif
