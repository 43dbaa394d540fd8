/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All backends on the same matrices, against LU in long double. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linsolve/linsolve.h"
#include "tests/support/counting_malloc.h"
#include "tests/support/kkt_cases.h"

static const SnLinsolveBackend backends[] = {SN_LINSOLVE_DENSE, SN_LINSOLVE_SPARSE,
                                             SN_LINSOLVE_SINGLE, SN_LINSOLVE_SUPERNODAL,
                                             SN_LINSOLVE_AUTO};

/* r = [f; g] - K [u; l], in long double; the largest entry relative to the terms. */
static double exact_residual(const SnKktMatrix *m, const bool *active, const double *f,
                             const double *g, const double *u, const double *l)
{
    long double *r = calloc((size_t)m->n + 1, sizeof *r), worst = 0, scale = 0;
    long double row_worst = 0, row_scale = 0;

    for (int j = 0; j < m->n; j++) {
        r[j] += f[j];
        scale = fmaxl(scale, fabsl((long double)f[j]));
        for (int p = m->a_start[j]; p < m->a_start[j + 1]; p++) {
            r[m->a_row[p]] -= (long double)m->a_value[p] * u[j];
            scale = fmaxl(scale, fabsl((long double)m->a_value[p] * u[j]));
            if (m->a_row[p] != j)
                r[j] -= (long double)m->a_value[p] * u[m->a_row[p]];
        }
    }
    for (int i = 0; i < m->q; i++) {
        if (active && !active[i])
            continue;
        long double sum = g[i] + (long double)m->c[i] * l[i];
        row_scale = fmaxl(row_scale, fabsl(sum));
        for (int p = m->g_start[i]; p < m->g_start[i + 1]; p++) {
            long double term = (long double)m->g_value[p] * u[m->g_column[p]];
            sum -= term;
            row_scale = fmaxl(row_scale, fabsl(term));
            r[m->g_column[p]] -= (long double)m->g_value[p] * l[i];
            scale = fmaxl(scale, fabsl((long double)m->g_value[p] * l[i]));
        }
        row_worst = fmaxl(row_worst, fabsl(sum));
    }
    for (int j = 0; j < m->n; j++)
        worst = fmaxl(worst, fabsl(r[j]));
    free(r);
    worst = worst > 0 ? worst / scale : 0;
    row_worst = row_worst > 0 ? row_worst / row_scale : 0;
    return (double)fmaxl(worst, row_worst);
}

/* x := K^-1 x by LU with partial pivoting; inactive rows of G are l = 0. */
static void reference_solve(const SnKktMatrix *m, const bool *active, long double *x)
{
    int size = m->n + m->q;
    long double *k = calloc((size_t)size * (size_t)size, sizeof *k);

    for (int j = 0; j < m->n; j++) {
        for (int p = m->a_start[j]; p < m->a_start[j + 1]; p++)
            k[m->a_row[p] * size + j] = k[j * size + m->a_row[p]] = m->a_value[p];
    }
    for (int i = 0; i < m->q; i++) {
        int row = m->n + i;
        bool on = !active || active[i];
        k[row * size + row] = on ? -m->c[i] : -1;
        for (int p = m->g_start[i]; p < m->g_start[i + 1] && on; p++)
            k[row * size + m->g_column[p]] = k[m->g_column[p] * size + row] = m->g_value[p];
        if (!on)
            x[row] = 0;
    }
    for (int c = 0; c < size; c++) {
        int best = c;
        for (int i = c + 1; i < size; i++)
            best = fabsl(k[i * size + c]) > fabsl(k[best * size + c]) ? i : best;
        for (int j = 0; j < size && best != c; j++) {
            long double swap = k[c * size + j];
            k[c * size + j] = k[best * size + j];
            k[best * size + j] = swap;
        }
        long double swap = x[c];
        x[c] = x[best];
        x[best] = swap;
        g_assert_true(k[c * size + c] != 0);
        for (int i = c + 1; i < size; i++) {
            long double factor = k[i * size + c] / k[c * size + c];
            if (factor == 0)
                continue;
            for (int j = c; j < size; j++)
                k[i * size + j] -= factor * k[c * size + j];
            x[i] -= factor * x[c];
        }
    }
    for (int c = size - 1; c >= 0; c--) {
        for (int j = c + 1; j < size; j++)
            x[c] -= k[c * size + j] * x[j];
        x[c] /= k[c * size + c];
    }
    free(k);
}

