/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/workspace.h"
#include "engine/base/memory.h"
#include "engine/sim/contact/contact.h"

#include "engine/base/vec.h"
#include "engine/sim/joint/joint_side.h"
#include "engine/sim/newton/newton.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/active_set.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/check.h"

#include <stdlib.h>
#include <string.h>

static void *array(int n, size_t size)
{
    return sn_alloc((size_t)n + 1, size);
}

static void new_row_values(const SnSystem *system, SnRowValues *rows)
{
    int fem_terms = 0;
    for (int f = 0; f < system->fems.n; f++) {
        const SnFemSolid *solid = system->fems.fems[f].solid;
        fem_terms += solid->n_constraints > 0 ? solid->constraint_start[solid->n_constraints] : 0;
    }
    const int behind = (3 * fem_terms + system->general.n_values) / 12 + 1;
    rows->row = array(system->joints.n_rows + behind, sizeof *rows->row);
    rows->fem = (double(*)[3])(rows->row + system->joints.n_rows);
    rows->general = (double *)(rows->fem + fem_terms);
    rows->residual = array(system->rows.n, sizeof *rows->residual);
    rows->limit = array(system->joints.n_limits + system->general.n_limit_values / 12 + 1,
                        sizeof *rows->limit);
    rows->general_limit = (double *)(rows->limit + system->joints.n_limits);
    rows->general_active = array(system->general.n_rows, sizeof *rows->general_active);
    rows->gap = array(system->rows.n_limits, sizeof *rows->gap);
}

static void free_row_values(SnRowValues *rows)
{
    sn_free(rows->row);
    sn_free(rows->residual);
    sn_free(rows->limit);
    sn_free(rows->gap);
    sn_free(rows->general_active);
}

static void new_complementarity(const SnSystem *system, SnWorkspace *work)
{
    int terms = 0;
    for (int i = 0; i < system->general.n_limits; i++)
        terms = system->general.limits[i].count > terms ? system->general.limits[i].count : terms;
    work->unilateral.terms = array(terms, sizeof *work->unilateral.terms);
    work->unilateral.dense_most = SN_DENSE_MOST;
    sn_friction_new(system, work);
}

static void free_complementarity(SnWorkspace *work)
{
    SnDelassus *d = &work->unilateral.delassus;
    sn_dynamic_rows_free(&work->unilateral.dynamic);
    sn_friction_free(&work->unilateral.friction);
    sn_active_set_free(work->unilateral.active_set);
    void *arrays[] = {d->candidate,
                      d->start,
                      d->column,
                      d->value,
                      d->u,
                      d->l,
                      d->matrix,
                      d->q,
                      d->z,
                      d->scratch,
                      work->unilateral.terms};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

/* What a step keeps: inputs, forces, and the states to which it goes back. */
static void new_step(const SnSystem *system, SnWorkspace *work)
{
    work->step.size = system->step_size;
    work->step.inputs = array(6 * system->inputs.n, sizeof(double));
    work->step.force = array(system->rows.n, sizeof(double));
    work->step.part = array(6 * system->inputs.n, sizeof(double));
    if (system->strands.n + system->guides.n + system->surfaces.n > 0 || system->joints.armatures)
        work->step.right_side = array(system->n_u_active, sizeof(double));
    work->step.ahead.q = array(system->n_q, sizeof(double));
    work->step.ahead.u = array(system->n_u, sizeof(double));
    work->step.ahead.unknown = array(system->n_u, sizeof(double));
    work->step.ahead.next = array(system->n_u, sizeof(double));
    work->step.backup = sn_state_new(system);
    work->step.whole = sn_state_new(system);
    if (system->accuracy > 0) {
        work->step.origin = sn_state_new(system);
        work->step.coarse = array(system->n_q, sizeof(double));
        work->step.half_force = array(system->rows.n, sizeof(double));
    }
}

/* So many fits fit into caches. */
#define MOST_FITS 1000

static SnKnownFit *new_fits(const SnSystem *system)
{
    bool any = false;
    for (int i = 0; i < system->joints.n; i++)
        any = any || system->joints.joints[i].class->motion;
    return any && system->joints.n <= MOST_FITS ? array(system->joints.n, sizeof(SnKnownFit))
                                                : NULL;
}

static void new_motion(const SnSystem *system, SnMotionWorkspace *motion)
{
    motion->rotation = array(system->n_blocks, sizeof *motion->rotation);
    motion->frame_rotation = array(system->n_frames, sizeof *motion->frame_rotation);
    motion->point_position = array(system->n_points, sizeof *motion->point_position);
    motion->point_velocity = array(system->n_points, sizeof *motion->point_velocity);
    motion->jacobian = array(system->attachments.n_jacobian, sizeof(double));
    motion->prescribed = array(system->n_u, sizeof(double));
    motion->target_move = array(system->n_blocks - system->n_active - system->n_attached,
                                sizeof *motion->target_move);
    motion->fits = new_fits(system);
    motion->q = array(system->n_q, sizeof(double));
    motion->u = array(system->n_u, sizeof(double));
    for (int i = 0; i < system->n_blocks; i++)
        sn_m3_identity(motion->rotation[i]);
    for (int i = 0; i < system->n_frames; i++)
        sn_q_to_m3(system->frames[i].orientation, motion->frame_rotation[i]);
}

static void new_pulleys(const SnSystem *system, SnWorkspace *work)
{
    work->pulleys.point_local = array(system->n_points, sizeof *work->pulleys.point_local);
    work->pulleys.part_extra = array(system->strands.n_nodes, sizeof(double));
    work->pulleys.node_turn = array(system->strands.n_nodes, sizeof *work->pulleys.node_turn);
    work->pulleys.contacts = array(system->pulleys.n, sizeof *work->pulleys.contacts);
    sn_pulleys_recall(system, work->step.backup, work);
}

SnWorkspace *sn_workspace_new(const SnSystem *system, SnLinsolveBackend backend)
{
    SnWorkspace *work = sn_alloc(1, sizeof *work);
    work->system = system;
    work->checked = sn_check_wanted();
    new_motion(system, &work->motion);
    work->forces.applied = array(system->n_u, sizeof(double));
    work->forces.explicit_force = array(system->n_u, sizeof(double));
    work->forces.pair = array(system->pairs.n_values, sizeof(double));
    if (system->arms.n > 0)
        work->unit_motion = array(sn_moment_arm_room(system), sizeof(double));
    work->control.memory = array(system->state.n_memory, sizeof(double));
    work->control.left = array(system->control.n_monitors, sizeof *work->control.left);
    sn_scratch_init(system, &work->scratch);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->workspace_new)
            (*force)->workspace_new(system, work);
    new_row_values(system, &work->rows);
    new_row_values(system, &work->ahead);
    work->linear.f = array(system->n_u_active, sizeof(double));
    work->linear.f_total = array(system->n_u_active, sizeof(double));
    work->linear.u = array(system->n_u_active, sizeof(double));
    work->linear.g = array(system->rows.n, sizeof(double));
    work->linear.l = array(system->rows.n, sizeof(double));
    new_step(system, work);
    if (system->pulleys.n > 0)
        new_pulleys(system, work);
    work->mouse_spring.block = -1;
    work->linear.tolerance = system->tolerance;
    if (sn_workspace_make_matrix(system, work, backend) && system->fems.n > 0)
        sn_linsolve_set_workers(work->linear.solver, sn_fem_workers(work));
    new_complementarity(system, work);
    work->contacts = sn_contacts_new(system);
    work->step.newton = sn_alloc(sn_newton_room(system) + 1, sizeof(double));
    return work;
}

