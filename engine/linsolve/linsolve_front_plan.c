/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan of the multifrontal LDL': supernodes, fronts, tasks, places of all entries.  Done once. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_front.h"

/* Work of one more front, and of one entry of an update matrix, in flops of a merged front:
 * measured on boxes. */
#define FRONT_OVERHEAD 10000.0
#define UPDATE_ENTRY   32.0
/* Subtrees of at most this part of all flops are tasks. */
#define TASK_PART 0.3

typedef struct Plan {
    SnFrontPlan *fronts;
    const SnBlockOrder *order;
    int *first;   /* [blocks + 1] first new unknown of the block at a position */
    int *new_of;  /* [size] new index of each old one */
    int *node_of; /* [size] of each new unknown */
    int *place;   /* [size] scratch: row of an unknown in a front */
    /* of blocks that stand for a supernode: */
    int *into;  /* [blocks] block merged into, or itself */
    int *width; /* [blocks] */
    int *child; /* [blocks] first child, then brothers; -1 none */
    int *brother;
    int *member;   /* [blocks] next block of the same supernode; -1 none */
    double *flops; /* [nodes] of the subtree */
    int run_room, runs, chunks;
} Plan;

static void *zeros(size_t count, size_t size)
{
    return sn_alloc(count + 1, size);
}

static double front_cost(double width, double below)
{
    /* sum of k^2 for k in (below, below + width] */
    double high = below + width;

    return (high * (high + 1) * (2 * high + 1) - below * (below + 1) * (2 * below + 1)) / 6 +
           UPDATE_ENTRY * 0.5 * below * (below + 1);
}

static int block_width(const SnBlockOrder *order, int k)
{
    const SnBlockGraph *graph = &order->graph;
    int b = order->order[k];

    return graph->first[b + 1] - graph->first[b];
}

static int rows_below(const SnBlockOrder *order, int k)
{
    int below = 0;

    for (int p = order->start[k]; p < order->start[k + 1]; p++)
        below += block_width(order, order->row[p]);
    return below;
}

/* Merges into block k those supernodes right below it that cost more on their own. */
static void merge_children(Plan *plan, const int *below, int k)
{
    for (;;) {
        int *best = NULL;
        double most = 0;
        for (int *link = &plan->child[k]; *link >= 0; link = &plan->brother[*link]) {
            int c = *link;
            double gain = front_cost(plan->width[c], below[c]) + FRONT_OVERHEAD +
                          front_cost(plan->width[k], below[k]) -
                          front_cost(plan->width[c] + plan->width[k], below[k]);
            if (gain > most) {
                most = gain;
                best = link;
            }
        }
        if (!best)
            return;
        int c = *best, last = c;
        *best = plan->brother[c];
        while (plan->member[last] >= 0)
            last = plan->member[last];
        plan->member[last] = plan->member[k];
        plan->member[k] = c;
        plan->into[c] = k;
        plan->width[k] += plan->width[c];
        for (int *link = &plan->child[c]; *link >= 0;) {
            int grandchild = *link;
            *link = plan->brother[grandchild];
            plan->brother[grandchild] = plan->child[k];
            plan->child[k] = grandchild;
        }
    }
}

