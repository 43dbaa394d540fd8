/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of spline strands, their control points and constraints: what bind.c does for other
 * components. */
#ifndef SN_SIM_BIND_BIND_SPLINE_H
#define SN_SIM_BIND_BIND_SPLINE_H

#include "engine/sim/bind/bind.h"

/* `id` is that of a spline strand or of an entry of one (sn_spline_of). */
int sn_bind_spline_input(const SnSystem *system, SnId id, SnBind bind);
int sn_bind_spline_read(const SnSystem *system, const double *inputs, const SnState *state,
                        const SnWorkspace *work, SnId id, SnBind bind, double value[6]);
bool sn_bind_spline_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                          const double *value, int n);

#endif
