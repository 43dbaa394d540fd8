/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches shared out to threads: each writes to its own elements, so any number of threads gives
 * the same bits. */
#include <limits.h>

#include "engine/base/memory.h"
#include "engine/fem/batches.h"

/* Batches to a part: some ten microseconds. */
#define PART 4

typedef struct Private {
    int *inside_out; /* [parts] first such element of a part, INT_MAX: none */
} Private;

typedef struct Task {
    const SnFemSolid *solid;
    const SnFemInput *input;
    SnFemScratch *scratch;
} Task;

/* Batches in their order, then sheets. */
static int item_count(const SnFemBatches *batches)
{
    return batches->n + (batches->sheets ? batches->sheets->n : 0);
}

static int part_count(const SnFemBatches *batches)
{
    return (item_count(batches) + PART - 1) / PART;
}

SnFemScratch *sn_fem_scratch_new(const SnFemSolid *solid)
{
    SnFemScratch *scratch = sn_alloc(1, sizeof *scratch);
    Private *private_part = sn_alloc(1, sizeof *private_part);

    scratch->stiffness =
        sn_alloc((size_t)solid->stiffness_start[solid->n_elements] + 1, sizeof(double));
    scratch->force = sn_alloc(3 * (size_t)solid->start[solid->n_elements] + 1, sizeof(double));
    scratch->viscous = sn_alloc(3 * (size_t)solid->start[solid->n_elements] + 1, sizeof(double));
    scratch->viscosity = sn_alloc(2 * (size_t)solid->n_materials + 1, sizeof *scratch->viscosity);
    private_part->inside_out = sn_alloc((size_t)part_count(solid->batches) + 1, sizeof(int));
    scratch->private_part = private_part;
    return scratch;
}

void sn_fem_scratch_free(SnFemScratch *scratch)
{
    if (!scratch)
        return;
    sn_free(scratch->stiffness);
    sn_free(scratch->force);
    sn_free(scratch->viscous);
    sn_free(scratch->viscosity);
    sn_free(((Private *)scratch->private_part)->inside_out);
    sn_free(scratch->private_part);
    sn_free(scratch);
}

static void evaluate_part(void *data, int part)
{
    const Task *task = data;
    const SnFemBatches *batches = task->solid->batches;
    const int n = item_count(batches), end = n < PART * (part + 1) ? n : PART * (part + 1);
    int first = INT_MAX;

    for (int b = PART * part; b < end; b++) {
        if (b >= batches->n) {
            const SnSheet *sheet = &batches->sheets->sheet[b - batches->n];
            if (batches->kernels->sheet(task->solid, task->input, sheet, task->scratch, NULL) &&
                sheet->element < first)
                first = sheet->element;
            continue;
        }
        const SnFemBatch *batch = &batches->batch[b];
        const int bad = batches->kernels->evaluate(task->solid, task->input, batch, task->scratch);
        for (int lane = 0; lane < batch->n_lanes; lane++)
            if (bad >> lane & 1 && batch->element[lane] < first)
                first = batch->element[lane];
    }
    ((Private *)task->scratch->private_part)->inside_out[part] = first;
}

int sn_fem_evaluate(const SnFemSolid *solid, const SnFemInput *input, SnWorkers *workers,
                    SnFemScratch *scratch)
{
    Task task = {solid, input, scratch};
    const Private *private_part = scratch->private_part;
    const int n_parts = part_count(solid->batches);
    int first = INT_MAX;

    for (int m = 0; solid->stiffness_damping != 0 && m < solid->n_materials; m++) {
        const SnFemKernels *kernels = solid->batches->kernels;
        const SnMaterial *material = &solid->materials[m];
        scratch->viscosity[m] = kernels->viscosity(material, solid->incompressibility);
        scratch->viscosity[solid->n_materials + m] =
            kernels->viscosity(material, SN_INCOMPRESSIBLE_OFF);
    }
    sn_workers_run(workers, evaluate_part, &task, n_parts);
    for (int part = 0; part < n_parts; part++)
        if (private_part->inside_out[part] < first)
            first = private_part->inside_out[part];
    return first == INT_MAX ? -1 : first;
}

double sn_fem_energy(const SnFemSolid *solid, const SnFemInput *input, double *element_energy)
{
    const SnFemBatches *batches = solid->batches;
    double sum = 0, energy[SN_LANES];

    for (int b = 0; b < batches->n; b++) {
        const SnFemBatch *batch = &batches->batch[b];
        batches->kernels->energy(solid, input, batch, energy);
        for (int lane = 0; lane < batch->n_lanes; lane++) {
            sum += energy[lane];
            if (element_energy)
                element_energy[batch->element[lane]] = energy[lane];
        }
    }
    for (int k = 0; batches->sheets && k < batches->sheets->n; k++) {
        const SnSheet *sheet = &batches->sheets->sheet[k];
        batches->kernels->sheet(solid, input, sheet, NULL, energy);
        sum += energy[0];
        if (element_energy)
            element_energy[sheet->element] = energy[0];
    }
    return sum;
}

/* --- viscous history --- */

typedef struct HistoryTask {
    const SnFemSolid *solid;
    const SnFemInput *input;
    bool rest;
    double *history;
} HistoryTask;

static void history_part(void *data, int part)
{
    const HistoryTask *task = data;
    const SnFemBatches *batches = task->solid->batches;
    const int end = batches->n < PART * (part + 1) ? batches->n : PART * (part + 1);

    for (int b = PART * part; b < end; b++)
        if (batches->batch[b].n_terms > 0)
            batches->kernels->history(task->solid, task->input, &batches->batch[b], task->rest,
                                      task->history);
}

void sn_fem_advance_history(const SnFemSolid *solid, const double (*x)[3], const double *activation,
                            double dt, SnWorkers *workers, double *history)
{
    const SnFemInput input = {.x = x, .activation = activation, .dt = dt};
    HistoryTask task = {solid, &input, false, history};
    if (solid->n_history > 0)
        sn_workers_run(workers, history_part, &task, part_count(solid->batches));
}

void sn_fem_rest_history(const SnFemSolid *solid, const double (*x)[3], const double *activation,
                         double *history)
{
    const SnFemInput input = {.x = x, .activation = activation};
    HistoryTask task = {solid, &input, true, history};
    if (solid->n_history > 0)
        sn_workers_run(NULL, history_part, &task, part_count(solid->batches));
}
