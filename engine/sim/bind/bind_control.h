/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of controllers and monitors, for bind.c. */
#ifndef SN_SIM_BIND_BIND_CONTROL_H
#define SN_SIM_BIND_BIND_CONTROL_H

#include "engine/sim/bind/bind_access.h"

double *sn_bind_controller_parameter(SnSystem *system, int index, SnBind bind);
double *sn_bind_monitor_parameter(SnSystem *system, int index, SnBind bind);

/* Readers: nonzero if there is such a value. */
int sn_bind_controller_enabled(const SnBindContext *context, double *value);
int sn_bind_controller_output(const SnBindContext *context, double *value);
int sn_bind_controller_error(const SnBindContext *context, double *value);
int sn_bind_monitor_enabled(const SnBindContext *context, double *value);
int sn_bind_monitor_value(const SnBindContext *context, double *value);
int sn_bind_monitor_minimum(const SnBindContext *context, double *value);
int sn_bind_monitor_maximum(const SnBindContext *context, double *value);
int sn_bind_monitor_mean(const SnBindContext *context, double *value);
int sn_bind_monitor_integral(const SnBindContext *context, double *value);
int sn_bind_monitor_time_outside(const SnBindContext *context, double *value);

/* Writers. */
bool sn_bind_write_controller_enabled(SnSystem *system, SnState *state, int index,
                                      const double *value);
bool sn_bind_write_monitor_enabled(SnSystem *system, SnState *state, int index,
                                   const double *value);

#endif
