/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistent masses: m_ab = integral of rho N_a N_b over the element at rest (Archer 1963), scaled
 * to the element's mass, which curved sides change by the rule of integration. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/fem/batches.h"

#include <math.h>

enum { MAX_RULE = 5 };

/* Gauss's rule on 0..1. */
typedef struct Rule {
    int n;
    double point[MAX_RULE], weight[MAX_RULE];
} Rule;

/* Exact for products of shape functions and the Jacobian of straight-sided elements: degree 5 in
 * each coordinate, of quadratic elements 9. */
static Rule gauss_rule(bool quadratic)
{
    if (!quadratic) {
        const double far = sqrt(0.6) / 2;
        return (Rule){3, {0.5 - far, 0.5, 0.5 + far}, {5.0 / 18, 8.0 / 18, 5.0 / 18}};
    }
    const double root = 2 * sqrt(10.0 / 7), near = sqrt(5 - root) / 6, far = sqrt(5 + root) / 6;
    const double more = (322 + 13 * sqrt(70.0)) / 1800, less = (322 - 13 * sqrt(70.0)) / 1800;
    return (Rule){5,
                  {0.5 - far, 0.5 - near, 0.5, 0.5 + near, 0.5 + far},
                  {less, more, 64.0 / 225, more, less}};
}

/* Natural coordinates of a point of the unit cube, and the volume there: triangles and tetrahedra
 * are cubes with sides collapsed (Duffy 1982). */
static double from_cube(SnElementKind corners, const double p[3], double natural[3])
{
    switch (corners) {
    case SN_ELEMENT_TET4:
        sn_v3_set(p[0], p[1] * (1 - p[0]), p[2] * (1 - p[0]) * (1 - p[1]), natural);
        return (1 - p[0]) * (1 - p[0]) * (1 - p[1]);
    case SN_ELEMENT_WEDGE6:
        sn_v3_set(p[0], p[1] * (1 - p[0]), 2 * p[2] - 1, natural);
        return 2 * (1 - p[0]);
    case SN_ELEMENT_HEX8:
        sn_v3_set(2 * p[0] - 1, 2 * p[1] - 1, 2 * p[2] - 1, natural);
        return 8;
    default: /* pyramids */
        sn_v3_set(2 * p[0] - 1, 2 * p[1] - 1, p[2], natural);
        return 4;
    }
}

/* Adds weight N N' at one point to the packed lower pairs. */
static void add_point(const SnFemSolid *solid, int e, const double natural[3], double weight,
                      double *mass)
{
    const int n = solid->start[e + 1] - solid->start[e], *node = solid->nodes + solid->start[e];
    double value[SN_ELEMENT_MAX_NODES], derivative[SN_ELEMENT_MAX_NODES][3], j[9] = {0};

    sn_element_functions((SnElementKind)solid->kind[e], natural, value, derivative);
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 9; i++)
            j[i] += solid->rest[3 * (ptrdiff_t)node[a] + i / 3] * derivative[a][i % 3];
    weight *= fabs(j[0] * (j[4] * j[8] - j[5] * j[7]) - j[1] * (j[3] * j[8] - j[5] * j[6]) +
                   j[2] * (j[3] * j[7] - j[4] * j[6]));
    for (int a = 0; a < n; a++)
        for (int b = 0; b <= a; b++)
            *mass++ += weight * value[a] * value[b];
}

static void add_solid(const SnFemSolid *solid, int e, double *mass)
{
    const SnElementKind kind = (SnElementKind)solid->kind[e],
                        corners = sn_element_corner_kind(kind);
    const Rule rule = gauss_rule(corners != kind);

    for (int i = 0; i < rule.n; i++)
        for (int k = 0; k < rule.n; k++)
            for (int l = 0; l < rule.n; l++) {
                const double p[3] = {rule.point[i], rule.point[k], rule.point[l]};
                double natural[3];
                const double volume = from_cube(corners, p, natural);
                add_point(solid, e, natural,
                          volume * rule.weight[i] * rule.weight[k] * rule.weight[l], mass);
            }
}

/* Bilinear (linear) functions of a sheet's corners at r, s of the unit square (triangle), with
 * derivatives. */
