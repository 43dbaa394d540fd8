/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies in random trees, by random rows, against the sparse factorisation of the same matrix and
 * their own equations; what is no tree, or no longer one by its values, is left to others. */
#include "engine/base/instructions.h"
#include "engine/linsolve/linsolve_tree.h"
#include "tests/support/kkt_cases.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST_BODIES = 24, MOST_ROWS = 6 * MOST_BODIES };

typedef struct Forest {
    int bodies, rows;
    double a[6 * MOST_BODIES][6 * MOST_BODIES];
    double g[MOST_ROWS + 6][6 * MOST_BODIES];
} Forest;

typedef SnLinsolveStatus Factor(SnTree *tree, const SnLinsolveInput *input);
typedef void Solve(SnTree *tree, double *x);

static const struct Set {
    SnInstructions set;
    Factor *factor;
    Solve *solve;
} SETS[] = {
    {SN_INSTRUCTIONS_BASE, sn_tree_factor_base, sn_tree_solve_base},
#ifdef __x86_64__
    {SN_INSTRUCTIONS_AVX2, sn_tree_factor_avx2, sn_tree_solve_avx2},
    {SN_INSTRUCTIONS_AVX512, sn_tree_factor_avx512, sn_tree_solve_avx512},
#endif
};

static int pick(unsigned long long *seed, int n)
{
    const int k = (int)(0.5 * (sn_test_random(seed) + 1) * n);
    return k < n ? k : n - 1;
}

/* Inertia of any shape and position, of a size between 1e-2 and 1e2. */
static void add_body(Forest *f, unsigned long long *seed)
{
    const double size = pow(10, 2 * sn_test_random(seed));
    double root[6][6];
    for (int i = 0; i < 36; i++)
        root[i / 6][i % 6] = sn_test_random(seed);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            double sum = i == j ? 0.3 : 0;
            for (int k = 0; k < 6; k++)
                sum += root[i][k] * root[j][k];
            f->a[6 * f->bodies + i][6 * f->bodies + j] = size * sum;
        }
    f->bodies++;
}

/* Rows between two bodies (or one and nothing: -1): `turns` of the last three unknowns behind three
 * that hold a place, or any. */
static void add_joint(Forest *f, int a, int b, int turns, int any, unsigned long long *seed)
{
    const int rows = any > 0 ? any : 3 + turns;
    for (int i = 0; i < rows; i++, f->rows++)
        for (int s = 0; s < 2; s++) {
            const int body = s ? b : a;
            for (int c = 0; c < 6 && body >= 0; c++) {
                const bool there = any > 0 || c >= 3 || c == i;
                const double value = any == 0 && c == i ? 2 * s - 1 : sn_test_random(seed);
                f->g[f->rows][6 * body + c] = there ? value : 0;
            }
        }
}

/* A rotor or spring between two bodies. */
static void couple(Forest *f, int a, int b, unsigned long long *seed)
{
    const double size = pow(10, sn_test_random(seed));
    double row[2][6];
    for (int i = 0; i < 12; i++)
        row[i / 6][i % 6] = sn_test_random(seed);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            f->a[6 * (i < 6 ? a : b) + i % 6][6 * (j < 6 ? a : b) + j % 6] +=
                size * row[i / 6][i % 6] * row[j / 6][j % 6];
}

/* Bodies hang on any of those before them, which are numbered anyhow; some are coupled with them as
 * well, or by that alone. */
static void random_forest(Forest *f, bool coupled, unsigned long long *seed)
{
    int order[MOST_BODIES];
    const int count = 1 + pick(seed, 14);
    memset(f, 0, sizeof *f);
    for (int i = 0; i < count; i++) {
        add_body(f, seed);
        order[i] = i;
    }
    for (int i = count - 1; i > 0; i--) {
        const int j = pick(seed, i + 1), swap = order[i];
        order[i] = order[j], order[j] = swap;
    }
    for (int i = 0; i < count; i++) {
        const int parent = i > 0 && pick(seed, 6) > 0 ? order[pick(seed, i)] : -1;
        if (parent < 0 && pick(seed, 3) == 0)
            continue; /* it flies */
        for (int k = coupled && parent >= 0 ? pick(seed, 3) : 0; k > 0; k--)
            couple(f, parent, order[i], seed);
        if (coupled && pick(seed, 5) == 0)
            continue;
        add_joint(f, parent, order[i], pick(seed, 4), pick(seed, 2) ? 1 + pick(seed, 6) : 0, seed);
    }
}

static SnKktMatrix *matrix_of(const Forest *f)
{
    const int n = 6 * f->bodies, q = f->rows;
    double *a = g_new0(double, n *n), *g = g_new0(double, q *n + 1);
    for (int i = 0; i < n; i++)
        memcpy(a + (gsize)(i * n), f->a[i], (gsize)n * sizeof *a);
    for (int i = 0; i < q; i++)
        memcpy(g + (gsize)(i * n), f->g[i], (gsize)n * sizeof *g);
    SnKktMatrix *m = sn_kkt_from_dense(n, q, a, g, NULL);
    g_free(a);
    g_free(g);
    return m;
}

