/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Veronda and Westmann 1970: c1 (e^(c2 (I1 - 3)) - 1) - c1 c2/2 (I2 - 3). */
#ifndef SN_FEM_LAWS_VERONDA_WESTMANN_H
#define SN_FEM_LAWS_VERONDA_WESTMANN_H

#include "engine/fem/material_isotropic.h"

/* c1 (e^(c2 (I1 - 3)) - 1) - c1 c2/2 (I2 - 3) */
SN_LANES_FN InvariantLaw veronda_westmann(const SnMaterial *m, const ShapeInvariants *s)
{
    const double c1 = m->vw_c1, c2 = m->vw_c2;
    const SnLanes e = lanes_exp(c2 * s->i1);
    InvariantLaw w;
    w.only_first = 0;
    w.energy = c1 * (e - 1) - 0.5 * c1 * c2 * s->i2;
    w.w1 = c1 * c2 * e;
    w.w2 = lanes(-0.5 * c1 * c2);
    w.w11 = c2 * w.w1;
    w.w12 = w.w22 = lanes(0);
    return w;
}

SN_LANES_FN void veronda_westmann_shape(const SnMaterial *m, const SnPointInput *in,
                                        int want_tangent, SnPointStress *out)
{
    ShapeInvariants s;
    shape_invariants(in, &s);
    const InvariantLaw w = veronda_westmann(m, &s);
    invariant_shape(&s, &w, want_tangent, out);
    project_shape(in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static inline double veronda_westmann_shear(const SnMaterial *m)
{
    return m->vw_c1 * m->vw_c2;
}

static const SnMaterialLaw veronda_westmann_law = {.shear = veronda_westmann_shear,
                                                   .volume = split_volume};

#endif
