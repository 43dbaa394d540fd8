/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classical Runge-Kutta of fourth order.  Rows of joints hold for accelerations in its stages,
 * G u' = -G' u (Hairer, Wanner, Solving Ordinary Differential Equations II, VII.1); at the end of
 * the step place and velocity are projected on them, which moves both by less than its error.
 * Limits of joints that are reached or left divide the step (runge_kutta_events.c), and so does
 * friction where it stops something or lets it go (runge_kutta_friction.c); drives lead
 * (runge_kutta_drives.c). */
#include "engine/sim/step/runge_kutta.h"
#include "engine/base/vec.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Rates of u where nothing is attached: v' = f / m, w' = I^-1 (t - w x I w). */
static void free_accelerations(const SnSystem *system, const SnState *state,
                               const SnWorkspace *work, double *u_rate)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        sn_v3_scale(1 / block->mass, work->forces.applied + block->u, u_rate + block->u);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        const double *w = sn_state_u_const(state) + block->u + 3;
        double momentum[3], moment[3];
        sn_m3_mul_v3(block->inertia, w, momentum);
        sn_v3_cross(w, momentum, moment);
        sn_v3_sub(work->forces.applied + block->u + 3, moment, moment);
        sn_m3_mul_v3(block->inertia_inverse, moment, u_rate + block->u + 3);
    }
}

/* Held limits do not close further: N u' >= -N' u, less what brings back a gap and a rate that are
 * errors of the steps before. */
#define BACK 2 /* time constant of that, over the step */

static SnFault hold(SnRungeKutta *k)
{
    SnDynamicRows *rows = &k->work->unilateral.dynamic;
    const double time = BACK * k->work->step.size, *u = sn_state_u_const(k->state);
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const bool out =
            row->class != &sn_joint_limits || k->without_limits || k->held[row->feature] == 0;
        row->softness = row->impulse = 0;
        row->bound = -HUGE_VAL;
        if (out)
            continue;
        const double gap = k->work->rows.gap[row->feature];
        const double rate = sn_dynamic_row_rate(rows, i, u) + row->prescribed;
        row->bound = -k->turned[row->feature] - 2 * rate / time - gap / (time * time);
    }
    if (k->n_rubs > 0)
        sn_runge_kutta_hold_rubs(k);
    return rows->n + k->n_rubs > 0 ? sn_solve_mixed(k->system, k->state, k->work, true)
                                   : (SnFault){0};
}

/* With attached masses and joints: P M P' u' + G' l = P (f - inertia forces), G u' = g. */
static SnFault joined_accelerations(SnRungeKutta *k, double *u_rate)
{
    const SnSystem *system = k->system;
    const SnState *state = k->state;
    SnWorkspace *work = k->work;
    SnFault fault = sn_matrix_factor(system, state, work, 0, NULL);
    sn_reduce_vector(system, work, work->forces.applied, work->linear.f);
    sn_add_inertia_forces(system, state, work, 1, false, work->linear.f);
    sn_subtract_prescribed_change(system, state, work, 1 / work->step.size);
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind != SN_BLOCK_BODY)
            continue;
        const double *w = sn_state_u_const(state) + block->u + 3;
        double momentum[3], moment[3];
        sn_m3_mul_v3(block->inertia, w, momentum);
        sn_v3_cross(w, momentum, moment);
        sn_v3_sub(work->linear.f + block->u + 3, moment, work->linear.f + block->u + 3);
    }
    sn_runge_kutta_push_rubs(k, work->linear.f);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_solve_free(system, state, work);
    if (fault.code == SN_FAULT_NONE && system->joints.n_limits + k->n_rubs > 0)
        fault = hold(k);
    memcpy(u_rate, work->linear.u, (size_t)system->n_u_active * sizeof(double));
    return fault;
}

