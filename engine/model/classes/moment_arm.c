/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/rows.h"
#include "engine/model/classes/strand.h"

static const SnProperty properties[] = {
    SN_ROW_NOTES(SnMomentArm, notes),
    {.name = "path",
     .label = "Of",
     .help = "Strand, muscle or spring",
     SN_ROW(SnMomentArm, path),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_LINE},
    {.name = "joint",
     .label = "About",
     .help = "Joint whose coordinate turns or slides",
     SN_ROW(SnMomentArm, joint),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_JOINT},
    {.name = "moment_arm",
     .label = "Moment arm",
     .help = "Shortening of the path per angle of the joint (of a slider: per length)",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_MOMENT_ARM)},
    {.name = "moment",
     .label = "Moment",
     .help = "Moment arm times tension",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_MOMENT, SN_BIND_MOMENT_ARM_MOMENT)},
};

const SnClass SN_CLASS_MOMENT_ARM = {
    .name = "moment_arm",
    .label = "Moment arm",
    .help = "Measures the moment arm of a strand, muscle or spring about a joint. It changes "
            "nothing of the motion.",
    .icon = "sn-moment-arm-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnMomentArm),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
};
