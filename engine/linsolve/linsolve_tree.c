/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a pattern is one of bodies in trees, and their order: symbolic work, once. */
#include "engine/linsolve/linsolve_tree.h"

#include "engine/base/instructions.h"
#include "engine/base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK     SN_TREE_BLOCK
#define ALIGNMENT 64
#define NOTHING   (-1)

/* --- is it one? --- */

/* A is dense in blocks of six, on the diagonal and beside it. */
static bool is_in_blocks(const SnKktMatrix *matrix)
{
    if (matrix->n == 0 || matrix->n % BLOCK != 0)
        return false;
    const int *first = NULL; /* what is beside the diagonal, in the first column of a block */
    for (int j = 0, beside = 0; j < matrix->n; j++) {
        const int *row = matrix->a_row + matrix->a_start[j], own = BLOCK - j % BLOCK;
        const int others = matrix->a_start[j + 1] - matrix->a_start[j] - own;
        if (others < 0 || others % BLOCK != 0 || row[own - 1] != j + own - 1)
            return false;
        row += own;
        if (j % BLOCK == 0)
            first = row, beside = others;
        if (others != beside || memcmp(row, first, (size_t)others * sizeof *row) != 0)
            return false;
        for (int k = 0; k < others; k += BLOCK)
            if (row[k] % BLOCK != 0 || row[k + BLOCK - 1] != row[k] + BLOCK - 1)
                return false;
    }
    return true;
}

/* How many blocks are beside that of the diagonal, below it, and one of them. */
static int blocks_beside(const SnKktMatrix *matrix, int block)
{
    const int *start = matrix->a_start + BLOCK * block;
    return (start[1] - start[0]) / BLOCK - 1;
}

static int block_beside(const SnKktMatrix *matrix, int block, int k)
{
    return matrix->a_row[matrix->a_start[BLOCK * block] + BLOCK * (k + 1)] / BLOCK;
}

/* The two blocks of a row, the second NOTHING where there is but one; false: there are others. */
static bool blocks_of(const SnKktMatrix *matrix, int row, int block[2])
{
    block[0] = block[1] = NOTHING;
    for (int p = matrix->g_start[row]; p < matrix->g_start[row + 1]; p++) {
        const int b = matrix->g_column[p] / BLOCK;
        if (block[0] == NOTHING)
            block[0] = b;
        else if (b != block[0] && block[1] == NOTHING)
            block[1] = b;
        else if (b != block[0] && b != block[1])
            return false;
    }
    return block[0] != NOTHING;
}

/* Consecutive rows with the same blocks, or none where A couples them. */
typedef struct Joint {
    int block[2], row, rows;
    bool taken;
} Joint;

/* Their number; -1: something is none. */
static int find_row_joints(const SnKktMatrix *matrix, Joint *joints)
{
    int count = 0;
    for (int i = 0; i < matrix->q; i++) {
        int block[2];
        if (!blocks_of(matrix, i, block))
            return -1;
        Joint *last = count > 0 ? &joints[count - 1] : NULL;
        if (last && last->rows < BLOCK && memcmp(last->block, block, sizeof block) == 0)
            last->rows++;
        else
            joints[count++] = (Joint){{block[0], block[1]}, i, 1, false};
    }
    return count;
}

static int by_blocks(const void *a, const void *b)
{
    const Joint *x = a, *y = b;
    return x->block[0] != y->block[0] ? (x->block[0] > y->block[0]) - (x->block[0] < y->block[0])
                                      : (x->block[1] > y->block[1]) - (x->block[1] < y->block[1]);
}

/* The same with those of A alone, behind them.  Blocks of a row are in ascending order. */
static int find_joints(const SnKktMatrix *matrix, Joint *joints)
{
    const int rows = find_row_joints(matrix, joints);
    if (rows < 0)
        return rows;
    Joint *sorted = sn_alloc((size_t)rows + 1, sizeof *sorted);
    memcpy(sorted, joints, (size_t)rows * sizeof *sorted);
    qsort(sorted, (size_t)rows, sizeof *sorted, by_blocks);
    int count = rows;
    for (int b = 0; b < matrix->n / BLOCK; b++)
        for (int k = 0; k < blocks_beside(matrix, b); k++) {
            const Joint joint = {{b, block_beside(matrix, b, k)}, 0, 0, false};
            if (!bsearch(&joint, sorted, (size_t)rows, sizeof *sorted, by_blocks))
                joints[count++] = joint;
        }
    sn_free(sorted);
    return count;
}

/* --- the order --- */

/* Joints of each block, for a walk. */
typedef struct Graph {
    const Joint *joints;
    int *start, *joint;
} Graph;

