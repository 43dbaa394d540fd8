/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How spline and Cosserat strands go along while a joint turns, for their moment arms.
 *
 * A strand that pulls without friction, weight or bending stands where its length has no slope
 * along any motion of its own unknowns that its constraints allow: there -dL/dc is the same for all
 * motions that keep to the constraints, and it is the moment of the strand's forces over its
 * tension (virtual work).  So one of them will do, and it needs the present shape alone: no
 * multipliers, which are not there before the first step, have the strand's inertia in them and
 * vanish with the tension.  Taken is the one of least kinetic energy: bodies beyond the joint turn,
 * frames fixed to them and matter held by them go along, and the rest of the strand as little as
 * its constraints (fixed, sliding, surface, branch, contact) let it.  It is always defined, while
 * following by stiffness is not where a strand is slack.  Away from equilibrium the arm is that of
 * the shape as it is. */
#ifndef SN_SIM_RESULT_STRAND_FOLLOW_H
#define SN_SIM_RESULT_STRAND_FOLLOW_H

#include "engine/sim/system/workspace.h"

/* Part of sn_finish_moment_arms, for an arm whose bodies beyond the joint are there: own blocks and
 * the rows that hold them, behind those of the arms before it (arrays have room).  Splines that
 * branch from each other follow together. */
void sn_finish_follow(SnSystem *system, SnSystemMomentArm *arm);
/* Doubles that sn_strand_follow needs for this arm. */
int sn_follow_room(const SnSystemMomentArm *arm);
/* u holds the velocities of all blocks (layout of u), zero for the strand's own ones, which are
 * written.  After sn_evaluate. */
void sn_strand_follow(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemMomentArm *arm, double *scratch, double *u);

#endif
