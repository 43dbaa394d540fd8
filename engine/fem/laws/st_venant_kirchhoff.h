/* SPDX-License-Identifier: GPL-3.0-or-later */
/* St. Venant-Kirchhoff: linear in Green's strain; no volumetric part that separates. */
#ifndef SN_FEM_LAWS_ST_VENANT_KIRCHHOFF_H
#define SN_FEM_LAWS_ST_VENANT_KIRCHHOFF_H

#include "engine/fem/material_isotropic.h"

/* lambda/2 (tr E)^2 + mu |E|^2: J sigma = lambda (tr E) b + mu (b^2 - b). */
SN_LANES_FN void st_venant_kirchhoff_shape(const SnMaterial *m, const SnPointInput *in,
                                           int want_tangent, SnPointStress *out)
{
    const Lame k = lame_of(m);
    SnLanes b[6], square[6];
    lanes_left_cauchy(in->f, b);
    lanes_square(b, square);
    const SnLanes i1 = lanes_trace(b), trace = 0.5 * (i1 - 3);
    out->energy = 0.5 * k.lambda * trace * trace + 0.25 * k.mu * (lanes_trace(square) - 2 * i1 + 3);
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        out->stress[a] = (k.lambda * trace - k.mu) * b[a] + k.mu * square[a];
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        lanes_add_dyad(out->tangent, lanes(k.lambda), b);
        lanes_add_square(out->tangent, lanes(2 * k.mu), b);
    }
    per_present_volume(in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static const SnMaterialLaw st_venant_kirchhoff_law = {
    .shear = elastic_shear, .bulk = elastic_bulk, .volume = no_volume};

#endif
