/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of the linear solver's backends [us]: medians of repeated runs on this thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/linsolve/linsolve.h"
#include "tests/support/kkt_cases.h"

enum { MOST_RUNS = 200 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(const char *name, SnKktMatrix *matrix, SnLinsolveBackend backend)
{
    size_t n = (size_t)matrix->n, q = (size_t)matrix->q;
    double *f = calloc(2 * (n + q) + 1, sizeof *f), *u = f + n + q, residual = 0, begin = now();
    double factor[MOST_RUNS], solve[MOST_RUNS], spent = 0;
    unsigned long long seed = 1;
    SnLinsolve *solver = sn_linsolve_new(backend, matrix);
    double analyse = now() - begin;
    SnLinsolveStatus status = SN_LINSOLVE_OK;
    int runs = 0;

    for (size_t i = 0; i < n; i++)
        f[i] = sn_test_random(&seed);
    while (runs < MOST_RUNS && (runs < 7 || spent < 1e5)) {
        /* small ones several times between two looks at the clock */
        int repeats = n + q < 6000 ? 6000 / (int)(n + q) + 1 : 1;
        begin = now();
        for (int k = 0; k < repeats; k++) {
            matrix->a_value[0] = nextafter(matrix->a_value[0], HUGE_VAL); /* no factor is kept */
            status = sn_linsolve_factor(solver, NULL);
        }
        double middle = now();
        for (int k = 0; k < repeats && status == SN_LINSOLVE_OK; k++)
            sn_linsolve_solve(solver, f, f + n, u, u + n, 1e-10, &residual);
        double end = now();
        spent += end - begin;
        factor[runs] = (middle - begin) / repeats;
        solve[runs++] = (end - middle) / repeats;
    }
    qsort(factor, (size_t)runs, sizeof *factor, compare_doubles);
    qsort(solve, (size_t)runs, sizeof *solve, compare_doubles);
    printf("%-10s %6zu/%-5zu %-11s %9.0f %9.2f %9.2f %9.2f  %.0e%s\n", name, n, q,
           sn_kkt_backend_name(sn_linsolve_backend(solver)), analyse, factor[runs / 2],
           solve[runs / 2], factor[0] + solve[0], residual,
           status == SN_LINSOLVE_OK ? "" : " (factor failed)");
    fflush(stdout);
    sn_linsolve_free(solver);
    free(f);
}

int main(int argc, char **argv)
{
    static const int links[] = {1, 5, 20, 100, 500};
    /* about the sizes of S0, S1 and S2 in reference/kkt.md */
    static const int boxes[][4] = {{8, 10, 9, 7}, {13, 13, 14, 12}, {19, 20, 19, 20}};
    const char *only = argc > 1 ? argv[1] : "";

    printf("case          n/q      backend       analyse    factor     solve best sum  residual\n");
    for (int k = 0; k < 8; k++) {
        char name[16];
        if (k < 5)
            snprintf(name, sizeof name, "chain-%d", links[k]);
        else
            snprintf(name, sizeof name, "box-s%d", k - 5);
        /* the large ones only when asked for */
        if (!strstr(name, only) || (k > 5 && strlen(only) < strlen(name)))
            continue;
        const int *box = k < 5 ? NULL : boxes[k - 5];
        SnKktMatrix *matrix =
            box ? sn_kkt_box(box[0], box[1], box[2], box[3], 0) : sn_kkt_chain(links[k]);
        for (int b = SN_LINSOLVE_DENSE; b <= SN_LINSOLVE_SUPERNODAL; b++) {
            if (b != SN_LINSOLVE_DENSE || matrix->n + matrix->q < 1500)
                measure(name, matrix, (SnLinsolveBackend)b);
        }
        sn_kkt_free(matrix);
    }
    return 0;
}
