/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From pairs and row values to the sparse matrix of the linear solve. */
#include "engine/sim/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *array(int n, size_t size)
{
    return calloc((size_t)n + 1, size);
}

/* --- M-hat: lower triangle by columns --- */

/* Pairs of each column block in ascending order of their row block: the diagonal, then the others,
 * which are sorted by row, so a stable pass over them keeps the order. */
static void make_a(const SnSystem *system, SnWork *work)
{
    SnKktMatrix *matrix = &work->matrix;
    matrix->n = system->n_u_active;
    matrix->a_start = array(matrix->n, sizeof(int));
    for (int p = 0; p < system->n_pairs; p++) {
        const SnBlock *row = &system->blocks[system->pair_row[p]];
        const SnBlock *column = &system->blocks[system->pair_column[p]];
        for (int c = 0; c < column->n; c++)
            matrix->a_start[column->u + c + 1] += row == column ? row->n - c : row->n;
    }
    for (int i = 0; i < matrix->n; i++)
        matrix->a_start[i + 1] += matrix->a_start[i];
    const int entries = matrix->a_start[matrix->n];
    matrix->a_row = array(entries, sizeof(int));
    matrix->a_value = array(entries, sizeof(double));
    work->pair_offset = array(system->n_pairs, sizeof *work->pair_offset);
    int *fill = array(matrix->n, sizeof(int));
    memcpy(fill, matrix->a_start, (size_t)matrix->n * sizeof(int));
    for (int p = 0; p < system->n_pairs; p++) {
        const SnBlock *row = &system->blocks[system->pair_row[p]];
        const SnBlock *column = &system->blocks[system->pair_column[p]];
        for (int c = 0; c < column->n; c++) {
            const int first = row == column ? c : 0;
            work->pair_offset[p][c] = fill[column->u + c];
            for (int r = first; r < row->n; r++)
                matrix->a_row[fill[column->u + c]++] = row->u + r;
        }
    }
    free(fill);
}

static inline __attribute__((always_inline)) void
fill_pair(const double *value, int nr, int nc, bool diagonal, const int offset[6], double *a)
{
    for (int c = 0; c < nc; c++) {
        double *target = a + offset[c];
        for (int r = diagonal ? c : 0; r < nr; r++)
            *target++ = value[nc * r + c];
    }
}

static void fill_a(const SnSystem *system, SnWork *work)
{
    for (int p = 0; p < system->n_pairs; p++) {
        const int nr = system->blocks[system->pair_row[p]].n;
        const int nc = system->blocks[system->pair_column[p]].n;
        const double *value = work->pair + system->pair_value[p];
        const bool diagonal = p < system->n_active;
        if (diagonal && nr == 6)
            fill_pair(value, 6, 6, true, work->pair_offset[p], work->matrix.a_value);
        else
            fill_pair(value, nr, nc, diagonal, work->pair_offset[p], work->matrix.a_value);
    }
}

/* --- G: by rows --- */

/* Columns of a block that a row of this shape touches. */
static int columns_of(const SnBlock *block, SnRowShape shape, int columns[6])
{
    int n = 0;
    if (block->n == 3 || shape == SN_ROW_FULL) {
        for (; n < block->n; n++)
            columns[n] = n;
        return n;
    }
    if (shape != SN_ROW_ROTATION)
        columns[n++] = (int)shape - SN_ROW_POSITION_X;
    for (int k = 3; k < 6; k++)
        columns[n++] = k;
    return n;
}

static int first_side(const SnSystem *system, const SnRow *row, int order[2])
{
    int n = 0;
    for (int s = 0; s < 2; s++)
        if (row->block[s] >= 0 && row->block[s] < system->n_active)
            order[n++] = s;
    if (n == 2 && row->block[1] < row->block[0])
        order[0] = 1, order[1] = 0;
    return n;
}

