/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classical Runge-Kutta of fourth order.  Rows of joints hold for accelerations in its stages,
 * G u' = -G' u (Hairer, Wanner, Solving Ordinary Differential Equations II, VII.1); at the end of
 * the step place and velocity are projected on them, which moves both by less than its error. */
#include "engine/base/vec.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/solid/fem_mass.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define TURN                                                                                       \
    1e-5 /* how far rows are turned to find their rates: of the model's size, and [rad]            \
          */

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

/* Largest rate of the motion: of orientations, and of places by the model's size [1/s]. */
static double largest_rate(const SnSystem *system, const double *u)
{
    double largest = 0;
    for (int i = 0; i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        double square[2] = {0};
        for (int k = 0; k < block->n; k++)
            square[k / 3] += u[block->u + k] * u[block->u + k];
        largest = fmax(largest, fmax(sqrt(square[0]) / system->length_scale, sqrt(square[1])));
    }
    return largest;
}

/* work.linear.g = -(dG/dt) u, by central differences along the motion. */
static void turn_rows(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    double *q = sn_state_q(state), *u = sn_state_u(state);
    const double rate = largest_rate(system, u), time = rate > 0 ? TURN / rate : 0;
    memset(work->linear.g, 0, (size_t)system->rows.n * sizeof(double));
    if (!(rate > 0))
        return;
    double *saved = sn_scratch_take(work, "before turning", system->n_q);
    double *move = sn_scratch_take(work, "turning", system->n_u);
    memcpy(saved, q, (size_t)system->n_q * sizeof(double));
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < system->n_u; i++)
            move[i] = side * time * u[i];
        memcpy(q, saved, (size_t)system->n_q * sizeof(double));
        sn_displace(system, move, q);
        sn_kinematics(system, q, u, work);
        sn_rows(system, state, work, true, &work->ahead);
        for (int i = 0; i < system->rows.n; i++)
            work->linear.g[i] -= side * sn_bilateral_rate(system, &work->ahead, i, u) / (2 * time);
    }
    memcpy(q, saved, (size_t)system->n_q * sizeof(double));
    sn_scratch_give(work, move);
    sn_scratch_give(work, saved);
}

/* With attached masses and joints: P M P' u' + G' l = P (f - inertia forces), G u' = g. */
static SnFault joined_accelerations(const SnSystem *system, const SnState *state, SnWorkspace *work,
                                    double *u_rate)
{
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
    if (fault.code == SN_FAULT_NONE)
        fault = sn_solve_free(system, state, work);
    memcpy(u_rate, work->linear.u, (size_t)system->n_u_active * sizeof(double));
    return fault;
}

