/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/fem/locking.h"

#include <math.h>
#include <stdio.h>

const char *sn_fem_incompressibility_name(SnIncompressibility mode)
{
    static const char *const names[] = {"off", "soft", "element", "nodal", "automatic"};
    return names[mode];
}

double sn_material_bulk_by_shear(const SnMaterial *material)
{
    const SnMaterialLaw *law = sn_material_class(material)->law;
    const double shear = law->shear(material);
    return shear > 0 ? (law->bulk ? law->bulk(material) : material->bulk_modulus) / shear
                     : HUGE_VAL;
}

static bool nearly_incompressible(const SnFemSolid *solid, int e)
{
    return sn_material_bulk_by_shear(&solid->materials[solid->material_of[e]]) >
           SN_NEARLY_INCOMPRESSIBLE;
}

/* Solid elements by what they need. */
typedef struct Census {
    int simplices; /* tet4 and pyramid5: too few unknowns for a volume each */
    int bricks;    /* hex8 and wedge6 */
    int quadratic;
    int stiff, stiff_simplices, stiff_bricks; /* of those nearly incompressible */
} Census;

static Census count_elements(const SnFemSolid *solid)
{
    Census c = {0};
    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementKind kind = (SnElementKind)solid->kind[e];
        if (sn_element_is_surface(kind))
            continue;
        const bool simplex = kind == SN_ELEMENT_TET4 || kind == SN_ELEMENT_PYRAMID5;
        const bool quadratic = kind == SN_ELEMENT_TET10 || kind == SN_ELEMENT_HEX20;
        const bool stiff = nearly_incompressible(solid, e);
        c.simplices += simplex;
        c.quadratic += quadratic;
        c.bricks += !simplex && !quadratic;
        c.stiff += stiff;
        c.stiff_simplices += stiff && simplex;
        c.stiff_bricks += stiff && !simplex && !quadratic;
    }
    return c;
}

SnIncompressibility sn_fem_suitable_incompressibility(const SnFemSolid *solid)
{
    const Census c = count_elements(solid);
    const int all = c.simplices + c.bricks + c.quadratic;
    if (c.stiff == 0)
        return SN_INCOMPRESSIBLE_OFF;
    /* nodal rows hold whatever is around a node: all of it must be nearly incompressible */
    if (c.stiff == all && c.simplices > c.bricks + c.quadratic)
        return SN_INCOMPRESSIBLE_NODAL;
    return SN_INCOMPRESSIBLE_SOFT;
}

bool sn_fem_locks(const SnFemSolid *solid, char *text, size_t size)
{
    const Census c = count_elements(solid);
    const int linear = c.stiff_simplices + c.stiff_bricks;
    const bool mostly_simplices = c.simplices > c.bricks + c.quadratic;
    text[0] = '\0';
    switch (solid->incompressibility) {
    case SN_INCOMPRESSIBLE_OFF:
        if (linear > 0)
            snprintf(text, size,
                     "%d linear elements of nearly incompressible material are too stiff to bend "
                     "(locking) with incompressibility off; choose %s",
                     linear, mostly_simplices ? "nodal" : "automatic");
        break;
    case SN_INCOMPRESSIBLE_SOFT:
        if (c.stiff_simplices > 0)
            snprintf(text, size,
                     "%d linear tetrahedra and pyramids of nearly incompressible material are too "
                     "stiff (locking): incompressibility soft helps hexahedra and wedges; %s",
                     c.stiff_simplices,
                     mostly_simplices ? "choose nodal"
                                      : "mesh with hexahedra and wedges alone, or with tet10");
        break;
    case SN_INCOMPRESSIBLE_ELEMENT:
        if (c.simplices > 0)
            snprintf(text, size,
                     "%d linear tetrahedra and pyramids that each keep their volume hardly move at "
                     "all (locking); %s",
                     c.simplices,
                     mostly_simplices ? "choose incompressibility nodal"
                                      : "choose incompressibility soft, or mesh with hexahedra");
        break;
    case SN_INCOMPRESSIBLE_NODAL:
        if (c.bricks > c.simplices)
            snprintf(text, size,
                     "%d hexahedra and wedges with incompressibility nodal change their volumes by "
                     "turns, so results are too soft; choose soft or element",
                     c.bricks);
        break;
    case SN_INCOMPRESSIBLE_AUTOMATIC:
        break;
    }
    return text[0] != '\0';
}
