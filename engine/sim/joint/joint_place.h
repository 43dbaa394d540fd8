/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies put to where their joints are closed, one after the other, whatever masses they have: for
 * starts so far from there that Newton's method on all joints at once finds nothing. */
#ifndef SN_SIM_JOINT_JOINT_PLACE_H
#define SN_SIM_JOINT_JOINT_PLACE_H

#include "engine/sim/system/workspace.h"

/* Goes along a tree of the joints, from what stands fixed (in each part that hangs on nothing: from
 * its heaviest body).  Each body keeps its place against the one before, and then moves to where
 * the joint between is closed: the least by Newton's method on its rows; with z axes that point
 * against each other after the least turn that lets them point the same way; else from the
 * joint's neutral pose.  Joints that close loops are not looked at.  Only q and the rotations in
 * the workspace change: the caller calls sn_attachments_follow, sn_kinematics and
 * sn_joints_remember.  false: some joint of the tree stays open. */
bool sn_joints_place(const SnSystem *system, SnState *state, SnWorkspace *work);

/* Whether its z axes point against each other though they must point the same way. */
bool sn_joint_is_flipped(const SnSystem *system, const SnState *state, int joint);

#endif
