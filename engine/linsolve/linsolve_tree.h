/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies in trees: blocks of six unknowns; rows of G between the same two blocks (or one block and
 * nothing) are a joint, which may have no rows where A alone couples both; joints close no loop.
 * Eliminated from the leaves to the roots in blocks of fixed size, without fill, in the time that
 * articulated bodies take (Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 7), for any rows
 * of full rank.  Private to linsolve*.c and its tests.
 *
 * Rows of a joint: Gc u + Gp u' = g, u of the block, u' of its parent.  With T, N: Gc T = 1 and
 * Gc N = 0, both square together, u = T g - W u' + N s, W = T Gp.  A, in which the block's children
 * have been eliminated already, and E, which couples it to its parent, then leave
 *
 *     B = N' A N,  F = A W - E,  V = W - N B^-1 N' F,
 *     A' += W' F - E' W - F' N B^-1 N' F,  f' -= V' (f - A T g) + E' T g
 *
 * to the parent; back from the roots u = T g + N B^-1 N' (f - A T g) - V u',
 * l = T' (f - A u - E u'). */
#ifndef SN_LINSOLVE_LINSOLVE_TREE_H
#define SN_LINSOLVE_LINSOLVE_TREE_H

#include "engine/linsolve/linsolve_backend.h"

#define SN_TREE_BLOCK 6
#define SN_TREE_WIDTH 8 /* a row of a block with padding: one or two registers */

/* A row of a joint: where its entries of the block and of its parent begin in g_value, and, bit by
 * bit, which columns of either they are. */
typedef struct SnTreeRow {
    int child, parent;
    unsigned child_columns, parent_columns;
} SnTreeRow;

/* A block and its joint to the parent. */
typedef struct SnTreeNode {
    int first;  /* its first unknown */
    int parent; /* number of the node; -1: nothing, or what does not move */
    int row;    /* first of its joint's rows in G */
    int rows;
    int gap;      /* entries of A between two columns of its block: those of coupled blocks */
    int coupling; /* its number; -1: A does not couple it with its parent */
    int across;   /* where that begins behind the diagonal block, in each column */
    bool column;  /* these are columns of the block, not of the parent */
    bool pinned;  /* three rows hold a place, one for each of the first three unknowns, and the
                     others the last three alone */
} SnTreeNode;

/* What the factorisation makes of it; rows of matrices one behind the other. */
typedef struct SnTreeBlock {
    double a[SN_TREE_BLOCK][SN_TREE_WIDTH];
    double v[SN_TREE_BLOCK][SN_TREE_WIDTH];            /* V; first W */
    double v_transposed[SN_TREE_BLOCK][SN_TREE_WIDTH]; /* likewise */
    double t[SN_TREE_BLOCK][SN_TREE_WIDTH];            /* T' */
    double n[SN_TREE_BLOCK][SN_TREE_WIDTH];            /* N' */
    double inverse[SN_TREE_BLOCK][SN_TREE_WIDTH];      /* B^-1 */
} SnTreeBlock;

/* What A couples a block and its parent by. */
typedef struct SnTreeCoupling {
    double e[SN_TREE_BLOCK][SN_TREE_WIDTH]; /* E: rows of the block, columns of the parent */
    double transposed[SN_TREE_BLOCK][SN_TREE_WIDTH];
} SnTreeCoupling;

typedef struct SnTree {
    int n, q;
    int count;                  /* of nodes, children before parents */
    int n_couplings;            /* of nodes that A couples with their parents */
    SnTreeNode *node;           /* [count] */
    SnTreeRow *row;             /* [q] of G */
    SnTreeBlock *block;         /* [count] */
    SnTreeCoupling *coupling;   /* [n_couplings] */
    double (*f)[SN_TREE_WIDTH]; /* [count] right-hand sides with what children leave */
    double (*u)[SN_TREE_WIDTH]; /* [count] solution */
    void *memory;               /* of these four */
} SnTree;

/* NULL: the pattern is not that of trees. */
SnTree *sn_tree_new(const SnKktMatrix *matrix);
void sn_tree_free(SnTree *tree);

/* Where a row gives way or is left out, or rows of a joint depend on each other, SINGULAR. */
#define SN_TREE_DECLARE(set)                                                                       \
    SnLinsolveStatus sn_tree_factor_##set(SnTree *tree, const SnLinsolveInput *input);             \
    void sn_tree_solve_##set(SnTree *tree, double *x);                                             \
    double sn_tree_residual_##set(SnTree *tree, const SnKktMatrix *matrix, const double *b,        \
                                  const double *x, double *r)
SN_TREE_DECLARE(base);
SN_TREE_DECLARE(avx2);
SN_TREE_DECLARE(avx512);

#endif
