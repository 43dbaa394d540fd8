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
#define SN_ROW_JOINT_RESULT(row_name, row_label, row_help, row_unit, row_bind)                     \
    {                                                                                              \
        .name = row_name, .label = row_label, .help = row_help,                                    \
        SN_ROW_RESULT(SN_TYPE_REAL, row_unit, row_bind)                                            \
    }

#endif
