/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods that solve once in a step: Euler's and the trapezoidal rule.  Body blocks split their
 * motion: a free drift, which carries position, orientation and torque-free rotation, and a kick,
 * which solves the velocity problem (jaw-tongue-hyoid (6)) with forces and constraints; then
 * positions are corrected (7). */
#include "engine/sim/contact/compliant_patches.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/step/ahead.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- right-hand sides --- */

/* Rows that turn with their bodies: those of joints and gears.  Constraints of strands hold nodes
 * so light that what is not admissible in the middle of a step throws them. */
static bool rows_turn(const SnSystem *system)
{
    for (int i = 0; i < system->general.n_rows; i++)
        if (system->general.rows[i].class != &sn_gear_constraint)
            return false;
    return system->joints.n_rows > 0;
}

/* Bilateral rows: G u+ = -(kinematic part); soft ones push back by their extension. */
static void bilateral_bounds(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             double h, bool midpoint)
{
    const double *u = sn_state_u_const(state);
    const bool turns = midpoint && rows_turn(system);
    for (int i = 0; i < system->rows.n; i++) {
        work->linear.g[i] =
            work->motion.has_prescribed
                ? -sn_bilateral_rate(system, &work->rows, i, work->motion.prescribed)
                : 0;
        const double rate = i < system->joints.n_rows ? 0 : sn_drive_rate(system, state, i);
        if (sn_row_is_held(work, i)) {
            work->linear.g[i] += rate;
            if (turns) /* G (u + u+) / 2 = ... */
                work->linear.g[i] =
                    2 * work->linear.g[i] - sn_plan_rate(&work->bilateral.plan, i, u);
            continue;
        }
        if (midpoint) /* (phi + h/4 G (u+ - u)) / c = l / h */
            work->linear.g[i] = sn_plan_rate(&work->bilateral.plan, i, u) -
                                4 * (work->rows.residual[i] + rate * h / 2) / h;
        else /* (phi + h G u+) / c = l / h */
            work->linear.g[i] -= work->rows.residual[i] / h;
    }
}

/* Speed of a rebound; -1: there is none, because forces alone make the speed of impact in two
 * steps. */
static double rebound(const SnDynamicRow *row, double gap, double before, double after,
                      double horizon)
{
    const bool hits = gap + horizon * after < 0;
    const bool fast = before < -2 * fabs(after - before);
    return row->restitution > 0 && hits && fast ? -row->restitution * before : -1;
}

/* Unilateral rows, from the solution without them: gap + horizon N u+ >= 0 (an open gap may close,
 * a closed one may not close further), or a rebound. */
static void unilateral_bounds(const SnSystem *system, const SnState *state, SnWorkspace *work,
                              double h, double horizon, double softness, bool midpoint)
{
    const double *u = sn_state_u_const(state);
    SnDynamicRows *rows = &work->unilateral.dynamic;
    sn_dynamic_rows_recall(system, state, rows, h);
    if (work->contacts)
        sn_contact_recall_tangents(rows, h, work->contacts);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const double gap = sn_dynamic_row_gap(system, state, work, &work->rows, row);
        const double before = sn_dynamic_row_rate(rows, i, u);
        row->softness = row->compliance * softness;
        row->recovery = 0;
        if (row->compliance > 0) { /* a spring and a damper (phi / c + d u) beside it */
            const double damping = (midpoint ? 2 : 1) * row->compliance * row->damping / h;
            row->bound =
                (midpoint ? (1 - damping) * before - 4 * gap / h : -gap / h) / (1 + damping) -
                (midpoint ? 0 : row->prescribed);
            row->softness /= 1 + damping;
            continue;
        }
        const double after = sn_dynamic_row_rate(rows, i, work->linear.u) + row->prescribed;
        const double speed = rebound(row, gap, before + row->prescribed, after, horizon);
        const double way = gap >= 0 ? -gap : sn_contact_recovered(work, row, gap);
        row->bound = (speed >= 0 ? speed : way / horizon) - row->prescribed;
        row->recovery = speed < 0 && way > 0 ? way / horizon : 0;
    }
}

/* Without joints: rows at the end of the step turn away a little from those in the factor.  G u+
 * there is to vanish, so here it must make up for the difference, predicted with a velocity near u+
 * (second order). */
