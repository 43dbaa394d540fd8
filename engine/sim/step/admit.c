/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities at the end of a step of the trapezoidal rule. */
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"

#include <math.h>
#include <string.h>

#define ADMITTED  1e-5 /* residual, relative */
#define MOST_LOST 2e-6 /* of the kinetic energy, in a step */
#define UNSEEN    1e-6 /* of the model's size: what moves less in a step counts as at rest */

/* What kinematic blocks and drives do is constant over a step and jumps between two. */
static bool driven_motion_jumps(const SnSystem *system, const SnState *state,
                                const SnWorkspace *work)
{
    const int free = system->n_active + system->n_attached;
    const int first = free < system->n_blocks ? system->blocks[free].u : system->n_u;
    return sn_drives_jump(system, work->step.backup, state) ||
           memcmp(sn_state_u_const(state) + first, sn_state_u_const(work->step.backup) + first,
                  (size_t)(system->n_u - first) * sizeof(double)) != 0;
}

static bool lost_too_much(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          double lost)
{
    const double *u = sn_state_u_const(state);
    const double slow = UNSEEN * system->length_scale / work->step.size;
    double *momentum = sn_scratch_take(work, "momentum of rows", system->n_u_active);
    double kinetic = 0, mass = 0;
    sn_mass_multiply(system, state, work, u, momentum);
    for (int i = 0; i < system->n_u_active; i++)
        kinetic += 0.5 * u[i] * momentum[i];
    for (int i = 0; i < system->n_active; i++)
        mass += system->blocks[i].mass;
    sn_scratch_give(work, momentum);
    return lost > MOST_LOST * (kinetic + lost) + mass * slow * slow;
}

static bool has_corners(const SnSystem *system)
{
    for (int i = 0; i < system->joints.n; i++)
        if (system->joints.joints[i].class->corner)
            return true;
    return false;
}

/* Places of joints that may pass corners at the start of the step; kinematics are those of its end
 * again. */
static void places_before(const SnSystem *system, const SnState *state, SnWorkspace *work,
                          double (*place)[2])
{
    const SnState *before = work->step.backup;
    sn_kinematics(system, sn_state_q_const(before), sn_state_u_const(before), work);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        SnJointSides sides;
        if (!joint->class->corner)
            continue;
        sn_joint_sides(system, work, sn_state_q_const(before), sn_state_turns_const(before), joint,
                       &sides);
        joint->class->place(&sides, place[i]);
    }
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
}

/* Rows that turned in a jump since the start of the step, where a joint passed a corner: what took
 * the velocity across the new direction was an impulse along that; along the bisector of both
 * directions, as while a rounded corner is passed, it takes no energy.  The impulses that are
 * missing for that go to `missing`, which returns what those taken have lost. */
static double lost_at_corners(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              double *missing)
{
    double(*start)[2] = (double(*)[2])sn_scratch_take(work, "places", 2 * system->joints.n);
    double lost = 0;
    places_before(system, state, work, start);
    memset(missing, 0, (size_t)system->n_u * sizeof *missing);
    for (int i = 0; i < system->joints.n_rows; i++) {
        const SnRow *row = &system->joints.rows[i];
        const SnSystemJoint *joint = &system->joints.joints[row->joint];
        double place[2], along[2][6] = {{0}};
        SnJointSides sides;
        if (!joint->class->corner || !work->bilateral.active[i])
            continue;
        sn_joint_sides(system, work, sn_state_q_const(state), sn_state_turns_const(state), joint,
                       &sides);
        joint->class->place(&sides, place);
        const double angle = joint->class->corner(&sides, start[row->joint], place, along);
        const double impulse = fabs(work->linear.l[i]) * tan(angle / 2);
        for (int s = 0; angle > 0 && s < 2; s++)
            for (int k = 0; row->block[s] >= 0 && k < system->blocks[row->block[s]].n; k++)
                missing[system->blocks[row->block[s]].u + k] += impulse * along[s][k];
        if (angle > 0)
            lost -= 0.5 * work->linear.l[i] * work->linear.g[i];
    }
    sn_scratch_give(work, *start);
    return lost;
}

