/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of joints: what bind.c reaches by functions.  Parameters: sn_joint_parameter. */
#ifndef SN_SIM_BIND_BIND_JOINT_H
#define SN_SIM_BIND_BIND_JOINT_H

#include "engine/sim/bind/bind_access.h"

/* Readers: nonzero if there is such a value. */
int sn_bind_joint_enabled(const SnBindContext *context, double *value);
/* Any coordinate or its rate. */
int sn_bind_joint_coordinate(const SnBindContext *context, double *value);
int sn_bind_joint_rub(const SnBindContext *c, double *value);
int sn_bind_gear_torque(const SnBindContext *context, double *value);
int sn_bind_joint_force(const SnBindContext *context, double *value);
int sn_bind_joint_moment(const SnBindContext *context, double *value);
int sn_bind_joint_distance(const SnBindContext *context, double *value);
int sn_bind_joint_normal_force(const SnBindContext *context, double *value);
int sn_bind_joint_contact(const SnBindContext *context, double *value);
int sn_bind_joint_slip(const SnBindContext *context, double *value);

bool sn_bind_write_joint_enabled(SnSystem *system, SnState *state, int index, const double *value);

#endif
