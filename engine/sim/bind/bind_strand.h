/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of reduced strands and their nodes, for bind.c.  Results are worked out when somebody
 * asks. */
#ifndef SN_SIM_BIND_BIND_STRAND_H
#define SN_SIM_BIND_BIND_STRAND_H

#include "engine/sim/bind/bind_access.h"

/* Whether the id is that of a strand; of an entry of its nodes.  index: strand, strand node. */
bool sn_bind_strand_of(const SnSystem *system, SnId id, int *index);
bool sn_bind_strand_node_of(const SnSystem *system, SnId id, int *index);

/* Numbers of a strand that are held as they are; NULL: it has none of these. */
double *sn_bind_strand_parameter(SnSystem *system, int index, SnBind bind);
/* What follows from them, after one has changed. */
void sn_strand_derive(SnSystem *system, int index);
int sn_bind_strand_input(const SnSystem *system, int index, SnBind bind);

/* --- readers: nonzero if there is such a value --- */

int sn_bind_strand_enabled(const SnBindContext *context, double *value);
int sn_bind_strand_activation(const SnBindContext *context, double *value);
int sn_bind_strand_gravity(const SnBindContext *context, double *value);
int sn_bind_strand_length(const SnBindContext *context, double *value);
int sn_bind_strand_length_rate(const SnBindContext *context, double *value);
int sn_bind_strand_excursion(const SnBindContext *context, double *value);
int sn_bind_strand_tension(const SnBindContext *context, double *value);
int sn_bind_strand_start_tension(const SnBindContext *context, double *value);
int sn_bind_strand_end_tension(const SnBindContext *context, double *value);
int sn_bind_strand_mean_tension(const SnBindContext *context, double *value);
int sn_bind_strand_power(const SnBindContext *context, double *value);
int sn_bind_strand_strain(const SnBindContext *context, double *value);
int sn_bind_strand_mass(const SnBindContext *context, double *value);
int sn_bind_strand_kinetic_energy(const SnBindContext *context, double *value);
int sn_bind_strand_elastic_energy(const SnBindContext *context, double *value);
int sn_bind_strand_node_place(const SnBindContext *context, double *value);
int sn_bind_strand_node_velocity(const SnBindContext *context, double *value);
int sn_bind_strand_node_before(const SnBindContext *context, double *value);
int sn_bind_strand_node_after(const SnBindContext *context, double *value);
int sn_bind_strand_node_coordinate(const SnBindContext *context, double *value);
int sn_bind_strand_node_flow(const SnBindContext *context, double *value);
int sn_bind_strand_node_friction(const SnBindContext *context, double *value);
int sn_bind_strand_node_parameter(const SnBindContext *context, double *value);

/* --- writers --- */

bool sn_bind_write_strand_enabled(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_strand_activation(SnSystem *system, SnState *state, int index,
                                     const double *value);
bool sn_bind_write_strand_gravity(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_strand_node_place(SnSystem *system, SnState *state, int index,
                                     const double *value);
bool sn_bind_write_strand_node_velocity(SnSystem *system, SnState *state, int index,
                                        const double *value);
bool sn_bind_write_strand_node_friction(SnSystem *system, SnState *state, int index,
                                        const double *value);
bool sn_bind_write_strand_node_parameter(SnSystem *system, SnState *state, int index,
                                         const double *value);

#endif
