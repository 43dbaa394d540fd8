/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the kernels beside the rows are not called from here */
#pragma GCC diagnostic ignored "-Wpsabi"
#include "engine/fem/material_laws.h"

#define CLASS(KIND, name, label, flags) [SN_MATERIAL_##KIND] = {#name, label, flags, &name##_law},

const SnMaterialClass sn_material_classes[SN_MATERIAL_KIND_COUNT] = {SN_MATERIALS(CLASS)};

#define DEFAULT(c, field, label, help, laws, usual, ...) .field = (usual),

SnMaterial sn_material_default(void)
{
    SnMaterial material = {
        SN_MATERIAL_PARAMETERS(DEFAULT, ).stiffening = 1,
        .prony_tau = {1, 1, 1, 1},
        .kind = SN_MATERIAL_LINEAR,
        .volume_law = SN_VOLUME_QUADRATIC,
    };
    material.youngs_modulus = 100e3;
    material.poissons_ratio = 0.33;
    return material;
}

int sn_material_prony_terms(const SnMaterial *material)
{
    int n = 0;
    while (n < SN_PRONY_TERMS && material->prony_g[n] > 0 && material->prony_tau[n] > 0)
        n++;
    return n;
}
