/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear elasticity at small strain: mu |dev e|^2 + kappa/2 (tr e)^2. */
#ifndef SN_FEM_LAWS_LINEAR_H
#define SN_FEM_LAWS_LINEAR_H

#include "engine/fem/material_isotropic.h"

/* Small strain: mu |dev e|^2, e the symmetric part of f - 1. */
SN_LANES_FN void linear_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                              SnPointStress *out)
{
    const double mu = lame_of(m).mu;
    SnLanes e[6];
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        e[a] = 0.5 * (in->f[3 * voigt_row[a] + voigt_column[a]] +
                      in->f[3 * voigt_column[a] + voigt_row[a]]) -
               (a < 3);
    const SnLanes mean = lanes_trace(e) / 3;
    SN_UNROLL
    for (int a = 0; a < 3; a++)
        e[a] -= mean;
    out->energy = mu * lanes_inner(e, e);
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        out->stress[a] = 2 * mu * e[a];
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        lanes_add_identity(out->tangent, lanes(2 * mu));
        SN_UNROLL
        for (int a = 0; a < 3; a++) {
            SN_UNROLL
            for (int b = a; b < 3; b++)
                out->tangent[SN_VOIGT(a, b)] -= 2 * mu / 3;
        }
    }
    stiffen(m, in, want_tangent, out);
}

static const SnMaterialLaw linear_law = {
    .shear = elastic_shear, .bulk = elastic_bulk, .volume = quadratic_of_kappa};

#endif
