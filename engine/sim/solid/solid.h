/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FEM models inside the step. */
#ifndef SN_SIM_SOLID_SOLID_H
#define SN_SIM_SOLID_SOLID_H

#include "engine/sim/system/workspace.h"

/* From now on forces without a matrix are put off, or not. */
void sn_fem_defer_matrix(SnWorkspace *work, bool put_off);
/* An element that the last evaluation could not compute. */
SnFault sn_fem_fault(const SnSystem *system, const SnState *state, const SnWorkspace *work);
/* Residuals of incompressibility and, if asked, the rows. */
void sn_fem_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
                 SnRowValues *rows);
/* r += factor x forces of incompressibility on the nodes; layout of u. */
void sn_fem_add_constraint_forces(const SnSystem *system, const SnState *state,
                                  const SnWorkspace *work, double factor, double *r);
/* A solid at this state, for results: its arrays are scratch of the workspace. */
void sn_fem_input(const SnSystem *system, const SnState *state, const SnWorkspace *work, int fem,
                  SnFemInput *input);
/* The same for a field to be shown: that of activation counts every bundle. */
void sn_fem_field_input(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        int fem, SnFemField field, SnFemInput *input);
SnWorkers *sn_fem_workers(const SnWorkspace *work);
/* Adds to force (layout of u) that of the pressures of U(J) that a linear step from the
 * positions in `before` left out; false: there are none. */
bool sn_fem_add_volume_defects(const SnSystem *system, const SnState *before, const SnState *state,
                               SnWorkspace *work, double *force);
/* Viscous history after a step of dt that ended at this state. */
void sn_fem_advance(const SnSystem *system, SnState *state, SnWorkspace *work, double dt);
/* Viscous history of solids that have rested for ever. */
void sn_fem_rest_states(const SnSystem *system, SnState *state);

/* SN_FAULT_ELEMENT with an element that is inside out in the state: what a step must not end in. */
SnFault sn_fem_check_volumes(const SnSystem *system, const SnState *state, SnWorkspace *work);

/* Forces of finite elements, which a step leaves out of its results until somebody asks: completes
 * those that sn_reaction, forces on nodes and the like read. */
void sn_complete_forces(const SnSystem *system, const SnState *state, SnWorkspace *work);

/* --- fem_active.c --- */

/* Energy of the fibres of bundles at the positions of `state` and these activations, as the audit
 * counts it at those of the state; with that of materials that depend on activation, if
 * `materials` [J]. */
double sn_fem_active_energy(const SnSystem *system, const SnState *state, const double *activation,
                            const SnWorkspace *work, bool materials);

#endif
