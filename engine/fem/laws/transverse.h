/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transversely isotropic: a Mooney-Rivlin matrix with fibres that pull only (verification A13).
 * l dF/dl = fibre_c3 (e^(fibre_c4 (l - 1)) - 1), straight beyond fibre_straight (slope continuous);
 * plus max_stress * activation along them. */
#ifndef SN_FEM_LAWS_TRANSVERSE_H
#define SN_FEM_LAWS_TRANSVERSE_H

#include "engine/fem/laws/mooney_rivlin.h"
#include "engine/fem/material_fibre.h"

/* integral of (e^(c (l - 1)) - 1)/l from 1 to `end`: Gauss, 12 points, exact to 1e-13 while
 * c (end - 1) < 10. */
SN_LANES_FN SnLanes exponential_work(double c, SnLanes end)
{
    static const double x[6] = {0.12523340851146891547, 0.36783149899818019375,
                                0.58731795428661744730, 0.76990267419430468704,
                                0.90411725637047485668, 0.98156063424671925069};
    static const double w[6] = {0.24914704581340278500, 0.23349253653835480876,
                                0.20316742672306592175, 0.16007832854334622633,
                                0.10693932599531843096, 0.04717533638651182719};
    const SnLanes half = 0.5 * (end - 1);
    SnLanes sum = lanes(0);
    for (int i = 0; i < 12; i++) {
        const SnLanes t = half * (1 + (i < 6 ? x[i] : -x[i - 6]));
        sum += (i < 6 ? w[i] : w[i - 6]) * (lanes_exp(c * t) - 1) / (1 + t);
    }
    return half * sum;
}

/* Mooney-Rivlin matrix and exponential fibres, straight beyond fibre_straight; the active stress
 * along them does not depend on their stretch. */
static inline void transverse_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                                    SnPointStress *out)
{
    ShapeInvariants s;
    Fibre fibre;
    shape_invariants(in, &s);
    carry_fibre(in, &s, &fibre);
    const InvariantLaw w = mooney_rivlin(m, &s, 2);
    invariant_shape(&s, &w, want_tangent, out);
    const SnLanes share = stiffened(m, in->activation);
    out->energy *= share;
    lanes_scale(out->stress, share, 6);
    if (want_tangent)
        lanes_scale(out->tangent, share, 21);

    const double c3 = m->fibre_c3, c4 = m->fibre_c4, bend = m->fibre_straight;
    const SnLanes l = fibre.stretch;
    const SnLanesMask taut = l > 1, straight = l > bend;
    const SnLanes curved = lanes_min(lanes_max(l, lanes(1)), lanes(bend));
    const SnLanes e = lanes_exp(c4 * (curved - 1));
    const SnLanes rise = c3 * c4 * e; /* d(line)/dl; beyond the bend its last value */
    const SnLanes line =
        c3 * (e - 1) + rise * (l - curved) * (SnLanes)(straight & (SnLanesMask)lanes(1));
    const SnLanes passive = lanes_select(taut, line, lanes(0));
    const SnLanes slope = lanes_select(taut, l * rise, lanes(0));
    const SnLanes active = m->max_stress * in->activation;
    const SnLanes beyond = rise * (l - bend) + (c3 * (e - 1) - rise * bend) * lanes_log(l / bend);
    const SnLanes work =
        c3 * exponential_work(c4, curved) + lanes_select(straight, beyond, lanes(0));
    out->energy += share * work + active * lanes_log(l);
    add_line(&fibre, share * passive + active, share * slope, want_tangent, out);
    project_shape(in->j, want_tangent, out);
}

static inline double transverse_shear(const SnMaterial *m)
{
    return mooney_rivlin_shear(m);
}

static const SnMaterialLaw transverse_law = {.shear = transverse_shear, .volume = split_volume};

#endif
