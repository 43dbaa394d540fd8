/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/step/ahead.h"

#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solve/solve.h"
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
#define ONE_STRAND 1e-4
/* Rounding of gains, over the kinetic energy, and where nothing moves [J]. */
#define ROUNDING     1e-11
#define LEAST        1e-20
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

/* --- all kinds --- */

#define EACH(class)                                                                                \
    const SnForceClass *const *class = sn_force_classes;                                           \
    *class;                                                                                        \
    class ++

static bool takes_part(const SnSystem *system, const SnForceClass *class)
{
    return class->ahead && class->ahead->may_gain(system);
}

static bool may_gain(const SnSystem *system)
{
    for (EACH(class))
        if (takes_part(system, *class))
            return true;
    return false;
}

static double power_of(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       const double *direction)
{
    double power = 0;
    for (EACH(class))
        if (takes_part(system, *class))
            power += (*class)->ahead->power(system, state, work, direction);
    return power;
}

/* --- the way along a correction --- */

/* What the sum that the step minimises rises by along the correction, from where forces were
 * linearised: slope(a) = linear - (1 - a) others - power(a), linear their power as the solve had
 * them, others the curvature of all else. */
typedef struct Slope {
    double linear, others, start;
} Slope;

static Slope slope_of(const SnSystem *system, SnWorkspace *work, const double *direction)
{
    Slope slope = {0};
    double curvature = 0;
    double *product = sn_scratch_take(work, "curvature", system->n_u_active);
    for (EACH(class))
        if (takes_part(system, *class))
            slope.linear += (*class)->ahead->linear_power(system, work, direction, &curvature);
    sn_pair_multiply(system, work, direction, product);
    for (int i = 0; i < system->n_u_active; i++)
        slope.start += product[i] * direction[i];
    sn_scratch_give(work, product);
    slope.others = fmax(slope.start - curvature, 0);
    return slope;
}

/* Shortens the correction, to `direction`, until what is minimised no longer rises steeply where it
 * ends; the state is there, `next` has its velocities. */
static void search(const SnSystem *system, SnState *state, SnWorkspace *work, const double *before,
                   const double *direction, const Slope *slope)
{
    SnAheadWorkspace *ahead = &work->step.ahead;
    const size_t bytes = (size_t)(system->n_q + system->n_u) * sizeof(double);
    double fraction = 1;
    for (int k = 0; k < MAX_SEARCHES; k++) {
        const double rise = slope->linear - (1 - fraction) * slope->others -
                            power_of(system, state, work, direction);
        if (rise <= SLOPE * slope->start)
            break;
        fraction *= fmin(fmax(slope->start / (slope->start + rise), 0.1), 0.5);
        memcpy(sn_state_q(state), before, bytes);
        for (int i = 0; i < system->n_u; i++)
            ahead->next[i] = ahead->unknown[i] + fraction * direction[i];
        move_to_end(system, state, work, ahead->next);
        look_at_end(system, state, work);
    }
}

/* --- what may be gained --- */

/* v' M v / 2 of all that moves. */
static double kinetic_energy(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             const double *v)
{
    double *momentum = sn_scratch_take(work, "momenta", system->n_u_active), sum = 0;
    sn_mass_multiply(system, state, work, v, momentum);
    for (int i = 0; i < system->n_u_active; i++)
        sum += 0.5 * momentum[i] * v[i];
    sn_scratch_give(work, momentum);
    return sum;
}

typedef struct Allowance {
    double sum, excess, converged;
} Allowance;

static Allowance allowance(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    const double *before = sn_state_u_const(work->step.backup), *now = sn_state_u_const(state);
    double *change = sn_scratch_take(work, "change of velocities", system->n_u);
    for (int i = 0; i < system->n_u; i++)
        change[i] = now[i] - before[i];
    const double lost = kinetic_energy(system, state, work, change);
    const double kinetic = kinetic_energy(system, state, work, before);
    sn_scratch_give(work, change);
    const double rounding = ROUNDING * kinetic + LEAST;
    return (Allowance){lost + rounding, ONE_STRAND * kinetic + rounding,
                       lost + TOLERATED * kinetic + rounding};
}

/* --- iteration --- */

