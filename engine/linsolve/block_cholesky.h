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

/* The unit matrix; `symmetric`: only the lower triangle counts. */
void sn_block_cholesky_unit(SnBlockCholesky *matrix, bool symmetric);
/* Block i of the diagonal, row-major [36]; to be added to. */
double *sn_block_cholesky_diagonal(SnBlockCholesky *matrix, int i);
/* The block of a pair (i, j): row-major [36], rows of the body that `row_first` says: true: i. */
double *sn_block_cholesky_pair(SnBlockCholesky *matrix, int pair, bool *row_first);
/* Where it is not symmetric: the transpose of the block on the other side of the diagonal. */
double *sn_block_cholesky_mirror(SnBlockCholesky *matrix, int pair);

/* Factors in place; false: it is not positive definite, or a pivot is not. */
bool sn_block_cholesky_factor(SnBlockCholesky *matrix);
/* x [6 n] with the factor, in place. */
void sn_block_cholesky_solve(const SnBlockCholesky *matrix, double *x);

#endif
