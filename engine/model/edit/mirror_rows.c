/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/mirror_rows.h"

#include "engine/model/classes/annotation.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/spline_strand.h"
#include "engine/model/classes/strand.h"

#include <string.h>

#define WORLD(name, kind)        NULL, name, SN_SPATIAL_##kind, SN_AXES_WORLD, NULL
#define OWN(name, kind)          NULL, name, SN_SPATIAL_##kind, SN_AXES_OWN, NULL
#define ON(carrier, name, kind)  NULL, name, SN_SPATIAL_##kind, SN_AXES_CARRIER, carrier
#define MESH(name, kind)         NULL, name, SN_SPATIAL_##kind, SN_AXES_FEM, NULL
#define ENTRY(array, name, kind) array, name, SN_SPATIAL_##kind, SN_AXES_WORLD, NULL

static const SnSpatialRow rows[] = {
    {NULL, WORLD("gravity", VECTOR)}, /* of any class */
    {&SN_CLASS_MODEL, WORLD("view.center", NONE)},
    {&SN_CLASS_MODEL, WORLD("view.direction", NONE)},

    {&SN_CLASS_VIEWPOINT, WORLD("center", NONE)},
    {&SN_CLASS_VIEWPOINT, WORLD("orientation", NONE)},

    {&SN_CLASS_RIGID_BODY, WORLD("position", POINT)},
    {&SN_CLASS_RIGID_BODY, WORLD("orientation", AXES)},
    {&SN_CLASS_RIGID_BODY, WORLD("velocity", VECTOR)},
    {&SN_CLASS_RIGID_BODY, WORLD("angular_velocity", AXIAL)},
    {&SN_CLASS_RIGID_BODY, WORLD("target_position", VECTOR)},
    {&SN_CLASS_RIGID_BODY, WORLD("target_orientation", TURN)},
    {&SN_CLASS_RIGID_BODY, WORLD("target_velocity", VECTOR)},
    {&SN_CLASS_RIGID_BODY, WORLD("target_angular_velocity", AXIAL)},
    {&SN_CLASS_RIGID_BODY, OWN("geometry.scale", SCALE)},
    {&SN_CLASS_RIGID_BODY, OWN("geometry.size", NONE)},
    {&SN_CLASS_RIGID_BODY, OWN("inertia.center", POINT)},
    {&SN_CLASS_RIGID_BODY, OWN("inertia.tensor", TENSOR)},

    {&SN_CLASS_PARTICLE, WORLD("position", POINT)},
    {&SN_CLASS_PARTICLE, WORLD("velocity", VECTOR)},
    {&SN_CLASS_PARTICLE, WORLD("target_position", VECTOR)},
    {&SN_CLASS_PARTICLE, WORLD("target_velocity", VECTOR)},

    {&SN_CLASS_FRAME, ON("body", "location", POINT)},
    {&SN_CLASS_FRAME, ON("body", "rotation", AXES)},
    {&SN_CLASS_MARKER, ON("frame", "location", POINT)},
    {&SN_CLASS_VISUAL, ON("frame", "location", POINT)},
    {&SN_CLASS_VISUAL, ON("frame", "rotation", AXES)},
    {&SN_CLASS_VISUAL, OWN("scale", SCALE)},

    {&SN_CLASS_FRAME_SPRING, ON("frame_a", "location_a", POINT)},
    {&SN_CLASS_FRAME_SPRING, ON("frame_a", "rotation_a", AXES)},
    {&SN_CLASS_FRAME_SPRING, ON("frame_b", "location_b", POINT)},
    {&SN_CLASS_FRAME_SPRING, ON("frame_b", "rotation_b", AXES)},
    {&SN_CLASS_FRAME_SPRING, OWN("stiffness", NONE)},
    {&SN_CLASS_FRAME_SPRING, OWN("rotary_stiffness", NONE)},
    {&SN_CLASS_FRAME_SPRING, OWN("axial_damping", NONE)},
    {&SN_CLASS_FRAME_SPRING, OWN("rotary_axial_damping", NONE)},
    {&SN_CLASS_FRAME_SPRING, OWN("stiffness_matrix", MATRIX)},
    {&SN_CLASS_FRAME_SPRING, OWN("damping_matrix", MATRIX)},
    {&SN_CLASS_FRAME_SPRING, OWN("preload", VECTOR)},
    {&SN_CLASS_FRAME_SPRING, OWN("rotary_preload", AXIAL)},
    {&SN_CLASS_POINT_LOAD, WORLD("force", VECTOR)},
    {&SN_CLASS_BODY_LOAD, WORLD("force", VECTOR)},
    {&SN_CLASS_BODY_LOAD, WORLD("moment", AXIAL)},
    {&SN_CLASS_FRAME_LOAD, ON("point_in", "point", POINT)},
    {&SN_CLASS_FRAME_LOAD, ON("axes", "force_gain", VECTOR)},
    {&SN_CLASS_FRAME_LOAD, ON("axes", "moment_gain", AXIAL)},
    {&SN_CLASS_FRAME_LOAD, ON("axes", "force", VECTOR)},
    {&SN_CLASS_FRAME_LOAD, ON("axes", "moment", AXIAL)},
    {&SN_CLASS_DRAG, ON("body", "location", POINT)},
    {&SN_CLASS_DRAG, ON("body", "rotation", AXES)},
    {&SN_CLASS_DRAG, OWN("half_lengths", NONE)},
    {&SN_CLASS_DRAG, WORLD("wind", VECTOR)},

    {&SN_CLASS_FRAME_JOINT, ON("frame_a", "location_a", POINT)},
    {&SN_CLASS_FRAME_JOINT, ON("frame_a", "rotation_a", AXES)},
    {&SN_CLASS_FRAME_JOINT, ON("frame_b", "location_b", POINT)},
    {&SN_CLASS_FRAME_JOINT, ON("frame_b", "rotation_b", AXES)},
    {&SN_CLASS_FRAME_JOINT, OWN("semi_axes", NONE)},
    {&SN_CLASS_SCAPULOTHORACIC, OWN("pin", POINT)},
    {&SN_CLASS_SCAPULOTHORACIC, OWN("pin_axis", AXIAL)},
    {&SN_CLASS_CONSTANT_CURVATURE, OWN("neutral", AXIAL)},
    {&SN_CLASS_CUSTOM, OWN("rotation_axis_1.direction", AXIAL)},
    {&SN_CLASS_CUSTOM, OWN("rotation_axis_2.direction", AXIAL)},
    {&SN_CLASS_CUSTOM, OWN("rotation_axis_3.direction", AXIAL)},
    {&SN_CLASS_CUSTOM, OWN("translation_axis_1.direction", VECTOR)},
    {&SN_CLASS_CUSTOM, OWN("translation_axis_2.direction", VECTOR)},
    {&SN_CLASS_CUSTOM, OWN("translation_axis_3.direction", VECTOR)},
    {&SN_CLASS_SURFACE_JOINT, ON("frame", "location", POINT)},
    {&SN_CLASS_SURFACE_JOINT, ON("frame", "rotation", AXES)},
    {&SN_CLASS_POINT_ON_POLYLINE, "points", "position", SN_SPATIAL_NONE, SN_AXES_OWN, NULL},

    {&SN_CLASS_FEM, WORLD("position", POINT)},
    {&SN_CLASS_FEM, WORLD("orientation", AXES)},
    {&SN_CLASS_FEM, OWN("mesh.scale", SCALE)},
    {&SN_CLASS_FEM, OWN("mesh.size", NONE)},
    {&SN_CLASS_FEM, ENTRY("nodes", "rest", NONE)}, /* comes from the mesh */
    {&SN_CLASS_FEM, ENTRY("nodes", "position", POINT)},
    {&SN_CLASS_FEM, ENTRY("nodes", "velocity", VECTOR)},
    {&SN_CLASS_FEM, ENTRY("nodes", "target_position", VECTOR)},
    {&SN_CLASS_FEM, ENTRY("nodes", "target_velocity", VECTOR)},
    {&SN_CLASS_MUSCLE_BUNDLE, MESH("direction.vector", VECTOR)},
    {&SN_CLASS_EMBEDDED_MESH, MESH("location", POINT)},
    {&SN_CLASS_EMBEDDED_MESH, MESH("rotation", AXES)},
    {&SN_CLASS_EMBEDDED_MESH, OWN("scale", SCALE)},
    {&SN_CLASS_FEM_LOAD, WORLD("force", VECTOR)},

    {&SN_CLASS_PULLEY, ON("body", "location", POINT)},
    {&SN_CLASS_PULLEY, ON("body", "rotation", AXES)},
    {&SN_CLASS_PULLEY, ON("body", "mount", VECTOR)},
    {&SN_CLASS_WRAP_SURFACE, ON("body", "location", POINT)},
    {&SN_CLASS_WRAP_SURFACE, ON("body", "rotation", AXES)},
    {&SN_CLASS_WRAP_SURFACE, OWN("size", NONE)},
    {&SN_CLASS_WRAP_SURFACE, OWN("net", NET)},
    {&SN_CLASS_STRAND, WORLD("repeat_shift", VECTOR)},
    {&SN_CLASS_STRAND, ENTRY("nodes", "position", POINT)},
    {&SN_CLASS_STRAND, ENTRY("nodes", "velocity", VECTOR)},
    {&SN_CLASS_SPLINE_STRAND, ENTRY("nodes", "position", POINT)},
    {&SN_CLASS_SPLINE_STRAND, ENTRY("nodes", "velocity", VECTOR)},
    {&SN_CLASS_COSSERAT_STRAND, ENTRY("frames", "position", POINT)},
    {&SN_CLASS_COSSERAT_STRAND, ENTRY("frames", "orientation", AXES)},
};

