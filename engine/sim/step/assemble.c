/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closing the joints at the start, and making velocities admissible. */
#include "engine/sim/contact/contact.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/joint/joint_place.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/path/activation.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/sim/path/path_history.h"
#include "engine/sim/rod/rod_contact.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/step/parts.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_ITERATIONS 50

static void factor_begin(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_prescribed_velocity(system, sn_state_u(state), work);
    sn_rows(system, state, work, true, &work->rows);
}

SnFault sn_factor_mass(const SnSystem *system, const double *inputs, SnState *state,
                       SnWorkspace *work)
{
    assert(!work || work->system == system);
    factor_begin(system, state, work);
    sn_forces(system, inputs, state, work, true, 0, 0);
    return sn_matrix_factor(system, state, work, 0, NULL);
}

static bool is_joint(const SnSystem *system, SnId id)
{
    const int k = sn_system_index(system, id);
    return k >= 0 && k < system->joints.n && sn_id_equal(system->joints.joints[k].id, id);
}

static SnFault not_closed(const SnSystem *system, const SnState *state, SnId id, double residual)
{
    SnFault fault = sn_fault(SN_FAULT_ASSEMBLY, id, state->time, "");
    if (!is_joint(system, id))
        snprintf(fault.text, sizeof fault.text,
                 "This cannot be brought to its length or place from the start positions (%.3g m "
                 "stay open): move what it hangs on closer to where it belongs.",
                 residual);
    else
        snprintf(
            fault.text, sizeof fault.text,
            "This joint cannot be closed from the start positions (%.3g m or rad stay open): move "
            "its bodies closer to where they belong.",
            residual);
    return fault;
}

static int flipped_joint(const SnSystem *system, const SnState *state)
{
    for (int i = 0; i < system->joints.n; i++)
        if (sn_joint_is_flipped(system, state, i))
            return i;
    return -1;
}

/* Newton's method on all of them at once: near the start, everything moves as little as its mass
 * lets it. */
static SnFault close_at_once(const SnSystem *system, const double *inputs, SnState *state,
                             SnWorkspace *work)
{
    const double tolerance = 1e-12 * fmax(system->length_scale, 1);
    const double acceptable = 1e-8 * fmax(system->length_scale, 1);
    double worst = HUGE_VAL;
    SnId id = SN_ID_NULL;
    for (int k = 0; k < MAX_ITERATIONS; k++) {
        factor_begin(system, state, work);
        sn_masses(system, inputs, state, work);
        SnFault fault = sn_matrix_factor(system, state, work, 0, NULL);
        if (fault.code != SN_FAULT_NONE)
            return fault;
        const double now = sn_worst_residual(system, state, work, &work->rows, &id);
        if (now <= tolerance || (now <= acceptable && now >= 0.5 * worst))
            break; /* closed, or as far as rounding lets it */
        worst = now;
        fault = sn_correct_positions(system, state, work);
        if (fault.code != SN_FAULT_NONE)
            return not_closed(system, state, id, now);
        sn_joints_remember(system, state); /* their coordinates may be far from where they began */
    }
    const double left = sn_worst_residual(system, state, work, &work->rows, &id);
    if (!(left <= acceptable))
        return not_closed(system, state, id, left);
    const int joint = flipped_joint(system, state);
    return joint >= 0 ? not_closed(system, state, system->joints.joints[joint].id, M_PI)
                      : (SnFault){0};
}

static SnFault close_joints(const SnSystem *system, const double *inputs, SnState *state,
                            SnWorkspace *work)
{
    memcpy(work->step.backup, state, state->size);
    const SnFault fault = close_at_once(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE || system->joints.n == 0)
        return fault;
    memcpy(state, work->step.backup, state->size);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    sn_joints_place(system, state, work);
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    sn_joints_remember(system, state);
    return close_at_once(system, inputs, state, work).code == SN_FAULT_NONE ? (SnFault){0} : fault;
}

SnFault sn_admit_velocity(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    for (int i = 0; i < work->unilateral.dynamic.n; i++) {
        SnDynamicRow *row = &work->unilateral.dynamic.row[i];
        const bool touching = row->compliance == 0 && row->restitution == 0 &&
                              sn_dynamic_row_gap(system, state, work, &work->rows, row) <=
                                  1e-9 * system->length_scale;
        row->bound = touching ? -row->prescribed : -HUGE_VAL;
        row->softness = row->impulse = 0;
    }
    return sn_admit_within(system, state, work);
}

