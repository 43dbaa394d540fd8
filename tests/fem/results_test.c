/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stress recovery: uniform deformations of every element against closed forms, the fit to the
 * nodes, pressure of the rows of incompressibility, nothing allocated, same bits on any threads. */
#include "engine/base/vec.h"
#include "engine/fem/fibres.h"
#include "engine/fem/point_fit.h"
#include "engine/fem/results.h"
#include "tests/fem/solid_cases.h"
#include "tests/support/counting_malloc.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        g_test_message("%.15g, expected %.15g", value, expected);
        g_test_fail();
    }
}

static double (*mapped(const SnFemSolid *solid, const double f[9]))[3]
{
    double(*x)[3] = malloc((size_t)solid->n_nodes * sizeof *x);
    for (int a = 0; a < solid->n_nodes; a++)
        sn_m3_mul_v3(f, solid->rest + 3 * a, x[a]);
    return x;
}

/* Neo-Hookean under diag(1.2, .9, .8), turned about z by 30 degrees. */
static void test_uniform(void)
{
    const double c = sqrt(0.75), s = 0.5, l[3] = {1.2, 0.9, 0.8}, j = 1.2 * 0.9 * 0.8;
    const double f[9] = {c * l[0], -s * l[1], 0, s * l[0], c * l[1], 0, 0, 0, l[2]};
    for (int kind = SN_ELEMENT_TET4; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int mode = SN_INCOMPRESSIBLE_OFF; mode <= SN_INCOMPRESSIBLE_SOFT; mode++) {
            SnFemSolid *solid = solid_case((SnElementKind)kind, SN_MATERIAL_NEO_HOOKEAN,
                                           (SnIncompressibility)mode, 5, 3);
            double(*x)[3] = mapped(solid, f);
            const SnFemInput input = {.x = (const double(*)[3])x};
            const SnMaterial *m = &solid->materials[0];
            const double mu = m->youngs_modulus / (2 * (1 + m->poissons_ratio));
            const double lambda = 2 * mu * m->poissons_ratio / (1 - 2 * m->poissons_ratio);
            double sigma[3], energy = 0;
            for (int i = 0; i < 3; i++) {
                sigma[i] = (mu * (l[i] * l[i] - 1) + lambda * log(j)) / j;
                energy += 0.5 * mu * (l[i] * l[i] - 1);
            }
            energy += 0.5 * lambda * log(j) * log(j) - mu * log(j);
            const double expected[6] = {c * c * sigma[0] + s * s * sigma[1],
                                        s * s * sigma[0] + c * c * sigma[1],
                                        sigma[2],
                                        c * s * (sigma[0] - sigma[1]),
                                        0,
                                        0};
            SnFemResult at;
            for (int node = 0; node < solid->n_nodes; node += 3) {
                sn_fem_node_result(solid, &input, NULL, node, &at);
                for (int i = 0; i < 6; i++)
                    near(at.stress[i], expected[i], 1e-8);
                near(at.strain[0], c * c * log(l[0]) + s * s * log(l[1]), 1e-12);
                near(at.strain[3], c * s * log(l[0] / l[1]), 1e-12);
                near(at.energy, energy, 1e-8);
                near(at.pressure, -(sigma[0] + sigma[1] + sigma[2]) / 3, 1e-8);
            }
            sn_fem_element_result(solid, &input, NULL, 2, &at);
            near(at.energy, energy * solid->volume[2], 1e-13);
            near(at.volume, j * solid->volume[2], 1e-18);
            near(at.stress[3], expected[3], 1e-8);
            free(x);
            sn_fem_solid_free(solid);
        }
}

