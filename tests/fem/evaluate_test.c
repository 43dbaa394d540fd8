/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds of every evaluation: the same bits for any number of threads, the same numbers from
 * every instruction set, nothing allocated, inverted elements reported, viscous stress as in closed
 * form, a positive_definite stiffness that is not indefinite. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fem/batches.h"
#include "tests/fem/grid_cases.h"
#include "tests/support/counting_malloc.h"

extern void dsyev_(const char *job, const char *triangle, const int *n, double *a, const int *lda,
                   double *w, double *work, const int *lwork, int *info);

static const int cells[3] = {4, 3, 3};
static const double size[3] = {.04, .03, .03};

/* Everything that an evaluation computes, one after the other. */
typedef struct Results {
    size_t n;
    double *value;
} Results;

static size_t room(const SnFemSolid *solid)
{
    return (size_t)solid->stiffness_start[solid->n_elements] +
           3 * (size_t)solid->start[solid->n_elements] + (size_t)solid->n_constraints +
           3 * (size_t)solid->constraint_start[solid->n_constraints] + (size_t)solid->n_history;
}

static Results results_new(const SnFemSolid *solid)
{
    const size_t n = room(solid);
    return (Results){n, calloc(n, sizeof(double))};
}

typedef struct Run {
    SnFemSolid *solid;
    SnFemScratch *scratch;
    double (*x)[3], *history, *residual, (*row)[3], *lambda;
} Run;

static Run run_new(SnElementKind kind, SnMaterialKind law, SnIncompressibility mode)
{
    Run run = {.solid = grid_case(kind, cells, size, 0.2, material_case(law), mode)};
    const SnFemSolid *solid = run.solid;
    const size_t n = (size_t)solid->n_constraints;

    run.scratch = sn_fem_scratch_new(solid);
    run.x = deformed_case(solid, 1e-4, 6);
    run.history = calloc((size_t)solid->n_history + 1, sizeof(double));
    run.residual = calloc(n + 1, sizeof(double));
    run.row = calloc((size_t)solid->constraint_start[n] + 1, sizeof *run.row);
    run.lambda = calloc(n + 1, sizeof(double));
    for (size_t k = 0; k < n; k++)
        run.lambda[k] = 10 + (double)k;
    return run;
}

static void run_free(Run *run)
{
    sn_fem_scratch_free(run->scratch);
    sn_fem_solid_free(run->solid);
    free(run->x);
    free(run->history);
    free(run->residual);
    free(run->row);
    free(run->lambda);
}

static void compute(Run *run, SnWorkers *workers, bool positive_definite)
{
    const SnFemSolid *solid = run->solid;
    const double(*x)[3] = (const double(*)[3])run->x;
    const SnFemInput input = {.x = x,
                              .history = run->history,
                              .dt = 0.01,
                              .tangent = true,
                              .positive_definite = positive_definite};

    sn_fem_rest_history(solid, (const double(*)[3])solid->rest, NULL, run->history);
    sn_fem_advance_history(solid, x, NULL, 0.02, workers, run->history);
    g_assert_cmpint(sn_fem_evaluate(solid, &input, workers, run->scratch), ==, -1);
    sn_fem_constraints(solid, x, workers, run->residual, run->row);
    sn_fem_add_constraint_stiffness(solid, x, run->lambda, 1, workers, run->scratch);
}

static void keep(const Run *run, Results *results)
{
    const SnFemSolid *solid = run->solid;
    const struct {
        const double *from;
        size_t n;
    } parts[] = {
        {run->scratch->stiffness, (size_t)solid->stiffness_start[solid->n_elements]},
        {run->scratch->force, 3 * (size_t)solid->start[solid->n_elements]},
        {run->residual, (size_t)solid->n_constraints},
        {(const double *)run->row, 3 * (size_t)solid->constraint_start[solid->n_constraints]},
        {run->history, (size_t)solid->n_history},
    };
    double *to = results->value;
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        memcpy(to, parts[i].from, parts[i].n * sizeof(double));
        to += parts[i].n;
    }
}

