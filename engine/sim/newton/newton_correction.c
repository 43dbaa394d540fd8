/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixed problem of one correction of Newton's iteration, and how large the correction is. */
#include "engine/sim/newton/newton.h"

#include "engine/sim/contact/contact.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/solve/solve.h"

#include <math.h>
#include <string.h>

/* The damper beside a compliance c: c F = -(gap + a h N correction) - c d (rate + a N correction),
 * the rate that of the end, or of the mean. */
static void add_damping(const SnNewton *n, int i, double gap)
{
    SnDynamicRows *rows = &n->work->unilateral.dynamic;
    SnDynamicRow *row = &rows->row[i];
    const double lag = row->compliance * row->damping, share = n->h / (n->h + lag);
    double rate = sn_dynamic_row_rate(rows, i, sn_state_u_const(n->state));
    if (n->a < 1)
        rate = 0.5 * (rate + sn_dynamic_row_rate(rows, i, n->before));
    row->softness *= share;
    row->bound = -(gap + lag * (rate + row->prescribed)) / n->displacement_scale * share;
}

#define APPROACH 0.1 /* in a step, over the overlap that is kept: it lands */

/* Overlap at the start of the step that a contact's row lets be: of what rests, or is far in. */
static double begun_in(const SnNewton *n, int i)
{
    const SnDynamicRows *rows = &n->work->unilateral.dynamic;
    const SnContact *contact = &n->work->contacts->contacts[rows->row[i].number];
    const double gap = sn_contact_began_in(n->system, n->work, contact);
    const double way = n->h * (sn_dynamic_row_rate(rows, i, n->before) + rows->row[i].prescribed);
    return gap < -contact->most || way > -APPROACH * fabs(contact->tolerance) ? gap : 0;
}

/* One-sided rows: gap + displacement_scale N correction >= 0; on the way to an equilibrium those
 * that are open at its start close in parts. */
static void limit_bounds(SnNewton *n)
{
    SnDynamicRows *rows = &n->work->unilateral.dynamic;
    sn_dynamic_rows_recall(n->system, n->state, rows, n->impulse);
    if (n->work->contacts)
        sn_contact_recall_tangents(rows, n->impulse, n->work->contacts);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        double gap = sn_dynamic_row_gap(n->system, n->state, n->work, sn_newton_end_rows(n), row);
        if (!n->is_static && row->class == &sn_contact_rows && row->compliance == 0)
            gap -= begun_in(n, i);
        if (n->is_static && row->class != &sn_contact_rows)
            gap -= (1 - n->s) * fmin(n->start_gaps[row->feature], 0);
        row->bound = -gap / n->displacement_scale;
        /* what it gives way by is moved by a share of the step, its force acts in all of it */
        row->softness =
            row->compliance *
            (n->a < 1 && !n->is_static ? 1 / (n->displacement_scale * n->impulse) : n->softness);
        if (row->damping > 0 && row->compliance > 0 && !n->is_static)
            add_damping(n, i, gap);
    }
}

static void aim_friction(const SnNewton *n)
{
    sn_friction_aim(n->system, n->state, n->work,
                    &(SnFrictionAim){.unknown = n->is_static ? SN_FRICTION_DISPLACEMENT
                                                             : SN_FRICTION_CORRECTION,
                                     .impulse = n->impulse,
                                     .d = n->d,
                                     .k = n->k,
                                     .weight = n->a,
                                     .multipliers = n->multipliers});
}

/* Forces at the present state, matrix and its factor; without the terms that make it indefinite, if
 * it is. */
static SnFault factor_matrix(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    SnFault fault = {0};
    n->indefinite = false;
    for (int positive_definite = 0; positive_definite < 2; positive_definite++) {
        work->forces.positive_definite = positive_definite;
        if (positive_definite && n->a < 1)
            sn_newton_rows(n);
        sn_forces(system, n->inputs, n->state, work, true, n->d, n->k);
        fault = sn_fem_fault(system, n->state, work);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        if (!n->is_static)
            sn_newton_imbalance(n);
        if (n->a < 1)
            sn_newton_middle(n);
        else if (!n->is_static)
            sn_newton_inertia(n);
        fault = sn_matrix_factor(system, n->state, work, n->softness,
                                 positive_definite ? NULL : &n->indefinite);
        if (fault.code != SN_FAULT_NONE || !n->indefinite || n->exact)
            break;
    }
    return fault;
}

double sn_newton_force_along(const SnNewton *n, const double *direction)
{
    const SnDynamicRows *rows = &n->work->unilateral.dynamic;
    double sum = 0;
    for (int i = 0; i < n->system->n_u_active; i++)
        sum += n->work->linear.f[i] * direction[i];
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].impulse != 0)
            sum += rows->row[i].impulse * sn_dynamic_row_rate(rows, i, direction);
    return sum;
}

SnFault sn_newton_correct(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    SnFault fault = factor_matrix(n);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->rows.n; i++)
        n->multipliers[i] = work->bilateral.active[i] ? n->multipliers[i] : 0;
    sn_newton_momentum_residual(n);
    sn_newton_row_residuals(n);
    limit_bounds(n);
    n->directional_derivative = sn_newton_force_along(n, n->direction);
    aim_friction(n);
    fault = sn_solve_free(system, n->state, work);
    sn_contacts_aim(work, n->is_static ? SN_CONTACT_FRICTIONLESS : SN_CONTACT_CORRECTION);
    if (fault.code == SN_FAULT_NONE && sn_is_mixed(work))
        fault = sn_solve_mixed(system, n->state, work, true);
    sn_phase_end(work, SN_PHASE_SOLVE);
    memcpy(n->correction, work->linear.u, (size_t)system->n_u_active * sizeof(double));
    for (int i = 0; i < system->rows.n; i++) {
        n->multipliers[i] += work->bilateral.active[i] ? work->linear.l[i] : 0;
        sn_state_lambda(n->state)[i] = -n->multipliers[i] / n->impulse;
    }
    sn_dynamic_rows_keep(system, &work->unilateral.dynamic, n->impulse, n->state);
    sn_contacts_keep(system, work, n->impulse, n->state);
    sn_friction_keep(system, work, n->impulse, n->state);
    return fault;
}

static double square(double x)
{
    return x * x;
}

double sn_newton_size(const SnNewton *n)
{
    const SnSystem *system = n->system;
    const SnKktMatrix *matrix = &n->work->linear.matrix;
    const double *u = sn_state_u_const(n->state), *before = n->before;
    double size = 0, scale = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        for (int k = 0; k < block->n; k++) {
            const int j = block->u + k;
            const double weight = fabs(matrix->a_value[matrix->a_start[j]]);
            const double least = n->is_static ? (k < 3 ? system->length_scale : 1)
                                              : 1e-3 * (k < 3 ? system->length_scale : 1);
            size += weight * square(n->correction[j]);
            scale += weight * square(least);
            if (!n->is_static)
                scale += weight * (square(u[j]) + square(before[j]));
        }
    }
    return scale > 0 ? sqrt(size / scale) : 0;
}

double sn_newton_reach(const SnNewton *n, const double *correction)
{
    double far = 0;
    for (int i = 0; i < n->system->n_active; i++) {
        const SnBlock *block = &n->system->blocks[i];
        for (int k = 0; k < block->n; k++)
            far = fmax(far, fabs(correction[block->u + k]) / (k < 3 ? n->system->length_scale : 1));
    }
    return n->displacement_scale * far;
}
