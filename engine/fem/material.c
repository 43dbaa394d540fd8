/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/material.h"

int sn_material_prony_terms(const SnMaterial *material)
{
    int n = 0;
    while (n < SN_PRONY_TERMS && material->prony_g[n] > 0 && material->prony_tau[n] > 0)
        n++;
    return n;
}

int sn_material_is_split(SnMaterialKind kind)
{
    return kind >= SN_MATERIAL_MOONEY_RIVLIN;
}