static Graph graph_new(const Joint *joints, int count, int blocks)
{
    Graph graph = {joints, sn_alloc((size_t)blocks + 2, sizeof(int)),
                   sn_alloc(2 * (size_t)count + 1, sizeof(int))};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++)
            for (int s = 0; s < 2; s++) {
                const int b = joints[i].block[s];
                if (b == NOTHING)
                    continue;
                if (pass == 0)
                    graph.start[b + 2]++;
                else
                    graph.joint[graph.start[b + 1]++] = i;
            }
        for (int b = 0; pass == 0 && b < blocks; b++)
            graph.start[b + 2] += graph.start[b + 1];
    }
    return graph;
}

static SnTreeNode node_of(int block, int parent, const Joint *joint)
{
    return (SnTreeNode){.first = BLOCK * block,
                        .parent = parent,
                        .row = joint ? joint->row : 0,
                        .rows = joint ? joint->rows : 0,
                        .coupling = NOTHING};
}

/* Everything that hangs on a block, after it; -1: a joint closes a loop. */
static int walk(const Graph *graph, Joint *joints, SnTreeNode *nodes, int *number, int first,
                int count)
{
    for (int at = first; at < count; at++) {
        const int block = nodes[at].first / BLOCK;
        for (int k = graph->start[block]; k < graph->start[block + 1]; k++) {
            Joint *joint = &joints[graph->joint[k]];
            if (joint->taken)
                continue;
            const int other = joint->block[joint->block[0] == block];
            if (other == NOTHING || number[other] != NOTHING)
                return -1;
            joint->taken = true;
            number[other] = count;
            nodes[count++] = node_of(other, at, joint);
        }
    }
    return count;
}

/* Nodes from the roots outwards; false: there are loops. */
static bool find_nodes(Joint *joints, int n_joints, SnTreeNode *nodes, int blocks)
{
    Graph graph = graph_new(joints, n_joints, blocks);
    int *number = sn_alloc((size_t)blocks + 1, sizeof *number), count = 0;
    for (int b = 0; b < blocks; b++)
        number[b] = NOTHING;
    for (int i = 0; i < n_joints && count >= 0; i++) {
        if (joints[i].block[1] != NOTHING)
            continue;
        const int block = joints[i].block[0], first = count;
        if (number[block] != NOTHING) { /* held twice */
            count = -1;
            break;
        }
        joints[i].taken = true;
        number[block] = count;
        nodes[count++] = node_of(block, NOTHING, &joints[i]);
        count = walk(&graph, joints, nodes, number, first, count);
    }
    for (int b = 0; b < blocks && count >= 0; b++) {
        if (number[b] != NOTHING)
            continue;
        const int first = count;
        number[b] = count;
        nodes[count++] = node_of(b, NOTHING, NULL);
        count = walk(&graph, joints, nodes, number, first, count);
    }
    sn_free(graph.start);
    sn_free(graph.joint);
    sn_free(number);
    return count == blocks;
}

/* Children first. */
static void reverse(SnTreeNode *nodes, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        const SnTreeNode swap = nodes[i];
        nodes[i] = nodes[j];
        nodes[j] = swap;
    }
    for (int i = 0; i < count; i++)
        if (nodes[i].parent != NOTHING)
            nodes[i].parent = count - 1 - nodes[i].parent;
}

/* --- rows --- */

#define TURNS 0x38u /* the last three columns of a block */

static void read_row(const SnKktMatrix *matrix, const SnTree *tree, const SnTreeNode *node, int i)
{
    SnTreeRow *row = &tree->row[i];
    *row = (SnTreeRow){0};
    for (int p = matrix->g_start[i + 1] - 1; p >= matrix->g_start[i]; p--) {
        const int column = matrix->g_column[p];
        const bool own = column / BLOCK == node->first / BLOCK;
        *(own ? &row->child : &row->parent) = p;
        *(own ? &row->child_columns : &row->parent_columns) |= 1u << column % BLOCK;
    }
}

static bool is_pinned(const SnTree *tree, const SnTreeNode *node)
{
    bool pinned = node->rows >= 3;
    for (int k = 0; k < node->rows && pinned; k++) {
        const SnTreeRow *row = &tree->row[node->row + k];
        const unsigned columns = TURNS | (k < 3 ? 1u << k : 0);
        pinned = row->child_columns == columns &&
                 row->parent_columns == (node->parent == NOTHING ? 0 : columns);
    }
    return pinned;
}

/* --- couplings --- */

static void find_coupling(const SnKktMatrix *matrix, SnTree *tree, SnTreeNode *node)
{
    const int block = node->first / BLOCK;
    node->gap = BLOCK * blocks_beside(matrix, block);
    if (node->parent == NOTHING)
        return;
    const int parent = tree->node[node->parent].first / BLOCK;
    node->column = block < parent;
    const int first = node->column ? block : parent, second = node->column ? parent : block;
    for (int k = 0; k < blocks_beside(matrix, first); k++)
        if (block_beside(matrix, first, k) == second) {
            node->across = BLOCK * k;
            node->coupling = tree->n_couplings++;
        }
}

