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

/* sn_solve_free and sn_solve_mixed of work.linear.f and g without that softness: the mixed problem
 * again and again, its rows moved by what they gave way (proximal points: Rockafellar 1976,
 * Monotone operators and the proximal point algorithm), from the state's forces over `duration`
 * on, which is at rest when these are.  Where rows are soft beside what holds them, the last of
 * what they give way is left: a rest looks further away than it is, never nearer. */
SnFault sn_firm_mixed(const SnSystem *system, const SnState *state, double duration,
                      SnWorkspace *work);

#endif
