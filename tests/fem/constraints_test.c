/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of incompressibility against finite differences and closed volumes. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fem/solid_cases.h"

static void move(double (*x)[3], double (*step)[3], int n, double size)
{
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            x[a][i] += size * step[a][i];
}

static double (*random_step(int n, uint32_t seed))[3]
{
    double(*step)[3] = malloc((size_t)n * sizeof *step);
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            step[a][i] = 0.01 * random_case(&seed);
    return step;
}

/* Rows times a step against differences of the residual. */
static void check_rows(const SnFemSolid *solid, double (*x)[3])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const int n = solid->n_constraints;
    const double h = 1e-3;
    double *residual = calloc((size_t)n, sizeof *residual),
           *slope = calloc((size_t)n, sizeof *slope);
    double(*row)[3] = malloc((size_t)solid->constraint_start[n] * sizeof *row);
    double(*step)[3] = random_step(solid->n_nodes, 3);

    for (int k = 0; k < 4; k++) {
        move(x, step, solid->n_nodes, at[k] * h);
        sn_fem_constraints(solid, (const double(*)[3])x, NULL, residual, NULL);
        move(x, step, solid->n_nodes, -at[k] * h);
        for (int i = 0; i < n; i++)
            slope[i] += weight[k] * residual[i] / (12 * h);
    }
    sn_fem_constraints(solid, (const double(*)[3])x, NULL, residual, row);
    for (int k = 0; k < n; k++) {
        double sum = 0, size = 0;
        for (int s = solid->constraint_start[k]; s < solid->constraint_start[k + 1]; s++) {
            if (s > solid->constraint_start[k])
                g_assert_cmpint(solid->constraint_node[s], >, solid->constraint_node[s - 1]);
            for (int i = 0; i < 3; i++) {
                sum += row[s][i] * step[solid->constraint_node[s]][i];
                size += fabs(row[s][i] * step[solid->constraint_node[s]][i]);
            }
        }
        g_assert_cmpfloat(fabs(sum - slope[k]), <, 1e-9 * size);
    }
    free(residual);
    free(slope);
    free(row);
    free(step);
}

static void test_rows(void)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int mode = SN_INCOMPRESSIBLE_ELEMENT; mode <= SN_INCOMPRESSIBLE_NODAL; mode++) {
            SnFemSolid *solid = solid_case((SnElementKind)kind, SN_MATERIAL_MOONEY_RIVLIN,
                                           (SnIncompressibility)mode, 6, 4);
            const SnElementShape *shape = sn_element_shape((SnElementKind)kind);
            const int rows = mode == SN_INCOMPRESSIBLE_ELEMENT ? 6 : 6 * shape->n_corners;
            double(*x)[3] = deformed_case(solid, 5e-4, 9), *residual;
            double sum = 0, volume = 0;

            g_assert_cmpint(solid->n_constraints, ==, rows);
            check_rows(solid, x);
            residual = calloc((size_t)rows, sizeof *residual);
            sn_fem_constraints(solid, (const double(*)[3])solid->rest, NULL, residual, NULL);
            for (int k = 0; k < rows; k++) {
                g_assert_cmpfloat(fabs(residual[k]), <, 1e-16);
                sum += pow(solid->constraint_scale[k], 1.5);
            }
            for (int e = 0; e < 6; e++)
                volume += solid->volume[e];
            g_assert_cmpfloat(fabs(sum - volume), <, 1e-12 * volume);
            free(residual);
            free(x);
            sn_fem_solid_free(solid);
        }
}

