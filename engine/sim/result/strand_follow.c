/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/result/strand_follow.h"

#include "engine/base/memory.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A pivot of the rows' matrix that is a smaller part of its diagonal belongs to a row that says
 * what others say already. */
#define REDUNDANT 1e-12

/* --- making --- */

static bool is_beyond(const SnSystem *system, const SnSystemMomentArm *arm, int block)
{
    for (int i = 0; i < arm->count; i++)
        if (system->arms.block[arm->first + i] == block)
            return true;
    return false;
}

static void add_own(SnSystem *system, SnSystemMomentArm *arm, int block)
{
    if (block >= system->n_active || is_beyond(system, arm, block))
        return;
    system->arms.block[arm->first_own + arm->n_own++] = block;
    system->arms.n_blocks++;
    arm->n_own_u += system->blocks[block].n;
}

/* Marks all splines that a chain of branches leads to. */
static void mark_branches(const SnSystem *system, bool *marked)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < system->splines.n_constraints; i++) {
            const SnSystemSplineConstraint *c = &system->splines.constraints[i];
            if (c->kind == SN_SPLINE_BRANCH && marked[c->spline] != marked[c->other])
                more = marked[c->spline] = marked[c->other] = true;
        }
    }
}

static void add_splines(SnSystem *system, SnSystemMomentArm *arm)
{
    bool *marked = sn_alloc((size_t)system->splines.n, sizeof *marked);
    marked[arm->line] = true;
    mark_branches(system, marked);
    for (int s = 0; s < system->splines.n; s++)
        for (int i = 0; marked[s] && i < system->splines.splines[s].n_nodes; i++)
            add_own(system, arm, system->splines.block[system->splines.splines[s].first_node + i]);
    sn_free(marked);
}

/* Where a block's numbers are among the own ones; -1: it is none of them. */
static int column_of(const SnSystem *system, const SnSystemMomentArm *arm, int block)
{
    int column = 0;
    for (int i = 0; i < arm->n_own; i++) {
        const int own = system->arms.block[arm->first_own + i];
        if (own == block)
            return column;
        column += system->blocks[own].n;
    }
    return -1;
}

static bool drags_strand(const SnSystem *system, const SnSystemMomentArm *arm,
                         const SnGeneralRow *row)
{
    if (!row->class->drags)
        return false;
    for (int k = 0; k < row->count; k++)
        if (column_of(system, arm, system->general.block[row->first + k]) >= 0)
            return true;
    return false;
}

void sn_finish_follow(SnSystem *system, SnSystemMomentArm *arm)
{
    arm->first_own = system->arms.n_blocks;
    arm->first_row = system->arms.n_rows;
    arm->n_own = arm->n_own_u = arm->n_rows = 0;
    if (arm->kind == SN_LINE_OF_SPLINE) {
        add_splines(system, arm);
    } else if (arm->kind == SN_LINE_OF_ROD) {
        const SnSystemRod *rod = &system->rods.rods[arm->line];
        for (int i = 0; i < rod->n_frames; i++)
            add_own(system, arm, system->rods.frame_block[rod->first_frame + i]);
    }
    for (int i = 0; i < system->general.n_rows; i++)
        if (drags_strand(system, arm, &system->general.rows[i]))
            system->arms.row[arm->first_row + arm->n_rows++] = i;
    system->arms.n_rows += arm->n_rows;
}

/* --- following --- */

/* Rows over the own numbers, and what they have to make good of the others' motion. */
typedef struct Rows {
    int n, width;
    double *row;    /* [n][width] */
    double *wanted; /* [n] rate that the own motion has to have along the row */
    double *weight; /* [width] of each own number: its share of the kinetic energy */
    double *matrix; /* [n][n] row weight^-1 row' */
} Rows;

int sn_follow_room(const SnSystemMomentArm *arm)
{
    return arm->n_rows * (arm->n_own_u + arm->n_rows + 1) + arm->n_own_u;
}

/* Of splines the share of each control point in the rest length, of frames mass and mean inertia:
 * diagonal, which is enough of a measure. */
static void spline_weights(const SnSystem *system, const SnSystemMomentArm *arm, double *weight)
{
    for (int s = 0; s < system->splines.n; s++) {
        const SnSystemSpline *spline = &system->splines.splines[s];
        for (int span = 0; span < spline->n_nodes - 3; span++) {
            double share[4];
            sn_spline_span_shares(
                system->splines.points + spline->first_point + SN_SPLINE_GAUSS * span, share);
            for (int i = 0; i < 4; i++) {
                const int column =
                    column_of(system, arm, system->splines.block[spline->first_node + span + i]);
                for (int k = 0; column >= 0 && k < 3; k++)
                    weight[column + k] += share[i];
            }
        }
    }
}

