/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse factorisation with each set of kernels that this processor can run, and its order. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linsolve/linsolve_ldl.h"
#include "tests/support/kkt_cases.h"

/* Factors and solves with the given kernels; x [n + q] in place.  Returns the residual. */
static double solve_with(const SnLdlKernels *kernels, const SnKktMatrix *m, double *x)
{
    size_t size = (size_t)(m->n + m->q);
    bool *active = malloc((size_t)m->q + 1);
    double *b = malloc(size * sizeof *b), *r = malloc(size * sizeof *r);
    double *scale = malloc(((size_t)m->q + 1) * sizeof *scale);
    SnBlockOrder *order = sn_block_order_new(m);
    SnLdl *ldl = sn_ldl_new(m, order);
    SnExact *exact = sn_exact_new(m);
    SnLinsolveInput input = {m, active, scale, NULL};

    memset(active, true, (size_t)m->q);
    memcpy(b, x, size * sizeof *b);
    kernels->scale_rows(exact, active, scale);
    g_assert_cmpint(kernels->factor(ldl, &input), ==, SN_LINSOLVE_OK);
    g_assert_cmpint(ldl->negative, ==, m->q);
    kernels->solve(ldl, x, false);
    double residual = kernels->residual(exact, active, b, x, r);
    for (size_t i = 0; i < size; i++)
        r[i] = b[i];
    kernels->solve(ldl, r, true);
    g_assert_true(!memcmp(r, x, size * sizeof *x));
    sn_exact_free(exact);
    sn_ldl_free(ldl);
    sn_block_order_free(order);
    free(active);
    free(b);
    free(r);
    free(scale);
    return residual;
}

static void test_sets(void)
{
    SnKktMatrix *cases[] = {sn_kkt_chain(40), sn_kkt_box(5, 6, 7, 6, 0),
                            sn_kkt_random(90, 30, 5, 9)};

    for (size_t c = 0; c < G_N_ELEMENTS(cases); c++) {
        SnKktMatrix *m = cases[c];
        size_t size = (size_t)(m->n + m->q);
        double *x[SN_INSTRUCTIONS_SETS] = {NULL};
        const SnLdlKernels *fused = NULL;
        for (int set = 0; set < SN_INSTRUCTIONS_SETS; set++) {
            unsigned long long seed = 77;
            x[set] = calloc(size, sizeof(double));
            if (!sn_instructions_run((SnInstructions)set)) {
                g_test_message("set %d: not on this processor", set);
                continue;
            }
            const SnLdlKernels *kernels = sn_ldl_kernels((SnInstructions)set);
            for (size_t i = 0; i < size; i++)
                x[set][i] = i < (size_t)m->n ? sn_test_random(&seed) : 0;
            double residual = solve_with(kernels, m, x[set]);
            g_test_message("%s: residual %.1e before refinement", kernels->name, residual);
            /* off chains some rows come before their columns: pivots raised to 1e-8 */
            g_assert_cmpfloat(residual, <, c == 0 ? 1e-10 : 1e-6);
            /* sets with fused multiply-add agree to the bit */
            if (set > 0 && fused)
                g_assert_true(!memcmp(x[set], x[set - 1], size * sizeof(double)));
            fused = set > 0 ? kernels : NULL;
        }
        for (int set = 0; set < SN_INSTRUCTIONS_SETS; set++)
            free(x[set]);
        sn_kkt_free(m);
    }
}

/* On a chain every row comes after the columns that carry it and there is no fill: linear. */
static void test_order(void)
{
    SnKktMatrix *chain = sn_kkt_chain(200), *twice = sn_kkt_chain(400);
    SnBlockOrder *order = sn_block_order_new(chain), *longer_order = sn_block_order_new(twice);
    SnLdl *ldl = sn_ldl_new(chain, order), *longer = sn_ldl_new(twice, longer_order);
    int place[400], position = 0;

    g_test_message("%.0f and %.0f flops, %d entries, %d supernodes", ldl->flops, longer->flops,
                   ldl->entries, ldl->supernodes);
    g_assert_cmpfloat(longer->flops, <, 2.01 * ldl->flops);
    g_assert_cmpint(ldl->entries, <=, 200 * (21 + 30 + 15 + 30));
    for (int k = 0; k < ldl->size; k++) {
        int old = ldl->old[k];
        int block = old < chain->n ? old / 6 : 200 + (old - chain->n) / 5;
        place[block] = position++;
    }
    for (int joint = 0; joint < 200; joint++) {
        bool after = place[200 + joint] > place[joint] ||
                     (joint > 0 && place[200 + joint] > place[joint - 1]);
        g_assert_true(after);
    }
    sn_ldl_free(ldl);
    sn_ldl_free(longer);
    sn_block_order_free(order);
    sn_block_order_free(longer_order);
    sn_kkt_free(chain);
    sn_kkt_free(twice);
}