/* Rates of q and u of the active blocks: x' = v, o' = 1/2 o (0, w), and accelerations. */
static SnFault stage_rates(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work, double *q_rate, double *u_rate)
{
    const double *q = sn_state_q_const(state), *u = sn_state_u_const(state);
    const bool joined = system->n_attached > 0 || system->strands.n > 0 || system->splines.n > 0 ||
                        system->rows.n > 0 || sn_fem_couples_masses(system);
    if (system->rows.n > 0)
        turn_rows(system, state, work);
    sn_kinematics(system, q, u, work);
    if (system->rows.n > 0) {
        sn_prescribed_velocity(system, u, work);
        sn_rows(system, state, work, true, &work->rows);
    }
    sn_forces(system, inputs, state, work, joined, 0, 0);
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
    const SnFault fault = sn_fem_fault(system, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    if (joined)
        return joined_accelerations(system, state, work, u_rate);
    free_accelerations(system, state, work, u_rate);
    return fault;
}

static SnFault refuse_system(const SnSystem *system, const SnState *state)
{
    for (int i = 0; i < system->joints.n; i++)
        if (system->joints.joints[i].enabled && (system->joints.joints[i].compliance != 0 ||
                                                 system->joints.joints[i].rotary_compliance != 0))
            return sn_fault(SN_FAULT_UNSUPPORTED, system->joints.joints[i].id, state->time,
                            "The Runge-Kutta integrator takes no joints with compliance: choose "
                            "backward Euler, or a spring instead.");
    for (int i = 0; i < system->joints.n; i++)
        for (int k = 0; system->joints.joints[i].enabled && k < SN_MAX_COORDINATES; k++)
            if (system->joints.joints[i].coordinate[k].friction > 0)
                return sn_fault(SN_FAULT_UNSUPPORTED, system->joints.joints[i].id, state->time,
                                "The Runge-Kutta integrator takes no friction of joints: choose "
                                "backward Euler or trapezoidal.");
    for (int i = 0; i < system->joints.n_limits; i++) {
        const SnSystemJoint *joint = &system->joints.joints[system->joints.limits[i].joint];
        if (joint->enabled)
            return sn_fault(SN_FAULT_UNSUPPORTED, joint->id, state->time,
                            "The Runge-Kutta integrator takes no limits of joints: choose backward "
                            "Euler or trapezoidal, or a coordinate limit with stiffness.");
    }
    for (int i = 0; i < system->contacts.n_rules; i++) {
        const SnContactRule *rule = &system->contacts.rules[i];
        if (rule->enabled && rule->method == SN_CONTACT_CONSTRAINT)
            return sn_fault(SN_FAULT_UNSUPPORTED, rule->id, state->time,
                            "The Runge-Kutta integrator takes no contact by constraints: choose "
                            "backward Euler or trapezoidal, or a compliant method of contact.");
    }
    if (system->general.n_rows + system->general.n_limits > 0)
        return sn_fault(SN_FAULT_UNSUPPORTED,
                        system->general.n_rows > 0 ? system->general.rows[0].id
                                                   : system->general.limits[0].id,
                        state->time,
                        "The Runge-Kutta integrator takes no constraints, such as inextensible "
                        "strands and capped guides: choose backward Euler or trapezoidal, or "
                        "strands that stretch.");
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

/* Targets and activations in the middle (k = 0) and at the end (k = 2) of the step. */
static void continue_stage(const SnSystem *system, const SnStepInputs *inputs, int k,
                           SnState *state, SnWorkspace *work)
{
    const double h = work->step.size;
    sn_targets_move(system, h, 0.5, state, work);
    sn_activation_advance(system, k == 0 ? inputs->start : inputs->middle,
                          mix_stages(system, inputs, k == 0 ? QUARTER : THREE_QUARTERS, work),
                          k == 0 ? inputs->middle : inputs->before_end, h / 2, state);
}

/* Joints closed and not opening at the end. */
static SnFault project(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                       SnWorkspace *work)
{
    SnFault fault = sn_factor_mass(system, inputs->before_end, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_correct_positions(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_close_rows(system, inputs->before_end, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_factor_mass(system, inputs->before_end, state, work);
    return fault.code == SN_FAULT_NONE ? sn_admit_velocity(system, state, work) : fault;
}

/* The four stages; `room` holds three times n_q + n_u numbers. */
static SnFault stages(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                      SnWorkspace *work, double *room)
{
    const double *const at[4] = {inputs->start, inputs->middle, inputs->middle, inputs->before_end};
    static const double node[4] = {0.5, 0.5, 1, 0}, weight[4] = {1, 2, 2, 1};
    SnFault fault = {0};
    const double h = work->step.size;
    const int n = system->n_q + system->n_u;
    double *start = room, *rate = start + n, *sum = rate + n, *force = sn_state_lambda(state);
    memset(force, 0, (size_t)state->n_lambda * sizeof(double));
    memcpy(start, sn_state_q(state), (size_t)system->n_q * sizeof(double));
    memcpy(start + system->n_q, sn_state_u(state), (size_t)system->n_u * sizeof(double));
    memset(sum, 0, (size_t)n * sizeof(double));

    sn_targets_begin(system, inputs->end, mix_stages(system, inputs, MEAN, work), h, state, work);
    sn_activation_follow(system, inputs->start, state);
    for (int k = 0; k < 4; k++) {
        work->forces.viscous_dt = (double)((k + 1) / 2) * h / 2; /* 0, h/2, h/2, h */
        fault = stage_rates(system, at[k], state, work, rate, rate + system->n_q);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        for (int i = 0; i < n; i++)
            sum[i] += weight[k] / 6 * rate[i];
        for (int i = 0; i < system->rows.n; i++)
            force[i] -= work->bilateral.active[i] ? weight[k] / 6 * work->linear.l[i] : 0;
        if (k < 3)
            advance_stage(system, start, rate, h * node[k], state);
        if (k == 0 || k == 2)
            continue_stage(system, inputs, k, state, work);
    }
    advance_stage(system, start, sum, h, state);
    memset(sn_state_z(state), 0, (size_t)state->n_z * sizeof(double));
    state->active = 0;
    return system->rows.n > 0 ? project(system, inputs, state, work) : fault;
}

SnFault sn_step_runge_kutta(const SnSystem *system, const SnStepInputs *inputs, SnState *state,
                            SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnFault fault = refuse_system(system, state);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    double *room = sn_scratch_take(work, "Runge-Kutta", 3 * (system->n_q + system->n_u));
    fault = stages(system, inputs, state, work, room);
    sn_scratch_give(work, room);
    return fault;
}
