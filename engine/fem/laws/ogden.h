/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ogden 1972: sum mu_i/alpha_i (l1^alpha_i + l2^alpha_i + l3^alpha_i - 3). */
#ifndef SN_FEM_LAWS_OGDEN_H
#define SN_FEM_LAWS_OGDEN_H

#include "engine/fem/material_principal.h"

#include <stdio.h>

#define SN_OGDEN_TERMS 3

/* One term mu/alpha sum l_a^alpha, l_a = e^(log_a): adds its part before the deviator. */
SN_LANES_FN void ogden_term(double mu, double alpha, const SnLanes log[3], SnLanes beta[3],
                            SnLanes slope[3], SnLanes shear[3], SnLanes *energy)
{
    SnLanes root[3]; /* l^(alpha/2) */
    for (int a = 0; a < 3; a++) {
        root[a] = lanes_exp(0.5 * alpha * log[a]);
        beta[a] += mu * root[a] * root[a];
        slope[a] += mu * alpha * root[a] * root[a];
        *energy += mu / alpha * (root[a] * root[a] - 1);
    }
    /* (beta_a - beta_b) coth(log_a - log_b) / 2, also where a and b are equal */
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3;
        const SnLanes d = log[a] - log[b], half = lanes_sinhc(0.5 * d);
        const SnLanes cosh = 1 + 0.5 * d * d * half * half;
        shear[a] += mu * alpha * 0.5 * root[a] * root[b] * lanes_sinhc(0.5 * alpha * d) * cosh /
                    lanes_sinhc(d);
    }
}

static inline void ogden_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                               SnPointStress *out)
{
    const double mu[SN_OGDEN_TERMS] = {m->ogden_mu_1, m->ogden_mu_2, m->ogden_mu_3};
    const double alpha[SN_OGDEN_TERMS] = {m->ogden_alpha_1, m->ogden_alpha_2, m->ogden_alpha_3};
    SnLanes b[6], x[3], n[3][3], log[3], beta[3], slope[3];
    Principal p;
    lanes_left_cauchy(in->f, b);
    lanes_eigen(b, x, n);
    for (int a = 0; a < 3; a++)
        log[a] = 0.5 * lanes_log(x[a]);
    const SnLanes volume = (log[0] + log[1] + log[2]) / 3;
    for (int a = 0; a < 3; a++)
        log[a] -= volume;
    lanes_zero(beta, 3);
    lanes_zero(slope, 3);
    lanes_zero(p.shear, 3);
    out->energy = lanes(0);
    for (int i = 0; i < SN_OGDEN_TERMS; i++)
        if (mu[i] != 0 && alpha[i] != 0)
            ogden_term(mu[i], alpha[i], log, beta, slope, p.shear, &out->energy);
    const SnLanes mean = (beta[0] + beta[1] + beta[2]) / 3;
    const SnLanes mean_slope = (slope[0] + slope[1] + slope[2]) / 3;
    for (int a = 0; a < 3; a++)
        p.stress[a] = beta[a] - mean;
    for (int a = 0; a < 3; a++) {
        for (int c = 0; c < 3; c++)
            p.normal[a][c] = (mean_slope - slope[a] - slope[c]) / 3;
        p.normal[a][a] += slope[a] - 2 * p.stress[a];
        p.shear[a] -= 0.5 * (p.stress[a] + p.stress[(a + 1) % 3]);
    }
    from_principal(&p, (const SnLanes(*)[3])n, in->j, want_tangent, out);
    stiffen(m, in, want_tangent, out);
}

static inline double ogden_shear(const SnMaterial *m)
{
    double shear = 0;
    shear += 0.5 * m->ogden_mu_1 * m->ogden_alpha_1;
    shear += 0.5 * m->ogden_mu_2 * m->ogden_alpha_2;
    shear += 0.5 * m->ogden_mu_3 * m->ogden_alpha_3;
    return shear;
}

static inline bool ogden_check(const SnMaterial *m, char *text, size_t size)
{
    snprintf(text, size,
             "Ogden's moduli and exponents give a shear modulus of %g Pa at rest; their products "
             "must sum to more than 0",
             ogden_shear(m));
    return ogden_shear(m) > 0;
}

static const SnMaterialLaw ogden_law = {
    .shear = ogden_shear, .volume = split_volume, .check = ogden_check};

#endif
