/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stiffness of a material at rest. */
#ifndef SN_TESTS_MATERIAL_MODULI_H
#define SN_TESTS_MATERIAL_MODULI_H

#include "engine/fem/material.h"

/* Initial shear and bulk modulus at rest, without activation [Pa]. */
static inline void material_moduli(const SnMaterial *material, double *shear, double *bulk)
{
    const SnMaterialLaw *law = sn_material_class(material)->law;
    *shear = law->shear(material);
    *bulk = law->bulk ? law->bulk(material) : material->bulk_modulus;
}

#endif
