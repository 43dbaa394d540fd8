/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration has ended without a solution: where, and what helps. */
#include "engine/sim/joint/joints.h"
#include "engine/sim/newton/newton.h"
#include "engine/sim/solve/solve.h"

#include <math.h>
#include <stdio.h>

/* Block with the largest part in the correction that is wanted. */
static SnId most_corrected(const SnNewton *n)
{
    const SnKktMatrix *matrix = &n->work->linear.matrix;
    double worst = 0;
    SnId id = SN_ID_NULL;
    for (int i = 0; i < n->system->n_active; i++) {
        const SnBlock *block = &n->system->blocks[i];
        double size = 0;
        for (int k = block->u; k < block->u + block->n; k++)
            size += fabs(matrix->a_value[matrix->a_start[k]]) * n->direction[k] * n->direction[k];
        if (size > worst) {
            worst = size;
            id = sn_block_owner(n->system, i);
        }
    }
    return id;
}

/* A joint with three angles or more whose second one makes the axes of the first and third line up,
 * so that these two are worth nothing by themselves; -1: there is none. */
#define LINED_UP 0.05 /* cosine of the second angle */

static int lined_up_joint(const SnNewton *n)
{
    const SnJointClass *const classes[] = {&SN_JOINT_GIMBAL, &SN_JOINT_FREE, &SN_JOINT_ELLIPSOID,
                                           &SN_JOINT_SCAPULOTHORACIC};
    for (int i = 0; i < n->system->joints.n; i++) {
        const SnSystemJoint *joint = &n->system->joints.joints[i];
        bool has_axes = false;
        for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
            has_axes = has_axes || joint->class == classes[k];
        if (joint->enabled && has_axes &&
            fabs(cos(sn_joint_coordinate(n->system, sn_state_q_const(n->state),
                                         sn_state_turns_const(n->state), joint, 1))) < LINED_UP)
            return i;
    }
    return -1;
}

SnFault sn_newton_not_converged(const SnNewton *n, double size)
{
    SnFault fault = sn_fault(SN_FAULT_NEWTON, most_corrected(n), n->state->time, "");
    const int joint = n->is_static ? -1 : lined_up_joint(n);
    if (joint >= 0) {
        fault.id = n->system->joints.joints[joint].id;
        snprintf(fault.text, sizeof fault.text,
                 "Two axes of this joint line up (its second angle is near 90 degrees), where "
                 "friction and stiffness of its angles know no bounds: turn its frames away from "
                 "there, or use a ball joint.");
        return fault;
    }
    if (n->is_static)
        snprintf(fault.text, sizeof fault.text,
                 "No equilibrium was found (corrections stay at %.2g of the model's size, most of "
                 "them here): is something not fixed, or does it buckle? Fix it, or try smaller "
                 "loads.",
                 size);
    else if (n->work->linear.solver && sn_linsolve_repeated_rows(n->work->linear.solver) > 0)
        snprintf(fault.text, sizeof fault.text,
                 "Newton's iteration does not converge (corrections stay at %.2g) where joints say "
                 "the same twice: try trapezoidal or backward Euler, or give one compliance.",
                 size);
    else
        snprintf(
            fault.text, sizeof fault.text,
            "Newton's iteration of this step does not converge (corrections stay at %.2g, "
            "most of them here): try a smaller step, or backward Euler where strands go slack or "
            "much touches.",
            size);
    return fault;
}
