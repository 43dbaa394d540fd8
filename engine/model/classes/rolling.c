/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ball, disc or wheel that rolls without slip. */
#include "engine/model/classes/joint_rows.h"
#include "engine/model/render_rows.h"

static const char *const surface_names[] = {"plane", "ball", "bowl", NULL};
static const char *const surface_labels[] = {"Plane", "Ball", "Bowl", NULL};

#define RADIUS(field, row_name, row_label, row_help, ...)                                          \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help, SN_ROW(SnRollingJoint, field),     \
        .unit = SN_UNIT_LENGTH, SN_NOT_NEGATIVE, __VA_ARGS__                                       \
    }

static const SnProperty rolling_properties[] = {
    {.name = "surface",
     .label = "Surface",
     .help = "What B rolls on: the plane z = 0 of A, on the side of its z axis; a ball about A's "
             "origin, from outside; or from inside, as in a bowl",
     SN_ROW_ENUM(SnRollingJoint, surface, surface_names),
     .labels = surface_labels},
    RADIUS(base_radius, "surface_radius", "Surface radius", "Of the ball or bowl", SN_DEFAULT(1),
           SN_WHEN("surface", 1u << 1 | 1u << 2)),
    RADIUS(rim, "radius", "Disc radius",
           "Of the disc that rolls, about the z axis of B, without its edge; 0: a ball rolls", ),
    RADIUS(edge, "edge_radius", "Edge radius",
           "Of the disc's rounded edge, or of the ball; 0: a sharp edge", SN_DEFAULT(0.05)),
    {.name = "contact",
     .label = "Contact",
     .help = "Where B touches, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_JOINT_CONTACT)},
    {.name = "normal_force",
     .label = "Normal force",
     .help = "Of the surface on B, along the normal; negative: it is held down, where a real one "
             "would lift off",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_JOINT_NORMAL_FORCE)},
    {.name = "slip",
     .label = "Slip",
     .help = "Speed of B's material against A's where they touch",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_JOINT_SLIP)},
};

static const SnProperty rolling_overrides[] = {
    SN_RENDER_ALPHA(0.35),
};

static void validate_rolling(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnRollingJoint *self = (const SnRollingJoint *)component;
    (void)model;
    if (!(self->rim + self->edge > 0))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "has no size to roll on: give it a radius or an edge radius");
    if (self->surface != SN_ROLLING_PLANE && !(self->base_radius > 0))
        sn_checks_add(checks, SN_ERROR, component->id, "rolls on a surface without radius");
    if (self->surface == SN_ROLLING_BOWL && !(self->base_radius > self->rim + self->edge))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "is too large for its bowl: radius and edge radius together must be below "
                      "surface_radius");
}

const SnClass SN_CLASS_ROLLING = {
    .name = "rolling",
    .label = "Rolling",
    .help = "B, a ball, a disc or a wheel about its z axis, rolls on a surface of A without slip; "
            "it does not lift off, and may spin about the normal. It gives way by its "
            "compliance across the surface alone.",
    .icon = "sn-joint-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnRollingJoint),
    .properties = rolling_properties,
    .n_properties = SN_COUNT(rolling_properties),
    .overrides = rolling_overrides,
    .n_overrides = SN_COUNT(rolling_overrides),
    .validate = validate_rolling,
};
