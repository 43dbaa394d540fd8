/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Static equilibrium: the whole load at once, or, where Newton's iteration fails, in as many parts
 * as it takes from the last equilibrium on.  A part s of the load is what leaves 1 - s of the
 * imbalance of the start; kinematic blocks go as far. */
#include "engine/sim/motion/motion.h"
#include "engine/sim/newton/newton.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/strand_friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SHORTEST_LOAD (1.0 / 512)
#define FOR_EVER      1e9 /* [s] */
/* Of the linear solve: what loads and one-sided rows leave of each other is little beside them. */
#define ACCURATE 1e-14

/* Imbalance, rows and place before the step. */
static SnFault begin_load_step(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    sn_kinematics(system, sn_state_q(n->state), sn_state_u(n->state), work);
    sn_rows(system, n->state, work, true, &work->rows);
    sn_row_plan_fill(work, &work->rows);
    const SnFault fault = sn_dynamic_rows_gather(system, n->state, work);
    memcpy(n->start_rows, work->rows.residual, (size_t)system->rows.n * sizeof(double));
    memcpy(n->start_gaps, work->rows.gap, (size_t)system->rows.n_limits * sizeof(double));
    sn_forces(system, n->inputs, n->state, work, false, 0, 0);
    sn_strand_friction_forces(system, n->state, work);
    sn_reduce_vector(system, work, work->forces.applied, n->initial_force);
    const SnRowPlan *plan = &work->bilateral.plan;
    const double *force = sn_state_lambda_const(n->state);
    for (int i = 0; i < plan->n; i++)
        for (int e = plan->start[i]; force[i] != 0 && e < plan->start[i + 1]; e++)
            n->initial_force[plan->column[e]] += force[i] * plan->value[e];
    sn_dynamic_rows_recall(system, n->state, &work->unilateral.dynamic, 1);
    for (int i = 0; i < work->unilateral.dynamic.n; i++)
        if (work->unilateral.dynamic.row[i].impulse != 0)
            sn_dynamic_row_push(&work->unilateral.dynamic, i,
                                work->unilateral.dynamic.row[i].impulse, n->initial_force);
    return fault;
}

static void save_state(SnNewton *n)
{
    const SnSystem *system = n->system;
    double *to = n->last;
    memcpy(to, sn_state_q(n->state), (size_t)system->n_q * sizeof *to);
    to += system->n_q;
    memcpy(to, sn_state_lambda(n->state), (size_t)system->rows.n * sizeof *to);
    to += system->rows.n;
    memcpy(to, sn_state_z(n->state), (size_t)system->rows.n_limits * sizeof *to);
}

static void restore_state(SnNewton *n)
{
    const SnSystem *system = n->system;
    const double *from = n->last;
    memcpy(sn_state_q(n->state), from, (size_t)system->n_q * sizeof *from);
    from += system->n_q;
    memcpy(sn_state_lambda(n->state), from, (size_t)system->rows.n * sizeof *from);
    from += system->rows.n;
    memcpy(sn_state_z(n->state), from, (size_t)system->rows.n_limits * sizeof *from);
}

/* Equilibrium at n->s, from the last one on. */
static SnFault solve_load_step(SnNewton *n, double before)
{
    const SnSystem *system = n->system;
    restore_state(n);
    sn_targets_move(system, n->work->step.size, n->s - before, n->state, n->work);
    memset(sn_state_u(n->state), 0, (size_t)system->n_u * sizeof(double));
    memcpy(n->base, sn_state_q(n->state), (size_t)system->n_q * sizeof(double));
    n->k = n->impulse = SN_NEWTON_STATIC_TIME2;
    n->softness = 1 / n->k;
    sn_newton_warm(n);
    return sn_newton_iterate(n);
}

/* Free rigid motions give way without end. */
static SnFault check_fixed(const SnNewton *n)
{
    const SnSystem *system = n->system;
    const double *q = sn_state_q_const(n->state), *before = sn_state_q_const(n->work->step.backup);
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        for (int k = 0; k < 3 && sn_block_has_mass(block); k++)
            if (!(fabs(q[block->q + k] - before[block->q + k]) < 100 * system->length_scale))
                return sn_fault(
                    SN_FAULT_NEWTON, sn_block_owner(n->system, i), n->state->time,
                    "Nothing holds this component against its loads: there is no "
                    "equilibrium. Attach it, or make it or what it hangs on kinematic.");
    }
    return (SnFault){0};
}

/* The whole load, or in parts. */
static SnFault follow_load(SnNewton *n)
{
    double reached = 0, part = 1;
    while (reached < 1) {
        n->s = fmin(reached + part, 1);
        n->work->step.watch.fraction = reached;
        SnFault fault = solve_load_step(n, reached);
        if (fault.code == SN_FAULT_NONE)
            fault = check_fixed(n);
        if (fault.code == SN_FAULT_NONE) {
            save_state(n);
            reached = n->s;
            part *= 2;
        } else if (fault.code == SN_FAULT_INTERRUPTED) {
            return fault;
        } else {
            part /= 4;
            if (part < SHORTEST_LOAD || n->work->step.shortest)
                return fault;
        }
    }
    return sn_newton_stability(n);
}

SnFault sn_step_static(const SnSystem *system, const double *inputs, SnState *state,
                       SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnNewton n = sn_newton(system, inputs, state, work);
    n.is_static = true;
    n.displacement_scale = 1, n.k = n.impulse = SN_NEWTON_STATIC_TIME2;
    n.softness = 1 / n.k;
    work->forces.viscous_dt = FOR_EVER;
    work->linear.tolerance = ACCURATE;
    sn_activation_advance(system, inputs, inputs, inputs, FOR_EVER, state);
    sn_targets_begin(system, inputs, inputs, work->step.size, state, work);
    memset(sn_state_u(state), 0, (size_t)system->n_u * sizeof(double));
    SnFault fault = begin_load_step(&n);
    if (fault.code == SN_FAULT_NONE) {
        save_state(&n);
        fault = follow_load(&n);
    }
    if (fault.code == SN_FAULT_NONE)
        sn_fem_advance(system, state, work, FOR_EVER);
    sn_newton_end(&n);
    return fault;
}
