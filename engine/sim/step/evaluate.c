/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of a state without stepping, energies and momenta. */
#include "engine/base/vec.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_work.h"

#include <string.h>

void sn_evaluate(const SnSystem *system, const double *inputs, const SnState *state, SnWork *work)
{
    work->viscous_dt = 0;
    sn_pulleys_recall(system, state, work);
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_forces(system, inputs, state, work, false, 0, 0);
    work->active_limits = (int)state->active;
}

/* --- energies and momenta --- */

double sn_spring_energy(const SnSpringParameters *spring, double length)
{
    const double stretch = length - spring->rest_length;
    if (spring->tension_only && stretch < 0)
        return 0;
    return 0.5 * spring->stiffness * stretch * stretch;
}

static double frame_spring_energy(const SnSystem *system, const SnState *state, const SnWork *work,
                                  const SnSystemFrameSpring *spring)
{
    double pa[3], pb[3], a[9], b[9], d[3], relative[9], q[4], theta[3], energy = 0;
    const double *positions = sn_state_q_const(state);
    sn_frame_pose(system, work, positions, spring->frame_a, pa, a);
    sn_frame_pose(system, work, positions, spring->frame_b, pb, b);
    sn_v3_sub(pb, pa, d);
    sn_m3_tmul_v3(a, d, d);
    sn_m3_transpose(a, a);
    sn_m3_mul(a, b, relative);
    sn_q_from_m3(relative, q);
    sn_q_log(q, theta);
    for (int k = 0; k < 3; k++)
        energy += 0.5 * (spring->stiffness[k] * d[k] * d[k] +
                         spring->rotary_stiffness[k] * theta[k] * theta[k]);
    return energy;
}

void sn_audit(const SnSystem *system, const SnState *state, const SnWork *work, double energy[2],
              double momentum[6])
{
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    memset(energy, 0, 2 * sizeof *energy);
    memset(momentum, 0, 6 * sizeof *momentum);
    for (int i = 0; i < system->n_active + system->n_attached; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        const double *x = q + block->q, *v = u + block->u;
        double p[3], arm[3];
        energy[0] += 0.5 * block->mass * sn_v3_dot(v, v);
        energy[1] -= block->mass * sn_v3_dot(block->gravity, x);
        sn_v3_scale(block->mass, v, p);
        sn_v3_add(momentum, p, momentum);
        sn_v3_cross(x, p, arm);
        sn_v3_add(momentum + 3, arm, momentum + 3);
        if (block->kind == SN_BLOCK_BODY) {
            double spin[3];
            sn_m3_mul_v3(block->inertia, v + 3, spin);
            energy[0] += 0.5 * sn_v3_dot(v + 3, spin);
            sn_m3_mul_v3(work->rotation[i], spin, spin);
            sn_v3_add(momentum + 3, spin, momentum + 3);
        }
    }
    for (int i = 0; i < system->n_paths; i++)
        if (system->paths[i].enabled && !system->paths[i].muscle)
            energy[1] +=
                sn_spring_energy(&system->springs[system->paths[i].law], work->paths[i].length);
    for (int i = 0; i < system->n_frame_springs; i++)
        if (system->frame_springs[i].enabled)
            energy[1] += frame_spring_energy(system, state, work, &system->frame_springs[i]);
    energy[1] += sn_joint_energy(system, state, work);
    energy[1] += sn_fem_elastic_energy(system, state, work);
    energy[1] += sn_rod_elastic_energy(system, work);
    energy[1] += sn_strand_potential(system, state, work);
    if (work->strand)
        energy[0] += sn_strand_kinetic(system, state, work, momentum);
    sn_spline_audit(system, state, work, energy, momentum);
}
