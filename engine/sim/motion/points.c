/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>

void sn_point_position(const SnSystem *system, const double *q, const SnSystemPoint *point,
                       double position[3])
{
    sn_v3_copy(point->local, position);
    if (point->block < 0)
        return;
    const SnBlock *block = &system->blocks[point->block];
    if (block->kind == SN_BLOCK_POINT)
        sn_v3_copy(q + block->q, position);
    else
        sn_pose_point(q + block->q, q + block->q + 3, point->local, position);
}

void sn_point_velocity(const SnSystem *system, const SnWorkspace *work, int number,
                       const double local[3], const double *u, double v[3])
{
    assert(!work || work->system == system);
    sn_v3_set(0, 0, 0, v);
    if (number < 0)
        return;
    const SnBlock *block = &system->blocks[number];
    sn_v3_copy(u + block->u, v);
    if (block->kind == SN_BLOCK_BODY) {
        double turn[3];
        sn_v3_cross(u + block->u + 3, local, turn);
        sn_m3_mul_v3(work->motion.rotation[number], turn, turn);
        sn_v3_add(v, turn, v);
    }
}
