/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration to tolerance: implicit Euler and the trapezoidal rule on the whole nonlinear
 * step, and static equilibrium.  Each iteration solves the mixed problem of work.linear.f,
 * work.linear.g for a correction; where the next correction is no smaller, or an element turns
 * inside out on the way, it goes back and takes a shorter one (natural monotonicity test: Deuflhard
 * 2004, 3.3).  Where forces have a kink (strands that go slack), the next correction may be longer
 * although the way leads downhill: in a dynamic step, which minimises a potential if nothing damps,
 * it is enough that the force along the correction has become smaller.
 *
 *   dynamic: unknown u+, q+ = q + (1 - a) h u + a h u+,  a = 1 or 1/2,
 *            P M (v+ - v) = h P (a f+ + (1 - a) f) + h G' lambda + h N' z,
 *            a = 1: P, G, N at the end, phi(q+) = 0;
 *            a = 1/2: P, G, N in the middle, G+ u+ = 0, and then positions are corrected.
 *   static:  unknown q,  P f + G' lambda + N' z = (1 - s) (what it was before),  phi likewise. */
#include "engine/sim/step/newton.h"

#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/rigid/activation.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TOLERANCE 1e-10 /* of corrections, relative */
#define ROUNDING  1e-6  /* below that, corrections that no longer shrink are rounding */
/* Nodal rows of incompressibility can be more than their nodes can satisfy: then corrections stay
 * at what these contradict each other. */
#define CONTRADICTION  1e-2
#define MAX_ITERATIONS 60
#define MAX_SEARCHES   200 /* of a dynamic step: kinks take many short ones */
#define SHORTEST       (1.0 / 256)
/* Force along a correction, over what it was, at which the correction counts as progress. */
#define LOWER 0.9

SnNewton sn_newton(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnNewton n = {.system = system, .inputs = inputs, .state = state, .work = work, .a = 1};
    work->forces.joint_load_stiffness = true;
    double *room = work->step.newton;
    double **const arrays[] = {&n.base,          &n.direction,  &n.correction, &n.multipliers,
                               &n.accepted,      &n.momentum,   &n.missing,    &n.taken,
                               &n.initial_force, &n.start_rows, &n.end,        &n.last};
    const int sizes[] = {system->n_q + system->n_u,
                         system->n_u,
                         system->n_u,
                         system->rows.n,
                         system->rows.n,
                         system->n_u,
                         system->n_u,
                         system->n_u,
                         system->n_u,
                         system->rows.n,
                         system->n_q + system->n_u,
                         system->n_q + system->rows.n + system->rows.n_limits};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *arrays[i] = room;
        room += sizes[i];
    }
    return n;
}

size_t sn_newton_room(const SnSystem *system)
{
    return 3 * (size_t)system->n_q + 8 * (size_t)system->n_u + 4 * (size_t)system->rows.n +
           (size_t)system->rows.n_limits;
}

void sn_newton_warm(SnNewton *n)
{
    for (int i = 0; i < n->system->rows.n; i++)
        n->multipliers[i] = -n->impulse * sn_state_lambda_const(n->state)[i];
}

/* --- evaluation at a point --- */

/* Active blocks at h times their mean velocity from where they were, all others with them: the
 * whole step, or half of it. */
static void advance_blocks(SnNewton *n, double fraction)
{
    const SnSystem *system = n->system;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    double *move = sn_scratch_take(n->work, "move", system->n_u_active);
    const double *before = sn_state_u_const(n->work->step.backup);
    for (int i = 0; i < system->n_u_active; i++)
        move[i] = fraction * n->h * ((1 - n->a) * before[i] + n->a * u[i]);
    memcpy(q, sn_state_q_const(n->work->step.backup), (size_t)system->n_q * sizeof *q);
    sn_displace(system, move, q);
    sn_scratch_give(n->work, move);
    sn_targets_move(system, n->h, fraction, n->state, n->work);
}

static SnRowValues *end_rows(SnNewton *n)
{
    return n->a < 1 ? &n->work->ahead : &n->work->rows;
}

static void evaluate_rows(SnNewton *n)
{
    sn_kinematics(n->system, sn_state_q(n->state), sn_state_u(n->state), n->work);
    sn_rows(n->system, n->state, n->work, true, end_rows(n));
}

