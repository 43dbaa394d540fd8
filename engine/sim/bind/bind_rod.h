/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of Cosserat strands: what bind.c does for other components. */
#ifndef SN_SIM_BIND_BIND_ROD_H
#define SN_SIM_BIND_BIND_ROD_H

#include "engine/sim/bind/bind.h"

/* Number of the Cosserat strand that the id, or an entry's, means; -1: it is none.  The others take
 * such ids only. */
int sn_bind_rod_of(const SnSystem *system, SnId id);
/* Numbers of the binds that only Cosserat strands have; 0: it is none. */
int sn_bind_rod_width(SnBind bind);
int sn_bind_rod_input(const SnSystem *system, SnId id, SnBind bind);
int sn_bind_rod_read(const SnSystem *system, const double *inputs, const SnState *state,
                     const SnWorkspace *work, SnId id, SnBind bind, double value[6]);
bool sn_bind_rod_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                       const double *value, int n);

#endif
