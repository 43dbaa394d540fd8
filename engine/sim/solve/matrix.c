/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From pairs and row values to the sparse matrix of the linear solve. */
#include "engine/base/memory.h"
#include "engine/sim/contact/contact.h"
#include "engine/sim/solve/friction.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/workspace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *array(int n, size_t size)
{
    return sn_alloc((size_t)n + 1, size);
}

/* --- M-hat: lower triangle by columns --- */

/* Pairs of each column block in ascending order of their row block: the diagonal, then the others,
 * which are sorted by row, so a stable pass over them keeps the order. */
static void make_a(const SnSystem *system, SnWorkspace *work)
{
    SnKktMatrix *matrix = &work->linear.matrix;
    matrix->n = system->n_u_active;
    matrix->a_start = array(matrix->n, sizeof(int));
    for (int p = 0; p < system->pairs.n; p++) {
        const SnBlock *row = &system->blocks[system->pairs.row[p]];
        const SnBlock *column = &system->blocks[system->pairs.column[p]];
        for (int c = 0; c < column->n; c++)
            matrix->a_start[column->u + c + 1] += row == column ? row->n - c : row->n;
    }
    for (int i = 0; i < matrix->n; i++)
        matrix->a_start[i + 1] += matrix->a_start[i];
    const int entries = matrix->a_start[matrix->n];
    matrix->a_row = array(entries, sizeof(int));
    matrix->a_value = array(entries, sizeof(double));
    work->linear.pair_offset = array(system->pairs.n, sizeof *work->linear.pair_offset);
    int *fill = array(matrix->n, sizeof(int));
    memcpy(fill, matrix->a_start, (size_t)matrix->n * sizeof(int));
    for (int p = 0; p < system->pairs.n; p++) {
        const SnBlock *row = &system->blocks[system->pairs.row[p]];
        const SnBlock *column = &system->blocks[system->pairs.column[p]];
        for (int c = 0; c < column->n; c++) {
            const int first = row == column ? c : 0;
            work->linear.pair_offset[p][c] = fill[column->u + c];
            for (int r = first; r < row->n; r++)
                matrix->a_row[fill[column->u + c]++] = row->u + r;
        }
    }
    sn_free(fill);
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

static void fill_a(const SnSystem *system, SnWorkspace *work)
{
    for (int p = 0; p < system->pairs.n; p++) {
        const int nr = system->blocks[system->pairs.row[p]].n;
        const int nc = system->blocks[system->pairs.column[p]].n;
        const double *value = work->forces.pair + system->pairs.value[p];
        const bool diagonal = p < system->n_active;
        if (diagonal && nr == 6)
            fill_pair(value, 6, 6, true, work->linear.pair_offset[p], work->linear.matrix.a_value);
        else if (diagonal && nr == 3)
            fill_pair(value, 3, 3, true, work->linear.pair_offset[p], work->linear.matrix.a_value);
        else if (nr == 3 && nc == 3)
            fill_pair(value, 3, 3, false, work->linear.pair_offset[p], work->linear.matrix.a_value);
        else
            fill_pair(value, nr, nc, diagonal, work->linear.pair_offset[p],
                      work->linear.matrix.a_value);
    }
}

/* --- G: by rows --- */

static void make_g(const SnSystem *system, SnWorkspace *work)
{
    SnKktMatrix *matrix = &work->linear.matrix;
    sn_row_plan_new(system, work);
    matrix->q = system->rows.n;
    matrix->g_start = work->bilateral.plan.start;
    matrix->g_column = work->bilateral.plan.column;
    matrix->g_value = work->bilateral.plan.value;
    matrix->c = array(matrix->q, sizeof(double));
    work->bilateral.active = array(matrix->q, sizeof(bool));
    work->bilateral.size = array(4 * matrix->q, sizeof(double));
    sn_find_overdetermined(system, work, work->bilateral.size + 3 * matrix->q);
}

/* Middle one of n numbers, which are moved about (Hoare 1961). */
static double median(double *value, int n)
{
    int low = 0, high = n - 1;
    const int middle = n / 2;
    while (low < high) {
        const double pivot = value[middle];
        int i = low, j = high;
        while (i <= j) {
            while (value[i] < pivot)
                i++;
            while (pivot < value[j])
                j--;
            if (i <= j) {
                const double swap = value[i];
                value[i++] = value[j];
                value[j--] = swap;
            }
        }
        if (j < middle)
            low = i;
        if (middle < i)
            high = j;
    }
    return value[middle];
}

/* Softness of the rows of FEM models over what they can move. */
#define VOLUME_SHARING 1e-9

/* Rows of FEM models that can move nothing, all their nodes being on one body, are noise: out
 * (kkt.md 4.2).  The others, with nodes on bodies or fixed, can be more than the free nodes can
 * satisfy: without softness their pressures have no bounds, and rounding alone makes momentum and
 * energy of them. */
static void choose_fem_rows(const SnSystem *system, SnWorkspace *work)
{
    const SnKktMatrix *matrix = &work->linear.matrix;
    const int first = system->joints.n_rows;
    const int n = system->rows.n - system->general.n_rows - first;
    double *size = work->bilateral.size, *copy = size + n, *sharing = size + 2 * matrix->q;
    if (n == 0)
        return;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int e = matrix->g_start[first + i]; e < matrix->g_start[first + i + 1]; e++) {
            const double diagonal = matrix->a_value[matrix->a_start[matrix->g_column[e]]];
            sum += matrix->g_value[e] * matrix->g_value[e] / diagonal;
        }
        size[i] = isfinite(sum) ? sum : 0;
    }
    memcpy(copy, size, (size_t)n * sizeof *copy);
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, size[i]);
    /* the second where more than half of them are noise */
    const double least = fmax(1e-8 * median(copy, n), 1e-20 * most);
    for (int i = 0; i < n; i++) {
        work->bilateral.active[first + i] = size[i] > least;
        matrix->c[first + i] = fmax(work->bilateral.share, VOLUME_SHARING) * size[i];
        sharing[first + i] = VOLUME_SHARING * size[i];
    }
}

