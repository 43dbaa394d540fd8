/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces at points and wrenches on bodies, in world axes. */
#include "engine/sim/system/load_force.h"
#include "engine/base/memory.h"

#include "engine/sim/motion/force_tools.h"

#include <stdlib.h>

static void load_forces(const SnSystem *system, const double *inputs, const SnState *state,
                        SnWorkspace *work, bool matrix, double d, double k)
{
    for (int i = 0; i < system->loads.n; i++) {
        const SnSystemLoad *load = &system->loads.loads[i];
        double force[6] = {0};
        for (int j = 0; j < (load->point >= 0 ? 3 : 6); j++)
            force[j] = load->share * inputs[load->force + j];
        if (load->point >= 0) {
            const SnSystemPoint *point = &system->points[load->point];
            if (point->block < 0)
                continue;
            sn_add_force(system, work, point->block, point->local, force, work->forces.applied);
            sn_add_force(system, work, point->block, point->local, force,
                         work->forces.explicit_force);
            if (matrix && k != 0 && !work->forces.positive_definite)
                sn_add_load_stiffness(system, work, point->block, point->local, force, k);
        } else if (load->block >= 0) {
            const SnBlock *block = &system->blocks[load->block];
            const double center[3] = {0};
            double moment[3];
            sn_add_force(system, work, load->block, center, force, work->forces.applied);
            sn_add_force(system, work, load->block, center, force, work->forces.explicit_force);
            if (block->kind != SN_BLOCK_BODY)
                continue;
            sn_m3_tmul_v3(work->motion.rotation[load->block], force + 3, moment);
            sn_v3_add(work->forces.applied + block->u + 3, moment,
                      work->forces.applied + block->u + 3);
            sn_v3_add(work->forces.explicit_force + block->u + 3, moment,
                      work->forces.explicit_force + block->u + 3);
            /* d (R'm) = [R'm] d theta is antisymmetric: nothing for M-hat */
        }
    }
}

static void free_loads(SnSystem *system)
{
    sn_free(system->loads.loads);
}

static void visit_ids(SnSystem *system, SnIdVisitor visit)
{
    for (int i = 0; i < system->loads.n; i++)
        visit(system, system->loads.loads[i].id, i);
}

/* --- live values --- */

static int count(const SnSystem *system)
{
    return system->loads.n;
}

static int input(const SnSystem *system, int index, SnBind bind)
{
    const SnSystemLoad *load = &system->loads.loads[index];
    if (bind == SN_BIND_LOAD_FORCE)
        return load->force;
    return load->block >= 0 ? load->force + 3 : -1;
}

static const SnBindAccess binds[] = {
    {SN_BIND_LOAD_FORCE, 3, .input = input},
    {SN_BIND_LOAD_MOMENT, 3, .input = input},
};

const SnForceClass SN_FORCE_LOADS = {
    .name = "loads",
    .free = free_loads,
    .visit_ids = visit_ids,
    .forces = load_forces,
    .count = count,
    .binds = binds,
    .n_binds = sizeof binds / sizeof *binds,
};
