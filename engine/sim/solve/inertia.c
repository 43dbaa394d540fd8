/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momentum and forces of inertia over the active blocks, attached ones eliminated: masses of blocks
 * and the distributed inertia of strands and of rotors on joints. */
#include "engine/base/vec.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <string.h>

void sn_mass_multiply(const SnSystem *system, const SnState *state, SnWorkspace *work,
                      const double *u, double *y)
{
    assert(!work || work->system == system);
    double *momentum = sn_scratch_take(work, "momentum", system->n_u);
    const int n = system->n_active + system->n_attached;
    for (int i = 0; i < n; i++) {
        const SnBlock *block = &system->blocks[i];
        if (sn_block_has_mass(block))
            sn_v3_scale(block->mass, u + block->u, momentum + block->u);
        else
            memset(momentum + block->u, 0, (size_t)block->n * sizeof *momentum);
        if (block->kind == SN_BLOCK_BODY)
            sn_m3_mul_v3(block->inertia, u + block->u + 3, momentum + block->u + 3);
    }
    if (work->forces.strand)
        sn_strand_add_momentum(system, work, u, momentum);
    sn_spline_add_momentum(system, u, momentum);
    sn_fem_add_momentum(system, u, 1, momentum);
    sn_armatures_add_momentum(system, state, work, u, momentum);
    sn_reduce_vector(system, work, momentum, y);
    sn_scratch_give(work, momentum);
}

static bool attached_mass(const SnSystem *system)
{
    for (int i = system->n_active; i < system->n_active + system->n_attached; i++)
        if (system->blocks[i].mass != 0)
            return true;
    return false;
}

void sn_add_inertia_forces(const SnSystem *system, const SnState *state, SnWorkspace *work,
                           double factor, bool drifting, double *y)
{
    assert(!work || work->system == system);
    const double *u = sn_state_u_const(state);
    const bool coupled = system->n_attached > 0 && sn_fem_couples_masses(system);
    if (!work->forces.strand && !coupled && !attached_mass(system) && !system->joints.armatures)
        return;
    double *bias = sn_scratch_take(work, "bias", system->n_u);
    double *force = sn_scratch_take(work, "inertia force", system->n_u);
    double *reduced = sn_scratch_take(work, "reduced inertia force", system->n_u_active);
    memset(force, 0, (size_t)system->n_u * sizeof(double));
    memset(bias, 0, (size_t)system->n_u * sizeof(double));
    for (int i = 0; drifting && i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind == SN_BLOCK_SURFACE)
            sn_surface_drift_rate(system, i, sn_state_q_const(state), u, bias + block->u);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        const double *w = u + block->u + 3;
        double moment[3];
        sn_m3_mul_v3(block->inertia, w, moment);
        sn_v3_cross(moment, w, moment);
        sn_m3_mul_v3(block->inertia_inverse, moment, bias + block->u + 3);
    }
    sn_attachment_bias(system, sn_state_q_const(state), u, work, bias);
    for (int i = system->n_active; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        sn_v3_scale(-factor * block->mass, bias + block->u, force + block->u);
        if (block->kind == SN_BLOCK_BODY) {
            double spin[3], moment[3];
            sn_m3_mul_v3(block->inertia, u + block->u + 3, spin);
            sn_v3_cross(u + block->u + 3, spin, moment);
            sn_m3_mul_v3(block->inertia, bias + block->u + 3, spin);
            sn_v3_add(moment, spin, moment);
            sn_v3_scale(-factor, moment, force + block->u + 3);
        }
    }
    if (coupled)
        sn_fem_add_momentum(system, bias, -factor, force);
    if (work->forces.strand)
        sn_strand_add_quadratic(system, state, work, bias, factor, force);
    sn_armatures_add_quadratic(system, state, work, bias, factor, force);
    sn_reduce_vector(system, work, force, reduced);
    for (int i = 0; i < system->n_u_active; i++)
        y[i] += reduced[i];
    sn_scratch_give(work, reduced);
    sn_scratch_give(work, force);
    sn_scratch_give(work, bias);
}

void sn_subtract_prescribed_change(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                   double factor)
{
    assert(!work || work->system == system);
    const double *u = sn_state_u_const(state), *before = sn_state_u_const(work->step.backup);
    if ((system->n_attached == 0 && !work->forces.strand && !sn_fem_couples_masses(system) &&
         !system->joints.armatures) ||
        system->n_attached + system->n_active == system->n_blocks)
        return;
    double *change = sn_scratch_take(work, "driven change", system->n_u);
    double *taken = sn_scratch_take(work, "momentum of driven change", system->n_u_active);
    for (int i = 0; i < system->n_u; i++)
        change[i] = factor * (u[i] - before[i]);
    sn_prescribed_velocity(system, change, work);
    sn_mass_multiply(system, state, work, work->motion.prescribed, taken);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] -= taken[i];
    sn_scratch_give(work, taken);
    sn_scratch_give(work, change);
    sn_prescribed_velocity(system, u, work);
}
