/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/strand/resample.h"

#include "engine/base/vec.h"
#include "engine/strand/segment.h"

#include <string.h>

/* Nodes of the strand for segment.h, and what it says of them. */
typedef struct Chain {
    int n;
    double line_density;
    bool lumped;
    const SnResampleNode *from;
    SnSegmentNode *nodes; /* [n] */
    double *part, *share, *passing, *rest;
    double (*d)[3];
} Chain;

#define CHAIN_DOUBLES 7 /* a node: part, share, passing, rest, d */

size_t sn_resample_scratch(int n)
{
    return (size_t)n * (sizeof(SnSegmentNode) + (CHAIN_DOUBLES + 6) * sizeof(double));
}

static int segment_end(const SnResampleNode *nodes, int first)
{
    int last = first + 1;
    while (nodes[last].is_virtual)
        last++;
    return last;
}

/* The shape of the segment from boundary `first` to boundary `last`; its arrays lie in the chain's
 * from there on, where each boundary belongs to the segment that begins there. */
static void segment_shape(const Chain *chain, int first, int last, SnSegmentInput *in,
                          SnSegmentShape *shape)
{
    const SnResampleNode *from = chain->from;
    *in = (SnSegmentInput){
        .n_nodes = last - first + 1,
        .nodes = chain->nodes + first,
        .line_density = chain->line_density,
        .rest_length = from[last].rest - from[first].rest,
        .eulerian_column = {0, 0}, /* only the rates of the Eulerian coordinates are asked for */
        .eulerian = {from[first].eulerian, from[last].eulerian},
        .lumped = chain->lumped};
    if (in->eulerian[0] == 0 && in->eulerian[1] == 0)
        in->eulerian_column[0] = in->eulerian_column[1] = -1;
    *shape = (SnSegmentShape){.part = chain->part + first,
                              .d = chain->d + first,
                              .share = chain->share + first,
                              .passing = chain->passing + first};
    for (int k = first; k <= last; k++) {
        sn_v3_copy(from[k].x, chain->nodes[k].x);
        sn_v3_copy(from[k].v, chain->nodes[k].v);
    }
    sn_segment_shape(in, shape);
}

static void linear_momentum(const Chain *chain, double momentum[3])
{
    sn_v3_set(0, 0, 0, momentum);
    for (int first = 0, last; first + 1 < chain->n; first = last) {
        SnSegmentInput in;
        SnSegmentShape shape;
        double both[6];
        last = segment_end(chain->from, first);
        segment_shape(chain, first, last, &in, &shape);
        sn_segment_kinetic(&in, &shape, both);
        sn_v3_add(momentum, both, momentum);
    }
}

/* Material coordinates of all nodes. */
static void find_rest(const Chain *chain, SnResampleNode *nodes)
{
    for (int first = 0, last; first + 1 < chain->n; first = last) {
        SnSegmentInput in;
        SnSegmentShape shape;
        last = segment_end(nodes, first);
        segment_shape(chain, first, last, &in, &shape);
        for (int k = first + 1; k < last; k++)
            nodes[k].rest = nodes[first].rest + shape.share[k - first] * in.rest_length;
    }
}

/* Whether the matter between two nodes that stay is to be spread anew. */
static bool too_short(const SnResampleNode *nodes, int first, int last, double threshold)
{
    const double even = (nodes[last].rest - nodes[first].rest) / (last - first);
    for (int k = first; k < last; k++)
        if (nodes[k + 1].rest - nodes[k].rest < threshold * even)
            return even > 0;
    return false;
}

/* Place and velocity of the matter with a coordinate, which lies between two boundaries. */
static void matter(const Chain *chain, double rest, int first, int last, double x[3], double v[3])
{
    SnSegmentInput in;
    SnSegmentShape shape;
    segment_shape(chain, first, last, &in, &shape);
    int k = first;
    while (k + 1 < last && chain->from[k + 1].rest < rest)
        k++;
    const double begin = chain->from[k].rest, span = chain->from[k + 1].rest - begin;
    const double t = span > 0 ? fmin(1, fmax(0, (rest - begin) / span)) : 0;
    for (int end = 0; end < 2; end++) {
        const double weight = end ? t : 1 - t;
        sn_v3_axpy(weight, chain->nodes[k + end].x, x);
        sn_v3_axpy(weight, chain->nodes[k + end].v, v);
        sn_v3_axpy(weight * shape.passing[k + end - first], shape.d[k - first], v);
    }
}

