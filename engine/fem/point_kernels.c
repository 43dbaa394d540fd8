/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stress, strain and energy at the integration points of four elements, for results.c. */
#include "engine/fem/element_lanes.h"
#include "engine/fem/material_point.h"
#include "engine/fem/prony.h"

#include <string.h>

void SN_FEM(points)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                    SnFemPoints *points);

typedef struct Points {
    const SnMaterial *material;
    SnPointInput in[SN_POINTS];
    SnLanes u, pressure; /* mean dilatation: U and U' */
    bool linear;
} Points;

static void deform(const SnFemInput *input, const SnFemBatch *batch, Points *p)
{
    const SnLanes *weight = lanes_at(batch->weight);
    SnLanes position[SN_NODES][3], volume = lanes(0), second;
    const int n = batch->n_nodes;

    gather(batch, input->x, n, position);
    for (int k = 0; k < batch->n_points; k++) {
        SnPointInput *in = &p->in[k];
        SnLanes unused[9];
        deformation(lanes_at(batch->gradient) + 3 * n * k, position, n, in->f);
        in->j = p->linear ? in->f[0] + in->f[4] + in->f[8] - 2 : cofactors(in->f, unused);
        for (int i = 0; i < 3; i++)
            in->fibre[i] = *(const SnLooseLanes *)batch->fibre[i];
        in->activation = gather_scalar(batch, input->activation);
        in->whole = batch->treatment == SN_VOLUME_IN_LAW;
        volume += weight[k] * in->j;
    }
    p->u = p->pressure = lanes(0);
    if (batch->treatment == SN_VOLUME_OF_ELEMENT)
        SN_FEM(material_volume)
    (p->material, volume / *(const SnLooseLanes *)batch->volume, p->in[0].activation, &p->u,
     &p->pressure, &second);
}

static void strain_of(const SnPointInput *in, bool linear, SnLanes strain[6])
{
    if (linear) {
        for (int v = 0; v < 6; v++)
            strain[v] = 0.5 * (in->f[3 * voigt_row[v] + voigt_column[v]] +
                               in->f[3 * voigt_column[v] + voigt_row[v]]) -
                        (v < 3);
        return;
    }
    SnLanes b[6], x[3], n[3][3], dyad[6];
    lanes_left_cauchy(in->f, b);
    lanes_eigen(b, x, n);
    lanes_zero(strain, 6);
    for (int k = 0; k < 3; k++) {
        lanes_dyad(n[k], n[k], dyad);
        lanes_add(strain, 0.5 * lanes_log(x[k]), dyad, 6);
    }
}

void SN_FEM(points)(const SnFemSolid *solid, const SnFemInput *input, const SnFemBatch *batch,
                    SnFemPoints *points)
{
    Points p = {.material = &solid->materials[batch->material]};
    Prony prony = {0};
    const double *history =
        batch->n_terms > 0 && input->history ? input->history + batch->history : NULL;

    const double share = sn_fem_volume_share(p.material, (SnVolumeTreatment)batch->treatment);

    p.linear = sn_material_class(p.material)->flags & SN_LAW_SMALL_STRAIN;
    deform(input, batch, &p);
    if (history)
        prony = prony_terms(p.material, batch, input->dt);
    for (int k = 0; k < batch->n_points; k++) {
        const SnPointInput *in = &p.in[k];
        SnPointStress out;
        SnLanes strain[6], u = p.u, pressure = p.pressure, second;
        SN_FEM(material_shape)(p.material, in, 0, &out);
        if (history)
            prony_stress(&prony, history + 6 * SN_LANES * (ptrdiff_t)((1 + prony.n) * k), in->f,
                         in->j, p.linear, false, &out);
        if (share > 0) {
            SN_FEM(material_volume)(p.material, in->j, in->activation, &u, &pressure, &second);
            u *= share;
            pressure *= share;
        }
        for (int v = 0; v < 3; v++)
            out.stress[v] += pressure;
        out.energy += u;
        strain_of(in, p.linear, strain);
        memcpy(points->stress[k], out.stress, sizeof points->stress[k]);
        memcpy(points->strain[k], strain, sizeof points->strain[k]);
        memcpy(points->energy[k], &out.energy, sizeof points->energy[k]);
        memcpy(points->ratio[k], &in->j, sizeof points->ratio[k]);
    }
}
