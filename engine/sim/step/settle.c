/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rest before t = 0.  Static: the load in parts, each Newton's iteration (static.c).  Damped: the
 * motion in backward Euler, its velocities taken out at each peak of kinetic energy (kinetic
 * damping: Cundall 1976; Barnes 1999, Form finding and analysis of tension structures by dynamic
 * relaxation), until Newton's iteration finds the rest of the way. */
#include "engine/sim/step/settle.h"

#include "engine/base/memory.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/step/firm_rows.h"
#include "engine/sim/step/parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Damped: longest step over the model's, how much one may be longer than the last, and how often
 * one may be cut to a quarter. */
#define LONGEST_STEP 20
#define GROWTH       1.1
#define MOST_CUTS    12
/* What a component may move in a step: of the model's size, and [rad]; four times as far and the
 * step is taken again, shorter. */
#define FARTHEST  0.01
#define MOST_TURN 0.05
#define MUCH_MORE 4
/* Of the model's size: nearer than that Newton's iteration is tried. */
#define NEAR        0.05
#define MOST_FAILED 4 /* such iterations */

double *sn_inputs_at_rest(const SnSystem *system, const double *inputs, const SnState *state)
{
    double *held = sn_alloc((size_t)system->inputs.n + 1, sizeof *held);
    if (system->inputs.n > 0)
        memcpy(held, inputs, (size_t)system->inputs.n * sizeof *held);
    for (int i = system->n_active + system->n_attached; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->target >= 0 && block->kind == SN_BLOCK_BODY)
            memset(held + block->target + 7, 0, 6 * sizeof *held);
        else if (block->target >= 0)
            memset(held + block->target + 3, 0, 3 * sizeof *held);
    }
    const double *activation = sn_state_activation_const(state);
    for (int i = 0; i < system->paths.n_muscles; i++) {
        const SnMuscleParameters *muscle = &system->paths.muscles[i];
        held[muscle->excitation] = activation[muscle->activation];
    }
    for (int i = 0; i < system->fems.n_bundles; i++) {
        const SnSystemBundle *bundle = &system->fems.bundles[i];
        held[bundle->excitation] = activation[bundle->activation];
    }
    return held;
}

static void stop_motion(const SnSystem *system, SnState *state)
{
    memset(sn_state_u(state), 0, (size_t)system->n_u * sizeof(double));
}

/* --- distance --- */