/* New coordinates, places and velocities [n][6] of the movable nodes of the strand; how many. */
static int spread(const Chain *chain, SnResampleNode *nodes, double threshold, double (*moved)[6])
{
    int count = 0;
    for (int first = 0, last; first + 1 < chain->n; first = last) {
        for (last = first + 1; nodes[last].movable; last++)
            continue;
        if (last == first + 1 || !too_short(nodes, first, last, threshold))
            continue;
        const double begin = nodes[first].rest, end = nodes[last].rest;
        for (int k = first + 1; k < last; k++) {
            const double rest = begin + (end - begin) * (k - first) / (last - first);
            /* the segment of the old strand in which that lies */
            int a = first, b;
            while (nodes[a].is_virtual)
                a--;
            for (b = segment_end(nodes, a); nodes[b].movable && nodes[b].rest < rest;
                 b = segment_end(nodes, b))
                a = b;
            memset(moved[k], 0, sizeof moved[k]);
            matter(chain, rest, a, b, moved[k], moved[k] + 3);
            chain->rest[k] = rest;
            nodes[k].moved = true;
            count++;
        }
    }
    return count;
}

static void add_velocity(const Chain *chain, SnResampleNode *nodes, const double v[3])
{
    for (int k = 0; k < chain->n; k++)
        if (nodes[k].moved)
            sn_v3_add(nodes[k].v, v, nodes[k].v);
}

/* The same change of the velocity of all moved nodes gives the strand its momentum back; the
 * momentum is linear in it. */
static void keep_momentum(const Chain *chain, SnResampleNode *nodes, const double before[3])
{
    double now[3], matrix[9], inverse[9], missing[3], change[3];
    linear_momentum(chain, now);
    sn_v3_sub(before, now, missing);
    for (int i = 0; i < 3; i++) {
        const double unit[3] = {i == 0, i == 1, i == 2}, back[3] = {-unit[0], -unit[1], -unit[2]};
        double with[3];
        add_velocity(chain, nodes, unit);
        linear_momentum(chain, with);
        add_velocity(chain, nodes, back);
        for (int j = 0; j < 3; j++)
            matrix[3 * j + i] = with[j] - now[j];
    }
    if (fabs(sn_m3_inverse(matrix, inverse)) > 0) {
        sn_m3_mul_v3(inverse, missing, change);
        add_velocity(chain, nodes, change);
    }
}

int sn_resample(SnResampleNode *nodes, int n, double line_density, bool lumped, double threshold,
                void *scratch)
{
    Chain chain = {
        .n = n, .line_density = line_density, .lumped = lumped, .from = nodes, .nodes = scratch};
    double *more = (double *)(chain.nodes + n), before[3];
    chain.part = more, chain.share = more + n, chain.passing = more + 2 * n;
    chain.rest = more + 3 * n;
    chain.d = (double(*)[3])(more + 4 * n);
    double(*moved)[6] = (double(*)[6])(more + CHAIN_DOUBLES * n);
    for (int k = 0; k < n; k++)
        nodes[k].moved = false;
    find_rest(&chain, nodes);
    const int count = spread(&chain, nodes, threshold, moved);
    if (count == 0)
        return 0;
    linear_momentum(&chain, before);
    for (int k = 0; k < n; k++)
        if (nodes[k].moved) {
            sn_v3_copy(moved[k], nodes[k].x);
            sn_v3_copy(moved[k] + 3, nodes[k].v);
            nodes[k].rest = chain.rest[k];
        }
    keep_momentum(&chain, nodes, before);
    return count;
}
