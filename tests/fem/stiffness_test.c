/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force against energy and stiffness against force by finite differences, in large random
 * deformations: every kind of element, law and treatment of volume. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fem/solid_cases.h"

#define ELEMENTS 5 /* a full batch and one of a single element */

typedef struct Case {
    SnFemSolid *solid;
    SnFemScratch *scratch;
    SnFemInput input;
    double (*x)[3], (*step)[3];
    double *activation;
} Case;

static void case_new(Case *c, SnElementKind kind, SnMaterialKind law, SnIncompressibility mode)
{
    uint32_t seed = 7 + (uint32_t)kind;

    c->solid = solid_case(kind, law, mode, ELEMENTS, 11 + (uint32_t)kind);
    c->scratch = sn_fem_scratch_new(c->solid);
    c->x = deformed_case(c->solid, 4e-4, 5);
    c->step = malloc((size_t)c->solid->n_nodes * sizeof *c->step);
    c->activation = malloc(ELEMENTS * sizeof(double));
    for (int e = 0; e < ELEMENTS; e++)
        c->activation[e] = 0.5 + 0.5 * random_case(&seed);
    c->input = (SnFemInput){.x = (const double(*)[3])c->x, .activation = c->activation};
}

static void case_free(Case *c)
{
    sn_fem_scratch_free(c->scratch);
    sn_fem_solid_free(c->solid);
    free(c->x);
    free(c->step);
    free(c->activation);
}

/* A direction of steps of about a centimetre. */
static void new_step(Case *c, uint32_t seed)
{
    for (int a = 0; a < c->solid->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            c->step[a][i] = 0.01 * random_case(&seed);
}

static void move(Case *c, double size)
{
    for (int a = 0; a < c->solid->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            c->x[a][i] += size * c->step[a][i];
}

/* Derivative along the step by four points: error of fourth order. */
static void difference(Case *c, void (*function)(Case *c, double *result), int n, double h,
                       double *derivative)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double *result = malloc((size_t)n * sizeof *result);

    memset(derivative, 0, (size_t)n * sizeof *derivative);
    for (int k = 0; k < 4; k++) {
        move(c, at[k] * h);
        function(c, result);
        move(c, -at[k] * h);
        for (int i = 0; i < n; i++)
            derivative[i] += weight[k] * result[i] / (12 * h);
    }
    free(result);
}

static void energies(Case *c, double *result)
{
    sn_fem_energy(c->solid, &c->input, result);
}

static void forces(Case *c, double *result)
{
    c->input.tangent = false;
    g_assert_cmpint(sn_fem_evaluate(c->solid, &c->input, NULL, c->scratch), ==, -1);
    memcpy(result, c->scratch->force,
           3 * (size_t)c->solid->start[c->solid->n_elements] * sizeof(double));
}

/* Elements share no nodes here, so element forces are node forces. */
static void check_force(Case *c)
{
    const int n = c->solid->start[1];
    const double *step = (const double *)c->step;
    double slope[ELEMENTS];

    for (uint32_t round = 0; round < 3; round++) {
        new_step(c, round);
        difference(c, energies, ELEMENTS, 3e-4, slope);
        c->input.tangent = false;
        sn_fem_evaluate(c->solid, &c->input, NULL, c->scratch);
        for (int e = 0; e < ELEMENTS; e++) {
            double work = 0, size = 0;
            for (int k = 3 * n * e; k < 3 * n * (e + 1); k++) {
                const double part = c->scratch->force[k] * step[k];
                work -= part;
                size += fabs(part);
            }
            g_assert_cmpfloat(fabs(work - slope[e]), <, 1e-8 * size);
        }
    }
}

/* Entry of the full matrix from the packed lower pairs. */
static double entry(const double *k, int row, int column)
{
    const int a = row / 3, b = column / 3;
    return a >= b ? k[9 * (a * (a + 1) / 2 + b) + 3 * (row % 3) + column % 3]
                  : k[9 * (b * (b + 1) / 2 + a) + 3 * (column % 3) + row % 3];
}

static void check_stiffness(Case *c)
{
    const int n = c->solid->start[1], size = 3 * n * ELEMENTS;
    const double *step = (const double *)c->step;
    double *slope = malloc((size_t)size * sizeof *slope);

    for (uint32_t round = 0; round < 3; round++) {
        new_step(c, round + 20);
        difference(c, forces, size, 3e-4, slope);
        c->input.tangent = true;
        sn_fem_evaluate(c->solid, &c->input, NULL, c->scratch);
        for (int e = 0; e < ELEMENTS; e++) {
            const double *k = c->scratch->stiffness + c->solid->stiffness_start[e];
            double error = 0, norm = 0;
            for (int row = 0; row < 3 * n; row++) {
                double sum = 0;
                for (int column = 0; column < 3 * n; column++)
                    sum += entry(k, row, column) * step[3 * n * e + column];
                error = fmax(error, fabs(sum + slope[3 * n * e + row]));
                norm = fmax(norm, fabs(sum));
            }
            g_assert_cmpfloat(error, <, 1e-8 * norm);
            /* blocks on the diagonal are stored whole */
            for (int a = 0; a < n; a++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < i; j++) {
                        const double *block = k + 9 * (a * (a + 1) / 2 + a);
                        g_assert_cmpfloat(fabs(block[3 * i + j] - block[3 * j + i]), <,
                                          1e-12 * fabs(block[3 * i + i]));
                    }
        }
    }
    free(slope);
}

static void test_law(gconstpointer data)
{
    const int law = GPOINTER_TO_INT(data);

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int mode = 0; mode <= SN_INCOMPRESSIBLE_ELEMENT; mode++) {
            Case c;
            g_test_message("%s, mode %d", sn_element_shape((SnElementKind)kind)->name, mode);
            case_new(&c, (SnElementKind)kind, (SnMaterialKind)law, (SnIncompressibility)mode);
            check_force(&c);
            check_stiffness(&c);
            case_free(&c);
        }
}

/* With Prony's series the stiffness answers to a step of dt from a history that is not at rest. */
static void test_viscous(void)
{
    static const SnMaterialKind laws[] = {SN_MATERIAL_LINEAR, SN_MATERIAL_COROTATED,
                                          SN_MATERIAL_NEO_HOOKEAN, SN_MATERIAL_MOONEY_RIVLIN};
    for (size_t i = 0; i < G_N_ELEMENTS(laws); i++)
        for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
            Case c;
            case_new(&c, (SnElementKind)kind, laws[i], SN_INCOMPRESSIBLE_SOFT);
            double *history = calloc((size_t)c.solid->n_history, sizeof *history);

            new_step(&c, 50);
            sn_fem_rest_history(c.solid, c.input.x, c.activation, history);
            for (int step = 0; step < 2; step++) {
                move(&c, 0.05);
                sn_fem_advance_history(c.solid, c.input.x, c.activation, 0.03, NULL, history);
            }
            c.input.history = history;
            c.input.dt = 0.02;
            check_stiffness(&c);
            c.input.dt = 0;
            check_stiffness(&c);
            free(history);
            case_free(&c);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int law = 0; law < SN_MATERIAL_KIND_COUNT; law++) {
        g_autofree char *path = g_strdup_printf("/fem/stiffness/%s", sn_material_classes[law].name);
        g_test_add_data_func(path, GINT_TO_POINTER(law), test_law);
    }
    g_test_add_func("/fem/stiffness/viscous", test_viscous);
    return g_test_run();
}
