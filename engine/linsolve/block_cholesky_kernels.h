/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What block_cholesky.c makes and the kernels of each instruction set work on. */
#ifndef SN_LINSOLVE_BLOCK_CHOLESKY_KERNELS_H
#define SN_LINSOLVE_BLOCK_CHOLESKY_KERNELS_H

#include "engine/base/instructions.h"
#include "engine/linsolve/block_cholesky.h"

#include <stddef.h>
#include <stdint.h>

#define SN_BLOCK_SIZE SN_BLOCK_WIDTH

struct SnBlockCholesky {
    int n, n_pairs, words; /* 64-bit words in a row of the graph */
    size_t n_off;          /* blocks below the diagonal of the factor */
    int *place, *order;    /* [n] block -> place in the order, and back */
    int *start, *row;      /* [n + 1], [n_off] by columns of the factor, places ascending */
    int *slot;             /* [n_pairs] into off */
    bool *row_first;       /* [n_pairs] */
    uint64_t *graph;       /* [n][words] of blocks, while they are eliminated */
    double *diagonal;      /* [n][36] by place */
    double *off;           /* [n_off][36] rows of the later place */
    double *mirror;        /* [n_off][36] transposes of what is above the diagonal */
    bool symmetric;        /* there is no mirror */
    double *x;             /* [6 n] */
    SnInstructions set;    /* that it is computed with */
    size_t n_room, pair_room, off_room, graph_room;
};

/* block_cholesky_numeric.c is compiled once for each, with SN_LDL_SET its name. */
#define SN_BLOCK_CHOLESKY_DECLARE(set)                                                             \
    void sn_block_cholesky_add_##set(SnBlockCholesky *matrix, const SnBlockRows *rows,             \
                                     double(*k)[SN_BLOCK_ROWS][SN_BLOCK_ROWS]);                    \
    void sn_block_cholesky_rates_##set(const SnBlockCholesky *matrix, const SnBlockRows *rows,     \
                                       const double *v, double *y);                                \
    void sn_block_cholesky_push_##set(const SnBlockCholesky *matrix, const SnBlockRows *rows,      \
                                      const double *x, double *v);                                 \
    bool sn_block_cholesky_factor_##set(SnBlockCholesky *matrix);                                  \
    void sn_block_cholesky_solve_##set(const SnBlockCholesky *matrix, double *x)
SN_BLOCK_CHOLESKY_DECLARE(base);
SN_BLOCK_CHOLESKY_DECLARE(avx2);
SN_BLOCK_CHOLESKY_DECLARE(avx512);

#endif
