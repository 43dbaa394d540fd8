/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with the exact matrix, by runs of consecutive entries; private to linsolve*.c. */
#ifndef SN_LINSOLVE_LINSOLVE_EXACT_H
#define SN_LINSOLVE_LINSOLVE_EXACT_H

#include "engine/base/workers.h"
#include "engine/linsolve/linsolve_backend.h"

/* Large products are made in two parts, which two threads can share: the same bits with one. */
#define SN_EXACT_PARTS 2

/* Entries [value, value + length) of a row of G or a column of A stand in consecutive places. */
typedef struct SnEntryRun {
    int value, place, length;
} SnEntryRun;

/* Numbers past the end that may be read of a vector over the unknowns. */
#define SN_EXACT_PADDING 8

/* Consecutive rows of G with the same pattern. */
typedef struct SnRowGroup {
    int first, rows;
    int run, runs; /* of the first row; the others have the same places */
    bool padded;   /* three more values follow the last one: runs may be read by fours */
} SnRowGroup;

typedef struct SnExact {
    const SnKktMatrix *matrix;
    int *a_run_start; /* [n + 1] runs of each column of A below its diagonal */
    SnEntryRun *a_run;
    unsigned char *dense; /* [n] width of the dense diagonal block that begins here and touches no
                           * later column, 6 at most; 0: none */
    int groups;
    SnRowGroup *group;
    SnEntryRun *g_run;
    double *inverse_diagonal;       /* [n] */
    int parts;                      /* of a product: 1 or SN_EXACT_PARTS */
    int column[SN_EXACT_PARTS + 1]; /* of A, where the parts begin and end */
    int part_group[SN_EXACT_PARTS + 1];
    double *product[SN_EXACT_PARTS];     /* [n] A x */
    double *row_product[SN_EXACT_PARTS]; /* [n] G' l */
    SnWorkers *workers;                  /* may be NULL */
    double column_scale, row_scale;      /* what the last residual was relative to */
    double *product_batch;               /* [n][SN_LINSOLVE_BATCH] */
} SnExact;

SnExact *sn_exact_new(const SnKktMatrix *matrix);
void sn_exact_free(SnExact *exact);

#endif
