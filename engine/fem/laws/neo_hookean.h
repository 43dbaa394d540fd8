/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neo-Hookean: mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J. */
#ifndef SN_FEM_LAWS_NEO_HOOKEAN_H
#define SN_FEM_LAWS_NEO_HOOKEAN_H

#include "engine/fem/material_isotropic.h"

/* mu/2 (I1 - 3) - mu ln J: J sigma = mu (b - 1). */
SN_LANES_FN void neo_hookean_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                                   SnPointStress *out)
{
    const double mu = lame_of(m).mu;
    SnLanes b[6];
    lanes_left_cauchy(in->f, b);
    out->energy = mu * (0.5 * (lanes_trace(b) - 3) - lanes_log(in->j));
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        out->stress[a] = mu * (b[a] - (a < 3));
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        lanes_add_identity(out->tangent, lanes(2 * mu));
    }
    per_present_volume(in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static inline SnVolumePart logarithm_of_lambda(const SnMaterial *m)
{
    return (SnVolumePart){lame_of(m).lambda, SN_VOLUME_LOGARITHM};
}

static const SnMaterialLaw neo_hookean_law = {
    .shear = elastic_shear, .bulk = elastic_bulk, .volume = logarithm_of_lambda};

#endif
