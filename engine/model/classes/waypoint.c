/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/rows.h"
#include "engine/model/classes/timeline.h"

static const SnProperty waypoint_properties[] = {
    SN_ROW_NOTES(SnWaypoint, notes),
    {.name = "time",
     .label = "Time",
     .help = "When the state is kept",
     SN_ROW(SnWaypoint, time),
     .unit = SN_UNIT_TIME,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_DOCUMENT},
    {.name = "breakpoint",
     .label = "Breakpoint",
     .help = "A run pauses here",
     SN_ROW(SnWaypoint, breakpoint),
     .bind = SN_BIND_DOCUMENT},
};

const SnClass SN_CLASS_WAYPOINT = {
    .name = "waypoint",
    .label = "Waypoint",
    .help =
        "A moment whose full state is kept when the simulation passes it, to come back to; saved "
        "beside the model.",
    .icon = "sn-waypoint-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnWaypoint),
    .properties = waypoint_properties,
    .n_properties = SN_COUNT(waypoint_properties),
};