static void predict_end_rows(const SnSystem *system, SnState *state, SnWorkspace *work, double h,
                             const double *velocity)
{
    if (system->rows.n == 0)
        return;
    const size_t bytes = (size_t)(system->n_q + system->n_u) * sizeof(double);
    double *saved = sn_scratch_take(work, "before turning", system->n_q + system->n_u);
    double *q = sn_state_q(state), *u = sn_state_u(state); /* neighbours in the state */
    memcpy(saved, q, bytes);
    memmove(u, velocity, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->rows.n; i++)
        if (sn_row_is_held(work, i))
            work->linear.g[i] = sn_plan_rate(&work->bilateral.plan, i, u);
    sn_drift(system, h / 2, q, u);
    sn_targets_move(system, h, 0.5, state, work);
    sn_kinematics(system, q, u, work);
    sn_rows(system, state, work, true, &work->ahead);
    for (int i = 0; i < system->rows.n; i++)
        if (sn_row_is_held(work, i))
            work->linear.g[i] +=
                sn_drive_rate(system, state, i) - sn_bilateral_rate(system, &work->ahead, i, u);
    memcpy(q, saved, bytes);
    sn_scratch_give(work, saved);
}

/* From work.linear.u, the solution without one-sided rows. */
static SnFault solve_one_sided(const SnSystem *system, SnState *state, SnWorkspace *work, double h,
                               double horizon, double softness, bool midpoint)
{
    SnFault fault = {0};
    for (int k = 0; k <= SN_MOST_MISSES && fault.code == SN_FAULT_NONE; k++) {
        if (k > 0)
            fault = sn_solve_free(system, state, work);
        if (fault.code != SN_FAULT_NONE)
            break;
        sn_contacts_aim(work, SN_CONTACT_ABSOLUTE);
        unilateral_bounds(system, state, work, h, horizon, softness, midpoint);
        fault = sn_solve_mixed(system, state, work, true);
        if (fault.code != SN_FAULT_NONE || !sn_rebounds_drop(work, NULL))
            break;
    }
    return fault;
}

/* Velocities (into work.linear.u) and forces of constraint of the kick from work.linear.f and
 * work.linear.g. */
static SnFault solve_velocity(const SnSystem *system, SnState *state, SnWorkspace *work, double h,
                              double horizon, double softness, bool midpoint)
{
    SnFault fault = sn_solve_free(system, state, work);
    sn_phase_end(work, SN_PHASE_SOLVE);
    sn_friction_aim(system, state, work,
                    &(SnFrictionAim){.unknown = midpoint ? SN_FRICTION_KICK : SN_FRICTION_VELOCITY,
                                     .impulse = h,
                                     .d = work->step.d,
                                     .k = work->step.k,
                                     .weight = 1});
    if (fault.code == SN_FAULT_NONE && sn_is_mixed(work)) {
        fault = solve_one_sided(system, state, work, h, horizon, softness, midpoint);
        sn_phase_end(work, SN_PHASE_UNILATERAL);
    }
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->rows.n; i++)
        sn_state_lambda(state)[i] = work->bilateral.active[i] ? -work->linear.l[i] / h : 0;
    sn_dynamic_rows_keep(system, &work->unilateral.dynamic, h, state);
    sn_contacts_keep(system, work, h, state);
    sn_friction_keep(system, work, h, state);
    work->unilateral.n_active = (int)state->active;
    return fault;
}

static void take_velocity(const SnSystem *system, SnState *state, const SnWorkspace *work)
{
    memcpy(sn_state_u(state), work->linear.u, (size_t)system->n_u_active * sizeof(double));
}

/* How long to be cautious after an indefinite M-hat: tissue that is squeezed stays so for a while,
 * and every discovery costs a second factorisation. */
#define FALLBACK_STEPS 50

SnFault sn_factor_implicit(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work, double d, double k, double softness)
{
    assert(!work || work->system == system);
    bool indefinite = false;
    work->step.d = d, work->step.k = k;
    double *fallback = state->n_fallback ? sn_state_fallback(state) : NULL;
    work->forces.positive_definite = fallback && *fallback > 0;
    if (work->forces.positive_definite)
        *fallback -= 1;
    sn_forces(system, inputs, state, work, true, d, k);
    SnFault fault = sn_fem_fault(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_matrix_factor(system, state, work, softness, &indefinite);
    if ((indefinite || fault.code == SN_FAULT_FACTOR) && !work->forces.positive_definite) {
        work->forces.positive_definite = true;
        if (fallback)
            *fallback = FALLBACK_STEPS;
        sn_forces(system, inputs, state, work, true, d, k);
        fault = sn_matrix_factor(system, state, work, softness, NULL);
    }
    return fault;
}

/* work.linear.f += h P force, with what attached masses do by moving. */
static void add_forces(const SnSystem *system, const SnState *state, SnWorkspace *work,
                       const double *force, double h)
{
    double *reduced = sn_scratch_take(work, "applied forces", system->n_u_active);
    sn_reduce_vector(system, work, force, reduced);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] += h * reduced[i];
    sn_scratch_give(work, reduced);
    if (work->step.right_side)
        memcpy(work->step.right_side, work->linear.f, (size_t)system->n_u_active * sizeof(double));
    sn_add_inertia_forces(system, state, work, h, true, work->linear.f);
}

