/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools of laws of the invariants of b = F F', and the passage from a law of C-bar = J^(-2/3) C to
 * Cauchy stress and spatial tangent that all laws with U(J) apart share. */
#ifndef SN_FEM_MATERIAL_ISOTROPIC_H
#define SN_FEM_MATERIAL_ISOTROPIC_H

#include "engine/fem/lanes_tensor.h"
#include "engine/fem/material_point.h"

/* Lame's constants of the laws given by Young's modulus and Poisson's ratio. */
typedef struct Lame {
    double lambda, mu, kappa;
} Lame;

SN_LANES_FN Lame lame_of(const SnMaterial *m)
{
    const double e = m->youngs_modulus, nu = m->poissons_ratio;
    return (Lame){e * nu / ((1 + nu) * (1 - 2 * nu)), e / (2 * (1 + nu)), e / (3 * (1 - 2 * nu))};
}

static inline double elastic_shear(const SnMaterial *m)
{
    return m->youngs_modulus / (2 * (1 + m->poissons_ratio));
}

static inline double elastic_bulk(const SnMaterial *m)
{
    return m->youngs_modulus / (3 * (1 - 2 * m->poissons_ratio));
}

/* Volumetric parts (SnMaterialLaw.volume). */
static inline SnVolumePart no_volume(const SnMaterial *m)
{
    return (SnVolumePart){0, SN_VOLUME_NONE};
}

static inline SnVolumePart quadratic_of_kappa(const SnMaterial *m)
{
    return (SnVolumePart){lame_of(m).kappa, SN_VOLUME_QUADRATIC};
}

static inline SnVolumePart split_volume(const SnMaterial *m)
{
    return (SnVolumePart){m->bulk_modulus, (SnVolumeLaw)m->volume_law};
}

/* Share of the stress of shape that activation leaves or adds. */
SN_LANES_FN SnLanes stiffened(const SnMaterial *m, SnLanes activation)
{
    return 1 + (m->stiffening - 1) * activation;
}

/* What activation stiffens of a whole law. */
SN_LANES_FN void stiffen(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                         SnPointStress *out)
{
    if (m->stiffening == 1)
        return;
    const SnLanes share = stiffened(m, in->activation);
    out->energy *= share;
    lanes_scale(out->stress, share, 6);
    if (want_tangent)
        lanes_scale(out->tangent, share, 21);
}

/* Kirchhoff stress and tangent to Cauchy's. */
SN_LANES_FN void per_present_volume(SnLanes j, int want_tangent, SnPointStress *out)
{
    const SnLanes inverse = 1 / j;
    lanes_scale(out->stress, inverse, 6);
    if (want_tangent)
        lanes_scale(out->tangent, inverse, 21);
}

/* out holds t = 2 F-bar (dW/dC-bar) F-bar' and c = 4 F-bar F-bar (d2W/dC-bar2) F-bar' F-bar':
 * tau = dev t; J c = P c P + 2/3 tr(t) (I - 1 1/3) - 2/3 (tau 1 + 1 tau)  (Holzapfel 6.90-6.91,
 * pushed forward). */
SN_LANES_FN void project_shape(SnLanes j, int want_tangent, SnPointStress *out)
{
    const SnLanes inverse = 1 / j;
    const SnLanes mean = lanes_trace(out->stress) / 3;
    SN_UNROLL
    for (int a = 0; a < 3; a++)
        out->stress[a] -= mean;
    lanes_scale(out->stress, inverse, 6);
    if (!want_tangent)
        return;
    SnLanes *c = out->tangent;
    lanes_scale(c, inverse, 21);
    SnLanes row[6]; /* c : 1, then the whole of what stands beside 1 */
    SN_UNROLL
    for (int a = 0; a < 3; a++)
        row[a] = c[SN_VOIGT(a, 0)] * (a == 0) + c[SN_VOIGT(0, a)] * (a != 0) +
                 c[a < 1 ? SN_VOIGT(a, 1) : SN_VOIGT(1, a)] +
                 c[a < 2 ? SN_VOIGT(a, 2) : SN_VOIGT(2, a)];
    SN_UNROLL
    for (int a = 3; a < 6; a++)
        row[a] = c[SN_VOIGT(0, a)] + c[SN_VOIGT(1, a)] + c[SN_VOIGT(2, a)];
    const SnLanes round = 2 * mean * inverse; /* 2/3 tr(t) / J */
    const SnLanes middle = (row[0] + row[1] + row[2]) / 9 - round / 3;
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        row[a] = -(row[a] + 2 * out->stress[a]) / 3;
    SN_UNROLL
    for (int a = 0; a < 3; a++) {
        SN_UNROLL
        for (int b = a; b < 3; b++)
            c[SN_VOIGT(a, b)] += row[a] + row[b] + middle;
        SN_UNROLL
        for (int b = 3; b < 6; b++)
            c[SN_VOIGT(a, b)] += row[b];
    }
    lanes_add_identity(c, round);
}

/* j^(-1/3) */
SN_LANES_FN SnLanes inverse_cube_root(SnLanes j)
{
    return lanes_inverse_cube_root(j);
}

/* b-bar and its invariants less 3. */
typedef struct ShapeInvariants {
    SnLanes b[6], square[6]; /* b-bar, b-bar^2 */
    SnLanes i1, i2;          /* I1 - 3, I2 - 3 */
} ShapeInvariants;

SN_LANES_FN void shape_invariants(const SnPointInput *in, ShapeInvariants *s)
{
    const SnLanes scale = inverse_cube_root(in->j);
    lanes_left_cauchy(in->f, s->b);
    lanes_scale(s->b, scale * scale, 6);
    lanes_square(s->b, s->square);
    const SnLanes i1 = lanes_trace(s->b);
    s->i1 = i1 - 3;
    s->i2 = 0.5 * (i1 * i1 - lanes_trace(s->square)) - 3;
}

/* Derivatives of W by I1-bar and I2-bar. */
typedef struct InvariantLaw {
    SnLanes energy, w1, w2, w11, w12, w22;
    int only_first; /* nothing depends on I2 */
} InvariantLaw;

/* t = 2 (W1 + I1 W2) b - 2 W2 b^2, c = 4 sum Wij (dIi)(dIj) + 4 W2 (b b - b x b). */
SN_LANES_FN void invariant_shape(const ShapeInvariants *s, const InvariantLaw *w, int want_tangent,
                                 SnPointStress *out)
{
    const SnLanes i1 = s->i1 + 3;
    out->energy = w->energy;
    lanes_zero(out->stress, 6);
    lanes_add(out->stress, 2 * (w->w1 + i1 * w->w2), s->b, 6);
    lanes_add(out->stress, -2 * w->w2, s->square, 6);
    if (!want_tangent)
        return;
    lanes_zero(out->tangent, 21);
    if (w->only_first) {
        lanes_add_dyad(out->tangent, 4 * w->w11, s->b);
        return;
    }
    SnLanes second[6]; /* dI2 */
    SN_UNROLL
    for (int a = 0; a < 6; a++)
        second[a] = i1 * s->b[a] - s->square[a];
    SnLanes p[6], q[6];
    SN_UNROLL
    for (int a = 0; a < 6; a++) {
        p[a] = 4 * ((w->w11 + w->w2) * s->b[a] + w->w12 * second[a]);
        q[a] = 4 * (w->w12 * s->b[a] + w->w22 * second[a]);
    }
    lanes_add_outer(out->tangent, p, s->b);
    lanes_add_outer(out->tangent, q, second);
    lanes_add_square(out->tangent, -4 * w->w2, s->b);
}

#endif