/* --- the tree --- */

static void reserve(SnTree *tree)
{
    const size_t count = (size_t)tree->count, f = count * sizeof *tree->f;
    const size_t couplings = (size_t)tree->n_couplings;
    tree->memory = sn_alloc(1, count * sizeof *tree->block + couplings * sizeof *tree->coupling +
                                   2 * f + 2 * ALIGNMENT);
    const uintptr_t start = ((uintptr_t)tree->memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    tree->block = (SnTreeBlock *)start;
    tree->coupling = (SnTreeCoupling *)(tree->block + count);
    tree->f = (double(*)[SN_TREE_WIDTH])(tree->coupling + couplings);
    tree->u = tree->f + count;
}

SnTree *sn_tree_new(const SnKktMatrix *matrix)
{
    if (!is_in_blocks(matrix))
        return NULL;
    const int count = matrix->n / BLOCK;
    int most = matrix->q;
    for (int b = 0; b < count; b++)
        most += blocks_beside(matrix, b);
    Joint *joints = sn_alloc((size_t)most + 1, sizeof *joints);
    const int n_joints = find_joints(matrix, joints);
    SnTree *tree = sn_alloc(1, sizeof *tree);
    *tree = (SnTree){.n = matrix->n, .q = matrix->q, .count = count};
    tree->node = sn_alloc((size_t)count + 1, sizeof *tree->node);
    tree->row = sn_alloc((size_t)matrix->q + 1, sizeof *tree->row);
    const bool fits = n_joints >= 0 && find_nodes(joints, n_joints, tree->node, count);
    sn_free(joints);
    if (!fits) {
        sn_tree_free(tree);
        return NULL;
    }
    reverse(tree->node, count);
    for (int i = 0; i < count; i++) {
        SnTreeNode *node = &tree->node[i];
        for (int k = 0; k < node->rows; k++)
            read_row(matrix, tree, node, node->row + k);
        node->pinned = is_pinned(tree, node);
        find_coupling(matrix, tree, node);
    }
    reserve(tree);
    return tree;
}

void sn_tree_free(SnTree *tree)
{
    if (!tree)
        return;
    sn_free(tree->node);
    sn_free(tree->row);
    sn_free(tree->memory);
    sn_free(tree);
}

/* --- the method --- */

typedef struct Method {
    SnTree *tree;
    SnLinsolveStatus (*factor)(SnTree *tree, const SnLinsolveInput *input);
    void (*solve)(SnTree *tree, double *x);
    double (*residual)(SnTree *tree, const SnKktMatrix *matrix, const double *b, const double *x,
                       double *r);
} Method;

#define METHOD(set, tree)                                                                          \
    {                                                                                              \
        tree, sn_tree_factor_##set, sn_tree_solve_##set, sn_tree_residual_##set                    \
    }

static void *tree_create(const SnKktMatrix *matrix, const SnLinsolveShared *shared)
{
    SnTree *tree = sn_tree_new(matrix);
    if (!tree)
        return NULL;
    Method *method = sn_alloc(1, sizeof *method);
    *method = (Method)METHOD(base, tree);
#ifdef __x86_64__
    if (sn_instructions() == SN_INSTRUCTIONS_AVX2)
        *method = (Method)METHOD(avx2, tree);
    if (sn_instructions() == SN_INSTRUCTIONS_AVX512)
        *method = (Method)METHOD(avx512, tree);
#endif
    return method;
}

static void tree_destroy(void *factor)
{
    sn_tree_free(((Method *)factor)->tree);
    sn_free(factor);
}

static SnLinsolveStatus tree_factor(void *factor, const SnLinsolveInput *input)
{
    Method *method = factor;
    return sn_linsolve_interrupted(input) ? SN_LINSOLVE_INTERRUPTED
                                          : method->factor(method->tree, input);
}

/* All pivots B are positive, or there is no factor. */
static int tree_negative_pivots(const void *factor)
{
    return ((const Method *)factor)->tree->q;
}

static void tree_solve(void *factor, double *x, bool sparse)
{
    Method *method = factor;
    method->solve(method->tree, x);
}

static double tree_residual(void *factor, const SnKktMatrix *matrix, const double *b,
                            const double *x, double *r)
{
    Method *method = factor;
    return method->residual(method->tree, matrix, b, x, r);
}

const SnLinsolveMethod sn_linsolve_tree = {
    .create = tree_create,
    .destroy = tree_destroy,
    .factor = tree_factor,
    .negative_pivots = tree_negative_pivots,
    .solve = tree_solve,
    .residual = tree_residual,
    .partial = true,
};