/* work.linear.f -= P M-hat v, v what kinematic blocks do. */
static void subtract_prescribed(const SnSystem *system, SnWorkspace *work)
{
    if (!work->motion.has_prescribed || system->pairs.n_outer == 0)
        return;
    double *taken = sn_scratch_take(work, "driven momentum", system->n_u_active);
    sn_outer_multiply(system, work, work->motion.prescribed, taken);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] -= taken[i];
    sn_scratch_give(work, taken);
}

/* Parts of inextensible strands are short: light nodes can move by more than one in a step, where
 * a single correction with the old factor is far off.  Then corrections at factors of their own. */
#define MAX_OVERSTRETCH 0.01 /* of the rest length */
#define MAX_CORRECTIONS 20

/* Nearly incompressible elements (mode SOFT): the volumes that come out of the drift differ by a
 * little of second order from those that M-hat had in mind, and their pressures by much.  Positions
 * are moved by what M-hat makes of those pressures, as they are for the rows. */
static SnFault correct_volumes(const SnSystem *system, SnState *state, SnWorkspace *work, double h)
{
    double *force = sn_scratch_take(work, "missed pressures", system->n_u);
    SnFault fault = {0};
    memset(force, 0, (size_t)system->n_u * sizeof *force);
    if (sn_fem_add_volume_defects(system, work->step.backup, state, work, force)) {
        sn_reduce_vector(system, work, force, work->linear.f);
        for (int i = 0; i < system->n_u_active; i++)
            work->linear.f[i] *= h * h;
        memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
        fault = sn_solve_free(system, state, work);
        if (fault.code == SN_FAULT_NONE) {
            sn_displace(system, work->linear.u, sn_state_q(state));
            sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
        }
    }
    sn_scratch_give(work, force);
    return fault;
}

static SnFault correct_positions(const SnSystem *system, const double *inputs, SnState *state,
                                 SnWorkspace *work)
{
    SnId id;
    SnFault fault = sn_correct_positions(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_close_volumes(system, inputs, state, work);
    if (fault.code != SN_FAULT_NONE ||
        sn_strand_overstretch(system, state, work, &id) <= MAX_OVERSTRETCH)
        return fault; /* the stretch before the correction, which squares it */
    for (int k = 0; k < MAX_CORRECTIONS && fault.code == SN_FAULT_NONE; k++) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        if (sn_strand_overstretch(system, state, work, &id) <= MAX_OVERSTRETCH)
            return fault;
        fault = sn_factor_mass(system, inputs, state, work);
        if (fault.code == SN_FAULT_NONE)
            fault = sn_correct_positions(system, state, work);
    }
    return fault.code != SN_FAULT_NONE
               ? fault
               : sn_fault(SN_FAULT_EXPLODED, id, work->step.backup->time,
                          "This inextensible strand moves by more than its parts are long: try a "
                          "smaller step, fewer parts or a weaker force.");
}

/* --- the methods --- */

