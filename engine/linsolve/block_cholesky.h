/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices of blocks of 6 by 6 unknowns, as those of bodies that touch, of a symmetric
 * pattern: Cholesky's factor of those that are positive definite, and L U without pivoting of
 * others near to them, in the order of least degree (Tinney and Walker 1967), all in a fixed order
 * of summation.  Symbolic work is small, so that a pattern may change from step to step. */
#ifndef SN_LINSOLVE_BLOCK_CHOLESKY_H
#define SN_LINSOLVE_BLOCK_CHOLESKY_H

#include <stdbool.h>

typedef struct SnBlockCholesky SnBlockCholesky;

/* NULL: no memory. */
SnBlockCholesky *sn_block_cholesky_new(void);
void sn_block_cholesky_free(SnBlockCholesky *matrix);

/* The pattern: n blocks on the diagonal, and one for each pair (i, j), i != j, of which some may be
 * the same; a pair with j < 0 is none.  False: no memory. */
bool sn_block_cholesky_begin(SnBlockCholesky *matrix, int n, int n_pairs, const int (*pairs)[2]);

/* Rows of N over the unknowns of one or two blocks. */
enum { SN_BLOCK_ROWS = 3, SN_BLOCK_SIDES = 2, SN_BLOCK_WIDTH = 6 };
typedef struct SnBlockRows {
    int n;                     /* how many rows there are; the others are zero */
    int block[SN_BLOCK_SIDES]; /* the second may be -1: none */
    double row[SN_BLOCK_ROWS][SN_BLOCK_SIDES * SN_BLOCK_WIDTH];
} SnBlockRows;

/* 1 + N' K N of the rows of all pairs, each with its K; `symmetric`: all K are. */
void sn_block_cholesky_set(SnBlockCholesky *matrix, bool symmetric, const SnBlockRows *rows,
                           double (*k)[SN_BLOCK_ROWS][SN_BLOCK_ROWS]);
/* y = N v of the rows of all pairs, one behind the other, and v = N' x. */
void sn_block_cholesky_rates(const SnBlockCholesky *matrix, const SnBlockRows *rows,
                             const double *v, double *y);
void sn_block_cholesky_push(const SnBlockCholesky *matrix, const SnBlockRows *rows, const double *x,
                            double *v);

/* Factors in place; false: it is not positive definite, or a pivot is not. */
bool sn_block_cholesky_factor(SnBlockCholesky *matrix);
/* x [6 n] with the factor, in place. */
void sn_block_cholesky_solve(const SnBlockCholesky *matrix, double *x);

#endif
