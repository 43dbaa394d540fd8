/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A point of Newton's iteration: state and rows there, and what is missing from the equations. */
#include "engine/sim/newton/newton.h"

#include "engine/base/vec.h"
#include "engine/sim/joint/armature.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_workspace.h"

#include <assert.h>
#include <string.h>

/* Nodal rows of incompressibility can be more than their nodes can satisfy.  So soft, over what the
 * rows can move, they share what is missing, and the equations have a solution; volumes are off by
 * as much of what they would change without the rows. */
#define NODAL_SHARE 1e-7

static bool has_nodal_rows(const SnSystem *system)
{
    for (int f = 0; f < system->fems.n; f++)
        if (system->fems.fems[f].solid->incompressibility == SN_INCOMPRESSIBLE_NODAL)
            return true;
    return false;
}

SnNewton sn_newton(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnNewton n = {.system = system, .inputs = inputs, .state = state, .work = work, .a = 1};
    work->forces.joint_load_stiffness = true;
    work->bilateral.share = has_nodal_rows(system) ? NODAL_SHARE : 0;
    double *room = work->step.newton;
    double **const arrays[] = {&n.base,        &n.before,        &n.direction,     &n.correction,
                               &n.multipliers, &n.accepted,      &n.momentum,      &n.missing,
                               &n.taken,       &n.initial_force, &n.steps,         &n.changes,
                               &n.row_changes, &n.previous,      &n.previous_rows, &n.start_gaps,
                               &n.start_rows,  &n.start_rates,   &n.last_rates,    &n.pushed,
                               &n.end,         &n.last,          &n.kept};
    const int sizes[] = {system->n_q + system->n_u,
                         system->n_u,
                         system->n_u,
                         system->n_u,
                         system->rows.n,
                         system->rows.n,
                         system->n_u,
                         system->n_u,
                         system->n_u,
                         system->n_u,
                         SN_NEWTON_HISTORY * system->n_u,
                         SN_NEWTON_HISTORY * system->n_u,
                         SN_NEWTON_HISTORY * system->rows.n,
                         system->n_u,
                         system->rows.n,
                         system->rows.n_limits,
                         system->rows.n,
                         system->rows.n,
                         system->rows.n,
                         system->rows.n,
                         system->n_q + system->n_u,
                         system->n_q + system->rows.n + system->rows.n_limits,
                         system->rows.n};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *arrays[i] = room;
        room += sizes[i];
    }
    return n;
}

void sn_newton_end(SnNewton *n)
{
    n->work->bilateral.share = 0;
    n->work->forces.joint_load_stiffness = false;
}

size_t sn_newton_room(const SnSystem *system)
{
    return 3 * (size_t)system->n_q + (10 + 2 * SN_NEWTON_HISTORY) * (size_t)system->n_u +
           (9 + SN_NEWTON_HISTORY) * (size_t)system->rows.n + 2 * (size_t)system->rows.n_limits;
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
    const double *before = n->before;
    for (int i = 0; i < system->n_u_active; i++)
        move[i] = fraction * n->h * ((1 - n->a) * before[i] + n->a * u[i]);
    memcpy(q, sn_state_q_const(n->work->step.backup), (size_t)system->n_q * sizeof *q);
    sn_displace(system, move, q);
    sn_scratch_give(n->work, move);
    sn_targets_move(system, n->h, fraction, n->state, n->work);
}

void sn_newton_rows(SnNewton *n)
{
    sn_kinematics(n->system, sn_state_q(n->state), sn_state_u(n->state), n->work);
    if (!n->is_static) /* walls that are led rub and push as fast as they are now */
        sn_prescribed_velocity(n->system, sn_state_u(n->state), n->work);
    sn_rows(n->system, n->state, n->work, true, sn_newton_end_rows(n));
}

/* The state at base + fraction x direction. */
void sn_newton_move(SnNewton *n, double fraction)
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
    sn_newton_rows(n);
}

/* Something has a mass that is none of the blocks' and changes with the pose. */
static bool takes_inertia(const SnNewton *n)
{
    return n->work->forces.strand || n->system->joints.armatures;
}

/* What the matter of strands and rotors takes of the impulse, into `taken`; body axes, at the
 * configuration and velocities of the last sn_kinematics. */
void sn_newton_inertia(const SnNewton *n)
{
    const SnSystem *system = n->system;
    if (!takes_inertia(n))
        return;
    const double *before = n->before;
    const double *after = n->a < 1 ? n->end + system->n_q : sn_state_u_const(n->state);
    double *change = sn_scratch_take(n->work, "change of velocity", system->n_u);
    for (int i = 0; i < system->n_u; i++) {
        change[i] = after[i] - before[i];
        n->taken[i] = 0;
    }
    if (n->work->forces.strand)
        sn_strand_take_inertia(system, n->state, n->work, change, n->h, n->taken);
    if (system->joints.armatures) {
        double *rates = sn_scratch_take(n->work, "mean acceleration", system->n_u);
        for (int i = 0; i < system->n_u; i++)
            rates[i] = change[i] / n->h;
        sn_armatures_add_quadratic(system, n->state, n->work, rates, n->h, n->taken);
        sn_scratch_give(n->work, rates);
    }
    sn_scratch_give(n->work, change);
}

