/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fibres in elements: curves against their table, force against energy and stiffness against force
 * by finite differences, a block against its closed form. */
#include "engine/base/vec.h"
#include "engine/fem/fibres.h"
#include "engine/fem/shape_functions.h"
#include "tests/fem/solid_cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELEMENTS 5

static const SnFibreParameters blemker = {.law = SN_FIBRE_BLEMKER,
                                          .max_stress = 3e5,
                                          .optimal_stretch = 1.1,
                                          .straight_stretch = 1.4,
                                          .p1 = 0.05,
                                          .p2 = 6.6};

/* A14 of verification.md; slopes against differences. */
static void test_curves(void)
{
    static const double table[][3] = {{0.3, 0, 0},
                                      {0.5, 0.09, 0},
                                      {0.55, 0.2025, 0},
                                      {0.7, 0.64, 0},
                                      {1, 1, 0},
                                      {1.2, 0.84, 0.1371710689},
                                      {1.4, 0.36, 0.6506601804},
                                      {1.5, 0.09, 1.1130958994},
                                      {1.7, 0, 2.0379673376}};
    for (size_t i = 0; i < G_N_ELEMENTS(table); i++) {
        const double l = table[i][0] * blemker.optimal_stretch, h = 1e-6;
        double slope, unused;
        const double whole = sn_fibre_stress(&blemker, l, 1, &slope);
        const double passive = sn_fibre_stress(&blemker, l, 0, &unused);
        g_assert_cmpfloat_with_epsilon((whole - passive) / 3e5, table[i][1], 1e-12);
        g_assert_cmpfloat_with_epsilon(passive / 3e5, table[i][2], 1e-9);
        const double gained =
            sn_fibre_energy(&blemker, l + h, 1) - sn_fibre_energy(&blemker, l - h, 1);
        g_assert_cmpfloat_with_epsilon(gained / (2 * h), whole, 1e-6 * 3e5);
        if (table[i][0] == 1 || table[i][0] == 1.4)
            continue; /* where the slope jumps */
        const double up = sn_fibre_stress(&blemker, l + h, 1, &unused);
        const double down = sn_fibre_stress(&blemker, l - h, 1, &unused);
        g_assert_cmpfloat_with_epsilon((up - down) / (2 * h), slope, 1e-3);
    }
}

typedef struct Case {
    SnFemSolid *solid;
    SnFemScratch *scratch;
    SnFemInput input;
    SnFibreParameters fibre;
    double activation;
    int element[ELEMENTS];
    double direction[ELEMENTS][3];
    double (*x)[3];
} Case;

static void case_new(Case *c, SnElementKind kind, const SnFibreParameters *fibre)
{
    uint32_t seed = 3;
    c->solid = solid_case(kind, SN_MATERIAL_NEO_HOOKEAN, SN_INCOMPRESSIBLE_OFF, ELEMENTS, 5);
    c->scratch = sn_fem_scratch_new(c->solid);
    c->x = deformed_case(c->solid, 4e-4, 9);
    c->fibre = *fibre;
    c->activation = 0.7;
    for (int e = 0; e < ELEMENTS; e++) {
        c->element[e] = (e + 2) % ELEMENTS;
        for (int i = 0; i < 3; i++)
            c->direction[e][i] = 0.1 * random_case(&seed) + (i == 1);
        sn_v3_normalize(c->direction[e], c->direction[e]);
    }
    c->input = (SnFemInput){.x = (const double(*)[3])c->x, .tangent = true};
}

static void case_free(Case *c)
{
    sn_fem_scratch_free(c->scratch);
    sn_fem_solid_free(c->solid);
    free(c->x);
}

static void evaluate(Case *c)
{
    const SnFemSolid *s = c->solid;
    memset(c->scratch->force, 0, 3 * (size_t)s->start[s->n_elements] * sizeof(double));
    memset(c->scratch->stiffness, 0, (size_t)s->stiffness_start[s->n_elements] * sizeof(double));
    sn_fem_add_fibres(s, &c->input, &c->fibre, c->activation, ELEMENTS, c->element,
                      (const double(*)[3])c->direction, c->scratch);
}

/* Integral of the stress from stretch 1, Simpson. */
static double work_of(const Case *c, double stretch)
{
    double sum = 0, slope;
    for (int i = 0; i <= 200; i++)
        sum += (i == 0 || i == 200 ? 1
                : i % 2            ? 4
                                   : 2) *
               sn_fibre_stress(&c->fibre, 1 + (stretch - 1) * i / 200, c->activation, &slope);
    return sum * (stretch - 1) / 600;
}

/* Energy of a bundle by the shape functions themselves. */
static double energy(const Case *c)
{
    const SnFemSolid *s = c->solid;
    double sum = 0;
    for (int k = 0; k < ELEMENTS; k++) {
        const int e = c->element[k], *node = s->nodes + s->start[e];
        SnQuadrature q;
        sn_element_quadrature((SnElementKind)s->kind[e], &q);
        for (int p = 0; p < q.n; p++) {
            double value[20], derivative[20][3], rest[9] = {0}, present[9] = {0}, inverse[9] = {0};
            sn_element_functions((SnElementKind)s->kind[e], q.point[p], value, derivative);
            for (int a = 0; a < s->start[e + 1] - s->start[e]; a++)
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++) {
                        rest[3 * i + j] += s->rest[3 * node[a] + i] * derivative[a][j];
                        present[3 * i + j] += c->x[node[a]][i] * derivative[a][j];
                    }
            const double volume = q.weight[p] * sn_m3_inverse(rest, inverse);
            double carried[3];
            sn_m3_mul_v3(inverse, c->direction[k], carried);
            sn_m3_mul_v3(present, carried, carried);
            sum += volume * work_of(c, sn_v3_norm(carried));
        }
    }
    return sum;
}