const SnSpatialRow *sn_spatial_row(const SnClass *class, const char *array, const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if ((!rows[i].class || sn_class_is_a(class, rows[i].class)) &&
            g_strcmp0(rows[i].array, array) == 0 && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

/* Signs (-1, -1, -1) keep every angle and turn every way round; with one sign, angles about the
 * other two axes and the way along that one change. */
static const SnMirrorSigns signs[] = {
    {&SN_CLASS_RIGID_BODY, .any = true},
    {&SN_CLASS_FEM, .any = true},
    {&SN_CLASS_FRAME, .any = true},
    {&SN_CLASS_VISUAL, .any = true},
    {&SN_CLASS_EMBEDDED_MESH, .any = true},
    {&SN_CLASS_FRAME_SPRING, .any = true},
    {&SN_CLASS_DRAG, .any = true},
    {&SN_CLASS_WRAP_SURFACE, .any = true},
    {&SN_CLASS_PULLEY, .sign = {1, 1, -1}},          /* strands turn as before from x to y */
    {&SN_CLASS_SURFACE_JOINT, .sign = {1, -1, 1}},   /* its normal and its profile stay */
    {&SN_CLASS_COSSERAT_STRAND, .sign = {-1, 1, 1}}, /* of its frames: z runs along it */
    {&SN_CLASS_HINGE, .sign = {1, 1, -1}},
    {&SN_CLASS_SPHERICAL, .sign = {-1, -1, -1}},
    {&SN_CLASS_FIXED, .sign = {-1, -1, -1}},
    {&SN_CLASS_SLIDER, .sign = {1, -1, 1}},
    {&SN_CLASS_DISTANCE, .sign = {-1, -1, -1}},
    {&SN_CLASS_POINT_ON_LINE, .sign = {1, -1, 1}},
    {&SN_CLASS_ROLLING, .sign = {1, -1, 1}}, /* what it rolls on stays on its side */
    {&SN_CLASS_UNIVERSAL, .sign = {-1, -1, -1}},
    {&SN_CLASS_CYLINDRICAL, .sign = {1, 1, -1}, .turned = {""}}, /* its limits are of the way */
    {&SN_CLASS_GIMBAL, .sign = {-1, -1, -1}},
    {&SN_CLASS_PLANAR, .sign = {1, 1, -1}},
    {&SN_CLASS_FREE, .sign = {-1, -1, -1},
     .turned = {"translation_1", "translation_2", "translation_3"}},
    /* the origin of B lies on an ellipsoid where its z axis points: that must stay outwards */
    {&SN_CLASS_ELLIPSOID, .sign = {-1, 1, 1}, .turned = {"angle_2", "angle_3"}},
    {&SN_CLASS_SCAPULOTHORACIC, .sign = {-1, 1, 1}, .turned = {"angle_2", "angle_3"}},
    /* its beam bends towards the other side of the yz plane */
    {&SN_CLASS_CONSTANT_CURVATURE, .sign = {-1, 1, 1}, .turned = {"angle_2", "angle_3"}},
    {&SN_CLASS_CUSTOM, .sign = {-1, -1, -1}}, /* its axes turn, its coordinates stay */
};

const SnMirrorSigns *sn_mirror_signs(const SnClass *class)
{
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
        if (sn_class_is_a(class, signs[i].class))
            return &signs[i];
    return NULL;
}

double sn_mirror_coordinate_sign(const SnClass *class, int coordinate)
{
    const SnMirrorSigns *of = sn_mirror_signs(class);
    if (class == &SN_CLASS_CYLINDRICAL) /* angle_1 and translation_1, of which the angle is first */
        return coordinate == SN_COORDINATE_TRANSLATION_1 ? -1 : 1;
    for (int i = 0; of && i < 3 && of->turned[i]; i++)
        if (coordinate != SN_COORDINATE_FIRST &&
            strcmp(of->turned[i], sn_coordinate_names[coordinate]) == 0)
            return -1;
    return 1;
}
