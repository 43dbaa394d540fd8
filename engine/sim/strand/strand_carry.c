/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/strand/strand_carry.h"

#include "engine/base/memory.h"
#include "engine/sim/strand/strand_node_position.h"
#include "engine/sim/strand/strand_workspace.h"

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

static void carry_coordinates(const SnSystem *from_system, const SnState *from,
                              const SnSystem *to_system, SnState *to)
{
    for (int i = 0; i < to_system->n_active; i++) {
        const SnBlock *block = &to_system->blocks[i];
        if (block->kind != SN_BLOCK_GUIDE && block->kind != SN_BLOCK_SURFACE)
            continue;
        const SnBlock *old = sn_find_block(from_system, block->kind, block->id);
        if (old && !sn_id_is_null(block->id))
            sn_carry_block(old, from, block, to);
    }
}

/* Coordinate of a boundary: a number of the state, or the position of its flow. */
double *sn_strand_coordinate_at(const SnSystem *system, const SnSystemStrandNode *node, double *q,
                                double *rests)
{
    if (node->eulerian >= 0)
        return &q[system->blocks[node->eulerian].q];
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
        const SnSystemStrandNode *node = &to_system->strands.nodes[k];
        double *now =
            sn_strand_coordinate_at(to_system, node, sn_state_q(to), sn_state_strands(to));
        if (!now)
            continue;
        const int was = sn_strand_node_index(from_system, node->id);
        const double *before =
            was < 0 ? NULL
                    : sn_strand_coordinate_at(from_system, &from_system->strands.nodes[was],
                                              (double *)sn_state_q_const(from),
                                              (double *)sn_state_strands_const(from));
        is[n] = now, start[n] = *now, known[n] = before != NULL;
        if (before)
            *now = scale * *before;
        if (before && node->eulerian >= 0 && from_system->strands.nodes[was].eulerian >= 0)
            sn_state_u(to)[to_system->blocks[node->eulerian].u] = sn_state_u_const(
                from)[from_system->blocks[from_system->strands.nodes[was].eulerian].u];
        n++;
    }
    place_between(is, start, known, n);
    sn_free(is);
    sn_free(start);
    sn_free(known);
}

void sn_carry_strands(const SnSystem *from_system, const SnState *from, const SnSystem *to_system,
                      SnState *to)
{
    carry_coordinates(from_system, from, to_system, to);
    for (int i = 0; i < to_system->strands.n_nodes; i++) {
        const SnSystemStrandNode *node = &to_system->strands.nodes[i];
        const int was = sn_strand_node_index(from_system, node->id);
        if (was < 0)
            continue;
        const int a = from_system->points[from_system->strands.nodes[was].point].block;
        const int b = to_system->points[node->point].block;
        if (a >= 0 && b >= 0 && a < from_system->n_active && b < to_system->n_active &&
            from_system->blocks[a].kind == SN_BLOCK_POINT &&
            to_system->blocks[b].kind == SN_BLOCK_POINT)
            sn_carry_block(&from_system->blocks[a], from, &to_system->blocks[b], to);
    }
    for (int i = 0; i < to_system->strands.n; i++) {
        const int k = sn_system_index(from_system, to_system->strands.strands[i].id);
        if (k >= 0 && k < from_system->strands.n &&
            sn_id_equal(from_system->strands.strands[k].id, to_system->strands.strands[i].id))
            carry_strand(from_system, from, to_system, to, &from_system->strands.strands[k],
                         &to_system->strands.strands[i]);
    }
}
