/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making and freeing the workspace of a system, and carrying a state over to another system. */
#ifndef SN_SIM_SETUP_SETUP_H
#define SN_SIM_SETUP_SETUP_H

#include "engine/linsolve/linsolve.h"
#include "engine/sim/system/state.h"

SnWorkspace *sn_workspace_new(const SnSystem *system, SnLinsolveBackend backend);
void sn_workspace_free(SnWorkspace *work);

/* A strand that has other turns than before has other matter: as much as gives it the mean stretch
 * that it had, from where everything is now.  After all else is carried. */
void sn_carry_turns(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to);

#endif
