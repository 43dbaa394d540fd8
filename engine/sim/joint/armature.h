/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Armature: inertia that turns or slides with a coordinate of a joint, such as a motor's rotor seen
 * through its gears.  It has the kinetic energy m (dc/dt)^2 / 2 and no weight, so with J the
 * coordinate's derivative it adds m J'J to the mass matrix and takes m J' (J' du/dt + dJ/dt u) from
 * both bodies of the joint; in joint coordinates that is m on the diagonal (MuJoCo's armature).
 * Ball joints have it about every axis. */
#ifndef SN_SIM_JOINT_ARMATURE_H
#define SN_SIM_JOINT_ARMATURE_H

#include "engine/sim/system/workspace.h"

/* momentum += M u of all armatures, u and momentum [n_u]; sn_kinematics at the state is there, here
 * and below. */
void sn_armatures_add_momentum(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, const double *u, double *momentum);
/* force -= factor x what they take from the bodies at the velocities of the state and the
 * accelerations `bias` [n_u] (NULL: none). */
void sn_armatures_add_quadratic(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work, const double *bias, double factor,
                                double *force);

/* Whether an armature of a running system may be that; false: it was compiled without this one, so
 * nothing couples the two bodies in M-hat. */
bool sn_armature_may_be(const SnSystem *system, int joint, double value);

#endif
