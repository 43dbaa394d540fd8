/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistent masses of FEM models in the step.  Blocks have the lumped mass, and so have bodies
 * that were given that of nodes fixed to them; here is the rest, M - lumped, which couples nodes.
 */
#include "engine/sim/solid/fem_mass.h"
#include "engine/base/vec.h"
#include "engine/sim/system/system_plan.h"

#include <assert.h>
#include <string.h>

bool sn_fem_couples_masses(const SnSystem *system)
{
    for (int f = 0; f < system->fems.n; f++)
        if (system->fems.fems[f].solid->pair_mass)
            return true;
    return false;
}

/* y += factor (M - lumped) v in the layout of u; with `lumped` false y += factor M v. */
static void multiply(const SnSystem *system, const SnSystemFem *fem, bool lumped, const double *v,
                     double factor, double *y)
{
    const SnFemSolid *solid = fem->solid;
    const double *mass = solid->pair_mass;
    for (int e = 0; e < solid->n_elements; e++)
        for (int a = solid->start[e]; a < solid->start[e + 1]; a++)
            for (int b = solid->start[e]; b <= a; b++, mass++) {
                const int p = system->blocks[fem->node_block[solid->nodes[a]]].u;
                const int q = system->blocks[fem->node_block[solid->nodes[b]]].u;
                sn_v3_axpy(factor * *mass, v + q, y + p);
                if (a != b)
                    sn_v3_axpy(factor * *mass, v + p, y + q);
            }
    for (int i = 0; lumped && i < solid->n_nodes; i++) {
        const int p = system->blocks[fem->node_block[i]].u;
        sn_v3_axpy(-factor * solid->node_mass[i], v + p, y + p);
    }
}

void sn_fem_add_momentum(const SnSystem *system, const double *u, double factor, double *momentum)
{
    for (int f = 0; f < system->fems.n; f++)
        if (system->fems.fems[f].solid->pair_mass)
            multiply(system, &system->fems.fems[f], true, u, factor, momentum);
}

void sn_fem_mass_forces(const SnSystem *system, const SnState *state, const SnSystemFem *fem,
                        SnWorkspace *work)
{
    const SnFemSolid *solid = fem->solid;
    if (!solid->pair_mass)
        return;
    for (int i = 0; i < solid->n_nodes; i++) {
        const SnBlock *block = &system->blocks[fem->node_block[i]];
        const double more = solid->row_mass[i] - solid->node_mass[i];
        sn_v3_axpy(more, block->gravity, work->forces.applied + block->u);
        sn_v3_axpy(more, block->gravity, work->forces.explicit_force + block->u);
    }
    if (solid->mass_damping != 0)
        multiply(system, fem, false, sn_state_u_const(state), -solid->mass_damping,
                 work->forces.applied);
}

void sn_fem_mass_matrix(const SnSystem *system, const SnSystemFem *fem, SnWorkspace *work, double d)
{
    const SnFemSolid *solid = fem->solid;
    const SnFemGather *gather = &fem->gather;
    if (!solid->pair_mass)
        return;
    for (int i = 0; i < gather->n_pairs; i++) {
        double sum = 0, *target = work->forces.pair + system->pairs.value[gather->pair[i]];
        for (int k = gather->start[i]; k < gather->start[i + 1]; k++)
            sum += solid->pair_mass[gather->source[k] >> 1];
        for (int c = 0; c < 3; c++)
            target[4 * c] += (1 + d * solid->mass_damping) * sum;
    }
    for (int i = 0; i < solid->n_nodes; i++) {
        const int pair = sn_diagonal_pair(system, fem->node_block[i]);
        for (int c = 0; pair >= 0 && c < 3; c++)
            work->forces.pair[system->pairs.value[pair] + 4 * c] -= solid->node_mass[i];
    }
}

void sn_fem_audit_mass(const SnSystem *system, const SnState *state, const SnSystemFem *fem,
                       double (*v)[3], double (*p)[3], double energy[2], double momentum[6])
{
    const SnFemSolid *solid = fem->solid;
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    if (!solid->pair_mass)
        return;
    memset(p, 0, (size_t)solid->n_nodes * sizeof *p);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int block = fem->node_block[i];
        if (sn_is_kinematic(system, block))
            sn_v3_set(0, 0, 0, v[i]);
        else
            sn_v3_copy(u + system->blocks[block].u, v[i]);
    }
    sn_fem_add_mass_product(solid, (const double(*)[3])v, 1, p);
    for (int i = 0; i < solid->n_nodes; i++) {
        const SnBlock *block = &system->blocks[fem->node_block[i]];
        double arm[3];
        if (sn_is_kinematic(system, fem->node_block[i]))
            continue;
        sn_v3_axpy(-solid->node_mass[i], v[i], p[i]);
        energy[0] += 0.5 * sn_v3_dot(v[i], p[i]);
        energy[1] -=
            (solid->row_mass[i] - solid->node_mass[i]) * sn_v3_dot(block->gravity, q + block->q);
        if (!momentum)
            continue;
        sn_v3_add(momentum, p[i], momentum);
        sn_v3_cross(q + block->q, p[i], arm);
        sn_v3_add(momentum + 3, arm, momentum + 3);
    }
}
