/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of joints that hold more than their bodies can move.  Their rows depend on each other, up
 * to how little the joints are open: what that little asks for is nobody's wish, and its forces
 * know no bounds.  Found by counting, whatever the pose (Gruebler): the rows of joints that are in
 * loops together (biconnected components, Hopcroft and Tarjan 1973, Algorithm 447) against the
 * freedoms of their bodies.  Where that finds none they may repeat each other all the same (seven
 * bars on parallel axes: 35 rows, of which three say what others say, against 36 freedoms; a ball
 * on a plane that is held in it, 6 against 6): that shows by the rank at the start. */
#include "engine/base/memory.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/solve/redundancy.h"
#include "engine/sim/solve/solve.h"

#include <assert.h>
#include <string.h>

/* Nodes are the blocks that move by themselves, and the world behind them. */
typedef struct Walk {
    const SnSystem *system;
    const bool *repeats; /* [rows.n] rows that say what others say, or NULL: not known */
    bool undecided;      /* there is a loop that counting finds nothing in */
    double *row;         /* [joints.n_rows] */
    int world;           /* number of its node */
    int *start, *joint;  /* [nodes + 1], [2 joints.n] those on each node */
    int *next;           /* [nodes] which of them is looked at next */
    int *depth, *low;    /* [nodes] 0: not seen yet */
    int *via;            /* [nodes] joint by which it was reached */
    int *path;           /* [nodes] from the first to where it is now */
    int *open, n_open;   /* [joints.n] joints seen that are in no component yet */
    int *counted;        /* [nodes] component in which it was counted last */
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

/* Of the open joints from number `first` on: do some of their rows repeat others? */
static void count_component(Walk *w, int first)
{
    const SnSystemJoint *joints = w->system->joints.joints;
    int rows = 0, freedoms = -6; /* of the whole, where it floats */
    bool repeats = false;
    w->components++;
    for (int i = first; i < w->n_open; i++) {
        rows += joints[w->open[i]].n_rows;
        for (int r = 0; w->repeats && r < joints[w->open[i]].n_rows; r++)
            repeats = repeats || w->repeats[joints[w->open[i]].row + r];
        for (int s = 0; s < 2; s++) {
            const int node = node_on(w, w->open[i], s);
            if (w->counted[node] == w->components)
                continue;
            w->counted[node] = w->components;
            freedoms += node == w->world ? 6 : w->system->blocks[node].n;
        }
    }
    const bool loop = w->n_open - first > 1, crowded = rows > freedoms || repeats;
    w->undecided = w->undecided || (loop && !crowded);
    if (loop && crowded)
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

/* Whether there is a loop that counting finds nothing in. */
static bool find_crowded(const SnSystem *system, const bool *repeats, double *row)
{
    const size_t nodes = (size_t)system->n_active + 2, joints = (size_t)system->joints.n + 1;
    int *room = sn_alloc(7 * nodes + 3 * joints, sizeof(int));
    Walk w = {.system = system, .repeats = repeats, .row = row, .world = system->n_active};
    w.start = room, w.next = w.start + nodes, w.depth = w.next + nodes, w.low = w.depth + nodes;
    w.via = w.low + nodes, w.path = w.via + nodes, w.counted = w.path + nodes;
    w.open = w.counted + nodes, w.joint = w.open + joints;
    list_joints(&w);
    for (int node = w.world; node >= 0; node--)
        if (w.depth[node] == 0)
            walk_from(&w, node);
    assert(w.n_open == 0);
    sn_free(room);
    return w.undecided;
}

/* Rows of all joints at the start, over what they move there, as if all acted. */
static void make_start_rows(const SnSystem *system, SnWorkspace *work)
{
    SnKktMatrix *matrix = &work->linear.matrix;
    SnRowValues *rows = &work->rows;
    const SnState *start = work->step.backup;
    sn_kinematics(system, sn_state_q_const(start), sn_state_u_const(start), work);
    for (int i = 0; i < system->joints.n; i++) {
        const SnSystemJoint *joint = &system->joints.joints[i];
        const int row = joint->row < 0 ? 0 : joint->row,
                  limit = joint->limit < 0 ? 0 : joint->limit;
        sn_joint_rows(system, start, work, i, true,
                      &(SnJointRows){.row = rows->row + row,
                                     .residual = rows->residual + row,
                                     .limit = rows->limit + limit,
                                     .gap = rows->gap + limit});
        for (int r = 0; r < joint->n_rows; r++)
            work->bilateral.active[row + r] = true;
    }
    sn_row_plan_fill(work, rows);
    for (int b = 0; b < system->n_active; b++) {
        const SnBlock *block = &system->blocks[b];
        for (int c = 0; c < block->n; c++) {
            const double inertia = c < 3 ? block->mass : block->inertia[4 * (c - 3)];
            matrix->a_value[matrix->a_start[block->u + c]] = inertia > 0 ? inertia : 1;
        }
    }
}

void sn_find_overdetermined(const SnSystem *system, SnWorkspace *work, double *row)
{
    assert(work->system == system);
    if (!find_crowded(system, NULL, row))
        return;
    make_start_rows(system, work);
    SnRedundancies *found = sn_redundant_joints(system, work, SN_REDUNDANT_NEARLY);
    if (found->n > 0)
        find_crowded(system, found->repeats, row);
    sn_redundancies_free(found);
    memset(work->bilateral.active, 0, (size_t)system->rows.n * sizeof(bool));
}
