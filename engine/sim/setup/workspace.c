/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/workspace.h"
#include "engine/base/memory.h"

#include "engine/base/vec.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/step/active_set.h"
#include "engine/sim/step/newton.h"
#include "engine/sim/step/parts.h"
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
    for (int f = 0; f < system->n_fems; f++) {
        const SnFemSolid *solid = system->fems[f].solid;
        fem_terms += solid->n_constraints > 0 ? solid->constraint_start[solid->n_constraints] : 0;
    }
    const int behind = (3 * fem_terms + system->n_general_values) / 12 + 1;
    rows->row = array(system->n_joint_rows + behind, sizeof *rows->row);
    rows->fem = (double(*)[3])(rows->row + system->n_joint_rows);
    rows->general = (double *)(rows->fem + fem_terms);
    rows->residual = array(system->n_rows, sizeof *rows->residual);
    rows->limit = array(system->n_joint_limits + system->n_general_limit_values / 12 + 1,
                        sizeof *rows->limit);
    rows->general_limit = (double *)(rows->limit + system->n_joint_limits);
    rows->general_active = array(system->n_general_rows, sizeof *rows->general_active);
    rows->gap = array(system->n_limits, sizeof *rows->gap);
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
    for (int i = 0; i < system->n_general_limits; i++)
        terms = system->general_limits[i].count > terms ? system->general_limits[i].count : terms;
    work->terms = array(terms, sizeof *work->terms);
    work->dense_most = SN_DENSE_MOST;
}

static void free_complementarity(SnWorkspace *work)
{
    SnDelassus *d = &work->delassus;
    sn_dynamic_rows_free(&work->dynamic);
    sn_active_set_free(work->active_set);
    void *arrays[] = {d->candidate, d->start, d->column, d->value,   d->u,       d->l,
                      d->matrix,    d->q,     d->z,      d->scratch, work->terms};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
}

SnWorkspace *sn_workspace_new(const SnSystem *system, SnLinsolveBackend backend)
{
    SnWorkspace *work = sn_alloc(1, sizeof *work);
    work->system = system;
    work->checked = sn_check_wanted();
    work->rotation = array(system->n_blocks, sizeof *work->rotation);
    work->frame_rotation = array(system->n_frames, sizeof *work->frame_rotation);
    work->point_position = array(system->n_points, sizeof *work->point_position);
    work->point_velocity = array(system->n_points, sizeof *work->point_velocity);
    work->force = array(system->n_u, sizeof(double));
    work->explicit_force = array(system->n_u, sizeof(double));
    work->pair = array(system->n_pair_values, sizeof(double));
    work->jacobian = array(system->n_jacobian, sizeof(double));
    work->prescribed = array(system->n_u, sizeof(double));
    if (system->n_moment_arms > 0)
        work->unit_motion = array(sn_moment_arm_room(system), sizeof(double));
    work->memory = array(system->n_memory, sizeof(double));
    work->left = array(system->n_monitors, sizeof *work->left);
    sn_scratch_init(system, &work->scratch);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->workspace_new)
            (*force)->workspace_new(system, work);
    new_row_values(system, &work->rows);
    new_row_values(system, &work->ahead);
    work->f = array(system->n_u_active, sizeof(double));
    work->f_total = array(system->n_u_active, sizeof(double));
    work->u = array(system->n_u_active, sizeof(double));
    work->g = array(system->n_rows, sizeof(double));
    work->l = array(system->n_rows, sizeof(double));
    work->target_move =
        array(system->n_blocks - system->n_active - system->n_attached, sizeof *work->target_move);
    work->step_inputs = array(4 * system->n_inputs, sizeof(double));
    if (system->n_strands + system->n_guides + system->n_surfaces > 0)
        work->right_side = array(system->n_u_active, sizeof(double));
    work->backup = sn_state_new(system);
    if (system->n_pulleys > 0) {
        work->point_local = array(system->n_points, sizeof *work->point_local);
        work->part_extra = array(system->n_strand_nodes, sizeof(double));
        work->pulleys = array(system->n_pulleys, sizeof *work->pulleys);
        sn_pulleys_recall(system, work->backup, work);
    }
    work->mouse_spring_block = -1;
    work->tolerance = system->tolerance;
    for (int i = 0; i < system->n_blocks; i++)
        sn_m3_identity(work->rotation[i]);
    for (int i = 0; i < system->n_frames; i++)
        sn_q_to_m3(system->frames[i].orientation, work->frame_rotation[i]);
    if (sn_workspace_make_matrix(system, work, backend) && system->n_fems > 0)
        sn_linsolve_set_workers(work->solver, sn_fem_workers(work));
    new_complementarity(system, work);
    if (system->method >= SN_STEP_NEWTON_EULER)
        work->newton = sn_alloc(sn_newton_room(system) + 1, sizeof(double));
    return work;
}

void sn_workspace_free(SnWorkspace *work)
{
    if (!work)
        return;
    sn_linsolve_free(work->solver);
    free_row_values(&work->rows);
    free_row_values(&work->ahead);
    sn_row_plan_free(&work->g_plan);
    free_complementarity(work);
    sn_scratch_clear(&work->scratch);
    for (const SnForceClass *const *force = sn_force_classes; *force; force++)
        if ((*force)->workspace_free)
            (*force)->workspace_free(work->system, work);
    void *arrays[] = {work->rotation,
                      work->frame_rotation,
                      work->point_position,
                      work->point_velocity,
                      work->point_local,
                      work->part_extra,
                      work->pulleys,
                      work->force,
                      work->unit_motion,
                      work->memory,
                      work->left,
                      work->explicit_force,
                      work->pair,
                      work->row_active,
                      work->pair_offset,
                      work->row_size,
                      work->jacobian,
                      work->prescribed,
                      work->matrix.a_start,
                      work->matrix.a_row,
                      work->matrix.a_value,
                      work->matrix.c,
                      work->f,
                      work->g,
                      work->u,
                      work->l,
                      work->f_total,
                      work->target_move,
                      work->right_side,
                      work->step_inputs,
                      work->newton,
                      work->backup};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(work);
}

void sn_workspace_set_mouse_spring(SnWorkspace *work, int block, const double local[3],
                                   const double target[3], double stiffness, double damping)
{
    work->mouse_spring_block = block;
    if (block < 0)
        return;
    sn_v3_copy(local, work->mouse_spring_local);
    sn_v3_copy(target, work->mouse_spring_target);
    work->mouse_spring_stiffness = stiffness;
    work->mouse_spring_damping = damping;
}

/* --- timing --- */
