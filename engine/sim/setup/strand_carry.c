/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/setup/strand_carry.h"

#include "engine/base/memory.h"
#include "engine/sim/spline/spline.h"
#include "engine/sim/strand/strand_place.h"
#include "engine/sim/strand/strand_work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double sn_strand_rest_change(const SnSystemStrand *from, const SnSystemStrand *to)
{
    if (from->rest_length == to->rest_length || !(from->rest_length > 0) || !(to->start_length > 0))
        return 1;
    const double was = from->rest_length / from->start_length;
    const double is = to->rest_length / to->start_length;
    return fabs(is - was) <= 1e-12 * was ? 1 : is / was;
}

/* Blocks of places and free nodes have the ids of their entries. */
static const SnBlock *find_block(const SnSystem *system, SnBlockKind kind, SnId id)
{
    for (int i = 0; i < system->n_blocks; i++)
        if (system->blocks[i].kind == kind && sn_id_equal(system->blocks[i].id, id))
            return &system->blocks[i];
    return NULL;
}

static void carry_places(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_active; i++) {
        const SnBlock *block = &to_system->blocks[i];
        if (block->kind != SN_BLOCK_GUIDE && block->kind != SN_BLOCK_SURFACE)
            continue;
        const SnBlock *old = find_block(from_system, block->kind, block->id);
        if (old && !sn_id_is_null(block->id))
            sn_carry_block(old, from, block, to);
    }
}

/* Coordinate of a boundary: a number of the state, or the position of its flow. */
static double *coordinate(const SnSystem *system, const SnSystemStrandNode *node, double *q,
                          double *rests)
{
    if (node->flow >= 0)
        return &q[system->blocks[node->flow].q];
    return node->rest >= 0 ? &rests[node->rest] : NULL;
}

/* Boundaries between (or beyond) those that were there before: as far along as at the start. */
static void place_between(double *const *is, const double *start, const bool *known, int n)
{
    int before = -1;
    for (int i = 0; i < n; i++) {
        if (known[i]) {
            before = i;
            continue;
        }
        int after = i + 1;
        while (after < n && !known[after])
            after++;
        if (before >= 0 && after < n && start[after] != start[before])
            *is[i] = *is[before] + (start[i] - start[before]) / (start[after] - start[before]) *
                                       (*is[after] - *is[before]);
        else if (before >= 0)
            *is[i] = *is[before] + start[i] - start[before];
        else if (after < n)
            *is[i] = *is[after] + start[i] - start[after];
    }
}

static void carry_strand(const SnSystem *from_system, const SnState *from,
                         const SnSystem *to_system, SnState *to, const SnSystemStrand *old,
                         const SnSystemStrand *strand)
{
    const double scale = sn_strand_rest_change(old, strand);
    const size_t n_nodes = (size_t)strand->n_nodes;
    double **is = sn_alloc(n_nodes + 1, sizeof *is), *start = sn_alloc(n_nodes + 1, sizeof *start);
    bool *known = sn_alloc(n_nodes + 1, sizeof *known);
    int n = 0;
    for (int k = strand->first_node; k < strand->first_node + strand->n_nodes; k++) {
        const SnSystemStrandNode *node = &to_system->strand_nodes[k];
        double *now = coordinate(to_system, node, sn_state_q(to), sn_state_strands(to));
        if (!now)
            continue;
        const int was = sn_strand_node_index(from_system, node->id);
        const double *before = was < 0 ? NULL
                                       : coordinate(from_system, &from_system->strand_nodes[was],
                                                    (double *)sn_state_q_const(from),
                                                    (double *)sn_state_strands_const(from));
        is[n] = now, start[n] = *now, known[n] = before != NULL;
        if (before)
            *now = scale * *before;
        if (before && node->flow >= 0 && from_system->strand_nodes[was].flow >= 0)
            sn_state_u(to)[to_system->blocks[node->flow].u] =
                sn_state_u_const(from)[from_system->blocks[from_system->strand_nodes[was].flow].u];
        n++;
    }
    place_between(is, start, known, n);
    sn_free(is);
    sn_free(start);
    sn_free(known);
}

