/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shape functions, rules of integration, volumes, masses, troubles, and the finder. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fem/shape_functions.h"
#include "tests/fem/grid_cases.h"

static const double size[3] = {.04, .03, .02};
static const int cells[3] = {4, 3, 3};

/* A place inside the natural shape. */
static void random_natural(SnElementKind kind, double natural[3], uint32_t *seed)
{
    double node[SN_ELEMENT_MAX_NODES][3], weight, sum = 0;

    sn_element_natural_nodes(kind, node);
    natural[0] = natural[1] = natural[2] = 0;
    for (int a = 0; a < sn_element_shape(kind)->n_corners; a++) {
        weight = 1 + 0.98 * random_case(seed);
        sum += weight;
        for (int i = 0; i < 3; i++)
            natural[i] += weight * node[a][i];
    }
    for (int i = 0; i < 3; i++)
        natural[i] /= sum;
}

static void test_functions(void)
{
    const double h = 1e-5;
    uint32_t seed = 2;

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        const int n = sn_element_shape((SnElementKind)kind)->n_nodes;
        double node[SN_ELEMENT_MAX_NODES][3], value[SN_ELEMENT_MAX_NODES];
        double slope[SN_ELEMENT_MAX_NODES][3], up[SN_ELEMENT_MAX_NODES], down[SN_ELEMENT_MAX_NODES];
        double none[SN_ELEMENT_MAX_NODES][3], x[3];

        sn_element_natural_nodes((SnElementKind)kind, node);
        for (int b = 0; b < n; b++) {
            sn_element_functions((SnElementKind)kind, node[b], value, slope);
            for (int a = 0; a < n; a++)
                g_assert_cmpfloat(fabs(value[a] - (a == b)), <, 1e-15);
        }
        for (int trial = 0; trial < 20; trial++) {
            double sum = 0;
            random_natural((SnElementKind)kind, x, &seed);
            sn_element_functions((SnElementKind)kind, x, value, slope);
            for (int a = 0; a < n; a++)
                sum += value[a];
            g_assert_cmpfloat(fabs(sum - 1), <, 1e-14);
            for (int i = 0; i < 3; i++) {
                const double at = x[i];
                x[i] = at + h;
                sn_element_functions((SnElementKind)kind, x, up, none);
                x[i] = at - h;
                sn_element_functions((SnElementKind)kind, x, down, none);
                x[i] = at;
                for (int a = 0; a < n; a++)
                    g_assert_cmpfloat(fabs(slope[a][i] - (up[a] - down[a]) / (2 * h)), <, 1e-9);
            }
        }
    }
}

/* Powers r^i s^j t^k that each rule must integrate exactly (the Jacobian's (1 - t)^2 with the
 * pyramid's), against closed forms. */
static double exact_integral(SnElementKind kind, int i, int j, int k)
{
    const double r = i % 2 ? 0 : 2.0 / (i + 1), s = j % 2 ? 0 : 2.0 / (j + 1),
                 t = k % 2 ? 0 : 2.0 / (k + 1);
    switch (sn_element_corner_kind(kind)) {
    case SN_ELEMENT_TET4:
        return tgamma(i + 1) * tgamma(j + 1) * tgamma(k + 1) / tgamma(i + j + k + 4);
    case SN_ELEMENT_HEX8:
        return r * s * t;
    case SN_ELEMENT_WEDGE6:
        return tgamma(i + 1) * tgamma(j + 1) / tgamma(i + j + 3) * t;
    default: /* int_0^1 t^k (1 - t)^2 dt */
        return r * s * tgamma(k + 1) * 2 / tgamma(k + 4);
    }
}

static void test_quadrature(void)
{
    /* in r, s, t each, and together */
    static const int degree[][4] = {{1, 1, 1, 1},  {2, 2, 2, 2}, {3, 3, 3, 9},
                                    {5, 5, 5, 15}, {2, 2, 3, 5}, {3, 3, 3, 9}};
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnQuadrature q;
        const int *d = degree[kind];
        sn_element_quadrature((SnElementKind)kind, &q);
        for (int i = 0; i <= d[0]; i++)
            for (int j = 0; j <= d[1]; j++)
                for (int k = 0; k <= d[2] && i + j + k <= d[3]; k++) {
                    double sum = 0;
                    if (kind == SN_ELEMENT_WEDGE6 && i + j > 2)
                        continue;
                    for (int p = 0; p < q.n; p++) {
                        const double *x = q.point[p];
                        const double extra =
                            kind == SN_ELEMENT_PYRAMID5 ? (1 - x[2]) * (1 - x[2]) : 1;
                        sum += q.weight[p] * extra * pow(x[0], i) * pow(x[1], j) * pow(x[2], k);
                    }
                    g_assert_cmpfloat(fabs(sum - exact_integral((SnElementKind)kind, i, j, k)), <,
                                      1e-14);
                }
    }
}

static void test_volume_and_mass(void)
{
    const double volume = size[0] * size[1] * size[2];

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnFemSolid *solid = grid_case((SnElementKind)kind, cells, size, 0.3,
                                      material_case(SN_MATERIAL_LINEAR), SN_INCOMPRESSIBLE_OFF);
        double sum = 0, mass = 0;
        for (int e = 0; e < solid->n_elements; e++)
            sum += solid->volume[e];
        for (int a = 0; a < solid->n_nodes; a++) {
            g_assert_cmpfloat(solid->node_mass[a], >, 0);
            mass += solid->node_mass[a];
        }
        g_assert_cmpfloat(fabs(sum - volume), <, 1e-13 * volume);
        g_assert_cmpfloat(fabs(mass - 1000 * volume), <, 1e-13 * 1000 * volume);
        sn_fem_solid_free(solid);
    }
}