/* Right-hand side in the range of G, so that redundant rows agree: g = G v - C s. */
static void right_hand_side(const SnKktMatrix *m, unsigned long long seed, double *f, double *g)
{
    double *v = calloc((size_t)m->n + 1, sizeof *v);

    for (int j = 0; j < m->n; j++) {
        v[j] = sn_test_random(&seed);
        f[j] = sn_test_random(&seed);
    }
    for (int i = 0; i < m->q; i++) {
        g[i] = 0;
        for (int p = m->g_start[i]; p < m->g_start[i + 1]; p++)
            g[i] += m->g_value[p] * v[m->g_column[p]];
    }
    free(v);
}

static double largest(const double *x, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Solves with one backend and checks residual, agreement and inertia (negative < 0: not checked).
 * agreement: tolerance of u relative to its largest entry, 0 if there is no unique reference. */
static void check_backend(SnLinsolveBackend backend, const SnKktMatrix *m, const bool *active,
                          const char *name, int negative, double agreement)
{
    int n = m->n, q = m->q;
    double *f = calloc((size_t)(2 * (n + q) + 2), sizeof *f), *g = f + n;
    double *u = g + q, *l = u + n, residual = -1;
    SnLinsolve *solver = sn_linsolve_new(backend, m);

    right_hand_side(m, 42, f, g);
    SnLinsolveStatus status = sn_linsolve_factor(solver, active);
    g_assert_cmpint(status, ==, SN_LINSOLVE_OK);
    status = sn_linsolve_solve(solver, f, g, u, l, 1e-13, &residual);
    double exact = exact_residual(m, active, f, g, u, l);
    g_test_message("%s, %s as %s: residual %.1e exact %.1e, negative pivots %d of %d rows", name,
                   sn_kkt_backend_name(backend), sn_kkt_backend_name(sn_linsolve_backend(solver)),
                   residual, exact, sn_linsolve_negative_pivots(solver), q);
    g_assert_cmpint(status, ==, SN_LINSOLVE_OK);
    g_assert_cmpfloat(exact, <, 1e-12);
    for (int i = 0; i < q && active; i++)
        g_assert_true(active[i] || l[i] == 0);
    if (negative >= 0)
        g_assert_cmpint(sn_linsolve_negative_pivots(solver), ==, negative);
    if (agreement > 0) {
        long double *x = calloc((size_t)(n + q) + 1, sizeof *x);
        for (int i = 0; i < n + q; i++)
            x[i] = f[i];
        reference_solve(m, active, x);
        double scale = largest(u, n), error = 0;
        for (int j = 0; j < n; j++)
            error = fmax(error, fabs((double)(u[j] - x[j])));
        g_assert_cmpfloat(error, <=, agreement * scale);
        scale = largest(l, q);
        error = 0;
        for (int i = 0; i < q; i++)
            error = fmax(error, fabs((double)(l[i] - x[n + i])));
        g_assert_cmpfloat(error, <=, agreement * scale);
        free(x);
    }
    sn_linsolve_free(solver);
    free(f);
}

static void check(SnKktMatrix *m, const bool *active, const char *name, int negative,
                  double agreement)
{
    for (size_t b = 0; b < G_N_ELEMENTS(backends); b++)
        check_backend(backends[b], m, active, name, negative, agreement);
    sn_kkt_free(m);
}

static void test_chain(void)
{
    check(sn_kkt_chain(1), NULL, "chain 1", 5, 1e-10);
    check(sn_kkt_chain(5), NULL, "chain 5", 25, 1e-10);
    check(sn_kkt_chain(20), NULL, "chain 20", 100, 1e-9);
    check(sn_kkt_chain(60), NULL, "chain 60", 300, 1e-8);
}

static void test_box(void)
{
    check(sn_kkt_box(2, 2, 2, 2, 0), NULL, "box 2", 14, 1e-9);
    check(sn_kkt_box(4, 3, 4, 6, 0), NULL, "box 4", 66, 1e-9);
    check(sn_kkt_box(6, 6, 6, 8, 0), NULL, "box 6", 240, 0);
}

static void test_random(void)
{
    for (int k = 1; k <= 10; k++)
        check(sn_kkt_random(10 * k, 3 * k, 4, (unsigned long long)k), NULL, "random", 3 * k, 1e-8);
}

/* Duplicated rows: u as without them, and l the least that pushes the same way. */
static void test_redundant(void)
{
    SnKktMatrix *plain[2] = {sn_kkt_chain(8), sn_kkt_box(3, 3, 3, 4, 0)};

    for (int k = 0; k < 2; k++) {
        int n = plain[k]->n, q = plain[k]->q;
        SnKktMatrix *twice = sn_kkt_duplicate_rows(plain[k], 7);
        long double *x = calloc((size_t)(n + q), sizeof *x);
        double *f = calloc((size_t)(2 * (n + q + 7)), sizeof *f), *g = f + n, *u = g + q + 7;

        right_hand_side(twice, 7, f, g);
        for (int i = 0; i < n + q; i++)
            x[i] = f[i];
        reference_solve(plain[k], NULL, x);
        for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
            SnLinsolve *solver = sn_linsolve_new(backends[b], twice);
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
            g_assert_cmpint(sn_linsolve_solve(solver, f, g, u, u + n, 1e-13, NULL), ==,
                            SN_LINSOLVE_OK);
            g_assert_cmpfloat(exact_residual(twice, NULL, f, g, u, u + n), <, 1e-12);
            g_assert_cmpint(sn_linsolve_negative_pivots(solver), ==, q + 7);
            double scale = largest(u, n);
            for (int j = 0; j < n; j++)
                g_assert_cmpfloat(fabs((double)(u[j] - x[j])), <=, 1e-9 * scale);
            sn_linsolve_free(solver);
        }
        free(f);
        free(x);
        sn_kkt_free(twice);
        sn_kkt_free(plain[k]);
    }
}

