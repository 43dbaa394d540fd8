/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bending of strands at their nodes.  Where the modulus was zero when the system was compiled, it
 * is implicit in the diagonal blocks alone. */
#include "engine/sim/strand/strand_bending.h"
#include "engine/sim/motion/force_tools.h"

#include "engine/base/vec.h"
#include "engine/strand/bending.h"

#include <assert.h>
#include <string.h>

typedef struct Bend {
    int block[3];
    const double *local[3];
    const SnSegmentNode *node[3]; /* with their derivatives */
    double force[9], stiffness[81];
} Bend;

/* J_a' S J_b with the 3 x 3 block (a, b) of the stiffness. */
static void sandwich(const Bend *bend, int a, int b, double factor, double values[36])
{
    const int na = bend->node[a]->width, nb = bend->node[b]->width;
    for (int r = 0; r < na; r++)
        for (int c = 0; c < nb; c++) {
            double sum = 0;
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    sum += bend->node[a]->jacobian[na * i + r] *
                           bend->stiffness[9 * (3 * a + i) + 3 * b + j] *
                           bend->node[b]->jacobian[nb * j + c];
            values[nb * r + c] = factor * sum;
        }
}

/* The force on a node of a body turns with it. */
static void add_load_stiffness(const SnWorkspace *work, const Bend *bend, int a, double k,
                               double values[36])
{
    double in_body[3], arm[9], cross[9], product[9];
    sn_m3_tmul_v3(work->motion.rotation[bend->block[a]], bend->force + 3 * a, in_body);
    sn_m3_cross(bend->local[a], arm);
    sn_m3_cross(in_body, cross);
    sn_m3_mul(arm, cross, product);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            values[6 * (3 + r) + 3 + c] -= k * product[3 * r + c];
}

static void add_stiffness(const SnSystem *system, SnWorkspace *work, const Bend *bend, int slots,
                          double k)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b <= a; b++) {
            double values[36];
            if (bend->block[a] < 0 || bend->block[b] < 0)
                continue;
            const int slot = slots >= 0 ? system->pairs.stiffness_slot[slots + a * (a + 1) / 2 + b]
                             : a == b   ? sn_diagonal_pair(system, bend->block[a])
                                        : -1;
            if (slot < 0)
                continue;
            sandwich(bend, a, b, -k, values);
            if (a == b && bend->node[a]->width == 6 && !work->forces.positive_definite)
                add_load_stiffness(work, bend, a, k, values);
            sn_pair_add(system, work, slot, bend->block[a], bend->block[b], values);
            if (a != b && bend->block[a] == bend->block[b]) /* its mirror falls on the same pair */
                sn_pair_add(system, work, slot, bend->block[a], bend->block[b], values);
        }
}

/* At one node between two parts; slots -1: the system has no pairs for it. */
static void bend_at(const SnSystem *system, SnWorkspace *work, const int nodes[3], double modulus,
                    bool matrix, double k)
{
    SnStrandWorkspace *strand = work->forces.strand;
    Bend bend;
    double x[3][3];
    for (int i = 0; i < 3; i++) {
        const int point = system->strands.nodes[nodes[i]].point;
        bend.block[i] = system->points[point].block;
        bend.local[i] = strand->local[nodes[i]];
        bend.node[i] = &strand->nodes[strand->at[nodes[i]]];
        sn_v3_copy(work->motion.point_position[point], x[i]);
    }
    const double rest = 0.5 * (strand->part_rest[nodes[0]] + strand->part_rest[nodes[1]]);
    if (!(rest > 0))
        return;
    const bool implicit = matrix && k != 0;
    strand->bending_energy +=
        sn_bending((const double(*)[3])x, modulus / rest, bend.force,
                   implicit ? bend.stiffness : NULL, work->forces.positive_definite);
    for (int i = 0; i < 3; i++) {
        if (bend.block[i] < 0)
            continue;
        sn_add_force(system, work, bend.block[i], bend.local[i], bend.force + 3 * i,
                     work->forces.applied);
        sn_add_force(system, work, bend.block[i], bend.local[i], bend.force + 3 * i,
                     work->forces.explicit_force);
    }
    if (implicit)
        add_stiffness(system, work, &bend, system->strands.nodes[nodes[1]].bend, k);
}

void sn_strand_bending(const SnSystem *system, SnWorkspace *work, bool matrix, double k)
{
    assert(!work || work->system == system);
    SnStrandWorkspace *w = work->forces.strand;
    w->bending_energy = 0;
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        if (!(strand->p.bending > 0) || !strand->enabled)
            continue;
        for (int s = strand->first_segment; s < strand->first_segment + strand->n_segments; s++) {
            const SnSegmentWorkspace *segment = &w->segments[s];
            const int *nodes = system->strands.node_order + system->strands.segments[s].first;
            for (int part = 0; part + 1 < segment->in.n_nodes; part++)
                w->part_rest[nodes[part]] =
                    (segment->shape.share[part + 1] - segment->shape.share[part]) *
                    segment->in.rest_length;
        }
        for (int n = strand->first_node; n < strand->first_node + strand->n_nodes; n++) {
            int neighbours[2];
            if (!sn_strand_neighbours(system, strand, n, neighbours))
                continue;
            const int nodes[3] = {neighbours[0], n, neighbours[1]};
            bend_at(system, work, nodes, strand->p.bending, matrix, k);
        }
    }
}