/* Rates of q of the active blocks: x' = v, o' = 1/2 o (0, w). */
static void place_rates(const SnSystem *system, const double *q, const double *u, double *q_rate)
{
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        memcpy(q_rate + block->q, u + block->u,
               (size_t)(block->kind == SN_BLOCK_EULERIAN ? 1 : 3) * sizeof *q_rate);
        if (block->kind != SN_BLOCK_BODY)
            continue;
        const double *w = u + block->u + 3;
        const double spin[4] = {0, w[0], w[1], w[2]};
        double unit[4];
        sn_q_copy(q + block->q + 3, unit);
        sn_q_normalize(unit);
        sn_q_mul(unit, spin, q_rate + block->q + 3);
        for (int k = 0; k < 4; k++)
            q_rate[block->q + 3 + k] *= 0.5;
    }
}

static bool has_rows(const SnRungeKutta *k)
{
    return k->system->rows.n + k->system->joints.n_limits + k->n_rubs > 0;
}

SnFault sn_runge_kutta_accelerations(SnRungeKutta *k, const double *inputs)
{
    const SnSystem *system = k->system;
    SnWorkspace *work = k->work;
    assert(work->system == system);
    const double *q = sn_state_q_const(k->state), *u = sn_state_u_const(k->state);
    const bool joined = system->n_attached > 0 || system->strands.n > 0 || system->splines.n > 0 ||
                        has_rows(k) || sn_fem_couples_masses(system) || system->joints.armatures;
    if (has_rows(k))
        sn_turn_rows(system, k->state, work, k->turned);
    sn_runge_kutta_turn_rubs(k);
    sn_runge_kutta_accelerate_drives(k, work->linear.g);
    sn_kinematics(system, q, u, work);
    if (has_rows(k)) {
        sn_prescribed_velocity(system, u, work);
        sn_rows(system, k->state, work, true, &work->rows);
    }
    sn_forces(system, inputs, k->state, work, joined, 0, 0);
    const SnFault fault = sn_fem_fault(system, k->state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    if (joined)
        return joined_accelerations(k, k->rate + system->n_q);
    free_accelerations(system, k->state, work, k->rate + system->n_q);
    return fault;
}

/* Gears and couplers turn as joints do. */
static SnFault refuse_general_rows(const SnSystem *system, const SnState *state)
{
    SnId other = system->general.n_limits > 0 ? system->general.limits[0].id : SN_ID_NULL;
    bool any = system->general.n_limits > 0;
    for (int i = 0; i < system->general.n_rows; i++) {
        const SnGeneralRow *row = &system->general.rows[i];
        if (row->class != &sn_gear_constraint) {
            other = any ? other : row->id;
            any = true;
        }
    }
    return any ? sn_fault(SN_FAULT_UNSUPPORTED, other, state->time,
                          "The Runge-Kutta integrator takes no constraints, such as inextensible "
                          "strands and capped guides: choose backward Euler or trapezoidal, or "
                          "strands that stretch.")
               : (SnFault){0};
}

static SnFault refuse_system(const SnSystem *system, const SnState *state)
{
    SnFault fault = {0};
    for (int i = 0; i < system->joints.n; i++)
        if (system->joints.joints[i].enabled && (system->joints.joints[i].compliance != 0 ||
                                                 system->joints.joints[i].rotary_compliance != 0))
            return sn_fault(SN_FAULT_UNSUPPORTED, system->joints.joints[i].id, state->time,
                            "The Runge-Kutta integrator takes no joints with compliance: choose "
                            "backward Euler, or a spring instead.");
    for (int i = 0; i < system->joints.n; i++)
        if (system->joints.joints[i].enabled && system->joints.joints[i].class->turning &&
            system->joints.joints[i].coordinate[0].friction > 0)
            return sn_fault(SN_FAULT_UNSUPPORTED, system->joints.joints[i].id, state->time,
                            "The Runge-Kutta integrator takes no friction of ball joints: choose "
                            "backward Euler or trapezoidal.");
    for (int i = 0; i < system->contacts.n_rules; i++) {
        const SnContactRule *rule = &system->contacts.rules[i];
        if (rule->enabled && rule->method == SN_CONTACT_CONSTRAINT)
            return sn_fault(SN_FAULT_UNSUPPORTED, rule->id, state->time,
                            "The Runge-Kutta integrator takes no contact by constraints: choose "
                            "backward Euler or trapezoidal, or a compliant method of contact.");
    }
    fault = refuse_general_rows(system, state);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    for (int i = 0; i < system->n_active; i++)
        if (system->blocks[i].kind == SN_BLOCK_GUIDE || system->blocks[i].kind == SN_BLOCK_SURFACE)
            return sn_fault(SN_FAULT_UNSUPPORTED, system->blocks[i].id, state->time,
                            "The Runge-Kutta integrator takes no nodes that slide along guides or "
                            "on surfaces: choose backward Euler, trapezoidal or symplectic Euler.");
    for (int i = 0; i < system->strands.n_nodes; i++)
        if (system->strands.nodes[i].eulerian >= 0 && system->strands.nodes[i].friction > 0)
            return sn_fault(SN_FAULT_UNSUPPORTED, system->strands.nodes[i].id, state->time,
                            "The Runge-Kutta integrator takes no friction of strands: choose "
                            "backward Euler, trapezoidal or symplectic Euler.");
    for (int f = 0; f < system->fems.n; f++)
        if (system->fems.fems[f].solid->n_constraints > 0)
            return sn_fault(SN_FAULT_UNSUPPORTED, system->fems.fems[f].id, state->time,
                            "The Runge-Kutta integrator takes no hard incompressibility: choose "
                            "backward Euler, or incompressibility soft or off.");
    return (SnFault){0};
}

/* q and u of the active blocks: start + h rate. */
static void advance_stage(const SnSystem *system, const double *start, const double *rate, double h,
                          SnState *state)
{
    double *q = sn_state_q(state), *u = sn_state_u(state);
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        const int n_q = sn_block_n_q(block);
        for (int k = 0; k < n_q; k++)
            q[block->q + k] = start[block->q + k] + h * rate[block->q + k];
        for (int k = 0; k < block->n; k++)
            u[block->u + k] =
                start[system->n_q + block->u + k] + h * rate[system->n_q + block->u + k];
        if (block->kind == SN_BLOCK_BODY)
            sn_q_normalize(q + block->q + 3);
    }
    sn_attachments_follow(system, q, u);
}

