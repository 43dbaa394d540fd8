/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan of the sparse LDL': order, supernodes, places of all entries, workspace.  Done once. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_ldl.h"

/* Entries that a kernel may read or write (unchanged) behind the last panel. */
#define PADDING 32
/* Work of starting another supernode, in flops of a merged one: measured on chains and boxes. */
#define SUPERNODE_OVERHEAD 300.0

/* Growing arrays while the plan is made. */
typedef struct Plan {
    SnLdl *ldl;
    const SnBlockOrder *order;
    int *first;        /* [blocks + 1] first new unknown of the block at a position */
    int *new_of;       /* [size] new index of each old one */
    int *supernode_of; /* [size] of each new unknown */
    int *place;        /* [size] scratch: row of an unknown in a panel */
    int segment_room, run_room, runs, segments;
} Plan;

static double panel_cost(double width, double below)
{
    double flops = 0;

    for (double k = below + width; k > below; k--)
        flops += k * k;
    return flops;
}

/* Merges a block into the supernode before it when that is cheaper than a panel of its own. */
static void find_supernodes(Plan *plan)
{
    SnLdl *ldl = plan->ldl;
    int count = plan->order->graph.count, supernodes = 0, before = 0;

    for (int k = 0; k < count; k++) {
        int width = plan->first[k + 1] - plan->first[k], below = 0;
        for (int p = plan->order->start[k]; p < plan->order->start[k + 1]; p++)
            below += plan->first[plan->order->row[p] + 1] - plan->first[plan->order->row[p]];
        bool merge = k > 0 && plan->order->parent[k - 1] == k;
        if (merge) {
            SnLdlSupernode *last = &ldl->supernode[supernodes - 1];
            merge = panel_cost(last->width + width, below) < panel_cost(last->width, last->below) +
                                                                 panel_cost(width, below) +
                                                                 SUPERNODE_OVERHEAD;
        }
        if (!merge) {
            ldl->supernode[supernodes++] = (SnLdlSupernode){.first = plan->first[k]};
            before = k;
        }
        ldl->supernode[supernodes - 1].width = plan->first[k + 1] - plan->first[before];
        ldl->supernode[supernodes - 1].below = below;
        for (int i = plan->first[k]; i < plan->first[k + 1]; i++)
            plan->supernode_of[i] = supernodes - 1;
    }
    ldl->supernodes = supernodes;
}

/* Panels and the rows below them: those of the supernode's last block. */
static void lay_out_panels(Plan *plan)
{
    SnLdl *ldl = plan->ldl;
    size_t values = 0;
    int rows = 0, s = 0;

    for (int k = 0; k < ldl->supernodes; k++) {
        SnLdlSupernode *node = &ldl->supernode[k];
        node->leading = (node->width + node->below + 3) & ~3;
        node->row = rows;
        node->panel = (int)values;
        rows += node->below;
        values += (size_t)node->width * (size_t)node->leading;
        assert(values < INT_MAX - PADDING);
        ldl->entries += node->width * node->below + node->width * (node->width + 1) / 2;
    }
    ldl->row = sn_alloc((size_t)rows + 1, sizeof *ldl->row);
    ldl->column_at = sn_alloc((size_t)rows + 1, sizeof *ldl->column_at);
    for (int k = 0; k < plan->order->graph.count; k++) {
        if (plan->first[k + 1] < ldl->supernode[s].first + ldl->supernode[s].width)
            continue;
        int *row = ldl->row + ldl->supernode[s].row;
        for (int p = plan->order->start[k]; p < plan->order->start[k + 1]; p++) {
            for (int i = plan->first[plan->order->row[p]]; i < plan->first[plan->order->row[p] + 1];
                 i++)
                *row++ = i;
        }
        s++;
    }
    ldl->values = sn_alloc_aligned(64, values + PADDING, sizeof(double));
}

static SnLdlRun *add_run(Plan *plan)
{
    if (plan->runs == plan->run_room) {
        plan->run_room = plan->run_room ? 2 * plan->run_room : 64;
        plan->ldl->run = sn_resize(plan->ldl->run, (size_t)plan->run_room, sizeof(SnLdlRun));
    }
    return &plan->ldl->run[plan->runs++];
}

static SnLdlSegment *add_segment(Plan *plan)
{
    if (plan->segments == plan->segment_room) {
        plan->segment_room = plan->segment_room ? 2 * plan->segment_room : 64;
        plan->ldl->segment =
            sn_resize(plan->ldl->segment, (size_t)plan->segment_room, sizeof(SnLdlSegment));
    }
    return &plan->ldl->segment[plan->segments++];
}

/* Runs of rows [from, below) of a panel under the mapping place[]; returns their number. */
static int map_runs(Plan *plan, const SnLdlSupernode *node, int from)
{
    const int *row = plan->ldl->row + node->row;
    int count = 0;

    for (int i = from; i < node->below; i++) {
        int to = plan->place[row[i]];
        SnLdlRun *last = count > 0 ? &plan->ldl->run[plan->runs - 1] : NULL;
        if (last && to == last->to + last->length) {
            last->length++;
            continue;
        }
        *add_run(plan) = (SnLdlRun){i, 1, to};
        count++;
    }
    return count;
}