/* Levers and rows in the middle of the step, for the trapezoidal rule; the state stays. */
void sn_newton_middle(SnNewton *n)
{
    const SnSystem *system = n->system;
    double *q = sn_state_q(n->state), *u = sn_state_u(n->state);
    const size_t n_q = (size_t)system->n_q * sizeof *q, n_u = (size_t)system->n_u * sizeof *u;
    memcpy(n->end, q, n_q);
    memcpy(n->end + system->n_q, u, n_u);
    advance_blocks(n, 0.5);
    if (takes_inertia(n)) { /* quadratic velocity forces are those of the mean velocity */
        const double *before = n->before;
        for (int i = 0; i < system->n_u_active; i++)
            u[i] = 0.5 * (u[i] + before[i]);
        sn_attachments_follow(system, q, u);
    }
    sn_kinematics(system, q, u, n->work);
    sn_prescribed_velocity(system, u, n->work);
    sn_newton_inertia(n);
    sn_rows(system, n->state, n->work, true, &n->work->rows);
    memcpy(q, n->end, n_q);
    memcpy(u, n->end + system->n_q, n_u);
}

/* --- residuals --- */

/* Momenta M v of all blocks that move, rotations in world axes. */
void sn_newton_momenta(const SnNewton *n, const double *u, double *r)
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
void sn_newton_turn(const SnNewton *n, bool to_body, double *r)
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
void sn_newton_imbalance(const SnNewton *n)
{
    const SnSystem *system = n->system;
    double *full = n->missing;
    double *force = sn_scratch_take(n->work, "force in world axes", system->n_u);
    sn_newton_momenta(n, sn_state_u(n->state), full);
    memcpy(force, n->work->forces.applied, (size_t)system->n_u * sizeof *force);
    sn_newton_turn(n, false, force);
    for (int i = 0; i < system->n_u; i++)
        full[i] = n->momentum[i] + n->initial_force[i] + n->h * n->a * force[i] - full[i];
    sn_scratch_give(n->work, force);
}

/* work.linear.f: what is missing from equilibrium, without limits; levers and rows are those in
 * work. */
void sn_newton_momentum_residual(const SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    const SnRowPlan *plan = &work->bilateral.plan;
    if (n->is_static) {
        sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
        for (int i = 0; i < system->n_u_active; i++)
            work->linear.f[i] = n->k * (work->linear.f[i] - (1 - n->s) * n->initial_force[i]);
    } else {
        sn_newton_turn(n, true, n->missing);
        for (int i = 0; takes_inertia(n) && i < system->n_u; i++)
            n->missing[i] += n->taken[i];
        sn_reduce_vector(system, work, n->missing, work->linear.f);
    }
    for (int i = 0; i < system->rows.n; i++)
        for (int e = plan->start[i]; n->multipliers[i] != 0 && e < plan->start[i + 1]; e++)
            work->linear.f[plan->column[e]] -= n->multipliers[i] * plan->value[e];
}

/* Joints that say the same several times share their forces by a softness that is small beside what
 * moves them in a step, but not in equilibrium: there they do not give way by it. */
static bool gives_way(const SnSystem *system, int row)
{
    return sn_row_is_soft(system, row) ||
           (row >= system->joints.n_rows && row < system->rows.n - system->general.n_rows);
}

/* work.linear.g: what rows want of the correction, softness on their present multipliers included.
 */
void sn_newton_row_residuals(SnNewton *n)
{
    const SnSystem *system = n->system;
    SnWorkspace *work = n->work;
    const SnRowValues *rows = sn_newton_end_rows(n);
    const double *u = sn_state_u_const(n->state);
    for (int i = 0; i < system->rows.n; i++) {
        const double phi = rows->residual[i];
        const bool soft = sn_row_is_soft(system, i);
        if (n->is_static && !sn_row_is_contact(system, i))
            work->linear.g[i] = -(phi - (1 - n->s) * n->start_rows[i]);
        else if (sn_row_is_contact(system, i)) /* for velocities: it stays where it was found */
            work->linear.g[i] = n->is_static ? 0 : -sn_bilateral_rate(system, rows, i, u);
        else if (soft && n->a < 1) /* mean extension */
            work->linear.g[i] = -2 * (phi + n->start_rows[i]) / n->h;
        else
            work->linear.g[i] = -(phi - n->kept[i]) / n->displacement_scale;
        if (!n->is_static || gives_way(system, i))
            work->linear.g[i] += work->linear.matrix.c[i] * n->multipliers[i];
    }
}
