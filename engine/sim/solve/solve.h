/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a step solves, at one place: forces and rows, their matrix, and the mixed problem. */
#ifndef SN_SIM_SOLVE_SOLVE_H
#define SN_SIM_SOLVE_SOLVE_H

#include "engine/linsolve/linsolve.h"
#include "engine/sim/system/general_rows.h"
#include "engine/sim/system/workspace.h"

/* --- kinematics.c --- */

/* Rotations of the blocks, derivatives of the attached ones, positions and velocities of the
 * points, from q and u (attached blocks there already). */
void sn_kinematics(const SnSystem *system, const double *q, const double *u, SnWorkspace *work);
/* The same, unless it was worked out of the same last, bit for bit. */
void sn_kinematics_again(const SnSystem *system, const double *q, const double *u,
                         SnWorkspace *work);

/* --- inertia.c --- */

/* y = P M u: u of all blocks, y of the active ones, M where the state is. */
void sn_mass_multiply(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const double *u, double *y);
/* y += factor x forces of inertia of attached masses at the present velocities (centrifugal,
 * gyroscopic); `drifting`: active bodies turn by their free drift meanwhile. */
void sn_add_inertia_forces(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           double factor, bool drifting, double *y);
/* work.linear.f -= factor P M (v - v before the step), v what kinematic blocks do: masses hung
 * between them and active ones. */
void sn_subtract_prescribed_change(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                   double factor);

/* --- forces.c --- */

/* Applied forces on all blocks at (q, u) of the last sn_kinematics: work.forces.applied,
 * work.forces.explicit_force and results.  If `matrix`, also M-hat = M - d D - k K (symmetrised)
 * into work.forces.pair, attached blocks eliminated; d = k = 0 gives M alone. */
void sn_forces(const SnSystem *system, const double *inputs, const SnState *state,
               SnWorkspace *work, bool matrix, double d, double k);
/* M alone, as sn_forces leaves it for d = k = 0, without what pulls along paths: forces are not all
 * there then. */
void sn_masses(const SnSystem *system, const double *inputs, const SnState *state,
               SnWorkspace *work);

/* --- rows.c --- */

/* Residuals and gaps at q; the rows' values too if `jacobian`. */
void sn_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
             SnRowValues *rows);
/* Sum over both sides of row values times u. */
double sn_row_rate(const SnSystem *system, const SnRow *row, const double value[2][6],
                   const double *u);
/* The same of any row of G. */
double sn_bilateral_rate(const SnSystem *system, const SnRowValues *rows, int i, const double *u);
/* Those of a general constraint row (general_rows.c). */
SnRowTraits sn_general_row_traits(const SnSystem *system, const SnGeneralRow *row);
/* Those of row i of N. */
static inline SnRowTraits sn_limit_traits(const SnSystem *system, int i)
{
    if (i >= system->joints.n_limits)
        return sn_general_row_traits(system, &system->general.limits[i - system->joints.n_limits]);
    const SnSystemJoint *joint = &system->joints.joints[system->joints.limits[i].joint];
    return (SnRowTraits){joint->enabled, joint->compliance, joint->restitution, joint->id};
}
/* Some row of the joint may give way. */
static inline bool sn_joint_gives(const SnSystemJoint *joint)
{
    return joint->compliance != 0 || joint->rotary_compliance != 0;
}
/* Compliance of row i of G: of a joint, its position and its orientation give way each by its own.
 */
static inline double sn_row_compliance(const SnSystem *system, int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    const SnRow *row = i < system->joints.n_rows ? &system->joints.rows[i] : NULL;
    if (row && row->shape == SN_ROW_ROTATION)
        return system->joints.joints[row->joint].rotary_compliance;
    if (row) {
        const SnSystemJoint *joint = &system->joints.joints[row->joint];
        const bool of_velocity = row->shape == SN_ROW_FULL &&
                                 i >= joint->row + joint->n_rows - joint->class->n_velocity_rows;
        return of_velocity ? 0 : joint->compliance; /* how far it has moved, nobody knows */
    }
    return general >= 0 ? sn_general_row_traits(system, &system->general.rows[general]).compliance
                        : 0;
}
/* Row i is contact of a Cosserat strand: it comes and goes, and is pushed out little by little. */
static inline bool sn_row_is_contact(const SnSystem *system, int i)
{
    const int general = i - (system->rows.n - system->general.n_rows);
    return general >= 0 && system->general.rows[general].class == &sn_voxel_constraint;
}
/* Row i gives way. */
static inline bool sn_row_is_soft(const SnSystem *system, int i)
{
    return sn_row_compliance(system, i) != 0;
}

/* --- row_plan.c --- */

void sn_row_plan_new(const SnSystem *system, SnWorkspace *work);
void sn_row_plan_free(SnRowPlan *plan);
/* Values of G over the active unknowns from those of work.rows, or from others: then those of the
 * last factor that were active. */
