/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/joint_rows.h"

static const SnProperty gear_properties[] = {
    {.name = "joint_a",
     .label = "Joint A",
     .help = "The joint that drives: its first angle, or its translation where it has none",
     SN_ROW(SnGear, joint_a),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_FRAME_JOINT},
    {.name = "joint_b",
     .label = "Joint B",
     .help = "The joint that follows",
     SN_ROW(SnGear, joint_b),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_FRAME_JOINT},
    {.name = "ratio",
     .label = "Ratio",
     .help = "Travel of joint B for each unit of joint A; negative reverses. Between an angle and "
             "a translation: radius of the pinion",
     SN_ROW(SnGear, ratio),
     SN_RANGE(-1e6, 1e6),
     SN_DEFAULT(1),
     .bind = SN_BIND_GEAR_RATIO},
    SN_ROW_JOINT_RESULT("torque", "Torque", "On joint B (force, where that is a slider)",
                        SN_UNIT_MOMENT, SN_BIND_GEAR_TORQUE),
};

static bool has_coordinate(const SnModel *model, SnId id)
{
    const SnComponent *joint = sn_model_get(model, id);
    return joint && sn_joint_has_coordinate(joint->class);
}

static void validate_gear(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnGear *self = (const SnGear *)component;
    if (!has_coordinate(model, self->joint_a) || !has_coordinate(model, self->joint_b))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "needs two joints that turn or slide, such as a hinge or a slider");
    else if (sn_id_equal(self->joint_a, self->joint_b))
        sn_checks_add(checks, SN_ERROR, component->id, "gears a joint with itself");
}

const SnClass SN_CLASS_GEAR = {
    .name = "gear",
    .label = "Gear",
    .help = "Makes one joint follow another in a ratio, from where they are when it engages: at "
            "the start, and when it is enabled or its ratio changes.",
    .icon = "sn-gear-symbolic",
    .parent = &SN_CLASS_JOINT,
    .size = sizeof(SnGear),
    .properties = gear_properties,
    .n_properties = SN_COUNT(gear_properties),
    .validate = validate_gear,
};
