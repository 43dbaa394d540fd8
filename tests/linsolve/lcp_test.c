/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complementarity problems against enumeration of all active sets. */
#include "engine/linsolve/lcp.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 8

/* D = B B' with B m x r: singular where r < m. */
static void random_problem(Random *r, int m, int rank, double *d, double *q)
{
    double b[LARGEST][LARGEST];
    for (int i = 0; i < m; i++)
        for (int k = 0; k < rank; k++)
            b[i][k] = random_uniform(r, -1, 1);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            d[m * i + j] = 0;
            for (int k = 0; k < rank; k++)
                d[m * i + j] += b[i][k] * b[j][k];
        }
    /* q = D x - y with x, y >= 0 in part: feasible also where D is singular */
    for (int i = 0; i < m; i++) {
        q[i] = random_uniform(r, -0.2, 1) > 0 ? 0 : random_uniform(r, 0, 1);
        for (int k = 0; k < rank; k++)
            q[i] -= b[i][k] * (k % 2 ? 0.7 : -0.4);
    }
}

static double violation(int m, const double *d, const double *q, const double *z)
{
    double worst = 0;
    for (int i = 0; i < m; i++) {
        double w = q[i];
        for (int j = 0; j < m; j++)
            w += d[m * i + j] * z[j];
        worst = fmax(worst, fmax(fmax(-w, -z[i]), fabs(fmin(w, z[i]))));
    }
    return worst;
}

/* Solves D_AA z = -q_A by elimination with pivoting; false if singular. */
static bool solve_set(int m, const double *d, const double *q, unsigned set, double *z)
{
    double a[LARGEST][LARGEST + 1];
    int index[LARGEST], n = 0;
    memset(z, 0, (size_t)m * sizeof *z);
    for (int i = 0; i < m; i++)
        if (set >> i & 1)
            index[n++] = i;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = d[m * index[i] + index[j]];
        a[i][n] = -q[index[i]];
    }
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (fabs(a[p][k]) < 1e-9)
            return false;
        for (int j = 0; j <= n; j++) {
            const double t = a[k][j];
            a[k][j] = a[p][j], a[p][j] = t;
        }
        for (int i = 0; i < n; i++) {
            const double f = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = k; j <= n && f != 0; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int i = 0; i < n; i++)
        z[index[i]] = a[i][n] / a[i][i];
    return true;
}

static bool enumerate(int m, const double *d, const double *q, double *z)
{
    for (unsigned set = 0; set < 1u << m; set++)
        if (solve_set(m, d, q, set, z) && violation(m, d, q, z) < 1e-9)
            return true;
    return false;
}

static void test_against_enumeration(void)
{
    Random r = {7};
    double d[LARGEST * LARGEST], q[LARGEST], z[LARGEST], truth[LARGEST];
    void *scratch = malloc(sn_lcp_scratch_size(LARGEST));
    int degenerate = 0;
    for (int i = 0; i < 4000; i++) {
        const int m = 1 + i % LARGEST;
        const int rank = i % 3 == 0 && m > 2 ? m - 2 : m;
        random_problem(&r, m, rank, d, q);
        const bool solvable = enumerate(m, d, q, truth);
        for (int k = 0; k < m; k++)
            z[k] = random_uniform(&r, -1, 1); /* any guess will do */
        if (!solvable)
            continue;
        degenerate += rank < m;
        g_assert_true(sn_lcp_solve(m, d, q, z, scratch));
        g_assert_cmpfloat(violation(m, d, q, z), <, 1e-7);
        for (int k = 0; k < m; k++) { /* w is unique also where z is not */
            double w = 0;
            for (int j = 0; j < m; j++)
                w += d[m * k + j] * (z[j] - truth[j]);
            g_assert_cmpfloat(fabs(w), <, 1e-7);
        }
    }
    g_assert_cmpint(degenerate, >, 500);
    free(scratch);
}

/* The same row many times over shares its load. */
static void test_redundant(void)
{
    enum { M = 6 };
    double d[M * M], q[M], z[M] = {0}, sum = 0;
    void *scratch = malloc(sn_lcp_scratch_size(M));
    for (int i = 0; i < M * M; i++)
        d[i] = 2;
    for (int i = 0; i < M; i++)
        q[i] = -3;
    g_assert_true(sn_lcp_solve(M, d, q, z, scratch));
    for (int i = 0; i < M; i++) {
        g_assert_cmpfloat(fabs(z[i] - 0.25), <, 1e-3);
        sum += z[i];
    }
    g_assert_cmpfloat(fabs(sum - 1.5), <, 1e-9);
    free(scratch);
}

/* Large, badly scaled and nearly singular: must end, and be right. */
static void test_large(void)
{
    enum { M = 120 };
    Random r = {11};
    double *d = calloc((size_t)M * M, sizeof *d), *b = calloc((size_t)M * M, sizeof *b);
    double q[M], z[M];
    void *scratch = malloc(sn_lcp_scratch_size(M));
    for (int k = 0; k < 10; k++) {
        const int rank = 20 + 10 * k;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < rank; j++)
                b[M * i + j] =
                    random_uniform(&r, -1, 1) * exp(random_uniform(&r, -3, 3) * (i % 5 == 0));
        for (int i = 0; i < M; i++) {
            q[i] = 0;
            z[i] = 0;
            for (int c = 0; c < rank; c++)
                q[i] -= b[M * i + c] * (c % 3 - 1.0);
            for (int j = 0; j < M; j++) {
                d[M * i + j] = 0;
                for (int c = 0; c < rank; c++)
                    d[M * i + j] += b[M * i + c] * b[M * j + c];
            }
        }
        double size = 0;
        for (int i = 0; i < M; i++)
            size = fmax(size, fabs(q[i]));
        g_assert_true(sn_lcp_solve(M, d, q, z, scratch));
        for (int i = 0; i < M; i++) {
            double w = q[i];
            for (int j = 0; j < M; j++)
                w += d[M * i + j] * z[j];
            g_assert_cmpfloat(z[i], >=, 0);
            g_assert_cmpfloat(w, >, -1e-5 * size);
            if (z[i] > 1e-6)
                g_assert_cmpfloat(w, <, 1e-5 * size);
        }
    }
    free(scratch);
    free(d);
    free(b);
}

/* Numbers that are none are refused, not cycled on. */
static void test_not_finite(void)
{
    double d[4] = {1, 0, 0, 1}, q[2] = {NAN, -1}, z[2] = {0};
    void *scratch = malloc(sn_lcp_scratch_size(2));
    g_assert_false(sn_lcp_solve(2, d, q, z, scratch));
    d[0] = NAN, q[0] = -1;
    g_assert_false(sn_lcp_solve(2, d, q, z, scratch));
    free(scratch);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/lcp/enumeration", test_against_enumeration);
    g_test_add_func("/linsolve/lcp/redundant", test_redundant);
    g_test_add_func("/linsolve/lcp/large", test_large);
    g_test_add_func("/linsolve/lcp/not-finite", test_not_finite);
    return g_test_run();
}
