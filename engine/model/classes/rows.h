/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that several classes have in the same form. */
#ifndef SN_MODEL_CLASSES_ROWS_H
#define SN_MODEL_CLASSES_ROWS_H

#include "engine/model/row.h"

#define SN_ROW_ENABLED(Struct, field, enabled_bind)                                                \
    {                                                                                              \
        .name = "enabled", .label = "Enabled", .help = "Whether it acts", SN_ROW(Struct, field),   \
        SN_DEFAULT(1), .bind = enabled_bind                                                        \
    }

#define SN_ROW_NOTES(Struct, field)                                                                \
    {                                                                                              \
        .name = "notes", .label = "Notes", .help = "What it is, and where its numbers are from",   \
        SN_ROW(Struct, field), .flags = SN_MULTILINE, .bind = SN_BIND_DOCUMENT                     \
    }

/* "body or frame; null: world" */
#define SN_ROW_CARRIER(Struct, field, row_name, row_label, row_help)                               \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help, SN_ROW(Struct, field),             \
        .target = &SN_CLASS_BODY_FRAME                                                             \
    }

#define SN_ROW_LOCATION(Struct, field, row_name, row_label, row_help)                              \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help, SN_ROW(Struct, field),             \
        .unit = SN_UNIT_LENGTH                                                                     \
    }

#define SN_ROW_ROTATION(Struct, field, row_name, row_label, row_help)                              \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help, SN_ROW(Struct, field), SN_IDENTITY \
    }

#define SN_ROW_GRAVITY(Struct, field)                                                              \
    {                                                                                              \
        .name = "gravity", .label = "Gravity",                                                     \
        .help = "Acceleration by gravity, from the model above", SN_ROW(Struct, field),            \
        .unit = SN_UNIT_ACCELERATION, SN_INHERITS(Struct, field, SN_ADVANCED),                     \
        SN_DEFAULT(0, 0, -9.81), .bind = SN_BIND_GRAVITY                                           \
    }

#define SN_ROW_BODY_DAMPING(Struct, field)                                                         \
    {                                                                                              \
        .name = "damping", .label = "Damping", .help = "Force against its velocity, per velocity", \
        SN_ROW(Struct, field), .unit = SN_UNIT_DAMPING, SN_INHERITS(Struct, field, 0),             \
        SN_NOT_NEGATIVE, .bind = SN_BIND_DAMPING                                                   \
    }

#define SN_ROW_KINETIC_ENERGY                                                                      \
    {                                                                                              \
        .name = "kinetic_energy", .label = "Kinetic energy", .help = "Energy of its motion",       \
        SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_ENERGY, SN_BIND_KINETIC_ENERGY)                        \
    }
#define SN_ROW_ACCELERATION                                                                        \
    {                                                                                              \
        .name = "acceleration", .label = "Acceleration",                                           \
        .help = "Acceleration over the last step, world axes",                                     \
        SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_ACCELERATION, SN_BIND_ACCELERATION)                    \
    }
#define SN_ROW_FORCE_TOTAL                                                                         \
    {                                                                                              \
        .name = "force", .label = "Applied force",                                                 \
        .help = "Sum of springs, muscles, loads and gravity, without joints; world axes",          \
        SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_FORCE_TOTAL)                            \
    }
#define SN_ROW_REACTION_FORCE                                                                      \
    {                                                                                              \
        .name = "reaction_force", .label = "Reaction force",                                       \
        .help = "What holds it on its prescribed motion, world axes",                              \
        SN_ROW_RESULT(SN_TYPE_VEC3, SN_UNIT_FORCE, SN_BIND_REACTION_FORCE),                        \
        SN_WHEN("dynamic", SN_IF_FALSE)                                                            \
    }

/* --- a point or body: where it starts, and how it is led when it is not dynamic --- */

#define SN_ROW_START_POSITION(Struct, row_help)                                                    \
    {                                                                                              \
        .name = "position", .label = "Position", .help = row_help, SN_ROW(Struct, position),       \
        .unit = SN_UNIT_LENGTH, .kind = SN_START, .bind = SN_BIND_POSITION                         \
    }
#define SN_ROW_TRACKED(Struct)                                                                     \
    {                                                                                              \
        .name = "tracked", .label = "Track path",                                                  \
        .help = "Draws where its position was over the recorded time, in its colour; what comes "  \
                "after the moment shown is fainter",                                               \
        SN_ROW(Struct, tracked), .bind = SN_BIND_DOCUMENT                                          \
    }
#define SN_ROW_START_VELOCITY(Struct, row_help)                                                    \
    {                                                                                              \
        .name = "velocity", .label = "Velocity", .help = row_help, SN_ROW(Struct, velocity),       \
        .unit = SN_UNIT_VELOCITY, .kind = SN_START, .bind = SN_BIND_VELOCITY                       \
    }
#define SN_ROW_TARGET_POSITION(Struct)                                                             \
    {                                                                                              \
        .name = "target_position", .label = "Target position",                                     \
        .help = "Prescribed offset from the start position", SN_ROW(Struct, target_position),      \
        .unit = SN_UNIT_LENGTH, .kind = SN_INPUT, SN_WHEN("dynamic", SN_IF_FALSE),                 \
        .bind = SN_BIND_TARGET_POSITION                                                            \
    }
#define SN_ROW_TARGET_VELOCITY(Struct)                                                             \
    {                                                                                              \
        .name = "target_velocity", .label = "Target velocity",                                     \
        .help = "Prescribed velocity; should be the rate of the target position",                  \
        SN_ROW(Struct, target_velocity), .unit = SN_UNIT_VELOCITY, .kind = SN_INPUT,               \
        SN_WHEN("dynamic", SN_IF_FALSE), .bind = SN_BIND_TARGET_VELOCITY                           \
    }

/* --- activation that follows excitation --- */

#define SN_ROW_ACTIVATION(Struct, activation_bind)                                                 \
    {                                                                                              \
        .name = "activation", .label = "Activation",                                               \
        .help = "Activation at the start; it follows the excitation with delay",                   \
        SN_ROW(Struct, activation), .kind = SN_START, SN_RANGE(0, 1), SN_SLIDER(0, 1),             \
        SN_WHEN("dynamics.enabled", SN_IF_TRUE), .bind = activation_bind                           \
    }
#define SN_ROW_DYNAMICS(Struct)                                                                    \
    {                                                                                              \
        .name = "dynamics.enabled", .label = "Activation dynamics",                                \
        .help = "Activation follows excitation with delay; otherwise it is the excitation",        \
        SN_ROW(Struct, activation_dynamics)                                                        \
    }
#define SN_ROW_TIME_CONSTANT(Struct, field, row_label, row_help, start, time_bind)                 \
    {                                                                                              \
        .name = "dynamics." #field, .label = row_label, .help = row_help, SN_ROW(Struct, field),   \
        .unit = SN_UNIT_TIME, .flags = SN_POSITIVE, SN_RANGE(0, 10), SN_DEFAULT(start),            \
        SN_WHEN("dynamics.enabled", SN_IF_TRUE), .bind = time_bind                                 \
    }
#define SN_ROWS_ACTIVATION_TIMES(Struct, rise_bind, fall_bind)                                     \
    SN_ROW_TIME_CONSTANT(Struct, rise_time, "Rise time", "Time constant of activation", 0.015,     \
                         rise_bind),                                                               \
        SN_ROW_TIME_CONSTANT(Struct, fall_time, "Fall time", "Time constant of deactivation",      \
                             0.05, fall_bind)

#endif
