/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives that contradict the joints as they stand, and those that lead a linkage into a dead point:
 * a pose in which nothing moves the driven coordinate further, as a stretched knee its length.  On
 * the way there the same rate of the drive takes ever larger velocities, and at the pose, which is
 * reached after a finite time, there is no motion at all that follows the drive.  A step that is
 * longer than the time left would leap to some other pose, at a speed that depends on its length.
 *
 * What the rates g of the drives take at least is a kinetic energy E = g' A g / 2, A the inverse of
 * G M^-1 G'; its motion u and forces l, M u = -G' l, make it grow by
 * dE/dt = l' (dG/dt) u, with dG/dt along u.  Near a dead point E goes as 1 / (time left), so that
 * dE/dt / E is that time's inverse. */
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/redundancy.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Force of a drive over that of the last step, from which on a look is worth it; growth of the
 * energy over itself, in a step that is too long, and in the shortest part of one that fails. */
#define GROWS 1.2
#define LEAPS 1
#define NEAR  0.05
/* What a motion may lack of the rates of drives, over the largest, where they can be followed. */
#define LACKING 1e-3
/* How far rows are turned to find their rates: of the model's size, and [rad]. */
#define TURN 1e-5

static bool is_moving(const SnSystem *system, const SnState *state, const SnSystemJoint *joint)
{
    return joint->class == &SN_JOINT_DRIVE && joint->enabled &&
           !sn_row_is_soft(system, joint->row) && sn_drive_rate(system, state, joint->row) != 0;
}

/* Whether the force of a drive that moves grows fast. */
static bool force_grows(const SnSystem *system, const SnState *before, const SnState *state)
{
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (is_moving(system, state, joint) &&
            fabs(sn_state_lambda_const(state)[joint->row]) >
                GROWS * fabs(sn_state_lambda_const(before)[joint->row]))
            return true;
    }
    return false;
}

static bool any_moves(const SnSystem *system, const SnState *state)
{
    for (int i = 0; i < system->joints.n; i++)
        if (is_moving(system, state, &system->joints.joints[i]))
            return true;
    return false;
}

/* The least motion with which the drives move, all else as it is: into `motion` [n_u]; forces into
 * work.linear.l.  `state` is at the start of the step. */
static SnFault solve_motion(const SnSystem *system, const double *inputs, SnState *state,
                            SnWorkspace *work, double *motion)
{
    const SnFault fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] = sn_drive_rate(system, state, i);
    const SnFault unsolved = sn_solve_free(system, state, work);
    memset(motion, 0, (size_t)system->n_u * sizeof *motion);
    if (unsolved.code == SN_FAULT_NONE)
        sn_spread_vector(system, work, work->linear.u, motion);
    return unsolved;
}

/* dE/dt / E [1/s]: forces times rates of the rows, turned along the motion. */
static double growth(const SnSystem *system, SnState *state, SnWorkspace *work, double *motion)
{
    const double rate = sn_largest_rate(system, motion), time = rate > 0 ? TURN / rate : 0;
    double energy = 0, change = 0;
    if (!(rate > 0) || !isfinite(rate))
        return 0;
    double *move = sn_scratch_take(work, "least motion", system->n_u);
    for (int i = 0; i < system->n_u; i++)
        move[i] = time * motion[i];
    sn_displace(system, move, sn_state_q(state));
    sn_attachments_follow(system, sn_state_q(state), motion);
    sn_kinematics(system, sn_state_q(state), motion, work);
    sn_rows(system, state, work, true, &work->ahead);
    for (int i = 0; i < system->rows.n; i++) {
        if (!work->bilateral.active[i] || sn_row_is_soft(system, i))
            continue;
        const double wanted = sn_drive_rate(system, state, i);
        const double off = sn_bilateral_rate(system, &work->ahead, i, motion) - wanted;
        energy -= work->linear.l[i] * wanted;
        change += 2 * work->linear.l[i] * off / time;
    }
    sn_scratch_give(work, move);
    return energy > 0 ? change / energy : 0;
}

/* The moving drive that works most; -1. */
static int hardest(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    int hardest = -1;
    double most = -1;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!is_moving(system, state, joint))
            continue;
        const double power =
            fabs(work->linear.l[joint->row] * sn_drive_rate(system, state, joint->row));
        if (power > most)
            most = power, hardest = i;
    }
    return hardest;
}

/* Whether the least motion that was found lacks some of what drives ask for, or opens joints. */
static bool lacks(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  const double *motion)
{
    double most = 0, wanted = 0;
    for (int i = 0; i < system->rows.n; i++) {
        if (!work->bilateral.active[i] || sn_row_is_soft(system, i))
            continue;
        const double rate = sn_drive_rate(system, state, i);
        most = fmax(most, fabs(sn_bilateral_rate(system, &work->rows, i, motion) - rate));
        wanted = fmax(wanted, fabs(rate));
    }
    return most > LACKING * wanted;
}

/* Whether other joints and drives say, as they stand, what this drive does.  As of the last factor.
 */
static bool is_held(const SnSystem *system, const SnWorkspace *work, int drive)
{
    SnRedundancies *found = sn_redundant_joints(system, work, SN_REDUNDANT);
    bool held = false;
    for (int i = 0; i < found->n; i++)
        for (int k = 0; k < found->items[i].n_joints; k++)
            held = held || found->items[i].joints[k] == drive;
    sn_redundancies_free(found);
    return held;
}

SnFault sn_check_dead_point(const SnSystem *system, const double *inputs, SnState *state,
                            SnWorkspace *work, SnFault fault)
{
    assert(work->system == system);
    const SnState *before = work->step.backup;
    const bool fails = fault.code != SN_FAULT_NONE;
    if (fails ? !work->step.shortest || !any_moves(system, state)
              : !force_grows(system, before, state))
        return fault;
    const int n = system->n_q + system->n_u; /* neighbours in the state */
    double *saved = sn_scratch_take(work, "end of the step", n);
    double *motion = sn_scratch_take(work, "what drives move", system->n_u);
    memcpy(saved, sn_state_q(state), (size_t)n * sizeof *saved);
    memcpy(sn_state_q(state), sn_state_q_const(before), (size_t)n * sizeof *saved);
    double grown = 0;
    int drive = -1;
    bool contradicts = false;
    if (solve_motion(system, inputs, state, work, motion).code == SN_FAULT_NONE) {
        drive = hardest(system, state, work);
        contradicts = fails && drive >= 0 && lacks(system, state, work, motion) &&
                      is_held(system, work, drive);
        grown = work->step.size * growth(system, state, work, motion);
    }
    memcpy(sn_state_q(state), saved, (size_t)n * sizeof *saved);
    sn_scratch_give(work, motion);
    sn_scratch_give(work, saved);
    work->step.placed = false;
    if (contradicts)
        return sn_fault(SN_FAULT_OPEN, system->joints.joints[drive].id, before->time,
                        "This drive contradicts the joints: as they stand, they and other drives "
                        "allow no such motion (the checks name them). Take one away or give it "
                        "compliance.");
    if (drive < 0 || !(grown > (fails ? NEAR : LEAPS)))
        return fault;
    return sn_fault(SN_FAULT_OPEN, system->joints.joints[drive].id, before->time,
                    "This drive leads into a dead point: in this pose nothing moves its coordinate "
                    "further. Let it turn back before, drive another coordinate, or give it "
                    "compliance.");
}
