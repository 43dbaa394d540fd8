/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetric tensors of second order (xx yy zz xy yz zx) and of fourth order (6 x 6, upper triangle
 * by rows, 21 numbers) in lanes: the operations that constitutive laws are made of. */
#ifndef SN_FEM_LANES_TENSOR_H
#define SN_FEM_LANES_TENSOR_H

#include "engine/fem/lanes_math.h"

/* Place of (a, b), a <= b, among the 21. */
#define SN_VOIGT(a, b) ((a) * (11 - (a)) / 2 + (b))

static const signed char voigt_row[6] = {0, 1, 2, 0, 1, 2};
static const signed char voigt_column[6] = {0, 1, 2, 1, 2, 0};
static const signed char voigt_of[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};

/* b = f f' */
SN_LANES_FN void lanes_left_cauchy(const SnLanes f[9], SnLanes b[6])
{
    SN_UNROLL
    for (int a = 0; a < 6; a++) {
        const SnLanes *p = f + 3 * voigt_row[a], *q = f + 3 * voigt_column[a];
        b[a] = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    }
}

SN_LANES_FN SnLanes lanes_trace(const SnLanes a[6])
{
    return a[0] + a[1] + a[2];
}

/* a : b */
SN_LANES_FN SnLanes lanes_inner(const SnLanes a[6], const SnLanes b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + 2 * (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

/* r = a a */
SN_LANES_FN void lanes_square(const SnLanes a[6], SnLanes r[6])
{
    const SnLanes xy = a[3] * a[3], yz = a[4] * a[4], zx = a[5] * a[5];
    r[0] = a[0] * a[0] + xy + zx;
    r[1] = a[1] * a[1] + xy + yz;
    r[2] = a[2] * a[2] + yz + zx;
    r[3] = a[3] * (a[0] + a[1]) + a[5] * a[4];
    r[4] = a[4] * (a[1] + a[2]) + a[3] * a[5];
    r[5] = a[5] * (a[0] + a[2]) + a[3] * a[4];
}

/* r = a v */
SN_LANES_FN void lanes_times(const SnLanes a[6], const SnLanes v[3], SnLanes r[3])
{
    r[0] = a[0] * v[0] + a[3] * v[1] + a[5] * v[2];
    r[1] = a[3] * v[0] + a[1] * v[1] + a[4] * v[2];
    r[2] = a[5] * v[0] + a[4] * v[1] + a[2] * v[2];
}

SN_LANES_FN SnLanes lanes_dot(const SnLanes a[3], const SnLanes b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* r = (a b' + b a') / 2 */
SN_LANES_FN void lanes_dyad(const SnLanes a[3], const SnLanes b[3], SnLanes r[6])
{
    SN_UNROLL
    for (int i = 0; i < 3; i++)
        r[i] = a[i] * b[i];
    r[3] = 0.5 * (a[0] * b[1] + a[1] * b[0]);
    r[4] = 0.5 * (a[1] * b[2] + a[2] * b[1]);
    r[5] = 0.5 * (a[2] * b[0] + a[0] * b[2]);
}

SN_LANES_FN void lanes_zero(SnLanes *a, int n)
{
    SN_UNROLL
    for (int i = 0; i < n; i++)
        a[i] = lanes(0);
}

/* r += s a */
SN_LANES_FN void lanes_add(SnLanes *r, SnLanes s, const SnLanes *a, int n)
{
    SN_UNROLL
    for (int i = 0; i < n; i++)
        r[i] += s * a[i];
}

SN_LANES_FN void lanes_scale(SnLanes *r, SnLanes s, int n)
{
    SN_UNROLL
    for (int i = 0; i < n; i++)
        r[i] *= s;
}

/* t += p q', where the sum of all such terms is symmetric */
SN_LANES_FN void lanes_add_outer(SnLanes t[21], const SnLanes p[6], const SnLanes q[6])
{
    SN_UNROLL
    for (int a = 0; a < 6; a++) {
        SN_UNROLL
        for (int b = a; b < 6; b++)
            t[SN_VOIGT(a, b)] += p[a] * q[b];
    }
}

/* t += s a a' */
SN_LANES_FN void lanes_add_dyad(SnLanes t[21], SnLanes s, const SnLanes a[6])
{
    SnLanes sa[6];
    SN_UNROLL
    for (int i = 0; i < 6; i++)
        sa[i] = s * a[i];
    lanes_add_outer(t, sa, a);
}

/* t += s (a_ik b_jl + a_il b_jk + a_jk b_il + a_jl b_ik) / 4; with a = b the identity of
 * symmetric tensors pushed forward by a */
SN_LANES_FN void lanes_add_product(SnLanes t[21], SnLanes s, const SnLanes a[6], const SnLanes b[6])
{
    const SnLanes quarter = 0.25 * s;
    SN_UNROLL
    for (int p = 0; p < 6; p++) {
        const int i = voigt_row[p], j = voigt_column[p];
        SN_UNROLL
        for (int q = p; q < 6; q++) {
            const int k = voigt_row[q], l = voigt_column[q];
            const int ik = voigt_of[i][k], jl = voigt_of[j][l];
            const int il = voigt_of[i][l], jk = voigt_of[j][k];
            t[SN_VOIGT(p, q)] +=
                quarter * (a[ik] * b[jl] + a[il] * b[jk] + a[jk] * b[il] + a[jl] * b[ik]);
        }
    }
}

/* the same with a = b */
SN_LANES_FN void lanes_add_square(SnLanes t[21], SnLanes s, const SnLanes a[6])
{
    const SnLanes half = 0.5 * s;
    SN_UNROLL
    for (int p = 0; p < 6; p++) {
        const int i = voigt_row[p], j = voigt_column[p];
        SN_UNROLL
        for (int q = p; q < 6; q++) {
            const int k = voigt_row[q], l = voigt_column[q];
            t[SN_VOIGT(p, q)] += half * (a[voigt_of[i][k]] * a[voigt_of[j][l]] +
                                         a[voigt_of[i][l]] * a[voigt_of[j][k]]);
        }
    }
}

/* t += s (identity of symmetric tensors) */
SN_LANES_FN void lanes_add_identity(SnLanes t[21], SnLanes s)
{
    SN_UNROLL
    for (int a = 0; a < 3; a++) {
        t[SN_VOIGT(a, a)] += s;
        t[SN_VOIGT(a + 3, a + 3)] += 0.5 * s;
    }
}

/* Eigenvalues x and unit eigenvectors (rows n[a]) of a symmetric positive tensor, by Jacobi's
 * rotations: eigenvectors stay orthogonal however close the eigenvalues. */
static inline void lanes_eigen(const SnLanes b[6], SnLanes x[3], SnLanes n[3][3])
{
    SnLanes a[3][3] = {{b[0], b[3], b[5]}, {b[3], b[1], b[4]}, {b[5], b[4], b[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            n[i][j] = lanes(i == j);
    for (int sweep = 0; sweep < 8; sweep++) {
        const SnLanes off = a[0][1] * a[0][1] + a[1][2] * a[1][2] + a[0][2] * a[0][2];
        const SnLanesMask open = off > 1e-34 * (a[0][0] * a[0][0] + a[1][1] * a[1][1]);
        if (!(open[0] | open[1] | open[2] | open[3]))
            break;
        for (int turn = 0; turn < 3; turn++) {
            const int p = turn == 2 ? 1 : 0, q = turn == 0 ? 1 : 2, r = 3 - p - q;
            const SnLanes d = a[q][q] - a[p][p], twice = 2 * a[p][q];
            const SnLanes root = lanes_sqrt(d * d + twice * twice) + lanes_abs(d) + 1e-300;
            const SnLanes t = lanes_select(d < 0, -twice, twice) / root;
            const SnLanes c = 1 / lanes_sqrt(t * t + 1), s = t * c;
            const SnLanes apr = a[p][r], aqr = a[q][r];
            a[p][p] -= t * a[p][q];
            a[q][q] += t * a[p][q];
            a[p][q] = a[q][p] = lanes(0);
            a[p][r] = a[r][p] = c * apr - s * aqr;
            a[q][r] = a[r][q] = s * apr + c * aqr;
            for (int k = 0; k < 3; k++) {
                const SnLanes np = n[p][k], nq = n[q][k];
                n[p][k] = c * np - s * nq;
                n[q][k] = s * np + c * nq;
            }
        }
    }
    for (int i = 0; i < 3; i++)
        x[i] = a[i][i];
}

#endif