static void merge_blocks(Plan *plan)
{
    const SnBlockOrder *order = plan->order;
    int count = order->graph.count;
    int *below = zeros((size_t)count, sizeof *below);

    for (int k = 0; k < count; k++)
        plan->child[k] = plan->brother[k] = plan->member[k] = -1;
    for (int k = 0; k < count; k++) {
        plan->into[k] = k;
        plan->width[k] = block_width(order, k);
        below[k] = rows_below(order, k);
        merge_children(plan, below, k);
        if (order->parent[k] >= 0) {
            plan->brother[k] = plan->child[order->parent[k]];
            plan->child[order->parent[k]] = k;
        }
    }
    sn_free(below);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Numbers the unknowns of the supernode of block k: columns of A, then rows of G. */
static void number_members(Plan *plan, int k, int *list, int *fill)
{
    const SnBlockGraph *graph = &plan->order->graph;
    int count = 0, node = plan->fronts->nodes++;

    for (int m = k; m >= 0; m = plan->member[m])
        list[count++] = m;
    qsort(list, (size_t)count, sizeof *list, compare_ints);
    plan->fronts->node[node] = (SnFrontNode){.first = *fill, .row = k, .parent = -1};
    for (int rows = 0; rows < 2; rows++) {
        for (int m = 0; m < count; m++) {
            int b = plan->order->order[list[m]];
            if (graph->is_row[b] != (rows == 1))
                continue;
            plan->first[list[m]] = *fill;
            for (int i = graph->first[b]; i < graph->first[b + 1]; i++) {
                plan->new_of[i] = *fill;
                plan->node_of[*fill] = node;
                plan->fronts->old[(*fill)++] = i;
            }
        }
    }
    plan->fronts->node[node].width = *fill - plan->fronts->node[node].first;
}

/* Supernodes in postorder. */
static void number_nodes(Plan *plan)
{
    int count = plan->order->graph.count, depth = 0, fill = 0;
    int *stack = zeros((size_t)count, sizeof *stack), *list = zeros((size_t)count, sizeof *list);
    int *next = zeros((size_t)count, sizeof *next);

    memcpy(next, plan->child, (size_t)count * sizeof *next);
    for (int root = 0; root < count; root++) {
        if (plan->into[root] != root || plan->order->parent[root] >= 0)
            continue;
        stack[depth++] = root;
        while (depth > 0) {
            int k = stack[depth - 1], c = next[k];
            if (c >= 0) {
                next[k] = plan->brother[c];
                stack[depth++] = c;
            } else {
                number_members(plan, k, list, &fill);
                depth--;
            }
        }
    }
    assert(fill == plan->fronts->size);
    sn_free(stack);
    sn_free(list);
    sn_free(next);
}

static int round_up(int value, int step)
{
    return (value + step - 1) / step * step;
}

/* Rows below each panel, parents and panels. */
static void lay_out_fronts(Plan *plan)
{
    SnFrontPlan *fronts = plan->fronts;
    const SnBlockOrder *order = plan->order;
    size_t rows = 0;
    int fill = 0;

    for (int s = 0; s < fronts->nodes; s++)
        rows += (size_t)rows_below(order, fronts->node[s].row);
    assert(rows < INT_MAX);
    fronts->row = zeros(rows, sizeof *fronts->row);
    for (int s = 0; s < fronts->nodes; s++) {
        SnFrontNode *node = &fronts->node[s];
        int k = node->row;
        node->row = fill;
        for (int p = order->start[k]; p < order->start[k + 1]; p++) {
            int first = plan->first[order->row[p]];
            for (int i = 0; i < block_width(order, order->row[p]); i++)
                fronts->row[fill++] = first + i;
        }
        node->below = fill - node->row;
        if (node->below > 0) {
            qsort(fronts->row + node->row, (size_t)node->below, sizeof(int), compare_ints);
            node->parent = plan->node_of[fronts->row[node->row]];
            fronts->node[node->parent].children++;
        }
        node->leading = round_up(node->width + node->below, SN_FRONT_ROWS);
        /* columns a multiple of 2 kB apart would fall on the same lines of the cache */
        if (node->leading % 256 == 0)
            node->leading += SN_FRONT_ROWS;
        node->stored =
            node->width > SN_FRONT_STRIP ? round_up(node->width, SN_FRONT_STRIP) : node->width;
        node->top = node->width / SN_FRONT_ROWS * SN_FRONT_ROWS;
        node->left = node->width / SN_FRONT_STRIP * SN_FRONT_STRIP;
        node->panel = fronts->values;
        fronts->values += (size_t)node->stored * (size_t)node->leading;
        if ((size_t)node->leading > fronts->gather)
            fronts->gather = (size_t)node->leading;
    }
    fronts->child = zeros((size_t)fronts->nodes, sizeof *fronts->child);
    fill = 0;
    for (int s = 0; s < fronts->nodes; s++) {
        fronts->node[s].child = fill;
        fill += fronts->node[s].children;
        fronts->node[s].children = 0;
    }
    for (int s = 0; s < fronts->nodes; s++) {
        if (fronts->node[s].parent >= 0) {
            SnFrontNode *parent = &fronts->node[fronts->node[s].parent];
            fronts->child[parent->child + parent->children++] = s;
        }
    }
}

/* Runs of the rows below a panel under the mapping place[], none of which crosses `border`;
 * returns their number. */
static int map_runs(Plan *plan, const SnFrontNode *node, int border)
{
    SnFrontPlan *fronts = plan->fronts;
    int count = 0;

    for (int i = 0; i < node->below; i++) {
        int to = plan->place[fronts->row[node->row + i]];
        SnLdlRun *last = count > 0 ? &fronts->run[plan->runs - 1] : NULL;
        if (last && to == last->to + last->length && to != border) {
            last->length++;
            continue;
        }
        if (plan->runs == plan->run_room) {
            plan->run_room = plan->run_room ? 2 * plan->run_room : 64;
            fronts->run = sn_resize(fronts->run, (size_t)plan->run_room, sizeof(SnLdlRun));
        }
        fronts->run[plan->runs++] = (SnLdlRun){i, 1, to};
        count++;
    }
    return count;
}

static void map_chunks(Plan *plan, SnFrontNode *node)
{
    SnFrontPlan *fronts = plan->fronts;

    node->chunk = plan->chunks;
    for (int i = 0; i < node->below; i++) {
        int to = plan->place[fronts->row[node->row + i]];
        int row = to / SN_FRONT_ROWS * SN_FRONT_ROWS;
        if (node->chunks == 0 || fronts->chunk[plan->chunks - 1].row != row) {
            fronts->chunk[plan->chunks++] = (SnFrontChunk){row, i, 0};
            node->chunks++;
        }
        fronts->chunk[plan->chunks - 1].mask |= 1U << (to - row);
    }
}

static void lay_out_runs(Plan *plan)
{
    SnFrontPlan *fronts = plan->fronts;
    size_t rows = 0;

    for (int s = 0; s < fronts->nodes; s++)
        rows += (size_t)fronts->node[s].below;
    fronts->chunk = zeros(rows, sizeof *fronts->chunk);
    for (int s = 0; s < fronts->nodes; s++) {
        const SnFrontNode *parent = &fronts->node[s];
        for (int i = 0; i < parent->width; i++)
            plan->place[parent->first + i] = i;
        for (int i = 0; i < parent->below; i++)
            plan->place[fronts->row[parent->row + i]] = parent->width + i;
        for (int c = 0; c < parent->children; c++) {
            SnFrontNode *node = &fronts->node[fronts->child[parent->child + c]];
            node->run = plan->runs;
            node->runs = map_runs(plan, node, parent->width);
            map_chunks(plan, node);
        }
    }
    for (int i = 0; i < fronts->size; i++)
        plan->place[i] = i;
    for (int s = 0; s < fronts->nodes; s++) {
        fronts->node[s].solve_run = plan->runs;
        fronts->node[s].solve_runs = map_runs(plan, &fronts->node[s], -1);
    }
}

static size_t update_size(const SnFrontNode *node)
{
    size_t rows = (size_t)(node->leading - node->top);
    size_t columns = (size_t)(round_up(node->width + node->below, SN_FRONT_STRIP) - node->left);

    return node->below > 0 ? rows * columns : 0;
}

/* Offsets of the update matrices of the given nodes, a subtree or the nodes above all tasks, from
 * `base` on; returns the end.  Nodes of even and of odd depth have a stack each: when a node is
 * made, its children are the last on theirs. */
static size_t stack_updates(SnFrontPlan *fronts, const int *nodes, int count, const int *depth,
                            const bool *in_task, bool top, size_t base)
{
    size_t most[2] = {0}, used[2] = {0};

    for (int pass = 0; pass < 2; pass++) {
        used[0] = used[1] = 0;
        for (int k = 0; k < count; k++) {
            SnFrontNode *node = &fronts->node[nodes[k]];
            int parity = depth[nodes[k]] % 2;
            node->update = base + (parity ? most[0] : 0) + used[parity];
            used[parity] += update_size(node);
            if (used[parity] > most[parity] && pass == 0)
                most[parity] = used[parity];
            for (int c = 0; c < node->children; c++) {
                int child = fronts->child[node->child + c];
                if (!top || !in_task[child])
                    used[1 - parity] -= update_size(&fronts->node[child]);
            }
        }
    }
    return base + most[0] + most[1];
}

static int compare_tasks(const void *a, const void *b)
{
    const SnFrontTask *x = a, *y = b;

    if (x->flops != y->flops)
        return x->flops < y->flops ? 1 : -1;
    return (x->first > y->first) - (x->first < y->first);
}

/* Numbers of the factor from which on substitution in two halves pays: some 20 us of work. */
#define HALVES_LEAST 50000

/* Tasks, which come dearest first, to the half that has less to read so far. */
static void make_halves(SnFrontPlan *fronts)
{
    size_t numbers[2] = {0};

    for (int k = 0; k < fronts->tasks; k++) {
        SnFrontTask *task = &fronts->task[k];
        task->half = numbers[1] < numbers[0];
        for (int s = task->first; s <= task->last; s++)
            numbers[task->half] += (size_t)fronts->node[s].leading * (size_t)fronts->node[s].width;
    }
    fronts->halves = numbers[1] >= HALVES_LEAST / 2;
}

/* Splits the nodes into subtrees and the nodes above; places updates and packed panels. */
static void make_tasks(Plan *plan)
{
    SnFrontPlan *fronts = plan->fronts;
    size_t count = (size_t)fronts->nodes;
    int *depth = zeros(count, sizeof *depth), *list = zeros(count, sizeof *list);
    int *first = zeros(count, sizeof *first);
    bool *in_task = zeros(count, sizeof *in_task);
    size_t panel = 0;

    for (int s = 0; s < fronts->nodes; s++) {
        const SnFrontNode *node = &fronts->node[s];
        plan->flops[s] = front_cost(node->width, node->below);
        first[s] = s;
        for (int c = 0; c < node->children; c++) {
            int child = fronts->child[node->child + c];
            plan->flops[s] += plan->flops[child];
            first[s] = first[child] < first[s] ? first[child] : first[s];
        }
        fronts->flops += front_cost(node->width, node->below);
    }
    fronts->task = zeros(count, sizeof *fronts->task);
    fronts->top_node = zeros(count, sizeof *fronts->top_node);
    for (int s = fronts->nodes - 1; s >= 0; s--) {
        int parent = fronts->node[s].parent;
        depth[s] = parent >= 0 ? depth[parent] + 1 : 0;
        bool above = parent >= 0 && in_task[parent];
        in_task[s] = above || plan->flops[s] <= TASK_PART * fronts->flops;
        if (in_task[s] && !above)
            fronts->task[fronts->tasks++] =
                (SnFrontTask){.first = first[s], .last = s, .flops = plan->flops[s]};
    }
    qsort(fronts->task, (size_t)fronts->tasks, sizeof *fronts->task, compare_tasks);
    for (int k = 0; k < fronts->tasks; k++) {
        SnFrontTask *task = &fronts->task[k];
        int nodes = 0;
        size_t most = 0;
        for (int s = task->first; s <= task->last; s++) {
            size_t size = (size_t)fronts->node[s].leading * (size_t)fronts->node[s].width;
            most = size > most ? size : most;
            list[nodes++] = s;
        }
        task->packed = panel;
        panel += most;
        fronts->updates =
            stack_updates(fronts, list, nodes, depth, in_task, false, fronts->updates);
    }
    for (int s = 0; s < fronts->nodes; s++) {
        size_t size = (size_t)fronts->node[s].leading * (size_t)fronts->node[s].width;
        if (in_task[s])
            continue;
        fronts->top_node[fronts->top_nodes++] = s;
        panel = size > panel ? size : panel;
    }
    fronts->packed = panel;
    fronts->updates = stack_updates(fronts, fronts->top_node, fronts->top_nodes, depth, in_task,
                                    true, fronts->updates);
    sn_free(depth);
    sn_free(list);
    sn_free(first);
    sn_free(in_task);
}

/* Node and place of entry (i, j) in new indices. */
static int find_place(const Plan *plan, int i, int j, int *at)
{
    const SnFrontPlan *fronts = plan->fronts;
    int row = i > j ? i : j, column = i > j ? j : i;
    int s = plan->node_of[column];
    const SnFrontNode *node = &fronts->node[s];

    *at = (column - node->first) * node->leading;
    if (row < node->first + node->width) {
        *at += row - node->first;
        return s;
    }
    const int *rows = fronts->row + node->row;
    int low = 0, high = node->below - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    assert(rows[low] == row);
    *at += node->width + low;
    return s;
}

/* One entry of the matrix; value: of A or G. */
typedef struct Entry {
    int node, target, value, row;
} Entry;

static Entry find_entry(const Plan *plan, int i, int j, int value)
{
    int target, node = find_place(plan, i, j, &target);

    return (Entry){node, target, value, 0};
}

/* Sorts entries by node, those of a node in the order given; first [nodes + 1]: of each node. */
static Entry *sort_entries(const Entry *entry, int count, int nodes, int *first)
{
    Entry *sorted = zeros((size_t)count, sizeof *sorted);

    for (int k = 0; k < count; k++)
        first[entry[k].node + 1]++;
    for (int s = 0; s < nodes; s++)
        first[s + 1] += first[s];
    for (int k = 0; k < count; k++)
        sorted[first[entry[k].node]++] = entry[k];
    for (int s = nodes; s > 0; s--)
        first[s] = first[s - 1];
    first[0] = 0;
    return sorted;
}

static void place_columns(Plan *plan, const SnKktMatrix *matrix)
{
    SnFrontPlan *fronts = plan->fronts;
    int count = matrix->a_start[matrix->n], runs = 0;
    int *first = zeros((size_t)fronts->nodes + 1, sizeof *first);
    Entry *entry = zeros((size_t)count, sizeof *entry);

    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++)
            entry[p] = find_entry(plan, plan->new_of[matrix->a_row[p]], plan->new_of[j], p);
    }
    Entry *sorted = sort_entries(entry, count, fronts->nodes, first);
    fronts->a_run = zeros((size_t)count, sizeof *fronts->a_run);
    for (int s = 0; s < fronts->nodes; s++) {
        fronts->node[s].a_run = runs;
        for (int k = first[s]; k < first[s + 1]; k++) {
            SnFrontRun *last = runs > fronts->node[s].a_run ? &fronts->a_run[runs - 1] : NULL;
            int step = last ? sorted[k].target - sorted[k - 1].target : 0;
            bool next = last && sorted[k].value == last->source + last->length;
            if (next && (last->length == 1 || step == last->step)) {
                last->step = step;
                last->length++;
                continue;
            }
            fronts->a_run[runs++] = (SnFrontRun){sorted[k].value, sorted[k].target, 0, 1};
        }
        fronts->node[s].a_runs = runs - fronts->node[s].a_run;
    }
    sn_free(sorted);
    sn_free(entry);
    sn_free(first);
}