/* Largest of b - K x over the largest of its terms. */
static double residual_of(const Forest *f, const double *x, const double *b)
{
    const int n = 6 * f->bodies;
    double worst = 0, scale = 0;
    for (int i = 0; i < n + f->rows; i++) {
        double sum = b[i];
        for (int j = 0; j < n + f->rows; j++) {
            const double k = i < n && j < n ? f->a[i][j]
                             : i < n        ? f->g[j - n][i]
                             : j < n        ? f->g[i - n][j]
                                            : 0;
            sum -= k * x[j];
            scale = fmax(scale, fabs(k * x[j]));
        }
        worst = fmax(worst, fabs(sum));
    }
    return worst / scale;
}

/* How many are rough: rows drawn at random may nearly depend on each other, and refinement or
 * another method does the rest. */
static int check_sets(const Forest *f, const SnKktMatrix *m, SnTree *tree, const double *b)
{
    const gsize size = (gsize)(m->n + m->q);
    bool active[MOST_ROWS + 6];
    memset(active, true, sizeof active);
    const SnLinsolveInput input = {m, active, NULL, NULL};
    int rough = 0;
    for (gsize k = 0; k < G_N_ELEMENTS(SETS); k++) {
        if (!sn_instructions_run(SETS[k].set))
            continue;
        double *x = g_new0(double, size + 8);
        memcpy(x, b, size * sizeof *x);
        g_assert_cmpint(SETS[k].factor(tree, &input), ==, SN_LINSOLVE_OK);
        SETS[k].solve(tree, x);
        rough += !(residual_of(f, x, b) < 1e-9);
        g_free(x);
    }
    return rough;
}

/* The whole solver, which takes the tree, against the factorisation for all. */
static void check_solver(const SnKktMatrix *m, const double *b)
{
    const gsize n = (gsize)m->n, q = (gsize)m->q;
    double *x = g_new0(double, 2 * (n + q) + 1), *reference = x + n + q, residual, most = 0;
    const SnLinsolveBackend backends[] = {SN_LINSOLVE_AUTO, SN_LINSOLVE_DENSE};
    for (int k = 0; k < 2; k++) {
        double *to = k ? reference : x;
        SnLinsolve *solver = sn_linsolve_new(backends[k], m);
        g_assert_cmpint(sn_linsolve_factor(solver, NULL), ==, SN_LINSOLVE_OK);
        g_assert_cmpint(sn_linsolve_solve(solver, b, b + n, to, to + n, 1e-13, &residual), ==,
                        SN_LINSOLVE_OK);
        g_assert_cmpint(sn_linsolve_negative_pivots(solver), ==, m->q);
        sn_linsolve_free(solver);
    }
    for (gsize i = 0; i < n + q; i++)
        most = fmax(most, fabs(reference[i]));
    for (gsize i = 0; i < n + q; i++)
        g_assert_cmpfloat(fabs(x[i] - reference[i]), <=, 1e-8 * most);
    g_free(x);
}

static void check_random_trees(bool coupled)
{
    static Forest f;
    unsigned long long seed = 11;
    int rough = 0, couplings = 0;
    for (int k = 0; k < 300; k++) {
        random_forest(&f, coupled, &seed);
        SnKktMatrix *m = matrix_of(&f);
        SnTree *tree = sn_tree_new(m);
        g_assert_nonnull(tree);
        couplings += tree->n_couplings;
        double *b = g_new0(double, m->n + m->q);
        for (int i = 0; i < m->n + m->q; i++)
            b[i] = k % 3 == 2 && i >= m->n ? 0 : sn_test_random(&seed);
        rough += check_sets(&f, m, tree, b);
        if (!coupled || k % 3 != 2) /* what is fixed and does not move has no scale */
            check_solver(m, b);
        g_free(b);
        sn_tree_free(tree);
        sn_kkt_free(m);
    }
    g_assert_cmpint(rough, <=, 18); /* of 900 */
    g_assert_true(coupled ? couplings > 300 : couplings == 0);
}

static void test_random_trees(void)
{
    check_random_trees(false);
}

static void test_coupled_trees(void)
{
    check_random_trees(true);
}

/* A chain as it stands in a model. */
static void test_chain(void)
{
    SnKktMatrix *m = sn_kkt_chain(60);
    SnTree *tree = sn_tree_new(m);
    g_assert_nonnull(tree);
    double *b = g_new0(double, m->n + m->q);
    unsigned long long seed = 3;
    for (int i = 0; i < m->n + m->q; i++)
        b[i] = sn_test_random(&seed);
    check_solver(m, b);
    g_free(b);
    sn_tree_free(tree);
    sn_kkt_free(m);
}