static void sheet_functions(int n, double r, double s, double *value, double (*slope)[2])
{
    if (n == 3) {
        const double v[3] = {1 - r - s, r, s}, d[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
        for (int a = 0; a < 3; a++)
            value[a] = v[a], slope[a][0] = d[a][0], slope[a][1] = d[a][1];
        return;
    }
    for (int a = 0; a < 4; a++) {
        const bool right = a == 1 || a == 2, top = a >= 2;
        const double x = right ? r : 1 - r, y = top ? s : 1 - s;
        value[a] = x * y;
        slope[a][0] = (right ? 1 : -1) * y;
        slope[a][1] = (top ? 1 : -1) * x;
    }
}

/* Over the middle surface; of shells a third of it on a side, a sixth between both. */
static void add_sheet(const SnFemSolid *solid, int e, double *mass)
{
    const SnElementKind kind = (SnElementKind)solid->kind[e];
    const int n = sn_element_shape(kind)->n_corners, *node = solid->nodes + solid->start[e];
    const bool shell = sn_element_is_shell(kind);
    const Rule rule = gauss_rule(false);

    for (int i = 0; i < rule.n; i++)
        for (int k = 0; k < rule.n; k++) {
            const double r = rule.point[i], shrink = n == 3 ? 1 - r : 1;
            double value[4], slope[4][2], along[2][3] = {{0}}, normal[3];
            sheet_functions(n, r, shrink * rule.point[k], value, slope);
            for (int a = 0; a < n; a++)
                for (int c = 0; c < 3; c++) {
                    double x = solid->rest[3 * (ptrdiff_t)node[a] + c];
                    if (shell)
                        x = 0.5 * (x + solid->rest[3 * (ptrdiff_t)node[n + a] + c]);
                    along[0][c] += slope[a][0] * x;
                    along[1][c] += slope[a][1] * x;
                }
            sn_v3_cross(along[0], along[1], normal);
            const double weight = rule.weight[i] * rule.weight[k] * shrink * sn_v3_norm(normal);
            double *m = mass;
            for (int a = 0; a < (shell ? 2 * n : n); a++)
                for (int b = 0; b <= a; b++)
                    *m++ += weight * value[a % n] * value[b % n] *
                            (!shell           ? 1
                             : a / n == b / n ? 1.0 / 3
                                              : 1.0 / 6);
        }
}

void sn_fem_make_consistent_mass(SnFemSolid *solid)
{
    const size_t pairs = (size_t)solid->stiffness_start[solid->n_elements] / 9;

    solid->pair_mass = sn_alloc(pairs + 1, sizeof *solid->pair_mass);
    solid->row_mass = sn_alloc((size_t)solid->n_nodes + 1, sizeof *solid->row_mass);
    for (int e = 0; e < solid->n_elements; e++) {
        const int n = solid->start[e + 1] - solid->start[e], *node = solid->nodes + solid->start[e];
        double *mass = solid->pair_mass + solid->stiffness_start[e] / 9, sum = 0;
        if (sn_element_is_surface((SnElementKind)solid->kind[e]))
            add_sheet(solid, e, mass);
        else
            add_solid(solid, e, mass);
        for (int a = 0, k = 0; a < n; a++)
            for (int b = 0; b <= a; b++, k++)
                sum += (a == b ? 1 : 2) * mass[k];
        const double scale = solid->density[e] * solid->volume[e] / sum;
        for (int a = 0, k = 0; a < n; a++)
            for (int b = 0; b <= a; b++, k++) {
                mass[k] *= scale;
                solid->row_mass[node[a]] += mass[k];
                if (a != b)
                    solid->row_mass[node[b]] += mass[k];
            }
    }
}

void sn_fem_add_mass_product(const SnFemSolid *solid, const double (*v)[3], double factor,
                             double (*momentum)[3])
{
    const double *mass = solid->pair_mass;

    for (int e = 0; e < solid->n_elements; e++) {
        const int *node = solid->nodes + solid->start[e], n = solid->start[e + 1] - solid->start[e];
        for (int a = 0; a < n; a++)
            for (int b = 0; b <= a; b++, mass++) {
                sn_v3_axpy(factor * *mass, v[node[b]], momentum[node[a]]);
                if (a != b)
                    sn_v3_axpy(factor * *mass, v[node[a]], momentum[node[b]]);
            }
    }
}
