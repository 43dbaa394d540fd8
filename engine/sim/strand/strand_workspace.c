/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/strand_workspace.h"

#include "engine/base/vec.h"
#include "engine/sim/strand/strand_node_position.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rest length that a segment keeps when flow would take all of it, over that of its strand. */
#define LEAST_REST 1e-6

double sn_strand_coordinate(const SnSystem *system, const SnState *state, int number)
{
    assert(state->n_q == system->n_q && state->n_u == system->n_u);
    const SnSystemStrandNode *node = &system->strands.nodes[number];
    if (node->eulerian >= 0)
        return sn_state_q_const(state)[system->blocks[node->eulerian].q];
    return node->rest >= 0 ? sn_state_strands_const(state)[node->rest] : (double)NAN;
}

/* Derivative of a point of a body: 1, -R [l]. */
static void body_jacobian(const double rotation[9], const double local[3], double j[18])
{
    for (int r = 0; r < 3; r++) {
        const double *x = rotation + 3 * r;
        for (int c = 0; c < 3; c++)
            j[6 * r + c] = r == c;
        j[6 * r + 3] = x[2] * local[1] - x[1] * local[2];
        j[6 * r + 4] = x[0] * local[2] - x[2] * local[0];
        j[6 * r + 5] = x[1] * local[0] - x[0] * local[1];
    }
}

/* Place, velocity and derivative of one node. */
static void look_at_node(const SnSystem *system, const SnWorkspace *work,
                         const SnSystemSegment *segment, const SnSegmentWorkspace *w, int number,
                         SnSegmentNode *node)
{
    const int place = system->strands.nodes[number].point;
    const SnSystemPoint *point = &system->points[place];
    double *local = work->forces.strand->local[number];
    sn_v3_copy(sn_point_local(system, work, place), local);
    node->width = point->block < 0 ? 0 : system->blocks[point->block].n;
    node->column = point->block < 0 ? 0 : sn_segment_column(system, segment, w, point->block);
    sn_v3_copy(work->motion.point_position[place], node->x);
    sn_v3_copy(work->motion.point_velocity[place], node->v);
    node->on_body = node->width == 6;
    if (node->on_body)
        body_jacobian(work->motion.rotation[point->block], local, node->jacobian);
    for (int i = 0; node->width < 6 && i < 3 * node->width; i++)
        node->jacobian[i] = i % (node->width + 1) == 0;
}

/* What the parts of a segment are longer because they lie on surfaces. */
static void look_at_arcs(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                         const SnSystemSegment *segment, SnSegmentWorkspace *w)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const int end = segment->first + segment->count;
    double x[3][3];
    for (int k = segment->first; k < end; k++) {
        sn_v3_copy(x[1], x[0]);
        sn_v3_copy(strand->nodes[k].x, x[1]);
        if (k == segment->first)
            continue;
        sn_surface_arc(system, state, work, strand->node + k - 1, (const double(*)[3])x,
                       &strand->arcs[k]);
        w->arc += strand->arcs[k].extra;
    }
    for (int k = segment->first + 1; k + 1 < end; k++) {
        for (int i = 0; i < 3; i++)
            sn_v3_copy(strand->nodes[k - 1 + i].x, x[i]);
        sn_surface_spread(system, strand->node + k - 1, (const double(*)[3])x, &strand->arcs[k],
                          &strand->spreads[k]);
        w->arc += strand->spreads[k].extra;
    }
}

/* All nodes of a segment, and what its parts are longer than straight. */
static void look_at_nodes(const SnSystem *system, const SnWorkspace *work,
                          const SnSystemSegment *segment, SnSegmentWorkspace *w)
{
    SnStrandWorkspace *strand = work->forces.strand;
    int last = system->strands.node_order[segment->first];
    for (int k = segment->first; k < segment->first + segment->count; k++) {
        const int number = system->strands.node_order[k];
        last = sn_node_is_off(system, work, number) ? last : number;
        strand->node[k] = last;
        look_at_node(system, work, segment, w, last, &strand->nodes[k]);
        strand->extra[k] = k > segment->first ? sn_part_extra(work, number) : 0;
    }
}

