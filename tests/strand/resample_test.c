/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resampling: what is kept, what is changed, and what never happens. */
#include "engine/base/vec.h"
#include "engine/strand/resample.h"
#include "engine/strand/segment.h"
#include "tests/strand/segment_world.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <string.h>

#define NODES     9
#define THRESHOLD 0.3
#define DENSITY   0.8

/* Momentum and energy of the matter, by segment.h. */
static double kinetic(const SnResampleNode *nodes, bool lumped, double momentum[3])
{
    double energy = 0;
    sn_v3_set(0, 0, 0, momentum);
    for (int first = 0, last; first + 1 < NODES; first = last) {
        SnSegmentNode chain[NODES];
        double part[NODES], d[NODES][3], share[NODES], passing[NODES], both[6];
        int n = 0;
        for (last = first; last == first || nodes[last].is_virtual; last++)
            continue;
        for (int k = first; k <= last; k++, n++) {
            sn_v3_copy(nodes[k].x, chain[n].x);
            sn_v3_copy(nodes[k].v, chain[n].v);
        }
        const SnSegmentInput in = {.n_nodes = n,
                                   .nodes = chain,
                                   .line_density = DENSITY,
                                   .rest_length = nodes[last].rest - nodes[first].rest,
                                   .eulerian_column = {-1, -1},
                                   .lumped = lumped};
        SnSegmentShape shape = {.part = part, .d = d, .share = share, .passing = passing};
        sn_segment_shape(&in, &shape);
        energy += sn_segment_kinetic(&in, &shape, both);
        sn_v3_add(momentum, both, momentum);
    }
    return energy;
}

/* 0 fixed | 1 2 movable | 3 ring | 4 movable | 5 6 rings | 7 movable | 8 fixed; matter in any
 * division among them, stretched by a few per cent, in a curve. */
static void random_chain(uint64_t *seed, SnResampleNode nodes[NODES])
{
    static const char *kinds = "fmmvmvvmf";
    double rest = 0.3;
    memset(nodes, 0, NODES * sizeof *nodes);
    for (int k = 0; k < NODES; k++) {
        nodes[k].is_virtual = kinds[k] == 'v';
        nodes[k].movable = kinds[k] == 'm';
        nodes[k].rest = nodes[k].is_virtual ? 0 : rest;
        sn_v3_set(rest, 0.2 * sin(3 * rest), 0.1 * rest * rest, nodes[k].x);
        for (int i = 0; i < 3; i++)
            nodes[k].v[i] = world_uniform(seed, -1, 1);
        rest += world_uniform(seed, 0.01, 1);
    }
}

static void test_random(void)
{
    uint64_t seed = 31;
    char *scratch = g_malloc(sn_resample_scratch(NODES));
    int some = 0, none = 0;
    for (int round = 0; round < 400; round++) {
        SnResampleNode before[NODES], after[NODES], again[NODES];
        double kept[3], now[3];
        const bool lumped = round % 2;
        random_chain(&seed, before);
        memcpy(after, before, sizeof before);
        memcpy(again, before, sizeof before);
        const unsigned long allocated = sn_test_allocations();
        const int moved = sn_resample(after, NODES, DENSITY, lumped, THRESHOLD, scratch);
        if (sn_test_counting_malloc())
            g_assert_cmpuint(sn_test_allocations(), ==, allocated);
        g_assert_cmpint(moved, ==, sn_resample(again, NODES, DENSITY, lumped, THRESHOLD, scratch));
        g_assert_true(memcmp(after, again, sizeof after) == 0);
        kinetic(before, lumped, kept);
        kinetic(after, lumped, now);
        g_assert_cmpfloat(sn_v3_distance(kept, now), <, 1e-12);
        int changed = 0;
        for (int k = 0; k < NODES; k++) {
            g_assert_true(!after[k].moved || after[k].movable);
            changed += after[k].moved;
            if (!after[k].moved) {
                g_assert_true(memcmp(after[k].x, before[k].x, sizeof after[k].x) == 0);
                g_assert_true(memcmp(after[k].v, before[k].v, sizeof after[k].v) == 0);
                g_assert_true(after[k].is_virtual || after[k].rest == before[k].rest);
            }
            if (k > 0)
                g_assert_cmpfloat(after[k].rest, >, after[k - 1].rest);
        }
        g_assert_cmpint(changed, ==, moved);
        moved > 0 ? some++ : none++;
        /* the strain is not even, so rings have moved along the matter: nearly no part is short,
         * and no part at all after a few rounds */
        int rounds = 0;
        while (sn_resample(after, NODES, DENSITY, lumped, THRESHOLD, scratch) > 0)
            g_assert_cmpint(++rounds, <, 4);
    }
    g_test_message("%d changed, %d left as they were", some, none);
    g_assert_cmpint(some, >, 100);
    g_assert_cmpint(none, >, 10);
    g_free(scratch);
}

