/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/joint.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/joint_rows.h"
#include "engine/model/render_rows.h"

static const SnProperty joint_properties[] = {
    SN_ROW_ENABLED(SnJointComponent, enabled, SN_BIND_JOINT_ENABLED),
    {.name = "compliance",
     .label = "Compliance",
     .help = "How far it gives way per force; 0 is rigid",
     SN_ROW(SnJointComponent, compliance),
     .unit = SN_UNIT_COMPLIANCE,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_JOINT_COMPLIANCE},
};

static const SnProperty joint_overrides[] = {
    SN_RENDER_COLOR(0x2F6FB5),
    SN_RENDER_LINE_RADIUS(0.0015),
    SN_RENDER_POINT_RADIUS(0),
};

const SnClass SN_CLASS_JOINT = {
    .name = "joint",
    .label = "Joint",
    .help = "What holds bodies together or on a surface.",
    .icon = "sn-joint-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnJointComponent),
    .properties = joint_properties,
    .n_properties = SN_COUNT(joint_properties),
    .overrides = joint_overrides,
    .n_overrides = SN_COUNT(joint_overrides),
};

/* The row of a class that is bound to something; NULL: it has none. */
static const SnProperty *bound_row(const SnClass *class, SnBind bind)
{
    for (int i = 0; i < sn_class_n_properties(class); i++)
        if (sn_class_property(class, i)->bind == bind)
            return sn_class_property(class, i);
    return NULL;
}

bool sn_joint_has_coordinate(const SnClass *class)
{
    return bound_row(class, SN_BIND_JOINT_ANGLE) || bound_row(class, SN_BIND_JOINT_TRANSLATION);
}

bool sn_joint_is_limited(const SnComponent *joint)
{
    const int row = sn_class_find_property(joint->class, "limited");
    SnValue value = {.boolean = false};
    if (row >= 0)
        sn_field_get(joint, sn_class_property(joint->class, row), &value);
    return value.boolean;
}

static const SnProperty frame_joint_properties[] = {
    SN_ROW_CARRIER(SnFrameJoint, frame_a, "frame_a", "Body A",
                   "Body or frame on the first side; none: the world"),
    SN_ROW_CARRIER(SnFrameJoint, frame_b, "frame_b", "Body B",
                   "Body or frame on the second side; none: the world"),
    SN_ROW_LOCATION(SnFrameJoint, location_a, "location_a", "Location in A",
                    "Origin of the joint's first frame, in A"),
    SN_ROW_ROTATION(SnFrameJoint, rotation_a, "rotation_a", "Rotation in A",
                    "Axes of the joint's first frame, in A"),
    SN_ROW_LOCATION(SnFrameJoint, location_b, "location_b", "Location in B",
                    "Origin of the joint's second frame, in B"),
    SN_ROW_ROTATION(SnFrameJoint, rotation_b, "rotation_b", "Rotation in B",
                    "Axes of the joint's second frame, in B"),
    {.name = "coordinate_names",
     .label = "Coordinates",
     .help = "What its coordinates are called in motion files, in their order, with commas between "
             "(hip_flexion_r,hip_adduction_r,hip_rotation_r); empty: they have no names",
     SN_ROW(SnFrameJoint, names),
     .bind = SN_BIND_DOCUMENT},
    {.name = "rotary_compliance",
     .label = "Rotary compliance",
     .help = "How far the directions that it holds give way per moment; 0 is rigid",
     SN_ROW(SnFrameJoint, rotary_compliance),
     .unit = SN_UNIT_ROTARY_COMPLIANCE,
     .flags = SN_ADVANCED,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_JOINT_ROTARY_COMPLIANCE},
    {.name = "force",
     .label = "Force",
     .help = "Force of the joint on B, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_JOINT_FORCE)},
    {.name = "moment",
     .label = "Moment",
     .help = "Moment of the joint on B about its origin, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_JOINT_MOMENT)},
};

/* A lower limit above the upper one of the same coordinate. */
static void check_limits(const SnComponent *joint, SnBind lower_bind, SnBind upper_bind,
                         SnChecks *checks)
{
    const SnProperty *lower = bound_row(joint->class, lower_bind),
                     *upper = bound_row(joint->class, upper_bind);
    SnValue low, high;
    if (!lower || !upper || !sn_joint_is_limited(joint))
        return;
    sn_field_get(joint, lower, &low);
    sn_field_get(joint, upper, &high);
    if (!(low.number[0] > high.number[0]))
        return;
    g_autofree char *low_label = g_ascii_strdown(lower->label, -1);
    g_autofree char *high_label = g_ascii_strdown(upper->label, -1);
    sn_checks_add(checks, SN_ERROR, joint->id, "%s %g %s is above the %s %g %s", low_label,
                  low.number[0], sn_unit_symbol(lower->unit), high_label, high.number[0],
                  sn_unit_symbol(upper->unit));
}

static void validate_frame_joint(const SnModel *model, const SnComponent *component,
                                 SnChecks *checks)
{
    const SnFrameJoint *self = (const SnFrameJoint *)component;
    double position[3], orientation[4];
    SnId a, b;
    if (sn_model_carrier(model, self->frame_a, &a, position, orientation) &&
        sn_model_carrier(model, self->frame_b, &b, position, orientation) && sn_id_equal(a, b))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "joins a body with itself (or the world with the world)");
    check_limits(component, SN_BIND_JOINT_LOWER_LIMIT, SN_BIND_JOINT_UPPER_LIMIT, checks);
    check_limits(component, SN_BIND_JOINT_LOWER_LIMIT_2, SN_BIND_JOINT_UPPER_LIMIT_2, checks);
    check_limits(component, SN_BIND_JOINT_LOWER_LIMIT_3, SN_BIND_JOINT_UPPER_LIMIT_3, checks);
}

const SnClass SN_CLASS_FRAME_JOINT = {
    .name = "frame_joint",
    .label = "Joint of two frames",
    .help = "A joint that lets frame B move relative to frame A.",
    .icon = "sn-joint-symbolic",
    .parent = &SN_CLASS_JOINT,
    .abstract = true,
    .size = sizeof(SnFrameJoint),
    .properties = frame_joint_properties,
    .n_properties = SN_COUNT(frame_joint_properties),
    .validate = validate_frame_joint,
};

static const SnProperty hinge_properties[] = {
    {.name = "limited",
     .label = "Limited",
     .help = "The angle stays between lower and upper",
     SN_ROW(SnHinge, limited)},
    {.name = "lower",
     .label = "Lower limit",
     .help = "Smallest angle",
     SN_ROW(SnHinge, lower),
     .unit = SN_UNIT_ANGLE,
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(-1),
     SN_WHEN("limited", SN_IF_TRUE),
     .bind = SN_BIND_JOINT_LOWER_LIMIT},
    {.name = "upper",
     .label = "Upper limit",
     .help = "Largest angle",
     SN_ROW(SnHinge, upper),
     .unit = SN_UNIT_ANGLE,
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(1),
     SN_WHEN("limited", SN_IF_TRUE),
     .bind = SN_BIND_JOINT_UPPER_LIMIT},
    SN_ROW_JOINT_STIFFNESS(SnHinge, stiffness, "Stiffness",
                           "Moment towards the rest angle, per angle from it",
                           SN_UNIT_ROTARY_STIFFNESS, SN_BIND_JOINT_STIFFNESS),
    SN_ROW_JOINT_REST(SnHinge, rest, "Rest angle", "Where the stiffness exerts no moment",
                      SN_UNIT_ANGLE, SN_BIND_JOINT_REST),
    {.name = "damping",
     .label = "Damping",
     .help = "Moment against the joint's angular velocity, per angular velocity",
     SN_ROW(SnHinge, damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_JOINT_DAMPING},
    SN_ROW_JOINT_FRICTION(SnHinge, friction, "Friction",
                          "Moment with which it resists turning, however slow: up to it "
                          "the joint sticks",
                          SN_UNIT_MOMENT, SN_BIND_JOINT_FRICTION),
    SN_ROW_JOINT_ARMATURE(SnHinge, armature, "Armature", SN_UNIT_INERTIA, SN_BIND_JOINT_ARMATURE),
    SN_ROW_JOINT_RUB("friction_moment", "Friction moment", SN_UNIT_MOMENT, SN_BIND_JOINT_RUB),
    {.name = "angle",
     .label = "Angle",
     .help = "Of B relative to A about the common z axis; counts full turns",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ANGLE, SN_BIND_JOINT_ANGLE)},
    {.name = "angle_rate",
     .label = "Angular velocity",
     .help = "Rate of the angle",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ANGULAR_VELOCITY, SN_BIND_JOINT_ANGLE_RATE)},
};

