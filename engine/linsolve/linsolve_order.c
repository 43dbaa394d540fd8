/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the saddle-point matrix and the order of their elimination.
 *
 * Two orders are tried and the cheaper one kept: nested dissection (METIS, best for solids) and our
 * own minimum degree, which eliminates a row of G only after enough of its columns.  A row's
 * diagonal is 0 (or -C): eliminated first it needs an artificial pivot and refinement; eliminated
 * after its columns its pivot is -g A^-1 g', as safe as a Cholesky pivot.  On trees of bodies this
 * costs no fill, for solids it is dear (kkt.md 3: pairing), hence the choice.  Where there are more
 * rows than columns, as in contact, most have a -C of their own: minimum degree would take a
 * hundred times as long to find an order as to factor in it, and is not tried. */
#include <stdlib.h>
#include <string.h>

#include <cholmod.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_ldl.h"

/* columns of one block share at least this part of their neighbours */
#define COLUMN_LIKENESS   0.6
#define COLUMN_BLOCK_MOST 6
#define ROW_BLOCK_MOST    12
/* above: minimum degree by linear search takes too long, below: dissection gains nothing */
#define MINIMUM_DEGREE_MOST 6000
#define DISSECTION_LEAST    200
/* Flops for each unknown after dissection: above, it is a solid; chains take some hundreds. */
#define SOLID 5000.0

typedef struct List {
    int *item;
    int count, room;
} List;

static void list_add(List *list, int item)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 8;
        list->item = sn_resize(list->item, (size_t)list->room, sizeof *list->item);
    }
    list->item[list->count++] = item;
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static void sort_unique(List *list)
{
    int fill = 0, sorted = 1;

    while (sorted < list->count && list->item[sorted - 1] <= list->item[sorted])
        sorted++;
    if (sorted < list->count)
        qsort(list->item, (size_t)list->count, sizeof *list->item, compare_ints);
    for (int k = 0; k < list->count; k++) {
        if (k == 0 || list->item[k] != list->item[fill - 1])
            list->item[fill++] = list->item[k];
    }
    list->count = fill;
}

/* Neighbours of each column of A, itself included, rows of G as n + row. */
static List *column_neighbours(const SnKktMatrix *matrix)
{
    List *near = sn_alloc((size_t)matrix->n + 1, sizeof *near);

    for (int j = 0; j < matrix->n; j++) {
        for (int p = matrix->a_start[j]; p < matrix->a_start[j + 1]; p++) {
            list_add(&near[j], matrix->a_row[p]);
            if (matrix->a_row[p] != j)
                list_add(&near[matrix->a_row[p]], j);
        }
    }
    for (int i = 0; i < matrix->q; i++) {
        for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
            list_add(&near[matrix->g_column[p]], matrix->n + i);
    }
    for (int j = 0; j < matrix->n; j++)
        sort_unique(&near[j]);
    return near;
}

