/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/sim/spline/spline.h"

#include "engine/base/vec.h"
#include "engine/linsolve/lcp.h"
#include "engine/sim/result/moment_arm.h"
#include "engine/sim/rod/rod_force.h"
#include "engine/sim/step/newton.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_work.h"

#include <stdlib.h>
#include <string.h>

/* Limits that can be in contact at the same time: the dense problem grows with their square. */
#define MAX_CANDIDATES 512

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
    const int behind = (3 * fem_terms + system->n_wide_values) / 12 + 1;
    rows->row = array(system->n_joint_rows + behind, sizeof *rows->row);
    rows->fem = (double(*)[3])(rows->row + system->n_joint_rows);
    rows->wide = (double *)(rows->fem + fem_terms);
    rows->residual = array(system->n_rows, sizeof *rows->residual);
    rows->limit =
        array(system->n_joint_limits + system->n_wide_limit_values / 12 + 1, sizeof *rows->limit);
    rows->wide_limit = (double *)(rows->limit + system->n_joint_limits);
    rows->wide_active = array(system->n_wide_rows, sizeof *rows->wide_active);
    rows->gap = array(system->n_limits, sizeof *rows->gap);
}

static void free_row_values(SnRowValues *rows)
{
    sn_free(rows->row);
    sn_free(rows->residual);
    sn_free(rows->limit);
    sn_free(rows->gap);
    sn_free(rows->wide_active);
}

static void new_complementarity(const SnSystem *system, SnWork *work)
{
    const int m = system->n_limits < MAX_CANDIDATES ? system->n_limits : MAX_CANDIDATES;
    work->max_candidates = m;
    work->bound = array(system->n_limits, sizeof(double));
    work->impulse = array(system->n_limits, sizeof(double));
    work->limit_softness = array(system->n_limits, sizeof(double));
    work->limit_warm = array(system->n_limits, sizeof(double));
    work->limit_chosen = array(system->n_limits, sizeof(bool));
    work->candidate = array(m, sizeof(int));
    int widest = 0;
    for (int i = 0; i < system->n_limits; i++) {
        const int width = work->n_plan.start[i + 1] - work->n_plan.start[i];
        widest = width > widest ? width : widest;
    }
    work->n_start = array(m, sizeof(int));
    work->n_column = array(widest * m, sizeof(int));
    work->n_value = array(widest * m, sizeof(double));
    work->delassus_u = array(m * system->n_u_active, sizeof(double));
    work->delassus_l = array(m * system->n_rows, sizeof(double));
    work->delassus = array(m * m, sizeof(double));
    work->lcp_q = array(m, sizeof(double));
    work->lcp_z = array(m, sizeof(double));
    work->lcp_scratch = sn_alloc(1, sn_lcp_scratch_size(m) + 8);
}

SnWork *sn_work_new(const SnSystem *system, SnLinsolveBackend backend)
{
    SnWork *work = sn_alloc(1, sizeof *work);
    work->system = system;
    work->rotation = array(system->n_blocks, sizeof *work->rotation);
    work->frame_rotation = array(system->n_frames, sizeof *work->frame_rotation);
    work->point_position = array(system->n_points, sizeof *work->point_position);
    work->point_velocity = array(system->n_points, sizeof *work->point_velocity);
    work->force = array(system->n_u, sizeof(double));
    work->explicit_force = array(system->n_u, sizeof(double));
    work->paths = array(system->n_paths, sizeof *work->paths);
    work->frame_springs = array(system->n_frame_springs, sizeof *work->frame_springs);
    work->pair = array(system->n_pair_values, sizeof(double));
    work->jacobian = array(system->n_jacobian, sizeof(double));
    work->driven = array(system->n_u, sizeof(double));
    if (system->n_moment_arms > 0)
        work->unit_motion = array(sn_moment_arm_room(system), sizeof(double));
    work->memory = array(system->n_memory, sizeof(double));
    work->left = array(system->n_monitors, sizeof *work->left);
    work->momentum = array(system->n_u, sizeof(double));
    work->bias = array(system->n_u, sizeof(double));
    work->reduced = array(system->n_u_active, sizeof(double));
    work->fem = sn_fem_work_new(system);
    work->strand = sn_strand_work_new(system);
    work->rod = sn_rod_work_new(system);
    work->spline = sn_spline_work_new(system);
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
    work->runge_kutta = array(5 * (system->n_q + system->n_u), sizeof(double));
    if (system->n_strands + system->n_guides + system->n_surfaces > 0) {
        work->right_side = array(system->n_u_active, sizeof(double));
        work->saved = array(system->n_q + system->n_u, sizeof(double));
    }
    work->backup = sn_state_new(system);
    if (system->n_pulleys > 0) {
        work->point_local = array(system->n_points, sizeof *work->point_local);
        work->part_extra = array(system->n_strand_nodes, sizeof(double));
        work->pulleys = array(system->n_pulleys, sizeof *work->pulleys);
        sn_pulleys_recall(system, work->backup, work);
    }
    work->pull_block = -1;
    work->tolerance = system->tolerance;
    for (int i = 0; i < system->n_blocks; i++)
        sn_m3_identity(work->rotation[i]);
    for (int i = 0; i < system->n_frames; i++)
        sn_q_to_m3(system->frames[i].orientation, work->frame_rotation[i]);
    if (sn_work_make_matrix(system, work, backend) && system->n_fems > 0)
        sn_linsolve_set_workers(work->solver, sn_fem_workers(work));
    new_complementarity(system, work);
    if (system->method >= SN_STEP_NEWTON_EULER)
        work->newton = sn_alloc(sn_newton_room(system) + 1, sizeof(double));
    return work;
}

void sn_work_free(SnWork *work)
{
    if (!work)
        return;
    sn_linsolve_free(work->solver);
    free_row_values(&work->rows);
    free_row_values(&work->ahead);
    sn_row_plan_free(&work->g_plan);
    sn_row_plan_free(&work->n_plan);
    sn_fem_work_free(work->fem, work->system);
    sn_strand_work_free(work->strand);
    sn_rod_work_free(work->rod, work->system);
    sn_spline_work_free(work->spline);
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
                      work->paths,
                      work->frame_springs,
                      work->pair,
                      work->row_active,
                      work->pair_offset,
                      work->row_size,
                      work->jacobian,
                      work->driven,
                      work->momentum,
                      work->bias,
                      work->reduced,
                      work->matrix.a_start,
                      work->matrix.a_row,
                      work->matrix.a_value,
                      work->matrix.c,
                      work->f,
                      work->g,
                      work->u,
                      work->l,
                      work->f_total,
                      work->bound,
                      work->impulse,
                      work->limit_softness,
                      work->limit_warm,
                      work->limit_chosen,
                      work->candidate,
                      work->n_start,
                      work->n_column,
                      work->n_value,
                      work->delassus_u,
                      work->delassus_l,
                      work->delassus,
                      work->lcp_q,
                      work->lcp_z,
                      work->lcp_scratch,
                      work->target_move,
                      work->right_side,
                      work->saved,
                      work->step_inputs,
                      work->runge_kutta,
                      work->newton,
                      work->backup};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        sn_free(arrays[i]);
    sn_free(work);
}

void sn_work_set_pull(SnWork *work, int block, const double local[3], const double target[3],
                      double stiffness, double damping)
{
    work->pull_block = block;
    if (block < 0)
        return;
    sn_v3_copy(local, work->pull_local);
    sn_v3_copy(target, work->pull_target);
    work->pull_stiffness = stiffness;
    work->pull_damping = damping;
}

/* --- timing --- */
