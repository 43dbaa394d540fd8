/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inextensible segments: length = rest length, or no longer than that. */
#include "engine/sim/strand/strand_workspace.h"
#include "engine/sim/system/general_rows.h"

#include <assert.h>
#include <math.h>

static void plan(SnSystem *system)
{
    for (int i = 0; i < system->strands.n_segments; i++) {
        SnSystemSegment *segment = &system->strands.segments[i];
        const SnSystemStrand *strand = &system->strands.strands[segment->strand];
        segment->row = segment->limit = -1;
        if (strand->p.inextensible || strand->p.slack)
            sn_general_row_add(system, &sn_length_constraint, strand->p.slack,
                               (SnGeneralRow){.id = strand->id,
                                              .owner = i,
                                              .part = i - strand->first_segment,
                                              .count = segment->n_blocks},
                               system->strands.segment_block + segment->blocks);
    }
}

static void number(SnSystem *system, const SnGeneralRow *row, bool one_sided, int row_of)
{
    SnSystemSegment *segment = &system->strands.segments[row->owner];
    *(one_sided ? &segment->limit : &segment->row) = row_of;
}

static bool length_row(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                       const SnGeneralRow *row, double *values, double *residual)
{
    const SnSystemSegment *segment = &system->strands.segments[row->owner];
    const SnSegmentWorkspace *w = &work->forces.strand->segments[row->owner];
    const bool one_sided = segment->limit >= 0;
    sn_strand_look(system, state, work);
    const double longer = sn_segment_length(w) - w->in.rest_length;
    *residual = one_sided ? -longer : longer;
    if (!system->strands.strands[segment->strand].enabled) {
        *residual = one_sided ? HUGE_VAL : 0;
        return false;
    }
    if (!values)
        return true;
    const double sign = one_sided ? -1 : 1;
    const int *flow = w->in.eulerian_column;
    for (int c = 0; c < w->in.n_columns; c++)
        values[c] = sign * w->gradient[c];
    for (int end = 0; end < 2; end++) /* whatever the stretch */
        if (flow[end] >= 0)
            values[flow[end]] = flow[0] == flow[1] ? 0 : sign * (end ? -1 : 1);
    return true;
}

const SnConstraintClass sn_length_constraint = {
    .name = "length of a segment of a strand",
    .plan = plan,
    .values = length_row,
    .number = number,
};

double sn_strand_overstretch(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             SnId *id)
{
    assert(!work || work->system == system);
    double worst = 0;
    *id = SN_ID_NULL;
    if (!work->forces.strand)
        return 0;
    sn_strand_look(system, state, work);
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        const SnSystemStrand *strand = &system->strands.strands[segment->strand];
        const SnSegmentWorkspace *w = &work->forces.strand->segments[i];
        if (!strand->enabled || (segment->row < 0 && segment->limit < 0))
            continue;
        const double longer = sn_segment_length(w) - w->in.rest_length;
        const double stretch = (segment->limit >= 0 ? longer : fabs(longer)) / w->in.rest_length;
        if (!(stretch <= worst)) {
            worst = stretch;
            *id = strand->id;
        }
    }
    return worst;
}
