/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that a step is made of. */
#ifndef SN_SIM_STEP_PARTS_H
#define SN_SIM_STEP_PARTS_H

#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"

/* --- correct.c --- */

/* Moves q so that bilateral rows and violated limits are satisfied there to first order, with the
 * factor of the step; u is not changed. */
SnFault sn_correct_positions(const SnSystem *system, SnState *state, SnWorkspace *work);
/* Then repeats that, with a factor of its own where it is slow, as long as the volumes of FEM
 * models are off by more than moves nobody: what is left is corrected in the next step, where
 * pressures do work on it. */
SnFault sn_close_volumes(const SnSystem *system, const double *inputs, SnState *state,
                         SnWorkspace *work);
/* Corrects, each time with a factor of its own, until the rows of joints and constraints are closed
 * to rounding of the model's size; SN_FAULT_OPEN with the one that stays most open. */
SnFault sn_close_rows(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work);

/* Surfaces that cut when the step began are pulled apart a little, with a factor of its own. */
SnFault sn_pull_apart(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work);

/* --- energy_watch.c --- */

/* Refuses a step that has gained energy which nothing put in (SN_FAULT_ENERGY, with the component
 * that has most of it); else the state keeps what the next step compares with.  After an
 * evaluation, whose results stay. */
SnFault sn_watch_energy(const SnSystem *system, const double *inputs, SnState *state,
                        SnWorkspace *work);

/* Most that is put in in a state that was evaluated, with all forces [W]; infinite: it is not
 * known.
 */
double sn_given_power(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work);
/* What activations have done in the last step to energies that they are part of, by changing in it:
 * where it begins or ends, whichever is more [J]. */
double sn_work_of_activation(const SnSystem *system, const SnState *state, const SnWorkspace *work);
/* What distributed masses of strands, splines, tissue and rotors take of a motion with the present
 * accelerations, beyond those of the blocks: times the velocities in `given` [n_u] [W]. */
double sn_inertia_power(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        const double *given);

/* Most that contacts by constraint take from bodies that are led [W], whose velocities are `given`
 * [n_u], by the records of the last step; infinite: one-sided rows push that are no such contacts.
 * After an evaluation. */
double sn_contact_power(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                        const double *given);

/* --- bushing_watch.c --- */

/* Whether the turn of a bushing leaps in the step: true, and of which.  Kinematics are those of the
 * end of the step afterwards. */
bool sn_bushing_leapt(const SnSystem *system, SnWorkspace *work, const SnState *state, SnId *id);

/* Refuses a step in which a bushing loses energy because its turn leaps, as from 180 to -180
 * degrees with a preload (SN_FAULT_ENERGY, with the bushing); after an evaluation. */
SnFault sn_check_bushings(const SnSystem *system, const SnState *state, SnWorkspace *work);

/* --- explicit_limit.c --- */

/* The velocities of the method are those half a part before the places (symplectic Euler). */
bool sn_step_is_staggered(const SnSystem *system);
/* Duration of the part in whose middle the velocities of `state` are taken to be [s]; h, that of
 * the next one, where that does not matter. */
double sn_part_before(const SnSystem *system, const SnState *state, double h);
/* Refuses a step of symplectic Euler that is too long for the stiffest of what moves
 * (SN_FAULT_ENERGY, with the component); after sn_factor_implicit without D and K, and forces and
 * matrix are as there again.  work.linear is used. */
SnFault sn_check_explicit_step(const SnSystem *system, const double *inputs, const SnState *state,
                               SnWorkspace *work);

/* --- assemble.c --- */

/* The admissible velocity nearest in kinetic energy: M u+ + G' l = M u, G u+ = 0, N u+ >= 0, with
 * the factor of sn_factor_mass. */
SnFault sn_admit_velocity(const SnSystem *system, SnState *state, SnWorkspace *work);
/* The same with the bounds that the one-sided rows have; their impulses are those it takes. */
SnFault sn_admit_within(const SnSystem *system, SnState *state, SnWorkspace *work);
/* Forces of constraint and accelerations at the start: those of a step that is then taken back. */
void sn_estimate_reactions(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work);
/* M and G at the present positions, factored. */
SnFault sn_factor_mass(const SnSystem *system, const double *inputs, SnState *state,
                       SnWorkspace *work);

/* --- step_part.c --- */

/* A step of size work.step.size, whole or a part (substeps.c); the state's time and number of steps
 * stay.  Ends with an evaluation; on a fault without, and the state is what it was. */
SnFault sn_step_part(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                     SnWorkspace *work);
/* Whether surfaces pass through each other in the step to this state, whose positions are corrected
 * or not yet: SN_FAULT_OPEN, and work.step.crosses; then these pairs are contacts when it is taken
 * again. */
SnFault sn_look_for_crossings(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              bool corrected);
static inline bool sn_step_is_trapezoidal(const SnSystem *system)
{
    return system->method == SN_STEP_TRAPEZOIDAL || system->method == SN_STEP_NEWTON_TRAPEZOIDAL;
}
/* Whether what a trapezoidal rule cannot take of this model is left to backward Euler; where
 * something deformable touches it always is. */
static inline bool sn_step_damps(const SnSystem *system)
{
    return sn_step_is_trapezoidal(system) &&
           system->strands.n + system->splines.n + system->rods.n > 0;
}
/* Evaluation at the end of a step. */
void sn_step_evaluate(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work);

