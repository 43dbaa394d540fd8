/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/linsolve/linsolve_exact.h"

#define FEW 12 /* entries of a row between two bodies, at most */
/* Entries from which on two threads form products sooner than one: measured. */
#define SHARED_ENTRIES 30000

/* Runs among places [start, end); run may be NULL to count. */
static int find_runs(const int *place, int start, int end, SnEntryRun *run)
{
    int count = 0;

    for (int p = start; p < end; p++) {
        if (p > start && place[p] == place[p - 1] + 1) {
            if (run)
                run[count - 1].length++;
            continue;
        }
        if (run)
            run[count] = (SnEntryRun){p, place[p], 1};
        count++;
    }
    return count;
}

static bool same_row(const SnKktMatrix *matrix, int i, int j)
{
    int length = matrix->g_start[i + 1] - matrix->g_start[i];

    return matrix->g_start[j + 1] - matrix->g_start[j] == length &&
           !memcmp(matrix->g_column + matrix->g_start[i], matrix->g_column + matrix->g_start[j],
                   (size_t)length * sizeof(int));
}

static void group_rows(SnExact *exact)
{
    const SnKktMatrix *matrix = exact->matrix;
    int runs = 0;

    for (int i = 0; i < matrix->q; i++) {
        SnRowGroup *last = exact->groups > 0 ? &exact->group[exact->groups - 1] : NULL;
        if (last && same_row(matrix, last->first, i)) {
            last->rows++;
            continue;
        }
        int count = find_runs(matrix->g_column, matrix->g_start[i], matrix->g_start[i + 1],
                              exact->g_run + runs);
        exact->group[exact->groups++] =
            (SnRowGroup){.first = i, .rows = 1, .run = runs, .runs = count};
        runs += count;
    }
    for (int k = 0; k < exact->groups; k++) {
        SnRowGroup *group = &exact->group[k];
        const int entries = matrix->g_start[group->first + 1] - matrix->g_start[group->first];
        group->scattered = entries <= FEW && entries < 4 * group->runs;
        group->padded = matrix->q >= 3 && matrix->g_start[group->first + group->rows] + 3 <=
                                              matrix->g_start[matrix->q];
    }
}

/* Width of the lower triangle that columns j, j + 1 ... form alone, if it is at most 6. */
static unsigned char dense_width(const SnKktMatrix *matrix, int j)
{
    int width = matrix->a_start[j + 1] - matrix->a_start[j];

    for (int k = 0; k < width; k++) {
        int start = matrix->a_start[j + k], count = matrix->a_start[j + k + 1] - start;
        if (width > 6 || count != width - k || matrix->a_row[start + count - 1] != j + width - 1)
            return 0;
    }
    return (unsigned char)width;
}

/* Whether columns j to j + 2 are dense in their triangle and have the same rows below it, which may
 * be read by fours of values. */
static bool is_triple(const SnKktMatrix *matrix, int j)
{
    if (j + 3 > matrix->n || matrix->a_start[j + 3] + 3 > matrix->a_start[matrix->n])
        return false;
    const int below = matrix->a_start[j + 3] - matrix->a_start[j + 2] - 1;
    const int *rows = matrix->a_row + matrix->a_start[j + 2] + 1;

    for (int k = 0; k < 3; k++) {
        const int start = matrix->a_start[j + k], triangle = 3 - k;
        if (matrix->a_start[j + k + 1] - start != triangle + below ||
            matrix->a_row[start + triangle - 1] != j + 2 ||
            memcmp(matrix->a_row + start + triangle, rows, (size_t)below * sizeof(int)) != 0)
            return false;
    }
    return below > 0;
}

/* Columns and groups of rows for each part, of about as many entries; a node's stay together. */
static void cut_into_parts(SnExact *exact)
{
    const SnKktMatrix *matrix = exact->matrix;
    const int entries = matrix->a_start[matrix->n], row_entries = matrix->g_start[matrix->q];
    int column = 0, group = 0;

    exact->parts = entries + row_entries < SHARED_ENTRIES ? 1 : SN_EXACT_PARTS;
    for (int part = 1; part < exact->parts; part++) {
        const double share = (double)part / exact->parts;
        while (column < matrix->n && matrix->a_start[column] < share * entries)
            column += exact->triple[column] ? 3 : exact->dense[column] == 6 ? 6 : 1;
        while (group < exact->groups &&
               matrix->g_start[exact->group[group].first] < share * row_entries)
            group++;
        exact->part_column[part] = column;
        exact->part_group[part] = group;
    }
    exact->part_column[exact->parts] = matrix->n;
    exact->part_group[exact->parts] = exact->groups;
    for (int part = 0; part < exact->parts; part++) {
        const size_t count = (size_t)matrix->n + SN_EXACT_PADDING;
        exact->ax[part] = exact->parts > 1 ? sn_alloc(count, sizeof(double)) : NULL;
        exact->product[part] = sn_alloc(count, sizeof(double));
    }
}

SnExact *sn_exact_new(const SnKktMatrix *matrix)
{
    SnExact *exact = sn_alloc(1, sizeof *exact);
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q;
    int runs = 0;

    exact->matrix = matrix;
    exact->a_run_start = sn_alloc(n + 1, sizeof(int));
    exact->a_run = sn_alloc((size_t)matrix->a_start[n] + 1, sizeof *exact->a_run);
    exact->dense = sn_alloc(n + 1, 1);
    exact->triple = sn_alloc(n + 1, sizeof *exact->triple);
    exact->group = sn_alloc(q + 1, sizeof *exact->group);
    exact->g_run = sn_alloc((size_t)matrix->g_start[q] + 1, sizeof *exact->g_run);
    exact->inverse_diagonal = sn_alloc(n + 1, sizeof(double));
    exact->product_batch = sn_alloc(n + 1, SN_LINSOLVE_BATCH * sizeof(double));
    for (int j = 0; j < matrix->n; j++) {
        runs += find_runs(matrix->a_row, matrix->a_start[j] + 1, matrix->a_start[j + 1],
                          exact->a_run + runs);
        exact->a_run_start[j + 1] = runs;
        exact->dense[j] = dense_width(matrix, j);
        exact->triple[j] = is_triple(matrix, j);
    }
    group_rows(exact);
    cut_into_parts(exact);
    return exact;
}

void sn_exact_free(SnExact *exact)
{
    sn_free(exact->a_run_start);
    sn_free(exact->a_run);
    sn_free(exact->dense);
    sn_free(exact->triple);
    sn_free(exact->group);
    sn_free(exact->g_run);
    sn_free(exact->inverse_diagonal);
    for (int part = 0; part < SN_EXACT_PARTS; part++) {
        sn_free(exact->ax[part]);
        sn_free(exact->product[part]);
    }
    sn_free(exact->product_batch);
    sn_free(exact);
}
