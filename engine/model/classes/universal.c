/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/joint_rows.h"

static const SnProperty universal_properties[] = {
    {.name = "limited",
     .label = "Limited",
     .help = "Both angles stay between their limits",
     SN_ROW(SnUniversal, limited)},
    SN_ROW_JOINT_LIMIT(SnUniversal, lower, "Lower limit", "Smallest first angle", SN_UNIT_ANGLE, -1,
                       SN_BIND_JOINT_LOWER_LIMIT),
    SN_ROW_JOINT_LIMIT(SnUniversal, upper, "Upper limit", "Largest first angle", SN_UNIT_ANGLE, 1,
                       SN_BIND_JOINT_UPPER_LIMIT),
    SN_ROW_JOINT_LIMIT(SnUniversal, lower_2, "Lower limit 2", "Smallest second angle",
                       SN_UNIT_ANGLE, -1, SN_BIND_JOINT_LOWER_LIMIT_2),
    SN_ROW_JOINT_LIMIT(SnUniversal, upper_2, "Upper limit 2", "Largest second angle", SN_UNIT_ANGLE,
                       1, SN_BIND_JOINT_UPPER_LIMIT_2),
    SN_ROW_JOINT_STIFFNESS(SnUniversal,
                           "Moment about each axis towards its rest angle, per angle from it",
                           SN_UNIT_ROTARY_STIFFNESS),
    SN_ROW_JOINT_REST(SnUniversal, rest, "Rest angle", "First angle without moment", SN_UNIT_ANGLE,
                      SN_BIND_JOINT_REST),
    SN_ROW_JOINT_REST(SnUniversal, rest_2, "Rest angle 2", "Second angle without moment",
                      SN_UNIT_ANGLE, SN_BIND_JOINT_REST_2),
    SN_ROW_JOINT_DAMPING(SnUniversal, damping, "Damping",
                         "Moment against the turning about each axis, per angular velocity",
                         SN_UNIT_ROTARY_DAMPING, SN_BIND_JOINT_DAMPING),
    SN_ROW_JOINT_RESULT("angle", "First angle", "About the z axis of A; counts full turns",
                        SN_UNIT_ANGLE, SN_BIND_JOINT_ANGLE),
    SN_ROW_JOINT_RESULT("angle_rate", "First angular velocity", "Rate of the first angle",
                        SN_UNIT_ANGULAR_VELOCITY, SN_BIND_JOINT_ANGLE_RATE),
    SN_ROW_JOINT_RESULT("angle_2", "Second angle", "Then about the x axis of B; counts full turns",
                        SN_UNIT_ANGLE, SN_BIND_JOINT_ANGLE_2),
    SN_ROW_JOINT_RESULT("angle_2_rate", "Second angular velocity", "Rate of the second angle",
                        SN_UNIT_ANGULAR_VELOCITY, SN_BIND_JOINT_ANGLE_2_RATE),
};

static void validate_universal(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnUniversal *self = (const SnUniversal *)component;
    if (self->limited && self->lower > self->upper)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "lower limit %g rad is above the upper limit %g rad", self->lower,
                      self->upper);
    if (self->limited && self->lower_2 > self->upper_2)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "lower limit 2 %g rad is above upper limit 2 %g rad", self->lower_2,
                      self->upper_2);
}

const SnClass SN_CLASS_UNIVERSAL = {
    .name = "universal",
    .label = "Universal joint",
    .help = "B turns about the z axis of A, then about its own x axis; the axes cross.",
    .icon = "sn-universal-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnUniversal),
    .properties = universal_properties,
    .n_properties = SN_COUNT(universal_properties),
    .validate = validate_universal,
};
