/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/model/classes/function_rows.h"
#include "engine/model/classes/joint_rows.h"

const char *const sn_function_kind_names[] = {"constant",         "linear",           "polynomial",
                                              "piecewise_linear", "natural_spline",   "simm_spline",
                                              "natural_spline_5", "natural_spline_7", NULL};
const char *const sn_function_kind_labels[] = {"Constant",
                                               "Linear",
                                               "Polynomial",
                                               "Piecewise linear",
                                               "Natural spline",
                                               "SIMM spline",
                                               "Natural spline, degree 5",
                                               "Natural spline, degree 7",
                                               NULL};

static const char *const counts[] = {"none", "one", "two", "three", NULL};
static const char *const coordinate_names[] = {
    "none",          "angle_1",       "angle_2",       "angle_3",
    "translation_1", "translation_2", "translation_3", NULL};
static const char *const coordinate_labels[] = {
    "None",          "Angle 1",       "Angle 2",       "Angle 3",
    "Translation 1", "Translation 2", "Translation 3", NULL};
static const char *const axis_names[] = {"rotation 1",    "rotation 2",    "rotation 3",
                                         "translation 1", "translation 2", "translation 3"};

/* `when` masks of how many there are: at least so many. */
#define AT_LEAST_1 14u
#define AT_LEAST_2 12u
#define AT_LEAST_3 8u

#define AXIS(number, group, what, follows, function_kind, ...)                                     \
    {.name = group ".direction",                                                                   \
     .label = "Direction",                                                                         \
     .help = what,                                                                                 \
     SN_ROW(SnCustomJoint, axis[number].direction),                                                \
     SN_DEFAULT(__VA_ARGS__)},                                                                     \
        {.name = group ".coordinate",                                                              \
         .label = "Follows",                                                                       \
         .help = "Coordinate that the function is of",                                             \
         SN_ROW_ENUM(SnCustomJoint, axis[number].coordinate, coordinate_names),                    \
         .labels = coordinate_labels,                                                              \
         SN_DEFAULT(follows)},                                                                     \
        SN_ROWS_FUNCTION(SnCustomJoint, axis[number].function, group, function_kind),              \
    {                                                                                              \
        .name = group ".terms", .label = "Terms of several",                                       \
        .help = "Added to the function before it is scaled, where the axis follows several "       \
                "coordinates: 7 numbers a term, a factor and the powers of angle_1, 2, 3, "        \
                "translation_1, 2, 3 "                                                             \
                "(0.5, 1, 1, 0, 0, 0, 0: half of angle_1 times angle_2)",                          \
        SN_ROW(SnCustomJoint, axis[number].terms), .flags = SN_ADVANCED                            \
    }

static const SnProperty custom_properties[] = {
    SN_ROW_LIMITED(SnCustomJoint, "Its coordinates stay between their limits"),
    {.name = "angles",
     .label = "Angles",
     .help = "How many of its coordinates are angles",
     SN_ROW_ENUM(SnCustomJoint, angles, counts),
     SN_DEFAULT(1)},
    {.name = "translations",
     .label = "Translations",
     .help = "How many of its coordinates are distances",
     SN_ROW_ENUM(SnCustomJoint, translations, counts)},
    SN_ROWS_ANGLE(SnCustomJoint, coordinate[0], "angle_1", "first angle", , ,
                  SN_WHEN("angles", AT_LEAST_1)),
    SN_ROWS_ANGLE(SnCustomJoint, coordinate[1], "angle_2", "second angle", _2, _2,
                  SN_WHEN("angles", AT_LEAST_2)),
    SN_ROWS_ANGLE(SnCustomJoint, coordinate[2], "angle_3", "third angle", _3, _3,
                  SN_WHEN("angles", AT_LEAST_3)),
    SN_ROWS_TRANSLATION(SnCustomJoint, coordinate[3], "translation_1", "first translation", _4, ,
                        SN_WHEN("translations", AT_LEAST_1)),
    SN_ROWS_TRANSLATION(SnCustomJoint, coordinate[4], "translation_2", "second translation", _5, _2,
                        SN_WHEN("translations", AT_LEAST_2)),
    SN_ROWS_TRANSLATION(SnCustomJoint, coordinate[5], "translation_3", "third translation", _6, _3,
                        SN_WHEN("translations", AT_LEAST_3)),
    AXIS(0, "rotation_axis_1", "B turns about it first, in A", 1, SN_FUNCTION_LINEAR, 0, 0, 1),
    AXIS(1, "rotation_axis_2", "Then about this one, in the axes turned so far", 0,
         SN_FUNCTION_CONSTANT, 1, 0, 0),
    AXIS(2, "rotation_axis_3", "Then about this one, in the axes turned so far", 0,
         SN_FUNCTION_CONSTANT, 0, 1, 0),
    AXIS(3, "translation_axis_1", "The origin of B moves along it, in A", 0, SN_FUNCTION_CONSTANT,
         1, 0, 0),
    AXIS(4, "translation_axis_2", "The origin of B moves along it, in A", 0, SN_FUNCTION_CONSTANT,
         0, 1, 0),
    AXIS(5, "translation_axis_3", "The origin of B moves along it, in A", 0, SN_FUNCTION_CONSTANT,
         0, 0, 1),
};