static double norm3(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* Displacement of a block's centre and, turned into one, its rotation. */
static double block_move(const SnBlock *block, const double *move)
{
    if (block->kind == SN_BLOCK_POINT)
        return norm3(move);
    if (block->kind == SN_BLOCK_EULERIAN)
        return fabs(move[0]);
    if (block->kind != SN_BLOCK_BODY)
        return 0; /* coordinates along guides and surfaces: what follows them is counted */
    double turn[3];
    for (int k = 0; k < 3; k++)
        turn[k] =
            block->mass > 0 ? move[3 + k] * sqrt(fabs(block->inertia[4 * k]) / block->mass) : 0;
    return norm3(move) + norm3(turn);
}

/* The velocity problem with forces for ever beside M / STIFFEST [s2]: its solution is a
 * displacement, a Newton step towards equilibrium, into work.linear.u [m, rad].  Masses keep free
 * rigid motions from being singular. */
#define STIFFEST 1e6
#define FOR_EVER 1e9 /* [s] */

void sn_rest_begin(const SnSystem *system, const double *held, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    work->forces.viscous_dt = FOR_EVER;
    work->forces.joint_load_stiffness = true;
    work->linear.tolerance = system->tolerance;
    sn_targets_begin(system, held, held, system->step_size, state, work);
    stop_motion(system, state);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_prescribed_velocity(system, sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
}

/* With what repeats other rows the factor may find nothing to stand on, where forces for ever are
 * weak: then rows of all joints share what they carry (sn_firm_rows takes it out again). */
static SnFault factor_rest(const SnSystem *system, const double *held, SnState *state,
                           SnWorkspace *work)
{
    SnFault fault = sn_factor_implicit(system, held, state, work, 0, STIFFEST, 1 / STIFFEST);
    if (fault.code != SN_FAULT_NONE || !work->linear.solver ||
        sn_linsolve_repeated_rows(work->linear.solver) == 0)
        return fault;
    const int n = system->joints.n_rows;
    double *crowded = work->bilateral.size + 3 * work->linear.matrix.q;
    double *kept = sn_alloc((size_t)n + 1, sizeof *kept);
    memcpy(kept, crowded, (size_t)n * sizeof *kept);
    for (int i = 0; i < n; i++)
        crowded[i] = crowded[i] == 0 ? 1 : crowded[i];
    fault = sn_factor_implicit(system, held, state, work, 0, STIFFEST, 1 / STIFFEST);
    memcpy(crowded, kept, (size_t)n * sizeof *kept);
    sn_free(kept);
    return fault;
}

static SnFault solve_rest(const SnSystem *system, const double *held, SnState *state,
                          SnWorkspace *work)
{
    sn_rest_begin(system, held, state, work);
    SnFault fault = factor_rest(system, held, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
    for (int i = 0; i < system->n_u_active; i++)
        work->linear.f[i] *= STIFFEST;
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] = -work->rows.residual[i];
    SnDynamicRows *rows = &work->unilateral.dynamic;
    if (rows->n == 0) {
        fault = sn_solve_free(system, state, work);
        return fault.code == SN_FAULT_NONE ? sn_firm_rows(system, state, work) : fault;
    }
    sn_dynamic_rows_recall(system, state, rows, STIFFEST);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        row->bound = -sn_dynamic_row_gap(system, state, work, &work->rows, row);
        row->softness = row->compliance / STIFFEST;
    }
    return sn_firm_mixed(system, state, STIFFEST, work);
}

SnFault sn_rest_distance(const SnSystem *system, const double *inputs, SnState *state,
                         SnWorkspace *work, SnRest *rest)
{
    assert(!work || work->system == system);
    SnState *before = sn_state_copy(state);
    double *held = sn_inputs_at_rest(system, inputs, state);
    const bool load_stiffness = work->forces.joint_load_stiffness;
    int furthest = -1;
    *rest = (SnRest){.bound = true};
    memcpy(work->step.backup, state, state->size);
    const SnFault fault = solve_rest(system, held, state, work);
    for (int i = 0; i < system->n_active && fault.code == SN_FAULT_NONE; i++) {
        const SnBlock *block = &system->blocks[i];
        const double distance = block_move(block, work->linear.u + block->u);
        if (!(distance <= rest->distance)) {
            rest->distance = isfinite(distance) ? distance : HUGE_VAL;
            furthest = i;
        }
    }
    if (furthest >= 0)
        rest->id = sn_block_owner(system, furthest);
    rest->bound = rest->distance < system->length_scale;
    work->forces.joint_load_stiffness = load_stiffness;
    memcpy(state, before, state->size);
    sn_free(held);
    sn_free(before);
    return fault;
}

double sn_largest_move(const SnSystem *system, const SnState *from, const SnState *to, SnId *id)
{
    double largest = 0;
    int moved = -1;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        double move[3];
        if (block->kind != SN_BLOCK_POINT && block->kind != SN_BLOCK_BODY)
            continue;
        sn_v3_sub(sn_state_q_const(to) + block->q, sn_state_q_const(from) + block->q, move);
        if (norm3(move) > largest) {
            largest = norm3(move);
            moved = i;
        }
    }
    *id = moved >= 0 ? sn_block_owner(system, moved) : SN_ID_NULL;
    return largest;
}

/* --- the two ways --- */

static SnFault static_settle(SnSystem *system, const double *held, SnState *state,
                             SnWorkspace *work)
{
    system->method = SN_STEP_STATIC;
    return sn_step(system, held, state, work);
}

/* The whole load or nothing: what does not lead there at once is left to the motion. */
static SnFault static_at_once(SnSystem *system, const double *held, SnState *state,
                              SnWorkspace *work)
{
    const SnStepInputs inputs = sn_step_inputs_constant(held);
    system->method = SN_STEP_STATIC;
    work->step.size = system->step_size;
    work->step.shortest = true;
    const SnFault fault = sn_step_part(system, &inputs, state, work);
    work->step.shortest = false;
    return fault;
}

