/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/shape_functions.h"

#include <math.h>
#include <string.h>

#include "engine/fem/solid.h"

static const double tet_corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const double hex_corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                        {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const double wedge_corner[6][3] = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1},
                                          {0, 0, 1},  {1, 0, 1},  {0, 1, 1}};
static const double pyramid_corner[5][3] = {
    {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};

SnElementKind sn_element_corner_kind(SnElementKind kind)
{
    return kind == SN_ELEMENT_TET10   ? SN_ELEMENT_TET4
           : kind == SN_ELEMENT_HEX20 ? SN_ELEMENT_HEX8
                                      : kind;
}

void sn_element_natural_nodes(SnElementKind kind, double (*natural)[3])
{
    const SnElementShape *shape = sn_element_shape(kind);
    const double(*corner)[3] = NULL;

    switch (sn_element_corner_kind(kind)) {
    case SN_ELEMENT_TET4:
        corner = tet_corner;
        break;
    case SN_ELEMENT_HEX8:
        corner = hex_corner;
        break;
    case SN_ELEMENT_WEDGE6:
        corner = wedge_corner;
        break;
    default:
        corner = pyramid_corner;
        break;
    }
    memcpy(natural, corner, (size_t)shape->n_corners * sizeof *natural);
    for (int e = 0; e < shape->n_edges; e++) {
        const signed char *edge = shape->edge[e];
        for (int i = 0; edge[2] >= 0 && i < 3; i++)
            natural[edge[2]][i] = 0.5 * (natural[edge[0]][i] + natural[edge[1]][i]);
    }
}

static void tet_functions(SnElementKind kind, const double natural[3], double *value,
                          double (*derivative)[3])
{
    const double l[4] = {1 - natural[0] - natural[1] - natural[2], natural[0], natural[1],
                         natural[2]};
    static const double slope[4][3] = {{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int quadratic = kind == SN_ELEMENT_TET10;

    for (int a = 0; a < 4; a++) {
        value[a] = quadratic ? l[a] * (2 * l[a] - 1) : l[a];
        for (int i = 0; i < 3; i++)
            derivative[a][i] = (quadratic ? 4 * l[a] - 1 : 1) * slope[a][i];
    }
    const SnElementShape *shape = sn_element_shape(kind);
    for (int e = 0; quadratic && e < 6; e++) {
        const int p = shape->edge[e][0], q = shape->edge[e][1], a = shape->edge[e][2];
        value[a] = 4 * l[p] * l[q];
        for (int i = 0; i < 3; i++)
            derivative[a][i] = 4 * (slope[p][i] * l[q] + l[p] * slope[q][i]);
    }
}

static void hex8_functions(const double natural[3], double *value, double (*derivative)[3])
{
    for (int a = 0; a < 8; a++) {
        const double *c = hex_corner[a];
        const double r = 1 + c[0] * natural[0], s = 1 + c[1] * natural[1],
                     t = 1 + c[2] * natural[2];
        value[a] = r * s * t / 8;
        derivative[a][0] = c[0] * s * t / 8;
        derivative[a][1] = r * c[1] * t / 8;
        derivative[a][2] = r * s * c[2] / 8;
    }
}

/* Serendipity: corners 1/8 (1+r)(1+s)(1+t)(r+s+t-2), middles 1/4 (1-r^2)(1+s)(1+t) and so on, each
 * coordinate with its sign. */
static void hex20_functions(const double natural[3], double *value, double (*derivative)[3])
{
    double node[20][3];

    sn_element_natural_nodes(SN_ELEMENT_HEX20, node);
    for (int a = 0; a < 20; a++) {
        double factor[3], slope[3];
        for (int i = 0; i < 3; i++) {
            const double c = node[a][i], x = natural[i];
            factor[i] = c == 0 ? 1 - x * x : 1 + c * x;
            slope[i] = c == 0 ? -2 * x : c;
        }
        const double product = factor[0] * factor[1] * factor[2];
        const double cut =
            node[a][0] * natural[0] + node[a][1] * natural[1] + node[a][2] * natural[2] - 2;
        value[a] = a < 8 ? product * cut / 8 : product / 4;
        for (int i = 0; i < 3; i++) {
            const double d = slope[i] * factor[(i + 1) % 3] * factor[(i + 2) % 3];
            derivative[a][i] = a < 8 ? (d * cut + product * node[a][i]) / 8 : d / 4;
        }
    }
}

static void wedge_functions(const double natural[3], double *value, double (*derivative)[3])
{
    const double l[3] = {1 - natural[0] - natural[1], natural[0], natural[1]};
    static const double slope[3][2] = {{-1, -1}, {1, 0}, {0, 1}};

    for (int a = 0; a < 6; a++) {
        const double sign = a < 3 ? -1 : 1, height = (1 + sign * natural[2]) / 2;
        value[a] = l[a % 3] * height;
        derivative[a][0] = slope[a % 3][0] * height;
        derivative[a][1] = slope[a % 3][1] * height;
        derivative[a][2] = l[a % 3] * sign / 2;
    }
}

static void pyramid_functions(const double natural[3], double *value, double (*derivative)[3])
{
    const double height = 1 - natural[2];

    for (int a = 0; a < 4; a++) {
        const double *c = pyramid_corner[a];
        const double r = 1 + c[0] * natural[0], s = 1 + c[1] * natural[1];
        value[a] = r * s * height / 4;
        derivative[a][0] = c[0] * s * height / 4;
        derivative[a][1] = r * c[1] * height / 4;
        derivative[a][2] = -r * s / 4;
    }
    value[4] = natural[2];
    derivative[4][0] = derivative[4][1] = 0;
    derivative[4][2] = 1;
}

void sn_element_functions(SnElementKind kind, const double natural[3], double *value,
                          double (*derivative)[3])
{
    switch (kind) {
    case SN_ELEMENT_TET4:
    case SN_ELEMENT_TET10:
        tet_functions(kind, natural, value, derivative);
        break;
    case SN_ELEMENT_HEX8:
        hex8_functions(natural, value, derivative);
        break;
    case SN_ELEMENT_HEX20:
        hex20_functions(natural, value, derivative);
        break;
    case SN_ELEMENT_WEDGE6:
        wedge_functions(natural, value, derivative);
        break;
    default:
        pyramid_functions(natural, value, derivative);
        break;
    }
}

static void add_point(SnQuadrature *q, double r, double s, double t, double weight)
{
    q->point[q->n][0] = r;
    q->point[q->n][1] = s;
    q->point[q->n][2] = t;
    q->weight[q->n++] = weight;
}

/* Gauss's points and weights on -1..1. */
static void add_product(SnQuadrature *q, int n, const double *point, const double *weight)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                add_point(q, point[i], point[j], point[k], weight[i] * weight[j] * weight[k]);
}

/* In t Gauss's rule for the weight u^2, u = 1 - t, which the Jacobian brings along: roots of
 * u^2 - 4/3 u + 2/5. */
static void pyramid_quadrature(SnQuadrature *q)
{
    const double half = sqrt(8.0 / 45.0) / 2, g = 1 / sqrt(3.0);
    const double u[2] = {2.0 / 3.0 + half, 2.0 / 3.0 - half};
    for (int k = 0; k < 2; k++) {
        const double weight = (0.25 - u[1 - k] / 3) / (u[k] - u[1 - k]) / (u[k] * u[k]);
        for (int j = 0; j < 4; j++)
            add_point(q, g * pyramid_corner[j][0], g * pyramid_corner[j][1], 1 - u[k], weight);
    }
}

void sn_element_quadrature(SnElementKind kind, SnQuadrature *q)
{
    const double g2 = 1 / sqrt(3.0), g3 = sqrt(0.6), near = (5 - sqrt(5.0)) / 20;
    const double points2[2] = {-g2, g2}, weights2[2] = {1, 1};
    const double points3[3] = {-g3, 0, g3}, weights3[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};

    q->n = 0;
    switch (kind) {
    case SN_ELEMENT_TET4:
        add_point(q, 0.25, 0.25, 0.25, 1.0 / 6);
        break;
    case SN_ELEMENT_TET10:
        for (int a = 0; a < 4; a++) {
            const double far = 1 - 4 * near;
            add_point(q, near + far * tet_corner[a][0], near + far * tet_corner[a][1],
                      near + far * tet_corner[a][2], 1.0 / 24);
        }
        break;
    case SN_ELEMENT_HEX8:
        add_product(q, 2, points2, weights2);
        break;
    case SN_ELEMENT_HEX20:
        add_product(q, 3, points3, weights3);
        break;
    case SN_ELEMENT_WEDGE6:
        for (int k = 0; k < 2; k++)
            for (int a = 0; a < 3; a++)
                add_point(q, a == 1 ? 2.0 / 3 : 1.0 / 6, a == 2 ? 2.0 / 3 : 1.0 / 6, points2[k],
                          1.0 / 6);
        break;
    default:
        pyramid_quadrature(q);
        break;
    }
}
