/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan and numbers of the sparse backend's LDL'; private to engine/sim/linsolve_*.c.
 *
 * Unknowns that belong together (the 6 velocities of a body, the rows of a joint, the 3 velocities
 * of a node) are one *block*; blocks are ordered (linsolve_order.c), and runs of blocks with nearly
 * the same pattern below them form a *supernode*, whose columns of L are one dense panel
 * (linsolve_plan.c).  Everything the numeric phase does is laid down here once. */
#ifndef SN_LINSOLVE_LINSOLVE_LDL_H
#define SN_LINSOLVE_LINSOLVE_LDL_H

#include "engine/base/instructions.h"
#include "engine/linsolve/linsolve_exact.h"
#include "engine/linsolve/linsolve_krylov.h"

/* Graph of the blocks and the order of their elimination. */
typedef struct SnBlockGraph {
    int count;      /* blocks */
    int *first;     /* [count + 1] first unknown; unknowns of a block are consecutive */
    bool *is_row;   /* [count] rows of G, not columns of A */
    int *start;     /* [count + 1] */
    int *neighbour; /* [start[count]] ascending, without the block itself */
} SnBlockGraph;

/* The blocks of a pattern in the order of their elimination, and the block columns of L. */
typedef struct SnBlockOrder {
    SnBlockGraph graph;
    int *order;   /* [count] block at each position; children before parents (postordered) */
    int *parent;  /* [count] position; -1: root */
    int *start;   /* [count + 1] */
    int *row;     /* [start[count]] positions, ascending */
    double flops; /* of the factorisation */
} SnBlockOrder;

SnBlockOrder *sn_block_order_new(const SnKktMatrix *matrix);
void sn_block_order_free(SnBlockOrder *order);

/* Rows [at, at + length) below a panel land in rows [to, to + length) of the target's panel. */
typedef struct SnLdlRun {
    int at, length, to;
} SnLdlRun;

/* Rows [first, first + columns) below a panel are columns of one later supernode, the target. */
typedef struct SnLdlSegment {
    int first, columns;
    int run, runs; /* of the rows [first, below) in the target */
} SnLdlSegment;

typedef struct SnLdlSupernode {
    int first, width; /* columns, in the new order */
    int below;        /* rows below the diagonal block */
    int leading;      /* column stride of the panel: width + below, to a multiple of 4 */
    int panel;        /* offset in values */
    int row;          /* offset in row[] and column_at[] */
    int segment, segments;
    int solve_run, solve_runs; /* of the rows below in the solution vector */
} SnLdlSupernode;

typedef struct SnLdl {
    int n, q, size;
    int *old; /* [size] old index of each new one */
    int supernodes;
    SnLdlSupernode *supernode;
    int *row;       /* rows below, new order */
    int *column_at; /* offset in values of that row's column, as a column of its target */
    SnLdlSegment *segment;
    SnLdlRun *run;
    int *a_at;        /* [a entries] offset in values */
    int *g_at;        /* [g entries] */
    int *diagonal_at; /* [size], new order */
    double flops;
    int entries;     /* of values, without padding */
    double *values;  /* panels, column major: L below the diagonal */
    double *inverse; /* [size] 1 / D */
    double *least;   /* [size] smallest pivot accepted */
    double *panel;   /* one panel, D L' */
    double *update;  /* product of one segment, for large panels */
    double *z;       /* [size + padding] solution, new order */
    double *gather;  /* rows below one panel */
    int negative;
    int repeated; /* pivots that are next to nothing */
} SnLdl;

/* Kernels of one instruction set: linsolve_numeric.c and linsolve_exact.c are compiled once for
 * each, with SN_LDL_SET its name. */
#define SN_LDL_JOIN_(name, set) sn_ldl_##name##_##set
#define SN_LDL_JOIN(name, set)  SN_LDL_JOIN_(name, set)
#define SN_LDL_FUNCTION(name)   SN_LDL_JOIN(name, SN_LDL_SET)
#define SN_LDL_DECLARE(set)                                                                        \
    SnLinsolveStatus sn_ldl_factor_##set(SnLdl *ldl, const SnLinsolveInput *input);                \
    void sn_ldl_solve_##set(SnLdl *ldl, double *x, bool sparse);                                   \
    void sn_ldl_scale_rows_##set(SnExact *exact, const bool *active, double *row_scale);           \
    double sn_ldl_residual_##set(SnExact *exact, const bool *active, const double *b,              \
                                 const double *x, double *r);                                      \
    void sn_ldl_residual_batch_##set(SnExact *exact, const bool *active, const double *b,          \
                                     const double *x, double *r, double *ratio);                   \
    void sn_ldl_multiply_batch_##set(const double *x, const double *y, int count, double *sum);    \
    bool sn_ldl_krylov_step_##set(SnKrylov *krylov, double *x, double *r, const double *left);     \
    void sn_ldl_krylov_extent_##set(const SnKrylov *krylov, const double *r, double *columns,      \
                                    double *rows)
SN_LDL_DECLARE(base);
SN_LDL_DECLARE(avx2);
SN_LDL_DECLARE(avx512);

typedef struct SnLdlKernels {
    const char *name;
    SnLinsolveStatus (*factor)(SnLdl *ldl, const SnLinsolveInput *input);
    void (*solve)(SnLdl *ldl, double *x, bool sparse);
    void (*scale_rows)(SnExact *exact, const bool *active, double *row_scale);
    double (*residual)(SnExact *exact, const bool *active, const double *b, const double *x,
                       double *r);
    void (*residual_batch)(SnExact *exact, const bool *active, const double *b, const double *x,
                           double *r, double *ratio);
    void (*multiply_batch)(const double *x, const double *y, int count, double *sum);
    bool (*krylov_step)(SnKrylov *krylov, double *x, double *r, const double *left);
    void (*krylov_extent)(const SnKrylov *krylov, const double *r, double *columns, double *rows);
} SnLdlKernels;

/* Of an instruction set that this processor has. */
const SnLdlKernels *sn_ldl_kernels(SnInstructions set);

SnLdl *sn_ldl_new(const SnKktMatrix *matrix, const SnBlockOrder *order);
void sn_ldl_free(SnLdl *ldl);

#endif
