/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/system/general_rows.h"
#include "engine/base/memory.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const SnConstraintClass *const table[] = {
    &sn_spline_constraint,    /* spline_plan.c */
    &sn_length_constraint,    /* strand_rows.c */
    &sn_guide_end_constraint, /* guide.c */
    &sn_groove_constraint,    /* pulley_groove.c */
    &sn_grip_constraint,      /* pulley_grip.c */
    &sn_gear_constraint,      /* gear.c */
    &sn_voxel_constraint,     /* rod_contact.c */
};

enum { CLASSES = sizeof table / sizeof *table };

int sn_constraint_classes(const SnConstraintClass *const **classes)
{
    *classes = table;
    return CLASSES;
}

/* --- planning --- */

/* Rows of one kind get their values, one behind the other, and their owners their numbers. */
static int number_rows(SnSystem *system, SnGeneralRow *rows, int n, bool one_sided, int first)
{
    int values = 0;
    for (int i = 0; i < n; i++) {
        rows[i].value = values;
        values += sn_general_row_width(system, &rows[i]);
        if (rows[i].class->number)
            rows[i].class->number(system, &rows[i], one_sided, first + i);
    }
    return values;
}

void sn_finish_general_rows(SnSystem *system)
{
    system->general.n_rows = system->general.n_limits = system->general.n_blocks = 0;
    for (int c = 0; c < CLASSES; c++)
        table[c]->plan(system);
    system->joints.n_limits = system->rows.n_limits;
    system->general.n_values =
        number_rows(system, system->general.rows, system->general.n_rows, false, system->rows.n);
    system->general.n_limit_values = number_rows(
        system, system->general.limits, system->general.n_limits, true, system->rows.n_limits);
    system->rows.n += system->general.n_rows;
    system->rows.n_limits += system->general.n_limits;
}

/* --- at a configuration --- */

bool sn_general_row_values(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           const SnGeneralRow *row, double *values, double *residual)
{
    assert(!work || work->system == system);
    return row->class->values(system, state, work, row, values, residual);
}

SnRowTraits sn_general_row_traits(const SnSystem *system, const SnGeneralRow *row)
{
    SnRowTraits traits = {.enabled = true};
    if (row->class->traits)
        traits = row->class->traits(system, row);
    traits.id = row->id;
    return traits;
}

int sn_general_row_width(const SnSystem *system, const SnGeneralRow *row)
{
    int n = 0;
    for (int k = 0; k < row->count; k++)
        n += system->blocks[system->general.block[row->first + k]].n;
    return n;
}

void sn_general_rows(const SnSystem *system, const SnState *state, SnWorkspace *work, bool jacobian,
                     SnRowValues *rows)
{
    assert(!work || work->system == system);
    for (int c = 0; jacobian && rows == &work->rows && c < CLASSES; c++)
        if (table[c]->find)
            table[c]->find(system, state, work);
    if (jacobian) {
        memset(rows->general, 0, (size_t)system->general.n_values * sizeof(double));
        memset(rows->general_limit, 0, (size_t)system->general.n_limit_values * sizeof(double));
    }
    double *residual = rows->residual + system->rows.n - system->general.n_rows;
    for (int i = 0; i < system->general.n_rows; i++) {
        const SnGeneralRow *row = &system->general.rows[i];
        rows->general_active[i] = sn_general_row_values(
            system, state, work, row, jacobian ? rows->general + row->value : NULL, &residual[i]);
    }
    for (int i = 0; i < system->general.n_limits; i++) {
        const SnGeneralRow *row = &system->general.limits[i];
        sn_general_row_values(system, state, work, row,
                              jacobian ? rows->general_limit + row->value : NULL,
                              &rows->gap[system->joints.n_limits + i]);
    }
}

double sn_general_row_rate(const SnSystem *system, const SnGeneralRow *row, const double *values,
                           const double *u)
{
    double sum = 0;
    for (int k = 0; k < row->count; k++) {
        const SnBlock *block = &system->blocks[system->general.block[row->first + k]];
        for (int c = 0; c < block->n; c++)
            sum += values[c] * u[block->u + c];
        values += block->n;
    }
    return sum;
}

void sn_add_general_forces(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           double factor, double *r)
{
    assert(!work || work->system == system);
    const double *lambda = sn_state_lambda_const(state) + system->rows.n - system->general.n_rows;
    const double *z = sn_state_z_const(state) + system->joints.n_limits;
    for (int i = 0; i < system->general.n_rows + system->general.n_limits; i++) {
        const bool one_sided = i >= system->general.n_rows;
        const int n = one_sided ? i - system->general.n_rows : i;
        const SnGeneralRow *row = one_sided ? &system->general.limits[n] : &system->general.rows[n];
        const double force = factor * (one_sided ? z[n] : lambda[n]);
        double residual,
            *value = (one_sided ? work->ahead.general_limit : work->ahead.general) + row->value;
        if (force == 0)
            continue;
        memset(value, 0, (size_t)sn_general_row_width(system, row) * sizeof *value);
        sn_general_row_values(system, state, work, row, value, &residual);
        for (int k = 0; k < row->count; k++) {
            const SnBlock *block = &system->blocks[system->general.block[row->first + k]];
            for (int c = 0; c < block->n; c++)
                r[block->u + c] += force * value[c];
            value += block->n;
        }
    }
}
