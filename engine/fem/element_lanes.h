/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the element kernels of one instruction set share: gather, deformation gradients, spatial
 * gradients.  Sizes `n` (nodes) are constants where these are inlined. */
#ifndef SN_FEM_ELEMENT_LANES_H
#define SN_FEM_ELEMENT_LANES_H

#include "engine/fem/batches.h"
#include "engine/fem/lanes_tensor.h"

#define SN_NODES  SN_ELEMENT_MAX_NODES
#define SN_POINTS SN_ELEMENT_MAX_POINTS

/* Calls body with the number of nodes as a constant. */
#define SN_FOR_NODES(count, body)                                                                  \
    switch (count) {                                                                               \
    case 4:                                                                                        \
        body(4);                                                                                   \
        break;                                                                                     \
    case 5:                                                                                        \
        body(5);                                                                                   \
        break;                                                                                     \
    case 6:                                                                                        \
        body(6);                                                                                   \
        break;                                                                                     \
    case 8:                                                                                        \
        body(8);                                                                                   \
        break;                                                                                     \
    case 10:                                                                                       \
        body(10);                                                                                  \
        break;                                                                                     \
    default:                                                                                       \
        body(20);                                                                                  \
        break;                                                                                     \
    }

/* Columns of vectors in memory aligned for them. */
SN_LANES_FN const SnLanes *lanes_at(const double *p)
{
    return (const SnLanes *)__builtin_assume_aligned(p, sizeof(SnLanes));
}

SN_LANES_FN void gather(const SnFemBatch *batch, const double (*x)[3], const int n,
                        SnLanes (*position)[3])
{
    for (int a = 0; a < n; a++) {
        const int *node = batch->node + SN_LANES * a;
        const double *p0 = x[node[0]], *p1 = x[node[1]], *p2 = x[node[2]], *p3 = x[node[3]];
        for (int i = 0; i < 3; i++)
            position[a][i] = (SnLanes){p0[i], p1[i], p2[i], p3[i]};
    }
}

SN_LANES_FN SnLanes gather_scalar(const SnFemBatch *batch, const double *value)
{
    const int *e = batch->element;
    return value ? (SnLanes){value[e[0]], value[e[1]], value[e[2]], value[e[3]]} : lanes(0);
}

/* f_iJ = sum over a of x_a[i] dN_a/dX_J at one point. */
SN_LANES_FN void deformation(const SnLanes *gradient, SnLanes (*position)[3], const int n,
                             SnLanes f[9])
{
    SnLanes sum[9]; /* in registers */
    lanes_zero(sum, 9);
    for (int a = 0; a < n; a++)
        SN_UNROLL
    for (int i = 0; i < 3; i++)
        SN_UNROLL
    for (int j = 0; j < 3; j++)
        sum[3 * i + j] += position[a][i] * gradient[3 * a + j];
    SN_UNROLL
    for (int k = 0; k < 9; k++)
        f[k] = sum[k];
}

/* Cofactors: det(f) f^(-T), row-major; returns the determinant. */
SN_LANES_FN SnLanes cofactors(const SnLanes f[9], SnLanes c[9])
{
    SN_UNROLL
    for (int i = 0; i < 3; i++) {
        const int p = (i + 1) % 3, q = (i + 2) % 3;
        SN_UNROLL
        for (int j = 0; j < 3; j++) {
            const int r = (j + 1) % 3, s = (j + 2) % 3;
            c[3 * i + j] = f[3 * p + r] * f[3 * q + s] - f[3 * p + s] * f[3 * q + r];
        }
    }
    return f[0] * c[0] + f[1] * c[1] + f[2] * c[2];
}

/* spatial = m gradient at every node: m = f^(-T), or the cofactors where J times it is wanted. */
SN_LANES_FN void push_gradients(const SnLanes *gradient, const SnLanes m[9], const int n,
                                SnLanes (*spatial)[3])
{
    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++)
            spatial[a][i] = m[3 * i] * gradient[3 * a] + m[3 * i + 1] * gradient[3 * a + 1] +
                            m[3 * i + 2] * gradient[3 * a + 2];
}

/* Four numbers at the same place of four lanes' arrays. */
SN_LANES_FN void transpose(const SnLanes v[4], SnLanes t[4])
{
    const SnLanes a = __builtin_shuffle(v[0], v[1], (SnLanesMask){0, 4, 2, 6});
    const SnLanes b = __builtin_shuffle(v[0], v[1], (SnLanesMask){1, 5, 3, 7});
    const SnLanes c = __builtin_shuffle(v[2], v[3], (SnLanesMask){0, 4, 2, 6});
    const SnLanes d = __builtin_shuffle(v[2], v[3], (SnLanesMask){1, 5, 3, 7});
    t[0] = __builtin_shuffle(a, c, (SnLanesMask){0, 1, 4, 5});
    t[1] = __builtin_shuffle(b, d, (SnLanesMask){0, 1, 4, 5});
    t[2] = __builtin_shuffle(a, c, (SnLanesMask){2, 3, 6, 7});
    t[3] = __builtin_shuffle(b, d, (SnLanesMask){2, 3, 6, 7});
}

/* Writes `count` numbers of each lane to that lane's array. */
SN_LANES_FN void scatter(const SnLanes *value, const int count, int n_lanes,
                         double *const to[SN_LANES])
{
    int k = 0;
    for (; k + 4 <= count; k += 4) {
        SnLanes rows[4];
        transpose(value + k, rows);
        if (n_lanes == SN_LANES) {
            SN_UNROLL
            for (int lane = 0; lane < SN_LANES; lane++)
                *(SnLooseLanes *)(to[lane] + k) = rows[lane];
        } else {
            for (int lane = 0; lane < n_lanes; lane++)
                *(SnLooseLanes *)(to[lane] + k) = rows[lane];
        }
    }
    for (; k < count; k++)
        for (int lane = 0; lane < n_lanes; lane++)
            to[lane][k] = value[k][lane];
}

#endif
