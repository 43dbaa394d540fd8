/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live values and results of collisions; the index is that of the rule. */
#ifndef SN_SIM_BIND_BIND_CONTACT_H
#define SN_SIM_BIND_BIND_CONTACT_H

#include "engine/sim/system/workspace.h"

double *sn_bind_contact_parameter(SnSystem *system, int index, SnBind bind);
int sn_bind_contact_switch(const SnBindContext *context, double *value);
bool sn_bind_write_contact_enabled(SnSystem *system, SnState *state, int index,
                                   const double *value);
bool sn_bind_write_contact_self(SnSystem *system, SnState *state, int index, const double *value);
bool sn_bind_write_contact_joined(SnSystem *system, SnState *state, int index, const double *value);
int sn_bind_collision_time(const SnBindContext *context, double *value);
int sn_bind_contact_result(const SnBindContext *context, double *value);

#endif
