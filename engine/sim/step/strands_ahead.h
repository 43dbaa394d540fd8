/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration of a step on its strands alone (engine/sim/strand/strand_ahead.h). */
#ifndef SN_SIM_STEP_STRANDS_AHEAD_H
#define SN_SIM_STEP_STRANDS_AHEAD_H

#include "engine/sim/system/workspace.h"

typedef enum SnStrandsAhead {
    SN_STRANDS_SETTLED, /* the state is at the end of the step */
    SN_STRANDS_AGAIN,   /* the state is as before, strands are to be linearised ahead */
    SN_STRANDS_GAIN,    /* after the most iterations; the state is as before */
} SnStrandsAhead;

/* Moves the state by the velocities work.linear.u over the step of backward Euler, and looks at its
 * strands there.  iteration: 0 after the first solve.  `id`: whose energy grows. */
SnStrandsAhead sn_strands_ahead(const SnSystem *system, SnState *state, SnWorkspace *work,
                                int iteration, SnId *id);

/* The same of the trapezoidal rule, once: `before` [n_u] are the velocities at its start, the state
 * is at its end, work.linear.u were solved for.  False: a strand, `id`, gained energy. */
bool sn_strands_hold(const SnSystem *system, const SnState *state, SnWorkspace *work,
                     const double *before, SnId *id);

#endif
