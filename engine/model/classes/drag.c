/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Air or water around a body. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"

static const char *const law_names[] = {"box", "ellipsoid", "power", NULL};

#define IF_ELLIPSOID (1u << SN_DRAG_LAW_ELLIPSOID)
#define IF_POWER     (1u << SN_DRAG_LAW_POWER)
#define IF_SHAPE     ((1u << SN_DRAG_LAW_BOX) | IF_ELLIPSOID)

#define COEFFICIENT(field, row_label, row_help, usual)                                             \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(SnDrag, field),               \
        SN_NOT_NEGATIVE, SN_DEFAULT(usual), SN_WHEN("law", IF_ELLIPSOID)                           \
    }

static const SnProperty drag_properties[] = {
    SN_ROW_CARRIER(SnDrag, body, "body", "Body", "Body or frame that it acts on"),
    SN_ROW_LOCATION(SnDrag, location, "location", "Location",
                    "Centre of what is in the way of the fluid"),
    SN_ROW_ROTATION(SnDrag, rotation, "rotation", "Rotation", "From its axes to the body's"),
    {.name = "law",
     .label = "Law",
     .help = "box: by the square of the velocity on flat faces; ellipsoid: by the area in the way, "
             "with lift and the inertia of the fluid that turns along; both with Stokes' "
             "resistance. power: strength times a power of the speed along each axis of the world",
     SN_ROW_ENUM(SnDrag, law, law_names)},
    {.name = "half_lengths",
     .label = "Half lengths",
     .help = "Half edges of the box, or semi-axes of the ellipsoid",
     SN_ROW(SnDrag, half_lengths),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.1, 0.1, 0.1),
     SN_WHEN("law", IF_SHAPE)},
    {.name = "density",
     .label = "Density",
     .help = "Of the fluid: air has 1.2 kg/m3, water 1000",
     SN_ROW(SnDrag, density),
     .unit = SN_UNIT_DENSITY,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(1.2),
     SN_WHEN("law", IF_SHAPE),
     .bind = SN_BIND_DRAG_DENSITY},
    {.name = "viscosity",
     .label = "Viscosity",
     .help = "Of the fluid: air has 1.8e-5 Pa s, water 1e-3",
     SN_ROW(SnDrag, viscosity),
     SN_NOT_NEGATIVE,
     SN_WHEN("law", IF_SHAPE),
     .bind = SN_BIND_DRAG_VISCOSITY},
    COEFFICIENT(blunt_drag, "Blunt drag", "Drag of the area that is in the way", 0.5),
    COEFFICIENT(slender_drag, "Slender drag", "Drag of the rest of the largest area", 0.25),
    COEFFICIENT(angular_drag, "Angular drag", "Drag of the solid that its turning sweeps", 1.5),
    COEFFICIENT(kutta_lift, "Kutta lift", "Lift by the angle that it is moved at", 1),
    COEFFICIENT(magnus_lift, "Magnus lift", "Lift by its spin", 1),
    {.name = "strength",
     .label = "Strength",
     .help = "Force at 1 m/s",
     SN_ROW(SnDrag, strength),
     .unit = SN_UNIT_FORCE,
     SN_NOT_NEGATIVE,
     SN_DEFAULT(0.5),
     SN_WHEN("law", IF_POWER),
     .bind = SN_BIND_DRAG_STRENGTH},
    {.name = "exponent",
     .label = "Exponent",
     .help = "Power of the speed that the force grows with",
     SN_ROW(SnDrag, exponent),
     SN_RANGE(1, 8),
     SN_DEFAULT(2),
     SN_WHEN("law", IF_POWER)},
    {.name = "wind",
     .label = "Wind",
     .help = "Velocity of the fluid, world axes",
     SN_ROW(SnDrag, wind),
     .unit = SN_UNIT_VELOCITY,
     .kind = SN_INPUT,
     .bind = SN_BIND_DRAG_WIND},
    SN_ROW_ENABLED(SnDrag, enabled, SN_BIND_NONE),
    {.name = "acting_force",
     .label = "Acting force",
     .help = "Force on the body, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_DRAG_FORCE)},
    {.name = "acting_moment",
     .label = "Acting moment",
     .help = "Moment on the body about the centre of the drag, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_DRAG_MOMENT)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnDrag *self = (const SnDrag *)component;
    double position[3], orientation[4];
    SnId body;
    if (sn_model_carrier(model, self->body, &body, position, orientation) && sn_id_is_null(body))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "acts on nothing: choose the body that moves in the fluid");
}

const SnClass SN_CLASS_DRAG = {
    .name = "drag",
    .label = "Drag",
    .help = "Air or water around a body: resistance, lift and wind by its velocity and spin, for "
            "what swims, flies or falls.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnDrag),
    .properties = drag_properties,
    .n_properties = SN_COUNT(drag_properties),
    .validate = validate,
};