static void free_motion(SnMotionWorkspace *motion, SnPulleyWorkspace *pulleys)
{
    void *arrays[] = {motion->rotation,
                      motion->frame_rotation,
                      motion->point_position,
                      motion->point_velocity,
                      motion->jacobian,
                      motion->prescribed,
                      motion->target_move,
                      motion->q,
                      motion->u,
                      pulleys->point_local,
                      pulleys->part_extra,
                      pulleys->node_turn,
                      pulleys->contacts,
                      motion->fits};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

void sn_workspace_free(SnWorkspace *work)
{
    if (!work)
        return;
    sn_linsolve_free(work->linear.solver);
    free_row_values(&work->rows);
    free_row_values(&work->ahead);
    sn_row_plan_free(&work->bilateral.plan);
    free_complementarity(work);
    sn_contacts_free(work->contacts, work->system);
    sn_scratch_clear(&work->scratch);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->workspace_free)
            (*force)->workspace_free(work->system, work);
    free_motion(&work->motion, &work->pulleys);
    void *arrays[] = {work->forces.applied,
                      work->unit_motion,
                      work->control.memory,
                      work->control.left,
                      work->forces.explicit_force,
                      work->forces.pair,
                      work->bilateral.active,
                      work->linear.pair_offset,
                      work->bilateral.size,
                      work->linear.matrix.a_start,
                      work->linear.matrix.a_row,
                      work->linear.matrix.a_value,
                      work->linear.matrix.c,
                      work->linear.f,
                      work->linear.g,
                      work->linear.u,
                      work->linear.l,
                      work->linear.f_total,
                      work->step.right_side,
                      work->step.inputs,
                      work->step.part,
                      work->step.force,
                      work->step.whole,
                      work->step.origin,
                      work->step.coarse,
                      work->step.half_force,
                      work->step.newton,
                      work->step.ahead.q,
                      work->step.ahead.u,
                      work->step.ahead.unknown,
                      work->step.ahead.next,
                      work->step.backup};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(work);
}

void sn_workspace_set_mouse_spring(SnWorkspace *work, int block, const double local[3],
                                   const double target[3], double stiffness, double damping)
{
    work->mouse_spring.block = block;
    if (block < 0)
        return;
    sn_v3_copy(local, work->mouse_spring.local);
    sn_v3_copy(target, work->mouse_spring.target);
    work->mouse_spring.stiffness = stiffness;
    work->mouse_spring.damping = damping;
}

/* --- timing --- */
