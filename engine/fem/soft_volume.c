/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a step that is linear in the displacements misses of the mean dilatation: the volume that
 * comes out is not the one that the linear step had in mind, and the pressure of the difference,
 * U''/V0 (V+ - V - dV/dx (x+ - x)), is large where the material is nearly incompressible.  Its
 * force is along dV/dx at the start, as in the matrix of the step: along that at the end it would
 * act, h times the rate of turning, across what resists it. */
#include "engine/base/vec.h"
#include "engine/fem/batches.h"
#include "engine/fem/locking.h"

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

/* The same at each point (mode OFF), J in place of V. */
static void point_defect(const Task *task, const SnFemBatch *batch, int lane, int p)
{
    const int e = batch->element[lane], n = batch->n_nodes;
    const int *node = task->solid->nodes + task->solid->start[e];
    const double *g = batch->gradient + (ptrdiff_t)3 * SN_LANES * n * p + lane;
    double f[2][9] = {{0}}, c[9], missed;

    for (int a = 0; a < n; a++)
        for (int k = 0; k < 9; k++) {
            const double slope = g[SN_LANES * (3 * a + k % 3)];
            f[0][k] += task->before[node[a]][k / 3] * slope;
            f[1][k] += task->after[node[a]][k / 3] * slope;
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int q = (i + 1) % 3, r = (i + 2) % 3, s = (k + 1) % 3, t = (k + 2) % 3;
            c[3 * i + k] = f[0][3 * q + s] * f[0][3 * r + t] - f[0][3 * q + t] * f[0][3 * r + s];
        }
    const double j = sn_m3_det(f[0]);
    missed = sn_m3_det(f[1]) - j;
    for (int k = 0; k < 9; k++)
        missed -= c[k] * (f[1][k] - f[0][k]);
    const double pressure = batch->weight[SN_LANES * p + lane] * missed *
                            curvature(task->solid, batch, task->activation, e, j);
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            task->force[task->solid->start[e] + a][i] -=
                pressure *
                (c[3 * i] * g[SN_LANES * 3 * a] + c[3 * i + 1] * g[SN_LANES * (3 * a + 1)] +
                 c[3 * i + 2] * g[SN_LANES * (3 * a + 2)]);
}

static bool is_stiff(const SnMaterial *material)
{
    return !(sn_material_class(material)->flags & (SN_LAW_SMALL_STRAIN | SN_LAW_WHOLE)) &&
           sn_material_bulk_by_shear(material) > SN_NEARLY_INCOMPRESSIBLE;
}

static void points_defect(const Task *task, const SnFemBatch *batch)
{
    if (!is_stiff(&task->solid->materials[batch->material]))
        return;
    for (int lane = 0; lane < batch->n_lanes; lane++)
        for (int p = 0; p < batch->n_points; p++)
            point_defect(task, batch, lane, p);
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
        if (batches->batch[b].treatment == SN_VOLUME_OF_ELEMENT)
            batch_defect(task, &batches->batch[b]);
        else
            points_defect(task, &batches->batch[b]);
}

bool sn_fem_has_soft_volume(const SnFemSolid *solid)
{
    const bool soft = solid->incompressibility == SN_INCOMPRESSIBLE_SOFT;
    if ((!soft && solid->incompressibility != SN_INCOMPRESSIBLE_OFF) || solid->batches->n == 0)
        return false;
    for (int m = 0; m < solid->n_materials; m++)
        if (soft && sn_material_class(&solid->materials[m])->flags & SN_LAW_SMALL_STRAIN)
            return false;
    for (int m = 0; m < solid->n_materials; m++)
        if (soft || is_stiff(&solid->materials[m]))
            return true;
    return false;
}

void sn_fem_volume_defect(const SnFemSolid *solid, const double (*before)[3],
                          const double (*after)[3], const double *activation, SnWorkers *workers,
                          double (*force)[3])
{
    Task task = {solid, before, after, activation, force};

    memset(force, 0, (size_t)solid->start[solid->n_elements] * sizeof *force);
    sn_workers_run(workers, part_defect, &task, (solid->batches->n + PART - 1) / PART);
}
