/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/force.h"
#include "engine/model/classes/lag_rows.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty properties[] = {
    {.name = "control",
     .label = "Control",
     .help = "How much of the gain acts; an input probe makes it a function of time",
     SN_ROW(SnPathActuator, control),
     .kind = SN_INPUT,
     .bind = SN_BIND_PATH_ACTUATOR_CONTROL},
    {.name = "gain",
     .label = "Gain",
     .help = "Tension at a control of 1; negative: it pushes its ends apart",
     SN_ROW(SnPathActuator, gain),
     .unit = SN_UNIT_FORCE,
     SN_DEFAULT(1),
     .bind = SN_BIND_PATH_ACTUATOR_GAIN},
    {.name = "lowest",
     .label = "Lowest control",
     .help = "Control below it acts as this",
     SN_ROW(SnPathActuator, lowest),
     SN_DEFAULT(-1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_PATH_ACTUATOR_LOWEST},
    {.name = "highest",
     .label = "Highest control",
     .help = "Control above it acts as this",
     SN_ROW(SnPathActuator, highest),
     SN_DEFAULT(1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_PATH_ACTUATOR_HIGHEST},
    {.name = "stiffness",
     .label = "Stiffness",
     .help = "Of a servo: tension per length beyond rest. With a gain of as much, negative, the "
             "control is the length that it goes to",
     SN_ROW(SnPathActuator, stiffness),
     .unit = SN_UNIT_STIFFNESS,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_SPRING_STIFFNESS},
    {.name = "rest",
     .label = "Rest",
     .help = "Length without tension at a control of 0",
     SN_ROW(SnPathActuator, rest),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     .bind = SN_BIND_SPRING_REST_LENGTH},
    {.name = "damping",
     .label = "Damping",
     .help = "Of a servo: tension per rate at which the path lengthens",
     SN_ROW(SnPathActuator, damping),
     .unit = SN_UNIT_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_SPRING_DAMPING},
    {.name = "lowest_force",
     .label = "Lowest tension",
     .help = "Control, stiffness and damping together give no less",
     SN_ROW(SnPathActuator, lowest_force),
     .unit = SN_UNIT_FORCE,
     SN_DEFAULT(-1e9),
     .flags = SN_ADVANCED},
    {.name = "highest_force",
     .label = "Highest tension",
     .help = "Control, stiffness and damping together give no more",
     SN_ROW(SnPathActuator, highest_force),
     .unit = SN_UNIT_FORCE,
     SN_DEFAULT(1e9),
     .flags = SN_ADVANCED},
    SN_ROWS_LAG(SnPathActuator, lag),
};

const char *const sn_lag_names[] = {"none", "filter", "integral", NULL};

void sn_lag_check(const SnLagFields *lag, SnId id, SnChecks *checks)
{
    if (lag->dynamics == SN_LAG_INTEGRAL && lag->lowest > lag->highest)
        sn_checks_add(checks, SN_ERROR, id, "lowest integral %g is above the highest, %g",
                      lag->lowest, lag->highest);
}

static const SnProperty overrides[] = {
    SN_RENDER_COLOR(0xC2399A),
    SN_RENDER_LINE_STYLE(SN_LINE_LINE),
    SN_RENDER_LINE_WIDTH(3),
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    (void)model;
    const SnPathActuator *self = (const SnPathActuator *)component;
    if (self->lowest > self->highest)
        sn_checks_add(checks, SN_ERROR, component->id, "lowest control %g is above the highest, %g",
                      self->lowest, self->highest);
    if (self->lowest_force > self->highest_force)
        sn_checks_add(checks, SN_ERROR, component->id, "lowest tension %g is above the highest, %g",
                      self->lowest_force, self->highest_force);
    sn_lag_check(&self->lag, component->id, checks);
}

const SnClass SN_CLASS_PATH_ACTUATOR = {
    .name = "path_actuator",
    .label = "Path actuator",
    .help = "A force along a path of points that is controlled: a cable, a piston; with stiffness "
            "and damping a servo.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_PATH,
    .family = &SN_CLASS_LOAD,
    .size = sizeof(SnPathActuator),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .overrides = overrides,
    .n_overrides = SN_COUNT(overrides),
    .validate = validate,
};