static void test_compliance(void)
{
    SnKktMatrix *chain = sn_kkt_chain(10), *box = sn_kkt_box(3, 3, 3, 4, 0);

    for (int i = 0; i < chain->q; i++)
        chain->c[i] = i % 3 ? 0 : 10.0 * (i + 1);
    for (int i = 0; i < box->q; i++)
        box->c[i] = i % 2 ? 0 : 1e-6;
    check(chain, NULL, "soft chain", 50, 1e-10);
    check(box, NULL, "soft box", 39, 1e-9);
}

static void test_inactive(void)
{
    SnKktMatrix *chain = sn_kkt_chain(10), *box = sn_kkt_box(3, 3, 3, 4, 0);
    bool active[50], none[39] = {false};
    int count = 0;

    for (int i = 0; i < 50; i++)
        count += active[i] = i % 4 != 1 && (i < 20 || i >= 25);
    check(chain, active, "partly free chain", count, 1e-10);
    check(box, none, "free box", 0, 1e-9);
}

/* An indefinite A (kkt.md 4.1): more negative pivots than rows, and still a solution. */
static void test_indefinite(void)
{
    for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
        SnKktMatrix *box = sn_kkt_box(4, 4, 4, 6, 0.35);
        check_backend(backends[b], box, NULL, "indefinite box", -1, 1e-6);
        SnLinsolve *solver = sn_linsolve_new(backends[b], box);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        g_assert_cmpint(sn_linsolve_negative_pivots(solver), >, box->q);
        g_test_message("%d negative pivots, %d rows", sn_linsolve_negative_pivots(solver), box->q);
        sn_linsolve_free(solver);
        sn_kkt_free(box);
    }
}

