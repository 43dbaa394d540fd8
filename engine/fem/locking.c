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

/* Solid elements by what they need, in cells: so many of them are about a hexahedron. */
typedef struct Census {
    double tets, others;
    int n_stiff_tets, n_stiff; /* elements of nearly incompressible material */
    bool all_stiff;
} Census;

static double cells(SnElementKind kind)
{
    return kind == SN_ELEMENT_WEDGE6                             ? 1.0 / 2
           : kind == SN_ELEMENT_HEX8 || kind == SN_ELEMENT_HEX20 ? 1.0
                                                                 : 1.0 / 6;
}

static Census count_elements(const SnFemSolid *solid)
{
    Census c = {.all_stiff = true};
    for (int e = 0; e < solid->n_elements; e++) {
        const SnElementKind kind = (SnElementKind)solid->kind[e];
        const bool tet = kind == SN_ELEMENT_TET4;
        if (sn_element_is_surface(kind))
            continue;
        *(tet ? &c.tets : &c.others) += cells(kind);
        const bool stiff = nearly_incompressible(solid, e);
        c.n_stiff += stiff;
        c.n_stiff_tets += stiff && tet;
        c.all_stiff = c.all_stiff && stiff;
    }
    return c;
}

/* Sums at nodes cost hexahedra a little, mean volumes cost tetrahedra everything. */
static bool wants_nodal(const Census *c)
{
    return c->all_stiff && c->tets > 0.1 * (c->tets + c->others);
}

SnIncompressibility sn_fem_suitable_incompressibility(const SnFemSolid *solid)
{
    const Census c = count_elements(solid);
    if (c.n_stiff == 0)
        return SN_INCOMPRESSIBLE_OFF;
    return wants_nodal(&c) ? SN_INCOMPRESSIBLE_NODAL : SN_INCOMPRESSIBLE_SOFT;
}

/* Remedy where linear tetrahedra lock. */
static const char *for_tets(const Census *c)
{
    return wants_nodal(c) ? "choose nodal"
           : c->all_stiff ? "mesh without them, or with tet10 and soft"
                          : "mesh with tet10 and soft, because nodal would keep the volume of the "
                            "other materials too";
}

bool sn_fem_locks(const SnFemSolid *solid, char *text, size_t size)
{
    const Census c = count_elements(solid);
    text[0] = '\0';
    switch (solid->incompressibility) {
    case SN_INCOMPRESSIBLE_OFF:
        if (c.n_stiff > 0)
            snprintf(text, size,
                     "%d elements of nearly incompressible material are too stiff (they lock) with "
                     "incompressibility off; choose %s, or automatic",
                     c.n_stiff, wants_nodal(&c) ? "nodal" : "soft");
        break;
    case SN_INCOMPRESSIBLE_SOFT:
        if (c.n_stiff_tets > 0)
            snprintf(text, size,
                     "%d linear tetrahedra of nearly incompressible material are too stiff (they "
                     "lock) also with incompressibility soft; %s",
                     c.n_stiff_tets, for_tets(&c));
        break;
    case SN_INCOMPRESSIBLE_ELEMENT:
        if (c.tets > 0)
            snprintf(text, size,
                     "%d linear tetrahedra that each keep their volume hardly move at all (they "
                     "lock); %s",
                     (int)(6 * c.tets + 0.5), c.tets > c.others ? "choose nodal" : for_tets(&c));
        break;
    case SN_INCOMPRESSIBLE_NODAL:
        if (!wants_nodal(&c) && c.others > c.tets)
            snprintf(text, size,
                     "incompressibility nodal is meant for linear tetrahedra and makes other "
                     "elements needlessly stiff; choose soft or element");
        break;
    case SN_INCOMPRESSIBLE_AUTOMATIC:
        break;
    }
    return text[0] != '\0';
}