/* Has forces linearised where the state is, at velocities ahead.next, and puts the state back. */
static void linearise_here(const SnSystem *system, SnState *state, SnWorkspace *work,
                           const double *before, bool at_start)
{
    SnAheadWorkspace *ahead = &work->step.ahead;
    memcpy(ahead->unknown, ahead->next, (size_t)system->n_u * sizeof(double));
    memcpy(ahead->q, sn_state_q_const(state), (size_t)system->n_q * sizeof(double));
    memcpy(ahead->u, sn_state_u_const(state), (size_t)system->n_u * sizeof(double));
    for (EACH(class))
        if (takes_part(system, *class) && (*class)->ahead->linearise)
            (*class)->ahead->linearise(system, state, work, at_start);
    memcpy(sn_state_q(state), before, (size_t)(system->n_q + system->n_u) * sizeof(double));
    look_at_end(system, state, work);
    if (work->forces.strand)
        work->forces.strand->stale = false; /* they are looked at ahead */
    ahead->on = true;
}

/* The same where the step begins, at velocity zero. */
static void start_again(const SnSystem *system, SnState *state, SnWorkspace *work,
                        const double *before)
{
    memcpy(sn_state_q(state), before, (size_t)(system->n_q + system->n_u) * sizeof(double));
    memset(sn_state_u(state), 0, (size_t)system->n_u_active * sizeof(double));
    memset(work->step.ahead.next, 0, (size_t)system->n_u * sizeof(double));
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    look_at_end(system, state, work);
    linearise_here(system, state, work, before, true);
}

/* Goes from where forces were linearised towards the solution, and has them linearised there;
 * false: that is the solution, as near as matters to a gain of energy. */
static bool iterate(const SnSystem *system, SnState *state, SnWorkspace *work, const double *before,
                    int iteration, const SnGain *gain, const Allowance *allowed)
{
    SnAheadWorkspace *ahead = &work->step.ahead;
    bool converged = false;
    if (iteration > 0) {
        double *direction = sn_scratch_take(work, "correction ahead", system->n_u);
        for (int i = 0; i < system->n_u; i++)
            direction[i] = ahead->next[i] - ahead->unknown[i];
        const Slope slope = slope_of(system, work, direction);
        converged = slope.start <= CONVERGED * fmax(gain->sum, gain->excess);
        if (!converged)
            search(system, state, work, before, direction, &slope);
        sn_scratch_give(work, direction);
    }
    if (!ahead->restarted && (converged || iteration >= RESTART)) {
        ahead->restarted = true;
        start_again(system, state, work, before);
        return true;
    }
    if (converged && gain->sum <= allowed->converged)
        return false;
    linearise_here(system, state, work, before, false);
    return true;
}

/* At the end of the step: whether to go on. */
static bool look_at_gain(const SnSystem *system, SnState *state, SnWorkspace *work,
                         const double *before, int iteration, SnId *id)
{
    SnGain gain = {0};
    for (EACH(class))
        if (takes_part(system, *class))
            (*class)->ahead->gain(system, state, work, before + system->n_q, &gain);
    if (!gain.any)
        return false;
    const Allowance allowed = allowance(system, state, work);
    *id = gain.id;
    return (gain.sum > allowed.sum || gain.excess > allowed.excess) &&
           iterate(system, state, work, before, iteration, &gain, &allowed);
}

SnAhead sn_ahead(const SnSystem *system, SnState *state, SnWorkspace *work, int iteration, SnId *id)
{
    assert(!work || work->system == system);
    if (!may_gain(system)) {
        move_to_end(system, state, work, work->linear.u);
        return SN_AHEAD_SETTLED;
    }
    double *before = sn_scratch_take(work, "before the end", system->n_q + system->n_u);
    memcpy(before, sn_state_q(state), /* q and u are neighbours in the state */
           (size_t)(system->n_q + system->n_u) * sizeof(double));
    work->step.ahead.iteration = iteration;
    spread_solution(system, work, work->step.ahead.next);
    for (EACH(class))
        if (takes_part(system, *class))
            (*class)->ahead->foresee(system, work);
    move_to_end(system, state, work, work->linear.u);
    look_at_end(system, state, work);
    const bool again = look_at_gain(system, state, work, before, iteration, id);
    sn_scratch_give(work, before);
    work->step.at_end = !again;
    return !again ? SN_AHEAD_SETTLED : iteration < MAX_ITERATIONS ? SN_AHEAD_AGAIN : SN_AHEAD_GAIN;
}

void sn_ahead_end(SnWorkspace *work)
{
    for (EACH(class))
        if (takes_part(work->system, *class) && (*class)->ahead->end)
            (*class)->ahead->end(work);
    work->step.ahead.on = work->step.ahead.restarted = false;
}
