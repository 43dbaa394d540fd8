/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motors between bodies, forces that turn with a body, measured reactions of the ground. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/rows.h"

#include <string.h>

static const char *const in_names[] = {"world", "frame_a", "frame_b", "other", NULL};

#define IF_OTHER (1u << SN_FRAME_LOAD_IN_OTHER)

static const SnProperty frame_load_properties[] = {
    SN_ROW_CARRIER(SnFrameLoad, frame_a, "frame_a", "Body A", "Body or frame that it acts on"),
    SN_ROW_CARRIER(SnFrameLoad, frame_b, "frame_b", "Body B",
                   "Body or frame that bears the opposite; none: the world"),
    {.name = "axes",
     .label = "Axes",
     .help = "Whose axes its force and moment are in: they turn with them",
     SN_ROW_ENUM(SnFrameLoad, axes, in_names)},
    {.name = "axes_frame",
     .label = "Frame of axes",
     .help = "Body or frame whose axes it has; none: the world",
     SN_ROW(SnFrameLoad, axes_frame),
     SN_WHEN("axes", IF_OTHER),
     .target = &SN_CLASS_BODY_FRAME},
    {.name = "point_in",
     .label = "Point in",
     .help = "What its point moves with",
     SN_ROW_ENUM(SnFrameLoad, point_in, in_names),
     SN_DEFAULT(SN_FRAME_LOAD_IN_A)},
    {.name = "point_frame",
     .label = "Frame of point",
     .help = "Body or frame that its point moves with; none: the world",
     SN_ROW(SnFrameLoad, point_frame),
     SN_WHEN("point_in", IF_OTHER),
     .target = &SN_CLASS_BODY_FRAME},
    {.name = "point",
     .label = "Point",
     .help = "Where it acts, in what it moves with",
     SN_ROW(SnFrameLoad, point),
     .unit = SN_UNIT_LENGTH,
     .kind = SN_INPUT,
     .bind = SN_BIND_FRAME_LOAD_POINT},
    {.name = "control",
     .label = "Control",
     .help = "How much of the force and moment per control acts; an input probe makes it a "
             "function of time",
     SN_ROW(SnFrameLoad, control),
     .kind = SN_INPUT,
     .bind = SN_BIND_FRAME_LOAD_CONTROL},
    {.name = "force_gain",
     .label = "Force per control",
     .help = "Force on A at a control of 1, in its axes",
     SN_ROW(SnFrameLoad, force_gain),
     .unit = SN_UNIT_FORCE,
     .bind = SN_BIND_FRAME_LOAD_FORCE_GAIN},
    {.name = "moment_gain",
     .label = "Moment per control",
     .help = "Moment on A at a control of 1, in its axes",
     SN_ROW(SnFrameLoad, moment_gain),
     .unit = SN_UNIT_MOMENT,
     .bind = SN_BIND_FRAME_LOAD_MOMENT_GAIN},
    {.name = "lowest",
     .label = "Lowest control",
     .help = "Control below it acts as this",
     SN_ROW(SnFrameLoad, lowest),
     SN_DEFAULT(-1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_FRAME_LOAD_LOWEST},
    {.name = "highest",
     .label = "Highest control",
     .help = "Control above it acts as this",
     SN_ROW(SnFrameLoad, highest),
     SN_DEFAULT(1e6),
     .flags = SN_ADVANCED,
     .bind = SN_BIND_FRAME_LOAD_HIGHEST},
    {.name = "force",
     .label = "Force",
     .help = "On A beside what is controlled, in its axes",
     SN_ROW(SnFrameLoad, force),
     .unit = SN_UNIT_FORCE,
     .kind = SN_INPUT,
     .bind = SN_BIND_FRAME_LOAD_FORCE},
    {.name = "moment",
     .label = "Moment",
     .help = "On A beside what is controlled, in its axes",
     SN_ROW(SnFrameLoad, moment),
     .unit = SN_UNIT_MOMENT,
     .kind = SN_INPUT,
     .bind = SN_BIND_FRAME_LOAD_MOMENT},
    SN_ROW_ENABLED(SnFrameLoad, enabled, SN_BIND_NONE),
    {.name = "acting_force",
     .label = "Acting force",
     .help = "Force on A, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_FRAME_LOAD_ACTING_FORCE)},
    {.name = "acting_moment",
     .label = "Acting moment",
     .help = "Moment on A about the point, world axes",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_MOMENT, SN_BIND_FRAME_LOAD_ACTING_MOMENT)},
    {.name = "acting_point",
     .label = "Acting point",
     .help = "Where it acts, in the world",
     SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_LENGTH, SN_BIND_FRAME_LOAD_ACTING_POINT)},
};

SnId sn_frame_load_reference(const SnFrameLoad *load, const char *row)
{
    const bool axes = strcmp(row, "axes") == 0;
    switch ((SnFrameLoadIn)(axes ? load->axes : load->point_in)) {
    case SN_FRAME_LOAD_IN_A:
        return load->frame_a;
    case SN_FRAME_LOAD_IN_B:
        return load->frame_b;
    case SN_FRAME_LOAD_IN_OTHER:
        return axes ? load->axes_frame : load->point_frame;
    case SN_FRAME_LOAD_IN_WORLD:
        break;
    }
    return SN_ID_NULL;
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnFrameLoad *self = (const SnFrameLoad *)component;
    double position[3], orientation[4];
    SnId a, b;
    if (self->lowest > self->highest)
        sn_checks_add(checks, SN_ERROR, component->id, "lowest control %g is above the highest, %g",
                      self->lowest, self->highest);
    if (sn_model_carrier(model, self->frame_a, &a, position, orientation) &&
        sn_model_carrier(model, self->frame_b, &b, position, orientation) && sn_id_equal(a, b))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "acts on nothing: both sides are the same body, or the world");
}

const SnClass SN_CLASS_FRAME_LOAD = {
    .name = "frame_load",
    .label = "Frame load",
    .help = "A force and moment on a body, the opposite on another one, in the axes of any body "
            "and at a point of any body: a motor, a thruster, a measured reaction of the ground.",
    .icon = "sn-load-symbolic",
    .parent = &SN_CLASS_LOAD,
    .size = sizeof(SnFrameLoad),
    .properties = frame_load_properties,
    .n_properties = SN_COUNT(frame_load_properties),
    .validate = validate,
};
