/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a backend of linsolve.h provides; private to engine/sim/linsolve*.c and its tests.
 *
 * A backend factors one matrix close to the exact one (regularised, condensed, boosted pivots) and
 * applies its inverse; linsolve.c refines against the exact matrix.  Vectors are [u; l], n + q
 * long, in the caller's order. */
#ifndef SN_LINSOLVE_LINSOLVE_BACKEND_H
#define SN_LINSOLVE_LINSOLVE_BACKEND_H

#include "engine/base/workers.h"
#include "engine/linsolve/linsolve.h"

/* Smallest pivot accepted in a row of G, relative to g diag(A)^-1 g' (reference/kkt.md 3, scale
 * w): smaller ones (redundant rows, rows eliminated before their columns) are set to it. */
#define SN_LINSOLVE_ROW_EPSILON 1e-8
/* A pivot of A smaller than this part of its diagonal entry counts as zero. */
#define SN_LINSOLVE_COLUMN_EPSILON 1e-14

/* The same in single precision, which leaves 2 to 3 digits of what such a pivot multiplies. */
#define SN_LINSOLVE_SINGLE_ROW_EPSILON    1e-4
#define SN_LINSOLVE_SINGLE_COLUMN_EPSILON 1e-6

/* Right-hand sides solved at once. */
#define SN_LINSOLVE_BATCH 8

/* What every backend needs to know for one factorisation. */
typedef struct SnLinsolveInput {
    const SnKktMatrix *matrix;
    const bool *active;           /* [q], never NULL */
    const double *row_scale;      /* [q] g diag(A)^-1 g' (1 where the row is inactive or zero) */
    const atomic_bool *interrupt; /* may be NULL */
} SnLinsolveInput;

/* What several methods start from; kept until the solver is made, the plan as long as it. */
typedef struct SnLinsolveShared {
    const struct SnBlockOrder *order; /* NULL for the dense method alone */
    const struct SnFrontPlan *fronts; /* NULL if no method needs it */
} SnLinsolveShared;

typedef struct SnLinsolveMethod {
    /* NULL: the method is not for such a pattern */
    void *(*create)(const SnKktMatrix *matrix, const SnLinsolveShared *shared);
    void (*destroy)(void *factor);
    SnLinsolveStatus (*factor)(void *factor, const SnLinsolveInput *input);
    int (*negative_pivots)(const void *factor);
    int (*repeated_rows)(const void *factor); /* NULL: not counted */
    /* x [n + q] := (factored matrix)^-1 x; sparse: few entries of x are not 0. */
    void (*solve)(void *factor, double *x, bool sparse);
    /* The same for x [n + q][SN_LINSOLVE_BATCH]; NULL: one by one. */
    void (*solve_batch)(void *factor, double *x, bool sparse);
    /* r = b - K x of the exact matrix and its size, as by SnLdlKernels; NULL: by those. */
    double (*residual)(void *factor, const SnKktMatrix *matrix, const double *b, const double *x,
                       double *r);
    void (*set_workers)(void *factor, SnWorkers *workers); /* NULL: takes none */
    /* Fronts in double precision, which can be half solved with; NULL: none. */
    const struct SnFront *(*front)(const void *factor);
    bool partial; /* it takes some matrices only: a method for all stands by */
    bool rough;   /* its inertia may be wrong and refinement may fail: a better method stands by */
} SnLinsolveMethod;

extern const SnLinsolveMethod sn_linsolve_dense;
extern const SnLinsolveMethod sn_linsolve_sparse;
extern const SnLinsolveMethod sn_linsolve_tree;
extern const SnLinsolveMethod sn_linsolve_fronts;
extern const SnLinsolveMethod sn_linsolve_single_fronts;
extern const SnLinsolveMethod sn_linsolve_supernodal;

static inline bool sn_linsolve_interrupted(const SnLinsolveInput *input)
{
    return input->interrupt && atomic_load_explicit(input->interrupt, memory_order_relaxed);
}

#endif
