/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multifrontal factorisation: each set of kernels, each precision, any number of threads. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/linsolve/linsolve_front.h"
#include "tests/support/kkt_cases.h"

typedef struct Case {
    SnKktMatrix *matrix;
    SnBlockOrder *order;
    SnFrontPlan *plan;
    SnExact *exact;
    bool *active;
    double *scale;
} Case;

static Case case_new(SnKktMatrix *matrix)
{
    Case c = {.matrix = matrix};

    c.order = sn_block_order_new(matrix);
    c.plan = sn_front_plan_new(matrix, c.order);
    c.exact = sn_exact_new(matrix);
    c.active = malloc((size_t)matrix->q + 1);
    c.scale = calloc((size_t)matrix->q + 1, sizeof(double));
    memset(c.active, true, (size_t)matrix->q);
    sn_ldl_kernels(sn_instructions())->scale_rows(c.exact, c.active, c.scale);
    return c;
}

static void case_clear(Case *c)
{
    sn_front_plan_free(c->plan);
    sn_block_order_free(c->order);
    sn_exact_free(c->exact);
    sn_kkt_free(c->matrix);
    free(c->active);
    free(c->scale);
}

/* Factors and solves for some right-hand side; x [n + q].  Returns the residual. */
static double solve_case(const Case *c, SnInstructions set, SnFrontPrecision precision,
                         SnWorkers *workers, double *x)
{
    const SnFrontKernels *kernels = sn_front_kernels(set, precision);
    SnLinsolveInput input = {c->matrix, c->active, c->scale, NULL};
    size_t size = (size_t)c->plan->size;
    double *b = calloc(size + 1, sizeof *b), *r = calloc(size + 1, sizeof *r);
    unsigned long long seed = 77;
    SnFront *front = sn_front_new(c->plan, precision);

    front->workers = workers;
    for (int i = 0; i < c->matrix->n; i++)
        b[i] = sn_test_random(&seed);
    memcpy(x, b, size * sizeof *x);
    g_assert_cmpint(kernels->factor(front, &input), ==, SN_LINSOLVE_OK);
    g_assert_cmpint(front->negative, ==, c->matrix->q);
    kernels->solve(front, x, false);
    double residual = sn_ldl_kernels(sn_instructions())->residual(c->exact, c->active, b, x, r);
    /* the sparse substitution skips what is zero, and nothing else */
    memcpy(r, b, size * sizeof *r);
    kernels->solve(front, r, true);
    g_assert_true(!memcmp(r, x, size * sizeof *x));
    sn_front_free(front);
    free(b);
    free(r);
    return residual;
}

static void test_sets(void)
{
    SnKktMatrix *matrices[] = {sn_kkt_chain(40), sn_kkt_box(5, 6, 7, 6, 0),
                               sn_kkt_random(90, 30, 5, 9), sn_kkt_box(11, 10, 9, 4, 0)};
    static const double most[2] = {1e-6, 1e-1};

    for (size_t k = 0; k < G_N_ELEMENTS(matrices); k++) {
        Case c = case_new(matrices[k]);
        size_t bytes = (size_t)c.plan->size * sizeof(double);
        double *x = malloc(bytes), *first = malloc(bytes);
        for (int precision = SN_FRONT_DOUBLE; precision <= SN_FRONT_SINGLE; precision++) {
            bool fused = false;
            for (int set = 0; set < SN_INSTRUCTIONS_SETS; set++) {
                if (!sn_instructions_run((SnInstructions)set)) {
                    g_test_message("set %d: not on this processor", set);
                    continue;
                }
                double residual =
                    solve_case(&c, (SnInstructions)set, (SnFrontPrecision)precision, NULL, x);
                g_test_message("matrix %zu, %s, set %d: residual %.1e before refinement", k,
                               precision ? "float" : "double", set, residual);
                g_assert_cmpfloat(residual, <, most[precision]);
                /* sets with fused multiply-add agree to the bit */
                if (fused)
                    g_assert_true(!memcmp(first, x, bytes));
                else
                    memcpy(first, x, bytes);
                fused = set > 0;
            }
        }
        free(x);
        free(first);
        case_clear(&c);
    }
}

/* The same bits from one thread and from several, time after time. */
static void test_workers(void)
{
    Case c = case_new(sn_kkt_box(9, 9, 10, 6, 0));
    size_t bytes = (size_t)c.plan->size * sizeof(double);
    double *x = malloc(bytes), *first = malloc(bytes);

    g_test_message("%d fronts, %d tasks, %d fronts above", c.plan->nodes, c.plan->tasks,
                   c.plan->top_nodes);
    g_assert_cmpint(c.plan->tasks, >, 1);
    for (int precision = SN_FRONT_DOUBLE; precision <= SN_FRONT_SINGLE; precision++) {
        solve_case(&c, SN_INSTRUCTIONS_BASE, (SnFrontPrecision)precision, NULL, first);
        for (int threads = 1; threads <= 4; threads++) {
            SnWorkers *workers = sn_workers_new(threads);
            for (int round = 0; round < 3; round++) {
                solve_case(&c, SN_INSTRUCTIONS_BASE, (SnFrontPrecision)precision, workers, x);
                g_assert_true(!memcmp(first, x, bytes));
            }
            sn_workers_free(workers);
        }
    }
    free(x);
    free(first);
    case_clear(&c);
}

/* Every node is in one task or above all; update matrices that wait at once do not overlap. */
static void test_plan(void)
{
    Case c = case_new(sn_kkt_box(9, 8, 9, 6, 0));
    const SnFrontPlan *plan = c.plan;
    int *times = calloc((size_t)plan->nodes, sizeof *times), columns = 0;

    for (int k = 0; k < plan->tasks; k++) {
        for (int s = plan->task[k].first; s <= plan->task[k].last; s++)
            times[s]++;
    }
    for (int k = 0; k < plan->top_nodes; k++)
        times[plan->top_node[k]]++;
    for (int s = 0; s < plan->nodes; s++) {
        const SnFrontNode *a = &plan->node[s];
        g_assert_cmpint(times[s], ==, 1);
        g_assert_cmpint(a->first, ==, columns);
        columns += a->width;
        g_assert_true(a->parent < 0 ? a->below == 0 : a->parent > s);
        /* waiting while a node is made: its children, and its older brothers and ancestors' ones */
        for (int t = s + 1; t < plan->nodes && t <= a->parent; t++) {
            const SnFrontNode *b = &plan->node[t];
            size_t a_end = a->update + (size_t)a->below * (size_t)(a->leading - a->top);
            size_t b_end = b->update + (size_t)b->below * (size_t)(b->leading - b->top);
            g_assert_true(a->below == 0 || b->below == 0 || a_end <= b->update ||
                          b_end <= a->update);
        }
    }
    g_assert_cmpint(columns, ==, plan->size);
    free(times);
    case_clear(&c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/fronts/sets", test_sets);
    g_test_add_func("/linsolve/fronts/workers", test_workers);
    g_test_add_func("/linsolve/fronts/plan", test_plan);
    return g_test_run();
}
