/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/fibres.h"

#include "engine/fem/batches.h"
#include "engine/fem/fibre_curve.h"

#include <assert.h>
#include <math.h>

double sn_fibre_stress(const SnFibreParameters *fibre, double stretch, double activation,
                       double *slope)
{
    if (fibre->law == SN_FIBRE_CONSTANT) {
        *slope = 0;
        return fibre->max_stress * activation;
    }
    double passive_slope, active_slope;
    const double x = stretch / fibre->optimal_stretch;
    const double passive =
        sn_fibre_passive(fibre->p1, fibre->p2, fibre->straight_stretch, x, &passive_slope);
    const double active = sn_fibre_active(x, &active_slope);
    *slope =
        fibre->max_stress * (activation * active_slope + passive_slope) / fibre->optimal_stretch;
    return fibre->max_stress * (activation * active + passive);
}

double sn_fibre_energy(const SnFibreParameters *fibre, double stretch, double activation)
{
    if (fibre->law == SN_FIBRE_CONSTANT)
        return fibre->max_stress * activation * (stretch - 1);
    const double x = stretch / fibre->optimal_stretch;
    return fibre->max_stress * fibre->optimal_stretch *
           (activation * sn_fibre_active_work(x) +
            sn_fibre_passive_work(fibre->p1, fibre->p2, fibre->straight_stretch, x));
}

/* F d and its length at a point: sums of a_k x_k, a_k = d . grad N_k. */
static double carry(const SnFemInput *input, int n, const int *node, const double *along,
                    double carried[3])
{
    carried[0] = carried[1] = carried[2] = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++)
            carried[i] += along[k] * input->x[node[k]][i];
    return sqrt(carried[0] * carried[0] + carried[1] * carried[1] + carried[2] * carried[2]);
}

/* One integration point: W = w(l), l = |F d|. With a_k = d . grad N_k and n = F d / l:
 * f_k = -V w' a_k n, K_kj = V a_k a_j [w'' n n' + w'/l (1 - n n')]; compressed fibres push, and
 * `positive_definite` leaves their negative second part out. */
static void add_point(const SnFemInput *input, const SnFibreParameters *fibre, double activation,
                      int n, const int *node, const double *along, double volume, double *force,
                      double *stiffness)
{
    double carried[3], slope, block[9];
    const double l = carry(input, n, node, along, carried);
    if (!(l > 0))
        return;
    for (int i = 0; i < 3; i++)
        carried[i] /= l;
    const double stress = sn_fibre_stress(fibre, l, activation, &slope);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 3; i++)
            force[3 * k + i] -= volume * stress * along[k] * carried[i];
    if (!input->tangent)
        return;
    double across = volume * stress / l, line = volume * slope;
    if (input->positive_definite) {
        across = fmax(across, 0);
        line = fmax(line, 0);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            block[3 * i + j] = (line - across) * carried[i] * carried[j] + (i == j) * across;
    for (int k = 0; k < n; k++)
        for (int j = 0; j <= k; j++, stiffness += 9)
            for (int i = 0; i < 9; i++)
                stiffness[i] += along[k] * along[j] * block[i];
}

/* d . grad N of the nodes at a point of one element. */
static void derive(const SnFemBatch *batch, int lane, int point, const double d[3], double *along)
{
    const int n = batch->n_nodes;
    const double *g = batch->gradient + (ptrdiff_t)3 * SN_LANES * n * point + lane;
    for (int a = 0; a < n; a++, g += 3 * SN_LANES)
        along[a] = d[0] * g[0] + d[1] * g[SN_LANES] + d[2] * g[2 * SN_LANES];
}

double sn_fem_fibre_energy(const SnFemSolid *solid, const SnFemInput *input,
                           const SnFibreParameters *fibre, double activation, int n,
                           const int *element, const double (*direction)[3])
{
    const SnFemBatches *batches = solid->batches;
    double along[SN_ELEMENT_MAX_NODES], carried[3], sum = 0;
    for (int k = 0; k < n; k++) {
        const int e = element[k], place = batches->place[e], lane = place % SN_LANES;
        if (place >= SN_LANES * batches->n)
            continue;
        const SnFemBatch *batch = &batches->batch[place / SN_LANES];
        for (int p = 0; p < batch->n_points; p++) {
            derive(batch, lane, p, direction[k], along);
            const double l =
                carry(input, batch->n_nodes, solid->nodes + solid->start[e], along, carried);
            sum += batch->weight[SN_LANES * p + lane] * sn_fibre_energy(fibre, l, activation);
        }
    }
    return sum;
}

void sn_fem_add_fibres(const SnFemSolid *solid, const SnFemInput *input,
                       const SnFibreParameters *fibre, double activation, int n, const int *element,
                       const double (*direction)[3], SnFemScratch *scratch)
{
    const SnFemBatches *batches = solid->batches;
    for (int k = 0; k < n; k++) {
        const int e = element[k], place = batches->place[e];
        const double *d = direction[k];
        if (place >= SN_LANES * batches->n)
            continue; /* sheets carry no fibres of bundles */
        const SnFemBatch *batch = &batches->batch[place / SN_LANES];
        const int lane = place % SN_LANES, n_nodes = batch->n_nodes;
        for (int p = 0; p < batch->n_points; p++) {
            double along[SN_ELEMENT_MAX_NODES];
            derive(batch, lane, p, d, along);
            add_point(input, fibre, activation, n_nodes, solid->nodes + solid->start[e], along,
                      batch->weight[SN_LANES * p + lane],
                      scratch->force + 3 * (ptrdiff_t)solid->start[e],
                      scratch->stiffness + solid->stiffness_start[e]);
        }
    }
}
