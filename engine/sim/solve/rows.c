/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All constraint rows at a configuration, and their rates. */
#include "engine/sim/joint/joints.h"
#include "engine/sim/solid/solid.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>

void sn_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
             SnRowValues *rows)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int row = joint->row < 0 ? 0 : joint->row,
                  limit = joint->limit < 0 ? 0 : joint->limit;
        if (joint->enabled)
            sn_joint_rows(system, state, work, i, jacobian,
                          &(SnJointRows){.row = rows->row + row,
                                         .residual = rows->residual + row,
                                         .limit = rows->limit + limit,
                                         .gap = rows->gap + limit});
    }
    sn_fem_rows(system, state, work, jacobian, rows);
    sn_general_rows(system, state, work, jacobian, rows);
}

double sn_row_rate(const SnSystem *system, const SnRow *row, const double value[2][6],
                   const double *u)
{
    double sum = 0;
    for (int s = 0; s < 2; s++) {
        if (row->block[s] < 0)
            continue;
        const SnBlock *block = &system->blocks[row->block[s]];
        for (int i = 0; i < block->n; i++)
            sum += value[s][i] * u[block->u + i];
    }
    return sum;
}

double sn_bilateral_rate(const SnSystem *system, const SnRowValues *rows, int i, const double *u)
{
    if (i < system->joints.n_rows)
        return sn_row_rate(system, &system->joints.rows[i], (const double(*)[6])rows->row[i], u);
    const int general = i - (system->rows.n - system->general.n_rows);
    if (general >= 0)
        return sn_general_row_rate(system, &system->general.rows[general],
                                   rows->general + system->general.rows[general].value, u);
    double sum = 0;
    const double(*value)[3] = (const double(*)[3])rows->fem;
    for (int f = 0; f < system->fems.n; f++) {
        const SnSystemFem *fem = &system->fems.fems[f];
        const SnFemSolid *solid = fem->solid;
        const int row = i - fem->first_row;
        if (row >= solid->n_constraints) {
            value += solid->n_constraints > 0 ? solid->constraint_start[solid->n_constraints] : 0;
            continue;
        }
        for (int k = solid->constraint_start[row]; k < solid->constraint_start[row + 1]; k++)
            sum += sn_v3_dot(value[k],
                             u + system->blocks[fem->node_block[solid->constraint_node[k]]].u);
        break;
    }
    return sum;
}
