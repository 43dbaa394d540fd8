/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds coordinates of other joints: coupler and drive. */
#include "engine/base/terms.h"
#include "engine/model/classes/function_rows.h"
#include "engine/model/classes/joint_rows.h"

#include <string.h>

const char *const sn_coordinate_names[] = {"first",         "angle_1",       "angle_2",
                                           "angle_3",       "angle_4",       "translation_1",
                                           "translation_2", "translation_3", NULL};
const char *const sn_coordinate_labels[] = {"First",         "Angle 1",       "Angle 2",
                                            "Angle 3",       "Angle 4",       "Translation 1",
                                            "Translation 2", "Translation 3", NULL};

char *sn_joint_coordinate_name(const SnComponent *joint, int k)
{
    const char *names = sn_class_is_a(joint->class, &SN_CLASS_FRAME_JOINT)
                            ? ((const SnFrameJoint *)joint)->names
                            : NULL;
    g_auto(GStrv) words = g_strsplit(names ? names : "", ",", -1);
    const char *word = (guint)k < g_strv_length(words) ? g_strstrip(words[k]) : "";
    return *word != '\0' ? g_strdup(word) : NULL;
}

#define JOINT(Struct, field, row_label, row_help)                                                  \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .flags = SN_REQUIRED, .target = &SN_CLASS_FRAME_JOINT                                      \
    }
#define COORDINATE(Struct, field, row_label, row_help)                                             \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help,                                      \
        SN_ROW_ENUM(Struct, field, sn_coordinate_names), .labels = sn_coordinate_labels            \
    }
#define TORQUE                                                                                     \
    SN_ROW_JOINT_RESULT("torque", "Torque", "On the coordinate (force, where that is a distance)", \
                        SN_UNIT_MOMENT, SN_BIND_GEAR_TORQUE)

static bool has_coordinate(const SnModel *model, SnId id)
{
    const SnComponent *joint = sn_model_get(model, id);
    return joint && sn_joint_has_coordinate(joint->class);
}

bool sn_coordinates_named(const char *names, int n, SnCoordinateName *coordinates)
{
    g_auto(GStrv) words = g_strsplit(names ? names : "", ",", -1);
    bool good = (int)g_strv_length(words) == n;
    for (int i = 0; good && i < n; i++) {
        int name = 0;
        g_strstrip(words[i]);
        while (sn_coordinate_names[name] && strcmp(sn_coordinate_names[name], words[i]) != 0)
            name++;
        good = sn_coordinate_names[name] != NULL;
        coordinates[i] = (SnCoordinateName)name;
    }
    return good;
}

void sn_several_check(const SnSeveralFields *several, SnId id, SnChecks *checks)
{
    SnCoordinateName names[SN_TERMS_MOST_NUMBERS];
    const int n = several->others.n;
    const bool many = n + 1 > SN_TERMS_MOST_NUMBERS;
    const char *refused = sn_terms_refused(several->terms.values, several->terms.n, 1 + n);
    if (!many && !sn_coordinates_named(several->other_coordinates, n, names))
        sn_checks_add(checks, SN_WARNING, id,
                      "has %d other joints: other_coordinates needs as many names such as first, "
                      "angle_1, translation_1",
                      n);
    if (refused)
        sn_checks_add(checks, SN_WARNING, id, "it %s", refused);
}

static const SnProperty coupler_properties[] = {
    JOINT(SnCoupler, joint_a, "Joint A", "The joint that leads"),
    COORDINATE(SnCoupler, coordinate_a, "Coordinate of A", "Which of its coordinates leads"),
    JOINT(SnCoupler, joint_b, "Joint B", "The joint that follows"),
    COORDINATE(SnCoupler, coordinate_b, "Coordinate of B", "Which of its coordinates follows"),
    SN_ROWS_SEVERAL(SnCoupler, several),
    SN_ROWS_FUNCTION(SnCoupler, function, "relation", SN_FUNCTION_LINEAR),
    TORQUE,
};

static void validate_coupler(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnCoupler *self = (const SnCoupler *)component;
    const SnFunctionText text = sn_function_text(&self->function);
    const char *refused = sn_function_refused(&text);
    if (!has_coordinate(model, self->joint_a) || !has_coordinate(model, self->joint_b))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "needs two joints that turn or slide, such as a hinge or a slider");
    else if (sn_id_equal(self->joint_a, self->joint_b) && self->coordinate_a == self->coordinate_b)
        sn_checks_add(checks, SN_ERROR, component->id, "couples a coordinate with itself");
    if (refused)
        sn_checks_add(checks, SN_ERROR, component->id, "its relation %s", refused);
    sn_several_check(&self->several, component->id, checks);
}

const SnClass SN_CLASS_COUPLER = {
    .name = "coupler",
    .label = "Coupler",
    .help = "Makes a coordinate of one joint a function of a coordinate of another, or of a "
            "polynomial of several: a patella that follows the knee, a shoulder blade the arm.",
    .icon = "sn-gear-symbolic",
    .parent = &SN_CLASS_JOINT,
    .size = sizeof(SnCoupler),
    .properties = coupler_properties,
    .n_properties = SN_COUNT(coupler_properties),
    .validate = validate_coupler,
};

static const SnProperty drive_properties[] = {
    JOINT(SnDrive, joint, "Joint", "The joint that is driven"),
    COORDINATE(SnDrive, coordinate, "Coordinate", "Which of its coordinates"),
    {.name = "value",
     .label = "Value",
     .help = "What the coordinate is to be, rad or m: constant locks it; an input probe drives it "
             "as a function of time",
     SN_ROW(SnDrive, value),
     .kind = SN_INPUT,
     SN_RANGE(-1000, 1000),
     .bind = SN_BIND_DRIVE_VALUE},
    TORQUE,
};

static void validate_drive(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    if (!has_coordinate(model, ((const SnDrive *)component)->joint))
        sn_checks_add(checks, SN_ERROR, component->id,
                      "needs a joint that turns or slides, such as a hinge or a slider");
}

const SnClass SN_CLASS_DRIVE = {
    .name = "drive",
    .label = "Drive",
    .help = "Gives a coordinate of a joint a value: sets it at the start (everything that hangs "
            "on it follows), locks it there, or leads it through time. Its torque is what that "
            "takes: inverse dynamics.",
    .icon = "sn-gear-symbolic",
    .parent = &SN_CLASS_JOINT,
    .size = sizeof(SnDrive),
    .properties = drive_properties,
    .n_properties = SN_COUNT(drive_properties),
    .validate = validate_drive,
};
