/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole implicit step, solved to tolerance. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/newton/newton.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Velocities across rows that count as alternating, over all, and how often they are calmed. */
#define ALTERNATING 1e-7
#define PASSES      3
/* Rates of rows that count as a jump of kinematic blocks, over the largest rate; rates that count
 * as none, over the largest velocity. */
#define JUMP  0.5
#define FRESH 1e-11
/* Of a drive's value: a jump of it that is rounding. */
#define SAME 1e-9

/* Rates of the rows at the velocities in the state. */
static void row_rates(SnNewton *n, double *rate)
{
    for (int i = 0; i < n->system->rows.n; i++)
        rate[i] =
            sn_bilateral_rate(n->system, sn_newton_end_rows(n), i, sn_state_u_const(n->state)) -
            sn_drive_rate(n->system, n->state, i);
}

/* Rates of the rows that alternate, half their change over the step, into work.linear.g; whether
 * they are worth another pass. */
static bool rates_alternate(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    sn_newton_rows(n);
    row_rates(n, work->linear.g);
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] =
            sn_row_is_soft(system, i) ? 0 : 0.5 * (work->linear.g[i] - n->start_rates[i]);
    memset(work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    if (sn_solve_free(system, n->state, work).code != SN_FAULT_NONE)
        return false;
    memcpy(n->correction, work->linear.u, (size_t)system->n_u_active * sizeof(double));
    return sn_newton_size(n) > ALTERNATING;
}

/* Impulses of the rows at the start of the step that change their rates there by work.linear.g. */
static SnFault push_start(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    const size_t bytes = (size_t)(system->n_q + system->n_u) * sizeof(double);
    memcpy(n->end, q, bytes);
    memcpy(q, sn_state_q_const(work->step.backup), (size_t)system->n_q * sizeof *q);
    memcpy(u, n->before, (size_t)system->n_u_active * sizeof *u);
    sn_targets_move(system, n->h, 0, n->state, work);
    sn_kinematics(system, q, u, work);
    sn_rows(system, n->state, work, true, &work->rows);
    sn_forces(system, n->inputs, n->state, work, true, 0, 0);
    SnFault fault = sn_matrix_factor(system, n->state, work, n->softness, NULL);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_solve_free(system, n->state, work);
    for (int i = 0; fault.code == SN_FAULT_NONE && i < system->n_u_active; i++)
        u[i] += work->linear.u[i];
    for (int i = 0; fault.code == SN_FAULT_NONE && i < system->rows.n; i++)
        n->pushed[i] += work->bilateral.active[i] ? work->linear.l[i] : 0;
    sn_attachments_follow(system, q, u);
    memcpy(n->before, u, (size_t)system->n_u_active * sizeof *u);
    sn_newton_momenta(n, u, n->momentum);
    sn_rows(system, n->state, work, true, sn_newton_end_rows(n));
    row_rates(n, n->start_rates);
    memcpy(q, n->end, bytes);
    return fault;
}

/* With rows on positions alone, which conserves energy, velocities across them alternate from step
 * to step by as much as they fit the rows badly.  Where a step begins with velocities that satisfy
 * the rows exactly, that is of second order: then it begins with impulses of the rows, after which
 * these velocities are the same at its end (symmetric projection: Hairer, Lubich and Wanner 2006,
 * V.4.1). */
static SnFault calm_rows(SnNewton *n)
{
    SnFault fault = {0};
    for (int k = 0; k < PASSES && fault.code == SN_FAULT_NONE && rates_alternate(n); k++) {
        fault = push_start(n);
        memcpy(n->base, sn_state_u(n->state), (size_t)n->system->n_u_active * sizeof(double));
        sn_newton_warm(n);
        if (fault.code == SN_FAULT_NONE)
            fault = sn_newton_iterate(n);
    }
    return fault;
}

/* Largest of the rates of rows that do not give way. */
static double largest_rate(const SnNewton *n, const double *rate)
{
    double most = 0;
    for (int i = 0; i < n->system->rows.n; i++)
        if (!sn_row_is_soft(n->system, i))
            most = fmax(most, fabs(rate[i]));
    return most;
}

/* The same of what is driven, after the last step: as fast beyond its mean rate as it begins this
 * step short of the mean rate in it, where that is known and its value does not jump. */
static void last_drive_rates(SnNewton *n, const SnStepInputs *inputs)
{
    const SnState *before = n->work->step.backup;
    for (int i = n->system->rows.n - n->system->general.n_rows; i < n->system->rows.n; i++) {
        double value;
        const int input = sn_drive_input(n->system, before, i, &value);
        if (input < 0)
            continue;
        const double mean = sn_drive_rate(n->system, n->state, i);
        const double least = SAME * fmax(fabs(value), fabs(n->h * mean));
        if (inputs->rate && fabs(inputs->start[input] - value) <= least)
            n->last_rates[i] = mean - inputs->rate[input];
        else
            n->last_rates[i] += mean - sn_drive_rate(n->system, before, i);
    }
}

/* How far rows are off that take hold in this step: that is closed after it, without velocity, as
 * by other methods.  The rate of rows on positions would be as much as the step is short. */
static void keep_offsets(SnNewton *n)
{
    for (int i = 0; i < n->system->rows.n; i++)
        n->kept[i] = sn_row_takes_hold(n->system, n->work->step.backup, i) ? n->start_rows[i] : 0;
}

/* Where the mean velocity of kinematic blocks changes from the last step to this one, a smooth
 * motion has the mean of both in between.  Where velocities do not fit that, it jumps, and the rows
 * carry the blocks along.  Drives know their rate in between.  Rows that take hold (a joint that is
 * locked as it moves) stop what moves across them, which else would alternate for ever. */
