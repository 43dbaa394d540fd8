/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that several joints have in the same form. */
#ifndef SN_MODEL_CLASSES_JOINT_ROWS_H
#define SN_MODEL_CLASSES_JOINT_ROWS_H

#include "engine/model/classes/joint.h"
#include "engine/model/classes/rows.h"

/* A limit of a coordinate: applies where the joint is limited. */
#define SN_ROW_JOINT_LIMIT(Struct, field, row_label, row_help, row_unit, start, row_bind)          \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .unit = row_unit, SN_RANGE(-1000, 1000), SN_DEFAULT(start),                                \
        SN_WHEN("limited", SN_IF_TRUE), .bind = row_bind                                           \
    }
#define SN_ROW_JOINT_STIFFNESS(Struct, field, row_label, row_help, row_unit, row_bind)             \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .unit = row_unit, SN_NOT_NEGATIVE, .bind = row_bind                                        \
    }
#define SN_ROW_JOINT_REST(Struct, field, row_label, row_help, row_unit, row_bind)                  \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .unit = row_unit, SN_RANGE(-1000, 1000), .bind = row_bind                                  \
    }
#define SN_ROW_JOINT_DAMPING(Struct, field, row_label, row_help, row_unit, row_bind)               \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .unit = row_unit, SN_NOT_NEGATIVE, .bind = row_bind                                        \
    }
/* Coulomb's. */
#define SN_ROW_JOINT_FRICTION(Struct, field, row_label, row_help, row_unit, row_bind)              \
    {                                                                                              \
        .name = #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),               \
        .unit = row_unit, SN_NOT_NEGATIVE, .bind = row_bind                                        \
    }
#define SN_ARMATURE_HELP                                                                           \
    "that goes along with it, such as a motor's rotor seen through its gears: it resists "         \
    "acceleration of the joint alone, and has no weight"
#define SN_ROW_JOINT_ARMATURE(Struct, field, row_label, row_unit, row_bind)                        \
    {                                                                                              \
        .name = #field, .label = row_label, .help = "Inertia " SN_ARMATURE_HELP,                   \
        SN_ROW(Struct, field), .unit = row_unit, .flags = SN_ADVANCED | SN_MAY_COMPILE,            \
        SN_NOT_NEGATIVE, .bind = row_bind                                                          \
    }
/* What it is now. */
#define SN_ROW_JOINT_RUB(row_name, row_label, row_unit, row_bind)                                  \
    {                                                                                              \
        .name = row_name, .label = row_label,                                                      \
        .help = "Of friction on the coordinate in the last step",                                  \
        SN_ROW_RESULT(SN_TYPE_REAL, row_unit, row_bind)                                            \
    }
#define SN_ROW_JOINT_RESULT(row_name, row_label, row_help, row_unit, row_bind)                     \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help,                                    \
        SN_ROW_RESULT(SN_TYPE_REAL, row_unit, row_bind)                                            \
    }

/* The rows of one coordinate, a composite: field is of SnCoordinateFields, NUMBER counts the
 * solver's coordinates (empty: the first, then _2 ...). */
