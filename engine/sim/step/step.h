/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of the coupled system, and the evaluation of a state without stepping. */
#ifndef SN_SIM_STEP_STEP_H
#define SN_SIM_STEP_STEP_H

#include "engine/linsolve/linsolve.h"
#include "engine/sim/system/phase.h"

/* Closes the joints at the start: iterates the position correction and makes velocities admissible,
 * then evaluates.  SN_FAULT_ASSEMBLY (with the worst joint's id) if they cannot be closed to
 * tolerance. */
SnFault sn_assemble(const SnSystem *system, const double *inputs, SnState *state,
                    SnWorkspace *work);

/* The same without the forces of constraint and accelerations of a first step, and not evaluated:
 * for what is settled from there. */
SnFault sn_assemble_unloaded(const SnSystem *system, const double *inputs, SnState *state,
                             SnWorkspace *work);

/* Puts a pose in place of the state's: driven coordinates at their inputs, changing by `rates`
 * ([n_inputs], at the same places), all that joints and constraints hold follows with the least
 * motion by mass, from the pose there is; what nothing leads is at rest.  Fibres are in
 * equilibrium; then evaluates.  Faults as above. */
SnFault sn_follow(const SnSystem *system, const double *inputs, const double *rates, SnState *state,
                  SnWorkspace *work);

/* Everything that results show, from a state as it is: kinematics, lengths, forces, joint
 * coordinates.  Constraint forces are those of the last step, kept in the state. */
void sn_evaluate(const SnSystem *system, const double *inputs, const SnState *state,
                 SnWorkspace *work);

/* Time at the end of the next step [s]: step x h, unless the step size has changed on the way. */
double sn_next_time(const SnSystem *system, const SnState *state);

/* Inputs over a step, each [n_inputs]: just after its start, in its middle and just before its end
 * (so that a jump at either is none within it), and those in force from its end on, which results
 * show and whose kinematic targets are reached.  The trapezoidal methods take the mean of start and
 * end for the middle.  Methods of first order, and equilibria, read `end` alone.  Runge and Kutta's
 * method reads those after a quarter and three of them too, where drives want it, Newton's of
 * second order how fast they change just after the start [per second]; else NULL. */
typedef struct SnStepInputs {
    const double *start, *middle, *before_end, *end, *quarter, *three_quarters, *rate;
} SnStepInputs;
/* Inputs that stay the same. */
static inline SnStepInputs sn_step_inputs_constant(const double *inputs)
{
    return (SnStepInputs){inputs, inputs, inputs, inputs, inputs, inputs, NULL};
}
/* Whether there are drives, for which Runge and Kutta's method reads the quarters. */
bool sn_has_drives(const SnSystem *system);
static inline bool sn_reads_over_step(SnStepMethod method)
{
    return method == SN_STEP_TRAPEZOIDAL || method == SN_STEP_RUNGE_KUTTA_4 ||
           method == SN_STEP_NEWTON_TRAPEZOIDAL;
}

/* One step of size system->step_size with inputs that vary, in as many parts as it takes
 * (substeps.c).  On a fault the state is untouched.
 * Ends with an evaluation, so work holds the results of the new state. */
SnFault sn_step_varying(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                        SnWorkspace *work);
/* The same with inputs that stay the same. */
SnFault sn_step(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work);

/* A mouse spring: a damped spring from a point of a block to a world position, part of the next
 * steps (in M-hat) until block is -1. */
void sn_workspace_set_mouse_spring(SnWorkspace *work, int block, const double local[3],
                                   const double target[3], double stiffness, double damping);

/* Energies and momenta of an evaluated state: energy[0] kinetic, [1] potential of gravity, springs
 * and elements [J]; momentum: linear [kg m/s], then angular about the world origin [kg m2/s]; NULL:
 * not wanted. */
void sn_audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
              double energy[2], double momentum[6]);
/* All of it, kinetic and potential [J]: beside that of sn_audit, what joints, rows, limits and
 * contacts hold that give way.  At the configuration of the last sn_kinematics; rows at the end of
 * the step (work.ahead) are of it afterwards. */
void sn_energies(const SnSystem *system, const SnState *state, SnWorkspace *work, double energy[2]);

#endif
