/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that say the same several times share their forces by a softness that is as good as
 * nothing beside inertia.  Against forces for ever, as in equilibrium, it is not: there they would
 * open by it. */
#ifndef SN_SIM_STEP_FIRM_ROWS_H
#define SN_SIM_STEP_FIRM_ROWS_H

#include "engine/sim/system/workspace.h"

/* Takes that softness out of a solution of the factored system (work.linear.u, l), which it leaves
 * as it is where nothing shares.  Generalised conjugate residuals on the rows, each step one more
 * solve: as many as there are stiffnesses that hold such joints. */
SnFault sn_firm_rows(const SnSystem *system, const SnState *state, SnWorkspace *work);

#endif
