/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws at one point of four elements (material_point.h). */
#include "engine/fem/material_laws.h"

#define CASE(kind)                                                                                 \
    case kind:                                                                                     \
        law_shape(kind, material, input, want_tangent, out);                                       \
        break

void SN_FEM(material_shape)(const SnMaterial *material, const SnPointInput *input, int want_tangent,
                            SnPointStress *out)
{
    switch ((SnMaterialKind)material->kind) {
        CASE(SN_MATERIAL_LINEAR);
        CASE(SN_MATERIAL_COROTATED);
        CASE(SN_MATERIAL_ST_VENANT_KIRCHHOFF);
        CASE(SN_MATERIAL_NEO_HOOKEAN);
        CASE(SN_MATERIAL_MOONEY_RIVLIN);
        CASE(SN_MATERIAL_OGDEN);
        CASE(SN_MATERIAL_FUNG);
        CASE(SN_MATERIAL_VERONDA_WESTMANN);
        CASE(SN_MATERIAL_TRANSVERSE);
        CASE(SN_MATERIAL_MUSCLE);
        CASE(SN_MATERIAL_KIND_COUNT);
    }
}

void SN_FEM(material_volume)(const SnMaterial *material, SnLanes j, SnLanes activation, SnLanes *u,
                             SnLanes *first, SnLanes *second)
{
    law_volume((SnMaterialKind)material->kind, material, j, activation, u, first, second);
}
