/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When bodies will meet if they go on as they move now: joint-modeller's predicted time to
 * collision, (56) to (58), where each point has the velocity V + w x p of its own.  The paper looks
 * along straight lines among points near enough (56) and halves motions that turn by more than 10
 * degrees; here each point is followed along its own arc to the surface itself, as far as it cannot
 * but be outside (conservative advancement), so that neither a tolerance nor a limit is needed. */
#ifndef SN_SIM_CONTACT_COLLISION_TIME_H
#define SN_SIM_CONTACT_COLLISION_TIME_H

#include "engine/sim/system/workspace.h"

typedef struct SnCollisionTime {
    double time;     /* [s] until a spring or sphere of the rule first touches; 0: one does now;
                        the rule's look_ahead: none before that */
    double point[3]; /* where that will be, world [m]; 0: nowhere */
} SnCollisionTime;

/* Of a rule of a compliant method, after sn_kinematics: velocities and spins stay. */
SnCollisionTime sn_collision_time(const SnSystem *system, const SnState *state,
                                  const SnWorkspace *work, int rule);

#endif
