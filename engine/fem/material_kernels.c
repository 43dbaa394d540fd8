/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws at one point of four elements (material_point.h). */
#include "engine/fem/material_point.h"

#include <assert.h>

#include "engine/fem/lanes_math.h"

enum { XX, YY, ZZ, XY, YZ, ZX };
static const int voigt_of[3][3] = {{XX, XY, ZX}, {XY, YY, YZ}, {ZX, YZ, ZZ}};
static const int first_of[6] = {0, 1, 2, 0, 1, 2}, second_of[6] = {0, 1, 2, 1, 2, 0};

/* Index of (i, j), i <= j, in the upper triangle by rows. */
#define UPPER(i, j) ((i) * (11 - (i)) / 2 + (j))

/* a = f f' */
SN_LANES_FN void left_cauchy_green(const SnLanes f[9], SnLanes b[6])
{
    for (int v = 0; v < 6; v++) {
        const SnLanes *row = f + 3 * first_of[v], *column = f + 3 * second_of[v];
        b[v] = row[0] * column[0] + row[1] * column[1] + row[2] * column[2];
    }
}

SN_LANES_FN void square(const SnLanes b[6], SnLanes b2[6])
{
    for (int v = 0; v < 6; v++) {
        b2[v] = lanes(0);
        for (int k = 0; k < 3; k++)
            b2[v] += b[voigt_of[first_of[v]][k]] * b[voigt_of[k][second_of[v]]];
    }
}

/* 1/2 (b_ik b_jl + b_il b_jk) */
SN_LANES_FN SnLanes symmetric_product(const SnLanes b[6], int v, int w)
{
    const int i = first_of[v], j = second_of[v], k = first_of[w], l = second_of[w];
    return 0.5 * (b[voigt_of[i][k]] * b[voigt_of[j][l]] + b[voigt_of[i][l]] * b[voigt_of[j][k]]);
}

SN_LANES_FN SnLanes trace(const SnLanes a[6])
{
    return a[XX] + a[YY] + a[ZZ];
}

static void lame(const SnMaterial *material, double *lambda, double *mu)
{
    const double e = material->youngs_modulus, nu = material->poissons_ratio;
    *lambda = e * nu / ((1 + nu) * (1 - 2 * nu));
    *mu = e / (2 * (1 + nu));
}

/* tangent = scale (I - 1/3 1 x 1) */
SN_LANES_FN void deviatoric_tangent(SnLanes scale, SnLanes tangent[21])
{
    for (int v = 0; v < 6; v++)
        for (int w = v; w < 6; w++)
            tangent[UPPER(v, w)] =
                scale * ((v == w ? (v < 3 ? 1.0 : 0.5) : 0.0) - (w < 3 ? 1.0 / 3.0 : 0.0));
}

static void linear(const SnMaterial *material, const SnPointInput *in, int want_tangent,
                   SnPointStress *out)
{
    double lambda, mu;
    lame(material, &lambda, &mu);
    SnLanes e[6];
    for (int v = 0; v < 6; v++)
        e[v] =
            0.5 * (in->f[3 * first_of[v] + second_of[v]] + in->f[3 * second_of[v] + first_of[v]]) -
            (v < 3 ? 1.0 : 0.0);
    const SnLanes mean = trace(e) / 3.0;
    out->energy = lanes(0);
    for (int v = 0; v < 6; v++) {
        const SnLanes shape = e[v] - (v < 3 ? mean : lanes(0));
        out->stress[v] = 2 * mu * shape;
        out->energy += (v < 3 ? mu : 2 * mu) * shape * shape;
    }
    if (want_tangent)
        deviatoric_tangent(lanes(2 * mu), out->tangent);
}