/* The order of the shear stresses is that of the header: xy xz yz. */
static void test_shear_order(void)
{
    for (int plane = 0; plane < 3; plane++) {
        static const int row[3] = {0, 0, 1}, column[3] = {1, 2, 2};
        double f[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        f[3 * row[plane] + column[plane]] = 0.1;
        SnFemSolid *solid =
            solid_case(SN_ELEMENT_HEX8, SN_MATERIAL_LINEAR, SN_INCOMPRESSIBLE_OFF, 1, 3);
        double(*x)[3] = mapped(solid, f);
        const SnFemInput input = {.x = (const double(*)[3])x};
        SnFemResult at;
        sn_fem_element_result(solid, &input, NULL, 0, &at);
        const double mu = 5000 / 2.8;
        for (int i = 0; i < 3; i++) {
            near(at.stress[3 + i], i == plane ? 0.1 * mu : 0, 1e-9);
            near(at.strain[3 + i], i == plane ? 0.05 : 0, 1e-12);
        }
        free(x);
        sn_fem_solid_free(solid);
    }
}

/* Every field under a uniform stretch, at nodes and at its maximum. */
static void test_fields(void)
{
    const double f[9] = {1.3, 0, 0, 0, 0.9, 0, 0, 0, 0.9}, j = 1.3 * 0.81;
    SnFemSolid *solid =
        solid_case(SN_ELEMENT_HEX8, SN_MATERIAL_NEO_HOOKEAN, SN_INCOMPRESSIBLE_OFF, 6, 4);
    double(*x)[3] = mapped(solid, f), activation[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    const SnFemInput input = {.x = (const double(*)[3])x, .activation = activation};
    SnFemResult at;
    solid->materials[0].stiffening = 1;
    sn_fem_node_result(solid, &input, NULL, 0, &at);
    const double *sigma = at.stress, von_mises = fabs(sigma[0] - sigma[1]), along = log(1.3),
                 across = log(0.9);
    const struct {
        SnFemField field;
        double value;
    } fields[] = {
        {SN_FIELD_NONE, 0},
        {SN_FIELD_VON_MISES, von_mises},
        {SN_FIELD_MAX_STRESS, fmax(sigma[0], sigma[1])},
        {SN_FIELD_MIN_STRESS, fmin(sigma[0], sigma[1])},
        {SN_FIELD_MAX_SHEAR, 0.5 * fabs(sigma[0] - sigma[1])},
        {SN_FIELD_PRESSURE, -(sigma[0] + 2 * sigma[1]) / 3},
        {SN_FIELD_MAX_STRAIN, along},
        {SN_FIELD_MIN_STRAIN, across},
        {SN_FIELD_EQUIVALENT_STRAIN, 2 * (along - across) / 3},
        {SN_FIELD_ENERGY, at.energy},
        {SN_FIELD_VOLUME_RATIO, j},
    };
    float value[48];
    int element;
    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++) {
        /* two equal principal values cost the trigonometric formula half its digits */
        const double size = fmax(fabs(fields[i].value), i < 6 ? von_mises : 0.1);
        sn_fem_node_field(solid, &input, NULL, fields[i].field, NULL, value);
        for (int a = 0; a < 48; a++)
            near((double)value[a], fields[i].value, 2e-7 * size);
        near(sn_fem_field_maximum(solid, &input, NULL, fields[i].field, &element), fields[i].value,
             2e-8 * size);
    }
    sn_fem_node_field(solid, &input, NULL, SN_FIELD_ACTIVATION, NULL, value);
    for (int k = 0; k < 48; k++)
        near((double)value[solid->nodes[k]], activation[k / 8], 1e-7);
    near(sn_fem_field_maximum(solid, &input, NULL, SN_FIELD_ACTIVATION, &element), 0.6, 0);
    g_assert_cmpint(element, ==, 5);
    sn_fem_node_field(solid, &input, NULL, SN_FIELD_DISPLACEMENT, NULL, value);
    const double *rest = solid->rest + 3 * 17;
    near((double)value[17], hypot(0.3 * rest[0], hypot(0.1 * rest[1], 0.1 * rest[2])), 1e-8);
    free(x);
    sn_fem_solid_free(solid);
}

/* Functions that the points can tell apart come back exactly. */
static void test_fit(void)
{
    for (int kind = SN_ELEMENT_TET4; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnPointFit fit;
        SnQuadrature q;
        double natural[20][3];
        sn_point_fit((SnElementKind)kind, &fit);
        sn_element_quadrature((SnElementKind)kind, &q);
        sn_element_natural_nodes((SnElementKind)kind, natural);
        g_assert_cmpint(fit.n_points, ==, q.n);
        for (int function = 0; function < 5; function++) {
            const bool hexahedron = kind == SN_ELEMENT_HEX8 || kind == SN_ELEMENT_HEX20;
            if ((kind == SN_ELEMENT_TET4 && function > 0) || (function == 4 && !hexahedron))
                continue;
            for (int a = 0; a < fit.n_nodes; a++) {
                double sum = 0, at[2];
                for (int p = -1; p < q.n; p++) {
                    const double *x = p < 0 ? natural[a] : q.point[p];
                    const double w = kind == SN_ELEMENT_PYRAMID5 ? 1 - x[2] : 1;
                    const double values[5] = {1, x[0] * w, x[1] * w, x[2], x[0] * x[1] * x[2]};
                    at[p >= 0] = values[function];
                    if (p < 0)
                        at[0] = values[function];
                    else
                        sum += fit.m[a][p] * values[function];
                }
                near(sum, at[0], 1e-13);
            }
        }
    }
}

/* A22: a column between walls under its weight, hard elements: it cannot move, and the forces of
 * the rows that hold it up, found from the top down, are the pressure rho g (H - z). */
static void test_column(void)
{
    enum { LAYERS = 5 };
    const double height = 0.1, side = 0.02, g = 9.8;
    double rest[4 * (LAYERS + 1)][3], lambda[LAYERS], residual[LAYERS], row[8 * LAYERS][3];
    SnElementKind kind[LAYERS];
    int nodes[8 * LAYERS];
    for (int a = 0; a < 4 * (LAYERS + 1); a++)
        sn_v3_set(side * (a % 4 == 1 || a % 4 == 2), side * (a % 4 >= 2), height / LAYERS * (a / 4),
                  rest[a]);
    for (int e = 0; e < LAYERS; e++) {
        kind[e] = SN_ELEMENT_HEX8;
        for (int k = 0; k < 8; k++)
            nodes[8 * e + k] = 4 * e + k;
    }
    SnFemSolid *solid =
        solid_from_mesh(4 * (LAYERS + 1), (const double(*)[3])rest, LAYERS, kind, nodes,
                        material_case(SN_MATERIAL_MOONEY_RIVLIN), SN_INCOMPRESSIBLE_ELEMENT);
    finish_case(solid);
    const SnFemInput input = {.x = (const double(*)[3])rest};
    sn_fem_constraints(solid, input.x, NULL, residual, row);
    /* force of a row on the nodes is lambda row: at each level m g = sum of both neighbours' */
    for (int level = LAYERS; level > 0; level--) {
        double need = 0, own = 0;
        for (int a = 4 * level; a < 4 * level + 4; a++)
            need += solid->node_mass[a] * g;
        for (int e = level - 1; e <= level && e < LAYERS; e++)
            for (int k = solid->constraint_start[e]; k < solid->constraint_start[e + 1]; k++)
                if (solid->constraint_node[k] / 4 == level) {
                    if (e == level)
                        need -= lambda[e] * row[k][2];
                    else
                        own += row[k][2];
                }
        lambda[level - 1] = need / own;
    }
    for (int e = 0; e < LAYERS; e++) {
        SnFemResult at;
        sn_fem_element_result(solid, &input, lambda, e, &at);
        /* constant in the element, held by lumped weights: exact at its lower face's level */
        near(at.pressure, 1000 * g * height / LAYERS * (LAYERS - e - 0.5), 1e-9);
        near(at.stress[2], -at.pressure, 1e-9);
    }
    float value[4 * (LAYERS + 1)];
    sn_fem_node_field(solid, &input, lambda, SN_FIELD_PRESSURE, NULL, value);
    near((double)value[4 * 2], 1000 * g * height / LAYERS * (LAYERS - 2), 1e-4);
    sn_fem_solid_free(solid);
}

/* The stress with the pressure of the rows is in balance with -dW/dx + G' lambda: uniform stretch
 * of a cube cut into six tetrahedra, both kinds of rows. */
static void test_row_pressure(void)
{
    static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const int tets[24] = {0, 1, 2, 6, 0, 2, 3, 6, 0, 3, 7, 6,
                                 0, 7, 4, 6, 0, 4, 5, 6, 0, 5, 1, 6};
    static const double stretch[9] = {1.2, 0, 0, 0, 0.9, 0, 0, 0, 1.1};
    for (int mode = SN_INCOMPRESSIBLE_ELEMENT; mode <= SN_INCOMPRESSIBLE_NODAL; mode++) {
        SnElementKind kind[6];
        for (int e = 0; e < 6; e++)
            kind[e] = SN_ELEMENT_TET4;
        SnFemSolid *solid =
            solid_from_mesh(8, cube, 6, kind, tets, material_case(SN_MATERIAL_MOONEY_RIVLIN),
                            (SnIncompressibility)mode);
        finish_case(solid);
        double(*x)[3] = mapped(solid, stretch);
        const SnFemInput input = {.x = (const double(*)[3])x};
        SnFemScratch *scratch = sn_fem_scratch_new(solid);
        double lambda[8], residual[8], row[64][3], pull = 0;
        g_assert_cmpint(solid->n_constraints, <=, 8);
        for (int k = 0; k < solid->n_constraints; k++)
            lambda[k] = 700 * solid->constraint_scale[k]; /* 700 Pa everywhere */
        sn_fem_evaluate(solid, &input, NULL, scratch);
        sn_fem_constraints(solid, input.x, NULL, residual, row);
        for (int k = 0; k < solid->start[6]; k++)
            pull += scratch->force[3 * k + 2] * (solid->nodes[k] >= 4);
        for (int k = 0; k < solid->n_constraints; k++)
            for (int i = solid->constraint_start[k]; i < solid->constraint_start[k + 1]; i++)
                pull += lambda[k] * row[i][2] * (solid->constraint_node[i] >= 4);
        SnFemResult at;
        for (int a = 0; a < 8; a++) {
            sn_fem_node_result(solid, &input, lambda, a, &at);
            near(-at.stress[2] * 1.2 * 0.9, pull, 1e-9 * fabs(pull));
            near(at.pressure, 700, 1e-9); /* the law itself has no pressure */
        }
        sn_fem_scratch_free(scratch);
        free(x);
        sn_fem_solid_free(solid);
    }
}

/* The stress of a bundle's fibres is in balance with the forces they add: a stretched block. */
static void test_bundle(void)
{
    static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const int nodes[8] = {0, 1, 2, 3, 4, 5, 6, 7}, element = 0;
    static const double stretch[9] = {0.9, 0, 0, 0, 0.95, 0, 0, 0, 1.2};
    static const double direction[1][3] = {{0, 0.6, 0.8}};
    const SnFibreParameters fibre = {.law = SN_FIBRE_CONSTANT, .max_stress = 1e5};
    const SnFemBundle bundle = {&fibre, 0.3, 1, &element, direction};
    const SnElementKind kind = SN_ELEMENT_HEX8;
    SnFemSolid *solid = solid_from_mesh(
        8, cube, 1, &kind, nodes, material_case(SN_MATERIAL_NEO_HOOKEAN), SN_INCOMPRESSIBLE_OFF);
    finish_case(solid);
    double(*x)[3] = mapped(solid, stretch), pull[3] = {0};
    const SnFemInput input = {.x = (const double(*)[3])x, .n_bundles = 1, .bundles = &bundle};
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    sn_fem_evaluate(solid, &input, NULL, scratch);
    sn_fem_add_fibres(solid, &input, &fibre, 0.3, 1, &element, direction, scratch);
    for (int a = 4; a < 8; a++)
        sn_v3_axpy(-1, scratch->force + 3 * a, pull);
    SnFemResult at;
    float value[8];
    for (int a = 0; a < 8; a++) {
        sn_fem_node_result(solid, &input, NULL, a, &at);
        near(at.stress[2] * 0.9 * 0.95, pull[2], 1e-8); /* zz, yz, xz */
        near(at.stress[5] * 0.9 * 0.95, pull[1], 1e-8);
        near(at.stress[4] * 0.9 * 0.95, pull[0], 1e-8);
    }
    sn_fem_node_field(solid, &input, NULL, SN_FIELD_ACTIVATION, NULL, value);
    near((double)value[3], 0.3, 1e-7);
    sn_fem_scratch_free(scratch);
    free(x);
    sn_fem_solid_free(solid);
}

static void test_steady(void)
{
    SnFemSolid *solid =
        solid_case(SN_ELEMENT_HEX20, SN_MATERIAL_MUSCLE, SN_INCOMPRESSIBLE_SOFT, 50, 4);
    double(*x)[3] = deformed_case(solid, 4e-4, 3);
    const SnFemInput input = {.x = (const double(*)[3])x};
    float *value[3];
    static const int threads[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        SnWorkers *workers = sn_workers_new(threads[i]);
        value[i] = calloc((size_t)solid->n_nodes, sizeof(float));
        const unsigned long before = sn_test_allocations();
        sn_fem_node_field(solid, &input, NULL, SN_FIELD_VON_MISES, workers, value[i]);
        if (sn_test_counting_malloc())
            g_assert_cmpint(sn_test_allocations(), ==, before);
        sn_workers_free(workers);
        g_assert_cmpmem(value[i], (size_t)solid->n_nodes * sizeof(float), value[0],
                        (size_t)solid->n_nodes * sizeof(float));
    }
    for (int i = 0; i < 3; i++)
        free(value[i]);
    free(x);
    sn_fem_solid_free(solid);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/results/uniform", test_uniform);
    g_test_add_func("/results/shear order", test_shear_order);
    g_test_add_func("/results/fields", test_fields);
    g_test_add_func("/results/fit", test_fit);
    g_test_add_func("/results/A22 column", test_column);
    g_test_add_func("/results/row pressure", test_row_pressure);
    g_test_add_func("/results/bundle", test_bundle);
    g_test_add_func("/results/steady", test_steady);
    return g_test_run();
}
