/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Volumes of four elements, their gradients and second derivatives:
 *   dV/dx_a = sum w J g_a,  d2V/dx_a dx_b = sum w J (g_a g_b' - g_b g_a'), J g = cof(F) dN/dX. */
#include "engine/fem/element_lanes.h"

typedef struct Volume {
    SnLanes position[SN_NODES][3];
    SnLanes gradient[SN_NODES][3];                   /* dV/dx */
    SnLanes pushed[SN_NODES][3];                     /* J g at one point */
    SnLanes cross[SN_NODES * (SN_NODES - 1) / 2][3]; /* sum w J g_a x g_b, b < a, by a */
} Volume;

SN_LANES_FN SnLanes volume_gradient(Volume *v, const SnFemBatch *batch, const int n,
                                    const bool want_gradient)
{
    SnLanes volume = lanes(0);

    lanes_zero(v->gradient[0], 3 * n);
    for (int p = 0; p < batch->n_points; p++) {
        const SnLanes *rest = lanes_at(batch->gradient) + 3 * n * p;
        const SnLanes weight = lanes_at(batch->weight)[p];
        SnLanes f[9], c[9];
        deformation(rest, v->position, n, f);
        volume += weight * cofactors(f, c);
        if (!want_gradient)
            continue;
        lanes_scale(c, weight, 9);
        push_gradients(rest, c, n, v->pushed);
        for (int a = 0; a < n; a++)
            for (int i = 0; i < 3; i++)
                v->gradient[a][i] += v->pushed[a][i];
    }
    return volume;
}

static void volume_of_batch(const SnFemSolid *solid, const double (*x)[3], const SnFemBatch *batch,
                            double volume[SN_LANES], double *gradient)
{
    Volume v;
    SnLanes sum;

#define VOLUME(n)                                                                                  \
    gather(batch, x, n, v.position);                                                               \
    sum = gradient ? volume_gradient(&v, batch, n, true) : volume_gradient(&v, batch, n, false)
    SN_FOR_NODES(batch->n_nodes, VOLUME)
    *(SnLooseLanes *)volume = sum;
    for (int a = 0; gradient && a < batch->n_nodes; a++)
        for (int i = 0; i < 3; i++)
            *(SnLooseLanes *)(gradient + SN_LANES * (3 * a + i)) = v.gradient[a][i];
}

SN_LANES_FN void cross_products(Volume *v, const SnFemBatch *batch, const int n)
{
    lanes_zero(v->cross[0], 3 * n * (n - 1) / 2);
    for (int p = 0; p < batch->n_points; p++) {
        const SnLanes *rest = lanes_at(batch->gradient) + 3 * n * p;
        SnLanes f[9], c[9];
        deformation(rest, v->position, n, f);
        const SnLanes weight = lanes_at(batch->weight)[p] / cofactors(f, c);
        push_gradients(rest, c, n, v->pushed);
        SnLanes(*cross)[3] = v->cross;
        for (int a = 1; a < n; a++) {
            SnLanes g[3];
            for (int i = 0; i < 3; i++)
                g[i] = weight * v->pushed[a][i];
            for (int b = 0; b < a; b++, cross++) {
                const SnLanes *h = v->pushed[b];
                (*cross)[0] += g[1] * h[2] - g[2] * h[1];
                (*cross)[1] += g[2] * h[0] - g[0] * h[2];
                (*cross)[2] += g[0] * h[1] - g[1] * h[0];
            }
        }
    }
}

static void volume_stiffness(const SnFemSolid *solid, const double (*x)[3], const SnFemBatch *batch,
                             const double factor[SN_LANES], double *stiffness)
{
    Volume v;
    const int n = batch->n_nodes;

#define CROSS(n)                                                                                   \
    gather(batch, x, n, v.position);                                                               \
    cross_products(&v, batch, n)
    SN_FOR_NODES(n, CROSS)
    for (int lane = 0; lane < batch->n_lanes; lane++) {
        double *k = stiffness + solid->stiffness_start[batch->element[lane]];
        const SnLanes(*cross)[3] = (const SnLanes(*)[3])v.cross;
        for (int a = 0; a < n; a++, k += 9)
            for (int b = 0; b < a; b++, cross++, k += 9) {
                const double f = factor[lane], x0 = f * (*cross)[0][lane],
                             x1 = f * (*cross)[1][lane], x2 = f * (*cross)[2][lane];
                k[1] += x2;
                k[2] -= x1;
                k[3] -= x2;
                k[5] += x0;
                k[6] += x1;
                k[7] -= x0;
            }
    }
}

const SnFemVolumeKernels SN_FEM(volume_kernels);
const SnFemVolumeKernels SN_FEM(volume_kernels) = {
    .volume = volume_of_batch,
    .stiffness = volume_stiffness,
};