static void test_tiny(void)
{
    static const double one[] = {4}, two[] = {2, 0, 1, 3}, row[] = {1, -1};

    check(sn_kkt_from_dense(0, 0, NULL, NULL, NULL), NULL, "empty", 0, 0);
    check(sn_kkt_from_dense(1, 0, one, NULL, NULL), NULL, "one", 0, 1e-14);
    check(sn_kkt_from_dense(2, 0, two, NULL, NULL), NULL, "two", 0, 1e-14);
    check(sn_kkt_from_dense(2, 1, two, row, NULL), NULL, "two and a row", 1, 1e-14);
    /* a row without entries: 0 = 0 */
    static const double rows[] = {1, -1, 0, 0};
    check(sn_kkt_from_dense(2, 2, two, rows, NULL), NULL, "an empty row", 2, 0);
}

static void test_bad_values(void)
{
    static const double bad[] = {(double)NAN, (double)INFINITY};

    for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
        SnKktMatrix *m = sn_kkt_chain(12);
        SnLinsolve *solver = sn_linsolve_new(backends[b], m);
        double f[132] = {0}, x[132];
        for (int k = 0; k < 2; k++) {
            double keep = m->a_value[30];
            m->a_value[30] = bad[k];
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_NOT_FINITE);
            g_assert_cmpint(sn_linsolve_solve(solver, f, f + 72, x, x + 72, 1e-10, NULL), ==,
                            SN_LINSOLVE_NOT_FINITE);
            m->a_value[30] = keep;
            keep = m->g_value[70];
            m->g_value[70] = bad[k];
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_NOT_FINITE);
            m->g_value[70] = keep;
        }
        /* a body without mass or constraint */
        bool active[60];
        for (int i = 0; i < 60; i++)
            active[i] = i < 50;
        for (int p = m->a_start[66]; p < m->a_start[72]; p++)
            m->a_value[p] = 0;
        g_assert_cmpint(sn_linsolve_factor(solver, active), ==, SN_LINSOLVE_SINGULAR);
        g_assert_cmpint(sn_linsolve_solve(solver, f, f + 72, x, x + 72, 1e-10, NULL), ==,
                        SN_LINSOLVE_SINGULAR);
        sn_linsolve_free(solver);
        sn_kkt_free(m);
    }
}

static void test_interrupt(void)
{
    atomic_bool stop = true;

    for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
        SnKktMatrix *m = sn_kkt_chain(12);
        SnLinsolve *solver = sn_linsolve_new(backends[b], m);
        sn_linsolve_set_interrupt(solver, &stop);
        atomic_store(&stop, true);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_INTERRUPTED);
        atomic_store(&stop, false);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        sn_linsolve_free(solver);
        sn_kkt_free(m);
    }
}

