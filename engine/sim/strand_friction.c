/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of matter that passes a strand node: Coulomb's with the capstan's limit, on the velocity
 * of the matter past the node, c = -(1 + e) s'.  It is a damper: as stiff as the limit over
 * CREEP where matter sticks, and where it slips so that it gives just the limit at the speed that
 * is to be expected at the end of the step: the present one, or what the flow would reach by itself
 * if that is more (stiff neighbours, who all slip together, make that estimate far too small).  So
 * it never overshoots, steady slip has exactly the limit, and jammed matter creeps only at the
 * speed CREEP x rest length. */
#include "engine/sim/strand_friction.h"

#include "engine/base/vec.h"

#include <math.h>

#define CREEP 1e-5 /* [1/s] */

/* Angle through which the strand turns from one segment to the next [rad]. */
static double turning(const double before[3], const double after[3])
{
    double cross[3];
    sn_v3_cross(before, after, cross);
    return atan2(sn_v3_norm(cross), sn_v3_dot(before, after));
}

/* At the boundary between two segments: of a pulley, all around it. */
static double wrap_angle(const SnSystem *system, const SnStrandWork *strand, int before, int after)
{
    const SnSegmentWork *a = &strand->segments[before], *b = &strand->segments[after];
    const SnSystemSegment *sa = &system->strand_segments[before];
    const SnSystemSegment *sb = &system->strand_segments[after];
    const int pulley = system->strand_nodes[system->strand_node_order[sb->first]].pulley;
    double angle = turning(a->shape.d[a->in.n_nodes - 2], b->shape.d[0]);
    for (int i = a->in.n_nodes - 2; pulley >= 0 && i > 0; i--) {
        if (system->strand_nodes[system->strand_node_order[sa->first + i]].pulley != pulley)
            break;
        angle += turning(a->shape.d[i - 1], a->shape.d[i]);
    }
    for (int i = 1; pulley >= 0 && i + 1 < b->in.n_nodes; i++) {
        if (system->strand_nodes[system->strand_node_order[sb->first + i]].pulley != pulley)
            break;
        angle += turning(b->shape.d[i - 1], b->shape.d[i]);
    }
    return angle;
}

/* Speed at the end of the step if nothing else changed: M-hat v+ = M v + h (f - D v), all of the
 * flow alone, less what friction takes. */
static double expected_speed(const SnSystem *system, const SnState *state, const SnWork *work,
                             const SnSegmentWork *before, const SnSegmentWork *after, int flow,
                             double limit)
{
    const double h = system->step_size;
    const int a = before->in.flow_column[1], b = after->in.flow_column[0];
    const int u = system->blocks[flow].u, pair = sn_diagonal_pair(system, flow);
    const double mass =
        before->mass[(before->in.n_columns + 1) * a] + after->mass[(after->in.n_columns + 1) * b];
    const double whole = work->pair[system->pair_value[pair]];
    const double speed = sn_state_u_const(state)[u];
    const double freely = (mass * speed + h * work->explicit_force[u]) / whole;
    return fmax(fabs(freely) - h * limit / whole, 0);
}

static void rub(const SnSystem *system, const SnState *state, SnWork *work, int before, int after,
                bool matrix, double d)
{
    SnStrandWork *strand = work->strand;
    const SnSegmentWork *a = &strand->segments[before], *b = &strand->segments[after];
    const int number = system->strand_node_order[system->strand_segments[after].first];
    const SnSystemStrandNode *node = &system->strand_nodes[number];
    strand->friction[number] = 0;
    if (node->flow < 0 || !(node->friction > 0))
        return;
    const SnSystemStrand *owner = &system->strands[system->strand_segments[after].strand];
    const double angle = wrap_angle(system, strand, before, after);
    const double limit =
        sn_capstan_limit(node->friction, angle, fmax(a->tension, 0), fmax(b->tension, 0)) *
        (1 + 0.5 * (a->strain + b->strain));
    const int u = system->blocks[node->flow].u;
    const double speed = sn_state_u_const(state)[u], creep = CREEP * owner->rest_length;
    const bool newton = work->turning_rows;
    const double h = system->step_size;
    const bool implicit = matrix && d != 0 && !sn_is_kinematic(system, node->flow);
    const double likely =
        implicit && !newton
            ? fmax(fabs(speed), expected_speed(system, state, work, a, b, node->flow, limit))
            : fabs(speed);
    const double damper = limit / fmax(likely, creep);
    strand->friction[number] = fmin(fmax(-damper * speed, -limit), limit);
    /* in a step the whole damper acts at its end, also where other forces act in the middle, or
     * what sticks would swing */
    work->force[u] += implicit && !newton ? -damper * speed : strand->friction[number];
    if (!implicit)
        work->explicit_force[u] += strand->friction[number];
    else if (!newton || fabs(speed) <= creep)
        work->pair[system->pair_value[sn_diagonal_pair(system, node->flow)]] +=
            (newton ? d : h) * damper;
}

void sn_strand_friction(const SnSystem *system, const SnState *state, SnWork *work, bool matrix,
                        double d)
{
    for (int i = 0; i < system->n_strands; i++) {
        const SnSystemStrand *strand = &system->strands[i];
        const int first = strand->first_segment, last = first + strand->n_segments - 1;
        for (int s = first; s < last; s++)
            rub(system, state, work, s, s + 1, matrix, d);
        if (strand->closed && strand->enabled)
            rub(system, state, work, last, first, matrix, d);
    }
}
