/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that several classes have in the same form. */
#ifndef SN_CLASSES_ROWS_H
#define SN_CLASSES_ROWS_H

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

#endif