static void st_venant_kirchhoff(const SnMaterial *material, const SnPointInput *in,
                                int want_tangent, SnPointStress *out)
{
    double lambda, mu;
    lame(material, &lambda, &mu);
    SnLanes b[6], b2[6];
    left_cauchy_green(in->f, b);
    square(b, b2);
    /* f (lambda tr E I + 2 mu E) f' with 2 E = f' f - I */
    const SnLanes strain = 0.5 * (trace(b) - 3.0), inverse_j = 1.0 / in->j;
    for (int v = 0; v < 6; v++)
        out->stress[v] = inverse_j * (lambda * strain * b[v] + mu * (b2[v] - b[v]));
    out->energy = 0.5 * lambda * strain * strain + 0.25 * mu * (trace(b2) - 2.0 * trace(b) + 3.0);
    if (want_tangent)
        for (int v = 0; v < 6; v++)
            for (int w = v; w < 6; w++)
                out->tangent[UPPER(v, w)] =
                    inverse_j * (lambda * b[v] * b[w] + 2 * mu * symmetric_product(b, v, w));
}

static void neo_hookean(const SnMaterial *material, const SnPointInput *in, int want_tangent,
                        SnPointStress *out)
{
    double lambda, mu;
    lame(material, &lambda, &mu);
    SnLanes b[6];
    left_cauchy_green(in->f, b);
    const SnLanes scale = mu / in->j;
    for (int v = 0; v < 6; v++)
        out->stress[v] = scale * (b[v] - (v < 3 ? 1.0 : 0.0));
    out->energy = 0.5 * mu * (trace(b) - 3.0) - mu * lanes_log(in->j);
    if (want_tangent)
        for (int v = 0; v < 6; v++)
            for (int w = v; w < 6; w++)
                out->tangent[UPPER(v, w)] = v == w ? (v < 3 ? 2.0 : 1.0) * scale : lanes(0);
}

/* Spatial tangent of a law of the invariants of C-bar (Holzapfel 2000, 6.168): first and second
 * derivatives of W by I1 and I2; b, b2 of F-bar; stress the Kirchhoff stress. */
SN_LANES_FN void split_tangent(SnLanes w2, SnLanes w11, SnLanes w12, SnLanes w22,
                                   const SnLanes b[6], const SnLanes b2[6], SnLanes i1,
                                   SnLanes fictitious_trace, SnPointStress *out)
{
    SnLanes b_dev[6], a_dev[6], left[6], right[6];
    const SnLanes third = lanes(1.0 / 3.0), square_trace = trace(b2);
    const SnLanes b_mean = third * i1, a_mean = third * (i1 * i1 - square_trace);
    for (int v = 0; v < 6; v++) {
        b_dev[v] = b[v] - (v < 3 ? b_mean : lanes(0));
        a_dev[v] = i1 * b[v] - b2[v] - (v < 3 ? a_mean : lanes(0));
        left[v] = 4.0 * ((w11 + w2) * b_dev[v] + w12 * a_dev[v]);
        right[v] = 4.0 * (w12 * b_dev[v] + w22 * a_dev[v]);
    }
    for (int v = 0; v < 6; v++)
        for (int w = v; w < 6; w++) {
            SnLanes product = symmetric_product(b, v, w);
            if (v < 3)
                product -= third * b2[w];
            if (w < 3)
                product += third * (v < 3 ? third * square_trace : lanes(0)) - third * b2[v];
            SnLanes c = left[v] * b_dev[w] + right[v] * a_dev[w] - 4.0 * w2 * product;
            if (v == w)
                c += (v < 3 ? 2.0 / 3.0 : 1.0 / 3.0) * fictitious_trace;
            if (v < 3 && w < 3)
                c -= 2.0 / 9.0 * fictitious_trace;
            if (v < 3)
                c -= 2.0 / 3.0 * out->stress[w];
            if (w < 3)
                c -= 2.0 / 3.0 * out->stress[v];
            out->tangent[UPPER(v, w)] = c;
        }
}