/* r := b - K x, entry by entry. */
static void subtract_product(const SnKktMatrix *m, const double *b, const double *x, double *r)
{
    memcpy(r, b, (size_t)(m->n + m->q) * sizeof *r);
    for (int j = 0; j < m->n; j++)
        for (int p = m->a_start[j]; p < m->a_start[j + 1]; p++) {
            r[m->a_row[p]] -= m->a_value[p] * x[j];
            r[j] -= m->a_row[p] != j ? m->a_value[p] * x[m->a_row[p]] : 0;
        }
    for (int i = 0; i < m->q; i++) {
        for (int p = m->g_start[i]; p < m->g_start[i + 1]; p++) {
            r[m->n + i] -= m->g_value[p] * x[m->g_column[p]];
            r[m->g_column[p]] -= m->g_value[p] * x[m->n + i];
        }
        r[m->n + i] += m->c[i] * x[m->n + i];
    }
}

/* Products with the columns of nodes taken by threes, in parts: right to rounding, and to the bit
 * whoever forms them. */
static void check_products(const SnKktMatrix *m, SnWorkers *workers)
{
    const size_t size = (size_t)(m->n + m->q);
    double *b = calloc(size, sizeof *b), *x = calloc(size, sizeof *x), *r[3];
    bool *active = malloc((size_t)m->q);
    SnExact *exact = sn_exact_new(m);
    unsigned long long seed = 5;
    int triples = 0;

    memset(active, true, (size_t)m->q);
    for (int j = 0; j < m->n; j++)
        triples += exact->triple[j];
    g_assert_cmpint(triples, >, m->n / 4);
    g_assert_cmpint(exact->parts, ==, SN_EXACT_PARTS);
    for (size_t i = 0; i < size; i++) {
        b[i] = sn_test_random(&seed);
        x[i] = sn_test_random(&seed);
    }
    for (int k = 0; k < 3; k++)
        r[k] = calloc(size, sizeof **r);
    subtract_product(m, b, x, r[0]);
    for (int set = 0; set < SN_INSTRUCTIONS_SETS; set++) {
        if (!sn_instructions_run((SnInstructions)set))
            continue;
        for (int threads = 0; threads < 2; threads++) {
            exact->workers = threads ? workers : NULL;
            sn_ldl_kernels((SnInstructions)set)->residual(exact, active, b, x, r[1 + threads]);
        }
        g_assert_true(!memcmp(r[1], r[2], size * sizeof **r));
        for (size_t i = 0; i < size; i++) {
            const double scale = i < (size_t)m->n ? exact->column_scale : exact->row_scale;
            g_assert_cmpfloat(fabs(r[1][i] - r[0][i]), <, 1e-14 * scale);
        }
    }
    for (int k = 0; k < 3; k++)
        free(r[k]);
    sn_exact_free(exact);
    free(active);
    free(b);
    free(x);
}

static void test_products(void)
{
    SnKktMatrix *box = sn_kkt_box(7, 8, 9, 6, 0), *narrow = sn_kkt_box(4, 4, 40, 2, 0);
    SnWorkers *workers = sn_workers_new(2);

    check_products(box, workers);
    check_products(narrow, workers);
    sn_workers_free(workers);
    sn_kkt_free(box);
    sn_kkt_free(narrow);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/kernels/sets", test_sets);
    g_test_add_func("/linsolve/kernels/order", test_order);
    g_test_add_func("/linsolve/kernels/products", test_products);
    return g_test_run();
}
