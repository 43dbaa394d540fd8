/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a property's bind tag and a compiled index to numbers in the system, the state, the inputs
 * or the workspace: one table, used by live edits, watches, probes and --set. */
#ifndef SN_SIM_BIND_BIND_H
#define SN_SIM_BIND_BIND_H

#include "engine/sim/step/step.h"

/* Numbers a bind has (0: not bound to anything that can be read). */
int sn_bind_width(SnBind bind);
/* Reads a property of the component with the given compiled index; returns the width, 0 if the
 * component has no such thing, or none that is a finite number: then a result is zero.  `kind`
 * tells springs from muscles where both share a tag. */
int sn_bind_read(const SnSystem *system, const double *inputs, const SnState *state,
                 SnWorkspace *work, SnId id, SnBind bind, double value[6]);
/* Writes a parameter into the system, a start-kind value into the state, or an input's base value
 * into `base`.  Returns false if it cannot be changed live. */
bool sn_bind_write(SnSystem *system, double *base, SnState *state, SnId id, SnBind bind,
                   const double *value, int n);
/* Offset in inputs of an input property, -1 if it is none. */
int sn_bind_input(const SnSystem *system, SnId id, SnBind bind);

#endif