static void place_rows(Plan *plan, const SnKktMatrix *matrix)
{
    SnFrontPlan *fronts = plan->fronts;
    int count = matrix->g_start[matrix->q];
    int *first = zeros((size_t)fronts->nodes + 1, sizeof *first);
    Entry *entry = zeros((size_t)count, sizeof *entry);

    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++) {
            entry[p] =
                find_entry(plan, plan->new_of[matrix->n + i], plan->new_of[matrix->g_column[p]], p);
            entry[p].row = i;
        }
    }
    Entry *sorted = sort_entries(entry, count, fronts->nodes, first);
    fronts->g_entry = zeros((size_t)count, sizeof *fronts->g_entry);
    for (int k = 0; k < count; k++)
        fronts->g_entry[k] = (SnFrontEntry){sorted[k].value, sorted[k].target, sorted[k].row};
    for (int s = 0; s < fronts->nodes; s++) {
        fronts->node[s].g_entry = first[s];
        fronts->node[s].g_entries = first[s + 1] - first[s];
    }
    sn_free(sorted);
    sn_free(entry);
    sn_free(first);
}

SnFrontPlan *sn_front_plan_new(const SnKktMatrix *matrix, const SnBlockOrder *order)
{
    SnFrontPlan *fronts = sn_alloc(1, sizeof *fronts);
    Plan plan = {.fronts = fronts, .order = order};
    size_t count = (size_t)order->graph.count, size = (size_t)(matrix->n + matrix->q);

    fronts->n = matrix->n;
    fronts->q = matrix->q;
    fronts->size = matrix->n + matrix->q;
    fronts->old = zeros(size, sizeof(int));
    fronts->node = zeros(count, sizeof *fronts->node);
    plan.flops = zeros(count, sizeof(double));
    int **all[] = {&plan.first, &plan.new_of, &plan.node_of, &plan.place, &plan.into,
                   &plan.width, &plan.child,  &plan.brother, &plan.member};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        *all[k] = zeros(k > 0 && k < 4 ? size : count, sizeof(int));
    merge_blocks(&plan);
    number_nodes(&plan);
    lay_out_fronts(&plan);
    lay_out_runs(&plan);
    make_tasks(&plan);
    make_halves(plan.fronts);
    place_columns(&plan, matrix);
    place_rows(&plan, matrix);
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(*all[k]);
    sn_free(plan.flops);
    return fronts;
}

void sn_front_plan_free(SnFrontPlan *plan)
{
    if (!plan)
        return;
    void *all[] = {plan->old,   plan->node,  plan->child,   plan->row,  plan->run,
                   plan->chunk, plan->a_run, plan->g_entry, plan->task, plan->top_node};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(all[k]);
    sn_free(plan);
}