static bool is_tree(const Forest *f)
{
    SnKktMatrix *m = matrix_of(f);
    SnTree *tree = sn_tree_new(m);
    const bool fits = tree != NULL;
    sn_tree_free(tree);
    sn_kkt_free(m);
    return fits;
}

static void begin(Forest *f, int bodies, unsigned long long *seed)
{
    memset(f, 0, sizeof *f);
    for (int i = 0; i < bodies; i++)
        add_body(f, seed);
}

static void test_no_trees(void)
{
    static Forest f;
    unsigned long long seed = 5;
    begin(&f, 3, &seed);
    add_joint(&f, 0, 1, 2, 0, &seed);
    add_joint(&f, 1, 2, 2, 0, &seed);
    g_assert_true(is_tree(&f));
    add_joint(&f, 0, 2, 0, 0, &seed); /* a loop */
    g_assert_false(is_tree(&f));
    begin(&f, 2, &seed);
    add_joint(&f, -1, 0, 2, 0, &seed);
    add_joint(&f, 0, 1, 2, 0, &seed);
    g_assert_true(is_tree(&f));
    add_joint(&f, -1, 1, 0, 0, &seed); /* held at both ends */
    g_assert_false(is_tree(&f));
    begin(&f, 2, &seed);
    add_joint(&f, 0, 1, 2, 0, &seed);
    f.a[7][1] = f.a[1][7] = 0.01; /* two unknowns alone */
    g_assert_false(is_tree(&f));
    begin(&f, 4, &seed);
    add_joint(&f, 1, 0, 2, 0, &seed);
    add_joint(&f, 1, 2, 2, 0, &seed);
    couple(&f, 0, 1, &seed); /* along a joint */
    couple(&f, 3, 1, &seed); /* where there is none */
    g_assert_true(is_tree(&f));
    couple(&f, 0, 2, &seed); /* a loop */
    g_assert_false(is_tree(&f));
    begin(&f, 3, &seed);
    add_joint(&f, 0, 1, 0, 1, &seed);
    f.g[0][13] = 1; /* a gear */
    g_assert_false(is_tree(&f));
    SnKktMatrix *box = sn_kkt_box(2, 2, 2, 2, 0);
    g_assert_null(sn_tree_new(box));
    sn_kkt_free(box);
}

/* Values that a tree does not take, and the solver with all its factorisations does. */
static void test_left_to_others(void)
{
    static Forest f;
    unsigned long long seed = 8;
    double b[64], x[64], residual;
    for (int i = 0; i < 64; i++)
        b[i] = sn_test_random(&seed);
    for (int what = 0; what < 4; what++) {
        begin(&f, 2, &seed);
        add_joint(&f, -1, 0, 2, 0, &seed);
        add_joint(&f, 0, 1, 2, 0, &seed);
        for (int c = 0; c < 12 && what == 2; c++) /* says the same */
            f.g[9][c] = f.g[8][c];
        for (int i = 6; i < 12 && what == 3; i++) /* heavier than nothing one way alone */
            f.a[i][i] -= 1e4;
        SnKktMatrix *m = matrix_of(&f);
        bool active[10];
        memset(active, true, sizeof active);
        m->c[7] = what == 0 ? 0.5 : 0;
        active[3] = what != 1;
        b[m->n + 9] = what == 2 ? b[m->n + 8] : b[m->n + 9];
        SnTree *tree = sn_tree_new(m);
        g_assert_nonnull(tree);
        const SnLinsolveInput input = {m, active, NULL, NULL};
        g_assert_cmpint(sn_tree_factor_base(tree, &input), ==, SN_LINSOLVE_SINGULAR);
        sn_tree_free(tree);
        SnLinsolve *solver = sn_linsolve_new(SN_LINSOLVE_AUTO, m);
        g_assert_cmpint(sn_linsolve_factor(solver, active), ==, SN_LINSOLVE_OK);
        g_assert_cmpint(sn_linsolve_solve(solver, b, b + m->n, x, x + m->n, 1e-10, &residual), ==,
                        SN_LINSOLVE_OK);
        g_assert_true(what == 3 ? sn_linsolve_negative_pivots(solver) > m->q
                                : sn_linsolve_negative_pivots(solver) == m->q - (what == 1));
        sn_linsolve_free(solver);
        sn_kkt_free(m);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/tree/random", test_random_trees);
    g_test_add_func("/linsolve/tree/coupled", test_coupled_trees);
    g_test_add_func("/linsolve/tree/chain", test_chain);
    g_test_add_func("/linsolve/tree/none", test_no_trees);
    g_test_add_func("/linsolve/tree/left", test_left_to_others);
    return g_test_run();
}
