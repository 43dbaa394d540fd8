/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mass, gravity and damping of the blocks: the first row of the forces, which writes where the
 * others add. */
#include "engine/sim/motion/force_tools.h"

/* Of blocks that are no masses of their own: damping. */
static void place_forces(const SnSystem *system, const double *u, SnWorkspace *work, bool matrix,
                         double d, int number)
{
    const SnBlock *block = &system->blocks[number];
    const int diagonal = sn_diagonal_pair(system, number);
    for (int k = 0; k < block->n; k++) {
        work->forces.applied[block->u + k] = -block->damping * u[block->u + k];
        work->forces.explicit_force[block->u + k] = 0;
        if (matrix && diagonal >= 0)
            work->forces.pair[system->pairs.value[diagonal] + (block->n + 1) * k] =
                d * block->damping;
    }
}

static void block_forces(const SnSystem *system, const double *inputs, const SnState *state,
                         SnWorkspace *work, bool matrix, double d, double k)
{
    const double *u = sn_state_u_const(state);
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double *force = work->forces.applied + block->u,
               *start = work->forces.explicit_force + block->u;
        if (!sn_block_has_mass(block)) {
            place_forces(system, u, work, matrix, d, i);
            continue;
        }
        sn_v3_scale(block->mass, block->gravity, force);
        sn_v3_copy(force, start);
        sn_v3_axpy(-block->damping, u + block->u, force);
        if (block->kind == SN_BLOCK_BODY) {
            sn_v3_scale(-block->rotary_damping, u + block->u + 3, force + 3);
            sn_v3_set(0, 0, 0, start + 3);
        }
        const int diagonal = sn_diagonal_pair(system, i);
        if (!matrix || diagonal < 0)
            continue;
        double *pair = work->forces.pair + system->pairs.value[diagonal];
        for (int r = 0; r < 3; r++)
            pair[(block->n + 1) * r] = block->mass + d * block->damping;
        if (block->kind == SN_BLOCK_BODY)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    pair[6 * (3 + r) + 3 + c] =
                        block->inertia[3 * r + c] + (r == c ? d * block->rotary_damping : 0);
    }
}

static void audit(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                  double energy[2], double momentum[6])
{
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        const double *x = q + block->q, *v = u + block->u;
        double p[3], arm[3], spin[3] = {0};
        energy[0] += 0.5 * block->mass * sn_v3_dot(v, v);
        energy[1] -= block->mass * sn_v3_dot(block->gravity, x);
        if (block->kind == SN_BLOCK_BODY) {
            sn_m3_mul_v3(block->inertia, v + 3, spin);
            energy[0] += 0.5 * sn_v3_dot(v + 3, spin);
        }
        if (!momentum)
            continue;
        sn_v3_scale(block->mass, v, p);
        sn_v3_add(momentum, p, momentum);
        sn_v3_cross(x, p, arm);
        sn_v3_add(momentum + 3, arm, momentum + 3);
        sn_m3_mul_v3(work->motion.rotation[i], spin, spin);
        sn_v3_add(momentum + 3, spin, momentum + 3);
    }
}

const SnForceClass SN_FORCE_BLOCKS = {.name = "blocks", .forces = block_forces, .audit = audit};
