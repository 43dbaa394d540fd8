/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fung: c/2 (e^Q - 1), transversely isotropic: Q = b_f Eff^2 + b_t (Ess^2 + Enn^2 + 2 Esn^2) +
 * 2 b_fs (Efs^2 + Efn^2), f the fibre, E = (C-bar - 1)/2. */
#ifndef SN_FEM_LAWS_FUNG_H
#define SN_FEM_LAWS_FUNG_H

#include "engine/fem/material_fibre.h"

/* Q of the strains (C-bar - 1)/2, written with their invariants so that no axes across the fibre
 * are needed: Q = (bf + bt - 2 bs) Eff^2 + bt |E|^2 + 2 (bs - bt) |E f|^2. */
static inline void fung_shape(const SnMaterial *m, const SnPointInput *in, int want_tangent,
                              SnPointStress *out)
{
    const double bf = m->fung_b_fibre, bt = m->fung_b_cross, bs = m->fung_b_shear;
    const double along = bf + bt - 2 * bs, skew = 2 * (bs - bt);
    ShapeInvariants s;
    Fibre fibre;
    shape_invariants(in, &s);
    carry_fibre(in, &s, &fibre);
    const SnLanes eff = 0.5 * (fibre.i4 - 1);
    const SnLanes size = 0.25 * (lanes_trace(s.square) - 2 * lanes_trace(s.b) + 3);
    const SnLanes strain2 = 0.25 * (fibre.i5 - 2 * fibre.i4 + 1);
    const SnLanes q = along * eff * eff + bt * size + skew * strain2;
    const SnLanes e = 0.5 * m->fung_c * lanes_exp(q);
    out->energy = e - 0.5 * m->fung_c;
    /* F-bar (dQ/dE) F-bar' */
    SnLanes slope[6];
    for (int a = 0; a < 6; a++)
        slope[a] = 2 * along * eff * fibre.dyad[a] + bt * (s.square[a] - s.b[a]) +
                   skew * (0.5 * fibre.mixed[a] - fibre.dyad[a]);
    lanes_zero(out->stress, 6);
    lanes_add(out->stress, e, slope, 6);
    if (want_tangent) {
        lanes_zero(out->tangent, 21);
        lanes_add_dyad(out->tangent, e, slope);
        lanes_add_dyad(out->tangent, 2 * along * e, fibre.dyad);
        lanes_add_square(out->tangent, 2 * bt * e, s.b);
        lanes_add_product(out->tangent, 2 * skew * e, s.b, fibre.dyad);
    }
    const SnLanes share = stiffened(m, in->activation);
    out->energy *= share;
    lanes_scale(out->stress, share, 6);
    if (want_tangent)
        lanes_scale(out->tangent, share, 21);
    project_shape(in->j, want_tangent, out);
}

/* Across the fibres. */
static inline double fung_shear(const SnMaterial *m)
{
    return 0.5 * m->fung_c * m->fung_b_cross;
}

static const SnMaterialLaw fung_law = {.shear = fung_shear, .volume = split_volume};

#endif
