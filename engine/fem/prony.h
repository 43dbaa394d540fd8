/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quasi-linear viscoelasticity at a point of four elements (Taylor, Pister and Goudreau 1970; Simo
 * 1987): S(t) = S_e + sum h_i,  h_i+ = e^(-dt/tau) h_i + g (1 - e^(-dt/tau))/(dt/tau) (S_e+ - S_e).
 * S_e is the 2nd Piola-Kirchhoff stress of W_shape, so volume does not relax and the same law holds
 * in every mode of incompressibility; for small strain it is the stress itself. */
#ifndef SN_FEM_PRONY_H
#define SN_FEM_PRONY_H

#include <math.h>

#include "engine/fem/element_lanes.h"
#include "engine/fem/material_point.h"

typedef struct Prony {
    int n;
    double decay[SN_PRONY_TERMS]; /* e^(-dt/tau) */
    double gain[SN_PRONY_TERMS];  /* g (1 - e^(-dt/tau))/(dt/tau); g for dt = 0 */
} Prony;

static inline Prony prony_terms(const SnMaterial *material, const SnFemBatch *batch, double dt)
{
    Prony prony = {.n = batch->n_terms};
    for (int i = 0; i < prony.n; i++) {
        const double tau = material->prony_tau[i], ratio = tau > 0 ? dt / tau : 0;
        prony.decay[i] = exp(-ratio);
        prony.gain[i] = material->prony_g[i] * (ratio > 0 ? -expm1(-ratio) / ratio : 1);
    }
    return prony;
}

/* r = m s m' of a symmetric s. */
SN_LANES_FN void congruence(const SnLanes m[9], const SnLanes s[6], SnLanes r[6])
{
    SnLanes ms[3][3];
    for (int i = 0; i < 3; i++)
        lanes_times(s, m + 3 * i, ms[i]);
    for (int v = 0; v < 6; v++)
        r[v] = lanes_dot(ms[voigt_row[v]], m + 3 * voigt_column[v]);
}

/* S = J f^(-1) sigma f^(-T) */
SN_LANES_FN void pull_back(const SnLanes f[9], const SnLanes sigma[6], bool linear, SnLanes s[6])
{
    if (linear) {
        for (int v = 0; v < 6; v++)
            s[v] = sigma[v];
        return;
    }
    SnLanes c[9], transposed[9];
    const SnLanes j = cofactors(f, c);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            transposed[3 * i + k] = c[3 * k + i];
    congruence(transposed, sigma, s);
    lanes_scale(s, 1.0 / j, 6); /* J (1/J^2) c' sigma c */
}

/* Adds the viscous stress to the elastic one, with the tangent of the formula. */
SN_LANES_FN void prony_stress(const Prony *prony, const double *history, const SnLanes f[9],
                              SnLanes j, bool linear, const bool tangent, SnPointStress *out)
{
    SnLanes kept[6], carried[6];
    double gain = 0;

    for (int i = 0; i < prony->n; i++)
        gain += prony->gain[i];
    for (int v = 0; v < 6; v++) {
        kept[v] = -gain * *(const SnLooseLanes *)(history + SN_LANES * v);
        for (int i = 0; i < prony->n; i++)
            kept[v] +=
                prony->decay[i] * *(const SnLooseLanes *)(history + SN_LANES * (6 * (i + 1) + v));
    }
    if (linear) {
        for (int v = 0; v < 6; v++)
            carried[v] = kept[v];
    } else {
        congruence(f, kept, carried);
        lanes_scale(carried, 1.0 / j, 6);
    }
    for (int v = 0; v < 6; v++)
        out->stress[v] = (1 + gain) * out->stress[v] + carried[v];
    if (tangent)
        lanes_scale(out->tangent, lanes(1 + gain), 21);
}

/* Carries one point's history on to the elastic stress s; `rest`: as if it had been s for ever. */
SN_LANES_FN void prony_advance(const Prony *prony, const SnLanes s[6], bool rest, double *history)
{
    for (int v = 0; v < 6; v++) {
        SnLooseLanes *old = (SnLooseLanes *)(history + SN_LANES * v);
        for (int i = 0; i < prony->n; i++) {
            SnLooseLanes *h = (SnLooseLanes *)(history + SN_LANES * (6 * (i + 1) + v));
            const SnLanes next = prony->decay[i] * *h + prony->gain[i] * (s[v] - *old);
            *h = rest ? lanes(0) : next;
        }
        *old = s[v];
    }
}

#endif