/* A node moved through the element. */
static void test_trouble(void)
{
    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++)
        for (int flat = 0; flat < 2; flat++) {
            const int n = sn_element_shape((SnElementKind)kind)->n_nodes;
            double x[2][SN_ELEMENT_MAX_NODES][3], rest[2 * SN_ELEMENT_MAX_NODES][3];
            SnElementKind kinds[2] = {(SnElementKind)kind, (SnElementKind)kind};
            int nodes[2 * SN_ELEMENT_MAX_NODES];
            sn_element_natural_nodes((SnElementKind)kind, x[0]);
            sn_element_natural_nodes((SnElementKind)kind, x[1]);
            for (int a = 0; a < n; a++)
                x[1][a][2] *= flat ? 0 : -1;
            for (int a = 0; a < 2 * n; a++) {
                nodes[a] = a;
                memcpy(rest[a], x[a / n][a % n], sizeof rest[a]);
            }
            SnFemSolid *solid =
                solid_from_mesh(2 * n, (const double(*)[3])rest, 2, kinds, nodes,
                                material_case(SN_MATERIAL_LINEAR), SN_INCOMPRESSIBLE_OFF);
            const SnFemTrouble trouble = sn_fem_solid_finish(solid);
            g_assert_cmpint(trouble.element, ==, 1);
            g_assert_true(g_str_has_prefix(trouble.text, flat ? "is flat" : "is inside out"));
            sn_fem_solid_free(solid);
        }
}

/* Positions of natural coordinates are found again, in that element or where its neighbour touches
 * it. */
static void place(const SnFemSolid *solid, int e, const double natural[3], double x[3])
{
    double value[SN_ELEMENT_MAX_NODES], slope[SN_ELEMENT_MAX_NODES][3];
    sn_element_functions((SnElementKind)solid->kind[e], natural, value, slope);
    x[0] = x[1] = x[2] = 0;
    for (int a = 0; a < solid->start[e + 1] - solid->start[e]; a++)
        for (int i = 0; i < 3; i++)
            x[i] += value[a] * solid->rest[3 * solid->nodes[solid->start[e] + a] + i];
}

static double apart(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void test_find_inside(void)
{
    uint32_t seed = 8;

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnFemSolid *solid = grid_case((SnElementKind)kind, cells, size, 0.3,
                                      material_case(SN_MATERIAL_LINEAR), SN_INCOMPRESSIBLE_OFF);
        SnFemFinder *finder = sn_fem_finder_new(solid);
        int same = 0;
        for (int e = 0; e < solid->n_elements; e++) {
            double natural[3], x[3], found[3], there[3], distance;
            random_natural((SnElementKind)kind, natural, &seed);
            place(solid, e, natural, x);
            const int element = sn_fem_find(finder, x, found, &distance);
            g_assert_cmpfloat(distance, ==, 0);
            place(solid, element, found, there);
            g_assert_cmpfloat(apart(there, x), <, 1e-11 * size[0]);
            same += element == e;
        }
        /* all but those in the corners of warped hexahedra, which overlap there */
        g_assert_cmpint(same, >=, solid->n_elements - 1);
        /* every node is somewhere */
        for (int a = 0; a < solid->n_nodes; a++) {
            double found[3], distance;
            g_assert_cmpint(sn_fem_find(finder, solid->rest + 3 * a, found, &distance), >=, 0);
            g_assert_cmpfloat(distance, <, 1e-12);
        }
        sn_fem_finder_free(finder);
        sn_fem_solid_free(solid);
    }
}

/* Outside the box the nearest point is the position moved into it. */
static void test_find_outside(void)
{
    uint32_t seed = 9;

    for (int kind = 0; kind <= SN_ELEMENT_PYRAMID5; kind++) {
        SnFemSolid *solid = grid_case((SnElementKind)kind, cells, size, 0.3,
                                      material_case(SN_MATERIAL_LINEAR), SN_INCOMPRESSIBLE_OFF);
        SnFemFinder *finder = sn_fem_finder_new(solid);
        for (int trial = 0; trial < 100; trial++) {
            double x[3], nearest[3], natural[3], there[3], distance;
            for (int i = 0; i < 3; i++) {
                x[i] = size[i] * (0.5 + random_case(&seed));
                nearest[i] = fmin(fmax(x[i], 0), size[i]);
            }
            const int e = sn_fem_find(finder, x, natural, &distance);
            place(solid, e, natural, there);
            g_assert_cmpfloat(apart(there, nearest), <, 1e-9 * size[0]);
            g_assert_cmpfloat(fabs(distance - apart(x, nearest)), <, 1e-9 * size[0]);
        }
        sn_fem_finder_free(finder);
        sn_fem_solid_free(solid);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fem/shape/functions", test_functions);
    g_test_add_func("/fem/shape/quadrature", test_quadrature);
    g_test_add_func("/fem/shape/volume-and-mass", test_volume_and_mass);
    g_test_add_func("/fem/shape/trouble", test_trouble);
    g_test_add_func("/fem/shape/find-inside", test_find_inside);
    g_test_add_func("/fem/shape/find-outside", test_find_outside);
    return g_test_run();
}
