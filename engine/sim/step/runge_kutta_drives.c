/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives within a step of Runge and Kutta's method.  Where they are to be is known five times in a
 * part of a step; the quartic through that has rates whose errors are the same at both ends to the
 * fifth order (Abramowitz and Stegun 1964, 25.3), so that what they drive keeps the fourth.  A
 * value that has jumped since the last part is reached by its end, at a rate of its own (as by the
 * other methods); where the rate jumps, at the start of a part, an impulse follows. */
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/runge_kutta.h"

#include <assert.h>
#include <math.h>

#define FRESH 1e-9 /* rates that differ by less, over what they are, have not jumped */

bool sn_has_drives(const SnSystem *system)
{
    for (int i = 0; i < system->joints.n; i++)
        if (system->joints.joints[i].class == &SN_JOINT_DRIVE)
            return true;
    return false;
}

static bool holds(const SnSystemJoint *joint)
{
    return joint->class == &SN_JOINT_DRIVE && joint->enabled;
}

/* Where a drive is to be [rad or m] at a time since the start of the part, its rate, its
 * acceleration. */
static void find_motion(const SnRungeKutta *k, const SnSystemJoint *drive, double time,
                        double motion[3])
{
    const double h = k->work->step.size;
    sn_input_within(k->inputs, drive->input, time / h, motion);
    motion[1] /= h;
    motion[2] /= h * h;
    const double *before = sn_state_turns_const(k->work->step.backup) + drive->turns;
    if (before[2] == 0)
        return; /* it was off: it takes hold without a rate of its own */
    const double jump = k->inputs->start[drive->input] - before[0];
    motion[0] -= jump * (1 - time / h);
    motion[1] += jump / h;
}

void sn_runge_kutta_accelerate_drives(const SnRungeKutta *k, double *wanted)
{
    for (int i = 0; k->has_drives && i < k->system->joints.n; i++) {
        const SnSystemJoint *drive = &k->system->joints.joints[i];
        double motion[3];
        if (!holds(drive))
            continue;
        find_motion(k, drive, k->time, motion);
        wanted[drive->row] += motion[2];
    }
}

void sn_runge_kutta_move_drives(SnRungeKutta *k, double time)
{
    double *turns = sn_state_turns(k->state);
    for (int i = 0; k->has_drives && i < k->system->joints.n; i++) {
        const SnSystemJoint *drive = &k->system->joints.joints[i];
        double motion[3];
        if (!holds(drive))
            continue;
        find_motion(k, drive, time, motion);
        turns[drive->turns] = motion[0];
        turns[drive->turns + 1] = motion[1];
    }
}

bool sn_runge_kutta_drives_jump(SnRungeKutta *k)
{
    const SnSystem *system = k->system;
    const double *u = sn_state_u_const(k->state);
    bool jump = false;
    if (!k->has_drives)
        return false;
    assert(k->work->system == system);
    sn_runge_kutta_move_drives(k, k->at);
    sn_kinematics(system, sn_state_q_const(k->state), u, k->work);
    sn_rows(system, k->state, k->work, true, &k->work->rows);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *drive = &system->joints.joints[i];
        if (!holds(drive))
            continue;
        const double wanted = sn_drive_rate(system, k->state, drive->row);
        const double rate = sn_bilateral_rate(system, &k->work->rows, drive->row, u);
        jump = jump || fabs(rate - wanted) > FRESH * fmax(fabs(rate), fabs(wanted));
    }
    return jump;
}

void sn_runge_kutta_leave_drives(SnRungeKutta *k)
{
    double *turns = sn_state_turns(k->state);
    for (int i = 0; k->has_drives && i < k->system->joints.n; i++) {
        const SnSystemJoint *drive = &k->system->joints.joints[i];
        double from[3], to[3];
        if (!holds(drive))
            continue;
        find_motion(k, drive, 0, from);
        find_motion(k, drive, k->work->step.size, to);
        turns[drive->turns] = to[0];
        turns[drive->turns + 1] = (to[0] - from[0]) / k->work->step.size;
    }
}
