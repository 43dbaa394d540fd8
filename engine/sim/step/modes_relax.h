/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_SIM_STEP_MODES_RELAX_H
#define SN_SIM_STEP_MODES_RELAX_H

#include "engine/sim/step/modes.h"

/* Whether anything gives way in time. */
bool sn_modes_may_relax(const SnSystem *system);
/* The first of the modes at rest (found with the stiffness that is left after a long time, after
 * sn_rest_begin) with what gives way in time: frequencies, damping and shapes into `modes`, which
 * begins as a copy of them.  The more there are at rest, the better.  The state remembers rest
 * afterwards.  Each shape has one time in which it relaxes: exact where one element does, or all
 * alike; with several the frequency is good to a few percent.  Where muscles' curves of force over
 * velocity have a corner at rest, the damping is that of one side of it. */
void sn_modes_relax(const SnSystem *system, const double *held, SnState *state, SnWorkspace *work,
                    const SnModes *rest, SnModes *modes);

#endif
