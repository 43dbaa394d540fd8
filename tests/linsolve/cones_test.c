/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact problems with Coulomb friction: random ones against the laws themselves, single ones in
 * closed form, redundant ones. */
#include "engine/linsolve/cones.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 30, BODIES = 30 };

typedef struct Case {
    int n, rows, bodies;
    SnCone cones[MOST];
    double row[3 * MOST][6 * BODIES], d[9 * MOST * MOST], q[3 * MOST], size[MOST];
} Case;

/* Contacts between random bodies and the world, whose bounds are such that rest is allowed. */
static void random_case(Random *r, Case *c)
{
    memset(c, 0, sizeof *c);
    c->n = 1 + (int)random_uniform(r, 0, MOST - 1e-9);
    c->bodies = 1 + c->n * 2 / 3;
    double u[6 * BODIES];
    for (int i = 0; i < 6 * c->bodies; i++)
        u[i] = random_uniform(r, -1, 1);
    for (int k = 0; k < c->n; k++) {
        c->cones[k] = (SnCone){.row = c->rows,
                               .contact = random_uniform(r, 0, 1) < 0.8,
                               .friction = random_uniform(r, 0, 0.8)};
        const int count = c->cones[k].contact ? 3 : 1;
        const int a = (int)random_uniform(r, 0, c->bodies - 1e-9);
        const int b = (int)random_uniform(r, 0, c->bodies - 1e-9);
        for (int i = 0; i < count; i++, c->rows++)
            for (int x = 0; x < 6; x++) {
                c->row[c->rows][6 * a + x] += random_uniform(r, -1, 1);
                if (k % 3)
                    c->row[c->rows][6 * b + x] -= random_uniform(r, -1, 1);
            }
    }
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->rows; j++)
            for (int x = 0; x < 6 * c->bodies; x++)
                c->d[i * c->rows + j] += c->row[i][x] * c->row[j][x];
    for (int k = 0; k < c->n; k++)
        for (int i = 0; i < (c->cones[k].contact ? 3 : 1); i++) {
            const int row = c->cones[k].row + i;
            for (int x = 0; x < 6 * c->bodies; x++)
                c->q[row] += c->row[row][x] * u[x];
            c->size[k] = fmax(c->size[k], c->d[row * (c->rows + 1)]);
        }
}

/* Largest breach of the laws. */
static double breach(const Case *c, const double *z)
{
    double worst = 0, scale = 0, w[3 * MOST];
    for (int i = 0; i < c->rows; i++) {
        w[i] = c->q[i];
        for (int j = 0; j < c->rows; j++)
            w[i] += c->d[i * c->rows + j] * z[j];
        scale = fmax(scale, fabs(c->q[i]));
    }
    for (int k = 0; k < c->n; k++) {
        const int n = c->cones[k].row;
        worst = fmax(worst, fmax(-z[n], fmax(-w[n], fmin(z[n], w[n]))));
        if (!c->cones[k].contact)
            continue;
        const double force = hypot(z[n + 1], z[n + 2]), slip = hypot(w[n + 1], w[n + 2]);
        const double limit = c->cones[k].friction * z[n];
        worst = fmax(worst, force - limit);
        worst = fmax(worst, fmin(slip, limit - force));
        if (slip > 1e-6 * scale) /* against the slip */
            worst = fmax(worst, hypot(z[n + 1] + limit * w[n + 1] / slip,
                                      z[n + 2] + limit * w[n + 2] / slip));
    }
    return worst / scale;
}

static void test_random(void)
{
    Random r = {5};
    const int cases = sn_cases(60, 500);
    Case *c = g_new(Case, 1);
    int solved = 0;
    for (int k = 0; k < cases; k++) {
        double z[3 * MOST] = {0}, residual;
        random_case(&r, c);
        void *scratch = g_malloc(sn_cones_scratch_size(c->rows, true));
        const SnCones problem = {.n_rows = c->rows,
                                 .n_cones = c->n,
                                 .cones = c->cones,
                                 .q = c->q,
                                 .size = c->size,
                                 .d = c->d};
        if (sn_cones_solve(&problem, z, &residual, scratch) && residual < 1e-8) {
            g_assert_cmpfloat(breach(c, z), <, 1e-6);
            solved++;
        }
        g_free(scratch);
    }
    g_free(c);
    /* directions without a geometry behind them need not have a solution */
    g_assert_cmpint(solved, >=, cases * 9 / 10);
}

/* A ball that slides, sticks, and flies off. */
static void test_single(void)
{
    static const double d[9] = {1, 0, 0, 0, 3.5, 0, 0, 0, 3.5}, size[1] = {3.5};
    static const SnCone cone = {.row = 0, .contact = true, .friction = 0.2};
    static const struct {
        double q[3], z[3];
    } cases[] = {{{-1e-3, 5, 0}, {1e-3, -2e-4, 0}},
                 {{-1e-3, 0, -0.3}, {1e-3, 0, 2e-4}},
                 {{-1e-3, 1e-4, 0}, {1e-3, -1e-4 / 3.5, 0}},
                 {{1e-3, 5, 0}, {0, 0, 0}}};
    char scratch[4096];
    for (size_t k = 0; k < G_N_ELEMENTS(cases); k++) {
        double z[3] = {1e-3, 0, 0};
        const SnCones problem = {
            .n_rows = 3, .n_cones = 1, .cones = &cone, .q = cases[k].q, .size = size, .d = d};
        g_assert_cmpint(sn_cones_scratch_size(3, true), <=, sizeof scratch);
        g_assert_true(sn_cones_solve(&problem, z, NULL, scratch));
        for (int i = 0; i < 3; i++)
            g_assert_cmpfloat(fabs(z[i] - cases[k].z[i]), <, 1e-10);
    }
}

/* One row four times over: the load is shared as the guess has it, or evenly. */
static void test_redundant(void)
{
    enum { N = 4 };
    SnCone cones[N];
    double d[N * N], q[N], size[N], z[N] = {0};
    for (int i = 0; i < N; i++) {
        cones[i] = (SnCone){.row = i};
        q[i] = -1, size[i] = 2;
        for (int j = 0; j < N; j++)
            d[N * i + j] = 2;
    }
    void *scratch = g_malloc(sn_cones_scratch_size(N, true));
    const SnCones problem = {
        .n_rows = N, .n_cones = N, .cones = cones, .q = q, .size = size, .d = d};
    g_assert_true(sn_cones_solve(&problem, z, NULL, scratch));
    for (int i = 0; i < N; i++)
        g_assert_cmpfloat(fabs(z[i] - 0.125), <, 1e-9);
    double guess[N] = {0.5, 0, 0, 0};
    g_assert_true(sn_cones_solve(&problem, guess, NULL, scratch));
    g_assert_cmpfloat(guess[0], ==, 0.5);
    g_free(scratch);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/linsolve/cones/random", test_random);
    g_test_add_func("/linsolve/cones/single", test_single);
    g_test_add_func("/linsolve/cones/redundant", test_redundant);
    return g_test_run();
}