static bool columns_alike(const List *a, const List *b)
{
    int i = 0, j = 0, common = 0;

    while (i < a->count && j < b->count) {
        int x = a->item[i], y = b->item[j];
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return common >= COLUMN_LIKENESS * (a->count + b->count - common);
}

/* Block columns of row i of G, ascending. */
static void row_blocks(const SnKktMatrix *matrix, int i, const int *block_of, List *blocks)
{
    blocks->count = 0;
    for (int p = matrix->g_start[i]; p < matrix->g_start[i + 1]; p++)
        list_add(blocks, block_of[matrix->g_column[p]]);
    sort_unique(blocks);
}

/* Splits the unknowns into blocks; fills first, is_row, count and block_of [n + q]. */
static void find_blocks(SnBlockGraph *graph, const SnKktMatrix *matrix, const List *near,
                        int *block_of)
{
    int count = 0;
    List before = {0}, here = {0};

    for (int j = 0; j < matrix->n; j++) {
        bool joined = j > 0 && j - graph->first[count - 1] < COLUMN_BLOCK_MOST &&
                      columns_alike(&near[graph->first[count - 1]], &near[j]);
        if (!joined)
            graph->first[count++] = j;
        block_of[j] = count - 1;
    }
    int column_blocks = count;
    for (int i = 0; i < matrix->q; i++) {
        row_blocks(matrix, i, block_of, &here);
        bool joined = count > column_blocks && here.count == before.count && here.count > 0 &&
                      matrix->n + i - graph->first[count - 1] < ROW_BLOCK_MOST &&
                      !memcmp(here.item, before.item, (size_t)here.count * sizeof(int));
        if (!joined) {
            graph->is_row[count] = true;
            graph->first[count++] = matrix->n + i;
        }
        block_of[matrix->n + i] = count - 1;
        List swap = here;
        here = before;
        before = swap;
    }
    graph->first[count] = matrix->n + matrix->q;
    graph->count = count;
    sn_free(before.item);
    sn_free(here.item);
}

static void build_graph(SnBlockGraph *graph, const SnKktMatrix *matrix)
{
    int size = matrix->n + matrix->q, entries = 0;
    int *block_of = sn_alloc((size_t)size + 1, sizeof *block_of);
    List *near = column_neighbours(matrix);

    graph->first = sn_alloc((size_t)size + 1, sizeof *graph->first);
    graph->is_row = sn_alloc((size_t)size + 1, sizeof *graph->is_row);
    find_blocks(graph, matrix, near, block_of);
    List *edges = sn_alloc((size_t)graph->count + 1, sizeof *edges);
    int *mark = sn_alloc((size_t)graph->count + 1, sizeof *mark);
    for (int j = 0; j < matrix->n; j++) {
        for (int k = 0; k < near[j].count; k++) {
            int a = block_of[j], b = block_of[near[j].item[k]];
            if (a == b)
                continue;
            if (mark[b] != a + 1)
                list_add(&edges[a], b);
            mark[b] = a + 1;
            List *other = &edges[b];
            if (near[j].item[k] >= matrix->n &&
                (other->count == 0 || other->item[other->count - 1] != a))
                list_add(other, a);
        }
        sn_free(near[j].item);
    }
    graph->start = sn_alloc((size_t)graph->count + 1, sizeof *graph->start);
    for (int b = 0; b < graph->count; b++) {
        sort_unique(&edges[b]);
        entries += edges[b].count;
        graph->start[b + 1] = entries;
    }
    graph->neighbour = sn_alloc((size_t)entries + 1, sizeof *graph->neighbour);
    for (int b = 0; b < graph->count; b++) {
        if (edges[b].count > 0)
            memcpy(graph->neighbour + graph->start[b], edges[b].item,
                   (size_t)edges[b].count * sizeof(int));
        sn_free(edges[b].item);
    }
    sn_free(edges);
    sn_free(mark);
    sn_free(near);
    sn_free(block_of);
}

static int block_width(const SnBlockGraph *graph, int b)
{
    return graph->first[b + 1] - graph->first[b];
}

/* Minimum degree on the quotient graph (A. George, J. Liu, SIAM Review 31, 1989), with exact
 * external degrees in unknowns. */
typedef struct Quotient {
    const SnBlockGraph *graph;
    List *block;   /* [count] live neighbours not covered by an element */
    List *element; /* [count] elements touching a live block */
    List *member;  /* [count] of an element: its live blocks */
    int *budget;   /* [count] of an element: columns less rows eliminated in it */
    int *degree;   /* [count] */
    int *supply;   /* [count] of a live block: budgets of its elements */
    int *mark;     /* [count] */
    bool *gone;    /* [count] eliminated (its element may be absorbed) */
    bool *absorbed;
    int stamp;
} Quotient;

/* The blocks that b will touch once it is eliminated, into `reach`. */
static void collect_reach(Quotient *quotient, int b, List *reach)
{
    quotient->mark[b] = ++quotient->stamp;
    reach->count = 0;
    for (int k = -1; k < quotient->element[b].count; k++) {
        List *from = k < 0 ? &quotient->block[b] : &quotient->member[quotient->element[b].item[k]];
        for (int m = 0; m < from->count; m++) {
            int v = from->item[m];
            if (quotient->gone[v] || quotient->mark[v] == quotient->stamp)
                continue;
            quotient->mark[v] = quotient->stamp;
            list_add(reach, v);
        }
    }
}

static void eliminate_block(Quotient *quotient, int b, List *scratch)
{
    List *members = &quotient->member[b];
    int width = block_width(quotient->graph, b);

    collect_reach(quotient, b, members);
    quotient->gone[b] = true;
    quotient->budget[b] = quotient->graph->is_row[b] ? -width : width;
    for (int k = 0; k < quotient->element[b].count; k++) {
        int e = quotient->element[b].item[k];
        quotient->budget[b] += quotient->budget[e];
        quotient->absorbed[e] = true;
        quotient->member[e].count = 0;
    }
    for (int m = 0; m < members->count; m++) {
        int v = members->item[m], fill = 0;
        List *list = &quotient->element[v];
        for (int k = 0; k < list->count; k++) {
            if (!quotient->absorbed[list->item[k]])
                list->item[fill++] = list->item[k];
        }
        list->count = fill;
        list_add(list, b);
        /* neighbours within the new element are reached through it */
        list = &quotient->block[v];
        fill = 0;
        for (int k = 0; k < list->count; k++) {
            if (quotient->mark[list->item[k]] != quotient->stamp)
                list->item[fill++] = list->item[k];
        }
        list->count = fill;
    }
    for (int m = 0; m < members->count; m++) {
        int v = members->item[m];
        collect_reach(quotient, v, scratch);
        quotient->degree[v] = 0;
        for (int k = 0; k < scratch->count; k++)
            quotient->degree[v] += block_width(quotient->graph, scratch->item[k]);
        quotient->supply[v] = 0;
        for (int k = 0; k < quotient->element[v].count; k++)
            quotient->supply[v] += quotient->budget[quotient->element[v].item[k]];
    }
}

/* A row block may go once the columns eliminated around it can carry its rank. */
static int choose_block(const Quotient *quotient)
{
    const SnBlockGraph *graph = quotient->graph;
    int best = -1, any = -1;

    for (int b = 0; b < graph->count; b++) {
        if (quotient->gone[b])
            continue;
        bool ready = !graph->is_row[b] || quotient->supply[b] >= block_width(graph, b);
        if (any < 0 || quotient->degree[b] < quotient->degree[any])
            any = b;
        if (ready && (best < 0 || quotient->degree[b] < quotient->degree[best]))
            best = b;
    }
    return best >= 0 ? best : any;
}

static void order_minimum_degree(const SnBlockGraph *graph, int *order)
{
    size_t count = (size_t)graph->count + 1;
    Quotient quotient = {
        .graph = graph,
        .block = sn_alloc(count, sizeof(List)),
        .element = sn_alloc(count, sizeof(List)),
        .member = sn_alloc(count, sizeof(List)),
        .budget = sn_alloc(count, sizeof(int)),
        .degree = sn_alloc(count, sizeof(int)),
        .supply = sn_alloc(count, sizeof(int)),
        .mark = sn_alloc(count, sizeof(int)),
        .gone = sn_alloc(count, sizeof(bool)),
        .absorbed = sn_alloc(count, sizeof(bool)),
    };
    List scratch = {0};

    for (int b = 0; b < graph->count; b++) {
        for (int p = graph->start[b]; p < graph->start[b + 1]; p++) {
            list_add(&quotient.block[b], graph->neighbour[p]);
            quotient.degree[b] += block_width(graph, graph->neighbour[p]);
        }
    }
    for (int k = 0; k < graph->count; k++) {
        order[k] = choose_block(&quotient);
        eliminate_block(&quotient, order[k], &scratch);
    }
    for (int b = 0; b < graph->count; b++) {
        sn_free(quotient.block[b].item);
        sn_free(quotient.element[b].item);
        sn_free(quotient.member[b].item);
    }
    void *all[] = {quotient.block,    quotient.element, quotient.member, quotient.budget,
                   quotient.degree,   quotient.supply,  quotient.mark,   quotient.gone,
                   quotient.absorbed, scratch.item};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(all[k]);
}

/* For each entry of the lower triangle: both triangles, and METIS's graphs. */
#define METIS_BYTES 32

/* METIS on the graph of the unknowns, which it compresses to one vertex for each block, of the
 * block's weight; false if it is not available. */
static bool order_dissection(const SnBlockGraph *graph, int *order)
{
    cholmod_common common;
    int size = graph->first[graph->count];
    size_t entries = 0;

    for (int b = 0; b < graph->count; b++) {
        int width = block_width(graph, b);
        entries += (size_t)(width * (width - 1) / 2);
        for (int p = graph->start[b]; p < graph->start[b + 1]; p++) {
            if (graph->neighbour[p] > b)
                entries += (size_t)(width * block_width(graph, graph->neighbour[p]));
        }
    }
    /* all before CHOLMOD's, which no jump would free */
    int *scalar = sn_alloc((size_t)size + 1, sizeof *scalar);
    int *block_of = sn_alloc((size_t)size + 1, sizeof *block_of);
    bool *seen = sn_alloc((size_t)graph->count + 1, sizeof *seen);
    sn_free(
        sn_alloc(entries + 1, METIS_BYTES)); /* they take it next, and say less where it lacks */
    cholmod_start(&common);
    common.print = 0;
    cholmod_sparse *lower = cholmod_allocate_sparse((size_t)size, (size_t)size, entries + 1, 1, 1,
                                                    -1, CHOLMOD_PATTERN, &common);
    if (!lower) {
        cholmod_finish(&common);
        sn_free(seen);
        sn_free(block_of);
        sn_free(scalar);
        return false;
    }
    int *start = lower->p, *row = lower->i, fill = 0;
    for (int b = 0; b < graph->count; b++) {
        for (int j = graph->first[b]; j < graph->first[b + 1]; j++) {
            block_of[j] = b;
            for (int i = j + 1; i < graph->first[b + 1]; i++)
                row[fill++] = i;
            for (int p = graph->start[b]; p < graph->start[b + 1]; p++) {
                int other = graph->neighbour[p];
                for (int i = graph->first[other]; i < graph->first[other + 1] && other > b; i++)
                    row[fill++] = i;
            }
            start[j + 1] = fill;
        }
    }
    bool done = cholmod_metis(lower, NULL, 0, 1, scalar, &common) && common.status == CHOLMOD_OK;
    int count = 0;
    for (int k = 0; k < size && done; k++) {
        int b = block_of[scalar[k]];
        if (!seen[b])
            order[count++] = b;
        seen[b] = true;
    }
    cholmod_free_sparse(&lower, &common);
    cholmod_finish(&common);
    sn_free(scalar);
    sn_free(block_of);
    sn_free(seen);
    return done;
}

/* Block columns of L in the given order, in positions: parent [count] (-1: root), start
 * [count + 1], row [start[count]] (malloc'd; ascending if asked for).  Returns the flops of the
 * factorisation. */
static double eliminate_graph(const SnBlockGraph *graph, const int *order, int *parent, int *start,
                              int **row, bool ascending)
{
    int count = graph->count;
    int *position = sn_alloc((size_t)count + 1, sizeof *position);
    int *mark = sn_alloc((size_t)count + 1, sizeof *mark);
    int *child = sn_alloc((size_t)count + 1, sizeof *child); /* last child, then brothers; 0 none */
    int *brother = sn_alloc((size_t)count + 1, sizeof *brother);
    List rows = {0};
    double flops = 0;

    for (int k = 0; k < count; k++)
        position[order[k]] = k;
    start[0] = 0;
    for (int k = 0; k < count; k++) {
        int b = order[k], first = rows.count;
        mark[k] = k + 1;
        for (int p = graph->start[b]; p < graph->start[b + 1]; p++) {
            int at = position[graph->neighbour[p]];
            if (at > k) {
                mark[at] = k + 1;
                list_add(&rows, at);
            }
        }
        for (int c = child[k]; c > 0; c = brother[c - 1]) {
            for (int p = start[c - 1]; p < start[c]; p++) {
                int at = rows.item[p];
                if (mark[at] != k + 1) {
                    mark[at] = k + 1;
                    list_add(&rows, at);
                }
            }
        }
        start[k + 1] = rows.count;
        if (rows.count > first && ascending)
            qsort(rows.item + first, (size_t)(rows.count - first), sizeof(int), compare_ints);
        parent[k] = rows.count > first ? rows.item[first] : -1;
        for (int p = first + 1; p < rows.count; p++)
            parent[k] = rows.item[p] < parent[k] ? rows.item[p] : parent[k];
        if (parent[k] >= 0) {
            brother[k] = child[parent[k]];
            child[parent[k]] = k + 1;
        }
        double below = 0;
        for (int p = first; p < rows.count; p++)
            below += block_width(graph, order[rows.item[p]]);
        for (int w = block_width(graph, b); w > 0; w--)
            flops += (below + w) * (below + w);
    }
    sn_free(position);
    sn_free(mark);
    sn_free(child);
    sn_free(brother);
    *row = rows.item;
    return flops;
}

/* order := the same elimination with each subtree consecutive. */
static void postorder(int count, int *order, const int *parent)
{
    int *next = sn_alloc((size_t)count + 1, sizeof *next),
        *child = sn_alloc((size_t)count + 1, sizeof *child);
    int *stack = sn_alloc((size_t)count + 1, sizeof *stack),
        *sorted = sn_alloc((size_t)count + 1, sizeof *sorted);
    int depth = 0, fill = 0;

    for (int k = 0; k <= count; k++)
        child[k] = -1;
    /* root: a parent above all */
    for (int k = count - 1; k >= 0; k--) {
        int up = parent[k] < 0 ? count : parent[k];
        next[k] = child[up];
        child[up] = k;
    }
    stack[depth++] = count;
    while (depth > 0) {
        int k = stack[depth - 1], c = child[k];
        if (c >= 0) {
            child[k] = next[c];
            stack[depth++] = c;
        } else {
            if (k < count)
                sorted[fill++] = order[k];
            depth--;
        }
    }
    memcpy(order, sorted, (size_t)count * sizeof *order);
    sn_free(next);
    sn_free(child);
    sn_free(stack);
    sn_free(sorted);
}

/* Of G. */
static int count_rows(const SnBlockGraph *graph)
{
    int rows = 0;

    for (int b = 0; b < graph->count; b++)
        rows += graph->is_row[b] ? block_width(graph, b) : 0;
    return rows;
}

static void order_graph(const SnBlockGraph *graph, int *order)
{
    size_t count = (size_t)graph->count + 1;
    int *other = sn_alloc(count, sizeof *other), *parent = sn_alloc(count, sizeof *parent);
    int *start = sn_alloc(count, sizeof *start), *row = NULL;
    double dissected = -1;

    if (graph->count >= DISSECTION_LEAST && order_dissection(graph, order)) {
        dissected = eliminate_graph(graph, order, parent, start, &row, false);
        sn_free(row);
    }
    if (dissected < 0 ||
        (dissected < SOLID * graph->first[graph->count] && graph->count <= MINIMUM_DEGREE_MOST &&
         count_rows(graph) <= graph->first[graph->count] / 2)) {
        order_minimum_degree(graph, other);
        double flops = eliminate_graph(graph, other, parent, start, &row, false);
        sn_free(row);
        if (dissected < 0 || dissected >= 0.8 * flops)
            memcpy(order, other, (size_t)graph->count * sizeof *order);
        eliminate_graph(graph, order, parent, start, &row, false);
        sn_free(row);
    }
    postorder(graph->count, order, parent);
    sn_free(other);
    sn_free(parent);
    sn_free(start);
}

SnBlockOrder *sn_block_order_new(const SnKktMatrix *matrix)
{
    SnBlockOrder *order = sn_alloc(1, sizeof *order);

    build_graph(&order->graph, matrix);
    size_t count = (size_t)order->graph.count + 1;
    order->order = sn_alloc(count, sizeof(int));
    order->parent = sn_alloc(count, sizeof(int));
    order->start = sn_alloc(count, sizeof(int));
    order_graph(&order->graph, order->order);
    order->flops = eliminate_graph(&order->graph, order->order, order->parent, order->start,
                                   &order->row, true);
    return order;
}

void sn_block_order_free(SnBlockOrder *order)
{
    if (!order)
        return;
    void *all[] = {order->graph.first,     order->graph.is_row, order->graph.start,
                   order->graph.neighbour, order->order,        order->parent,
                   order->start,           order->row};

    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        sn_free(all[k]);
    sn_free(order);
}
