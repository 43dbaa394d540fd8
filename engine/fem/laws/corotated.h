/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Corotated linear elasticity: linear in the stretch U - 1 of F = R U.  With mean dilatation
 * kappa/2 (J - 1)^2 takes the place of kappa/2 (tr e)^2 (Stomakhin 2012). */
#ifndef SN_FEM_LAWS_COROTATED_H
#define SN_FEM_LAWS_COROTATED_H

#include "engine/fem/material_principal.h"

/* mu |dev e|^2 + kappa/2 (tr e)^2, e = U - 1.  With s_a = dW/dl_a the shear term
 * (s_a l_b - s_b l_a) / (l_a - l_b) is the constant 2 mu (1 + tr e/3) - kappa tr e: nothing is
 * singular at equal stretches. */
static inline void corotated_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                                   SnPointStress *out)
{
    const double mu = lame_of(m).mu, kappa = in->whole ? lame_of(m).kappa : 0;
    SnLanes b[6], x[3], n[3][3], l[3];
    Principal p;
    lanes_left_cauchy(in->f, b);
    lanes_eigen(b, x, n);
    for (int a = 0; a < 3; a++)
        l[a] = lanes_sqrt(x[a]);
    const SnLanes trace = l[0] + l[1] + l[2] - 3;
    const SnLanes common = 2 * mu * (1 + trace / 3) - kappa * trace;
    out->energy = 0.5 * kappa * trace * trace;
    for (int a = 0; a < 3; a++) {
        const int c = (a + 1) % 3;
        const SnLanes e = l[a] - 1 - trace / 3;
        out->energy += mu * e * e;
        p.stress[a] = l[a] * (2 * mu * e + kappa * trace);
        p.shear[a] = common * l[a] * l[c] / (l[a] + l[c]);
        for (int d = 0; d < 3; d++)
            p.normal[a][d] = l[a] * l[d] * (kappa - 2 * mu / 3);
        p.normal[a][a] += 2 * mu * l[a] * l[a] - p.stress[a];
    }
    from_principal(&p, (const SnLanes(*)[3])n, in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static const SnMaterialLaw corotated_law = {
    .shear = elastic_shear, .bulk = elastic_bulk, .volume = quadratic_of_kappa};

#endif
