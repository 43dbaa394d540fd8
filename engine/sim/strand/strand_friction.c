/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/strand_friction.h"

#include "engine/base/vec.h"
#include "engine/sim/strand/strand_node_position.h"

#include <assert.h>
#include <math.h>

/* Tensions that differ by less, relative, are equal: their secant would be noise. */
#define EQUAL 1e-3

/* --- places --- */

int sn_strand_friction_places(const SnSystem *system, SnStrandFriction *places)
{
    int n = 0;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        const int first = strand->first_segment, end = first + strand->n_segments;
        for (int s = first; s < end; s++) {
            const int after = s + 1 < end ? s + 1 : strand->closed ? first : -1;
            if (after < 0)
                continue;
            const int node = system->strands.node_order[system->strands.segments[after].first];
            if (system->strands.nodes[node].eulerian < 0)
                continue;
            if (places)
                places[n] = (SnStrandFriction){.node = node, .before = s, .after = after};
            n++;
        }
    }
    return n;
}

/* Angle through which the strand turns from one part to the next [rad]. */
static double turn_angle(const double before[3], const double after[3])
{
    double cross[3];
    sn_v3_cross(before, after, cross);
    return atan2(sn_v3_norm(cross), sn_v3_dot(before, after));
}

/* At the boundary between two segments: of a pulley, all around it. */
static double wrap_angle(const SnSystem *system, const SnStrandWorkspace *strand, int before,
                         int after)
{
    const SnSegmentWorkspace *a = &strand->segments[before], *b = &strand->segments[after];
    const int *na = system->strands.node_order + system->strands.segments[before].first;
    const int *nb = system->strands.node_order + system->strands.segments[after].first;
    const int pulley = system->strands.nodes[nb[0]].pulley;
    double angle = turn_angle(a->shape.d[a->in.n_nodes - 2], b->shape.d[0]);
    if (pulley < 0)
        return angle;
    for (int i = a->in.n_nodes - 2; i > 0 && system->strands.nodes[na[i]].pulley == pulley; i--)
        angle += turn_angle(a->shape.d[i - 1], a->shape.d[i]);
    for (int i = 1; i + 1 < b->in.n_nodes && system->strands.nodes[nb[i]].pulley == pulley; i++)
        angle += turn_angle(b->shape.d[i - 1], b->shape.d[i]);
    return angle;
}

/* Work of matter that passes, per tension: so that the flow feels the difference of the two
 * tensions, whatever the law and the strain. */
static double work_of_flow(const SnSystem *system, const SnSegmentWorkspace *a,
                           const SnSegmentWorkspace *b, const SnSystemStrand *strand)
{
    const double more = b->tension - a->tension;
    const bool tight = strand->p.inextensible || strand->p.slack;
    if (tight)
        return 1;
    if (fabs(more) > EQUAL * (fabs(a->tension) + fabs(b->tension)))
        return fmax((b->pull - a->pull) / more, 0.1);
    return strand->p.muscle >= 0 ? 1 : fmax(1 + 0.5 * (a->strain + b->strain), 0.1);
}

bool sn_strand_friction_at(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                           SnStrandFriction *place)
{
    assert(!work || work->system == system);
    const SnStrandWorkspace *strand = work->forces.strand;
    const SnSystemStrandNode *node = &system->strands.nodes[place->node];
    const SnSystemStrand *owner =
        &system->strands.strands[system->strands.segments[place->after].strand];
    if (!owner->enabled || !(node->friction > 0) || sn_is_kinematic(system, node->eulerian) ||
        (node->pulley >= 0 && work->pulleys.contacts[node->pulley].off))
        return false;
    sn_strand_look(system, state, work);
    const double angle = wrap_angle(system, strand, place->before, place->after);
    place->share = tanh(0.5 * node->friction * angle);
    place->work = work_of_flow(system, &strand->segments[place->before],
                               &strand->segments[place->after], owner);
    SnPulleySlip *slip = &place->slip;
    if (node->pulley < 0 ||
        !sn_pulley_slip(system, sn_state_q_const(state), work, node->pulley, slip) ||
        slip->node != place->node)
        *slip = (SnPulleySlip){.node = place->node, .n = 1, .block = {node->eulerian}};
    slip->value[0][0] = -place->work;
    return place->share > 0;
}