/* D = N K^-1 N' and its columns, against solves one by one. */
static void test_delassus(void)
{
    enum { M = 5 };
    SnKktMatrix *cases[2] = {sn_kkt_chain(12), sn_kkt_box(3, 4, 3, 4, 0)};
    int start[M + 1], column[3 * M];
    double value[3 * M], d[M * M], alone[M * M];
    unsigned long long seed = 5;

    for (int c = 0; c < 2; c++) {
        SnKktMatrix *m = cases[c];
        int n = m->n, q = m->q;
        double *u = calloc((size_t)(M * (n + q) + 2 * (n + q)), sizeof *u), *l = u + M * n;
        double *b = l + M * q, *x = b + n + q;
        for (int k = 0; k < M; k++) {
            start[k] = 3 * k;
            for (int i = 0; i < 3; i++) {
                column[3 * k + i] = k * (n - 3) / (M - 1) + i;
                value[3 * k + i] = sn_test_random(&seed);
            }
        }
        start[M] = 3 * M;
        for (size_t s = 0; s < G_N_ELEMENTS(backends); s++) {
            SnLinsolve *solver = sn_linsolve_new(backends[s], m);
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
            g_assert_cmpint(
                sn_linsolve_delassus(solver, SN_DELASSUS_EXACT, M, start, column, value, u, l, d),
                ==, SN_LINSOLVE_OK);
            g_assert_cmpint(sn_linsolve_delassus(solver, SN_DELASSUS_EXACT, M, start, column, value,
                                                 NULL, NULL, alone),
                            ==, SN_LINSOLVE_OK);
            for (int k = 0; k < M * M; k++) {
                const double size = sqrt(d[k / M * (M + 1)] * d[k % M * (M + 1)]);
                g_assert_cmpfloat(fabs(alone[k] - d[k]), <=, 1e-6 * size);
                g_assert_true(alone[k] == alone[k % M * M + k / M]);
            }
            for (int k = 0; k < M; k++) {
                memset(b, 0, (size_t)(n + q) * sizeof *b);
                for (int p = start[k]; p < start[k + 1]; p++)
                    b[column[p]] = value[p];
                sn_linsolve_solve(solver, b, b + n, x, x + n, 1e-13, NULL);
                double u_size = largest(x, n), l_size = largest(x + n, q);
                for (int i = 0; i < n; i++)
                    g_assert_cmpfloat(fabs(u[k * n + i] - x[i]), <=, 1e-5 * u_size);
                for (int i = 0; i < q; i++)
                    g_assert_cmpfloat(fabs(l[k * q + i] - x[n + i]), <=, 1e-4 * l_size);
                for (int j = 0; j < M; j++) {
                    double sum = 0;
                    for (int p = start[j]; p < start[j + 1]; p++)
                        sum += value[p] * x[column[p]];
                    g_assert_cmpfloat(fabs(d[j * M + k] - sum), <=, 1e-8 * fabs(d[k * M + k]));
                    g_assert_true(d[j * M + k] == d[k * M + j]);
                }
                g_assert_cmpfloat(d[k * M + k], >, 0);
            }
            sn_linsolve_free(solver);
        }
        free(u);
        sn_kkt_free(m);
    }
}

/* Massless unknowns held by rows: A is singular, K is not.  Small systems get by on pivoting. */
static void test_massless(void)
{
    static const double a[] = {0, 0, 0, 0, 2, 0, 0, 1, 3}, g[] = {1, 1, 0};

    check(sn_kkt_from_dense(3, 1, a, g, NULL), NULL, "massless", 1, 1e-12);
}

/* Pairs of unknowns tied so stiffly that single precision sees no difference between them: the
 * double factor takes over, once for each factorisation, and not after values that do not need it.
 */
static void test_too_stiff(void)
{
    enum { PAIRS = 100, N = 2 * PAIRS };
    double *a = calloc((size_t)N * N, sizeof *a), *g = calloc((size_t)PAIRS * N, sizeof *g);
    double f[N + PAIRS], x[N + PAIRS], plain[N + PAIRS], residual;
    unsigned long long seed = 11;

    for (int k = 0; k < N; k++)
        a[k * N + k] = 1;
    for (int k = 0; k < PAIRS; k++) {
        a[(2 * k + 1) * N + 2 * k] = -0.5;
        g[k * N + 2 * k] = 1;
        g[k * N + (2 * k + 3) % N] = 0.5;
    }
    SnKktMatrix *m = sn_kkt_from_dense(N, PAIRS, a, g, NULL);
    SnLinsolve *solver = sn_linsolve_new(SN_LINSOLVE_SINGLE, m);
    for (int i = 0; i < N + PAIRS; i++)
        f[i] = i < N ? sn_test_random(&seed) : 0;
    for (int round = 0; round < 3; round++) {
        double tie = round == 1 ? -1e9 : 0;
        for (int k = 0; k < PAIRS; k++) {
            m->a_value[m->a_start[2 * k]] = m->a_value[m->a_start[2 * k + 1]] = 1 - tie;
            m->a_value[m->a_start[2 * k] + 1] = tie - 0.5;
        }
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        g_assert_cmpint(sn_linsolve_solve(solver, f, f + N, x, x + N, 1e-12, &residual), ==,
                        SN_LINSOLVE_OK);
        g_test_message("tie %g: residual %.1e", tie, residual);
        g_assert_cmpfloat(exact_residual(m, NULL, f, f + N, x, x + N), <, 1e-11);
        g_assert_cmpint(sn_linsolve_negative_pivots(solver), ==, PAIRS);
        if (round == 0)
            memcpy(plain, x, sizeof plain);
        if (round == 2)
            g_assert_true(!memcmp(plain, x, sizeof plain));
    }
    sn_linsolve_free(solver);
    sn_kkt_free(m);
    free(a);
    free(g);
}