static bool moves(const SnAxisFields *axis)
{
    return axis->coordinate > 0 && axis->function.kind != SN_FUNCTION_CONSTANT;
}

/* Whether a coordinate (number of the enum) has a part in the terms of an axis. */
static bool has_part(const SnAxisFields *axis, int32_t coordinate)
{
    return sn_terms_use(axis->terms.values, axis->terms.n / SN_AXIS_NUMBERS, SN_AXIS_NUMBERS - 1,
                        coordinate - 1) != 0;
}

/* The joint has the coordinate of this number of the enum. */
static bool has_coordinate(const SnCustomJoint *joint, int32_t coordinate)
{
    return coordinate <= 3 ? coordinate <= joint->angles : coordinate - 3 <= joint->translations;
}

/* Coordinates that say the same, or nothing. */
static void check_freedoms(const SnCustomJoint *self, SnChecks *checks)
{
    const SnId id = self->base.base.base.base.id;
    const SnAxisFields *axis = self->axis;
    for (int32_t c = 1; c <= 6; c++) {
        bool used = !has_coordinate(self, c);
        for (int i = 0; i < 6; i++)
            used = used || (axis[i].coordinate == c && moves(&axis[i])) || has_part(&axis[i], c);
        if (!used)
            sn_checks_add(checks, SN_WARNING, id,
                          "%s moves nothing: let an axis follow it, or have fewer coordinates",
                          coordinate_names[c]);
    }
    double across[3], lengths = 1;
    for (int i = 0; i < 2; i++) {
        sn_v3_cross(axis[i].direction, axis[i + 1].direction, across);
        if (moves(&axis[i]) && moves(&axis[i + 1]) &&
            sn_v3_norm(across) <
                1e-6 * sn_v3_norm(axis[i].direction) * sn_v3_norm(axis[i + 1].direction))
            sn_checks_add(checks, SN_WARNING, id, "%s and %s have parallel directions",
                          axis_names[i], axis_names[i + 1]);
    }
    for (int i = 3; i < 6; i++)
        lengths *= sn_v3_norm(axis[i].direction);
    sn_v3_cross(axis[3].direction, axis[4].direction, across);
    if (moves(&axis[3]) && moves(&axis[4]) && moves(&axis[5]) &&
        fabs(sn_v3_dot(across, axis[5].direction)) < 1e-6 * lengths)
        sn_checks_add(checks, SN_WARNING, id, "its three translations lie in one plane");
}

static void check_terms(const SnCustomJoint *self, int i, SnChecks *checks)
{
    const SnId id = self->base.base.base.base.id;
    const SnReals *terms = &self->axis[i].terms;
    const char *refused = sn_terms_refused(terms->values, terms->n, SN_AXIS_NUMBERS - 1);
    if (refused)
        sn_checks_add(checks, SN_WARNING, id, "its %s %s", axis_names[i], refused);
    for (int32_t c = 1; !refused && c <= 6; c++)
        if (has_part(&self->axis[i], c) && !has_coordinate(self, c))
            sn_checks_add(checks, SN_WARNING, id,
                          "its %s has a term of %s, which it has not: have more coordinates",
                          axis_names[i], coordinate_names[c]);
}

static void validate_custom(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCustomJoint *self = (const SnCustomJoint *)component;
    for (int i = 0; i < 6; i++) {
        const SnAxisFields *axis = &self->axis[i];
        const SnFunctionText text = sn_function_text(&axis->function);
        const char *refused = sn_function_refused(&text);
        if (refused)
            sn_checks_add(checks, SN_ERROR, component->id, "the function of its %s %s",
                          axis_names[i], refused);
        check_terms(self, i, checks);
        if (!(sn_v3_norm(axis->direction) > 1e-9))
            sn_checks_add(checks, SN_ERROR, component->id, "its %s has no direction",
                          axis_names[i]);
        if (moves(axis) && !has_coordinate(self, axis->coordinate))
            sn_checks_add(checks, SN_WARNING, component->id,
                          "its %s follows %s, which it has not: have more coordinates",
                          axis_names[i], coordinate_names[axis->coordinate]);
        if (sn_function_is_table(text.kind) && (text.n_x != text.n_y || text.n_x < 2))
            sn_checks_add(checks, SN_WARNING, component->id,
                          "the function of its %s has %d x and %d y: give it as many of each, at "
                          "least 2",
                          axis_names[i], text.n_x, text.n_y);
    }
    check_freedoms(self, checks);
}

const SnClass SN_CLASS_CUSTOM = {
    .name = "custom",
    .label = "Custom joint",
    .help = "B turns about three axes and moves along three, each by a function of one of the "
            "joint's coordinates (or of several): a knee whose shank glides as it bends, a wheel "
            "that rolls (its "
            "place is its angle times the radius).",
    .icon = "sn-joint-symbolic",
    .parent = &SN_CLASS_FRAME_JOINT,
    .size = sizeof(SnCustomJoint),
    .properties = custom_properties,
    .n_properties = SN_COUNT(custom_properties),
    .validate = validate_custom,
};