/* --- slip --- */

double sn_strand_slip_speed(const SnSystem *system, const SnPulleySlip *slip, const double *u)
{
    double speed = 0;
    for (int k = 0; k < slip->n; k++)
        for (int c = 0; c < system->blocks[slip->block[k]].n; c++)
            speed += slip->value[k][c] * u[system->blocks[slip->block[k]].u + c];
    return speed;
}

/* Rotation vector from one orientation to another, body axes. */
static void turned(const double from[4], const double to[4], double r[3])
{
    const double back[4] = {from[0], -from[1], -from[2], -from[3]};
    double q[4];
    sn_q_mul(back, to, q);
    const double sine = sn_v3_norm(q + 1), angle = 2 * atan2(sine, fabs(q[0]));
    sn_v3_scale(sine > 0 ? copysign(angle / sine, q[0]) : 0, q + 1, r);
}

double sn_strand_slipped(const SnSystem *system, const SnPulleySlip *slip, const SnState *before,
                         const SnState *now)
{
    const double *a = sn_state_q_const(before), *b = sn_state_q_const(now);
    assert(before->n_q == system->n_q && now->n_q == system->n_q);
    double sum = 0;
    for (int k = 0; k < slip->n; k++) {
        const SnBlock *block = &system->blocks[slip->block[k]];
        double turn[3] = {0};
        for (int c = 0; c < block->n && c < 3; c++)
            sum += slip->value[k][c] * (b[block->q + c] - a[block->q + c]);
        if (block->n == 6)
            turned(a + block->q + 3, b + block->q + 3, turn);
        sum += block->n == 6 ? sn_v3_dot(slip->value[k] + 3, turn) : 0;
    }
    return sum;
}

double sn_strand_weight_beside(const SnSystem *system, const SnWorkspace *work,
                               const SnStrandFriction *place, bool after)
{
    assert(!work || work->system == system);
    const int number = after ? place->after : place->before;
    const SnSegmentWorkspace *w = &work->forces.strand->segments[number];
    const SnStrandParameters *p =
        &system->strands.strands[system->strands.segments[number].strand].p;
    const double *node = w->in.nodes[after ? 0 : w->in.n_nodes - 1].x;
    double sum = 0;
    for (int i = 0; i + 1 < w->in.n_nodes; i++) {
        double middle[3];
        sn_v3_add(w->in.nodes[i].x, w->in.nodes[i + 1].x, middle);
        sn_v3_scale(0.5, middle, middle);
        sn_v3_sub(middle, node, middle);
        sum += w->shape.part[i] * sn_v3_dot(middle, p->gravity);
    }
    return w->shape.length > 0 ? p->line_density * sum / w->shape.length : 0;
}

/* --- results --- */

void sn_strand_friction_forces(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *strand = work->forces.strand;
    for (int i = 0; strand && i < strand->n_places; i++) {
        SnStrandFriction place = strand->places[i];
        const double force = sn_state_strands_const(state)[system->strands.nodes[place.node].rub];
        if (force == 0 || !sn_strand_friction_at(system, state, work, &place))
            continue;
        for (int k = 0; k < place.slip.n; k++)
            for (int c = 0; c < system->blocks[place.slip.block[k]].n; c++)
                work->forces.applied[system->blocks[place.slip.block[k]].u + c] +=
                    force * place.slip.value[k][c];
    }
}

void sn_strand_friction_copy(const SnSystem *system, const SnState *from, SnState *to)
{
    assert(from->n_strands == to->n_strands);
    for (int i = 0; i < system->strands.n_nodes; i++) {
        const int rub = system->strands.nodes[i].rub;
        if (rub >= 0)
            sn_state_strands(to)[rub] = sn_state_strands_const(from)[rub];
    }
}

void sn_strand_friction_carry(const SnSystem *from_system, const SnState *from,
                              const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->strands.n_nodes; i++) {
        const SnSystemStrandNode *node = &to_system->strands.nodes[i];
        const int was = node->rub < 0 ? -1 : sn_strand_node_index(from_system, node->id);
        if (was >= 0 && from_system->strands.nodes[was].rub >= 0)
            sn_state_strands(to)[node->rub] =
                sn_state_strands_const(from)[from_system->strands.nodes[was].rub];
    }
}