/* Several threads share the work and change nothing. */
static void test_workers(void)
{
    SnKktMatrix *m = sn_kkt_box(9, 9, 9, 5, 0);
    int size = m->n + m->q;
    double *f = calloc((size_t)(3 * size), sizeof *f), *first = f + size, *x = f + 2 * size;
    static const SnLinsolveBackend shared[] = {SN_LINSOLVE_SPARSE, SN_LINSOLVE_SINGLE};

    right_hand_side(m, 3, f, f + m->n);
    for (size_t b = 0; b < G_N_ELEMENTS(shared); b++) {
        for (int threads = 0; threads <= 3; threads++) {
            SnWorkers *workers = threads > 0 ? sn_workers_new(threads) : NULL;
            SnLinsolve *solver = sn_linsolve_new(shared[b], m);
            sn_linsolve_set_workers(solver, workers);
            g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
            g_assert_cmpint(sn_linsolve_solve(solver, f, f + m->n, x, x + m->n, 1e-10, NULL), ==,
                            SN_LINSOLVE_OK);
            if (threads == 0)
                memcpy(first, x, (size_t)size * sizeof *x);
            g_assert_true(!memcmp(first, x, (size_t)size * sizeof *x));
            sn_linsolve_free(solver);
            sn_workers_free(workers);
        }
    }
    free(f);
    sn_kkt_free(m);
}

/* Fresh or used, after other values and other rows: the same bits. */
static void test_deterministic(void)
{
    SnKktMatrix *cases[2] = {sn_kkt_chain(30), sn_kkt_box(6, 6, 7, 5, 0)};

    for (int c = 0; c < 2; c++) {
        SnKktMatrix *m = cases[c];
        int size = m->n + m->q, entries = m->a_start[m->n];
        double *f = calloc((size_t)(3 * size), sizeof *f), *first = f + size, *again = f + 2 * size;
        bool *active = calloc((size_t)m->q, sizeof *active);
        right_hand_side(m, 3, f, f + m->n);
        for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
            SnLinsolve *solver = sn_linsolve_new(backends[b], m);
            for (int round = 0; round < 3; round++) {
                sn_linsolve_factor(solver, NULL);
                sn_linsolve_solve(solver, f, f + m->n, again, again + m->n, 1e-12, NULL);
                if (round == 0)
                    memcpy(first, again, (size_t)size * sizeof *first);
                g_assert_cmpmem(first, (size_t)size * sizeof *first, again,
                                (size_t)size * sizeof *again);
                /* other values (the second time bad ones) and rows in between */
                double keep = m->a_value[entries / 2];
                m->a_value[entries / 2] = round ? (double)NAN : keep * 1.1;
                for (int i = 0; i < m->q; i++)
                    active[i] = i % 3;
                sn_linsolve_factor(solver, active);
                sn_linsolve_solve(solver, f, f + m->n, again, again + m->n, 1e-12, NULL);
                m->a_value[entries / 2] = keep;
            }
            SnLinsolve *fresh = sn_linsolve_new(backends[b], m);
            sn_linsolve_factor(fresh, NULL);
            sn_linsolve_solve(fresh, f, f + m->n, again, again + m->n, 1e-12, NULL);
            g_assert_cmpmem(first, (size_t)size * sizeof *first, again,
                            (size_t)size * sizeof *again);
            sn_linsolve_free(fresh);
            sn_linsolve_free(solver);
        }
        free(active);
        free(f);
        sn_kkt_free(m);
    }
}