/* The same by the product. */
static double fibre_energy(const Case *c)
{
    return sn_fem_fibre_energy(c->solid, &c->input, &c->fibre, c->activation, ELEMENTS, c->element,
                               (const double(*)[3])c->direction);
}

static double entry(const double *k, int row, int column)
{
    const int a = row / 3, b = column / 3;
    return a >= b ? k[9 * (a * (a + 1) / 2 + b) + 3 * (row % 3) + column % 3]
                  : k[9 * (b * (b + 1) / 2 + a) + 3 * (column % 3) + row % 3];
}

/* Elements share no nodes, so element forces are node forces. */
static void check(SnElementKind kind, const SnFibreParameters *fibre)
{
    Case c;
    case_new(&c, kind, fibre);
    const int total = 3 * c.solid->start[ELEMENTS], own = total / ELEMENTS;
    double *up = malloc((size_t)total * sizeof *up), *down = malloc((size_t)total * sizeof *down);
    double largest = 0, stiffest = 0;
    const double h = 2e-7;
    double *flat = c.x[0];

    evaluate(&c);
    for (int i = 0; i < total; i++)
        largest = fmax(largest, fabs(c.scratch->force[i]));
    for (int i = 0; i < c.solid->stiffness_start[ELEMENTS]; i++)
        stiffest = fmax(stiffest, fabs(c.scratch->stiffness[i]));
    for (int i = 0; i < total; i += 5) {
        flat[i] += h;
        const double high = energy(&c), product_high = fibre_energy(&c);
        evaluate(&c);
        memcpy(up, c.scratch->force, (size_t)total * sizeof *up);
        flat[i] -= 2 * h;
        const double low = energy(&c), product_low = fibre_energy(&c);
        evaluate(&c);
        memcpy(down, c.scratch->force, (size_t)total * sizeof *down);
        flat[i] += h;
        evaluate(&c);
        g_assert_cmpfloat(fabs((low - high) / (2 * h) - c.scratch->force[i]), <, 2e-7 * largest);
        g_assert_cmpfloat(fabs((product_low - product_high) / (2 * h) - c.scratch->force[i]), <,
                          2e-7 * largest);
        const int e = i / own;
        for (int k = 0; k < own; k++) {
            const double slope = (down[e * own + k] - up[e * own + k]) / (2 * h);
            const double exact =
                entry(c.scratch->stiffness + c.solid->stiffness_start[e], k, i % own);
            g_assert_cmpfloat(fabs(slope - exact), <, 1e-6 * stiffest);
        }
    }
    free(up);
    free(down);
    case_free(&c);
}

static void test_differences(void)
{
    const SnFibreParameters constant = {.law = SN_FIBRE_CONSTANT, .max_stress = 1e5};
    SnFibreParameters smooth = blemker; /* no kink between here and the stretches of the case */
    smooth.optimal_stretch = 0.95;
    for (int kind = SN_ELEMENT_TET4; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        check((SnElementKind)kind, &smooth);
        check((SnElementKind)kind, &constant);
    }
}

/* A unit cube stretched by 1.25 along its fibres pulls with sigma times its area at rest. */
static void test_block(void)
{
    static const double rest[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    static const int nodes[8] = {0, 1, 2, 3, 4, 5, 6, 7}, element = 0;
    static const double along[1][3] = {{0, 0, 1}};
    const SnElementKind kind = SN_ELEMENT_HEX8;
    SnFemSolid *solid =
        solid_from_mesh(8, rest, 1, &kind, nodes, sn_material_default(), SN_INCOMPRESSIBLE_OFF);
    finish_case(solid);
    SnFemScratch *scratch = sn_fem_scratch_new(solid);
    double x[8][3], pull = 0, slope;
    for (int a = 0; a < 8; a++)
        for (int i = 0; i < 3; i++)
            x[a][i] = rest[a][i] * (i == 2 ? 1.25 : 0.9);
    const SnFemInput input = {.x = (const double(*)[3])x};
    sn_fem_add_fibres(solid, &input, &blemker, 0.4, 1, &element, along, scratch);
    for (int a = 4; a < 8; a++)
        pull -= scratch->force[3 * a + 2];
    const double expected = sn_fibre_stress(&blemker, 1.25, 0.4, &slope);
    g_assert_cmpfloat(fabs(pull - expected), <, 1e-12 * expected);
    for (int i = 0; i < solid->stiffness_start[1]; i++)
        g_assert_true(scratch->stiffness[i] == 0); /* not asked for */
    sn_fem_scratch_free(scratch);
    sn_fem_solid_free(solid);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fibres/curves", test_curves);
    g_test_add_func("/fibres/differences", test_differences);
    g_test_add_func("/fibres/block", test_block);
    return g_test_run();
}
