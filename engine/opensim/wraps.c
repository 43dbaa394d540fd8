/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrapping surfaces of bodies. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <string.h>

/* Shape and size; false: none that is known. */
static bool shape_of(SnOsim *osim, const SnXmlNode *node, const char **shape, double size[3])
{
    const double radius = sn_osim_number(osim, node, "radius", 1);
    if (sn_osim_is(node, "WrapSphere")) {
        *shape = "ellipsoid";
        sn_v3_set(radius, radius, radius, size);
    } else if (sn_osim_is(node, "WrapCylinder")) {
        *shape = "cylinder";
        sn_v3_set(radius, sn_osim_number(osim, node, "length", 1), 1, size);
    } else if (sn_osim_is(node, "WrapEllipsoid")) {
        *shape = "ellipsoid";
        sn_v3_set(1, 1, 1, size);
        sn_osim_numbers(osim, node, "dimensions", 3, size);
    } else if (sn_osim_is(node, "WrapTorus")) {
        /* inner: from the axis to the inside of the ring; outer: to its outside */
        const double inner = sn_osim_number(osim, node, "inner_radius", 1),
                     outer = sn_osim_number(osim, node, "outer_radius", 1);
        *shape = "torus";
        sn_v3_set((inner + outer) / 2, (outer - inner) / 2, 1, size);
    } else {
        return false;
    }
    return size[0] > 0 && size[1] > 0 && size[2] > 0;
}

static void emit_wrap(SnOsim *osim, const SnXmlNode *node)
{
    double angles[3] = {0}, place[3] = {0}, size[3];
    const char *shape;
    SnOsimPose pose;
    if (!shape_of(osim, node, &shape, size)) {
        sn_osim_left_out(osim, node, "its shape is not known or has no size");
        return;
    }
    if (!sn_osim_numbers(osim, node, "xyz_body_rotation", 3, angles))
        sn_osim_numbers(osim, node, "orientation", 3, angles);
    sn_osim_numbers(osim, node, "translation", 3, place);
    sn_osim_pose_set(angles, place, &pose);
    json_t *json = json_object();
    const int frame = sn_osim_frame_of(osim, node, "frame", "body");
    sn_osim_attach(osim, frame, &pose, json, "body", "location", "rotation");
    json_object_set_new(json, "shape", json_string(shape));
    json_object_set_new(json, "size", sn_osim_vector(size, 3));
    char *path = sn_osim_emit(osim, "wraps", sn_osim_name_of(node), json);
    g_hash_table_insert(osim->made, (gpointer)node, path);
    sn_osim_exact(osim, node);
}

void sn_osim_emit_wraps(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind == SN_OSIM_WRAP)
            emit_wrap(osim, item->node);
    }
}