/* The value at a fraction of the step of the parabola through start, middle and end ... */
static const double QUARTER[2] = {0.375, -0.125}, THREE_QUARTERS[2] = {-0.125, 0.375};
/* ... and its mean (Simpson). */
static const double MEAN[2] = {1.0 / 6, 1.0 / 6};

/* weight[0] start + weight[1] end + the rest x middle, until the next call. */
static const double *mix_stages(const SnSystem *system, const SnStepInputs *inputs,
                                const double weight[2], SnWorkspace *work)
{
    const int n = system->inputs.n;
    const double *middle = inputs->middle;
    double *mixed = work->step.inputs + (size_t)3 * (size_t)n;
    for (int i = 0; i < n; i++)
        mixed[i] = middle[i] + weight[0] * (inputs->start[i] - middle[i]) +
                   weight[1] * (inputs->before_end[i] - middle[i]);
    return mixed;
}

/* Targets and activations in the middle (k = 0) and at the end (k = 2) of a span. */
static void continue_stage(SnRungeKutta *r, const SnStepInputs *inputs, int k, double size)
{
    const double h = r->work->step.size;
    sn_targets_move(r->system, h, 0.5 * size / h, r->state, r->work);
    sn_activation_advance(r->system, k == 0 ? inputs->start : inputs->middle,
                          mix_stages(r->system, inputs, k == 0 ? QUARTER : THREE_QUARTERS, r->work),
                          k == 0 ? inputs->middle : inputs->before_end, size / 2, r->state);
}

