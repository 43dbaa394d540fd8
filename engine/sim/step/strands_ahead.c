/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/step/strands_ahead.h"

#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_ahead.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MAX_ITERATIONS 200
#define RESTART        60 /* iterations after which another way is tried */
/* Where strands push (compression, bending) backward Euler itself can gain energy in a step: so
 * much of the kinetic energy of all is let pass. */
#define TOLERATED 1e-5
/* Of the kinetic energy, what one strand may gain where others lose as much. */
#define ONE_STRAND   1e-4
#define MAX_SEARCHES 12
#define CONVERGED    1e-12 /* twice what a correction may still bring, over the gain */
#define SLOPE        0.5   /* largest slope, over that at the start, where a correction may end */

/* Velocities of all blocks, of those of the active ones in work.linear.u. */
static void spread_solution(const SnSystem *system, const SnWorkspace *work, double *full)
{
    sn_spread_vector(system, work, work->linear.u, full);
    for (int i = 0; work->motion.has_prescribed && i < system->n_u; i++)
        full[i] += work->motion.prescribed[i];
}

/* The state at the end of the step with these velocities of the active blocks. */
static void move_to_end(const SnSystem *system, SnState *state, SnWorkspace *work, const double *u)
{
    const double h = work->step.size;
    memcpy(sn_state_u(state), u, (size_t)system->n_u_active * sizeof *u);
    sn_drift(system, h, sn_state_q(state), sn_state_u(state));
    sn_targets_move(system, h, 1, state, work);
}

static void look_at_end(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
}

/* What the sum that the step minimises rises by along the correction, from where strands were
 * linearised: slope(a) = linear - (1 - a) others - power(a), linear the power of strands as the
 * solve had them, others the curvature of all else. */
typedef struct Slope {
    double linear, others, start;
} Slope;

static Slope slope_of(const SnSystem *system, SnWorkspace *work, const double *direction)
{
    Slope slope;
    double curvature, whole = 0;
    double *product = sn_scratch_take(work, "curvature", system->n_u_active);
    slope.linear = sn_strand_linear_power(system, work, direction, &curvature);
    sn_pair_multiply(system, work, direction, product);
    for (int i = 0; i < system->n_u_active; i++)
        whole += product[i] * direction[i];
    sn_scratch_give(work, product);
    slope.others = fmax(whole - curvature, 0);
    slope.start = whole;
    return slope;
}

/* Shortens the correction, to `direction`, until what is minimised no longer rises steeply where it
 * ends; the state is there, `next` has its velocities. */
static void search(const SnSystem *system, SnState *state, SnWorkspace *work, const double *before,
                   const double *direction, const Slope *slope)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const size_t bytes = (size_t)(system->n_q + system->n_u) * sizeof(double);
    double fraction = 1;
    for (int k = 0; k < MAX_SEARCHES; k++) {
        const double rise = slope->linear - (1 - fraction) * slope->others -
                            sn_strand_power(system, state, work, direction);
        if (rise <= SLOPE * slope->start)
            break;
        fraction *= fmin(fmax(slope->start / (slope->start + rise), 0.1), 0.5);
        memcpy(sn_state_q(state), before, bytes);
        for (int i = 0; i < system->n_u; i++)
            strand->next[i] = strand->unknown[i] + fraction * direction[i];
        move_to_end(system, state, work, strand->next);
        look_at_end(system, state, work);
    }
}

/* Has strands linearised where the state is, at velocities strand.next, and puts the state back. */
static void linearise_here(const SnSystem *system, SnState *state, SnWorkspace *work,
                           const double *before)
{
    SnStrandWorkspace *strand = work->forces.strand;
    memcpy(strand->unknown, strand->next, (size_t)system->n_u * sizeof(double));
    sn_strand_look(system, state, work);
    memcpy(sn_state_q(state), before, (size_t)(system->n_q + system->n_u) * sizeof(double));
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    strand->stale = false;
    strand->ahead = strand->frozen = true;
}

