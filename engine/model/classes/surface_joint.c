/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints that keep a point on a surface. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty surface_properties[] = {
    {.name = "point",
     .label = "Point",
     .help = "Marker or particle kept on the surface",
     SN_ROW(SnSurfaceJoint, point),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_POINT},
    SN_ROW_CARRIER(SnSurfaceJoint, frame, "frame", "Body",
                   "Body or frame that carries the surface; none: the world"),
    SN_ROW_LOCATION(SnSurfaceJoint, location, "location", "Location",
                    "Origin of the surface in the frame of its body"),
    SN_ROW_ROTATION(SnSurfaceJoint, rotation, "rotation", "Rotation",
                    "From the surface's axes to the body's; z is the normal"),
    {.name = "one_sided",
     .label = "One-sided",
     .help = "The point may leave the surface on the side the normal points to, as in a bite",
     SN_ROW(SnSurfaceJoint, one_sided)},
    {.name = "restitution",
     .label = "Restitution",
     .help = "Rebound velocity over impact velocity",
     SN_ROW(SnSurfaceJoint, restitution),
     SN_RANGE(0, 1),
     SN_SLIDER(0, 1),
     SN_WHEN("one_sided", SN_IF_TRUE),
     .bind = SN_BIND_JOINT_RESTITUTION},
    {.name = "half_length",
     .label = "Half length",
     .help = "Of the patch drawn, along x; the surface itself has no border",
     SN_ROW(SnSurfaceJoint, half_size[0]),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.01),
     .bind = SN_BIND_NONE},
    {.name = "half_width",
     .label = "Half width",
     .help = "Of the patch drawn, along y",
     SN_ROW(SnSurfaceJoint, half_size[1]),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.01),
     .bind = SN_BIND_NONE},
    {.name = "show_force",
     .label = "Show force",
     .help = "The force of the surface on the point as an arrow with its value, whether the joint "
             "is shown or not",
     SN_ROW(SnSurfaceJoint, show_force),
     SN_WHEN("one_sided", SN_IF_TRUE),
     .bind = SN_BIND_NONE},
    {.name = "distance",
     .label = "Distance",
     .help = "Of the point from the surface, along the normal",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_JOINT_DISTANCE)},
    {.name = "normal_force",
     .label = "Normal force",
     .help = "Of the surface on the point, along the normal",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_JOINT_NORMAL_FORCE)},
};

static const SnProperty surface_overrides[] = {
    SN_RENDER_ALPHA(0.35),
};

static void validate_surface(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnSurfaceJoint *self = (const SnSurfaceJoint *)component;
    const SnComponent *point = sn_model_get(model, self->point);
    if (!point || point->class != &SN_CLASS_MARKER)
        return;
    double position[3], orientation[4];
    SnId a, b;
    if (sn_model_carrier(model, ((const SnMarker *)point)->frame, &a, position, orientation) &&
        sn_model_carrier(model, self->frame, &b, position, orientation) && sn_id_equal(a, b))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "point and surface are on the same body (or both on the world)");
}

const SnClass SN_CLASS_SURFACE_JOINT = {
    .name = "surface_joint",
    .label = "Joint on a surface",
    .help = "Keeps a point on a surface without friction.",
    .icon = "sn-plane-symbolic",
    .parent = &SN_CLASS_JOINT,
    .abstract = true,
    .size = sizeof(SnSurfaceJoint),
    .properties = surface_properties,
    .n_properties = SN_COUNT(surface_properties),
    .overrides = surface_overrides,
    .n_overrides = SN_COUNT(surface_overrides),
    .validate = validate_surface,
};

const SnClass SN_CLASS_POINT_ON_PLANE = {
    .name = "point_on_plane",
    .label = "Point on plane",
    .help = "Keeps a point on a plane, or on one side of it.",
    .icon = "sn-plane-symbolic",
    .parent = &SN_CLASS_SURFACE_JOINT,
    .size = sizeof(SnPointOnPlane),
};

static const SnProperty polyline_point_properties[] = {
    {.name = "position",
     .label = "Position",
     .help = "x along the surface, z along its normal; y has no effect",
     SN_ROW(SnPolylinePoint, position),
     .unit = SN_UNIT_LENGTH},
};

/* Halfway between its neighbours; beyond an end, a centimetre on. */
static void place_point(const SnArray *array, int index, void *entry)
{
    const SnPolylinePoint *points = array->entries;
    double *p = ((SnPolylinePoint *)entry)->position;
    if (array->n == 0)
        return;
    const double *before = points[index > 0 ? index - 1 : 0].position;
    const double *after = points[index < array->n ? index : array->n - 1].position;
    for (int i = 0; i < 3; i++)
        p[i] = (before[i] + after[i]) / 2;
    if (index == 0)
        p[0] -= 0.01;
    else if (index == array->n)
        p[0] += 0.01;
}

static const SnArrayRow polyline_arrays[] = {
    {.name = "points",
     .label = "Points",
     .entry_label = "Point",
     .help = "Corners of the profile, with growing x; first and last piece go on for ever",
     .entry_size = sizeof(SnPolylinePoint),
     .offset = offsetof(SnPointOnPolyline, points),
     .properties = polyline_point_properties,
     .n_properties = SN_COUNT(polyline_point_properties),
     .min_count = 2,
     .place = place_point},
};

static const SnProperty polyline_properties[] = {
    {.name = "smoothing",
     .label = "Smoothing",
     .help = "Radius by which corners are rounded",
     SN_ROW(SnPointOnPolyline, smoothing),
     .unit = SN_UNIT_LENGTH,
     SN_RANGE(0, 1e6)},
};

static void validate_polyline(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnArray *points = &((const SnPointOnPolyline *)component)->points;
    const SnPolylinePoint *p = points->entries;
    if (points->n < 2)
        sn_checks_add(checks, SN_ERROR, component->id, "needs at least 2 points, has %d",
                      points->n);
    for (int i = 1; i < points->n; i++)
        if (!(p[i].position[0] > p[i - 1].position[0]))
            sn_checks_add(checks, SN_ERROR, sn_id_of_entry(component->id, 0, (uint32_t)i),
                          "x must grow from point to point");
}

const SnClass SN_CLASS_POINT_ON_POLYLINE = {
    .name = "point_on_polyline",
    .label = "Point on polyline",
    .help = "Keeps a point on a profile drawn out along y, such as the articular eminence.",
    .icon = "sn-polyline-symbolic",
    .parent = &SN_CLASS_SURFACE_JOINT,
    .size = sizeof(SnPointOnPolyline),
    .properties = polyline_properties,
    .n_properties = SN_COUNT(polyline_properties),
    .arrays = polyline_arrays,
    .n_arrays = SN_COUNT(polyline_arrays),
    .validate = validate_polyline,
};