static void test_threads(void)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int mode = 0; mode <= SN_INCOMPRESSIBLE_NODAL; mode++) {
            Run run =
                run_new((SnElementKind)kind, SN_MATERIAL_MOONEY_RIVLIN, (SnIncompressibility)mode);
            Results one = results_new(run.solid), many = results_new(run.solid);
            compute(&run, NULL, true);
            keep(&run, &one);
            for (int count = 2; count <= 4; count += 2) {
                SnWorkers *workers = sn_workers_new(count);
                compute(&run, workers, true);
                keep(&run, &many);
                g_assert_true(memcmp(one.value, many.value, one.n * sizeof(double)) == 0);
                sn_workers_free(workers);
            }
            free(one.value);
            free(many.value);
            run_free(&run);
        }
}

/* Largest difference by the largest number. */
static double difference(const double *a, const double *b, size_t n)
{
    double most = 0, scale = 0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        scale = fmax(scale, fabs(a[i]));
    }
    return scale > 0 ? most / scale : 0;
}

static void check_set(const SnFemKernels *kernels)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int law = 0; law < SN_MATERIAL_KIND_COUNT; law++)
            for (int mode = 0; mode <= SN_INCOMPRESSIBLE_ELEMENT; mode++) {
                Run run =
                    run_new((SnElementKind)kind, (SnMaterialKind)law, (SnIncompressibility)mode);
                Results a = results_new(run.solid), b = results_new(run.solid);
                const size_t stiffness = (size_t)run.solid->stiffness_start[run.solid->n_elements];
                run.solid->batches->kernels = sn_fem_kernels(SN_INSTRUCTIONS_BASE);
                compute(&run, NULL, false);
                keep(&run, &a);
                run.solid->batches->kernels = kernels;
                compute(&run, NULL, false);
                keep(&run, &b);
                g_assert_cmpfloat(difference(a.value, b.value, stiffness), <, 1e-12);
                g_assert_cmpfloat(
                    difference(a.value + stiffness, b.value + stiffness, a.n - stiffness), <,
                    1e-12);
                free(a.value);
                free(b.value);
                run_free(&run);
            }
}

static void test_sets(void)
{
    for (SnInstructions set = SN_INSTRUCTIONS_BASE; set < SN_INSTRUCTIONS_SETS; set++) {
        if (!sn_instructions_run(set)) {
            g_test_message("this processor has not got %s", sn_instructions_name(set));
            continue;
        }
        g_assert_cmpstr(sn_fem_kernels(set)->name, ==, sn_instructions_name(set));
        if (set != SN_INSTRUCTIONS_BASE)
            check_set(sn_fem_kernels(set));
    }
}

static void test_allocates_nothing(void)
{
    if (!sn_test_counting_malloc()) {
        g_test_skip("allocations are not counted here");
        return;
    }
    for (int mode = 0; mode <= SN_INCOMPRESSIBLE_NODAL; mode++) {
        Run run = run_new(SN_ELEMENT_HEX8, SN_MATERIAL_MOONEY_RIVLIN, (SnIncompressibility)mode);
        const SnFemInput input = {.x = (const double(*)[3])run.x};
        const unsigned long before = sn_test_allocations();
        compute(&run, NULL, false);
        sn_fem_energy(run.solid, &input, NULL);
        g_assert_cmpuint(sn_test_allocations(), ==, before);
        run_free(&run);
    }
}

