/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints: two frames, or a point and the frame of a surface. */
#include "engine/compile/core/compiler.h"

#include "engine/base/vec.h"

static void add_joint(SnCompiler *c, const SnSystemJoint *joint)
{
    sn_compiler_set_index(c, joint->id, (int)c->joints->len);
    g_array_append_vals(c->joints, joint, 1);
}

static SnSystemJoint new_joint(const SnJointComponent *component, SnJointKind kind)
{
    return (SnSystemJoint){
        .kind = kind,
        .id = component->base.base.id,
        .enabled = component->enabled,
        .compliance = component->compliance,
        .frame_a = -1,
        .frame_b = -1,
        .point = -1,
        .row = -1,
        .limit = -1,
        .slots = -1,
        .turns = -1,
    };
}

static SnJointKind frame_joint_kind(const SnClass *class)
{
    return class == &SN_CLASS_HINGE         ? SN_JOINT_HINGE
           : class == &SN_CLASS_SPHERICAL   ? SN_JOINT_SPHERICAL
           : class == &SN_CLASS_SLIDER      ? SN_JOINT_SLIDER
           : class == &SN_CLASS_UNIVERSAL   ? SN_JOINT_UNIVERSAL
           : class == &SN_CLASS_CYLINDRICAL ? SN_JOINT_CYLINDRICAL
                                            : SN_JOINT_FIXED;
}

/* Limits, stiffness and damping of the coordinates. */
static void set_coordinates(SnSystemJoint *joint, const SnFrameJoint *component)
{
    SnJointCoordinate *first = &joint->coordinate[0], *second = &joint->coordinate[1];
    if (joint->kind == SN_JOINT_HINGE) {
        const SnHinge *hinge = (const SnHinge *)component;
        joint->limited = hinge->limited;
        *first = (SnJointCoordinate){hinge->lower, hinge->upper, hinge->stiffness, hinge->rest,
                                     hinge->damping};
    } else if (joint->kind == SN_JOINT_SPHERICAL) {
        const SnSpherical *spherical = (const SnSpherical *)component;
        joint->limited = spherical->limited;
        *first = (SnJointCoordinate){.upper = spherical->swing_limit,
                                     .stiffness = spherical->stiffness,
                                     .damping = spherical->damping};
    } else if (joint->kind == SN_JOINT_SLIDER) {
        const SnSlider *slider = (const SnSlider *)component;
        joint->limited = slider->limited;
        *first = (SnJointCoordinate){slider->lower, slider->upper, slider->stiffness, slider->rest,
                                     slider->damping};
    } else if (joint->kind == SN_JOINT_UNIVERSAL) {
        const SnUniversal *universal = (const SnUniversal *)component;
        joint->limited = universal->limited;
        *first = (SnJointCoordinate){universal->lower, universal->upper, universal->stiffness,
                                     universal->rest, universal->damping};
        *second = (SnJointCoordinate){
            .lower = universal->lower_2, .upper = universal->upper_2, .rest = universal->rest_2};
    } else if (joint->kind == SN_JOINT_CYLINDRICAL) {
        const SnCylindrical *cylindrical = (const SnCylindrical *)component;
        joint->limited = cylindrical->limited;
        *first = (SnJointCoordinate){.damping = cylindrical->damping};
        *second = (SnJointCoordinate){.lower = cylindrical->lower,
                                      .upper = cylindrical->upper,
                                      .damping = cylindrical->slide_damping};
    }
}

static bool add_frame_joint(SnCompiler *c, const SnFrameJoint *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base, frame_joint_kind(base->class));
    SnPlace a, b;
    if (!sn_place(c, base, component->frame_a, component->location_a, component->rotation_a, &a) ||
        !sn_place(c, base, component->frame_b, component->location_b, component->rotation_b, &b))
        return false;
    if (a.block == b.block)
        return sn_compiler_fail(c, base,
                                "both frames are on the same body (or both in the world): choose "
                                "another frame_a or frame_b");
    joint.frame_a = sn_compiler_add_frame(c, SN_ID_NULL, &a);
    joint.frame_b = sn_compiler_add_frame(c, SN_ID_NULL, &b);
    set_coordinates(&joint, component);
    for (int k = sn_joint_first_limited(&joint);
         joint.limited && k < sn_joint_n_coordinates(&joint); k++)
        if (joint.coordinate[k].lower > joint.coordinate[k].upper)
            return sn_compiler_fail(c, base, "lower limit is above the upper one: exchange them");
    add_joint(c, &joint);
    return true;
}

