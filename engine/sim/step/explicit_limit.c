/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symplectic Euler: where its velocities belong, and its longest step.
 *
 * With u+ = u - h M^-1 (K q + D u), q+ = q + h u+ a motion of stiffness k, damping d and mass m has
 * z^2 - (2 - h^2 k/m - h d/m) z + 1 - h d/m = 0: it grows from step to step where h^2 k/m + 2 h d/m
 * > 4, as h w > 2 without damping (Jury's conditions).
 * Energy does not tell, for strands that pull only keep what grows at a size that goes on for ever.
 *
 * So the largest eigenvalue of M^-1 (h^2 K + 2 h D) on the kernel of the rows is sought by powers,
 * from the accelerations of the step: what is in the motion is found, what is not does not grow.
 * Tissue has so much in its motion, if only by rounding, that what is fastest grows from little to
 * all there is before the next look: there other forces, as large, take part in the search. */
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define POWERS     8
#define LIMIT      4
#define FOUND      0.95 /* of the eigenvalue, at least, by so many powers */
#define BESIDE     1e8  /* K and D beside M in the matrix that the forces fill */
#define FEM_PERIOD 8    /* elements' stiffness costs more than a step and changes slowly */

/* Bodies and joints alone: nothing swings within a step. */
static bool is_rigid(const SnSystem *system)
{
    bool stiff =
        system->force[SN_FORCE_KIND_FRAME_SPRINGS] || system->force[SN_FORCE_KIND_COORDINATES];
    for (int i = 0; i < system->joints.n; i++)
        for (int k = 0; k < sn_joint_n_coordinates(&system->joints.joints[i]); k++)
            stiff = stiff || system->joints.joints[i].coordinate[k].stiffness != 0;
    return !stiff && system->paths.n + system->fems.n + system->strands.n + system->splines.n +
                             system->rods.n ==
                         0;
}

/* The velocities of symplectic Euler are those of half a step before.  It keeps not the energy but
 * E + h/2 u f, of linear forces exactly: that is watched. */
bool sn_step_is_staggered(const SnSystem *system)
{
    assert(system);
    return system->method == SN_STEP_SYMPLECTIC_EULER && !is_rigid(system);
}

double sn_part_before(const SnSystem *system, const SnState *state, double h)
{
    assert(state->n_u == system->n_u);
    const double last = sn_state_parts_const(state)[SN_PARTS_SIZE];
    /* with an accuracy velocities of longer and shorter parts are held against each other */
    return last > 0 && system->accuracy == 0 && sn_step_is_staggered(system) ? last : h;
}

/* With elements at times that are multiples of so many parts of this size, and where parts become
 * longer, which a few are enough for to make much of little: where one is refused, its half is
 * looked at too. */
static bool is_due(const SnSystem *system, const SnWorkspace *work)
{
    const double h = work->step.size, steps = round(work->step.backup->time / h);
    return work->linear.solver && system->n_u_active > 0 &&
           (system->fems.n == 0 || fmod(steps, FEM_PERIOD) == 0 ||
            sn_state_parts_const(work->step.backup)[SN_PARTS_SIZE] < h);
}

/* v of work.linear.u to M^-1 S v there; returns how much longer, in the norm of M. */
static double multiply(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       double *length)
{
    double *f = work->linear.f, square = 0;
    const double scale = 1 / (BESIDE * *length);
    sn_pair_multiply(system, work, work->linear.u, f);
    for (int i = 0; i < system->n_u_active; i++)
        f[i] *= scale;
    if (sn_solve_free(system, state, work).code != SN_FAULT_NONE)
        return 0;
    for (int i = 0; i < system->n_u_active; i++)
        square += f[i] * work->linear.u[i];
    *length = square > 0 ? sqrt(square) : 0;
    return *length;
}

/* The block that takes most part in the motion of work.linear.u. */
static SnId stiffest(const SnSystem *system, const SnWorkspace *work)
{
    int found = 0;
    double most = -1;
    for (int i = 0; i < system->n_active; i++) {
        double sum = 0;
        for (int k = 0; k < system->blocks[i].n; k++) {
            const int at = system->blocks[i].u + k;
            sum += work->linear.f[at] * work->linear.u[at];
        }
        if (sum > most)
            most = sum, found = i;
    }
    return sn_block_owner(system, found);
}

/* Adds forces of all directions, the same each time, of the size of the largest that is there. */
static void add_others(const SnSystem *system, double *f)
{
    double most = 0;
    uint32_t number = 1;
    for (int i = 0; i < system->n_u_active; i++)
        most = fmax(most, fabs(f[i]));
    for (int i = 0; i < system->n_u_active; i++) {
        number = number * 1664525u + 1013904223u; /* Knuth 3.3.4 */
        f[i] += (most > 0 ? most : 1) * ((double)number / 2147483648.0 - 1);
    }
}

static SnFault examine(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    double length = 0, longer = 0;
    sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
    if (system->fems.n > 0)
        add_others(system, work->linear.f);
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    if (sn_solve_free(system, state, work).code != SN_FAULT_NONE)
        return (SnFault){0};
    for (int i = 0; i < system->n_u_active; i++)
        length += work->linear.f[i] * work->linear.u[i];
    length = length > 0 ? sqrt(length) : 0;
    for (int k = 0; k < POWERS && length > 0; k++)
        longer = multiply(system, state, work, &length);
    if (!(longer > FOUND * LIMIT))
        return (SnFault){0};
    return sn_fault(SN_FAULT_ENERGY, stiffest(system, work), work->step.backup->time,
                    "The step is too long for what is stiff or damped here and moves little mass: "
                    "try a smaller step or backward Euler.");
}

SnFault sn_check_explicit_step(const SnSystem *system, const double *inputs, const SnState *state,
                               SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (!is_due(system, work))
        return (SnFault){0};
    const double h = work->step.size;
    sn_forces(system, inputs, state, work, true, 2 * h * BESIDE, h * h * BESIDE);
    const SnFault fault = examine(system, state, work);
    sn_forces(system, inputs, state, work, true, 0, 0);
    return fault;
}
