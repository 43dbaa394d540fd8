/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of joints that hold more than their bodies can move.  Their rows depend on each other, up
 * to how little the joints are open: what that little asks for is nobody's wish, and its forces
 * know no bounds.  Found by counting, whatever the pose (Gruebler): the rows of joints that are in
 * loops together (biconnected components, Hopcroft and Tarjan 1973, Algorithm 447) against the
 * freedoms of their bodies. */
#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>

/* Nodes are the blocks that move by themselves, and the world behind them. */
typedef struct Walk {
    const SnSystem *system;
    double *row;        /* [joints.n_rows] */
    int world;          /* number of its node */
    int *start, *joint; /* [nodes + 1], [2 joints.n] those on each node */
    int *next;          /* [nodes] which of them is looked at next */
    int *depth, *low;   /* [nodes] 0: not seen yet */
    int *via;           /* [nodes] joint by which it was reached */
    int *path;          /* [nodes] from the first to where it is now */
    int *open, n_open;  /* [joints.n] joints seen that are in no component yet */
    int *counted;       /* [nodes] component in which it was counted last */
    int components;
} Walk;

static int node_on(const Walk *w, int joint, int side)
{
    const int block = sn_joint_block(w->system, &w->system->joints.joints[joint], side);
    return block >= 0 && block < w->system->n_active ? block : w->world;
}

static int node_beyond(const Walk *w, int joint, int node)
{
    return node_on(w, joint, 0) == node ? node_on(w, joint, 1) : node_on(w, joint, 0);
}

static bool joins(const Walk *w, int joint)
{
    return w->system->joints.joints[joint].n_rows > 0 &&
           node_on(w, joint, 0) != node_on(w, joint, 1);
}

static void list_joints(Walk *w)
{
    const int n = w->system->joints.n;
    for (int i = 0; i < n; i++)
        for (int s = 0; joins(w, i) && s < 2; s++)
            w->start[node_on(w, i, s) + 1]++;
    for (int node = 0; node <= w->world; node++) {
        w->start[node + 1] += w->start[node];
        w->next[node] = w->start[node];
    }
    for (int i = 0; i < n; i++)
        for (int s = 0; joins(w, i) && s < 2; s++)
            w->joint[w->next[node_on(w, i, s)]++] = i;
    for (int node = 0; node <= w->world; node++)
        w->next[node] = w->start[node];
}

/* Of the open joints from number `first` on: more rows than their bodies have freedoms? */
static void count_component(Walk *w, int first)
{
    const SnSystemJoint *joints = w->system->joints.joints;
    int rows = 0, freedoms = -6; /* of the whole, where it floats */
    w->components++;
    for (int i = first; i < w->n_open; i++) {
        rows += joints[w->open[i]].n_rows;
        for (int s = 0; s < 2; s++) {
            const int node = node_on(w, w->open[i], s);
            if (w->counted[node] == w->components)
                continue;
            w->counted[node] = w->components;
            freedoms += node == w->world ? 6 : w->system->blocks[node].n;
        }
    }
    if (w->n_open - first > 1 && rows > freedoms)
        for (int i = first; i < w->n_open; i++)
            for (int r = 0; r < joints[w->open[i]].n_rows; r++)
                w->row[joints[w->open[i]].row + r] = 1;
    w->n_open = first;
}

/* Back from a node to that before it: what was seen since hangs there alone, or does not. */
static void leave(Walk *w, int node, int before)
{
    if (w->low[node] < w->low[before])
        w->low[before] = w->low[node];
    if (w->low[node] < w->depth[before])
        return;
    int first = w->n_open;
    do
        first--;
    while (w->open[first] != w->via[node]);
    count_component(w, first);
}

static void walk_from(Walk *w, int root)
{
    int n = 1;
    w->path[0] = root;
    w->via[root] = -1;
    w->depth[root] = w->low[root] = 1;
    while (n > 0) {
        const int node = w->path[n - 1];
        if (w->next[node] == w->start[node + 1]) {
            if (--n > 0)
                leave(w, node, w->path[n - 1]);
            continue;
        }
        const int joint = w->joint[w->next[node]++], beyond = node_beyond(w, joint, node);
        if (joint == w->via[node] || w->depth[beyond] > w->depth[node])
            continue;
        w->open[w->n_open++] = joint;
        if (w->depth[beyond] == 0) {
            w->via[beyond] = joint;
            w->depth[beyond] = w->low[beyond] = n + 1;
            w->path[n++] = beyond;
        } else if (w->depth[beyond] < w->low[node]) {
            w->low[node] = w->depth[beyond];
        }
    }
}

void sn_find_overdetermined(const SnSystem *system, double *row)
{
    const size_t nodes = (size_t)system->n_active + 2, joints = (size_t)system->joints.n + 1;
    int *room = sn_alloc(7 * nodes + 3 * joints, sizeof(int));
    Walk w = {.system = system, .row = row, .world = system->n_active};
    w.start = room, w.next = w.start + nodes, w.depth = w.next + nodes, w.low = w.depth + nodes;
    w.via = w.low + nodes, w.path = w.via + nodes, w.counted = w.path + nodes;
    w.open = w.counted + nodes, w.joint = w.open + joints;
    list_joints(&w);
    for (int node = w.world; node >= 0; node--)
        if (w.depth[node] == 0)
            walk_from(&w, node);
    assert(w.n_open == 0);
    sn_free(room);
}
