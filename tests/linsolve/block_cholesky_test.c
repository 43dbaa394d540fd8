/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Factors of blocks of bodies against the products they must give back: random graphs, symmetric
 * and not, one object for all of them. */
#include "engine/base/instructions.h"
#include "engine/linsolve/block_cholesky.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { N = 6, MOST = 90, MOST_PAIRS = 300 };

typedef struct Case {
    int n, n_pairs, pairs[MOST_PAIRS][2];
    SnBlockRows rows[MOST_PAIRS];
    double k[MOST_PAIRS][SN_BLOCK_ROWS][SN_BLOCK_ROWS];
    double a[N * MOST * N * MOST]; /* the whole matrix */
} Case;

/* Chains, stars, islands and pairs given twice. */
static void random_graph(Random *r, Case *c)
{
    c->n = 1 + (int)random_uniform(r, 0, MOST - 1e-9);
    c->n_pairs = (int)random_uniform(r, 0, fmin(3 * c->n, MOST_PAIRS) - 1e-9);
    for (int p = 0; p < c->n_pairs; p++) {
        int *pair = c->pairs[p];
        pair[0] = (int)random_uniform(r, 0, c->n - 1e-9);
        pair[1] = p % 7 == 0 ? 0 : (int)random_uniform(r, 0, c->n - 1e-9);
        if (pair[1] == pair[0])
            pair[1] = -1;
    }
}

static double *entry(Case *c, int block, int i, int other, int j)
{
    return &c->a[(size_t)(N * block + i) * (size_t)(N * c->n) + (size_t)(N * other + j)];
}

/* Rows of a pair and a matrix between them, positive semidefinite or with a part that is not
 * symmetric. */
static void random_rows(Random *r, Case *c, int pair, bool symmetric)
{
    SnBlockRows *rows = &c->rows[pair];
    double left[SN_BLOCK_ROWS][SN_BLOCK_ROWS];
    const int sides = c->pairs[pair][1] < 0 ? 1 : 2;
    *rows = (SnBlockRows){.n = pair % 3 == 0 ? 1 : SN_BLOCK_ROWS,
                          .block = {c->pairs[pair][0], c->pairs[pair][1]}};
    memset(c->k[pair], 0, sizeof c->k[pair]);
    const double weight = pow(10, random_uniform(r, -1, 3));
    for (int i = 0; i < rows->n; i++) {
        for (int j = 0; j < N * sides; j++)
            rows->row[i][j] = random_uniform(r, -1, 1);
        for (int j = 0; j < rows->n; j++)
            left[i][j] = random_uniform(r, -1, 1);
    }
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < rows->n; j++) {
            for (int m = 0; m < rows->n; m++)
                c->k[pair][i][j] += weight * left[i][m] * left[j][m];
            c->k[pair][i][j] += symmetric ? 0 : weight * 0.1 * random_uniform(r, -1, 1);
        }
}

/* 1 + the sum of N' K N over the pairs. */
static void fill(Random *r, Case *c, bool symmetric, SnBlockCholesky *m)
{
    memset(c->a, 0, sizeof c->a);
    for (int i = 0; i < N * c->n; i++)
        *entry(c, i / N, i % N, i / N, i % N) = 1;
    for (int p = 0; p < c->n_pairs; p++) {
        random_rows(r, c, p, symmetric);
        const SnBlockRows *rows = &c->rows[p];
        for (int i = 0; i < 2 * N; i++)
            for (int j = 0; j < 2 * N; j++) {
                double sum = 0;
                for (int a = 0; a < rows->n; a++)
                    for (int b = 0; b < rows->n; b++)
                        sum += rows->row[a][i] * c->k[p][a][b] * rows->row[b][j];
                if (rows->block[i / N] >= 0 && rows->block[j / N] >= 0)
                    *entry(c, rows->block[i / N], i % N, rows->block[j / N], j % N) += sum;
            }
    }
    sn_block_cholesky_set(m, symmetric, c->rows, c->k);
}

/* N v and N' x against their sums, and each other: x' N v = v' N' x. */
static void check_rows(Random *r, const Case *c, const SnBlockCholesky *m)
{
    double v[N * MOST], to[N * MOST], x[3 * MOST_PAIRS], y[3 * MOST_PAIRS], both = 0, back = 0;
    int n = 0;
    for (int i = 0; i < N * c->n; i++)
        v[i] = random_uniform(r, -1, 1);
    sn_block_cholesky_rates(m, c->rows, v, y);
    for (int p = 0; p < c->n_pairs; p++)
        for (int i = 0; i < c->rows[p].n; i++, n++) {
            double sum = 0;
            for (int j = 0; j < 2 * N; j++)
                if (c->rows[p].block[j / N] >= 0)
                    sum += c->rows[p].row[i][j] * v[N * c->rows[p].block[j / N] + j % N];
            g_assert_cmpfloat_with_epsilon(y[n], sum, 1e-14);
            x[n] = random_uniform(r, -1, 1);
            both += x[n] * y[n];
        }
    sn_block_cholesky_push(m, c->rows, x, to);
    for (int i = 0; i < N * c->n; i++)
        back += v[i] * to[i];
    g_assert_cmpfloat_with_epsilon(both, back, 1e-11);
}

