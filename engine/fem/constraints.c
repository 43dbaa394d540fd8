/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of incompressibility.  ELEMENT: the volume of each solid element.  NODAL: at each corner
 * node the integral of its hat function over the present volume, V_a = sum over elements of
 * int N_a dV with N_a linear in the corners: a quarter of each tetrahedron; with quadratic elements
 * the pressure space of Taylor and Hood. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/fem/batches.h"

/* Rows or batches to a part. */
#define PART 16

static int compare_ints(const void *a, const void *b)
{
    const int p = *(const int *)a, q = *(const int *)b;
    return (p > q) - (p < q);
}

static int place_of(const int *sorted, int n, int wanted)
{
    const int *found = bsearch(&wanted, sorted, (size_t)n, sizeof wanted, compare_ints);
    return (int)(found - sorted);
}

/* --- one row for each element --- */

static void element_rows_new(SnFemSolid *solid)
{
    SnFemBatches *batches = solid->batches;
    int n = 0;

    batches->row_of = sn_alloc((size_t)solid->n_elements + 1, sizeof(int));
    batches->slots = sn_alloc((size_t)solid->start[solid->n_elements] + 1, sizeof(int));
    solid->constraint_start = sn_alloc((size_t)solid->n_elements + 1, sizeof(int));
    solid->constraint_node = sn_alloc((size_t)solid->start[solid->n_elements] + 1, sizeof(int));
    batches->rest_volume = sn_alloc((size_t)solid->n_elements + 1, sizeof(double));
    for (int e = 0; e < solid->n_elements; e++) {
        batches->row_of[e] = -1;
        if (sn_element_is_surface((SnElementKind)solid->kind[e]))
            continue;
        const int first = solid->start[e], count = solid->start[e + 1] - first;
        int *row = solid->constraint_node + solid->constraint_start[n];
        memcpy(row, solid->nodes + first, (size_t)count * sizeof(int));
        qsort(row, (size_t)count, sizeof(int), compare_ints);
        for (int a = 0; a < count; a++)
            batches->slots[first + a] = place_of(row, count, solid->nodes[first + a]);
        solid->constraint_start[n + 1] = solid->constraint_start[n] + count;
        batches->rest_volume[n] = solid->volume[e];
        batches->row_of[e] = n++;
    }
    solid->n_constraints = n;
}

typedef struct Task {
    const SnFemSolid *solid;
    const double (*x)[3];
    const double *lambda;
    double factor;
    double *residual, (*row)[3];
    double *stiffness;
} Task;

static void element_rows(const Task *task, const SnFemBatch *batch)
{
    const SnFemSolid *solid = task->solid;
    const SnFemBatches *batches = solid->batches;
    double volume[SN_LANES], gradient[SN_ELEMENT_MAX_NODES * 3 * SN_LANES];

    batches->kernels->volume->volume(solid, task->x, batch, volume, task->row ? gradient : NULL);
    for (int lane = 0; lane < batch->n_lanes; lane++) {
        const int e = batch->element[lane], k = batches->row_of[e];
        const double scale = solid->constraint_scale[k];
        task->residual[k] = (volume[lane] - batches->rest_volume[k]) / scale;
        for (int a = 0; task->row && a < batch->n_nodes; a++) {
            const int slot = solid->constraint_start[k] + batches->slots[solid->start[e] + a];
            for (int i = 0; i < 3; i++)
                task->row[slot][i] = gradient[SN_LANES * (3 * a + i) + lane] / scale;
        }
    }
}

/* --- one row for each corner node --- */

/* Elements around each node, in the order of the batches. */
static void count_shares(const SnFemSolid *solid, int *count)
{
    const SnFemBatches *batches = solid->batches;
    for (int b = 0; b < batches->n; b++) {
        const SnFemBatch *batch = &batches->batch[b];
        const int corners = sn_element_shape((SnElementKind)batch->kind)->n_corners;
        for (int lane = 0; lane < batch->n_lanes; lane++)
            for (int c = 0; c < corners; c++)
                count[batch->node[SN_LANES * c + lane]]++;
    }
}

static void list_shares(SnFemSolid *solid, const int *row_of_node)
{
    SnFemBatches *batches = solid->batches;
    int *next = sn_alloc((size_t)solid->n_constraints + 1, sizeof *next);

    memcpy(next, batches->share_start, (size_t)solid->n_constraints * sizeof *next);
    for (int b = 0; b < batches->n; b++) {
        const SnFemBatch *batch = &batches->batch[b];
        const int corners = sn_element_shape((SnElementKind)batch->kind)->n_corners;
        for (int lane = 0; lane < batch->n_lanes; lane++)
            for (int c = 0; c < corners; c++) {
                const int row = row_of_node[batch->node[SN_LANES * c + lane]];
                batches->share[next[row]++] = (SnFemShare){b, lane, c, 0};
            }
    }
    sn_free(next);
}

