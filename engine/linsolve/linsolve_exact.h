/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with the exact matrix, by runs of consecutive entries; private to linsolve*.c. */
#ifndef SN_LINSOLVE_LINSOLVE_EXACT_H
#define SN_LINSOLVE_LINSOLVE_EXACT_H

#include "engine/base/workers.h"
#include "engine/linsolve/linsolve_backend.h"

/* Entries [value, value + length) of a row of G or a column of A stand in consecutive places. */
typedef struct SnEntryRun {
    int value, place, length;
} SnEntryRun;

/* Numbers past the end that may be read of a vector over the unknowns. */
#define SN_EXACT_PADDING 8

/* Parts in which products of large matrices are formed, by however many threads: sums keep their
 * order. */
#define SN_EXACT_PARTS 2

/* Consecutive rows of G with the same pattern. */
typedef struct SnRowGroup {
    int first, rows;
    int run, runs;  /* of the first row; the others have the same places */
    bool scattered; /* few entries, runs of them shorter than four in the mean */
    bool padded;    /* three more values follow the last one: runs may be read by fours */
} SnRowGroup;

typedef struct SnExact {
    const SnKktMatrix *matrix;
    int *a_run_start; /* [n + 1] runs of each column of A below its diagonal */
    SnEntryRun *a_run;
    unsigned char *dense; /* [n] width of the dense diagonal block that begins here and touches no
                           * later column, 6 at most; 0: none */
    bool *triple;         /* [n] this column and the next two, a node's, have the same rows below */
    int groups;
    SnRowGroup *group;
    SnEntryRun *g_run;
    int parts;                           /* 1, or SN_EXACT_PARTS where that pays */
    int part_column[SN_EXACT_PARTS + 1]; /* of A */
    int part_group[SN_EXACT_PARTS + 1];  /* of G */
    SnWorkers *workers;                  /* may be NULL */
    double *inverse_diagonal;            /* [n] */
    double *ax[SN_EXACT_PARTS];          /* [n] A x of a part; NULL: only one */
    double *product[SN_EXACT_PARTS];     /* [n] G' l of a part */
    double column_scale, row_scale;      /* what the last residual was relative to */
    double *product_batch;               /* [n][SN_LINSOLVE_BATCH] */
} SnExact;

SnExact *sn_exact_new(const SnKktMatrix *matrix);
void sn_exact_free(SnExact *exact);

#endif