SnFault sn_admit_within(const SnSystem *system, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const double *u = sn_state_u_const(state);
    double *full = sn_scratch_take(work, "start velocity", system->n_u);
    sn_spread_vector(system, work, u, full);
    sn_mass_multiply(system, state, work, full, work->linear.f);
    sn_scratch_give(work, full);
    for (int i = 0; i < system->rows.n; i++)
        work->linear.g[i] =
            sn_row_is_soft(system, i)
                ? sn_plan_rate(&work->bilateral.plan, i, u)
                : sn_drive_rate(system, state, i) -
                      sn_bilateral_rate(system, &work->rows, i, work->motion.prescribed);
    const SnFault fault = sn_solve_mixed(system, state, work, false);
    if (fault.code == SN_FAULT_NONE) {
        memcpy(sn_state_u(state), work->linear.u, (size_t)system->n_u_active * sizeof(double));
        sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    }
    return fault;
}

void sn_estimate_reactions(const SnSystem *system, const double *inputs, SnState *state,
                           SnWorkspace *work)
{
    assert(!work || work->system == system);
    if (system->method == SN_STEP_RUNGE_KUTTA_4 || system->method == SN_STEP_STATIC)
        return;
    double *lambda = sn_state_lambda(state), *z = sn_state_z(state);
    double *acceleration = sn_state_acceleration(state);
    if (sn_step(system, inputs, state, work).code != SN_FAULT_NONE)
        return;
    const SnState *before = work->step.backup;
    sn_contacts_take_back(system, before, work, state);
    memcpy(work->step.backup->data + before->lambda, lambda,
           (size_t)state->n_lambda * sizeof(double));
    memcpy(work->step.backup->data + before->z, z, (size_t)state->n_z * sizeof(double));
    memcpy(work->step.backup->data + before->acceleration, acceleration,
           (size_t)state->n_u * sizeof(double));
    sn_strand_friction_copy(system, state, work->step.backup);
    work->step.backup->active = state->active;
    memcpy(state, work->step.backup, state->size);
}

SnFault sn_assemble_unloaded(const SnSystem *system, const double *inputs, SnState *state,
                             SnWorkspace *work)
{
    assert(!work || work->system == system);
    /* targets at the start say where kinematic blocks are; then their velocities */
    const double tiny = 1e-30;
    sn_rod_contacts_forget(work);
    sn_contacts_begin(work, false);
    work->linear.tolerance = system->tolerance;
    sn_targets_begin(system, inputs, inputs, tiny, state, work);
    sn_targets_move(system, tiny, 1, state, work);
    sn_targets_end(system, inputs, state);
    sn_targets_begin(system, inputs, inputs, system->step_size, state, work);
    sn_activation_advance(system, inputs, inputs, inputs, 0, state);

    sn_joints_remember(system, state);
    sn_gears_engage(system, state);
    sn_drives_begin(system, inputs, 0, state);
    sn_pulleys_engage(system, state, work);
    SnFault fault = close_joints(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_admit_velocity(system, state, work);
    sn_joints_remember(system, state);
    if (system->splines.n_constraints > 0) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_spline_track(system, state, work);
    }
    if (sn_paths_have_history(system)) {
        sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
        sn_paths_equilibrate(system, state, work, false);
    }
    return fault;
}

SnFault sn_assemble(const SnSystem *system, const double *inputs, SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    const SnFault fault = sn_assemble_unloaded(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        sn_estimate_reactions(system, inputs, state, work);
    sn_evaluate(system, inputs, state, work);
    return fault.code == SN_FAULT_NONE ? sn_paths_check(system, state, work) : fault;
}

SnFault sn_follow(const SnSystem *system, const double *inputs, const double *rates, SnState *state,
                  SnWorkspace *work)
{
    assert(work->system == system);
    work->linear.tolerance = system->tolerance;
    sn_rod_contacts_forget(work);
    sn_contacts_begin(work, false);
    sn_activation_advance(system, inputs, inputs, inputs, 0, state);
    sn_joints_remember(system, state);
    sn_gears_engage(system, state);
    sn_drives_begin(system, inputs, 0, state);
    sn_drives_set_rates(system, rates, state);
    sn_pulleys_engage(system, state, work);
    memset(sn_state_u(state), 0, (size_t)system->n_u_active * sizeof(double));
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    SnFault fault = close_joints(system, inputs, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_admit_velocity(system, state, work);
    if (fault.code != SN_FAULT_NONE)
        return fault;
    sn_joints_remember(system, state);
    sn_kinematics(system, sn_state_q(state), sn_state_u(state), work);
    if (system->splines.n_constraints > 0)
        sn_spline_track(system, state, work);
    if (sn_paths_have_history(system))
        sn_paths_equilibrate(system, state, work, false);
    sn_evaluate(system, inputs, state, work);
    return sn_paths_check(system, state, work);
}