/* Those that hold now and can move something. */
static void choose_general_rows(const SnSystem *system, SnWorkspace *work, double softness)
{
    const SnKktMatrix *matrix = &work->linear.matrix;
    const double *crowded = work->bilateral.size + 3 * matrix->q;
    for (int i = 0; i < system->general.n_rows; i++) {
        const int row = system->rows.n - system->general.n_rows + i;
        bool moves = false;
        for (int e = matrix->g_start[row]; e < matrix->g_start[row + 1]; e++)
            moves = moves || matrix->g_value[e] != 0;
        work->bilateral.active[row] = moves && crowded[row] >= 0 && work->rows.general_active[i];
        matrix->c[row] = sn_row_compliance(system, row) * softness;
    }
}

/* Above the least pivot of such a row (linsolve_backend.h), so that refinement keeps it. */
#define SHARING 2e-8

/* Rows of joints that depend on each other give way by as good as nothing, and so share what they
 * carry: without it the forces of rows that say the same but for rounding grow from step to step.
 */
static double sharing_of(const SnKktMatrix *matrix, int row)
{
    double sum = 0;
    for (int e = matrix->g_start[row]; e < matrix->g_start[row + 1]; e++)
        sum += matrix->g_value[e] * matrix->g_value[e] /
               matrix->a_value[matrix->a_start[matrix->g_column[e]]];
    return isfinite(sum) && sum > 0 ? SHARING * sum : 0;
}

static void fill_g(const SnSystem *system, SnWorkspace *work, double softness)
{
    SnKktMatrix *matrix = &work->linear.matrix;
    double *sharing = work->bilateral.size + 2 * matrix->q, *crowded = sharing + matrix->q;
    work->bilateral.n_active = 0;
    sn_row_plan_fill(work, &work->rows);
    int joint = -1;
    bool enabled = false, gives = false;
    for (int i = 0; i < system->joints.n_rows; i++) {
        if (system->joints.rows[i].joint != joint) { /* rows of a joint lie together */
            joint = system->joints.rows[i].joint;
            enabled = system->joints.joints[joint].enabled;
            gives = sn_joint_gives(&system->joints.joints[joint]);
        }
        work->bilateral.active[i] =
            enabled && crowded[i] >= 0 && matrix->g_start[i + 1] > matrix->g_start[i];
        matrix->c[i] = gives ? sn_row_compliance(system, i) * softness : 0;
        const bool shares = crowded[i] > 0 && matrix->c[i] == 0;
        sharing[i] = shares ? sharing_of(matrix, i) : 0;
        matrix->c[i] += sharing[i];
    }
    choose_fem_rows(system, work);
    choose_general_rows(system, work, softness);
    for (int i = 0; i < matrix->q; i++) {
        work->bilateral.n_active += work->bilateral.active[i];
        if (!work->bilateral.active[i])
            memset(matrix->g_value + matrix->g_start[i], 0,
                   (size_t)(matrix->g_start[i + 1] - matrix->g_start[i]) * sizeof(double));
    }
}

bool sn_workspace_make_matrix(const SnSystem *system, SnWorkspace *work, SnLinsolveBackend backend)
{
    make_a(system, work);
    make_g(system, work);
    work->linear.solver =
        work->linear.matrix.n > 0 ? sn_linsolve_new(backend, &work->linear.matrix) : NULL;
    return work->linear.solver != NULL;
}

SnFault sn_matrix_factor(const SnSystem *system, const SnState *state, SnWorkspace *work,
                         double softness, bool *indefinite)
{
    assert(!work || work->system == system);
    fill_a(system, work);
    fill_g(system, work, softness);
    SnFault fault = sn_dynamic_rows_gather(system, state, work);
    if (fault.code == SN_FAULT_NONE)
        fault = sn_friction_gather(system, state, work);
    sn_phase_end(work, SN_PHASE_ASSEMBLE);
    if (indefinite)
        *indefinite = false;
    if (!work->linear.solver || fault.code != SN_FAULT_NONE)
        return fault;
    sn_linsolve_expect_rows(work->linear.solver,
                            sn_has_contacts(work) ? work->unilateral.dynamic.n : 0);
    const SnLinsolveStatus status = sn_linsolve_factor(work->linear.solver, work->bilateral.active);
    sn_phase_end(work, SN_PHASE_FACTOR);
    if (indefinite) /* kkt.md 4.1 */
        *indefinite = sn_linsolve_negative_pivots(work->linear.solver) > work->bilateral.n_active;
    if (status == SN_LINSOLVE_OK || status == SN_LINSOLVE_INACCURATE)
        return (SnFault){0};
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        for (int k = 0; k < block->n; k++) {
            const double pivot =
                work->linear.matrix.a_value[work->linear.matrix.a_start[block->u + k]];
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
