/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces that were eliminated with their blocks. */
#ifndef SN_SIM_RESULT_REACTIONS_H
#define SN_SIM_RESULT_REACTIONS_H

#include "engine/sim/system/workspace.h"

/* Generalised force (layout of the block's u, at its centre) that holds a kinematic block or makes
 * an attached one follow: inertia - applied forces - constraints - what hangs on it.  Zero for
 * active blocks. */
void sn_reaction(const SnSystem *system, const SnState *state, SnWorkspace *work, int block,
                 double force[6]);
/* What the masters of an attachment (and of all others with its id) exert on its slaves: force and
 * moment [N], [N m], world axes; the moment about the centre of mass of the body, or the place of
 * the particle or node, that holds all of them; else about the middle of the slaves' places. */
void sn_attachment_force(const SnSystem *system, const SnState *state, SnWorkspace *work,
                         int attachment, double force[3], double moment[3]);
/* The same of an attachment to the world, about the middle of what it holds: `fixed` is the first
 * of its blocks. */
void sn_fixed_force(const SnSystem *system, const SnState *state, SnWorkspace *work, int held,
                    double force[3], double moment[3]);

#endif
