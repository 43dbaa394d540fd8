/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State carried over to a system compiled anew. */
#include "engine/sim/system/state.h"

#include "engine/base/vec.h"
#include "engine/sim/bind/control.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/strand/strand_carry.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bodies and particles; nodes go with their fems. */
static void carry_blocks(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_blocks; i++) {
        const SnBlock *block = &to_system->blocks[i];
        const int k = block->id.entry != 0 ? -1 : sn_system_index(from_system, block->id);
        if (k >= 0 && k < from_system->n_blocks && from_system->blocks[k].kind == block->kind &&
            sn_id_equal(from_system->blocks[k].id, block->id))
            sn_carry_block(&from_system->blocks[k], from, block, to);
    }
}

static void carry_joints(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->joints.n; i++) {
        const SnSystemJoint *joint = &to_system->joints.joints[i];
        const int k = sn_system_index(from_system, joint->id);
        if (k < 0 || k >= from_system->joints.n ||
            from_system->joints.joints[k].class != joint->class)
            continue;
        const SnSystemJoint *old = &from_system->joints.joints[k];
        if (old->n_rows == joint->n_rows)
            for (int r = 0; r < joint->n_rows; r++)
                sn_state_lambda(to)[joint->row + r] = sn_state_lambda_const(from)[old->row + r];
        if (old->n_limits == joint->n_limits)
            for (int r = 0; r < joint->n_limits; r++)
                sn_state_z(to)[joint->limit + r] = sn_state_z_const(from)[old->limit + r];
        for (int r = 0; old->n_turns == joint->n_turns && r < joint->n_turns; r++)
            sn_state_turns(to)[joint->turns + r] = sn_state_turns_const(from)[old->turns + r];
    }
}

/* What controllers and monitors that are in both remember. */
static void carry_memory(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->control.n_controllers; i++) {
        const int k = sn_system_index(from_system, to_system->control.controllers[i].id);
        if (k >= 0)
            memcpy(sn_state_memory(to) + to_system->control.controllers[i].memory,
                   sn_state_memory_const(from) + from_system->control.controllers[k].memory,
                   SN_CONTROLLER_MEMORY * sizeof(double));
    }
    for (int i = 0; i < to_system->control.n_monitors; i++) {
        const int k = sn_system_index(from_system, to_system->control.monitors[i].id);
        if (k >= 0)
            memcpy(sn_state_memory(to) + to_system->control.monitors[i].memory,
                   sn_state_memory_const(from) + from_system->control.monitors[k].memory,
                   SN_MONITOR_MEMORY * sizeof(double));
    }
}

void sn_state_carry(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to)
{
    to->step = from->step, to->time = from->time, to->active = from->active;
    memcpy(sn_state_parts(to), sn_state_parts_const(from), SN_N_PARTS * sizeof(double));
    if (from->n_fallback && to->n_fallback)
        to->data[to->fallback] = from->data[from->fallback];
    carry_blocks(from_system, from, to_system, to);
    carry_joints(from_system, from, to_system, to);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->carry)
            (*force)->carry(from_system, from, to_system, to);
    carry_memory(from_system, from, to_system, to);
    sn_attachments_follow(to_system, sn_state_q(to), sn_state_u(to));
    sn_carry_turns(from_system, from, to_system, to);
}
