/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All laws at a point, to be inlined by kernels: with `kind` a constant the choice costs nothing.
 */
#ifndef SN_FEM_MATERIAL_LAWS_H
#define SN_FEM_MATERIAL_LAWS_H

#include "engine/fem/material_fibre.h"
#include "engine/fem/material_principal.h"

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

/* SN_FEM(material_shape) of a law known at compile time. */
SN_LANES_FN void law_shape(SnMaterialKind kind, const SnMaterial *m, const SnPointInput *in,
                           int want_tangent, SnPointStress *out)
{
    ShapeInvariants s;
    InvariantLaw w;
    switch (kind) {
    case SN_MATERIAL_LINEAR:
        linear_shape(lame_of(m).mu, in, want_tangent, out);
        break;
    case SN_MATERIAL_COROTATED:
        corotated_shape(lame_of(m).mu, in->whole ? lame_of(m).kappa : 0, in, want_tangent, out);
        break;
    case SN_MATERIAL_ST_VENANT_KIRCHHOFF:
        st_venant_shape(lame_of(m), in, want_tangent, out);
        break;
    case SN_MATERIAL_NEO_HOOKEAN:
        neo_hookean_shape(lame_of(m).mu, in, want_tangent, out);
        break;
    case SN_MATERIAL_MOONEY_RIVLIN:
        shape_invariants(in, &s);
        w = mooney_rivlin(m, &s, 5);
        invariant_shape(&s, &w, want_tangent, out);
        project_shape(in->j, want_tangent, out);
        break;
    case SN_MATERIAL_OGDEN:
        ogden_shape(m, in, want_tangent, out);
        break;
    case SN_MATERIAL_VERONDA_WESTMANN:
        shape_invariants(in, &s);
        w = veronda_westmann(m, &s);
        invariant_shape(&s, &w, want_tangent, out);
        project_shape(in->j, want_tangent, out);
        break;
    /* these know themselves what of them activation stiffens */
    case SN_MATERIAL_FUNG:
        fung_shape(m, in, want_tangent, out);
        return;
    case SN_MATERIAL_TRANSVERSE:
        transverse_shape(m, in, want_tangent, out);
        return;
    case SN_MATERIAL_MUSCLE:
        muscle_shape(m, in, want_tangent, out);
        return;
    case SN_MATERIAL_KIND_COUNT:
        break;
    }
    stiffen(m, in, want_tangent, out);
}

/* SN_FEM(material_volume) of a law known at compile time. */
SN_LANES_FN void law_volume(SnMaterialKind kind, const SnMaterial *m, SnLanes j, SnLanes activation,
                            SnLanes *u, SnLanes *first, SnLanes *second)
{
    double modulus = m->bulk_modulus;
    int law = m->volume_law;
    if (kind == SN_MATERIAL_ST_VENANT_KIRCHHOFF) {
        *u = *first = *second = lanes(0);
        return;
    }
    if (kind == SN_MATERIAL_NEO_HOOKEAN) {
        modulus = lame_of(m).lambda;
        law = SN_VOLUME_LOGARITHM;
    } else if (kind == SN_MATERIAL_LINEAR || kind == SN_MATERIAL_COROTATED) {
        modulus = lame_of(m).kappa;
        law = SN_VOLUME_QUADRATIC;
    }
    const SnLanes k = modulus * stiffened(m, activation);
    if (law == SN_VOLUME_QUADRATIC) {
        *u = 0.5 * k * (j - 1) * (j - 1);
        *first = k * (j - 1);
        *second = k;
    } else {
        const SnLanes log = lanes_log(j), inverse = 1 / j;
        *u = 0.5 * k * log * log;
        *first = k * log * inverse;
        *second = k * (1 - log) * inverse * inverse;
    }
}

#endif