/* Kinetic energy of a change of velocity [n_u_active], and its work on the present motion. */
static double energy_of_change(const SnSystem *system, const SnState *state, SnWorkspace *work,
                               const double *change, double *rate)
{
    const int n = system->n_u_active;
    double *whole = sn_scratch_take(work, "whole change", system->n_u);
    double *momentum = sn_scratch_take(work, "its momentum", n);
    double energy = 0;
    *rate = 0;
    memset(whole, 0, (size_t)system->n_u * sizeof *whole);
    memcpy(whole, change, (size_t)n * sizeof *whole);
    sn_mass_multiply(system, state, work, whole, momentum);
    for (int i = 0; i < n; i++) {
        energy += 0.5 * change[i] * momentum[i];
        *rate += sn_state_u_const(state)[i] * momentum[i];
    }
    sn_scratch_give(work, momentum);
    sn_scratch_give(work, whole);
    return energy;
}

/* The impulses, or as much of them as gives back that energy; velocities across the rows stay none.
 */
static SnFault give_back(const SnSystem *system, SnState *state, SnWorkspace *work,
                         const double *impulses, double lost)
{
    double *u = sn_state_u(state), rate;
    sn_reduce_vector(system, work, impulses, work->linear.f);
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    work->linear.tolerance = ADMITTED;
    const SnFault fault = sn_solve_free(system, state, work);
    work->linear.tolerance = system->tolerance;
    if (fault.code != SN_FAULT_NONE)
        return fault;
    /* lost = share rate + share^2 energy */
    const double energy = energy_of_change(system, state, work, work->linear.u, &rate);
    const double root = sqrt(rate * rate + 4 * energy * lost);
    const double share = rate + root > 0 ? 2 * lost / (rate + root) : 0;
    for (int i = 0; i < system->n_u_active; i++)
        u[i] += share * work->linear.u[i];
    for (int i = 0; i < system->rows.n; i++)
        sn_state_lambda(state)[i] -= share * work->linear.l[i] / work->step.size;
    sn_attachments_follow(system, sn_state_q(state), u);
    return fault;
}

/* Refuses what was lost, but for that of corners, which is given back. */
static SnFault check_loss(const SnSystem *system, SnState *state, SnWorkspace *work, double lost)
{
    SnFault fault = {0};
    if (driven_motion_jumps(system, state, work) || !lost_too_much(system, state, work, lost))
        return fault;
    if (has_corners(system)) {
        double *missing = sn_scratch_take(work, "impulses of corners", system->n_u);
        const double corners = lost_at_corners(system, state, work, missing);
        lost -= corners;
        if (corners > 0)
            fault = give_back(system, state, work, missing, corners);
        sn_scratch_give(work, missing);
    }
    if (fault.code != SN_FAULT_NONE || work->step.shortest ||
        !lost_too_much(system, state, work, lost))
        return fault;
    return sn_fault(SN_FAULT_ENERGY, SN_ID_NULL, work->step.backup->time,
                    "Joints turn too far in this step to keep their energy: try a smaller one.");
}

SnFault sn_admit_end_velocity(const SnSystem *system, SnState *state, SnWorkspace *work, double h)
{
    double *u = sn_state_u(state), most = 0, lost = 0;
    if (work->bilateral.n_active == 0)
        return (SnFault){0};
    sn_kinematics(system, sn_state_q(state), u, work);
    sn_rows(system, state, work, true, &work->ahead);
    for (int i = 0; i < system->rows.n; i++) {
        const bool held = work->bilateral.active[i] && sn_row_is_held(work, i);
        work->linear.g[i] =
            held ? sn_drive_rate(system, state, i) - sn_bilateral_rate(system, &work->ahead, i, u)
                 : 0;
        most = fmax(most, fabs(work->linear.g[i]));
    }
    if (most == 0)
        return (SnFault){0};
    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    sn_row_plan_fill(work, &work->ahead);
    work->linear.tolerance = ADMITTED;
    const SnFault fault = sn_solve_free(system, state, work);
    work->linear.tolerance = system->tolerance;
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->n_u_active; i++)
        u[i] += work->linear.u[i];
    sn_attachments_follow(system, sn_state_q(state), u);
    for (int i = 0; i < system->rows.n; i++) {
        sn_state_lambda(state)[i] -= work->linear.l[i] / h;
        lost -= 0.5 * work->linear.l[i] * work->linear.g[i];
    }
    return check_loss(system, state, work, lost);
}