/* The state at base + fraction x direction. */
static void move_to_fraction(SnNewton *n, double fraction)
{
    const SnSystem *system = n->system;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    if (n->is_static) {
        double *move = sn_scratch_take(n->work, "move", system->n_u_active);
        for (int i = 0; i < system->n_u_active; i++)
            move[i] = fraction * n->direction[i];
        memcpy(q, n->base, (size_t)system->n_q * sizeof *q);
        sn_displace(system, move, q);
        sn_scratch_give(n->work, move);
        sn_attachments_follow(system, q, u);
    } else {
        for (int i = 0; i < system->n_u_active; i++)
            u[i] = n->base[i] + fraction * n->direction[i];
        advance_blocks(n, 1);
    }
    evaluate_rows(n);
}

/* What the matter of strands takes of the impulse, into `taken`; body axes, at the
 * configuration and velocities of the last sn_kinematics. */
static void strand_inertia_impulse(const SnNewton *n)
{
    const SnSystem *system = n->system;
    SnStrandWorkspace *strand = n->work->forces.strand;
    if (!strand)
        return;
    const double *before = sn_state_u_const(n->work->step.backup);
    const double *after = n->a < 1 ? n->end + system->n_q : sn_state_u_const(n->state);
    double *change = sn_scratch_take(n->work, "change of velocity", system->n_u);
    for (int i = 0; i < system->n_u; i++) {
        change[i] = after[i] - before[i];
        n->taken[i] = 0;
    }
    sn_strand_take_inertia(system, n->state, n->work, change, n->h, n->taken);
    sn_scratch_give(n->work, change);
}

/* Levers and rows in the middle of the step, for the trapezoidal rule; the state stays. */
static void evaluate_middle(SnNewton *n)
{
    const SnSystem *system = n->system;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    const size_t n_q = (size_t)system->n_q * sizeof *q, n_u = (size_t)system->n_u * sizeof *u;
    memcpy(n->end, q, n_q);
    memcpy(n->end + system->n_q, u, n_u);
    advance_blocks(n, 0.5);
    if (n->work->forces
            .strand) { /* their quadratic velocity forces are those of the mean velocity */
        const double *before = sn_state_u_const(n->work->step.backup);
        for (int i = 0; i < system->n_u_active; i++)
            u[i] = 0.5 * (u[i] + before[i]);
        sn_attachments_follow(system, q, u);
    }
    sn_kinematics(system, q, u, n->work);
    strand_inertia_impulse(n);
    sn_rows(system, n->state, n->work, true, &n->work->rows);
    memcpy(q, n->end, n_q);
    memcpy(u, n->end + system->n_q, n_u);
}

static void accept_point(SnNewton *n)
{
    if (n->is_static)
        memcpy(n->base, sn_state_q(n->state), (size_t)n->system->n_q * sizeof(double));
    else
        memcpy(n->base, sn_state_u(n->state), (size_t)n->system->n_u_active * sizeof(double));
    memcpy(n->direction, n->correction, (size_t)n->system->n_u_active * sizeof(double));
    memcpy(n->accepted, n->multipliers, (size_t)n->system->rows.n * sizeof(double));
}

/* --- residuals --- */

/* Momenta M v of all blocks that move, rotations in world axes. */
static void world_momenta(const SnNewton *n, const double *u, double *r)
{
    memset(r, 0, (size_t)n->system->n_u * sizeof *r);
    for (int i = 0; i < n->system->n_active + n->system->n_attached; i++) {
        const SnBlock *block = &n->system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        sn_v3_scale(block->mass, u + block->u, r + block->u);
        if (block->kind == SN_BLOCK_BODY) {
            sn_m3_mul_v3(block->inertia, u + block->u + 3, r + block->u + 3);
            sn_m3_mul_v3(n->work->motion.rotation[i], r + block->u + 3, r + block->u + 3);
        }
    }
    sn_spline_add_momentum(n->system, u, r);
    sn_fem_add_momentum(n->system, u, 1, r);
}

/* Rotations of a full vector between world and body axes. */
static void turn_axes(const SnNewton *n, bool to_body, double *r)
{
    for (int i = 0; i < n->system->n_active + n->system->n_attached; i++) {
        const SnBlock *block = &n->system->blocks[i];
        if (block->kind != SN_BLOCK_BODY)
            continue;
        double *moment = r + block->u + 3;
        if (to_body)
            sn_m3_tmul_v3(n->work->motion.rotation[i], moment, moment);
        else
            sn_m3_mul_v3(n->work->motion.rotation[i], moment, moment);
    }
}