/* Coordinates, flows and rest length. */
static void look_at_matter(const SnSystem *system, const SnState *state,
                           const SnSystemSegment *segment, SnSegmentWorkspace *w)
{
    const SnSystemStrand *strand = &system->strands.strands[segment->strand];
    double place[2];
    for (int end = 0; end < 2; end++) {
        const int number =
            system->strands.node_order[segment->first + (end ? segment->count - 1 : 0)];
        const int eulerian = system->strands.nodes[number].eulerian;
        place[end] = sn_strand_coordinate(system, state, number);
        w->in.eulerian[end] =
            eulerian < 0 ? 0 : sn_state_u_const(state)[system->blocks[eulerian].u];
    }
    if (segment->closing)
        place[1] += strand->rest_length;
    w->start = place[0];
    w->in.rest_length = fmax(place[1] - place[0], LEAST_REST * strand->rest_length);
    w->in.line_density = strand->p.line_density;
    w->in.lumped = strand->p.lumped;
}

/* gradient += what arcs on surfaces do to the length. */
static void add_arcs(const SnSystem *system, const SnWorkspace *work, int number, double *gradient)
{
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemSegment *segment = &system->strands.segments[number];
    for (int k = segment->first + 1; strand->arcs && k < segment->first + segment->count; k++)
        for (int end = 0; end < 2; end++) {
            const SnSegmentNode *node = &strand->nodes[k - 1 + end];
            const double *g = strand->arcs[k].gradient[end];
            for (int c = 0; c < node->width; c++)
                for (int r = 0; r < 3; r++)
                    gradient[node->column + c] += node->jacobian[node->width * r + c] * g[r];
        }
}

static double arcs_rate(const SnSystem *system, const SnWorkspace *work, int number)
{
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemSegment *segment = &system->strands.segments[number];
    double rate = 0;
    for (int k = segment->first + 1; strand->arcs && k < segment->first + segment->count; k++)
        for (int end = 0; end < 2; end++)
            rate += sn_v3_dot(strand->arcs[k].gradient[end], strand->nodes[k - 1 + end].v);
    return rate;
}

void sn_strand_length_gradient(const SnSystem *system, const SnWorkspace *work, int segment,
                               double *gradient)
{
    assert(!work || work->system == system);
    const SnSegmentWorkspace *w = &work->forces.strand->segments[segment];
    sn_segment_length_gradient(&w->in, &w->shape, gradient);
    sn_pulley_slides_add(system, work, segment, gradient);
    add_arcs(system, work, segment, gradient);
}

/* Length's rate, strain and its gradient. */
static void look_at_strain(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           int segment)
{
    SnSegmentWorkspace *w = &work->forces.strand->segments[segment];
    const double stretch = sn_segment_length(w) / w->in.rest_length;
    const double eulerian = w->in.eulerian[1] - w->in.eulerian[0];
    w->rate = w->shape.rate + sn_pulley_slides_rate(system, state, work, segment) +
              arcs_rate(system, work, segment);
    w->strain = stretch - 1;
    w->strain_rate = (w->rate - stretch * eulerian) / w->in.rest_length;
    sn_strand_length_gradient(system, work, segment, w->gradient);
    if (w->in.eulerian_column[0] >= 0)
        w->gradient[w->in.eulerian_column[0]] += stretch;
    if (w->in.eulerian_column[1] >= 0)
        w->gradient[w->in.eulerian_column[1]] -= stretch;
}

void sn_strand_look(const SnSystem *system, const SnState *state, const SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    if (!strand->stale)
        return;
    strand->stale = false;
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[i];
        SnSegmentWorkspace *w = &strand->segments[i];
        look_at_matter(system, state, segment, w);
        look_at_nodes(system, work, segment, w);
        w->arc = 0;
        w->weighed = false;
        if (strand->arcs)
            look_at_arcs(system, state, work, segment, w);
        w->in.extra = work->pulleys.contacts ? strand->extra + segment->first + 1 : NULL;
        sn_segment_shape(&w->in, &w->shape);
    }
    sn_pulley_slides_look(system, work);
    memset(strand->length, 0, (size_t)system->strands.n * sizeof(double));
    memset(strand->rate, 0, (size_t)system->strands.n * sizeof(double));
    for (int i = 0; i < system->strands.n_segments; i++) {
        const SnSegmentWorkspace *w = &strand->segments[i];
        const int owner = system->strands.segments[i].strand;
        look_at_strain(system, state, work, i);
        strand->length[owner] += sn_segment_length(w);
        strand->rate[owner] += w->rate;
    }
}

int sn_segment_column(const SnSystem *system, const SnSystemSegment *segment,
                      const SnSegmentWorkspace *w, int block)
{
    for (int i = 0; i < segment->n_blocks; i++)
        if (system->strands.segment_block[segment->blocks + i] == block)
            return w->offset[i];
    return -1;
}
