/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"
#include "engine/model/render_rows.h"

static const SnProperty load_overrides[] = {
    SN_RENDER_COLOR(0xC2399A),
    SN_RENDER_LINE_RADIUS(0.001),
};

const SnClass SN_CLASS_LOAD = {
    .name = "load",
    .label = "Load",
    .help = "A force from outside.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_DRAWABLE,
    .abstract = true,
    .size = sizeof(SnDrawable),
    .overrides = load_overrides,
    .n_overrides = SN_COUNT(load_overrides),
};

static const SnProperty point_load_properties[] = {
    {.name = "point",
     .label = "Point",
     .help = "Marker, particle or node it acts on",
     SN_ROW(SnPointLoad, point),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_POINT},
    {.name = "force",
     .label = "Force",
     .help = "World axes",
     SN_ROW(SnPointLoad, force),
     .unit = SN_UNIT_FORCE,
     .kind = SN_INPUT,
     .bind = SN_BIND_LOAD_FORCE},
};

const SnClass SN_CLASS_POINT_LOAD = {
    .name = "point_load",
    .label = "Point load",
    .help = "A force on a marker, particle or node.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnPointLoad),
    .properties = point_load_properties,
    .n_properties = SN_COUNT(point_load_properties),
};

static const SnProperty body_load_properties[] = {
    {.name = "body",
     .label = "Body",
     .help = "Rigid body it acts on",
     SN_ROW(SnBodyLoad, body),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_RIGID_BODY},
    {.name = "force",
     .label = "Force",
     .help = "At the centre of mass, world axes",
     SN_ROW(SnBodyLoad, force),
     .unit = SN_UNIT_FORCE,
     .kind = SN_INPUT,
     .bind = SN_BIND_LOAD_FORCE},
    {.name = "moment",
     .label = "Moment",
     .help = "World axes",
     SN_ROW(SnBodyLoad, moment),
     .unit = SN_UNIT_MOMENT,
     .kind = SN_INPUT,
     .bind = SN_BIND_LOAD_MOMENT},
};

const SnClass SN_CLASS_BODY_LOAD = {
    .name = "body_load",
    .label = "Body load",
    .help = "A force and a moment on a rigid body.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnBodyLoad),
    .properties = body_load_properties,
    .n_properties = SN_COUNT(body_load_properties),
};