/* Impulse of the forces less change of momentum, into `missing`; world axes. */
static void momentum_imbalance(const SnNewton *n)
{
    const SnSystem *system = n->system;
    double *full = n->missing;
    double *force = sn_scratch_take(n->work, "force in world axes", system->n_u);
    world_momenta(n, sn_state_u(n->state), full);
    memcpy(force, n->work->forces.applied, (size_t)system->n_u * sizeof *force);
    turn_axes(n, false, force);
    for (int i = 0; i < system->n_u; i++)
        full[i] = n->momentum[i] + n->initial_force[i] + n->h * n->a * force[i] - full[i];
    sn_scratch_give(n->work, force);
}

/* work.linear.f: what is missing from equilibrium, without limits; levers and rows are those in
 * work. */
static void momentum_residual(const SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    const SnRowPlan *plan = &work->bilateral.plan;
    if (n->is_static) {
        sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
        for (int i = 0; i < system->n_u_active; i++)
            work->linear.f[i] = n->k * (work->linear.f[i] - (1 - n->s) * n->initial_force[i]);
    } else {
        turn_axes(n, true, n->missing);
        for (int i = 0; work->forces.strand && i < system->n_u; i++)
            n->missing[i] += n->taken[i];
        sn_reduce_vector(system, work, n->missing, work->linear.f);
    }
    for (int i = 0; i < system->rows.n; i++)
        for (int e = plan->start[i]; n->multipliers[i] != 0 && e < plan->start[i + 1]; e++)
            work->linear.f[plan->column[e]] -= n->multipliers[i] * plan->value[e];
}

/* work.linear.g: what rows want of the correction, softness on their present multipliers included.
 */
static void row_residuals(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    const double *u = sn_state_u_const(n->state);
    const SnRowValues *rows = end_rows(n);
    for (int i = 0; i < system->rows.n; i++) {
        const double phi = rows->residual[i];
        const bool soft = sn_row_is_soft(system, i);
        if (n->is_static)
            work->linear.g[i] = -(phi - (1 - n->s) * n->start_rows[i]);
        else if (n->a == 1)
            work->linear.g[i] = -phi / n->h;
        else if (soft) /* mean extension */
            work->linear.g[i] = -2 * (phi + n->start_rows[i]) / n->h;
        else
            work->linear.g[i] = -sn_bilateral_rate(system, rows, i, u);
        work->linear.g[i] += work->linear.matrix.c[i] * n->multipliers[i];
    }
}

/* One-sided rows: gap + displacement_scale N correction >= 0. */
static void limit_bounds(SnNewton *n)
{
    SnDynamicRows *rows = &n->work->unilateral.dynamic;
    sn_dynamic_rows_recall(n->system, n->state, rows, n->impulse);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        row->bound = -sn_dynamic_row_gap(n->system, n->state, n->work, end_rows(n), row) /
                     n->displacement_scale;
        row->softness = row->compliance * n->softness;
    }
}

/* --- one iteration --- */

static double square(double x)
{
    return x * x;
}