static void motion_weights(const SnSystem *system, const SnSystemMomentArm *arm, double *weight)
{
    if (arm->kind == SN_LINE_OF_SPLINE) {
        spline_weights(system, arm, weight);
        return;
    }
    for (int i = 0; i < arm->n_own; i++, weight += 6) {
        const SnBlock *block = &system->blocks[system->arms.block[arm->first_own + i]];
        for (int k = 0; k < 3; k++) {
            weight[k] = block->mass;
            weight[3 + k] = (block->inertia[0] + block->inertia[4] + block->inertia[8]) / 3;
        }
    }
}

/* A row that holds now, behind the others. */
static void add_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                    const SnSystemMomentArm *arm, const SnGeneralRow *general, const double *u,
                    Rows *rows)
{
    double residual, *values = work->ahead.general + general->value; /* as good as any scratch */
    double *row = rows->row + (size_t)rows->n * (size_t)rows->width;
    memset(values, 0, (size_t)sn_general_row_width(system, general) * sizeof *values);
    if (!sn_general_row_values(system, state, work, general, values, &residual))
        return;
    rows->wanted[rows->n++] = -sn_general_row_rate(system, general, values, u);
    const double *value = values;
    for (int k = 0; k < general->count; k++) {
        const int block = system->general.block[general->first + k], n = system->blocks[block].n;
        const int column = column_of(system, arm, block);
        if (column >= 0)
            memcpy(row + column, value, (size_t)n * sizeof *row);
        value += n;
    }
}

/* Lower triangle of row weight^-1 row', factored in place (Cholesky); pivots of redundant rows are
 * zero. */
static void factor_motion(const Rows *rows)
{
    const int n = rows->n, width = rows->width;
    for (int i = 0; i < n; i++) {
        double *a = rows->matrix + (size_t)i * (size_t)n;
        for (int j = 0; j <= i; j++) {
            const double *b = rows->matrix + (size_t)j * (size_t)n;
            double sum = 0;
            for (int k = 0; k < width; k++)
                sum += rows->row[i * width + k] * rows->row[j * width + k] / rows->weight[k];
            const double whole = sum;
            for (int k = 0; k < j; k++)
                sum -= a[k] * b[k];
            if (j < i)
                a[j] = b[j] > 0 ? sum / b[j] : 0;
            else
                a[i] = sum > REDUNDANT * whole ? sqrt(sum) : 0;
        }
    }
}

/* wanted becomes matrix^-1 wanted, zero where a row is redundant. */
static void solve_motion(const Rows *rows)
{
    const int n = rows->n;
    const double *l = rows->matrix;
    double *x = rows->wanted;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i * n + k] * x[k];
        x[i] = l[i * n + i] > 0 ? x[i] / l[i * n + i] : 0;
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= l[k * n + i] * x[k];
        x[i] = l[i * n + i] > 0 ? x[i] / l[i * n + i] : 0;
    }
}

void sn_strand_follow(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                      const SnSystemMomentArm *arm, double *scratch, double *u)
{
    assert(!work || work->system == system);
    Rows rows = {.width = arm->n_own_u, .row = scratch};
    rows.matrix = rows.row + arm->n_rows * arm->n_own_u;
    rows.wanted = rows.matrix + arm->n_rows * arm->n_rows;
    rows.weight = rows.wanted + arm->n_rows;
    memset(scratch, 0, (size_t)sn_follow_room(arm) * sizeof *scratch);
    motion_weights(system, arm, rows.weight);
    for (int i = 0; i < arm->n_rows; i++)
        add_row(system, state, work, arm,
                &system->general.rows[system->arms.row[arm->first_row + i]], u, &rows);
    factor_motion(&rows);
    solve_motion(&rows);
    int column = 0;
    for (int i = 0; i < arm->n_own; i++) {
        const SnBlock *block = &system->blocks[system->arms.block[arm->first_own + i]];
        for (int k = 0; k < block->n; k++, column++) {
            double sum = 0;
            for (int r = 0; r < rows.n; r++)
                sum += rows.row[r * rows.width + column] * rows.wanted[r];
            u[block->u + k] = sum / rows.weight[column];
        }
    }
}
