/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every kind of strand has. */
#include "engine/model/classes/force.h"
#include "engine/model/classes/render_rows.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand.h"
#include "engine/model/classes/strand_law_rows.h"

static const char *const color_names[] = {"nothing", "tension", "strain", "activation", NULL};
static const char *const color_map_names[] = {"viridis", "magma", "cool_warm", "rainbow", NULL};

static const SnProperty properties[] = {
    SN_ROW_NOTES(SnAnyStrand, notes),
    SN_ROW_ENABLED(SnAnyStrand, enabled, SN_BIND_STRAND_ENABLED),
    {.name = "radius",
     .label = "Radius",
     .help = "Of its round section: gives mass and stiffness, and what is drawn",
     SN_ROW(SnAnyStrand, radius),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.002)},
    {.name = "density",
     .label = "Density",
     .help = "Mass over volume at rest",
     SN_ROW(SnAnyStrand, density),
     .unit = SN_UNIT_DENSITY,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1100),
     .bind = SN_BIND_STRAND_DENSITY},
    SN_ROW_GRAVITY(SnAnyStrand, gravity),
    SN_ROW_STRAND_EXCITATION(),
    SN_ROW_ACTIVATION(SnAnyStrand, SN_BIND_STRAND_ACTIVATION),
    SN_ROW_STRAND_DYNAMICS(),
    SN_ROWS_ACTIVATION_TIMES(SnAnyStrand, SN_BIND_STRAND_RISE, SN_BIND_STRAND_FALL),
    {.name = "color.by",
     .label = "Colours show",
     .help = "What the colours along it mean",
     SN_ROW_ENUM(SnAnyStrand, color_by, color_names),
     .bind = SN_BIND_STYLE},
    {.name = "color.automatic",
     .label = "Automatic range",
     .help = "Colours span the values shown; otherwise minimum to maximum",
     SN_ROW(SnAnyStrand, color_automatic),
     SN_DEFAULT(1),
     .bind = SN_BIND_STYLE},
    {.name = "color.minimum",
     .label = "Minimum",
     .help = "Value of the first colour, in the SI unit of the quantity",
     SN_ROW(SnAnyStrand, color_minimum),
     SN_WHEN("color.automatic", SN_IF_FALSE),
     .bind = SN_BIND_STYLE},
    {.name = "color.maximum",
     .label = "Maximum",
     .help = "Value of the last colour, in the SI unit of the quantity",
     SN_ROW(SnAnyStrand, color_maximum),
     SN_DEFAULT(1),
     SN_WHEN("color.automatic", SN_IF_FALSE),
     .bind = SN_BIND_STYLE},
    {.name = "color.map",
     .label = "Colour map",
     .help = "cool_warm is for values on both sides of zero, rainbow to compare with papers",
     SN_ROW_ENUM(SnAnyStrand, color_map, color_map_names),
     .bind = SN_BIND_STYLE},
    {.name = "length",
     .label = "Length",
     .help = "Length along it",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_STRAND_LENGTH)},
    {.name = "length_rate",
     .label = "Lengthening",
     .help = "Rate of the length; negative while it shortens",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_STRAND_LENGTH_RATE)},
    {.name = "excursion",
     .label = "Excursion",
     .help = "By how much it is shorter than at the start",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_STRAND_EXCURSION)},
    {.name = "tension",
     .label = "Tension",
     .help = "Largest tension along it",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_STRAND_TENSION)},
    {.name = "strain",
     .label = "Strain",
     .help = "Length over rest length, less 1",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_STRAND_STRAIN)},
    {.name = "mass",
     .label = "Mass",
     .help = "Of its matter, without beads",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_SMALL_MASS, SN_BIND_STRAND_MASS)},
    {.name = "kinetic_energy",
     .label = "Kinetic energy",
     .help = "Energy of the motion of its matter",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_STRAND_KINETIC_ENERGY)},
    {.name = "elastic_energy",
     .label = "Elastic energy",
     .help = "Energy of its stretch and bending",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_STRAND_ELASTIC_ENERGY)},
};

static const SnProperty overrides[] = {
    SN_RENDER_COLOR(0xEFEAE0),
    SN_RENDER_SPECULAR(0.4),
    SN_RENDER_LINE_STYLE(SN_LINE_CYLINDER),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnAnyStrand *self = (const SnAnyStrand *)component;
    if (!self->color_automatic && self->color_by != 0 &&
        !(self->color_minimum < self->color_maximum))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "color.minimum is not below color.maximum: all of it has one colour");
}

const SnClass SN_CLASS_ANY_STRAND = {
    .name = "any_strand",
    .label = "Strand",
    .help = "A tendon, muscle, ligament, rope or belt with mass.",
    .icon = "sn-strand-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .family = &SN_CLASS_LINE,
    .abstract = true,
    .size = sizeof(SnAnyStrand),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .validate = validate,
};