/* Nodes of a row, ascending, each once; returns their number. */
static int nodes_of_row(const SnFemBatches *batches, int row, int *node)
{
    int n = 0, kept = 0;

    for (int s = batches->share_start[row]; s < batches->share_start[row + 1]; s++) {
        const SnFemBatch *batch = &batches->batch[batches->share[s].batch];
        for (int a = 0; a < batch->n_nodes; a++)
            node[n++] = batch->node[SN_LANES * a + batches->share[s].lane];
    }
    qsort(node, (size_t)n, sizeof *node, compare_ints);
    for (int i = 0; i < n; i++)
        if (i == 0 || node[i] != node[i - 1])
            node[kept++] = node[i];
    return kept;
}

static void form_rows(SnFemSolid *solid)
{
    SnFemBatches *batches = solid->batches;
    int total = 0;

    for (int s = 0; s < batches->share_start[solid->n_constraints]; s++)
        total += batches->batch[batches->share[s].batch].n_nodes;
    solid->constraint_node = sn_alloc((size_t)total + 1, sizeof(int));
    batches->slots = sn_alloc((size_t)total + 1, sizeof(int));
    int slot = 0;
    for (int row = 0; row < solid->n_constraints; row++) {
        int *node = solid->constraint_node + solid->constraint_start[row];
        const int count = nodes_of_row(batches, row, node);
        solid->constraint_start[row + 1] = solid->constraint_start[row] + count;
        for (int s = batches->share_start[row]; s < batches->share_start[row + 1]; s++) {
            SnFemShare *share = &batches->share[s];
            const SnFemBatch *batch = &batches->batch[share->batch];
            share->slot = slot;
            for (int a = 0; a < batch->n_nodes; a++)
                batches->slots[slot++] =
                    place_of(node, count, batch->node[SN_LANES * a + share->lane]);
        }
    }
}

/* Linear shape functions of the corners at the integration points. */
static void set_corner_values(SnFemBatches *batches)
{
    batches->corner_value = sn_alloc(SN_ELEMENT_KIND_COUNT, sizeof *batches->corner_value);
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnQuadrature quadrature;
        double derivative[8][3];
        sn_element_quadrature((SnElementKind)kind, &quadrature);
        for (int p = 0; p < quadrature.n; p++)
            sn_element_functions(sn_element_corner_kind((SnElementKind)kind), quadrature.point[p],
                                 batches->corner_value[kind][p], derivative);
    }
}

/* Volume of a share; adds its gradient to the row (NULL: not wanted). */
static double share_volume(const SnFemBatches *batches, const SnFemShare *share,
                           const double (*x)[3], double (*row)[3])
{
    const SnFemBatch *batch = &batches->batch[share->batch];
    const int n = batch->n_nodes;
    double volume = 0;

    for (int p = 0; p < batch->n_points; p++) {
        const double *g = batch->gradient + SN_LANES * 3 * n * p + share->lane;
        const double weight = batch->weight[SN_LANES * p + share->lane] *
                              batches->corner_value[batch->kind][p][share->corner];
        double f[3][3] = {{0}}, c[3][3];
        for (int a = 0; a < n; a++) {
            const double *xa = x[batch->node[SN_LANES * a + share->lane]];
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    f[i][j] += xa[i] * g[SN_LANES * (3 * a + j)];
        }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const int q = (i + 1) % 3, r = (i + 2) % 3, s = (j + 1) % 3, t = (j + 2) % 3;
                c[i][j] = weight * (f[q][s] * f[r][t] - f[q][t] * f[r][s]);
            }
        volume += f[0][0] * c[0][0] + f[0][1] * c[0][1] + f[0][2] * c[0][2];
        for (int a = 0; row && a < n; a++)
            for (int i = 0; i < 3; i++)
                row[batches->slots[share->slot + a]][i] += c[i][0] * g[SN_LANES * 3 * a] +
                                                           c[i][1] * g[SN_LANES * (3 * a + 1)] +
                                                           c[i][2] * g[SN_LANES * (3 * a + 2)];
    }
    return volume;
}

static void node_row(const Task *task, int k)
{
    const SnFemSolid *solid = task->solid;
    const SnFemBatches *batches = solid->batches;
    const int first = solid->constraint_start[k], count = solid->constraint_start[k + 1] - first;
    const double scale = solid->constraint_scale[k];
    double volume = 0;

    if (task->row)
        memset(task->row[first], 0, (size_t)count * sizeof *task->row);
    for (int s = batches->share_start[k]; s < batches->share_start[k + 1]; s++)
        volume += share_volume(batches, &batches->share[s], task->x,
                               task->row ? task->row + first : NULL);
    task->residual[k] = (volume - batches->rest_volume[k]) / scale;
    for (int a = 0; task->row && a < count; a++)
        for (int i = 0; i < 3; i++)
            task->row[first + a][i] /= scale;
}

