/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lumped masses: row sums of the consistent matrix for linear elements; for quadratic ones, whose
 * row sums at corners are negative, its diagonal scaled to the element's mass (Hinton, Rock and
 * Zienkiewicz 1976).  Surfaces: area times thickness in equal shares. */
#include <math.h>
#include <stddef.h>

#include "engine/fem/batches.h"

/* Shares of the nodes of a solid element, not scaled. */
static void solid_shares(const SnFemBatch *batch, int lane, double *share)
{
    const SnElementKind kind = (SnElementKind)batch->kind;
    const bool quadratic = sn_element_corner_kind(kind) != kind;
    SnQuadrature quadrature;

    sn_element_quadrature(kind, &quadrature);
    for (int a = 0; a < batch->n_nodes; a++)
        share[a] = 0;
    for (int p = 0; p < batch->n_points; p++) {
        double value[SN_ELEMENT_MAX_NODES], derivative[SN_ELEMENT_MAX_NODES][3];
        sn_element_functions(kind, quadrature.point[p], value, derivative);
        for (int a = 0; a < batch->n_nodes; a++)
            share[a] +=
                (quadratic ? value[a] * value[a] : value[a]) * batch->weight[SN_LANES * p + lane];
    }
    /* squares of degree four: more than the four points can do, and known where sides are straight
     */
    for (int a = 0; kind == SN_ELEMENT_TET10 && a < 10; a++)
        share[a] = a < 4 ? 6 : 32;
}

/* Area of the middle surface: half the cross product of the diagonals, exact where it is flat. */
static double surface_area(const SnFemSolid *solid, int e)
{
    const SnElementKind kind = (SnElementKind)solid->kind[e];
    const int n = sn_element_shape(kind)->n_corners, *node = solid->nodes + solid->start[e];
    double x[4][3], p[3], q[3], c[3];

    for (int a = 0; a < n; a++)
        for (int i = 0; i < 3; i++) {
            x[a][i] = solid->rest[3 * (ptrdiff_t)node[a] + i];
            if (sn_element_is_shell(kind))
                x[a][i] = 0.5 * (x[a][i] + solid->rest[3 * (ptrdiff_t)node[n + a] + i]);
        }
    for (int i = 0; i < 3; i++) {
        p[i] = n == 4 ? x[2][i] - x[0][i] : x[1][i] - x[0][i];
        q[i] = n == 4 ? x[3][i] - x[1][i] : x[2][i] - x[0][i];
    }
    for (int i = 0; i < 3; i++)
        c[i] = p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3];
    return 0.5 * sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
}

void sn_fem_lump_mass(SnFemSolid *solid)
{
    const SnFemBatches *batches = solid->batches;
    double share[SN_ELEMENT_MAX_NODES];

    for (int b = 0; b < batches->n; b++) {
        const SnFemBatch *batch = &batches->batch[b];
        for (int lane = 0; lane < batch->n_lanes; lane++) {
            const int e = batch->element[lane];
            double sum = 0;
            solid_shares(batch, lane, share);
            for (int a = 0; a < batch->n_nodes; a++)
                sum += share[a];
            const double scale = solid->density[e] * solid->volume[e] / sum;
            for (int a = 0; a < batch->n_nodes; a++)
                solid->node_mass[solid->nodes[solid->start[e] + a]] += scale * share[a];
        }
    }
    for (int e = 0; e < solid->n_elements; e++) {
        if (!sn_element_is_surface((SnElementKind)solid->kind[e]))
            continue;
        const int n = solid->start[e + 1] - solid->start[e];
        solid->volume[e] = surface_area(solid, e) * solid->thickness[e];
        for (int a = 0; a < n; a++)
            solid->node_mass[solid->nodes[solid->start[e] + a]] +=
                solid->density[e] * solid->volume[e] / n;
    }
}
