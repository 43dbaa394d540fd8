/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delassus matrices by half solutions (engine/linsolve/linsolve_half.c) against exact ones: rows
 * asked for again, in part, in another order, with others, and with other values in the matrix. */
#include "engine/base/workers.h"
#include "engine/linsolve/linsolve.h"
#include "tests/support/kkt_cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUGH 1e-4 /* accuracy at which halves are taken */

enum { ROWS = 70, ENTRIES = 4 };

typedef struct Rows {
    int m, start[ROWS + 1], column[ROWS * ENTRIES];
    double value[ROWS * ENTRIES];
} Rows;

static void make_rows(Rows *rows, int m, int n, unsigned long long *seed)
{
    rows->m = m;
    for (int k = 0; k <= m; k++)
        rows->start[k] = ENTRIES * k;
    for (int k = 0; k < m; k++) {
        const int first = (int)(fabs(sn_test_random(seed)) * (n - ENTRIES - 1));
        for (int e = 0; e < ENTRIES; e++) {
            rows->column[ENTRIES * k + e] = first + e;
            rows->value[ENTRIES * k + e] = sn_test_random(seed);
        }
    }
}

/* Rows first, first + step ... of others. */
static void pick_rows(const Rows *from, int first, int step, Rows *rows)
{
    rows->m = 0;
    for (int k = first; k >= 0 && k < from->m; k += step) {
        const int at = ENTRIES * rows->m++;
        memcpy(rows->column + at, from->column + ENTRIES * k, ENTRIES * sizeof(int));
        memcpy(rows->value + at, from->value + ENTRIES * k, ENTRIES * sizeof(double));
    }
    for (int k = 0; k <= rows->m; k++)
        rows->start[k] = ENTRIES * k;
}

static void delassus(SnLinsolve *solver, const SnKktMatrix *matrix, const Rows *rows,
                     double accuracy, double *d)
{
    double *u = g_new0(double, (gsize)(rows->m * (matrix->n + matrix->q)));
    g_assert_cmpint(sn_linsolve_delassus(solver, accuracy, rows->m, rows->start, rows->column,
                                         rows->value, u, u + rows->m * matrix->n, d),
                    ==, SN_LINSOLVE_OK);
    g_free(u);
}

/* Of `solver`, which takes halves, and of one that never does. */
static void compare(SnLinsolve *solver, const SnKktMatrix *matrix, const Rows *rows)
{
    static double d[ROWS * ROWS], exact[ROWS * ROWS];
    SnLinsolve *other = sn_linsolve_new(SN_LINSOLVE_SPARSE, matrix);
    g_assert_cmpint(sn_linsolve_factor(other, NULL), ==, SN_LINSOLVE_OK);
    delassus(other, matrix, rows, SN_DELASSUS_EXACT, exact);
    delassus(solver, matrix, rows, ROUGH, d);
    for (int i = 0; i < rows->m; i++)
        for (int j = 0; j < rows->m; j++)
            g_assert_cmpfloat(fabs(d[i * rows->m + j] - exact[i * rows->m + j]), <=,
                              1e-6 * sqrt(exact[i * (rows->m + 1)] * exact[j * (rows->m + 1)]));
    sn_linsolve_free(other);
}

static void test_rows_that_come_again(void)
{
    unsigned long long seed = 11;
    SnKktMatrix *matrix = sn_kkt_box(6, 6, 6, 5, 0);
    static const SnLinsolveBackend backends[] = {SN_LINSOLVE_SINGLE, SN_LINSOLVE_SPARSE};
    for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
        SnLinsolve *solver = sn_linsolve_new(backends[b], matrix);
        static Rows all, some;
        make_rows(&all, 30, matrix->n, &seed);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        compare(solver, matrix, &all);
        compare(solver, matrix, &all);
        pick_rows(&all, 29, -1, &some); /* the other way round */
        compare(solver, matrix, &some);
        make_rows(&all, 55, matrix->n, &seed); /* all new */
        compare(solver, matrix, &all);
        pick_rows(&all, 0, 2, &some); /* every other, and new ones behind */
        make_rows(&all, 30, matrix->n, &seed);
        memcpy(all.column, some.column, (size_t)some.start[some.m] * sizeof(int));
        memcpy(all.value, some.value, (size_t)some.start[some.m] * sizeof(double));
        compare(solver, matrix, &all);
        for (int p = 0; p < matrix->a_start[matrix->n]; p++) /* the same rows, another matrix */
            matrix->a_value[p] *= 2;
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        compare(solver, matrix, &all);
        sn_linsolve_free(solver);
    }
    sn_kkt_free(matrix);
}