#define SN_ROWS_COORDINATE(Struct, field, group, whose, low, high, row_unit, stiff_unit,           \
                           damping_unit, friction_unit, armature_unit, NUMBER, ...)                \
    {.name = group ".lower",                                                                       \
     .label = "Lower limit",                                                                       \
     .help = "Smallest " whose ", if limited",                                                     \
     SN_ROW(Struct, field.lower),                                                                  \
     .unit = row_unit,                                                                             \
     SN_RANGE(-1000, 1000),                                                                        \
     SN_DEFAULT(low),                                                                              \
     .bind = SN_BIND_JOINT_LOWER_LIMIT##NUMBER,                                                    \
     __VA_ARGS__},                                                                                 \
        {.name = group ".upper",                                                                   \
         .label = "Upper limit",                                                                   \
         .help = "Largest " whose ", if limited",                                                  \
         SN_ROW(Struct, field.upper),                                                              \
         .unit = row_unit,                                                                         \
         SN_RANGE(-1000, 1000),                                                                    \
         SN_DEFAULT(high),                                                                         \
         .bind = SN_BIND_JOINT_UPPER_LIMIT##NUMBER,                                                \
         __VA_ARGS__},                                                                             \
        {.name = group ".stiffness",                                                               \
         .label = "Stiffness",                                                                     \
         .help = "Towards rest, for each unit of the " whose,                                      \
         SN_ROW(Struct, field.stiffness),                                                          \
         .unit = stiff_unit,                                                                       \
         SN_NOT_NEGATIVE,                                                                          \
         .bind = SN_BIND_JOINT_STIFFNESS##NUMBER,                                                  \
         __VA_ARGS__},                                                                             \
        {.name = group ".rest",                                                                    \
         .label = "Rest",                                                                          \
         .help = "Where the stiffness exerts nothing",                                             \
         SN_ROW(Struct, field.rest),                                                               \
         .unit = row_unit,                                                                         \
         SN_RANGE(-1000, 1000),                                                                    \
         .bind = SN_BIND_JOINT_REST##NUMBER,                                                       \
         __VA_ARGS__},                                                                             \
        {.name = group ".damping",                                                                 \
         .label = "Damping",                                                                       \
         .help = "Against the rate of the " whose ", for each unit of it",                         \
         SN_ROW(Struct, field.damping),                                                            \
         .unit = damping_unit,                                                                     \
         SN_NOT_NEGATIVE,                                                                          \
         .bind = SN_BIND_JOINT_DAMPING##NUMBER,                                                    \
         __VA_ARGS__},                                                                             \
        {.name = group ".armature",                                                                \
         .label = "Armature",                                                                      \
         .help = "Inertia " SN_ARMATURE_HELP,                                                      \
         SN_ROW(Struct, field.armature),                                                           \
         .unit = armature_unit,                                                                    \
         .flags = SN_ADVANCED | SN_MAY_COMPILE,                                                    \
         SN_NOT_NEGATIVE,                                                                          \
         .bind = SN_BIND_JOINT_ARMATURE##NUMBER,                                                   \
         __VA_ARGS__},                                                                             \
    {                                                                                              \
        .name = group ".friction", .label = "Friction",                                            \
        .help = "Largest against the rate of the " whose ", however slow: up to it the joint "     \
                "sticks",                                                                          \
        SN_ROW(Struct, field.friction), .unit = friction_unit, SN_NOT_NEGATIVE,                    \
        .bind = SN_BIND_JOINT_FRICTION##NUMBER, __VA_ARGS__                                        \
    }
#define SN_ROWS_ANGLE(Struct, field, group, whose, NUMBER, VALUE, ...)                             \
    SN_ROWS_COORDINATE(Struct, field, group, whose, -1, 1, SN_UNIT_ANGLE,                          \
                       SN_UNIT_ROTARY_STIFFNESS, SN_UNIT_ROTARY_DAMPING, SN_UNIT_MOMENT,           \
                       SN_UNIT_INERTIA, NUMBER, __VA_ARGS__),                                      \
        {.name = group ".angle",                                                                   \
         .label = "Angle",                                                                         \
         .help = "The " whose,                                                                     \
         SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ANGLE, SN_BIND_JOINT_ANGLE##VALUE),                   \
         __VA_ARGS__},                                                                             \
        {.name = group ".friction_moment",                                                         \
         .label = "Friction moment",                                                               \
         .help = "Of friction on the " whose " in the last step",                                  \
         SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_MOMENT, SN_BIND_JOINT_RUB##NUMBER),                   \
         __VA_ARGS__},                                                                             \
    {                                                                                              \
        .name = group ".rate", .label = "Angular velocity", .help = "Rate of the " whose,          \
        SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ANGULAR_VELOCITY, SN_BIND_JOINT_ANGLE##VALUE##_RATE),  \
        __VA_ARGS__                                                                                \
    }
#define SN_ROWS_TRANSLATION(Struct, field, group, whose, NUMBER, VALUE, ...)                       \
    SN_ROWS_COORDINATE(Struct, field, group, whose, -0.1, 0.1, SN_UNIT_LENGTH, SN_UNIT_STIFFNESS,  \
                       SN_UNIT_DAMPING, SN_UNIT_FORCE, SN_UNIT_MASS, NUMBER, __VA_ARGS__),         \
        {.name = group ".translation",                                                             \
         .label = "Translation",                                                                   \
         .help = "The " whose,                                                                     \
         SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_LENGTH, SN_BIND_JOINT_TRANSLATION##VALUE),            \
         __VA_ARGS__},                                                                             \
        {.name = group ".friction_force",                                                          \
         .label = "Friction force",                                                                \
         .help = "Of friction on the " whose " in the last step",                                  \
         SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_FORCE, SN_BIND_JOINT_RUB##NUMBER),                    \
         __VA_ARGS__},                                                                             \
    {                                                                                              \
        .name = group ".rate", .label = "Velocity", .help = "Rate of the " whose,                  \
        SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_VELOCITY, SN_BIND_JOINT_TRANSLATION##VALUE##_RATE),    \
        __VA_ARGS__                                                                                \
    }
/* Where a bool decides whether limits apply. */
#define SN_ROW_LIMITED(Struct, row_help)                                                           \
    {                                                                                              \
        .name = "limited", .label = "Limited", .help = row_help, SN_ROW(Struct, limited)           \
    }

#endif
