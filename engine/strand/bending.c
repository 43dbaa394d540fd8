/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With c = cos theta and e_1, e_2 the two parts as vectors, everything follows from the first two
 * derivatives of c: the energy is a smooth function of c also at theta = 0. */
#include "engine/strand/bending.h"

#include "engine/base/vec.h"

#include <string.h>

/* Angle short of a fold at which the direction of the force is a matter of chance [rad]. */
#define FOLDED 1e-6

/* theta / sin theta and (sin theta - theta cos theta) / sin^3 theta: minus the first and the second
 * derivative of theta^2 / 2 by cos theta. */
static void angle_derivatives(double theta, double *first, double *second)
{
    const double t2 = theta * theta;
    if (theta < 1e-2) { /* the closed form of the second loses its digits; error below 1e-13 */
        *first = 1 + t2 / 6 * (1 + 7 * t2 / 60);
        *second = 1 / 3.0 + t2 * (2 / 15.0 + t2 * (2 / 63.0 + t2 * 4 / 675));
        return;
    }
    const double s = sin(theta);
    *first = theta / s;
    *second = (s - theta * cos(theta)) / (s * s * s);
}

/* Second derivative of c by part `row` (rows) and part `column`, added to block [3][3]. */
static void cosine_hessian(const double d[2][3], const double length[2], double c, int row,
                           int column, double block[9])
{
    const double *a = d[row], *b = d[column];
    if (row != column) { /* (I - a a')(I - b b') / (l_a l_b) */
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                block[3 * i + j] = ((i == j) - a[i] * a[j] - b[i] * b[j] + c * a[i] * b[j]) /
                                   (length[row] * length[column]);
        return;
    }
    const double *other = d[1 - row];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            block[3 * i + j] = -(a[i] * (other[j] - c * a[j]) + (other[i] - c * a[i]) * a[j] +
                                 c * ((i == j) - a[i] * a[j])) /
                               (length[row] * length[row]);
}

/* The same of the energy / k, without what can make it indefinite: with n normal to the plane of
 * the parts, the square of the gradient of theta in the plane and, out of it, the square of the
 * difference of the two turns.  Exact for a straight strand. */
static void convex_hessian(const double d[2][3], const double length[2], const double n[3],
                           double out_of_plane, int row, int column, double block[9])
{
    const double factor = (row == column ? 1 : -1) / (length[row] * length[column]);
    double a[3], b[3];
    sn_v3_cross(n, d[row], a);
    sn_v3_cross(n, d[column], b);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            block[3 * i + j] = factor * (a[i] * b[j] + out_of_plane * n[i] * n[j]);
}

/* stiffness -= k x block for parts row and column: nodes row, row + 1 and column, column + 1. */
static void spread(double k, const double block[9], int row, int column, double *stiffness)
{
    for (int end = 0; end < 4; end++) {
        const int a = row + end / 2, b = column + end % 2;
        const double factor = end / 2 == end % 2 ? -k : k;
        for (int i = 0; i < 9; i++)
            stiffness[9 * (3 * a + i / 3) + 3 * b + i % 3] += factor * block[i];
    }
}

/* How much of its bending a part of this length passes on, weight[0], and its derivatives by the
 * length: 1 from `whole` on. */
static void passed_on(double length, double whole, double weight[3])
{
    weight[0] = 1, weight[1] = weight[2] = 0;
    if (length >= whole)
        return;
    const double s = length / whole;
    weight[0] = s * s * (3 - 2 * s);
    weight[1] = 6 * s * (1 - s) / whole;
    weight[2] = (6 - 12 * s) / (whole * whole);
}

/* Block of parts row, column of the second derivative of weight[0] x weight[1] x theta^2 / 2, that
 * of theta^2 / 2 already there; slope: its gradient. */
static void weigh_hessian(const double d[2][3], const double length[2], const double weight[2][3],
                          double half_square, double slope[2][3], int row, int column,
                          double block[9])
{
    const double both = weight[0][0] * weight[1][0];
    const double *a = d[row], *b = d[column], *wa = weight[row], *wb = weight[column];
    const double of_row = wa[1] * weight[1 - row][0], of_column = wb[1] * weight[1 - column][0];
    const double second = row == column ? wa[2] * weight[1 - row][0] : wa[1] * wb[1];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double turned =
                row == column ? of_row / length[row] * ((i == j) - a[i] * a[j]) : 0;
            block[3 * i + j] = both * block[3 * i + j] + of_row * a[i] * slope[column][j] +
                               of_column * slope[row][i] * b[j] +
                               half_square * (second * a[i] * b[j] + turned);
        }
}

double sn_bending(const double x[3][3], const double whole[2], double k, double force[9],
                  double stiffness[81], bool convex)
{
    double d[2][3], length[2], normal[3], gradient[2][3], slope[2][3], weight[2][3], first, second;
    memset(force, 0, 9 * sizeof(double));
    if (stiffness)
        memset(stiffness, 0, 81 * sizeof(double));
    for (int e = 0; e < 2; e++) {
        sn_v3_sub(x[e + 1], x[e], d[e]);
        length[e] = sn_v3_normalize(d[e], d[e]);
        passed_on(length[e], whole[e], weight[e]);
    }
    sn_v3_cross(d[0], d[1], normal);
    const double c = sn_v3_dot(d[0], d[1]), theta = atan2(sn_v3_norm(normal), c);
    const double half_square = theta * theta / 2, both = weight[0][0] * weight[1][0];
    const double energy = k * both * half_square;
    if (length[0] <= 0 || length[1] <= 0 || theta > M_PI - FOLDED)
        return energy;
    angle_derivatives(theta, &first, &second);
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < 3; i++) {
            gradient[e][i] = (d[1 - e][i] - c * d[e][i]) / length[e];
            slope[e][i] = -first * gradient[e][i];
        }
    for (int e = 0; e < 2; e++) {
        double of_part[3];
        sn_v3_scale(k * both, slope[e], of_part);
        sn_v3_axpy(k * half_square * weight[e][1] * weight[1 - e][0], d[e], of_part);
        sn_v3_add(force + 3 * e, of_part, force + 3 * e);
        sn_v3_axpy(-1, of_part, force + 3 * e + 3);
    }
    if (!stiffness)
        return energy;
    if (sn_v3_normalize(normal, normal) < 1e-12) {
        double other[3];
        sn_v3_tangents(d[0], normal, other);
    }
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++) {
            double block[9];
            if (convex) {
                convex_hessian((const double(*)[3])d, length, normal, first * fmax(c, 0), row,
                               column, block);
                for (int i = 0; i < 9; i++)
                    block[i] *= both;
            } else {
                cosine_hessian((const double(*)[3])d, length, c, row, column, block);
                for (int i = 0; i < 9; i++)
                    block[i] =
                        second * gradient[row][i / 3] * gradient[column][i % 3] - first * block[i];
                weigh_hessian((const double(*)[3])d, length, (const double(*)[3])weight,
                              half_square, slope, row, column, block);
            }
            spread(k, block, row, column, stiffness);
        }
    return energy;
}
