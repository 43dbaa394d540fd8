/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse direct solution of the constrained step's linear system
 *
 *     [ A  G' ] [u]   [f]
 *     [ G  -C ] [l] = [g]
 *
 * A (n x n) symmetric, usually positive definite; G (q x n), rows may be redundant; C (q x q)
 * diagonal, >= 0 (compliance).  Symbolic work once per pattern; values are refilled in place and
 * factored each step; solutions are refined against the exact matrix to the tolerance.  Sign: G' l
 * is ADDED, so the force of the constraints on the system is -G' l (reference/kkt.md 7).
 * No allocation after analyse.  One object per thread. */
#ifndef SN_LINSOLVE_LINSOLVE_H
#define SN_LINSOLVE_LINSOLVE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/workers.h"

typedef enum SnLinsolveBackend {
    SN_LINSOLVE_AUTO,       /* what measures best: single for solids, else sparse */
    SN_LINSOLVE_DENSE,      /* Bunch-Kaufman on the whole matrix (LAPACK) */
    SN_LINSOLVE_SPARSE,     /* own supernodal LDL' of the quasi-definite matrix, static order */
    SN_LINSOLVE_SINGLE,     /* the same in single precision; sparse where that does not do */
    SN_LINSOLVE_SUPERNODAL, /* CHOLMOD on A + G' W G; sparse where A is indefinite */
} SnLinsolveBackend;

/* Pattern and values of the matrix; owned by the caller, values refilled each step.  A: lower
 * triangle by columns (row indices ascending, diagonal first); G: by rows (columns ascending). */
typedef struct SnKktMatrix {
    int n, q;
    int *a_start;    /* [n + 1] */
    int *a_row;      /* [a_start[n]] */
    double *a_value; /* [a_start[n]] */
    int *g_start;    /* [q + 1] */
    int *g_column;   /* [g_start[q]] */
    double *g_value; /* [g_start[q]] */
    double *c;       /* [q] */
} SnKktMatrix;

typedef enum SnLinsolveStatus {
    SN_LINSOLVE_OK,
    SN_LINSOLVE_SINGULAR,   /* a pivot vanished */
    SN_LINSOLVE_NOT_FINITE, /* values contain NaN or infinity */
    SN_LINSOLVE_INACCURATE, /* refinement did not reach the tolerance: best solution returned */
    SN_LINSOLVE_INTERRUPTED,
} SnLinsolveStatus;

typedef struct SnLinsolve SnLinsolve;

/* Orders and analyses the pattern; keeps a pointer to the matrix, whose pattern must not change. */
SnLinsolve *sn_linsolve_new(SnLinsolveBackend backend, const SnKktMatrix *matrix);
void sn_linsolve_free(SnLinsolve *solver);
SnLinsolveBackend sn_linsolve_backend(const SnLinsolve *solver);

/* Polled during a factorisation; may be NULL. */
void sn_linsolve_set_interrupt(SnLinsolve *solver, const atomic_bool *interrupt);

/* Threads that share large factorisations and solves (NULL: none but the caller's); the same bits
 * for any number.  Must outlive the solver or the next call; used only within sn_linsolve_factor,
 * _solve and _delassus. */
void sn_linsolve_set_workers(SnLinsolve *solver, SnWorkers *workers);

/* Factors the present values.  Rows of G with active[i] == false (active may be NULL: all) are left
 * out as if they were zero with C = 1: their l is 0.  Deterministic: the same bits for the same
 * values, whatever was factored before.  A vanishing pivot of a row of G (redundant rows) is
 * replaced by a small one, which refinement makes good; one of A is SINGULAR, except that systems
 * of at most 150 unknowns are then factored densely with pivoting (massless unknowns). */
SnLinsolveStatus sn_linsolve_factor(SnLinsolve *solver, const bool *active);

/* Delassus matrices of about so many rows are likely to be asked for with the factors from now on:
 * what suits them is made at once.  Bits of solutions depend on it. */
void sn_linsolve_expect_rows(SnLinsolve *solver, int m);

/* Of the last factor: negative pivots; equals the active rows when A is positive definite on the
 * kernel of G (kkt.md 4.1). */
int sn_linsolve_negative_pivots(const SnLinsolve *solver);
/* Of the last factor: rows of G with next to no pivot, because they say what others say; 0 where
 * the backend does not count them. */
int sn_linsolve_repeated_rows(const SnLinsolve *solver);

/* Solves for one right-hand side, f [n], g [q] -> u [n], l [q] (may alias f, g), refined until the
 * residual is below tolerance; a tolerance >= 1 takes the factor's
 * own solution, unchecked.  residual (may be NULL): reached.  It is the larger of those of the
 * n first and the q last equations, each max |f - A u - G' l| over max (|f| + |A u| + |G' l|), so
 * that a zero right-hand side has a scale too.  INACCURATE: best solution found. */
SnLinsolveStatus sn_linsolve_solve(SnLinsolve *solver, const double *f, const double *g, double *u,
                                   double *l, double tolerance, double *residual);

/* Schur complement of further rows N (m x n, by rows like G; u-part only): D = N K^-1 N' (m x m,
 * row-major, symmetric) to a relative residual of `accuracy`, and X = K^-1 [N'; 0] as columns
 * u [m][n], l [m][q] to its root, from which D is made to second order, in m^2 n operations.  u
 * NULL (and l): X is made to that accuracy and not kept; where m is large that is faster, and needs
 * less memory.  Where an accuracy of 1e-6 or less will do, D may be as good as the factor in double
 * precision instead, and u and l are left alone.  For unilateral rows that stay out of the factor.
 */
SnLinsolveStatus sn_linsolve_delassus(SnLinsolve *solver, double accuracy, int m,
                                      const int *n_start, const int *n_column,
                                      const double *n_value, double *u, double *l, double *d);

/* Accuracy of D for what is solved with it alone. */
#define SN_DELASSUS_EXACT 1e-11

#endif
