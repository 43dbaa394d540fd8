/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that turn about x, then y, then z: where the second angle reaches 90 degrees, the first
 * and the third turn about the same axis.  Motions that pass it on one side or the other differ by
 * half a turn of both, so springs, limits and friction on these angles may throw the joint back
 * where a long step would leap across, to a motion that depends on its length. */
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>

#define AT_REST 1e-6 /* [rad] */

/* Something acts on its single angles. */
static bool minds_angles(const SnSystem *system, const SnSystemJoint *joint)
{
    bool minds = joint->limited || system->force[SN_FORCE_KIND_COORDINATES];
    for (int k = 0; k < 3; k++)
        minds = minds || joint->coordinate[k].stiffness != 0 || joint->coordinate[k].damping != 0 ||
                joint->coordinate[k].friction != 0;
    return minds;
}

/* Springs on the first and the third would have to turn it by half a turn to let it pass: it does
 * where they exert nothing, as in a motion about the second axis alone. */
static bool is_sprung(const SnSystemJoint *joint, const double *angle)
{
    bool sprung = false;
    for (int k = 0; k < 3; k += 2)
        sprung = sprung || (joint->coordinate[k].stiffness > 0 &&
                            fabs(angle[k] - joint->coordinate[k].rest) > AT_REST);
    return sprung;
}

SnFault sn_check_gimbal_lock(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    const SnState *before = work->step.backup;
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        if (!joint->class->turns_xyz || !joint->enabled || !minds_angles(system, joint))
            continue;
        const double *first = sn_state_turns_const(before) + joint->turns;
        const double *last = sn_state_turns_const(state) + joint->turns;
        if (cos(first[1]) * cos(last[1]) < 0 && (!work->step.shortest || is_sprung(joint, last)))
            return sn_fault(SN_FAULT_OPEN, joint->id, before->time,
                            "Its second angle passes 90°, where the other two turn about one axis "
                            "and springs on them throw it anywhere: turn its frames so that it "
                            "stays below.");
    }
    return (SnFault){0};
}
