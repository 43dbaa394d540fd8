/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of the principal stretches: Ogden, corotated linear. */
#ifndef SN_FEM_MATERIAL_PRINCIPAL_H
#define SN_FEM_MATERIAL_PRINCIPAL_H

#include "engine/fem/material_isotropic.h"

/* Stress and tangent in principal axes, Kirchhoff: tau_a; c_aabb; c_abab of the pairs (0,1) (1,2)
 * (2,0). */
typedef struct Principal {
    SnLanes stress[3], normal[3][3], shear[3];
} Principal;

/* J sigma = sum tau_a n_a n_a; J c likewise (Holzapfel 6.55 and the limits of 6.196). */
SN_LANES_FN void from_principal(const Principal *p, const SnLanes n[3][3], SnLanes j,
                                int want_tangent, SnPointStress *out)
{
    SnLanes dyad[3][6];
    lanes_zero(out->stress, 6);
    for (int a = 0; a < 3; a++) {
        lanes_dyad(n[a], n[a], dyad[a]);
        lanes_add(out->stress, p->stress[a], dyad[a], 6);
    }
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        for (int a = 0; a < 3; a++) {
            SnLanes row[6], mixed[6];
            lanes_zero(row, 6);
            for (int b = 0; b < 3; b++)
                lanes_add(row, p->normal[a][b], dyad[b], 6);
            lanes_add_outer(out->tangent, row, dyad[a]);
            lanes_dyad(n[a], n[(a + 1) % 3], mixed);
            lanes_add_dyad(out->tangent, 4 * p->shear[a], mixed);
        }
    }
    per_present_volume(j, want_tangent, out);
}

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
        if (m->ogden_mu[i] != 0 && m->ogden_alpha[i] != 0)
            ogden_term(m->ogden_mu[i], m->ogden_alpha[i], log, beta, slope, p.shear, &out->energy);
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
    from_principal(&p, n, in->j, want_tangent, out);
}

/* mu |dev e|^2 + kappa/2 (tr e)^2, e = U - 1.  With s_a = dW/dl_a the shear term
 * (s_a l_b - s_b l_a) / (l_a - l_b) is the constant 2 mu (1 + tr e/3) - kappa tr e: nothing is
 * singular at equal stretches. */
static inline void corotated_shape(double mu, double kappa, const SnPointInput *in,
                                   int want_tangent, SnPointStress *out)
{
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
    from_principal(&p, n, in->j, want_tangent, out);
}

#endif
