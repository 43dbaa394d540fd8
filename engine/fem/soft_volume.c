/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a step that is linear in the displacements misses of the mean dilatation: the volume that
 * comes out is not the one that the linear step had in mind, and the pressure of the difference,
 * U''/V0 (V+ - V - dV/dx (x+ - x)), is large where the material is nearly incompressible.  Its
 * force is along dV/dx at the start, as in the matrix of the step: along that at the end it would
 * act, h times the rate of turning, across what resists it. */
#include "engine/fem/batches.h"

#include <math.h>
#include <string.h>

#define PART 4

typedef struct Task {
    const SnFemSolid *solid;
    const double (*before)[3], (*after)[3];
    const double *activation;
    double (*force)[3];
} Task;

/* U'' of the element's mean. */
static double curvature(const SnFemSolid *solid, const SnFemBatch *batch, const double *activation,
                        int element, double j)
{
    const SnMaterial *material = &solid->materials[batch->material];
    const SnVolumePart part = sn_material_class(material)->law->volume(material);
    const double a = activation ? activation[element] : 0;
    const double k = part.modulus * (1 + (material->stiffening - 1) * a);
    if (part.law == SN_VOLUME_LOGARITHM)
        return j > 0 ? fmax(k * (1 - log(j)) / (j * j), 0) : 0;
    return part.law == SN_VOLUME_QUADRATIC ? k : 0;
}

static void batch_defect(const Task *task, const SnFemBatch *batch)
{
    const SnFemSolid *solid = task->solid;
    const SnFemVolumeKernels *kernels = solid->batches->kernels->volume;
    double volume[2][SN_LANES], gradient[SN_ELEMENT_MAX_NODES * 3 * SN_LANES];

    kernels->volume(solid, task->before, batch, volume[0], gradient);
    kernels->volume(solid, task->after, batch, volume[1], NULL);
    for (int lane = 0; lane < batch->n_lanes; lane++) {
        const int e = batch->element[lane], *node = solid->nodes + solid->start[e];
        double missed = volume[1][lane] - volume[0][lane];
        for (int a = 0; a < batch->n_nodes; a++)
            for (int i = 0; i < 3; i++)
                missed -= gradient[SN_LANES * (3 * a + i) + lane] *
                          (task->after[node[a]][i] - task->before[node[a]][i]);
        const double rest = batch->volume[lane];
        const double pressure =
            curvature(solid, batch, task->activation, e, volume[0][lane] / rest) * missed / rest;
        for (int a = 0; a < batch->n_nodes; a++)
            for (int i = 0; i < 3; i++)
                task->force[solid->start[e] + a][i] =
                    -pressure * gradient[SN_LANES * (3 * a + i) + lane];
    }
}

static void part_defect(void *data, int part)
{
    const Task *task = data;
    const SnFemBatches *batches = task->solid->batches;

    for (int b = PART * part; b < batches->n && b < PART * (part + 1); b++)
        batch_defect(task, &batches->batch[b]);
}

bool sn_fem_has_soft_volume(const SnFemSolid *solid)
{
    if (solid->incompressibility != SN_INCOMPRESSIBLE_SOFT || solid->batches->n == 0)
        return false;
    for (int m = 0; m < solid->n_materials; m++)
        if (sn_material_class(&solid->materials[m])->flags & SN_LAW_SMALL_STRAIN)
            return false;
    return true;
}

void sn_fem_volume_defect(const SnFemSolid *solid, const double (*before)[3],
                          const double (*after)[3], const double *activation, SnWorkers *workers,
                          double (*force)[3])
{
    Task task = {solid, before, after, activation, force};

    memset(force, 0, (size_t)solid->start[solid->n_elements] * sizeof *force);
    sn_workers_run(workers, part_defect, &task, (solid->batches->n + PART - 1) / PART);
}