void sn_row_plan_fill(SnWorkspace *work, const SnRowValues *rows);
/* Columns of a block (-1: none) that a joint's row of this shape may touch. */
unsigned sn_row_mask(const SnSystem *system, int block, SnRowShape shape);
/* Row i times a vector over the active unknowns. */
static inline double sn_plan_rate(const SnRowPlan *plan, int i, const double *u)
{
    double sum = 0;
    for (int e = plan->start[i]; e < plan->start[i + 1]; e++)
        sum += plan->value[e] * u[plan->column[e]];
    return sum;
}

/* --- matrix.c --- */

/* Of each row of joints: 1 if it is of a loop in which rows say what others say, else 0.  While a
 * workspace is made, which its matrix has been. */
void sn_find_overdetermined(const SnSystem *system, SnWorkspace *work, double *row);
/* A row of G gives way by no compliance (bilateral.size: behind what is scratch, the softness by
 * which rows of such loops share what they carry, and which these are). */
static inline bool sn_row_is_held(const SnWorkspace *work, int i)
{
    return work->linear.matrix.c[i] == work->bilateral.size[2 * work->linear.matrix.q + i];
}
bool sn_workspace_make_matrix(const SnSystem *system, SnWorkspace *work, SnLinsolveBackend backend);
/* work.forces.pair, work.rows and the joints' compliance (times `softness`) to the matrix, and
 * factors. `indefinite` (may be NULL): M-hat is not positive on the kernel of G. */
SnFault sn_matrix_factor(const SnSystem *system, const SnState *state, SnWorkspace *work,
                         double softness, bool *indefinite);

/* --- unilateral.c --- */

/* Candidates that the dense problem takes; more go into the factor (active_set.h).  One solve [ms]
 * (one thread; the systems of tests/sim/dynamic_rows_test.c):
 *
 *                                        active   dense   sparse
 *   particles joined by springs             113     1.9     0.12
 *   the same                                396      39      1.8
 *   the same                                866     590       10
 *   slab, 1734 unknowns, 256 rows of G      289     110     0.80
 *
 * Where few of them change sides, sparse wins from some fifty on; dense, exchanges are cheaper than
 * factors, and it finds its way also where rows depend on each other. */
#define SN_DENSE_MOST 200
/* Solves M-hat u + G' l = f + N' z, G u - C l = g, 0 <= z, N u + S z >= bound, z'(N u + S z -
 * bound) = 0, N and z the rows and impulses of work.unilateral.dynamic (which hold a warm start on
 * entry), into work.linear.u, work.linear.l and these impulses.  `free_first`: work.linear.u and
 * work.linear.l hold the solution for z = 0 already.  With friction where that is aimed
 * (friction.h). */
SnFault sn_solve_mixed(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       bool free_first);
/* The same without friction. */
SnFault sn_solve_one_sided(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           bool free_first);
/* Whether there is more to solve than the linear equations. */
static inline bool sn_is_mixed(const SnWorkspace *work)
{
    return work->unilateral.dynamic.n > 0 || work->unilateral.friction.use != SN_FRICTION_OFF ||
           work->unilateral.friction.n_joint > 0;
}
SnFault sn_solve_free(const SnSystem *system, const SnState *state, SnWorkspace *work);
/* Takes the restitution of rows whose rebound the solution work.linear.u misses, as at both sides
 * of a body that fills the place between walls: what they ask for contradicts each other, and the
 * impulses found for it are forgotten.  `from`: velocities of which the solution is a change; NULL:
 * none.  Whether there are any, and it is to be solved again. */
bool sn_rebounds_drop(SnWorkspace *work, const double *from);
#define SN_MOST_MISSES 3 /* solves again of one problem for rebounds that were missed */
/* N u + S z - bound of row i, or 0 where it is out; whether that breaks the row. */
bool sn_row_violated(const SnWorkspace *work, int i, double *excess);
/* N u + S z = bound to the same tolerance. */
bool sn_row_is_exact(const SnWorkspace *work, int i);
/* Size of row i: its diagonal of the Delassus matrix without bilateral rows and with M-hat taken
 * diagonal. */
double sn_row_freedom(const SnWorkspace *work, int i);
/* Whether row i can move nothing, because the bilateral rows hold its blocks. */
bool sn_row_is_in_force(const SnWorkspace *work, int i, double diagonal);
/* Room for any of the rows of work.unilateral.dynamic to be candidates, and for the dense problem
 * of as many as it takes; false: there is no memory. */
bool sn_mixed_reserve(SnWorkspace *work);
/* Room for the dense problem of m candidates. */
bool sn_delassus_reserve(SnWorkspace *work, int m);
SnFault sn_mixed_fault(const SnState *state, const SnWorkspace *work, int row);

/* --- block_owner.c --- */

/* Whose a block is: of nodes that have no name their strand's.  What a fault names. */
SnId sn_block_owner(const SnSystem *system, int block);

#endif