/* The same values again are not factored again, and have the bits of a solver that never saw them.
 */
static void test_same_values(void)
{
    static double d[2][ROWS * ROWS];
    static Rows rows;
    unsigned long long seed = 13;
    SnKktMatrix *matrix = sn_kkt_box(6, 6, 6, 5, 0);
    const int size = matrix->n + matrix->q;
    double *f = g_new0(double, (gsize)(3 * size)), *x[2] = {f + size, f + 2 * size};
    make_rows(&rows, 33, matrix->n, &seed);
    for (int i = 0; i < matrix->n; i++)
        f[i] = sn_test_random(&seed);
    SnLinsolve *used = sn_linsolve_new(SN_LINSOLVE_SINGLE, matrix), *fresh;
    for (int round = 0; round < 3; round++) {
        if (round == 2)
            matrix->g_value[7] *= 1.5;
        fresh = sn_linsolve_new(SN_LINSOLVE_SINGLE, matrix);
        for (int k = 0; k < 2; k++) {
            SnLinsolve *solver = k ? used : fresh;
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
            g_assert_cmpint(
                sn_linsolve_solve(solver, f, f + matrix->n, x[k], x[k] + matrix->n, 1e-10, NULL),
                ==, SN_LINSOLVE_OK);
            delassus(solver, matrix, &rows, ROUGH, d[k]);
        }
        g_assert_true(memcmp(x[0], x[1], (size_t)size * sizeof(double)) == 0);
        g_assert_true(memcmp(d[0], d[1], (size_t)(rows.m * rows.m) * sizeof(double)) == 0);
        sn_linsolve_free(fresh);
    }
    sn_linsolve_free(used);
    g_free(f);
    sn_kkt_free(matrix);
}

/* Neither threads nor what was asked for before, nor in which order, change a bit. */
static void test_bits(void)
{
    static double d[5][ROWS * ROWS];
    static Rows rows, others, turned;
    unsigned long long seed = 12;
    SnKktMatrix *matrix = sn_kkt_box(6, 6, 6, 5, 0);
    make_rows(&rows, 41, matrix->n, &seed);
    make_rows(&others, 27, matrix->n, &seed);
    pick_rows(&rows, rows.m - 1, -1, &turned);
    for (int k = 0; k < 5; k++) {
        SnWorkers *workers = k > 0 ? sn_workers_new(k) : NULL;
        SnLinsolve *solver = sn_linsolve_new(SN_LINSOLVE_SINGLE, matrix);
        sn_linsolve_set_workers(solver, workers);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        if (k == 3)
            delassus(solver, matrix, &others, ROUGH, d[k]);
        if (k == 4)
            delassus(solver, matrix, &turned, ROUGH, d[k]);
        delassus(solver, matrix, &rows, ROUGH, d[k]);
        g_assert_true(memcmp(d[0], d[k], (size_t)(rows.m * rows.m) * sizeof(double)) == 0);
        sn_linsolve_free(solver);
        sn_workers_free(workers);
    }
    sn_kkt_free(matrix);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/half/rows_that_come_again", test_rows_that_come_again);
    g_test_add_func("/linsolve/half/bits", test_bits);
    g_test_add_func("/linsolve/half/same_values", test_same_values);
    return g_test_run();
}