/* On a straight, evenly stretched strand that turns and stretches as a whole, moving the nodes
 * changes nothing about the matter: the same energy, the same momentum, the same field. */
static void test_straight(void)
{
    SnResampleNode nodes[NODES];
    double before[3], after[3];
    char *scratch = g_malloc(sn_resample_scratch(NODES));
    static const double rest[NODES] = {0, .02, .5, 1, 1.3, 1.7, 1.9, 1.95, 2.5};
    uint64_t seed = 8;
    random_chain(&seed, nodes);
    for (int k = 0; k < NODES; k++) {
        nodes[k].rest = rest[k];
        sn_v3_set(1.5 * rest[k], 0, 2 * rest[k], nodes[k].x);
        sn_v3_set(0.3 + 0.2 * rest[k], -rest[k], 0.7 * rest[k], nodes[k].v);
        if (nodes[k].is_virtual) { /* slides along it: of no consequence for the matter */
            nodes[k].v[0] += 0.3;
            nodes[k].v[2] += 0.4;
        }
    }
    const double energy = kinetic(nodes, false, before);
    g_assert_cmpint(sn_resample(nodes, NODES, DENSITY, false, THRESHOLD, scratch), ==, 3);
    g_assert_cmpfloat(fabs(kinetic(nodes, false, after) - energy), <, 1e-14);
    g_assert_cmpfloat(sn_v3_distance(before, after), <, 1e-14);
    g_assert_true(nodes[1].moved && nodes[2].moved && nodes[7].moved && !nodes[4].moved);
    for (int k = 0; k < NODES; k++) {
        const double s = nodes[k].rest;
        const double x[3] = {1.5 * s, 0, 2 * s}, v[3] = {0.3 + 0.2 * s, -s, 0.7 * s};
        g_assert_cmpfloat(sn_v3_distance(x, nodes[k].x), <, 1e-14);
        if (!nodes[k].is_virtual)
            g_assert_cmpfloat(sn_v3_distance(v, nodes[k].v), <, 1e-14);
    }
    g_assert_cmpfloat(fabs(nodes[1].rest - 1 / 3.0), <, 1e-15);
    g_assert_cmpfloat(fabs(nodes[7].rest - 2.2), <, 1e-15);
    g_free(scratch);
}

/* Matter that runs through a ring for ever: no part gets short, nodes keep their order. */
static void test_sliding(void)
{
    SnResampleNode nodes[5] = {{.x = {0, 0, 0}, .rest = 0},
                               {.x = {0.5, 0, 0}, .rest = 0.5, .movable = true},
                               {.x = {1, 0, 0}, .is_virtual = true},
                               {.x = {1, 0, -0.5}, .rest = 1.5, .movable = true},
                               {.x = {1, 0, -1}, .rest = 2}};
    char *scratch = g_malloc(sn_resample_scratch(5));
    const double h = 1e-3;
    int resampled = 0;
    for (int step = 0; step < 900; step++) { /* the first end is let go, the last one pulled */
        nodes[0].x[0] += h, nodes[0].v[0] = 1;
        nodes[1].x[0] += h, nodes[1].v[0] = 1;
        nodes[3].x[2] -= h, nodes[3].v[2] = -1;
        nodes[4].x[2] -= h, nodes[4].v[2] = -1;
        resampled += sn_resample(nodes, 5, DENSITY, false, THRESHOLD, scratch);
        const double ring = nodes[2].rest;
        g_assert_cmpfloat(fabs(ring - (1 - (step + 1) * h)), <, 1e-9);
        g_assert_cmpfloat(ring - nodes[1].rest, >=, THRESHOLD * ring / 2);
        g_assert_cmpfloat(fabs(nodes[1].v[0] - 1) + fabs(nodes[3].v[2] + 1), <, 1e-9);
    }
    g_test_message("%d nodes moved in 900 steps", resampled);
    g_assert_cmpint(resampled, >=, 2);
    g_assert_cmpint(resampled, <, 20);
    g_free(scratch);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/resample/random", test_random);
    g_test_add_func("/resample/straight", test_straight);
    g_test_add_func("/resample/sliding", test_sliding);
    return g_test_run();
}
