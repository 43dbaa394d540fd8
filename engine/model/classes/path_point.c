/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/path_point.h"

#include "engine/model/classes/function_rows.h"
#include "engine/model/classes/joint_rows.h"

#include <string.h>

static const SnProperty path_point_properties[] = {
    {.name = "joint",
     .label = "Joint",
     .help = "Joint whose coordinate it follows",
     SN_ROW(SnPathPoint, joint),
     .flags = SN_REQUIRED,
     .target = &SN_CLASS_FRAME_JOINT},
    {.name = "coordinate",
     .label = "Coordinate",
     .help = "Which of the joint's coordinates",
     SN_ROW_ENUM(SnPathPoint, coordinate, sn_coordinate_names),
     .labels = sn_coordinate_labels},
    SN_ROWS_SEVERAL(SnPathPoint, several),
    SN_ROWS_FUNCTION(SnPathPoint, shift[0], "shift_x", SN_FUNCTION_CONSTANT),
    SN_ROWS_FUNCTION(SnPathPoint, shift[1], "shift_y", SN_FUNCTION_CONSTANT),
    SN_ROWS_FUNCTION(SnPathPoint, shift[2], "shift_z", SN_FUNCTION_CONSTANT),
    {.name = "conditional",
     .label = "Only in a range",
     .help = "Paths run through it only while the coordinate is between lower and upper; their "
             "length jumps there unless it then lies on the line between its neighbours",
     SN_ROW(SnPathPoint, conditional)},
    {.name = "lower",
     .label = "From",
     .help = "Coordinate below which paths pass it by; rad or m",
     SN_ROW(SnPathPoint, lower),
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(-1),
     SN_WHEN("conditional", SN_IF_TRUE)},
    {.name = "upper",
     .label = "To",
     .help = "Coordinate above which paths pass it by; rad or m",
     SN_ROW(SnPathPoint, upper),
     SN_RANGE(-1000, 1000),
     SN_DEFAULT(1),
     SN_WHEN("conditional", SN_IF_TRUE)},
};

static bool is_nothing(const SnFunctionFields *function)
{
    const bool constant = function->kind == SN_FUNCTION_CONSTANT;
    return function->scale == 0 ||
           (constant && (function->coefficients.n == 0 || function->coefficients.values[0] == 0));
}

bool sn_path_point_moves(const SnPathPoint *point)
{
    return !is_nothing(&point->shift[0]) || !is_nothing(&point->shift[1]) ||
           !is_nothing(&point->shift[2]);
}

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnPathPoint *self = (const SnPathPoint *)component;
    const SnComponent *joint = sn_model_get(model, self->joint);
    if (!joint || !sn_joint_has_coordinate(joint->class))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "needs a joint that turns or slides, such as a hinge or a slider");
    sn_several_check(&self->several, component->id, checks);
    if (self->conditional && self->lower > self->upper)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "counts from %g to %g, which is no range: exchange lower and upper",
                      self->lower, self->upper);
    for (int k = 0; k < 3; k++) {
        const SnFunctionText text = sn_function_text(&self->shift[k]);
        const char *refused = sn_function_refused(&text);
        if (refused)
            sn_checks_add(checks, SN_ERROR, component->id, "its shift_%c %s", "xyz"[k], refused);
    }
    if (!self->conditional && !sn_path_point_moves(self))
        sn_checks_add(checks, SN_WARNING, component->id,
                      "neither moves nor is conditional: give it a shift, or take a marker");
}

const SnClass SN_CLASS_PATH_POINT = {
    .name = "path_point",
    .label = "Path point",
    .help = "A point of springs, muscles and ligaments that follows a coordinate of a joint, or a "
            "polynomial of several: it moves in its body, or counts only in a range.",
    .icon = "sn-marker-symbolic",
    .parent = &SN_CLASS_MARKER,
    .size = sizeof(SnPathPoint),
    .properties = path_point_properties,
    .n_properties = SN_COUNT(path_point_properties),
    .validate = validate,
};
