/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of points alone: at a constant distance, on a line. */
#include "engine/model/classes/joint_rows.h"

static const SnProperty distance_properties[] = {
    {.name = "length",
     .label = "Length",
     .help = "Distance that the two origins keep; 0: that at the start",
     SN_ROW(SnDistance, length),
     .unit = SN_UNIT_LENGTH,
     SN_NOT_NEGATIVE,
     .bind = SN_BIND_JOINT_LENGTH},
};

const SnClass SN_CLASS_DISTANCE = {
    .name = "distance",
    .label = "Distance",
    .help = "A rod without mass: keeps the origins of both frames at a constant distance.",
    .icon = "sn-joint-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnDistance),
    .properties = distance_properties,
    .n_properties = SN_COUNT(distance_properties),
};

const SnClass SN_CLASS_POINT_ON_LINE = {
    .name = "point_on_line",
    .label = "Point on line",
    .help = "The origin of B slides along the z axis of A; B turns freely.",
    .icon = "sn-slider-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnPointOnLine),
};
