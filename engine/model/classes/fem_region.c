/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements with a material of their own. */
#include "engine/model/classes/fem_rows.h"
#include "engine/model/classes/material_rows.h"
#include "engine/model/classes/rows.h"

static const SnProperty region_properties[] = {
    {.name = "elements",
     .label = "Elements",
     .help = "Numbers of the elements that it has; no other region may have them",
     SN_ROW(SnFemRegion, elements)},
    SN_MATERIAL_ROWS(SnFemRegion),
    {.name = "own_density",
     .label = "Own density",
     .help = "It has a density of its own; otherwise that of the whole",
     SN_ROW(SnFemRegion, own_density)},
    {.name = "density",
     .label = "Density",
     .help = "Mass over volume at rest",
     SN_ROW(SnFemRegion, density),
     .unit = SN_UNIT_DENSITY,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1000),
     SN_WHEN("own_density", SN_IF_TRUE)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnFemRegion *self = (const SnFemRegion *)component;
    const SnFem *fem = sn_fem_of_part(component);
    if (self->elements.n == 0)
        sn_checks_add(checks, SN_WARNING, component->id, "has no elements");
    if (self->own_density && self->density == 0)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "density is 0: what has no mass cannot be moved by forces");
    sn_fem_check_numbers(model, component->id, fem, "elements", &self->elements, false, checks);
    sn_material_check(&self->material, component->id, checks);
}

const SnClass SN_CLASS_FEM_REGION = {
    .name = "fem_region",
    .label = "Region",
    .help = "Elements of a FEM with a material of their own.",
    .icon = "sn-region-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .size = sizeof(SnFemRegion),
    .properties = region_properties,
    .n_properties = SN_COUNT(region_properties),
    .validate = validate,
};