/* Nothing is allocated once a solver is made, except by CHOLMOD in its own factorisation. */
static void test_allocations(void)
{
    enum { ROUNDS = 10 };
    SnKktMatrix *cases[2] = {sn_kkt_chain(30), sn_kkt_box(7, 7, 7, 5, 0)};

    if (!sn_test_counting_malloc()) {
        g_test_skip("a sanitizer owns malloc");
        sn_kkt_free(cases[0]);
        sn_kkt_free(cases[1]);
        return;
    }
    unsigned long before = sn_test_allocations();
    void *volatile probe = malloc(1);
    free(probe);
    g_assert_cmpuint(sn_test_allocations(), ==, before + 1);
    for (int c = 0; c < 2; c++) {
        SnKktMatrix *m = cases[c];
        int size = m->n + m->q, start[2] = {0, 1}, column[1] = {7};
        double *f = calloc((size_t)(3 * size), sizeof *f), *x = f + size, d, one = 1;
        right_hand_side(m, 3, f, f + m->n);
        for (size_t b = 0; b < G_N_ELEMENTS(backends); b++) {
            SnLinsolve *solver = sn_linsolve_new(backends[b], m);
            unsigned long factor = 0, solve = 0;
            for (int round = 0; round <= ROUNDS; round++) {
                before = sn_test_allocations();
                sn_linsolve_factor(solver, NULL);
                unsigned long middle = sn_test_allocations();
                sn_linsolve_solve(solver, f, f + m->n, x, x + m->n, 1e-12, NULL);
                sn_linsolve_delassus(solver, SN_DELASSUS_EXACT, 1, start, column, &one, x, x + m->n,
                                     &d);
                /* CHOLMOD makes its workspaces in the first round */
                if (round > 0 || sn_linsolve_backend(solver) != SN_LINSOLVE_SUPERNODAL) {
                    factor += middle - before;
                    solve += sn_test_allocations() - middle;
                }
            }
            g_test_message("%s: %lu allocations in %d factorisations, %lu in the solves",
                           sn_kkt_backend_name(backends[b]), factor, (int)ROUNDS, solve);
            if (sn_linsolve_backend(solver) == SN_LINSOLVE_SUPERNODAL)
                g_assert_cmpuint(factor, <=, 2 * ROUNDS);
            else
                g_assert_cmpuint(factor, ==, 0);
            g_assert_cmpuint(solve, ==, 0);
            sn_linsolve_free(solver);
        }
        free(f);
        sn_kkt_free(m);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/chain", test_chain);
    g_test_add_func("/linsolve/box", test_box);
    g_test_add_func("/linsolve/random", test_random);
    g_test_add_func("/linsolve/redundant", test_redundant);
    g_test_add_func("/linsolve/compliance", test_compliance);
    g_test_add_func("/linsolve/inactive", test_inactive);
    g_test_add_func("/linsolve/indefinite", test_indefinite);
    g_test_add_func("/linsolve/tiny", test_tiny);
    g_test_add_func("/linsolve/bad-values", test_bad_values);
    g_test_add_func("/linsolve/interrupt", test_interrupt);
    g_test_add_func("/linsolve/delassus", test_delassus);
    g_test_add_func("/linsolve/massless", test_massless);
    g_test_add_func("/linsolve/too-stiff", test_too_stiff);
    g_test_add_func("/linsolve/workers", test_workers);
    g_test_add_func("/linsolve/deterministic", test_deterministic);
    g_test_add_func("/linsolve/allocations", test_allocations);
    return g_test_run();
}
