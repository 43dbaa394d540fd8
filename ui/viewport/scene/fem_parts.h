/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of nodes and elements of a FEM, and what follows from them: neighbours, what is connected,
 * flat faces, planes.  Pure functions: sets are bytes, one for each node or element of the mesh,
 * and nodes are where they are seen, points [n_nodes][3] in the world [m]. */
#ifndef SN_UI_VIEWPORT_SCENE_FEM_PARTS_H
#define SN_UI_VIEWPORT_SCENE_FEM_PARTS_H

#include "engine/snapshot.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum SnSpread {
    SN_SPREAD_CONNECTED, /* all that hangs together with the set, through elements */
    SN_SPREAD_GROW,      /* and what is beside it */
    SN_SPREAD_SHRINK,    /* without its rim */
    SN_SPREAD_INVERT,    /* all others */
    SN_SPREAD_FACE,      /* the sides it lies on, up to edges sharper than an angle */
    SN_SPREAD_PLANE,     /* all in the plane of the set */
    SN_SPREAD_COUNT
} SnSpread;

/* Replaces the set of nodes.  Nodes of the outside grow and shrink along it, others (and the
 * outside where it is whole) through elements.  angle [rad]: of neighbouring faces, for FACE.
 * A plane runs through the three nodes of the set that span most; of fewer, along the face of the
 * outside there that has most nodes in its plane.  False, and the set as it was: it has no face or
 * plane. */
bool sn_fem_spread_nodes(const SnFemMesh *mesh, const double *points, SnSpread how, double angle,
                         uint8_t *nodes);
/* The same for elements: neighbours share a node; FACE and PLANE give the elements whose faces lie
 * there. */
bool sn_fem_spread_elements(const SnFemMesh *mesh, const double *points, SnSpread how, double angle,
                            uint8_t *elements);

/* Number of the outside face (in mesh->face) nearest to a place; -1: there is none. */
int sn_fem_nearest_face(const SnFemMesh *mesh, const double *points, const double place[3]);
/* Puts the nodes of one outside face into the set. */
void sn_fem_face_nodes(const SnFemMesh *mesh, int face, uint8_t *nodes);
/* Replaces the set by the elements that have an outside face wholly in the set of nodes. */
void sn_fem_elements_behind(const SnFemMesh *mesh, const uint8_t *nodes, uint8_t *elements);

#endif
