/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of FEM models, their nodes, elements, materials and bundles, and of attachments, for
 * bind.c. Results are worked out when somebody asks. */
#ifndef SN_SIM_BIND_BIND_FEM_H
#define SN_SIM_BIND_BIND_FEM_H

#include "engine/sim/bind/bind_access.h"

/* Whether the id is that of a FEM model (array -1), or of an entry of its nodes (0) or elements
 * (1); index: the FEM model. */
bool sn_bind_fem_of(const SnSystem *system, SnId id, int array, int *index);

/* --- parameters --- */

double *sn_bind_fem_parameter(SnSystem *system, int index, SnBind bind);
double *sn_bind_bundle_parameter(SnSystem *system, int index, SnBind bind);
/* A number of the material of a FEM model or region; NULL if the id is neither. */
double *sn_bind_material(SnSystem *system, SnId id, SnBind bind);
/* False for a value that would change the number of viscous terms, and so the state. */
bool sn_bind_material_may_be(SnSystem *system, SnId id, SnBind bind, double value);

/* --- readers: nonzero if there is such a value --- */

int sn_bind_fem_field(const SnBindContext *context, double *value);
int sn_bind_fem_gravity(const SnBindContext *context, double *value);
int sn_bind_fem_mass(const SnBindContext *context, double *value);
int sn_bind_fem_volume(const SnBindContext *context, double *value);
int sn_bind_fem_energy(const SnBindContext *context, double *value);
int sn_bind_fem_kinetic_energy(const SnBindContext *context, double *value);
int sn_bind_fem_momentum(const SnBindContext *context, double *value);
int sn_bind_fem_max_von_mises(const SnBindContext *context, double *value);
int sn_bind_fem_center(const SnBindContext *context, double *value);
int sn_bind_node_displacement(const SnBindContext *context, double *value);
int sn_bind_node_stress(const SnBindContext *context, double *value);
int sn_bind_node_strain(const SnBindContext *context, double *value);
int sn_bind_node_von_mises(const SnBindContext *context, double *value);
int sn_bind_node_pressure(const SnBindContext *context, double *value);
int sn_bind_node_mass(const SnBindContext *context, double *value);
int sn_bind_element_stress(const SnBindContext *context, double *value);
int sn_bind_element_strain(const SnBindContext *context, double *value);
int sn_bind_element_von_mises(const SnBindContext *context, double *value);
int sn_bind_element_pressure(const SnBindContext *context, double *value);
int sn_bind_element_energy(const SnBindContext *context, double *value);
int sn_bind_element_volume(const SnBindContext *context, double *value);
int sn_bind_bundle_activation(const SnBindContext *context, double *value);
int sn_bind_attachment_force(const SnBindContext *context, double *value);
int sn_bind_attachment_moment(const SnBindContext *context, double *value);

/* --- writers --- */

bool sn_bind_write_fem_field(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_fem_gravity(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_bundle_activation(SnSystem *system, SnState *state, int index,
                                     const double *value);

#endif
