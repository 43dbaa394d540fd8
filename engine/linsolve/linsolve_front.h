/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multifrontal LDL' for large patterns, in double or single precision; private to
 * engine/sim/linsolve*.c and its tests.
 *
 * The columns of a supernode and the rows below them are one *front*: a panel of `width` columns,
 * kept as the factor, and an update matrix over the rows below, which goes to the parent's front
 * once (J. Liu, SIAM Review 34, 1992).  So each front is one dense problem; fronts of different
 * subtrees share nothing, and the sums have the same order for any number of threads.
 *
 * Inside a supernode columns of A come before rows of G, which so get a pivot of their own where
 * the front holds enough of their columns. */
#ifndef SN_LINSOLVE_LINSOLVE_FRONT_H
#define SN_LINSOLVE_LINSOLVE_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/workers.h"
#include "engine/linsolve/linsolve_ldl.h"

/* Panels have a multiple of so many rows; columns are taken by strips of SN_FRONT_STRIP. */
#define SN_FRONT_ROWS  16
#define SN_FRONT_STRIP 8

typedef struct SnFrontNode {
    int first, width;    /* columns, in the new order */
    int below;           /* rows below the diagonal block */
    int leading;         /* column stride of the panel: width + below, rounded up */
    int stored;          /* columns of the panel: width, rounded up to whole strips beyond one */
    int parent;          /* -1: root */
    int child, children; /* range of child[] */
    int row;             /* offset in row[] */
    int run, runs;       /* of the rows below in the parent's front (its columns, then rows) */
    int solve_run, solve_runs; /* of the rows below in the solution vector */
    int chunk, chunks;         /* of the rows below in the parent's front: range of chunk[] */
    int a_run, a_runs;         /* of its entries of A */
    int g_entry, g_entries;
    size_t panel; /* offset in values */
    /* Update matrix: rows [top, leading), columns [left, width + below) of the front. */
    int top, left;
    size_t update; /* offset in updates */
} SnFrontNode;

/* Rows [row, row + SN_FRONT_ROWS) of the parent's front that are below a panel: those of the mask,
 * in order its rows at, at + 1 ... */
typedef struct SnFrontChunk {
    int row, at;
    unsigned mask;
} SnFrontChunk;

/* Values [source, source + length) of A go to target, target + step ... of a panel. */
typedef struct SnFrontRun {
    int source, target, step, length;
} SnFrontRun;

/* A value of G, of the given row. */
typedef struct SnFrontEntry {
    int source, target, row;
} SnFrontEntry;

/* Nodes [first, last]: a subtree that one thread factors. */
typedef struct SnFrontTask {
    int first, last;
    int half;      /* of two that substitute side by side */
    size_t packed; /* offset in packed */
    double flops;
} SnFrontTask;

/* Everything that follows from the pattern. */
typedef struct SnFrontPlan {
    int n, q, size;
    int *old; /* [size] old index of each new one */
    int nodes;
    SnFrontNode *node; /* children before parents */
    int *child;
    int *row; /* rows below, new order */
    SnLdlRun *run;
    SnFrontChunk *chunk;
    SnFrontRun *a_run;
    SnFrontEntry *g_entry;
    int tasks;     /* dearest first */
    int top_nodes; /* above all tasks */
    bool halves;   /* substitution in two halves pays */
    SnFrontTask *task;
    int *top_node;                          /* ascending */
    size_t values, updates, packed, gather; /* numbers needed */
    double flops;
} SnFrontPlan;

typedef enum SnFrontPrecision { SN_FRONT_DOUBLE, SN_FRONT_SINGLE } SnFrontPrecision;

/* The numbers of one factor, double or float. */
typedef struct SnFront {
    const SnFrontPlan *plan;
    SnFrontPrecision precision;
    void *values;               /* panels, column major: L below the diagonal */
    void *inverse;              /* [size] 1 / D */
    void *updates;              /* update matrices that wait for their parents */
    void *packed;               /* D L' of one panel, by strips of rows */
    void *z;                    /* [size + padding] solution, new order */
    void *gather;               /* rows of one front */
    void *half_z, *half_gather; /* the same for the second half of the tasks */
    void *batch;                /* the same for SN_LINSOLVE_BATCH right-hand sides */
    void *gather_batch;
    int negative;
    SnWorkers *workers; /* may be NULL */
} SnFront;

/* Orders that SnLdl and SnFrontPlan start from. */
SnFrontPlan *sn_front_plan_new(const SnKktMatrix *matrix, const SnBlockOrder *order);
void sn_front_plan_free(SnFrontPlan *plan);

/* Numbers are touched only when first written: a factor that is never made costs no memory. */
SnFront *sn_front_new(const SnFrontPlan *plan, SnFrontPrecision precision);
void sn_front_free(SnFront *front);

#define SN_FRONT_DECLARE(set, real)                                                                \
    SnLinsolveStatus sn_front_factor_##real##_##set(SnFront *front, const SnLinsolveInput *input); \
    void sn_front_solve_##real##_##set(SnFront *front, double *x, bool sparse);                    \
    void sn_front_solve_batch_##real##_##set(SnFront *front, double *x, bool sparse)
/* A node that columns of Y differ from zero in: their unknowns of it are kept from `at` on. */
typedef struct SnFrontReached {
    int node, at;
} SnFrontReached;

/* Y [groups][size][SN_LINSOLVE_BATCH], new order: groups first, first + step ... := L^-1 of them;
 * `reached` [groups][nodes]: what they differ from zero in.  `gather`: [gather][SN_LINSOLVE_BATCH]
 * of one's own.  half_product: the block of Y' D^-1 Y of two groups, of which `y` [unknowns] is
 * kept times the root of |D^-1|; place [nodes]: of the one, -1: zero; nodes [n]: of the other. */
#define SN_FRONT_DECLARE_HALF(set)                                                                 \
    void sn_front_half_solve_double_##set(const SnFront *front, double *y, bool *reached,          \
                                          int first, int step, int groups, double *gather);        \
    void sn_front_half_product_double_##set(const SnFront *front, const double *y,                 \
                                            const int *place, int n, const SnFrontReached *nodes,  \
                                            double *block)
SN_FRONT_DECLARE_HALF(base);
SN_FRONT_DECLARE_HALF(avx2);
SN_FRONT_DECLARE_HALF(avx512);
SN_FRONT_DECLARE(base, double);
SN_FRONT_DECLARE(base, float);
SN_FRONT_DECLARE(avx2, double);
SN_FRONT_DECLARE(avx2, float);
SN_FRONT_DECLARE(avx512, double);
SN_FRONT_DECLARE(avx512, float);

typedef struct SnFrontKernels {
    SnLinsolveStatus (*factor)(SnFront *front, const SnLinsolveInput *input);
    void (*solve)(SnFront *front, double *x, bool sparse);
    void (*solve_batch)(SnFront *front, double *x, bool sparse);
} SnFrontKernels;

/* Of an instruction set that this processor has. */
const SnFrontKernels *sn_front_kernels(SnInstructions set, SnFrontPrecision precision);

typedef struct SnFrontHalfKernels {
    void (*solve)(const SnFront *front, double *y, bool *reached, int first, int step, int groups,
                  double *gather);
    void (*product)(const SnFront *front, const double *y, const int *place, int n,
                    const SnFrontReached *nodes, double *block);
} SnFrontHalfKernels;

const SnFrontHalfKernels *sn_front_half_kernels(SnInstructions set);

#endif