static void mooney_rivlin(const SnMaterial *material, const SnPointInput *in, int want_tangent,
                          SnPointStress *out)
{
    SnLanes b[6], b2[6];
    left_cauchy_green(in->f, b);
    const SnLanes root = lanes_exp(lanes_log(in->j) / -3.0), scale = root * root;
    for (int v = 0; v < 6; v++)
        b[v] *= scale;
    square(b, b2);
    const SnLanes i1 = trace(b), i2 = 0.5 * (i1 * i1 - trace(b2));
    const SnLanes d1 = i1 - 3.0, d2 = i2 - 3.0;
    const double c10 = material->c10, c01 = material->c01, c11 = material->c11, c20 = material->c20,
                 c02 = material->c02;
    const SnLanes w1 = c10 + c11 * d2 + 2 * c20 * d1, w2 = c01 + c11 * d1 + 2 * c02 * d2;

    out->energy = c10 * d1 + c01 * d2 + c11 * d1 * d2 + c20 * d1 * d1 + c02 * d2 * d2;
    const SnLanes fb = 2.0 * (w1 + i1 * w2), fb2 = -2.0 * w2;
    const SnLanes fictitious_trace = fb * i1 + fb2 * trace(b2);
    for (int v = 0; v < 6; v++)
        out->stress[v] = fb * b[v] + fb2 * b2[v] - (v < 3 ? fictitious_trace / 3.0 : lanes(0));
    if (want_tangent)
        split_tangent(w2, lanes(2 * c20), lanes(c11), lanes(2 * c02), b, b2, i1,
                      fictitious_trace, out);
    const SnLanes inverse_j = root * scale;
    for (int v = 0; v < 6; v++)
        out->stress[v] *= inverse_j;
    if (want_tangent)
        for (int k = 0; k < 21; k++)
            out->tangent[k] *= inverse_j;
}

void SN_FEM(material_shape)(const SnMaterial *material, const SnPointInput *in, int want_tangent,
                            SnPointStress *out)
{
    switch (material->kind) {
    case SN_MATERIAL_LINEAR:
        linear(material, in, want_tangent, out);
        break;
    case SN_MATERIAL_ST_VENANT_KIRCHHOFF:
        st_venant_kirchhoff(material, in, want_tangent, out);
        break;
    case SN_MATERIAL_NEO_HOOKEAN:
        neo_hookean(material, in, want_tangent, out);
        break;
    case SN_MATERIAL_MOONEY_RIVLIN:
        mooney_rivlin(material, in, want_tangent, out);
        break;
    default:
        assert(!"a law of this set");
    }
    if (material->stiffening == 1)
        return;
    const SnLanes factor = 1.0 + (material->stiffening - 1) * in->activation;
    out->energy *= factor;
    for (int v = 0; v < 6; v++)
        out->stress[v] *= factor;
    if (want_tangent)
        for (int k = 0; k < 21; k++)
            out->tangent[k] *= factor;
}

void SN_FEM(material_volume)(const SnMaterial *material, SnLanes j, SnLanes activation, SnLanes *u,
                             SnLanes *first, SnLanes *second)
{
    double lambda, mu, modulus = material->bulk_modulus;
    int law = material->volume_law;

    lame(material, &lambda, &mu);
    if (material->kind == SN_MATERIAL_ST_VENANT_KIRCHHOFF) {
        *u = *first = *second = lanes(0);
        return;
    }
    if (material->kind == SN_MATERIAL_NEO_HOOKEAN) {
        modulus = lambda;
        law = SN_VOLUME_LOGARITHM;
    } else if (material->kind <= SN_MATERIAL_COROTATED) {
        modulus = lambda + 2.0 / 3.0 * mu;
        law = SN_VOLUME_QUADRATIC;
    }
    const SnLanes k = modulus * (1.0 + (material->stiffening - 1) * activation);
    if (law == SN_VOLUME_QUADRATIC) {
        *u = 0.5 * k * (j - 1.0) * (j - 1.0);
        *first = k * (j - 1.0);
        *second = k;
    } else {
        const SnLanes logarithm = lanes_log(j), inverse = 1.0 / j;
        *u = 0.5 * k * logarithm * logarithm;
        *first = k * logarithm * inverse;
        *second = k * (1.0 - logarithm) * inverse * inverse;
    }
}