/* Numbers that the arrays of SnRungeKutta take. */
static size_t runge_kutta_room(const SnSystem *system)
{
    return 3 * ((size_t)system->n_q + (size_t)system->n_u) + 2 * (size_t)system->rows.n +
           6 * (size_t)system->joints.n_limits + 6 * (size_t)system->state.n_turns +
           3 * (size_t)system->inputs.n + (size_t)system->state.n_activations;
}

static void divide_room(SnRungeKutta *k, double *room)
{
    const SnSystem *system = k->system;
    const int n = system->n_q + system->n_u, rows = system->rows.n,
              limits = system->joints.n_limits, rubs = system->state.n_turns;
    double **const arrays[] = {
        &k->start,    &k->rate,       &k->sum,         &k->activation,       &k->inputs_at,
        &k->force,    &k->span_force, &k->limit_force, &k->span_limit_force, &k->turned,
        &k->gap,      &k->rebound,    &k->held,        &k->rub_mode,         &k->rub_start,
        &k->rub_rate, &k->rub_turned, &k->rub_force,   &k->span_rub_force};
    const int sizes[] = {n,
                         n,
                         n,
                         k->state->n_activation,
                         3 * system->inputs.n,
                         rows,
                         rows,
                         limits,
                         limits,
                         limits,
                         limits,
                         limits,
                         limits,
                         rubs,
                         rubs,
                         rubs,
                         rubs,
                         rubs,
                         rubs};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        *arrays[i] = room;
        room += sizes[i];
    }
}

/* At a time within the part. */
static void inputs_at(const SnRungeKutta *k, double time, double *value)
{
    sn_inputs_within(k->inputs, k->system->inputs.n, time / k->work->step.size, value);
}

SnStepInputs sn_runge_kutta_inputs(SnRungeKutta *k, double size)
{
    const int n = k->system->inputs.n;
    double *at = k->inputs_at;
    assert(size >= 0);
    if (k->at == 0 && size == k->work->step.size)
        return *k->inputs;
    inputs_at(k, k->at, at);
    inputs_at(k, k->at + size / 2, at + n);
    inputs_at(k, k->at + size, at + (size_t)2 * (size_t)n);
    const double *end = at + (size_t)2 * (size_t)n;
    return (SnStepInputs){at, at + n, end, end, NULL, NULL, NULL};
}

void sn_runge_kutta_begin(SnRungeKutta *k)
{
    assert(k->work->system == k->system);
    const SnSystem *system = k->system;
    memcpy(k->start, sn_state_q_const(k->state), (size_t)system->n_q * sizeof(double));
    memcpy(k->start + system->n_q, sn_state_u_const(k->state),
           (size_t)system->n_u * sizeof(double));
    memcpy(k->activation, sn_state_activation_const(k->state),
           (size_t)k->state->n_activation * sizeof(double));
}

/* Back to where the span begins. */
static void go_back(SnRungeKutta *k)
{
    const SnSystem *system = k->system;
    memcpy(sn_state_q(k->state), k->start, (size_t)system->n_q * sizeof(double));
    memcpy(sn_state_u(k->state), k->start + system->n_q, (size_t)system->n_u * sizeof(double));
    memcpy(sn_state_activation(k->state), k->activation,
           (size_t)k->state->n_activation * sizeof(double));
    memset(k->sum, 0, (size_t)(system->n_q + system->n_u) * sizeof(double));
    memset(k->span_force, 0, (size_t)system->rows.n * sizeof(double));
    memset(k->span_limit_force, 0, (size_t)system->joints.n_limits * sizeof(double));
    memset(k->span_rub_force, 0, (size_t)k->n_rubs * sizeof(double));
    k->released = false;
}

