/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tension at a boundary of a segment.  The segment has one tension, that of its middle; at its end
 * there come weight and inertia of the matter up to there: what a node of an even stretch of matter
 * bears of them (half the weight of a straight part).  With it the force at the end of a hanging
 * chain is that of the catenary but for the square of the parts' length. */
#include "engine/base/vec.h"
#include "engine/sim/strand/strand_friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Where matter passes: along the flow.  Momentum that passes with it is no tension. */
static double more_at_flow(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           int number, bool start, double per_tension)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const SnSegmentWorkspace *w = &strand->segments[number];
    const int n = w->in.n_columns, flow = w->in.eulerian_column[!start];
    const double *acceleration = sn_state_acceleration_const(state);
    const SnStrandFriction place = {.before = number, .after = number};
    double sum = 0;
    sn_segment_inertia(&w->in, &w->shape, strand->matrix, NULL, strand->scratch);
    for (int c = 0; c < n; c++)
        sum += strand->matrix[n * flow + c] * acceleration[w->column_u[c]];
    return sn_strand_weight_beside(system, work, &place, start) +
           (start ? sum : -sum) / per_tension;
}

/* Force of weight and inertia of the matter on a node that holds it, as if the other nodes were
 * held. */
static void force_of_matter(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            int number, bool start, double force[3])
{
    SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemSegment *segment = &system->strands.segments[number];
    const SnSegmentWorkspace *w = &strand->segments[number];
    const SnStrandParameters *p = &system->strands.strands[segment->strand].p;
    const double *acceleration = sn_state_acceleration_const(state);
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double mass[25], columns[5];
    SnSegmentInput in = w->in;
    sn_strand_accelerate_nodes(system, state, work, acceleration, number);
    memcpy(strand->alone, w->in.nodes, (size_t)in.n_nodes * sizeof *strand->alone);
    for (int i = 0; i < in.n_nodes; i++)
        strand->alone[i].width = 0;
    SnSegmentNode *end = &strand->alone[start ? 0 : in.n_nodes - 1];
    end->column = 0, end->width = 3, end->on_body = false;
    memcpy(end->jacobian, identity, sizeof identity);
    in.nodes = strand->alone;
    in.n_columns = 3;
    for (int k = 0; k < 2; k++)
        in.eulerian_column[k] = w->in.eulerian_column[k] < 0 ? -1 : in.n_columns++;
    sn_segment_inertia(&in, &w->shape, mass, columns, strand->scratch);
    sn_v3_copy(columns, force);
    for (int k = 0; k < 2; k++)
        for (int r = 0; in.eulerian_column[k] >= 0 && r < 3; r++)
            force[r] -= mass[in.n_columns * r + in.eulerian_column[k]] *
                        acceleration[w->column_u[w->in.eulerian_column[k]]];
    sn_segment_gravity(&in, &w->shape, p->gravity, columns);
    sn_v3_add(force, columns, force);
}

double sn_strand_end_tension(const SnSystem *system, const SnState *state, SnWorkspace *work,
                             int number, bool start)
{
    assert(!work || work->system == system);
    sn_strand_look(system, state, work);
    const SnSystemSegment *segment = &system->strands.segments[number];
    const SnSystemStrand *owner = &system->strands.strands[segment->strand];
    SnSegmentWorkspace w = work->forces.strand->segments[number];
    sn_strand_law(system, state, owner, segment, &w);
    if (!owner->enabled || !(owner->p.line_density > 0))
        return w.tension;
    if (w.in.eulerian_column[!start] >= 0)
        return w.tension +
               more_at_flow(system, state, work, number, start,
                            segment->row >= 0 || segment->limit >= 0 ? 1 : fmax(1 + w.strain, 0.1));
    const double *d = w.shape.d[start ? 0 : w.in.n_nodes - 2];
    double force[3], own[3];
    sn_v3_scale(start ? w.tension : -w.tension, d, force); /* of the tension on the node */
    force_of_matter(system, state, work, number, start, own);
    sn_v3_add(force, own, force);
    return copysign(sn_v3_norm(force), start ? sn_v3_dot(force, d) : -sn_v3_dot(force, d));
}
