/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands from one system to the next. */
#include "engine/sim/rod/rod_force.h"

void sn_carry_rods(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                   SnState *to)
{
    for (int r = 0; r < to_system->rods.n; r++) {
        const SnSystemRod *rod = &to_system->rods.rods[r];
        const int k = sn_rod_index(&from_system->rods, rod->id);
        const SnSystemRod *old = k >= 0 ? &from_system->rods.rods[k] : NULL;
        if (!old || old->n_frames != rod->n_frames) /* other frames: they begin where they start */
            continue;
        for (int i = 0; i < rod->n_frames; i++) {
            const int block = to_system->rods.frame_block[rod->first_frame + i];
            const int old_block = from_system->rods.frame_block[old->first_frame + i];
            sn_carry_block(&from_system->blocks[old_block], from, &to_system->blocks[block], to);
        }
        for (int i = 0; i < rod->n_frames - 1; i++)
            sn_state_strands(to)[to_system->rods.twists + rod->first_segment + i] =
                sn_state_strands_const(from)[from_system->rods.twists + old->first_segment + i];
        if (rod->muscle >= 0 && old->muscle >= 0)
            sn_state_activation(to)[to_system->paths.muscles[rod->muscle].activation] =
                sn_state_activation_const(from)[from_system->paths.muscles[old->muscle].activation];
    }
}
