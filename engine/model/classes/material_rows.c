/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/material_rows.h"

#include "engine/model/classes/fem_rows.h"

const char *const SN_MATERIAL_NAMES[] = {
    [SN_MATERIAL_LINEAR] = "linear",
    [SN_MATERIAL_COROTATED] = "corotated",
    [SN_MATERIAL_ST_VENANT_KIRCHHOFF] = "st_venant_kirchhoff",
    [SN_MATERIAL_NEO_HOOKEAN] = "neo_hookean",
    [SN_MATERIAL_MOONEY_RIVLIN] = "mooney_rivlin",
    [SN_MATERIAL_OGDEN] = "ogden",
    [SN_MATERIAL_FUNG] = "fung",
    [SN_MATERIAL_VERONDA_WESTMANN] = "veronda_westmann",
    [SN_MATERIAL_TRANSVERSE] = "transverse",
    [SN_MATERIAL_MUSCLE] = "muscle",
    [SN_MATERIAL_KIND_COUNT] = NULL,
};

const char *const SN_VOLUME_LAW_NAMES[] = {"quadratic", "logarithm", NULL};

/* Terms of Prony's series after a gap would be left out silently. */
static void check_prony(const SnMaterial *material, SnId id, SnChecks *checks)
{
    for (int i = 1; i < SN_PRONY_TERMS; i++)
        if (material->prony_g[i] > 0 && material->prony_g[i - 1] == 0)
            sn_checks_add(checks, SN_ERROR, id,
                          "material.prony_g_%d is given but material.prony_g_%d is 0: the terms in "
                          "use come first",
                          i + 1, i);
}

void sn_material_check(const SnMaterial *m, int32_t incompressibility, SnId id, SnChecks *checks)
{
    const bool constrained = incompressibility == SN_INCOMPRESSIBLE_ELEMENT ||
                             incompressibility == SN_INCOMPRESSIBLE_NODAL;
    double shear = 0;
    check_prony(m, id, checks);
    switch ((SnMaterialKind)m->kind) {
    case SN_MATERIAL_LINEAR:
    case SN_MATERIAL_COROTATED:
    case SN_MATERIAL_ST_VENANT_KIRCHHOFF:
    case SN_MATERIAL_NEO_HOOKEAN:
        if (incompressibility == SN_INCOMPRESSIBLE_OFF && m->poissons_ratio > 0.49)
            sn_checks_add(
                checks, SN_WARNING, id,
                "material.poissons_ratio %g without incompressibility makes elements too "
                "stiff to bend (locking); choose incompressibility soft, element or nodal",
                m->poissons_ratio);
        else if (constrained && m->poissons_ratio > 0.499)
            sn_checks_add(checks, SN_WARNING, id,
                          "material.poissons_ratio %g besides constraints of volume is needlessly "
                          "stiff; about 0.45 is enough",
                          m->poissons_ratio);
        break;
    case SN_MATERIAL_MOONEY_RIVLIN:
        if (m->c10 + m->c01 <= 0)
            sn_checks_add(checks, SN_ERROR, id,
                          "material.c10 and material.c01 sum to %g: there is no stiffness at rest",
                          m->c10 + m->c01);
        break;
    case SN_MATERIAL_OGDEN:
        for (int i = 0; i < SN_OGDEN_TERMS; i++)
            shear += m->ogden_mu[i] * m->ogden_alpha[i] / 2;
        if (shear <= 0)
            sn_checks_add(
                checks, SN_ERROR, id,
                "Ogden's moduli and exponents give a shear modulus of %g Pa at rest; their "
                "products must sum to more than 0",
                shear);
        break;
    default:
        break;
    }
}