static void make_g(const SnSystem *system, SnWork *work)
{
    SnKktMatrix *matrix = &work->matrix;
    matrix->q = system->n_rows;
    matrix->g_start = array(matrix->q, sizeof(int));
    matrix->g_column = array(12 * matrix->q, sizeof(int));
    matrix->g_value = array(12 * matrix->q, sizeof(double));
    matrix->c = array(matrix->q, sizeof(double));
    work->row_offset = array(matrix->q, sizeof *work->row_offset);
    work->row_active = array(matrix->q, sizeof(bool));
    int entries = 0;
    for (int i = 0; i < matrix->q; i++) {
        const SnRow *row = &system->rows[i];
        int order[2];
        const int sides = first_side(system, row, order);
        work->row_offset[i][0] = work->row_offset[i][1] = -1;
        for (int k = 0; k < sides; k++) {
            const SnBlock *block = &system->blocks[row->block[order[k]]];
            if (k == 1 && row->block[0] == row->block[1]) {
                work->row_offset[i][order[1]] = work->row_offset[i][order[0]];
                continue;
            }
            work->row_offset[i][order[k]] = entries;
            int columns[6];
            const int n = columns_of(block, row->shape, columns);
            for (int c = 0; c < n; c++)
                matrix->g_column[entries++] = block->u + columns[c];
        }
        matrix->g_start[i + 1] = entries;
    }
}

/* The columns of one side of a row; both sides on one block add up. */
static inline void write_side(const SnBlock *block, SnRowShape shape, const double *value, bool add,
                              double *target)
{
    if (add || block->n == 3 || shape == SN_ROW_FULL) {
        int columns[6];
        const int n = columns_of(block, shape, columns);
        for (int c = 0; c < n; c++)
            target[c] = value[columns[c]] + (add ? target[c] : 0);
        return;
    }
    if (shape != SN_ROW_ROTATION)
        *target++ = value[shape - SN_ROW_POSITION_X];
    for (int c = 0; c < 3; c++)
        target[c] = value[3 + c];
}

static void fill_g(const SnSystem *system, SnWork *work, double softness)
{
    SnKktMatrix *matrix = &work->matrix;
    work->n_active_rows = 0;
    for (int i = 0; i < matrix->q; i++) {
        const SnRow *row = &system->rows[i];
        const SnSystemJoint *joint = &system->joints[row->joint];
        work->row_active[i] = joint->enabled && matrix->g_start[i + 1] > matrix->g_start[i];
        work->n_active_rows += work->row_active[i];
        matrix->c[i] = row->shape == SN_ROW_ROTATION ? 0 : joint->compliance * softness;
        if (!work->row_active[i] || row->block[0] == row->block[1])
            memset(matrix->g_value + matrix->g_start[i], 0,
                   (size_t)(matrix->g_start[i + 1] - matrix->g_start[i]) * sizeof(double));
        if (!work->row_active[i])
            continue;
        for (int s = 0; s < 2; s++)
            if (work->row_offset[i][s] >= 0)
                write_side(&system->blocks[row->block[s]], row->shape, work->rows.row[i][s],
                           row->block[0] == row->block[1],
                           matrix->g_value + work->row_offset[i][s]);
    }
}

bool sn_work_make_matrix(const SnSystem *system, SnWork *work, SnLinsolveBackend backend)
{
    make_a(system, work);
    make_g(system, work);
    work->solver = work->matrix.n > 0 ? sn_linsolve_new(backend, &work->matrix) : NULL;
    return work->solver != NULL;
}

SnFault sn_matrix_factor(const SnSystem *system, const SnState *state, SnWork *work,
                         double softness, bool *indefinite)
{
    fill_a(system, work);
    fill_g(system, work, softness);
    sn_phase_end(work, SN_PHASE_ASSEMBLE);
    if (indefinite)
        *indefinite = false;
    if (!work->solver)
        return (SnFault){0};
    const SnLinsolveStatus status = sn_linsolve_factor(work->solver, work->row_active);
    sn_phase_end(work, SN_PHASE_FACTOR);
    if (indefinite) /* kkt.md 4.1 */
        *indefinite = sn_linsolve_negative_pivots(work->solver) > work->n_active_rows;
    if (status == SN_LINSOLVE_OK || status == SN_LINSOLVE_INACCURATE)
        return (SnFault){0};
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        for (int k = 0; k < block->n; k++) {
            const double pivot = work->matrix.a_value[work->matrix.a_start[block->u + k]];
            if (!isfinite(pivot))
                return sn_fault(SN_FAULT_NOT_FINITE, block->id, state->time,
                                "The stiffness at this component is not finite: check the lengths "
                                "and parameters of the springs and muscles on it.");
            if (pivot <= 0)
                return sn_fault(SN_FAULT_FACTOR, block->id, state->time,
                                "The mass or inertia of this component is zero: give it a mass, or "
                                "make it kinematic.");
        }
    }
    return sn_fault(SN_FAULT_FACTOR, SN_ID_NULL, state->time,
                    "The equations of motion could not be factored: try a smaller step, or look "
                    "for joints that contradict each other.");
}
