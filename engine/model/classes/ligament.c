/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"
#include "engine/muscle/spline_table.h"

static const char *const law_names[] = {"blankevoort", "spline", NULL};

#define IF_BLANKEVOORT (1u << SN_LIGAMENT_BLANKEVOORT)
#define IF_SPLINE      (1u << SN_LIGAMENT_SPLINE)

static const SnProperty properties[] = {
    {.name = "law.type",
     .label = "Law",
     .help = "blankevoort: force over strain a parabola, then a straight line; spline: through "
             "given points; both slack while shorter than the slack length",
     SN_ROW_ENUM(SnLigament, law, law_names)},
    {.name = "law.stiffness",
     .label = "Stiffness",
     .help = "Force per unit of strain in the straight part (OpenSim: linear_stiffness); of a "
             "spline only for the damping",
     SN_ROW(SnLigament, stiffness),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1000),
     .bind = SN_BIND_SPRING_STIFFNESS},
    {.name = "law.transition_strain",
     .label = "Transition strain",
     .help = "Strain where the straight part begins: twice the epsilon_l of Blankevoort",
     SN_ROW(SnLigament, transition_strain),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1),
     SN_SLIDER(0.01, 0.2),
     SN_DEFAULT(0.06),
     SN_WHEN("law.type", IF_BLANKEVOORT),
     .bind = SN_BIND_SPRING_TRANSITION},
    {.name = "law.damping",
     .label = "Damping",
     .help = "Time: stiffness x this x rate of strain is added while it is stretched further "
             "(OpenSim: damping_coefficient)",
     SN_ROW(SnLigament, damping),
     .unit = SN_UNIT_TIME,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.003),
     .bind = SN_BIND_SPRING_DAMPING},
    {.name = "law.slack_length",
     .label = "Slack length",
     .help = "Length beyond which it pulls; 0: automatic, from the length and the reference strain "
             "at the start",
     SN_ROW(SnLigament, slack_length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_SPRING_REST_LENGTH},
    {.name = "law.reference_strain",
     .label = "Reference strain",
     .help = "Strain at the start where the slack length is automatic; negative: slack",
     SN_ROW(SnLigament, reference_strain),
     SN_RANGE(-0.9, 2),
     SN_SLIDER(-0.1, 0.1)},
    {.name = "law.strains",
     .label = "Strains",
     .help = "Of the points of the spline, ascending; no strain has no force",
     SN_ROW(SnLigament, strains),
     SN_WHEN("law.type", IF_SPLINE)},
    {.name = "law.forces",
     .label = "Forces",
     .help = "At the points of the spline [N]",
     SN_ROW(SnLigament, forces),
     SN_WHEN("law.type", IF_SPLINE)},
    {.name = "elastic_energy",
     .label = "Elastic energy",
     .help = "Energy of its stretch",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_SPRING_ELASTIC_ENERGY)},
};

static const SnProperty overrides[] = {
    SN_RENDER_COLOR(0xD8C59E),
    SN_RENDER_LINE_STYLE(SN_LINE_LINE),
    SN_RENDER_LINE_WIDTH(3),
};

bool sn_ligament_is_drawn(const SnLigament *ligament)
{
    const int n = ligament->strains.n;
    if (n < 2 || n > SN_SPLINE_TABLE_POINTS || ligament->forces.n != n)
        return false;
    for (int i = 1; i < n; i++)
        if (!(ligament->strains.values[i] > ligament->strains.values[i - 1]))
            return false;
    return true;
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnLigament *ligament = (const SnLigament *)component;
    if (ligament->law == SN_LIGAMENT_SPLINE && !sn_ligament_is_drawn(ligament))
        sn_checks_add(
            checks, SN_ERROR, component->id,
            "its spline needs 2 to %d ascending strains and as many forces, it has %d and "
            "%d",
            SN_SPLINE_TABLE_POINTS, ligament->strains.n, ligament->forces.n);
}

const SnClass SN_CLASS_LIGAMENT = {
    .name = "ligament",
    .label = "Ligament",
    .help = "A ligament along a path of points: slack, then stiffer and stiffer by its strain.",
    .icon = "sn-spring-symbolic",
    .parent = &SN_CLASS_PATH,
    .size = sizeof(SnLigament),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .validate = validate,
};
