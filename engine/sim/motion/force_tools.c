/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/motion/force_tools.h"

#include <assert.h>
#include <string.h>

void sn_add_force(const SnSystem *system, const SnWorkspace *work, int block, const double local[3],
                  const double force[3], double *f)
{
    assert(!work || work->system == system);
    assert(block >= 0 && block < system->n_blocks);
    const SnBlock *b = &system->blocks[block];
    sn_v3_add(f + b->u, force, f + b->u);
    if (b->kind == SN_BLOCK_BODY) {
        double in_body[3], moment[3];
        sn_m3_tmul_v3(work->motion.rotation[block], force, in_body);
        sn_v3_cross(local, in_body, moment);
        sn_v3_add(f + b->u + 3, moment, f + b->u + 3);
    }
}

void sn_pair_add(const SnSystem *system, SnWorkspace *work, int pair, int r, int c,
                 const double *values)
{
    assert(!work || work->system == system);
    if (pair < 0)
        return;
    const int nr = system->blocks[r].n, nc = system->blocks[c].n;
    double *target = work->forces.pair + system->pairs.value[pair];
    if (r == c) {
        for (int i = 0; i < nr; i++)
            for (int j = 0; j < nc; j++)
                target[nc * i + j] += 0.5 * (values[nc * i + j] + values[nc * j + i]);
    } else if (system->pairs.row[pair] == r) {
        for (int i = 0; i < nr * nc; i++)
            target[i] += values[i];
    } else {
        for (int i = 0; i < nr; i++)
            for (int j = 0; j < nc; j++)
                target[nr * j + i] += values[nc * i + j];
    }
}

void sn_add_load_stiffness(const SnSystem *system, SnWorkspace *work, int block,
                           const double local[3], const double force[3], double k)
{
    assert(!work || work->system == system);
    assert(block >= 0 && block < system->n_blocks);
    if (system->blocks[block].kind != SN_BLOCK_BODY)
        return;
    double in_body[3], arm[9], cross[9], product[9], values[36] = {0};
    sn_m3_tmul_v3(work->motion.rotation[block], force, in_body);
    sn_m3_cross(local, arm);
    sn_m3_cross(in_body, cross);
    sn_m3_mul(arm, cross, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            values[6 * (3 + r) + 3 + c] = -k * product[3 * r + c];
    sn_pair_add(system, work, sn_diagonal_pair(system, block), block, block, values);
}

void sn_pair_multiply(const SnSystem *system, const SnWorkspace *work, const double *x, double *y)
{
    assert(!work || work->system == system);
    memset(y, 0, (size_t)system->n_u_active * sizeof(double));
    for (int p = 0; p < system->pairs.n; p++) {
        const SnBlock *row = &system->blocks[system->pairs.row[p]];
        const SnBlock *column = &system->blocks[system->pairs.column[p]];
        const double *value = work->forces.pair + system->pairs.value[p];
        const bool mirror = row != column;
        for (int r = 0; r < row->n; r++)
            for (int c = 0; c < column->n; c++) {
                y[row->u + r] += value[column->n * r + c] * x[column->u + c];
                if (mirror)
                    y[column->u + c] += value[column->n * r + c] * x[row->u + r];
            }
    }
}
