/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/annotation.h"

#include "engine/model/classes/body.h"
#include "engine/model/classes/rows.h"

static const char *const measured_names[] = {"both", "length", "angle", NULL};

static const SnProperty measurement_properties[] = {
    SN_ROW_NOTES(SnMeasurement, notes),
    {.name = "points",
     .label = "Points",
     .help = "Markers, particles or nodes that it runs through",
     SN_ROW(SnMeasurement, points),
     .flags = SN_REQUIRED | SN_CLONES,
     .target = &SN_CLASS_POINT,
     .min_count = 2,
     .bind = SN_BIND_DOCUMENT},
    {.name = "measured",
     .label = "Measured",
     .help = "Lengths from point to point, the angles at points between two others, or both",
     SN_ROW_ENUM(SnMeasurement, measured, measured_names),
     .bind = SN_BIND_DOCUMENT},
    {.name = "visible",
     .label = "Visible",
     .help = "Whether it is written over the view and into pictures",
     SN_ROW(SnMeasurement, visible),
     SN_DEFAULT(1),
     .bind = SN_BIND_DOCUMENT},
};

const SnClass SN_CLASS_MEASUREMENT = {
    .name = "measurement",
    .label = "Measurement",
    .help = "A length or angle between points, written over the view and into pictures and films; "
            "it follows them.",
    .icon = "sn-tool-measure-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnMeasurement),
    .properties = measurement_properties,
    .n_properties = SN_COUNT(measurement_properties),
};

static const SnProperty viewpoint_properties[] = {
    SN_ROW_NOTES(SnViewpoint, notes),
    {.name = "center",
     .label = "Centre",
     .help = "What is looked at and turned about",
     SN_ROW(SnViewpoint, center),
     .unit = SN_UNIT_LENGTH,
     .bind = SN_BIND_DOCUMENT},
    {.name = "orientation",
     .label = "Orientation",
     .help = "Of the camera, which looks along its -z, y up",
     SN_ROW(SnViewpoint, orientation),
     SN_IDENTITY,
     .bind = SN_BIND_DOCUMENT},
    {.name = "distance",
     .label = "Distance",
     .help = "From the eye to the centre",
     SN_ROW(SnViewpoint, distance),
     .unit = SN_UNIT_LENGTH,
     SN_DEFAULT(1),
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     .bind = SN_BIND_DOCUMENT},
    {.name = "field_of_view",
     .label = "Field of view",
     .help = "Angle from the lower to the upper edge",
     SN_ROW(SnViewpoint, field_of_view),
     .unit = SN_UNIT_ANGLE,
     SN_DEFAULT(0.6108652381980153),
     SN_RANGE(0.02, 2),
     .bind = SN_BIND_DOCUMENT},
    {.name = "orthographic",
     .label = "Orthographic",
     .help = "Without perspective",
     SN_ROW(SnViewpoint, orthographic),
     .bind = SN_BIND_DOCUMENT},
};

const SnClass SN_CLASS_VIEWPOINT = {
    .name = "viewpoint",
    .label = "Viewpoint",
    .help = "A place to look from, kept with the model.",
    .icon = "camera-photo-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnViewpoint),
    .properties = viewpoint_properties,
    .n_properties = SN_COUNT(viewpoint_properties),
};