static bool set_polyline(SnCompiler *c, const SnPointOnPolyline *component, SnSystemJoint *joint)
{
    const SnComponent *base = &component->base.base.base.base;
    const SnPolylinePoint *points = component->points.entries;
    const int n = component->points.n;
    if (n < 2)
        return sn_compiler_fail(c, base, "its polyline needs at least 2 points, has %d", n);
    joint->smoothing = component->smoothing;
    joint->polyline = (int)c->polyline->len;
    joint->n_polyline = n;
    for (int i = 0; i < n; i++) {
        if (i > 0 && !(points[i].position[0] > points[i - 1].position[0]))
            return sn_compiler_fail(c, base,
                                    "x of its polyline points must increase: point %d does not "
                                    "lie beyond the one before",
                                    i);
        const double xz[2] = {points[i].position[0], points[i].position[2]};
        g_array_append_vals(c->polyline, xz, 1);
    }
    return true;
}

static bool add_surface_joint(SnCompiler *c, const SnSurfaceJoint *component)
{
    const SnComponent *base = &component->base.base.base;
    const bool polyline = base->class == &SN_CLASS_POINT_ON_POLYLINE;
    SnSystemJoint joint =
        new_joint(&component->base, polyline ? SN_JOINT_POLYLINE : SN_JOINT_PLANE);
    joint.point = sn_compiler_point(c, component->point);
    if (joint.point < 0)
        return sn_compiler_fail(c, base, "has no point: choose a marker, particle or node");
    SnPlace place;
    if (!sn_place(c, base, component->frame, component->location, component->rotation, &place))
        return false;
    const SnSystemPoint *point = &g_array_index(c->points, SnSystemPoint, joint.point);
    if (point->block == place.block)
        return sn_compiler_fail(c, base,
                                "point and surface are on the same body (or both in the world): "
                                "choose another point or frame");
    joint.frame_a = sn_compiler_add_frame(c, SN_ID_NULL, &place);
    joint.one_sided = component->one_sided;
    joint.restitution = component->restitution;
    if (polyline && !set_polyline(c, (const SnPointOnPolyline *)component, &joint))
        return false;
    add_joint(c, &joint);
    return true;
}

/* Number of a compiled joint with a coordinate; -1: it has none. */
static int geared_joint(const SnCompiler *c, SnId id)
{
    for (guint i = 0; i < c->joints->len; i++) {
        const SnSystemJoint *joint = &g_array_index(c->joints, SnSystemJoint, i);
        if (sn_id_equal(joint->id, id) && sn_joint_n_coordinates(joint) > 0)
            return (int)i;
    }
    return -1;
}

static bool add_gear(SnCompiler *c, const SnGear *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base, SN_JOINT_GEAR);
    joint.geared[0] = geared_joint(c, component->joint_a);
    joint.geared[1] = geared_joint(c, component->joint_b);
    joint.ratio = component->ratio;
    for (int k = 0; k < 2; k++)
        if (joint.geared[k] < 0)
            return sn_compiler_fail(c, base,
                                    "joint %c has no coordinate to gear: choose a hinge, slider, "
                                    "universal or cylindrical joint",
                                    k ? 'B' : 'A');
    if (joint.geared[0] == joint.geared[1])
        return sn_compiler_fail(c, base, "gears a joint with itself: choose another joint");
    add_joint(c, &joint);
    return true;
}

bool sn_compile_joints(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
            good = add_frame_joint(c, (const SnFrameJoint *)component);
        else if (sn_class_is_a(component->class, &SN_CLASS_SURFACE_JOINT))
            good = add_surface_joint(c, (const SnSurfaceJoint *)component);
    }
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_GEAR)
            good = add_gear(c, (const SnGear *)component);
    }
    return good;
}
