/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/material.h"

SnMaterial sn_material_default(void)
{
    return (SnMaterial){
        .youngs_modulus = 100e3,
        .poissons_ratio = 0.33,
        .c10 = 1037, /* tongue, Buchaillard 2009 */
        .c20 = 486,
        .ogden_mu = {3150, 6, -50}, /* rubber of Ogden 1972, as soft as the tongue */
        .ogden_alpha = {1.3, 5, -2},
        .fung_c = 1e3, /* soft skin-like tissue, twice as stiff along the fibre */
        .fung_b_fibre = 8,
        .fung_b_cross = 4,
        .fung_b_shear = 4,
        .vw_c1 = 1e3, /* half-way in the range of cat's skin and tendon sheath */
        .vw_c2 = 2,
        .fibre_c3 = 1e3,
        .fibre_c4 = 10,
        .fibre_straight = 1.3,
        .muscle_g1 = 5e2, /* Blemker 2005, table 1 */
        .muscle_g2 = 5e2,
        .muscle_p1 = 0.05,
        .muscle_p2 = 6.6,
        .optimal_stretch = 1.4,
        .straight_stretch = 1.4,
        .max_stress = 3e5,
        .bulk_modulus = 1e6,
        .stiffening = 1,
        .prony_tau = {1, 1, 1, 1},
        .kind = SN_MATERIAL_LINEAR,
        .volume_law = SN_VOLUME_QUADRATIC,
    };
}

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

void sn_material_moduli(const SnMaterial *material, double *shear, double *bulk)
{
    const SnMaterial *m = material;
    *bulk = m->bulk_modulus;
    *shear = 0;
    switch ((SnMaterialKind)m->kind) {
    case SN_MATERIAL_LINEAR:
    case SN_MATERIAL_COROTATED:
    case SN_MATERIAL_ST_VENANT_KIRCHHOFF:
    case SN_MATERIAL_NEO_HOOKEAN:
        *shear = m->youngs_modulus / (2 * (1 + m->poissons_ratio));
        *bulk = m->youngs_modulus / (3 * (1 - 2 * m->poissons_ratio));
        break;
    case SN_MATERIAL_MOONEY_RIVLIN:
    case SN_MATERIAL_TRANSVERSE:
        *shear = 2 * (m->c10 + m->c01);
        break;
    case SN_MATERIAL_OGDEN:
        for (int i = 0; i < SN_OGDEN_TERMS; i++)
            *shear += 0.5 * m->ogden_mu[i] * m->ogden_alpha[i];
        break;
    case SN_MATERIAL_FUNG: /* across the fibres */
        *shear = 0.5 * m->fung_c * m->fung_b_cross;
        break;
    case SN_MATERIAL_VERONDA_WESTMANN:
        *shear = m->vw_c1 * m->vw_c2;
        break;
    case SN_MATERIAL_MUSCLE: /* mean of along and across */
        *shear = m->muscle_g1 + m->muscle_g2;
        break;
    case SN_MATERIAL_KIND_COUNT:
        break;
    }
}