static SnFault too_slow(const SnSystem *system, const SnRest *rest)
{
    SnFault fault = sn_fault(SN_FAULT_SETTLE, rest->id, 0, "");
    snprintf(fault.text, sizeof fault.text,
             "The start does not come to rest within %g s of damped motion: this is %.3g mm away. "
             "Hold it, raise settle.time, or set settle.method to static or none.",
             system->settle.time, 1e3 * rest->distance);
    return fault;
}

/* Whether rest is so near that Newton's iteration finds it; it is no longer tried where it has
 * failed several times (forces of what touches may jump). */
static bool find_rest(SnSystem *system, const double *held, SnState *state, SnWorkspace *work,
                      int *failed, SnFault *fault)
{
    SnRest rest;
    *fault = sn_rest_distance(system, held, state, work, &rest);
    if (fault->code != SN_FAULT_NONE || rest.distance > NEAR * system->length_scale)
        return false;
    if (rest.distance <= system->settle.tolerance)
        return true;
    if (*failed >= MOST_FAILED)
        return false;
    const SnStepMethod method = system->method;
    SnState *before = sn_state_copy(state);
    *fault = static_at_once(system, held, state, work);
    system->method = method;
    bool found = fault->code == SN_FAULT_NONE &&
                 sn_rest_distance(system, held, state, work, &rest).code == SN_FAULT_NONE &&
                 rest.distance <= system->settle.tolerance;
    *failed += !found;
    if (!found)
        memcpy(state, before, state->size); /* what it found is another place, or none that lasts */
    sn_free(before);
    return found;
}

/* The largest motion of the last step over what it may be. */
static double step_excess(const SnSystem *system, const SnState *state)
{
    const double *u = sn_state_u_const(state);
    double far = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        for (int k = 0; k < block->n; k++)
            far = fmax(far, fabs(u[block->u + k]) /
                                (k < 3 ? FARTHEST * system->length_scale : MOST_TURN));
    }
    return far * system->step_size;
}

static SnFault damped_settle(SnSystem *system, const double *held, SnState *state,
                             SnWorkspace *work)
{
    const double shortest = system->step_size * pow(0.25, MOST_CUTS);
    const double given = system->step_size;
    double longest = given * LONGEST_STEP;
    const SnStepWatch *watch = &work->step.watch;
    double last = 0, elapsed = 0;
    int peaks = 0, wanted = 1, failed = 0;
    SnFault fault = {0};
    system->method = SN_STEP_BACKWARD_EULER;
    stop_motion(system, state);
    while (elapsed < system->settle.time) {
        if (watch->stop && watch->stop(watch->data, elapsed / system->settle.time))
            return sn_fault(SN_FAULT_INTERRUPTED, SN_ID_NULL, 0, "Stopped.");
        fault = sn_step(system, held, state, work);
        const double excess = step_excess(system, state);
        if (fault.code != SN_FAULT_NONE || excess > MUCH_MORE) {
            memcpy(state, work->step.backup, state->size);
            stop_motion(system, state);
            last = 0;
            system->step_size /= 4;
            if (system->step_size < shortest)
                return fault;
            continue;
        }
        elapsed += system->step_size;
        system->step_size = fmin(system->step_size * fmin(GROWTH, 1 / excess), longest);
        double energy[2], momentum[6];
        sn_audit(system, state, work, energy, momentum);
        if (energy[0] > last) {
            last = energy[0];
            continue;
        }
        stop_motion(system, state);
        last = 0;
        if (++peaks < wanted)
            continue;
        wanted *= 2; /* tried after 1, 2, 4 ... peaks; contacts that come and go want short steps */
        if (find_rest(system, held, state, work, &failed, &fault) ||
            fault.code == SN_FAULT_INTERRUPTED)
            return fault;
        longest = fmax(longest / 2, given);
        system->step_size = fmin(system->step_size, longest);
    }
    SnRest rest;
    if (find_rest(system, held, state, work, &failed, &fault))
        return fault;
    fault = sn_rest_distance(system, held, state, work, &rest);
    return fault.code == SN_FAULT_NONE ? too_slow(system, &rest) : fault;
}

