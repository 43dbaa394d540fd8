/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints along whose axis something slides: slider and cylindrical joint. */
#include "engine/model/classes/joint_rows.h"

static const SnProperty slider_properties[] = {
    {.name = "limited",
     .label = "Limited",
     .help = "The translation stays between lower and upper",
     SN_ROW(SnSlider, limited)},
    SN_ROW_JOINT_LIMIT(SnSlider, lower, "Lower limit", "Smallest translation", SN_UNIT_LENGTH, -0.1,
                       SN_BIND_JOINT_LOWER_LIMIT),
    SN_ROW_JOINT_LIMIT(SnSlider, upper, "Upper limit", "Largest translation", SN_UNIT_LENGTH, 0.1,
                       SN_BIND_JOINT_UPPER_LIMIT),
    SN_ROW_JOINT_STIFFNESS(SnSlider, stiffness, "Stiffness",
                           "Force towards the rest translation, per distance from it",
                           SN_UNIT_STIFFNESS, SN_BIND_JOINT_STIFFNESS),
    SN_ROW_JOINT_REST(SnSlider, rest, "Rest translation", "Where the stiffness exerts no force",
                      SN_UNIT_LENGTH, SN_BIND_JOINT_REST),
    SN_ROW_JOINT_DAMPING(SnSlider, damping, "Damping", "Force against the sliding, per velocity",
                         SN_UNIT_DAMPING, SN_BIND_JOINT_DAMPING),
    SN_ROW_JOINT_FRICTION(SnSlider, friction, "Friction",
                          "Force with which it resists sliding, however slow: up to it "
                          "the joint sticks",
                          SN_UNIT_FORCE, SN_BIND_JOINT_FRICTION),
    SN_ROW_JOINT_ARMATURE(SnSlider, armature, "Armature", SN_UNIT_MASS, SN_BIND_JOINT_ARMATURE),
    SN_ROW_JOINT_RUB("friction_force", "Friction force", SN_UNIT_FORCE, SN_BIND_JOINT_RUB),
    SN_ROW_JOINT_RESULT("translation", "Translation", "Of B relative to A along the z axis of A",
                        SN_UNIT_LENGTH, SN_BIND_JOINT_TRANSLATION),
    SN_ROW_JOINT_RESULT("translation_rate", "Sliding velocity", "Rate of the translation",
                        SN_UNIT_VELOCITY, SN_BIND_JOINT_TRANSLATION_RATE),
};

const SnClass SN_CLASS_SLIDER = {
    .name = "slider",
    .label = "Slider",
    .help = "B slides along the common z axis without turning.",
    .icon = "sn-slider-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnSlider),
    .properties = slider_properties,
    .n_properties = SN_COUNT(slider_properties),
};

static const SnProperty cylindrical_properties[] = {
    {.name = "limited",
     .label = "Limited",
     .help = "The translation stays between lower and upper",
     SN_ROW(SnCylindrical, limited)},
    SN_ROW_JOINT_LIMIT(SnCylindrical, lower, "Lower limit", "Smallest translation", SN_UNIT_LENGTH,
                       -0.1, SN_BIND_JOINT_LOWER_LIMIT_2),
    SN_ROW_JOINT_LIMIT(SnCylindrical, upper, "Upper limit", "Largest translation", SN_UNIT_LENGTH,
                       0.1, SN_BIND_JOINT_UPPER_LIMIT_2),
    SN_ROW_JOINT_DAMPING(SnCylindrical, damping, "Turning damping",
                         "Moment against the turning, per angular velocity", SN_UNIT_ROTARY_DAMPING,
                         SN_BIND_JOINT_DAMPING),
    SN_ROW_JOINT_DAMPING(SnCylindrical, slide_damping, "Sliding damping",
                         "Force against the sliding, per velocity", SN_UNIT_DAMPING,
                         SN_BIND_JOINT_DAMPING_2),
    SN_ROW_JOINT_FRICTION(SnCylindrical, friction, "Turning friction",
                          "Moment with which it resists turning, however slow, whether it slides "
                          "or not",
                          SN_UNIT_MOMENT, SN_BIND_JOINT_FRICTION),
    SN_ROW_JOINT_FRICTION(SnCylindrical, slide_friction, "Sliding friction",
                          "Force with which it resists sliding, however slow, whether it turns or "
                          "not",
                          SN_UNIT_FORCE, SN_BIND_JOINT_FRICTION_2),
    SN_ROW_JOINT_ARMATURE(SnCylindrical, armature, "Armature", SN_UNIT_INERTIA,
                          SN_BIND_JOINT_ARMATURE),
    SN_ROW_JOINT_ARMATURE(SnCylindrical, slide_armature, "Slide armature", SN_UNIT_MASS,
                          SN_BIND_JOINT_ARMATURE_2),
    SN_ROW_JOINT_RUB("friction_moment", "Friction moment", SN_UNIT_MOMENT, SN_BIND_JOINT_RUB),
    SN_ROW_JOINT_RUB("friction_force", "Friction force", SN_UNIT_FORCE, SN_BIND_JOINT_RUB_2),
    SN_ROW_JOINT_RESULT("angle", "Angle",
                        "Of B relative to A about the common z axis; counts full turns",
                        SN_UNIT_ANGLE, SN_BIND_JOINT_ANGLE),
    SN_ROW_JOINT_RESULT("angle_rate", "Angular velocity", "Rate of the angle",
                        SN_UNIT_ANGULAR_VELOCITY, SN_BIND_JOINT_ANGLE_RATE),
    SN_ROW_JOINT_RESULT("translation", "Translation", "Of B relative to A along the z axis of A",
                        SN_UNIT_LENGTH, SN_BIND_JOINT_TRANSLATION),
    SN_ROW_JOINT_RESULT("translation_rate", "Sliding velocity", "Rate of the translation",
                        SN_UNIT_VELOCITY, SN_BIND_JOINT_TRANSLATION_RATE),
};

const SnClass SN_CLASS_CYLINDRICAL = {
    .name = "cylindrical",
    .label = "Cylindrical joint",
    .help = "B turns about and slides along the common z axis.",
    .icon = "sn-slider-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnCylindrical),
    .properties = cylindrical_properties,
    .n_properties = SN_COUNT(cylindrical_properties),
};
