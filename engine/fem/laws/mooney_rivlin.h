/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mooney-Rivlin with five terms. */
#ifndef SN_FEM_LAWS_MOONEY_RIVLIN_H
#define SN_FEM_LAWS_MOONEY_RIVLIN_H

#include "engine/fem/material_isotropic.h"

#include <stdio.h>

/* c10 (I1-3) + c01 (I2-3) + c11 (I1-3)(I2-3) + c20 (I1-3)^2 + c02 (I2-3)^2
 * (jaw-tongue-hyoid 4.1), or the first terms alone */
SN_LANES_FN InvariantLaw mooney_rivlin(const SnMaterial *m, const ShapeInvariants *s, int terms)
{
    InvariantLaw w;
    const double c11 = terms > 2 ? m->c11 : 0, c20 = terms > 2 ? m->c20 : 0;
    const double c02 = terms > 2 ? m->c02 : 0;
    w.only_first = m->c01 == 0 && c11 == 0 && c02 == 0;
    w.energy = s->i1 * (m->c10 + c20 * s->i1 + c11 * s->i2) + s->i2 * (m->c01 + c02 * s->i2);
    w.w1 = m->c10 + 2 * c20 * s->i1 + c11 * s->i2;
    w.w2 = m->c01 + c11 * s->i1 + 2 * c02 * s->i2;
    w.w11 = lanes(2 * c20);
    w.w12 = lanes(c11);
    w.w22 = lanes(2 * c02);
    return w;
}

SN_LANES_FN void mooney_rivlin_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                                     SnPointStress *out)
{
    ShapeInvariants s;
    shape_invariants(in, &s);
    const InvariantLaw w = mooney_rivlin(m, &s, 5);
    invariant_shape(&s, &w, want_tangent, out);
    project_shape(in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static inline double mooney_rivlin_shear(const SnMaterial *m)
{
    return 2 * (m->c10 + m->c01);
}

static inline bool mooney_rivlin_check(const SnMaterial *m, char *text, size_t size)
{
    snprintf(text, size, "material.c10 and material.c01 sum to %g: there is no stiffness at rest",
             m->c10 + m->c01);
    return m->c10 + m->c01 > 0;
}

static const SnMaterialLaw mooney_rivlin_law = {
    .shear = mooney_rivlin_shear, .volume = split_volume, .check = mooney_rivlin_check};

#endif
