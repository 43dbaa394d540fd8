/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/rigid/gear.h"

#include "engine/sim/motion/guide.h"
#include "engine/sim/rod/rod_contact.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_work.h"

#include <assert.h>
#include <string.h>

bool sn_wide_row_values(const SnSystem *system, const SnState *state, const SnWork *work,
                        const SnWideRow *row, double *values, double *residual)
{
    switch (row->kind) {
    case SN_WIDE_GEAR:
        return sn_gear_row(system, state, work, row, values, residual);
    case SN_WIDE_SEGMENT:
        return sn_segment_row(system, state, work, row, values, residual);
    case SN_WIDE_GRIP:
        return sn_grip_row(system, state, work, row->owner, values, residual);
    case SN_WIDE_GUIDE_END:
        return sn_guide_end_row(system, state, row, values, residual);
    case SN_WIDE_GROOVE:
        return sn_groove_row(system, state, work, row, values, residual);
    case SN_WIDE_SPLINE:
        return sn_spline_row(system, state, work, row, values, residual);
    case SN_WIDE_VOXEL:
        return sn_voxel_row(system, work, row, values, residual);
    default:
        assert(!"nobody owns this kind of row");
        return false;
    }
}

int sn_wide_row_width(const SnSystem *system, const SnWideRow *row)
{
    int n = 0;
    for (int k = 0; k < row->count; k++)
        n += system->blocks[system->wide_block[row->first + k]].n;
    return n;
}

void sn_wide_rows(const SnSystem *system, const SnState *state, SnWork *work, bool jacobian,
                  SnRowValues *rows)
{
    if (jacobian && rows == &work->rows)
        sn_rod_contacts_find(system, state, work);
    if (jacobian) {
        memset(rows->wide, 0, (size_t)system->n_wide_values * sizeof(double));
        memset(rows->wide_limit, 0, (size_t)system->n_wide_limit_values * sizeof(double));
    }
    double *residual = rows->residual + system->n_rows - system->n_wide_rows;
    for (int i = 0; i < system->n_wide_rows; i++) {
        const SnWideRow *row = &system->wide_rows[i];
        rows->wide_active[i] = sn_wide_row_values(
            system, state, work, row, jacobian ? rows->wide + row->value : NULL, &residual[i]);
    }
    for (int i = 0; i < system->n_wide_limits; i++) {
        const SnWideRow *row = &system->wide_limits[i];
        sn_wide_row_values(system, state, work, row,
                           jacobian ? rows->wide_limit + row->value : NULL,
                           &rows->gap[system->n_joint_limits + i]);
    }
}

double sn_wide_row_rate(const SnSystem *system, const SnWideRow *row, const double *values,
                        const double *u)
{
    double sum = 0;
    for (int k = 0; k < row->count; k++) {
        const SnBlock *block = &system->blocks[system->wide_block[row->first + k]];
        for (int c = 0; c < block->n; c++)
            sum += values[c] * u[block->u + c];
        values += block->n;
    }
    return sum;
}

void sn_add_wide_forces(const SnSystem *system, const SnState *state, const SnWork *work,
                        double factor, double *r)
{
    const double *lambda = sn_state_lambda_const(state) + system->n_rows - system->n_wide_rows;
    const double *z = sn_state_z_const(state) + system->n_joint_limits;
    for (int i = 0; i < system->n_wide_rows + system->n_wide_limits; i++) {
        const bool one_sided = i >= system->n_wide_rows;
        const int n = one_sided ? i - system->n_wide_rows : i;
        const SnWideRow *row = one_sided ? &system->wide_limits[n] : &system->wide_rows[n];
        const double force = factor * (one_sided ? z[n] : lambda[n]);
        double residual,
            *value = (one_sided ? work->ahead.wide_limit : work->ahead.wide) + row->value;
        if (force == 0)
            continue;
        memset(value, 0, (size_t)sn_wide_row_width(system, row) * sizeof *value);
        sn_wide_row_values(system, state, work, row, value, &residual);
        for (int k = 0; k < row->count; k++) {
            const SnBlock *block = &system->blocks[system->wide_block[row->first + k]];
            for (int c = 0; c < block->n; c++)
                r[block->u + c] += force * value[c];
            value += block->n;
        }
    }
}
