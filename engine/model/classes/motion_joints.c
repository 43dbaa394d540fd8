/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints with several coordinates, all of them SnMotionJoint: which rows each has. */
#include "engine/base/vec.h"
#include "engine/model/classes/joint_rows.h"

#define ANY .when = NULL
#define XYZ(first, second, third)                                                                  \
    SN_ROW_LIMITED(SnMotionJoint, "Its coordinates stay between their limits"),                    \
        SN_ROWS_ANGLE(SnMotionJoint, coordinate[0], "angle_1", first, , , ANY),                    \
        SN_ROWS_ANGLE(SnMotionJoint, coordinate[1], "angle_2", second, _2, _2, ANY),               \
        SN_ROWS_ANGLE(SnMotionJoint, coordinate[2], "angle_3", third, _3, _3, ANY)
#define CLASS(text_name, text_label, text_help, text_icon, rows, check)                            \
    {                                                                                              \
        .name = text_name, .label = text_label, .help = text_help, .icon = text_icon,              \
        .parent = &SN_CLASS_FRAME_JOINT, .size = sizeof(SnMotionJoint), .properties = rows,        \
        .n_properties = SN_COUNT(rows), .validate = check                                          \
    }

static const SnProperty gimbal_properties[] = {
    XYZ("angle about x", "angle then about y", "angle then about z"),
};

const SnClass SN_CLASS_GIMBAL =
    CLASS("gimbal", "Gimbal",
          "B turns about the x, then its own y, then its own z axis: a ball joint with three "
          "angles. At 90 degrees of the second, the first and third are one.",
          "sn-spherical-symbolic", gimbal_properties, NULL);

static const SnProperty planar_properties[] = {
    SN_ROW_LIMITED(SnMotionJoint, "Its coordinates stay between their limits"),
    SN_ROWS_ANGLE(SnMotionJoint, coordinate[0], "angle_1", "angle about z", , , ANY),
    SN_ROWS_TRANSLATION(SnMotionJoint, coordinate[1], "translation_1", "place along x of A", _2, ,
                        ANY),
    SN_ROWS_TRANSLATION(SnMotionJoint, coordinate[2], "translation_2", "place along y of A", _3, _2,
                        ANY),
};

const SnClass SN_CLASS_PLANAR =
    CLASS("planar", "Planar joint", "B slides in the xy plane of A and turns about its z axis.",
          "sn-plane-symbolic", planar_properties, NULL);

static const SnProperty free_properties[] = {
    XYZ("angle about x", "angle then about y", "angle then about z"),
    SN_ROWS_TRANSLATION(SnMotionJoint, coordinate[3], "translation_1", "place along x of A", _4, ,
                        ANY),
    SN_ROWS_TRANSLATION(SnMotionJoint, coordinate[4], "translation_2", "place along y of A", _5, _2,
                        ANY),
    SN_ROWS_TRANSLATION(SnMotionJoint, coordinate[5], "translation_3", "place along z of A", _6, _3,
                        ANY),
};

const SnClass SN_CLASS_FREE =
    CLASS("free", "Free joint",
          "Holds nothing: gives where B is seen from A as six coordinates, which can be limited, "
          "sprung and driven.",
          "sn-joint-symbolic", free_properties, NULL);

#define SEMI_AXES                                                                                  \
    {                                                                                              \
        .name = "semi_axes", .label = "Semi-axes",                                                 \
        .help = "Of the ellipsoid about the origin of A, along x, y and z of A",                   \
        SN_ROW(SnMotionJoint, size), .unit = SN_UNIT_LENGTH, .flags = SN_POSITIVE,                 \
        SN_RANGE(0, 1e6), SN_DEFAULT(0.05, 0.05, 0.05)                                             \
    }

static const SnProperty ellipsoid_properties[] = {
    SEMI_AXES,
    XYZ("angle about x", "angle then about y", "angle then about z"),
};

const SnClass SN_CLASS_ELLIPSOID =
    CLASS("ellipsoid", "Ellipsoid joint",
          "B turns about x, then its own y and z, and its origin glides over an ellipsoid of A to "
          "the place that its z axis points to.",
          "sn-spherical-symbolic", ellipsoid_properties, NULL);

static const SnProperty scapulothoracic_properties[] = {
    SEMI_AXES,
    XYZ("angle about x", "angle then about y", "angle then about z, the normal"),
    SN_ROWS_ANGLE(SnMotionJoint, coordinate[3], "angle_4", "winging about the pin", _4, _4, ANY),
    {.name = "pin",
     .label = "Pin",
     .help = "Point in B about which it wings",
     SN_ROW(SnMotionJoint, pin),
     .unit = SN_UNIT_LENGTH},
    {.name = "pin_axis",
     .label = "Pin axis",
     .help = "Axis in B about which it wings",
     SN_ROW(SnMotionJoint, pin_axis),
     SN_DEFAULT(1, 0, 0)},
};

static void validate_pin(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    if (!(sn_v3_norm(((const SnMotionJoint *)component)->pin_axis) > 1e-9))
        sn_checks_add(checks, SN_ERROR, component->id, "its pin axis has no direction");
}

const SnClass SN_CLASS_SCAPULOTHORACIC =
    CLASS("scapulothoracic", "Scapulothoracic joint",
          "The scapula (B) glides over the thorax, an ellipsoid of A, with its z axis outwards, "
          "and wings about a pin of its own (Seth et al. 2016).",
          "sn-spherical-symbolic", scapulothoracic_properties, validate_pin);

static const SnProperty constant_curvature_properties[] = {
    {.name = "length",
     .label = "Length",
     .help = "Of the beam, from the origin of A to that of B",
     SN_ROW(SnMotionJoint, size[0]),
     .unit = SN_UNIT_LENGTH,
     .flags = SN_POSITIVE,
     SN_RANGE(0, 1e6),
     SN_DEFAULT(0.1)},
    {.name = "neutral",
     .label = "Neutral angles",
     .help = "About x, y and z, where its coordinates are 0",
     SN_ROW(SnMotionJoint, pin),
     .unit = SN_UNIT_ANGLE},
    XYZ("angle about x", "angle then about z", "angle then about y, the twist"),
};

const SnClass SN_CLASS_CONSTANT_CURVATURE =
    CLASS("constant_curvature", "Bending beam",
          "A beam of fixed length that bends to a circle, as a part of a spine: it leaves A and "
          "reaches B along their y axes; B turns about x, then its own z and y axes.",
          "sn-spherical-symbolic", constant_curvature_properties, NULL);
