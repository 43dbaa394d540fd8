/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fem/solid_cases.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fem/shape_functions.h"

double random_case(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (1 << 23) - 1;
}

SnMaterial material_case(SnMaterialKind law)
{
    SnMaterial material = sn_material_default();
    material.kind = law;
    material.youngs_modulus = 5000;
    material.poissons_ratio = 0.4;
    material.c10 = 1037;
    material.c01 = 320;
    material.c11 = 110;
    material.c20 = 486;
    material.c02 = 75;
    material.bulk_modulus = 9000;
    material.stiffening = 1.7;
    material.prony_g[0] = 0.3;
    material.prony_tau[0] = 0.05;
    material.prony_g[1] = 0.2;
    material.prony_tau[1] = 0.4;
    return material;
}

SnFemSolid *solid_from_mesh(int n_nodes, const double (*rest)[3], int n_elements,
                            const SnElementKind *kind, const int *nodes, SnMaterial material,
                            SnIncompressibility mode)
{
    SnFemSolid *solid = calloc(1, sizeof *solid);

    solid->n_nodes = n_nodes;
    solid->rest = calloc((size_t)n_nodes, 3 * sizeof(double));
    memcpy(solid->rest, rest, (size_t)n_nodes * sizeof *rest);
    solid->n_elements = n_elements;
    solid->kind = calloc((size_t)n_elements, 1);
    solid->start = calloc((size_t)n_elements + 1, sizeof(int));
    solid->material_of = calloc((size_t)n_elements, sizeof(int));
    solid->density = calloc((size_t)n_elements, sizeof(double));
    solid->fibre = calloc((size_t)n_elements, sizeof *solid->fibre);
    for (int e = 0; e < n_elements; e++) {
        solid->kind[e] = (uint8_t)kind[e];
        solid->start[e + 1] = solid->start[e] + sn_element_shape(kind[e])->n_nodes;
        solid->density[e] = 1000;
        solid->fibre[e][0] = 1;
    }
    solid->nodes = calloc((size_t)solid->start[n_elements], sizeof(int));
    memcpy(solid->nodes, nodes, (size_t)solid->start[n_elements] * sizeof(int));
    solid->n_materials = 1;
    solid->materials = calloc(1, sizeof *solid->materials);
    solid->materials[0] = material;
    solid->incompressibility = mode;
    return solid;
}

void finish_case(SnFemSolid *solid)
{
    const SnFemTrouble trouble = sn_fem_solid_finish(solid);
    if (trouble.element >= 0)
        g_error("element %d %s", trouble.element, trouble.text);
}

/* Corners moved at random, middles of edges by less, so that edges are curved. */
static void distort(SnElementKind kind, double (*x)[3], uint32_t *seed)
{
    const SnElementShape *shape = sn_element_shape(kind);

    for (int a = 0; a < shape->n_corners; a++)
        for (int i = 0; i < 3; i++)
            x[a][i] += 0.12 * random_case(seed);
    for (int k = 0; k < shape->n_edges; k++) {
        const signed char *edge = shape->edge[k];
        for (int i = 0; edge[2] >= 0 && i < 3; i++)
            x[edge[2]][i] = 0.5 * (x[edge[0]][i] + x[edge[1]][i]) + 0.03 * random_case(seed);
    }
}

SnFemSolid *solid_case(SnElementKind kind, SnMaterialKind law, SnIncompressibility mode, int n,
                       uint32_t seed)
{
    const int count = sn_element_shape(kind)->n_nodes;
    double(*rest)[3] = calloc((size_t)(n * count), sizeof *rest);
    int *nodes = calloc((size_t)(n * count), sizeof(int));
    SnElementKind *kinds = calloc((size_t)n, sizeof *kinds);

    for (int e = 0; e < n; e++) {
        double(*x)[3] = rest + e * count;
        kinds[e] = kind;
        sn_element_natural_nodes(kind, x);
        distort(kind, x, &seed);
        for (int a = 0; a < count; a++)
            for (int i = 0; i < 3; i++)
                x[a][i] = 0.01 * x[a][i] + (i == 0 ? 0.05 * e : 0);
    }
    for (int k = 0; k < n * count; k++)
        nodes[k] = k / count * count + k % count;
    SnFemSolid *solid = solid_from_mesh(n * count, (const double(*)[3])rest, n, kinds, nodes,
                                        material_case(law), mode);
    for (int e = 0; e < n; e++) {
        double *f = solid->fibre[e], norm = 0;
        for (int i = 0; i < 3; i++) {
            f[i] = (i == 1) + 0.2 * random_case(&seed);
            norm += f[i] * f[i];
        }
        for (int i = 0; i < 3; i++)
            f[i] /= sqrt(norm);
    }
    free(rest);
    free(nodes);
    free(kinds);
    finish_case(solid);
    return solid;
}

double (*deformed_case(const SnFemSolid *solid, double size, uint32_t seed))[3]
{
    static const double f[3][3] = {{0.1, -1.15, 0.2}, {0.9, 0.1, -0.1}, {0.15, 0.2, 1.05}};
    double(*x)[3] = malloc((size_t)solid->n_nodes * sizeof *x);

    for (int a = 0; a < solid->n_nodes; a++)
        for (int i = 0; i < 3; i++) {
            x[a][i] = size * random_case(&seed);
            for (int k = 0; k < 3; k++)
                x[a][i] += f[i][k] * solid->rest[3 * a + k];
        }
    return x;
}
