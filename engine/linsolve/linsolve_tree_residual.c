/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a solution of bodies in trees (linsolve_tree.h) leaves of the equations; compiled once for
 * each instruction set: the source fixes the order of every sum. */
#include "engine/linsolve/linsolve_tree_kernel.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Largest error so far and largest terms, of the momentum and of the row equations. */
typedef struct Extent {
    double error, scale, row_error, row_scale, check;
} Extent;

INLINE double larger(double a, double b)
{
    return a > b ? a : b;
}

/* r [6] := A x, A by columns of its lower triangle, `gap` entries between two of them. */
INLINE void multiply_matrix(const double *a, int gap, const double *x, double *r)
{
    double sum[BLOCK] = {0};
    UNROLL
    for (int j = 0; j < BLOCK; j++, a += gap) {
        sum[j] += *a++ * x[j];
        UNROLL
        for (int i = j + 1; i < BLOCK; i++, a++) {
            sum[j] += *a * x[i];
            sum[i] += *a * x[j];
        }
    }
    UNROLL
    for (int i = 0; i < BLOCK; i++)
        r[i] = sum[i];
}

/* What a block and its parent get of each other by A, into tree->u. */
static void multiply_coupling(const SnKktMatrix *matrix, SnTree *tree, int i, const double *x)
{
    const SnTreeNode *node = &tree->node[i];
    const int first[2] = {node->first, tree->node[node->parent].first};
    const double *of_column = x + first[!node->column], *of_row = x + first[node->column];
    double *column = tree->u[node->column ? i : node->parent];
    double *row = tree->u[node->column ? node->parent : i];
    for (int c = 0; c < BLOCK; c++) {
        const double *value =
            matrix->a_value + matrix->a_start[first[!node->column] + c] + BLOCK - c + node->across;
        for (int r = 0; r < BLOCK; r++) {
            column[c] += value[r] * of_row[r];
            row[r] += value[r] * of_column[c];
        }
    }
}

/* ax := the node's rows of A x, once its children have been looked at. */
static void multiply_coupled(const SnKktMatrix *matrix, SnTree *tree, int i, const double *x,
                             double *ax)
{
    const SnTreeNode *node = &tree->node[i];
    multiply_matrix(matrix->a_value + matrix->a_start[node->first], node->gap, x + node->first, ax);
    if (node->coupling >= 0)
        multiply_coupling(matrix, tree, i, x);
    for (int k = 0; k < BLOCK; k++)
        ax[k] += tree->u[i][k];
}

INLINE double most(const double x[BLOCK])
{
    return larger(larger(x[0], x[1]), larger(larger(x[2], x[3]), larger(x[4], x[5])));
}

INLINE double total(const double x[BLOCK])
{
    return (x[0] + x[1]) + ((x[2] + x[3]) + (x[4] + x[5]));
}

typedef double Four __attribute__((vector_size(32), aligned(32), may_alias));
typedef double LooseFour __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t FourBits __attribute__((vector_size(32), aligned(32), may_alias));

INLINE Four magnitude(Four x)
{
    return (Four)((FourBits)x & INT64_MAX);
}

/* Sum of the four numbers of each of four. */
INLINE Four sums_of(const Four *x)
{
    const Four a = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6) +
                   __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
    const Four b = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6) +
                   __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
    return __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

/* A row of G: g x and the size of its terms, and the force that it exerts. */
typedef struct Row {
    double sum, size, force;
} Row;

INLINE void take_side(const double *g, unsigned columns, const double *x, Row *row, double *push)
{
    for (int c = 0; c < BLOCK; c++) {
        if (!(columns & 1u << c))
            continue;
        const double value = *g++, term = value * x[c];
        row->sum += term;
        row->size += fabs(term);
        push[c] += value * row->force;
    }
}

/* Of rows that hold a place (the first three) and of what turns alone, on one of their two blocks:
 * entries of unknown k, or what stands before them, and of the last three. */
INLINE void take_pinned(const double *value, const SnTreeRow *row, int rows, bool of_parent,
                        const double *x, const double *force, Four *term, Four *size, double *push)
{
    Four own = *(const LooseFour *)(x + 2), pushed = {0}, last = {0};
    for (int k = 0; k < rows; k++) {
        const int start = of_parent ? row[k].parent : row[k].child;
        const Four g = *(const LooseFour *)(value + start - (k >= 3));
        own[0] = k < 3 ? x[k] : 0;
        const Four part = g * own;
        term[k] += part;
        size[k] += magnitude(part);
        if (k < 2)
            push[k] += g[0] * force[k];
        if (k == 2)
            last = g * force[k];
        else
            pushed += g * force[k];
    }
    pushed[0] = 0;
    *(LooseFour *)(push + 2) += pushed + last;
}

/* Rows of a joint: g x, and the size of the terms of it. */
typedef struct Joint {
    double sum[8], size[8];
} Joint;

