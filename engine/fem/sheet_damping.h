/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One membrane or shell with its places as lanes, as sheet_kernels.c evaluates it, and its damping
 * in proportion to the stiffness (solid.h): s_v = beta D_v d eps/dt. */
#ifndef SN_FEM_SHEET_DAMPING_H
#define SN_FEM_SHEET_DAMPING_H

#include "engine/fem/batches.h"
#include "engine/fem/lanes_tensor.h"
#include "engine/fem/sheet.h"

#define NODES  SN_SHEET_NODES
#define PAIRS  SN_SHEET_PAIRS
#define ZZ     2
#define ROUNDS 40 /* of Newton's method for the slope */

typedef struct Layer {
    SnLanes strain[6];              /* E of the metric alone, tensor components */
    SnLanes gradient[6][NODES][3];  /* of eps by the nodes */
    SnLanes stress[6], tangent[21]; /* by eps, per rest volume; then times it */
    SnLanes viscous[21];            /* of damping, beta = 1 */
    SnLanes energy, ratio;
} Layer;

typedef struct Sheet {
    const SnSheet *data;
    const SnMaterial *material;
    SnLanes fibre[3], activation;
    double x[NODES][3], rest[NODES][3];
    Layer layer[SN_SHEET_LAYERS];
    SnLanes slope;      /* of the thickness strain */
    SnLanesMask broken; /* places that have no volume, or no equilibrium through the thickness */
    bool linear, positive_definite;
    SnFemViscosity viscosity; /* beta = 1 */
} Sheet;

SN_LANES_FN SnLanes from(const double *p)
{
    return *(const SnLooseLanes *)p;
}

SN_LANES_FN double across(SnLanes v, int n_points)
{
    double sum = 0;
    for (int k = 0; k < n_points; k++)
        sum += v[k];
    return sum;
}

/* t' c_v t, c_v isotropic */
static inline void viscous_tangent(const Sheet *e, SnLanes t[6][6], SnLanes viscous[21])
{
    const double lambda = e->viscosity.lambda, mu = e->viscosity.mu;
    for (int v = 0; v < 6; v++)
        for (int w = v; w < 6; w++) {
            SnLanes sum = lambda * (t[0][v] + t[1][v] + t[2][v]) * (t[0][w] + t[1][w] + t[2][w]);
            for (int k = 0; k < 6; k++)
                sum += (k < 3 ? 2 : 1) * mu * t[k][v] * t[k][w];
            viscous[SN_VOIGT(v, w)] = sum;
        }
}

/* d eps/dt of a layer by its nodes alone. */
static inline void strain_rate(const Layer *layer, int n, const double (*v)[3], SnLanes rate[6])
{
    for (int c = 0; c < 6; c++) {
        rate[c] = lanes(0);
        for (int a = 0; a < n; a++)
            for (int i = 0; i < 3; i++)
                rate[c] += layer->gradient[c][a][i] * v[a][i];
    }
}

SN_LANES_FN SnLanes product(const SnLanes tangent[21], int row, const SnLanes column[6])
{
    SnLanes sum = lanes(0);
    for (int w = 0; w < 6; w++)
        sum += tangent[row < w ? SN_VOIGT(row, w) : SN_VOIGT(w, row)] * column[w];
    return sum;
}

/* -beta sum b'D_v (d eps/dt), the slope's rate such that sum h s_zz = 0 at each place. */
static inline void add_viscous_force(const Sheet *e, double beta, const double (*v)[3],
                                     double (*force)[3])
{
    const SnSheetTable *table = e->data->table;
    const int n = table->n_nodes;
    SnLanes rate[SN_SHEET_LAYERS][6], moment = lanes(0), resistance = lanes(0);

    for (int k = 0; k < table->n_layers; k++) {
        const SnLanes weight = from(e->data->weight[k]), h = from(e->data->enhance[k]);
        strain_rate(&e->layer[k], n, v, rate[k]);
        moment += h * weight * product(e->layer[k].viscous, ZZ, rate[k]);
        resistance += h * h * weight * e->layer[k].viscous[SN_VOIGT(ZZ, ZZ)];
    }
    const SnLanes slope = -moment / resistance;
    for (int a = 0; a < n; a++)
        force[a][0] = force[a][1] = force[a][2] = 0;
    for (int k = 0; k < table->n_layers; k++) {
        rate[k][ZZ] += from(e->data->enhance[k]) * slope;
        for (int c = 0; c < 6; c++) {
            const SnLanes stress =
                beta * from(e->data->weight[k]) * product(e->layer[k].viscous, c, rate[k]);
            for (int a = 0; a < n; a++)
                for (int i = 0; i < 3; i++)
                    force[a][i] -= across(stress * e->layer[k].gradient[c][a][i], table->n_points);
        }
    }
}

#endif