/* Where the update of each panel lands in later panels, and its rows in the solution. */
static void lay_out_updates(Plan *plan)
{
    SnLdl *ldl = plan->ldl;

    for (int s = 0; s < ldl->supernodes; s++) {
        SnLdlSupernode *node = &ldl->supernode[s];
        const int *row = ldl->row + node->row;
        node->segment = plan->segments;
        for (int first = 0; first < node->below;) {
            const SnLdlSupernode *target = &ldl->supernode[plan->supernode_of[row[first]]];
            int end = first;
            for (int i = 0; i < target->width; i++)
                plan->place[target->first + i] = i;
            for (int i = 0; i < target->below; i++)
                plan->place[ldl->row[target->row + i]] = target->width + i;
            for (; end < node->below && row[end] < target->first + target->width; end++)
                ldl->column_at[node->row + end] =
                    target->panel + (row[end] - target->first) * target->leading;
            int run = plan->runs, runs = map_runs(plan, node, first);
            *add_segment(plan) = (SnLdlSegment){first, end - first, run, runs};
            first = end;
        }
        node->segments = plan->segments - node->segment;
    }
    for (int i = 0; i < ldl->size; i++)
        plan->place[i] = i;
    for (int s = 0; s < ldl->supernodes; s++) {
        ldl->supernode[s].solve_run = plan->runs;
        ldl->supernode[s].solve_runs = map_runs(plan, &ldl->supernode[s], 0);
    }
}

/* Offset in values of entry (i, j) in new indices. */
static int entry_at(const Plan *plan, int i, int j)
{
    const SnLdl *ldl = plan->ldl;
    int row = i > j ? i : j, column = i > j ? j : i;
    const SnLdlSupernode *node = &ldl->supernode[plan->supernode_of[column]];
    int at = node->panel + (column - node->first) * node->leading;

    if (row < node->first + node->width)
        return at + row - node->first;
    const int *rows = ldl->row + node->row;
    int low = 0, high = node->below - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rows[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    assert(rows[low] == row);
    return at + node->width + low;
}

static void place_entries(Plan *plan, const SnKktMatrix *matrix)
{
    SnLdl *ldl = plan->ldl;

    ldl->a_at = sn_alloc((size_t)matrix->a_start[matrix->n] + 1, sizeof *ldl->a_at);
    ldl->g_at = sn_alloc((size_t)matrix->g_start[matrix->q] + 1, sizeof *ldl->g_at);
    ldl->diagonal_at = sn_alloc((size_t)ldl->size + 1, sizeof *ldl->diagonal_at);
    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++)
            ldl->a_at[p] = entry_at(plan, plan->new_of[matrix->a_row[p]], plan->new_of[j]);
    }
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            ldl->g_at[p] =
                entry_at(plan, plan->new_of[matrix->n + i], plan->new_of[matrix->g_column[p]]);
    }
    for (int k = 0; k < ldl->size; k++)
        ldl->diagonal_at[k] = entry_at(plan, k, k);
}

static double *doubles(size_t count)
{
    return sn_alloc_aligned(64, count + PADDING, sizeof(double));
}

static void allocate_work(SnLdl *ldl)
{
    size_t panel = 0, update = 0, below = 0;

    for (int s = 0; s < ldl->supernodes; s++) {
        const SnLdlSupernode *node = &ldl->supernode[s];
        size_t size = (size_t)node->width * (size_t)node->leading;
        panel = size > panel ? size : panel;
        below = (size_t)node->leading > below ? (size_t)node->leading : below;
        for (int k = 0; k < node->segments; k++) {
            const SnLdlSegment *segment = &ldl->segment[node->segment + k];
            size = (size_t)segment->columns * (size_t)(node->below - segment->first);
            update = size > update ? size : update;
        }
    }
    ldl->panel = doubles(panel);
    ldl->update = doubles(update);
    ldl->gather = doubles(below);
    ldl->inverse = doubles((size_t)ldl->size);
    ldl->least = doubles((size_t)ldl->size);
    ldl->z = doubles((size_t)ldl->size);
}

static void order_unknowns(Plan *plan)
{
    SnLdl *ldl = plan->ldl;
    size_t count = (size_t)plan->order->graph.count + 1, size = (size_t)ldl->size + 1;
    int fill = 0;

    plan->first = sn_alloc(count, sizeof(int));
    plan->new_of = sn_alloc(size, sizeof(int));
    plan->supernode_of = sn_alloc(size, sizeof(int));
    plan->place = sn_alloc(size, sizeof(int));
    ldl->old = sn_alloc(size, sizeof(int));
    ldl->supernode = sn_alloc(count, sizeof *ldl->supernode);
    ldl->flops = plan->order->flops;
    for (int k = 0; k < plan->order->graph.count; k++) {
        int b = plan->order->order[k];
        plan->first[k] = fill;
        for (int i = plan->order->graph.first[b]; i < plan->order->graph.first[b + 1]; i++) {
            plan->new_of[i] = fill;
            ldl->old[fill++] = i;
        }
    }
    plan->first[plan->order->graph.count] = fill;
    assert(fill == ldl->size);
}

SnLdl *sn_ldl_new(const SnKktMatrix *matrix, const SnBlockOrder *order)
{
    SnLdl *ldl = sn_alloc(1, sizeof *ldl);
    Plan plan = {.ldl = ldl, .order = order};

    ldl->n = matrix->n;
    ldl->q = matrix->q;
    ldl->size = matrix->n + matrix->q;
    order_unknowns(&plan);
    find_supernodes(&plan);
    lay_out_panels(&plan);
    lay_out_updates(&plan);
    place_entries(&plan, matrix);
    allocate_work(ldl);
    void *all[] = {plan.first, plan.new_of, plan.supernode_of, plan.place};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(all[k]);
    return ldl;
}

void sn_ldl_free(SnLdl *ldl)
{
    void *all[] = {ldl->old,         ldl->supernode, ldl->row,     ldl->column_at,
                   ldl->segment,     ldl->run,       ldl->a_at,    ldl->g_at,
                   ldl->diagonal_at, ldl->values,    ldl->inverse, ldl->least,
                   ldl->panel,       ldl->update,    ldl->z,       ldl->gather};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(all[k]);
    sn_free(ldl);
}
