/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/point_fit.h"

#include <math.h>
#include <string.h>

#define TERMS 8

/* Functions of the fit at natural coordinates; returns their number. */
static int basis(SnElementKind kind, const double x[3], double value[TERMS])
{
    const double r = x[0], s = x[1], t = x[2];
    value[0] = 1;
    switch (kind) {
    case SN_ELEMENT_TET10:
        value[1] = r, value[2] = s, value[3] = t;
        return 4;
    case SN_ELEMENT_HEX8:
    case SN_ELEMENT_HEX20:
    case SN_ELEMENT_SHELL4:
        value[1] = r, value[2] = s, value[3] = t;
        value[4] = r * s, value[5] = s * t, value[6] = t * r, value[7] = r * s * t;
        return 8;
    case SN_ELEMENT_WEDGE6:
    case SN_ELEMENT_SHELL3:
        value[1] = r, value[2] = s;
        value[3] = t, value[4] = r * t, value[5] = s * t;
        return 6;
    case SN_ELEMENT_PYRAMID5: /* r, s are the same at every height */
        value[1] = r * (1 - t), value[2] = s * (1 - t), value[3] = t;
        return 4;
    case SN_ELEMENT_MEMBRANE4:
        value[1] = r, value[2] = s, value[3] = r * s;
        return 4;
    default:
        return 1;
    }
}

/* Inverse of a symmetric positive matrix in place, by Gauss and Jordan. */
static void invert(int n, double a[TERMS][TERMS])
{
    for (int k = 0; k < n; k++) {
        const double pivot = 1 / a[k][k];
        a[k][k] = 1;
        for (int j = 0; j < n; j++)
            a[k][j] *= pivot;
        for (int i = 0; i < n; i++) {
            const double factor = a[i][k];
            if (i == k)
                continue;
            a[i][k] = 0;
            for (int j = 0; j < n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

/* The fit from `point` [n_points] to `natural` [n_nodes]. */
static void least_squares(SnElementKind kind, const double (*point)[3], const double (*natural)[3],
                          SnPointFit *fit)
{
    double at_point[SN_ELEMENT_MAX_POINTS][TERMS], at_node[TERMS], normal[TERMS][TERMS] = {{0}};
    int n = 0;

    for (int p = 0; p < fit->n_points; p++) {
        n = basis(kind, point[p], at_point[p]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                normal[i][j] += at_point[p][i] * at_point[p][j];
    }
    invert(n, normal);
    memset(fit->m, 0, sizeof fit->m);
    for (int a = 0; a < fit->n_nodes; a++) {
        basis(kind, natural[a], at_node);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int p = 0; p < fit->n_points; p++)
                    fit->m[a][p] += at_node[i] * normal[i][j] * at_point[p][j];
    }
}

void sn_point_fit(SnElementKind kind, SnPointFit *fit)
{
    SnQuadrature quadrature;
    double natural[SN_ELEMENT_MAX_NODES][3];

    sn_element_quadrature(kind, &quadrature);
    sn_element_natural_nodes(kind, natural);
    fit->n_nodes = sn_element_shape(kind)->n_nodes;
    fit->n_points = quadrature.n;
    least_squares(kind, (const double(*)[3])quadrature.point, (const double(*)[3])natural, fit);
}

void sn_sheet_fit(SnElementKind kind, const SnSheetTable *table, SnPointFit *fit)
{
    static const double square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const double triangle[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    double point[SN_SHEET_LAYERS * SN_LANES][3], natural[SN_SHEET_NODES][3];
    const int corners = table->n_nodes / table->n_layers;

    fit->n_nodes = table->n_nodes;
    fit->n_points = table->n_layers * table->n_points;
    for (int p = 0; p < fit->n_points; p++)
        for (int i = 0; i < 3; i++)
            point[p][i] = table->natural[p / table->n_points][i][p % table->n_points];
    for (int a = 0; a < table->n_nodes; a++) {
        const double *at = corners == 3 ? triangle[a % corners] : square[a % corners];
        natural[a][0] = at[0], natural[a][1] = at[1];
        natural[a][2] = a < corners ? 1 : -1;
    }
    least_squares(kind, (const double(*)[3])point, (const double(*)[3])natural, fit);
}
