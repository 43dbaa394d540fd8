/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocities of what touches at the end of a step whose contacts hold for positions. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/newton/newton.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/general_rows.h"

#include <math.h>
#include <string.h>

#define TOUCHING 0.01 /* gap, over what is kept */
#define CLOSED   1e-9 /* gap of a limit [m or rad] */

/* Contacts, limits of joints, and stops: ends of guides and grooves.  Other one-sided rows are
 * lengths of strands: what they do in the middle of the step keeps energy. */
static bool may_land(const SnNewton *n, const SnDynamicRow *row)
{
    const SnSystem *system = n->system;
    if (row->class == &sn_general_limits &&
        system->general.limits[row->feature - (uint64_t)system->joints.n_limits].class ==
            &sn_length_constraint)
        return false;
    return (row->class == &sn_contact_rows || row->class == &sn_joint_limits ||
            row->class == &sn_general_limits) &&
           row->compliance == 0;
}

static bool lands(const SnNewton *n)
{
    const SnDynamicRows *rows = &n->work->unilateral.dynamic;
    for (int i = 0; i < rows->n; i++) {
        const SnDynamicRow *row = &rows->row[i];
        if (may_land(n, row) && row->impulse > 0 && (n->a < 1 || row->restitution > 0))
            return true;
    }
    return false;
}

/* The impulses of contacts, and of joints that rub beside them, that were found, in body axes at
 * the end [n_u]: of the trapezoidal rule they act in the middle of the step. */
static void contact_impulses(SnNewton *n, double *impulse)
{
    SnWorkspace *work = n->work;
    const SnDynamicRows *rows = &work->unilateral.dynamic;
    memset(impulse, 0, (size_t)n->system->n_u * sizeof *impulse);
    for (int i = 0; i < rows->n; i++) {
        if (!may_land(n, &rows->row[i]))
            continue;
        sn_dynamic_row_push(rows, i, rows->row[i].impulse, impulse);
        if (rows->row[i].class != &sn_contact_rows)
            continue;
        const SnContact *contact = &work->contacts->contacts[rows->row[i].number];
        const int tangents = contact->tangents;
        for (int t = tangents; tangents >= 0 && t < tangents + contact->n_tangents; t++)
            sn_dynamic_row_push(&work->contacts->rows, t, work->contacts->rows.row[t].impulse,
                                impulse);
    }
    const SnFrictionRows *f = &work->unilateral.friction;
    for (int j = f->first_joint; sn_has_contacts(work) && j < f->first_joint + f->n_joint; j++)
        sn_dynamic_row_push(&work->contacts->rows, j, work->contacts->rows.row[j].impulse, impulse);
    if (n->a < 1) {
        sn_newton_middle(n);
        sn_newton_turn(n, false, impulse);
    }
    sn_kinematics(n->system, sn_state_q(n->state), sn_state_u(n->state), work);
    if (n->a < 1)
        sn_newton_turn(n, true, impulse);
}

static bool touches(const SnNewton *n, const SnDynamicRow *row)
{
    if (row->class != &sn_contact_rows)
        return sn_dynamic_row_gap(n->system, n->state, n->work, &n->work->rows, row) <= CLOSED;
    const SnContact *contact = &n->work->contacts->contacts[row->number];
    return sn_contact_gap(n->state, n->system, n->work, contact) <=
           TOUCHING * fabs(contact->tolerance);
}

/* Rows that do not touch are out. */
static void choose_rows(const SnNewton *n)
{
    SnDynamicRows *rows = &n->work->unilateral.dynamic;
    sn_dynamic_rows_recall(n->system, n->state, rows, n->impulse);
    if (sn_has_contacts(n->work))
        sn_contact_recall_tangents(rows, n->impulse, n->work->contacts);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        row->softness = 0;
        row->bound = -HUGE_VAL;
        if (may_land(n, row) && (row->impulse > 0 || touches(n, row)))
            row->bound = 0;
    }
}

