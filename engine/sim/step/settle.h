/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bringing the start to rest before t = 0, and how far from rest a state is. */
#ifndef SN_SIM_STEP_SETTLE_H
#define SN_SIM_STEP_SETTLE_H

#include "engine/sim/system/workspace.h"

/* What a state misses of equilibrium. */
typedef struct SnRest {
    double distance; /* that the component furthest from it would move, to first order: a Newton
                        step [m]; infinity where there is none */
    SnId id;         /* whose it is; null: nobody moves */
    bool bound;      /* false: it would move further than the model is large, so that nothing holds
                        it or it hangs and swings */
} SnRest;

/* Inputs under which nothing but the equilibrium changes: targets stand still, and excitations are
 * those at which activations stay.  Free with sn_free. */
double *sn_inputs_at_rest(const SnSystem *system, const double *inputs, const SnState *state);

/* Kinematics and rows at the state without its velocities; forces are from now on those of a motion
 * that takes for ever.  The caller keeps state and work.forces.joint_load_stiffness. */
void sn_rest_begin(const SnSystem *system, const double *held, SnState *state, SnWorkspace *work);

/* The distance from rest under these inputs, velocities set aside; rotations count at the radius of
 * gyration.  The state is put back; results of the workspace must be evaluated anew.  A fault
 * where forces cannot be computed. */
SnFault sn_rest_distance(const SnSystem *system, const double *inputs, SnState *state,
                         SnWorkspace *work, SnRest *rest);

/* Brings an assembled start to rest with the method of system->settle: kinematic components where
 * they are, activations as they are, inputs held.  The state is then one at t = 0 with velocities
 * zero but for those that are prescribed.  `watch` may be NULL.  A fault leaves the state as it
 * was: SN_FAULT_SETTLE with the component that is furthest from rest, SN_FAULT_INTERRUPTED, or that
 * of a step.  system: step size and method are other ones meanwhile. */
SnFault sn_settle(SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work,
                  const SnStepWatch *watch);

/* The furthest that a component's centre or a particle has moved between two states [m], and whose
 * it is. */
double sn_largest_move(const SnSystem *system, const SnState *from, const SnState *to, SnId *id);

#endif
