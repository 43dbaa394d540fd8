/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of the invariants of b = F F', and the passage from a law of C-bar = J^(-2/3) C to Cauchy
 * stress and spatial tangent that all laws with U(J) apart share. */
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

/* Share of the stress of shape that activation leaves or adds. */
SN_LANES_FN SnLanes stiffened(const SnMaterial *m, SnLanes activation)
{
    return 1 + (m->stiffening - 1) * activation;
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

/* c10 (I1-3) + c01 (I2-3) + c11 (I1-3)(I2-3) + c20 (I1-3)^2 + c02 (I2-3)^2
 * (jaw-tongue-hyoid 4.1) */
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

/* Small strain: mu |dev e|^2, e the symmetric part of f - 1. */
SN_LANES_FN void linear_shape(double mu, const SnPointInput *in, int want_tangent,
                              SnPointStress *out)
{
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
    if (!want_tangent)
        return;
    lanes_zero(out->tangent, 21);
    lanes_add_identity(out->tangent, lanes(2 * mu));
    SN_UNROLL
    for (int a = 0; a < 3; a++) {
        SN_UNROLL
        for (int b = a; b < 3; b++)
            out->tangent[SN_VOIGT(a, b)] -= 2 * mu / 3;
    }
}

/* lambda/2 (tr E)^2 + mu |E|^2: J sigma = lambda (tr E) b + mu (b^2 - b). */
SN_LANES_FN void st_venant_shape(Lame k, const SnPointInput *in, int want_tangent,
                                 SnPointStress *out)
{
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
}

/* mu/2 (I1 - 3) - mu ln J: J sigma = mu (b - 1). */
SN_LANES_FN void neo_hookean_shape(double mu, const SnPointInput *in, int want_tangent,
                                   SnPointStress *out)
{
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
}

#endif