/* Forces of a stage, with its weight; which limits push is settled in the first. */
static void add_stage_forces(SnRungeKutta *k, int stage, double weight)
{
    const SnDynamicRows *rows = &k->work->unilateral.dynamic;
    for (int i = 0; i < k->system->rows.n; i++)
        k->span_force[i] -= k->work->bilateral.active[i] ? weight * k->work->linear.l[i] : 0;
    for (int i = 0; k->system->joints.n_limits > 0 && i < rows->n; i++) {
        const SnDynamicRow *row = &rows->row[i];
        if (row->class != &sn_joint_limits || k->held[row->feature] == 0)
            continue;
        k->span_limit_force[row->feature] += weight * row->impulse;
        if (stage == 0)
            k->held[row->feature] = row->impulse > 0;
        else if (!(row->impulse > 0))
            k->released = true;
    }
}

SnFault sn_runge_kutta_span(SnRungeKutta *r, double size)
{
    const SnSystem *system = r->system;
    const SnStepInputs inputs = sn_runge_kutta_inputs(r, size);
    const double *const at[4] = {inputs.start, inputs.middle, inputs.middle, inputs.before_end};
    static const double node[4] = {0.5, 0.5, 1, 0}, weight[4] = {1, 2, 2, 1};
    assert(r->work->system == system);
    go_back(r);
    for (int k = 0; k < 4; k++) {
        r->time = r->at + (double)((k + 1) / 2) * size / 2; /* 0, h/2, h/2, h */
        r->work->forces.viscous_dt = r->time;
        place_rates(system, sn_state_q_const(r->state), sn_state_u_const(r->state), r->rate);
        const SnFault fault = sn_runge_kutta_accelerations(r, at[k]);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        for (int i = 0; i < system->n_q + system->n_u; i++)
            r->sum[i] += weight[k] / 6 * r->rate[i];
        add_stage_forces(r, k, weight[k] / 6);
        sn_runge_kutta_add_rubs(r, k, weight[k] / 6);
        if (k < 3)
            advance_stage(system, r->start, r->rate, size * node[k], r->state);
        if (k == 0 || k == 2)
            continue_stage(r, &inputs, k, size);
    }
    advance_stage(system, r->start, r->sum, size, r->state);
    return (SnFault){0};
}

/* Held limits do not close further, all others are free. */
static void bound_limits(SnRungeKutta *k)
{
    SnDynamicRows *rows = &k->work->unilateral.dynamic;
    for (int i = 0; i < rows->n; i++) {
        SnDynamicRow *row = &rows->row[i];
        const bool held = row->class == &sn_joint_limits && k->held[row->feature] != 0;
        row->bound = held ? -row->prescribed : -HUGE_VAL;
        row->softness = row->impulse = 0;
    }
}

SnFault sn_runge_kutta_project(SnRungeKutta *k)
{
    const SnSystem *system = k->system;
    SnState *state = k->state;
    SnWorkspace *work = k->work;
    const double *inputs = k->inputs->before_end;
    assert(work->system == system);
    if (!has_rows(k))
        return (SnFault){0};
    SnFault fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_correct_positions(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_close_rows(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_factor_mass(system, inputs, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    bound_limits(k);
    sn_runge_kutta_rest_rubs(k);
    return sn_admit_within(system, state, work);
}

SnFault sn_step_runge_kutta(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnFault fault = refuse_system(system, state);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    SnRungeKutta k = {.system = system,
                      .inputs = inputs,
                      .state = state,
                      .work = work,
                      .has_drives = inputs->quarter && sn_has_drives(system)};
    double *room = sn_scratch_take(work, "Runge-Kutta", (int)runge_kutta_room(system));
    divide_room(&k, room);
    sn_targets_begin(system, inputs->end, mix_stages(system, inputs, MEAN, work), work->step.size,
                     state, work);
    sn_activation_follow(system, inputs->start, state);
    fault = sn_runge_kutta_spans(&k);
    sn_scratch_give(work, room);
    return fault;
}
