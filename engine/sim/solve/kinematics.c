/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <string.h>

static void place_point(const SnSystem *system, const double *q, const double *u, SnWorkspace *work,
                        int number)
{
    const SnSystemPoint *point = &system->points[number];
    double *position = work->motion.point_position[number];
    double *velocity = work->motion.point_velocity[number];
    if (point->block < 0) {
        sn_v3_copy(point->local, position);
        sn_v3_set(0, 0, 0, velocity);
        return;
    }
    const SnBlock *block = &system->blocks[point->block];
    assert(sn_block_has_mass(block));
    sn_v3_copy(q + block->q, position);
    sn_v3_copy(u + block->u, velocity);
    if (block->kind == SN_BLOCK_BODY) {
        const double *rotation = work->motion.rotation[point->block];
        double arm[3], turn[3];
        sn_m3_mul_v3(rotation, point->local, arm);
        sn_v3_add(position, arm, position);
        sn_v3_cross(u + block->u + 3, point->local, turn);
        sn_m3_mul_v3(rotation, turn, turn);
        sn_v3_add(velocity, turn, velocity);
    }
}

void sn_kinematics(const SnSystem *system, const double *q, const double *u, SnWorkspace *work)
{
    assert(!work || work->system == system);
    work->motion.round++;
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == SN_BLOCK_BODY)
            sn_q_to_m3(q + system->blocks[i].q + 3, work->motion.rotation[i]);
    sn_attachment_jacobians(system, q, work);
    for (int i = 0; i < system->n_points; i++)
        place_point(system, q, u, work, i);
    if (work->forces.strand)
        work->forces.strand->stale = true;
    sn_pulleys_update(system, q, u, work);
    memcpy(work->motion.q, q, (size_t)system->n_q * sizeof *q);
    memcpy(work->motion.u, u, (size_t)system->n_u * sizeof *u);
    work->motion.writes = system->writes;
    work->motion.known = true;
    work->motion.shown = false;
}

void sn_kinematics_again(const SnSystem *system, const double *q, const double *u,
                         SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (!work->motion.known || work->motion.writes != system->writes ||
        memcmp(work->motion.q, q, (size_t)system->n_q * sizeof *q) != 0 ||
        memcmp(work->motion.u, u, (size_t)system->n_u * sizeof *u) != 0)
        sn_kinematics(system, q, u, work);
    for (int i = 0; work->motion.shown && i < system->paths.n_followers; i++)
        place_point(system, q, u, work, system->paths.followers[i].point);
    work->motion.shown = false;
}