/* --- substeps.c --- */

/* Whether a smaller step can mend this. */
bool sn_step_may_be_mended(SnFaultCode code);

/* --- correct.c --- */

/* Largest residual of the enabled rows and violation of the enabled limits, and whose it is (null:
 * nobody's).  Rows of FEM models count where the last factor had them. */
double sn_worst_residual(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnRowValues *rows, SnId *id);

/* Forces, M-hat = M - d D - k K and its factor.  Softening springs or large forces on small
 * inertias can make M-hat indefinite, and its solution a saddle: then once more without the terms
 * that do. */
SnFault sn_factor_implicit(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work, double d, double k, double softness);

/* --- dead_point.c --- */

/* After a step to this state, or one that has failed with `fault`: refuses it (SN_FAULT_OPEN, with
 * the drive) where what the drives want cannot go on for as long as it takes.  Kinematics and
 * factor are not those of the step afterwards where that had to be looked at. */
SnFault sn_check_dead_point(const SnSystem *system, const double *inputs, SnState *state,
                            SnWorkspace *work, SnFault fault);

/* --- gimbal_lock.c --- */

/* Refuses a step in which a joint leaps across its gimbal lock, where something acts on its angles
 * (SN_FAULT_OPEN, with the joint); in the shortest part only where springs keep it from there. */
SnFault sn_check_gimbal_lock(const SnSystem *system, const SnState *state, const SnWorkspace *work);

/* --- turn_rows.c --- */

/* Largest rate of a motion [n_u]: of orientations, and of places by the model's size [1/s]. */
double sn_largest_rate(const SnSystem *system, const double *u);

/* Called a little before the state on its motion and a little behind it, at the kinematics there:
 * sums of a value times `share` [1/s] are its rate along the motion. */
typedef void (*SnAlongMotion)(void *data, double share);
/* Not at all where nothing moves.  The state is what it was, kinematics are not. */
void sn_along_motion(const SnSystem *system, SnState *state, SnWorkspace *work, SnAlongMotion look,
                     void *data);
/* work.linear.g = -(dG/dt) u and turned [joints.n_limits] = (dN/dt) u at the state, by central
 * differences along the motion; kinematics and work.ahead are not of the state afterwards. */
void sn_turn_rows(const SnSystem *system, SnState *state, SnWorkspace *work, double *turned);
/* Velocities at the start satisfy the rows there exactly, those of later steps of Euler's methods
 * the rows one step before (share 1) or half a step before (Newton's: 1/2), and by turning them the
 * rows exert what is centripetal in their forces.  Adds that to the forces of a first step, which
 * lack it; nothing moves by it.  In the factor of the step. */
void sn_add_first_reactions(const SnSystem *system, SnState *state, SnWorkspace *work,
                            double share);

/* --- step.c --- */

/* Kick at the start of the step, then drift: M-hat = M - h D - h^2 K, M-hat u+ = M u + h (f - D u);
 * `implicit` false: symplectic Euler, M u+ = M u + h f. */
SnFault sn_step_euler(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work, bool implicit);
/* Half a drift, kick in the middle, half a drift: M-hat = M - h/2 D - h^2/4 K,
 * M-hat u+ = M-hat u + h f, with the mean of the inputs at start and end; for linear forces the
 * trapezoidal rule. */
SnFault sn_step_trapezoidal(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work);

/* --- admit.c --- */

/* The velocity after a kick in the middle of the step satisfies the rows there in the mean with
 * that before it, which conserves energy; now it is made to satisfy those at the end, by impulses
 * along them: M-hat v+ = M-hat v - G' l, G v+ = g, solved by refinement from the factor in the
 * middle.  They take g l / 2, of fourth order, and much where a chain cracks like a whip: there the
 * step is too long. */
SnFault sn_admit_end_velocity(const SnSystem *system, SnState *state, SnWorkspace *work, double h);

/* --- newton.c, static.c --- */

/* A whole implicit step; weight of its end: 1 Euler, 1/2 trapezoidal rule. */
SnFault sn_step_newton(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWorkspace *work, double weight);
/* Equilibrium under the inputs. */
SnFault sn_step_static(const SnSystem *system, const double *inputs, SnState *state,
                       SnWorkspace *work);

/* --- take_hold.c --- */

/* Whether row i holds in this step and bore nothing in the last one, after the state `before`: what
 * is off bears nothing. */
bool sn_row_takes_hold(const SnSystem *system, const SnState *before, int i);
/* Stops what moves across such rows when the step begins, together with what touches: a rule that
 * takes the mean of the velocities before and after its kick would throw it back first, against
 * limits.  pushed [rows.n]: impulses of the rows, 0 where nothing had to be stopped. */
SnFault sn_take_hold(const SnSystem *system, const double *inputs, SnState *state,
                     SnWorkspace *work, double *pushed);

/* --- inputs_within.c --- */

/* An input at a fraction s of the step: its value and its first two derivatives by s. */
void sn_input_within(const SnStepInputs *inputs, int input, double s, double at[3]);
/* The values of all. */
void sn_inputs_within(const SnStepInputs *inputs, int n, double s, double *value);

/* --- runge_kutta.c --- */

SnFault sn_step_runge_kutta(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work);

#endif