/* Control points and constraints by the ids of their entries. */
static void carry_splines(const SnSystem *from_system, const SnState *from,
                          const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_spline_nodes; i++) {
        const SnBlock *block = &to_system->blocks[to_system->spline_block[i]];
        const SnBlock *old = find_block(from_system, SN_BLOCK_POINT, block->id);
        if (old)
            sn_carry_block(old, from, block, to);
    }
    for (int i = 0; i < to_system->n_spline_constraints; i++) {
        const SnSystemSplineConstraint *mine = &to_system->spline_constraints[i];
        for (int k = 0; k < from_system->n_spline_constraints; k++) {
            const SnSystemSplineConstraint *old = &from_system->spline_constraints[k];
            if (sn_id_equal(old->id, mine->id) && old->kind == mine->kind && mine->kept >= 0)
                memcpy(sn_state_strands(to) + mine->kept, sn_state_strands_const(from) + old->kept,
                       (size_t)sn_spline_n_kept(mine) * sizeof(double));
        }
    }
}

void sn_carry_strands(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to)
{
    carry_places(from_system, from, to_system, to);
    carry_splines(from_system, from, to_system, to);
    for (int i = 0; i < to_system->n_strand_nodes; i++) {
        const SnSystemStrandNode *node = &to_system->strand_nodes[i];
        const int was = sn_strand_node_index(from_system, node->id);
        if (was < 0)
            continue;
        const int a = from_system->points[from_system->strand_nodes[was].point].block;
        const int b = to_system->points[node->point].block;
        if (a >= 0 && b >= 0 && a < from_system->n_active && b < to_system->n_active &&
            from_system->blocks[a].kind == SN_BLOCK_POINT &&
            to_system->blocks[b].kind == SN_BLOCK_POINT)
            sn_carry_block(&from_system->blocks[a], from, &to_system->blocks[b], to);
    }
    for (int i = 0; i < to_system->n_strands; i++) {
        const int k = sn_system_index(from_system, to_system->strands[i].id);
        if (k >= 0 && k < from_system->n_strands &&
            sn_id_equal(from_system->strands[k].id, to_system->strands[i].id))
            carry_strand(from_system, from, to_system, to, &from_system->strands[k],
                         &to_system->strands[i]);
    }
}

/* --- turns --- */

/* A work area in which the strands of a state have been looked at. */
static SnWork *look_at_strands(const SnSystem *system, const SnState *state)
{
    SnWork *work = sn_work_new(system, SN_LINSOLVE_AUTO);
    if (work->pulleys)
        sn_pulleys_recall(system, state, work);
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_strand_look(system, state, work);
    return work;
}

/* Rest length over length. */
static double mean_rest(const SnSystemStrand *strand, const SnStrandWork *work, int number)
{
    double rest = 0;
    for (int i = 0; i < strand->n_segments; i++)
        rest += work->segments[strand->first_segment + i].in.rest_length;
    return rest / work->length[number];
}

static void lay_matter(const SnSystem *system, SnState *state, const SnStrandWork *work,
                       const SnSystemStrand *strand, double rest)
{
    double along = 0;
    for (int i = 0; i < strand->n_segments; i++) {
        const SnSystemSegment *segment = &system->strand_segments[strand->first_segment + i];
        const int *order = system->strand_node_order + segment->first;
        double *q = sn_state_q(state), *rests = sn_state_strands(state);
        if (i == 0)
            along = *coordinate(system, &system->strand_nodes[order[0]], q, rests);
        along += rest * work->segments[strand->first_segment + i].shape.length;
        if (!segment->closing)
            *coordinate(system, &system->strand_nodes[order[segment->count - 1]], q, rests) = along;
    }
}

static int with_other_turns(const SnSystem *from_system, const SnSystem *to_system, int number)
{
    const SnSystemStrand *strand = &to_system->strands[number];
    const int k = sn_system_index(from_system, strand->id);
    return k >= 0 && k < from_system->n_strands &&
                   sn_id_equal(from_system->strands[k].id, strand->id) &&
                   from_system->strands[k].turns != strand->turns
               ? k
               : -1;
}

void sn_carry_turns(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                    SnState *to)
{
    SnWork *was = NULL, *is = NULL;
    for (int i = 0; i < to_system->n_strands; i++) {
        const int old = with_other_turns(from_system, to_system, i);
        if (old < 0)
            continue;
        was = was ? was : look_at_strands(from_system, from);
        is = is ? is : look_at_strands(to_system, to);
        const SnSystemStrand *strand = &to_system->strands[i]; /* a belt's matter is given */
        lay_matter(to_system, to, is->strand, strand,
                   strand->closed ? strand->rest_length / is->strand->length[i]
                                  : mean_rest(&from_system->strands[old], was->strand, old));
    }
    sn_work_free(was);
    sn_work_free(is);
}
