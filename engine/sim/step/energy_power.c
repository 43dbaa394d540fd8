/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What puts energy into a model: muscles, loads, what is driven along given ways, and activations
 * of what has energies over them. */
#include "engine/base/vec.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/muscle_force.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/coordinate_force.h"
#include "engine/sim/system/drag.h"
#include "engine/sim/system/frame_load.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool is_driven(const SnSystem *system, const SnSystemPath *path)
{
    return path->muscle || system->paths.springs[path->law].type == SN_SPRING_TYPE_ACTUATOR;
}

/* What a tension gives off while it shortens.  What is lengthened takes energy, the more the more
 * it is damped: that explains no gain, else a motion that grows would excuse itself. */
static double given_off(double tension, double rate)
{
    return fmax(-tension * rate, 0);
}

/* Of muscles and of actuators along paths. */
static double power_of_muscles(const SnSystem *system, const SnWorkspace *work)
{
    double sum = 0;
    for (int i = 0; i < system->paths.n; i++)
        if (system->paths.paths[i].enabled && is_driven(system, &system->paths.paths[i]))
            sum += given_off(work->forces.paths[i].tension, work->forces.paths[i].rate);
    return sum;
}

/* Of strands that are muscles, part by part: their curves have no energy. */
static double power_of_strands(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work)
{
    double sum = 0;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        for (int k = strand->first_segment;
             strand->p.muscle >= 0 && k < strand->first_segment + strand->n_segments; k++) {
            const SnSegmentWorkspace *w = &work->forces.strand->segments[k];
            const double fed = (w->rate - w->strain_rate * w->in.rest_length) / (1 + w->strain);
            const double damped = strand->p.damping * w->strain_rate * (1 + w->strain);
            sum += given_off(w->tension, w->rate) + fabs((w->pull - damped) * fed);
        }
    }
    for (int i = 0; i < system->rods.n_segments; i++) {
        if (system->rods.rods[system->rods.segments[i].rod].muscle < 0)
            continue;
        const SnRodSegmentResults *result = &work->forces.rod->segments[i];
        sum += given_off(result->tension, result->rate);
    }
    for (int i = 0; i < system->splines.n; i++) {
        const int muscle = system->splines.splines[i].p.muscle;
        double shortening[2];
        if (muscle < 0 || system->paths.muscles[muscle].type == SN_MUSCLE_TYPE_ZERO_REST)
            continue;
        sn_spline_shortening(system, state, i, sn_state_u_const(state), shortening);
        sum += fmax(shortening[1], 0);
    }
    return sum;
}

static double active_energy(const SnSystem *system, const SnState *state, const SnState *activated,
                            const SnWorkspace *work)
{
    const double *activation = sn_state_activation_const(activated);
    return sn_fem_active_energy(system, state, activation, work, true) +
           sn_spline_active_energy(system, state, activation);
}

double sn_work_of_activation(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(work->system == system);
    const SnState *before = work->step.backup;
    if (state->n_activation == 0 || system->fems.n_bundles + system->splines.n == 0 ||
        memcmp(sn_state_activation_const(before), sn_state_activation_const(state),
               (size_t)state->n_activation * sizeof(double)) == 0)
        return 0;
    const double first =
        active_energy(system, before, state, work) - active_energy(system, before, before, work);
    const double last =
        active_energy(system, state, state, work) - active_energy(system, state, before, work);
    return fmax(first, last);
}

static double power_of_loads(const SnSystem *system, const double *inputs, const SnState *state,
                             const SnWorkspace *work)
{
    double sum = sn_coordinate_power(system, work) + sn_frame_load_power(system, state, work) +
                 sn_drag_power(system, inputs, state, work);
    for (int i = 0; i < system->loads.n; i++) {
        const SnSystemLoad *load = &system->loads.loads[i];
        const double *force = inputs + load->force;
        if (load->point >= 0) {
            sum += fabs(sn_v3_dot(force, work->motion.point_velocity[load->point]));
        } else if (load->block >= 0) {
            const double *u = sn_state_u_const(state) + system->blocks[load->block].u;
            sum += fabs(sn_v3_dot(force, u));
            if (system->blocks[load->block].kind == SN_BLOCK_BODY)
                sum += sn_v3_norm(force + 3) * sn_v3_norm(u + 3);
        }
    }
    return sum;
}

double sn_inertia_power(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        const double *given)
{
    assert(work->system == system);
    const double *a = sn_state_acceleration_const(state);
    double *taken = sn_scratch_take(work, "inertia of driven matter", system->n_u), sum = 0;
    memset(taken, 0, (size_t)system->n_u * sizeof *taken);
    sn_spline_add_momentum(system, a, taken);
    sn_fem_add_momentum(system, a, 1, taken);
    for (int i = 0; i < system->n_u; i++)
        taken[i] = -taken[i];
    if (work->forces.strand)
        sn_strand_take_inertia(system, state, work, a, 1, taken);
    sn_armatures_add_quadratic(system, state, work, a, 1, taken);
    for (int i = 0; i < system->n_u; i++)
        sum += given[i] * taken[i];
    sn_scratch_give(work, taken);
    return sum;
}

/* Of kinematic blocks and what is attached to them, on all others: forces on these places times
 * their velocity, with the forces of constraint along the rows of the last factor. */
static double power_of_motion(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    const int first = system->n_active + system->n_attached;
    bool moves = false;
    for (int i = first; i < system->n_blocks; i++)
        for (int k = 0; k < system->blocks[i].n; k++)
            moves = moves || sn_state_u_const(state)[system->blocks[i].u + k] != 0;
    if (!moves)
        return 0;
    sn_prescribed_velocity(system, sn_state_u_const(state), work);
    const double *given = work->motion.prescribed;
    const double pushed = state->active > 0 ? sn_contact_power(system, state, work, given) : 0;
    if (isinf(pushed))
        return HUGE_VAL; /* what limits push is not told apart */
    double sum = sn_inertia_power(system, state, work, given);
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double power = 0;
        for (int k = 0; k < block->n; k++)
            power += given[block->u + k] * work->forces.applied[block->u + k];
        if (sn_block_has_mass(block) && i >= first) /* what moves it bears its own weight */
            power -= block->mass * sn_v3_dot(given + block->u, block->gravity);
        else if (sn_block_has_mass(block))
            power -= block->mass *
                     sn_v3_dot(given + block->u, sn_state_acceleration_const(state) + block->u);
        sum += power;
    }
    for (int i = 0; i < system->rows.n; i++)
        if (sn_state_lambda_const(state)[i] != 0)
            sum +=
                sn_state_lambda_const(state)[i] * sn_bilateral_rate(system, &work->rows, i, given);
    return fabs(sum) + pushed;
}

double sn_given_power(const SnSystem *system, const double *inputs, const SnState *state,
                      SnWorkspace *work)
{
    assert(work->system == system);
    return power_of_muscles(system, work) + power_of_strands(system, state, work) +
           power_of_loads(system, inputs, state, work) + power_of_motion(system, state, work) +
           sn_drive_power(system, state);
}