/* The same where the step begins, at velocity zero. */
static void start_again(const SnSystem *system, SnState *state, SnWorkspace *work,
                        const double *before)
{
    SnStrandWorkspace *strand = work->forces.strand;
    memcpy(sn_state_q(state), before, (size_t)(system->n_q + system->n_u) * sizeof(double));
    memset(sn_state_u(state), 0, (size_t)system->n_u_active * sizeof(double));
    memset(strand->next, 0, (size_t)system->n_u * sizeof(double));
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    look_at_end(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++)
        strand->segments[i].foreseen = strand->segments[i].before_tension;
    linearise_here(system, state, work, before);
}

/* v' M v / 2 of all that moves. */
static double kinetic_energy(const SnSystem *system, SnWorkspace *work, const double *v)
{
    double *momentum = sn_scratch_take(work, "momenta", system->n_u_active), sum = 0;
    sn_mass_multiply(system, work, v, momentum);
    for (int i = 0; i < system->n_u_active; i++)
        sum += 0.5 * momentum[i] * v[i];
    sn_scratch_give(work, momentum);
    return sum;
}

/* What strands may gain in the step. */
typedef struct Allowance {
    double sum, excess, converged;
} Allowance;

static Allowance allowance(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    const double *before = sn_state_u_const(work->step.backup), *now = sn_state_u_const(state);
    double *change = sn_scratch_take(work, "change of velocities", system->n_u);
    for (int i = 0; i < system->n_u; i++)
        change[i] = now[i] - before[i];
    const double lost = kinetic_energy(system, work, change);
    const double kinetic = kinetic_energy(system, work, before);
    sn_scratch_give(work, change);
    return (Allowance){lost, ONE_STRAND * kinetic, lost + TOLERATED * kinetic};
}

/* Goes from where strands were linearised towards the solution, and has them linearised there;
 * false: that is the solution, as near as matters to a gain of energy. */
static bool iterate(const SnSystem *system, SnState *state, SnWorkspace *work, const double *before,
                    int iteration, const SnStrandGain *gain, const Allowance *allowed,
                    double *direction)
{
    SnStrandWorkspace *strand = work->forces.strand;
    bool converged = false;
    for (int i = 0; iteration > 0 && i < system->n_u; i++)
        direction[i] = strand->next[i] - strand->unknown[i];
    if (iteration > 0) {
        const Slope slope = slope_of(system, work, direction);
        converged = slope.start <= CONVERGED * fmax(gain->sum, gain->excess);
        if (!converged)
            search(system, state, work, before, direction, &slope);
    }
    if (!strand->restarted && (converged || iteration >= RESTART)) {
        strand->restarted = true;
        start_again(system, state, work, before);
        return true;
    }
    if (converged && gain->sum <= allowed->converged)
        return false;
    linearise_here(system, state, work, before);
    return true;
}

SnStrandsAhead sn_strands_ahead(const SnSystem *system, SnState *state, SnWorkspace *work,
                                int iteration, SnId *id)
{
    assert(!work || work->system == system);
    if (!work->forces.strand || !sn_strand_may_gain(system)) {
        move_to_end(system, state, work, work->linear.u);
        return SN_STRANDS_SETTLED;
    }
    bool again = false;
    double *before = sn_scratch_take(work, "before strands", system->n_q + system->n_u);
    double *next = sn_scratch_take(work, "velocities ahead", system->n_u);
    memcpy(before, sn_state_q(state), /* q and u are neighbours in the state */
           (size_t)(system->n_q + system->n_u) * sizeof(double));
    spread_solution(system, work, next);
    sn_strand_foresee(system, work, next, next);
    move_to_end(system, state, work, work->linear.u);
    look_at_end(system, state, work);
    const SnStrandGain gain = sn_strand_gain(system, state, work, before + system->n_q);
    const Allowance allowed = gain.strand < 0 ? (Allowance){0} : allowance(system, state, work);
    if (gain.strand >= 0 && (gain.sum > allowed.sum || gain.excess > allowed.excess)) {
        *id = system->strands.strands[gain.strand].id;
        again = iterate(system, state, work, before, iteration, &gain, &allowed, next);
    }
    sn_scratch_give(work, next);
    sn_scratch_give(work, before);
    work->step.at_end = !again;
    return !again                       ? SN_STRANDS_SETTLED
           : iteration < MAX_ITERATIONS ? SN_STRANDS_AGAIN
                                        : SN_STRANDS_GAIN;
}