/* Size of the correction against that of the unknown, both weighed by M-hat's diagonal. */
static double relative_size(const SnNewton *n)
{
    const SnSystem *system = n->system;
    const SnKktMatrix *matrix = &n->work->linear.matrix;
    const double *u = sn_state_u_const(n->state), *before = sn_state_u_const(n->work->step.backup);
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

/* Forces at the present state, matrix and its factor; without the terms that make it indefinite, if
 * it is. */
static SnFault factor_matrix(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    SnFault fault = {0};
    for (int positive_definite = 0; positive_definite < 2; positive_definite++) {
        bool indefinite = false;
        work->forces.positive_definite = positive_definite;
        if (positive_definite && n->a < 1)
            evaluate_rows(n);
        sn_forces(system, n->inputs, n->state, work, true, n->d, n->k);
        fault = sn_fem_fault(system, n->state, work);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        if (!n->is_static)
            momentum_imbalance(n);
        if (n->a < 1)
            evaluate_middle(n);
        else if (!n->is_static)
            strand_inertia_impulse(n);
        fault = sn_matrix_factor(system, n->state, work, n->softness, &indefinite);
        if (fault.code != SN_FAULT_NONE || !indefinite)
            break;
    }
    return fault;
}

/* What is missing from equilibrium, along a direction. */
static double force_along(const SnNewton *n, const double *direction)
{
    double sum = 0;
    for (int i = 0; i < n->system->n_u_active; i++)
        sum += n->work->linear.f[i] * direction[i];
    return sum;
}

/* Forces, matrix and correction at the present state. */
static SnFault compute_correction(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    SnFault fault = factor_matrix(n);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->rows.n; i++)
        n->multipliers[i] = work->bilateral.active[i] ? n->multipliers[i] : 0;
    momentum_residual(n);
    row_residuals(n);
    n->directional_derivative = force_along(n, n->direction);
    fault = sn_solve_free(system, n->state, work);
    if (fault.code == SN_FAULT_NONE && work->unilateral.dynamic.n > 0) {
        limit_bounds(n);
        fault = sn_solve_mixed(system, n->state, work, true);
    }
    sn_phase_end(work, SN_PHASE_SOLVE);
    memcpy(n->correction, work->linear.u, (size_t)system->n_u_active * sizeof(double));
    n->correction_derivative = force_along(n, n->correction);
    for (int i = 0; i < system->rows.n; i++) {
        n->multipliers[i] += work->bilateral.active[i] ? work->linear.l[i] : 0;
        sn_state_lambda(n->state)[i] = -n->multipliers[i] / n->impulse;
    }
    sn_dynamic_rows_keep(system, &work->unilateral.dynamic, n->impulse, n->state);
    return fault;
}

/* Block with the largest part in the correction that is wanted. */
static SnId most_corrected(const SnNewton *n)
{
    const SnKktMatrix *matrix = &n->work->linear.matrix;
    double worst = 0;
    SnId id = SN_ID_NULL;
    for (int i = 0; i < n->system->n_active; i++) {
        const SnBlock *block = &n->system->blocks[i];
        double size = 0;
        for (int k = block->u; k < block->u + block->n; k++)
            size += fabs(matrix->a_value[matrix->a_start[k]]) * square(n->direction[k]);
        if (size > worst) {
            worst = size;
            id = block->id;
        }
    }
    return id;
}

static SnFault not_converged(const SnNewton *n, double size)
{
    SnFault fault = sn_fault(SN_FAULT_NEWTON, n->is_static ? SN_ID_NULL : most_corrected(n),
                             n->state->time, "");
    if (n->is_static)
        snprintf(fault.text, sizeof fault.text,
                 "No equilibrium was found (corrections stay at %.2g of the model's size): is "
                 "something not fixed, or does it buckle? Fix it, or try smaller loads.",
                 size);
    else
        snprintf(fault.text, sizeof fault.text,
                 "Newton's iteration of this step does not converge (corrections stay at %.2g): "
                 "try a smaller step or weaker forces; backward Euler where strands go slack.",
                 size);
    return fault;
}

/* Points where forces or matrix make no sense are left by going back half of the way. */
static bool is_bad_point(SnFaultCode code)
{
    return code == SN_FAULT_ELEMENT || code == SN_FAULT_NOT_FINITE || code == SN_FAULT_FACTOR;
}

/* Fraction of the correction that moves nothing far, for equilibria: at most a quarter of the
 * model's size, and half a radian. */
static double longest_fraction(const SnNewton *n)
{
    double far = 1;
    for (int i = 0; n->is_static && i < n->system->n_active; i++) {
        const SnBlock *block = &n->system->blocks[i];
        for (int k = 0; k < block->n; k++)
            far = fmax(far, fabs(n->direction[block->u + k]) /
                                (k < 3 ? 0.25 * n->system->length_scale : 0.5));
    }
    return 1 / far;
}

static bool has_nodal_rows(const SnSystem *system)
{
    for (int f = 0; f < system->fems.n; f++)
        if (system->fems.fems[f].solid->incompressibility == SN_INCOMPRESSIBLE_NODAL)
            return true;
    return false;
}

static bool is_stopped(const SnNewton *n)
{
    const SnStepWatch *watch = &n->work->step.watch;
    return watch->stop && watch->stop(watch->data, watch->fraction);
}