static void node_rows_new(SnFemSolid *solid)
{
    SnFemBatches *batches = solid->batches;
    int *row_of_node = sn_alloc((size_t)solid->n_nodes + 1, sizeof *row_of_node);
    int n = 0;

    count_shares(solid, row_of_node);
    batches->share_start = sn_alloc((size_t)solid->n_nodes + 1, sizeof(int));
    for (int a = 0; a < solid->n_nodes; a++) {
        if (row_of_node[a] == 0) {
            row_of_node[a] = -1;
            continue;
        }
        batches->share_start[n + 1] = batches->share_start[n] + row_of_node[a];
        row_of_node[a] = n++;
    }
    solid->n_constraints = n;
    solid->constraint_start = sn_alloc((size_t)n + 1, sizeof(int));
    batches->share = sn_alloc((size_t)batches->share_start[n] + 1, sizeof *batches->share);
    list_shares(solid, row_of_node);
    batches->row_of = row_of_node;
    form_rows(solid);
    set_corner_values(batches);
    batches->rest_volume = sn_alloc((size_t)n + 1, sizeof(double));
    for (int k = 0; k < n; k++)
        for (int s = batches->share_start[k]; s < batches->share_start[k + 1]; s++)
            batches->rest_volume[k] +=
                share_volume(batches, &batches->share[s], (const double(*)[3])solid->rest, NULL);
}

/* --- both --- */

void sn_fem_constraints_new(SnFemSolid *solid)
{
    solid->n_constraints = 0;
    if (solid->incompressibility == SN_INCOMPRESSIBLE_ELEMENT)
        element_rows_new(solid);
    else if (solid->incompressibility == SN_INCOMPRESSIBLE_NODAL)
        node_rows_new(solid);
    else
        solid->constraint_start = sn_alloc(1, sizeof(int));
    solid->constraint_scale = sn_alloc((size_t)solid->n_constraints + 1, sizeof(double));
    for (int k = 0; k < solid->n_constraints; k++) {
        const double root = cbrt(solid->batches->rest_volume[k]);
        solid->constraint_scale[k] = root * root;
    }
}

static void rows_part(void *data, int part)
{
    const Task *task = data;
    const SnFemSolid *solid = task->solid;
    const bool nodal = solid->incompressibility == SN_INCOMPRESSIBLE_NODAL;
    const int n = nodal ? solid->n_constraints : solid->batches->n;

    for (int i = PART * part; i < n && i < PART * (part + 1); i++) {
        if (nodal)
            node_row(task, i);
        else
            element_rows(task, &solid->batches->batch[i]);
    }
}

void sn_fem_constraints(const SnFemSolid *solid, const double (*x)[3], SnWorkers *workers,
                        double *residual, double (*row)[3])
{
    Task task = {.solid = solid, .x = x, .residual = residual, .row = row};
    const int n = solid->incompressibility == SN_INCOMPRESSIBLE_NODAL ? solid->n_constraints
                                                                      : solid->batches->n;
    if (solid->n_constraints > 0)
        sn_workers_run(workers, rows_part, &task, (n + PART - 1) / PART);
}

static void stiffness_part(void *data, int part)
{
    const Task *task = data;
    const SnFemBatches *batches = task->solid->batches;

    for (int b = PART * part; b < batches->n && b < PART * (part + 1); b++) {
        const SnFemBatch *batch = &batches->batch[b];
        double factor[SN_LANES];
        for (int lane = 0; lane < SN_LANES; lane++) {
            const int k = batches->row_of[batch->element[lane]];
            factor[lane] = task->factor * task->lambda[k] / task->solid->constraint_scale[k];
        }
        batches->kernels->volume->stiffness(task->solid, task->x, batch, factor, task->stiffness);
    }
}

void sn_fem_add_constraint_stiffness(const SnFemSolid *solid, const double (*x)[3],
                                     const double *lambda, double factor, SnWorkers *workers,
                                     SnFemScratch *scratch)
{
    Task task = {.solid = solid,
                 .x = x,
                 .lambda = lambda,
                 .factor = factor,
                 .stiffness = scratch->stiffness};
    if (solid->incompressibility == SN_INCOMPRESSIBLE_ELEMENT)
        sn_workers_run(workers, stiffness_part, &task, (solid->batches->n + PART - 1) / PART);
}
