/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands from one system to the next. */
#include "engine/sim/spline/spline.h"
#include "engine/sim/system/state.h"

#include <string.h>

/* Control points and constraints by the ids of their entries. */
void sn_carry_splines(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to)
{
    for (int i = 0; i < to_system->splines.n_nodes; i++) {
        const SnBlock *block = &to_system->blocks[to_system->splines.block[i]];
        const SnBlock *old = sn_find_block(from_system, SN_BLOCK_POINT, block->id);
        if (old)
            sn_carry_block(old, from, block, to);
    }
    for (int i = 0; i < to_system->splines.n_constraints; i++) {
        const SnSystemSplineConstraint *mine = &to_system->splines.constraints[i];
        for (int k = 0; k < from_system->splines.n_constraints; k++) {
            const SnSystemSplineConstraint *old = &from_system->splines.constraints[k];
            if (sn_id_equal(old->id, mine->id) && old->kind == mine->kind && mine->kept >= 0)
                memcpy(sn_state_strands(to) + mine->kept, sn_state_strands_const(from) + old->kept,
                       (size_t)sn_spline_n_kept(mine) * sizeof(double));
        }
    }
}
