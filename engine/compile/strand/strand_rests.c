/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the matter of strands is at the start: rest lengths and coordinates follow from the lengths
 * in the start pose. */
#include "engine/base/memory.h"
#include "engine/compile/strand/strands.h"

#include "engine/base/vec.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/strand_node_position.h"
#include "engine/sim/strand/surface_arc.h"

#include <math.h>
#include <stdlib.h>

/* Turns less than this are none [rad]. */
static const double STRAIGHT = 0.01;

/* Length of the strand from one node of its order to the next, with arcs on pulleys and surfaces.
 */
static double part_length(const SnSystem *s, const SnWorkspace *work, int a, int b)
{
    const double *x[2] = {work->motion.point_position[s->strands.nodes[a].point],
                          work->motion.point_position[s->strands.nodes[b].point]};
    const double ends[2][3] = {{x[0][0], x[0][1], x[0][2]}, {x[1][0], x[1][1], x[1][2]}};
    SnSurfaceArc arc;
    sn_surface_arc(s, work->step.backup, work, (const int[2]){a, b}, ends, &arc);
    return arc.extra +
           sn_v3_distance(work->motion.point_position[s->strands.nodes[a].point],
                          work->motion.point_position[s->strands.nodes[b].point]) +
           sn_part_extra(work, b);
}

static void set_coordinate(SnSystem *s, int number, double coordinate)
{
    const SnSystemStrandNode *node = &s->strands.nodes[number];
    if (node->eulerian >= 0)
        s->q0[s->blocks[node->eulerian].q] = coordinate;
    else if (node->rest >= 0)
        s->state.strand0[node->rest] = coordinate;
}

static double segment_length(const SnSystem *s, const SnWorkspace *work,
                             const SnSystemSegment *segment)
{
    const int *order = s->strands.node_order + segment->first;
    double length = 0;
    int last = order[0]; /* a pulley that the strand does not touch is passed by */
    for (int k = 1; k < segment->count; k++) {
        if (k + 1 < segment->count && sn_node_is_off(s, work, order[k]))
            continue;
        length += part_length(s, work, last, order[k]);
        last = order[k];
    }
    return length;
}

static bool fail_without_length(SnCompiler *c, const SnStrand *strand,
                                const SnSystemSegment *segment)
{
    const SnSystem *s = c->system;
    const SnId node = s->strands.nodes[s->strands.node_order[segment->first]].id;
    const int entry = sn_strand_entry_of(strand, node);
    g_autofree char *name =
        entry < 0 ? g_strdup("a further node") : g_strdup_printf("node %d", entry);
    return sn_compiler_fail_at(c, strand->base.base.base.id,
                               "has no length between %s and the next that holds it: move one",
                               name);
}

static bool set_rests(SnCompiler *c, const SnWorkspace *work, SnSystemStrand *strand)
{
    SnSystem *s = c->system;
    const SnStrand *component = (const SnStrand *)sn_model_get(c->model, strand->id);
    const SnSystemSegment *segments = s->strands.segments + strand->first_segment;
    double length = 0, coordinate = 0;
    for (int i = 0; i < strand->n_segments; i++) {
        const double part = segment_length(s, work, &segments[i]);
        length += part;
        if (!(part > 0))
            return fail_without_length(c, component, &segments[i]);
    }
    const double scale =
        component->rest_length > 0 ? component->rest_length / length : component->rest_ratio;
    strand->start_length = length;
    strand->rest_length = scale * length;
    for (int i = 0; i < strand->n_segments; i++) {
        set_coordinate(s, s->strands.node_order[segments[i].first], coordinate);
        coordinate += scale * segment_length(s, work, &segments[i]);
        if (!segments[i].closing)
            set_coordinate(s, s->strands.node_order[segments[i].first + segments[i].count - 1],
                           coordinate);
    }
    if (strand->p.muscle >= 0 && component->law == SN_STRAND_PECK &&
        component->muscle.optimal_is_start)
        s->paths.muscles[strand->p.muscle].optimal_length = length;
    return true;
}

/* Along a straight strand a node that its matter passes has the inertia of its bead alone. */
static void check_straight(SnCompiler *c, const SnWorkspace *work, const SnSystemStrand *strand)
{
    const SnSystem *s = c->system;
    for (int i = strand->first_node + 1; i + 1 < strand->first_node + strand->n_nodes; i++) {
        const SnSystemStrandNode *node = &s->strands.nodes[i];
        const int block = s->points[node->point].block;
        double before[3], after[3];
        if (!node->is_virtual || block < 0 || block >= s->n_active ||
            !sn_id_equal(s->blocks[block].id, node->id))
            continue;
        const double *x = work->motion.point_position[node->point];
        sn_v3_sub(x, work->motion.point_position[node[-1].point], before);
        sn_v3_sub(work->motion.point_position[node[1].point], x, after);
        const double cosine = sn_v3_dot(before, after) / (sn_v3_norm(before) * sn_v3_norm(after));
        if (cosine > cos(STRAIGHT) &&
            s->blocks[block].mass < 1e-3 * strand->p.line_density * strand->rest_length)
            sn_checks_add(c->checks, SN_WARNING, node->id,
                          "the strand runs straight through it at the start: only its bead of %g "
                          "kg resists motion along the strand; make it heavier, or bend the strand",
                          s->blocks[block].mass);
    }
}

bool sn_compile_strand_rests(SnCompiler *c)
{
    SnSystem *s = c->system;
    if (s->strands.n == 0)
        return true;
    SnState *state = sn_state_new(s);
    SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
    if (work->pulleys.contacts)
        sn_pulleys_recall(s, state, work);
    sn_kinematics(s, s->q0, s->u0, work);
    bool good = true;
    for (int i = 0; good && i < s->strands.n; i++) {
        good = set_rests(c, work, &s->strands.strands[i]);
        if (good)
            check_straight(c, work, &s->strands.strands[i]);
    }
    sn_workspace_free(work);
    sn_free(state);
    return good;
}