/* A shape change held after a jump: stress of W_shape x (1 + sum g e^(-t/tau)), exactly. */
static void test_relaxation(void)
{
    SnMaterial material = material_case(SN_MATERIAL_MOONEY_RIVLIN);
    material.bulk_modulus = 0;
    SnFemSolid *solid =
        grid_case(SN_ELEMENT_HEX8, cells, size, 0.2, material, SN_INCOMPRESSIBLE_OFF);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    const size_t n = 3 * (size_t)solid->start[solid->n_elements];
    double(*x)[3] = deformed_case(solid, 1e-4, 6);
    double *history = calloc((size_t)solid->n_history, sizeof *history);
    double *relaxed = calloc(n, sizeof *relaxed);
    SnFemInput input = {.x = (const double(*)[3])x};
    const double dt = 0.013;

    sn_fem_evaluate(solid, &input, NULL, scratch);
    memcpy(relaxed, scratch->force, n * sizeof *relaxed);
    sn_fem_rest_history(solid, (const double(*)[3])solid->rest, NULL, history);
    sn_fem_advance_history(solid, input.x, NULL, 0, NULL, history);
    input.history = history;
    for (int step = 0; step < 20; step++) {
        const double t = step * dt;
        const double factor = 1 + 0.3 * exp(-t / 0.05) + 0.2 * exp(-t / 0.4);
        double most = 0, error = 0;
        input.dt = 0;
        sn_fem_evaluate(solid, &input, NULL, scratch);
        for (size_t k = 0; k < n; k++) {
            most = fmax(most, fabs(relaxed[k]));
            error = fmax(error, fabs(scratch->force[k] - factor * relaxed[k]));
        }
        g_assert_cmpfloat(error, <, 1e-12 * most);
        sn_fem_advance_history(solid, input.x, NULL, dt, NULL, history);
    }
    /* at rest for ever: the relaxed stress */
    sn_fem_rest_history(solid, input.x, NULL, history);
    sn_fem_evaluate(solid, &input, NULL, scratch);
    g_assert_cmpfloat(difference(relaxed, scratch->force, n), <, 1e-13);
    free(x);
    free(history);
    free(relaxed);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

/* Small strain growing at a constant rate r from t = 0: the viscous stress of each term is
 * g s tau (1 - e^(-t/tau)) with s the rate of the elastic one, whatever the steps. */
static void test_ramp(void)
{
    SnMaterial material = material_case(SN_MATERIAL_LINEAR);
    material.poissons_ratio = -1 + 1e-12; /* bulk modulus zero: shape only */
    SnFemSolid *solid =
        grid_case(SN_ELEMENT_HEX8, cells, size, 0.2, material, SN_INCOMPRESSIBLE_OFF);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    const size_t n = 3 * (size_t)solid->start[solid->n_elements];
    double(*x)[3] = deformed_case(solid, 1e-4, 6);
    double(*end)[3] = deformed_case(solid, 1e-4, 6);
    double *history = calloc((size_t)solid->n_history, sizeof *history);
    double *relaxed = calloc(n, sizeof *relaxed), t = 0;
    SnFemInput input = {.x = (const double(*)[3])end};

    sn_fem_evaluate(solid, &input, NULL, scratch); /* forces at t = 1 */
    memcpy(relaxed, scratch->force, n * sizeof *relaxed);
    sn_fem_rest_history(solid, (const double(*)[3])solid->rest, NULL, history);
    for (int step = 0; step < 12; step++) {
        const double dt = 0.01 * (1 + step % 3);
        double error = 0, most = 0, factor;
        t += dt;
        for (int k = 0; k < 3 * solid->n_nodes; k++)
            x[k / 3][k % 3] = solid->rest[k] + t * (end[k / 3][k % 3] - solid->rest[k]);
        input = (SnFemInput){.x = (const double(*)[3])x, .history = history, .dt = dt};
        sn_fem_evaluate(solid, &input, NULL, scratch);
        factor = t + 0.3 * 0.05 * (1 - exp(-t / 0.05)) + 0.2 * 0.4 * (1 - exp(-t / 0.4));
        for (size_t k = 0; k < n; k++) {
            most = fmax(most, fabs(factor * relaxed[k]));
            error = fmax(error, fabs(scratch->force[k] - factor * relaxed[k]));
        }
        g_assert_cmpfloat(error, <, 1e-11 * most);
        sn_fem_advance_history(solid, input.x, NULL, dt, NULL, history);
    }
    free(x);
    free(end);
    free(history);
    free(relaxed);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

/* Smallest eigenvalue of an element's stiffness by the largest. */
static double smallest(const SnFemSolid *solid, const SnFemScratch *scratch, int e)
{
    const double *k = scratch->stiffness + solid->stiffness_start[e];
    const int n = 3 * (solid->start[e + 1] - solid->start[e]), lwork = 64 * n;
    double *full = malloc((size_t)(n * n) * sizeof *full);
    double *work = malloc((size_t)lwork * sizeof *work), value[3 * SN_ELEMENT_MAX_NODES];
    int info;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            const int a = i / 3, b = j / 3;
            full[i * n + j] = k[9 * (a * (a + 1) / 2 + b) + 3 * (i % 3) + j % 3];
        }
    dsyev_("N", "U", &n, full, &n, value, work, &lwork, &info);
    g_assert_cmpint(info, ==, 0);
    free(full);
    free(work);
    return value[0] / value[n - 1];
}

/* Squeezed elements have an indefinite stiffness; the positive_definite one is not, up to the law's
 * own share, and where nothing is compressed it is the exact one. */
static void test_filter(void)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnFemSolid *solid =
            solid_case((SnElementKind)kind, SN_MATERIAL_NEO_HOOKEAN, SN_INCOMPRESSIBLE_OFF, 5, 3);
        SnFemScratch *scratch = sn_fem_scratch_new(solid);
        double(*x)[3] = malloc((size_t)solid->n_nodes * sizeof *x), exact = 0,
        positive_definite = 0;
        SnFemInput input = {.x = (const double(*)[3])x, .tangent = true};

        for (int k = 0; k < 3 * solid->n_nodes; k++)
            x[k / 3][k % 3] = (k % 3 == 0 ? 0.5 : k % 3 == 1 ? 0.9 : 1.1) * solid->rest[k];
        sn_fem_evaluate(solid, &input, NULL, scratch);
        for (int e = 0; e < 5; e++)
            exact = fmin(exact, smallest(solid, scratch, e));
        input.positive_definite = true;
        sn_fem_evaluate(solid, &input, NULL, scratch);
        for (int e = 0; e < 5; e++)
            positive_definite = fmin(positive_definite, smallest(solid, scratch, e));
        g_assert_cmpfloat(exact, <, -1e-3);
        g_assert_cmpfloat(positive_definite, >, -1e-12);
        free(x);
        sn_fem_scratch_free(scratch);
        sn_fem_solid_free(solid);
    }
}