SnFault sn_newton_iterate(SnNewton *n)
{
    const double rounding = has_nodal_rows(n->system) ? CONTRADICTION : ROUNDING;
    double fraction = 0, limit = 1, last = HUGE_VAL, correction_derivative = 0;
    const size_t rows = (size_t)n->system->rows.n * sizeof(double);
    memset(n->direction, 0, (size_t)n->system->n_u_active * sizeof(double));
    for (int k = 0; k < (n->is_static ? MAX_ITERATIONS : MAX_SEARCHES); k++) {
        if (is_stopped(n))
            return sn_fault(SN_FAULT_INTERRUPTED, SN_ID_NULL, n->state->time, "Stopped.");
        move_to_fraction(n, fraction);
        const SnFault fault = compute_correction(n);
        if (fault.code != SN_FAULT_NONE && !(k > 0 && is_bad_point(fault.code)))
            return fault;
        const double now = fault.code == SN_FAULT_NONE ? relative_size(n) : HUGE_VAL;
        const bool lower = !n->is_static && k > 0 &&
                           fabs(n->directional_derivative) <= LOWER * correction_derivative;
        const bool grows = now > (1 - fraction / 4) * last && now > rounding && !lower;
        if (!isfinite(now) || (grows && limit == 1)) {
            fraction /= 2;
            memcpy(n->multipliers, n->accepted, rows);
            if (fraction < SHORTEST * limit)
                return fault.code != SN_FAULT_NONE ? fault : not_converged(n, last);
            continue;
        }
        accept_point(n);
        correction_derivative = n->correction_derivative;
        if (now <= TOLERANCE || (now <= rounding && now > 0.5 * last)) {
            move_to_fraction(n, 1);
            return fault;
        }
        last = now;
        fraction = limit = longest_fraction(n);
    }
    return not_converged(n, last);
}

/* --- dynamic steps --- */

/* Friction of strands is a damper that suits the speeds at the start of the step. */
static void freeze_friction(SnNewton *n)
{
    bool rubs = false;
    for (int i = 0; i < n->system->strands.n_nodes; i++)
        rubs = rubs || (n->system->strands.nodes[i].eulerian >= 0 &&
                        n->system->strands.nodes[i].friction > 0);
    if (!rubs)
        return;
    sn_forces(n->system, n->inputs, n->state, n->work, true, n->d, n->k);
    n->work->forces.strand->frozen = true;
}

SnFault sn_step_newton(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWorkspace *work, double weight)
{
    assert(!work || work->system == system);
    SnNewton n = sn_newton(system, inputs->before_end, state, work);
    const double h = system->step_size;
    const double *u = sn_state_u(state);
    n.h = h, n.a = weight;
    n.d = n.displacement_scale = weight * h, n.k = weight * weight * h * h;
    n.softness = 1 / n.k, n.impulse = h;
    work->forces.viscous_dt = 0;
    evaluate_rows(&n);
    memcpy(n.start_rows, end_rows(&n)->residual, (size_t)system->rows.n * sizeof(double));
    world_momenta(&n, u, n.momentum);
    memset(n.initial_force, 0, (size_t)system->n_u * sizeof(double));
    if (weight < 1) {
        sn_activation_follow(system, inputs->start, state);
        sn_forces(system, inputs->start, state, work, false, 0, 0);
        for (int i = 0; i < system->n_u; i++)
            n.initial_force[i] = (1 - weight) * h * work->forces.applied[i];
        turn_axes(&n, false, n.initial_force);
    }
    sn_targets_begin(system, inputs->end, inputs->middle, h, state, work);
    sn_activation_advance(system, inputs->start, inputs->middle, inputs->before_end, h, state);
    work->forces.viscous_dt = h;
    memcpy(n.base, u, (size_t)system->n_u_active * sizeof(double));
    freeze_friction(&n);
    sn_newton_warm(&n);
    SnFault fault = sn_newton_iterate(&n);
    if (work->forces.strand)
        work->forces.strand->frozen = false;
    if (fault.code == SN_FAULT_NONE && weight < 1) {
        fault = sn_correct_positions(system, state, work);
        sn_phase_end(work, SN_PHASE_CORRECT);
    }
    return fault;
}
