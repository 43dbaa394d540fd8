/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pressure of contact on the surfaces of FEM models and of rigid bodies, from the forces that the
 * state keeps and those of springs.
 *
 * A force on a triangle is shared among its corners by the weights of the place where it acts, one
 * on an edge between its ends; the pressure at a vertex is its force over its area, a third of the
 * triangles around it as they are now that face what presses (by less than 60 degrees: not those
 * beyond an edge).  Linear between vertices, it has the sum of the forces as its integral over
 * these triangles. */
#ifndef SN_SIM_CONTACT_CONTACT_PRESSURE_H
#define SN_SIM_CONTACT_CONTACT_PRESSURE_H

#include "engine/sim/system/workspace.h"

/* What contacts press on FEM models, of one collision. */
typedef struct SnPressed {
    double force;    /* sum of the normal forces [N] */
    double area;     /* of the vertices that carry one [m2] */
    double pressure; /* largest at a vertex [Pa] */
} SnPressed;

/* Normal forces [N] of the kept contacts at the vertices of system.contacts.surfaces[surface],
 * force [n_vertices], and the sums of their vectors out of it, out [n_vertices][3] [N]: those of a
 * rule (-1: of all); `first`: where the surface is the first of the two alone, so that each contact
 * counts once. */
void sn_contact_vertex_forces(const SnSystem *system, const SnState *state, int surface, int rule,
                              bool first, double *force, double (*out)[3]);
/* Present areas [m2] of its vertices, area [n_vertices]: of the triangles that face `out`, of all
 * where nothing presses or none does. */
void sn_contact_vertex_areas(const SnSystem *system, const SnState *state, int surface,
                             const double (*out)[3], double *area);
/* Sums over the FEM models that a rule's contacts press on; between two of them, those of the
 * earlier one. */
SnPressed sn_contact_pressed(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int rule);
/* Pressure of all contacts at the nodes of a FEM model, value [n_nodes] [Pa]; 0 inside. */
void sn_contact_fem_pressure(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             int fem, float *value);

#endif