/* --- the start --- */

static SnFault not_at_rest(const SnSystem *system, const SnRest *rest)
{
    SnFault fault = sn_fault(SN_FAULT_SETTLE, rest->id, 0, "");
    snprintf(fault.text, sizeof fault.text,
             "The start was settled, but this is still %.3g mm from rest (settle.tolerance %.3g "
             "mm): raise the tolerance, or set settle.method to the other way or none.",
             1e3 * rest->distance, 1e3 * system->settle.tolerance);
    return fault;
}

/* What the message of a step says nothing of: that it was the start, and what helps. */
static SnFault explain(const SnSystem *system, const SnRest *rest, SnFault fault)
{
    if (fault.code == SN_FAULT_INTERRUPTED)
        return sn_fault(SN_FAULT_INTERRUPTED, SN_ID_NULL, 0,
                        "Settling the start was stopped: reset to begin again, or set "
                        "settle.method to none to start as placed.");
    if (fault.code == SN_FAULT_SETTLE)
        return fault;
    SnFault said = fault;
    said.code = SN_FAULT_SETTLE;
    said.time = 0;
    if (sn_id_is_null(said.id))
        said.id = rest->id;
    snprintf(said.text, sizeof said.text,
             "The start does not settle (settle.method %s): no equilibrium near here. Hold what is "
             "free, start nearer to it, or set settle.method to %s.",
             system->settle.method == SN_SETTLE_STATIC ? "static" : "damped",
             system->settle.method == SN_SETTLE_STATIC ? "damped or none" : "none");
    return said;
}

/* From an equilibrium to a start: at t = 0, prescribed velocities and forces of constraint. */
static SnFault make_start(const SnSystem *system, const double *inputs, const SnState *before,
                          SnState *state, SnWorkspace *work)
{
    state->step = before->step;
    state->time = before->time;
    memcpy(sn_state_activation(state), sn_state_activation_const(before),
           (size_t)state->n_activation * sizeof(double));
    stop_motion(system, state);
    sn_targets_begin(system, inputs, inputs, system->step_size, state, work);
    SnFault fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_admit_velocity(system, state, work);
    memset(sn_state_acceleration(state), 0, (size_t)system->n_u * sizeof(double));
    if (sn_paths_have_history(system)) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_paths_equilibrate(system, state, work, false);
    }
    if (fault.code == SN_FAULT_NONE)
        sn_estimate_reactions(system, inputs, state, work);
    return fault;
}

SnFault sn_settle(SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work,
                  const SnStepWatch *watch)
{
    assert(!work || work->system == system);
    if (system->settle.method == SN_SETTLE_NONE)
        return (SnFault){0};
    SnState *before = sn_state_copy(state);
    double *held = sn_inputs_at_rest(system, inputs, state);
    const SnStepMethod method = system->method;
    const double step_size = system->step_size;
    const bool load_stiffness = work->forces.joint_load_stiffness;
    SnRest rest = {0};
    work->step.watch = watch ? *watch : (SnStepWatch){0};
    SnFault fault = system->settle.method == SN_SETTLE_STATIC
                        ? static_settle(system, held, state, work)
                        : damped_settle(system, held, state, work);
    system->method = method;
    system->step_size = step_size;
    work->step.watch = (SnStepWatch){0};
    if (fault.code == SN_FAULT_NONE) {
        fault = sn_rest_distance(system, held, state, work, &rest);
        if (fault.code == SN_FAULT_NONE && !(rest.distance <= system->settle.tolerance))
            fault = not_at_rest(system, &rest);
    } else if (fault.code != SN_FAULT_INTERRUPTED) {
        sn_rest_distance(system, held, state, work, &rest);
    }
    work->forces.joint_load_stiffness = load_stiffness;
    if (fault.code == SN_FAULT_NONE)
        fault = make_start(system, inputs, before, state, work);
    if (fault.code != SN_FAULT_NONE) {
        fault = explain(system, &rest, fault);
        memcpy(state, before, state->size);
    }
    sn_evaluate(system, inputs, state, work);
    sn_free(held);
    sn_free(before);
    return fault;
}
