/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands that run through their nodes another number of times than before. */
#include "engine/sim/setup/setup.h"

#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_carry.h"
#include "engine/sim/strand/strand_workspace.h"

/* A workspace in which the strands of a state have been looked at. */
static SnWorkspace *look_at_strands(const SnSystem *system, const SnState *state)
{
    SnWorkspace *work = sn_workspace_new(system, SN_LINSOLVE_AUTO);
    if (work->pulleys.contacts)
        sn_pulleys_recall(system, state, work);
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_strand_look(system, state, work);
    return work;
}

/* Rest length over length. */
static double mean_rest(const SnSystemStrand *strand, const SnStrandWorkspace *work, int number)
{
    double rest = 0;
    for (int i = 0; i < strand->n_segments; i++)
        rest += work->segments[strand->first_segment + i].in.rest_length;
    return rest / work->length[number];
}

static void lay_matter(const SnSystem *system, SnState *state, const SnStrandWorkspace *work,
                       const SnSystemStrand *strand, double rest)
{
    double along = 0;
    for (int i = 0; i < strand->n_segments; i++) {
        const SnSystemSegment *segment = &system->strands.segments[strand->first_segment + i];
        const int *order = system->strands.node_order + segment->first;
        double *q = sn_state_q(state), *rests = sn_state_strands(state);
        if (i == 0)
            along = *sn_strand_coordinate_at(system, &system->strands.nodes[order[0]], q, rests);
        along += rest * work->segments[strand->first_segment + i].shape.length;
        if (!segment->closing)
            *sn_strand_coordinate_at(system, &system->strands.nodes[order[segment->count - 1]], q,
                                     rests) = along;
    }
}

static int with_other_turns(const SnSystem *from_system, const SnSystem *to_system, int number)
{
    const SnSystemStrand *strand = &to_system->strands.strands[number];
    const int k = sn_system_index(from_system, strand->id);
    return k >= 0 && k < from_system->strands.n &&
                   sn_id_equal(from_system->strands.strands[k].id, strand->id) &&
                   from_system->strands.strands[k].turns != strand->turns
               ? k
               : -1;
}

void sn_carry_turns(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to)
{
    SnWorkspace *was = NULL, *is = NULL;
    for (int i = 0; i < to_system->strands.n; i++) {
        const int old = with_other_turns(from_system, to_system, i);
        if (old < 0)
            continue;
        was = was ? was : look_at_strands(from_system, from);
        is = is ? is : look_at_strands(to_system, to);
        const SnSystemStrand *strand =
            &to_system->strands.strands[i]; /* a belt's matter is given */
        lay_matter(to_system, to, is->forces.strand, strand,
                   strand->closed
                       ? strand->rest_length / is->forces.strand->length[i]
                       : mean_rest(&from_system->strands.strands[old], was->forces.strand, old));
    }
    sn_workspace_free(was);
    sn_workspace_free(is);
}