/* What is hit fast leaves with its restitution, all else no faster than the surfaces part: from the
 * velocities at the end without impulses, of which work.linear.u is the change. */
static void set_bounds(const SnNewton *n)
{
    SnDynamicRows *rows = &n->work->unilateral.dynamic;
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        if (!isfinite(row->bound))
            continue;
        const double now = sn_dynamic_row_rate(rows, i, sn_state_u_const(n->state));
        const double free = now + sn_dynamic_row_rate(rows, i, n->work->linear.u) + row->prescribed;
        const double before = sn_dynamic_row_rate(rows, i, n->before) + row->prescribed;
        const bool fast = before < -2 * fabs(free - before);
        const double speed = fast ? -row->restitution * fmax(before, free) : 0;
        row->bound = speed - row->prescribed - now;
    }
}

/* An impact leaves velocities across the rows of joints, and of what couples and drives their
 * coordinates, which hold for positions alone, and these would alternate for ever, and the forces
 * with them: here they end.  What is driven has the rate that its mean one in the step leads to. */
static void calm_joints(const SnNewton *n)
{
    const SnSystem *system = n->system;
    const double *u = sn_state_u_const(n->state);
    double *g = n->work->linear.g;
    memset(g, 0, (size_t)system->rows.n * sizeof *g);
    for (int i = 0; i < system->joints.n_rows; i++)
        if (!sn_row_is_soft(system, i))
            g[i] = -sn_bilateral_rate(system, &n->work->rows, i, u);
    for (int k = 0; k < system->general.n_rows; k++) {
        const int i = system->rows.n - system->general.n_rows + k;
        if (system->general.rows[k].class != &sn_gear_constraint || sn_row_is_soft(system, i))
            continue;
        g[i] = sn_drive_rate(system, n->state, i) -
               sn_bilateral_rate(system, &n->work->rows, i, u) - (n->a < 1 ? n->start_rates[i] : 0);
    }
}

/* The change of velocities into work.linear.u. */
static SnFault solve_impulses(const SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    SnFault fault = {0};
    for (int k = 0; k <= SN_MOST_MISSES && fault.code == SN_FAULT_NONE; k++) {
        fault = sn_solve_free(system, n->state, work);
        if (fault.code != SN_FAULT_NONE)
            break;
        if (k == 0)
            choose_rows(n);
        set_bounds(n);
        sn_contacts_aim(work, SN_CONTACT_CORRECTION);
        fault = sn_solve_one_sided(system, n->state, work, true);
        if (fault.code != SN_FAULT_NONE || !sn_rebounds_drop(work, sn_state_u_const(n->state)))
            break;
    }
    return fault;
}

/* Rows that hold for positions alone throw back what lands on them as fast as it came, and what
 * rests trembles by that for ever.  So the impulses of the step are found again for velocities at
 * its end, with friction and restitution; places stay. */
SnFault sn_newton_land(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    if (!lands(n))
        return (SnFault){0};
    double *taken = sn_scratch_take(work, "impulses of contacts", system->n_u);
    contact_impulses(n, taken);
    sn_rows(system, n->state, work, true, &work->rows);
    sn_forces(system, n->inputs, n->state, work, true, 0, 0);
    SnFault fault = sn_matrix_factor(system, n->state, work, n->softness, NULL);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_dynamic_rows_gather(system, n->state, work);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] = -taken[i];
    sn_scratch_give(work, taken);
    calm_joints(n);
    if (fault.code == SN_FAULT_NONE)
        fault = solve_impulses(n);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->n_u_active; i++)
        u[i] += work->linear.u[i];
    for (int i = 0; i < system->rows.n; i++)
        sn_state_lambda(n->state)[i] -=
            work->bilateral.active[i] ? work->linear.l[i] / n->impulse : 0;
    sn_attachments_follow(system, q, u);
    if (sn_has_contacts(work)) {
        sn_contacts_keep(system, work, n->impulse, n->state);
        sn_friction_keep_joints(system, work, n->impulse, n->state);
    }
    return fault;
}