static void test_random(void)
{
    Random r = {17};
    const int cases = g_getenv("SN_LONG") ? 500 : 30;
    SnBlockCholesky *m = sn_block_cholesky_new();
    Case *c = g_new(Case, 1);
    int unsymmetric = 0;
    for (int k = 0; k < cases; k++) {
        double x[N * MOST], b[N * MOST], scale = 0;
        const bool symmetric = k % 2 == 0;
        random_graph(&r, c);
        g_assert_true(sn_block_cholesky_begin(m, c->n, c->n_pairs, (const int(*)[2])c->pairs));
        fill(&r, c, symmetric, m);
        check_rows(&r, c, m);
        const bool good = sn_block_cholesky_factor(m);
        g_assert_true(good || !symmetric);
        unsymmetric += good && !symmetric;
        for (int i = 0; i < N * c->n; i++)
            b[i] = x[i] = random_uniform(&r, -1, 1);
        if (!good)
            continue;
        sn_block_cholesky_solve(m, x);
        for (int i = 0; i < N * c->n; i++)
            scale = fmax(scale, fabs(x[i]));
        for (int i = 0; i < N * c->n; i++) {
            double sum = -b[i], size = 1;
            for (int j = 0; j < N * c->n; j++) {
                sum += c->a[i * N * c->n + j] * x[j];
                size += fabs(c->a[i * N * c->n + j]) * scale;
            }
            g_assert_cmpfloat(fabs(sum), <, (symmetric ? 1e-12 : 1e-8) * size);
        }
    }
    g_assert_cmpint(unsymmetric, >, cases / 3);
    g_free(c);
    sn_block_cholesky_free(m);
}

/* Every instruction set that this processor has solves the same; those with fused multiply-add in
 * the same bits. */
static void test_sets(void)
{
    static double x[2][SN_INSTRUCTIONS_SETS][N * MOST];
    Case *c = g_new(Case, 1);
    g_autofree char *wanted = g_strdup(g_getenv("SINEW_INSTRUCTIONS"));
    for (int set = 0; set < SN_INSTRUCTIONS_SETS; set++) {
        g_setenv("SINEW_INSTRUCTIONS", sn_instructions_name((SnInstructions)set), true);
        SnBlockCholesky *m = sn_block_cholesky_new();
        for (int symmetric = 0; symmetric < 2; symmetric++) {
            Random r = {23};
            random_graph(&r, c);
            g_assert_true(sn_block_cholesky_begin(m, c->n, c->n_pairs, (const int(*)[2])c->pairs));
            fill(&r, c, symmetric, m);
            g_assert_true(sn_block_cholesky_factor(m));
            for (int i = 0; i < N * c->n; i++)
                x[symmetric][set][i] = random_uniform(&r, -1, 1);
            sn_block_cholesky_solve(m, x[symmetric][set]);
            for (int i = 0; i < N * c->n; i++)
                g_assert_cmpfloat(fabs(x[symmetric][set][i] - x[symmetric][0][i]), <, 1e-9);
            if (set == SN_INSTRUCTIONS_AVX512 && sn_instructions_run(SN_INSTRUCTIONS_AVX512))
                g_assert_cmpmem(x[symmetric][set], sizeof x[0][0],
                                x[symmetric][SN_INSTRUCTIONS_AVX2], sizeof x[0][0]);
        }
        sn_block_cholesky_free(m);
    }
    if (wanted)
        g_setenv("SINEW_INSTRUCTIONS", wanted, true);
    else
        g_unsetenv("SINEW_INSTRUCTIONS");
    g_free(c);
}

/* What is not positive definite, or has no pivot, is said so. */
static void test_refused(void)
{
    static const int pair[1][2] = {{0, 1}};
    static double k[1][SN_BLOCK_ROWS][SN_BLOCK_ROWS] = {{{0, 1}, {1, 0}}};
    const SnBlockRows rows = {.n = 2, .block = {0, 1}, .row = {{1}, {0, 0, 0, 0, 0, 0, 1}}};
    SnBlockCholesky *m = sn_block_cholesky_new();
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        g_assert_true(sn_block_cholesky_begin(m, 2, 1, pair));
        sn_block_cholesky_set(m, symmetric, &rows, k);
        g_assert_false(sn_block_cholesky_factor(m));
    }
    sn_block_cholesky_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/block-cholesky/random", test_random);
    g_test_add_func("/block-cholesky/refused", test_refused);
    g_test_add_func("/block-cholesky/sets", test_sets);
    return g_test_run();
}