const SnClass SN_CLASS_HINGE = {
    .name = "hinge",
    .label = "Hinge",
    .help = "B turns about the common z axis.",
    .icon = "sn-hinge-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnHinge),
    .properties = hinge_properties,
    .n_properties = SN_COUNT(hinge_properties),
};

static const SnProperty spherical_properties[] = {
    {.name = "limited",
     .label = "Limited",
     .help = "The angle between the two z axes stays below the swing limit",
     SN_ROW(SnSpherical, limited)},
    {.name = "swing_limit",
     .label = "Swing limit",
     .help = "Largest angle between the two z axes",
     SN_ROW(SnSpherical, swing_limit),
     .unit = SN_UNIT_ANGLE,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 3.141592653589793),
     SN_SLIDER(0, 3.141592653589793),
     SN_DEFAULT(1),
     SN_WHEN("limited", SN_IF_TRUE),
     .bind = SN_BIND_JOINT_SWING_LIMIT},
    SN_ROW_JOINT_STIFFNESS(SnSpherical, stiffness, "Stiffness",
                           "Moment that brings the frames together, per angle",
                           SN_UNIT_ROTARY_STIFFNESS, SN_BIND_JOINT_STIFFNESS),
    {.name = "damping",
     .label = "Damping",
     .help = "Moment against the relative angular velocity, per angular velocity",
     SN_ROW(SnSpherical, damping),
     .unit = SN_UNIT_ROTARY_DAMPING,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_JOINT_DAMPING},
    SN_ROW_JOINT_FRICTION(SnSpherical, friction, "Friction",
                          "Moment with which it resists turning about any axis, however slow: up "
                          "to it the joint sticks",
                          SN_UNIT_MOMENT, SN_BIND_JOINT_FRICTION),
    SN_ROW_JOINT_ARMATURE(SnSpherical, armature, "Armature", SN_UNIT_INERTIA,
                          SN_BIND_JOINT_ARMATURE),
    {.name = "friction_moment",
     .label = "Friction moment",
     .help = "Of friction on B in the last step, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_JOINT_RUB_BALL)},
};

const SnClass SN_CLASS_SPHERICAL = {
    .name = "spherical",
    .label = "Ball joint",
    .help = "Ball and socket at the common origin.",
    .icon = "sn-spherical-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnSpherical),
    .properties = spherical_properties,
    .n_properties = SN_COUNT(spherical_properties),
};

const SnClass SN_CLASS_FIXED = {
    .name = "fixed",
    .label = "Fixed joint",
    .help = "Holds the two frames together.",
    .icon = "sn-fixed-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnFixed),
};
