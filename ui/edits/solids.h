/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies and FEM models made of one another, and of what is selected. */
#ifndef SN_UI_EDITS_SOLIDS_H
#define SN_UI_EDITS_SOLIDS_H

#include "engine/mesh/fill.h"
#include "ui/session/session.h"

/* What a new body can look like, in the order of menus: "Ball", and its name in actions; n of them.
 */
typedef struct SnBodyKind {
    const char *label, *name;
} SnBodyKind;
const SnBodyKind *sn_body_kinds(int *n);
/* A new body of one of those, in the root model, as large as other new ones and beside what is
 * there at `centre` [m] (the ground: at height 0).  Selects it; null if refused. */
SnId sn_edits_add_body(SnSession *session, const char *kind, const double centre[3]);

/* A body whose mesh is the convex hull of what is selected (bodies, FEM models, their nodes,
 * points), at the start; selects it.  False, and says so: there is no such hull. */
bool sn_edits_hull(SnSession *session);
/* The selected FEM models become rigid bodies of the same surface and density.  One step. */
bool sn_edits_to_bodies(SnSession *session);

/* How a body becomes a FEM model. */
typedef enum SnFilling { SN_FILL_CUBES, SN_FILL_TETGEN, SN_FILL_GMSH, SN_FILL_COUNT } SnFilling;

/* Whether it can be had here. */
bool sn_filling_there(SnFilling filling);
/* An edge length that gives some hundred elements [m]; 0: the body has no surface. */
double sn_edits_filling_edge(SnSession *session, SnId body);
/* Fills the body's surface on a thread, then puts a FEM model in its place, one step; says how it
 * went.  The model may change meanwhile. */
void sn_edits_to_fem(SnSession *session, SnId body, SnFilling filling, double edge);

#endif
