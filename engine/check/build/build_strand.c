/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/check/build/build_strand.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"

#include <stdlib.h>
#include <string.h>

/* Room for n more entries, zeroed; returns the first. */
static void *extend(void **array, int have, int n, size_t size)
{
    *array = sn_resize(*array, 1, (size_t)(have + n) * size);
    void *first = (char *)*array + (size_t)have * size;
    memset(first, 0, (size_t)n * size);
    return first;
}

#define EXTEND(array, have, n) extend((void **)&(array), (have), (n), sizeof *(array))

int sn_build_free_node(SnBuild *build, const double position[3])
{
    static const double origin[3] = {0};
    return sn_build_point(build, sn_build_particle(build, 0, position), origin);
}

int sn_build_world_point(SnBuild *build, const double position[3])
{
    return sn_build_point(build, SN_BUILD_WORLD, position);
}

static void point_place(const SnBuild *build, int point, double x[3])
{
    const SnSystemPoint *p = &build->system->points[point];
    if (p->block < 0)
        sn_v3_copy(p->local, x);
    else if (build->system->blocks[p->block].kind == SN_BLOCK_BODY)
        sn_pose_point(build->q[p->block], build->q[p->block] + 3, p->local, x);
    else
        sn_v3_copy(build->q[p->block], x);
}

static double distance(const SnBuild *build, int point_a, int point_b)
{
    double a[3], b[3];
    point_place(build, point_a, a);
    point_place(build, point_b, b);
    return sn_v3_distance(a, b);
}

static void add_nodes(SnBuild *build, SnSystemStrand *strand, int n, const SnBuildStrandNode *nodes,
                      double path)
{
    SnSystem *system = build->system;
    double rest = 0;
    EXTEND(system->strands.nodes, system->strands.n_nodes, n);
    for (int k = 0; k < n; k++) {
        const int number = system->strands.n_nodes++;
        SnSystemStrandNode *node = &system->strands.nodes[number];
        *node = (SnSystemStrandNode){.id = {.index = ++build->last_id, .generation = 1},
                                     .point = nodes[k].point,
                                     .is_virtual = nodes[k].kind == SN_BUILD_VIRTUAL,
                                     .eulerian = -1,
                                     .pulley = -1,
                                     .rest = -1,
                                     .friction = nodes[k].friction,
                                     .movable = nodes[k].movable};
        if (k > 0)
            rest += distance(build, nodes[k - 1].point, nodes[k].point);
        const double coordinate = strand->rest_length * rest / path;
        if (nodes[k].kind == SN_BUILD_EULERIAN) {
            const double q[3] = {coordinate, 0, 0};
            node->eulerian = sn_build_curve_coordinate(build, SN_BLOCK_EULERIAN, number, q);
        } else if (nodes[k].kind == SN_BUILD_MATERIAL) {
            node->rest = system->state.n_strands;
            *(double *)EXTEND(system->state.strand0, system->state.n_strands, 1) = coordinate;
            system->state.n_strands++;
        }
    }
}

static bool is_boundary(const SnSystem *system, int node)
{
    return !system->strands.nodes[node].is_virtual || system->strands.nodes[node].eulerian >= 0;
}

/* From boundary to boundary; a closed strand's last segment goes on to its first one. */
static void add_segments(SnSystem *system, int number, bool closed)
{
    SnSystemStrand *strand = &system->strands.strands[number];
    int start = 0;
    while (closed && !is_boundary(system, strand->first_node + start))
        start++;
    const int end = start + strand->n_nodes - (closed ? 0 : 1);
    strand->first_segment = system->strands.n_segments;
    for (int first = start, last; first < end; first = last) {
        SnSystemSegment *segment = EXTEND(system->strands.segments, system->strands.n_segments, 1);
        *segment = (SnSystemSegment){
            .strand = number, .first = system->strands.n_node_order, .row = -1, .limit = -1};
        system->strands.n_segments++;
        strand->n_segments++;
        for (last = first;; last++) {
            const int node = strand->first_node + last % strand->n_nodes;
            *(int *)EXTEND(system->strands.node_order, system->strands.n_node_order, 1) = node;
            system->strands.n_node_order++;
            segment->count++;
            if (is_boundary(system, node) && last > first) {
                segment->closing = closed && last == end;
                break;
            }
        }
    }
}

int sn_build_strand(SnBuild *build, const SnStrandParameters *p, double rest_length, bool closed,
                    int n, const SnBuildStrandNode *nodes)
{
    SnSystem *system = build->system;
    const int number = system->strands.n;
    double path = 0;
    for (int k = 0; k + (closed ? 0 : 1) < n; k++)
        path += distance(build, nodes[k].point, nodes[(k + 1) % n].point);
    SnSystemStrand *strand = EXTEND(system->strands.strands, number, 1);
    *strand = (SnSystemStrand){.id = {.index = ++build->last_id, .generation = 1},
                               .enabled = true,
                               .closed = closed,
                               .p = *p,
                               .first_node = system->strands.n_nodes,
                               .n_nodes = n,
                               .rest_length = rest_length > 0 ? rest_length : path,
                               .start_length = path};
    system->strands.n++;
    add_nodes(build, strand, n, nodes, path);
    add_segments(system, number, closed);
    return number;
}