/* Velocities at the end of the step of Euler's methods, into work.linear.u. */
static SnFault solve_euler(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work, bool implicit)
{
    const double h = work->step.size, softness = 1 / (h * h);
    /* explicitly between the middles of parts: where they become shorter or longer, kicks of their
     * own length put in or take out energy of first order */
    const double kick = implicit ? h : 0.5 * (sn_part_before(system, state, h) + h);
    SnFault fault = sn_factor_implicit(system, inputs, state, work, implicit ? h : 0,
                                       implicit ? h * h : 0, softness);
    if (fault.code == SN_FAULT_NONE && !implicit)
        fault = sn_check_explicit_step(system, inputs, state, work);
    sn_mass_multiply(system, state, work, sn_state_u(work->step.backup), work->linear.f);
    add_forces(system, state, work, implicit ? work->forces.explicit_force : work->forces.applied,
               kick);
    subtract_prescribed(system, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    bilateral_bounds(system, state, work, h, false);
    return solve_velocity(system, state, work, h, h, softness, false);
}

/* Whether fields of pressure press otherwise where the solve has come to. */
static bool look_at_patches(const SnSystem *system, const SnState *state, SnWorkspace *work,
                            int iteration, SnFault *fault)
{
    if (!system->force[SN_FORCE_KIND_COMPLIANT_CONTACTS])
        return false;
    double *velocity = sn_scratch_take(work, "velocities that were come to", system->n_u);
    sn_spread_vector(system, work, work->linear.u, velocity);
    for (int i = 0; work->motion.has_prescribed && i < system->n_u; i++)
        velocity[i] += work->motion.prescribed[i];
    const bool again = sn_patches_again(system, state, work, velocity, iteration, fault);
    sn_scratch_give(work, velocity);
    return again;
}

/* Solves until strands gain nothing and fields of pressure press as foreseen, and moves the state
 * to the end of the step. */
static SnFault solve_strands(const SnSystem *system, const double *inputs, SnState *state,
                             SnWorkspace *work)
{
    SnAhead ahead = SN_AHEAD_AGAIN;
    SnFault fault = {0};
    SnId id = SN_ID_NULL;
    sn_patches_forget(system, work);
    for (int k = 0, looks = 0; ahead == SN_AHEAD_AGAIN;) {
        fault = solve_euler(system, inputs, state, work, true);
        const bool again =
            fault.code == SN_FAULT_NONE && look_at_patches(system, state, work, looks, &fault);
        looks = again ? looks + 1 : 0;
        if (fault.code != SN_FAULT_NONE)
            break;
        if (!again)
            ahead = sn_ahead(system, state, work, k++, &id);
    }
    sn_ahead_end(work);
    if (fault.code == SN_FAULT_NONE && ahead == SN_AHEAD_GAIN)
        fault = sn_fault(SN_FAULT_NEWTON, id, work->step.backup->time,
                         "This strand would gain energy that nothing puts in: try a smaller step, "
                         "fewer parts or damping.");
    return fault;
}

/* Corrections of so many rows cost more than to see first whether the step is taken again: only the
 * last correction counts. */
#define LOOKS_FIRST 2000

/* Contacts may be solved roughly, over the largest impulse, while nothing counts but what crosses
 * in the step that comes of it. */
#define COARSE 1e-2
#define FINER  0.3 /* of that, where it was too coarse to see the last contacts that were found */

static void begin_coarse(SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    if (!w)
        return;
    w->take.moves = w->take.finer > 0;
    w->take.coarse = w->take.exact ? 0 : w->take.finer > 0 ? w->take.finer : COARSE;
    w->take.finer = w->take.coarse;
    w->take.was_coarse = false;
}

/* As they are to be from now on, where nothing crosses any more, or nothing that is not known. */
static void refine(SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    if (!work->step.crosses || w->soft->n_new == 0)
        w->take.exact = true;
    else if (w->take.steps == 0)
        w->take.finer = FINER * w->take.coarse;
}

static SnFault look_first(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    SnContactWorkspace *w = work->contacts;
    SnFault fault = {0};
    if (!sn_has_contacts(work) || !w->soft)
        return fault;
    if (w->take.was_coarse || work->unilateral.dynamic.n > LOOKS_FIRST)
        fault = sn_look_for_crossings(system, state, work, false);
    if (w->take.was_coarse)
        refine(work);
    if (fault.code == SN_FAULT_NONE && w->take.was_coarse) {
        work->step.crosses = true;
        fault = sn_fault(SN_FAULT_OPEN, SN_ID_NULL, work->step.backup->time,
                         "Contacts are known only roughly: try a smaller step.");
    }
    return fault;
}

SnFault sn_step_euler(const SnSystem *system, const double *inputs, SnState *state,
                      SnWorkspace *work, bool implicit)
{
    const double h = work->step.size;
    work->forces.viscous_dt = h;
    sn_targets_begin(system, inputs, inputs, h, state, work);
    sn_kinematics_again(system, sn_state_q(state), sn_state_u(state), work);
    sn_prescribed_velocity(system, sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
    sn_phase_end(work, SN_PHASE_KINEMATICS);

    sn_activation_advance(system, inputs, inputs, inputs, h, state);
    work->forces.paths_now = !implicit;
    if (implicit)
        begin_coarse(work);
    SnFault fault = implicit ? solve_strands(system, inputs, state, work)
                             : solve_euler(system, inputs, state, work, false);
    work->forces.paths_now = false;
    if (fault.code != SN_FAULT_NONE)
        return fault;
    if (!implicit) {
        take_velocity(system, state, work);
        sn_drift(system, h, sn_state_q(state), sn_state_u(state));
        sn_targets_move(system, h, 1, state, work);
    } else {
        fault = look_first(system, state, work);
        if (fault.code == SN_FAULT_NONE)
            fault = correct_volumes(system, state, work, h);
    }
    if (fault.code == SN_FAULT_NONE)
        fault = correct_positions(system, inputs, state, work);
    sn_phase_end(work, SN_PHASE_CORRECT);
    return fault;
}

/* The quadratic velocity forces of strands, of rotors, and of masses on guides and surfaces, once
 * more, at the mean of the velocities before and after the kick: so they are of second order too.
 */
static void repeat_inertia(const SnSystem *system, SnState *state, SnWorkspace *work, double h)
{
    const size_t bytes = (size_t)(system->n_q + system->n_u) * sizeof(double);
    double *q = sn_state_q(state), *u = sn_state_u(state);
    double *saved = sn_scratch_take(work, "before inertia", system->n_q + system->n_u);
    memcpy(saved, q, bytes);
    for (int i = 0; i < system->n_u_active; i++)
        u[i] = 0.5 * (u[i] + work->linear.u[i]);
    sn_attachments_follow(system, q, u);
    sn_kinematics(system, q, u, work);
    memcpy(work->linear.f, work->step.right_side, (size_t)system->n_u_active * sizeof(double));
    sn_add_inertia_forces(system, state, work, h, true, work->linear.f);
    memcpy(q, saved, bytes);
    sn_scratch_give(work, saved);
    sn_subtract_prescribed_change(system, state, work, 1);
}

/* The step from velocities that satisfy the rows. */
static SnFault kick_in_middle(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                              SnWorkspace *work)
{
    const double h = work->step.size, softness = 4 / (h * h), *mean = inputs->middle;
    const bool turns = rows_turn(system);
    work->forces.viscous_dt = h / 2;
    sn_drift(system, h / 2, sn_state_q(state), sn_state_u(state));
    sn_targets_move(system, h, 0.5, state, work);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_prescribed_velocity(system, sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
    sn_phase_end(work, SN_PHASE_KINEMATICS);

    sn_activation_advance(system, mean, mean, mean, h / 2, state);
    SnFault fault = sn_factor_implicit(system, mean, state, work, h / 2, h * h / 4, softness);
    sn_pair_multiply(system, work, sn_state_u(state), work->linear.f);
    add_forces(system, state, work, work->forces.applied, h);
    sn_subtract_prescribed_change(system, state, work, 1);
    sn_activation_advance(system, mean, mean, mean, h / 2, state);

    if (fault.code == SN_FAULT_NONE) {
        bilateral_bounds(system, state, work, h, true);
        if (!turns)
            predict_end_rows(system, state, work, h, sn_state_u(state));
        fault = solve_velocity(system, state, work, h, h / 2, softness, true);
    }
    if (fault.code == SN_FAULT_NONE &&
        (work->step.right_side || (state->active > 0 && !turns && system->rows.n > 0))) {
        if (work->step.right_side)
            repeat_inertia(system, state, work, h);
        if (!turns) /* velocities may have jumped */
            predict_end_rows(system, state, work, h, work->linear.u);
        fault = solve_velocity(system, state, work, h, h / 2, softness, true);
    }
    if (fault.code != SN_FAULT_NONE)
        return fault;
    take_velocity(system, state, work);
    work->step.pushes = sn_strand_pushes(system, state, work);
    sn_drift(system, h / 2, sn_state_q(state), sn_state_u(state));
    sn_targets_move(system, h, 0.5, state, work);
    fault = correct_positions(system, mean, state, work);
    if (fault.code == SN_FAULT_NONE && turns)
        fault = sn_admit_end_velocity(system, state, work, h);
    sn_phase_end(work, SN_PHASE_CORRECT);
    return fault;
}

SnFault sn_step_trapezoidal(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work)
{
    double *pushed = sn_scratch_take(work, "impulses of rows that take hold", system->rows.n);
    sn_targets_begin(system, inputs->end, inputs->middle, work->step.size, state, work);
    SnFault fault = sn_take_hold(system, inputs->start, state, work, pushed);
    if (fault.code == SN_FAULT_NONE)
        fault = kick_in_middle(system, inputs, state, work);
    for (int i = 0; i < system->rows.n && fault.code == SN_FAULT_NONE; i++)
        sn_state_lambda(state)[i] -= pushed[i] / work->step.size; /* forces are means over it */
    sn_scratch_give(work, pushed);
    return fault;
}