/* Elements that share nodes: each tetrahedron gives a quarter of its volume to each corner. */
static void test_shared_nodes(void)
{
    static const double rest[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    static const int nodes[8] = {0, 1, 2, 3, 4, 2, 1, 3};
    static const SnElementKind kind[2] = {SN_ELEMENT_TET4, SN_ELEMENT_TET4};
    SnFemSolid *solid = solid_from_mesh(
        5, rest, 2, kind, nodes, material_case(SN_MATERIAL_MOONEY_RIVLIN), SN_INCOMPRESSIBLE_NODAL);
    double residual[5], x[5][3];

    finish_case(solid);
    g_assert_cmpint(solid->n_constraints, ==, 5);
    g_assert_cmpint(solid->constraint_start[1], ==, 4);
    g_assert_cmpint(solid->constraint_start[2] - solid->constraint_start[1], ==, 5);
    memcpy(x, rest, sizeof x);
    x[4][0] = x[4][1] = x[4][2] = 2;
    sn_fem_constraints(solid, (const double(*)[3])x, NULL, residual, NULL);
    const double first = 1.0 / 6, second = 1.0 / 3, grown = 5.0 / 6;
    for (int k = 0; k < 5; k++) {
        const double before = (k == 0 ? first : k == 4 ? second : first + second) / 4;
        const double after = (k == 0 ? first : k == 4 ? grown : first + grown) / 4;
        g_assert_cmpfloat(fabs(residual[k] - (after - before) / pow(before, 2.0 / 3)), <, 1e-14);
    }
    check_rows(solid, x);
    sn_fem_solid_free(solid);
}

/* Derivative of the rows' forces: differences of row' lambda against the added stiffness. */
static void test_stiffness(void)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double h = 1e-3, factor = -1.7;

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnFemSolid *solid = solid_case((SnElementKind)kind, SN_MATERIAL_MOONEY_RIVLIN,
                                       SN_INCOMPRESSIBLE_ELEMENT, 6, 4);
        const int n = solid->start[1], entries = solid->constraint_start[6];
        double(*x)[3] = deformed_case(solid, 5e-4, 9);
        double(*step)[3] = random_step(solid->n_nodes, 8);
        double(*row)[3] = malloc((size_t)entries * sizeof *row), residual[6], lambda[6];
        double(*slope)[3] = calloc((size_t)entries, sizeof *slope);
        SnFemScratch *scratch = sn_fem_scratch_new(solid);

        for (int e = 0; e < 6; e++)
            lambda[e] = 1 + e;
        for (int k = 0; k < 4; k++) {
            move(x, step, solid->n_nodes, at[k] * h);
            sn_fem_constraints(solid, (const double(*)[3])x, NULL, residual, row);
            move(x, step, solid->n_nodes, -at[k] * h);
            for (int s = 0; s < entries; s++)
                for (int i = 0; i < 3; i++)
                    slope[s][i] += factor * lambda[s / n] * weight[k] * row[s][i] / (12 * h);
        }
        sn_fem_add_constraint_stiffness(solid, (const double(*)[3])x, lambda, factor, NULL,
                                        scratch);
        for (int e = 0; e < 6; e++)
            for (int a = 0; a < n; a++)
                for (int i = 0; i < 3; i++) {
                    double sum = 0, size = 0;
                    for (int b = 0; b < n; b++)
                        for (int j = 0; j < 3; j++) {
                            const int r = a >= b ? a : b, c = a >= b ? b : a;
                            const double *block = scratch->stiffness + solid->stiffness_start[e] +
                                                  9 * (r * (r + 1) / 2 + c);
                            const double part =
                                (a >= b ? block[3 * i + j] : block[3 * j + i]) * step[n * e + b][j];
                            sum += part;
                            size += fabs(part);
                        }
                    g_assert_cmpfloat(fabs(sum - slope[n * e + a][i]), <, 1e-8 * size);
                }
        free(x);
        free(step);
        free(row);
        free(slope);
        sn_fem_scratch_free(scratch);
        sn_fem_solid_free(solid);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/constraints/rows", test_rows);
    g_test_add_func("/fem/constraints/shared-nodes", test_shared_nodes);
    g_test_add_func("/fem/constraints/stiffness", test_stiffness);
    return g_test_run();
}
