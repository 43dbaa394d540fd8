/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction of matter that passes a strand node, on the node or on the wheel of a pulley: Coulomb's
 * with the capstan's limit, along the slip.  It is a damper: as stiff as the limit over CREEP where
 * matter sticks, and where it slips so that it gives just the limit at the speed that is to be
 * expected at the end of the step: the present one, or what the Eulerian coordinate would reach by
 * itself if that is more (with stiff neighbours, which can only slip together, it is far too
 * small).  So it never overshoots, steady slip has exactly the limit (D1), and jammed matter creeps
 * only at a speed of CREEP x rest length. */
#include "engine/sim/strand/strand_friction.h"
#include "engine/sim/motion/force_tools.h"

#include "engine/base/vec.h"

#include <assert.h>
#include <math.h>

#define CREEP 1e-5 /* [1/s] */

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

/* How fast matter slips, as for pulleys; at other nodes past the node. */
static SnPulleySlip slip_of(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                            int number)
{
    const SnSystemStrandNode *node = &system->strands.nodes[number];
    SnPulleySlip slip;
    if (node->pulley >= 0 &&
        sn_pulley_slip(system, work ? sn_state_q_const(state) : NULL, work, node->pulley, &slip) &&
        slip.node == number)
        return slip;
    slip = (SnPulleySlip){.node = number, .n = 1, .block = {node->eulerian}, .value = {{-1}}};
    return slip;
}

static double slip_speed(const SnSystem *system, const SnPulleySlip *slip, const double *u)
{
    double speed = 0;
    for (int k = 0; k < slip->n; k++)
        for (int c = 0; c < system->blocks[slip->block[k]].n; c++)
            speed += slip->value[k][c] * u[system->blocks[slip->block[k]].u + c];
    return speed;
}

static void add_along(const SnSystem *system, const SnPulleySlip *slip, double force, double *f)
{
    for (int k = 0; k < slip->n; k++)
        for (int c = 0; c < system->blocks[slip->block[k]].n; c++)
            f[system->blocks[slip->block[k]].u + c] += force * slip->value[k][c];
}

/* Adds factor x value value' to M-hat. */
static void add_damper(const SnSystem *system, SnWorkspace *work, const SnPulleySlip *slip,
                       int slots, double factor)
{
    for (int a = 0; a < slip->n; a++)
        for (int b = 0; b <= a; b++) {
            const int na = system->blocks[slip->block[a]].n, nb = system->blocks[slip->block[b]].n;
            double values[36];
            for (int r = 0; r < na; r++)
                for (int c = 0; c < nb; c++)
                    values[nb * r + c] = factor * slip->value[a][r] * slip->value[b][c];
            sn_pair_add(system, work, system->pairs.stiffness_slot[slots + a * (a + 1) / 2 + b],
                        slip->block[a], slip->block[b], values);
        }
}

/* Speed of slip at the end of the step if nothing else changed, M-hat v+ = M v + h (f - D v) of the
 * Eulerian coordinate alone, slip = others - stretch x flow, less what friction takes. */
static double expected_speed(const SnSystem *system, const SnState *state, const SnWorkspace *work,
                             const SnSegmentWorkspace *before, const SnSegmentWorkspace *after,
                             int eulerian, double others, double stretch, double limit)
{
    const double h = work->step.size;
    const int a = before->in.eulerian_column[1], b = after->in.eulerian_column[0];
    const int u = system->blocks[eulerian].u, pair = sn_diagonal_pair(system, eulerian);
    const double mass =
        before->mass[(before->in.n_columns + 1) * a] + after->mass[(after->in.n_columns + 1) * b];
    const double whole = work->forces.pair[system->pairs.value[pair]];
    const double speed = sn_state_u_const(state)[u];
    const double freely = (mass * speed + h * work->forces.explicit_force[u]) / whole;
    return fmax(fabs(others - stretch * freely) - h * limit * stretch * stretch / whole, 0);
}

static void add_rubbing(const SnSystem *system, const SnState *state, SnWorkspace *work, int before,
                        int after, bool matrix, double d)
{
    SnStrandWorkspace *strand = work->forces.strand;
    const SnSegmentWorkspace *a = &strand->segments[before], *b = &strand->segments[after];
    const int number = system->strands.node_order[system->strands.segments[after].first];
    const SnSystemStrandNode *node = &system->strands.nodes[number];
    strand->friction[number] = 0;
    if (node->eulerian < 0 || !(node->friction > 0))
        return;
    const SnSystemStrand *owner = &system->strands.strands[system->strands.segments[after].strand];
    const double limit = sn_capstan_limit(node->friction, wrap_angle(system, strand, before, after),
                                          fmax(a->tension, 0), fmax(b->tension, 0));
    SnPulleySlip slip = slip_of(system, state, work, number);
    if (node->pulley < 0)
        slip.value[0][0] = -(1 + 0.5 * (a->strain + b->strain));
    const double stretch = -slip.value[0][0];
    const double speed = slip_speed(system, &slip, sn_state_u_const(state));
    const double creep = CREEP * owner->rest_length;
    const bool implicit = matrix && d != 0 && !sn_is_kinematic(system, node->eulerian);
    const double others =
        speed + stretch * sn_state_u_const(state)[system->blocks[node->eulerian].u];
    const double likely =
        implicit ? expected_speed(system, state, work, a, b, node->eulerian, others, stretch, limit)
                 : 0;
    double damper = limit / fmax(fmax(likely, fabs(speed)), creep);
    if (implicit && strand->frozen)
        damper = strand->damper[number];
    strand->damper[number] = damper;
    strand->friction[number] = fmin(fmax(-damper * speed, -limit), limit);
    add_along(system, &slip, implicit ? -damper * speed : strand->friction[number],
              work->forces.applied);
    /* in a step of one iteration the whole damper acts at its end, also where other forces act in
     * the middle, or what sticks would swing */
    if (implicit)
        add_damper(system, work, &slip, node->slip,
                   (strand->frozen ? d : work->step.size) * damper);
    else
        add_along(system, &slip, strand->friction[number], work->forces.explicit_force);
}

void sn_strand_friction(const SnSystem *system, const SnState *state, SnWorkspace *work,
                        bool matrix, double d)
{
    assert(!work || work->system == system);
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        const int first = strand->first_segment, last = first + strand->n_segments - 1;
        for (int s = first; strand->enabled && s < last; s++)
            add_rubbing(system, state, work, s, s + 1, matrix, d);
        if (strand->closed && strand->enabled && strand->n_segments > 0)
            add_rubbing(system, state, work, last, first, matrix, d);
    }
}

int sn_slip_blocks(const SnSystem *system, int node, int block[3])
{
    if (system->strands.nodes[node].eulerian < 0)
        return 0;
    const SnPulleySlip slip = slip_of(system, NULL, NULL, node);
    for (int k = 0; k < slip.n; k++)
        block[k] = slip.block[k];
    return slip.n;
}