static void test_inside_out(void)
{
    SnFemSolid *solid =
        solid_case(SN_ELEMENT_HEX8, SN_MATERIAL_MOONEY_RIVLIN, SN_INCOMPRESSIBLE_OFF, 9, 3);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    double(*x)[3] = deformed_case(solid, 0, 6);
    const SnFemInput input = {.x = (const double(*)[3])x};

    g_assert_cmpint(sn_fem_evaluate(solid, &input, NULL, scratch), ==, -1);
    for (int e = 8; e >= 5; e -= 3) { /* the one in the last batch, then one before it */
        for (int a = 8 * e; a < 8 * e + 8; a++)
            x[a][0] = -x[a][0];
        g_assert_cmpint(sn_fem_evaluate(solid, &input, NULL, scratch), ==, e);
    }
    free(x);
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/evaluate/threads", test_threads);
    g_test_add_func("/fem/evaluate/sets", test_sets);
    g_test_add_func("/fem/evaluate/allocates-nothing", test_allocates_nothing);
    g_test_add_func("/fem/evaluate/relaxation", test_relaxation);
    g_test_add_func("/fem/evaluate/ramp", test_ramp);
    g_test_add_func("/fem/evaluate/filter", test_filter);
    g_test_add_func("/fem/evaluate/inside-out", test_inside_out);
    return g_test_run();
}