INLINE void multiply_pinned(const SnKktMatrix *matrix, SnTree *tree, int i, const double *x,
                            int rows, Joint *joint)
{
    const SnTreeNode *node = &tree->node[i];
    const SnTreeRow *row = &tree->row[node->row];
    const double *force = x + matrix->n + node->row;
    Four term[8] = {0}, size[8] = {0};
    take_pinned(matrix->g_value, row, rows, false, x + node->first, force, term, size, tree->f[i]);
    if (node->parent >= 0)
        take_pinned(matrix->g_value, row, rows, true, x + tree->node[node->parent].first, force,
                    term, size, tree->f[node->parent]);
    for (int k = 0; k < rows; k += 4) {
        *(LooseFour *)(joint->sum + k) = sums_of(term + k);
        *(LooseFour *)(joint->size + k) = sums_of(size + k);
    }
}

static void multiply_any(const SnKktMatrix *matrix, SnTree *tree, int i, const double *x,
                         Joint *joint)
{
    const SnTreeNode *node = &tree->node[i];
    for (int k = 0; k < node->rows; k++) {
        const SnTreeRow *entries = &tree->row[node->row + k];
        Row row = {.force = x[matrix->n + node->row + k]};
        take_side(matrix->g_value + entries->child, entries->child_columns, x + node->first, &row,
                  tree->f[i]);
        if (node->parent >= 0)
            take_side(matrix->g_value + entries->parent, entries->parent_columns,
                      x + tree->node[node->parent].first, &row, tree->f[node->parent]);
        joint->sum[k] = row.sum;
        joint->size[k] = row.size;
    }
}

INLINE void take_rows(const SnKktMatrix *matrix, const Joint *joint, int row, int rows,
                      const double *b, const double *x, double *r, Extent *extent)
{
    double rest[BLOCK] = {0}, error[BLOCK] = {0}, scale[BLOCK] = {0};
    for (int k = 0; k < rows; k++) {
        const int at = matrix->n + row + k;
        const double give = matrix->c[row + k] * x[at];
        r[at] = rest[k] = b[at] - joint->sum[k] + give;
        error[k] = fabs(rest[k]);
        scale[k] = fabs(b[at]) + joint->size[k] + fabs(give);
    }
    extent->check += total(rest);
    extent->row_error = larger(most(error), extent->row_error);
    extent->row_scale = larger(most(scale), extent->row_scale);
}

/* The rows of a node's joint; into tree->f: forces on it and on its parent. */
INLINE void multiply_joint(const SnKktMatrix *matrix, SnTree *tree, int i, const double *b,
                           const double *x, double *r, Extent *extent)
{
    const SnTreeNode *node = &tree->node[i];
    Joint joint;
    if (node->pinned && node->rows == 5) { /* unrolled */
        multiply_pinned(matrix, tree, i, x, 5, &joint);
        take_rows(matrix, &joint, node->row, 5, b, x, r, extent);
        return;
    }
    if (node->pinned)
        multiply_pinned(matrix, tree, i, x, node->rows, &joint);
    else
        multiply_any(matrix, tree, i, x, &joint);
    take_rows(matrix, &joint, node->row, node->rows, b, x, r, extent);
}

double TREE_FUNCTION(residual)(SnTree *tree, const SnKktMatrix *matrix, const double *b,
                               const double *x, double *r)
{
    Extent extent = {0};
    memset(tree->f, 0, (size_t)tree->count * sizeof *tree->f);
    if (tree->n_couplings > 0)
        memset(tree->u, 0, (size_t)tree->count * sizeof *tree->u);
    for (int i = 0; i < tree->count; i++) {
        const int first = tree->node[i].first;
        double ax[BLOCK];
        multiply_joint(matrix, tree, i, b, x, r, &extent); /* the children's have come before */
        if (tree->n_couplings == 0)                        /* unrolled */
            multiply_matrix(matrix->a_value + matrix->a_start[first], 0, x + first, ax);
        else
            multiply_coupled(matrix, tree, i, x, ax);
        double error[BLOCK], scale[BLOCK];
        UNROLL
        for (int k = 0; k < BLOCK; k++) {
            const double push = tree->f[i][k];
            r[first + k] = b[first + k] - ax[k] - push;
            error[k] = fabs(r[first + k]);
            scale[k] = fabs(b[first + k]) + fabs(ax[k]) + fabs(push);
        }
        extent.check += total(r + first);
        extent.error = larger(most(error), extent.error);
        extent.scale = larger(most(scale), extent.scale);
    }
    /* comparisons drop NaN: the sum keeps it */
    if (!isfinite(extent.check))
        return INFINITY;
    return larger(extent.error > 0 ? extent.error / extent.scale : 0,
                  extent.row_error > 0 ? extent.row_error / extent.row_scale : 0);
}
