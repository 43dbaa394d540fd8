/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build_strand.h"

#include "engine/base/vec.h"

#include <stdlib.h>
#include <string.h>

SnStrandParameters sn_strand_parameters(double line_density, double stiffness)
{
    return (SnStrandParameters){.radius = 1e-3,
                                .line_density = line_density,
                                .stiffness = stiffness,
                                .tension_only = true,
                                .muscle = -1};
}

int sn_build_strand(SnBuild *build, const SnStrandParameters *parameters, bool closed)
{
    SnSystem *system = build->system;
    const int n = system->n_strands++;
    system->strands = realloc(system->strands, (size_t)(n + 1) * sizeof *system->strands);
    system->strands[n] = (SnSystemStrand){.id = {.index = ++build->last_id, .generation = 1},
                                          .enabled = true,
                                          .closed = closed,
                                          .p = *parameters,
                                          .first_node = system->n_strand_nodes,
                                          .first_segment = system->n_segments_of_strands};
    return n;
}

int sn_build_strand_node(SnBuild *build, int point, bool is_virtual)
{
    SnSystem *system = build->system;
    const int n = system->n_strand_nodes++;
    system->strand_nodes =
        realloc(system->strand_nodes, (size_t)(n + 1) * sizeof *system->strand_nodes);
    system->strand_nodes[n] =
        (SnSystemStrandNode){.id = {.index = ++build->last_id, .generation = 1},
                             .point = point,
                             .is_virtual = is_virtual,
                             .flow = -1,
                             .pulley = -1,
                             .rest = -1};
    system->strands[system->n_strands - 1].n_nodes++;
    return n;
}

int sn_build_strand_free_node(SnBuild *build, double bead, const double position[3],
                              bool is_virtual)
{
    static const double none[3] = {0};
    const int block = sn_build_particle(build, bead, position);
    return sn_build_strand_node(build, sn_build_point(build, block, none), is_virtual);
}

int sn_build_strand_flow(SnBuild *build, int node, double friction)
{
    static const double none[3] = {0};
    sn_build_block(build, 0, none)->kind = SN_BLOCK_FLOW;
    const int flow = build->system->n_blocks - 1;
    build->system->blocks[flow].place = node;
    build->system->strand_nodes[node].flow = flow;
    build->system->strand_nodes[node].friction = friction;
    return flow;
}

static void place_of(const SnBuild *build, int node, double x[3])
{
    const SnSystem *system = build->system;
    const SnSystemPoint *point = &system->points[system->strand_nodes[node].point];
    sn_v3_copy(point->local, x);
    if (point->block < 0)
        return;
    const double *q = build->q[point->block];
    if (system->blocks[point->block].kind == SN_BLOCK_BODY)
        sn_pose_point(q, q + 3, point->local, x);
    else
        sn_v3_copy(q, x);
}

static double distance(const SnBuild *build, int a, int b)
{
    double x[3], y[3];
    place_of(build, a, x);
    place_of(build, b, y);
    return sn_v3_distance(x, y);
}

/* One more number of state.strands. */
static int add_number(SnSystem *system, double value)
{
    const int n = system->n_strand_state++;
    system->strand0 = realloc(system->strand0, (size_t)(n + 1) * sizeof(double));
    system->strand0[n] = value;
    return n;
}

static void put_in_order(SnSystem *system, int node)
{
    const int n = system->n_strand_node_order++;
    system->strand_node_order = realloc(system->strand_node_order, (size_t)(n + 1) * sizeof(int));
    system->strand_node_order[n] = node;
}

static bool is_boundary(const SnSystem *system, int node)
{
    return !system->strand_nodes[node].is_virtual || system->strand_nodes[node].flow >= 0;
}

/* From boundary to boundary; a closed strand's last segment goes on to its first boundary. */
static void add_segments(SnSystem *system, SnSystemStrand *strand)
{
    int start = 0;
    while (strand->closed && !is_boundary(system, strand->first_node + start))
        start++;
    SnSystemSegment *segment = NULL;
    for (int k = start; k < strand->n_nodes + (strand->closed ? start + 1 : 0); k++) {
        const bool last = k + 1 == strand->n_nodes + (strand->closed ? start + 1 : 0);
        const int node = strand->first_node + k % strand->n_nodes;
        put_in_order(system, node);
        if (segment)
            segment->count++;
        if (segment && last)
            segment->closing = strand->closed;
        if (last || !is_boundary(system, node))
            continue;
        if (segment)
            put_in_order(system, node);
        const int n = system->n_segments_of_strands++;
        system->strand_segments =
            realloc(system->strand_segments, (size_t)(n + 1) * sizeof *system->strand_segments);
        segment = &system->strand_segments[n];
        *segment = (SnSystemSegment){
            .strand = system->n_strands - 1, .first = system->n_strand_node_order - 1, .count = 1};
        strand->n_segments++;
    }
}

void sn_build_strand_end(SnBuild *build, double rest_length)
{
    SnSystem *system = build->system;
    SnSystemStrand *strand = &system->strands[system->n_strands - 1];
    const int first = strand->first_node, last = first + strand->n_nodes - 1;
    for (int k = first; k < last; k++)
        strand->start_length += distance(build, k, k + 1);
    if (strand->closed)
        strand->start_length += distance(build, last, first);
    strand->rest_length = rest_length > 0 ? rest_length : strand->start_length;
    double way = 0;
    for (int k = first; k <= last; k++) {
        SnSystemStrandNode *node = &system->strand_nodes[k];
        const double coordinate = way / strand->start_length * strand->rest_length;
        if (node->flow >= 0)
            build->q[node->flow][0] = coordinate;
        else if (!node->is_virtual)
            node->rest = add_number(system, coordinate);
        way += k < last ? distance(build, k, k + 1) : 0;
    }
    add_segments(system, strand);
}
