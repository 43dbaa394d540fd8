/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moment arms of springs, muscles and strands about joints: the shortening -dl/dc while the first
 * coordinate c of the joint alone moves, everything beyond the joint going along as one rigid body
 * (Sueda 2010, 8.2).  Places along guides and free nodes of reduced strands stay: at the
 * equilibrium of a frictionless strand they have no part in it.  Control points and free frames of
 * the other strands are drawn along by what holds them (strand_follow.h). */
#ifndef SN_SIM_RESULT_MOMENT_ARM_H
#define SN_SIM_RESULT_MOMENT_ARM_H

#include "engine/sim/system/workspace.h"

/* Part of sn_system_finish, when the general rows are there: the blocks beyond each joint, and
 * those that follow them.  SN_FAULT_LOOP where another way round leads from one side to the other.
 */
SnFault sn_finish_moment_arms(SnSystem *system);
/* Doubles that sn_moment_arm needs in work.unit_motion, whichever arm it is. */
int sn_moment_arm_room(const SnSystem *system);
/* arm[0]: -dl/dc [m] (slider: [1]); arm[1]: the same times tension, part by part [N m] (slider:
 * [N]).  After sn_evaluate. */
void sn_moment_arm(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                   int number, double arm[2]);

#endif
