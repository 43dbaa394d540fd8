/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided rows that the structure plans: limits of joints, one-sided surfaces and one-sided
 * general constraint rows.  Their feature is their number in state.z. */
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/dynamic_rows.h"
#include "engine/sim/system/general_rows.h"

#include <math.h>
#include <string.h>

static void append_joint_limits(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    (void)state;
    for (int i = 0; i < system->joints.n_limits; i++) {
        const SnRow *limit = &system->joints.limits[i];
        const SnRowTraits traits = sn_limit_traits(system, i);
        SnRowTerm terms[2];
        if (!traits.enabled)
            continue;
        for (int s = 0; s < 2; s++)
            terms[s] = (SnRowTerm){.block = limit->block[s],
                                   .mask = sn_row_mask(system, limit->block[s], limit->shape),
                                   .value = work->rows.limit[i][s]};
        sn_dynamic_rows_append(system, work,
                               &(SnDynamicRow){.class = &sn_joint_limits,
                                               .feature = (uint64_t)i,
                                               .id = traits.id,
                                               .compliance = traits.compliance,
                                               .restitution = traits.restitution},
                               terms, 2);
    }
}

static void append_general_limits(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    (void)state;
    for (int i = 0; i < system->general.n_limits; i++) {
        const SnGeneralRow *row = &system->general.limits[i];
        const SnRowTraits traits = sn_general_row_traits(system, row);
        const double *value = work->rows.general_limit + row->value;
        SnRowTerm *terms = work->unilateral.terms;
        if (!traits.enabled)
            continue;
        for (int k = 0; k < row->count; k++) {
            const int block = system->general.block[row->first + k];
            terms[k] = (SnRowTerm){
                .block = block, .mask = (1u << system->blocks[block].n) - 1, .value = value};
            value += system->blocks[block].n;
        }
        sn_dynamic_rows_append(system, work,
                               &(SnDynamicRow){.class = &sn_general_limits,
                                               .feature = (uint64_t)(system->joints.n_limits + i),
                                               .id = traits.id,
                                               .compliance = traits.compliance,
                                               .restitution = traits.restitution},
                               terms, row->count);
    }
}

static double gap_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                     const SnRowValues *at, const SnDynamicRow *row)
{
    (void)system, (void)state, (void)work;
    return at->gap[row->feature];
}

/* --- forces --- */

static void recall(const SnState *state, const SnDynamicClass *class, int first, int end,
                   SnDynamicRows *rows)
{
    const double *z = sn_state_z_const(state);
    for (int i = first; i < end; i++)
        if (z[i] > 0)
            sn_dynamic_rows_note(rows, class, (uint64_t)i, z[i]);
}

static void keep(const SnDynamicRows *rows, const SnDynamicClass *class, int first, int end,
                 double duration, SnState *state)
{
    double *z = sn_state_z(state);
    memset(z + first, 0, (size_t)(end - first) * sizeof *z);
    for (int i = 0; i < rows->n; i++)
        if (rows->row[i].class == class)
            z[rows->row[i].feature] = rows->row[i].impulse / duration;
}

static void recall_joint_limits(const SnSystem *system, const SnState *state, SnDynamicRows *rows)
{
    recall(state, &sn_joint_limits, 0, system->joints.n_limits, rows);
}

static void keep_joint_limits(const SnSystem *system, const SnDynamicRows *rows, double duration,
                              SnState *state)
{
    keep(rows, &sn_joint_limits, 0, system->joints.n_limits, duration, state);
}

static void recall_general_limits(const SnSystem *system, const SnState *state, SnDynamicRows *rows)
{
    recall(state, &sn_general_limits, system->joints.n_limits, system->rows.n_limits, rows);
}

static void keep_general_limits(const SnSystem *system, const SnDynamicRows *rows, double duration,
                                SnState *state)
{
    keep(rows, &sn_general_limits, system->joints.n_limits, system->rows.n_limits, duration, state);
}

const SnDynamicClass sn_joint_limits = {
    .name = "limits of joints and one-sided surfaces",
    .append = append_joint_limits,
    .gap = gap_of,
    .recall = recall_joint_limits,
    .keep = keep_joint_limits,
};

const SnDynamicClass sn_general_limits = {
    .name = "one-sided general constraint rows",
    .append = append_general_limits,
    .gap = gap_of,
    .recall = recall_general_limits,
    .keep = keep_general_limits,
};