static SnFault follow_jump(SnNewton *n, const double *last_rates)
{
    const SnSystem *system = n->system;
    const double most = fmax(largest_rate(n, n->start_rates), largest_rate(n, last_rates));
    double *g = n->work->linear.g, drives = 0;
    bool changed = false, holds = false;
    for (int i = 0; i < system->rows.n; i++) {
        g[i] = sn_row_is_soft(system, i) ? 0 : -(n->start_rates[i] + last_rates[i]);
        changed = changed || n->start_rates[i] != last_rates[i];
    }
    for (int i = 0; i < system->rows.n; i++)
        drives = fmax(drives, fabs(sn_drive_rate(system, n->state, i)));
    const bool jumps = changed && largest_rate(n, g) > fmax(JUMP * most, FRESH * drives);
    for (int i = 0; i < system->rows.n; i++) {
        const bool new =
            sn_row_takes_hold(n->system, n->work->step.backup, i) && !sn_row_is_soft(system, i);
        if (new || !jumps)
            g[i] = new ? -n->start_rates[i] : 0;
        holds = holds || g[i] != 0;
    }
    if (!holds)
        return (SnFault){0};
    memset(n->work->linear.f, 0, (size_t)system->n_u_active * sizeof(double));
    return push_start(n);
}

/* Velocities satisfy the rows to rounding, which they do at the start and after a joint has been
 * closed, not in the course of a motion. */
static bool starts_afresh(const SnNewton *n)
{
    double most = 0;
    for (int i = 0; i < n->system->n_u_active; i++)
        most = fmax(most, fabs(n->before[i]));
    return largest_rate(n, n->start_rates) <= FRESH * most;
}

static bool has_contact(const SnSystem *system)
{
    for (int i = system->rows.n - system->general.n_rows; i < system->rows.n; i++)
        if (sn_row_is_contact(system, i))
            return true;
    return false;
}

/* Those of Cosserat strands, where the step begins: rows that are looked at by themselves find
 * none, and would have those of the step before.  Of surfaces that touch too: where the first guess
 * has them sunk in each other nothing tells any more that they did. */
static void find_contacts(SnNewton *n)
{
    const SnContactWorkspace *w = n->work->contacts;
    const bool surfaces = w && w->soft && !w->found;
    if (surfaces || has_contact(n->system))
        sn_kinematics(n->system, sn_state_q(n->state), sn_state_u(n->state), n->work);
    if (surfaces) {
        sn_contacts_find(n->system, n->state, n->work);
        n->work->contacts->found = w->soft->touched;
    }
    if (has_contact(n->system))
        sn_rows(n->system, n->state, n->work, true, &n->work->rows);
}

SnFault sn_step_newton(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWorkspace *work, double weight)
{
    assert(!work || work->system == system);
    SnNewton n = sn_newton(system, inputs->before_end, state, work);
    const double h = work->step.size;
    const double *u = sn_state_u(state);
    n.h = h, n.a = weight;
    n.d = n.displacement_scale = weight * h, n.k = weight * weight * h * h;
    n.softness = 1 / n.k, n.impulse = h;
    work->forces.viscous_dt = 0;
    find_contacts(&n);
    sn_newton_rows(&n);
    memcpy(n.start_rows, sn_newton_end_rows(&n)->residual, (size_t)system->rows.n * sizeof(double));
    for (int i = 0; i < system->rows.n; i++) /* from where they were driven to before */
        n.start_rows[i] += n.h * sn_drive_rate(system, state, i);
    keep_offsets(&n);
    sn_newton_momenta(&n, u, n.momentum);
    memcpy(n.before, u, (size_t)system->n_u * sizeof *u);
    memset(n.pushed, 0, (size_t)system->rows.n * sizeof(double));
    memset(n.initial_force, 0, (size_t)system->n_u * sizeof(double));
    if (weight < 1) {
        sn_activation_follow(system, inputs->start, state);
        sn_forces(system, inputs->start, state, work, false, 0, 0);
        for (int i = 0; i < system->n_u; i++)
            n.initial_force[i] = (1 - weight) * h * work->forces.applied[i];
        sn_newton_turn(&n, false, n.initial_force);
        for (int i = 0; i < system->strands.n_segments; i++)
            work->forces.strand->tension_before[i] = work->forces.strand->segments[i].tension;
    }
    row_rates(&n, n.last_rates);
    last_drive_rates(&n, inputs);
    sn_targets_begin(system, inputs->end, inputs->middle, h, state, work);
    sn_prescribed_velocity(system, u, work);
    row_rates(&n, n.start_rates);
    sn_activation_advance(system, inputs->start, inputs->middle, inputs->before_end, h, state);
    work->forces.viscous_dt = h;
    SnFault fault = {0};
    bool calm = false;
    if (weight < 1 && system->rows.n > 0) {
        fault = follow_jump(&n, n.last_rates);
        calm = starts_afresh(&n);
    }
    memcpy(n.base, u, (size_t)system->n_u_active * sizeof(double));
    sn_newton_warm(&n);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_newton_iterate(&n);
    if (fault.code == SN_FAULT_NONE && calm) {
        fault = calm_rows(&n);
        sn_phase_end(work, SN_PHASE_CORRECT);
    }
    for (int i = 0; fault.code == SN_FAULT_NONE && i < system->rows.n; i++)
        sn_state_lambda(state)[i] -= n.pushed[i] / h; /* forces are means over the step */
    if (fault.code == SN_FAULT_NONE)
        fault = sn_newton_land(&n);
    /* what began the step in another is pushed out in parts, without velocity */
    if (fault.code == SN_FAULT_NONE && (has_contact(system) || sn_contacts_began_in(system, work)))
        fault = sn_correct_positions(system, state, work);
    sn_newton_end(&n);
    return fault;
}
