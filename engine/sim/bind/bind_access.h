/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results and start values that bind.c reaches by functions.  Bodies are seen through their
 * component frame: position and velocity of its origin, world axes. */
#ifndef SN_SIM_BIND_BIND_ACCESS_H
#define SN_SIM_BIND_BIND_ACCESS_H

#include "engine/sim/system/workspace.h"

/* Readers: nonzero if there is such a value. */
int sn_bind_position(const SnBindContext *context, double *value);
int sn_bind_orientation(const SnBindContext *context, double *value);
int sn_bind_velocity(const SnBindContext *context, double *value);
int sn_bind_angular_velocity(const SnBindContext *context, double *value);
int sn_bind_acceleration(const SnBindContext *context, double *value);
int sn_bind_mass(const SnBindContext *context, double *value);
int sn_bind_force_total(const SnBindContext *context, double *value);
int sn_bind_reaction_force(const SnBindContext *context, double *value);
int sn_bind_reaction_moment(const SnBindContext *context, double *value);
int sn_bind_kinetic_energy(const SnBindContext *context, double *value);
int sn_bind_marker_location(const SnBindContext *context, double *value);
int sn_bind_marker_position(const SnBindContext *context, double *value);
int sn_bind_marker_velocity(const SnBindContext *context, double *value);
int sn_bind_frame_position(const SnBindContext *context, double *value);
int sn_bind_frame_orientation(const SnBindContext *context, double *value);
int sn_bind_moment_arm(const SnBindContext *context, double *value);
int sn_bind_moment_arm_moment(const SnBindContext *context, double *value);
int sn_bind_total_kinetic_energy(const SnBindContext *context, double *value);
int sn_bind_total_potential_energy(const SnBindContext *context, double *value);
int sn_bind_total_linear_momentum(const SnBindContext *context, double *value);
int sn_bind_total_angular_momentum(const SnBindContext *context, double *value);
int sn_bind_total_mass(const SnBindContext *context, double *value);
int sn_bind_parts_of_step(const SnBindContext *context, double *value);
int sn_bind_cut_steps(const SnBindContext *context, double *value);
int sn_bind_inaccurate_steps(const SnBindContext *context, double *value);

/* Writers. */
bool sn_bind_write_position(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_orientation(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_velocity(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_angular_velocity(SnSystem *system, SnState *state, int index,
                                    const double *value);
bool sn_bind_write_mass(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_marker_location(SnSystem *system, SnState *state, int index,
                                   const double *value);

#endif
