/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty marker_properties[] = {
    {.name = "frame",
     .label = "Body",
     .help = "Body, frame or FEM it is fixed to; none: the world",
     SN_ROW(SnMarker, frame),
     .target = &SN_CLASS_CARRIER},
    {.name = "location",
     .label = "Location",
     .help = "Where it is in the frame of its body; of a FEM at rest",
     SN_ROW(SnMarker, location),
     .unit = SN_UNIT_LENGTH,
     .bind = SN_BIND_MARKER_LOCATION},
    {.name = "position",
     .label = "Position",
     .help = "Where it is in the world",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_MARKER_POSITION)},
    {.name = "velocity",
     .label = "Velocity",
     .help = "Its velocity, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_VELOCITY, SN_BIND_MARKER_VELOCITY)},
    SN_ROW_TRACKED(SnMarker),
};

static const SnProperty marker_overrides[] = {
    SN_RENDER_COLOR(0x3F6E9A),
    SN_RENDER_SPECULAR(0.3),
    SN_RENDER_POINT_RADIUS(0.0012),
};

const SnClass SN_CLASS_MARKER = {
    .name = "marker",
    .label = "Marker",
    .help = "A point fixed to a body or a FEM: where muscles attach, or what is measured.",
    .icon = "sn-marker-symbolic",
    .parent = &SN_CLASS_POINT,
    .size = sizeof(SnMarker),
    .properties = marker_properties,
    .n_properties = SN_COUNT(marker_properties),
    .overrides = marker_overrides,
    .n_overrides = SN_COUNT(marker_overrides),
};
