/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves that strands slide along: tubes through points, and pulleys. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand.h"
#include "engine/model/render_rows.h"

static const char *const ends_names[] = {"plain", "capped", "wrapped", NULL};
static const char *const shape_names[] = {"polyline", "spline", NULL};

enum { PLAIN, CAPPED, WRAPPED };
enum { POLYLINE, SPLINE };

#define ROW_ENDS(value)                                                                            \
    {                                                                                              \
        .name = "ends", .label = "Ends",                                                           \
        .help = "plain: nodes may leave, straight on; capped: they stop there; wrapped: it is "    \
                "closed",                                                                          \
        SN_ROW_ENUM(SnGuide, ends, ends_names), SN_DEFAULT(value)                                  \
    }

static const SnProperty guide_properties[] = {
    SN_ROW_NOTES(SnGuide, notes),
    ROW_ENDS(PLAIN),
};

static const SnProperty guide_overrides[] = {
    SN_RENDER_COLOR(0x6E9A8F),
    SN_RENDER_ALPHA(0.5),
    SN_RENDER_LINE_STYLE(SN_LINE_CYLINDER),
    SN_RENDER_LINE_RADIUS(0.003),
};

const SnClass SN_CLASS_GUIDE = {
    .name = "guide",
    .label = "Guide",
    .help = "A curve that nodes of strands slide along.",
    .icon = "sn-guide-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnGuide),
    .properties = guide_properties,
    .n_properties = SN_COUNT(guide_properties),
    .overrides = guide_overrides,
    .n_overrides = SN_COUNT(guide_overrides),
};

/* --- curves through points --- */

static const SnProperty curve_properties[] = {
    {.name = "shape",
     .label = "Shape",
     .help = "Straight from point to point, or a cubic B-spline that the points control",
     SN_ROW_ENUM(SnGuideCurve, shape, shape_names)},
    {.name = "points",
     .label = "Points",
     .help = "Markers, particles or nodes (also of strands) that carry it, in order",
     SN_ROW(SnGuideCurve, points),
     .flags = SN_REQUIRED | SN_CLONES,
     .target = &SN_CLASS_POINT,
     .min_count = 2},
};

static void validate_curve(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnGuideCurve *self = (const SnGuideCurve *)component;
    const SnIdList *points = &self->points;
    const bool closed = self->base.ends == WRAPPED;
    const int least = self->shape == SPLINE && !closed ? 4 : closed ? 3 : 2;
    if (points->n < least)
        sn_checks_add(checks, SN_ERROR, component->id, "a %s%s needs at least %d points, has %d",
                      closed ? "closed " : "", shape_names[self->shape], least, points->n);
    for (int i = closed ? 0 : 1; i < points->n; i++) {
        const int before = i > 0 ? i - 1 : points->n - 1;
        if (i != before && sn_id_equal(points->ids[before], points->ids[i]))
            sn_checks_add(checks, SN_ERROR, component->id,
                          "points %d and %d are the same: the guide has no direction there",
                          before + 1, i + 1);
    }
}

const SnClass SN_CLASS_GUIDE_CURVE = {
    .name = "guide_curve",
    .label = "Guide curve",
    .help = "A curve through points: a tendon sheath, a row of pulleys of a finger, a slot. It "
            "moves with its points.",
    .icon = "sn-guide-symbolic",
    .parent = &SN_CLASS_GUIDE,
    .size = sizeof(SnGuideCurve),
    .properties = curve_properties,
    .n_properties = SN_COUNT(curve_properties),
    .validate = validate_curve,
};

/* --- pulleys --- */

static const SnProperty pulley_properties[] = {
    SN_ROW_CARRIER(SnPulley, body, "body", "Body",
                   "Body or frame that carries the axle; none: the world"),
    SN_ROW_LOCATION(SnPulley, position, "location", "Location",
                    "Centre of the groove, in the frame of its body"),
    SN_ROW_ROTATION(SnPulley, orientation, "rotation", "Rotation",
                    "Axes in that frame: the groove lies in x and y, the axle along z"),
    {.name = "radius",
     .label = "Radius",
     .help = "Of the groove where the strand lies; of an ellipse along x",
     SN_ROW(SnPulley, radii[0]),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.05)},
    {.name = "radius_y",
     .label = "Radius along y",
     .help = "Of an ellipse; 0: a circle",
     SN_ROW(SnPulley, radii[1]),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_ADVANCED,
     SN_RANGE(0, 1e6)},
    {.name = "wheel",
     .label = "Wheel",
     .help = "Body that turns about the axle and whose rim the strand touches; none: the strand "
             "slides",
     SN_ROW(SnPulley, wheel),
     .flags = SN_SOFT,
     .target = &SN_CLASS_RIGID_BODY},
    {.name = "grip",
     .label = "Grips",
     .help = "The strand does not slip on the wheel, as a belt or a chain; otherwise it slides, "
             "with friction",
     SN_ROW(SnPulley, grip)},
    {.name = "friction",
     .label = "Friction",
     .help = "Coefficient between strand and wheel (or body, without a wheel)",
     SN_ROW(SnPulley, friction),
     SN_RANGE(0, 100),
     SN_SLIDER(0, 1),
     SN_WHEN("grip", SN_IF_FALSE)},
    {.name = "width",
     .label = "Width",
     .help = "Of the disc that is drawn; 0: none is",
     SN_ROW(SnPulley, width),
     .unit = SN_UNIT_LENGTH,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.01)},
    {.name = "mount",
     .label = "Mount",
     .help = "From the axle to what holds it, in the frame of its body: two cheeks and a bar are "
             "drawn, about all sheaves of a strand's turns; 0: none",
     SN_ROW(SnPulley, mount),
     .unit = SN_UNIT_LENGTH},
};

static const SnProperty pulley_overrides[] = {
    ROW_ENDS(WRAPPED),
    SN_RENDER_COLOR(0x8A95A5),
    SN_RENDER_ALPHA(1),
};

static void validate_pulley(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnPulley *self = (const SnPulley *)component;
    double position[3], orientation[4];
    SnId carrier;
    if (self->grip && sn_id_is_null(self->wheel))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "grips, but has no wheel to turn: choose a body for wheel");
    if (!sn_id_is_null(self->wheel) &&
        sn_model_carrier(model, self->body, &carrier, position, orientation) &&
        sn_id_equal(carrier, self->wheel))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "its wheel is the body that carries the axle: it cannot turn about it");
}

const SnClass SN_CLASS_PULLEY = {
    .name = "pulley",
    .label = "Pulley",
    .help = "A round groove about an axle on a body. Strands enter and leave it along tangents, "
            "slide in it, rub, or turn its wheel.",
    .icon = "sn-pulley-symbolic",
    .parent = &SN_CLASS_GUIDE,
    .size = sizeof(SnPulley),
    .properties = pulley_properties,
    .n_properties = SN_COUNT(pulley_properties),
    .overrides = pulley_overrides,
    .n_overrides = SN_COUNT(pulley_overrides),
    .validate = validate_pulley,
};
